"""The command line: parses arguments, calls, renders, returns an exit code.

0: no error. 1: an error was found (with --strict: or a warning). 2: the question could not be answered. Standard output
carries only the document asked for; progress and diagnostics go to standard error.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from derivations.catalogue import UsageError
from lessons.settings import find, read
from reports.commands import NAMES, command
from reports.options import Options
from reports.output import diagnose, write
from reports.sentences import LANGUAGES, Language, environment_language, say, sentence
from reports.session import Session, choice

TRACEBACK = "LESSONPROOF_TRACEBACK"
DASHES = "--"
NO_ANSWER, INTERRUPTED, PIPE_CLOSED = 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Never raises, whatever the arguments, documents and settings are."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    program = "python cli.py" if Path(sys.argv[0]).name == "cli.py" else "lessonproof"
    session = Session(program, _asked_language(given) or environment_language(os.environ))
    try:
        return _run(session, _command_first(given))
    except UsageError as error:
        diagnose(sentence(error.message, session.language))
        return NO_ANSWER
    except BrokenPipeError:
        # The reader has gone; what is still buffered must not be written when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        diagnose(say(session.language, "interrupted"))
        return INTERRUPTED
    except Exception as error:
        if os.environ.get(TRACEBACK):
            import traceback

            traceback.print_exc()
        kind = type(error).__name__
        diagnose(say(session.language, "internal-error", kind=kind, reason=str(error) or kind, variable=TRACEBACK))
        return NO_ANSWER


def _run(session: Session, given: Sequence[str]) -> int:
    if not given or given[0] in ("-h", "--help", "help"):
        print(_help(session), file=sys.stdout if given else sys.stderr)
        return 0 if given else NO_ANSWER
    if given[0] in ("-V", "--version", "version"):
        from lessonproof import __version__

        write(f"lessonproof {__version__}\n")
        return 0
    if given[0] not in NAMES:
        raise UsageError("unknown-command", command=given[0], nearest=_nearest(given[0]))
    asked = command(given[0])
    parser = Options(session.program, given[0], session.language, asked.OPTIONS, asked.FORMATS)
    return asked.run(session, _parsed(session, parser, given[1:]))


def _parsed(session: Session, parser: Options, arguments: Sequence[str]) -> Namespace:
    """The options, checked as far as all commands share them; reads the settings and fixes the language.

    What follows a `--` is never an option, whatever it is called.
    """
    dashes = arguments.index(DASHES) if DASHES in arguments else len(arguments)
    options, unknown = parser.parse_known_intermixed_args(arguments[:dashes])
    if hasattr(options, "target"):
        options.target += arguments[dashes + 1 :]
    if getattr(options, "files_after_dashes", False) and dashes == len(arguments):
        raise UsageError("dashes-missing")
    if unknown:
        raise UsageError("unknown-option", command=parser.command, option=unknown[0], program=session.program)
    if options.lang is not None:
        choice("--lang", options.lang, LANGUAGES)
    session.settings = find() if options.config is None else read(Path(options.config))
    if options.lang is None and session.settings.language is not None:
        session.language = "zh" if session.settings.language == "zh" else "en"
    if not parser.may_be_empty and not options.target:
        raise UsageError("no-target", command=parser.command)
    return options


def _help(session: Session) -> str:
    width = max(map(len, (*NAMES, "--version"))) + 2
    rows = [f"  {name:<{width}}{say(session.language, f'help.{name}')}" for name in NAMES]
    usage = f"{session.program} {{{','.join(NAMES)}}} … --help"
    start = say(session.language, "help.start", program=session.program)
    version = f"  {'--version':<{width}}{say(session.language, 'help.version')}"
    return "\n".join([say(session.language, "help.program"), "", usage, "", *rows, version, "", start])


def _command_first(given: list[str]) -> list[str]:
    """The arguments with a --lang that stands before the command moved behind it."""
    if given[:1] == ["--lang"]:
        return [*given[2:], *given[:2]]
    if given and given[0].startswith("--lang="):
        return [*given[1:], given[0]]
    return given


def _asked_language(given: Sequence[str]) -> Language | None:
    """The language of --lang, before anything is parsed: mistakes in the arguments are reported in it too."""
    options = [*(given[: given.index(DASHES)] if DASHES in given else given), ""]
    for argument, following in pairwise(options):
        value = following if argument == "--lang" else argument.partition("--lang=")[2]
        if value in ("en", "zh"):
            return "zh" if value == "zh" else "en"
    return None


def _nearest(name: str) -> str:
    import difflib

    return difflib.get_close_matches(name, NAMES, n=1, cutoff=0.0)[0]


if __name__ == "__main__":
    # One short run allocates much and drops little: collecting garbage in between only costs time.
    gc.disable()
    sys.exit(main())
