"""The claims of authors by name: which document declares `course.embedding`, in its sidecar or in a comment."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from derivations.catalogue import UsageError
from lessons.gathering import ENDINGS, documents


def document_of(claim: str, lessons: Sequence[str] = ()) -> str | None:
    """The document whose name a claim begins with: one of the lessons, which are files, folders or patterns, else one of the
    current folder. Whether it declares the claim is seen when it is read."""
    return next((path for path in _known(lessons) if claim.startswith(f"{PurePath(path).stem}.")), None)


def _known(lessons: Sequence[str]) -> Iterator[str]:
    for lesson in lessons:
        try:
            yield from documents(lesson)
        except UsageError:
            continue  # a configured folder without documents has no claims
    yield from sorted(name for name in os.listdir() if name.lower().endswith(ENDINGS) and os.path.isfile(name))
