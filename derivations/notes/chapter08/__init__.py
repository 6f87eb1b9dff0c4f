"""Chapter 8 of the notes: from one head to a complete Transformer."""

from __future__ import annotations

from derivations.notes.chapter08.architectures import ARCHITECTURES, EXAMPLE
from derivations.notes.chapter08.block import COMPLETE_BLOCK
from derivations.notes.chapter08.feed_forward import FEED_FORWARD
from derivations.notes.chapter08.heads import HEADS_JOINED
from derivations.notes.chapter08.layer_norm import NORMALISATION
from derivations.notes.chapter08.positions import POSITIONS
from derivations.notes.chapter08.residual import RESIDUALS

CLAIMS = (
    *HEADS_JOINED,
    *FEED_FORWARD,
    *RESIDUALS,
    *NORMALISATION,
    *COMPLETE_BLOCK,
    *POSITIONS,
    *ARCHITECTURES,
)

__all__ = ["CLAIMS", "EXAMPLE"]
