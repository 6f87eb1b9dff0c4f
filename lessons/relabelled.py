"""A table whose labels read otherwise than a claim records them: its figures are those of the claim all the same.

What a claim prints as rows of labels and figures may stand there with another word for a row or a column, with its rows or
columns in another order, or turned on its side. Labels that are as recorded say which row is which; the others take the rows
that are left. No label may be another row's, or say what sets another row apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derivations.claim import Claim, Value
from derivations.formula import tree
from derivations.formula.cursor import FormulaError
from derivations.formula.parser import parse
from derivations.formula.tokens import Kind, Token, tokens
from derivations.pieces import written_out
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.flat import Flat
from lessons.occurrence import Occurrence, Printed
from lessons.pattern import Pattern, patterns, without_grouping

# Words that set the two sides of a change apart.
_OPPOSITES = (
    (("前", "旧", "原", "初", "before", "old", "initial"), ("后", "新", "after", "new", "updated")),
)  # fmt: skip
# Words for kinds of quantities: a loss is no probability.
_KINDS = (
    ("损失", "loss"), ("概率", "probability"), ("权重", "比例", "weight"), ("得分", "分数", "score", "logit"),
    ("梯度", "gradient"),
)  # fmt: skip
_NO_WORDS = pattern(r"[\u3000-\u303f\u4e00-\u9fff（）]+")
_CELL_ENDS = "\t|&"
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a printed table: its label, its figures, and where they stand."""

    label: str
    figures: tuple[Printed, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Assigned:
    """Which printed label is which recorded one, in the recorded order; and those that read otherwise."""

    order: tuple[int, ...]
    otherwise: tuple[tuple[str, str, bool], ...]


def relabelled(flat: Flat, claim: Claim) -> list[Occurrence]:
    """The places that print the claim's table with other labels; empty where the claim is none, or a label says another row."""
    recorded = _recorded(patterns(claim, flat.functions), claim)
    if recorded is None:
        return []
    rows, columns = recorded
    found: list[Occurrence] = []
    lines = [_line(flat, line) for line, _ in flat.lines]
    for turned in (False, True):
        height, width = (len(columns), len(rows)) if turned else (len(rows), len(columns))
        for first in range(len(lines) - height + 1):
            part = lines[first : first + height]
            around = (lines[place] for place in (first - 1, first + height) if 0 <= place < len(lines))
            if any(len(line.figures) != width for line in part) or any(len(line.figures) == width for line in around):
                continue
            head = _head(flat, lines[:first], width)
            labels = [line.label for line in part]
            if head is None or not all(labels):
                continue
            across, down = (
                _assigned(labels if turned else list(head[0]), columns),
                _assigned(list(head[0]) if turned else labels, rows),
            )
            if across is None or down is None:
                continue
            grid = [line.figures for line in part]
            figures = tuple(grid[j][i] if turned else grid[i][j] for i in down.order for j in across.order)
            start, end = head[1], part[-1].end
            said = dict(_same_values(flat, claim, rows, len(columns), down.otherwise))
            labels_down = tuple((one, printed, told or one in said) for one, printed, told in down.otherwise)
            found.append(
                Occurrence(
                    start,
                    end,
                    figures,
                    says=claim.says,
                    spans=((start, end),) * len(claim.says),
                    means=tuple(said.values()),
                    relabelled=across.otherwise + labels_down,
                )
            )
    return found


def _same_values(
    flat: Flat, claim: Claim, rows: Sequence[str], width: int, labels: Sequence[tuple[str, str, bool]]
) -> Iterator[tuple[str, str]]:
    """By recorded label: that what a label says in the chapter's letters, with indices or computed, is what its row records."""
    for recorded, printed, _ in labels:
        reading = (claim.reads or {}).get(rows.index(recorded) * width)
        formula = max(_NO_WORDS.split(printed), key=len).strip(" $*")
        try:
            [only] = parse(formula, flat.functions).chains
        except (FormulaError, ValueError):
            continue
        names = [node.name for node in tree.walk(only) if isinstance(node, tree.Symbol)]
        bare = isinstance(only.sides[0], tree.Symbol) and "_" not in only.sides[0].name
        known = all(name in flat.spelling.letters or name.rpartition("_")[0] in flat.spelling.letters for name in names)
        said = written_out(only, flat.functions) if known and not bare and not only.relations else None
        if isinstance(reading, Value) and names and said is not None:
            yield recorded, f"{said} = {reading.expression}"


def _recorded(pieces: Sequence[Pattern], claim: Claim) -> tuple[list[str], list[str]] | None:
    """The labels of the rows and columns that a claim records: a head without figures, then rows that end in their figures."""
    columns = [column.zh for column in claim.columns]
    labels: list[str] = []
    for piece, says in zip(pieces[1:], claim.says[1:], strict=True):
        holes = [slot.hole for slot in piece.slots]
        count = sum(holes)
        if piece.row is not None or count != len(columns) or not all(holes[-count:]) or len(holes) == count:
            return None
        figures = [token for token in tokens(says) if token.written is not None]
        labels.append(says[: figures[0].start].strip())
    return (labels, columns) if labels and not any(slot.hole for slot in pieces[0].slots) else None


def _line(flat: Flat, line: list[Token]) -> _Line:
    """A line as a label and the figures that end it."""
    last = len(line)
    while last and line[last - 1].kind in (Kind.CELL, Kind.STOP):
        last -= 1
    first = last
    while first and line[first - 1].written is not None:
        first -= 2 if first > 1 and line[first - 2].text == "-" else 1
    if first == last:
        return _Line("", (), line[0].start, line[-1].end)
    label = flat.text[line[0].start : line[first].start].strip(" \t|&$\u3000")
    figures = flat.figures_within(line[first].start, line[last - 1].end)
    return _Line(label, figures, line[0].start, line[last - 1].end)


def _head(flat: Flat, before: Sequence[_Line], width: int) -> tuple[tuple[str, ...], int] | None:
    """The labels of the columns, from the last line above that has words, and where that line begins."""
    for line in reversed(before[-3:]):
        text = flat.text[line.start : line.end]
        if line.figures:
            return None
        cells = [cell.strip(" $*") for cell in _cells(text)]
        if any(any(sign.isalpha() for sign in cell) for cell in cells):
            return (tuple(cells[-width:]), line.start) if len(cells) >= width else None
    return None


def _cells(text: str) -> list[str]:
    for end in _CELL_ENDS:
        text = text.replace(end, "\t")
    cells = [cell for cell in text.replace("\\\\", "").split("\t") if cell.strip()]
    return cells if len(cells) > 1 else text.split()


def _assigned(printed: list[str], recorded: list[str]) -> _Assigned | None:
    """Which label is which: those that are as recorded first, then the others in order."""
    if len(printed) != len(recorded):
        return None
    words, wanted = [_words(label) for label in printed], [_words(label) for label in recorded]
    order: dict[int, int] = {}
    for row, label in enumerate(wanted):
        same = [place for place, one in enumerate(words) if _ends_in(one, label) and place not in order.values()]
        if len(same) > 1:
            same = [place for place in same if words[place] == label] or same
        if len(same) > 1:
            return None
        if same:
            order[row] = same[0]
    left = iter(place for place in range(len(printed)) if place not in order.values())
    otherwise: list[tuple[str, str, bool]] = []
    for row in range(len(recorded)):
        if row in order:
            continue
        place = order[row] = next(left)
        own, others = wanted[row], [label for other, label in enumerate(wanted) if other != row]
        if any(_holds(words[place], label) for label in others) or _says_another(words[place], own, others):
            return None
        if _kinds(recorded[row]) and _kinds(printed[place]) and not _kinds(recorded[row]) & _kinds(printed[place]):
            return None
        told = _told(set(words[place]), _apart(own, others))
        otherwise.append((recorded[row], printed[place], told))
    return _Assigned(tuple(order[row] for row in range(len(recorded))), tuple(otherwise))


def _words(label: str) -> Words:
    return tuple(token.text for token in without_grouping(tokens(label)) if token.text not in ("**", "^"))


def _ends_in(words: Words, label: Words) -> bool:
    """Whether a printed label is a recorded one, with plain words before it or not."""
    return words[-len(label) :] == label and all(_is_word(word) for word in words[: -len(label)])


def _holds(words: Words, label: Words) -> bool:
    return any(words[start : start + len(label)] == label for start in range(len(words) - len(label) + 1))


def _apart(own: Words, others: Sequence[Words]) -> set[str]:
    """What a label says that no other does."""
    return set(own) - {word for other in others for word in other}


def _told(said: set[str], apart: set[str]) -> bool:
    """Whether a label has what sets its row apart: all that are no words, or else the words, or a word for the same side."""
    symbols = {word for word in apart if not _is_word(word)}
    shorter = said <= apart or (symbols or apart) <= said
    return bool(apart) and (shorter or any(_one_of(apart, side) and _one_of(said, side) for side, _ in _sides()))


def _kinds(label: str) -> set[int]:
    """Which kinds of quantities a label names."""
    return {kind for kind, words in enumerate(_KINDS) if any(word in label.lower() for word in words)}


def _is_word(word: str) -> bool:
    return "\u4e00" <= word[:1] <= "\u9fff"


def _says_another(words: Words, own: Words, others: Sequence[Words]) -> bool:
    """Whether a label says all that sets another row apart, or the opposite of what its own says."""
    said = set(words)
    mine = _apart(own, others)
    for other in others:
        theirs = _apart(other, [own, *(one for one in others if one is not other)])
        if theirs and theirs <= said and not mine & said:
            return True
    new = said - {word for word in own if all(word in other for other in others)}  # 更新 of 更新前 says nothing here
    return any(_one_of(mine, side) and _one_of(new, opposite) and not _one_of(new, side) for side, opposite in _sides())


def _sides() -> Iterator[tuple[Words, Words]]:
    for one, other in _OPPOSITES:
        yield one, other
        yield other, one


def _one_of(words: set[str], of: Words) -> bool:
    return any(word.lower().startswith(of) for word in words)
