"""A model file computed: predictions, kinks, and what cannot be decided."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from lessons.model_file import read_model
from lessons.model_run import ModelRun, Prediction, run_model
from numeric import examples
from numeric.certified import Decimals, Digits
from reports.sentences import sentence

Run = Callable[..., ModelRun]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs an example with some of its text exchanged."""

    def runs(name: str, *exchanged: tuple[str, str], form: Decimals | Digits | None = None) -> ModelRun:
        text = examples.path(name).read_text(encoding="utf-8")
        for old, new in exchanged:
            assert old in text, old
            text = text.replace(old, new)
        path = tmp_path / "model.toml"
        path.write_text(text, encoding="utf-8")
        return run_model(read_model(str(path)), form)

    return runs


def test_predictions_are_certain(run: Run) -> None:
    found = run("translation").predictions
    assert [prediction.words for prediction in found] == [("我",), ("爱",), ("你",), ("<EOS>",)]
    # The chapter's model still predicts B after its update: 0.556819 is the largest of the second probabilities.
    assert run("single-head").predictions == (Prediction(1, 1, ("B",)), Prediction(2, 1, ("B",)))


SAME_COLUMNS = ("U = [[1, 0, -1], [0, 1, 0]]", "U = [[1, 1, 0], [1, 1, 0]]")


def test_equally_probable_words_are_all_named(run: Run) -> None:
    """With one token every number up to the logits is rational: 2, 2 and 0."""
    found = run("single-head", SAME_COLUMNS, ('tokens = ["A", "B"]', 'tokens = ["A"]'))
    assert found.predictions[0].words == ("A", "B")


def test_what_no_precision_tells_apart_is_left_open(run: Run) -> None:
    """With two tokens the equal logits have been through an exponential: balls never prove them equal."""
    assert run("single-head", SAME_COLUMNS).predictions[0].words == ()


def test_a_kink_is_found_and_marks_only_what_depends_on_it(run: Run) -> None:
    """A hidden unit without incoming weights reads exactly 0 at all three positions."""
    dead = "W_1 = [[0, 0, -1, 0], [0, 1, 0, -1], [0, 0, 1, 0.5], [0, -1, 0, 1]]"
    found = run("pre-norm-block", ("W_1 = [[1, 0, -1, 0], [0, 1, 0, -1], [-1, 0, 1, 0.5], [0.5, -1, 0, 1]]", dead))
    assert [(kink.row, kink.column) for kink in found.kinks] == [(1, 1), (2, 1), (3, 1)]
    marked = {
        (each.quantity.stage, each.quantity.name, j)
        for each in found.quantities
        for row in each.rows
        for j, entry in enumerate(row)
        if entry is not None and entry.verdict == "convention" and each.quantity.stage[1] == 1
    }
    W_1 = "tower.layers.1.feed_forward.W_1"
    assert marked == {(("gradients", 1), W_1, 0), (("updated", 1), W_1, 0)}


def test_without_kinks_nothing_is_marked(run: Run) -> None:
    found = run("pre-norm-block")
    assert (found.kinks, found.undecided, found.bits) == ((), 0, 64)


def test_what_may_be_zero_has_no_digits(run: Run) -> None:
    """Two keys of the pre-norm block are orthogonal to a query: q·k = 0 behind roots that no shadow sees through."""
    found = run("pre-norm-block", form=Digits(3))
    open_entries = [
        (each.quantity.letters, i, j, entry.cause)
        for each in found.quantities
        for i, row in enumerate(each.rows)
        for j, entry in enumerate(row)
        if entry is not None and entry.verdict == "undecided" and each.quantity.stage == ("forward", 1)
    ]
    assert ("S_{0}^{(1)}", 2, 2, "zero") in open_entries and ("S_{0}^{(2)}", 2, 0, "zero") in open_entries
    assert {cause for *_, cause in open_entries} == {"zero"}


def refused(run: Run, name: str, *exchanged: tuple[str, str]) -> str:
    with pytest.raises(UsageError) as error:
        run(name, *exchanged)
    assert sentence(error.value.message, "zh") != sentence(error.value.message, "en")
    return sentence(error.value.message, "en")


def test_a_sign_behind_roots_is_named_with_its_entry(run: Run) -> None:
    equal = (
        "W_1 = [[1, 0, -1, 0], [0, 1, 0, -1], [-1, 0, 1, 0.5], [0.5, -1, 0, 1]]",
        "W_1 = [[1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 1, 0]]",
    )
    symmetric = ("E = [[1, 0.5, 0, 0]", "E = [[1, 0.5, 0.5, 0]")
    sentence_ = refused(run, "pre-norm-block", equal, symmetric)
    assert "cannot be told from 0 with 4096 bits" in sentence_


def test_a_row_without_spread_is_refused(run: Run) -> None:
    found = refused(run, "pre-norm-block", ("epsilon = 1e-5", "epsilon = 0"), ("E = [[1, 0.5, 0, 0]", "E = [[1, 1, 1, 1]"))
    assert "a row without spread, and ε = 0" in found
