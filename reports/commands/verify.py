"""`verify`: check every printed figure and statement of a part, and report it in one format or several."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from fractions import Fraction

from derivations.catalogue import UsageError
from derivations.verdict import Severity, Verification
from reports.formats import FOR_A_PERSON, FORMATS, Run, deliver, refuse_undeliverable, suppressions, written
from reports.output import diagnose, width, write
from reports.sentences import say
from reports.session import Session, choice

OPTIONS = (
    "target-or-lessons", "lesson", "digits", "reports", "fix", "diff", "select", "ignore", "baseline", "quiet", "lang",
    "strict", "min-coverage", "no-cache", "color", "config", "files-after-dashes",
)  # fmt: skip
FOUND_ERRORS, NO_ANSWER = 1, 2
FAILED = "check-failed"


def run(session: Session, options: Namespace) -> int:
    form = choice("--format", options.format, FORMATS)
    files = _files(options.reports)
    if files:
        _refuse_what_is_read(session, options, [path for _, path in files])
    colour = session.colour(options)
    selection = session.selection(options)
    with _without_cache() if options.no_cache else nullcontext():
        if options.fix or options.diff:
            from reports.fixing import fixed

            verification = fixed(session, options, selection, beside=form in FOR_A_PERSON)
        else:
            verification = selection(session.verification(options))
    verification, comparison = session.beside_baseline(options, verification)
    fresh = comparison.fresh(verification) if comparison else verification
    strict = options.strict or bool(session.settings.strict)
    code = FOUND_ERRORS if _fails(session, options, fresh, strict) else 0
    if any(finding.rule == FAILED for finding in verification.findings):
        code = NO_ANSWER
    made = Run(verification, session.language, session.program, exit_code=code, strict=strict, comparison=comparison)
    made = replace(made, suppressed=suppressions(verification, session.language))
    for each, path in files:
        refuse_undeliverable(each, made, path)  # before any of them is written
    for each, path in files:
        deliver(each, made, path)
    if options.diff:
        return code  # the difference is what was asked for
    if options.quiet and form in FOR_A_PERSON:
        from reports.concise import findings
        from reports.summary import left_out

        write(findings(fresh, language=session.language))
        if any(one.settings and one.errors for one in fresh.left_out):
            diagnose(" · ".join(left_out(fresh, session.language)))
        return code
    shown = written(form, replace(made, width=width(), colour=colour) if form in FOR_A_PERSON else made)
    write(shown, utf8=form not in FOR_A_PERSON)
    return code


def _fails(session: Session, options: Namespace, fresh: Verification, strict: bool) -> bool:
    """Whether anything fails that no baseline knows of: an error, a warning where that counts, or too little coverage."""
    failing = bool(fresh.count(Severity.ERROR) or (strict and fresh.count(Severity.WARNING)))
    least = session.least_coverage(options)
    if not least:
        return failing
    from reports.coverage import covered
    from reports.rounded import percent

    done, total = covered(fresh.figures)
    if done >= least * total:
        return failing
    diagnose(say(session.language, "coverage-too-little", share=percent(Fraction(done, total)), least=percent(least)))
    return True


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
        if os.path.realpath(path) in (os.path.realpath(other) for _, other in files):
            raise UsageError("output-twice", path=path)
        files.append((form, path))
    return files


def _refuse_what_is_read(session: Session, options: Namespace, paths: Sequence[str]) -> None:
    """Raises UsageError where a report would take the place of a document, of what is declared beside one, of the settings or
    of the baseline, or where a link chooses its place."""
    from lessons.gathering import SIDECAR
    from lessons.watching import watched
    from reports.output import refuse_link

    reads = watched(session.targets(options), [given.path for given in session.documents(options)]).paths()
    reads += [str(path) for path in (session.settings.path, options.baseline or session.settings.baseline) if path]
    there = [path for path in reads if os.path.exists(path)]
    for path in paths:
        refuse_link(path)
        if os.path.isfile(path) and (path.endswith(SIDECAR) or any(os.path.samefile(path, other) for other in there)):
            raise UsageError("output-is-read", path=path)


def _without_cache() -> AbstractContextManager[None]:
    from derivations.certificates import kept_in

    return kept_in(None)
