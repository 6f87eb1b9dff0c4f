"""What `--fix` writes: the text that was right comes back, what depends on a given value follows it, and nothing gets worse."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest
from printed_lesson import FOLLOWS, PrintedLesson, errors

from derivations.catalogue import UsageError
from derivations.verdict import FigureVerdict, Severity, Verification
from lessons.check import DocumentGiven, verify
from lessons.fixing import Fixed, Fixing, fixing
from numeric.written import read

PATH = "lesson.txt"


def fixed(content: str | bytes, path: str = PATH, target: str | None = "chapter11") -> Fixing:
    """A document in memory, fixed: as the notes, or by itself."""
    contents = {path: content if isinstance(content, bytes) else content.encode()}
    given = [DocumentGiven("notes", path)] if target else []

    def again(now: Mapping[str, bytes]) -> Verification:
        return verify([target or path], given, contents=now)

    return fixing(again(contents), contents, again)


def text(found: Fixing) -> str:
    [document] = found.documents
    return document.after.decode()


# ── what was right comes back ──────────────────────────────────────────────────────────────────────────────────────────────


def test_every_decimal_mistyped_at_once_comes_back_byte_for_byte(lesson: PrintedLesson) -> None:
    figures = [one for one in lesson.verified().figures if one.verdict in FOLLOWS and read(one.printed).decimals]
    assert len(figures) >= 50
    for step in (-1, 1):
        mistyped = lesson.text
        for figure in sorted(figures, key=lesson.offset, reverse=True):
            written, offset = read(figure.printed), lesson.offset(figure)
            mistyped = mistyped[:offset] + written.reprinted(written.steps + step) + mistyped[offset + len(figure.printed) :]
        found = fixed(mistyped)
        assert text(found) == lesson.text
        assert not errors(found.after)


@pytest.mark.parametrize("part", (0, 11))
def test_one_figure_mistyped_comes_back_byte_for_byte(own: PrintedLesson, part: int) -> None:
    figures = [figure for figure in own.verified().figures if figure.verdict in FOLLOWS]
    for figure in figures[part::24]:
        written = read(figure.printed)
        for step in (-1, 1):
            assert text(fixed(own.with_figure(figure, written.reprinted(written.steps + step)))) == own.text


def test_a_minus_that_is_missing_is_written_as_the_others_are(own: PrintedLesson) -> None:
    [figure] = [one for one in own.verified().figures if one.printed == "- 0.673514"]
    assert text(fixed(own.with_figure(figure, "0.673514"))) == own.text


def test_where_nothing_is_wrong_nothing_is_written(own: PrintedLesson) -> None:
    assert fixed(own.text).documents == ()


# ── a given value changes ──────────────────────────────────────────────────────────────────────────────────────────────────


CHANGES = [
    ("η", "0.2", ()),
    ("η", "3", ("正确目标概率降低", "损失上升", "第一个位置的比例也下降")),
    ("U₁₁", "2", ("概率最大的是 A", "(2 a, 1 + c, - a)")),
    ("U₂₂", "0", ("概率最大的是 A", "(a, 0, - a)")),
    ("U₂₃", "- 1", ("(a, 1 + c, - 2)",)),
    ("E₁₁", "2", ("概率最大的是 A", "V 不是单位矩阵", r"\bar{Z} V^{T} \neq \bar{Z}", "e^{2} / (e^{2} + 1)", "1 / (e^{2} + 1)")),
    ("E₁₂", "1", ("(a, 2)", "V 不是单位矩阵")),
    ("W_Q₂₁", "2", ("e^{2} / (e^{2} + 1)",)),
]


@pytest.mark.parametrize(("name", "printed", "sentences"), CHANGES)
def test_what_depends_on_a_given_value_follows_it(
    own: PrintedLesson, name: str, printed: str, sentences: tuple[str, ...]
) -> None:
    follows(own, name, printed, sentences)


@pytest.mark.corpus
@pytest.mark.parametrize(("name", "printed", "sentences"), [CHANGES[1], CHANGES[2], CHANGES[5]])
def test_the_published_text_follows_a_given_value(
    published: PrintedLesson, name: str, printed: str, sentences: tuple[str, ...]
) -> None:
    follows(published, name, printed, sentences)


def follows(lesson: PrintedLesson, name: str, printed: str, sentences: tuple[str, ...]) -> None:
    given = next(one for one in lesson.verified().figures if one.name == name and one.verdict is FigureVerdict.GIVEN)
    changed = lesson.with_figure(given, printed)
    before = verify(["chapter11"], [DocumentGiven("notes", PATH)], contents={PATH: changed.encode()})
    assert errors(before)
    found = fixed(changed)
    assert not errors(found.after)
    after = text(found).replace("$", "").replace(" ", "")
    for sentence in sentences:
        assert sentence.replace(" ", "") in after, sentence
    # The given values are the author's: nothing of them is rewritten.
    chosen = [one.printed for one in before.figures if one.verdict is FigureVerdict.GIVEN]
    assert [one.printed for one in found.after.figures if one.verdict is FigureVerdict.GIVEN] == chosen


def test_a_row_that_nothing_looks_up_changes_nothing(own: PrintedLesson) -> None:
    given = next(one for one in own.verified().figures if one.name == "E₃₁" and one.verdict is FigureVerdict.GIVEN)
    assert fixed(own.with_figure(given, "5")).documents == ()


@pytest.mark.parametrize(("name", "printed"), [("η", "3"), ("U₁₁", "2"), ("E₁₁", "2"), ("E₁₂", "1")])
def test_a_value_that_changes_and_changes_back_leaves_no_trace(own: PrintedLesson, name: str, printed: str) -> None:
    given = next(one for one in own.verified().figures if one.name == name and one.verdict is FigureVerdict.GIVEN)
    there = text(fixed(own.with_figure(given, printed)))
    assert there != own.text
    offset = own.offset(given)
    assert text(fixed(there[:offset] + given.printed + there[offset + len(printed) :])) == own.text


def test_a_formula_in_the_place_of_a_claim_says_what_the_claim_says(own: PrintedLesson) -> None:
    assert "h = (a, 1 + c)" in own.text
    assert text(fixed(own.text.replace("h = (a, 1 + c)", "h = (a, 1 + a)"))) == own.text


def test_a_wording_within_emphasis_or_dollars_keeps_them(own: PrintedLesson) -> None:
    [given] = [one for one in own.verified().figures if one.name == "U₁₁" and one.verdict is FigureVerdict.GIVEN]
    for printed, wanted in (("概率最大的是 $B$", "概率最大的是 $A$"), ("概率最大的是 **B** ", "概率最大的是 **A** ")):
        changed = own.with_figure(given, "2").replace("概率最大的是 B", printed)
        assert wanted in text(fixed(changed)), printed


# ── in other formats ───────────────────────────────────────────────────────────────────────────────────────────────────────


def notebook(own: PrintedLesson) -> str:
    cells = [{"cell_type": "markdown", "source": [paragraph]} for paragraph in own.text.split("\n\n")]
    return json.dumps({"cells": cells, "nbformat": 4}, ensure_ascii=True)


def page(own: PrintedLesson) -> str:
    """The lesson as a page whose formulas are annotations."""
    shown, paragraphs = [], own.text.split("\n\n")
    for paragraph in paragraphs:
        parts = paragraph.replace("&", "&amp;").replace("<", "&lt;").split("$")
        formula = '<math><semantics><mrow></mrow><annotation encoding="application/x-tex">{}</annotation></semantics></math>'
        shown.append("".join(formula.format(part) if at % 2 else part for at, part in enumerate(parts)))
    return "<!DOCTYPE html><html><body>\n" + "\n".join(f"<p>{paragraph}</p>" for paragraph in shown) + "\n</body></html>\n"


@pytest.mark.parametrize("path", ["lesson.ipynb", "lesson.html"])
def test_claims_are_found_and_figures_mended_in_notebooks_and_pages(own: PrintedLesson, path: str) -> None:
    right = notebook(own) if path.endswith("ipynb") else page(own)
    assert not errors(verify(["chapter11"], [DocumentGiven("notes", path)], contents={path: right.encode()}))
    for figure, mistyped in (("0.731059", "0.731058"), ("2.541928", "2.541982"), ("- 0.133562", "- 0.133563")):
        assert text(fixed(right.replace(figure, mistyped, 1), path)) == right


def test_another_form_is_written_where_the_page_has_the_source_alone_and_held_where_it_has_copies(own: PrintedLesson) -> None:
    """`e/(e+1)` becomes `e^{2}/(e^{2}+1)` with another embedding: what MathML shows of it would stay as it was."""
    given = next(one for one in own.verified().figures if one.name == "E₁₁" and one.verdict is FigureVerdict.GIVEN)
    alone = page(replace(own, text=own.with_figure(given, "2")))
    found = fixed(alone, "lesson.html")
    assert not errors(found.after)
    assert [document.unfollowed for document in found.documents] == [()]
    copied = alone.replace("<mrow></mrow>", "<mrow><mi>x</mi></mrow>")
    [document] = fixed(copied, "lesson.html").documents
    assert document.unfollowed and set(document.unfollowed) <= set(document.held)
    assert "e^{2}" in text(found) and "e^{2}" not in document.after.decode()


def test_in_a_notebook_a_sentence_is_rewritten_too(own: PrintedLesson) -> None:
    changed = notebook(own).replace("\\u03b7 = 0.1", "\\u03b7 = 3")
    found = fixed(changed, "lesson.ipynb")
    assert not errors(found.after)
    assert text(found).isascii()
    assert any("损失上升" in cell["source"][0] for cell in json.loads(text(found))["cells"])


# ── documents without claims ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("so $512 \\times 64 = 32,678$ weights", "so $512 \\times 64 = 32,768$ weights"),
        ("so $512 \\times 64 = 32{,}678$ weights", "so $512 \\times 64 = 32{,}768$ weights"),
        ("so $512 \\times 64 = 32\\,678$ weights", "so $512 \\times 64 = 32\\,768$ weights"),
        ("so 2 − 5 = −4 here", "so 2 − 5 = −3 here"),
        ("so 2 - 5 = -4 here", "so 2 - 5 = -3 here"),
        ("即 ２ × ３ = ７ 个", "即 ２ × ３ = ６ 个"),
        ("so 1 / 8 = 0.120 of it", "so 1 / 8 = 0.125 of it"),
        ("so 9 / 8 = 1.120 of it", "so 9 / 8 = 1.125 of it"),
        ("so $1 / 4 = 26\\%$ of it", "so $1 / 4 = 25\\%$ of it"),
        ("so 2 × 3.5M = 7.1M in all", "so 2 × 3.5M = 7.0M in all"),
        (
            "so $2 \\times 3 \\times 10^{8} = 7 \\times 10^{8}$ in all",
            "so $2 \\times 3 \\times 10^{8} = 6 \\times 10^{8}$ in all",
        ),
        ("so 3 × 333 = 998 in all", "so 3 × 333 = 999 in all"),
        ("so 1000 − 1 = 1000 in all", "so 1000 − 1 = 999 in all"),
    ],
)
def test_the_author_s_spelling_stays(wrong: str, right: str) -> None:
    for path, before, after in (("a.md", "# T\n\nWe count, ", " of them.\n"), ("a.txt", "We count, ", " of them.\n")):
        content = before + wrong + after
        assert _survey(path, content) == before + right + after, path


def _survey(path: str, content: str | bytes) -> str | bytes:
    """A document that is no lesson of ours, fixed."""
    from lessons.document import read as read_any
    from lessons.survey import survey

    def again(now: Mapping[str, bytes]) -> Verification:
        one = survey(read_any(now[path], path), path)
        return Verification((path,), (one.lesson,), (), one.figures, one.findings, one.unread)

    raw = content if isinstance(content, bytes) else content.encode()
    found = fixing(again({path: raw}), {path: raw}, again)
    after = found.documents[0].after if found.documents else raw
    return after if isinstance(content, bytes) else after.decode()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_the_byte_order_mark_and_the_line_ends_stay(mark: bytes, end: bytes) -> None:
    content = mark + end.join((b"# One", b"", b"So 2 * 3 = 7 here.", b"", b"And 1 / 8 = 0.124 there.", b""))
    assert _survey("a.md", content) == content.replace(b"= 7", b"= 6").replace(b"0.124", b"0.125")


def test_entities_of_a_page_and_escapes_of_a_notebook_stay() -> None:
    page = "<html><body><p>So 2 &minus; 5 = &minus;4 &amp; 1&nbsp;/&nbsp;8 = 0.124 &lt; 1.</p></body></html>"
    assert _survey("a.html", page) == page.replace("&minus;4", "&minus;3").replace("0.124", "0.125")
    cells = [{"cell_type": "markdown", "source": ["So $\\frac{1}{8} \\times 3 = 0.374$ and\n", "2 \u2212 5 = \u22124 \u4e2a"]}]
    book = json.dumps({"cells": cells, "nbformat": 4})
    assert "\\u2212" in book
    assert _survey("a.ipynb", book) == book.replace("0.374", "0.375").replace("\\u22124", "\\u22123")


def test_what_is_made_up_or_not_checked_is_left_alone() -> None:
    content = "# T\n\nA made-up 0.4 and 0.7, 12 of 17 in 2019, and 2 × 3 = 6.\n"
    assert _survey("a.md", content) == content


def test_a_figure_that_cannot_be_right_is_held_back() -> None:
    content = "# T\n\nTwo ways: $2 \\times 3 = 7 = 2 \\times 4$ and $2 \\times 2 = 5$.\n"
    after = _survey("a.md", content)
    assert isinstance(after, str) and "2 \\times 2 = 4" in after


# ── nothing gets worse ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _with_error(found: Verification) -> Verification:
    """The same verification, in which something fails that is about no figure."""
    worst = replace(found.findings[0], figure=None, claim=None, severity=Severity.ERROR, rule="section-missing", edits=())
    return replace(found, findings=(*found.findings, worst))


def test_what_makes_anything_else_worse_is_not_written(own: PrintedLesson) -> None:
    contents = {PATH: own.text.replace("0.731059", "0.731058").encode()}
    asked: list[bytes] = []

    def again(now: Mapping[str, bytes]) -> Verification:
        asked.append(now[PATH])
        found = verify(["chapter11"], [DocumentGiven("notes", PATH)], contents=now)
        return found if now == contents else _with_error(replace(found, findings=first.findings))

    first = verify(["chapter11"], [DocumentGiven("notes", PATH)], contents=contents)
    found = fixing(first, contents, again)
    assert asked
    [document] = found.documents
    assert document == Fixed(PATH, contents[PATH], contents[PATH], 0, document.held) and document.held


def test_a_document_that_changed_meanwhile_is_not_touched(own: PrintedLesson) -> None:
    contents = {PATH: own.text.encode()}
    first = verify(["chapter11"], [DocumentGiven("notes", PATH)], contents=contents)
    with pytest.raises(UsageError) as raised:
        fixing(first, {PATH: contents[PATH] + b"\n"}, lambda now: first)
    assert raised.value.message.key == "document-changed-meanwhile"
