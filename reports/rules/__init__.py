"""The rules by which findings are called, one record a rule. Their names stand in `lessons/rules.py`."""

from __future__ import annotations

from reports.rules import arithmetic, baseline, claims, declarations, documents, figures
from reports.rules.rule import Example, Rule

FAMILIES: tuple[tuple[Rule, ...], ...] = (
    figures.RULES,
    claims.RULES,
    arithmetic.RULES,
    baseline.RULES,
    documents.RULES,
    declarations.RULES,
)
ALL: dict[str, Rule] = {rule.name: rule for family in FAMILIES for rule in family}

__all__ = ["ALL", "FAMILIES", "Example", "Rule"]
