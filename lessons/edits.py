"""What would have to stand in a document instead: edits in the author's own spelling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derivations.decisions import Restated
from derivations.example import ExampleImpossible
from derivations.formula import tree
from derivations.formula.evaluate import EvaluationError
from derivations.formula.tokens import Token, tokens
from derivations.pieces import printed_tokens
from derivations.statement import entry
from derivations.values import Expression, Values
from derivations.verdict import Edit
from lessonproof.records import dataclass
from lessons.occurrence import Occurrence
from lessons.pattern import without_grouping
from lessons.source import Source
from numeric.rounding import certify
from numeric.written import Written


def reworded(document: Source, occurrence: Occurrence, instead: Sequence[str]) -> tuple[Edit, ...]:
    """The edits that give a place of a claim other wordings: only what differs, so that `$B$` becomes `$A$`.

    Empty where one of them would have to write over more than the printed wording itself.
    """
    edits: list[Edit] = []
    for printed, wanted, span in zip(occurrence.says, instead, occurrence.spans, strict=True):
        if printed != wanted:
            edit = _edit(document, printed, wanted, span)
            if edit is None:
                return ()
            edits.append(edit)
    return tuple(edits)


def restated(document: Source, occurrence: Occurrence, parts: Sequence[Restated]) -> tuple[Edit, ...]:
    """The edits that give parts of a place's formulas another form. Empty where one of them is not found there."""
    edits: list[Edit] = []
    for part in parts:
        piece = occurrence.says[part.piece]
        old = list(without_grouping(printed_tokens(piece)))
        here = _aligned(list(without_grouping(tokens(document.text, *occurrence.spans[part.piece]))), old)
        within = [at for at, token in enumerate(old) if part.span[0] <= token.start and token.end <= part.span[1]]
        if here is None or not within:
            return ()
        start, stop = here[within[0]].start, here[within[-1]].end
        # A brace of the author's may open or close within the part: braces are no tokens here.
        if document.text.count("{", start, stop) != document.text.count("}", start, stop):
            return ()
        edits.append(Edit(document.place(start), document.stop(stop), part.text))
    return tuple(edits)


def _edit(document: Source, printed: str, wanted: str, span: tuple[int, int]) -> Edit | None:
    old, new = list(without_grouping(printed_tokens(printed))), list(without_grouping(printed_tokens(wanted)))
    here = _aligned(list(without_grouping(tokens(document.text, *span))), old)
    if here is None:
        return None
    first = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0].text != pair[1].text), len(new))
    behind = 0
    while behind < min(len(old), len(new)) - first and old[-1 - behind].text == new[-1 - behind].text:
        behind += 1
    if first == min(len(old), len(new)) - behind:  # one only adds to the other: take a neighbour along
        first, behind = (first - 1, behind) if first else (first, behind - 1)
    last, last_new = len(old) - behind, len(new) - behind
    start, stop = here[first].start, here[last - 1].end
    if _tight(document.text[start:stop]) != _tight(printed[old[first].start : old[last - 1].end]):
        return None
    return Edit(document.place(start), document.stop(stop), wanted[new[first].start : new[last_new - 1].end])


def _aligned(here: Sequence[Token], wanted: Sequence[Token]) -> list[Token] | None:
    """The tokens that are the wanted ones, in order: emphasis and the like may stand between them."""
    found: list[Token] = []
    for token in here:
        if len(found) < len(wanted) and _same(token, wanted[len(found)]):
            found.append(token)
    return found if len(found) == len(wanted) else None


def _same(token: Token, other: Token) -> bool:
    """Whether two tokens say the same; any figure may stand where a claim prints one."""
    if token.written is not None and other.written is not None:
        return True
    return token.text == other.text and token.subscript is other.subscript


def _tight(text: str) -> str:
    return "".join(text.split())


@dataclass(frozen=True, slots=True)
class Formula:
    """A chain of relations, the text in which its places count, and its figures."""

    chain: tree.Chain
    text: str
    figures: Sequence[Written]

    def part(self, node: tree.Node) -> str:
        return self.text[slice(*node.span)]


def recast(document: Source, start: int, printed: Formula, recorded: Formula, values: Values) -> tuple[Edit, ...]:
    """The edits that make a formula true again that stands in the place of a claim, at an offset of the document.

    What is false says what the claim records, where that is true at these values, else another closed form. Empty where a false
    side or entry has neither.
    """
    edits: list[Edit] = []
    try:
        for node, text in _false_parts(printed, recorded, values):
            if text is None:
                return ()
            place, stop = document.place(start + node.span[0]), document.stop(start + node.span[1])
            edits.append(Edit(place, stop, text))
    except (EvaluationError, ExampleImpossible):
        return ()
    return tuple(edits)


def _false_parts(printed: Formula, recorded: Formula, values: Values) -> Iterator[tuple[tree.Node, str | None]]:
    """Every side or entry that is false, with what it may print instead."""
    from derivations.closed_form import closed_form

    sides = printed.chain.sides
    subject = next((side for side in sides if not _is_array(side)), sides[0])
    whole = Expression(values, subject, printed.figures)
    before = recorded.chain.sides if len(recorded.chain.sides) == len(sides) else sides
    for side, other in zip(sides, before, strict=True):
        rows, others = _entries(side), _entries(other)
        if side is subject or whole.shape != (len(rows), len(rows[0])):
            continue
        alike = (len(rows), len(rows[0])) == (len(others), len(others[0]))
        for i, row in enumerate(rows):
            for j, node in enumerate(row):
                same = others[i][j] if alike else None
                if _right(printed, node, whole, (i, j), values):
                    continue
                if same is not None and not _is_array(same) and _right(recorded, same, whole, (i, j), values):
                    yield node, recorded.part(same)
                elif not isinstance(node, tree.Number):  # else it is a figure, and mended as one
                    yield node, closed_form(printed.text, node, whole, (i, j), values)


def _right(formula: Formula, node: tree.Node, whole: Expression, at: tuple[int, int], values: Values) -> bool:
    """Whether a side or entry is what stands there; a number may be its rounding."""
    if isinstance(node, tree.Number):
        return certify(node.written, whole.real(*at)).verdict in ("exact", "rounded")
    part = Expression(values, node, formula.figures)
    return part.shape == (1, 1) and entry(part, whole, "=", (0, 0), at).holds is True


def _entries(side: tree.Node) -> tuple[tuple[tree.Node, ...], ...]:
    return side.rows if isinstance(side, tree.Table) else (side.items,) if isinstance(side, tree.Row) else ((side,),)


def _is_array(side: tree.Node) -> bool:
    return isinstance(side, (tree.Number, tree.Row, tree.Table))
