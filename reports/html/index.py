"""The page over many lessons: a row for each, with counts, its coverage bar and a link."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derivations.verdict import Severity
from reports.coverage import covered
from reports.html.bars import bar
from reports.html.element import Element, element
from reports.html.page import Page, theme_switch, whole
from reports.html.status import SIGNS, Kind
from reports.neutral import neutral
from reports.rounded import percent
from reports.sentences import Language, say

_WORDED = ("lesson", "coverage")
_COUNTED = ((Kind.ERROR, Severity.ERROR), (Kind.WARNING, Severity.WARNING), (Kind.NOTE, Severity.NOTE))


def index(pages: Sequence[tuple[Page, str]], language: Language) -> str:
    """The file. Each page stands beside the address where it is, relative to the index."""
    title = say(language, "html.index.title")
    heads = ("lesson", "errors", "warnings", "notes", "proved", "figures", "coverage")
    row = element(
        "tr",
        *(
            element("th", say(language, f"html.index.{name}"), scope="col", class_=None if name in _WORDED else "n")
            for name in heads
        ),
    )
    body = element("tbody", *(_row(one, address, language) for one, address in pages))
    table = element("table", element("thead", row), body)
    header = element(
        "header", element("div", theme_switch(language), class_="top"), element("h1", title), class_="page-head"
    )  # fmt: skip
    main = element("main", element("div", table, class_="scroll"), class_="index", id="text")
    return whole(title, language, [header, main], None)


def _row(page: Page, address: str, language: Language) -> Element:
    figures = list(page.part.figures.values())
    worst = next((kind for kind, severity in _COUNTED if page.part.count(severity)), Kind.CERTIFIED)
    sign = element("span", SIGNS[worst], class_=f"sign is-{worst}", role="img", aria_label=say(language, f"html.kind.{worst}"))
    path = element("span", neutral(page.lesson.path), class_="path") if page.lesson.path else None
    done, total = covered(figures)
    share = f"{percent(Fraction(done, total))}" if total else "–"
    proved = sum(Kind.PROVED in kinds for kinds in page.part.claim_kinds.values())
    return element(
        "tr",
        element("th", sign, " ", element("a", page.name, href=address), path, scope="row"),
        *(_number(page.part.count(severity), kind) for kind, severity in _COUNTED),
        _number(proved, Kind.PROVED),
        _number(total, Kind.GIVEN),
        element("td", share, bar(figures, language)),
    )


def _number(count: int, kind: Kind) -> Element:
    coloured = count and kind in (Kind.ERROR, Kind.WARNING)
    shown = element("span", str(count), class_=f"verdict is-{kind}") if coloured else str(count)
    return element("td", shown, class_="n" if count else "n none")
