"""Where the pages of a verification go: one file, or a folder with a page for each lesson and an index over them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote

from derivations.catalogue import UsageError
from derivations.verdict import LessonRead, Verification
from reports.html.element import Element
from reports.html.index import index
from reports.html.page import Page, page
from reports.output import write_file
from reports.sentences import Language

Pictures = Callable[[LessonRead], Mapping[str, Sequence[Element]]]
INDEX = "index.html"
_OF_NAMES = re.compile(r"[^\w.-]+")


def write_pages(verification: Verification, language: Language, output: str, *, pictures: Pictures | None = None) -> list[str]:
    """Write the pages and return their paths, the one to open first. Each file is written whole or not at all.

    output: the file of a single lesson where it ends in .html, else a folder, which is made. Raises UsageError where several
    lessons would go into one file, where the file is no page of ours to write over, or where nothing can be written.
    """
    lessons = verification.lessons
    if output.endswith((".html", ".htm")):
        if len(lessons) > 1:
            raise UsageError("html-one-file", path=output, n=len(lessons))
        made = _page(verification, lessons[0], language, pictures, index="")
        write_file(output, made.html)
        return [output]
    if os.path.exists(output) and not os.path.isdir(output):
        raise UsageError("output-exists", path=output)
    try:
        os.makedirs(output, exist_ok=True)
    except OSError as error:
        raise UsageError("output-unwritable", path=output, reason=error.strerror or str(error)) from None
    several = len(lessons) > 1
    names = _names([lesson.path or lesson.name for lesson in lessons])
    written: list[str] = []
    summed: list[tuple[Page, str]] = []
    for lesson, name in zip(lessons, names, strict=True):
        made = _page(verification, lesson, language, pictures, index=INDEX if several else "")
        path = os.path.join(output, name)
        write_file(path, made.html)
        written.append(path)
        summed.append((Page(made.name, "", made.lesson, made.part), quote(name)))
    if several:
        first = os.path.join(output, INDEX)
        write_file(first, index(summed, language))
        written.insert(0, first)
    return written


def _page(verification: Verification, lesson: LessonRead, language: Language, pictures: Pictures | None, *, index: str) -> Page:
    drawn = pictures(lesson) if pictures else {}
    return page(verification, lesson, language, pictures=drawn, changed=_changed(lesson), index=index)


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
    """A file name for each lesson: its path from the folder that all share, without signs that a file system minds."""
    parts = [os.path.normpath(path).split(os.sep) for path in paths]
    shared = 0
    while len(parts) > 1 and all(len(one) > shared + 1 and one[shared] == parts[0][shared] for one in parts):
        shared += 1
    names: list[str] = []
    for one in parts:
        kept = one[shared:] if len(parts) > 1 else one[-1:]
        stem = _OF_NAMES.sub("-", "-".join(kept)).strip("-.")[:120] or "lesson"
        name, again = f"{stem}.html", 2
        # File systems that do not tell capital letters from small ones would write one page over another.
        while name.casefold() in (INDEX, *(taken.casefold() for taken in names)):
            name, again = f"{stem}-{again}.html", again + 1
        names.append(name)
    return names
