"""A page as a strict reader of its markup sees it, and the lessons that the tests make pages of."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from derivations.verdict import Verification
from lessons.check import DocumentGiven, verify
from reports.html.page import page
from reports.sentences import Language
from tests.lessons import own_words

_VOID = {"br", "hr", "meta", "col", "input", "wbr"}
RIGHT, WRONG = "0.581626", "0.581662"


class Parsed(HTMLParser):
    """Elements with their attributes, in order; raises where an element is not closed where it should be."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.text = ""
        self._open: list[str] = []
        self.feed(markup)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice: {tag} {attrs}"
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in self.raw:
            self.raw[self._open[-1]].append(data)
        else:
            self.text += data

    def with_class(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for _, attributes in self.elements if name in (attributes.get("class") or "").split()]

    @property
    def island(self) -> dict[str, Any]:
        return dict(json.loads(self.raw["script"][0]))


def verified(path: Path, text: str, *targets: str) -> Verification:
    """A document checked by itself, or as the notes where targets name a part of them."""
    path.write_text(text, encoding="utf-8", newline="")
    return verify(list(targets) or [str(path)], [DocumentGiven("notes", str(path))] if targets else [])


def chapter11(folder: Path, *, wrong: bool = True) -> Verification:
    """Chapter 11 in our own words, with p_B mistyped where it is printed first."""
    text = own_words.text()
    return verified(folder / "lesson.txt", text.replace(RIGHT, WRONG, 1) if wrong else text, "chapter11")


def markup_of(verification: Verification, language: Language = "en") -> str:
    return page(verification, verification.lessons[0], language).html


def words(text: str) -> str:
    """Without white space, which the page lays out in its own way."""
    return re.sub(r"\s+", "", text)
