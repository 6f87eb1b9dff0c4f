"""Card 1 of lesson 2: why there are two towers, how often each runs, and what they cost in parameters."""

from __future__ import annotations

from derivations.lesson02.card1.layers import LAYERS
from derivations.lesson02.card1.parameters import PARAMETERS
from derivations.lesson02.card1.towers import TOWERS
from derivations.lesson02.parameter_account import ParameterAccount
from derivations.lesson02.visibility import LETTERS

EXAMPLE = ParameterAccount(givens=("N", "V"), letters={**LETTERS, "h": "1", "V_fr": "32000"})
"""The parameters of the base model with the N and V that the card prints, its two sentences and their masks; h words have been
heard when a simultaneous interpreter begins, and V_fr tokens are the vocabulary of English–French (the paper, §5.1)."""

CLAIMS = (*TOWERS, *LAYERS, *PARAMETERS)
