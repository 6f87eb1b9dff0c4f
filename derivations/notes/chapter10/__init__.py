"""Chapter 10 of the notes: the gradients of every part of the model, as printed, for all shapes."""

from derivations.notes.chapter10.attention import ATTENTION_GRADIENTS
from derivations.notes.chapter10.descent import DESCENT
from derivations.notes.chapter10.embedding import EMBEDDING_GRADIENTS
from derivations.notes.chapter10.inner_layers import INNER_LAYERS
from derivations.notes.chapter10.notation import NOTATION
from derivations.notes.chapter10.output_layer import OUTPUT_GRADIENTS

CLAIMS = (*DESCENT, *NOTATION, *OUTPUT_GRADIENTS, *ATTENTION_GRADIENTS, *INNER_LAYERS, *EMBEDDING_GRADIENTS)

__all__ = ["CLAIMS"]
