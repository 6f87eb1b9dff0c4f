"""The terminal report of `verify`, of `explain` and of `list`."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    # the report of verify
    "checked-against": ("Checked against {path}, lines {first}–{last}.", "对照 {path} 第 {first}–{last} 行。"),
    "checked-by-itself": (
        "{path}, {form}: no claims are known for it; checked against its own arithmetic.",
        "{path}（{form}）：没有与它对应的命题，按其自身的算术核验。",
    ),
    "checked-as-declared": (
        "{path}, {form}: checked against its own arithmetic and {n} {n:claim|claims} of its author.",
        "{path}（{form}）：按其自身的算术与作者声明的 {n} 条命题核验。",
    ),
    "checked-nothing": (
        "Nothing in it could be checked: no relation between printed figures was found.",
        "其中没有可核验的内容：未找到所印数字之间的关系。",
    ),
    "checked-relations": (
        "{n} {n:figure follows|figures follow} from what is printed, and {n:is|are} right.",
        "{n} 个数字由所印内容得出，且正确。",
    ),
    "not-read": ("{n} {n:relation was|relations were} not read:", "{n} 处关系未能读懂："),
    "checked-against-files": (
        "Checked against {n} {n:file|files} that hold chapters of {lesson}: {paths}.",
        "对照 {lesson} 的 {n} 个分章文件：{paths}。",
    ),
    "checked-against-whole": ("Checked against {path}.", "对照 {path}。"),
    "no-document": (
        "Checked the figures recorded with the claims; no file was read. Give yours with --lesson FILE.",
        "核对的是随命题记录的数字，未读取任何文件。用 --lesson FILE 指定讲义文件。",
    ),
    "recognised.configured": (
        "{path} is the configured document of {lesson}.",
        "{path} 是设置中指定的 {lesson} 文档。",
    ),
    "recognised.bindings": ("{path} was recognised as {lesson} by what it prints.", "由内容认出 {path} 是 {lesson}。"),
    "head.printed": ("the lesson prints", "讲义印"),
    "head.computed": ("computed, certain digits", "算得（各位均可证）"),
    "section-line": ("line {line}", "第 {line} 行"),
    "mark.given": ("given", "给定"),
    "mark.exact": ("exact", "精确"),
    "mark.bound": ("bound", "界"),
    "mark.loose": ("loose", "松"),
    "mark.truncated": ("cut", "截断"),
    "agreement": (
        "{entries}/{entries} gradients agree by independent routes: {routes}",
        "独立路线一致，{entries}/{entries} 个梯度：{routes}",
    ),
    "step-fails": ("This step does not follow: {formula} ({reason}).", "此步不成立：{formula}（{reason}）。"),
    "step-undecided": ("This step was not decided: {formula} ({reason}).", "此步未能判定：{formula}（{reason}）。"),
    "summary.errors": ("{n} {n:error|errors}", "{n} 处错误"),
    "summary.where": ("errors at {places}", "错误位于 {places}"),
    "summary.warnings": ("{n} {n:warning|warnings}", "{n} 处警告"),
    "summary.notes": ("{n} {n:note|notes}", "{n} 处提示"),
    "summary.nothing-new": ("no new errors", "没有新的错误"),
    "summary.known": ("{n} known (baseline)", "{n} 处已知（基线）"),
    "summary.older": (
        "the baseline is of an older form, which takes a changed formula for a known one: `baseline update` renews it",
        "基线为旧格式，会把改动过的算式当作已知：请用 `baseline update` 更新",
    ),
    "summary.absent": (
        "{n} of the baseline {n:is|are} gone: `baseline update` drops {n:it|them}",
        "基线中有 {n} 处已消失：`baseline update` 会移除",
    ),
    "summary.clean": ("no errors", "没有错误"),
    "summary.claims": ("{n} {n:claim|claims}", "命题 {n} 条"),
    "summary.figures": ("{n} {n:figure|figures}", "数字 {n} 个"),
    "summary.right": ("{n} right", "{n} 对"),
    "summary.wrong": ("{n} wrong", "{n} 错"),
    "summary.given": ("{n} given", "{n} 给定"),
    "summary.labels": ("{n} {n:label|labels}", "{n} 标号"),
    "summary.all-accounted": ("no figure left out", "无遗漏"),
    "summary.ignored": ("{n} {n:finding|findings} left out by --ignore", "--ignore 略去 {n} 处"),
    "summary.unchecked": ("{n} not checked", "{n} 个未核验"),
    "summary.unaccounted": ("{n} unexplained", "{n} 个无解释"),
    "overview-section": (
        "{claims} {claims:claim|claims}, {figures} {figures:figure|figures}",
        "命题 {claims} 条，数字 {figures} 个",
    ),
    "next.fix": (
        "{n} of them can be rewritten: add --fix; --diff shows it first.",
        "其中 {n} 处可以改写：加上 --fix；先看改动用 --diff。",
    ),
    "next.explain-finding": ("What went wrong, step by step:", "逐步看哪里出错："),
    "next.explain": ("Step by step:", "逐步看："),
    "next.lesson": ("Check your own file:", "核对你的文件："),
    # explain
    "explain.says": ("Statement", "命题"),
    "explain.computed": ("Printed, and computed with certain digits", "所印与算得（各位均可证）"),
    "explain.steps": ("Steps, each with its reason", "推导，每步一个理由"),
    "explain.hypotheses": ("Hypotheses", "假设"),
    "explain.needed": ("needed", "必需"),
    "explain.idle": ("not needed", "并不需要"),
    "explain.places": ("Where", "位置"),
    "explain.evidence": ("How it was decided", "如何判定"),
    "explain.agrees": ("independent routes agree: {routes}", "独立路线一致：{routes}"),
    "explain.compared": ("Compared", "所比较"),
    "explain.counterexample": ("Counterexample", "反例"),
    "explain.elsewhere": ("From other given values", "换一组给定值"),
    "explain.remarks": ("Remarks", "说明"),
    "explain.repair": ("Should read", "应改为"),
    "explain.findings": ("To look at", "待处理"),
    # list
    "list.claims": ("{n} {n:claim|claims}", "命题 {n} 条"),
    "list.not-encoded": ("no claims yet", "尚未收录"),
    "list.no-claims": (
        "no claims are known or declared for it; verify checks it against its own arithmetic",
        "没有已收录或声明的命题；verify 按文档自身的算术核验",
    ),
    "list.next": ("See the claims of a part:", "查看一部分的命题："),
    "list.next-explain": ("See one of them in full:", "详看其中一条："),
}
