"""Section 8.3: residuals."""

from __future__ import annotations

from derivations.claim import Claim, Declared
from derivations.prover.differential import Differential
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

RESIDUAL = Setting(
    sizes="d m",
    shapes={"x": "1 d", "W": "d m", "c": "1 m", "U": "m d"},
    functions=frozenset({"σ"}),
    calls=(r"F (x) = σ (x W + c) U",),
    forward=("y = x + F (x)",),
)
"""A residual around a network of any width, σ any smooth function (§8.3)."""

COLUMNS = Setting(
    sizes="d m",
    shapes={"x": "d 1", "W": "m d", "c": "m 1", "U": "d m", "I": "d d"},
    functions=frozenset({"σ"}),
    forward=("F = U σ (W x + c)", "y = x + F"),
    where=(
        r"I_{r s} = δ_{r s}",
        r"G = σ^{'} (W x + c)",
        r"D_{r k} = U_{r k} G_{k}",
        r"J_{F} = D W",
        r"J_{y} = I + J_{F}",
    ),
)
"""The same with columns, as the section announces. That J_F and J_y are the Jacobians is proved: dF = J_F dx, dy = J_y dx."""

ANY_BRANCH = Setting(sizes="d", shapes={"x": "d 1", "F": "d 1"}, forward=("y = x + F",))
"""The branch whatever it is."""

CANCELLED = Setting(sizes="d", shapes={"x": "1 d"}, calls=("F (x) = - x",), forward=("y = x + F (x)",))
"""The branch that takes the input away again."""

RESIDUALS = (
    Claim(
        id="notes.8.3.residual",
        inventory=("8.3-res",),
        says=("y = x + F (x)", "形状相同"),
        setting=RESIDUAL,
        declared=Declared(Verdict.DEFINITION, Text("defines the residual; shapes are checked", "定义残差；已核对形状")),
        must_refuse=("y = x + σ (x W + c)", "y = x - F (x)", "y = F (x)"),
    ),
    Claim(
        id="notes.8.3.direct-path",
        inventory=("8.3-respath",),
        says=("不必经过", "F", "直接路径"),
        proves=(Differential(setting=ANY_BRANCH, formula="d y = d x + d F", of=("x", "F")),),
        must_refuse=("d y = d F", "d y = d x"),
    ),
    Claim(
        id="notes.8.3.information-may-be-lost",
        inventory=("8.3-reslose",),
        says=("永远不丢失", "F (x) = - x", "得到零"),
        setting=CANCELLED,
        means=("y = 0 x",),
        fails=(Identity(setting=CANCELLED, formula="y = x"),),
        must_refuse=("F (x) = x", "y = 2 x"),
    ),
    Claim(
        id="notes.8.3.jacobian",
        inventory=("8.3-Jres",),
        says=("列向量", "J_{y} = I + J_{F} ."),
        setting=COLUMNS,
        proves=(
            Differential(setting=COLUMNS, formula="d F = J_{F} d x", of=("x",)),
            Differential(setting=COLUMNS, formula="d y = J_{y} d x", of=("x",)),
            Differential(setting=ANY_BRANCH, formula="d y = d x + d F", of=("x", "F")),
        ),
        must_refuse=("J_{y} = J_{F}", "J_{y} = I", "J_{y} = I - J_{F}"),
        remark=Text(
            "Stated for a branch with any smooth σ and any width; the differential holds for every branch that has one.",
            "对任意光滑 σ、任意宽度的分支给出；微分式对一切可微分支成立。",
        ),
    ),
    Claim(
        id="notes.8.3.no-proof-against-vanishing",
        inventory=("8.3-idpath",),
        says=("恒等路径", "不保证", "I + J_{F}", "绝不会梯度消失"),
        proves=(
            Identity(setting=COLUMNS, formula=r"\bar{F} = \bar{y}, \bar{x} = \bar{y} + J_{F}^{T} \bar{F}"),
            Identity(setting=CANCELLED, formula=r"\bar{x} = 0 \bar{y}"),
        ),
        fails=(Identity(setting=CANCELLED, formula=r"\bar{x} = \bar{y}"),),
        must_refuse=(r"\bar{x} = J_{F}^{T} \bar{F}", r"\bar{x} = 2 \bar{y}"),
        remark=Text("For F (x) = −x, I + J_F = 0, and no gradient comes through.", "F (x) = −x 时 I + J_F = 0，梯度全部消失。"),
    ),
)
