"""What the commands share: how the program was started, its language and settings, and what its options ask for."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.catalogue import UsageError, lessons
from derivations.verdict import Verification
from lessonproof.records import dataclass
from lessons.settings import FEWEST_DIGITS, MOST_DIGITS, Settings
from numeric.rounding import rounded_by
from numeric.written import NotWritten
from numeric.written import read as written
from reports.output import diagnose
from reports.sentences import Language, say

if TYPE_CHECKING:
    from lessons.baseline import Comparison
    from lessons.check import DocumentGiven
    from lessons.memory import Memory
    from lessons.mutation.outcome import Mutation

DIGITS = 12
COLOURS = ("auto", "always", "never")


@dataclass
class Session:
    """One run of the program.   told: what has been said of paths, and is said once."""

    program: str
    language: Language
    settings: Settings = field(default_factory=Settings)
    told: set[str] = field(default_factory=set)

    def verification(
        self, options: argparse.Namespace, contents: Mapping[str, bytes] | None = None, memory: Memory | None = None
    ) -> Verification:
        """The targets verified against the documents, with a progress bar where a person waits. Raises UsageError.

        contents: what is read instead of the files at these paths.   memory: what earlier runs of this process have found.
        """
        from lessons.check import verify

        digits = self.digits(options) if hasattr(options, "digits") else DIGITS
        documents = self.documents(options)
        targets = self.targets(options)
        self._tell_left_out(targets)
        further: dict[str, Any] = {"contents": contents, "claims": self.settings.claims}
        if memory is not None:
            further["memory"] = memory
        with rounded_by(self.settings.rounding):
            if not sys.stderr.isatty():
                return verify(targets, documents, digits=digits, **further)
            from reports.progress import LateBar

            with LateBar(sys.stderr, say(self.language, "progress")) as bar:
                return verify(targets, documents, digits=digits, progress=bar, **further)

    def targets(self, options: argparse.Namespace) -> Sequence[str]:
        """What the user names, else the lessons of the settings. Raises UsageError where there is neither."""
        targets = options.target or self.settings.documents
        if not targets:
            raise UsageError("no-target-no-lessons", program=self.program)
        return tuple(targets)

    def _tell_left_out(self, targets: Sequence[str]) -> None:
        """Say once which links of the folders and patterns are not followed."""
        from lessons.gathering import left_out

        for path in dict.fromkeys(path for target in targets for path in left_out(target)):
            if path not in self.told:
                self.told.add(path)
                diagnose(say(self.language, "link-leads-out", path=path))

    def selection(self, options: argparse.Namespace) -> Callable[[Verification], Verification]:
        """What leaves only the findings that `--select` and `--ignore` ask for, each else the setting of its name. Names that
        are no rule's raise UsageError at once, before anything is verified."""
        asked = {by: _names(getattr(options, by, ())) for by in ("select", "ignore")}
        path = str(self.settings.path)
        settings = {by: None if names else path for by, names in asked.items()}
        select = asked["select"] or list(self.settings.select)
        ignore = asked["ignore"] or list(self.settings.ignore)
        if not select and not ignore:
            return lambda verification: verification
        from lessons.selection import named, selected

        named((*select, *ignore))
        return lambda verification: selected(verification, select, ignore, settings)

    def documents(self, options: argparse.Namespace) -> Sequence[DocumentGiven]:
        """The documents that the user names, and those that are configured."""
        from lessons.check import DocumentGiven

        given = [_document(argument) for argument in options.lesson]
        if not self.settings.lessons:
            return given
        shipped = {name for lesson in lessons() for name in (lesson.name, *lesson.aliases)}
        configured = [(name, path) for name, path in self.settings.lessons.items() if name in shipped]
        return [*given, *(DocumentGiven(name, path, "configured") for name, path in configured)]

    def digits(self, options: argparse.Namespace) -> int:
        text = options.digits
        if text is None:
            return DIGITS if self.settings.digits is None else self.settings.digits
        number = int(text) if re.fullmatch("[0-9]{1,6}", text) else 0
        if not FEWEST_DIGITS <= number <= MOST_DIGITS:
            raise UsageError("wrong-digits", given=text, least=FEWEST_DIGITS, most=MOST_DIGITS)
        return number

    def mutation(self, options: argparse.Namespace) -> Mutation:
        """Each figure of the targets changed in turn, with a progress bar where a person waits. Raises UsageError."""
        from lessons.mutation.mutate import mutate

        documents = self.documents(options)
        if not sys.stderr.isatty():
            return mutate(options.target, documents, claims=self.settings.claims)
        from reports.progress import LateBar

        with LateBar(sys.stderr, say(self.language, "progress")) as bar:
            return mutate(options.target, documents, progress=bar, claims=self.settings.claims)

    def least_coverage(self, options: argparse.Namespace) -> Fraction:
        """The least share of `--min-coverage`, else that of the settings; nothing is asked for without either."""
        if options.min_coverage is None:
            return self.settings.min_coverage or Fraction(0)
        return self.share("--min-coverage", options.min_coverage)

    def share(self, option: str, text: str | None) -> Fraction:
        """The share that an option asks for: 95%, 0.95; nothing is asked for without it."""
        if text is None:
            return Fraction(0)
        try:
            share = written(text).value
        except NotWritten:
            share = Fraction(-1)
        if not 0 <= share <= 1:
            raise UsageError("wrong-share", option=option, given=text)
        return share

    def beside_baseline(
        self, options: argparse.Namespace, verification: Verification
    ) -> tuple[Verification, Comparison | None]:
        """The verification beside the baseline of `--baseline` or of the settings, with a finding for each declaration that is
        new; None without one. Raises UsageError.

        The settings may name a file that is not there yet: then nothing is known, and everything counts.
        """
        path = options.baseline or self.settings.baseline
        if path is None or (options.baseline is None and not os.path.exists(path)):
            return verification, None
        from lessons.baseline import compared, read, with_added_declarations

        baseline = read(path)
        verification = with_added_declarations(verification, path, baseline)
        return verification, compared(verification, path, baseline)

    def colour(self, options: argparse.Namespace) -> bool:
        chosen = choice("--color", options.color, COLOURS)
        if chosen == "auto":
            return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return chosen == "always"


def choice(option: str, given: str, choices: Sequence[str]) -> str:
    if given not in choices:
        raise UsageError("wrong-choice", option=option, given=given, choices=tuple(choices))
    return given


def _names(given: Sequence[str]) -> list[str]:
    """The names of `--select a,b --select c`."""
    return [name.strip() for argument in given for name in argument.split(",") if name.strip()]


def _document(argument: str) -> DocumentGiven:
    """`NAME=FILE`, or a file; a file that is really called so goes before."""
    from lessons.check import DocumentGiven

    named = re.fullmatch(r"([A-Za-z][A-Za-z0-9_-]*)=(.*)", argument, re.DOTALL)
    name, path = (named[1], named[2]) if named and not os.path.exists(argument) else (None, argument)
    if not path:
        raise UsageError("empty-path", option="--lesson")
    return DocumentGiven(name, path)
