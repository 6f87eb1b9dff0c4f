"""Claims for all shapes decided on all cores before they are asked for: proofs of different claims have nothing in common.

Processes are forked, so that they begin with everything that has been read and only decisions travel back. Where that is
not safe or not worth it nothing is done here, and each claim is decided when it is asked for. What is decided, and in which
order it is reported, is the same either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from derivations.claim import Claim
from derivations.decide import decide
from derivations.decisions import Decision, about_values, decided_before, is_decided
from derivations.heard import heard_once
from derivations.pieces import recorded
from lessons.chapter import Progress, Reading, as_printed
from lessons.processes import begun, processes
from numeric.written import Written

ENOUGH = 24
"""Claims for all shapes from which further processes are worth their start."""

TOGETHER = 4
"""Neighbouring claims decided by one process: they often state the same."""


class _Task(NamedTuple):
    """A claim at one place."""

    reading: Reading
    claim: Claim
    printed: tuple[Written, ...]
    digits: int

    def decision(self) -> Decision:
        return decide(self.claim, self.printed, recorded(self.claim), self.reading.values, self.digits)

    def is_known(self) -> bool:
        return is_decided(self.claim, self.printed, self.reading.values, self.digits)

    def is_about_values(self) -> bool:
        return about_values(self.claim, self.reading.values.functions)

    def found(self, decision: Decision) -> None:
        decided_before(self.claim, self.printed, self.reading.values, self.digits, decision)


_tasks: list[_Task] = []  # what processes are forked with
_run = ExitStack()


def decide_ahead(
    wanted: Sequence[tuple[Reading, Sequence[Claim]]], digits: int, progress: Progress | None = None, *, again: bool = False
) -> None:
    """Put decisions where `decide` finds them.

    again: the claims will be decided over other values too, so what those need whose proofs are mixed with values stays here.
    """
    tasks = [task for task in _tasks_of(wanted, digits) if not task.is_known()]
    proofs = [task for task in tasks if _is_for_all_shapes(task.claim) and not (again and task.is_about_values())]
    workers = min(processes(), len(proofs) // TOGETHER)
    if len(proofs) < ENOUGH or workers < 2:
        return
    import multiprocessing

    _tasks[:] = proofs
    try:
        with multiprocessing.get_context("fork").Pool(workers, _begun) as pool:
            groups = pool.imap_unordered(_decided, range(0, len(proofs), TOGETHER))
            sent = {id(task) for task in proofs}
            for task in tasks:
                if id(task) not in sent:
                    task.decision()
            done = 0
            for first, decisions in groups:
                for task, decision in zip(proofs[first:], decisions, strict=False):
                    task.found(decision)
                    done += 1
                    if progress is not None:
                        progress(task.claim.id, done, len(proofs))
    finally:
        _tasks.clear()


def _tasks_of(wanted: Sequence[tuple[Reading, Sequence[Claim]]], digits: int) -> Iterator[_Task]:
    for reading, claims in wanted:
        for claim in claims:
            places = reading.bound[claim.id].occurrences or (None,)
            worded = [(as_printed(claim, place), reading.printed(claim, place)) for place in places]
            for said, printed in {(one.says, printed): (one, printed) for one, printed in worded}.values():
                yield _Task(reading, said, printed, digits)


def _is_for_all_shapes(claim: Claim) -> bool:
    return claim.setting is not None or bool(claim.proves or claim.fails)


def _decided(first: int) -> tuple[int, list[Decision]]:
    """In another process: the decisions of the tasks from one on."""
    return first, [task.decision() for task in _tasks[first : first + TOGETHER]]


def _begun() -> None:
    """At the start of another process, which is one run."""
    begun()
    _run.enter_context(heard_once())
