"""The table [generation] of a model file: what the model reads, how the next token is taken, when it stops.

```toml
[generation]
prompt = ["<BOS>"]      # default: input.tokens
new_tokens = 8          # at most
end = ["<EOS>"]         # optional: words after which nothing is written
rule = "sampling"       # default: "greedy", which takes none of the following
temperature = 0.7       # default 1; decimals are exact
top_k = 5               # optional
top_p = 0.9             # optional
uniforms = [0.31, 0.5]  # numbers u with 0 ≤ u < 1, one for each new token: what is random elsewhere is given here
```
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from derivations.catalogue import UsageError
from derivations.verdict import Message
from lessons.settings_table import Table
from numeric.generation.decoding import Decoding
from numeric.generation.rule import Greedy, Rule, Sampling
from numeric.given_rows import exact
from numeric.weights_refused import WeightsRefused

RULES = ("greedy", "sampling")
SAMPLING_KEYS = ("temperature", "top_k", "top_p", "uniforms")
KEYS = ("prompt", "new_tokens", "end", "rule", *SAMPLING_KEYS)
GENERATING = ("causal-decoder", "encoder-decoder", "llama")
MOST_NEW = 512


def decoding(
    table: Table,
    kind: str,
    tokens: Callable[[Table, str], tuple[int, ...]],
    *,
    N: int,
    read: tuple[int, ...],
    source: tuple[int, ...] | None,
    real: tuple[bool, ...] | None,
) -> Decoding:
    """What the table asks for.   tokens: the ids of a list of words   read: input.tokens, the prompt by default
    source, real: what the encoder of an encoder–decoder reads, and the padding. Raises UsageError.
    """
    if kind not in GENERATING:
        raise UsageError("model-no-generation", path=table.path, kind=kind, kinds=GENERATING)
    table.known(KEYS)
    if source is None and real is not None and not table.has("prompt"):
        raise UsageError("model-padded-prompt", path=table.path)
    most = table.integer("new_tokens", 1, MOST_NEW)
    rule, uniforms = _rule(table, N, most)
    return Decoding(
        tokens(table, "prompt") if table.has("prompt") else read,
        rule,
        most,
        tokens(table, "end") if table.has("end") else (),
        uniforms,
        source,
        None if source is None else real,
    )


def _rule(table: Table, N: int, most: int) -> tuple[Rule, tuple[Fraction, ...]]:
    if table.choice("rule", RULES, "greedy") == "greedy":
        for key in SAMPLING_KEYS:
            if table.has(key):
                raise UsageError("model-greedy-takes", path=table.path, setting=f"{table.name}.{key}")
        return Greedy(), ()
    temperature = table.number("temperature", "1")
    if temperature <= 0:
        raise UsageError("model-temperature", path=table.path)
    top_p = table.number("top_p") if table.has("top_p") else None
    if top_p is not None and not 0 < top_p <= 1:
        raise table.wrong("top_p", Message("model-expects-share"))
    return Sampling(temperature, table.optional_integer("top_k", 1, N), top_p), _uniforms(table, most)


def _uniforms(table: Table, most: int) -> tuple[Fraction, ...]:
    given = table.list("uniforms")
    if not most <= len(given) <= MOST_NEW:
        raise UsageError("model-uniforms", path=table.path, length=len(given), wanted=most)
    return tuple(_uniform(table, each) for each in given)


def _uniform(table: Table, given: Any) -> Fraction:
    try:
        u = exact(given, "u")
    except WeightsRefused:
        u = Fraction(-1)
    if not 0 <= u < 1:
        raise table.wrong("uniforms", Message("model-expects-uniforms"))
    return u
