"""Whole processes of `verify` against `python -c "import sympy"`, in one run.

`verify chapter11 --format json`, with the lesson's document where LESSONPROOF_CORPUS is set, and `verify FILE` of a short
document that it has never seen. All are started in turn, many times, in the same interpreter and environment, with the byte
code of all compiled. Prints the ratios of the best times; exits 1 above a goal.

    python benchmarks/start_up.py [--smoke]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from compiled import environment

ROOT = Path(__file__).resolve().parents[1]
CHAPTER, FILE = 1.0, 0.5
ROUNDS = 15
LESSON = """# Attention

With $d = 64$ and 8 heads the width is $8 \\times 64 = 512$.

The softmax of $(1, 2)$ is $(0.2689, 0.7311)$.
"""


def seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment())
    return time.perf_counter() - started


def main() -> int:
    cli = [sys.executable, "cli.py", "verify"]
    chapter = [*cli, "chapter11", "--format", "json"]
    corpus = os.environ.get("LESSONPROOF_CORPUS")
    if corpus:
        chapter += ["--lesson", str(Path(corpus) / "lessons" / "transformer-notes.txt")]
    smoke = "--smoke" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        lesson = Path(folder) / "lesson.md"
        lesson.write_text(LESSON, encoding="utf-8")
        commands = ([sys.executable, "-c", "import sympy"], chapter, [*cli, str(lesson)])
        for command in commands:
            seconds(command)  # compiles what is not compiled
        times = [[seconds(command) for command in commands] for _ in range(2 if smoke else ROUNDS)]
    yardstick, *ours = (min(each) for each in zip(*times, strict=True))
    print(f"import sympy {yardstick:.3f} s")
    reached = True
    for name, taken, goal in (("verify chapter11", ours[0], CHAPTER), ("verify FILE", ours[1], FILE)):
        print(f"{name} {taken:.3f} s, ratio {taken / yardstick:.3f} (goal ≤ {goal})")
        reached &= taken / yardstick <= goal
    return 0 if smoke or reached else 1


if __name__ == "__main__":
    sys.exit(main())
