"""What a figure stands for is computed: a reading that is a bare numeral would only repeat what is printed."""

from __future__ import annotations

import pytest

from derivations.catalogue import lessons
from derivations.claim import Claim, Label, Value
from derivations.formula import tree
from derivations.pieces import recorded, side

CLAIMS = [claim for lesson in lessons() for chapter in lesson.chapters if chapter.encoded for claim in chapter.claims()]
READING = [claim for claim in CLAIMS if any(isinstance(reading, Value) for reading in (claim.reads or {}).values())]


def is_numeral(expression: str) -> bool:
    return isinstance(side(expression), tree.Number)


@pytest.mark.parametrize("claim", READING, ids=lambda claim: claim.id)
def test_a_figure_is_never_read_as_a_numeral_of_ours(claim: Claim) -> None:
    """But for one that repeats a label of the same claim, where the label is what is printed."""
    reads, printed = claim.reads or {}, recorded(claim)
    labels = {printed[index].value for index, reading in reads.items() if isinstance(reading, Label)}
    typed_in = {
        index: reading.expression
        for index, reading in reads.items()
        if isinstance(reading, Value) and is_numeral(reading.expression) and printed[index].value not in labels
    }
    assert not typed_in
