"""`account`: what a model costs, for one of the published models or an author's own, in every format of the command."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict
from difflib import get_close_matches
from typing import TypeVar

from derivations.catalogue import UsageError
from numeric.account.account import Account, account
from numeric.account.activations import WIDTH, activations
from numeric.account.configuration import LARGEST, Configuration, WrongConfiguration
from numeric.account.configuration_file import configuration
from numeric.account.formulas import spelled
from numeric.account.memory import CACHE_FORMAT, memory
from numeric.account.operations import Operations, operations
from numeric.account.presets import PRESETS
from numeric.account.printed import printed_counts
from numeric.account.variants import variants
from reports.account_sheets import sheets
from reports.blocks import GOOD, QUIET, STRONG
from reports.json import SCHEMA, document
from reports.layout import Line, joined, labelled, line, paragraph, rendered
from reports.neutral import neutral
from reports.sentences import Language, say
from reports.sheets import Row, Sheet, drawn, written

FORMATS = ("full", "markdown", "latex", "tsv", "json")
_Result = TypeVar("_Result")


def report(target: str, length: str | None, form: str, *, language: Language, width: int, colour: bool) -> str:
    """The whole answer to `account target`, in one of FORMATS.

    target: a published model, or a TOML file   length: T as it was typed, None for the model's own.
    Raises UsageError, in one sentence, for a target or a length that is none.
    """
    a = _asked(lambda: account(_configuration(target)))
    T = _length(length)
    o = _asked(lambda: operations(a, T))
    if form == "json":
        return document(record(a, o))
    tables = sheets(a, o, language)
    if form != "full":
        return written([_summary(a, language), *tables], form)
    lines = _head(a, language, width)
    for sheet in tables:
        lines += [(), *drawn(sheet, width)]
    return rendered(lines, colour=colour, width=width)


def presets(*, language: Language, width: int, colour: bool, program: str) -> str:
    """The published models with their sizes: the answer to `account` without a target."""
    rows = tuple(Row(name, (f"{account(model).total:,}", model.source)) for name, model in PRESETS.items())
    sheet = Sheet(say(language, "account.presets"), (say(language, "account.head.parameters"),), rows)
    first = next(iter(PRESETS))
    lines = [*drawn(sheet, width), ()]
    lines.append(labelled(say(language, "account.next"), f"{program} account {first}", QUIET))
    lines.append(labelled(say(language, "account.next-own"), f"{program} account model.toml", QUIET))
    return rendered(lines, colour=colour, width=width)


def record(a: Account, o: Operations) -> dict[str, object]:
    """The account for programs: exact integers; the same in every language."""
    m, kept = memory(a), activations(a.configuration, o)
    return {
        "schema": SCHEMA,
        "model": a.configuration.name,
        "configuration": {**asdict(a.configuration), "printed": dict(a.configuration.printed)},
        "symbols": a.configuration.symbols(),
        "parameters": a.total,
        "counted": {"matrices": len(a.matrices), "agree": ["shapes", "formulas"]},
        "components": [
            {
                "place": entry.place,
                "part": entry.part,
                "kind": entry.kind,
                "parameters": entry.count,
                "formula": spelled(entry.formula),
            }
            for entry in a.entries
        ],
        "layers": {place: a.one_layer(place) for place in ("encoder", "decoder") if a.count(place)},
        "variants": {each.name: each.count for each in variants(a)},
        "printed": [
            {
                "place": each.place,
                "figure": each.figure,
                "verdict": each.rounding.verdict,
                "expected": each.rounding.expected,
                "right_to": each.unit,
                "vocabulary": each.vocabulary,
            }
            for each in printed_counts(a)
        ],
        "bytes": {
            "parameters": m.parameters,
            "training": m.training,
            "activations": {
                "fp32": kept.bytes("fp32"),
                "mixed": kept.bytes("mixed"),
                "layers": {
                    place: {each: kept.one_layer(place, each) for each in WIDTH}
                    for place in ("encoder", "decoder")
                    if a.count(place)
                },
                "components": [
                    {"place": item.place, "part": item.part, "numbers": item.numbers, "formula": spelled(item.formula)}
                    for item in kept.items
                ],
            },
            "cache": m.cache
            and {
                "format": CACHE_FORMAT,
                "token": m.cache.bytes(1, 0),
                "source_token": m.cache.bytes(0, 1),
                "sequence": m.cache.bytes(o.length, o.source_length),
            },
        },
        "operations": {
            "length": o.length,
            "source_length": o.source_length,
            "items": [asdict(item) for item in o.items],
            "forward": o.forward,
            "training": o.training,
            "masked": o.masked,
        },
    }


def _configuration(target: str) -> Configuration:
    if target in PRESETS:
        return PRESETS[target]
    if target.endswith(".toml") or os.path.isfile(target):
        return configuration(target)
    nearest = tuple(get_close_matches(target[:60], PRESETS, n=3, cutoff=0.0))
    raise UsageError("account-unknown", target=target[:60], nearest=nearest)


def _length(typed: str | None) -> int | None:
    if typed is None:
        return None
    if not typed.isdecimal() or not typed.isascii() or len(typed) > len(str(LARGEST)) or not 1 <= int(typed) <= LARGEST:
        raise UsageError("account-wrong-length", given=typed[:40], most=LARGEST)
    return int(typed)


def _asked(answer: Callable[[], _Result]) -> _Result:
    """The answer, or the user's mistake as a sentence."""
    try:
        return answer()
    except WrongConfiguration as error:
        raise UsageError(f"account-{error.kind}", **error.values) from None


def _head(a: Account, language: Language, width: int) -> list[Line]:
    c = a.configuration
    lines: list[Line] = [line((neutral(c.name), STRONG), "  ", (say(language, "account.parameters", n=a.total), STRONG))]
    lines += paragraph(
        say(language, "account.agree", matrices=len(a.matrices)), width, first=line("  ", ("✓ ", GOOD)), indent=4
    )
    lines += [line("  ", row) for row in joined(_sizes(a, language), "   ", width - 2)]
    if c.source:
        lines += paragraph(_source(c, language), width, style=QUIET, first=line("  "), indent=2)
    return lines


def _summary(a: Account, language: Language) -> Sheet:
    """The head of the report as a sheet, for the formats that are pasted."""
    c = a.configuration
    notes = ["; ".join(_sizes(a, language)), say(language, "account.agree", matrices=len(a.matrices))]
    if c.source:
        notes.append(_source(c, language))
    return Sheet(f"{c.name}: {say(language, 'account.parameters', n=a.total)}", notes=tuple(notes))


def _source(c: Configuration, language: Language) -> str:
    return say(language, "account.source", source=c.source)


def _sizes(a: Account, language: Language) -> list[str]:
    c = a.configuration
    symbols = {name: number for name, number in c.symbols().items() if number}
    if symbols["G"] == symbols["H"]:
        del symbols["G"]
    if symbols["d_k"] == symbols["d_v"]:
        del symbols["d_v"]
    return [say(language, f"account.towers.{c.towers}"), *(f"{name} = {number:,}" for name, number in symbols.items())]
