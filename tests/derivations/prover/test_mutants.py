"""Every formula of chapters 6–10 with one thing changed: rejected by shape or by an instance, or the same in other words.

Every sixteenth is tried, and all of them (2,141) with `pytest -m full`.
"""

from __future__ import annotations

from itertools import islice

import pytest
from test_notes_formulas import FALSE, TRUE

from derivations.formula.pretty import pretty
from derivations.prover.edits import KINDS, edits, stated
from derivations.prover.mutants import Fate, Mutant, fates, mutants
from derivations.prover.refutation import refute_at, satisfying
from derivations.prover.setting import Setting
from derivations.prover.statements import Writing, statements
from derivations.prover.symbols import agrees

SIZES = "d_v", "d_k", "n", "d"


def sample(name: str, every: int) -> list[Mutant]:
    return list(islice(mutants(*TRUE[name]), len(name) % every, None, every))


@pytest.mark.parametrize("every", [pytest.param(16, id="sample"), pytest.param(1, id="all", marks=pytest.mark.full)])
@pytest.mark.parametrize("name", TRUE)
def test_a_mutant_is_rejected_or_equivalent(name: str, every: int) -> None:
    for mutant in sample(name, every):
        fate = mutant.fate()
        assert fate is not Fate.UNDECIDED, mutant.shown
        if fate is Fate.ILL_TYPED:
            continue
        [statement] = mutant.statements
        sorts = statement["sorts"]
        distinct, equal = dict(zip(sorts, (3, 2, 4, 5), strict=False)), dict.fromkeys(sorts, 3)
        if fate is Fate.REFUTED:
            assert refute_at(statement, distinct), mutant.shown
            # Where only one size became another, equal sizes hide it.
            other_size = mutant.edit.kind == "letter" and pretty(mutant.edit.before) in SIZES
            assert (refute_at(statement, equal) is None) is other_size, mutant.shown
            continue
        # What is proved is true: sympy expands both sides to the same, and no instance tells them apart.
        for sizes in (dict(zip(sorts, (2, 3, 1, 2), strict=False)), dict.fromkeys(sorts, 2)):
            instance = satisfying(statement, sizes, 1)
            assert instance is not None
            assert agrees(statement, instance) is True, mutant.shown
        assert refute_at(statement, distinct) is None and refute_at(statement, equal) is None


def test_there_are_two_thousand_of_every_kind() -> None:
    counted = dict.fromkeys(KINDS, 0)
    for setting, formula in TRUE.values():
        writing = Writing(setting)
        for one in stated(writing, formula):
            for edit in edits(writing, one):
                counted[edit.kind] += 1
    assert sum(counted.values()) >= 2_000
    assert all(counted.values())


def test_the_false_neighbours_written_by_hand_are_among_them() -> None:
    """Those that are one edit away; the automatic edits were not made from them."""
    by_hand = [(name, formula) for name, formulas in FALSE.items() for formula in formulas]
    found = 0
    for name, formulas in FALSE.items():
        setting, formula = TRUE[name]
        writing = Writing(setting)
        made = {edit.equation for one in stated(writing, formula) for edit in edits(writing, one)}
        found += sum(one.equation in made for text in formulas for one in stated(writing, text))
    assert found > len(by_hand) // 2


def test_a_count_of_fates() -> None:
    """Of s = 2 x: other figures, signs, factors are refuted; nothing is proved but x·2 and 2 ⊙ x, the same product."""
    setting = Setting(sizes="n", shapes={"x": "n"}, where=("s_{i} = 2 x_{i}",))
    count = fates(setting, "s_{i} = 2 x_{i}")
    assert count[Fate.UNDECIDED] == 0 and count[Fate.REFUTED] > 10
    proved = {mutant.shown for mutant in mutants(setting, "s_{i} = 2 x_{i}") if mutant.fate() is Fate.PROVED}
    assert proved <= {"s_i = x_i·2", "s_i = 2 ⊙ x_i", "s_i = x_iᵀ·2"}
    assert "s_i = x_i·2" in proved


def test_no_edit_is_the_formula_itself_and_each_can_be_printed() -> None:
    setting, formula = TRUE["masked S"]
    writing = Writing(setting)
    [one] = stated(writing, formula)
    made = [edit.equation for edit in edits(writing, one)]
    assert one.equation not in made and len(set(made)) == len(made)
    assert statements(setting, one.text) == statements(setting, formula)
