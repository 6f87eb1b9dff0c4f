"""`run`: a model carried through, matrix by matrix, for the terminal, to paste, and for programs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from derivations.verdict import Message
from lessons.model_run import ModelRun
from numeric.certified import Certified, Decimals, Digits, certified
from numeric.computation import CertifiedQuantity
from numeric.fields.number import rational
from numeric.quantity import Part
from numeric.real import Real
from reports import run_generation as generation
from reports.layout import Line, Span, beside, bracketed, columns, headed, length, line, paragraph
from reports.neutral import neutral
from reports.options import STAGES
from reports.plain import plain
from reports.sentences import Language, say, sentence

MOST_REMARKS, MOST_ENTRIES = 8, 6
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_RAISED = str.maketrans("0123456789()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾")
Stage = tuple[Part, list[tuple[tuple[Part, ...], list[CertifiedQuantity]]]]


def stages(run: ModelRun, only: Collection[str] = STAGES) -> Iterator[Stage]:
    """The quantities by stage, and in each stage by the part of the model that computes them."""
    for stage, of_stage in groupby(run.quantities, lambda each: each.quantity.stage):
        if stage[0] in only:
            parts = groupby(of_stage, lambda each: each.quantity.where)
            yield stage, [(where, list(quantities)) for where, quantities in parts]


def full(run: ModelRun, *, language: Language, width: int, only: Collection[str] = STAGES) -> list[Line]:
    """Everything, in the letters of the notes, with small matrices beside each other; what is marked is explained below."""
    lines: list[Line] = [line((neutral(run.file.title or run.file.path), "bold"), "  ", (run.file.kind, "dim"))]
    for stage, parts in stages(run, only):
        lines += [(), line((stage_heading(run, stage, language), "bold"))]
        if stage[0] == generation.STAGE:
            [(_, quantities)] = parts
            lines += _chosen(run, stage[1], quantities, language, width)
            continue
        for where, quantities in parts:
            if where:
                lines.append(line("  ", (part_heading(where, language), "dim")))
            lines += _packed([_block(run, each) for each in quantities], width - 2)
        if stage[0] == "forward":
            lines += _predicted(run, stage[1], language, width)
    if run.generation is not None and generation.STAGE in only:
        lines += [(), *paragraph(generation.conclusion(run, language), width, style="bold")]
        lines += paragraph(generation.rule(run, language), width)
    lines.append(())
    for remark in remarks(run, language, only):
        lines += paragraph(remark, width)
    return lines


def stage_heading(run: ModelRun, stage: Part, language: Language) -> str:
    name, number = stage
    if name == generation.STAGE:
        return generation.heading(run, number, language)
    if name == "loss" and run.file.experiment.targets is None:
        name = "probabilities"
    heading = say(language, f"stage.{name}", number=number)
    optimizer = run.file.experiment.optimizer
    if name == "updated" and optimizer is not None:
        η = certified(Real.exactly(rational(optimizer.eta)), Digits(12))
        return f"{heading} ({optimizer.name}, η {'=' if η.verdict == 'exact' else '≈'} {η.printed})"
    return heading


def part_heading(where: tuple[Part, ...], language: Language) -> str:
    return " · ".join(say(language, f"part.{name}", number=number) for name, number in where)


def predicted(run: ModelRun, step: int, language: Language) -> list[str]:
    """What each position predicts, and whether that is certain."""
    tokens = run.file.experiment.tokens
    found = [prediction for prediction in run.predictions if prediction.step == step]
    sentences = []
    for prediction in found:
        # The single head has one row of logits, that of the last position.
        position = prediction.position if len(found) == len(tokens) else len(tokens)
        read, words = run.file.words[tokens[position - 1] - 1], prediction.words
        key = "run.predicts" if len(words) == 1 else "run.predicts-tie" if words else "run.predicts-open"
        sentences.append(sentence(Message(key, {"read": read, "words": words}), language))
    return sentences


def _missing(run: ModelRun, only: Collection[str], language: Language) -> list[str]:
    """What is to be said where a part is asked for that this run does not have: without an optimizer none is updated."""
    found = {each.quantity.stage[0] for each in run.quantities} | ({generation.STAGE} if run.generation else set())
    missing = [stage for stage in STAGES if stage in only and stage not in found]
    if not missing or set(only) == set(STAGES):
        return []
    return [say(language, "run.no-part", parts=missing, found=[stage for stage in STAGES if stage in found])]


def remarks(run: ModelRun, language: Language, only: Collection[str] = STAGES) -> list[str]:
    """Which of the parts asked for there are not, how far the numbers are certain, and what is to be said of single ones."""
    form = run.form
    numbers = sum(entry is not None for each in run.quantities for row in each.rows for entry in row)
    if run.undecided:
        found = [say(language, "run.undecided", count=run.undecided, numbers=numbers)]
    else:
        key = "run.certain-decimals" if isinstance(form, Decimals) else "run.certain-digits"
        found = [say(language, key, numbers=numbers, places=form.count, bits=run.bits)]
    for (stage, where), kinks in groupby(run.kinks, lambda kink: (kink.quantity.quantity.stage, kink.quantity.quantity.where)):
        entries = [f"{letters(kink.quantity.quantity.letters)}[{kink.row},{kink.column}]" for kink in kinks]
        found.append(say(language, "run.kink", entry=entries, where=part_heading((stage, *where), language)))
    special = [_special(*each, language) for each in _special_entries(run)]
    if len(special) > MOST_REMARKS:
        special = [*special[:MOST_REMARKS], say(language, "run.more", count=len(special) - MOST_REMARKS)]
    return _missing(run, only, language) + found + special


def _special_entries(run: ModelRun) -> Iterator[tuple[CertifiedQuantity, str, list[tuple[int, int]]]]:
    """Of each quantity the entries that are marked, by the key of what is to be said of them."""
    for each in run.quantities:
        marked: dict[str, list[tuple[int, int]]] = {}
        for i, row in enumerate(each.rows, 1):
            for j, entry in enumerate(row, 1):
                if entry is not None and entry.verdict in ("undecided", "tie"):
                    key = "run.tie" if entry.verdict == "tie" else f"run.cause-{entry.cause}"
                    marked.setdefault(key, []).append((i, j))
        for key, places in marked.items():
            yield each, key, places


def _special(each: CertifiedQuantity, key: str, places: Sequence[tuple[int, int]], language: Language) -> str:
    name, quantity = letters(each.quantity.letters), each.quantity
    entries: object = [f"{name}[{i},{j}]" for i, j in places[:MOST_ENTRIES]]
    if len(places) > MOST_ENTRIES:
        entries = Message("run.entries-more", {"entries": entries, "count": len(places) - MOST_ENTRIES})
    i, j = places[0]
    entry = each.rows[i - 1][j - 1]
    assert entry is not None
    where = part_heading((_spoken_stage(quantity.stage), *quantity.where), language)
    return say(language, key, where=where, entry=entries, bits=entry.bits)


def _spoken_stage(stage: Part) -> Part:
    return stage if stage[0] == "forward" else (f"stage-{stage[0]}", stage[1])


def letters(latex: str) -> str:
    """The letters of a quantity on one line of Unicode: `X^{(0)}` as X⁽⁰⁾, `W_{Q}^{new}` as W_Qⁿᵉʷ."""
    raised = re.sub(r"\^\{(\([0-9]+\))\}", lambda found: found[1].translate(_RAISED), latex)
    raised = re.sub(r"_\{([0-9]+,[0-9]+)\}", lambda found: found[1].translate(_LOWERED), raised)
    return plain(raised.replace("^{new}", "ⁿᵉʷ").replace(r"\Lambda", "Λ"))


def cell(entry: Certified | None) -> str:
    """The print of one entry: −∞ where a mask forbids it, "?" where nothing is certain, marks for what has a remark."""
    if entry is None:
        return "−∞"
    mark = {"undecided": "?", "convention": "*", "tie": "†"}.get(entry.verdict, "")
    return entry.printed + mark if entry.printed else "?"


def relation(quantity: CertifiedQuantity) -> str:
    """= where every print is exact, else ≈."""
    entries = [entry for row in quantity.rows for entry in row if entry is not None]
    return "=" if all(entry.verdict == "exact" for entry in entries) else "≈"


def _block(run: ModelRun, each: CertifiedQuantity) -> list[Line]:
    """One quantity: its letters, and the number, row or matrix; with the words above where its columns are words."""
    quantity = each.quantity
    name = f"{letters(quantity.letters)} {relation(each)}"
    rows = [[Span(cell(entry)) for entry in row] for row in each.rows]
    if quantity.words and not quantity.name:
        tokens = run.file.experiment.tokens
        labels = [run.file.words[token - 1] for token in tokens] if len(rows) == len(tokens) else [""] * len(rows)
        heads = [name, *(neutral(word) for word in run.file.words)]
        return headed(heads, [[Span(neutral(label)), *row] for label, row in zip(labels, rows, strict=True)], "")
    if quantity.matrix.shape == (1, 1):
        return [line(f"{name} ", rows[0][0])]
    return beside([(0, [line(name)]), (length(line(name)) + 1, bracketed(columns(rows)))])


def _packed(blocks: Sequence[list[Line]], width: int, gap: int = 3) -> list[Line]:
    """Blocks beside each other as long as they fit, rows of blocks below each other, two cells in."""
    lines: list[Line] = []
    row: list[tuple[int, list[Line]]] = []
    end = 0
    for block in blocks:
        wide = max(length(each) for each in block)
        if row and end + gap + wide > width:
            lines += beside(row)
            row, end = [], 0
        start = end + gap if row else 2
        row.append((start, block))
        end = start + wide
    return lines + beside(row)


def _chosen(run: ModelRun, number: int, quantities: Sequence[CertifiedQuantity], language: Language, width: int) -> list[Line]:
    """One step of generation: a column for each word of the vocabulary, and what is chosen."""
    rows = [
        [Span(f"{letters(each.quantity.letters)} {relation(each)}"), *(Span(cell(entry)) for entry in each.rows[0])]
        for each in quantities
        if each.quantity.words
    ]
    table = headed(["", *(neutral(word) for word in run.file.words)], rows, "")
    chosen = paragraph(generation.outcome(run, number, language), width, first=line("  "), indent=4)
    return [*beside([(2, table)]), *chosen]


def _predicted(run: ModelRun, step: int, language: Language, width: int) -> list[Line]:
    label = say(language, "run.predictions")
    return paragraph("   ".join(predicted(run, step, language)), width, first=line("  ", (label, "dim"), "  "), indent=4)
