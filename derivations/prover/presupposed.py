"""What a setting presupposes of a statement's letters: positive letters, masks without empty rows, given equations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from derivations.formula.parser import parse
from derivations.formula.pretty import pretty
from derivations.prover.definitions import texts
from derivations.prover.setting import Setting

REFLEXIVE = frozenset({"≤"})
"""Masks with a one in every row by what they are: i ≤ i."""


def presupposed(setting: Setting, statement: Mapping[str, Any]) -> dict[str, Setting]:
    """`ε > 0`, `J_i ≠ ∅`: each hypothesis that the statement uses, with the setting that lacks it."""
    used = texts([statement[part] for part in ("define", "given", "left", "right")])
    found: dict[str, Setting] = {}
    for text in setting.given:
        less = tuple(other for other in setting.given if other != text)
        found[pretty(parse(text, setting.functions | {"mean"}))] = replace(setting, given=less)
    for name in sorted(setting.positive & used):
        found[f"{name} > 0"] = replace(setting, positive=setting.positive - {name})
    for name in sorted((set(setting.masks) - setting.sparse - REFLEXIVE) & used):
        row = name if len(setting.masks[name].split()) == 1 else f"{name}_i" if name.isalpha() else f"{{j : j {name} i}}"
        found[f"{row} ≠ ∅"] = replace(setting, sparse=setting.sparse | {name})
    return found
