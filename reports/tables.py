"""`table`: the vectors, matrices and tables of a lesson recomputed, in its own layout and decimals, ready to paste."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from derivations.formula.cursor import FormulaError
from derivations.formula.pretty import pretty
from derivations.pieces import JOINT, filled, formula, numerals
from derivations.verdict import Cell, ClaimOutcome, Text, Verification
from derivations.verdict import Line as Relation
from lessonproof.patterns import pattern
from numeric.written import read
from reports.latex_words import SIGNS, latex_words
from reports.markdown_words import markdown_words
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, spoken
from reports.tsv_words import tsv_cell

FORMATS = ("markdown", "latex", "tsv")

_FORMULA_SIGNS = SIGNS | {sign: f"\\{sign}" for sign in "%&#$"}
SHAPES = Text("symbol", "符号"), Text("shape", "形状")
# An index may have a subscript, but no sign and no word.
_SHAPE = pattern(r"(?:[A-Za-z]|\d+)(?:_\{\w+\})? \\times (?:[A-Za-z]|\d+)(?:_\{\w+\})?")
_VECTOR = pattern(r"\(([^()]+(?:, [^()]+)+)\)( / \d+)?")
_DIMENSION = pattern(r"^(?:rows|columns) of ")
# Up to the first figure; the numerals of subscripts are no figures.
_LABEL = pattern(r"(?:_\{[^}]*\}|_[0-9]|[^0-9−-])*")
_SCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹₊₋⁺⁻", "01234567890123456789+-+-")
_LATEX_PIECE = pattern(r"(.)\u0304|_([A-Za-z0-9]+(?:,[A-Za-z0-9]+)*)|([₀-₉₊₋]+)|([⁰¹²³⁴-⁹⁺⁻]+)|([A-Za-z]{2,})|\s+|.")


def has_table(claim: ClaimOutcome) -> bool:
    """Whether the claim prints a table, a matrix or a vector, or shapes such as n × d, which are rows of a table."""
    printed = claim.says.split(" … ")
    return (
        bool(claim.columns)
        or JOINT in claim.says
        or any(_is_array(relation) for relation in claim.lines)
        or any(_SHAPE.fullmatch(piece) or _VECTOR.fullmatch(piece) for piece in printed)
    )


def tables(verification: Verification, form: str, language: Language) -> str:
    """All tables, matrices and vectors of the verification in one of FORMATS, a blank line between them.

    Each printed figure becomes the right printing at its own precision; other entries stay as the lesson prints them.
    """
    write = {"markdown": _markdown, "latex": _latex, "tsv": _tsv}[form]
    parts: list[str] = []
    joined: list[ClaimOutcome] = []  # claims that are rows of one table, one after the other
    shapes: list[list[str]] = []
    for claim in (*verification.claims, None):
        of_claim = _shapes(claim, verification) if claim is not None else []
        if shapes and not of_claim:
            parts.append(write([spoken(text, language) for text in SHAPES], shapes, ""))
            shapes = []
        shapes += of_claim
        if joined and (claim is None or not _is_row(claim) or claim.columns):
            parts.append(write(*_of_rows(joined, verification, language), ""))
            joined = []
        if claim is None:
            break
        if _is_row(claim):
            joined.append(claim)
            continue
        if claim.columns:
            relations = [relation for relation in claim.lines if relation.rows]
            head, *labels = _labels(claim, len(relations))
            rows = [
                [plain(label or relation.left), *(_recomputed(cell, verification) for cell in relation.rows[0])]
                for label, relation in zip(labels, relations, strict=True)
            ]
            printed = head.split()
            heads = printed if len(printed) == len(claim.columns) else [spoken(text, language) for text in claim.columns]
            if rows and len(heads) < len(rows[0]):
                heads.insert(0, "")
            parts.append(write(heads, rows, ""))
            continue
        arrays = list(_vectors(claim, verification))
        for relation in claim.lines:
            if _is_array(relation):
                rows = [[_recomputed(cell, verification) for cell in row] for row in relation.rows]
                figures = (cell.figure for row in relation.rows for cell in row if cell.figure is not None)
                arrays.append((next(figures, None), rows, f"{plain(relation.left)} {relation.relation}".strip()))
        first = {at: figure for at, (figure, _, _) in enumerate(arrays) if figure is not None}
        for at in sorted(range(len(arrays)), key=lambda at: first.get(at, -1)):  # as they stand, where they have figures
            parts.append(write([], *arrays[at][1:]))
    return "\n\n".join(parts) + "\n"


def _shapes(claim: ClaimOutcome, verification: Verification) -> list[list[str]]:
    """The shapes that the claim prints, n × d or 5 × 3, with what has them, where the claim or its figures say what that is."""
    printed, *_ = recomputed = _pieces(claim, verification)
    shapes = [piece for piece in recomputed if _SHAPE.fullmatch(piece)]
    names = dict.fromkeys(name for relation in claim.lines if (name := _DIMENSION.sub("", relation.left)) != relation.left)
    labels = list(names) if len(names) == len(shapes) else [_shown(printed)] if len(shapes) == 1 else []
    return [[label, _shown(shape)] for label, shape in zip(labels, shapes, strict=False)]


def _vectors(claim: ClaimOutcome, verification: Verification) -> Iterator[tuple[int | None, list[list[str]], str]]:
    """The rows of numbers that the claim prints beside its text, with no letter before them, each with its first figure."""
    first = 0
    for text in _pieces(claim, verification):
        if match := _VECTOR.fullmatch(text):
            row = [_shown(entry) + (match[2] or "").replace(" ", "") for entry in match[1].split(", ")]
            yield claim.figures[first] if first < len(claim.figures) else None, [row], ""
        first += len(numerals(text))


def _pieces(claim: ClaimOutcome, verification: Verification) -> list[str]:
    """What the claim prints, each figure as it should be printed; as it is where not all figures of it are meant."""
    figures = [verification.figures[index] for index in claim.figures]
    if len(figures) < len(numerals(claim.says)):
        return claim.says.split(" … ")
    return filled(claim.says, [read(figure.expected or figure.printed) for figure in figures]).split(" … ")


def _shown(piece: str) -> str:
    try:
        chains = formula(piece).chains
    except FormulaError:  # the words of an author's own claim
        return plain(piece)
    return ", ".join(plain(pretty(chain)) for chain in chains)


def _is_row(claim: ClaimOutcome) -> bool:
    """Whether the claim prints whole rows of a table, cell by cell; its columns, if it has any, are headings of these cells."""
    return JOINT in claim.says and len(claim.columns) in (0, claim.says.partition(" … ")[0].count(JOINT) + 1)


def _of_rows(
    claims: Sequence[ClaimOutcome], verification: Verification, language: Language
) -> tuple[list[str], list[list[str]]]:
    """The headings and the rows of a table, each figure in its cell as it should be printed."""
    rows = [row for claim in claims for row in _cells(claim, verification)]
    width = max(map(len, rows))
    heads = [spoken(text, language) for text in claims[0].columns] or [""] * width
    return heads, [row + [""] * (width - len(row)) for row in rows]


def _cells(claim: ClaimOutcome, verification: Verification) -> list[list[str]]:
    return [neutral(row).split(JOINT) for row in _pieces(claim, verification) if JOINT in row]


def _labels(claim: ClaimOutcome, count: int) -> list[str]:
    """The head of the lesson's table and what stands before the figures of its rows; "" where the lesson prints none."""
    pieces = claim.says.split(" … ")
    if len(pieces) not in (count, count + 1):
        return [""] * (count + 1)
    head = [] if len(pieces) > count else [""]
    return [*head, *(_LABEL.match(piece)[0].strip() for piece in pieces)]  # type: ignore[index]  # matches everything


def _is_array(relation: Relation) -> bool:
    return sum(len(row) for row in relation.rows) > 1


def _recomputed(cell: Cell, verification: Verification) -> str:
    if cell.figure is None:
        return plain(cell.printed)
    figure = verification.figures[cell.figure]
    return plain(figure.expected or figure.printed)


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]], name: str) -> str:
    if not heads:
        return f"$$\n{_matrix(rows, name)}\n$$"
    rule = ["---", *["---:"] * (len(heads) - 1)]
    lines = [
        [markdown_words(head) for head in heads],
        rule,
        *([_entry(entry, markdown_words) for entry in row] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _latex(heads: Sequence[str], rows: Sequence[Sequence[str]], name: str) -> str:
    if not heads:
        return rf"\[{_matrix(rows, name)}\]"
    lines = [[latex_words(head) for head in heads], *([_entry(entry, latex_words) for entry in row] for row in rows)]
    body = [f"{' & '.join(line)} \\\\" for line in lines]
    return "\n".join([rf"\begin{{tabular}}{{l{'r' * (len(heads) - 1)}}}", body[0], r"\hline", *body[1:], r"\end{tabular}"])


def _tsv(heads: Sequence[str], rows: Sequence[Sequence[str]], name: str) -> str:
    lines = [*([heads] if heads else []), *rows]
    return "\n".join("\t".join(map(tsv_cell, line)) for line in lines)


def _matrix(rows: Sequence[Sequence[str]], name: str) -> str:
    body = r" \\ ".join(" & ".join(_math(entry) for entry in row) for row in rows)
    array = (
        rf"\begin{{bmatrix}} {body} \end{{bmatrix}}" if len(rows) > 1 else f"({', '.join(_math(entry) for entry in rows[0])})"
    )
    return f"{_math(name)} {array}".strip()


def _entry(text: str, words: Callable[[str], str]) -> str:
    """An entry of a table: numbers as they are, formulas between dollars, words (CJK characters tell them) escaped."""
    if re.fullmatch(r"[−-]?[0-9.,]*", text):
        return text
    return words(text) if any(character >= "\u2e80" for character in text) else f"${_math(text)}$"


def _math(text: str) -> str:
    """One-line Unicode mathematics as LaTeX: `W̄_V ≈` becomes `\\bar{W}_{V} \\approx`."""

    def latex(found: re.Match[str]) -> str:
        barred, subscript, below, above, name = found.groups()
        if barred:
            return rf"\bar{{{barred}}}"
        if subscript:
            return f"_{{{subscript}}}"
        if below or above:
            return ("_" if below else "^") + "{" + (below or above).translate(_SCRIPTS) + "}"
        if name:
            return rf"\{name} " if name in ("ln", "log", "exp", "max", "min") else rf"\operatorname{{{name}}}"
        base = unicodedata.decomposition(found[0]).partition(" 0304")
        if base[1]:
            return rf"\bar{{{chr(int(base[0], 16))}}}"  # Ū is a single character
        sign = _FORMULA_SIGNS.get(found[0], found[0])
        return sign + " " if re.fullmatch(r"\\[A-Za-z]+", sign) else sign

    written = _LATEX_PIECE.sub(latex, neutral(text).replace("\\", " "))
    return re.sub(r"(\\[A-Za-z]+) (?![A-Za-z])", r"\1", re.sub(" +", " ", written)).strip()
