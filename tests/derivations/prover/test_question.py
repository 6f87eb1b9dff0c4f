"""An author's question: what is declared, from a table or a file; mistakes and hostile input in one sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from derivations.answer import answers
from derivations.prover.expansion import affordable
from derivations.prover.question import LARGEST_BYTES, WrongQuestion, question, read
from derivations.prover.setting import Setting
from derivations.prover.statements import statements

PROJECTION = {"shapes": ["X: n d", "W_Q: d d_k"], "forward": "Q = X W_Q", "claim": r"\bar{W}_Q = X^T \bar{Q}"}


def kind(table: dict[str, object]) -> str:
    with pytest.raises(WrongQuestion) as caught:
        question({"claim": "x = x", **table})
    return caught.value.kind


def test_sizes_are_the_letters_of_the_axes_in_their_order() -> None:
    asked = question(PROJECTION)
    assert asked.setting.sizes == "n d d_k"
    assert asked.setting == Setting(sizes="n d d_k", shapes={"X": "n d", "W_Q": "d d_k"}, forward=("Q = X W_Q",))
    assert asked.claims == (r"\bar{W}_Q = X^T \bar{Q}",)


def test_a_table_and_lines_say_the_same() -> None:
    assert question({**PROJECTION, "shapes": {"X": "n d", "W_Q": "d d_k"}}) == question(PROJECTION)
    assert question({**PROJECTION, "shapes": [r"X:  n  d", r"W_{Q} : d d_k"]}) == question(PROJECTION)


def test_names_are_spelled_as_formulas_spell_them() -> None:
    asked = question(
        {"shapes": [r"\hat{x}, γ: 1 d", "ε:"], "positive": "ε", "rows": "q: Q", "blocks": "d: H * k", "claim": "ε = ε"}
    )
    assert dict(asked.setting.shapes) == {"hat(x)": "1 d", "γ": "1 d", "ε": ""}
    assert asked.setting.positive == {"ε"} and asked.setting.blocks == {"d": "H·k"}
    assert set(asked.setting.sizes.split()) == {"d", "H", "k"}


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"shape": "X: n"}, "unknown-key"),
        ({"shapes": "X n"}, "no-colon"),
        ({"shapes": ["X: n", "X: m"]}, "twice"),
        ({"shapes": {"X": 3}}, "wrong-value"),
        ({"shapes": 3}, "wrong-value"),
        ({"shapes": "X: n 7"}, "wrong-axis"),
        ({"shapes": "X: a b c d e"}, "wrong-axes"),
        ({"masks": "J: n n n"}, "wrong-axes"),
        ({"tokens": "t: n"}, "wrong-axes"),
        ({"shapes": "n: n"}, "size-and-shape"),
        ({"shapes": r"\frac{1}{2}: n"}, "no-name"),
        ({"sparse": "J"}, "undeclared-word"),
        ({"forward": "Q = (X"}, "no-formula"),
        ({"claim": []}, "no-claim"),
        ({"forward": [f"a_{{{k}}} = x" for k in range(70)]}, "too-long"),
        ({"claim": r"\sum_{i} " * 9 + "x_i = 0"}, "too-deep"),
        ({"claim": "A = " + "softmax(" * 9 + "A" + ")" * 9}, "too-deep"),
        ({"claim": "x = " + "(" * 90 + "x" + ")" * 90}, "no-formula"),
    ],
)
def test_a_mistake_is_named(table: dict[str, object], expected: str) -> None:
    assert kind(table) == expected


def test_a_syntax_error_stands_at_its_column() -> None:
    with pytest.raises(WrongQuestion) as caught:
        question({"claim": r"\bar{Q} = X )"})
    assert caught.value.values["column"] == r"\bar{Q} = X )".index(")") + 1


def test_a_file_is_small_and_regular(tmp_path: Path) -> None:
    def failing(path: Path) -> str:
        with pytest.raises(WrongQuestion) as caught:
            read(str(path))
        return caught.value.kind

    good, large, broken, pipe = (tmp_path / name for name in ("a.toml", "b.toml", "c.toml", "d.toml"))
    good.write_text("claim = 'x = x'\n[shapes]\nx = 'n'\n", encoding="utf-8")
    assert read(str(good)) == {"claim": "x = x", "shapes": {"x": "n"}}
    large.write_text("#" * (LARGEST_BYTES + 1), encoding="utf-8")
    broken.write_bytes(b"claim = \xff")
    os.mkfifo(pipe)
    assert [failing(path) for path in (large, broken, pipe, tmp_path, tmp_path / "e.toml")] == [
        "too-large-file", "unreadable", "no-file", "no-file", "file-missing",
    ]  # fmt: skip


SCALARS = Setting(sizes="n", shapes={"c": "", "x": "n", "A": "n n"})


@pytest.mark.parametrize(
    ("formula", "cheap"),
    [
        ("c = c^{99}", True),
        ("((c^{99})^{99})^{99} = c", False),
        (r"(c + 2 c + x_{i})^{60} = c", False),
        ("A" + " A" * 5 + " = A", True),
        ("A" + " A" * 40 + " = A", False),
    ],
)
def test_what_grows_beyond_measure_is_not_tried(formula: str, cheap: bool) -> None:
    [statement] = statements(SCALARS, formula)
    assert affordable(statement) is cheap


@pytest.mark.parametrize("given", ["T > 0", "0 < T", "T > 0, ε > 0"])
def test_a_sign_among_the_hypotheses_is_a_positive_letter(given: str) -> None:
    asked = question({"claim": "T ε = ε T", "shapes": {"T": "", "ε": ""}, "given": given})
    assert "T" in asked.setting.positive and not asked.setting.given


def test_a_sign_of_every_entry_is_one_of_the_tensor() -> None:
    asked = question(
        {"claim": "x = x", "shapes": {"x": "n", "M": "n n", "W_Q": "n n"}, "given": ["x_{i} > 0", "M_{i j} > 0", "W_{Q} > 0"]}
    )
    assert asked.setting.positive == {"x", "M", "W_Q"}


@pytest.mark.parametrize("given", ["M_{1 j} > 0", "M_{i i} > 0", "M_{y j} > 0", "M_{i} > 0"])
def test_a_sign_of_some_entries_is_none_of_the_tensor(given: str) -> None:
    """It names no declared letter, which the answer then says."""
    asked = question({"claim": "M = M", "shapes": {"M": "n n"}, "fixed": {"y": "n"}, "given": given})
    assert "M" not in asked.setting.positive
    with pytest.raises(WrongQuestion):
        answers(asked)


@pytest.mark.parametrize("given", ["T ≥ 1", "T > 1", "T > 0, T < 2", "T ≠ 0"])
def test_another_relation_is_no_hypothesis(given: str) -> None:
    with pytest.raises(WrongQuestion) as error:
        question({"claim": "T = T", "shapes": {"T": ""}, "given": given})
    assert error.value.kind == "no-hypothesis"
