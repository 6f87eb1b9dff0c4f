"""Figures put into the holes of a claim's pieces."""

from __future__ import annotations

import pytest

from derivations.pieces import filled, numerals


@pytest.mark.parametrize("piece", ["4 × 512² ≈ 1.05M", "0.85¹²␟0.14", r"d^{2} = 3", "10⁻² x"])
def test_a_piece_filled_with_its_own_figures_is_the_piece(piece: str) -> None:
    """512² does not become 5122."""
    assert filled(piece, numerals(piece)) == piece


def test_a_figure_of_an_exponent_is_raised() -> None:
    assert filled("512²", numerals("512 13")) == "512¹³"
