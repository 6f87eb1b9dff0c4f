"""The comment under a pull request, rendered as its readers see it."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from derivations.verdict import Message, Verification
from reports.formats import Run, written
from reports.markdown import MARK, inert
from tests.reports.documents import HOSTILE, hostile, verified
from tests.reports.sample import verification

OURS = {"h3", "p", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "ul", "li", "code", "sub", "span"}
# What GitHub makes of text once Markdown is read.
LINKED = re.compile(r"(?<!\w)@\w|(?<!\w)#[0-9]|\bGH-[0-9]|https?://\S|www\.\w|:[a-z]+:|\$[^$]+\$")


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.shown: list[str] = []
        self.code = 0
        self.feed(MarkdownIt("commonmark", {"html": True, "linkify": False}).enable(["table", "strikethrough"]).render(text))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not attributes, (tag, attributes)
        self.code += tag == "code"

    def handle_endtag(self, tag: str) -> None:
        self.code -= tag == "code"

    def handle_data(self, data: str) -> None:
        if not self.code:
            self.shown.append(data)

    def linked(self) -> list[str]:
        """What GitHub would make a link, an emoji or a formula of: it looks at each piece of text by itself."""
        return [found[0] for piece in self.shown for found in LINKED.finditer(piece)]

    @property
    def text(self) -> str:
        return "".join(self.shown)


def comment(found: Verification, **more: Any) -> str:
    return written("markdown", Run(found, more.pop("language", "en"), "lessonproof", **more))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("document", [True, False])
def test_it_is_made_of_our_own_markup(language: str, document: bool) -> None:
    text = comment(verification(document=document), language=language)
    assert text.startswith(MARK)
    page = Page(text)
    assert set(page.tags) <= OURS
    assert ("notes.txt:644:49" in page.text) is document


def test_errors_come_first_and_notes_are_folded(tmp_path: Path) -> None:
    text = comment(verified(tmp_path, "0.1 + 0.2 = 0.30000000000000004\n\n784 × 100 = 78,500\n"))
    assert text.index("figure-wrong") < text.index("<details><summary>1 note") < text.index("arithmetic-floating-point")


def test_a_green_run_says_what_was_decided() -> None:
    text = comment(verification(document=False, wrong=False))
    assert "✅ lessonproof: no errors" in text and "3 certified" in text
    assert "| notes 11.5 Back to the parameters | 2: 2 certified | 10: 10 correctly rounded |  |" in text


@pytest.mark.parametrize("sign", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_shown_and_does_nothing(sign: str) -> None:
    found = verification()
    finding = replace(found.findings[0], message=Message("claim-refuted", {"says": sign}), section=sign)
    lesson = replace(found.lessons[0], path=f"a{sign}.md")
    page = Page(comment(replace(found, findings=(finding,), lessons=(lesson,))))
    assert set(page.tags) <= OURS
    assert not page.linked()
    assert [tag for tag in page.tags if tag in ("td", "th")].count("th") == 4 + 4


def test_a_hostile_document_is_shown_and_does_nothing(tmp_path: Path) -> None:
    page = Page(comment(hostile(tmp_path)))
    assert set(page.tags) <= OURS and not page.linked()


@given(st.text())
def test_inert_text_reads_as_it_is(text: str) -> None:
    from reports.neutral import neutral

    page = Page(f"x {inert(text)} x")
    assert set(page.tags) <= {"p", "span"}
    assert page.text.replace("\u200b", "").strip() == " ".join(f"x {neutral(text)} x".split(" ")).strip()


def test_it_stays_below_what_github_accepts() -> None:
    found = verification()
    long = replace(found.findings[0], message=Message("claim-refuted", {"says": "数" * 10_000}))
    text = comment(replace(found, findings=(long,) * 5_000))
    assert len(text.encode()) < 65_536
    rows = text.count("| ❌ error | notes.txt:644:49 | ")
    assert rows > 10 and f"\n\n{5_000 - rows:,} more\n\n".replace(",", "") in text
    assert "What was checked" in text
