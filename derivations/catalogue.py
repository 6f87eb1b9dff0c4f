"""The shipped lessons: their names, chapters and sections, and how a target of the command line is found among them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from dataclasses import replace

from derivations.claim import Claim
from derivations.example import WorkedExample
from derivations.verdict import Message, Text
from lessonproof.patterns import pattern
from lessonproof.records import dataclass


class UsageError(ValueError):
    """The user asked for something that cannot be done. `message` is one clear sentence."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.message = Message(key, values)


@dataclass(frozen=True, slots=True)
class Section:
    number: str
    title: Text


PREFACE = "0"
"""The number of what a lesson prints before its first chapter. Its claims are `notes.0.…`; the chapter has no sections."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the notes, its preface, or a card of lesson 2, of which 0 is what stands before the first.

    `module` holds its claims; None while nobody has any.
    """

    number: str
    title: Text
    sections: tuple[Section, ...] = ()
    module: str | None = None

    @property
    def encoded(self) -> bool:
        return self.module is not None

    def claims(self) -> tuple[Claim, ...]:
        if self.module is None:
            return ()
        found: tuple[Claim, ...] = importlib.import_module(self.module).CLAIMS
        return found

    def example(self) -> WorkedExample | None:
        """The worked example whose values the chapter's statements are about, where it has one."""
        if self.module is None:
            return None
        found: WorkedExample | None = getattr(importlib.import_module(self.module), "EXAMPLE", None)
        return found


@dataclass(frozen=True, slots=True)
class Lesson:
    name: str
    aliases: tuple[str, ...]
    title: Text
    unit: str  # "chapter" or "card": how its parts are called on the command line
    chapters: tuple[Chapter, ...]
    whole: Lesson | None = None  # of chapters that stand in a file of their own: the lesson that they belong to

    def chapter(self, number: str) -> Chapter | None:
        return next((chapter for chapter in self.chapters if chapter.number == number), None)

    def target(self, chapter: Chapter) -> str:
        """How a chapter is called on the command line: `preface`, `chapter11`, `card3`; before the cards is `card0`."""
        return "preface" if chapter.number == PREFACE and self.unit == "chapter" else f"{self.unit}{chapter.number}"

    def part(self, numbers: Sequence[str]) -> Lesson:
        """Those of its chapters that stand in a file of their own, called by the first: `notes/chapter3`."""
        chapters = tuple(chapter for chapter in self.chapters if chapter.number in numbers)
        return replace(self, name=f"{self.name}/{self.target(chapters[0])}", aliases=(), chapters=chapters, whole=self)


def lessons() -> tuple[Lesson, ...]:
    from derivations.lesson02 import LESSON02
    from derivations.notes import NOTES

    return (NOTES, LESSON02)


@dataclass(frozen=True, slots=True)
class Selection:
    """What one target names. `section` and `claim` narrow the chapter; without a chapter it is the whole lesson."""

    target: str
    lesson: Lesson
    chapters: tuple[Chapter, ...]
    section: str | None = None
    claim: str | None = None

    def includes(self, claim: Claim) -> bool:
        if self.claim is not None:
            return claim.id == self.claim
        return self.section is None or claim.section == self.section

    def claims(self) -> tuple[Claim, ...]:
        return tuple(claim for chapter in self.chapters for claim in chapter.claims() if self.includes(claim))


_PART = pattern(r"(chapter|card|ch|第)?\s*([0-9]{1,3}|[一二三四五六七八九十]{1,3})\s*(章)?")
_PREFACE = pattern(r"preface|前言", re.IGNORECASE)
_CHINESE_DIGITS = "〇一二三四五六七八九"
_SECTION = pattern(r"§?\s*([0-9]{1,3})\.([0-9]{1,3})")


def chapter_number(printed: str) -> str:
    """The number of a chapter in digits: 十一 is 11, 二十 is 20. What is no such numeral stays as it is."""
    tens, ten, ones = printed.rpartition("十")
    if not all(sign in _CHINESE_DIGITS for sign in tens + ones) or len(tens) > 1 or len(ones) > 1 or not printed:
        return printed
    if not ten:
        return str(_CHINESE_DIGITS.index(ones))
    return str(10 * (_CHINESE_DIGITS.index(tens) if tens else 1) + (_CHINESE_DIGITS.index(ones) if ones else 0))


def is_target(target: str) -> bool:
    """Whether a target names a part of a shipped lesson. Other than `resolve` it looks for nothing like it."""
    return bool(_found(target.strip()))


def resolve(target: str) -> tuple[Selection, ...]:
    """The parts that a target names: `all`, a lesson, `[LESSON/]chapterN`, `preface`, `[LESSON/]cardN`, a section, a claim id.

    A bare chapter or section means the notes, a bare card lesson 2. Raises UsageError with the nearest names where nothing
    matches, or where it names something that has no claims yet.
    """
    selections = _found(target.strip())
    if not selections:
        raise UsageError("unknown-target", target=target, nearest=_nearest(target))
    if not any(chapter.encoded for selection in selections for chapter in selection.chapters):
        raise UsageError("nothing-encoded", target=target, encoded=", ".join(_encoded()))
    return selections


def _found(target: str) -> tuple[Selection, ...]:
    known = lessons()
    if target == "all":
        return tuple(Selection(target, lesson, lesson.chapters) for lesson in known)
    for lesson in known:
        if target in (lesson.name, *lesson.aliases):
            return (Selection(target, lesson, lesson.chapters),)
        if target.startswith(f"{lesson.name}."):
            number = target.split(".")[1]
            chapter = lesson.chapter(number)
            if chapter and any(claim.id == target for claim in chapter.claims()):
                return (Selection(target, lesson, (chapter,), claim=target),)
            return ()
    name, slash, part = target.rpartition("/")
    candidates = [lesson for lesson in known if not slash or name in (lesson.name, *lesson.aliases)]
    section = _SECTION.fullmatch(part)
    if section:
        return _section(target, candidates, section[1], f"{section[1]}.{section[2]}")
    matched = _PART.fullmatch(f"chapter{PREFACE}" if _PREFACE.fullmatch(part) else part)
    if not matched:
        return ()
    unit = {"card": "card", None: None}.get(matched[1], "chapter")
    if unit is None and not matched[3]:
        unit = "chapter" if not slash else candidates[0].unit if candidates else None
    for lesson in candidates:
        chapter = lesson.chapter(chapter_number(matched[2]))
        if chapter and lesson.unit == (unit or "chapter"):
            return (Selection(target, lesson, (chapter,)),)
    return ()


def _section(target: str, candidates: Sequence[Lesson], chapter_number: str, number: str) -> tuple[Selection, ...]:
    for lesson in candidates:
        chapter = lesson.chapter(chapter_number)
        if chapter and any(section.number == number for section in chapter.sections):
            return (Selection(target, lesson, (chapter,), section=number),)
    return ()


def _encoded() -> list[str]:
    return [lesson.target(chapter) for lesson in lessons() for chapter in lesson.chapters if chapter.encoded]


def _nearest(target: str) -> str:
    """The names most like an unknown target, for the error message: never empty."""
    import difflib

    names: list[str] = ["all"]
    for lesson in lessons():
        names += [lesson.name, *lesson.aliases]
        for chapter in lesson.chapters:
            names.append(lesson.target(chapter))
            names += [section.number for section in chapter.sections]
            names += [claim.id for claim in chapter.claims()]
    near = difflib.get_close_matches(target, names, n=3, cutoff=0.4)
    return ", ".join(near or _encoded())
