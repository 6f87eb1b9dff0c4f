"""Writing what was asked for: standard output never fails on a character, a file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from typing import TextIO

from derivations.catalogue import UsageError
from lessons.file import is_within
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
    aside(f"lessonproof: {text}\n")


def aside(text: str) -> None:
    """What stands beside the document asked for, on standard error. No line of it is a build server's command."""
    _never_failing(sys.stderr)
    sys.stderr.write(no_command(text))
    sys.stderr.flush()


def width() -> int:
    """The columns to use: those of the terminal within reason, a fixed number where the output is piped."""
    from reports.layout import NARROWEST, PIPED_WIDTH, WIDEST

    if not sys.stdout.isatty():
        return PIPED_WIDTH
    import shutil

    return min(max(shutil.get_terminal_size((PIPED_WIDTH, 24)).columns, NARROWEST), WIDEST)


def write_file(path: str, text: str) -> None:
    """Write a file whole or not at all; into a pipe or a device as it comes. Raises UsageError where it cannot be written."""
    refuse_link(path)
    content = text.encode()
    try:
        if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
            with open(path, "wb") as file:
                file.write(content)
            return
    except OSError as error:
        raise _unwritable(path, error) from None
    _replace({path: (content, 0o666 & ~_umask())})


def refuse_link(path: str) -> None:
    """Raises UsageError where a link chooses what is written over: one to a file, or one that leads out of this folder.

    Who names a file means that file; a link in a checkout may be a stranger's. One to a pipe or a device, as /dev/stdout may
    be, is another name of it.
    """
    here = os.getcwd()
    out = is_within(os.path.abspath(path), here) and not is_within(os.path.realpath(path), os.path.realpath(here))
    itself = os.path.islink(path.rstrip(os.sep)) and (not os.path.exists(path) or os.path.isfile(path) or os.path.isdir(path))
    if out or itself:
        raise UsageError("output-is-link", path=path)


def rewrite_files(contents: Mapping[str, bytes]) -> None:
    """The same for files that are there, all of them or none: each keeps its permissions, and a link goes on leading to it.

    Raises UsageError where one cannot be written.
    """
    files: dict[str, tuple[bytes, int]] = {}
    for path, content in contents.items():
        path = os.path.realpath(path)
        try:
            mode = os.stat(path).st_mode & 0o7777
        except OSError as error:
            raise _unwritable(path, error) from None
        if not os.access(path, os.W_OK):  # a file that is read-only is not replaced by one that is not
            raise UsageError("output-unwritable", path=path, reason=os.strerror(errno.EACCES))
        files[path] = content, mode
    _replace(files)


def _replace(files: Mapping[str, tuple[bytes, int]]) -> None:
    """Each file with its content and mode. All are written beside what they replace before the first one is put there."""
    import tempfile

    ready: dict[str, str] = {}
    path = ""
    try:
        for path, (content, mode) in files.items():
            with tempfile.NamedTemporaryFile("wb", dir=os.path.dirname(path) or ".", delete=False) as file:
                ready[path] = file.name
                file.write(content)
            os.chmod(file.name, mode)
        for path in files:
            os.replace(ready[path], path)
            del ready[path]
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        for left in ready.values():
            os.unlink(left)


def _unwritable(path: str, error: OSError) -> UsageError:
    return UsageError("output-unwritable", path=path, reason=error.strerror or str(error))


def _never_failing(stream: TextIO, *, utf8: bool = False) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace", **({"encoding": "utf-8", "newline": "\n"} if utf8 else {}))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
