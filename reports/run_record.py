"""`run --format json`: every number with its print, its enclosure, and what makes it certain."""

from __future__ import annotations

from collections.abc import Collection

from lessonproof.patterns import pattern
from lessons.model_run import ModelRun
from numeric.certified import Certified, Decimals, Form
from reports import run_generation as generation
from reports.options import STAGES
from reports.run import remarks
from reports.sentences import Language

SCHEMA = 1
_BALL = pattern(r"\[(?P<midpoint>[^ \]]*) ?\+/- (?P<radius>[^\]]*)\]")


def record(run: ModelRun, language: Language, only: Collection[str] = STAGES) -> dict[str, object]:
    """The run as JSON values. The language changes only `remarks`.

    Each entry of `rows`: printed, verdict, and either `exact` ("1/3") or midpoint and radius, decimals of an interval that
    contains the number; null where a mask forbids the entry.
    """
    form = run.form
    return {
        "schema": SCHEMA,
        "model": run.file.path,
        "title": run.file.title,
        "kind": run.file.kind,
        "vocabulary": list(run.file.words),
        "places": {"decimals" if isinstance(form, Decimals) else "digits": form.count},
        "quantities": [
            {
                "letters": each.quantity.letters,
                "name": each.quantity.name,
                "stage": each.quantity.stage[0],
                "step": each.quantity.stage[1],
                "where": [list(part) for part in each.quantity.where],
                "rows": [[None if entry is None else _entry(entry, form) for entry in row] for row in each.rows],
            }
            for each in run.quantities
            if each.quantity.stage[0] in only
        ],
        "predictions": [{"step": each.step, "position": each.position, "words": list(each.words)} for each in run.predictions],
        "generation": generation.record(run) if generation.STAGE in only else None,
        "undecided": run.undecided,
        "remarks": remarks(run, language, only),
    }


def _entry(entry: Certified, form: Form) -> dict[str, object]:
    found: dict[str, object] = {"printed": entry.printed, "verdict": entry.verdict, "bits": entry.bits}
    if entry.value.rational is not None:
        return {**found, "exact": str(entry.value.rational)}
    # flint prints a ball that contains the number, the error of the decimal midpoint included.
    text = entry.enclosure().str(form.count + 8)
    ball = _BALL.fullmatch(text)
    if ball is None:
        return {**found, "midpoint": text, "radius": "0"}
    return {**found, "midpoint": ball["midpoint"] or "0", "radius": ball["radius"]}
