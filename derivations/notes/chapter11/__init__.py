"""Chapter 11 of the notes: one forward pass, one backward pass and one update of a two-position model, by hand."""

from derivations.notes.chapter11.backward import BACKWARD
from derivations.notes.chapter11.checking import CHECKING
from derivations.notes.chapter11.forward import FORWARD
from derivations.notes.chapter11.model import EXAMPLE
from derivations.notes.chapter11.setting import SETTING
from derivations.notes.chapter11.update import UPDATE

CLAIMS = (*SETTING, *FORWARD, *BACKWARD, *UPDATE, *CHECKING)

__all__ = ["CLAIMS", "EXAMPLE"]
