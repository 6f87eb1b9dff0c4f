"""Chapter 8 of the notes: from one head to a complete Transformer."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Stated, Unstated, Value
from derivations.given_values import GivenValues
from derivations.notes.chapter07 import NORMALISED, UNMASKED
from derivations.notes.chapter10.embedding import EMBEDDING
from derivations.notes.main_line import HEAD
from derivations.notes.settings import FFN, LAYER_NORM
from derivations.notes.transformer import HEADS, LAYER, OUTPUT, PERMUTED, ROTARY_BLOCK
from derivations.prover.determined import Determined
from derivations.prover.differential import Differential
from derivations.prover.equivariant import Equivariant
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict
