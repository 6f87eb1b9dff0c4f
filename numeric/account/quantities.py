"""Quantities of an account by name, as claims of a lesson state them: with or without biases and norms."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction

from numeric.account.account import Account
from numeric.account.shapes import Kind, Part, Place


def quantity(a: Account, name: str, *, biases: bool = True, norms: bool = True) -> int:
    """The number of parameters of `name`, one of QUANTITIES, with the biases of linear layers and the norms or without.

    KeyError, with the nearest names, for another name; for one of a tower that the model does not have it is 0.
    """
    if name not in QUANTITIES:
        near = get_close_matches(name, QUANTITIES, n=3)
        raise KeyError(f"no quantity {name!r}" + (f"; the nearest are {', '.join(near)}" if near else ""))
    kinds: tuple[Kind, ...] = ("weights", *(("biases",) if biases else ()), *(("norms",) if norms else ()))
    return QUANTITIES[name](a, kinds)


def share(a: Account, part: str, whole: str = "model", *, biases: bool = True, norms: bool = True) -> Fraction:
    """The exact share of one quantity in another. ZeroDivisionError where the whole has no parameters."""
    return Fraction(
        quantity(a, part, biases=biases, norms=norms),
        quantity(a, whole, biases=biases, norms=norms),
    )


_Counting = Callable[[Account, tuple[Kind, ...]], int]


def _in(place: Place | None, *parts: Part) -> _Counting:
    return lambda a, kinds: a.count(place, parts or None, kinds)


def _of_kind(kind: Kind) -> _Counting:
    return lambda a, kinds: a.count(kinds=[kind] if kind in kinds else [])


def _one_layer(place: Place, part: Part | None = None) -> _Counting:
    return lambda a, kinds: a.one_layer(place, part, kinds)


QUANTITIES: dict[str, _Counting] = {
    "model": _in(None),
    "one table": lambda a, kinds: a.configuration.vocabulary * a.configuration.d_model,
    "embedding tables": _in("embedding", "tokens", "source-tokens"),
    "positions": _in("embedding", "positions"),
    "output matrix": _in("output", "scores"),
    "encoder": _in("encoder"),
    "decoder": _in("decoder"),
    "towers": lambda a, kinds: a.count("encoder", None, kinds) + a.count("decoder", None, kinds),
    "encoder layer": _one_layer("encoder"),
    "encoder layer: self-attention": _one_layer("encoder", "self-attention"),
    "encoder layer: feed-forward": _one_layer("encoder", "feed-forward"),
    "encoder layer: norms": _one_layer("encoder", "norms"),
    "decoder layer": _one_layer("decoder"),
    "decoder layer: self-attention": _one_layer("decoder", "self-attention"),
    "decoder layer: cross-attention": _one_layer("decoder", "cross-attention"),
    "decoder layer: feed-forward": _one_layer("decoder", "feed-forward"),
    "decoder layer: norms": _one_layer("decoder", "norms"),
    "attention": _in(None, "self-attention", "cross-attention"),
    "feed-forward": _in(None, "feed-forward"),
    "norms": _of_kind("norms"),
    "biases": _of_kind("biases"),
}
