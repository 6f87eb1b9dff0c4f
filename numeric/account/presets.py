"""Published models: their sizes with the place that states them, and what their papers print for the count."""

from __future__ import annotations

from dataclasses import replace

from numeric.account.configuration import Configuration

_TRANSFORMER = Configuration(
    name="transformer-base",
    source="Vaswani 2017, §3.1–3.4, Table 3; N: §5.1 (English–German)",
    towers="encoder-decoder",
    vocabulary=37_000,
    d_model=512,
    layers=6,
    heads=8,
    d_ff=2048,
    positions="sinusoidal",
    ffn_biases=True,
    printed=(("Table 3", "65M"),),
)

_BERT = Configuration(
    name="bert-base",
    source="Devlin 2018, §3; N, context, segments: released bert_config.json (uncased)",
    towers="encoder-only",
    vocabulary=30_522,
    d_model=768,
    layers=12,
    heads=12,
    d_ff=3072,
    context=512,
    positions="learned",
    segments=2,
    embedding_norm=True,
    attention_biases=True,
    ffn_biases=True,
    output="none",
    pooler=True,
    printed=(("§3", "110M"),),
)

_GPT_2 = Configuration(
    name="gpt-2",
    source="Radford 2019, §2.3, Table 2; heads: released hparams.json",
    towers="decoder-only",
    vocabulary=50_257,
    d_model=768,
    layers=12,
    heads=12,
    d_ff=3072,
    context=1024,
    positions="learned",
    final_norm=True,
    attention_biases=True,
    ffn_biases=True,
    printed=(("Table 2", "117M"), ("openai/gpt-2", "124M")),
)


def _gpt_2(size: str, d_model: int, layers: int, heads: int, *printed: tuple[str, str]) -> Configuration:
    return replace(_GPT_2, name=f"gpt-2-{size}", d_model=d_model, layers=layers, heads=heads, d_ff=4 * d_model, printed=printed)


_MODELS = (
    _TRANSFORMER,
    replace(_TRANSFORMER, name="transformer-big", d_model=1024, heads=16, d_ff=4096, printed=(("Table 3", "213M"),)),
    _BERT,
    replace(_BERT, name="bert-large", d_model=1024, layers=24, heads=16, d_ff=4096, printed=(("§3", "340M"),)),
    _GPT_2,
    _gpt_2("medium", 1024, 24, 16, ("Table 2", "345M"), ("openai/gpt-2", "355M")),
    _gpt_2("large", 1280, 36, 20, ("Table 2", "762M"), ("openai/gpt-2", "774M")),
    _gpt_2("xl", 1600, 48, 25, ("Table 2", "1542M"), ("openai/gpt-2", "1558M")),
    Configuration(
        name="gpt-3",
        source="Brown 2020, §2.1, Table 2.1; N, biases, norms, tying: as GPT-2; its banded attention counted as dense",
        towers="decoder-only",
        vocabulary=50_257,
        d_model=12_288,
        layers=96,
        heads=96,
        d_ff=49_152,
        context=2048,
        positions="learned",
        final_norm=True,
        attention_biases=True,
        ffn_biases=True,
        printed=(("Abstract", "175B"), ("Table 2.1", "175.0B")),
    ),
    Configuration(
        name="llama-2-7b",
        source="Touvron 2023 (Llama 2), §2.2, Table 1; d, H, L: Touvron 2023 (LLaMA), Table 2; m: released params.json",
        towers="decoder-only",
        vocabulary=32_000,
        d_model=4096,
        layers=32,
        heads=32,
        d_ff=11_008,
        context=4096,
        positions="rotary",
        norm="rms",
        final_norm=True,
        gated=True,
        output="own",
        printed=(("LLaMA, Table 2", "6.7B"), ("Llama 2, Table 1", "7B")),
    ),
)

PRESETS: dict[str, Configuration] = {model.name: model for model in _MODELS}
