"""The tables of an account: where the parameters are, one layer, other ways of counting, memory, operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from numeric.account.account import LAYER_PARTS, Account
from numeric.account.activations import WIDTH, Kept, Precision, activations
from numeric.account.formulas import latex, spelled
from numeric.account.memory import ADAM, BYTES, CACHE_FORMAT, memory
from numeric.account.operations import Item, Operations
from numeric.account.printed import PrintedCount, printed_counts
from numeric.account.shapes import KINDS, Place
from numeric.account.variants import variants
from reports.rounded import BINARY, percent, rounded, scaled
from reports.sentences import Language, say, word
from reports.sheets import Formula, Row, Sheet

_TOWERS: tuple[Place, ...] = ("encoder", "decoder")


def sheets(a: Account, operations: Operations, language: Language) -> list[Sheet]:
    """All tables that this model has something to say in, in the order of reading."""
    found = [parts(a, language), layer(a, language), kinds(a, language), otherwise(a, language)]
    printed = printed_counts(a)
    if printed:
        notes = tuple(_printed(each, language) for each in printed)
        found.append(Sheet(say(language, "account.title.printed"), notes=notes))
    memory_sheets = [in_bytes(a, operations, language), in_activations(a, operations, language)]
    return [*found, *memory_sheets, in_operations(a, operations, language)]


def parts(a: Account, language: Language) -> Sheet:
    """Every component in all layers together, with its share of the model and its formula."""
    rows = []
    for place in dict.fromkeys(entry.place for entry in a.entries):
        if place in _TOWERS:
            count = a.count(place)
            label = say(language, f"account.layers.{place}", n=a.configuration.layers)
            rows.append(Row(label, (_grouped(count), percent(Fraction(count, a.total)))))
        for part in dict.fromkeys(entry.part for entry in a.entries if entry.place == place):
            terms = tuple(term for entry in a.entries if (entry.place, entry.part) == (place, part) for term in entry.formula)
            count = a.count(place, (part,))
            rows.append(
                Row(
                    word("account.part", part, language),
                    (_grouped(count), percent(Fraction(count, a.total)), Formula(spelled(terms), latex(terms))),
                    depth=int(place in _TOWERS),
                )
            )
    rows.append(Row(say(language, "account.total"), (_grouped(a.total), percent(Fraction(1))), strong=True))
    notes = []
    if a.configuration.output == "tied":
        notes.append(say(language, "account.tied"))
    if a.configuration.positions in ("sinusoidal", "rotary"):
        notes.append(say(language, "account.fixed-positions"))
    heads = tuple(say(language, f"account.head.{name}") for name in ("parameters", "share", "formula"))
    return Sheet(say(language, "account.title.parts"), heads, tuple(rows), tuple(notes))


def layer(a: Account, language: Language) -> Sheet:
    """One layer of each tower, with the shares of its parts."""
    rows = []
    for place in _TOWERS:
        whole = a.one_layer(place)
        if not whole:
            continue
        rows.append(Row(say(language, f"account.layer.{place}"), (_grouped(whole), percent(Fraction(1)))))
        for part in LAYER_PARTS:
            if count := a.one_layer(place, part):
                entries = (_grouped(count), percent(Fraction(count, whole)))
                rows.append(Row(word("account.part", part, language), entries, depth=1))
    heads = (say(language, "account.head.parameters"), say(language, "account.head.layer-share"))
    return Sheet(say(language, "account.title.layer"), heads, tuple(rows))


def kinds(a: Account, language: Language) -> Sheet:
    """Weights, biases and norms."""
    counts = [(kind, count) for kind in KINDS if (count := a.count(kinds=(kind,)))]
    rows = [
        Row(word("account.kind", kind, language), (_grouped(count), percent(Fraction(count, a.total))))
        for kind, count in counts
    ]
    heads = tuple(say(language, f"account.head.{name}") for name in ("parameters", "share"))
    notes = (say(language, "account.kind.note"),) if a.configuration.norm == "layer" else ()
    return Sheet(say(language, "account.title.kinds"), heads, tuple(rows), notes)


def otherwise(a: Account, language: Language) -> Sheet:
    """What the count would be with other choices."""
    rows = [
        Row(word("account.variant", each.name, language), (_grouped(each.count), _signed(each.difference)))
        for each in variants(a)
    ]
    heads = tuple(say(language, f"account.head.{name}") for name in ("parameters", "difference"))
    return Sheet(say(language, "account.title.variants"), heads, tuple(rows))


def in_bytes(a: Account, o: Operations, language: Language) -> Sheet:
    """Parameters, training and the cache, in bytes, decimal and binary multiples."""
    m = memory(a)
    by_size: dict[int, list[str]] = {}
    for form, size in BYTES.items():
        by_size.setdefault(size, []).append(form)
    sizes = [
        (say(language, "account.memory.parameters", form="/".join(forms)), size * a.total) for size, forms in by_size.items()
    ]
    sizes += [(say(language, f"account.memory.train-{way}"), total) for way, total in m.training.items()]
    per_parameter = {way: " + ".join(str(size) for size in numbers.values()) for way, numbers in ADAM.items()}
    notes = [say(language, "account.memory.int8"), say(language, "account.memory.adam", **per_parameter)]
    if m.cache is None:
        notes.append(say(language, "account.memory.no-cache"))
    else:
        each, source = m.cache.bytes(1, 0), m.cache.bytes(0, 1)
        sizes.append((say(language, "account.memory.cache-token"), each))
        if source:
            sizes.append((say(language, "account.memory.cache-source"), source))
        whole = m.cache.bytes(o.length, o.source_length)
        sizes.append((say(language, "account.memory.cache", n=o.length), whole))
        notes.append(say(language, "account.memory.cache-note", form=CACHE_FORMAT))
        if source:
            notes.append(say(language, "account.work.source", n=o.source_length))
    rows = tuple(Row(label, (_grouped(size), scaled(size, "B"), scaled(size, "B", BINARY))) for label, size in sizes)
    heads = tuple(say(language, f"account.head.{name}") for name in ("bytes", "decimal", "binary"))
    return Sheet(say(language, "account.title.memory"), heads, rows, tuple(notes))


def in_activations(a: Account, o: Operations, language: Language) -> Sheet:
    """What a forward pass over one sequence keeps for the backward pass, component by component, and training with it."""
    kept, trained = activations(a.configuration, o), memory(a).training
    rows = []
    for place in dict.fromkeys(item.place for item in kept.items):
        items = [item for item in kept.items if item.place == place]
        tower = int(place in _TOWERS)
        if tower:
            label = say(language, f"account.layers.{place}", n=a.configuration.layers)
            rows.append(_kept(label, _sizes(items), sum(item.numbers for item in items)))
            in_layers = sum(item.in_layers for item in items) // a.configuration.layers
            one = {each: kept.one_layer(place, each) for each in WIDTH}
            rows.append(_kept(say(language, "account.activations.layer"), one, in_layers, depth=1))
        for item in items:
            label = word("account.part", "output" if item.part == "scores" else item.part, language)
            formula = Formula(spelled(item.formula), latex(item.formula))
            rows.append(_kept(label, _sizes([item]), item.numbers, formula, depth=tower))
    total = _sizes(kept.items)
    rows.append(_kept(say(language, "account.total"), total, kept.numbers, strong=True))
    whole = {each: total[each] + trained[each] for each in WIDTH}
    rows.append(_kept(say(language, "account.activations.training"), whole, strong=True))
    heads = tuple(say(language, f"account.head.{name}") for name in ("numbers", "fp32", "mixed", "formula"))
    notes = [say(language, "account.activations.note")]
    if o.source_length:
        notes.append(say(language, "account.work.source", n=o.source_length))
    return Sheet(say(language, "account.title.activations", n=o.length), heads, tuple(rows), tuple(notes))


def _sizes(items: Sequence[Kept]) -> dict[Precision, int]:
    return {each: sum(item.bytes(each) for item in items) for each in WIDTH}


def _kept(
    label: str,
    sizes: Mapping[Precision, int],
    numbers: int | None = None,
    formula: Formula | None = None,
    *,
    depth: int = 0,
    strong: bool = False,
) -> Row:
    exact = "" if numbers is None else _grouped(numbers)
    binary = (scaled(sizes[each], "B", BINARY) for each in WIDTH)
    return Row(label, (exact, *binary, *([formula] if formula else [])), depth=depth, strong=strong)


def in_operations(a: Account, o: Operations, language: Language) -> Sheet:
    """What one forward pass over T positions does, and training on them."""
    works = (
        ("weights", [item for item in o.items if item.place in _TOWERS and item.work == "weights"]),
        ("attention", [item for item in o.items if item.work == "scores-and-mixing"]),
        ("output", [item for item in o.items if item.part == "scores"]),
        ("heads", [item for item in o.items if item.place == "output" and item.part != "scores"]),
    )
    rows = [
        _work(say(language, f"account.work.{name}"), _sum(items), Fraction(_sum(items), o.forward))
        for name, items in works
        if items
    ]
    rows.append(_work(say(language, "account.work.forward", n=o.length), o.forward, Fraction(1), strong=True))
    rows.append(_work(say(language, "account.work.position"), Fraction(o.forward, o.length)))
    rows.append(_work(say(language, "account.work.training"), o.training))
    notes = [say(language, "account.work.note")]
    if o.source_length:
        notes.append(say(language, "account.work.source", n=o.source_length))
    if o.masked:
        notes.append(say(language, "account.work.masked", n=o.masked))
    if o.kaplan is not None:
        notes.append(say(language, "account.work.kaplan", n=o.kaplan))
    heads = tuple(say(language, f"account.head.{name}") for name in ("operations", "decimal", "share"))
    return Sheet(say(language, "account.title.operations"), heads, tuple(rows), tuple(notes))


def _work(label: str, flops: Fraction | int, share: Fraction | None = None, *, strong: bool = False) -> Row:
    whole = Fraction(flops)
    exact = _grouped(whole.numerator) if whole.denominator == 1 else rounded(whole, "1,000.0")
    return Row(label, (exact, scaled(whole, "FLOP"), percent(share) if share is not None else ""), strong=strong)


def _sum(items: Sequence[Item]) -> int:
    return sum(item.flops for item in items)


def _printed(each: PrintedCount, language: Language) -> str:
    expected = each.rounding.expected
    if each.right:
        return say(language, "account.print.right", figure=each.figure, place=each.place)
    if each.unit is not None:
        return say(language, "account.print.unit", figure=each.figure, place=each.place, unit=each.unit, expected=expected)
    if each.vocabulary is None:
        vocabulary = say(language, "account.print.no-vocabulary")
    else:
        least, most = each.vocabulary
        vocabulary = say(language, "account.print.vocabulary", least=least, most=most)
    return say(language, "account.print.wrong", figure=each.figure, place=each.place, expected=expected, vocabulary=vocabulary)


def _grouped(number: int) -> str:
    return f"{number:,}"


def _signed(number: int) -> str:
    return f"{'+' if number > 0 else '−'}{abs(number):,}"
