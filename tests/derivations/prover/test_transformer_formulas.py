"""Chapters 8–10 of the notes for whole Transformers, as printed: heads, tied weights, loss masks, RoPE, permutations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.notes.transformer import (
    HEADS,
    LIKELIHOOD,
    OUTPUT,
    PERMUTED,
    ROTARY,
    ROTARY_BLOCK,
    SINUSOIDS,
    TIED,
)
from derivations.prover.examine import Result, examine
from derivations.prover.refutation import refute_at
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from derivations.prover.statements import statements

BLOCKS = Setting(sizes="n d H d_k", blocks={"d": "H·d_k"}, shapes={"X": "n d", "Y": "n d", "W": "d d"})
SIZE = Setting(sizes="n d H d_k", shapes={"X": "n d"}, given=("d = H d_{k}",))
SHARED = replace(
    TIED, shapes=TIED.shapes | {"P": "n d"}, rows=TIED.rows | {"x": "X"},
    forward=(r"x_{i} = E_{t_{i}, :} + P_{i, :}", *TIED.forward),
)  # fmt: skip
ONE_HOT = Setting(
    sizes="n N", shapes={"Λ": "n N"}, fixed={"y": "N"}, rows={"ℓ": "Λ"}, where=(*LIKELIHOOD.where, r"r_{w} = 1_{w = y}")
)
WEIGHTED = Setting(
    sizes="n N", shapes={"Λ": "n N", "w": "n", "W": ""}, positive=frozenset({"W"}), rows={"ℓ": "Λ"}, tokens={"t": "n N"},
    where=LIKELIHOOD.where, given=(r"W = \sum_{i} w_{i}",),
    forward=(r"L = \frac{1}{W} \sum_{i = 1}^{n} - w_{i} \ln p_{i, t_{i + 1}}",), loss="L",
)  # fmt: skip
AFFINE = Setting(
    sizes="n d m", shapes={"x": "1 d", "W_1": "d m", "b_1": "1 m", "W_2": "m d", "b_2": "1 d"},
    calls=(r"FFN (x) = (x W_{1} + b_{1}) W_{2} + b_{2}",),
)  # fmt: skip
NORM = Setting(
    sizes="d", shapes={"x": "1 d", "γ": "d", "β": "d", "ε": "", "c": ""}, positive=frozenset({"ε"}),
    calls=(r"LN (x)_{r} = γ_{r} \frac{x_{r} - mean (x)}{\sqrt{mean ((x - mean (x) 1)^{2}) + ε}} + β_{r}",),
)  # fmt: skip

TRUE: dict[str, tuple[Setting, str]] = {
    "8.1 Concat is a sum of blocks": (HEADS, r"O = \sum_{r = 1}^{H} Z^{(r)} W_{O}^{(r)}"),
    "8.1 W_O": (HEADS, r"{\bar{W}}_{O} = Concat (Z^{(1)}, \dots, Z^{(H)})^{T} \bar{O}"),
    "8.1 a block of W_O": (HEADS, r"{\bar{W}}_{O}^{(r)} = {Z^{(r)}}^{T} \bar{O}"),
    "8.1 a head": (HEADS, r"{\bar{Z}}^{(r)} = \bar{O} {W_{O}^{(r)}}^{T}"),
    "8.1 row sums of a head": (HEADS, r"\sum_{j} A_{i j}^{(r)} = 1"),
    "10.5 of a head": (HEADS, r"{\bar{A}}_{i j}^{(r)} = {\bar{z}}_{i}^{(r)} \cdot v_{j}^{(r)}"),
    "10.6 of a head": (
        HEADS,
        r"{\bar{S}}_{i j}^{(r)} = A_{i j}^{(r)} ({\bar{A}}_{i j}^{(r)} "
        r"- \sum_{l \in J_{i}} A_{i l}^{(r)} {\bar{A}}_{i l}^{(r)}), "
        r"j \in J_{i} .",
    ),
    "10.7 of a head": (
        HEADS,
        r"{\bar{Q}}^{(r)} = {\bar{S}}^{(r)} K^{(r)} / \sqrt{d_{k}}, "
        r"{\bar{K}}^{(r)} = ({\bar{S}}^{(r)})^{T} Q^{(r)} / \sqrt{d_{k}}",
    ),
    "10.7 X of all heads": (
        HEADS,
        r"\bar{X} = \bar{R} + \sum_{r} ({\bar{Q}}^{(r)} {W_{Q}^{(r)}}^{T} + {\bar{K}}^{(r)} {W_{K}^{(r)}}^{T} "
        r"+ {\bar{V}}^{(r)} {W_{V}^{(r)}}^{T})",
    ),
    "8.1 d = H d_k in blocks": (BLOCKS, r"\sqrt{d / H} = \sqrt{d_{k}}"),
    "8.1 entries across blocks": (BLOCKS, r"(X W)_{i s} = \sum_{r = 1}^{d} X_{i r} W_{r s}"),
    "8.1 counting across blocks": (BLOCKS, r"\sum_{r} (X_{i r} + 1) = \sum_{r} X_{i r} + H d_{k}"),
    "8.1 d = H d_k as a hypothesis": (SIZE, r"d^{2} = H^{2} d_{k}^{2}"),
    "8.2 two affine maps are one": (AFFINE, r"FFN (x) = x (W_{1} W_{2}) + (b_{1} W_{2} + b_{2})"),
    "8.4 a shift of the input": (NORM, r"LN (x + c 1) = LN (x)"),
    "8.6 relative rotation": (ROTARY_BLOCK, r"R_{i}^{T} R_{j} = R ((j - i) ω)"),
    "8.6 rotated product": (ROTARY_BLOCK, r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R_{i}^{T} R_{j} k_{j} ."),
    "8.6 relative score": (ROTARY_BLOCK, r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R ((j - i) ω) k_{j}"),
    "8.6 norms": (ROTARY_BLOCK, r"{\tilde{q}}_{i}^{T} {\tilde{q}}_{i} = q_{i}^{T} q_{i}"),
    "8.6 whole vectors": (
        ROTARY, r"\sum_{r} {\tilde{q}}_{i r}^{T} {\tilde{k}}_{j r} = \sum_{r} q_{i r}^{T} R ((j - i) ω_{r}) k_{j r}"
    ),
    "8.6 norms of whole vectors": (ROTARY, r"\sum_{r} {\tilde{q}}_{i r}^{T} {\tilde{q}}_{i r} = \sum_{r} q_{i r}^{T} q_{i r}"),
    "8.6 sinusoids shift linearly": (SINUSOIDS, r"p ((i + c) ω_{r}) = M (c ω_{r}) p (i ω_{r})"),
    "8.6 permuted": (PERMUTED, r"Q' = P Q, K' = P K, V' = P V, S' = P S P^{T}, A' = P A P^{T}, Z' = P Z"),
    "8.6 softmax of permuted scores": (PERMUTED, r"softmax (P S P^{T}) = P softmax (S) P^{T}"),
    "8.6 a permutation is orthogonal": (PERMUTED, r"P^{T} P X = X, P P^{T} X = X"),
    "9.1 logits": (OUTPUT, r"ℓ_{i, w} = h_{i} U_{:, w} + b_{w}"),
    "9.2 one-hot": (ONE_HOT, r"- \sum_{w} r_{w} \ln p_{i, w} = - \ln p_{i, y}"),
    "9.2 likelihood": (LIKELIHOOD, r"- \ln \prod_{i = 1}^{n} p_{i, t_{i + 1}} = \sum_{i = 1}^{n} - \ln p_{i, t_{i + 1}}"),
    "9.2 likelihood of some": (LIKELIHOOD, r"\ln \prod_{i \in I} p_{i, t_{i + 1}} = \sum_{i \in I} \ln p_{i, t_{i + 1}}"),
    "9.2 loss mask": (OUTPUT, r"{\bar{ℓ}}_{i, w} = \frac{1_{i \in I}}{| I |} (p_{i, w} - 1_{w = t_{i + 1}})"),
    "9.2 loss weights": (WEIGHTED, r"{\bar{ℓ}}_{i, w} = \frac{w_{i}}{W} (p_{i, w} - 1_{w = t_{i + 1}})"),
    "10.4 many positions": (OUTPUT, r"\bar{U} = G^{T} \bar{Λ}, {\bar{b}}_{w} = \sum_{i} {\bar{Λ}}_{i w}"),
    "9.4 tied logits": (TIED, r"Λ_{i w} = h_{i} E_{w, :}^{T} + b_{w}"),
    "9.4 tied weights": (SHARED, r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{X}}_{i, :} + ({\bar{U}}^{T})_{w, :}"),
}  # fmt: skip

FALSE: dict[str, list[str]] = {
    "8.1 Concat is a sum of blocks": [r"O = \sum_{r = 1}^{H} Z^{(r)}", r"O = \frac{1}{H} \sum_{r = 1}^{H} Z^{(r)} W_{O}^{(r)}"],
    "8.1 a block of W_O": [r"{\bar{W}}_{O}^{(r)} = \bar{O}^{T} Z^{(r)}", r"{\bar{W}}_{O}^{(r)} = {V^{(r)}}^{T} \bar{O}"],
    "8.1 a head": [r"{\bar{Z}}^{(r)} = \bar{O} W_{O}^{(r)}", r"{\bar{Z}}^{(r)} = - \bar{O} {W_{O}^{(r)}}^{T}"],
    "8.1 row sums of a head": [r"\sum_{i} A_{i j}^{(r)} = 1", r"\sum_{r} A_{i j}^{(r)} = 1"],
    "10.6 of a head": [
        r"{\bar{S}}_{i j}^{(r)} = A_{i j}^{(r)} ({\bar{A}}_{i j}^{(r)} "
        r"- \sum_{l \in J_{i}} {\bar{A}}_{i l}^{(r)}), j \in J_{i} .",
        r"{\bar{S}}_{i j}^{(r)} = A_{i j}^{(r)} {\bar{A}}_{i j}^{(r)}",
    ],
    "10.7 X of all heads": [
        r"\bar{X} = \bar{R} + \sum_{r} ({\bar{Q}}^{(r)} {W_{Q}^{(r)}}^{T} + {\bar{K}}^{(r)} {W_{K}^{(r)}}^{T})",
        r"\bar{X} = \sum_{r} ({\bar{Q}}^{(r)} {W_{Q}^{(r)}}^{T} + {\bar{K}}^{(r)} {W_{K}^{(r)}}^{T} "
        r"+ {\bar{V}}^{(r)} {W_{V}^{(r)}}^{T})",
    ],
    "8.1 d = H d_k in blocks": [r"\sqrt{d / H} = d_{k}", r"\sqrt{d} = \sqrt{d_{k}}"],
    "8.1 counting across blocks": [r"\sum_{r} (X_{i r} + 1) = \sum_{r} X_{i r} + d_{k}"],
    "8.2 two affine maps are one": [r"FFN (x) = x (W_{1} W_{2}) + b_{2}"],
    "8.4 a shift of the input": [r"LN (c x) = LN (x)", r"LN (x) = x"],
    "8.6 relative rotation": [r"R_{i}^{T} R_{j} = R ((i - j) ω)", r"R_{i} R_{j} = R ((j - i) ω)", r"R_{i}^{T} R_{j} = R (j ω)"],
    "8.6 relative score": [
        r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R ((i - j) ω) k_{j}",
        r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} k_{j}",
    ],
    "8.6 norms": [r"{\tilde{q}}_{i}^{T} {\tilde{q}}_{i} = k_{i}^{T} k_{i}", r"{\tilde{q}}_{i} = q_{i}"],
    "8.6 whole vectors": [
        r"\sum_{r} {\tilde{q}}_{i r}^{T} {\tilde{k}}_{j r} = \sum_{r} q_{i r}^{T} R ((i + j) ω_{r}) k_{j r}",
        r"\sum_{r} {\tilde{q}}_{i r}^{T} {\tilde{k}}_{j r} = \sum_{r} q_{i r}^{T} k_{j r}",
    ],
    "8.6 sinusoids shift linearly": [
        r"p ((i + c) ω_{r}) = M (c ω_{r})^{T} p (i ω_{r})",
        r"p ((i + c) ω_{r}) = M (i ω_{r}) p (i ω_{r})",
    ],
    "8.6 permuted": [r"S' = P^{T} S P", r"S' = P S", r"A' = P A", r"Z' = Z", r"Z' = P^{T} Z"],
    "8.6 a permutation is orthogonal": [r"P P X = X", r"P X = X", r"P^{T} X = P X"],
    "9.2 one-hot": [r"- \sum_{w} r_{w} \ln p_{i, w} = \ln p_{i, y}", r"- \sum_{w} \ln p_{i, w} = - \ln p_{i, y}"],
    "9.2 likelihood": [
        r"- \ln \prod_{i = 1}^{n} p_{i, t_{i + 1}} = \sum_{i = 1}^{n} - \ln p_{i, t_{i}}",
        r"\prod_{i = 1}^{n} p_{i, t_{i + 1}} = \sum_{i = 1}^{n} p_{i, t_{i + 1}}",
    ],
    "9.2 loss mask": [
        r"{\bar{ℓ}}_{i, w} = \frac{1}{| I |} (p_{i, w} - 1_{w = t_{i + 1}})",
        r"{\bar{ℓ}}_{i, w} = 1_{i \in I} (p_{i, w} - 1_{w = t_{i + 1}})",
        r"{\bar{ℓ}}_{i, w} = \frac{1_{i \in I}}{| I |} (p_{i, w} - 1_{w = t_{i}})",
        r"{\bar{ℓ}}_{i, w} = \frac{1_{i \in I}}{n} (p_{i, w} - 1_{w = t_{i + 1}})",
    ],
    "9.2 loss weights": [
        r"{\bar{ℓ}}_{i, w} = \frac{1}{W} (p_{i, w} - 1_{w = t_{i + 1}})",
        r"{\bar{ℓ}}_{i, w} = w_{i} (p_{i, w} - 1_{w = t_{i + 1}})",
    ],
    "9.4 tied logits": [r"Λ_{i w} = h_{i} E_{w, :}^{T}"],
    "9.4 tied weights": [
        r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{X}}_{i, :}",
        r"{\bar{E}}_{w, :} = ({\bar{U}}^{T})_{w, :}",
        r"{\bar{E}}_{w, :} = \sum_{i : t_{i + 1} = w} {\bar{X}}_{i, :} + ({\bar{U}}^{T})_{w, :}",
        r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{X}}_{i, :} - ({\bar{U}}^{T})_{w, :}",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_for_all_shapes(name: str) -> None:
    setting, formula = TRUE[name]
    found = [examine(statement) for statement in statements(setting, formula)]
    assert found and all(finding.result is Result.PROVED for finding in found), found


@pytest.mark.parametrize(
    "setting, formula", [(TRUE[name][0], formula) for name, formulas in FALSE.items() for formula in formulas]
)
def test_a_false_neighbour_is_refuted_or_has_no_shape(setting: Setting, formula: str) -> None:
    try:
        found = [examine(statement) for statement in statements(setting, formula)]
    except IllTyped:
        return
    assert any(finding.result is Result.REFUTED for finding in found), found
    assert not all(finding.result is Result.PROVED for finding in found)


@pytest.mark.parametrize("name", ["8.1 row sums of a head", "9.2 loss mask", "9.4 tied weights", "9.2 one-hot"])
def test_equal_and_distinct_sizes_refute(name: str) -> None:
    for formula in FALSE[name][:2]:
        (statement,) = statements(TRUE[name][0], formula)
        sorts = statement["sorts"]
        assert refute_at(statement, dict.fromkeys(sorts, 3))
        assert refute_at(statement, dict(zip(sorts, (3, 2, 4, 1, 5), strict=False)))


def test_addition_theorems_are_cited_where_they_are_used() -> None:
    (finding, *_) = [examine(statement) for statement in statements(*TRUE["8.6 relative rotation"])]
    assert finding.theorems == ("addition theorems",)
    (finding,) = [examine(statement) for statement in statements(*TRUE["8.1 row sums of a head"])]
    assert finding.theorems == ()
