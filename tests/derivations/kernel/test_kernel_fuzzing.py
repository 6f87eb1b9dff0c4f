"""Random terms against exact evaluation, and certificates that lie.

A sample of them is tried, and 100,000 with `pytest -m full`.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from counts import how_many
from kernel_statements import JACOBIAN, SUM_IS_ONE, minus, number, plus, times
from random_terms import FREE, Terms, statement

from derivations.kernel.check import Rejected, check, digest
from derivations.kernel.language import Language, frozen
from derivations.kernel.normal_form import NormalForm
from derivations.prover.ordering import Ordering
from derivations.prover.refutation import differs, satisfying
from derivations.prover.search import certificate, term_of

SIZES = ({"n": 1, "m": 1}, {"n": 2, "m": 2}, {"n": 2, "m": 3}, {"n": 3, "m": 2})
BATCHES = 8


def refuted(claim: Any) -> bool:
    instances = (satisfying(claim, sizes, seed) for sizes in SIZES for seed in range(2))
    return any(instance is not None and differs(claim, instance) is not None for instance in instances)


@how_many
@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_normal_form_has_the_value_of_the_term(batch: int, count: int) -> None:
    """Expansion, δ, masks, powers, exp, log, D and renaming keep the value at every instance tried."""
    for seed in range(batch, count, BATCHES):
        terms = Terms(seed)
        term = terms.admitted()
        form = NormalForm(terms.known, ["w", "k"] if seed % 2 else [], Ordering(terms.known))
        try:
            normal = term_of(form.settle(form.expand(frozen(term), {index: ("v", index) for index in FREE})))
        except Rejected as rejected:
            assert "too many monomials" in str(rejected)  # a term in ten thousand
            continue
        assert not refuted(statement(term, normal)), f"seed {seed}: {term}"


@how_many
def test_what_is_proved_of_random_terms_is_not_refuted(count: int) -> None:
    """Random pairs, and terms against themselves with one part changed: whatever the kernel accepts has no counterexample."""
    accepted = 0
    for seed in range(count // 4):
        terms = Terms(f"pair {seed}")
        left = terms.admitted(3)
        right = changed(left, terms.random) if seed % 2 else terms.admitted(2)
        claim = statement(left, right)
        try:
            found = certificate(claim)
        except Rejected:  # the change made a term without a value
            continue
        accepted += found is not None
        assert found is None or not refuted(claim), f"seed {seed}"
    assert accepted


def changed(term: Any, random: Random) -> Any:
    """One index, tensor, number, exponent or order of factors replaced."""
    term = copy.deepcopy(term)
    places = [(parent, at) for parent in walk(term) for at in range(1, len(parent)) if isinstance(parent[at], (str, list))]
    if not places:
        return term
    parent, at = random.choice(places)
    if isinstance(parent[at], list):
        random.shuffle(parent[at])
    else:
        parent[at] = random.choice(["i", "j", "x", "y", "p", "q", "2", "-1", "n", "m"])
    return term


def walk(part: Any) -> Any:
    if isinstance(part, list) and part:
        yield part
        for piece in part:
            yield from walk(piece)


FALSEHOODS = [
    {**SUM_IS_ONE, "right": number(2)},
    {**SUM_IS_ONE, "right": ["size", "n"]},
    {**SUM_IS_ONE, "left": minus(SUM_IS_ONE["left"])},
    {**JACOBIAN, "right": minus(JACOBIAN["right"])},
    {**JACOBIAN, "right": number(0)},
    {**JACOBIAN, "right": times(JACOBIAN["right"], ["size", "n"])},
    {**JACOBIAN, "right": plus(JACOBIAN["right"], ["entry", "ds", ["j"]])},
]


@pytest.mark.parametrize("falsehood", FALSEHOODS)
def test_no_lying_certificate_proves_a_falsehood(falsehood: Any) -> None:
    """Certificates of true neighbours, relabelled and corrupted at random: 0 accepted."""
    honest = [certificate(SUM_IS_ONE), certificate(JACOBIAN)]
    random = Random(str(falsehood))
    for _ in range(60):
        lie = corrupted(random.choice(honest), random)
        lie["statement"] = digest(falsehood)
        with pytest.raises(Rejected):
            check(falsehood, lie)


def corrupted(honest: Any, random: Random) -> Any:
    """Uses repeated, dropped, rescaled and pointed elsewhere; orders shuffled, dropped and invented; terms changed."""
    lie = copy.deepcopy(honest)
    base = ["sum", "r", "n", ["apply", "exp", ["entry", "s", ["r"]]]]
    powers = [["power", base, random.choice(["-1", "-2", "1/2"])], ["power", number(2), "-1"]]
    facts = [*powers, ["define", "a", ["l"]], ["given", 0, []]]
    for _ in range(random.randint(1, 4)):
        match random.randrange(6):
            case 0:
                lie["use"].append({"over": [["l", "n"]], "times": number(random.randint(-3, 3)), "fact": random.choice(facts)})
            case 1 if lie["use"]:
                lie["use"].append(copy.deepcopy(random.choice(lie["use"])))
            case 2 if lie["use"]:
                use = random.choice(lie["use"])
                use["times"] = changed(use["times"], random)
            case 3 if lie["use"]:
                use = random.choice(lie["use"])
                use["fact"] = changed(use["fact"], random)
            case 4:
                lie["orders"] = [random.choice([[0, 1], [1, 0], [0, 0], [2, 0, 1], []]) for _ in range(random.randint(0, 9))]
            case _:
                lie["unfold"] = random.choice([[], ["a"], ["s"]])
    return lie


def test_a_language_does_not_depend_on_its_certificates() -> None:
    """Derivatives are kept as further definitions of one check only."""
    before = dict(Language(JACOBIAN).definitions)
    certificate(JACOBIAN)
    assert Language(JACOBIAN).definitions == before
