"""Writing what was asked for: standard output never fails on a character, a file is written whole or not at all."""

from __future__ import annotations

import errno
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
    _write(path, text.encode(), 0o666 & ~_umask())


def rewrite_file(path: str, content: bytes) -> None:
    """The same for a file that is there: it keeps its permissions, and a link goes on leading to it."""
    path = os.path.realpath(path)
    try:
        mode = os.stat(path).st_mode & 0o7777
        writable = os.access(path, os.W_OK)  # a file that is read-only is not replaced by one that is not
    except OSError as error:
        raise UsageError("output-unwritable", path=path, reason=error.strerror or str(error)) from None
    if not writable:
        raise UsageError("output-unwritable", path=path, reason=os.strerror(errno.EACCES))
    _write(path, content, mode)


def _write(path: str, content: bytes, mode: int) -> None:
    import tempfile

    try:
        folder = os.path.dirname(path) or "."
        with tempfile.NamedTemporaryFile("wb", dir=folder, delete=False) as file:
            try:
                file.write(content)
                file.close()
                os.chmod(file.name, mode)
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
