"""Printed mathematics: `tokens` → `parser` → `tree`, with the place of every node, then `pretty` or `evaluate`.

Formulas come from documents of strangers. Nothing is executed, every step is bounded, and nothing is dropped: a token
of the text is in the tree, or the text is refused with its place.
"""
