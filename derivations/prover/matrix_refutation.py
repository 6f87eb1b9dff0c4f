"""Counterexamples about matrices: an exact instance with too high a rank, a negative form, a separating direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from flint import fmpq, fmpq_mat

from derivations.prover.instances import HasNoValue, Number, excludes_zero
from derivations.prover.matrix_reading import about
from derivations.prover.trials import Trial, trials, written

Statement = Mapping[str, Any]
MOST = 5  # rows of a matrix whose quadratic form is tried
DIRECTIONS = (-1, 0, 1)


def refute_rank(statement: Statement, *, thorough: bool = True) -> Trial | None:
    for trial in trials(statement, about(statement), thorough):
        matrix = entries(statement, trial)
        if matrix is None or not all(isinstance(x, fmpq) for row in matrix for x in row):
            continue
        most = sum(1 if size == "1" else trial.sizes[size] for size in statement["at most"])
        if (found := fmpq_mat(matrix).rank()) > most:
            return trial.saying(f"rank = {found} > {most}")
    return None


def refute_semidefinite(statement: Statement, *, thorough: bool = True) -> Trial | None:
    for trial in trials(statement, about(statement), thorough):
        matrix = entries(statement, trial)
        if matrix is None or len(matrix) > MOST:
            continue
        size = range(len(matrix))
        for i, j in product(size, repeat=2):
            if excludes_zero(matrix[i][j] - matrix[j][i]):
                return trial.saying(f"M_{i + 1}{j + 1} = {written(matrix[i][j])} ≠ {written(matrix[j][i])} = M_{j + 1}{i + 1}")
        for x in product(DIRECTIONS, repeat=len(matrix)):
            form = dot([dot(row, x) for row in matrix], x)
            if form < 0:
                return trial.saying(f"x = ({', '.join(map(str, x))}), x M x^T = {written(form)} < 0")
    return None


def refute_hull(statement: Statement, *, thorough: bool = True) -> Trial | None:
    """A direction in which the point is certainly beyond all candidates."""
    (r, coordinates), (j, sort) = statement["along"], statement["over"]
    for trial in trials(statement, about(statement), thorough):
        along, over = range(trial.sizes[coordinates]), range(trial.sizes[sort])
        if len(along) > MOST:
            continue
        try:
            point = [trial.value(statement["point"], **{r: at}) for at in along]
            rows = [[trial.value(statement["candidates"], **{r: at, j: row}) for at in along] for row in over
                    if trial.value(statement["among"], **{j: row}) == 1]  # fmt: skip
        except HasNoValue:
            continue
        for u in product(DIRECTIONS, repeat=len(along)):
            if all(dot(point, u) > dot(row, u) for row in rows):
                shown = ", ".join(map(written, point))
                return trial.saying(f"({shown}), u = ({', '.join(map(str, u))}), max u · v < {written(dot(point, u))}")
    return None


def entries(statement: Statement, trial: Trial) -> list[list[Number]] | None:
    (i, rows), (j, columns), entry = statement["matrix"]
    try:
        return [[trial.value(entry, **{i: a, j: b}) for b in range(trial.sizes[columns])] for a in range(trial.sizes[rows])]
    except HasNoValue:
        return None


def dot(one: Sequence[Number], other: Sequence[Number]) -> Number:
    return sum((a * b for a, b in zip(one, other, strict=True)), fmpq(0))
