"""Where the pages of a verification go: one file, or a folder with a page for each lesson and an index over them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from derivations.catalogue import UsageError
from derivations.verdict import LessonRead, Verification
from lessonproof.patterns import pattern
from lessons.source import read
from reports.html.element import Element
from reports.html.index import index
from reports.html.page import BEGINNING, Page, page
from reports.html.pictures.drawn import pictures_of
from reports.output import refuse_link, write_file
from reports.sentences import Language

if TYPE_CHECKING:
    from lessons.baseline import Comparison

Pictures = Callable[[LessonRead], Mapping[str, Sequence[Element]]]
STANDARD_OUTPUT = "-"
INDEX = "index.html"
LONGEST_NAME = 120
_OF_NAMES = pattern(r"[^\w.-]+")


def one_page(verification: Verification, language: Language, comparison: Comparison | None = None) -> str:
    """The page of a single lesson. Raises UsageError where there are several."""
    lessons = _shown(verification)
    if len(lessons) > 1:
        raise UsageError("html-one-file", path=STANDARD_OUTPUT, n=len(lessons))
    return _page(verification, lessons[0], language, pictures_of(verification, language), comparison, index="").html


def write_pages(verification: Verification, language: Language, output: str, comparison: Comparison | None = None) -> list[str]:
    """Write the pages and return their paths, the one to open first. Each file is written whole or not at all.

    output: a folder, which is made, where it is one, ends in a slash or has no ending; else the file of a single lesson.
    Raises UsageError where several lessons would go into one file, where something else than a page would be written over, or
    where nothing can be written.
    """
    lessons = _shown(verification)
    pictures = pictures_of(verification, language)
    refuse_several(verification, output)
    if _is_one_file(output):
        made = _page(verification, lessons[0], language, pictures, comparison, index="")
        _write(output, made.html, lessons)
        return [output]
    refuse_link(output)
    if os.path.exists(output) and not os.path.isdir(output):
        raise UsageError("html-not-over", path=output)
    try:
        os.makedirs(output, exist_ok=True)
    except OSError as error:
        raise UsageError("output-unwritable", path=output, reason=error.strerror or str(error)) from None
    several = len(lessons) > 1
    names = _names([lesson.path or lesson.name for lesson in lessons])
    written: list[str] = []
    summed: list[tuple[Page, str]] = []
    for lesson, name in zip(lessons, names, strict=True):
        made = _page(verification, lesson, language, pictures, comparison, index=INDEX if several else "")
        path = os.path.join(output, name)
        _write(path, made.html, lessons)
        written.append(path)
        summed.append((Page(made.name, "", made.lesson, made.part), quote(name)))
    if several:
        first = os.path.join(output, INDEX)
        _write(first, index(summed, language), lessons)
        written.insert(0, first)
    return written


def refuse_several(verification: Verification, output: str) -> None:
    """Raises UsageError where several lessons would go into one file."""
    if _is_one_file(output) and (count := len(_shown(verification))) > 1:
        raise UsageError("html-one-file", path=output, n=count)


def _is_one_file(output: str) -> bool:
    return not os.path.isdir(output) and not output.endswith(("/", os.sep)) and bool(os.path.splitext(output)[1])


def _shown(verification: Verification) -> list[LessonRead]:
    """The lessons that get a page. What is declared beside a document gets one where something is to be looked at there."""
    concerned = {one.lesson for one in verification.findings} | {one.lesson for one in verification.left_out}
    return [
        lesson if lesson.recognised != "declarations" else _with_text(lesson)
        for lesson in verification.lessons
        if lesson.recognised != "declarations" or lesson.name in concerned
    ]


def _with_text(lesson: LessonRead) -> LessonRead:
    """With the text of its file, where that still is what was read."""
    if lesson.path is None:
        return lesson
    try:
        found = read(lesson.path)
    except UsageError:
        return lesson
    return replace(lesson, text=found.written) if found.sha256 == lesson.sha256 else lesson


def _write(path: str, html: str, lessons: Sequence[LessonRead]) -> None:
    """Write a page. What is there must be a page too, and none of the lessons: one named by mistake must not be lost."""
    if os.path.exists(path):
        ours = False
        if os.path.isfile(path):
            with open(path, "rb") as file:
                ours = file.read(len(BEGINNING)) == BEGINNING.encode()
        lesson = any(one.path and os.path.exists(one.path) and os.path.samefile(one.path, path) for one in lessons)
        if not ours or lesson:
            raise UsageError("html-not-over", path=path)
    write_file(path, html)


def _page(
    verification: Verification,
    lesson: LessonRead,
    language: Language,
    pictures: Pictures,
    comparison: Comparison | None,
    *,
    index: str,
) -> Page:
    drawn, changed = pictures(lesson), _changed(lesson)
    return page(verification, lesson, language, pictures=drawn, changed=changed, index=index, comparison=comparison)


def _changed(lesson: LessonRead) -> bool:
    """Whether the file says something else by now. One that came from standard input, or is gone, cannot tell."""
    if lesson.path is None or lesson.sha256 is None or not os.path.isfile(lesson.path):
        return False
    import hashlib

    try:
        with open(lesson.path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() != lesson.sha256
    except OSError:
        return False


def _names(paths: Sequence[str]) -> list[str]:
    """A file name for each lesson: its own, with as many of its folders before it as tell it from the others."""
    parts = [os.path.normpath(path).split(os.sep) for path in paths]
    stems = ["lesson"] * len(parts)
    for kept in range(max(map(len, parts), default=0), 0, -1):
        shorter = [_stem(one[-kept:]) for one in parts]
        if len({stem.casefold() for stem in shorter}) == len(shorter):
            stems = shorter
    names: list[str] = []
    for stem in stems:
        name, again = f"{stem}.html", 2
        # File systems that do not tell capital letters from small ones would write one page over another.
        while name.casefold() in (INDEX, *(taken.casefold() for taken in names)):
            name, again = f"{stem}-{again}.html", again + 1
        names.append(name)
    return names


def _stem(parts: Sequence[str]) -> str:
    """Without the signs that file systems or addresses mind."""
    return _OF_NAMES.sub("-", "-".join(parts)).strip("-.")[-LONGEST_NAME:] or "lesson"
