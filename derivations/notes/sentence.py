"""The example sentence of the notes (§1.3), cut into the tokens of its toy tokenisation, and the positions of its words."""

from __future__ import annotations

TOKENS = ("患者", "服用", "华法林", "后", "出现", "黑便", "。")
PROMPT = TOKENS.index("出现") + 1
"""The position of the last token before the one that is to be predicted; positions count from 1."""
TARGET = TOKENS.index("黑便") + 1
FULL_STOP = TOKENS.index("。") + 1

LETTERS = {"n": str(len(TOKENS)), "i": str(PROMPT), "j": str(TARGET), "k": str(FULL_STOP)}
"""n tokens; i, j and k the positions of prompt, target and full stop: letters of a worked example."""
