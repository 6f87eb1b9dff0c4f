"""The table [generation] of a model file: what it may say, and one sentence for everything else."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from lessons.model_file import ModelFile, read_model
from numeric import examples
from numeric.generation.rule import Greedy, Sampling
from reports.sentences import sentence

Read = Callable[..., ModelFile]
ASKED = '[generation]\nprompt = ["<BOS>"]\nend = ["<EOS>"]\nnew_tokens = 6\n'
SAMPLING = 'rule = "sampling"\nuniforms = [0.5, "1/3", 0, 0.1, 0.2, 0.3, 0.9]\n'


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads an example with its [generation], if any, exchanged or appended."""

    def reads(asked: str, name: str = "translation", *exchanged: tuple[str, str]) -> ModelFile:
        text = examples.path(name).read_text(encoding="utf-8").replace(ASKED, "")
        for old, new in exchanged:
            assert old in text, old
            text = text.replace(old, new)
        path = tmp_path / "model.toml"
        path.write_text(text.replace("[print]", f"[generation]\n{asked}\n[print]", 1), encoding="utf-8")
        return read_model(str(path))

    return reads


def test_what_the_example_asks_for() -> None:
    asked = read_model("translation").decoding
    assert asked is not None
    assert (asked.prompt, asked.end, asked.at_most, asked.rule, asked.source) == ((1,), (2,), 6, Greedy(), (3, 4, 5))
    assert read_model("single-head").decoding is None


def test_defaults_and_sampling(read: Read) -> None:
    asked = read("new_tokens = 3").decoding
    assert asked is not None
    assert (asked.prompt, asked.end, asked.rule) == ((1, 7, 8, 9), (), Greedy())
    asked = read(f"new_tokens = 6\ntemperature = 0.7\ntop_k = 3\ntop_p = 0.9\n{SAMPLING}").decoding
    assert asked is not None
    assert asked.rule == Sampling(Fraction(7, 10), 3, Fraction(9, 10))
    assert asked.uniforms[:3] == (Fraction(1, 2), Fraction(1, 3), 0)


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("", "lacks “generation.new_tokens”"),
        ("new_tokens = 0", "“generation.new_tokens” must be a whole number from 1 to 512"),
        ("new_tokens = true", "“generation.new_tokens” must be a whole number"),
        ("new_tokens = 2\nprompt = []", "“generation.prompt” must be a list with at least one entry"),
        ('new_tokens = 2\nprompt = ["He"]', "“He” in “generation.prompt” is not in the vocabulary"),
        ("new_tokens = 2\nend = [10]", "10 in “generation.end” is no token"),
        ("new_tokens = 2\nlenght = 3", "“generation.lenght” does not exist here"),
        ('new_tokens = 2\nrule = "beam"', "“generation.rule” must be one of greedy, sampling"),
        ("new_tokens = 2\ntemperature = 1", '“generation.temperature” is for rule = "sampling"'),
        ("new_tokens = 2\nuniforms = [0.1, 0.2]", '“generation.uniforms” is for rule = "sampling"'),
        ('new_tokens = 2\nrule = "sampling"', "lacks “generation.uniforms”"),
        (f"new_tokens = 9\n{SAMPLING}", "“generation.uniforms” has 7 numbers; 9 new tokens need one each"),
        ('new_tokens = 1\nrule = "sampling"\nuniforms = [1]', "each at least 0 and less than 1"),
        ('new_tokens = 1\nrule = "sampling"\nuniforms = [-0.1]', "each at least 0 and less than 1"),
        ('new_tokens = 1\nrule = "sampling"\nuniforms = [nan]', "each at least 0 and less than 1"),
        ('new_tokens = 1\nrule = "sampling"\nuniforms = [true]', "each at least 0 and less than 1"),
        (f"new_tokens = 2\ntemperature = 0\n{SAMPLING}", "“generation.temperature” must be positive"),
        (f"new_tokens = 2\ntemperature = -0.5\n{SAMPLING}", "“generation.temperature” must be positive"),
        (f"new_tokens = 2\ntemperature = inf\n{SAMPLING}", "“generation.temperature” must be a number"),
        (f"new_tokens = 2\ntop_k = 0\n{SAMPLING}", "“generation.top_k” must be a whole number from 1 to 9"),
        (f"new_tokens = 2\ntop_k = 10\n{SAMPLING}", "“generation.top_k” must be a whole number from 1 to 9"),
        (f"new_tokens = 2\ntop_p = 0\n{SAMPLING}", "“generation.top_p” must be a number above 0 and at most 1"),
        (f"new_tokens = 2\ntop_p = 1.01\n{SAMPLING}", "“generation.top_p” must be a number above 0 and at most 1"),
    ],
)
def test_mistakes(read: Read, asked: str, part: str) -> None:
    with pytest.raises(UsageError) as error:
        read(asked)
    english, chinese = (sentence(error.value.message, language) for language in ("en", "zh"))
    assert part in english and "\n" not in english and chinese != english


def test_models_that_write_nothing(read: Read) -> None:
    with pytest.raises(UsageError) as error:
        read("new_tokens = 1", "single-head")
    assert "kind “single-head” writes nothing on" in sentence(error.value.message, "en")


def test_a_padded_text_is_no_prompt(read: Read) -> None:
    padded = ('tokens = ["A", "B", "C"]', 'tokens = ["A", "B", "C"]\npadding = [0, 0, 1]')
    with pytest.raises(UsageError) as error:
        read("new_tokens = 1", "pre-norm-block", padded)
    assert "give “generation.prompt”" in sentence(error.value.message, "en")
    asked = read('new_tokens = 1\nprompt = ["A"]', "pre-norm-block", padded).decoding
    assert asked is not None and asked.real is None


def test_padding_of_a_source_is_kept(read: Read) -> None:
    padded = ('source = ["I", "love", "you"]', 'source = ["I", "love", "you", "me"]\npadding = [0, 0, 0, 1]')
    asked = read("new_tokens = 1", "translation", padded).decoding
    assert asked is not None and asked.real == (True, True, True, False)


@pytest.mark.parametrize(("where", "new"), [("input.tokens", "new_tokens = 1\nprompt = [1]"), ("generation.prompt", "")])
def test_no_text_is_longer_than_the_learned_positions(read: Read, where: str, new: str) -> None:
    learned = ("epsilon = 1e-5", 'epsilon = 1e-5\npositions = "learned"\nlongest = 2')
    rows = ("[weights]", "[weights]\npositions.P = [[0, 0, 0, 0], [1, 0, 0, 0]]")
    shorter = [] if where == "input.tokens" else [('tokens = ["A", "B", "C"]', 'tokens = ["A"]'), ('["B", "C", "D"]', '["B"]')]
    asked = new or "new_tokens = 1\nprompt = [1, 2, 3]"
    with pytest.raises(UsageError) as error:
        read(asked, "pre-norm-block", learned, rows, *shorter)
    assert f"“{where}” has 3 tokens, but “model.longest” gives only 2 positions" in sentence(error.value.message, "en")
