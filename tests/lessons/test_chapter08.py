"""Chapter 8 against the published document: every claim in its place, false edits of its formulas and figures caught there."""

from __future__ import annotations

from pathlib import Path

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.notes.chapter08 import CLAIMS
from derivations.verdict import Binding, FigureVerdict, Severity, Verdict

pytestmark = pytest.mark.corpus
TARGET = "chapter8"


@pytest.fixture
def published(notes: Path, tmp_path: Path) -> PrintedLesson:
    return PrintedLesson(notes.read_text(encoding="utf-8"), tmp_path)


def test_every_claim_is_bound_and_every_figure_accounted_for(published: PrintedLesson) -> None:
    found = published.verified(target=TARGET)
    assert len(found.claims) == len(CLAIMS)
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert not {claim.verdict for claim in found.claims} & {Verdict.REFUTED, Verdict.UNDECIDED}
    assert FigureVerdict.UNACCOUNTED not in {figure.verdict for figure in found.figures}
    [note] = found.findings  # H d_v may be d
    assert note.severity is Severity.NOTE and note.places[0].line == 349


EDITS = [
    (r"W_{O} \in R^{H d_{v} \times d} .", r"W_{O} \in R^{d_{v} \times d} .", 347),
    (r"W_{1} \in R^{d \times m}, W_{2}", r"W_{1} \in R^{m \times d}, W_{2}", 357),
    (r"J_{y} = I + J_{F} .", r"J_{y} = I - J_{F} .", 369),
    (r"LN (x)_{r} = γ_{r} \frac{x_{r} - μ}{\sqrt{v + ε}}", r"LN (x)_{r} = γ_{r} \frac{x_{r} - μ}{v + ε}", 379),
    (r"{\tilde{k}}_{j} = q_{i}^{T} R_{i}^{T} R_{j} k_{j} .", r"{\tilde{k}}_{j} = q_{i}^{T} R_{i} R_{j} k_{j} .", 403),
    (r"R_{j} = R ((j - i) ω)", r"R_{j} = R ((i - j) ω)", 405),
    ("$d - 1$ 分母", "$d - 2$ 分母", 381),
    ("均值 0、方差 1。RMS", "均值 1、方差 1。RMS", 383),
    ("均值 0、方差 1。RMS", "均值 0、方差 2。RMS", 383),
]


@pytest.mark.parametrize(("printed", "instead", "line"), EDITS)
def test_a_false_edit_is_caught_at_its_line(published: PrintedLesson, printed: str, instead: str, line: int) -> None:
    assert published.text.count(printed) == 1
    found = published.verified(published.text.replace(printed, instead), TARGET)
    assert line in {finding.places[0].line for finding in errors(found) if finding.places}
