"""Certificates kept between runs, outside the checkout. What is kept is never believed: the kernel checks it again each time.

Only certificates are kept, and counterexamples, which count only when they are found again; never verdicts. So a file which
is stale, torn or forged costs a search and changes nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from derivations.kernel.language import Rejected

Certificate = Mapping[str, Any]
LARGEST = 32 * 1024 * 1024
"""Bytes of a kept file that is read at all."""

FOLDER = "LESSONPROOF_CERTIFICATES"
"""The environment variable that moves the folder; empty, nothing is kept."""

_log = logging.getLogger(__name__)
_chosen: ContextVar[tuple[Path | None] | None] = ContextVar("_chosen", default=None)  # None: the usual folder


def usual_folder() -> Path | None:
    """`$LESSONPROOF_CERTIFICATES`, else `lessonproof/certificates` in the user's cache folder; None where there is neither."""
    moved = os.environ.get(FOLDER)
    if moved is not None:
        return Path(moved).expanduser() if moved else None
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if Path(cache).is_absolute():
        return Path(cache) / "lessonproof" / "certificates"
    home = os.environ.get("HOME", "")
    return Path(home) / ".cache" / "lessonproof" / "certificates" if Path(home).is_absolute() else None


@contextlib.contextmanager
def kept_in(folder: Path | None) -> Iterator[None]:
    """Within: certificates are kept in this folder; None keeps and reads nothing (`--no-cache`)."""
    token = _chosen.set((folder,))
    try:
        yield
    finally:
        _chosen.reset(token)


def name_of(kind: str, statement: Mapping[str, Any]) -> str:
    """What tells a statement of a family from all others: the name of its file."""
    return hashlib.sha256(json.dumps([kind, statement], sort_keys=True).encode()).hexdigest()


def kept(
    kind: str,
    statement: Mapping[str, Any],
    search: Callable[[], Certificate | None],
    check: Callable[[Mapping[str, Any], Certificate], None],
) -> Certificate | None:
    """A certificate of the statement that `check` accepts: the kept one, else what `search` finds, which is then kept.

    kind: the family of statements, so that equal statements of two families do not share a file. check raises Rejected.
    What `search` finds is returned as it is: a search hands out only what its checker has accepted.
    """
    path = _path(kind, statement)
    if path is not None and (found := _read(path)) is not None:
        try:
            check(statement, found)
        except Rejected:
            path.unlink(missing_ok=True)
        else:
            return found
    new = search()
    if new is not None and path is not None:
        _write(path, new)
    return new


def refuted_before(kind: str, statement: Mapping[str, Any], counterexample: str) -> bool:
    """Whether this very counterexample, found again now, stood against the statement when a proof was last searched in vain.

    That says nothing of the statement, which the counterexample refutes: only that the search need not be repeated.
    """
    path = _path(f"refuted {kind}", statement)
    found = _read(path) if path is not None else None
    return found == {"counterexample": counterexample}


def was_refuted(kind: str, statement: Mapping[str, Any]) -> bool:
    """Whether a counterexample is noted, right or wrong: then it is looked for before a proof is."""
    path = _path(f"refuted {kind}", statement)
    return path is not None and path.is_file()


def note_refuted(kind: str, statement: Mapping[str, Any], counterexample: str) -> None:
    path = _path(f"refuted {kind}", statement)
    if path is not None:
        _write(path, {"counterexample": counterexample})


def _path(kind: str, statement: Mapping[str, Any]) -> Path | None:
    chosen = _chosen.get()
    folder = chosen[0] if chosen is not None else usual_folder()
    return folder / f"{name_of(kind, statement)}.json" if folder else None


def _read(path: Path) -> Certificate | None:
    """What is kept there, None where that is no JSON object of a decent size."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return None
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        _log.info("not read: %s (%s)", path, error)
        return None
    return found if isinstance(found, dict) else None


def _write(path: Path, certificate: Certificate) -> None:
    """Whole or not at all, also where several runs write at once. A folder that cannot be written to keeps nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".part", delete=False) as part:
            json.dump(certificate, part)
        Path(part.name).replace(path)
    except OSError as error:
        _log.info("not kept: %s (%s)", path, error)
