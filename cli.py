"""The command line: parses arguments, calls, renders, returns an exit code.

0: no error. 1: an error was found (with --strict: or a warning). 2: the question could not be answered. Standard output
carries only the document asked for; progress and diagnostics go to standard error.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from derivations.catalogue import UsageError
from derivations.verdict import Severity, Verification
from lessons.settings import FEWEST_DIGITS, MOST_DIGITS, Settings, find, read
from reports.output import diagnose, width, write, write_file
from reports.sentences import LANGUAGES, Language, environment_language, say, sentence

if TYPE_CHECKING:
    from lessons.check import DocumentGiven

DIGITS = 12
FORMATS = ("full", "concise", "json")
TABLE_FORMATS = ("markdown", "latex", "tsv")
COLOURS = ("auto", "always", "never")
TRACEBACK = "LESSONPROOF_TRACEBACK"

FOUND_ERRORS, NO_ANSWER, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Never raises, whatever the arguments, documents and settings are."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    program = "python cli.py" if Path(sys.argv[0]).name == "cli.py" else "lessonproof"
    run = _Run(program, _asked_language(given) or environment_language(os.environ))
    try:
        return run.command(given)
    except UsageError as error:
        diagnose(sentence(error.message, run.language))
        return NO_ANSWER
    except BrokenPipeError:
        # The reader has gone; what is still buffered must not be written when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        diagnose(say(run.language, "interrupted"))
        return INTERRUPTED
    except Exception as error:
        if os.environ.get(TRACEBACK):
            import traceback

            traceback.print_exc()
        kind = type(error).__name__
        diagnose(say(run.language, "internal-error", kind=kind, reason=str(error) or kind, variable=TRACEBACK))
        return NO_ANSWER


@dataclass
class _Run:
    """One run: how it was started, in which language it speaks, what the project has set."""

    program: str
    language: Language
    settings: Settings = field(default_factory=Settings)

    def command(self, given: Sequence[str]) -> int:
        commands: dict[str, Callable[[Sequence[str]], int]] = {
            "verify": self.verify,
            "list": self.list,
            "explain": self.explain,
            "table": self.table,
            "export": self.export,
        }
        if not given or given[0] in ("-h", "--help", "help"):
            print(self.help(commands), file=sys.stdout if given else sys.stderr)
            return 0 if given else NO_ANSWER
        if given[0] not in commands:
            raise UsageError("unknown-command", command=given[0], nearest=_nearest(given[0], commands))
        return commands[given[0]](given[1:])

    # ── commands ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def verify(self, arguments: Sequence[str]) -> int:
        parser = self.parser("verify", "target", "lesson", "digits", "lang", "strict", "color", "config", formats=FORMATS)
        options = self.parsed(parser, arguments)
        form = _choice("--format", options.format, FORMATS)
        colour = self.colour(options)
        verification = self.verification(options)
        if form == "json":
            from reports.json import document, verification_record

            write(document(verification_record(verification, self.language)), utf8=True)
        elif form == "concise":
            from reports.concise import concise

            write(concise(verification, language=self.language))
        else:
            from reports.layout import rendered
            from reports.terminal import full

            lines = full(verification, language=self.language, width=width(), program=self.program)
            write(rendered(lines, colour=colour, width=width()))
        strict = options.strict or bool(self.settings.strict)
        wrong = verification.count(Severity.ERROR) or (strict and verification.count(Severity.WARNING))
        return FOUND_ERRORS if wrong else 0

    def explain(self, arguments: Sequence[str]) -> int:
        parser = self.parser("explain", "target", "lesson", "digits", "lang", "color", "config")
        options = self.parsed(parser, arguments)
        colour = self.colour(options)
        verification = self.verification(options)
        from reports.explain import explanations
        from reports.layout import rendered

        lines = explanations(verification, language=self.language, width=width())
        write(rendered(lines, colour=colour, width=width()))
        return 0

    def list(self, arguments: Sequence[str]) -> int:
        options = self.parsed(self.parser("list", "target", "lang", "color", "config"), arguments, may_be_empty=True)
        from derivations.catalogue import lessons, resolve
        from reports import listing
        from reports.layout import rendered

        colour = self.colour(options)
        if options.target:
            selections = [selection for target in options.target for selection in resolve(target)]
            lines = listing.claims(selections, language=self.language, width=width(), program=self.program)
        else:
            lines = listing.contents(lessons(), language=self.language, width=width(), program=self.program)
        write(rendered(lines, colour=colour, width=width()))
        return 0

    def table(self, arguments: Sequence[str]) -> int:
        parser = self.parser("table", "target", "lesson", "lang", "config", formats=TABLE_FORMATS)
        options = self.parsed(parser, arguments)
        form = _choice("--format", options.format, TABLE_FORMATS)
        verification = self.verification(options)
        from reports.tables import has_table, tables

        if not any(has_table(claim) for claim in verification.claims):
            raise UsageError("no-table", target=", ".join(options.target))
        write(tables(verification, form, self.language))
        return 0

    def export(self, arguments: Sequence[str]) -> int:
        options = self.parsed(self.parser("export", "target", "lesson", "digits", "output", "lang", "config"), arguments)
        if len(options.target) > 1:
            raise UsageError("one-target", command="export")
        from lessons.check import companion
        from reports.json import document

        text = document(companion(options.target[0], self.documents(options), digits=self.digits(options)))
        if options.output is None:
            write(text, utf8=True)
        elif os.path.exists(options.output) and not options.output.endswith(".json"):
            # A lesson named by mistake must not be lost.
            raise UsageError("output-exists", path=options.output)
        else:
            write_file(options.output, text)
            diagnose(say(self.language, "written", path=options.output))
        return 0

    # ── what the commands share ───────────────────────────────────────────────────────────────────────────────────────

    def verification(self, options: argparse.Namespace) -> Verification:
        from lessons.check import verify

        digits = self.digits(options) if hasattr(options, "digits") else DIGITS
        documents = self.documents(options)
        if not sys.stderr.isatty():
            return verify(options.target, documents, digits=digits)
        from reports.progress import LateBar

        with LateBar(sys.stderr, say(self.language, "progress")) as bar:
            return verify(options.target, documents, digits=digits, progress=bar)

    def documents(self, options: argparse.Namespace) -> Sequence[DocumentGiven]:
        """The documents that the user names, and those that are configured."""
        from lessons.check import DocumentGiven

        given = [_document(argument) for argument in options.lesson]
        return [*given, *(DocumentGiven(name, path, "configured") for name, path in self.settings.lessons.items())]

    def digits(self, options: argparse.Namespace) -> int:
        text = options.digits
        if text is None:
            return DIGITS if self.settings.digits is None else self.settings.digits
        number = int(text) if re.fullmatch("[0-9]{1,6}", text) else 0
        if not FEWEST_DIGITS <= number <= MOST_DIGITS:
            raise UsageError("wrong-digits", given=text, least=FEWEST_DIGITS, most=MOST_DIGITS)
        return number

    def colour(self, options: argparse.Namespace) -> bool:
        chosen = _choice("--color", options.color, COLOURS)
        if chosen == "auto":
            return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return chosen == "always"

    def parsed(self, parser: _Parser, arguments: Sequence[str], *, may_be_empty: bool = False) -> argparse.Namespace:
        """The options, checked as far as all commands share them; reads the settings and fixes the language."""
        options, unknown = parser.parse_known_intermixed_args(arguments)
        command = parser.command
        if unknown:
            raise UsageError("unknown-option", command=command, option=unknown[0], program=self.program)
        if options.lang is not None:
            _choice("--lang", options.lang, LANGUAGES)
        self.settings = find() if options.config is None else read(Path(options.config))
        if options.lang is None and self.settings.language is not None:
            self.language = "zh" if self.settings.language == "zh" else "en"
        if not options.target and not may_be_empty:
            raise UsageError("no-target", command=command)
        return options

    def parser(self, command: str, *names: str, formats: Sequence[str] = ()) -> _Parser:
        parser = _Parser(self, command)
        for name in (*names, *(["format"] if formats else [])):
            _OPTIONS[name](parser, self.language, formats)
        return parser

    def help(self, commands: Iterable[str]) -> str:
        rows = [f"  {name:<9} {say(self.language, f'help.{name}')}" for name in commands]
        usage = f"{self.program} {{{','.join(commands)}}} … --help"
        start = say(self.language, "help.start", program=self.program)
        return "\n".join([say(self.language, "help.program"), "", usage, "", *rows, "", start])


class _Parser(argparse.ArgumentParser):
    """Options of one command. Mistakes raise UsageError instead of leaving the program."""

    def __init__(self, run: _Run, command: str) -> None:
        description = say(run.language, f"help.{command}")
        super().__init__(prog=f"{run.program} {command}", description=description, allow_abbrev=False, add_help=False)
        self.command = command
        self.add_argument("-h", "--help", action="help", help=say(run.language, "help.help"))

    def error(self, message: str) -> NoReturn:
        raise UsageError("wrong-arguments", reason=message)


_Adding = Callable[[_Parser, Language, Sequence[str]], object]
_OPTIONS: dict[str, _Adding] = {
    "target": lambda parser, language, _: parser.add_argument(
        "target", nargs="*", metavar="TARGET", help=say(language, "help.targets")
    ),
    "lesson": lambda parser, language, _: parser.add_argument(
        "--lesson", action="append", default=[], metavar="[NAME=]FILE", help=say(language, "help.lesson")
    ),
    "format": lambda parser, language, formats: parser.add_argument(
        "--format",
        default=formats[0],
        metavar="FORMAT",
        help=say(language, "help.format", choices=tuple(formats), default=formats[0]),
    ),
    "digits": lambda parser, language, _: parser.add_argument(
        "--digits",
        metavar="N",
        help=say(language, "help.digits", least=FEWEST_DIGITS, most=MOST_DIGITS, default=DIGITS),
    ),
    "lang": lambda parser, language, _: parser.add_argument("--lang", metavar="en|zh", help=say(language, "help.lang")),
    "strict": lambda parser, language, _: parser.add_argument(
        "--strict", action="store_true", help=say(language, "help.strict")
    ),
    "color": lambda parser, language, _: parser.add_argument(
        "--color", default="auto", metavar="WHEN", help=say(language, "help.color")
    ),
    "config": lambda parser, language, _: parser.add_argument("--config", metavar="FILE", help=say(language, "help.config")),
    "output": lambda parser, language, _: parser.add_argument("--output", metavar="FILE", help=say(language, "help.output")),
}


def _asked_language(given: Sequence[str]) -> Language | None:
    """The language of --lang, before anything is parsed: mistakes in the arguments are reported in it too."""
    for position, argument in enumerate(given):
        value = given[position + 1] if argument == "--lang" and position + 1 < len(given) else argument.partition("--lang=")[2]
        if value in ("en", "zh"):
            return "zh" if value == "zh" else "en"
    return None


def _choice(option: str, given: str, choices: Sequence[str]) -> str:
    if given not in choices:
        raise UsageError("wrong-choice", option=option, given=given, choices=tuple(choices))
    return given


def _document(argument: str) -> DocumentGiven:
    """`NAME=FILE`, or a file; a file that is really called so goes before."""
    from lessons.check import DocumentGiven

    named = re.fullmatch(r"([A-Za-z][A-Za-z0-9_-]*)=(.*)", argument, re.DOTALL)
    name, path = (named[1], named[2]) if named and not os.path.exists(argument) else (None, argument)
    if not path:
        raise UsageError("empty-path", option="--lesson")
    return DocumentGiven(name, path)


def _nearest(name: str, known: Iterable[str]) -> str:
    import difflib

    return difflib.get_close_matches(name, list(known), n=1, cutoff=0.0)[0]


if __name__ == "__main__":
    # One short run allocates much and drops little: collecting garbage in between only costs time.
    gc.disable()
    sys.exit(main())
