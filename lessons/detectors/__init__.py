"""The detectors that need no claims: what a document prints beside its own arithmetic. One detector a file."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.verdict import Message
from lessons.detectors import (
    columns_by_formula,
    definitions,
    entry_sums,
    layer_norm_rows,
    multiples,
    percent_changes,
    products_of_margins,
    relation_chains,
    repeated_figures,
    restated_amounts,
    rounded_twins,
    row_sums,
    shares,
    shares_of_column,
    sinusoidal_rows,
    softmax_rows,
    totals,
    values_beside,
)
from lessons.detectors.detection import (
    STEPS,
    Budget,
    Detection,
    Detector,
    OutOfSteps,
    Reporter,
    Text,
)
from lessons.names import Names
from lessons.passage import Passage

DETECTORS: dict[str, Detector] = {
    "relation-chains": relation_chains.detect,
    "row-sums": row_sums.detect,
    "entry-sums": entry_sums.detect,
    "products-of-margins": products_of_margins.detect,
    "layer-norm-rows": layer_norm_rows.detect,
    "softmax-rows": softmax_rows.detect,
    "shares": shares.detect,
    "shares-of-column": shares_of_column.detect,
    "sinusoidal-rows": sinusoidal_rows.detect,
    "values-beside": values_beside.detect,
    "columns-by-formula": columns_by_formula.detect,
    "totals": totals.detect,
    "percent-changes": percent_changes.detect,
    "multiples": multiples.detect,
    "rounded-twins": rounded_twins.detect,
    "restated-amounts": restated_amounts.detect,
    "repeated-figures": repeated_figures.detect,
}


def detect(passages: Sequence[Passage], names: Names | None = None) -> Detection:
    """Everything that the detectors find in a document.   names: what is declared of its names, to which its own are added."""
    text, detection = Text(passages, names or Names()), Detection()
    steps: dict[str, Detector] = {
        "definitions": definitions.define, "sources": definitions.find_sources, **DETECTORS,
    }  # fmt: skip
    for name, detector in steps.items():
        reporter = Reporter(text, detection, name, Budget(STEPS))
        try:
            with reporter.trying(0):
                detector(text, reporter)
        except OutOfSteps:
            if passages:
                last = len(passages) - 1
                reporter.skip(last, (0, 0), Message("unread-too-long", {}))
    return detection
