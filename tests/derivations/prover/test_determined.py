"""Causality of a layer, of any number of layers, and of the whole model; caches; what leaks, with two runs that show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.notes.transformer import INPUT, LAYER, OUTPUT
from derivations.prover.determined import Determined
from derivations.prover.finding import Result
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from derivations.prover.two_runs import TwoRuns

CAUSAL = frozenset({"J"})
PROBABILITIES = replace(OUTPUT, forward=OUTPUT.forward[:-1], loss=None)
LAYERS = Determined(setting=None, layers=LAYER, formula=r"X_{\leq i} \to Y_{i}", causal=CAUSAL)
MODEL = Determined(setting=INPUT, layers=LAYER, last=PROBABILITIES, formula=r"t_{\leq i} \to p_{i, w}", causal=CAUSAL)
X = {"X": "n d"}


def leaky(*forward: str, where: tuple[str, ...] = ()) -> Determined:
    setting = Setting(sizes="n d", shapes={**X, "ε": ""}, positive=frozenset({"ε"}), forward=forward, where=where)
    return Determined(setting=None, layers=setting, formula=r"X_{\leq i} \to Y_{i}")


TRUE = {
    "7.5 a layer, and any number of them": LAYERS,
    "7.5 every node of a layer": Determined(
        setting=LAYER, formula=r"X_{\leq i} \to Q_{i}^{(r)}, K_{i}^{(r)}, V_{i}^{(r)}, T_{i}, B_{i}, Y_{i}", causal=CAUSAL
    ),
    "4.2 the whole model": MODEL,
    # The same probabilities in training, where the text goes on, and in generation, where it ends here.
    "4.3 teacher forcing": replace(MODEL, prefix=True),
    "12.4 keys and values are kept": Determined(
        setting=LAYER, formula=r"X_{\leq i} \to K_{i}^{(r)}, V_{i}^{(r)}, Y_{i}", causal=CAUSAL, prefix=True
    ),
    "12.4 in every layer": replace(LAYERS, prefix=True),
    "7.5 the relation ≤": Determined(
        setting=Setting(sizes="n d", shapes=X, masks={"≤": "n n"}, forward=(r"Y_{i r} = \sum_{j \leq i} X_{j r}",)),
        formula=r"X_{\leq i} \to Y_{i}", prefix=True,
    ),
    "7.5 a length is no later token": leaky(r"Y = X / \sqrt{n}"),
}  # fmt: skip

NUMERATOR_ONLY = replace(LAYER, forward=tuple(line.replace(r"\sum_{l \in J_{i}}", r"\sum_{l}") for line in LAYER.forward))
FALSE = {
    "7.4 a mask in the numerator only": replace(LAYERS, layers=NUMERATOR_ONLY),
    "7.5 normalisation over positions": leaky(
        r"Y_{i r} = (X_{i r} - μ_{r}) / \sqrt{v_{r} + ε}",
        where=(r"μ_{r} = \frac{1}{n} \sum_{i} X_{i r}", r"v_{r} = \frac{1}{n} \sum_{i} (X_{i r} - μ_{r})^{2}"),
    ),
    "7.5 a global mean": leaky(r"Y_{i r} = X_{i r} - \frac{1}{n} \sum_{j} X_{j r}"),
    "4.2 any mask": replace(MODEL, causal=frozenset()),
    "12.4 a length": replace(leaky(r"Y = X / \sqrt{n}"), prefix=True),
    "4.1 the target": Determined(
        setting=replace(INPUT, forward=(r"x_{i} = E_{t_{i + 1}, :} + p_{i}",)), formula=r"t_{\leq i} \to X_{i}"
    ),
    "8.7 no mask": replace(LAYERS, layers=replace(LAYER, forward=tuple(
        r"A^{(r)} = softmax (S^{(r)})" if line.startswith("A") else line for line in LAYER.forward))),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved(name: str) -> None:
    finding = TRUE[name].examined()
    assert finding.result is Result.PROVED, finding.why
    assert finding.theorems == ("induction over layers",) and finding.instance is not None


@pytest.mark.parametrize("name", FALSE)
def test_a_leak_is_shown_by_two_runs_that_differ_only_later(name: str) -> None:
    claim = FALSE[name]
    finding = claim.examined()
    assert finding.result is Result.REFUTED
    runs = finding.counterexample
    assert isinstance(runs, TwoRuns) and runs.values[0] != runs.values[1]
    for read in runs.reads:
        if read in runs.first.maps:
            assert runs.first.maps[read][: runs.position + 1] == runs.second.maps[read][: runs.position + 1]
        else:
            second = runs.second.entries[read]
            assert all(second[at] == value for at, value in runs.first.entries[read].items() if at[0] <= runs.position)
    assert "i = " in runs.shown()


def test_the_mask_is_a_hypothesis_and_is_needed() -> None:
    assert LAYERS.hypotheses == ("J_i ⊆ {1, …, i}", "ε > 0", "J_i ≠ ∅")
    assert LAYERS.without("J_i ⊆ {1, …, i}").examined().result is Result.REFUTED
    for hypothesis in LAYERS.hypotheses[1:]:  # without it there is a division by zero somewhere
        finding = LAYERS.without(hypothesis).examined()
        assert finding.result is Result.UNDECIDED and finding.undefined is not None


@pytest.mark.parametrize(
    "claim",
    [
        replace(LAYERS, formula=r"X_{\leq i}"),
        replace(LAYERS, formula=r"X_{i} \to Y_{i}"),
        replace(LAYERS, formula=r"X_{\leq i} \to Y"),
        replace(LAYERS, formula=r"X_{\leq i} \to T_{i}"),
        replace(LAYERS, formula=r"X_{\leq i} = Y_{i}"),
        Determined(setting=LAYER, formula=r"X_{\leq i} \to G_{i}"),
    ],
)
def test_what_says_nothing_is_refused(claim: Determined) -> None:
    with pytest.raises(IllTyped):
        claim.examined()
