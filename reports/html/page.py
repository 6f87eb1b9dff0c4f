"""One page for one lesson: a single file that works offline, under a content security policy that allows nothing else.

The author's text is the page. Marks, findings and coverage are plain HTML and need no script; details, filters and keys do.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from derivations.verdict import FigureOutcome, LessonRead, Severity, Verification
from lessonproof import __version__
from lessonproof.records import dataclass
from lessons.source import source
from reports.html.bars import bar
from reports.html.blocks import blocks
from reports.html.details import details
from reports.html.element import Element, element, escaped, markup
from reports.html.findings_list import findings_list, gone_list, unread_list
from reports.html.lines import lines
from reports.html.marks import Marks
from reports.html.recorded import recorded
from reports.html.section import Section
from reports.html.status import OF_SEVERITY, SIGNS, Kind, Part, part
from reports.neutral import escaped_json, neutral
from reports.sentences import Language, say
from reports.summary import closing

if TYPE_CHECKING:
    from lessons.baseline import Comparison

LARGE = 1_500  # figures; a lesson with more is laid out bit by bit
SAMPLE = 20_000  # signs of a document by which its language is told
BEGINNING = "<!DOCTYPE html>"
THEMES = ("auto", "light", "dark")
# A page in which 5,000 labels could be asked for would be heavier by a third, and say nothing.
_FILTERS = tuple(kind for kind in Kind if kind is not Kind.LABEL)


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and what an index says of it."""

    name: str
    html: str
    lesson: LessonRead
    part: Part


def page(
    verification: Verification,
    lesson: LessonRead,
    language: Language,
    *,
    pictures: Mapping[str, Sequence[Element]] | None = None,
    changed: bool = False,
    index: str = "",
    comparison: Comparison | None = None,
) -> Page:
    """The page of one lesson of a verification.

    pictures: by section number, drawn after the section.   changed: the document was changed since it was verified.   index:
    where the index of all lessons is, relative to the page.   comparison: with a baseline, whose findings are told apart.
    """
    about = part(verification, lesson.name, comparison)
    found = _sections(lesson, about, language)
    name = title_of(lesson, found, language)
    header = _header(lesson, about, name, language, changed=changed, index=index)
    text = _text(found, about, pictures or {}, language, _language_of(lesson.text or "", language))
    contents = element("div", _navigation(found, about, language), text, _aside(about, language), class_="columns")
    island = {**details(about, language), "w": _words(language)}
    return Page(name, whole(name, language, [header, _filters(about, language), contents], island), lesson, about)


def title_of(lesson: LessonRead, found: Sequence[Section], language: Language) -> str:
    """What the document calls itself: its first heading where the page begins with one, else the name of its file."""
    named = [section.title for section in found if section.level == 1 and section.title and section.number]
    if lesson.recognised == "document" and named:
        return named[0]
    if len(named) == 1:
        return named[0]
    return neutral(Path(lesson.path).name if lesson.path else lesson.name)


# ── the frame ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def whole(title: str, language: Language, body: Sequence[Element], island: object | None) -> str:
    """The file: policy, style, body, data, script."""
    style, script = _shipped("page.css"), _shipped("page.js")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )
    data = "" if island is None else f'<script type="application/json" id="island">{_json(island)}</script>\n'
    said = escaped(say(language, "html.title", name=title))
    return (
        f'{BEGINNING}\n<html lang="{"zh-Hans" if language == "zh" else "en"}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{said}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        + "\n".join(markup(one) for one in (*_skips(language, data != ""), *body, _footer(language)))
        + f"\n{data}<script>{script}</script>\n</body>\n</html>\n"
    )


@lru_cache(maxsize=4)
def _shipped(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _json(value: object) -> str:
    """JSON that ends no script element and holds nothing invisible."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return escaped_json(text).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("##", "#\\u0023")


def _skips(language: Language, with_text: bool) -> list[Element]:
    links = [element("a", say(language, "html.skip-text"), href="#text", class_="skip")]
    if with_text:
        links.append(element("a", say(language, "html.skip-findings"), href="#findings", class_="skip"))
    return links


def _footer(language: Language) -> Element:
    return element("footer", element("p", say(language, "html.made", version=__version__)))


def theme_switch(language: Language) -> Element:
    options = (
        element("button", say(language, f"html.theme.{name}"), type="button", data_theme=name, aria_pressed="false")
        for name in THEMES
    )
    return element("div", *options, class_="theme", role="group", aria_label=say(language, "html.theme"))


# ── the parts of a lesson's page ──────────────────────────────────────────────────────────────────────────────────────────


def _sections(lesson: LessonRead, about: Part, language: Language) -> list[Section]:
    if lesson.text is None:
        return recorded(lesson, about, language)
    written = source(lesson.path or "", lesson.text, lesson.sha256 or "")
    marks = Marks(written, about, language)
    if lesson.recognised == "document":
        from lessons.document import of_source
        from lessons.formats.recognition import Format

        if (form := Format(lesson.form)) is not Format.PLAIN:
            return blocks(of_source(written, form), lesson, marks, language)
    return lines(lesson, marks, language)


def _header(lesson: LessonRead, about: Part, name: str, language: Language, *, changed: bool, index: str) -> Element:
    worst = next((kind for kind in (Kind.ERROR, Kind.WARNING) if _count(about, kind)), Kind.CERTIFIED)
    summary = element(
        "p",
        element("span", SIGNS[worst], class_=f"sign is-{worst}", aria_hidden="true"),
        " ",
        " · ".join(closing(_alone(lesson, about), language)),
        class_="summary",
    )
    facts: list[Element | str] = []
    if lesson.path is not None:
        facts.append(element("span", neutral(lesson.path), class_="path"))
        if lesson.first_line is not None and lesson.last_line is not None:
            facts += [" · ", say(language, "html.lines", first=lesson.first_line, last=lesson.last_line)]
        if lesson.sha256:
            facts += [" · ", element("span", f"sha256 {lesson.sha256[:12]}…", title=lesson.sha256, class_="hash")]
    else:
        facts.append(say(language, "html.recorded"))
    warning = element("p", say(language, "html.changed", path=lesson.path or ""), class_="told is-warning") if changed else None
    back = element("a", f"← {say(language, 'html.index.back')}", href=index, class_="back") if index else None
    return element(
        "header",
        element("div", back, theme_switch(language), class_="top"),
        element("h1", name),
        element("p", *facts, class_="facts"),
        summary,
        warning,
        element("noscript", element("p", say(language, "html.no-script"), class_="quiet")),
        class_="page-head",
    )


def _alone(lesson: LessonRead, about: Part) -> Verification:
    """The verification as if it were of this lesson only."""
    claims, figures, findings = about.claims.values(), about.figures.values(), about.findings.values()
    return Verification((), (lesson,), tuple(claims), tuple(figures), tuple(findings), left_out=about.left_out)


def _count(about: Part, kind: Kind) -> int:
    """Findings of that severity, where there are any; else the figures and statements whose verdict is of that kind."""
    findings = sum(OF_SEVERITY.get(finding.severity) is kind for finding in about.findings.values())
    if findings:
        return findings
    figures = sum(kind in kinds for number, kinds in about.figure_kinds.items() if about.figures[number].place)
    return figures + sum(kind in kinds for kinds in about.claim_kinds.values())


def _filters(about: Part, language: Language) -> Element:
    buttons = [
        element(
            "button",
            element("span", SIGNS[kind], class_=f"sign is-{kind}", aria_hidden="true"),
            " ",
            say(language, f"html.kind.{kind}"),
            " ",
            element("span", str(count), class_="count"),
            type="button",
            data_kind=str(kind),
            aria_pressed="false",
        )
        for kind in _FILTERS
        if (count := _count(about, kind))
    ]
    walk = element(
        "div",
        element("button", "↑ ", say(language, "html.previous"), type="button", id="previous", aria_keyshortcuts="p"),
        element("button", "↓ ", say(language, "html.next"), type="button", id="next", aria_keyshortcuts="n"),
        element("span", id="position", role="status"),
        class_="walk",
    )
    group = element("div", *buttons, role="group", aria_label=say(language, "html.show"), class_="kinds")
    label = say(language, "html.show")
    return element("section", group, walk, class_="filters scripted", id="filters", aria_label=label)


def _navigation(found: Sequence[Section], about: Part, language: Language) -> Element:
    by_section: dict[str, list[FigureOutcome]] = {}
    for figure in about.figures.values():
        by_section.setdefault(figure.section, []).append(figure)
    items = []
    for section in found:
        figures = list(by_section.get(section.number, ()))
        # A chapter's bar is about all of its sections.
        if section.level == 1 and "." not in section.number and section.number:
            figures += [one for name, some in by_section.items() if name.startswith(f"{section.number}.") for one in some]
        here = [one for one in about.findings.values() if one.section == section.number]
        errors = sum(one.severity is Severity.ERROR for one in here)
        warnings = sum(one.severity is Severity.WARNING for one in here)
        counted = [
            element("span", f"{SIGNS[kind]} {count}", class_=f"tally is-{kind}", title=say(language, f"html.kind.{kind}"))
            for kind, count in ((Kind.ERROR, errors), (Kind.WARNING, warnings))
            if count
        ]
        link = element("a", section.title, href=f"#{section.anchor}")
        items.append(
            element("li", element("div", link, *counted), bar(figures, language) if figures else None,
                    class_=f"level-{section.level}")
        )  # fmt: skip
    contents = element("ol", *items)
    return element(
        "nav",
        element("details", element("summary", say(language, "html.sections")), contents, open=True),
        aria_label=say(language, "html.sections"),
    )


def _text(
    found: Sequence[Section], about: Part, pictures: Mapping[str, Sequence[Element]], language: Language, written_in: str | None
) -> Element:
    shown = [
        element("section", *section.body, *pictures.get(section.number, ()), aria_label=section.title or None)
        for section in found
    ]
    large = len(about.figures) > LARGE
    return element(
        "main",
        *shown,
        class_="large" if large else None,
        id="text",
        tabindex="-1",
        lang=written_in,
        aria_label=say(language, "html.text"),
    )


def _language_of(text: str, language: Language) -> str | None:
    """What screen readers read the author's text as: Chinese where it is; not the report's language where we do not know."""
    chinese = sum("\u4e00" <= sign <= "\u9fff" for sign in text[:SAMPLE])
    if chinese * 20 > min(len(text), SAMPLE):
        return None if language == "zh" else "zh-Hans"
    return None if language == "en" else ""


def _aside(about: Part, language: Language) -> Element:
    keys = element(
        "details",
        element("summary", say(language, "html.keys")),
        element(
            "dl",
            *(
                element("div", element("dt", *(element("kbd", key) for key in keys)), element("dd", say(language, name)))
                for keys, name in (
                    (("n", "p"), "html.keys.walk"),
                    (("←", "→"), "html.keys.arrows"),
                    (("Enter",), "html.keys.open"),
                    (("Esc",), "html.keys.close"),
                )
            ),
        ),
        element(
            "label", element("input", type="checkbox", id="single-keys", checked=True), " ", say(language, "html.keys.use")
        ),
        class_="keys scripted",
    )
    listed = element(
        "div",
        element("h2", say(language, "html.findings"), id="findings", tabindex="-1"),
        findings_list(about, language),
        gone_list(about, language),
        unread_list(about, language),
        keys,
        id="listed",
    )
    close = element("button", "✕", type="button", id="close", aria_label=say(language, "html.close"))
    panel = element(
        "div",
        element("div", element("h2", say(language, "html.details"), id="panel-title"), close, class_="bar-top"),
        element("div", id="panel-body", tabindex="-1", role="region", aria_labelledby="panel-title"),
        id="panel",
        hidden=True,
    )
    appendix = element("div", id="appendix", hidden=True)
    return element("aside", listed, panel, appendix, aria_label=say(language, "html.findings"))


def _words(language: Language) -> dict[str, str]:
    """The sentences that the script says; `{n}` and `{at}` are filled there."""
    return {
        "position": say(language, "html.position", at="{at}", n="{n}"),
        "none": say(language, "html.none-shown"),
        "appendix": say(language, "html.derivations"),
    }
