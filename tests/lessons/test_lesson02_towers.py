"""What stands before the cards of lesson 2, and card 1, against a document: every place found, every change caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations.verdict import Binding, FigureOutcome, FigureVerdict, Severity, Verification
from lessons.check import DocumentGiven, verify
from numeric.written import read

FOLLOWS = {FigureVerdict.EXACT, FigureVerdict.ROUNDED}
WRONG = ("figure-wrong", "figure-truncated")
ERRORS = {"card0": [20], "card1": [36, 55, 58, 71]}
WARNINGS = {"card0": [10, 18], "card1": [23, 27, 42, 54, 55]}

pytestmark = pytest.mark.corpus


@pytest.fixture
def text(corpus: Path) -> str:
    return (corpus / "lessons" / "lesson02.txt").read_text(encoding="utf-8")


def verified(folder: Path, text: str, target: str) -> Verification:
    file = folder / "lesson.txt"
    file.write_text(text, encoding="utf-8", newline="")
    return verify([target], [DocumentGiven("lesson02", str(file))])


def told(found: Verification, severity: Severity) -> list[int]:
    return [one.places[0].line for one in found.findings if one.severity is severity]


def changed(text: str, figure: FigureOutcome, steps: int) -> str:
    """The text with that figure some units of its last place away."""
    assert figure.place is not None
    lines = text.split("\n")
    line, column = figure.place.line - 1, figure.place.column - 1
    written = read(figure.printed)
    assert lines[line].startswith(figure.printed, column) or figure.printed == "2"  # the exponent of 512²
    printed = written.reprinted(written.steps + steps)
    if lines[line][column] in "²":
        printed = printed.translate(str.maketrans("13", "¹³"))
    lines[line] = lines[line][:column] + printed + lines[line][column + len(figure.printed) :]
    return "\n".join(lines)


@pytest.mark.parametrize("target", ["card0", "card1"])
def test_every_claim_is_bound_and_every_figure_accounted_for(target: str, text: str, tmp_path: Path) -> None:
    found = verified(tmp_path, text, target)
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert not {figure.verdict for figure in found.figures} & {FigureVerdict.UNACCOUNTED, FigureVerdict.WRONG}
    assert told(found, Severity.ERROR) == ERRORS[target]
    assert told(found, Severity.WARNING) == WARNINGS[target]


def test_what_is_said_at_five_places_is_one_finding_with_five_places(text: str, tmp_path: Path) -> None:
    file = tmp_path / "lesson.txt"
    file.write_text(text, encoding="utf-8")
    found = verify(["card0", "card1"], [DocumentGiven("lesson02", str(file))])
    [finding] = [one for one in found.findings if one.claim == "lesson02.0.two-towers"]
    assert [place.line for place in finding.places] == [10, 23, 29, 39, 45]


@pytest.mark.parametrize("target", ["card0", "card1"])
def test_a_figure_that_is_one_unit_off_is_told_with_the_right_print(target: str, text: str, tmp_path: Path) -> None:
    """Or, where the number of digits changes in run-together cells, its claim is not found."""
    before = verified(tmp_path, text, target)
    figures = [figure for figure in before.figures if figure.verdict in FOLLOWS and figure.place is not None]
    assert len(figures) > (5 if target == "card0" else 60)
    for figure in figures:
        for steps in (-1, 1):
            found = verified(tmp_path, changed(text, figure, steps), figure.claims[0])
            wrong = [one for one in found.findings if one.rule in WRONG and figure.place in one.places]
            lost = [one for one in found.findings if one.rule in ("claim-changed", "claim-missing")]
            assert wrong or lost, (figure, steps)
            assert all(one.repair == figure.printed for one in wrong)
            assert all(len(changed(text, figure, steps)) != len(text) for _ in lost), (figure, steps)


REPAIRED = [
    ("card1", "整句 3 个源词—", '整句 3 个源词"爱""你"', 36),
    ("card1", "源句越长", "目标句越长", 55),
    ("card1", "（67%）", "（Encoder 每层 67%，Decoder 每层 50%）", 58),
    ("card0", "一句话走完两座塔", "输出端与输入端共用一张表", 20),
]


@pytest.mark.parametrize(("target", "printed", "repaired", "line"), REPAIRED)
def test_a_mended_statement_is_an_error_no_more(
    target: str, printed: str, repaired: str, line: int, text: str, tmp_path: Path
) -> None:
    found = verified(tmp_path, text.replace(printed, repaired), target)
    assert line not in told(found, Severity.ERROR)
    assert "claim-mended" in {one.rule for one in found.findings}


def test_the_walk_that_is_announced_mends_the_route(text: str, tmp_path: Path) -> None:
    with_the_walk = text.replace("数一数输出端要映射回多少个词", "带着 I love you 数一数输出端要映射回多少个词")
    assert with_the_walk != text
    assert told(verified(tmp_path, with_the_walk, "card0"), Severity.ERROR) == []


def test_another_vocabulary_makes_what_followed_from_it_wrong(text: str, tmp_path: Path) -> None:
    found = verified(tmp_path, text.replace("按 V=37000", "按 V=40000").replace("（V = 37000", "（V = 40000"), "card1")
    wrong = {figure.printed: figure.expected for figure in found.figures if figure.verdict is FigureVerdict.WRONG}
    # 40000 × 512 = 20480000, and 44070912 more are 64550912, which is 449088 less than 65M
    assert wrong == {"18.94M": "20.48M", "18.9M": "20.5M", "63M": "65M", "2M": "0M"}


@pytest.mark.parametrize(
    ("card", "step", "other", "missing"),
    [("card1", "Step 1", "Step 0", 1), ("card1", "Step 4", "Step 5", 4), ("card6", "Step 3：换", "Step 4：换", 3)],
)
def test_a_step_that_is_left_out_is_a_warning(
    text: str, tmp_path: Path, card: str, step: str, other: str, missing: int
) -> None:
    begins = text.index("🧮", text.index("数一数") if card == "card6" else 0)
    found = verified(tmp_path, text[:begins] + text[begins:].replace(step, other, 1), card)
    [finding] = [one for one in found.findings if one.rule == "section-missing"]
    assert finding.severity is Severity.WARNING and finding.message.values["step"] == missing
