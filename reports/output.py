"""Writing what was asked for: standard output never fails on a character, a file is written whole or not at all."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from derivations.catalogue import UsageError
from reports.neutral import no_command


def write(document: str, *, utf8: bool = False) -> None:
    """The document asked for, at once. Characters that the output cannot encode are written as escapes.

    utf8: it is for programs and is written as it is; else it is for a person, and no line of it is a build server's command.
    """
    _never_failing(sys.stdout, utf8=utf8)
    sys.stdout.write(document if utf8 else no_command(document))
    sys.stdout.flush()


def diagnose(text: str) -> None:
    """One line on standard error."""
    _never_failing(sys.stderr)
    print(f"lessonproof: {text}", file=sys.stderr)


def width() -> int:
    """The columns to use: those of the terminal within reason, a fixed number where the output is piped."""
    from reports.layout import NARROWEST, PIPED_WIDTH, WIDEST

    if not sys.stdout.isatty():
        return PIPED_WIDTH
    import shutil

    return min(max(shutil.get_terminal_size((PIPED_WIDTH, 24)).columns, NARROWEST), WIDEST)


def write_file(path: str, text: str) -> None:
    """Write a file whole or not at all. Raises UsageError where it cannot be written."""
    import tempfile

    try:
        folder = os.path.dirname(path) or "."
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=folder, delete=False) as file:
            try:
                file.write(text)
                file.close()
                os.chmod(file.name, 0o666 & ~_umask())
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise UsageError("output-unwritable", path=path, reason=error.strerror or str(error)) from None


def _never_failing(stream: TextIO, *, utf8: bool = False) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace", **({"encoding": "utf-8", "newline": "\n"} if utf8 else {}))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
