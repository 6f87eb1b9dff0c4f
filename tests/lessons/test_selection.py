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
    ("select", "ignore", "kept", "left_out"),
    [
        ((), (), BOTH, {}),
        (("figure",), (), ["figure-wrong"], {"select": (1, 0)}),
        (("claim-moved",), (), ["claim-moved"], {"select": (1, 1)}),
        (("figure-loose",), (), [], {"select": (2, 1)}),
        ((), ("figure",), ["claim-moved"], {"ignore": (1, 1)}),
        ((), ("figure", "claim"), [], {"ignore": (2, 1)}),
        (("figure",), ("figure-wrong",), [], {"select": (1, 0), "ignore": (1, 1)}),
        (("figure",), ("claim",), ["figure-wrong"], {"select": (1, 0)}),
    ],
)
def test_findings_are_kept_by_their_rules(
    select: tuple[str, ...], ignore: tuple[str, ...], kept: list[str], left_out: dict[str, tuple[int, int]]
) -> None:
    found = selected(verification(), select, ignore)
    assert [finding.rule for finding in found.findings] == kept
    assert {one.by: (one.findings, one.errors) for one in found.left_out} == left_out


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


def test_findings_are_kept_by_their_claims() -> None:
    """A claim by its name, several by what their names begin with, at a full stop."""
    found = verification()
    [claim] = {finding.claim for finding in found.findings if finding.claim and finding.rule == "figure-wrong"}
    assert claim is not None
    chapter = claim.rpartition(".")[0]
    others = [finding for finding in found.findings if finding.claim != claim]
    for name in (claim, chapter):
        kept = selected(found, (name,)).findings
        assert kept and all((finding.claim or "").startswith(chapter) for finding in kept)
    assert list(selected(found, (), (claim,)).findings) == others
    assert selected(found, (), (chapter[:-1],)).findings == found.findings  # half a name means nothing
    assert selected(found, (claim, "claim-moved")).findings == found.findings


def test_a_selected_claim_that_was_not_verified_is_no_green_run() -> None:
    with pytest.raises(UsageError) as error:
        selected(verification(), ("notes.99.nothing",))
    assert error.value.message.key == "selected-claim-unknown"
    selected(verification(), (), ("notes.99.nothing",))  # what is ignored elsewhere may be set for all lessons
