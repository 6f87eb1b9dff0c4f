"""What a word may see: the sentence of the lesson, the masks of its towers, and one tower with a mask that does both."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Condition
from derivations.prover.determined import Determined
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.verdict import Text

SOURCE = ("I", "love", "you")
TARGET = ("我", "爱", "你")
_LENGTH = len(SOURCE) + len(TARGET)


def _matrix(rows: list[list[int]]) -> str:
    entries = r" \\ ".join(" & ".join(map(str, row)) for row in rows)
    return rf"\begin{{pmatrix}} {entries} \end{{pmatrix}}"


LETTERS = {
    "s": str(len(SOURCE)),
    "t": str(len(TARGET)),
    "C": _matrix([[int(j <= i) for j in range(_LENGTH)] for i in range(_LENGTH)]),
    "M": _matrix([[int(j < len(SOURCE) or j <= i) for j in range(_LENGTH)] for i in range(_LENGTH)]),
}
"""s source words and t target words; over all six of them one after the other the mask C of what is on the left, and the mask M
of one tower that shows every word the source, and the target only on the left. A one is what the row may see."""

ENCODER = Setting(
    sizes="n d d_k d_v",
    shapes={"X": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    rows={"a": "A", "z": "Z"},
    forward=(
        *("Q = X W_{Q}", "K = X W_{K}", "V = X W_{V}", r"S = Q K^{T} / \sqrt{d_{k}}"),
        r"a_{i j} = \frac{e^{S_{i j}}}{\sum_{r} e^{S_{i r}}}",
        "Z = A V",
    ),
)
"""Self-attention without a mask."""

DECODER = replace(
    ENCODER,
    masks={"≤": "n n"},
    forward=(
        *ENCODER.forward[:4],
        r"a_{i j} = {\begin{cases} \frac{e^{S_{i j}}}{\sum_{r \leq i} e^{S_{i r}}}, & j \leq i, \\ 0, & j > i . \end{cases}",
        ENCODER.forward[-1],
    ),
)
"""Masked self-attention: position i reads itself and what is on its left."""

_SEEN = r"\sum_{r} e^{R_{i r}} + \sum_{r \leq i} e^{S_{i r}}"

ONE_TOWER = Setting(
    sizes="m n d d_k d_v",
    shapes={"X": "m d", "Y": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    masks={"≤": "n n"},
    rows={"a": "A", "b": "B"},
    forward=(
        r"S = (Y W_{Q}) (Y W_{K})^{T} / \sqrt{d_{k}}",
        r"R = (Y W_{Q}) (X W_{K})^{T} / \sqrt{d_{k}}",
        rf"a_{{i j}} = {{\begin{{cases}} \frac{{e^{{S_{{i j}}}}}}{{{_SEEN}}}, & j \leq i, \\ 0, & j > i . \end{{cases}}",
        rf"b_{{i j}} = \frac{{e^{{R_{{i j}}}}}}{{{_SEEN}}}",
        "Z = B X W_{V} + A Y W_{V}",
    ),
)
"""Target rows Y of one tower, with one set of weights: one softmax over the whole source X and the targets up to position i."""

LATER_WORDS_UNSEEN = Determined(setting=DECODER, formula=r"X_{\leq i} \to Z_{i}", prefix=True)
LATER_WORDS_SEEN = Determined(setting=ENCODER, formula=r"X_{\leq i} \to Z_{i}", prefix=True)
ALL_WORDS_SEEN = Ordered(setting=ENCODER, formula="a_{i j} > 0")
ONE_TOWER_DOES_BOTH = (
    Ordered(setting=ONE_TOWER, formula="b_{i j} > 0"),
    Determined(setting=ONE_TOWER, formula=r"Y_{\leq i} \to Z_{i}", prefix=True),
)
"""Every source word is read, and no later target word, whatever the weights."""

ONE_RULE_FOR_ALL = Condition(
    says=Text(
        "one tower must show all of its words everything, or all of them only what is on their left",
        "同一座塔的全部词只许都看全句、或都只看左边",
    ),
    without=(r"M_{51} M_{52} M_{53} = 1", "M_{56} = 0"),
    repair=Text(
        "M is the mask of one tower over I love you 我 爱 你 in which every word sees the source, and the target only on its "
        "left: 爱 sees the whole source and not 你, with one set of weights. Say that the original Transformer chooses two "
        "towers; a decoder alone, as GPT, translates too.",
        "M 是一座塔对 I love you 我 爱 你 的掩码：每个词都看得见整个源句，目标侧只看左边；“爱”看得见全部源词而看不见“你”，"
        "只用一组权重。宜写成：两座塔是原始 Transformer 的选择；只用 Decoder 的 GPT 也能翻译。",
    ),
)
"""What the statements leave out that say two towers are forced. It is one thing, said at several places."""

NOTHING_MASKED = Condition(
    says=Text("nothing is masked", "没有掩码"),
    without=(r"\frac{1}{C_{11} + C_{12}} ≠ \frac{1}{C_{21} + C_{22}}",),
    repair=Text(
        "Under a causal mask C position i averages i contents (1/1 at the first, 1/2 at the second, where all scores are "
        "equal), which does tell positions apart: say “without a mask”.",
        "在因果掩码 C 下第 i 位平均 i 个内容（分数相同时，第一位为 1/1、第二位为 1/2），位置即可区分：请写明“无掩码时”。",
    ),
)
"""What the statements leave out that self-attention knows of no order."""
