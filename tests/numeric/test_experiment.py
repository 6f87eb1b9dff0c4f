"""Experiments: chapter 11 with its printed figures, the order of the stages, and gradients by another route."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from numeric.certified import Decimals
from numeric.computation import CertifiedQuantity, Computation
from numeric.experiment import Experiment, shapes, single_head
from numeric.fields import Ball, Float64, Shadow
from numeric.given_rows import exact_weights
from numeric.parameters import named
from numeric.training.adam import adam
from numeric.training.gradient_descent import gradient_descent
from numeric.training.optimizer import NAMES, Optimizer
from numeric.weights import GivenWeights
from tests.numeric.models.small_models import MODELS
from tests.numeric.worked_example import chapter

WEIGHTS = exact_weights(
    {
        "E": [[1, 0], [0, 1], [1, 1]],
        "W_Q": [[0], [1]],
        "W_K": [[1], [0]],
        "W_V": [[1, 0], [0, 1]],
        "W_O": [[1, 0], [0, 1]],
        "U": [[1, 0, -1], [0, 1, 0]],
    }
)


def head(weights: Any) -> Any:
    return single_head(weights, 3, 2, 1, 2)


CHAPTER_11 = Experiment(head, WEIGHTS, (1, 2), targets=(3,), optimizer=Optimizer("sgd", "0.1"))

# What chapter 11 prints: stage, step, letters, and the whole matrix.
PRINTED = [
    ("forward", 1, "X", [["1", "0"], ["0", "1"]]),
    ("forward", 1, "Q", [["0"], ["1"]]),
    ("forward", 1, "K", [["1"], ["0"]]),
    ("forward", 1, "V", [["1", "0"], ["0", "1"]]),
    ("forward", 1, "S_{0}", [["0", "0"], ["1", "0"]]),
    ("forward", 1, "S", [["0", None], ["1", "0"]]),
    ("forward", 1, "A", [["1", "0"], ["0.731059", "0.268941"]]),
    ("forward", 1, "Z", [["1", "0"], ["0.731059", "0.268941"]]),
    ("forward", 1, "h", [["0.731059", "1.268941"]]),
    ("loss", 1, "p", [["0.339660", "0.581626", "0.078714"]]),
    ("loss", 1, "L", [["2.541928"]]),
    ("gradients", 1, r"\bar{\ell}", [["0.339660", "0.581626", "-0.921286"]]),
    ("gradients", 1, r"\bar{h}", [["1.260945", "0.581626"]]),
    ("gradients", 1, r"\bar{S}", [["0", "0"], ["0.133562", "-0.133562"]]),
    ("gradients", 1, r"\bar{W}_{Q}", [["0"], ["0.133562"]]),
    ("gradients", 1, r"\bar{W}_{K}", [["0.133562"], ["-0.133562"]]),
    ("gradients", 1, r"\bar{W}_{V}", [["0.921825", "0.425203"], ["0.339120", "0.156423"]]),
    ("gradients", 1, r"\bar{W}_{O}", [["0.921825", "0.425203"], ["0.339120", "0.156423"]]),
    ("gradients", 1, r"\bar{U}", [["0.248311", "0.425203", "-0.673514"], ["0.431008", "0.738049", "-1.169057"]]),
    ("gradients", 1, r"\bar{E}", [["1.055387", "0.425203"], ["1.466503", "0.871611"], ["0", "0"]]),
    ("loss", 2, "p", [["0.271374", "0.556819", "0.171807"]]),
    ("loss", 2, "L", [["1.761382"]]),
]


@pytest.fixture(scope="module")
def chapter_11() -> list[CertifiedQuantity]:
    return Computation(CHAPTER_11.quantities).certified(Decimals(6))


def found(run: list[CertifiedQuantity], stage: str, step: int, letters: str) -> CertifiedQuantity:
    [one] = [each for each in run if each.quantity.stage == (stage, step) and each.quantity.letters == letters]
    return one


@pytest.mark.parametrize(("stage", "step", "letters", "printed"), PRINTED, ids=[f"{row[2]}-{row[1]}" for row in PRINTED])
def test_chapter_11_comes_out_as_printed(
    chapter_11: list[CertifiedQuantity], stage: str, step: int, letters: str, printed: list[list[str | None]]
) -> None:
    rows = found(chapter_11, stage, step, letters).rows
    assert [[None if entry is None else entry.printed for entry in row] for row in rows] == printed


def test_single_figures_of_chapter_11(chapter_11: list[CertifiedQuantity]) -> None:
    for stage, step, letters, i, j, printed in [
        ("updated", 1, "W_{Q}^{new}", 1, 0, "0.986644"),
        ("updated", 1, "U^{new}", 1, 2, "0.116906"),
        ("forward", 2, "A", 1, 0, "0.713748"),
    ]:
        entry = found(chapter_11, stage, step, letters).rows[i][j]
        assert entry is not None and entry.printed == printed


def test_the_run_agrees_with_the_single_head(chapter_11: list[CertifiedQuantity]) -> None:
    """The same numbers as the worked example of the other tests, at a precision of its own."""
    other = chapter(Ball(160))
    pairs = [
        ("forward", 1, "Z", other.first.Z),
        ("loss", 2, "p", other.second.p),
        ("gradients", 1, r"\bar{E}", other.gradients.E),
    ]
    for stage, step, letters, matrix in pairs:
        for row, enclosed in zip(found(chapter_11, stage, step, letters).rows, matrix.rows(), strict=True):
            for entry, ball in zip(row, enclosed, strict=True):
                assert entry is not None and entry.enclosure().overlaps(ball)


def stages(experiment: Experiment) -> list[tuple[str, int]]:
    order: list[tuple[str, int]] = []
    for quantity in experiment.quantities(Shadow(64)):
        if not order or order[-1] != quantity.stage:
            order.append(quantity.stage)
    return order


def test_stages_end_where_nothing_more_is_asked_for() -> None:
    def experiment(**kept: Any) -> Experiment:
        return Experiment(head, WEIGHTS, (1, 2), **kept)

    forward = [("weights", 0), ("forward", 1), ("loss", 1)]
    assert stages(experiment()) == forward
    assert stages(experiment(targets=(3,))) == [*forward, ("gradients", 1)]
    step = [("gradients", 1), ("updated", 1), ("forward", 2), ("loss", 2)]
    assert stages(CHAPTER_11) == [*forward, *step]
    two = stages(experiment(targets=(3,), optimizer=Optimizer("adam", "0.1"), steps=2))
    assert two[3:6] == [("gradients", 1), ("optimizer", 1), ("updated", 1)] and two[-1] == ("loss", 3)


def test_without_a_target_there_is_no_loss() -> None:
    run = list(Experiment(head, WEIGHTS, (1, 2)).quantities(Shadow(64)))
    assert [quantity.letters for quantity in run if quantity.stage[0] == "loss"] == ["p"]


def test_shapes_are_asked_for_without_entries() -> None:
    assert shapes(head) == {name: (len(rows), len(rows[0])) for name, rows in WEIGHTS.items()}


@pytest.mark.parametrize("name", [name for name in MODELS if "dropped" not in name])
def test_every_model_is_carried_through(name: str) -> None:
    """Loss and gradients of every small model without dropout, as the model itself gives them."""
    small = MODELS[name]
    source, tokens = (small.arguments[0], small.arguments[1]) if name.startswith("encoder–") else (None, small.arguments[0])
    real = small.arguments[-1] if isinstance(small.arguments[-1][0], bool) else None
    rows = exact_weights(small.rows())
    experiment = Experiment(
        small.build, rows, tuple(tokens), tuple(source) if source else None, tuple(real) if real else None, tuple(small.targets)
    )
    field = Float64()
    run = list(experiment.quantities(field))
    losses = [quantity.matrix[0, 0] for quantity in run if quantity.letters == "L"]
    assert losses == [pytest.approx(small.loss(field, {key: field.matrix(each) for key, each in rows.items()}), abs=1e-12)]
    gradients = {quantity.name: quantity.matrix for quantity in run if quantity.stage[0] == "gradients" and quantity.name}
    expected = dict(named(small.gradients(field)))
    assert gradients.keys() == expected.keys()
    for key, matrix in expected.items():
        for row, other in zip(gradients[key].rows(), matrix.rows(), strict=True):
            assert row == pytest.approx(other, abs=1e-12)


def test_letters_do_not_repeat_within_a_part() -> None:
    """Two quantities of one part of the model never share their letters: a figure is named by part and letters."""
    for small in MODELS.values():
        rows = exact_weights(small.rows())
        if len(small.arguments) > 1 and not isinstance(small.arguments[1][0], bool):
            experiment = Experiment(
                small.build, rows, tuple(small.arguments[1]), tuple(small.arguments[0]), None, tuple(small.targets)
            )
        else:
            experiment = Experiment(small.build, rows, tuple(small.arguments[0]), None, None, tuple(small.targets))
        seen = [(quantity.stage, quantity.where, quantity.letters) for quantity in experiment.quantities(Shadow(128))]
        assert len(seen) == len(set(seen))


OPTIMIZER_RULES = {
    "sgd": lambda θ, g: gradient_descent(θ, g, "0.1").parameters,
    "momentum": lambda θ, g: gradient_descent(θ, g, "0.1", momentum="0.5").parameters,
    "nesterov": lambda θ, g: gradient_descent(θ, g, "0.1", momentum="0.5", nesterov=True).parameters,
    "adam": lambda θ, g: adam(θ, g, "0.1").parameters,
    "adamw": lambda θ, g: adam(θ, g, "0.1", decay="0.25").parameters,
}


@pytest.mark.parametrize("name", NAMES)
def test_each_optimizer_is_its_rule(name: Any) -> None:
    field = Ball(96)
    θ, g = head_over(field, WEIGHTS), head_over(field, exact_weights({key: numbered(rows) for key, rows in WEIGHTS.items()}))
    step = Optimizer(name, "0.1", momentum="0.5", decay="0.25").step(θ, g, None)
    expected = OPTIMIZER_RULES[name](θ, g)
    for matrix in ("E", "U"):
        for row, other in zip(step.parameters.matrix(matrix).rows(), expected.matrix(matrix).rows(), strict=True):
            assert all(x.mid() == y.mid() and x.rad() == y.rad() for x, y in zip(row, other, strict=True))


def numbered(rows: list[list[Fraction]]) -> list[list[int]]:
    return [[1 + i + 2 * j for j in range(len(row))] for i, row in enumerate(rows)]


def head_over(field: Any, rows: Any) -> Any:
    return head(GivenWeights(field, rows))


def test_momentum_remembers_the_step_before() -> None:
    """θ₂ = θ₁ − η (μ g₁ + g₂), with g₁ and g₂ read from the run itself."""
    rows = exact_weights(MODELS["causal decoder, tied, waves"].rows())
    build = MODELS["causal decoder, tied, waves"].build
    experiment = Experiment(
        build, rows, (1, 3), targets=(3, 4), optimizer=Optimizer("momentum", "1/4", momentum="1/2"), steps=2
    )
    E = {q.stage: q.matrix for q in experiment.quantities(Float64()) if q.name == "E" and q.stage[0] != "optimizer"}
    for i, row in enumerate(E["updated", 2].rows()):
        for j, new in enumerate(row):
            velocity = E["gradients", 1][i, j] / 2 + E["gradients", 2][i, j]
            assert new == pytest.approx(E["updated", 1][i, j] - velocity / 4, abs=1e-14)


def test_gated_towers_show_the_gate() -> None:
    small = MODELS["llama"]
    run = Experiment(small.build, exact_weights(small.rows()), (2, 5)).quantities(Float64())
    assert {"G", "B", "C"} <= {quantity.letters for quantity in run}
