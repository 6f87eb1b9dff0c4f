"""`run`: carry a small model through: every matrix, gradient and update, certified."""

from __future__ import annotations

from argparse import Namespace

from derivations.catalogue import UsageError
from lessons.model_file import read_model
from lessons.model_run import places, run_model
from numeric.examples import NAMES
from reports.options import STAGES
from reports.output import width, write
from reports.run import full
from reports.session import Session, choice

OPTIONS = ("model-file", "places", "only", "lang", "color", "config")
FORMATS = ("full", "markdown", "latex", "json")
NOT_ALL_CERTAIN = 1


def run(session: Session, options: Namespace) -> int:
    form = choice("--format", options.format, FORMATS)
    colour = session.colour(options)
    only = tuple(choice("--only", each, STAGES) for each in options.only) or STAGES
    if len(options.target) != 1:
        raise UsageError("run-one-model", examples=NAMES)
    found = run_model(read_model(options.target[0]), places(options.decimals, options.digits))
    if form == "json":
        from reports.json import document
        from reports.run_record import record

        write(document(record(found, session.language, only)), utf8=True)
    elif form == "full":
        from reports.layout import rendered

        lines = full(found, language=session.language, width=width(), only=only)
        write(rendered(lines, colour=colour, width=width()))
    else:
        from reports.run_paste import paste

        write(paste(found, form, session.language, only))
    return 0 if found.certain else NOT_ALL_CERTAIN
