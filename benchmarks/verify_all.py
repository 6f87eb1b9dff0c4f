"""Every shipped claim against `python -c "import sympy"`, and re-checking certificates against finding them, in one run.

Three ratios: the whole process `verify all --no-cache`, the same with certificates kept by an earlier run, both against the
import; and the kernel's time on the certificates of all equations of the notes against the time of the searches that find
them. Prints them beside their goals; exits 1 above one. All cores are used, as the command uses them; `--smoke` takes one
chapter and decides nothing.

    python benchmarks/verify_all.py [--smoke]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from compiled import environment

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
FRESH, KEPT, CHECKED = 8.0, 2.5, 0.25
ROUNDS = 3


def seconds(command: list[str], certificates: str) -> float:
    started = time.perf_counter()
    done = subprocess.run(
        command,
        check=False,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
        env=environment() | {"LESSONPROOF_CERTIFICATES": certificates},
    )
    assert done.returncode in (0, 1), "verify did not run"  # 1: the lessons have errors, which is what it reports
    return time.perf_counter() - started


def searched_and_checked(target: str) -> tuple[float, float]:
    """CPU seconds of the searches for certificates of equations, and of the kernel on what they found."""
    from derivations.certificates import kept_in
    from derivations.kernel.check import check
    from derivations.prover import examine, search
    from lessons.check import verify

    os.environ["LESSONPROOF_PROCESSES"] = "1"
    spent = 0.0
    found: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = []
    certificate: Callable[..., Any] = search.certificate

    def timed(statement: Mapping[str, Any], **options: Any) -> Any:
        nonlocal spent
        started = time.process_time()
        made = certificate(statement, **options)
        if made is not None:
            spent += time.process_time() - started
            found.append((statement, made))
        return made

    examine.search.certificate = timed  # type: ignore[assignment]
    try:
        with kept_in(None):
            verify([target], [])
    finally:
        examine.search.certificate = certificate
    started = time.process_time()
    for statement, made in found:
        check(statement, made)
    return spent, time.process_time() - started


def main() -> int:
    smoke = "--smoke" in sys.argv[1:]
    target = "chapter6" if smoke else "all"
    verify = [sys.executable, "cli.py", "verify", target, "--format", "json"]
    yardstick = [sys.executable, "-c", "import sympy"]
    rounds = 1 if smoke else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        for command in (verify, yardstick):
            seconds(command, folder)  # keeps certificates, and compiles what is not compiled
        times = [
            (seconds([*verify, "--no-cache"], folder), seconds(verify, folder), seconds(yardstick, folder))
            for _ in range(rounds)
        ]
    fresh, kept, theirs = (min(each) for each in zip(*times, strict=True))
    searched, checked = searched_and_checked("chapter6" if smoke else "notes")
    measured = {
        "verify all --no-cache / import sympy": (fresh / theirs, FRESH),
        "verify all, certificates kept / import sympy": (kept / theirs, KEPT),
        "certificates checked / found": (checked / searched, CHECKED),
    }
    for what, (ratio, goal) in measured.items():
        print(f"{what}: {ratio:.3f} (goal ≤ {goal}){'' if ratio <= goal else f', missed by a factor {ratio / goal:.1f}'}")
    return 0 if smoke or all(ratio <= goal for ratio, goal in measured.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
