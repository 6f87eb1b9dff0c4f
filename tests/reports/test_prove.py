"""`prove` as its user meets it: exit codes, matrices, both languages, JSON, a file, and mistakes in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cli
from derivations.answer import Outcome
from derivations.prover.edits import KINDS
from derivations.prover.instead import KINDS as INSTEAD
from reports.layout import cells
from reports.messages import WORDINGS
from reports.options import DECLARATIONS
from reports.prove import answered, full, record
from reports.sentences import LANGUAGES

OPTIONS = ["--shape", "X: n d", "--shape", "W_Q, W_K: d d_k", "--forward", "Q = X W_Q", "--forward", "K = X W_K",
           "--forward", r"S = Q K^T / \sqrt{d_k}"]  # fmt: skip
TABLE = {"shapes": ["X: n d", "W_Q, W_K: d d_k"], "forward": ["Q = X W_Q", "K = X W_K", r"S = Q K^T / \sqrt{d_k}"]}
RIGHT, WRONG, CLASH = r"\bar{W}_Q = X^T \bar{Q}", r"\bar{K} = \bar{S} Q / \sqrt{d_k}", r"\bar{W}_Q = X \bar{Q}"


def prove(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["prove", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(("claim", "code"), [(RIGHT, 0), (WRONG, 1), (CLASH, 1), (r"\bar{W}_Q = X^T Qbar", 2), ("Q = (", 2)])
def test_exit_codes(capsys: pytest.CaptureFixture[str], claim: str, code: int) -> None:
    found, out, err = prove(capsys, *OPTIONS, claim, "--lang", "en")
    assert found == code
    assert (out == "") is (code == 2) and (err != "") is (code == 2)


def test_a_counterexample_as_matrices(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = prove(capsys, *OPTIONS, WRONG, "--lang", "en")
    lines = out.splitlines()
    assert lines[0] == "✗ K̄ = S̄ Q/√d_k"
    assert "n = 2, d_k = 1" in out and "S̄ = ⎡ " in out
    assert "K̄ = S̄ᵀ Q/√d_k" in out and r"\bar{K} = \frac{\bar{S}^{T} Q}{\sqrt{d_{k}}}" in out


def test_a_clash_points_at_its_column(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = prove(capsys, *OPTIONS, CLASH, "--lang", "en")
    assert "X is n × d and Q̄ is n × d_k" in out
    shown, mark = out.splitlines()[3:5]
    assert shown[mark.index("^") :] == r"\bar{Q}"


def test_a_file_asks_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "question.toml"
    lines = [f"claim = '{WRONG}'", "forward = ['Q = X W_Q', 'K = X W_K', 'S = Q K^T / \\sqrt{d_k}']"]
    lines += ["[shapes]", "X = 'n d'", '"W_Q, W_K" = "d d_k"']
    path.write_text("\n".join(lines), encoding="utf-8")
    assert prove(capsys, str(path)) == prove(capsys, *OPTIONS, WRONG)
    code, _, err = prove(capsys, str(path), RIGHT, "--lang", "en")
    assert code == 2 and "claim" in err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = prove(capsys, *OPTIONS, WRONG, CLASH, RIGHT, "--format", "json")
    wrong, clash, right = json.loads(out)["claims"]
    assert [each["verdict"] for each in (wrong, clash, right)] == ["refuted", "ill-typed", "proved"]
    assert wrong["counterexample"]["sizes"] == {"n": 2, "d_k": 1}
    row, column = (at - 1 for at in wrong["counterexample"]["differ"])
    left, right_side = (wrong["counterexample"][side]["value"][row][column] for side in ("left", "right"))
    assert left != right_side
    assert clash["clash"]["left"] == {"formula": "X", "shape": "n × d"}
    assert clash["clash"]["column"] == CLASH.index(r"\bar{Q}") + 1
    assert right["scope"] == "all shapes" and right["counterexample"] is None


def test_the_language_changes_only_sentences() -> None:
    found = answered([WRONG, CLASH], TABLE)
    english, chinese = (json.loads(json.dumps(record(found, language))) for language in LANGUAGES)
    for one, other in zip(english["claims"], chinese["claims"], strict=True):
        assert one.pop("message") != other.pop("message")
        assert one == other


def test_nothing_is_wider_than_the_terminal() -> None:
    found = answered([RIGHT, WRONG, CLASH, "Q = K", r"\bar{X} = \bar{Q} W_Q^T"], TABLE)
    for language in LANGUAGES:
        for width in (60, 100):
            for row in full(found, language=language, width=width):
                assert sum(cells(span.text) for span in row) <= width


def test_every_kind_has_its_words() -> None:
    keys = [f"prove.edit.{kind}" for kind in KINDS] + [f"prove.{outcome}" for outcome in Outcome]
    keys += [f"help.declare.{option}" for option, _, _ in DECLARATIONS]
    keys += [f"prove.clash.{kind}" for kind in ("product", "dot", "sum", "equation", "letter", "other", "not-read")]
    keys += [f"prove.instead.{kind}" for kind in ("number", *INSTEAD)]
    assert set(keys) <= set(WORDINGS)


def test_every_mistake_has_its_words() -> None:
    """The kinds that are written out where a question is read and answered."""
    root = Path(cli.__file__).parent / "derivations"
    texts = [(root / name).read_text(encoding="utf-8") for name in ("prover/question.py", "answer.py")]
    kinds = {part.split('"')[1] for text in texts for part in text.split("WrongQuestion(")[1:] if part.startswith('"')}
    assert len(kinds) > 12
    assert {f"prove.{kind}" for kind in kinds} <= set(WORDINGS)


def test_escape_sequences_of_a_claim_do_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = prove(capsys, *OPTIONS, "Q = \x1b[31m K")
    assert code == 2 and "\x1b" not in out + err


def test_sympy_writes_what_a_claim_states(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", "notes.10.5.weights-and-values", "--sympy", "--lang", "en"]) == 0
    out, _ = capsys.readouterr()
    assert "Eq(Z[" in out and "Derivative(" in out
    assert cli.main(["explain", "notes.10.5.weights-and-values", "--lang", "en"]) == 0
    assert out.startswith(capsys.readouterr()[0])


def test_a_file_is_told_what_keeps_it_from_being_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Double quotes take \\b of \\bar for a control character; a file of another name is no formula."""
    asked = tmp_path / "question.toml"
    for formula in (r'"\bar{V} = \bar{V}"', r'"\frac{V}{2} = V"', r'"\sum_i V_i = V"'):
        asked.write_text(f"claim = {formula}\n[shapes]\nV = 'n'\n", encoding="utf-8")
        code, _, err = prove(capsys, str(asked))
        assert code == 2 and "single quotes" in err
    other = tmp_path / "question.txt"
    other.write_text("claim = 'V = V'\n", encoding="utf-8")
    code, _, err = prove(capsys, str(other))
    assert code == 2 and ".toml" in err
    assert prove(capsys, "x" * 5_000)[0] == 2
