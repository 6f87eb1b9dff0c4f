"""The options of the command line, each once: how it is called, and what its help says."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from derivations.catalogue import UsageError
from lessons.settings import FEWEST_DIGITS, MOST_DIGITS
from numeric.examples import NAMES as EXAMPLES
from reports.formats import FORMATS as REPORTS
from reports.output import width
from reports.sentences import Language, say
from reports.session import DIGITS

STAGES = ("weights", "forward", "loss", "gradients", "optimizer", "updated", "generation")
"""Of a model that `run` carries through."""


DECLARATIONS = (
    ("shape", "shapes", "'X: n d'"), ("forward", "forward", "LINE"), ("where", "where", "LINE"), ("given", "given", "LINE"),
    ("mask", "masks", "'J: n n'"), ("sparse", "sparse", "MASK"), ("positive", "positive", "NAME"),
    ("function", "functions", "NAME"), ("row", "rows", "'q: Q'"), ("token", "tokens", "'t: n N'"),
    ("block", "blocks", "'d: H·d_k'"), ("fixed", "fixed", "'y: N'"), ("size", "sizes", "NAME"), ("loss", "loss", "NAME"),
)  # fmt: skip
"""What an author declares before he claims: the option, its key in a file, and what it takes. All may be repeated."""


class Options(argparse.ArgumentParser):
    """The options of one command. Mistakes raise UsageError instead of leaving the program.

    names: of the options it takes; formats: what `--format` chooses from, the default first; none, no such option.
    """

    def __init__(self, program: str, command: str, language: Language, names: Sequence[str], formats: Sequence[str]) -> None:
        super().__init__(
            # Written out: argparse would put one together for every run, and load half the standard library for it.
            prog=f"{program} {command}",
            usage=f"{program} {command} [options] …",
            description=say(language, f"help.{command}"),
            allow_abbrev=False,
            add_help=False,
        )
        self.command = command
        self.language = language
        self.shown: list[tuple[str, str]] = []  # each argument as it is written, and what it does
        self.may_be_empty = "target" not in names
        for name in names:
            _ADDING[name](self, language)
        if formats:
            what = say(language, "help.format", choices=tuple(formats), default=formats[0])
            self.add_argument("--format", default=formats[0], metavar="FORMAT", help=what)
        self.add_argument("-h", "--help", action="help", help=say(language, "help.help"))

    def add_argument(self, *names: Any, help: str | None = None, **kinds: Any) -> argparse.Action:
        """As argparse does it, with a help text in which `95%` is no placeholder."""
        metavar = kinds.get("metavar", "")
        written = ", ".join(names) if names[0].startswith("-") else ""
        self.shown.append((f"{written} {metavar}".strip(), help or ""))
        return super().add_argument(*names, help=help and help.replace("%", "%%"), **kinds)

    def format_help(self) -> str:
        """As wide as the terminal, with the signs of Chinese where they belong; argparse counts them as half as wide."""
        from reports.layout import cells, filled, line, paragraph, rendered

        targets = " ".join(written for written, _ in self.shown if not written.startswith("-"))
        several = targets + "…" if targets in ("TARGET", "FILE") else targets
        usage = say(self.language, "help.usage", program=self.prog, targets=several)
        lines = [line(" ".join(usage.split())), ()]
        lines += paragraph(self.description or "", width())
        column = max(cells(written) for written, _ in self.shown) + 4
        lines.append(())
        for written, what in self.shown:
            lines += paragraph(what, width(), first=filled(line("  ", written), column), indent=column)
        return rendered(lines, colour=False, width=width())

    def error(self, message: str) -> NoReturn:
        raise UsageError("wrong-arguments", reason=message)


def _targets(parser: Options, language: Language) -> None:
    parser.add_argument("target", nargs="*", metavar="TARGET", help=say(language, "help.targets"))


def _folder(parser: Options, language: Language) -> None:
    parser.add_argument("target", nargs="*", metavar="FOLDER", help=say(language, "help.folder"))


def _baseline(parser: Options, language: Language) -> None:
    parser.add_argument("--baseline", metavar="FILE", help=say(language, "help.baseline-file"))


def _action(parser: Options, language: Language) -> None:
    parser.add_argument("target", nargs="*", metavar="create|update [TARGET]", help=say(language, "help.baseline-action"))


def _editions(parser: Options, language: Language) -> None:
    parser.add_argument("target", nargs="*", metavar="OLD NEW", help=say(language, "help.editions"))


def _lesson(parser: Options, language: Language) -> None:
    parser.add_argument("--lesson", action="append", default=[], metavar="[NAME=]FILE", help=say(language, "help.lesson"))


def _digits(parser: Options, language: Language) -> None:
    what = say(language, "help.digits", least=FEWEST_DIGITS, most=MOST_DIGITS, default=DIGITS)
    parser.add_argument("--digits", metavar="N", help=what)


def _model(parser: Options, language: Language) -> None:
    parser.add_argument("target", nargs="*", metavar="MODEL", help=say(language, "help.model"))


def _model_file(parser: Options, language: Language) -> None:
    parser.add_argument("target", nargs="*", metavar="MODEL", help=say(language, "help.model-file", examples=EXAMPLES))


def _question(parser: Options, language: Language) -> None:
    parser.add_argument("target", nargs="*", metavar="CLAIM", help=say(language, "help.question"))


def _declarations(parser: Options, language: Language) -> None:
    for option, key, takes in DECLARATIONS:
        what = say(language, f"help.declare.{option}")
        parser.add_argument(f"--{option}", action="append", default=[], dest=key, metavar=takes, help=what)


def _places(parser: Options, language: Language) -> None:
    parser.add_argument("--decimals", metavar="N", help=say(language, "help.decimals", most=MOST_DIGITS))
    parser.add_argument("--digits", metavar="N", help=say(language, "help.significant", most=MOST_DIGITS))


def _only(parser: Options, language: Language) -> None:
    what = say(language, "help.only", choices=STAGES)
    parser.add_argument("--only", action="append", default=[], metavar="PART", help=what)


def _reports(parser: Options, language: Language) -> None:
    what = say(language, "help.outputs", choices=REPORTS)
    parser.add_argument("--output", action="append", default=[], dest="reports", metavar="FORMAT=FILE", help=what)


def _rules(option: str) -> Callable[[Options, Language], None]:
    def add(parser: Options, language: Language) -> None:
        what = say(language, f"help.{option}")
        parser.add_argument(f"--{option}", action="append", default=[], metavar="RULE,…", help=what)

    return add


def _flag(option: str, key: str = "") -> Callable[[Options, Language], None]:
    """key: of its help, where a command is called like it."""

    def add(parser: Options, language: Language) -> None:
        parser.add_argument(f"--{option}", action="store_true", help=say(language, key or f"help.{option}"))

    return add


def _value(option: str, metavar: str, default: str | None = None) -> Callable[[Options, Language], None]:
    def add(parser: Options, language: Language) -> None:
        parser.add_argument(f"--{option}", default=default, metavar=metavar, help=say(language, f"help.{option}"))

    return add


_ADDING: dict[str, Callable[[Options, Language], None]] = {
    "target": _targets,
    "targets?": _targets,  # the command says something without one, too
    "target-or-lessons": _targets,  # without one the lessons of the settings
    "baseline": _baseline,
    "folder": _folder,
    "pyproject": _flag("pyproject"),
    "baseline-action": _action,
    "editions": _editions,
    "lesson": _lesson,
    "digits": _digits,
    "lang": _value("lang", "en|zh"),
    "strict": _flag("strict"),
    "no-cache": _flag("no-cache"),
    "fix": _flag("fix"),
    "diff": _flag("diff", "help.show-diff"),
    "quiet": _flag("quiet"),
    "files-after-dashes": _flag("files-after-dashes"),
    "color": _value("color", "WHEN", "auto"),
    "config": _value("config", "FILE"),
    "output": _value("output", "FILE"),
    "reports": _reports,
    "select": _rules("select"),
    "ignore": _rules("ignore"),
    "model": _model,
    "min-coverage": _value("min-coverage", "SHARE"),
    "min-score": _value("min-score", "SHARE"),
    "length": _value("length", "T"),
    "model-file": _model_file,
    "places": _places,
    "only": _only,
    "question": _question,
    "declarations": _declarations,
    "sympy": _flag("sympy"),
}
