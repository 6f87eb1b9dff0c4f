"""The letters of the shipped lessons and what each means there, where lessons are known to differ about it."""

from __future__ import annotations

from collections.abc import Mapping

LETTERS: Mapping[str, Mapping[str, str]] = {
    "notes": {
        "N": "vocabulary", "n": "positions", "d": "width", "d_k": "key-width", "d_v": "value-width", "H": "heads",
        "η": "learning-rate", "E": "embedding", "U": "unembedding", "V": "attention-values", "L": "loss",
    },
    "lesson02": {"N": "layers", "V": "vocabulary", "d_model": "width"},
}  # fmt: skip
"""Lesson → letter → meaning; the words for a meaning are those of the reports."""

CONVENTIONAL: Mapping[str, str] = {
    "d_model": "width", "d_k": "key-width", "d_v": "value-width", "d_ff": "inner-width", "n_layers": "layers",
    "n_heads": "heads", "vocab_size": "vocabulary", "n_vocab": "vocabulary",
}  # fmt: skip
"""Names that mean the same in every lesson."""
