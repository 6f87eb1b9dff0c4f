"""Presentational MathML written as TeX, each character with its place; and whether an annotation says the same."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field

from derivations.formula import alphabet
from derivations.formula import tokens as formula_tokens
from derivations.formula.tokens import Kind, tokens
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.excerpt import Excerpt, joined
from lessons.formats.entities import decoded
from lessons.formats.page import Page
from lessons.formats.tags import Markup, Token

DEEPEST = 64
TEX = frozenset({"application/x-tex", "application/x-latex", "text/x-tex", "text/x-latex", "tex", "latex"})

_LEAVES = frozenset({"mi", "mn", "mo", "mtext", "ms", "annotation"})
_ROWS = frozenset({"math", "mrow", "mstyle", "mpadded", "merror", "menclose", "mtd", "a"})
_NOT_SHOWN = frozenset(
    {"mphantom", "mspace", "annotation", "annotation-xml", "none", "maligngroup", "malignmark", "mprescripts"}
)
_INVISIBLE = frozenset("\u2061\u2062\u2063\u2064\u200b")
_ACCENTS = {
    "¯": "bar", "ˉ": "bar", "‾": "bar", "―": "bar", "_": "bar", "\u0304": "bar", "\u0305": "bar",
    "^": "hat", "ˆ": "hat", "\u0302": "hat", "~": "tilde", "˜": "tilde", "∼": "tilde", "\u0303": "tilde",
    "˙": "dot", ".": "dot", "\u0307": "dot", "→": "vec", "⃗": "vec",
}  # fmt: skip
_VARIANTS = {
    "bold": "mathbf", "bold-italic": "boldsymbol", "double-struck": "mathbb", "script": "mathcal",
    "bold-script": "mathcal",
}  # fmt: skip
_ESCAPED = {"{": "\\{", "}": "\\}", "%": "\\%", "&": "\\&", "#": "\\#", "$": "\\$"}
_NOT_PRINTED = pattern(r"\\(?:[hvm]space|[hm]skip|m?kern|tag|label|color|rule)\*?(?:\{[^{}]*\})+|\\\\\[[^\]]*\]")
_NUMERAL = pattern(r"[0-9]+(?:\.[0-9]+)?")


class NotRead(ValueError):
    """MathML that is not written as TeX: the element that stands in the way."""


@dataclass(slots=True)
class _Element:
    name: str
    tag: Token
    text: list[Excerpt] = field(default_factory=list)
    children: list[_Element] = field(default_factory=list)


class Formula:
    """One `<math>` element: what its annotation says, what its elements show."""

    def __init__(self, excerpt: Excerpt, found: Sequence[Token], page: Page) -> None:
        """found: the tokens from `<math>` to before `</math>`. Raises NotRead where elements are nested too deep."""
        self.excerpt = excerpt
        self.page = page
        self.annotation: Excerpt | None = None
        self._root = self._tree(found)

    def _tree(self, found: Sequence[Token]) -> _Element:
        root = _Element("math", found[0])
        stack = [root]
        for token in found[1:]:
            element = stack[-1]
            if token.kind is Markup.TEXT and element.name in _LEAVES:
                element.text.append(decoded(self.excerpt.slice(token.start, token.stop), self.page))
            elif token.kind is Markup.OPEN:
                child = _Element(token.name, token)
                element.children.append(child)
                if self.excerpt.text[token.stop - 2] != "/":
                    stack.append(child)
                    if len(stack) > DEEPEST:
                        raise NotRead(token.name)
            elif token.kind is Markup.CLOSE and any(open_.name == token.name for open_ in stack[1:]):
                while True:
                    closed = stack.pop()
                    if closed.name == "annotation":
                        self._annotate(closed)
                    if closed.name == token.name:
                        break
        return root

    def _annotate(self, element: _Element) -> None:
        encoding = element.tag.attributes(self.excerpt.text).get("encoding", "").lower()
        source = joined(element.text).strip()
        if encoding in TEX and source.text and self.annotation is None:
            self.annotation = source

    @property
    def displayed(self) -> bool:
        attributes = self._root.tag.attributes(self.excerpt.text)
        return attributes.get("display") == "block" or attributes.get("mode") == "display"

    def written(self) -> Excerpt:
        """What the elements show, as TeX. Raises NotRead."""
        return joined(self._row(self._root.children)).strip()

    def _row(self, elements: Sequence[_Element]) -> Iterator[Excerpt]:
        before = ""
        for element in elements:
            if element.name in _NOT_SHOWN:
                continue
            parts = list(self._element(element))
            if not any(part.text for part in parts):
                continue
            if before and not before == element.name == "mn":
                yield self._sign(element, " ")
            yield from parts
            before = element.name

    def _sign(self, element: _Element, sign: str) -> Excerpt:
        """TeX that nobody wrote, at the place of the tag that means it."""
        return self.excerpt.standing_for(element.tag.start, element.tag.start, sign)

    def _element(self, element: _Element) -> Iterator[Excerpt]:
        name, children = element.name, element.children
        if name in ("mi", "mn", "mo", "mtext", "ms"):
            yield from self._leaf(element)
        elif name in _ROWS:
            yield from self._row(children)
        elif name in ("semantics", "maction"):
            yield from self._row(children[:1])
        elif name in ("msub", "msup", "munder", "mover"):
            yield from self._scripted(element, {"msub": "_", "munder": "_"}.get(name, "^"))
        elif name in ("msubsup", "munderover"):
            yield from self._scripted(element, "_^")
        elif name == "mfrac":
            above, below = self._given(element, 2)
            thin = element.tag.attributes(self.excerpt.text).get("linethickness", "").rstrip("ptxem") == "0"
            yield self._sign(element, "\\binom" if thin else "\\frac")
            yield from self._group(above)
            yield from self._group(below)
        elif name == "msqrt":
            yield self._sign(element, "\\sqrt{")
            yield from self._row(children)
            yield self._sign(element, "}")
        elif name == "mroot":
            base, degree = self._given(element, 2)
            yield self._sign(element, "\\sqrt[")
            yield from self._row([degree])
            yield self._sign(element, "]")
            yield from self._group(base)
        elif name == "mfenced":
            yield from self._fenced(element)
        elif name == "mtable":
            yield from self._table(element)
        else:
            raise NotRead(name)

    def _given(self, element: _Element, count: int) -> list[_Element]:
        shown = [child for child in element.children if child.name not in ("annotation", "annotation-xml")]
        if len(shown) != count:
            raise NotRead(element.name)
        return shown

    def _group(self, element: _Element) -> Iterator[Excerpt]:
        yield self._sign(element, "{")
        yield from self._row([element])
        yield self._sign(element, "}")

    def _leaf(self, element: _Element) -> Iterator[Excerpt]:
        text = joined(element.text).strip()
        if not text.text or text.text in _INVISIBLE:
            return
        if element.name in ("mtext", "ms"):
            yield from (self._sign(element, "\\text{"), text, self._sign(element, "}"))
            return
        if element.name == "mn" or (len(text.text) == 1 and text.text not in _ESCAPED):
            command = _VARIANTS.get(element.tag.attributes(self.excerpt.text).get("mathvariant", ""), "")
        elif text.text in _ESCAPED:
            yield text.standing_for(0, 1, _ESCAPED[text.text])
            return
        elif text.text in alphabet.LETTERS:
            yield from (self._sign(element, "\\"), text)
            return
        else:
            command = "mathrm" if text.text.isalpha() else ""
        if command:
            yield self._sign(element, f"\\{command}{{")
        yield text
        if command:
            yield self._sign(element, "}")

    def _scripted(self, element: _Element, scripts: str) -> Iterator[Excerpt]:
        base, *raised = self._given(element, 1 + len(scripts))
        if element.name == "mover" and raised[0].name == "mo":
            accent = _ACCENTS.get(joined(raised[0].text).strip().text)
            if accent is not None:
                yield self._sign(element, f"\\{accent}")
                yield from self._group(base)
                return
        yield from self._row([base]) if base.name in ("mi", "mn", "mo") else self._group(base)
        for sign, script in zip(scripts, raised, strict=True):
            yield self._sign(script, sign)
            yield from self._group(script)

    def _fenced(self, element: _Element) -> Iterator[Excerpt]:
        attributes = element.tag.attributes(self.excerpt.text)
        separator = attributes.get("separators", ",").strip()[:1]
        opening, closing = attributes.get("open", "("), attributes.get("close", ")")
        yield self._sign(element, _ESCAPED.get(opening, opening))
        for number, child in enumerate(element.children):
            if number and separator:
                yield self._sign(child, f"{separator} ")
            yield from self._row([child])
        yield self._sign(element, _ESCAPED.get(closing, closing))

    def _table(self, element: _Element) -> Iterator[Excerpt]:
        yield self._sign(element, "\\begin{matrix} ")
        for number, row in enumerate(element.children):
            if row.name not in ("mtr", "mlabeledtr"):
                raise NotRead(row.name)
            if number:
                yield self._sign(row, " \\\\ ")
            for place, entry in enumerate(row.children[row.name == "mlabeledtr" :]):
                if place:
                    yield self._sign(entry, " & ")
                yield from self._row([entry])
        yield self._sign(element, " \\end{matrix}")


def agree(annotation: str, shown: str) -> bool:
    """Whether an annotation and the MathML beside it print the same numbers, letters and relations.

    Order does not count: what is raised and lowered may be written either way round. Commands that are not known may print
    anything, so that nothing is said of a formula with such.
    """
    annotation, shown = _NOT_PRINTED.sub(" ", annotation), _NOT_PRINTED.sub(" ", shown)
    one, other = tokens(annotation), tokens(shown)
    if any(token.kind is Kind.OTHER and token.text[0] == "\\" for token in one + other):
        return True
    numerals = sorted(_NUMERAL.findall(annotation)) == sorted(_NUMERAL.findall(shown))
    # 10⁵ may be written as 1 and 0⁵.
    digits = "".join(_NUMERAL.findall(annotation)) == "".join(_NUMERAL.findall(shown))
    return (numerals or digits) and _letters(one) == _letters(other)


def _letters(found: Sequence[formula_tokens.Token]) -> Counter[str]:
    """The letters and relation signs, one by one; `X W` is `XW`, and bold or double-struck letters are letters."""
    names = (token.text for token in found if token.kind in (Kind.NAME, Kind.RELATION))
    said = "".join(name.rpartition("(")[2].rstrip(")") for name in names)  # bar(S) is S
    return Counter(sign for sign in unicodedata.normalize("NFKC", said) if not "0" <= sign <= "9")
