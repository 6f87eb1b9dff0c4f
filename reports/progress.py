"""A progress bar on standard error, for people, and only where the wait is longer than a second."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TextIO

from reports.neutral import neutral

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0  # seconds without a bar


class LateBar:
    """Called with what is being done, how much is done, and how much there is. Leaves nothing on the screen."""

    def __init__(self, stream: TextIO, label: str) -> None:
        self.stream = stream
        self.label = label
        self.started = time.monotonic()
        self.bar: tuple[Progress, TaskID] | None = None

    def __call__(self, step: str, done: int, total: int) -> None:
        if self.bar is None:
            if time.monotonic() - self.started < PATIENCE or done >= total:
                return
            self.bar = self._begin(total)
        progress, task = self.bar
        progress.update(task, completed=done, total=total, step=neutral(step))

    def __enter__(self) -> LateBar:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar[0].stop()

    def _begin(self, total: int) -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[step]}", style="dim", markup=False),
            console=Console(file=self.stream),
            transient=True,
        )
        task = progress.add_task(self.label, total=total, step="")
        progress.start()
        return progress, task
