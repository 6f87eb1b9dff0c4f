"""A ratio in words, `1,000 is 33% of 3,000`, `512 is 0.2 times 2,500`: what is rounded there is the ratio.

Read as an equation it would say that 1,000 is 990. Authors who put the amount first have divided: the percentage, or the
decimal before “times”, is the quotient of the two amounts, rounded as it is printed. `33% of 3,000 is 990` is a product.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.formula import tree
from lessonproof.records import dataclass
from lessons.comparison import Judgement, NotComputed, Worth, compare
from lessons.passage import Span
from lessons.printed import Printed
from lessons.relations import Chain, Side
from lessons.sign import Role

_STATED = ("is", "are", "equal")
_OF = frozenset({"of", "times"})


@dataclass(frozen=True, slots=True)
class Ratio:
    """printed: the ratio.   span, amounts: of it and of the two amounts, in the passage.   verdict: the ratio beside them."""

    printed: str
    span: Span
    amounts: tuple[Span, Span]
    verdict: Judgement


def ratio_of(chain: Chain, text: str) -> Ratio | None:
    """The ratio that a chain of two sides states in words.   text: of the passage."""
    if len(chain.sides) != 2 or not chain.relations[0].said.startswith(_STATED):
        return None
    whole, product = chain.sides
    amount, node = whole.node, product.node
    if not isinstance(amount, tree.Number) or not isinstance(node, tree.Product) or len(node.factors) != 2:
        return None
    share, base = node.factors
    if not isinstance(share, tree.Number) or not isinstance(base, tree.Number) or not base.value:
        return None
    if whole.units != product.units or not _in_words(product, text) or not _is_rounded(share):
        return None
    quotient = tree.Quotient(replace(amount, figure=0), replace(base, figure=1), span=node.span)
    about = product.about or chain.relations[0].text == "≈"
    try:
        ((verdict,),) = compare([[Printed(share.written, share.span)]], Worth(quotient, {}), {}, approximate=about)
    except NotComputed:
        return None
    amounts = whole.places(amount.span), product.places(base.span)
    return Ratio(share.written.text, product.places(share.span), amounts, verdict)


def _in_words(side: Side, text: str) -> bool:
    operators = [sign for sign in side.signs if sign.role is Role.OPERATOR]
    return len(operators) == 1 and text[operators[0].start : operators[0].end] in _OF


def _is_rounded(share: tree.Number) -> bool:
    """Whether it is a percentage or has decimals: twice an amount is exactly that."""
    return share.written.text.endswith("%") or share.ulp < 1
