"""Card 3 of lesson 2 against a document: every place found, every change caught, and what is made up free to change."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations.verdict import Binding, FigureVerdict, Severity, Verification
from lessons.check import DocumentGiven, verify
from numeric.written import read

TOLD = {"figure-wrong", "figure-truncated"}
FOLLOWS = {FigureVerdict.EXACT, FigureVerdict.ROUNDED}

pytestmark = pytest.mark.corpus


@pytest.fixture
def text(corpus: Path) -> str:
    return (corpus / "lessons" / "lesson02.txt").read_text(encoding="utf-8")


def verified(folder: Path, text: str, target: str = "card3") -> Verification:
    file = folder / "lesson.txt"
    file.write_text(text, encoding="utf-8", newline="")
    return verify([target], [DocumentGiven("lesson02", str(file))])


def told(found: Verification, severity: Severity) -> list[int]:
    return [one.places[0].line for one in found.findings if one.severity is severity]


def replaced(text: str, printed: str, other: str) -> str:
    assert printed in text
    return text.replace(printed, other)


def test_every_claim_is_bound_and_every_figure_accounted_for(text: str, tmp_path: Path) -> None:
    found = verified(tmp_path, text)
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert not {figure.verdict for figure in found.figures} & {FigureVerdict.UNACCOUNTED, FigureVerdict.WRONG}
    assert told(found, Severity.ERROR) == []
    assert told(found, Severity.WARNING) == [126, 130, 158]
    assert told(found, Severity.NOTE) == [148, 163]


def test_a_figure_that_is_one_unit_off_is_told_with_the_right_print(text: str, tmp_path: Path) -> None:
    before = verified(tmp_path, text)
    figures = [figure for figure in before.figures if figure.verdict in FOLLOWS and figure.place is not None]
    assert len(figures) > 20
    for number, figure in enumerate(figures):
        assert figure.place is not None
        steps = 1 - 2 * (number % 2)  # every other one down
        lines = text.split("\n")
        line, column = figure.place.line - 1, figure.place.column - 1
        assert lines[line].startswith(figure.printed, column)
        written = read(figure.printed)
        changed = written.reprinted(written.steps + steps)
        lines[line] = lines[line][:column] + changed + lines[line][column + len(figure.printed) :]
        found = verified(tmp_path, "\n".join(lines), figure.claims[0])
        wrong = [one for one in found.findings if one.rule in TOLD and figure.place in one.places]
        assert wrong, (figure, steps)
        assert all(one.repair == figure.printed for one in wrong)


@pytest.mark.parametrize(
    ("printed", "other"),
    [
        ("I[0.9, 0.5, 0.1, 1.1]", "I[0.8, 0.5, 0.1, 1.1]"),
        ("you[0.4, 0.4, 0.7, 1.2]", "you[0.4, 0.1, 0.7, 1.3]"),
    ],
)
def test_another_output_of_the_encoder_is_no_error(printed: str, other: str, text: str, tmp_path: Path) -> None:
    found = verified(tmp_path, replaced(text, printed, other))
    assert told(found, Severity.ERROR) == []


def test_another_score_changes_the_weights(text: str, tmp_path: Path) -> None:
    """exp 0.52 = 1.6820, exp 0.35 = 1.4191, exp 0.30 = 1.3499, together 4.4510: weights 0.378, 0.319, 0.303."""
    other = replaced(text, "Q·K_I = 0.42exp(0.42)", "Q·K_I = 0.52exp(0.52)")
    wrong = {one.printed: one.expected for one in verified(tmp_path, other).figures if one.verdict is FigureVerdict.WRONG}
    assert wrong == {"0.355": "0.378", "0.331": "0.319", "0.315": "0.303"}


def test_another_input_of_the_decoder_changes_the_sum_and_its_norm(text: str, tmp_path: Path) -> None:
    """0.3 + 0.3 = 0.6; the mean is 0.675, the centred numbers −0.075, 0.025, 0.425, −0.375, σ = √0.081875 = 0.28614."""
    found = verified(tmp_path, replaced(text, "decoder_input = [0.2,", "decoder_input = [0.3,"))
    wrong = {one.printed: one.expected for one in found.figures if one.verdict is FigureVerdict.WRONG}
    assert wrong == {"0.5": "0.6", "−0.51": "−0.26", "0.17": "0.09", "1.52": "1.49", "−1.18": "−1.31"}


def test_Q_from_the_first_sublayer_is_a_warning_no_more(text: str, tmp_path: Path) -> None:
    other = replaced(text, "Q 来自 Decoder 当前层输入", "Q 来自子层一的输出")
    assert 130 not in told(verified(tmp_path, other), Severity.WARNING)


@pytest.mark.parametrize("row", ["I[0.9, 0.5, 0.1, 1.1]", "you[0.4, 0.4, 0.7, 1.2]"])
@pytest.mark.parametrize("position", range(4))
@pytest.mark.parametrize("step", [-1, 1])
def test_rows_that_some_norm_gives_are_free(text: str, row: str, position: int, step: int, tmp_path: Path) -> None:
    """One number changed, there are γ and β still, though not always those that the claim exhibits."""
    word, _, entries = row.rstrip("]").partition("[")
    printed = [read(entry) for entry in entries.split(", ")]
    changed = [one.reprinted(one.steps + step * (number == position)) for number, one in enumerate(printed)]
    found = verified(tmp_path, replaced(text, row, f"{word}[{', '.join(changed)}]"))
    assert not told(found, Severity.ERROR)


def test_rows_that_no_norm_gives_are_refuted(text: str, tmp_path: Path) -> None:
    """Two rows that differ in one number only: γ of that number would have to be infinite."""
    found = verified(tmp_path, replaced(text, "I[0.9, 0.5, 0.1, 1.1]", "I[0.9, 0.4, 0.7, 1.2]"))
    assert "lesson02.3.encoder-output" in {one.claim for one in found.findings if one.severity is Severity.ERROR}
