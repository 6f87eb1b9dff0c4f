"""What an author is told of a claim that is false, or that needs a condition which the lesson does not state."""

from __future__ import annotations

from derivations.claim import Claim, Condition
from derivations.formula.pretty import pretty
from derivations.pieces import formula
from derivations.verdict import Message


def of_mistake(claim: Claim, why: Message | None) -> Message | None:
    """The mistake and its repair, where the claim knows them; else why it is false."""
    mistake = claim.mistake
    if mistake is None:
        return why
    return Message("mistake", {"mistake": mistake.why, "repair": mistake.repair, **({"why": why} if why else {})})


def of_condition(condition: Condition, functions: frozenset[str]) -> Message:
    """The condition, what is the case without it, and how to say it.   functions: the names that stand for functions."""
    shown = "; ".join(pretty(formula(text, functions)) for text in condition.without)
    values: dict[str, object] = {"condition": condition.says, "without": shown, "repair": condition.repair}
    if condition.fair is None:
        return Message("needs-condition", values)
    return Message("needs-condition-fairly-read", {**values, "fair": condition.fair})
