"""The names of all rules: what `Finding.rule` may be. What each one means stands in `reports/rules/`."""

from __future__ import annotations

RULES: tuple[str, ...] = (
    # one printed figure
    "figure-wrong", "figure-truncated", "figure-undecided", "figure-unaccounted", "figure-loose",
    # values and bounds that the document chooses
    "given-changed", "bound-changed", "programs-exceed",
    # a claim of a lesson: whether it holds, and where it stands
    "claim-refuted", "claim-undecided", "claim-conditional", "claim-missing", "claim-changed", "claim-moved", "claim-ambiguous",
    "claim-repeated", "claim-reformulated", "claim-relabelled", "claim-mended", "hypothesis-idle", "section-missing",
    "chapter-repeated", "formula-refuted",
    # the document's own arithmetic
    "arithmetic-sides-differ", "inequality-wrong", "total-wrong", "shares-sum", "near-figure", "arithmetic-binary-unit",
    "arithmetic-floating-point",
    # what a baseline does not know
    "declaration-added",
    # what could not be read
    "markup-unclosed", "formula-unclosed", "formula-two-sources", "formula-without-source", "mathml-not-read",
    "file-not-followed", "macros-not-expanded", "drawing-not-read",
    # what lessonproof itself could not do
    "check-failed",
    # what an author declares
    "declaration-unreadable", "declaration-unknown-key", "declaration-unknown-rule", "declaration-wrong-value",
    "declaration-missing", "declaration-ambiguous", "declaration-contradicted", "declaration-idle", "value-differs",
)  # fmt: skip
