"""The parameters of the original base model as letters, for the claims that count them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from derivations.example import Rows, Scope
from derivations.given_values import GivenValues
from derivations.scope import LazyScope
from lessonproof.records import dataclass
from numeric.fields.field import Field

if TYPE_CHECKING:
    from numeric.account.account import Account


@dataclass(frozen=True, kw_only=True)
class ParameterAccount(GivenValues):
    """`GivenValues` with numbers of parameters of "transformer-base" (numeric/account/presets.py), each counted twice.

    Letters: d, m, and N layers, V tokens, which claims may give; k_att, the projections of one attention; P_self, P_cross,
    P_FFN, P_LN (norms of an Encoder layer), P_enc, P_dec (one layer with its norms), W_enc, W_dec (without them), P_towers,
    W_towers (all layers), P_table (one table of embeddings), P_pos, P_out (an output matrix of its own), P_all (without biases
    of linear layers), B_FFN, B_att (these biases, where the FFNs or the attentions have them), P_paper (what the paper prints),
    V_least and V_most (the vocabularies with which the whole count rounds to that), D_BERT and C_GPT (of "bert-base" a decoder,
    and of a layer of "gpt-2" the cross-attention). sizes: the givens that change the model.
    """

    givens: tuple[str, ...] = ()
    letters: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, str] = field(default_factory=lambda: {"N": "layers", "V": "vocabulary"})

    def scope(self, field: Field[Any], givens: Mapping[str, Rows]) -> Scope:
        sizes = tuple((self.sizes[name], int(givens[name][0][0])) for name in sorted(givens) if name in self.sizes)
        own = super().scope(field, givens)
        assert isinstance(own, LazyScope)
        counted = {name: partial(_number, field, sizes, count) for name, count in _COUNTS.items()}
        return own.extended({name: recipe for name, recipe in counted.items() if name not in self.givens})


def _number(field: Field[Any], sizes: tuple[tuple[str, int], ...], count: Callable[[Account], int]) -> Any:
    return field.num(count(_account(sizes)))


@lru_cache(maxsize=8)
def _account(sizes: tuple[tuple[str, int], ...]) -> Account:
    from numeric.account.account import account
    from numeric.account.presets import PRESETS

    return account(replace(PRESETS["transformer-base"], **dict(sizes)))  # type: ignore[arg-type]


def _of(name: str, *, norms: bool = True) -> Callable[[Account], int]:
    """The quantity of that name, without biases of linear layers."""

    def count(a: Account) -> int:
        from numeric.account.quantities import quantity

        return quantity(a, name, biases=False, norms=norms)

    return count


def _projections(a: Account) -> int:
    """The weight matrices of the self-attention of one Encoder layer."""
    found = [one for one in a.matrices if (one.place, one.part, one.kind) == ("encoder", "self-attention", "weights")]
    return len(found) // a.configuration.layers


def _attention_biases(a: Account) -> int:
    from numeric.account.account import account

    return account(replace(a.configuration, attention_biases=True)).count(kinds=["biases"]) - a.count(kinds=["biases"])


def _of_preset(model: str, name: str) -> Callable[[Account], int]:
    """A quantity of another published model."""

    def count(_: Account) -> int:
        from numeric.account.account import account
        from numeric.account.presets import PRESETS

        return _of(name)(account(PRESETS[model]))

    return count


def _printed(a: Account) -> int:
    from numeric.written import read

    return int(read(a.configuration.printed[0][1]).value)


def _vocabulary(a: Account, end: int) -> int:
    from numeric.account.printed import printed_counts

    found = printed_counts(a)[0].vocabulary
    return found[end] if found else a.configuration.vocabulary


_COUNTS: dict[str, Callable[[Account], int]] = {
    "d": lambda a: a.configuration.d_model,
    "m": lambda a: a.configuration.d_ff,
    "N": lambda a: a.configuration.layers,
    "V": lambda a: a.configuration.vocabulary,
    "k_att": _projections,
    "P_self": _of("encoder layer: self-attention"),
    "P_cross": _of("decoder layer: cross-attention"),
    "P_FFN": _of("encoder layer: feed-forward"),
    "P_LN": _of("encoder layer: norms"),
    "P_enc": _of("encoder layer"),
    "P_dec": _of("decoder layer"),
    "W_enc": _of("encoder layer", norms=False),
    "W_dec": _of("decoder layer", norms=False),
    "P_towers": _of("towers"),
    "W_towers": _of("towers", norms=False),
    "P_table": _of("one table"),
    "P_pos": _of("positions"),
    "P_out": _of("output matrix"),
    "P_all": _of("model"),
    "B_FFN": lambda a: a.count(kinds=["biases"]),
    "B_att": _attention_biases,
    "P_paper": _printed,
    "V_least": partial(_vocabulary, end=0),
    "V_most": partial(_vocabulary, end=1),
    "D_BERT": _of_preset("bert-base", "decoder"),
    "C_GPT": _of_preset("gpt-2", "decoder layer: cross-attention"),
}
