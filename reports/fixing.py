"""`verify --fix` and `--diff`: the documents rewritten, and what that changes, as a unified diff."""

from __future__ import annotations

import difflib
import os
from argparse import Namespace
from collections.abc import Callable, Iterator

from derivations.catalogue import UsageError
from derivations.verdict import Verification
from lessons.file import content
from lessons.fixing import Fixed, fixing
from lessons.gathering import STANDARD_INPUT, standard_input
from lessons.source import LARGEST
from reports.neutral import neutral
from reports.output import aside, diagnose, rewrite_files, write
from reports.sentences import say
from reports.session import Session

Select = Callable[[Verification], Verification]
_COLOURS = {"+": 32, "-": 31, "@": 36}


def fixed(session: Session, options: Namespace, select: Select, *, beside: bool) -> Verification:
    """Show what is to be rewritten and, unless only that is asked for, write it; the verification of what is there then.

    select: leaves the findings that the user wants to hear of; no other is mended.
    beside: the difference goes to standard output, before the report; else to standard error. Raises UsageError where there is
    no document, or one cannot be written.
    """
    piped = {STANDARD_INPUT: standard_input()} if STANDARD_INPUT in options.target else {}
    if piped and not options.diff:
        raise UsageError("fix-standard-input")
    before = select(session.verification(options, piped))
    paths = [one.path for one in before.lessons if one.path is not None and one.recognised != "declarations"]
    if not paths:
        raise UsageError("nothing-to-fix")
    contents = {path: piped[path] if path in piped else content(path, LARGEST) for path in paths}
    found = fixing(before, contents, lambda now: select(session.verification(options, now)))
    changed = [document for document in found.documents if document.after != document.before]
    shown = [line for document in changed for line in difference(document)]
    if beside or options.diff:
        write(_coloured(shown) if session.colour(options) else "".join(f"{row}\n" for row in shown))
    else:
        aside("".join(f"{row}\n" for row in shown))
    for document in found.documents:
        others = tuple(place for place in document.held if place not in document.unfollowed)
        for key, places in (("fix-held", others), ("fix-unfollowed", document.unfollowed)):
            if places:
                diagnose(say(session.language, key, path=document.path, places=places, n=len(places)))
    if options.diff:
        _told(session, changed, "fix-would")
        return before
    linked = [document.path for document in changed if os.stat(document.path).st_nlink > 1]
    rewrite_files({document.path: document.after for document in changed})
    _told(session, changed, "fix-done")
    for path in linked:
        diagnose(say(session.language, "fix-other-names", path=path))
    return found.after


def difference(document: Fixed) -> Iterator[str]:
    """The unified diff of one document, line by line, each as `patch` reads it unless that were harmful to print."""
    before, after = (_lines(content.decode().removeprefix("\ufeff")) for content in (document.before, document.after))
    path = neutral(document.path)
    for row in difflib.unified_diff(before, after, path, path):
        text = row.removesuffix("\n")
        end = "\r" if text.endswith("\r") else ""
        yield "\t".join(map(neutral, text.removesuffix("\r").split("\t"))) + end
        if not row.endswith("\n"):
            yield "\\ No newline at end of file"


def _lines(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    return lines if lines[-1] else lines[:-1]


def _coloured(shown: list[str]) -> str:
    return "".join(f"\x1b[{_COLOURS[row[0]]}m{row}\x1b[0m\n" if row[:1] in _COLOURS else f"{row}\n" for row in shown)


def _told(session: Session, changed: list[Fixed], key: str) -> None:
    edits = sum(document.edits for document in changed)
    text = say(session.language, key, n=edits, files=len(changed)) if edits else say(session.language, "fix-nothing")
    diagnose(text)
