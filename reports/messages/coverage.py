"""The ledger of `coverage`."""

from __future__ import annotations

WORDINGS: dict[str, tuple[str, str]] = {
    "coverage.figures": ("figures", "数字"),
    "coverage.tight": ("checked", "已核验"),
    "coverage.claims": ("by claims", "由命题"),
    "coverage.loose": ("loose", "松"),
    "coverage.wrong": ("wrong", "错"),
    "coverage.given": ("given", "给定"),
    "coverage.declared": ("declared", "声明"),
    "coverage.labels": ("labels", "标号"),
    "coverage.open": ("not checked", "未核验"),
    "coverage.before": ("(before the first heading)", "（第一个标题之前）"),
    "coverage.all": ("all", "合计"),
    "coverage.share": (
        "{done} of {total} figures are accounted for ({share}).",
        "{total} 个数字中 {done} 个有着落（{share}）。",
    ),
    "coverage.note.tight": (
        "checked: follows from what is printed beside it.",
        "已核验：由旁边所印的内容得出。",
    ),
    "coverage.note.claims": ("by claims: follows from a claim of the lesson.", "由命题：由讲义的命题得出。"),
    "coverage.unchecked": ("{n} {n:figure is|figures are} not checked:", "{n} 个数字未核验："),
    "coverage.note.open": (
        "not checked: nothing known here explains the figure.",
        "未核验：没有已知内容能解释该数字。",
    ),
    "help.coverage": ("show by section which printed figures are checked", "按节列出哪些所印数字得到核验"),
}
