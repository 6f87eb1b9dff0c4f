"""Information flow: what a position is determined by is at that position or before it, in every layer.

A statement is {"links": […], "along": sort, "prefix": bool, "repeated": number of a link or null, "again": {name: name}}; a link is

    "of"       the declarations of a statement of the language, whose left and right sides are not looked at
    "causal"   masks M of two positions with M[p, q] = 1 only where q ≤ p
    "reads"    tensors, and index functions on positions, that may differ between two runs
    "makes"    defined tensors

and each tensor that a later link reads is one that the link before it makes. The link `repeated` may stand any number L ≥ 0 of
times; "again" says which of its "makes" is read as which of its "reads". What is proved, for every position i and L: two runs
whose sizes, parameters and masks are the same, and whose first "reads" agree at all positions up to i, agree up to i in the
last "makes". (A tensor with several position axes agrees up to i where all of its positions are at most i.)

With "prefix" the two runs may also have different numbers of positions: then all tensors, masks and index functions of
positions need only agree up to i, and nothing may depend on how many positions there are. So the rows of a prefix do not change
when the text grows: what a cache keeps is what would be computed again.

A term agrees in both runs if everything it reads that may differ stands at positions that are known to be at most i: the
indices of the definition, and q where the term is multiplied by a causal M[p, q] with p known. (Where that mask is 0, the
product is 0 in both runs, because every admitted term has a value.) Definitions follow one another, links follow one another,
layers follow one another: induction, a base theorem. A certificate is {"statement": digest}.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.kernel.check import digest
from derivations.kernel.language import Language, Rejected, Term, demand
from derivations.kernel.untrusted import untrusted

ZERO = ["number", "0"]
Known = frozenset[str]  # indices of positions that are at most i


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if nothing flows backwards."""
    demand(set(statement) == {"links", "along", "prefix", "repeated", "again"}, "no statement about information flow")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    links, again, repeated = statement["links"], statement["again"], statement["repeated"]
    demand(links, "no links")
    computed = [_Link(link, statement["along"], statement["prefix"] is True) for link in links]
    for one, other in zip(computed, computed[1:], strict=False):
        _follow(one, other, {name: name for name in other.reads})
    if repeated is not None:
        layer = computed[repeated]
        demand(set(again) == layer.reads, "a layer that does not say what is read again")
        _follow(layer, layer, again)
        if repeated + 1 < len(links):
            for name in computed[repeated + 1].reads:  # with no layer at all, the input of the layer is read
                demand(name in layer.reads and again[name] in layer.makes, "the layer's output has another name than its input")


class _Link:
    def __init__(self, link: Mapping[str, Any], along: str, prefix: bool) -> None:
        demand(set(link) == {"of", "causal", "reads", "makes"}, "a link lacks or invents fields")
        self.known = Language({**link["of"], "free": [], "given": [], "left": ZERO, "right": ZERO})
        self.along, self.prefix = along, prefix
        self.causal, self.reads, self.makes = (frozenset(link[part]) for part in ("causal", "reads", "makes"))
        known = self.known
        demand(along in known.sorts and link["of"]["given"] == [], "positions without a sort, or hypotheses")
        demand(all(known.shapes[name] == (along, along) for name in self.causal), "a causal mask of other axes")
        demand(self.causal <= set(known.masks), "a causal mask that is none")
        demand(not self.reads & {*known.definitions, *known.masks}, "a tensor that is read is defined")
        demand(self.makes and self.makes <= set(known.definitions), "a tensor that is made is not defined")
        self.differs: dict[Any, bool] = {}
        for name in self.makes:
            self.agrees_in(name)

    def agrees_in(self, name: str) -> None:
        """Demands that a defined tensor agrees up to i."""
        if name not in self.differs:
            self.differs[name] = True
            parameters, body = self.known.definitions[name]
            sorts = dict(zip(parameters, self.known.shapes[name], strict=True))
            self.agrees(body, frozenset(at for at, sort in sorts.items() if sort == self.along), sorts)

    def agrees(self, term: Term, up_to: Known, sorts: Mapping[str, str]) -> None:
        """Demands that the term agrees in two runs that agree up to i, if the indices in up_to are at most i."""
        match term:
            case ("number", _):
                return
            case ("size", sort):
                demand(not (self.prefix and sort == self.along), "the number of positions is read")
            case ("entry", name, indices):
                for index in indices:
                    self.index(index, up_to)
                if name in self.known.definitions:
                    self.agrees_in(name)
                at = [index for index, sort in zip(indices, self.known.shapes[name], strict=True) if sort == self.along]
                free = not self.prefix and name not in self.reads and name not in self.known.definitions
                demand(free or all(index in up_to for index in at), f"{name} is read at a position that may be later")
            case ("delta", *both):
                for index in both:
                    self.index(index, up_to)
            case ("plus", parts):
                for part in parts:
                    self.agrees(part, up_to, sorts)
            case ("times", parts):
                wider = self.guarded(parts, up_to)
                for part in parts:
                    if not self.is_guard(part, wider):
                        self.agrees(part, wider, sorts)
            case ("sum", index, sort, body):
                inner = up_to - {index}
                if self.prefix and sort == self.along:
                    demand(index in self.guarded(body[1] if body[0] == "times" else (body,), inner), "a sum over all positions")
                self.agrees(body, inner, {**sorts, index: sort})
            case ("power", base, _):
                self.agrees(base, up_to, sorts)
            case ("apply", _, argument):
                self.agrees(argument, up_to, sorts)
            case _:
                raise Rejected("a derivative has no flow")

    def index(self, index: Any, up_to: Known) -> None:
        """An index that a function makes of a position: the function may differ at later ones."""
        if not isinstance(index, str):
            _, function, of = index
            self.index(of, up_to)
            source, _ = self.known.maps[function.removesuffix("⁻¹")]
            free = not self.prefix and function not in self.reads
            demand(free or source != self.along or (of in up_to and not function.endswith("⁻¹")), "a later token is read")

    def guarded(self, parts: Any, up_to: Known) -> Known:
        """With the positions q of factors M[p, q] whose p is at most i."""
        wider = up_to
        for _ in parts:
            wider |= {part[2][1] for part in parts if self.is_guard(part, wider) and isinstance(part[2][1], str)}
        return wider

    def is_guard(self, part: Term, up_to: Known) -> bool:
        return part[0] == "entry" and part[1] in self.causal and part[2][0] in up_to


def _follow(one: _Link, other: _Link, names: Mapping[str, str]) -> None:
    """What the other link reads is what the one makes."""
    for read, made in names.items():
        demand(made in one.makes, "a tensor that is read and not made")
        demand(one.known.shapes[made] == other.known.shapes.get(read), "a tensor of another shape, or no tensor")
