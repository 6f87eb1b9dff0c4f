"""An architecture with its sizes: everything that its parameters, its memory and its operations depend on."""

from __future__ import annotations

from dataclasses import fields
from typing import Literal, get_args

from lessonproof.records import dataclass
from numeric.written import NotWritten, read

Towers = Literal["encoder-decoder", "encoder-only", "decoder-only"]
Positions = Literal["learned", "sinusoidal", "rotary", "none"]
NormKind = Literal["layer", "layer-without-bias", "rms"]
Output = Literal["tied", "own", "none"]
SourceTable = Literal["shared", "own"]

LARGEST = 10**9
MOST_LAYERS = 1000  # every layer is built, several times
LONGEST_TEXT = 200

# The sizes a configuration may have, least and most; whatever is None means that it follows from the others.
_RANGES = {
    "vocabulary": (1, LARGEST),
    "d_model": (1, LARGEST),
    "layers": (1, MOST_LAYERS),
    "heads": (1, LARGEST),
    "d_ff": (1, LARGEST),
    "key_value_heads": (1, LARGEST),
    "d_k": (1, LARGEST),
    "d_v": (1, LARGEST),
    "context": (1, LARGEST),
    "segments": (0, LARGEST),
}
_CHOICES: dict[str, tuple[str, ...]] = {
    "towers": get_args(Towers),
    "positions": get_args(Positions),
    "norm": get_args(NormKind),
    "output": get_args(Output),
    "source_table": get_args(SourceTable),
}
_TEXTS = ("name", "source")


class WrongConfiguration(ValueError):
    """A configuration that no model has. `kind` names the mistake, `values` say what was written and what would do."""

    def __init__(self, kind: str, **values: object) -> None:
        super().__init__(f"{kind.replace('-', ' ')}: {', '.join(f'{name} {value}' for name, value in values.items())}")
        self.kind = kind
        self.values = values


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """Sizes and choices of one model.

    name, source: for people; source says where the sizes come from.
    towers: which of the two towers there are, each with `layers` layers.
    vocabulary: N tokens   d_model: d   heads: H   d_ff: m, the inner width of the FFN   context: the longest sequence, which
    learned positions need; None where nothing fixes it.
    key_value_heads: G, shared by the H heads in equal groups (None: G = H)   d_k, d_v: width of a key and of a value (None:
    d/H).
    positions: "learned" is a table of `context` rows; the others have no parameters   segments: rows of BERT's table of them.
    norm: LayerNorm with or without its β, or RMSNorm   embedding_norm, final_norm: one more after the embeddings, and after
    the last layer of each tower   gated: three matrices in the FFN instead of two.
    attention_biases, ffn_biases, output_biases: whether these linear layers add a bias.
    output: scores over the vocabulary by the transposed embedding table, by a matrix of its own, or not at all.
    source_table: whether the encoder embeds with the decoder's table (encoder-decoder only).
    pooler, masked_token_head, next_sentence_head: BERT's dense layer on its first position, its dense layer and norm before
    the output, and its two-way classifier (Devlin 2018, §3.1; encoder-only). Their dense layers have biases.
    printed: figures that are printed for the number of parameters, each with its place: ("Table 3", "65M").

    Raises WrongConfiguration, for values of another type too: they may come from a file.
    """

    name: str
    source: str = ""
    towers: Towers
    vocabulary: int
    d_model: int
    layers: int
    heads: int
    d_ff: int
    key_value_heads: int | None = None
    d_k: int | None = None
    d_v: int | None = None
    context: int | None = None
    positions: Positions
    segments: int = 0
    norm: NormKind = "layer"
    embedding_norm: bool = False
    final_norm: bool = False
    gated: bool = False
    attention_biases: bool = False
    ffn_biases: bool = False
    output_biases: bool = False
    output: Output = "tied"
    source_table: SourceTable = "shared"
    pooler: bool = False
    masked_token_head: bool = False
    next_sentence_head: bool = False
    printed: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for field in fields(self):
            _check_type(field.name, getattr(self, field.name), optional=field.default is None)
        self._check_heads()
        self._check_choices()

    @property
    def groups(self) -> int:
        """G, the heads of keys and values."""
        return self.heads if self.key_value_heads is None else self.key_value_heads

    @property
    def key_width(self) -> int:
        """d_k."""
        return self.d_model // self.heads if self.d_k is None else self.d_k

    @property
    def value_width(self) -> int:
        """d_v."""
        return self.d_model // self.heads if self.d_v is None else self.d_v

    @property
    def has_encoder(self) -> bool:
        return self.towers != "decoder-only"

    @property
    def has_decoder(self) -> bool:
        return self.towers != "encoder-only"

    def symbols(self) -> dict[str, int]:
        """The letters of the formulas: N, d, m, H, G, d_k, d_v, L, n (rows of learned positions), s (segments)."""
        return {
            "N": self.vocabulary,
            "d": self.d_model,
            "m": self.d_ff,
            "H": self.heads,
            "G": self.groups,
            "d_k": self.key_width,
            "d_v": self.value_width,
            "L": self.layers,
            "n": self.context if self.positions == "learned" and self.context is not None else 0,
            "s": self.segments,
        }

    def _check_heads(self) -> None:
        for name in ("d_k", "d_v"):
            if getattr(self, name) is None and self.d_model % self.heads:
                raise WrongConfiguration("not-divisible", d_model=self.d_model, heads=self.heads, setting=name)
        if self.heads % self.groups:
            raise WrongConfiguration("uneven-groups", heads=self.heads, groups=self.groups)
        if self.positions == "rotary" and self.key_width % 2:
            raise WrongConfiguration("odd-rotary", d_k=self.key_width)
        if self.positions == "learned" and self.context is None:
            raise WrongConfiguration("no-context")

    def _check_choices(self) -> None:
        two, encoder, one = "encoder-decoder", "encoder-only", "encoder-only / decoder-only"
        conflicts = (
            (self.source_table == "own" and self.towers != two, 'source_table = "own"', two),
            (self.pooler and self.has_decoder, "pooler = true", encoder),
            (self.masked_token_head and self.has_decoder, "masked_token_head = true", encoder),
            (self.embedding_norm and self.towers == two, "embedding_norm = true", one),
            (self.segments > 0 and self.towers == two, f"segments = {self.segments}", one),
        )
        for wrong, setting, needed in conflicts:
            if wrong:
                raise WrongConfiguration("needs", setting=setting, needed=f'towers = "{needed}"')
        if self.next_sentence_head and not self.pooler:
            raise WrongConfiguration("needs", setting="next_sentence_head = true", needed="pooler = true")
        for name in ("masked_token_head", "output_biases"):
            if getattr(self, name) and self.output == "none":
                raise WrongConfiguration("needs", setting=f"{name} = true", needed='output = "tied" / "own"')


def _check_type(name: str, value: object, *, optional: bool) -> None:
    if value is None and optional:
        return
    if name in _RANGES:
        least, most = _RANGES[name]
        if type(value) is not int or not least <= value <= most:
            raise WrongConfiguration("not-in-range", setting=name, given=_shown(value), least=least, most=most)
    elif name in _CHOICES:
        if value not in _CHOICES[name]:
            raise WrongConfiguration("not-a-choice", setting=name, given=_shown(value), choices=_CHOICES[name])
    elif name in _TEXTS:
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or (name == "name" and not value.strip()):
            raise WrongConfiguration("not-a-text", setting=name, given=_shown(value), most=LONGEST_TEXT)
    elif name == "printed":
        _check_printed(value)
    elif not isinstance(value, bool):
        raise WrongConfiguration("not-a-flag", setting=name, given=_shown(value))


def _check_printed(value: object) -> None:
    if not isinstance(value, tuple):
        raise WrongConfiguration("not-a-figure", place="printed", given=_shown(value))
    for place, figure in value:
        if not isinstance(figure, str) or len(figure) > LONGEST_TEXT or len(place) > LONGEST_TEXT:
            raise WrongConfiguration("not-a-figure", place=_shown(place), given=_shown(figure))
        try:
            read(figure)
        except NotWritten:
            raise WrongConfiguration("not-a-figure", place=_shown(place), given=_shown(figure)) from None


def _shown(value: object) -> str:
    """What was written, short enough for a sentence; a huge integer is never turned into text."""
    if type(value) is int and value.bit_length() > 100:
        return "…" if value > 0 else "−…"
    text = str(value).lower() if isinstance(value, bool) else value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:39] + "…"
