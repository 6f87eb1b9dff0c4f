"""Our own texts that hold formulas: what a claim says, its counterexample, its repair. Formulas as MathML, words as words."""

from __future__ import annotations

import re
from functools import lru_cache

from derivations.formula import tree
from derivations.formula.cursor import FormulaError
from derivations.formula.parser import parse
from lessonproof.patterns import pattern
from reports.html.element import Element, element, joined
from reports.html.mathml import formula, in_pieces
from reports.plain import plain

LONGEST = 2_000  # signs of a formula that is typeset; a longer one is shown as text
_REFUSED = pattern(r"¬ \((.*)\) {3}\((.*)\)", re.DOTALL)
_MATRIX = pattern(r"[(\[]([^()\[\]{};]*(?:;[^()\[\]{};]*)+)[)\]]")
_WORD = pattern(r"[A-Za-z-]{4,}")
_STATES = pattern(r"[=≈≠<>≤≥∈→+*/^_√∑∏\\]")
_WORDS = pattern(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")


def mathematics(text: str, *, display: bool = False) -> Element:
    """The formulas of a text of ours as MathML, with the commas and semicolons between them; what is no formula as text."""
    refused = _REFUSED.fullmatch(text)
    if refused is not None:
        # A false neighbour, and where it is false.
        where = element("span", "(", mathematics(refused[2]), ")", class_="lead")
        return element("span", "¬ ", mathematics(refused[1]), " ", where, class_="formulas")
    only = _read(text) if display and _is_formula(text) else None
    if only is not None:
        return formula(only, display=True)
    children: list[Element | str] = []
    for number, part in enumerate(_parts(text, ";")):
        children += ["; "] if number else []
        children += _listed(part)
    if not any(isinstance(child, Element) for child in children):
        return element("span", plain(text), class_="tex")
    single = children[0]
    return single if len(children) == 1 and isinstance(single, Element) else element("span", *children, class_="formulas")


def _listed(text: str) -> list[Element | str]:
    """The chains of a text; where it is no formula as a whole, what stands between its commas, each by itself."""
    found = _read(text) if _is_formula(text) else None
    if found is not None:
        return list(joined((_broken(chain) for chain in found.chains), ", "))
    pieces = _parts(text, ",") if len(text) <= LONGEST and not _WORDS.search(text) else [text]
    if len(pieces) == 1:
        return [plain(text)]
    return list(joined((shown for piece in pieces for shown in _listed(piece)), ", "))


def _broken(chain: tree.Chain) -> Element:
    """A chain as one `math`; a long one as several, so that lines may break."""
    shown = in_pieces(chain)
    return shown[0] if len(shown) == 1 else element("span", *shown, class_="formulas")


def words_and_formulas(says: str) -> Element:
    """What a claim says: its pieces are formulas or single words of the lesson, with ` … ` between them."""
    children: list[Element | str] = []
    for number, piece in enumerate(says.split(" … ")):
        children += [" … "] if number else []
        children.append(mathematics(piece) if _is_formula(piece) else element("span", plain(piece), class_="words"))
    return element("span", *children, class_="says")


def _parts(text: str, separator: str) -> list[str]:
    """The text between separators outside brackets: semicolons inside part the rows of a matrix, commas its entries."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == separator and depth <= 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def _is_formula(text: str) -> bool:
    if len(text) > LONGEST or _WORDS.search(text):
        return False
    return bool(_STATES.search(text)) or (len(text.split()) == 1 and not _WORD.fullmatch(text))


@lru_cache(maxsize=4096)
def _read(text: str) -> tree.Formula | None:
    try:
        return parse(_with_matrices(text.strip().rstrip(".,")))
    except FormulaError:
        return None


def _with_matrices(text: str) -> str:
    """`(1, 2; 3, 4)` and `[1 2; 3 4]`, as witnesses write matrices, in the words of the parser."""

    def matrix(found: re.Match[str]) -> str:
        rows = [row.split(",") if "," in found[0] else row.split() for row in found[1].split(";")]
        if len({len(row) for row in rows}) != 1:
            return found[0]
        return "[\\begin{matrix} " + " \\\\ ".join(" & ".join(row) for row in rows) + " \\end{matrix}]"

    return _MATRIX.sub(matrix, text)
