"""Section 8.1: several heads, side by side and projected."""

from __future__ import annotations

from derivations.claim import Claim, Unstated
from derivations.notes.transformer import HEADS
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text

WIDTHS = Setting(sizes="H d_v d")
"""The two widths that a sum with the input has to make equal (§8.1)."""

CONCAT = r"Concat (Z^{(1)}, \dots, Z^{(H)})"
"""The heads side by side."""

_HEAD_OUTPUT = r"Z^{(r)} \in R^{n \times d_{v}}"

_PROJECTED = rf"O = {CONCAT} W_{{O}}, W_{{O}} \in R^{{H d_{{v}} \times d}} ."

HEADS_JOINED = (
    Claim(
        id="notes.8.1.output-of-a-head",
        inventory=("8.1-heads",),
        says=("H", _HEAD_OUTPUT),
        proves=(Typed(setting=HEADS, formula=_HEAD_OUTPUT),),
        must_refuse=(r"Z^{(r)} \in R^{n \times d_{k}}", r"Z^{(r)} \in R^{d_{v} \times n}"),
    ),
    Claim(
        id="notes.8.1.side-by-side-and-projected",
        inventory=("8.1-concat",),
        says=(_PROJECTED,),
        proves=(
            Typed(setting=HEADS, formula=_PROJECTED),
            Identity(setting=HEADS, formula=r"O = \sum_{r = 1}^{H} Z^{(r)} W_{O}^{(r)}"),
        ),
        must_refuse=(
            r"W_{O} \in R^{d \times H d_{v}}",
            r"W_{O} \in R^{d_{v} \times d}",
            rf"O = W_{{O}} {CONCAT}",
        ),
    ),
    Claim(
        id="notes.8.1.shapes",
        inventory=("8.1-catshape",),
        says=(r"n \times H d_{v}", "W_{O}", r"n \times d"),
        proves=(
            Typed(setting=HEADS, formula=rf"{CONCAT} \in R^{{n \times H d_{{v}}}}"),
            Typed(setting=HEADS, formula=rf"{CONCAT} W_{{O}} \in R^{{n \times d}}"),
        ),
        must_refuse=(rf"{CONCAT} \in R^{{n \times d}}", rf"{CONCAT} W_{{O}} \in R^{{n \times H d_{{v}}}}"),
    ),
    Claim(
        id="notes.8.1.added-only-after-the-projection",
        inventory=("8.1-onlythen",),
        says=("才能与原输入相加",),
        proves=(
            Identity(setting=HEADS, formula=rf"R = X + {CONCAT} W_{{O}}"),
            Ordered(setting=WIDTHS, formula="(H d_{v} - d)^{2} > 0", given={"H d_v ≠ d": "(H d_{v} - d)^{2} > 0"}),
        ),
        fails=(Typed(setting=HEADS, formula=rf"{CONCAT} \in R^{{n \times d}}"),),
        must_refuse=(rf"R = X + {CONCAT}",),
        unstated=(
            Unstated(
                "H d_v ≠ d",
                repair=Text(
                    "Say: in general, for H d_v = d the shapes agree already.", "可说明：一般情形；H d_v = d 时形状已相同。"
                ),
                fair=Text(
                    "H, d_v and d are chosen independently here; without W_O the shapes agree only where H d_v = d.",
                    "此处 H、d_v、d 各自独立；无 W_O 时仅当 H d_v = d 形状才相同。",
                ),
            ),
        ),
    ),
    Claim(
        id="notes.8.1.several-distributions-at-once",
        inventory=("8.1-manydist",),
        says=("多个混合分布同时存在", "不要求", "人为固定的语义分工"),
        setting=HEADS,
        means=(r"\sum_{j} A_{i j}^{(r)} = 1", r"O = \sum_{r = 1}^{H} Z^{(r)} W_{O}^{(r)}"),
        fails=(Identity(setting=HEADS, formula=r"A_{i j}^{(r)} = A_{i j}^{(s)}"),),
        must_refuse=(r"\sum_{r} A_{i j}^{(r)} = 1", r"O = \sum_{r = 1}^{H} Z^{(r)}"),
        remark=Text(
            "The heads enter a sum in which each has its own rows of W_O: no head is marked by its number.",
            "各头以自己的 W_O 行进入同一个和：没有哪个头因序号而特殊。",
        ),
    ),
)
