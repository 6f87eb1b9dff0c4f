"""Settings of the notes against the forward code of `numeric`: the same matrices, node by node."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.notes.forward_code import LAYERS, Layer, disagreement

EQUAL = {"n": 3, "d": 2, "H": 2, "d_k": 2, "d_v": 2, "m": 2}
DISTINCT = {"n": 3, "d": 4, "H": 2, "d_k": 5, "d_v": 1, "m": 6}


@pytest.mark.parametrize("sizes", [EQUAL, DISTINCT], ids=["equal", "distinct"])
@pytest.mark.parametrize("name", LAYERS)
def test_setting_and_code_agree(name: str, sizes: dict[str, int]) -> None:
    for seed in range(2):
        assert disagreement(LAYERS[name], sizes, seed) is None


@pytest.mark.parametrize(
    "name, right, wrong",
    [
        ("heads", r"/ \sqrt{d_{k}}", r"/ d_{k}"),
        ("heads", r"\sum_{l \in J_{i}}", r"\sum_{l}"),
        ("layer", r"T = X + ", r"T = N + "),
        ("layer", r"(X_{i r} - μ_{i}) / s_{i}", r"X_{i r} / s_{i}"),
        ("rotary", r"R (i ) q", r"R (- i ) q"),
    ],
)
def test_another_setting_does_not(name: str, right: str, wrong: str) -> None:
    layer = LAYERS[name]
    setting = layer.setting
    lines = {part: tuple(line.replace(right, wrong) for line in getattr(setting, part)) for part in ("forward", "where")}
    changed = replace(setting, **lines)
    assert changed != setting
    assert disagreement(Layer(changed, layer.computed), DISTINCT, 0) is not None
