"""Which documents a target of the command line names: a file, a folder, a pattern, `-` for standard input.

A sidecar, `course.claims.toml`, names the documents that it is about: `course.md` and whatever else `course` is written in.
"""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator

from derivations.catalogue import UsageError
from lessons.file import leads_out
from lessons.source import LARGEST

STANDARD_INPUT = "-"
# What the author of `course.md` declares stands in `course.claims.toml`.
SIDECAR = ".claims.toml"
MOST_DOCUMENTS = 10_000
# What is read of a folder; a file that is named is read whatever it is called.
ENDINGS = (".md", ".markdown", ".qmd", ".rmd", ".html", ".htm", ".xhtml", ".ipynb", ".tex", ".txt")


def is_document(target: str) -> bool:
    """Whether a target names documents rather than a part of a shipped lesson."""
    return target == STANDARD_INPUT or os.path.exists(target) or (_is_pattern(target) and bool(_matching(target)))


def is_path(target: str) -> bool:
    """Whether a target that names nothing was meant as a file: it has the ending of a document, or a folder in front."""
    return target.lower().endswith(ENDINGS) or "/" in target.strip("/") or os.sep in target


def documents(target: str) -> list[str]:
    """The paths, each once, in the order of their names. A link that leads out of the folder is left out.

    Raises UsageError where a folder or pattern holds none.
    """
    if os.path.isdir(target):
        found = sorted(path for path in _within(target) if not _led_out(path, target))
    elif target.endswith(SIDECAR) and os.path.exists(target):
        found = [path for path in _beside(target) if os.path.isfile(path)]
    elif target == STANDARD_INPUT or os.path.exists(target):
        return [target]
    else:
        found = [path for path in _matching(target) if os.path.isfile(path) and not leads_out(path, [root(target)])]
    if not found:
        raise UsageError("no-documents", path=target, endings=", ".join(ENDINGS))
    if len(found) > MOST_DOCUMENTS:
        raise UsageError("too-many-documents", path=target, limit=MOST_DOCUMENTS)
    return found


def left_out(target: str) -> list[str]:
    """What a folder or pattern would name, but for a link that leads out of the folder: it may be a stranger's."""
    if os.path.isdir(target):
        return sorted(path for path in _within(target) if _led_out(path, target))
    if os.path.exists(target) or not _is_pattern(target):
        return []
    return [path for path in _matching(target) if os.path.isfile(path) and leads_out(path, [root(target)])]


def root(pattern: str) -> str:
    """The folder that a pattern begins with."""
    parts: list[str] = []
    for part in pattern.split(os.sep)[:-1]:
        if _is_pattern(part):
            break
        parts.append(part)
    return os.sep.join(parts) or ("/" if pattern.startswith(os.sep) else ".")


def _led_out(path: str, folder: str) -> bool:
    return os.path.islink(path) and os.path.exists(path) and leads_out(path, [folder])


def _beside(sidecar: str) -> list[str]:
    return [sidecar.removesuffix(SIDECAR) + ending for ending in ENDINGS]


def standard_input() -> bytes:
    """What is piped in, up to the size that is read of a file. Raises UsageError beyond it."""
    content = sys.stdin.buffer.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise UsageError("document-too-large", path=STANDARD_INPUT, limit=LARGEST // (1024 * 1024))
    return content


def _within(folder: str) -> Iterator[str]:
    """The files of a folder and of its folders. What begins with a dot is left out, and so are links to folders."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (
            os.path.join(here, name) for name in sorted(files) if name.lower().endswith(ENDINGS) and not name.startswith(".")
        )


def _is_pattern(target: str) -> bool:
    return any(sign in target for sign in "*?[")


def _matching(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern, recursive=True))
