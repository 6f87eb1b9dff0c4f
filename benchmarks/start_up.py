"""The whole process `verify chapter11 --format json` against `python -c "import sympy"`, in one run.

Both are started in turn, many times, in the same interpreter and environment. Prints the ratio of the best times; exits 1
above the goal. With the lesson's document (LESSONPROOF_CORPUS set) the document is read as well.

    python benchmarks/start_up.py [--smoke]
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GOAL = 1.0
ROUNDS = 15


def seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    return time.perf_counter() - started


def main() -> int:
    verify = [sys.executable, "cli.py", "verify", "chapter11", "--format", "json"]
    corpus = os.environ.get("LESSONPROOF_CORPUS")
    if corpus:
        verify += ["--lesson", str(Path(corpus) / "lessons" / "transformer-notes.txt")]
    yardstick = [sys.executable, "-c", "import sympy"]
    smoke = "--smoke" in sys.argv[1:]
    times = [(seconds(verify), seconds(yardstick)) for _ in range(2 if smoke else ROUNDS)]
    ours, theirs = (min(each) for each in zip(*times, strict=True))
    print(f"verify chapter11 {ours:.3f} s, import sympy {theirs:.3f} s, ratio {ours / theirs:.3f} (goal ≤ {GOAL})")
    return 0 if smoke or ours / theirs <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
