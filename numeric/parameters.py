"""A layer or model as the tree of its parameter matrices: their names, and functions applied to all of them.

A model is a frozen dataclass whose fields are matrices, layers (dataclasses again), tuples of layers, None for what is
left out, and settings. The gradients of a model, and an optimizer's state, are trees of the same class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from numeric.fields.field import Field
from numeric.matrix import Matrix

Model = TypeVar("Model")


def named(model: object, prefix: str = "") -> list[tuple[str, Matrix[Any]]]:
    """Every matrix with its name, in the order of the fields: "E", "tower.layers.1.self_attention.W_Q", …

    Layers of a tuple count from 1.
    """
    if isinstance(model, Matrix):
        return [(prefix, model)]
    if isinstance(model, tuple):
        children: list[tuple[str, object]] = [(str(i), child) for i, child in enumerate(model, 1)]
    elif is_dataclass(model):
        children = [(field.name, getattr(model, field.name)) for field in fields(model)]
    else:
        return []
    start = prefix + "." if prefix else ""
    return [pair for name, child in children for pair in named(child, start + name)]


def field_of(model: object) -> Field[Any]:
    """The field of the model's matrices. ValueError where it has none."""
    for _, matrix in named(model):
        return matrix.field
    raise ValueError("a model without parameters")


def mapped(function: Callable[..., Matrix[Any]], first: Model, *others: Model) -> Model:
    """The model of function(matrix of the first, the same matrix of each other), everything else as in the first.

    Raises TypeError where the trees differ in what is left out.
    """
    trees: Any = (first, *others)
    return _mapped(function, trees)  # type: ignore[no-any-return]


def _mapped(function: Callable[..., Matrix[Any]], trees: tuple[Any, ...]) -> Any:
    first = trees[0]
    if isinstance(first, Matrix) or any(isinstance(tree, Matrix) for tree in trees):
        if not all(isinstance(tree, Matrix) for tree in trees):
            raise TypeError("a parameter that one model has is left out of the other")
        return function(*trees)
    if isinstance(first, tuple):
        return tuple(_mapped(function, each) for each in zip(*trees, strict=True))
    if is_dataclass(first) and not isinstance(first, type):
        children = {field.name: tuple(getattr(tree, field.name) for tree in trees) for field in fields(first)}
        return replace(first, **{name: _mapped(function, each) for name, each in children.items()})
    return first
