"""`verify`: check every printed figure and statement of a part, and report it in one format or several."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from derivations.catalogue import UsageError
from derivations.verdict import Severity
from reports.formats import FOR_A_PERSON, FORMATS, Run, deliver, suppressions, written
from reports.output import width, write
from reports.session import Session, choice

OPTIONS = (
    "target", "lesson", "digits", "reports", "select", "ignore", "lang", "strict", "no-cache", "color", "config",
)  # fmt: skip
FOUND_ERRORS = 1


def run(session: Session, options: Namespace) -> int:
    form = choice("--format", options.format, FORMATS)
    files = _files(options.reports)
    colour = session.colour(options)
    selection = session.selection(options)
    with _without_cache() if options.no_cache else nullcontext():
        verification = selection(session.verification(options))
    strict = options.strict or bool(session.settings.strict)
    wrong = verification.count(Severity.ERROR) or (strict and verification.count(Severity.WARNING))
    code = FOUND_ERRORS if wrong else 0
    made = Run(verification, session.language, session.program, exit_code=code, strict=strict)
    made = replace(made, suppressed=suppressions(verification, session.language))
    for each, path in files:
        deliver(each, made, path)
    shown = written(form, replace(made, width=width(), colour=colour) if form in FOR_A_PERSON else made)
    write(shown, utf8=form not in FOR_A_PERSON)
    return code


def _files(given: Sequence[str]) -> list[tuple[str, str]]:
    """The format and the file of each `--output FORMAT=FILE`. Raises UsageError."""
    files: list[tuple[str, str]] = []
    for argument in given:
        form, sign, path = argument.partition("=")
        if not sign:
            raise UsageError("wrong-output", given=argument)
        choice("--output", form, FORMATS)
        if not path:
            raise UsageError("empty-path", option=f"--output {form}=")
        if path in (other for _, other in files):
            raise UsageError("output-twice", path=path)
        files.append((form, path))
    return files


def _without_cache() -> AbstractContextManager[None]:
    from derivations.certificates import kept_in

    return kept_in(None)
