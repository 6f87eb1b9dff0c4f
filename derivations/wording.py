"""The wordings that a sentence may have, where what it says depends on values: “falls” or “rises”, “B” or “A”."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from derivations.claim import Claim
from derivations.comparatives import compared_otherwise
from derivations.pieces import formula
from derivations.statement import all_hold, holds
from derivations.values import Values


def variants(claim: Claim) -> Iterator[Claim]:
    """The claim in each of its wordings, the recorded one first."""
    yield claim
    cases = claim.wordings or {}
    for chosen in product(*cases.values()):
        says = _with(claim.says, dict(zip(cases, chosen, strict=True)))
        if says != claim.says:
            yield replace(claim, says=says)
    yield from compared_otherwise(claim)


def right(claim: Claim, values: Values) -> Claim | None:
    """The claim in the wordings that are right at these values; None where no wording is, or that is undecided."""
    chosen: dict[int, str] = {}
    for piece, cases in (claim.wordings or {}).items():
        true = [wording for wording, statements in cases.items() if _all(statements, values)]
        if len(true) != 1:
            return None
        chosen[piece] = true[0]
    return replace(claim, says=_with(claim.says, chosen))


def _with(says: tuple[str, ...], chosen: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(chosen.get(piece, text) for piece, text in enumerate(says))


def _all(statements: tuple[str, ...], values: Values) -> bool:
    chains = [chain for text in statements for chain in formula(text, values.functions).chains]
    return all_hold([holds(chain, values) for chain in chains]) is True
