"""What a document defines, found before any detector judges: names with values, and the sources of rounded figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derivations.formula import tree
from derivations.verdict import FigureVerdict
from lessons.byte_units import BYTES
from lessons.comparison import NotComputed, Worth
from lessons.detectors.detection import Reporter, Text
from lessons.names import Definition
from lessons.printed import printed_rows
from lessons.relations import Chain, Side
from lessons.sign import APPROXIMATE, EQUALITIES, Role
from lessons.signs import are_factors
from lessons.unfolding import unfolded
from lessons.vocabulary import Meaning, Vocabulary, may_be_rounded
from numeric.written import Written, scan

_OR = frozenset({"or", "and", "to", "up", "或", "和", "与", "及", "到", "至", "等"})


def define(text: Text, reporter: Reporter) -> None:
    """All names, in the order of the document; their printed values are given."""
    for passage, span in text.related:
        for chain in sorted(text.chains(passage, span), key=lambda one: one.start):
            reporter.budget.spend(len(chain.sides))
            with reporter.trying(passage, (chain.start, chain.end)):
                _define(text, reporter, passage, chain)


def find_sources(text: Text, reporter: Reporter) -> None:
    """For each rounded figure of three digits or more, the exact value that stands beside it."""
    for passage, chain in text.all_chains():
        if not any(may_be_rounded(sign) for sign in _last_figures(chain)):
            continue
        with reporter.trying(passage, (chain.start, chain.end)):
            _find_sources(text, reporter, passage, chain)


def _find_sources(text: Text, reporter: Reporter, passage: int, chain: Chain) -> None:
    for _, outcome in text.reading(passage).parts(chain, reporter.budget.spend):
        for one in outcome.judged:
            printed, real = one.printed, one.verdict.real
            if printed and real and one.verdict.figure is FigureVerdict.ROUNDED and may_be_rounded(printed.written):
                text.sources.setdefault((printed.written.value, printed.written.ulp), real)


def _last_figures(chain: Chain) -> Iterator[Written]:
    """The lone figures of a chain: only these can have been printed from something."""
    for side in chain.sides:
        figures = [sign for sign in side.signs if sign.role is Role.FIGURE]
        found = scan(figures[0].text) if len(figures) == 1 else None
        if found:
            yield found[0]


def _define(text: Text, reporter: Reporter, passage: int, chain: Chain) -> None:
    if any(relation.text not in EQUALITIES for relation in chain.relations) or _is_a_list(chain):
        return
    last = len(chain.sides) - 1
    for i, side in enumerate(chain.sides):
        node = side.node
        if not isinstance(node, tree.Symbol) or (i == 0 and chain.left_open) or (i == last and chain.right_open):
            continue
        if side.signs[0].tex and side.text == node.name and are_factors(node.name, text.names.known()):
            continue  # AB, where A and B have values
        chosen = _value(text, passage, chain, i)
        if chosen is None:
            continue
        j, meaning = chosen
        used = [part for j, other in enumerate(chain.sides) if j != i and other.node for part in tree.walk(other.node)]
        if node.name == "e" or any(isinstance(part, tree.Symbol) and part.name == node.name for part in used):
            continue
        value = chain.sides[j]
        text.names.define(Definition(node.name, meaning, passage, value.start, value.end))
        if printed_rows(meaning.node, value.text) is not None and not _is_derived(chain, i):
            for number in tree.figures(meaning.node):
                reporter.settle(passage, value.places(number.span), FigureVerdict.GIVEN)


def _is_a_list(chain: Chain) -> bool:
    """`i = 1, 2, 3` and `n = 1, …` give no value; `$d = 768$, 12 layers` and `d = 768, 12 layers` do."""
    if len(chain.after) < 2 or chain.after[0].text not in (",", "，", "、"):
        return False
    _, following, *behind = chain.after
    if following.role is Role.DOTS:
        return True
    if following.role is not Role.FIGURE or not behind:
        return following.role is Role.FIGURE
    counted = behind[0].role in (Role.LABEL, Role.END) and behind[0].text.isalpha()
    return not counted or behind[0].text in _OR


def _is_derived(chain: Chain, symbol: int) -> bool:
    """Whether a side says how the name comes to its value, which then is not chosen: `H = −∑ p ln p ≈ 0.611`."""
    return any(
        number != symbol
        and not isinstance(side.node, tree.Symbol)
        and (side.node is None or printed_rows(side.node, side.text) is None)
        for number, side in enumerate(chain.sides)
    )


def _value(text: Text, passage: int, chain: Chain, symbol: int) -> tuple[int, Meaning] | None:
    """The side that gives a symbol its value: an expression if one can be computed, else numbers."""
    last = len(chain.sides) - 1
    numbers: tuple[int, Meaning] | None = None
    order = sorted((j for j in range(last + 1) if j != symbol), key=lambda j: (j < symbol, abs(j - symbol)))
    for j in order:
        side = chain.sides[j]
        node = side.node
        unread = (j == 0 and chain.left_open) or (j == last and chain.right_open)
        if node is None or unread or not _counts(side.units) or side.continued or isinstance(node, tree.Symbol):
            continue
        if printed_rows(node, side.text) is not None:
            between = chain.relations[min(j, symbol) : max(j, symbol)]
            rounded = side.about or any(relation.text in APPROXIMATE for relation in between)
            numbers = numbers or (j, Meaning(node, {}, rounded))
            continue
        meaning = _computed(text, passage, side, node)
        if meaning is not None:
            return j, meaning
    return numbers


def _counts(units: Sequence[str]) -> bool:
    """Whether a number with these units is worth itself: `b = 2 bytes` is, what `M = 16 GB` is worth is the author's choice."""
    return all(BYTES.get(unit) == 1 for unit in units)


def _computed(text: Text, passage: int, side: Side, node: tree.Node) -> Meaning | None:
    for reading in text.names.readings(node, passage, side.start):
        if any((one.passage, one.start) >= (passage, side.start) for one in reading.definitions):
            continue
        whole = unfolded(node, reading.nodes)
        try:
            Worth(whole, reading.names).entries(Vocabulary(reading.names))
        except NotComputed:
            continue
        depth = 1 + max((meaning.depth for meaning in reading.names.values()), default=0)
        rounded = any(meaning.rounded for meaning in reading.names.values())
        return Meaning(whole, reading.names, rounded, depth)
    return None
