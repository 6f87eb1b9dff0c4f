"""What is read of a file: the bytes of a regular one up to a limit, and nothing of what a link leads to elsewhere.

A checkout may hold links that a stranger put there: to a device that never ends, to a pipe that waits, to what is not his.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

from derivations.catalogue import UsageError

_NO_WAITING = getattr(os, "O_NONBLOCK", 0)


def content(path: str, limit: int, shown: str = "") -> bytes:
    """The bytes of the file at `path`, at most `limit`. Raises UsageError, one sentence, where there is none or it has more.

    shown: what errors call the file, by default its path.
    """
    name = shown or path
    try:
        with open(path, "rb", opener=lambda file, flags: os.open(file, flags | _NO_WAITING)) as file:
            # Of what is open: what stands at the path may be another file by now.
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            found = file.read(limit + 1) if regular else b""  # a file of the system says that its size is 0
    except FileNotFoundError:
        raise UsageError("document-missing", path=name) from None
    except IsADirectoryError:
        raise UsageError("document-is-folder", path=name) from None
    except (OSError, ValueError) as error:
        raise UsageError("document-unreadable", path=name, reason=getattr(error, "strerror", None) or str(error)) from None
    if not regular:
        raise UsageError("document-no-file", path=name)
    if len(found) > limit:
        raise UsageError("document-too-large", path=name, limit=limit >> 20)
    return found


def leads_out(path: str, folders: Sequence[str]) -> bool:
    """Whether a file lies, links followed, in none of these folders or below them."""
    real = os.path.realpath(path)
    return not any(is_within(real, os.path.realpath(folder)) for folder in folders)


def is_within(path: str, folder: str) -> bool:
    """Whether one absolute path lies below another."""
    return os.path.join(path, "").startswith(os.path.join(folder, ""))
