"""Model files: what may be written, and one clear sentence for everything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from derivations.catalogue import UsageError
from lessons import model_file
from lessons.model_file import read_model
from lessons.model_kinds import KINDS, model_of
from lessons.settings_table import Table
from numeric import examples
from numeric.certified import Decimals, Digits
from numeric.experiment import shapes
from numeric.fields import Ball, Exact
from numeric.weights import GivenWeights
from reports.sentences import sentence
from tests.numeric.models.small_models import Rows, arbitrary

HEAD = examples.path("single-head").read_text(encoding="utf-8")
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes model.toml in a folder of its own: the single head with some text exchanged."""
    monkeypatch.chdir(tmp_path)

    def writes(*exchanged: tuple[str, str], text: str = HEAD) -> str:
        for old, new in exchanged:
            assert old in text, old
            text = text.replace(old, new)
        (tmp_path / "model.toml").write_text(text, encoding="utf-8")
        return "model.toml"

    return writes


def refused(path: str) -> str:
    """The English sentence; there is a Chinese one, and neither runs over several lines."""
    with pytest.raises(UsageError) as error:
        read_model(path)
    english, chinese = (sentence(error.value.message, language) for language in ("en", "zh"))
    assert english != chinese and "\n" not in english + chinese and "{" not in english + chinese
    return english


def test_decimals_are_exact_and_words_become_ids(write: Write) -> None:
    file = read_model(write(("E = [[1, 0]", 'E = [["1/3", 0.1]')))
    assert file.experiment.weights["E"][0] == [Fraction(1, 3), Fraction(1, 10)]
    assert (file.experiment.tokens, file.experiment.targets) == ((1, 2), (3,))
    assert file.experiment.optimizer is not None and file.experiment.optimizer.eta == Fraction(1, 10)
    assert (file.kind, file.words, file.form) == ("single-head", ("A", "B", "C"), Decimals(6))


def test_the_example_of_the_docstring_is_the_shipped_one(write: Write) -> None:
    text = str(model_file.__doc__).split("```toml\n")[1].split("```")[0]
    mine, shipped = read_model(write(text=text)), read_model("single-head")
    assert mine.experiment.weights == shipped.experiment.weights
    assert (mine.experiment.tokens, mine.experiment.targets) == (shipped.experiment.tokens, shipped.experiment.targets)


def test_without_a_vocabulary_tokens_are_numbers(write: Write) -> None:
    file = read_model(
        write(
            ('vocabulary = ["A", "B", "C"]\n', ""),
            ("d = 2", "d = 2\nN = 3"),
            ('tokens = ["A", "B"]', "tokens = [1, 2]"),
            ('target = "C"', "target = 3"),
        )
    )
    assert file.words == ("1", "2", "3") and file.experiment.tokens == (1, 2)


def test_digits_instead_of_decimals(write: Write) -> None:
    assert read_model(write(("decimals = 6", "digits = 12"))).form == Digits(12)
    assert read_model(write(("[print]\ndecimals = 6\n", ""))).form == Decimals(6)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("learning_rate = 0.1", "learning_rat = 0.1", "the nearest key is “learning_rate”"),
        ("[print]", "[prnt]", "“prnt” does not exist here; the nearest key is “print”"),
        ("d_k = 1", "d_k = 1\nH = 2", "“model.H” does not exist here"),
        ("learning_rate = 0.1", "learning_rate = 0.1\nbeta_1 = 0.9", "“training.beta_1” does not exist here"),
        ('optimizer = "sgd"\n', "", "“training.learning_rate” does not exist here"),
        ("learning_rate = 0.1", "", "lacks “training.learning_rate”"),
        ("d = 2\n", "", "lacks “model.d”"),
        ('kind = "single-head"', "", "lacks “model.kind”"),
        ('tokens = ["A", "B"]', "", "lacks “input.tokens”"),
        ('target = "C"', "", "lacks “training.targets”"),
        ("d = 2\n", "d = 2.0\n", "“model.d” must be a whole number from 1 to 4096"),
        ("d = 2\n", "d = true\n", "“model.d” must be a whole number"),
        ("d = 2\n", "d = 0\n", "“model.d” must be a whole number"),
        ("d = 2\n", "d = 99999999999999999999\n", "“model.d” must be a whole number"),
        ('"single-head"', '"gpt-5"', "“model.kind” must be one of single-head, causal-decoder"),
        ('"sgd"', '"adagrad"', "“training.optimizer” must be one of sgd, momentum"),
        ("learning_rate = 0.1", "learning_rate = inf", "“training.learning_rate” must be a number"),
        ("learning_rate = 0.1", "learning_rate = 1e999", "“training.learning_rate” must be a number"),
        ("learning_rate = 0.1", "learning_rate = [1]", "“training.learning_rate” must be a number"),
        ('tokens = ["A", "B"]', 'tokens = ["A", "D"]', "“D” in “input.tokens” is not in the vocabulary: A, B, C"),
        ('tokens = ["A", "B"]', "tokens = [1, 4]", "4 in “input.tokens” is no token; they are numbered from 1 to 3"),
        ('tokens = ["A", "B"]', "tokens = [0]", "0 in “input.tokens” is no token"),
        ('tokens = ["A", "B"]', "tokens = [true]", "true in “input.tokens” is no token"),
        ('tokens = ["A", "B"]', "tokens = []", "“input.tokens” must be a list with at least one entry"),
        ('tokens = ["A", "B"]', f"tokens = {[1] * 513}", "“input.tokens” has more than 512 tokens"),
        ('target = "C"', 'targets = ["B", "C"]', "“training.targets” has 2 entries; 1 position needs one each"),
        ('target = "C"', 'target = "C"\ntargets = ["C"]', "not both"),
        ('target = "C"', 'targets = ["C"]\nloss_mask = [0]', "“training.loss_mask” counts no position"),
        ('target = "C"', 'targets = ["C"]\nloss_mask = [2]', "“training.loss_mask” must be a list of 0 and 1"),
        ('target = "C"', 'targets = ["C"]\nloss_mask = [1, 1]', "has 2 entries; 1 position needs one each"),
        ("decimals = 6", "decimals = 1001", "“print.decimals” must be a whole number from 0 to 1000"),
        ("decimals = 6", "decimals = 6\ndigits = 6", "“print.decimals” or “print.digits”, not both"),
        ('"A", "B", "C"]\n\n', '"A", "B", "A"]\n\n', "“vocabulary” has “A” twice"),
        ('vocabulary = ["A", "B", "C"]', 'vocabulary = ["A", 2]', "“vocabulary” must be a list"),
        ("d = 2\n", "d = 2\nN = 4\n", "“model.N” is 4, but “vocabulary” has 3 words"),
        ("W_K = [[1], [0]]", "W_K = [[1, 2], [0, 1]]", "W_K has 2 columns, but the model needs 1 (2 × 1)"),
        ("W_K = [[1], [0]]\n", "", "the weights lack W_K (2 × 1)"),
        ("W_K = [[1], [0]]", "W_K = [[1], [0]]\nW_Z = [[1]]", "the weights have W_Z, which the model does not"),
        ("W_K = [[1], [0]]", "W_K = [[nan], [0]]", "W_K[1,1]: “nan”".replace("“nan”", "'nan'") + " is not a finite number"),
        ("W_K = [[1], [0]]", "W_K = [[1979-05-27], [0]]", "W_K[1,1]: datetime.date(1979, 5, 27) is no number"),
        ("W_K = [[1], [0]]", f"W_K = [[0x{'f' * 9999}], [0]]", "W_K[1,1]: a number of more than 400 digits"),
        ("W_K = [[1], [0]]", f"W_K = [[{'9' * 9999}], [0]]", "cannot be read: a whole number of more than 4300 digits"),
        ("W_K = [[1], [0]]", f"W_K = [[0.{'9' * 9999}], [0]]", "W_K[1,1]: a number of more than 400 digits"),
        ("W_K = [[1], [0]]", "W_K = [[true], [0]]", "W_K[1,1]: true is no number"),
        ("learning_rate = 0.1", f"learning_rate = 0x{'f' * 9999}", "“training.learning_rate” must be a number"),
        ("d = 2\n", f"d = 0x{'f' * 9999}\n", "“model.d” must be a whole number from 1 to 4096"),
        ('tokens = ["A", "B"]', f"tokens = [0x{'f' * 9999}]", "… in “input.tokens” is no token"),
        ("[weights]", "[weights]\nfile = 3", "“weights.E” does not exist here; the nearest key is “file”"),
    ],
)  # fmt: skip
def test_mistakes(write: Write, old: str, new: str, part: str) -> None:
    assert part in refused(write((old, new)))


CAUSAL = examples.path("pre-norm-block").read_text(encoding="utf-8")
TRANSLATION = examples.path("translation").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "old", "new", "part"),
    [
        (CAUSAL, "H = 2", "H = 3", "3 heads do not divide the width d = 4: give d_k and d_v"),
        (CAUSAL, "H = 2", "H = 2\ngroups = 3", "“model.groups” must be a whole number from 1 to 2"),
        (CAUSAL, "H = 2", "H = 4\ngroups = 3", "4 heads cannot share 3 groups"),
        (CAUSAL, "L = 1", "L = 65", "“model.L” must be a whole number from 1 to 64"),
        (CAUSAL, "epsilon = 1e-5", "epsilon = -1", "“model.epsilon” must not be negative"),
        (CAUSAL, "epsilon = 1e-5", 'positions = "learned"', "lacks “model.longest”"),
        (CAUSAL, "epsilon = 1e-5", 'positions = "learned"\nlongest = 3', "the weights lack positions.P (3 × 4)"),
        (CAUSAL, "epsilon = 1e-5", "bias_ffn = 1", "“model.bias_ffn” must be true or false"),
        (CAUSAL, 'tokens = ["A", "B", "C"]', 'tokens = ["A", "B", "C"]\npadding = [1, 0, 0]', "nothing to read"),
        (CAUSAL, 'tokens = ["A", "B", "C"]', 'tokens = ["A", "B", "C"]\nsource = ["A"]', "“input.source” does not exist here"),
        (CAUSAL, '"sgd"', '"adam"\nbeta_2 = 1', "“training.beta_2” must be at least 0 and less than 1"),
        (CAUSAL, '"sgd"', '"sgd"\nsteps = 101', "“training.steps” must be a whole number from 1 to 100"),
        (CAUSAL, "layers.1.self", "layers.2.self", "lack tower.layers.1.self_attention.W_Q (4 × 4)"),
        (TRANSLATION, "[training]", "padding = [true, true, true]\n[training]", "nothing to read"),
        (TRANSLATION, 'source = ["I", "love", "you"]\n', "", "lacks “input.source”"),
        (TRANSLATION, "bias_ffn = false", "", "lack encoder.layers.1.feed_forward.b_1"),
        (TRANSLATION, "H = 1", 'H = 1\npositions = "learned"', "“model.positions” must be one of none, waves"),
    ],
)  # fmt: skip
def test_mistakes_in_whole_models(write: Write, text: str, old: str, new: str, part: str) -> None:
    assert part in refused(write((old, new), text=text))


def test_llama_needs_an_even_width_of_its_heads(write: Write) -> None:
    text = CAUSAL.replace('"causal-decoder"', '"llama"').replace("H = 2", "H = 4")
    assert "an even width of the heads, not 1." in refused(write(text=text))


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"a = [" + b"[" * 100_000, b"a" + b".a" * 400_000 + b" = 1", b'"a"' + b' . "a"' * 200_000 + b"=1",
     b"a = 1\na = 2", b"d = " + b"9" * 5000, b"[" * 1000, b"\x00"],
)  # fmt: skip
def test_hostile_files(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.toml").write_bytes(content)
    assert refused(str(tmp_path / "model.toml"))


def test_files_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused("none.toml") == (
        "There is no model file none.toml; ready to run are: single-head, pre-norm-block, translation."
    )
    (tmp_path / "folder").mkdir()
    assert "is a folder" in refused("folder")
    (tmp_path / "large.toml").write_bytes(b"#" * ((1 << 20) + 1))
    assert "is larger than 1 MiB" in refused("large.toml")


def test_a_file_goes_before_an_example_of_its_name(write: Write, tmp_path: Path) -> None:
    (tmp_path / write(("decimals = 6", "decimals = 3"))).rename(tmp_path / "translation")
    assert read_model("translation").form == Decimals(3)


def test_weights_from_a_file_beside(write: Write, tmp_path: Path) -> None:
    inline = read_model(write()).experiment.weights
    (tmp_path / "w.json").write_text(
        json.dumps({name: [[str(entry) for entry in row] for row in rows] for name, rows in inline.items()}), encoding="utf-8"
    )
    text = HEAD[: HEAD.index("[weights]")] + '[weights]\nfile = "w.json"\n'
    assert read_model(write(text=text)).experiment.weights == inline
    (tmp_path / "w.json").write_text('{"E": [[NaN]]}', encoding="utf-8")
    assert "w.json: E[1,1]: 'NaN' is not a finite number" in refused(write(text=text))
    (tmp_path / "w.json").write_text('{"E": [[1]]}', encoding="utf-8")
    assert refused(write(text=text)).startswith("w.json: the weights lack W_Q (2 × 1)")
    assert "there is no weights file no.json" in refused(write(text=text.replace("w.json", "no.json")))
    for outside in ("../w.json", "/etc/passwd", "a/../../w.json"):
        assert "must lie in the folder of the model file" in refused(write(text=text.replace("w.json", outside)))


def test_a_file_name_with_a_null_byte_is_no_name(write: Write) -> None:
    text = examples.path("single-head").read_text(encoding="utf-8").split("[weights]")[0]
    named = write(text=text + '[weights]\nfile = "w\\u0000.json"\n')
    assert "“weights.file” must be a text" in refused(named)


def test_names_that_no_file_can_have(write: Write) -> None:
    text = examples.path("single-head").read_text(encoding="utf-8").split("[weights]")[0]
    named = write(text=f'{text}[weights]\nfile = "{"w" * 9000}.json"\n')
    assert "cannot be read: File name too long" in refused(named)
    assert "There is no model file" in refused("w" * 9000)


def test_a_link_out_of_the_folder_is_outside(write: Write, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "w.json").write_text("{}", encoding="utf-8")
    (tmp_path / "inner" / "w.json").symlink_to(tmp_path / "w.json")
    (tmp_path / "inner" / "model.toml").write_text(
        HEAD[: HEAD.index("[weights]")] + '[weights]\nfile = "w.json"\n', encoding="utf-8"
    )
    assert "must lie in the folder" in refused(str(tmp_path / "inner" / "model.toml"))


def test_work_has_a_limit(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_file, "MOST_WORK", 24 * (2 + 10) * 2 - 1)  # 24 weights, 2 positions, 2 passes
    assert "more than is computed here" in refused(write())


@pytest.mark.parametrize("positions", [2, 40])
def test_scores_are_work_whatever_the_weights(positions: int, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their number grows with the square of the positions: 3 matrices of them in each of 2 passes."""
    tokens = ("A", "B") * (positions // 2)
    longer = ('tokens = ["A", "B"]', f"tokens = {json.dumps(tokens)}")
    work = 24 * (positions + 10) * 2 + 10 * 3 * positions**2 * 2
    monkeypatch.setattr(model_file, "MOST_WORK", work)
    read_model(write(longer))
    monkeypatch.setattr(model_file, "MOST_WORK", work - 1)
    assert "more than is computed here" in refused(write(longer))


def test_every_head_layer_and_attention_counts(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """An encoder–decoder of one head and layer: source² + source · tokens + tokens² scores."""
    file = read_model("translation")
    e = file.experiment
    assert e.source is not None
    entries = sum(len(rows) * len(rows[0]) for rows in e.weights.values())
    read, source = len(e.tokens), len(e.source)
    passes = (read + source + 10) * (e.steps + 1) + 1 + 10 * 6  # and six words after one
    work = entries * passes + 10 * 3 * (read * read + read * source + source * source) * (e.steps + 1)
    monkeypatch.setattr(model_file, "MOST_WORK", work)
    read_model("translation")
    monkeypatch.setattr(model_file, "MOST_WORK", work - 1)
    assert "more than is computed here" in refused("translation")


def test_the_weights_of_a_model_can_be_asked_of_it(write: Write) -> None:
    """Without any, all that it has are named with their shapes."""
    said = refused(write(text=HEAD[: HEAD.index("[weights]")] + "[weights]\n"))
    assert "E (3 × 2), W_Q (2 × 1), W_K (2 × 1), W_V (2 × 2), W_O (2 × 2), U (2 × 3); given are —" in said


@pytest.mark.parametrize("given", ["1e401", "1e-5000", "1e999999999", "-1e-999999999"])
def test_a_number_beyond_400_digits_is_called_so(given: str, write: Write) -> None:
    """It is a number; only its length is against it."""
    assert "E[1,1]: a number of more than 400 digits" in refused(write(("E = [[1, 0]", f"E = [[{given}, 0]")))
    assert "must be a number of at most 400 digits" in refused(write(("learning_rate = 0.1", f"learning_rate = {given}")))


MODEL_TABLES: dict[str, dict[str, Any]] = {
    "single-head": {"d": 2},
    "causal-decoder": {"d": 4, "H": 2, "m": 3, "L": 2, "positions": "learned", "longest": 5, "output_bias": True},
    "encoder-decoder": {"d": 4, "H": 2, "m": 3, "L": 1, "tied": False},
    "encoder-only": {"d": 4, "H": 2, "m": 3, "L": 1, "longest": 5, "embedding_norm": True, "bias_attention": True},
    "llama": {"d": 4, "H": 2, "m": 3, "L": 1, "groups": 1},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_written_and_run(kind: str, write: Write, tmp_path: Path) -> None:
    """Weights for whatever the kind asks for, through a file."""
    from lessons.model_kinds import model_of
    from lessons.settings_table import Table
    from numeric.fields import Float64

    table = {"kind": kind, **MODEL_TABLES[kind]}
    _, _, build = model_of(Table("", "model", table), 3)
    weights = {
        name: [[f"{(7 * i + 3 * j + len(name)) % 11 - 5}/8" for j in range(n)] for i in range(m)]
        for name, (m, n) in shapes(build).items()
    }
    (tmp_path / "w.json").write_text(json.dumps(weights), encoding="utf-8")
    lines = "\n".join(f"{key} = {json.dumps(value)}" for key, value in table.items())
    source = 'source = ["C", "A"]' if kind == "encoder-decoder" else ""
    text = f'vocabulary = ["A", "B", "C"]\n[model]\n{lines}\n[input]\n{source}\ntokens = ["A", "B"]\n'
    text += '[training]\ntarget = "C"\n[weights]\nfile = "w.json"\n'
    file = read_model(write(text=text))
    quantities = list(file.experiment.quantities(Float64()))
    assert {quantity.name for quantity in quantities if quantity.stage[0] == "gradients" and quantity.name} == set(weights)
    assert sum(quantity.letters == "L" for quantity in quantities) == 1


def test_a_llama_is_a_decoder_with_its_choices() -> None:
    """The same weights in both kinds: the same logits, over balls to the last bit."""
    sizes = {"N": 3, "d": 4, "H": 2, "m": 3, "L": 1, "groups": 1, "pairs": "halves", "base": 100}
    choices = {"norm": "rms", "activation": "silu", "gated": True, "positions": "rotary"}
    built = []
    for values in ({"kind": "llama", **sizes}, {"kind": "causal-decoder", **sizes, **choices}):
        _, _, build = model_of(Table("m.toml", "model", values), None)
        asked: Rows = {}
        build(arbitrary(asked))
        model: Any = build(GivenWeights(Ball(64), asked))
        built.append((asked, model.forward([1, 3, 2]).logits.rows()))
    assert built[0][0] == built[1][0]
    assert all(x.mid() == y.mid() for rows in zip(built[0][1], built[1][1], strict=True) for x, y in zip(*rows, strict=True))


def test_embeddings_are_scaled_and_outputs_biased_where_asked_for(write: Write) -> None:
    def X_0(text: str) -> list[Fraction]:
        first = next(q for q in read_model(write(text=text)).experiment.quantities(Exact()) if q.letters == "X^{(0)}")
        return [x.rational() for x in first.matrix.rows()[0]]

    plain = examples.path("pre-norm-block").read_text(encoding="utf-8").split("[training]")[0]
    weights = "[weights]" + examples.path("pre-norm-block").read_text(encoding="utf-8").split("[weights]")[1]
    assert X_0(plain + weights) == [1, Fraction(1, 2), 0, 0]
    assert X_0(plain.replace("m = 4", "m = 4\nscaled = true") + weights) == [2, 1, 0, 0]
    biased = examples.path("translation").read_text(encoding="utf-8").replace("m = 4", "m = 4\noutput_bias = true")
    assert "the weights lack b (1 × 9)" in refused(write(text=biased))


def test_rotary_positions_need_an_even_width_in_every_kind(write: Write) -> None:
    text = examples.path("pre-norm-block").read_text(encoding="utf-8")
    odd = text.replace("m = 4", 'm = 4\npositions = "rotary"\nd_k = 3')
    assert "rotary positions need an even width of the heads" in refused(write(text=odd))
