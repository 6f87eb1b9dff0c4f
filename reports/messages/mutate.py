"""The words of `mutate`."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "help.mutate": (
        "change each figure by one unit of its last place and tell which changes nobody would notice",
        "把每个数字的末位加减一，逐一列出无人会发觉的改动",
    ),
    "help.min-score": (
        "exit 1 where a smaller share of the changes is caught, for example 98%",
        "发觉的改动少于此比例时以 1 退出，例如 98%",
    ),
    "mutate-without-document": (
        "There is nothing to change without the document: say which file {lesson} is, with --lesson {lesson}=FILE.",
        "没有文档就没有可改的数字：请用 --lesson {lesson}=FILE 指明 {lesson} 是哪个文件。",
    ),
    "mutate.head.changes": ("changes", "改动"),
    "mutate.head.caught": ("caught", "发觉"),
    "mutate.head.by": ("went by", "漏过"),
    "mutate.head.share": ("share", "比例"),
    "mutate.kind.exact": ("exact", "精确"),
    "mutate.kind.rounded": ("rounded", "舍入"),
    "mutate.kind.bound": ("limit of a bound", "界限"),
    "mutate.kind.given": ("given", "给定"),
    "mutate.kind.declared": ("declared", "声明"),
    "mutate.kind.wrong": ("wrong as printed", "原本就错"),
    "mutate.kind.open": ("not checked", "未核验"),
    "mutate.kind.all": ("figures that state something", "有所陈述的数字"),
    "mutate.kind.labels": ("labels and headings (apart)", "标号与标题（另计）"),
    "mutate.score": (
        "{caught} of {total} changes by one unit of the last place are caught ({share}).",
        "末位加减一共 {total} 处改动，发觉 {caught} 处（{share}）。",
    ),
    "mutate.by-warning": (
        "{n} of them by a warning only: verify --strict stops at these as well.",
        "其中 {n} 处只有警告：verify --strict 也会因此停下。",
    ),
    "mutate.noted": (
        "{n} more are told in a note, that the figure is not the recorded one; verify does not stop there. With these, {share} "
        "do not go by in silence.",
        "另有 {n} 处，verify 以说明指出数字与记录不同，但不会停下；连同这些，{share} 的改动不会悄悄漏过。",
    ),
    "mutate.labels": (
        "Labels, references and numbers of headings state nothing and are counted apart: {caught} of {total} changes noticed.",
        "标号、引用与标题的编号不陈述数值，另计：{total} 处改动发觉 {caught} 处。",
    ),
    "mutate.reason.given": (
        "{n} {n:change|changes} of given values: the document is free to choose them, all that it prints holds with either.",
        "给定值的 {n} 处改动：文档可任意选定，改动前后所印内容都成立。",
    ),
    "mutate.reason.illustrative": (
        "{n} {n:change|changes} of values that the document declares made up (illustrative): nothing in it ties them.",
        "文档声明为示意的数值的 {n} 处改动：文中没有任何内容约束它们。",
    ),
    "mutate.reason.external": (
        "{n} {n:change|changes} of facts from elsewhere, which nothing here can compute.",
        "外来事实的 {n} 处改动：此处无从计算。",
    ),
    "mutate.reason.label": (
        "{n} {n:change|changes} of labels, references and numbers of headings.",
        "标号、引用与标题编号的 {n} 处改动。",
    ),
    "mutate.reason.rounded": (
        "{n} {n:change|changes} after which the figure is still a correct rounding.",
        "{n} 处改动之后，数字仍是正确的舍入。",
    ),
    "mutate.reason.bound": (
        "{n} {n:change|changes} of a bound that still holds.",
        "{n} 处界限的改动之后，不等式仍成立。",
    ),
    "mutate.reason.known": (
        "{n} {n:change|changes} in places that are wrong already: the finding is the same.",
        "原本就错之处的 {n} 处改动：发现的问题相同。",
    ),
    "mutate.reason.unaccounted": (
        "{n} {n:change|changes} of figures that nothing explains.",
        "{n} 处改动的数字没有任何内容能解释。",
    ),
    "mutate.reason.unchecked": (
        "{n} {n:change|changes} that a claim prints and does not feel: it is true with either figure.",
        "{n} 处改动命题并无感觉：两种数字下都成立。",
    ),
    "mutate.proof.rounded": (
        "The value {value} lies between {low} and {high}.",
        "真值 {value} 在 {low} 与 {high} 之间。",
    ),
    "mutate.proof.bound": ("The value {value} is below {says} as well.", "真值 {value} 也小于 {says}。"),
    "mutate.unspelled": (
        "{n} {n:figure is|figures are} spelled in the file in a way that was not changed.",
        "有 {n} 个数字在文件中的写法未作改动。",
    ),
}
