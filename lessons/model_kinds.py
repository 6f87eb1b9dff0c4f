"""The kinds of models that a model file may name, with their sizes and choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from derivations.catalogue import UsageError
from lessons.settings_table import Table
from numeric.experiment import Model, single_head
from numeric.models.architecture import Architecture
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import transformer
from numeric.models.encoder_only import encoder_only
from numeric.models.llama import llama
from numeric.rotary import Rotary
from numeric.sinusoidal import Sinusoidal
from numeric.weights import Weights

Build = Callable[[Weights[Any]], Model]

LARGEST_SIZE, MOST_LAYERS = 4096, 64
_SIZES = ("N", "d", "H", "m", "L", "d_k", "d_v", "groups")
_CHOICES = (
    "norm", "order", "epsilon", "activation", "gated", "bias_attention", "bias_ffn", "bias_norm", "final_norm", "tied",
    "positions", "longest", "first_position", "base", "pairs", "scaled", "output_bias",
)  # fmt: skip
# What each kind takes, and what it takes by default where that differs from the pre-norm decoder of notes §8.5.
KEYS = {
    "single-head": ("N", "d", "d_k", "d_v"),
    "causal-decoder": (*_SIZES, *_CHOICES),
    "encoder-decoder": (*_SIZES, *_CHOICES),
    "encoder-only": (*_SIZES, *_CHOICES, "embedding_norm"),
    "llama": ("N", "d", "H", "m", "L", "groups", "epsilon", "base", "pairs", "tied"),
}
_DEFAULTS: dict[str, dict[str, Any]] = {
    "causal-decoder": {"order": "pre", "bias_ffn": False, "final_norm": True, "positions": "none", "tied": False},
    "encoder-decoder": {"order": "post", "bias_ffn": True, "final_norm": False, "positions": "waves", "tied": True},
    "encoder-only": {"order": "post", "bias_ffn": True, "final_norm": False, "positions": "learned", "tied": True},
}
KINDS = tuple(KEYS)


def model_of(table: Table, words: int | None) -> tuple[str, int, Build]:
    """The kind, the number N of words, and the builder of what [model] describes.   words: of the vocabulary, if given.

    Raises UsageError for unknown keys, for sizes that do not fit each other, and for those beyond the limits.
    """
    kind = table.choice("kind", KINDS)
    table.known(("kind", *KEYS[kind]))
    N = table.integer("N", 1, LARGEST_SIZE, words)
    if words is not None and words != N:
        raise UsageError("model-vocabulary-size", path=table.path, given=N, words=words)
    d = table.integer("d", 1, LARGEST_SIZE)
    if kind == "single-head":
        d_k, d_v = table.integer("d_k", 1, LARGEST_SIZE, d), table.integer("d_v", 1, LARGEST_SIZE, d)
        return kind, N, lambda weights: single_head(weights, N, d, d_k, d_v)
    H, m = table.integer("H", 1, LARGEST_SIZE), table.integer("m", 1, LARGEST_SIZE)
    L, groups = table.integer("L", 1, MOST_LAYERS), table.optional_integer("groups", 1, H)
    d_k, d_v = (table.optional_integer(key, 1, LARGEST_SIZE) for key in ("d_k", "d_v"))  # type: ignore[assignment]
    if d % H and (d_k is None or d_v is None):
        raise UsageError("model-heads", path=table.path, width=d, heads=H)
    if groups is not None and H % groups:
        raise UsageError("model-groups", path=table.path, heads=H, groups=groups)
    epsilon, base = table.number("epsilon", "1e-5"), table.integer("base", 1, 10**9, 10000)
    if epsilon < 0:
        raise UsageError("model-negative", path=table.path, setting="model.epsilon")
    rotary = None
    if kind == "llama" or table.values.get("positions") == "rotary":
        width = d_k or d // H
        if width % 2:
            raise UsageError("model-rotary", path=table.path, width=width)
        rotary = Rotary(base, table.choice("pairs", ("adjacent", "halves"), "adjacent"))
    if kind == "llama":
        tied = table.flag("tied", False)
        return (
            kind,
            N,
            lambda weights: llama(weights, N=N, d=d, H=H, m=m, L=L, groups=groups, epsilon=epsilon, rotary=rotary, tied=tied),
        )
    defaults = _DEFAULTS[kind]
    architecture = Architecture(
        d, H, m, L,
        d_k=d_k,
        d_v=d_v,
        groups=groups,
        norm=table.choice("norm", ("layer", "rms"), "layer"),
        order=table.choice("order", ("pre", "post"), defaults["order"]),
        epsilon=epsilon,
        activation=table.choice("activation", ("relu", "gelu", "gelu-tanh", "silu"), "relu"),
        gated=table.flag("gated", False),
        bias_attention=table.flag("bias_attention", False),
        bias_ffn=table.flag("bias_ffn", defaults["bias_ffn"]),
        bias_norm=table.flag("bias_norm", True),
        final_norm=table.flag("final_norm", defaults["final_norm"]),
        rotary=rotary,
    )  # fmt: skip
    tied = table.flag("tied", defaults["tied"])
    positions = _positions(table, kind, base, defaults["positions"])
    output_bias, scaled = table.flag("output_bias", False), table.flag("scaled", kind == "encoder-decoder")
    embedding_norm = kind == "encoder-only" and table.flag("embedding_norm", False)

    def build(weights: Weights[Any]) -> Model:
        if kind == "encoder-decoder":
            waves = positions if isinstance(positions, Sinusoidal) else None
            both = transformer(weights, N, architecture, positions=waves, tied=tied, output_bias=output_bias)
            return replace(both, scaled=scaled)
        choices: dict[str, Any] = {"positions": positions, "tied": tied, "output_bias": output_bias}
        if kind == "causal-decoder":
            return replace(causal_decoder(weights, N, architecture, **choices), scaled=scaled)
        return replace(encoder_only(weights, N, architecture, embedding_norm=embedding_norm, **choices), scaled=scaled)

    return kind, N, build


def _positions(table: Table, kind: str, base: int, default: str) -> Sinusoidal | int | None:
    """Fixed waves, the length of a learned table, or none: rotary positions are not added to embeddings."""
    choices = ("none", "waves", "rotary") if kind == "encoder-decoder" else ("none", "waves", "learned", "rotary")
    chosen = table.choice("positions", choices, default)
    if chosen == "learned":
        return table.integer("longest", 1, LARGEST_SIZE)
    return Sinusoidal(table.integer("first_position", 0, 10**6, 0), base) if chosen == "waves" else None
