"""Notebooks: cells and what they printed, with places in the file; and JSON that is none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shown_blocks import blocks

from derivations.catalogue import UsageError
from lessons.document import read
from lessons.excerpt import whole
from lessons.formats.json_text import NotJson, String, Value, decoded, parse

# Without numbers: several in a row are one value here.
VALUES = st.recursive(
    st.text(), lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner | st.none(), max_size=4)
)


def ignore(pieces: int) -> None:
    """Nothing is counted."""


def plain(text: str, value: Value) -> object:
    """The value with its strings decoded."""
    if isinstance(value, String):
        return decoded(whole(text), value, ignore).text
    if isinstance(value, dict):
        return {key: plain(text, inner) for key, inner in value.items()}
    return [plain(text, inner) for inner in value] if isinstance(value, list) else None


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_values_are_those_of_the_standard_library(value: object, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert plain(text, parse(text, ignore)) == json.loads(text)


def test_half_a_surrogate_pair_is_no_character() -> None:
    text = r'["\ud83d\ude00 \ud83d \ude00\ud83d \u00e9"]'
    assert plain(text, parse(text, ignore)) == ["😀 \ufffd \ufffd\ufffd é"]


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("", 0),
        ("[1, 2", 5),
        ("[,]", 1),
        ('{"a" 1}', 5),
        ('{"a": }', 6),
        ("{1: 2}", 1),
        ('["a" "b"]', 5),
        ("[] []", 3),
        ('["a', 1),
        ("]", 0),
        ("{]", 1),
        ('{"a": 1,}', 8),
        ("[" * 101, 100),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, offset: int) -> None:
    with pytest.raises(NotJson) as refused:
        parse(text, ignore)
    assert refused.value.offset == offset


def test_cells_in_order() -> None:
    text = json.dumps({
        "nbformat": 4,
        "cells": [
            {"cell_type": "markdown", "source": ["# a\n", "b $x$"]},
            {"cell_type": "code", "source": "c = 1", "outputs": [
                {"output_type": "stream", "text": ["0.5\n"]},
                {"data": {"text/html": "<b>2</b>", "text/plain": ["3"], "application/json": [4, 5, 6.5, {"a": None}]}},
                {"output_type": "error", "traceback": ["6"]},
            ]},
            {"cell_type": "raw", "source": "d\te"},
            {"cell_type": "code", "source": "", "outputs": []},
        ],
    })  # fmt: skip
    expected = [
        ("heading 1", "a"),
        ("paragraph", "b $x$"),
        ("code", "`c = 1`"),
        ("output", "0.5"),
        ("output", "3"),
        ("table", "d | e"),
    ]
    assert blocks("ipynb", text) == expected


def test_the_older_format() -> None:
    cells = '{"cell_type": "heading", "source": "a"}, {"cell_type": "code", "input": "b"}'
    text = f'{{"nbformat": 3, "worksheets": [{{"cells": [{cells}]}}]}}'
    assert blocks("ipynb", text) == [("heading 1", "a"), ("code", "`b`")]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "notebook-not-json"),
        ("# a", "notebook-not-json"),
        ('{"a": 1}', "notebook-without-cells"),
        ("[]", "notebook-without-cells"),
        (r'{"cells": [{"cell_type": "markdown", "source": "\x"}]}', "notebook-not-json"),
    ],
)
def test_what_is_no_notebook_is_refused_in_one_sentence(text: str, key: str) -> None:
    with pytest.raises(UsageError) as refused:
        read(text.encode(), "lesson.ipynb")
    assert refused.value.message.key == key


@pytest.mark.parametrize(
    "cell", ["1", "null", "[]", "{}", '{"cell_type": []}', '{"cell_type": "code", "outputs": [1, {"data": 2}]}']
)
def test_cells_that_are_none_hold_nothing(cell: str) -> None:
    assert blocks("ipynb", f'{{"cells": [{cell}]}}') == []
