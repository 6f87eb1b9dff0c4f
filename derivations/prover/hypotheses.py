"""Hypotheses by name: those a record gives, and those its setting declares, each of which can be dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Self

from derivations.prover.setting import Setting
from lessonproof.records import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Hypothetical:
    """A formula in a setting under named hypotheses, which are texts in the lesson's notation.

    given: name → a condition on letters (`w \\neq y`), an inequality, alone or with conditions (`s_{r} < s_{m}, r \\neq m`), or
    equations (`E q_{r} = 0, E k_{r} = 0`). In an inequality a letter that the formula or a condition uses is the same index,
    any other letter runs over all values; an equation holds for all values of all its letters. Beside these the setting
    declares positive letters and masks without empty rows: `ε > 0`, `J_i ≠ ∅`.
    """

    setting: Setting
    formula: str
    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return (*self.given, *self._declared())

    def without(self, hypothesis: str) -> Self:
        if hypothesis in self.given:
            return replace(self, given={name: text for name, text in self.given.items() if name != hypothesis})
        return replace(self, setting=self._declared()[hypothesis])

    def _declared(self) -> dict[str, Setting]:
        """What the setting presupposes of the letters that the statements use, with the setting that does not."""
        from derivations.prover.presupposed import presupposed

        return presupposed(self.setting, {"define": self._terms(), "given": [], "left": [], "right": []})

    def _terms(self) -> list[Any]:
        """Every term of the statements that the formula makes."""
        raise NotImplementedError


def terms_of(statement: Mapping[str, Any]) -> list[Any]:
    """Every term of a statement, its declarations left out."""
    return [statement["of"]["define"], *(value for name, value in statement.items() if name != "of")]
