"""An author's question: what he declares, and the formulas that he claims; from arguments or from a TOML file.

```toml
claim = '\\bar{W}_Q = X^T \\bar{Q}'
forward = ["Q = X W_Q"]

[shapes]
X = "n d"
W_Q = "d d_k"
```

Neither is trusted. A file is small and regular, every key and value is checked, and formulas are limited in a way that
keeps the reading fast: few lines, few sums or softmaxes within each other, no axis whose length is a number other than 1.
"""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from derivations.formula import tree
from derivations.formula.cursor import FormulaError
from derivations.formula.parser import parse
from derivations.prover.setting import Setting, positive_in
from lessonproof.patterns import pattern
from lessonproof.records import dataclass

LARGEST_BYTES = 16 * 1024
MOST_LINES = 60
MOST_AXES = 4
DEEPEST = 5
"""Sums, or softmaxes, within each other."""

NAMED = ("shapes", "masks", "blocks", "rows", "tokens", "fixed")
"""Declarations `name: value`; several names with a comma between them share the value."""

LISTED = ("forward", "where", "given", "claim")
WORDS = ("positive", "sparse", "functions", "sizes")
KEYS = (*LISTED, *NAMED, *WORDS, "loss")

_SIZE = pattern(r"[^\W\d_][^\W_]{0,15}(_[^\W_]{1,15})?")


_ESCAPED = pattern(r"[\x08\x0c]|[\t\r](?=[a-z])")
"""What double quotes make of \\bar, \\frac, \\text and \\rangle."""


class WrongQuestion(ValueError):
    """A question that cannot be asked. `kind` names the mistake, `values` say where it is, what was written, what would do."""

    def __init__(self, kind: str, **values: object) -> None:
        super().__init__(f"{kind}: {values}")
        self.kind = kind
        self.values = values


@dataclass(frozen=True, slots=True)
class Question:
    """The setting that was declared, and the claims in the order in which they were made."""

    setting: Setting
    claims: tuple[str, ...]


def question(declared: Mapping[str, Any]) -> Question:
    """The question that a table asks, whose keys are among KEYS. Raises WrongQuestion."""
    for key in declared:
        if key not in KEYS:
            raise WrongQuestion("unknown-key", where=str(key)[:60], nearest=_nearest(key, KEYS))
    lists = {key: _lines(declared.get(key, ()), key) for key in LISTED}
    signs = {line: names for line in lists["given"] if (names := positive_in(line))}
    lists["given"] = tuple(line for line in lists["given"] if line not in signs)
    named = {key: dict(_pairs(declared.get(key, {}), key)) for key in NAMED}
    words = {key: tuple(_names(_lines(declared.get(key, ()), key), key)) for key in WORDS}
    if sum(map(len, (*lists.values(), *named.values(), *words.values()))) > MOST_LINES:
        raise WrongQuestion("too-long", limit=MOST_LINES)
    if not lists["claim"]:
        raise WrongQuestion("no-claim")
    loss = next(iter(_names(_lines(declared.get("loss", ()), "loss"), "loss")), None)
    functions = frozenset(words["functions"])
    for key, formulas in lists.items():
        for formula in formulas:
            _modest(formula, functions, key)
    for line in lists["given"]:
        if any(set(chain.relations) != {"="} for chain in parse(line, functions=functions | {"mean"}).chains):
            raise WrongQuestion("no-hypothesis", where="given", given=line[:200])
    _axes(named)
    blocks = {size: value.replace("*", "·").replace(" ", "") for size, value in named["blocks"].items()}
    setting = Setting(
        sizes=" ".join(dict.fromkeys(_sizes(named, words["sizes"]))),
        blocks=blocks,
        shapes=named["shapes"],
        forward=lists["forward"],
        where=lists["where"],
        given=lists["given"],
        loss=loss,
        masks=named["masks"],
        sparse=frozenset(words["sparse"]),
        positive=frozenset((*words["positive"], *(_all_of(name, named) for names in signs.values() for name in names))),
        functions=functions,
        rows=named["rows"],
        tokens=named["tokens"],
        fixed=named["fixed"],
    )
    _known(setting)
    return Question(setting, lists["claim"])


def read(path: str) -> dict[str, Any]:
    """The table in the TOML file at `path`. Raises WrongQuestion."""
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):  # a pipe or a device may never end
            raise WrongQuestion("no-file", path=path)
        with open(path, "rb") as file:
            content = file.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        raise WrongQuestion("file-missing", path=path) from None
    except (OSError, ValueError) as error:
        if isinstance(error, WrongQuestion):
            raise
        raise WrongQuestion("unreadable", path=path, reason=getattr(error, "strerror", None) or str(error)) from None
    if len(content) > LARGEST_BYTES:
        raise WrongQuestion("too-large-file", path=path, limit=LARGEST_BYTES // 1024)
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        if str(error).startswith("Unescaped '\\'"):
            raise WrongQuestion("escaped", where=path) from None
        raise WrongQuestion("unreadable", path=path, reason=str(error).rstrip(".")[:200]) from None
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
        raise WrongQuestion("unreadable", path=path, reason=str(error).rstrip(".")[:200]) from None


def canonical(name: str, key: str) -> str:
    """`\\hat{x}` → `hat(x)`, `W_{Q}` → `W_Q`: a name as the reading of formulas spells it."""
    try:
        chains = parse(name).chains
    except FormulaError:
        chains = ()
    node = chains[0].sides[0] if len(chains) == 1 and not chains[0].relations else None
    if not isinstance(node, tree.Symbol):
        raise WrongQuestion("no-name", where=key, given=name[:60])
    return node.name


def _lines(value: object, key: str) -> tuple[str, ...]:
    lines = (value,) if isinstance(value, str) else value
    if not isinstance(lines, (list, tuple)) or not all(isinstance(line, str) and line.strip() for line in lines):
        raise WrongQuestion("wrong-value", where=key, given=str(value)[:60])
    return tuple(lines)


def _names(lines: Iterable[str], key: str) -> Iterator[str]:
    """`ε γ` and `ε, γ` are two names."""
    for line in lines:
        for word in line.replace(",", " ").split():
            yield canonical(word, key)


def _pairs(value: object, key: str) -> Iterator[tuple[str, str]]:
    """From a table, or from lines `X: n d`, `W_Q, W_K: d d_k`."""
    if isinstance(value, Mapping):
        lines: Sequence[tuple[object, object]] = list(value.items())
    else:
        lines = [(names, axes) for line in _lines(value, key) for names, _, axes in [line.partition(":")]]
        if any(":" not in line for line in _lines(value, key)):
            raise WrongQuestion("no-colon", where=key, given=next(line for line in _lines(value, key) if ":" not in line)[:60])
    seen = set()
    for names, what in lines:
        if not isinstance(what, str):
            raise WrongQuestion("wrong-value", where=f"{key}.{names}"[:60], given=str(what)[:60])
        for name in str(names).split(","):
            found = canonical(name, key)
            if found in seen:
                raise WrongQuestion("twice", where=key, name=found)
            seen.add(found)
            yield found, canonical(what, key) if key == "rows" else " ".join(what.split())


def _axes(named: Mapping[str, Mapping[str, str]]) -> None:
    """Every axis is a letter for a size, or 1."""
    for key, least, most in (("shapes", 0, MOST_AXES), ("masks", 1, 2), ("tokens", 2, 2), ("fixed", 1, 1), ("blocks", 1, 1)):
        for name, text in named[key].items():
            parts = text.replace("*", "·").replace(" · ", "·").replace("(", " ").replace(")", " ").split()
            if not least <= len(parts) <= most:
                raise WrongQuestion("wrong-axes", where=key, name=name, given=text[:60])
            for part in parts:
                if part != "1" and not all(_SIZE.fullmatch(slot) for slot in part.split("·")):
                    raise WrongQuestion("wrong-axis", where=key, name=name, given=part[:60])


def _sizes(named: Mapping[str, Mapping[str, str]], more: Iterable[str]) -> Iterator[str]:
    """Every letter of an axis, in the order of the declarations."""
    for key in ("shapes", "masks", "tokens", "fixed", "blocks"):
        for name, text in named[key].items():
            yield from (part for part in re.split(r"[\s()·*]+", text) if part not in ("", "1"))
            if key == "blocks":
                yield name
    yield from more


def _known(setting: Setting) -> None:
    """What refers to another declaration refers to one that is there."""
    for key, names in (("sparse", setting.sparse),):
        for name in sorted(names - set(setting.masks)):
            raise WrongQuestion("undeclared-word", where=key, name=name, nearest=_nearest(name, setting.masks))
    clash = set(setting.sizes.split()) & set(setting.shapes)
    for name in sorted(clash):
        raise WrongQuestion("size-and-shape", name=name)


def _modest(formula: str, functions: frozenset[str], key: str) -> None:
    """Raises WrongQuestion for a formula that is none, or that nests too deep to be read in reasonable time."""
    if _ESCAPED.search(formula):
        raise WrongQuestion("escaped", where=key)
    try:
        parsed = parse(formula, functions=functions | {"mean"})
    except FormulaError as error:
        column = error.offset + 1
        raise WrongQuestion("no-formula", where=key, given=formula[:200], column=column, reason=error.message) from None
    waiting: list[tuple[tree.Node, int]] = [(parsed, 0)]
    while waiting:
        node, depth = waiting.pop()
        softmax = isinstance(node, tree.Call) and node.function.startswith("softmax")
        depth += isinstance(node, (tree.Fold, tree.Cases, tree.Subscripted)) or softmax
        if depth > DEEPEST:
            raise WrongQuestion("too-deep", where=key, given=formula[:200], limit=DEEPEST)
        waiting += [(child, depth) for child in tree.children(node)]


def _all_of(name: str, named: Mapping[str, Mapping[str, str]]) -> str:
    """x for x_{i}, an entry at letters of which each is any index: a sign of every entry is one of the tensor.

    Not for the entries x_{i i}, or x_{y} at one given y.
    """
    shapes = named["shapes"]
    of, _, at = name.rpartition("_")
    letters = [letter for letter in at if letter not in ",. "]
    is_entry = name not in shapes and of in shapes and len(letters) == len(shapes[of].rpartition(")")[2].split())
    are_any = len(set(letters)) == len(letters) and all(letter.isalpha() for letter in letters)
    return of if is_entry and are_any and not set(letters) & set(named["fixed"]) else name


def _nearest(name: object, known: Iterable[str]) -> str:
    return next(iter(get_close_matches(str(name)[:60], list(known), n=1, cutoff=0.0)), "—")
