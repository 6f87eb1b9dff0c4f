"""The rows of the tables of card 2, one claim each."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Value
from derivations.lesson02.card2.encoder_by_hand import WALKED, name
from derivations.verdict import Text, Verdict

_VECTORS = (("1.0", "0.5", "0.2", "0.8"), ("0.3", "1.2", "0.7", "0.1"), ("0.6", "0.4", "1.1", "0.9"))
_ATTENDED = (("0.3", "0.1", "0.2", "0.4"), ("0.5", "0.3", "0.4", "0.2"), ("0.2", "0.1", "0.3", "0.5"))
_SUMS = (("1.3", "0.6", "0.4", "1.2"), ("0.8", "1.5", "1.1", "0.3"), ("0.8", "0.5", "1.4", "1.4"))
_NORMS = (
    ("1.109", "-0.718", "-1.239", "0.848"),
    ("-0.285", "1.313", "0.4", "-1.427"),
    ("-0.577", "-1.347", "0.962", "0.962"),
)
_HIDDEN = (
    ("2.1", "0", "1.8", "0", "0.5", "3.2", "0", "1.1"),
    ("1.5", "0", "2.0", "0", "0.3", "2.8", "0", "0.9"),
    ("1.8", "0", "1.5", "0", "0.2", "2.5", "0", "0.8"),
)
_FED = (("0.4", "0.2", "-0.1", "0.6"), ("0.3", "0.5", "0.1", "0.4"), ("0.2", "0.3", "0.0", "0.7"))
_SECOND_SUMS = (
    ("1.509", "-0.518", "-1.339", "1.448"),
    ("0.015", "1.813", "0.5", "-1.027"),
    ("-0.377", "-1.047", "0.962", "1.662"),
)
_OUTPUTS = (
    ("0.997", "-0.64", "-1.304", "0.947"),
    ("-0.304", "1.457", "0.171", "-1.325"),
    ("-0.634", "-1.261", "0.62", "1.275"),
)


def _list(figures: tuple[str, ...]) -> str:
    return f"[{', '.join(figures)}]"


def _given(letter: str, row: int, width: int = 4) -> tuple[str, ...]:
    """Names as `fixes` has them."""
    return tuple(f"{letter}_{row}{column}" for column in range(1, width + 1))


def _entries(letter: str, row: int, width: int = 4) -> tuple[Value, ...]:
    """Of a matrix, or of values that are given."""
    return tuple(Value(name(letter, row, column)) for column in range(1, width + 1))


def _of_row(letter: str) -> tuple[Value, ...]:
    return tuple(Value(f"{letter}_{{{column}}}") for column in range(1, 5))


def _reads(*values: Value) -> dict[int, Value]:
    return dict(enumerate(values))


def _normal(letter: str) -> tuple[str, ...]:
    """Mean 0 and mean square 1."""
    return (" + ".join(f"{letter}_{{{column}}}" for column in range(1, 5)) + " = 0", f"{letter} · {letter} = 4")


def _rounds(letter: str, column: int, printed: str, ulps: int = 0) -> str:
    """That the entry lies within half a thousandth of what is printed, or of that many thousandths more."""
    return rf"({letter}_{{{column}}} - ({float(printed) + ulps / 1000:.3f}))^{{2}} < \frac{{1}}{{4000000}}"


def _row_rounds(letter: str, row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_rounds(letter, column, printed) for column, printed in enumerate(row, 1))


def _none_rounds(letter: str, row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_rounds(letter, column, printed, ulps) for column, printed in enumerate(row, 1) for ulps in (-1, 1))


def word(row: int) -> Claim:
    return Claim(
        id=f"lesson02.2.vector-{row}",
        inventory=(f"card2-step1-pos{row}",),
        says=(f"pos{row}␟{WALKED[row - 1]}␟{_list(_VECTORS[row - 1])}",),
        fixes=_given("x", row),
        reads=_reads(*_entries("x", row)),
    )


def first_norm(row: int) -> Claim:
    at, letter = row - 1, "uvw"[row - 1]
    names = ("x", "attn", "sum", "ln", "ln-mean")
    return Claim(
        id=f"lesson02.2.first-norm-{row}",
        inventory=tuple(f"card2-step3-pos{row}-{kind}" for kind in names),
        says=(f"pos{row}␟{_list(_VECTORS[at])}␟{_list(_ATTENDED[at])}␟{_list(_SUMS[at])}␟{_list(_NORMS[at])}",),
        fixes=_given("t", row),
        reads=_reads(*_entries("x", row), *_entries("t", row), *_entries("S", row), *_of_row(letter)),
        means=(*_normal(letter), *_row_rounds("αβγ"[at], _NORMS[at])),
        must_refuse=(*_none_rounds(letter, _NORMS[at]), f"{letter} · {letter} = 3"),
    )


def fed_forward(row: int) -> Claim:
    at, letter = row - 1, "uvw"[row - 1]
    return Claim(
        id=f"lesson02.2.feed-forward-{row}",
        inventory=tuple(f"card2-step4-pos{row}-{kind}" for kind in ("in", "hidden", "ffnout")),
        says=(f"pos{row}␟{_list(_NORMS[at])}␟{_list(_HIDDEN[at])}␟{_list(_FED[at])}",),
        fixes=(*_given("h", row, 8), *_given("f", row)),
        reads=_reads(*_of_row(letter), *_entries("h", row, 8), *_entries("f", row)),
        means=tuple(f"{one.expression} ≥ 0" for one in _entries("h", row, 8)),
        declared=Declared(
            Verdict.ILLUSTRATIVE,
            Text(
                "the lesson says that these values are made up; they are no less than 0, as ReLU makes them, and some weights "
                "give them (see the note on W1 and W2)",
                "讲义注明为示意值；它们符合 ReLU（不小于 0），且确有权重可以得到它们（见关于 W1、W2 的注）",
            ),
        ),
    )


def second_norm(row: int, condition: Condition | None = None) -> Claim:
    """The operands are what is printed; each has to be the unrounded value of step 3 to three places."""
    at, printed, unrounded, chain = row - 1, "klo"[row - 1], "uvw"[row - 1], "κλω"[row - 1]
    operands = f"{_list(_NORMS[at])}␟+{_list(_FED[at])}"
    names = ("in", "sum", "ln", "chain", "ln-mean")
    same = () if condition else _row_rounds(chain, _OUTPUTS[at])
    return Claim(
        id=f"lesson02.2.second-norm-{row}",
        inventory=tuple(f"card2-step5-pos{row}-{kind}" for kind in names),
        says=(f"pos{row}␟{operands}␟{_list(_SECOND_SUMS[at])} → {_list(_OUTPUTS[at])}",),
        fixes=_given("y", row),
        reads=_reads(*_entries("y", row), *_entries("f", row), *_entries("Q", row), *_of_row(printed)),
        means=(
            *(rf"({unrounded}_{{{j}}} - {name('y', row, j)})^{{2}} < \frac{{1}}{{4000000}}" for j in range(1, 5)),
            *_normal(printed),
            *_row_rounds("ξστ"[at], _OUTPUTS[at]),
            *same,
        ),
        condition=condition,
        must_refuse=(*_none_rounds(printed, _OUTPUTS[at]), f"{printed} · {printed} = 3"),
    )
