"""The computations of chapters 6–10 of the notes; they live with the claims."""

from __future__ import annotations

from derivations.notes.settings import ATTENTION, EMBEDDING, FFN, LAYER_NORM, SOFTMAX
from derivations.notes.settings import OUTPUT_LAYER as CROSS_ENTROPY

__all__ = ["ATTENTION", "CROSS_ENTROPY", "EMBEDDING", "FFN", "LAYER_NORM", "SOFTMAX"]
