"""Which format a document is in."""

from __future__ import annotations

import pytest

from lessons.formats.recognition import Format, recognised


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.md", Format.MARKDOWN),
        ("a.b/c.MARKDOWN", Format.MARKDOWN),
        ("a.html", Format.HTML),
        ("a.ipynb", Format.NOTEBOOK),
        ("a.tex", Format.LATEX),
        ("a.md.txt", Format.PLAIN),
    ],
)
def test_the_name_says_it(name: str, expected: Format) -> None:
    assert recognised(name, "<!DOCTYPE html>") is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\n<!doctype HTML>", Format.HTML),
        ('<?xml version="1.0"?><html>', Format.HTML),
        ('{\n "cells": []}', Format.NOTEBOOK),
        ("% a\n\\documentclass{b}", Format.LATEX),
        ("\\section{a}", Format.LATEX),
        ("a\n\n## b", Format.MARKDOWN),
        ("---\na: b\n---", Format.MARKDOWN),
        ("```\na\n```", Format.MARKDOWN),
        ("| a | b |\n|---|---|", Format.MARKDOWN),
        ("a $x$ <b>c</b> #d", Format.PLAIN),
        ('{"a": 1}', Format.PLAIN),
        ("", Format.PLAIN),
    ],
)
@pytest.mark.parametrize("name", ["", "a", "a.xyz", "folder.md/a"])
def test_else_the_content_does(name: str, text: str, expected: Format) -> None:
    assert recognised(name, text) is expected
