"""Comments that an author addresses to lessonproof: `<!-- lessonproof: … -->`, `% lessonproof: …`."""

from __future__ import annotations

from lessons.excerpt import Excerpt

ADDRESS = "lessonproof:"


def addressed(comment: Excerpt) -> Excerpt | None:
    """What a comment tells lessonproof, from the address on; None for every other comment."""
    told = comment.strip()
    return told if told.text.startswith(ADDRESS) else None
