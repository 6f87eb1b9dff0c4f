"""Documents that are no lessons of ours, surveyed on all cores where that pays: they have nothing in common.

Processes are forked, so that they begin with all that has been read, and only what was found travels back. The result and its
order are the same either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.catalogue import UsageError
from derivations.verdict import ClaimOutcome, Message
from lessonproof.records import dataclass
from lessons.chapter import Progress
from lessons.memory import Memory
from lessons.processes import begun, processes
from lessons.survey import Survey, failed, survey

if TYPE_CHECKING:
    from lessons.declarations.sidecar import Sidecar
    from lessons.document import Document

ENOUGH = 10_000
"""Characters from which further processes are worth their start: up to half a second of work, where figures are dense."""


@dataclass(frozen=True, slots=True)
class Task:
    """One document to survey: what it is called, and what its author declares beside it."""

    document: Document
    path: str
    sidecar: Sidecar | None = None

    def survey(self) -> Survey:
        """An error of ours ends this document alone, and is a finding of it. Raises UsageError."""
        try:
            return survey(self.document, self.path, 0, self.sidecar)
        except UsageError:
            raise
        except Exception as error:
            return failed(self.document, self.path, error)

    @property
    def size(self) -> int:
        return len(self.document.source.text)


def survey_all(
    tasks: Sequence[Task], first: int, progress: Progress | None = None, memory: Memory | None = None
) -> Iterator[Survey]:
    """What is found in each, in the order given.   first: how many figures the run has before them. Raises UsageError."""
    known = {number: one for number, task in enumerate(tasks) if memory and (one := memory.survey(task.path, _key(task)))}
    found = known | _surveyed({number: task for number, task in enumerate(tasks) if number not in known}, progress)
    for number, task in enumerate(tasks):
        one = found[number]
        if memory is not None:
            memory.surveyed(task.path, _key(task), one)
        yield _counted_from(one, first)
        first += len(one.figures)


def _surveyed(tasks: dict[int, Task], progress: Progress | None) -> dict[int, Survey]:
    workers = min(processes(), len(tasks))
    if workers < 2 or sum(task.size for task in tasks.values()) < ENOUGH:
        found = {}
        for done, (number, task) in enumerate(tasks.items()):
            if progress is not None:
                progress(task.path, done, len(tasks))
            found[number] = task.survey()
        return found
    import multiprocessing

    # The longest first: a long one that begins last would be waited for alone.
    order = sorted(tasks, key=lambda number: -tasks[number].size)
    _tasks.update(tasks)
    found = {}
    try:
        with multiprocessing.get_context("fork").Pool(workers, begun) as pool:
            for done, (number, one) in enumerate(pool.imap_unordered(_in_another_process, order), 1):
                if isinstance(one, Message):
                    raise UsageError(one.key, **one.values)
                found[number] = one
                if progress is not None:
                    progress(tasks[number].path, done, len(tasks))
    finally:
        _tasks.clear()
    return found


_tasks: dict[int, Task] = {}  # what processes are forked with


def _in_another_process(number: int) -> tuple[int, Survey | Message]:
    try:
        return number, _tasks[number].survey()
    except UsageError as error:
        return number, error.message


def _key(task: Task) -> tuple[object, ...]:
    return (task.document.source.sha256, task.sidecar)


def _counted_from(one: Survey, first: int) -> Survey:
    """With its figures numbered from `first` on."""
    if not first:
        return one
    findings = tuple(found if found.figure is None else replace(found, figure=found.figure + first) for found in one.findings)
    return replace(one, findings=findings, claims=tuple(_claim_from(claim, first) for claim in one.claims))


def _claim_from(claim: ClaimOutcome, first: int) -> ClaimOutcome:
    lines = tuple(
        replace(
            line,
            rows=tuple(
                tuple(cell if cell.figure is None else replace(cell, figure=cell.figure + first) for cell in row)
                for row in line.rows
            ),
        )
        for line in claim.lines
    )
    return replace(claim, figures=tuple(number + first for number in claim.figures), lines=lines)
