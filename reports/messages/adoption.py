"""`init` and `baseline`: taking lessonproof up for lessons that are there already."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    # the commands
    "help.init": ("write a commented configuration for the lessons of a folder", "为一个文件夹的讲义写出带注释的设置"),
    "help.folder": ("the folder of the lessons; default: this one", "讲义所在的文件夹；默认为当前文件夹"),
    "help.pyproject": (
        "add the table [tool.lessonproof] to pyproject.toml instead of writing lessonproof.toml",
        "在 pyproject.toml 中加入 [tool.lessonproof]，而不是写 lessonproof.toml",
    ),
    "help.baseline": (
        "note the findings that there are today, so that only new ones fail",
        "记下今天已有的问题，之后只有新问题才算失败",
    ),
    "help.baseline-file": (
        "the file of known findings: only new ones fail",
        "记录已知问题的文件：只有新问题才算失败",
    ),
    "help.baseline-action": (
        "create notes all present findings; update drops what is mended and adds what is new, and says which",
        "create 记下现有的全部问题；update 移除已改好的、加入新出现的，并逐条说明",
    ),
    # what init writes
    "init.lessons": (
        "What `verify` checks when no target is named: documents, folders, patterns, relative to this file.",
        "不写目标时 `verify` 核验的内容：文档、文件夹或通配符，相对于本文件。",
    ),
    "init.strict": ("Warnings fail too.", "有警告也算失败。"),
    "init.min-coverage": (
        "The least share of the printed figures that must be accounted for.",
        "所印数字中至少多大比例须有着落。",
    ),
    "init.baseline": (
        "Known findings, noted by `{program} baseline create`: only new ones fail.",
        "已知问题，由 `{program} baseline create` 记下：只有新问题才算失败。",
    ),
    "init.ignore": (
        "Rules that are not reported: a rule, or the words that some begin with.",
        "不报告的规则：一条规则，或若干规则共同的开头。",
    ),
    "init.select": ("The only rules that are reported.", "只报告这些规则。"),
    "init.rounding": (
        "How a value exactly between two prints is rounded: half-even, half-up or half-away-from-zero (if not set, any will "
        "do); or truncate, where figures are cut.",
        "真值恰在两种印法正中时如何舍入：half-even、half-up 或 half-away-from-zero（不写则都算对）；"
        "truncate 表示数字一律截断。",
    ),
    "init.claims": (
        "Files NAME.claims.toml that say what figures stand for, or folders of them; one beside its document is found anyway.",
        "说明数字含义的 NAME.claims.toml，或存放它们的文件夹；与文档同处一处的会自动找到。",
    ),
    "init.language": ("The language of the reports: en or zh.", "报告的语言：en 或 zh。"),
    "init.digits": ("How many certain digits of a value are shown.", "显示多少位可证数字。"),
    # what init says
    "init.found": (
        "Lessons found: {lessons}{more}. Change the list as you like.",
        "找到的讲义：{lessons}{more}。可随意修改这个列表。",
    ),
    "init.none-found": (
        "No lessons were found here; what is read ends in {endings}. Name yours in the list `lessons`.",
        "这里没有找到讲义；可读取的文件以 {endings} 结尾。请在 `lessons` 列表中写上。",
    ),
    "init.next": ("Check them:", "核验它们："),
    "init.next-baseline": (
        "Too many findings to mend today? Note them, and only new ones fail:",
        "问题太多，一时改不完？先记下来，之后只有新问题才算失败：",
    ),
    "init-exists": (
        "{path} has a configuration already; it is not written over.",
        "{path} 已有设置，不会覆盖。",
    ),
    "one-folder": ("“init” takes one folder.", "“init”只接受一个文件夹。"),
    "no-folder": ("There is no folder {path}.", "没有文件夹 {path}。"),
    # baseline
    "declaration-added": (
        "declared since the baseline ({rule}): {printed}. {why} If that is meant, `baseline update` notes it.",
        "基线之后新增的声明（{rule}）：{printed}。{why}若确实如此，用 `baseline update` 记下。",
    ),
    "baseline-added": ("added: {finding}", "新增：{finding}"),
    "baseline-dropped": ("dropped: {finding}", "移除：{finding}"),
    "baseline-same": (
        "{path} is up to date: {n} known {n:finding|findings}.",
        "{path} 无须改动：已知问题 {n} 处。",
    ),
    "baseline-written": (
        "Wrote {path}: {n} known {n:finding|findings} in {documents} {documents:lesson|lessons}. "
        "Only new ones fail from now on.",
        "已写入 {path}：{documents} 份讲义中已知问题 {n} 处。此后只有新问题才算失败。",
    ),
    "baseline-name-it": (
        "Put this line into your settings, or give --baseline {path} each time: {line}",
        "请把这一行写进设置，或每次使用 --baseline {path}：{line}",
    ),
    "baseline-exists": (
        "{path} is there already; bring it up to date with: {program} baseline update.",
        "{path} 已存在；更新它请用：{program} baseline update。",
    ),
    "baseline-missing": (
        "There is no baseline {path}; note the present findings with: baseline create.",
        "没有基线文件 {path}；用 baseline create 记下现有问题。",
    ),
    "baseline-unreadable": (
        "{path} is no baseline of lessonproof, or was damaged: delete it and create it anew.",
        "{path} 不是 lessonproof 的基线文件，或已损坏：请删除后重新生成。",
    ),
    "no-target-no-lessons": (
        "Nothing to check: name a file or a part such as chapter11, or list your lessons in lessonproof.toml ({program} init).",
        "没有要核验的内容：请写上文件或 chapter11 之类的目标，或在 lessonproof.toml 中列出讲义（{program} init）。",
    ),
    "coverage-too-little": (
        "Only {share} of the figures are accounted for; {least} is asked for.",
        "有着落的数字只占 {share}，要求 {least}。",
    ),
}
