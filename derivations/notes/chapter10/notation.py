"""Section 10.2: what the bar means, and the two rules that every later section uses."""

from __future__ import annotations

from derivations.claim import Claim, Declared
from derivations.prover.differential import Differential
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

_TOTAL = r"d L = \sum_{i r} {\bar{X}}_{i r} d X_{i r} ."

LOSS = Setting(
    sizes="n d",
    shapes={"X": "n d"},
    functions=frozenset({"σ"}),
    forward=(r"L = \sum_{i r} σ (X_{i r})",),
    where=(r"{\bar{X}}_{i r} = σ^{'} (X_{i r})",),
    loss="L",
)
"""One loss with the gradient written out, to see that the defining equation is met."""

BRANCHES = Setting(
    sizes="n d",
    shapes={"X": "n d"},
    functions=frozenset({"σ", "τ"}),
    forward=("B = σ (X)", "C = τ (X)"),
)
"""A variable that two branches read, through any two smooth functions."""

POSITIONS = Setting(
    sizes="n d",
    shapes={"X": "n d", "θ": "1 d"},
    rows={"x": "X"},
    functions=frozenset({"σ"}),
    forward=(r"L = \frac{1}{n} \sum_{i} σ (x_{i} \cdot θ)",),
    loss="L",
)
"""The mean of the losses of n positions, each a smooth function of parameters that the positions share."""

NOTATION = (
    Claim(
        id="notes.10.2.gradient-of-a-matrix",
        inventory=("10.2-bar", "10.2-dL"),
        says=(r"\bar{X} = \partial L / \partial X", "同形状", _TOTAL),
        assumes=(r"\bar{X} = \partial L / \partial X",),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "defines X̄ by the equation for dL; every proof of this chapter rests on it, and it is met by an example",
                "以 dL 的等式定义 X̄；本章各证明均据此，并以一例核对",
            ),
        ),
        proves=(Differential(setting=LOSS, formula=_TOTAL, of=("X",)),),
    ),
    Claim(
        id="notes.10.2.no-quotient-of-matrices",
        inventory=("10.2-notdiv",),
        says=("不是把两个矩阵相除",),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "says how ∂L/∂X is to be read; X need not be square, nor have an inverse",
                "说明 ∂L/∂X 的读法；X 不必是方阵，也不必可逆",
            ),
        ),
    ),
    Claim(
        id="notes.10.2.branches-add",
        inventory=("10.2-branches",),
        says=("多处分支", "梯度相加"),
        setting=BRANCHES,
        means=(r"\bar{X} = \bar{B} ⊙ σ^{'} (X) + \bar{C} ⊙ τ^{'} (X)",),
        must_refuse=(
            r"\bar{X} = \bar{B} ⊙ σ^{'} (X)",
            r"\bar{X} = \frac{1}{2} (\bar{B} ⊙ σ^{'} (X) + \bar{C} ⊙ τ^{'} (X))",
            r"\bar{X} = \bar{B} ⊙ σ^{'} (X) - \bar{C} ⊙ τ^{'} (X)",
        ),
    ),
    Claim(
        id="notes.10.2.mean-over-positions",
        inventory=("10.2-avg",),
        says=("一个位置、一个损失", "多位置平均", "平均系数"),
        setting=POSITIONS,
        means=(r"{\bar{θ}}_{r} = \frac{1}{n} \sum_{i} σ^{'} (x_{i} \cdot θ) X_{i r}",),
        must_refuse=(
            r"{\bar{θ}}_{r} = \sum_{i} σ^{'} (x_{i} \cdot θ) X_{i r}",
            r"{\bar{θ}}_{r} = \frac{1}{d} \sum_{i} σ^{'} (x_{i} \cdot θ) X_{i r}",
        ),
    ),
)
