"""What is said of an author's declarations: those that cannot be followed, those that change nothing, and what they do."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    # the sidecar as a file
    "sidecar-unreadable": ("{path} is no TOML: {reason}.", "{path} 不是 TOML：{reason}。"),
    "declare-unknown-key": (
        "there is no key “{setting}” here; the nearest is “{nearest}”.",
        "此处没有键“{setting}”；最接近的是“{nearest}”。",
    ),
    "declare-unknown-word": (
        "a comment cannot begin with “{setting}”; the nearest word is “{nearest}”.",
        "注释不能以“{setting}”开头；最接近的是“{nearest}”。",
    ),
    "declare-unknown-rule": (
        "there is no rule “{setting}”; the nearest is “{nearest}”.",
        "没有规则“{setting}”；最接近的是“{nearest}”。",
    ),
    "declare-lacks": ("“{setting}” is missing here.", "此处缺少“{setting}”。"),
    "declare-lacks-source": (
        "an external fact needs its source: external SOURCE.",
        "外部事实须注明出处：external 出处。",
    ),
    "declare-lacks-reason": (
        "say why: ignore {rule} because REASON.",
        "请说明理由：ignore {rule} because 理由。",
    ),
    "declare-twice": (
        "“{setting}” has a value already; in the text a comment can give it another one from there on.",
        "“{setting}”已有取值；如需从某处起改值，请在文中用注释声明。",
    ),
    "declare-wrong-value": ("“{setting}” must be {expected}.", "“{setting}”必须是{expected}。"),
    "declare-not-read": (
        "“{setting}” is not understood as an expression: {reason}.",
        "“{setting}”无法按算式读取：{reason}。",
    ),
    "declare-not-computed": ("“{setting}” has no value: {reason}.", "“{setting}”算不出值：{reason}。"),
    "declare-expects-tables": (
        "“{kind}” is written as [[{kind}]], once for each, at most {most} times.",
        "“{kind}”须写作 [[{kind}]]，每项一个，最多 {most} 个。",
    ),
    "declare-expects-values": ("a table of at most {most} symbols", "一个至多 {most} 个符号的表"),
    "declare-expects-table": ("a table", "一个表"),
    "declare-expects-text": ("a text of at most {most} characters", "不超过 {most} 字符的文本"),
    "declare-expects-expression": (
        "a number of at most 400 digits, an expression as text, or a list of these",
        "不超过 400 位的数、以文本写出的算式，或它们的列表",
    ),
    "declare-expects-figure": ("the number of a figure, counted from 1, or “all”", "从 1 数起的数字序号，或“all”"),
    "declare-expects-place": (
        "say where: section, prints, or from and to.",
        "请指明位置：section、prints，或 from 与 to。",
    ),
    "declare-expects-epsilon": ('a number from 0 to below 1, such as "1e-5"', '0 到 1 之间的数，例如 "1e-5"'),
    "declare-expects-logarithm": ("“e”, 2 or 10", "“e”、2 或 10"),
    "declare-expects-flag": ("true or false", "true 或 false"),
    "declare-expects-rounding": (
        "“half-even”, “half-up”, “half-away-from-zero” or “truncate”",
        "“half-even”“half-up”“half-away-from-zero”或“truncate”",
    ),
    "declare-expects-separator": ("“.” or “,”", "“.”或“,”"),
    "declare-expects-definition": ("written as: value NAME = EXPRESSION", "写作：value 名称 = 算式"),
    "declare-expects-ignore": ("written as: ignore RULE because REASON", "写作：ignore 规则 because 理由"),
    # places
    "declare-not-printed": ("the document does not print “{quoted}”.", "文档中找不到“{quoted}”。"),
    "declare-not-printed-near": (
        "the document does not print “{quoted}”; line {line} prints {near}, which is close to the value. "
        "Quote some words around the figure, and it is found again when it changes.",
        "文档中找不到“{quoted}”；第 {line} 行印有与该值相近的 {near}。多引用前后几个字，数字改变后也能找到。",
    ),
    "declare-printed-often": (
        "the document prints “{quoted}” {n} times, in lines {lines}: quote more of it, or name the section.",
        "文档中有 {n} 处“{quoted}”（第 {lines} 行）：请多引用几个字，或指明 section。",
    ),
    "declare-no-section": ("the document has no section “{section}”.", "文档中没有“{section}”一节。"),
    "declare-no-section-near": (
        "the document has no section “{section}”; the nearest is “{near}”.",
        "文档中没有“{section}”一节；最接近的是“{near}”。",
    ),
    "declare-two-sections": (
        "{n} sections are called “{section}”: write its number with it.",
        "有 {n} 节名为“{section}”：请连编号一起写。",
    ),
    "declare-no-figure": ("there is no figure at this place.", "此处没有数字。"),
    "declare-fewer-figures": (
        "there is no figure {figure} at this place: it has {n} {n:figure|figures}.",
        "此处没有第 {figure} 个数字：只有 {n} 个。",
    ),
    "declare-which-figure": (
        "the place prints {n} figures ({printed}): say which one is meant, as figure = 2 in a sidecar, "
        "“for figure 2” in a comment, or all of them.",
        "此处有 {n} 个数字（{printed}）：请指明是哪一个，旁注文件中写 figure = 2，注释中写“for figure 2”，或指明全部。",
    ),
    "declare-other-count": (
        "the place prints {n} {n:figure|figures} ({printed}), but the expression has {values} values.",
        "此处有 {n} 个数字（{printed}），而算式有 {values} 个值。",
    ),
    # idle
    "declare-idle-value": (
        "no formula that is understood here uses “{name}”: remove it.",
        "此处能读懂的公式都没有用到“{name}”：可以删去。",
    ),
    "declaration-contradicted": (
        "the document writes decimals with a point, {printed} in line {line} for one ({n} such {n:figure|figures}): with a "
        "decimal comma they are not read. Write them with a comma, or remove “decimal-separator”.",
        "文档用小数点书写小数，如第 {line} 行的 {printed}（共 {n} 个）：声明小数逗号后它们无法读取。"
        "请改用逗号，或删去“decimal-separator”。",
    ),
    "declared-convention": (
        "It decides how figures of the document are read or rounded.",
        "它决定文档中的数字如何读取或舍入。",
    ),
    "declare-idle-convention": (
        "the convention “{setting}” decides nothing in this document: remove it.",
        "约定“{setting}”在本文档中不起作用：可以删去。",
    ),
    "declare-idle-stretch": (
        "no figure here needs to be declared ({verdict}): remove the declaration.",
        "此处没有需要声明（{verdict}）的数字：可以删去这条声明。",
    ),
    "declare-idle-ignore": (
        "there is no finding “{rule}” here to ignore: remove the comment.",
        "此处没有可忽略的“{rule}”：可以删去这条注释。",
    ),
    "declare-not-here": (
        "this lesson has claims of its own; only “ignore” is heard here.",
        "这份讲义已有自己的命题；此处只接受“ignore”。",
    ),
    # what declarations do
    "declared-finding": ("{finding} {why}", "{finding}{why}"),
    "declared-ignored": (
        "The author ignores {rule} here: {reason}.",
        "作者在此忽略 {rule}：{reason}。",
    ),
    "declared-illustrative": ("Declared illustrative. {why}", "声明为示意。{why}"),
    "declared-external": ("Declared external: {why}.", "声明为外部事实：{why}。"),
    "value-differs": (
        "the text gives {name} = {printed}, but {expected} is declared. Where it means something else, say so in a comment: "
        "value {name} = …",
        "文中 {name} = {printed}，而声明的是 {expected}。若此处另有所指，请用注释声明：value {name} = …",
    ),
    "tie-declared": ("It is a tie, and the declared rounding is {mode}.", "这是恰好一半的情形，声明的舍入方式为 {mode}。"),
}
