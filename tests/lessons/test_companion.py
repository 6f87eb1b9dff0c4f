"""The companion file: what it holds is what the update says, computed from the document."""

from __future__ import annotations

from fractions import Fraction

from printed_lesson import PrintedLesson

from lessons.check import DocumentGiven, companion


def test_updated_parameters_are_old_ones_less_the_learning_rate_times_the_gradient() -> None:
    found = companion("chapter11", [], digits=30)
    η = Fraction(found["given"]["η"])  # type: ignore[index]
    entries = 0
    for name, rows in found["parameters"].items():  # type: ignore[attr-defined]
        for i, row in enumerate(rows):
            for j, old in enumerate(row):
                gradient, new = (Fraction(found[part][name][i][j]) for part in ("gradients", "updated_parameters"))  # type: ignore[index]
                assert abs(Fraction(old) - η * gradient - new) < Fraction(1, 10**28)
                entries += 1
    assert entries == 24


def test_it_is_computed_from_the_document(own: PrintedLesson) -> None:
    file = own.folder / "other.txt"
    file.write_text(own.text.replace("η = 0.1", "η = 0.2"), encoding="utf-8")
    other = companion("chapter11", [DocumentGiven("notes", str(file))], digits=12)
    assert other["given"]["η"] == "0.2"  # type: ignore[index]
    assert other["forward"] == companion("chapter11", [], digits=12)["forward"]
    assert other["forward_after_update"] != companion("chapter11", [], digits=12)["forward_after_update"]
