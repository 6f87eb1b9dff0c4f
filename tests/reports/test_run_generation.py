"""Generation inside `run`: every step with what decided it, ties and open choices told, in all formats and both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import cli
from numeric import examples

Run = Callable[..., tuple[int, str]]
SOURCES = {
    "I love you": "我爱你",
    "you love me": "你爱我",
    "I love me": "我爱我",
    "you love you": "你爱你",
}
TINY = """
vocabulary = ["A", "B"]
[model]
kind = "causal-decoder"
d = 2
H = 1
m = 1
L = 1
[input]
tokens = ["A", "B"]
[generation]
new_tokens = 2
{asked}
[weights]
E = [[1, 0], [0, 1]]
U = {U}
[weights.tower.layers.1]
self_attention = {{ W_Q = [[1, 0], [0, 1]], W_K = [[1, 0], [0, 1]], W_V = [[1, 0], [0, 1]], W_O = [[1, 0], [0, 1]] }}
norm_self = {{ gamma = [1, 2], beta = [0, 1] }}
feed_forward = {{ W_1 = {W_1}, W_2 = [[1, 1]] }}
norm_ffn = {{ gamma = [1, 2], beta = [0, 1] }}
[weights.tower.final_norm]
gamma = [1, 2]
beta = [1, 3]
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `run --only generation` on a text, which becomes a file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")

    def runs(text: str, *arguments: str) -> tuple[int, str]:
        (tmp_path / "m.toml").write_text(text, encoding="utf-8")
        code = cli.main(["run", "m.toml", "--only", "generation", *arguments])
        shown = capsys.readouterr()
        assert shown.err == ""
        return code, shown.out

    return runs


def tiny(asked: str = "", U: str = "[[1, 0], [0, 2]]", W_1: str = "[[1], [1]]") -> str:
    return TINY.format(asked=asked, U=U, W_1=W_1)


@pytest.mark.parametrize(("source", "written"), SOURCES.items())
def test_the_translation_is_printed_as_a_text(run: Run, source: str, written: str) -> None:
    text = examples.path("translation").read_text(encoding="utf-8")
    words = ", ".join(f'"{word}"' for word in source.split())
    code, out = run(text.replace('source = ["I", "love", "you"]', f"source = [{words}]"))
    assert code == 0
    assert f"Written, certain at every step: {source} → {written}. Then comes <EOS>, which ends it." in out
    assert f"after <BOS> {written}" in out and "its logit is above every other" in out


def test_in_chinese(run: Run) -> None:
    out = run(examples.path("translation").read_text(encoding="utf-8"), "--lang", "zh")[1]
    assert "逐步可证的输出：I love you → 我爱你。随后是 <EOS>，输出到此结束。" in out
    assert "生成，第 4 步，已读：<BOS> 我爱你" in out and "Written" not in out


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_to_paste(run: Run, form: str) -> None:
    out = run(examples.path("translation").read_text(encoding="utf-8"), "--format", form)[1]
    eos = r"\<EOS\>" if form == "markdown" else r"\textless{}EOS\textgreater{}"
    to = "→" if form == "markdown" else r"$\to$"
    assert f"I love you {to} 我爱你. Then comes {eos}, which ends it." in out and r"\delta \approx 2.9048" in out


def test_for_programs(run: Run) -> None:
    found = json.loads(run(examples.path("translation").read_text(encoding="utf-8"), "--format", "json")[1])
    generation = found["generation"]
    assert generation["written"] == ["我", "爱", "你", "<EOS>"] and generation["text"] == "我爱你"
    assert (generation["rule"], generation["stopped"]) == ("greedy", "end token")
    assert generation["steps"][0] == {"outcome": "greatest", "word": "我", "rival": "me"}
    assert {each["stage"] for each in found["quantities"]} == {"generation"}


def test_a_draw_shows_its_share(run: Run) -> None:
    asked = 'rule = "sampling"\ntemperature = 0.5\nuniforms = [0, 0.999]'
    code, out = run(tiny(asked))
    assert code == 0 and "u = 0 lies in its share of F, [0, " in out and "T = 0.5" in out
    assert "u = 0.999 lies in its share of F, [" in out and ", 1)." in out


def test_a_tie_is_told_and_certain(run: Run) -> None:
    """Equal columns of U: both logits are the same whatever is read."""
    code, out = run(tiny(U="[[1, 1], [2, 2]]"))
    assert code == 0
    assert "A tie: A, B have exactly the same logit, greater than all others. No word is chosen." in out
    assert "Nothing is written after A B. It ends here because the next word is a tie." in out
    asked = 'rule = "sampling"\ntop_k = 1\nuniforms = [0, 0]'
    assert "top-k would keep some of them and not others" in run(tiny(asked, U="[[1, 1], [2, 2]]"))[1]


def test_what_is_open_is_told_and_exit_1(run: Run) -> None:
    """Of two coordinates the norm makes h = (s, −s): both words score −s, behind a root that no ball sees through."""
    symmetric = tiny(U="[[1, 3], [2, 4]]").replace("gamma = [1, 2]\nbeta = [1, 3]", "gamma = [1, 1]\nbeta = [0, 0]")
    code, out = run(symmetric)
    assert code == 1
    assert "Not decided with 4096 bits: which of A, B has the greater logit. No word is chosen." in out
    assert "It ends here because the next word is not decided." in out
    assert json.loads(run(symmetric, "--format", "json")[1])["generation"]["steps"] == [{"outcome": "undecided", "word": None}]


def test_the_weights_after_training_are_those_that_write(run: Run) -> None:
    given = tiny()
    trained = given.replace(
        "[generation]", '[training]\ntargets = ["B", "A"]\noptimizer = "sgd"\nlearning_rate = 5\n[generation]'
    )
    assert "with the weights of the file" in run(given)[1]
    out = run(trained)[1]
    assert "with the weights after 1 update" in out and out != run(given)[1]
