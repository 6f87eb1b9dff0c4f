"""Card 2 of lesson 2: one Encoder layer, first in words and then by hand."""

from __future__ import annotations

from derivations.lesson02.card2.attention import ATTENTION
from derivations.lesson02.card2.encoder_by_hand import EXAMPLE
from derivations.lesson02.card2.feed_forward import FEED_FORWARD, OUTPUT
from derivations.lesson02.card2.in_words import IN_WORDS

__all__ = ["CLAIMS", "EXAMPLE"]

CLAIMS = (*IN_WORDS, *ATTENTION, *FEED_FORWARD, *OUTPUT)
