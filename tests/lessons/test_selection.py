"""Which findings the user hears of."""

from __future__ import annotations

import pytest

from derivations.catalogue import UsageError
from derivations.verdict import FigureVerdict
from lessons.rules import RULES
from lessons.selection import named, selected
from tests.reports.sample import verification

BOTH = ["figure-wrong", "claim-moved"]


@pytest.mark.parametrize(
    ("select", "ignore", "kept", "ignored"),
    [
        ((), (), BOTH, 0),
        (("figure",), (), ["figure-wrong"], 0),
        (("claim-moved",), (), ["claim-moved"], 0),
        (("figure-loose",), (), [], 0),
        ((), ("figure",), ["claim-moved"], 1),
        ((), ("figure", "claim"), [], 2),
        (("figure",), ("figure-wrong",), [], 1),
        (("figure",), ("claim",), ["figure-wrong"], 0),
    ],
)
def test_findings_are_kept_by_their_rules(
    select: tuple[str, ...], ignore: tuple[str, ...], kept: list[str], ignored: int
) -> None:
    found = selected(verification(), select, ignore)
    assert [finding.rule for finding in found.findings] == kept
    assert found.ignored == ignored


def test_the_ledger_stays_as_it_is() -> None:
    before, after = verification(), selected(verification(), (), ("figure",))
    assert (after.figures, after.claims) == (before.figures, before.claims)
    assert FigureVerdict.WRONG in after.figures_by_verdict()


def test_the_beginning_of_a_word_is_no_name() -> None:
    assert named(["figure"]) == [rule for rule in RULES if rule.startswith("figure-")]
    for wrong in ("fig", "figure-", "figure-w", "figure-wrong-", "", "*"):
        with pytest.raises(UsageError):
            named([wrong])


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(UsageError) as error:
        selected(verification(), (), ("figure-wrogn",))
    assert error.value.message.key == "unknown-rule"
    assert str(error.value.message.values["nearest"]).count("figure-wrong") == 1
