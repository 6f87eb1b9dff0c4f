"""Section 10.9: back to the rows that were looked up."""

from __future__ import annotations

from derivations.claim import Claim
from derivations.notes.settings import EMBEDDING
from derivations.prover.setting import Setting

TIED = Setting(
    sizes="n N d",
    shapes={"E": "N d", "P": "n d", "b": "1 N", "H": "n d"},
    rows={"x": "X", "p": "P"},
    tokens={"t": "n N"},
    forward=(r"x_{i} = E_{t_{i}, :} + p_{i}", "U = E^{T}", "Λ = H U + b"),
)
"""E looked up at the input and, transposed, the output matrix U; H whatever the layers between have made."""

EMBEDDING_GRADIENTS = (
    Claim(
        id="notes.10.9.looked-up-rows",
        inventory=("10.9-Ebar",),
        says=(r"x_{i} = E_{t_{i}, :} + p_{i}", r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{X}}_{i, :} ."),
        setting=EMBEDDING,
        must_refuse=(r"{\bar{E}}_{w, :} = \sum_{i} {\bar{X}}_{i, :}", r"{\bar{E}}_{w, :} = {\bar{X}}_{i, :}"),
    ),
    Claim(
        id="notes.10.9.position-vectors",
        inventory=("10.9-pbar",),
        says=("可训练的位置向量", "固定位置编码不更新"),
        setting=EMBEDDING,
        means=(r"\bar{P} = \bar{X}",),
        must_refuse=(r"\bar{P} = 2 \bar{X}", r"\bar{P} = X"),
    ),
    Claim(
        id="notes.10.9.tied-output",
        inventory=("10.9-tied",),
        says=("U = E^{T}", r"{\bar{U}}^{T}"),
        setting=TIED,
        means=(r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r} + {\bar{U}}_{r w}",),
        must_refuse=(
            r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r}",
            r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r} - {\bar{U}}_{r w}",
            r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r} + 2 {\bar{U}}_{r w}",
        ),
    ),
    Claim(
        id="notes.10.9.one-update-changes-both",
        inventory=("10.9-both",),
        says=("训练更新", "输入如何表示", "输出如何打分", "无需分开"),
        setting=TIED,
        means=(
            r"\frac{\partial x_{i r}}{\partial E_{w k}} = 1_{t_{i} = w} δ_{r k}",
            r"\frac{\partial Λ_{i j}}{\partial E_{w k}} = δ_{j w} H_{i k}",
        ),
        must_refuse=(r"\frac{\partial Λ_{i j}}{\partial E_{w k}} = 0", r"\frac{\partial x_{i r}}{\partial E_{w k}} = 0"),
    ),
)
