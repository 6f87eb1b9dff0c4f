"""An element of a page, as data: written as HTML, or packed for the script, which builds the same element later.

Text and attributes are made harmless in one place: whatever comes from a document passes through `neutral` and the escaping of
`markup`, so that a page holds no element that we did not make.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lessonproof.records import dataclass
from reports.neutral import neutral

Packed = str | list[object]

_VOID = frozenset({"br", "hr", "meta", "col", "input", "wbr"})
_CAMEL = frozenset({"viewBox", "preserveAspectRatio", "patternUnits"})
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


@dataclass(frozen=True, slots=True)
class Element:
    """`attributes` in the order in which they are written; their names are ours, their values may be anybody's."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Element | str, ...] = ()


def element(tag: str, *children: Element | str | None, **attributes: object) -> Element:
    """`class_` is class, `aria_label` aria-label; None and False leave an attribute out, True gives it no value."""
    named = tuple(
        (name if name in _CAMEL else name.rstrip("_").replace("_", "-"), "" if value is True else str(value))
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    return Element(tag, named, tuple(child for child in children if child is not None and child != ""))


def markup(root: Element | str) -> str:
    """The element as HTML."""
    return "".join(_pieces(root))


def escaped(text: str) -> str:
    """Text for the content of an element or the value of an attribute, on one line, with nothing invisible in it.

    Nor with `##[…]` or `##vso[…]`, commands of a build server that prints the page.
    """
    return neutral(text).translate(_ESCAPES).replace("##", "#&#35;")


def packed(root: Element | str) -> Packed:
    """The element as JSON holds it for the script: [tag, {attributes}, child, …]. A child is a text or a packed element."""
    if isinstance(root, str):
        return neutral(root)
    attributes = {name: neutral(value) for name, value in root.attributes}
    return [root.tag, attributes, *(packed(child) for child in root.children)]


def text_of(root: Element | str) -> str:
    """What a reader sees of it, without markup."""
    return root if isinstance(root, str) else "".join(text_of(child) for child in root.children)


def joined(elements: Iterable[Element | str], separator: str) -> Iterator[Element | str]:
    """The elements with a text between them."""
    for number, one in enumerate(elements):
        if number:
            yield separator
        yield one


def _pieces(root: Element | str) -> Iterator[str]:
    if isinstance(root, str):
        yield escaped(root)
        return
    attributes = "".join(f' {name}="{escaped(value)}"' for name, value in root.attributes)
    yield f"<{root.tag}{attributes}>"
    if root.tag in _VOID:
        return
    for child in root.children:
        yield from _pieces(child)
    yield f"</{root.tag}>"
