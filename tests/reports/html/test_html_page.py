"""The page of a lesson: the author's text is all there, every mark stands on what it is about, nothing else can run."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

from derivations.verdict import Binding, Place, Severity, Verification
from lessons.check import DocumentGiven, verify
from lessons.source import source
from reports.html.element import Element, text_of
from reports.html.lines import lines
from reports.html.marks import Marks
from reports.html.page import page
from reports.html.status import SIGNS, Kind, part
from reports.sentences import LANGUAGES, Language, sentence
from tests.reports.html.parsed import RIGHT, WRONG, Parsed, markup_of, verified, words

MARKDOWN = """# Softmax by hand

Scores $s = (2, 1, 0)$, so $e^2 \\approx 7.389$ and $\\frac{7.389}{7.389 + 2.718 + 1} = 0.665$.

| word | weight |
|---|---|
| I | 0.665 |

- three times four: 3 × 4 = 13

## Unread

$\\frac{1}{2$ and &alpha; = 0.5, ２ + ２ = 4.

```python
x = 3 * 4
```
"""
HOSTILE = """# </title><script>document.title = 'ran'</script> 3 × 4 = 13

<img src=x onerror="document.title='ran'"> $x = \\text{</math><script>1</script>} 2$ [a](javascript:alert(1)) \u202e

`</code></pre>` 2 + 2 = 5 <!-- </script> --> "' onclick=1
"""


def test_every_kind_has_a_sign_of_its_own() -> None:
    assert set(SIGNS) == set(Kind)
    assert len(set(SIGNS.values())) == len(Kind)


def test_the_whole_text_is_on_the_page_line_by_line(wrong: Verification) -> None:
    lesson = wrong.lessons[0]
    assert lesson.text is not None and lesson.first_line is not None
    parsed = Parsed(markup_of(wrong))
    written = lesson.text.split("\n")[lesson.first_line - 1 : lesson.last_line]
    assert {f"L{lesson.first_line + at}" for at in range(len(written))} <= {one.get("id") for _, one in parsed.elements}
    shown = words(parsed.text)
    for line in written:
        # Signs of the buttons stand beside a line, never within it.
        assert words(line) in shown, line


def test_each_mark_stands_on_the_printed_figure(wrong: Verification) -> None:
    lesson = wrong.lessons[0]
    assert lesson.text is not None
    marks = Marks(source("lesson.txt", lesson.text, ""), part(wrong, "notes"), "en")
    assert len(marks.figures) == sum(figure.place is not None for figure in wrong.figures) > 100
    for one in marks.figures:
        figure = wrong.figures[int(one.target[1:])]
        assert words(lesson.text[one.start : one.stop]) == words(figure.printed)


def test_the_wrong_figure_is_marked_at_its_place_and_no_other(wrong: Verification) -> None:
    parsed = Parsed(markup_of(wrong))
    bad = [one for one in parsed.with_class("fig") if "is-error" in (one["class"] or "")]
    assert len(bad) == 1
    assert bad[0]["aria-label"] == f"{WRONG}: wrong, should be {RIGHT}"
    assert bad[0]["tabindex"] == "0" and bad[0]["role"] == "button"
    number = str(bad[0]["data-d"])[1:]
    tree, claims = parsed.island["f"][number]
    shown = str(tree)
    assert WRONG[:4] in shown and RIGHT in shown and "0.581625763174…" in shown and "36 units in the last place" in shown
    assert len(claims) == 1


def test_right_figures_are_quiet(right: Verification) -> None:
    parsed = Parsed(markup_of(right))
    assert not parsed.with_class("is-error")
    assert len(parsed.with_class("fig")) > 100


def test_findings_are_listed_the_worst_first_with_their_details(wrong: Verification) -> None:
    parsed = Parsed(markup_of(wrong))
    buttons = parsed.with_class("finding")
    assert len(buttons) == sum(finding.severity is not Severity.NONE for finding in wrong.findings) > 0
    island = parsed.island
    for one in buttons:
        target = str(one["data-d"])
        assert target[1:] in island[target[0]]


def test_what_a_chip_opens_exists(wrong: Verification) -> None:
    parsed = Parsed(markup_of(wrong))
    island = parsed.island
    asked = [str(one["data-d"]) for _, one in parsed.elements if "data-d" in one]
    assert len(asked) > 150
    assert all(target[1:] in island[target[0]] for target in asked)
    said = {name for one in parsed.with_class("said") for name in str(one["data-c"]).split()}
    assert said and all(name[1:] in island["c"] for name in said)


def test_links_lead_to_what_is_there(wrong: Verification) -> None:
    parsed = Parsed(markup_of(wrong))
    ids = [str(one["id"]) for _, one in parsed.elements if "id" in one]
    assert len(ids) == len(set(ids))
    links = [str(one["href"])[1:] for tag, one in parsed.elements if tag == "a"]
    assert links and set(links) <= set(ids)


def test_the_policy_allows_our_style_and_script_and_nothing_else(wrong: Verification) -> None:
    html = markup_of(wrong)
    parsed = Parsed(html)
    policy = next(str(one["content"]) for tag, one in parsed.elements if one.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ")
    for text, directive in ((parsed.raw["style"][0], "style-src"), (parsed.raw["script"][1], "script-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy
    assert "unsafe" not in policy and "http" not in policy and "*" not in policy
    for tag, attributes in parsed.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "src", "srcset", "action")], tag
        assert not str(attributes.get("href", "#")).lower().startswith(("javascript", "data", "http"))
    assert sum(tag == "script" for tag, _ in parsed.elements) == 2
    assert not {tag for tag, _ in parsed.elements} & {"img", "iframe", "object", "embed", "link", "form", "base"}


@pytest.mark.parametrize("name", ["lesson.md", "lesson.txt", "lesson.html", "lesson.tex"])
def test_hostile_documents_stay_inert(tmp_path: Path, name: str) -> None:
    parsed = Parsed(markup_of(verified(tmp_path / name, HOSTILE)))
    assert sum(tag == "script" for tag, _ in parsed.elements) == 2
    assert not {tag for tag, _ in parsed.elements} & {"img", "iframe", "object", "embed", "link", "form", "base"}
    for tag, attributes in parsed.elements:
        assert not [key for key in attributes if key.startswith("on")], (tag, attributes)
        assert str(attributes.get("href", "#")).startswith("#"), attributes
    assert "\u202e" not in parsed.text


def test_a_hostile_path_stays_text(tmp_path: Path) -> None:
    folder = tmp_path / "<script>1<"
    folder.mkdir()
    parsed = Parsed(markup_of(verified(folder / 'a&b".txt', "2 + 2 = 5")))
    assert sum(tag == "script" for tag, _ in parsed.elements) == 2


def test_blocks_of_markdown_with_formulas_and_marks(tmp_path: Path) -> None:
    found = verified(tmp_path / "lesson.md", MARKDOWN)
    parsed = Parsed(markup_of(found))
    tags = [tag for tag, _ in parsed.elements]
    assert {"math", "mfrac", "table", "pre", "ul", "h2", "h3"} <= set(tags)
    assert "x = 3 * 4" in parsed.text and "α" in parsed.text and "２" in parsed.text
    assert "\\frac{1}{2" in parsed.text  # what is not read is shown as it is written
    marked = {str(one["id"]) for one in parsed.with_class("fig")}
    assert marked == {f"f{number}" for number, figure in enumerate(found.figures)}
    assert [one["aria-label"] for one in parsed.with_class("fig") if "is-error" in (one["class"] or "")] == [
        "13: wrong, should be 12"
    ]


def test_a_notebook(tmp_path: Path) -> None:
    cell = '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# A\\n", "\\n", "3 × 4 = 13"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'  # noqa: E501
    parsed = Parsed(markup_of(verified(tmp_path / "lesson.ipynb", cell)))
    assert [one["aria-label"] for one in parsed.with_class("fig") if "is-error" in (one["class"] or "")] == [
        "13: wrong, should be 12"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages(wrong: Verification, language: Language) -> None:
    html = markup_of(wrong, language)
    parsed = Parsed(html)
    assert parsed.elements[0] == ("html", {"lang": "zh-Hans" if language == "zh" else "en"})
    main = next(one for tag, one in parsed.elements if tag == "main")
    assert main.get("lang") == (None if language == "zh" else "zh-Hans")
    assert ("待处理" in html) is (language == "zh")
    assert ("To look at" in html) is (language == "en")


def test_an_english_lesson_in_a_chinese_report_is_not_read_out_as_chinese(tmp_path: Path) -> None:
    parsed = Parsed(markup_of(verified(tmp_path / "lesson.md", MARKDOWN), "zh"))
    assert next(one for tag, one in parsed.elements if tag == "main")["lang"] == ""


def test_the_same_input_gives_the_same_bytes(wrong: Verification) -> None:
    assert wrong.lessons[0].path is not None
    again = verify(["chapter11"], [DocumentGiven("notes", wrong.lessons[0].path)])
    assert markup_of(wrong) == markup_of(again)


def test_without_a_document_the_recorded_statements_are_shown() -> None:
    found = verify(["chapter11"], [])
    assert all(claim.binding is Binding.NONE for claim in found.claims)
    parsed = Parsed(markup_of(found))
    assert len(parsed.with_class("chip")) == len(found.claims)
    assert "No document was read" in parsed.text
    links = [str(one["href"])[1:] for tag, one in parsed.elements if tag == "a"]
    assert set(links) <= {str(one.get("id")) for _, one in parsed.elements}


def test_a_changed_document_is_said(wrong: Verification) -> None:
    assert "has changed since it was checked" in page(wrong, wrong.lessons[0], "en", changed=True).html
    assert "has changed since it was checked" not in markup_of(wrong)


def test_the_script_builds_every_element_that_is_packed(wrong: Verification) -> None:
    """Its lists of tags and attributes are what the details are made of: anything else would not open."""
    parsed = Parsed(markup_of(wrong))
    script = parsed.raw["script"][1]
    allowed = set(" ".join(re.findall(r'"([a-z0-9 -]+)"', script.split("const TAGS")[1].split("const build")[0])).split())
    seen: set[str] = set()

    def walk(tree: object) -> None:
        if isinstance(tree, list) and len(tree) > 1 and isinstance(tree[1], dict):
            seen.update({str(tree[0]), *tree[1]})
        for child in tree if isinstance(tree, list) else ():
            walk(child)

    island = parsed.island
    for records in (island["f"], island["c"], island["n"]):
        for record in records.values():
            walk(record)
    for record in Parsed(markup_of(verify(["7.1"], []))).island["c"].values():
        walk(record)
    assert len(seen) > 30
    assert seen <= allowed, seen - allowed


def test_a_place_beyond_the_document_marks_nothing(wrong: Verification) -> None:
    marks = Marks(source("lesson.txt", "one line", ""), part(wrong, "notes"), "en")
    assert marks.offset(Place(99, 1)) == len("one line")


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "file", "target"), [("notes", "transformer-notes.txt", "7.1"), ("lesson02", "lesson02.txt", "card5")]
)
def test_each_line_of_the_published_lessons_is_shown_sign_for_sign(corpus: Path, name: str, file: str, target: str) -> None:
    path = corpus / "lessons" / file
    found = verify([target], [DocumentGiven(name, str(path))])
    lesson = found.lessons[0]
    assert lesson.text is not None and lesson.first_line is not None and lesson.last_line is not None
    marks = Marks(source(str(path), lesson.text, ""), part(found, name), "en")
    shown = [
        one
        for section in lines(lesson, marks, "en")
        for chunk in section.body
        for one in ([chunk] if ("class", "chunk") not in chunk.attributes else chunk.children)
    ]
    written = re.split(r"\r\n|\r|\n", lesson.text)[lesson.first_line - 1 : lesson.last_line]
    assert len(shown) == len(written) > 10
    for one, line in zip(shown, written, strict=True):
        assert isinstance(one, Element)
        assert text_of(one.children[1]) == line


UNREAD = "# Sizes\n\nThe sum 2 + 2 = 4.\n\nHere $f(3) = 12.5$ and $\\mathcal{F}<x>(2) = 7$.\n"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_was_not_read_is_said_with_its_place_and_why(tmp_path: Path, language: Language) -> None:
    found = verified(tmp_path / "lesson.md", UNREAD)
    assert found.unread
    page = Parsed(markup_of(found, language))
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a" and "#L" in (attributes.get("href") or "")]
    for one in found.unread:
        assert sentence(one.reason, language) in page.text and f"#L{one.place.line}" in links
    assert ("not read" if language == "en" else "未能读懂") in page.text


def test_a_page_that_was_read_to_the_end_says_nothing_of_it(tmp_path: Path) -> None:
    page = Parsed(markup_of(verified(tmp_path / "lesson.md", "# Sizes\n\nThe sum 2 + 2 = 4.\n")))
    assert not page.with_class("further")
