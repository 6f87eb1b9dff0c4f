"""Which files a run reads, and whether they are still what they were."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from lessonproof.records import dataclass
from lessons.gathering import SIDECAR, STANDARD_INPUT, documents, is_document, root

State = dict[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Watched:
    """The targets that are files, folders or patterns, and further files that are read."""

    targets: tuple[str, ...]
    further: tuple[str, ...]

    def paths(self) -> list[str]:
        """The documents and what their authors declare beside them. Raises UsageError where a folder holds none any more."""
        found = [path for target in self.targets for path in documents(target)] + list(self.further)
        beside = [os.path.splitext(path)[0] + SIDECAR for path in found]
        return list(dict.fromkeys([*found, *beside]))

    def state(self) -> State:
        """Each file that is there, with its time, size and number: an editor may write anew, or put another in its place."""
        states: State = {}
        for path in self.paths():
            try:
                found = os.stat(path)
            except OSError:
                continue
            states[path] = (found.st_mtime_ns, found.st_size, found.st_ino)
        return states

    def folders(self) -> tuple[list[str], bool]:
        """Where changes are to be listened for, and whether in the folders below too."""
        whole = [target for target in self.targets if os.path.isdir(target)]
        whole += [root(target) for target in self.targets if not os.path.exists(target)]
        single = [os.path.dirname(path) or "." for path in (*self.targets, *self.further) if os.path.isfile(path)]
        return list(dict.fromkeys([*whole, *single])), bool(whole)


def watched(targets: Iterable[str], further: Sequence[str]) -> Watched:
    """What can change of these targets; parts of shipped lessons change with their documents, which are `further`."""
    files = tuple(target for target in targets if target != STANDARD_INPUT and is_document(target))
    return Watched(files, tuple(further))
