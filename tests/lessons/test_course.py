"""A shipped lesson cut into files, of a chapter or of several: each claim is bound to the file that holds it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from derivations.decide import decide
from derivations.notes import NOTES
from derivations.notes.chapter13 import CLAIMS as CHAPTER_13
from derivations.pieces import recorded
from derivations.verdict import (
    Binding,
    ClaimOutcome,
    FigureOutcome,
    FigureVerdict,
    Finding,
    Place,
    Severity,
    Verdict,
    Verification,
)
from lessons.baseline import Baseline, compared, declarations, known
from lessons.chapter import read_chapter
from lessons.check import DocumentGiven, notation, verify, what_is_asked
from lessons.course import elsewhere
from lessons.memory import Memory
from lessons.settled_by_reading import settled_by_reading
from lessons.source import source

pytestmark = pytest.mark.corpus

KEPT = ("0", "9", "11", "13")
"""A preface without a heading, a chapter that cites another's example, the one cited, and one that they refer to."""


def cut(text: str) -> dict[str, str]:
    """The text of each chapter, by number; 0 is what stands before the first."""
    parts = re.split(r"(?m)^(?=第 \d+ 章)", text)
    return dict(zip(["0", *re.findall(r"(?m)^第 (\d+) 章", text)], parts, strict=True))


def written(folder: Path, parts: dict[str, str], kept: tuple[str, ...] = KEPT) -> Path:
    folder.mkdir(exist_ok=True)
    for number in kept:
        (folder / f"chapter{int(number):02}.md").write_text(parts[number], encoding="utf-8", newline="")
    return folder


def targets(kept: tuple[str, ...] = KEPT) -> list[str]:
    return ["preface" if number == "0" else f"chapter{number}" for number in kept]


class Lines:
    """Where the lines of the files are in the whole."""

    def __init__(self, parts: dict[str, str]) -> None:
        self.before: dict[str, int] = {}
        count = 0
        for number, body in parts.items():
            self.before[number] = count
            count += body.count("\n")

    def in_whole(self, section: str, place: Place) -> Place:
        return Place(place.line + self.before[section.split(".")[0]], place.column)


def seen(found: Verification, lines: Lines | None) -> tuple[object, ...]:
    """What a verification says, in the places and under the name of the whole lesson."""

    def at(section: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple(lines.in_whole(section, place) for place in places) if lines else places

    def claim(one: ClaimOutcome) -> ClaimOutcome:
        return replace(one, lesson="", places=at(one.section, one.places), stops=at(one.section, one.stops))

    def figure(one: FigureOutcome) -> FigureOutcome:
        place, stop = (at(one.section, (at_,) if at_ else ()) for at_ in (one.place, one.stop))
        return replace(one, lesson="", place=place[0] if place else None, stop=stop[0] if stop else None, note=None)

    def finding(one: Finding) -> Finding:
        return replace(one, lesson="", places=at(one.section, one.places), message=one.message, edits=())

    return tuple(map(claim, found.claims)), tuple(map(figure, found.figures)), tuple(map(finding, found.findings))


@pytest.fixture(scope="module")
def whole(notes: Path) -> str:
    return notes.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def parts(whole: str) -> dict[str, str]:
    found = cut(whole)
    assert list(found) == [str(number) for number in range(15)] and "".join(found.values()) == whole
    return found


def test_files_of_a_chapter_say_what_the_whole_says(parts: dict[str, str], tmp_path: Path) -> None:
    folder, one_file = written(tmp_path / "course", parts), tmp_path / "notes.txt"
    one_file.write_text("".join(parts[number] for number in KEPT), encoding="utf-8", newline="")
    found = verify([str(folder)], [])
    together = verify(targets(), [DocumentGiven("notes", str(one_file))])
    assert seen(found, Lines({number: parts[number] for number in KEPT})) == seen(together, None)
    assert [lesson.part_of for lesson in found.lessons] == ["notes"] * len(KEPT)
    assert [lesson.name for lesson in found.lessons] == [f"notes/{target}" for target in targets()]
    assert all(claim.binding is Binding.BOUND for claim in found.claims) and not found.count(Severity.ERROR)


def test_all_chapters_are_told_apart_and_a_file_may_hold_several(parts: dict[str, str], tmp_path: Path) -> None:
    folder = written(tmp_path, parts, tuple(parts))
    (folder / "chapter11.md").write_text(parts["11"] + parts["12"], encoding="utf-8", newline="")
    (folder / "chapter12.md").write_text("# What we read\n\nNothing of it: 1 + 1 = 2.\n", encoding="utf-8")
    asked = what_is_asked([str(folder)], [])
    held: dict[str, list[str]] = {selection.lesson.name: [] for selection in asked.selections}
    for selection in asked.selections:
        held[selection.lesson.name] += [chapter.number for chapter in selection.chapters]
    assert held.pop("notes/chapter11") == ["11", "12"]
    assert sorted(held.values()) == [[str(number)] for number in sorted(set(range(15)) - {11, 12}, key=str)]
    assert [Path(path).name for _, path in asked.others] == ["chapter12.md"]


def test_a_wrong_figure_is_at_its_line_of_its_file(parts: dict[str, str], tmp_path: Path) -> None:
    edited = {**parts, "11": parts["11"].replace("0.581626", "0.581662", 1)}
    found = verify([str(written(tmp_path, edited, ("9", "11")))], [])
    [error] = [finding for finding in found.findings if finding.severity is Severity.ERROR]
    line = edited["11"][: edited["11"].index("0.581662")].count("\n") + 1
    assert error.lesson == "notes/chapter11" and error.places[0].line == line and error.repair == "0.581626"


def test_given_values_of_another_chapter_are_found_in_its_file(parts: dict[str, str], tmp_path: Path) -> None:
    """Chapters 13 and 14 speak of what chapter 11 computes from its learning rate: against the gradient the loss grows."""
    edited = {**parts, "11": parts["11"].replace("η = 0.1", "η = -0.1")}
    assert edited["11"] != parts["11"]
    folder = written(tmp_path / "course", edited, ("11", "13", "14"))
    one_file = tmp_path / "notes.txt"
    one_file.write_text("".join(edited.values()), encoding="utf-8", newline="")

    def false(one: Verification) -> list[str]:
        return [claim.id for claim in one.claims if claim.verdict is Verdict.REFUTED]

    found = false(verify([str(folder)], []))
    assert {f"notes.{number}" for number in ("13", "14")} <= {name[: len("notes.13")] for name in found}
    assert found == false(verify(targets(("11", "13", "14")), [DocumentGiven("notes", str(one_file))]))
    alone = written(tmp_path / "alone", parts, ("13", "14"))
    assert not false(verify([str(alone)], []))


def test_references_are_looked_for_in_all_files(parts: dict[str, str]) -> None:
    """A section that no file has is missing where most chapters are there; an excerpt says nothing of the others."""

    def missing(kept: tuple[str, ...], edited: dict[str, str]) -> set[str]:
        held = {NOTES.part([number]): source(f"{number}.md", edited[number], "") for number in kept}
        lesson = NOTES.part(["13"])
        others = elsewhere(lesson, {part.name: text for part, text in held.items()}, held)
        reading = read_chapter(lesson, lesson.chapters[0], held[lesson], others)
        return {
            claim.id
            for claim in reading.claims
            if claim.refers
            for decision in [decide(claim, recorded(claim), recorded(claim), reading.values, 12)]
            if settled_by_reading(claim, decision, reading, ()).verdict is Verdict.REFUTED
        }

    without = {**parts, "9": re.sub(r"(?m)^9\.2 .*\n", "", parts["9"])}
    assert missing(("9", "13"), without) == set()
    assert missing(tuple(parts), parts) == set()
    assert missing(tuple(parts), without) == {claim.id for claim in CHAPTER_13 if "9.2" in claim.refers} != set()


def test_a_list_in_another_file_is_counted(parts: dict[str, str], tmp_path: Path) -> None:
    edited = {**parts, "14": re.sub(r"(?m)^(\W*)16(?=[\s.、．)）|:：])", r"\g<1>17", parts["14"], count=1)}
    assert edited["14"] != parts["14"]
    found = verify([str(written(tmp_path, edited, ("0", "14")))], [])
    assert {"notes.0.sixteen-questions"} <= {
        claim for figure in found.figures if figure.verdict is FigureVerdict.WRONG for claim in figure.claims
    }


def test_two_files_of_one_chapter_are_refused(parts: dict[str, str], tmp_path: Path) -> None:
    folder = written(tmp_path, parts, ("9", "13"))
    (folder / "again.md").write_text(parts["13"], encoding="utf-8")
    with pytest.raises(UsageError) as refused:
        verify([str(folder)], [])
    assert refused.value.message.key == "two-documents"
    assert {Path(str(refused.value.message.values[which])).name for which in ("first", "second")} == {
        "again.md",
        "chapter13.md",
    }


def test_a_chapter_named_beside_the_folder_is_read_from_its_file(parts: dict[str, str], tmp_path: Path) -> None:
    folder = written(tmp_path, parts, ("9", "13"))
    found = verify(["chapter13", "chapter2", str(folder)], [])
    assert {claim.lesson for claim in found.claims if claim.section.startswith("13.")} == {"notes/chapter13"}
    assert {claim.binding for claim in found.claims if claim.section.startswith("2.")} == {Binding.NONE}


def test_cards_of_lesson_2_in_files(corpus: Path, tmp_path: Path) -> None:
    text = (corpus / "lessons" / "lesson02.txt").read_text(encoding="utf-8")
    cards = re.split(r"(?m)^(?=[1-6][ \t]*$)", text)
    assert len(cards) == 7
    for number in (0, 3, 5):
        (tmp_path / f"card{number}.txt").write_text(cards[number], encoding="utf-8", newline="")
    found = verify([str(tmp_path)], [])
    assert [lesson.name for lesson in found.lessons] == ["lesson02/card0", "lesson02/card3", "lesson02/card5"]
    one_file = tmp_path / "sub" / "lesson02.txt"
    one_file.parent.mkdir()
    one_file.write_text(text, encoding="utf-8", newline="")
    together = verify(["lesson02/card0", "card3", "card5"], [DocumentGiven("lesson02", str(one_file))])
    same = {claim.id: claim.verdict for claim in together.claims}
    # What is promised for cards that are not there is not held against them.
    assert {claim.id for claim in found.claims if claim.verdict is not same[claim.id]} <= {
        claim.id for claim in together.claims if claim.section == "0"
    }
    assert [figure.verdict for figure in found.figures if figure.section[0] in "35"] == [
        figure.verdict for figure in together.figures if figure.section[0] in "35"
    ]


def test_a_baseline_stays_when_a_lesson_is_cut(parts: dict[str, str], tmp_path: Path) -> None:
    edited = {**parts, "11": parts["11"].replace("0.581626", "0.581662", 1)}
    one_file, base = tmp_path / "notes.txt", str(tmp_path / "baseline.json")
    one_file.write_text("".join(edited.values()), encoding="utf-8", newline="")
    before = verify(["chapter9", "chapter11"], [DocumentGiven("notes", str(one_file))])
    kept = Baseline(tuple(known(before, base).values()), tuple(one for one, _ in declarations(before, base)))
    assert kept.findings
    folder = written(tmp_path / "course", edited, ("9", "11"))
    assert set(compared(verify([str(folder)], []), base, kept).states.values()) == {"unchanged"}
    mended = written(tmp_path / "mended", parts, ("9", "11"))
    assert compared(verify([str(mended)], []), base, kept).absent == kept.findings


def test_watched_files_of_a_lesson_say_what_a_fresh_run_says(parts: dict[str, str], tmp_path: Path) -> None:
    folder, memory = written(tmp_path, parts, ("11", "13")), Memory()
    edits = (("11", "", ""), ("11", "η = 0.1", "η = -0.1"), ("13", "11.6", "11.66"), ("11", "η = -0.1", "η = 0.1"))
    for number, old, new in edits:
        path = folder / f"chapter{int(number):02}.md"
        path.write_text(path.read_text(encoding="utf-8").replace(old, new) if old else parts[number], encoding="utf-8")
        assert verify([str(folder)], [], memory=memory) == verify([str(folder)], [])


def test_letters_of_a_cut_lesson(parts: dict[str, str], tmp_path: Path) -> None:
    uses = notation([str(written(tmp_path, parts, ("9", "11")))], [])
    eta = [use for use in uses if use.letter == "η" and use.value]
    assert eta and all(use.lesson.endswith("chapter11.md") and use.meaning for use in eta)


def test_without_its_file_the_recorded_values_of_another_chapter_count(parts: dict[str, str], tmp_path: Path) -> None:
    folder = written(tmp_path, parts, ("9", "13"))
    [selection] = [one for one in what_is_asked([str(folder)], []).selections if one.lesson.name == "notes/chapter13"]
    reading = read_chapter(selection.lesson, selection.chapters[0], None)
    assert reading.values.edition is None
    assert not verify([str(folder)], []).count(Severity.ERROR)
