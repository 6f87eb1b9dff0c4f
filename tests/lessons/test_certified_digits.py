"""Printed digits against a program that shares nothing with ours: mpmath at 60 digits and more, gradients by differences."""

from __future__ import annotations

from typing import Any

import pytest
from mpmath import mp, mpf

from lessons.model_file import read_model
from lessons.model_run import ModelRun, run_model
from numeric.certified import Decimals

Matrix = list[list[Any]]
LLAMA = """
vocabulary = ["a", "b", "c", "d"]
[model]
kind = "llama"
d = 4
H = 2
m = 3
L = 1
groups = 1
[input]
tokens = ["a", "c", "b"]
[training]
targets = ["b", "c", "a"]
loss_mask = [1, 0, 1]
optimizer = "adamw"
learning_rate = 0.01
[generation]
new_tokens = 2
rule = "sampling"
temperature = 0.7
top_k = 3
uniforms = [0.6, 0.2]
[weights]
E = [[1, 0.5, 0, 0.3], [0.2, 1, 0.5, 0], [0, 0.7, 1, 0.5], [0.5, 0, -0.4, 1]]
U = [[0, 1, 0.6, 0], [0.1, 0, 1, 0], [0, -0.2, 0, 1], [1, 0, 0, 0.4]]
tower.final_norm.gamma = [1, 0.9, 1.1, 1]
[weights.tower.layers.1]
norm_self.gamma = [1, 1.1, 1, 0.8]
norm_ffn.gamma = [1, 1, 1.2, 1]
[weights.tower.layers.1.self_attention]
W_Q = [[1, 0, 0, 1], [0, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1]]
W_K = [[0.3, 1], [1, 0], [0, 0.2], [0, 1]]
W_V = [[0, 1], [1, 0], [0.7, 0], [0, 1]]
W_O = [[0.5, 0, 0, 0], [0, 0.5, 0.1, 0], [0, 0, 0.5, 0], [0.2, 0, 0, 0.5]]
[weights.tower.layers.1.feed_forward]
W_1 = [[1, 0, -1], [0, 1, 0.3], [-1, 0, 1], [0.5, -1, 0]]
W_3 = [[1, 0.2, -1], [0, 1, 0], [-1, 0, 1], [0.5, -1, 0]]
W_2 = [[0.5, 0, 0.1, 0], [0, 0.5, 0, -0.3], [0, 0, 0.5, 0]]
"""
LAYER = "tower.layers.1."


def times(A: Matrix, B: Matrix) -> Matrix:
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*B, strict=True)] for row in A]


def plus(A: Matrix, B: Matrix) -> Matrix:
    return [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(A, B, strict=True)]


def softmax(row: list[Any]) -> list[Any]:
    powers = [mp.exp(x) for x in row]
    return [power / sum(powers) for power in powers]


def rms(X: Matrix, gamma: list[Any]) -> Matrix:
    return [
        [g * x / mp.sqrt(sum(y * y for y in row) / len(row) + mpf(1) / 10**5) for x, g in zip(row, gamma, strict=True)]
        for row in X
    ]


def turned(row: list[Any], position: int) -> list[Any]:
    """Width 2: one pair, at frequency 1."""
    c, s = mp.cos(position), mp.sin(position)
    return [c * row[0] - s * row[1], s * row[0] + c * row[1]]


def logits(w: dict[str, Matrix], tokens: list[int]) -> Matrix:
    X = [w["E"][token] for token in tokens]
    x = rms(X, w[LAYER + "norm_self.gamma"][0])
    Q, K, V = (times(x, w[f"{LAYER}self_attention.W_{letter}"]) for letter in "QKV")
    K = [turned(k, j) for j, k in enumerate(K)]
    O: Matrix = []  # noqa: E741
    for i, q in enumerate(Q):
        row: list[Any] = []
        for head in (turned(q[:2], i), turned(q[2:], i)):
            A = softmax([(head[0] * k[0] + head[1] * k[1]) / mp.sqrt(2) for k in K[: i + 1]])
            row += [sum(a * v[c] for a, v in zip(A, V[: i + 1], strict=True)) for c in range(2)]
        O.append(row)
    X = plus(X, times(O, w[LAYER + "self_attention.W_O"]))
    x = rms(X, w[LAYER + "norm_ffn.gamma"][0])
    G, B = (times(x, w[f"{LAYER}feed_forward.W_{n}"]) for n in (1, 3))
    C = [[g / (1 + mp.exp(-g)) * b for g, b in zip(*rows, strict=True)] for rows in zip(G, B, strict=True)]
    X = plus(X, times(C, w[LAYER + "feed_forward.W_2"]))
    return times(rms(X, w["tower.final_norm.gamma"][0]), w["U"])


def loss(w: dict[str, Matrix]) -> Any:
    rows = logits(w, [0, 2, 1])
    return -(mp.log(softmax(rows[0])[1]) + mp.log(softmax(rows[2])[0])) / 2


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> ModelRun:
    path = tmp_path_factory.mktemp("digits") / "llama.toml"
    path.write_text(LLAMA, encoding="utf-8")
    return run_model(read_model(str(path)), Decimals(40))


@pytest.fixture(scope="module")
def weights(run: ModelRun) -> dict[str, Matrix]:
    with mp.workdps(120):
        return {
            name: [[mpf(x.numerator) / x.denominator for x in row] for row in rows]
            for name, rows in run.file.experiment.weights.items()
        }


def printed(run: ModelRun, stage: tuple[str, int], letters: str = "", name: str = "") -> list[list[str]]:
    [found] = [
        q
        for q in run.quantities
        if q.quantity.stage == stage and q.quantity.name == name and (not letters or q.quantity.letters == letters)
    ]
    return [[entry.printed for entry in row if entry is not None] for row in found.rows]


def check(rows: list[list[str]], expected: Matrix) -> int:
    """Every print within half a unit of its 40th decimal. Returns how many were compared."""
    for row, values in zip(rows, expected, strict=True):
        for text, value in zip(row, values, strict=True):
            # The derivative by differences is right to 10⁻⁵⁰; a print is shorter only where it is exact.
            assert abs(mpf(text) - value) <= mpf(10) ** -40 / 2 + mpf(10) ** -50, (text, value)
            assert len(text.partition(".")[2]) == 40 or abs(mpf(text) - value) < mpf(10) ** -50
    return sum(map(len, rows))


def test_probabilities_and_loss(run: ModelRun, weights: dict[str, Matrix]) -> None:
    with mp.workdps(120):
        p = [softmax(row) for row in logits(weights, [0, 2, 1])]
        assert check(printed(run, ("loss", 1), "p"), p) == 12
        assert check(printed(run, ("loss", 1), "L"), [[loss(weights)]]) == 1


def test_gradients_and_the_step_of_adamw(run: ModelRun, weights: dict[str, Matrix]) -> None:
    """Central differences at h = 10⁻³⁰ are right to about 10⁻⁶⁰; one step of AdamW from zero moments, written out."""
    compared = 0
    with mp.workdps(120):
        h = mpf(10) ** -30
        for name, rows in weights.items():
            gradient: Matrix = [[mpf(0)] * len(rows[0]) for _ in rows]
            for i, row in enumerate(rows):
                for j in range(len(row)):
                    sides = []
                    for sign in (1, -1):
                        moved = [list(each) for each in rows]
                        moved[i][j] += sign * h
                        sides.append(loss({**weights, name: moved}))
                    gradient[i][j] = (sides[0] - sides[1]) / (2 * h)
            compared += check(printed(run, ("gradients", 1), name=name), gradient)
            η, decay, ε = mpf(1) / 100, mpf(1) / 100, mpf(1) / 10**8
            exact_zero = [[x if abs(x) > mpf(10) ** -50 else mpf(0) for x in row] for row in gradient]
            updated = [
                [w - η * decay * w - η * (g / (abs(g) + ε)) for w, g in zip(*pair, strict=True)]
                for pair in zip(rows, exact_zero, strict=True)
            ]
            # A gradient of 10⁻⁵⁰ relative error moves the quotient by less than 10⁻⁴².
            for shown, wanted in zip(printed(run, ("updated", 1), name=name), updated, strict=True):
                assert all(abs(mpf(text) - value) < mpf(10) ** -39 for text, value in zip(shown, wanted, strict=True))
    assert compared == sum(len(rows) * len(rows[0]) for rows in weights.values()) == 128


def test_what_is_drawn(run: ModelRun) -> None:
    """The words by mpmath, from the updated weights as printed."""
    with mp.workdps(60):
        names = run.file.experiment.weights
        updated = {name: [[mpf(x) for x in row] for row in printed(run, ("updated", 1), name=name)] for name in names}
        text = [0, 2, 1]
        for u in (mpf(6) / 10, mpf(2) / 10):
            row = logits(updated, text)[-1]
            kept = sorted(sorted(range(4), key=lambda word: -row[word])[:3])
            q = softmax([row[word] * 10 / 7 for word in kept])
            F = [sum(q[: n + 1]) for n in range(3)]
            text.append(next(word for word, mass in zip(kept, F, strict=True) if u < mass))
    assert run.generation is not None
    assert [token - 1 for token in run.generation.tokens] == text[3:]
