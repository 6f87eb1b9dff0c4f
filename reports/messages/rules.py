"""Headings of a rule's page. What the rules themselves say stands with each one in `reports/rules/`."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "rule.means": ("What it means", "含义"),
    "rule.matters": ("Why it matters", "为何重要"),
    "rule.remedy": ("What to do", "怎么办"),
    "rule.fires": ("An example that fires", "会触发的例子"),
    "rule.quiet": ("One that does not", "不会触发的例子"),
    "rule.instead": ("{part}: {new} instead of {old}", "{part}：{new}（原为 {old}）"),
    "rule.without": ("{part}: without {old}", "{part}：没有 {old}"),
    "rule.recorded": ("{part}, as recorded", "{part}，照记录的写法"),
    "rule.about": ("{part}, as recorded: {about}", "{part}，照记录的写法：{about}"),
    "rule.usually": ("usual severity: {severity}", "通常级别：{severity}"),
    "rules.next": ("The page of one:", "查看其中一条："),
    "help.rules": ("list the rules by which findings are called", "列出各条规则"),
    "help.select": (
        "report only findings of these rules: names, or the words they begin with (figure), separated by commas (repeatable)",
        "只报告这些规则的结果：写规则名或其开头（figure），以逗号分隔（可重复）",
    ),
    "help.ignore": ("leave out findings of these rules (repeatable)", "略去这些规则的结果（可重复）"),
    "help.outputs": (
        "also write a report to a file, for example sarif=lessonproof.sarif (repeatable): {choices}",
        "另把报告写入文件，例如 sarif=lessonproof.sarif（可重复）：{choices}",
    ),
    "markdown.where": ("where", "位置"),
    "markdown.finding": ("finding", "结果"),
    "markdown.rule": ("rule", "规则"),
    "markdown.rules": ("What the rules mean", "规则说明"),
    "markdown.more": ("{n} more", "另有 {n} 处"),
    "markdown.notes": ("{n} {n:note|notes}", "{n} 处提示"),
    "markdown.sections": ("What was checked, section by section", "各节核验情况"),
    "markdown.section": ("section", "节"),
    "markdown.decided": ("claims that hold", "成立的命题"),
    "markdown.figures": ("figures that are right", "正确的数字"),
    "markdown.findings": ("findings", "结果"),
    "markdown.unread": ("no document was read: these are the recorded figures", "未读取文档：这些是记录的数字"),
    "github.rest": ("Not shown one by one: {places}", "未逐一显示：{places}"),
    "github.rest-title": ("{n} more {n:finding|findings}", "另有 {n} 处"),
    "sarif.related": ("the same statement, or what takes part in it, stands here too", "同一说法或与之相关的内容也在此处"),
    "sarif.edits": ("write {expected}", "改写为 {expected}"),
    "sarif.fix": ("print {expected} instead of {printed}", "把 {printed} 改为 {expected}"),
}
