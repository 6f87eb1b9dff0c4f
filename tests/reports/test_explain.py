"""`explain` shows all that is known about a claim."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import cli
from reports.explain import explanations
from reports.layout import cells, rendered
from reports.sentences import Language
from tests.reports.documents import LESSON
from tests.reports.sample import verification


def explained(name: str, language: Language = "en", width: int = 100, *, document: bool = True) -> str:
    shown = verification(document=document)
    claims = tuple(claim for claim in shown.claims if name in claim.id)
    lines = explanations(replace(shown, claims=claims), language=language, width=width)
    return rendered(lines, colour=False, width=width)


def test_each_step_stands_with_its_reason() -> None:
    lines = explained("probabilities").splitlines()
    at = next(number for number, line in enumerate(lines) if "p = softmax(ℓ)" in line and "1" in line and "✓" in line)
    assert lines[at + 1].strip() == "softmax over the vocabulary (notes §9.1)"
    assert "p = 1/(1 + e² + e^(2 a)) (e^(2 a), e², 1)" in lines[at + 2]


def test_verdict_places_evidence_and_findings_are_said() -> None:
    text = explained("probabilities")
    for part in (
        "refuted · what is printed does not hold",
        "notes.txt:644:1 · found",
        "0.581662 644:49 wrong",
        "rigorous enclosure · this example",
        "independent routes agree: mpmath · exact field · enclosure",
        "The three add up to 1.",
        "error 644:49: printed 0.581662, should be 0.581626",
    ):
        assert part in text


def test_a_nearby_initial_value_and_the_hypothesis_are_shown() -> None:
    text = explained("W_V-and-W_O")
    assert "From other given values\n    E = [1 0; 0 1; 1 1], W_O = [1 1; 0 1]: W̄_V ≠ W̄_O" in text
    assert "W_V = W_O = I₂ · needed" in text


def test_without_a_document_there_are_no_places() -> None:
    assert "Where" not in explained("probabilities", document=False)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_wraps_on_narrow_terminals(language: Language) -> None:
    assert max(map(cells, explained("", language, 60).splitlines())) <= 60


SIDECAR = '[[claim]]\nname = "layer"\nprints = "A layer has 784 × 100 = 78,500 weights"\nfigure = 3\nequals = "784 × 100"\n'


def test_a_claim_of_an_author_is_explained_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the folder of the document, or from anywhere that the settings name it; beside a rule and a shipped claim."""
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "sizes.md").write_text(LESSON, encoding="utf-8")
    (folder / "sizes.claims.toml").write_text(SIDECAR, encoding="utf-8")
    monkeypatch.chdir(folder)
    assert cli.main(["explain", "sizes.layer", "--lang", "en"]) == 0
    alone = capsys.readouterr().out
    assert alone.startswith("sizes.layer\n") and "78400" in alone.replace(",", "") and "sizes.md:7:" in alone
    (tmp_path / "lessonproof.toml").write_text('lessons = ["lessons"]\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["explain", "sizes.layer", "figure-wrong", "notes.11.6.learning-rate", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("figure-wrong") and "\nsizes.layer\n" in said and "\nnotes.11.6.learning-rate\n" in said
    assert cli.main(["explain", "sizes.lair", "--lang", "en"]) == 2
    assert "sizes.layer" in capsys.readouterr().err


def test_findings_of_a_claim_of_an_author_are_selected_and_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sizes.md").write_text(LESSON + "\nAnd 3 × 3 = 8.\n", encoding="utf-8")
    (tmp_path / "sizes.claims.toml").write_text(SIDECAR, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = {}
    for option in ("--select", "--ignore"):
        cli.main(["verify", "sizes.md", option, "sizes.layer", "--format", "concise", "--lang", "en"])
        lines[option] = [line.split(":")[1] for line in capsys.readouterr().out.splitlines() if line.startswith("sizes.md:")]
    assert lines == {"--select": ["7"], "--ignore": ["9"]}
