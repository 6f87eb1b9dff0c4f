"""How fast `verify FILE` reads documents that it has never seen: bytes a second, in one process.

A formula-dense and a prose document are written for the purpose, and read, surveyed and reported on as `verify` does. The
yardstick is markdown-it-py, which only parses the same bytes. Prints both speeds and their ratio; exits 1 below a goal.

    python benchmarks/reading_speed.py [--smoke]
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lessons.document import read
from lessons.survey import survey

DENSE_GOAL, PROSE_GOAL = 1.0, 5.0  # MB/s
DENSE_SIZE, PROSE_SIZE = 1_000_000, 5_000_000
_SENTENCE = (
    "the model reads every token once and writes a vector for it then attention mixes these vectors by their scores while the "
    "feed forward layer works on each position alone so that a layer keeps the length of what it was given and training lowers "
    "the loss step by step until the validation curve turns"
)
_WORDS = _SENTENCE.split()


def dense(size: int) -> str:
    """Markdown of which most lines hold formulas, most of them with figures, each true."""
    chance = random.Random(11)
    parts: list[str] = []
    length = number = 0
    while length < size:
        number += 1
        a, b, c = (chance.randrange(2, 999) for _ in range(3))
        parts.append(
            f"## Step {number}\n\n"
            f"With $d = {a}$ and $n = {b}$ the product is ${a} \\times {b} = {a * b}$, so that $Q_{{{number}}} = X W_Q$ and "
            f"$\\frac{{{a}}}{{{b}}} \\approx {a / b:.4f}$.\n\n"
            f"$$ S = \\frac{{Q K^T}}{{\\sqrt{{d_k}}}}, \\qquad A = \\mathrm{{softmax}}(S), \\qquad Z = A V $$\n\n"
            f"| layer | shape | parameters |\n|---|---|---|\n| W_Q | {a} × {c} | {a * c} |\n| W_O | {c} × {a} | {a * c} |\n\n"
            f"The mean is $\\mu = ({a} + {b} + {c}) / 3$ and {a} + {c} = {a + c}.\n\n"
        )
        length += len(parts[-1].encode())
    return "".join(parts)


def prose(size: int) -> str:
    """Markdown of paragraphs with a number here and there and hardly a formula."""
    chance = random.Random(7)
    parts: list[str] = []
    length = 0
    while length < size:
        words = [chance.choice(_WORDS) for _ in range(90)]
        words[chance.randrange(90)] = str(chance.randrange(1950, 2024))
        parts.append(f"{' '.join(words).capitalize()}.\n\n")
        length += len(parts[-1])
    return "".join(parts)


def ours(text: bytes) -> None:
    survey(read(text, "measured.md"), "measured.md")


def theirs(text: bytes) -> None:
    from markdown_it import MarkdownIt

    MarkdownIt("commonmark").enable("table").parse(text.decode())


def speed(run: Callable[[bytes], None], text: bytes, rounds: int) -> float:
    """The best of so many rounds, in MB/s."""
    best = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        run(text)
        best = min(best, time.perf_counter() - started)
    return len(text) / best / 1e6


def main() -> int:
    smoke = "--smoke" in sys.argv[1:]
    reached = True
    gc.disable()  # as `verify` does
    for name, text, goal in (
        ("formula-dense", dense(20_000 if smoke else DENSE_SIZE), DENSE_GOAL),
        ("prose", prose(50_000 if smoke else PROSE_SIZE), PROSE_GOAL),
    ):
        content = text.encode()
        mine, parsing = (speed(run, content, 1 if smoke else 3) for run in (ours, theirs))
        reached &= mine >= goal
        print(f"{name}, {len(content) / 1e6:.2f} MB: {mine:.3f} MB/s (goal ≥ {goal}), {mine / parsing:.3f} of markdown-it-py")
    return 0 if smoke or reached else 1


if __name__ == "__main__":
    sys.exit(main())
