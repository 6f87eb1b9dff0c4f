"""The formats in which `verify` reports: which there are, and one run written in one of them. One module a format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from derivations.verdict import Message, Verification
from lessonproof.records import dataclass
from reports.sentences import Language, sentence

if TYPE_CHECKING:
    from lessons.baseline import Comparison

FORMATS = ("full", "concise", "json", "json-lines", "junit", "sarif", "github", "markdown", "html")  # the first is the default
WITH_KNOWN = frozenset({"json", "json-lines", "sarif", "html"})  # these show also what a baseline knows
FOR_A_PERSON = frozenset({"full", "concise"})  # the others are UTF-8 wherever they are written


@dataclass(frozen=True, slots=True)
class Run:
    """What a report is written from.

    strict: warnings fail the run.   suppressed: findings, by index, that the document itself declares, each with its reason;
    None where nobody looked.   comparison: with a baseline, what it says of each finding. Reports that a person reads leave out
    what is known.
    """

    verification: Verification
    language: Language
    program: str
    exit_code: int = 0
    strict: bool = False
    width: int = 100
    colour: bool = False
    suppressed: Mapping[int, str] | None = field(default=None)
    comparison: Comparison | None = None

    @property
    def states(self) -> Mapping[int, str] | None:
        """What a baseline says of a finding, by index: "new" or "unchanged"; None without a baseline."""
        return None if self.comparison is None else self.comparison.states


def suppressions(verification: Verification, language: Language) -> dict[int, str] | None:
    """The findings, by index, that are notes because of what the author declares, each with his reason; None without any."""
    declared = {
        number: reason(finding.declared, language)
        for number, finding in enumerate(verification.findings)
        if finding.declared is not None
    }
    return declared or None


def reason(declared: Message, language: Language) -> str:
    """The author's own words, else ours for what he declares."""
    return str(declared.values.get("reason") or sentence(declared, language))


def written(form: str, run: Run) -> str:
    """The run in one of FORMATS. Only the module of that format is loaded."""
    if run.comparison is not None and form not in WITH_KNOWN:
        run = replace(run, verification=run.comparison.fresh(run.verification))
    if form == "full":
        from reports.layout import rendered
        from reports.terminal import full

        lines = full(run.verification, language=run.language, width=run.width, program=run.program, comparison=run.comparison)
        return rendered(lines, colour=run.colour, width=run.width)
    if form == "concise":
        from reports.concise import concise

        return concise(run.verification, language=run.language, comparison=run.comparison)
    if form == "json":
        from reports.json import document, verification_record

        record = verification_record(run.verification, run.language, run.comparison)
        return document({**record, "strict": run.strict})
    if form == "json-lines":
        from reports.json import verification_lines

        return verification_lines(run.verification, run.language, run.comparison)
    if form == "junit":
        from reports.junit import junit

        return junit(run)
    if form == "sarif":
        from reports.sarif import sarif

        return sarif(run)
    if form == "github":
        from reports.github import commands

        return commands(run)
    if form == "markdown":
        from reports.markdown import comment

        return comment(run)
    if form == "html":
        from reports.html.files import one_page

        return one_page(run.verification, run.language, run.comparison)
    raise ValueError(f"no format {form!r}")


def refuse_undeliverable(form: str, run: Run, path: str) -> None:
    """Raises UsageError where `deliver` would find that the file does not suit the lessons: several in one page."""
    if form == "html":
        from reports.html.files import refuse_several

        refuse_several(run.verification, path)


def deliver(form: str, run: Run, path: str) -> None:
    """Write the run in one of FORMATS to a file, whole or not at all; HTML also to a folder, a page a lesson with an index.

    Raises UsageError where nothing can be written there.
    """
    if form == "html":
        from reports.html.files import write_pages

        write_pages(run.verification, run.language, path, run.comparison)
    else:
        from reports.output import write_file

        write_file(path, written(form, run))
