"""Small statements about layers, information flow and transformed inputs, with what it takes to prove them."""

from __future__ import annotations

from typing import Any

from kernel_statements import at, entry, plus, statement, times, total

from derivations.kernel.check import digest
from derivations.prover import second_run
from derivations.prover.layered_search import link_certificate
from derivations.prover.search import certificate

Json = Any


def vector(name: str) -> Json:
    return entry(name, "i")


def pairing(name: str) -> Json:
    return plus(total("c", "n", times(entry(f"bar({name})", "c"), entry(f"d{name}", "c"))))


def link(x: str, y: str, *, more: Json = (), **changed: Json) -> dict[str, Json]:
    """y = x + w: bar(x) = bar(y) and ⟨bar(y), dy⟩ = ⟨bar(x), dx⟩ + ⟨bar(y), dw⟩."""
    rows = [["i", "n"]]
    moves = plus(["D", x, f"d{x}", vector(y)], ["D", "w", "dw", vector(y)])
    tensors = {name: ["n"] for name in (x, f"d{x}", "w", "dw", f"bar({y})")}
    define = [[y, rows, plus(vector(x), vector("w"))], [f"d{y}", rows, moves], [f"bar({x})", rows, vector(f"bar({y})")], *more]
    whole = statement(None, None, tensors=tensors, define=define)
    del whole["left"], whole["right"]
    gained = total("c", "n", times(entry(f"bar({y})", "c"), entry("dw", "c")))
    return {**whole, "before": pairing(x), "after": pairing(y), "gained": gained, **changed}


def state(x: str) -> list[str]:
    return [x, f"d{x}", f"bar({x})"]


def again(x: str, y: str) -> dict[str, str]:
    return dict(zip(state(x), state(y), strict=True))


LAYERS: Json = {
    "links": [link("a", "x"), link("x", "y"), link("x", "z")], "states": list(map(state, "axxz")), "repeated": [1, 2],
    "again": again("x", "y"),
}  # fmt: skip


def proved(layers: Json) -> Json:
    """Certificates of the links, whatever is wrong with how they are joined."""
    return {"statement": digest(layers), "links": [link_certificate(one) for one in layers["links"]]}


def declared(**fields: Json) -> dict[str, Json]:
    whole = statement(None, None, **fields)
    return {name: value for name, value in whole.items() if name not in ("left", "right", "free")}


MASKED = total("j", "n", times(entry("M", "i", "j"), entry("x", "j")))
TOKENS = {"masks": {"M": [["n", "n"], [1]], "G": [["n", "m"], []]}, "maps": {"t": ["n", "m"], "π": ["n", "n", "bijective"]}}


def flow(body: Json, /, *, reads: Json = ("x",), later: Json = (), causal: Json = ("M",), prefix: bool = False, **fields: Json):  # type: ignore[no-untyped-def]
    """That y_i = body is determined by what stands up to i."""
    tensors = {"x": ["n"], "E": ["m"], "P": ["n"], "q": []}
    of = declared(tensors=tensors, define=[["y", [["i", "n"]], body]], **{**TOKENS, **fields})
    links = [{"of": of, "causal": list(causal), "reads": list(reads), "later": list(later), "makes": ["y"]}]
    return {"links": links, "along": "n", "prefix": prefix, "repeated": None, "again": {}}


def told(claim: Json) -> Json:
    return {"statement": digest(claim)}


def turned(body: Json, claimed: Json, /, **fields: Json) -> Json:
    """That y = body becomes what is claimed when x_i becomes x_π(i)."""
    rows = [["i", "n"]]
    of = declared(
        tensors={"x": ["n"], "w": ["n"], "q": []}, positive=["q"], define=[["y", rows, body]], masks={"M": [["n", "n"], [1]]},
        maps={"π": ["n", "n", "bijective"]}, **fields,
    )  # fmt: skip
    return {"of": of, "input": ["x", rows, entry("x", at("π", "i"))], "outputs": [["y", rows, claimed]], "again": "y"}


CENTRED = plus(vector("x"), times(["number", "-1"], total("j", "n", entry("x", "j"))))
TURNED = turned(CENTRED, entry("y", at("π", "i")))


def stepped(claim: Json, *claims: Json) -> Json:
    """Certificates of the steps, the outputs of the statement if no others are given."""
    before, steps = [claim["input"]], []
    for one in claims or claim["outputs"]:
        steps.append([*one, certificate(second_run.equation(claim["of"], before, one))])
        before.append(one)
    return {"statement": digest(claim), "steps": steps}
