"""`watch`: verify again whenever a document is saved, and say what has changed."""

from __future__ import annotations

import gc
import sys
import time
from argparse import Namespace
from collections.abc import Iterator

from derivations.catalogue import UsageError
from derivations.verdict import Verification
from lessons.memory import Memory
from lessons.watching import State, Watched, watched
from reports.output import diagnose, write
from reports.sentences import say, sentence
from reports.session import Session

OPTIONS = ("target-or-lessons", "lesson", "digits", "select", "ignore", "lang", "color", "config")
FORMATS = ()

QUIET, TOGETHER, LOOK_AGAIN = 10, 100, 1000
"""Milliseconds: when nothing more is expected of a save, how long a save may take, when files are looked at without notice."""


def run(session: Session, options: Namespace) -> int:
    """Runs until it is interrupted, which is how it is meant to end: 0."""
    colour = session.colour(options)
    selection = session.selection(options)
    files = watched(session.targets(options), [given.path for given in session.documents(options)])
    if not files.targets and not files.further:
        raise UsageError("nothing-to-watch", program=session.program)
    _needs_watchfiles()
    # Unlike one short run, this one must not keep what it drops.
    gc.enable()
    memory = Memory()
    from lessons.changes import changes as between
    from reports import changes

    try:
        state = files.state()
        before = selection(session.verification(options, memory=memory))
        gc.freeze()
        write(changes.first(before, language=session.language))
        write(say(session.language, "watch.waiting", n=len(state)) + "\n")
        for _ in _changed(files, state):
            began = time.monotonic()
            now = _again(session, options, memory)
            if now is None:
                continue
            now = selection(now)
            found = between(before, now)
            seconds = time.monotonic() - began
            write(changes.changed(found, before, now, seconds, language=session.language, colour=colour))
            before = now
    except KeyboardInterrupt:
        sys.stdout.flush()
    return 0


def _again(session: Session, options: Namespace, memory: Memory) -> Verification | None:
    """None where the documents cannot be read as they are now, which is said: the next save may mend it."""
    try:
        return session.verification(options, memory=memory)
    except UsageError as error:
        diagnose(sentence(error.message, session.language))
        return None


def _changed(files: Watched, state: State) -> Iterator[None]:
    """Once whenever a file has changed, come or gone."""
    from watchfiles import watch

    folders, below = files.folders()
    for _ in watch(
        *folders, watch_filter=None, recursive=below, step=QUIET, debounce=TOGETHER, rust_timeout=LOOK_AGAIN,
        yield_on_timeout=True, raise_interrupt=True,
    ):  # fmt: skip
        try:
            now = files.state()
        except UsageError:
            continue  # between the two steps of an editor that puts another file in the place of the old one
        if now != state:
            state = now
            yield


def _needs_watchfiles() -> None:
    import importlib.util

    if importlib.util.find_spec("watchfiles") is None:
        raise UsageError("watch-missing")
