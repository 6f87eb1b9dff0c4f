"""Counts as papers and lessons print them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from numeric.account.account import account
from numeric.account.presets import PRESETS
from numeric.account.printed import PrintedCount, printed_counts
from numeric.account.quantities import QUANTITIES, quantity, share
from numeric.real import Real
from numeric.rounding import certify
from numeric.written import read

BASE, LLAMA = account(PRESETS["transformer-base"]), account(PRESETS["llama-2-7b"])


def printed(name: str, figure: str) -> PrintedCount:
    return printed_counts(account(replace(PRESETS[name], printed=(("here", figure),))))[0]


def test_65_million_takes_another_vocabulary() -> None:
    """Without the table the base model has 44,101,632: 64.5 to 65.5 million leave room for so many rows of 512."""
    rest = BASE.total - 37_000 * 512
    (found,) = printed_counts(BASE)
    assert (found.figure, found.right, found.rounding.expected) == ("65M", False, "63M")
    assert found.vocabulary == (-(-(64_500_000 - rest) // 512), (65_500_000 - rest) // 512)
    assert found.excess == BASE.total - 65_000_000


@pytest.mark.parametrize(("name", "figure"), [("transformer-base", "65M"), ("gpt-2", "117M"), ("gpt-3", "175.0B")])
def test_the_vocabulary_is_the_widest_that_does(name: str, figure: str) -> None:
    found = printed(name, figure)
    assert found.vocabulary is not None
    least, most = found.vocabulary
    for vocabulary, right in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        total = account(replace(PRESETS[name], vocabulary=vocabulary)).total
        verdict = certify(read(figure), Real.exactly(total)).verdict
        assert (verdict in ("exact", "rounded")) is right, vocabulary


def test_one_vocabulary_explains_all_figures_of_gpt_2_and_none_those_of_the_transformer() -> None:
    def ranges(*names: str) -> list[tuple[int, int]]:
        return [found.vocabulary for name in names for found in printed_counts(account(PRESETS[name])) if found.vocabulary]

    gpt = ranges("gpt-2", "gpt-2-medium", "gpt-2-large", "gpt-2-xl")
    assert len(gpt) == 4
    assert all(least <= 40_478 <= most for least, most in gpt)  # the vocabulary of the first GPT (Radford 2018)
    (_, big_most), (base_least, _) = ranges("transformer-big")[0], ranges("transformer-base")[0]
    assert big_most < base_least


def test_last_zeros_may_be_no_digits() -> None:
    assert printed("bert-large", "340M").unit == 10**7
    assert printed("bert-base", "110M").unit == 10**7
    assert printed("bert-large", "300M").unit == 10**8
    assert printed("bert-base", "200M").unit is None
    assert printed("bert-base", "110.0M").unit is None
    assert printed("bert-base", "100M").unit == 10**8
    assert printed("bert-base", "0M").unit is None


def test_a_right_figure_needs_no_excuse() -> None:
    for name, figure in (("bert-base", "109M"), ("gpt-2", "124,439,808"), ("gpt-3", "175B"), ("llama-2-7b", "6.74B")):
        found = printed(name, figure)
        assert (found.right, found.unit, found.vocabulary) == (True, None, None)
    assert printed("gpt-2", "124,439,809").right is False


def test_a_figure_that_no_vocabulary_gives() -> None:
    assert printed("bert-base", "3M").vocabulary is None
    # One row more is 1,600 parameters more: between two multiples there is nothing.
    assert printed("gpt-2-xl", "1,557,611,201").vocabulary is None


# Lesson 2, cards 1 and 6: its figures, and what has to be counted for them to be right.


@pytest.mark.parametrize(
    ("figure", "name", "norms"),
    [
        ("1.05M", "encoder layer: self-attention", False),
        ("2.10M", "encoder layer: feed-forward", False),
        ("2K", "encoder layer: norms", True),
        ("3.15M", "encoder layer", False),
        ("1.05M", "decoder layer: cross-attention", False),
        ("4.20M", "decoder layer", True),
        ("44.1M", "towers", True),
        ("18.94M", "one table", False),
        ("63M", "model", False),
    ],
)
def test_the_figures_of_lesson_2(figure: str, name: str, norms: bool) -> None:
    assert right(figure, quantity(BASE, name, biases=False, norms=norms))


def test_what_lesson_2_does_not_count_would_show() -> None:
    """Without norms a decoder layer is 4 · 2 · 512² + 2 · 512 · 2048 = 4,194,304, and both towers 44.0M."""
    assert not right("4.20M", quantity(BASE, "decoder layer", biases=False, norms=False))
    assert not right("44.1M", quantity(BASE, "towers", biases=False, norms=False))
    assert right("4.20M", quantity(BASE, "decoder layer"))


def test_shares_of_lesson_2() -> None:
    attention = share(BASE, "encoder layer: self-attention", "encoder layer", biases=False, norms=False)
    network = share(BASE, "encoder layer: feed-forward", "encoder layer", biases=False, norms=False)
    assert (attention, network) == (Fraction(1, 3), Fraction(2, 3))
    assert right("33%", attention) and right("67%", network)
    # With cross-attention beside it the FFN is half of a decoder layer, not two thirds.
    assert share(BASE, "decoder layer: feed-forward", "decoder layer", biases=False, norms=False) == Fraction(1, 2)
    assert right("6.3M", quantity(BASE, "decoder", biases=False) - quantity(BASE, "encoder", biases=False))
    assert right("131M", quantity(LLAMA, "one table")) and right("6.74B", quantity(LLAMA, "model"))
    assert right("1.9%", share(LLAMA, "one table"))


def right(figure: str, value: Fraction | int) -> bool:
    return certify(read(figure), Real.exactly(value)).verdict in ("exact", "rounded")


@pytest.mark.parametrize("a", [BASE, LLAMA, account(PRESETS["bert-base"])], ids=lambda a: a.configuration.name)
def test_quantities_add_up(a: object) -> None:
    from numeric.account.account import Account

    assert isinstance(a, Account)
    assert {quantity(a, name) for name in QUANTITIES} >= {0, a.total}
    for biases in (True, False):
        for norms in (True, False):
            q = {name: quantity(a, name, biases=biases, norms=norms) for name in QUANTITIES}
            assert q["towers"] == q["encoder"] + q["decoder"]
            for tower in ("encoder", "decoder"):
                parts = [q[name] for name in QUANTITIES if name.startswith(f"{tower} layer: ")]
                assert sum(parts) == q[f"{tower} layer"]
            bare = quantity(a, "model", biases=False, norms=False)
            assert q["model"] == bare + q["biases"] + q["norms"]


def test_an_unknown_quantity_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="no quantity 'encoder layers'; the nearest are encoder layer"):
        quantity(BASE, "encoder layers")
