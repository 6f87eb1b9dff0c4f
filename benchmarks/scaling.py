"""How the time and the memory of an enclosed Transformer grow with positions, width, layers and digits.

A post-norm encoder (inner width 4 d, a head for every 32 coordinates) from the base d = 128, 16 positions, two layers, 100
digits of working precision; one of the four is varied at a time. Every point is a process of its own: CPU seconds of a
forward pass, of a forward and a backward pass, and the memory that each needs beyond what the libraries take. Writes
docs/scaling-time.svg and docs/scaling-memory.svg and prints the table of docs/scaling.md.

    python benchmarks/scaling.py [--smoke]
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import astuple, dataclass, replace
from math import ceil, log, log2, log10
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


@dataclass(frozen=True)
class Size:
    n: int = 16
    d: int = 128
    L: int = 2
    digits: int = 100


@dataclass(frozen=True)
class Cost:
    """Seconds and MiB."""

    forward: float
    both: float
    forward_memory: float
    both_memory: float


NAMES = {"n": "positions n", "d": "width d", "L": "layers L", "digits": "digits"}
VARIED = {"n": (4, 8, 16, 32, 64, 128), "d": (32, 64, 128, 256, 512), "L": (1, 2, 4, 8), "digits": (50, 100, 200, 400, 800)}
SMOKE = {"n": (2, 4), "d": (32, 64), "L": (1, 2), "digits": (10, 20)}


def measured(size: Size) -> Cost:
    """One point, in this process."""
    import numpy

    from numeric.attention import unmasked
    from numeric.fields import Ball
    from numeric.matrix import Matrix
    from numeric.models.encoder_decoder import original
    from numeric.models.tower import Tower

    draw, field = numpy.random.default_rng(1), Ball(ceil(size.digits * log2(10)))
    before = peak()

    def weights(name: str, m: int, n: int, /) -> Matrix[Any]:
        gain = 10**6 if name.endswith("gamma") else 0
        return field.matrix_over(10**6, draw.integers(-(10**5), 10**5, (m, n)) + gain)

    tower = Tower.of(weights, original(size.d, size.d // 32, 4 * size.d, size.L))
    X = field.matrix_over(10**6, draw.integers(-(10**6), 10**6, (size.n, size.d)))
    started = time.process_time()
    with field.working():
        run = tower.forward(X, unmasked(size.n, size.n))
        forward, forward_memory = time.process_time() - started, peak() - before
        tower.backward(run, X)
    return Cost(forward, time.process_time() - started, forward_memory, peak() - before)


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def apart(size: Size, times: int) -> Cost:
    """The point in processes of its own: the least of each figure."""
    command = [sys.executable, __file__, "--point", json.dumps(astuple(size))]
    one_thread = {**os.environ, **{f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL")}}
    runs = [subprocess.run(command, check=True, capture_output=True, text=True, env=one_thread).stdout for _ in range(times)]
    return Cost(*(min(each) for each in zip(*map(json.loads, runs), strict=True)))


def slope(points: list[tuple[int, float]]) -> float:
    """The exponent between the last two points: 2 where twice the size costs four times."""
    (x, y), (x_last, y_last) = points[-2:]
    return log(y_last / y) / log(x_last / x)


# Two charts of four panels. Both axes are logarithmic, so a power law is a straight line.

WIDTH, HEIGHT, MARGIN = 350, 250, 68
LINES = {"forward": "#1f6feb", "both": "#b35900"}


def chart(title: str, unit: str, series: dict[str, dict[str, list[tuple[int, float]]]]) -> str:
    """series: varied -> line -> points."""
    panels = [
        f'<g transform="translate({WIDTH * (i % 2)},{36 + HEIGHT * (i // 2)})">{panel(NAMES[name], unit, lines)}</g>'
        for i, (name, lines) in enumerate(series.items())
    ]
    width, height = 2 * WIDTH, 36 + 2 * HEIGHT
    legend = "".join(
        f'<text x="{width - 250 + 90 * i}" y="22" fill="{colour}">{label}</text>'
        for i, (label, colour) in enumerate(zip(("forward", "forward and backward"), LINES.values(), strict=True))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="{width}" height="{height}" fill="white"/><text x="14" y="22" font-size="14">{title}</text>'
        f"{legend}{''.join(panels)}</svg>\n"
    )


def panel(name: str, unit: str, lines: dict[str, list[tuple[int, float]]]) -> str:
    xs = [x for x, _ in next(iter(lines.values()))]
    ys = [y for points in lines.values() for _, y in points]
    lowest, highest = log10(min(ys)), log10(max(ys))
    decades = [10.0**k for k in range(ceil(lowest - 0.5), ceil(highest + 0.5)) if lowest - 0.3 <= k <= highest + 0.3]

    def across(x: float) -> float:
        return MARGIN + (WIDTH - MARGIN - 20) * log(x / xs[0]) / log(xs[-1] / xs[0])

    def down(y: float) -> float:
        return HEIGHT - 44 - (HEIGHT - 70) * (log10(y) - lowest + 0.3) / (highest - lowest + 0.6)

    drawn = [f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{name}</text>']
    for y in decades:
        drawn.append(f'<line x1="{MARGIN}" x2="{WIDTH - 20}" y1="{down(y):.1f}" y2="{down(y):.1f}" stroke="#ddd"/>')
        drawn.append(f'<text x="{MARGIN - 5}" y="{down(y) + 4:.1f}" text-anchor="end">{y:g} {unit}</text>')
    for x in xs:
        drawn.append(f'<text x="{across(x):.1f}" y="{HEIGHT - 26}" text-anchor="middle">{x}</text>')
    for line, points in lines.items():
        places = [(across(x), down(y)) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{LINES[line]}" stroke-width="1.5"/>')
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{LINES[line]}"/>' for x, y in places]
    return "".join(drawn)


def main() -> int:
    if "--point" in sys.argv[1:]:
        print(json.dumps(astuple(measured(Size(*json.loads(sys.argv[-1]))))))
        return 0
    smoke = "--smoke" in sys.argv[1:]
    base, costs = (Size(2, 32, 1, 10) if smoke else Size()), dict[str, list[tuple[int, Cost]]]()
    print("| varied | | forward | and backward | memory | and backward |\n|---|---|---|---|---|---|")
    for name, values in (SMOKE if smoke else VARIED).items():
        costs[name] = [(value, apart(replace(base, **{name: value}), 1 if smoke else 3)) for value in values]
        for value, cost in costs[name]:
            print(
                f"| {NAMES[name]} | {value} | {cost.forward:.2f} s | {cost.both:.2f} s "
                f"| {cost.forward_memory:.0f} MiB | {cost.both_memory:.0f} MiB |"
            )
        exponents = [
            slope([(x, getattr(cost, f"{line}{what}")) for x, cost in costs[name]])
            for what in ("", "_memory")
            for line in LINES
        ]
        print(f"| | last exponent | {' | '.join(f'{each:.1f}' for each in exponents)} |")
    if not smoke:
        for title, unit, what, file in (
            ("CPU time of an enclosed Transformer", "s", "", "scaling-time.svg"),
            ("Memory of an enclosed Transformer", "MiB", "_memory", "scaling-memory.svg"),
        ):
            series = {
                name: {line: [(x, getattr(cost, f"{line}{what}")) for x, cost in points] for line in LINES}
                for name, points in costs.items()
            }
            (ROOT / "docs" / file).write_text(chart(title, unit, series), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
