"""Information flow: what a position is determined by is at that position or before it, in every layer.

A statement is {"links": […], "along": sort, "prefix": bool, "repeated": number of a link or null, "again": {name: name}}, and a
link is

    "of"       the declarations of a statement of the language, whose left and right sides are not looked at
    "causal"   masks M of two positions with M[p, q] = 1 only where q ≤ p
    "reads"    tensors, and index functions on positions, that may differ between two runs
    "later"    index functions that may differ everywhere: the token after each position
    "makes"    defined tensors

and each tensor that a later link reads is one that the link before it makes. The link `repeated` may stand any number L ≥ 0 of
times; "again" says which of its "makes" is read as which of its "reads". What is proved, for every position i and L: two runs
whose sizes, parameters and masks are the same, and whose first "reads" agree at all positions up to i, agree up to i in the
last "makes". (A tensor with several position axes agrees up to i where all of its positions are at most i.)

With "prefix" the two runs may also have different numbers of positions: then all tensors, masks and index functions of
positions need only agree up to i, and nothing may depend on how many positions there are. So the rows of a prefix do not change
when the text grows: what a cache keeps is what would be computed again.

A term agrees in both runs if everything it reads that may differ stands at positions known to be at most i: the indices of the
definition, and q where the term is multiplied by a causal M[p, q] with p known, or by a definition that has such a factor.
(Where that mask is 0, the product is 0 in both runs, because every admitted term has a value.) Definitions follow one another,
links follow one another, layers follow one another: induction, a base theorem. A certificate is {"statement": digest}.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
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
    again, repeated = statement["again"], statement["repeated"]
    computed = [_Link(link, statement["along"], statement["prefix"]) for link in statement["links"]]
    demand(computed, "no links")
    if repeated is not None:
        demand(set(again) == computed[repeated].reads, "a layer that does not say what is read again")
        _follow(computed[repeated], computed[repeated], again)
    for at, (one, other) in enumerate(pairwise(computed)):
        demand(at != repeated or other.reads <= one.reads, "a tensor that is read and not made where there is no layer")
        _follow(one, other, again if at == repeated else {})


class _Link:
    def __init__(self, link: Mapping[str, Any], along: str, prefix: object) -> None:
        demand(set(link) == {"of", "causal", "reads", "later", "makes"}, "a link lacks or invents fields")
        self.known = known = Language({**link["of"], "free": [], "given": [], "left": ZERO, "right": ZERO})
        self.along, self.prefix = along, prefix is not False
        self.causal, self.reads, self.makes = (frozenset(link[part]) for part in ("causal", "reads", "makes"))
        self.later = frozenset(link["later"])
        demand(link["of"]["given"] == [], "hypotheses are not used here")
        demand(self.causal <= set(known.masks), "a causal mask that is no mask")
        demand(all(known.shapes[name] == (along, along) for name in self.causal), "a causal mask of other axes")
        demand(not self.reads & {*known.definitions, *known.masks}, "what is read is defined")
        demand(self.makes and self.makes <= set(known.definitions), "what is made is not defined")
        self.seen: set[str] = set()
        for name in self.makes:
            self.defined(name)

    def defined(self, name: str) -> None:
        """Demands that a defined tensor agrees up to i."""
        if name not in self.seen:
            self.seen.add(name)
            parameters, body = self.known.definitions[name]
            sorts = zip(parameters, self.known.shapes[name], strict=True)
            self.agrees(body, frozenset(at for at, sort in sorts if sort == self.along))

    def agrees(self, term: Term, up_to: Known) -> None:
        """Demands that the term agrees in two runs that agree up to i, if the indices in up_to are at most i."""
        match term:
            case ("number", _):
                return
            case ("size", sort):
                demand(not self.prefix or sort != self.along, "the number of positions is read")
            case ("entry", name, indices):
                if name in self.known.definitions:
                    self.defined(name)
                everywhere = not self.prefix and name not in self.reads and name not in self.known.definitions
                for index, sort in zip(indices, self.known.shapes[name], strict=True):
                    self.index(index, up_to)
                    demand(everywhere or sort != self.along or index in up_to, f"{name} is read at positions that may be later")
            case ("delta", *indices):
                for index in indices:
                    self.index(index, up_to)
            case ("plus", parts):
                for part in parts:
                    self.agrees(part, up_to)
            case ("times", parts):
                wider = self.guarded(parts, up_to)
                for part in parts:
                    self.agrees(part, wider)
            case ("sum", index, sort, body):
                guarded = self.guarded((body,), up_to - {index})
                demand(not self.prefix or sort != self.along or index in guarded, "a sum over all positions")
                self.agrees(body, up_to - {index})
            case ("power", inner, _) | ("apply", _, inner):
                self.agrees(inner, up_to)
            case _:
                raise Rejected("a derivative has no flow")

    def index(self, index: Any, up_to: Known) -> None:
        """What a function of a position is at later positions may differ; of positions only the number may be told."""
        if not isinstance(index, str):
            _, function, of = index
            self.index(of, up_to)
            demand(function not in self.later, "a later token is read")
            same = not self.prefix and function.removesuffix("⁻¹") not in self.reads
            source, target = self.known.maps[function.removesuffix("⁻¹")]
            demand(same or target != self.along, "a position that depends on what differs")
            demand(same or source != self.along or of in up_to, "a token is read at positions that may be later")

    def guarded(self, parts: Any, up_to: Known) -> Known:
        """up_to, with q for every factor M[p, q] of a causal mask whose p is at most i."""
        guards = self.guards(("times", parts))
        for _ in guards:
            up_to |= {q for p, q in guards if p in up_to and isinstance(q, str)}
        return up_to

    def guards(self, term: Term) -> set[tuple[Any, Any]]:
        """Pairs p, q such that the term is 0 unless q ≤ p."""
        match term:
            case ("entry", name, indices) if name in self.causal:
                return {indices}
            case ("entry", name, indices) if name in self.known.definitions:
                parameters, body = self.known.definitions[name]
                place = dict(zip(parameters, indices, strict=True))
                return {(place[p], place[q]) for p, q in self.guards(body) if p in place and q in place}
            case ("times", parts):
                return set[Any]().union(*map(self.guards, parts))
            case ("plus", (first, *rest)):
                return self.guards(first).intersection(*map(self.guards, rest))
            case ("sum", index, _, body):
                return {pair for pair in self.guards(body) if index not in pair}
        return set()


def _follow(one: _Link, other: _Link, names: Mapping[str, str]) -> None:
    """What the other link reads is what the one makes."""
    for read in other.reads:
        made = names.get(read, read)
        demand(made in one.makes, "a tensor that is read and not made")
        demand(one.known.shapes[made] == other.known.shapes.get(read), "a tensor of another shape, or no tensor")
