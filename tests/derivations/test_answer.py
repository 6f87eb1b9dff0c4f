"""Answers to an author's question: proofs, counterexamples in his letters, shapes that clash, and repairs that are proved."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derivations.answer import Answer, Outcome, answers
from derivations.prover.edits import KINDS
from derivations.prover.finding import Result
from derivations.prover.identity import Identity
from derivations.prover.question import WrongQuestion, question

SCORES: dict[str, object] = {
    "shapes": ["X: n d", "W_Q, W_K: d d_k"],
    "forward": ["Q = X W_Q", "K = X W_K", r"S = Q K^T / \sqrt{d_k}"],
}


def only(claim: str, declared: dict[str, object] = SCORES) -> Answer:
    [answer] = answers(question({**declared, "claim": claim}))
    return answer


def repaired(claim: str, declared: dict[str, object] = SCORES) -> list[tuple[str, str]]:
    """The repairs, each of them proved once more from the LaTeX that is shown."""
    found = only(claim, declared).repairs
    for repair in found:
        again = Identity(setting=question({**declared, "claim": claim}).setting, formula=repair.latex)
        assert again.examined().result is Result.PROVED
    return [(repair.kind, repair.shown) for repair in found]


def test_a_chain_has_an_answer_for_each_equation() -> None:
    found = answers(question({**SCORES, "claim": [r"\bar{W}_Q = X^T \bar{Q}, \bar{W}_K = X^T \bar{Q}", "Q = X W_Q = K"]}))
    assert [answer.outcome for answer in found] == [Outcome.PROVED, Outcome.REFUTED, Outcome.PROVED, Outcome.REFUTED]


@pytest.mark.parametrize(
    ("claim", "repair"),
    [
        (r"\bar{K} = \bar{S} Q / \sqrt{d_k}", ("transpose", "K̄ = S̄ᵀ Q/√d_k")),
        (r"\bar{W}_Q = X \bar{Q}", ("transpose", "W̄_Q = Xᵀ Q̄")),
        (r"\bar{W}_Q = \bar{Q}^T X", ("transpose", "W̄_Q = Xᵀ Q̄")),
        (r"\bar{W}_Q = - X^T \bar{Q}", ("sign", "W̄_Q = Xᵀ Q̄")),
        (r"\bar{Q} = \bar{S} K", ("factor", "Q̄ = S̄ K/√d_k")),
        (r"\bar{Q} = \bar{S} K / d_k", ("factor", "Q̄ = S̄ K/√d_k")),
        (r"\bar{W}_Q = \bar{Q} X^T", ("order", "W̄_Q = Xᵀ Q̄")),
        (r"\bar{W}_Q = X^T \bar{K}", ("letter", "W̄_Q = Xᵀ Q̄")),
        (r"\bar{X} = \bar{Q} W_Q^T", ("branch", "X̄ = Q̄ W_Qᵀ + K̄ W_Kᵀ")),
        (r"\bar{X} = \bar{Q} W_Q^T + \bar{K} W_K^T + X", ("term", "X̄ = Q̄ W_Qᵀ + K̄ W_Kᵀ")),
        (r"S_{i j} = \frac{1}{\sqrt{d_k}} \sum_{r} Q_{j r} K_{i r}", None),  # two indices are wrong
        (r"Q_{i r} = \sum_{j} X_{i j} W_{Q, r j}", ("index", "Q_ir = ∑_{j} X_ij W_{Q,jr}")),
        (r"Q_{i r} = X_{i j} W_{Q, j r}", ("sum", "Q_ir = ∑_{j} X_ij W_{Q,jr}")),
        (r"S = Q ⊙ K^T / \sqrt{d_k}", ("operator", "S = Q Kᵀ/√d_k")),
    ],
)
def test_one_edit_mends_it(claim: str, repair: tuple[str, str] | None) -> None:
    assert only(claim).outcome in (Outcome.REFUTED, Outcome.ILL_TYPED)
    found = repaired(claim)
    if repair is None:
        assert not found
    else:
        assert repair[1] in [shown for _, shown in found]


def test_the_smallest_edit_comes_first() -> None:
    """b = 2 a is mended by another letter, 2 x, and by leaving the factor out."""
    declared: dict[str, object] = {"shapes": "x: n", "where": ["a = 2 x", "b = 2 x"]}
    kinds = [KINDS.index(kind) for kind, _ in repaired("b = 2 a", declared)]
    assert kinds == sorted(kinds) and KINDS[kinds[0]] == "letter" and len(kinds) > 1


def test_a_counterexample_shows_the_whole_gradient() -> None:
    """n = 1, d_k = 2 is the least: 1/√d_k is 1 for d_k = 1. The true Q̄ is S̄ K / √2 there, the formula says S̄ K."""
    shown = only(r"\bar{Q} = \bar{S} K").counterexample
    assert shown is not None and dict(shown.sizes) == {"n": 1, "d_k": 2}
    letters = {letter.name: letter.entries for letter in shown.letters}
    row = {at: Fraction(letters["S̄"][0, 0]) * Fraction(value) for at, value in letters["K"].items()}
    assert {at: Fraction(value) for at, value in shown.right.entries.items()} == row
    assert {at for at, value in row.items() if value} == shown.differ
    for at in shown.differ:  # √2 lies between 1.41421 and 1.41422
        true = Fraction(shown.left.entries[at].rstrip("…"))
        assert abs(row[at]) / Fraction("1.41422") < abs(true) < abs(row[at]) / Fraction("1.41421")


def test_a_counterexample_has_both_sides_of_an_equation() -> None:
    shown = only("Q = K").counterexample
    assert shown is not None and shown.left.name == "Q" and shown.right.name == "K"
    letters = {letter.name: letter.entries[0, 0] for letter in shown.letters}
    x, q, k = (Fraction(letters[name]) for name in ("X", "W_Q", "W_K"))
    assert (Fraction(shown.left.entries[0, 0]), Fraction(shown.right.entries[0, 0])) == (x * q, x * k)
    assert x * q != x * k


def test_an_index_of_the_formula_is_an_axis_and_a_given_one_is_not() -> None:
    """∂a_j/∂s_k at m = 1 is 0: a softmax of one score is 1 whatever it is. The target y is one given index."""
    jacobian = r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} (δ_{j k} + a_{k})"
    shown = only(jacobian, {"shapes": "s: m", "where": r"a_{j} = \frac{e^{s_{j}}}{\sum_{r} e^{s_{r}}}"}).counterexample
    assert shown is not None and not shown.indices
    assert shown.left.lengths == (1, 1) and shown.left.entries[0, 0] == "0" and shown.right.entries[0, 0] == "2"
    target: dict[str, object] = {"shapes": "p: N", "fixed": "y: N", "positive": "p", "forward": r"L = - \ln p_{y}", "loss": "L"}
    wrong = only(r"\bar{p}_{j} = \frac{1_{j = y}}{p_{j}}", target).counterexample
    assert wrong is not None and set(wrong.indices) == {"y"}


def test_a_masked_place_is_not_claimed() -> None:
    declared: dict[str, object] = {
        "shapes": "S: n n", "masks": "J: n n",
        "forward": r"A_{i j} = \frac{1_{j \in J_{i}} e^{S_{i j}}}{\sum_{r \in J_{i}} e^{S_{i r}}}",
    }  # fmt: skip
    shown = only(r"\bar{S}_{i j} = A_{i j} \bar{A}_{i j}, j \in J_{i}", declared).counterexample
    assert shown is not None
    allowed = {at for letter in shown.letters if letter.name == "J" for at, value in letter.entries.items() if value == "1"}
    assert set(shown.left.entries) == set(shown.right.entries) == allowed


def test_a_hypothesis_is_shown_with_what_happens_without_it() -> None:
    declared: dict[str, object] = {"shapes": "v, ε:", "positive": "v ε", "where": r"s = \sqrt{v + ε}"}
    found = {each.name: each.needed for each in only("s s = v + ε", declared).hypotheses}
    assert found and set(found) <= {"v > 0", "ε > 0"}
    assert only("s = v + ε", declared).outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("claim", "kind", "left", "right", "at"),
    [
        (r"\bar{W}_Q = X \bar{Q}", "product", ("X", "n × d"), ("Q̄", "n × d_k"), r"\bar{Q}"),
        (r"Q = X W_Q + X", "sum", ("X W_Q", "n × d_k"), ("X", "n × d"), None),
        (r"Q = X", "equation", ("Q", "n × d_k"), ("X", "n × d"), "X"),
        (r"Q = 2 (X^T W_Q)", "product", ("Xᵀ", "d × n"), ("W_Q", "d × d_k"), "W_Q"),
        (r"Q_{i r} = \sum_{j} (X X)_{i j} W_{Q, j r}", "product", ("X", "n × d"), ("X", "n × d"), None),
    ],
)  # fmt: skip
def test_the_shapes_that_clash_and_where(
    claim: str, kind: str, left: tuple[str, str], right: tuple[str, str], at: str | None
) -> None:
    answer = only(claim)
    found = answer.clash
    assert answer.outcome is Outcome.ILL_TYPED and found is not None and found.kind == kind
    assert ((found.left, found.left_shape), (found.right, found.right_shape)) == (left, right)
    if at is not None:
        assert found.column == claim.rindex(at) + 1


def test_an_index_over_two_sizes() -> None:
    found = only(r"S_{i j} = \frac{1}{\sqrt{d_k}} \sum_{r} Q_{i r} K_{r j}")
    assert found.clash is not None and found.clash.kind == "letter"
    assert (found.clash.left, {found.clash.left_shape, found.clash.right_shape}) == ("r", {"n", "d_k"})
    assert found.repairs[0].shown == "S_ij = (1/√d_k) ∑_{r} Q_ir K_jr"


def test_a_line_of_the_forward_computation_may_clash() -> None:
    found = only("Q = Q", {"shapes": "X: n d", "forward": "Q = X X"})
    assert found.outcome is Outcome.ILL_TYPED and found.text == "Q = X X"
    assert found.clash is not None and found.clash.kind == "product" and found.clash.column == 7


@pytest.mark.parametrize(
    ("claim", "kind", "nearest"),
    [
        (r"\bar{W}_Q = X^T Qbar", "undeclared", "Q̄"),
        (r"\bar{W}_Q = Y^T \bar{Q}", "undeclared-new", None),
        (r"\frac{\partial L}{\partial Y} = X", "undeclared-loss", None),
        (r"S = XW_Q K^T", "joined", "X W_Q"),
    ],
)
def test_a_letter_that_is_not_declared(claim: str, kind: str, nearest: str | None) -> None:
    with pytest.raises(WrongQuestion) as caught:
        only(claim)
    assert caught.value.kind == kind
    assert caught.value.values.get("nearest") == nearest


STEP = {"shapes": ["X: n d", "W_1: d m", "T: n m"], "forward": "Z = X W_1"}
LOSS = STEP | {"forward": ["Z = X W_1", r"L = \frac{1}{2} \sum_{i,j} (Z_{i j} - T_{i j})^2"], "loss": "L"}


@pytest.mark.parametrize(
    ("declared", "claim", "outcome"),
    [
        (STEP, r"\frac{\partial L}{\partial W_1} = X^T \bar{Z}", Outcome.PROVED),
        (STEP, r"\frac{\partial L}{\partial W_1} = X^T \frac{\partial L}{\partial Z}", Outcome.PROVED),
        (STEP, r"∂L/∂W_1 = 2 X^T \bar{Z}", Outcome.REFUTED),
        (STEP, r"\frac{\partial L}{\partial W_1} = X \bar{Z}", Outcome.ILL_TYPED),
        (LOSS, r"\frac{\partial L}{\partial Z} = Z - T", Outcome.PROVED),
        (LOSS, r"\frac{\partial L}{\partial W_1} = X^T (Z - T)", Outcome.PROVED),
        (LOSS, r"\frac{\partial L}{\partial Z} = T - Z", Outcome.REFUTED),
    ],
)
def test_the_gradient_of_the_loss_may_be_written_as_a_fraction(
    declared: dict[str, object], claim: str, outcome: Outcome
) -> None:
    assert only(claim, declared).outcome is outcome


def test_the_fraction_is_no_adjoint_of_another_loss() -> None:
    r"""L is declared, and is not the loss: `\bar{W}` says nothing of its gradient."""
    other = STEP | {"shapes": [*STEP["shapes"], "L:"]}
    assert only(r"\frac{\partial L}{\partial W_1} = X^T \bar{Z}", other).outcome is Outcome.ILL_TYPED


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ({"shapes": "X: n d", "forward": ["Q = X", "Q = 2 X"]}, "defined-twice"),
        ({"shapes": "X: n d", "given": "X = 0"}, "other"),
        ({"shapes": "X: n d", "loss": "L"}, "undeclared-word"),
        ({"shapes": "X: n d", "positive": "ε"}, "undeclared-word"),
        ({"shapes": "X: n d", "rows": "x: Z"}, "undeclared-word"),
    ],
)
def test_declarations_that_prove_anything_are_refused(declared: dict[str, object], kind: str) -> None:
    with pytest.raises(WrongQuestion) as caught:
        only("X = X", declared)
    assert caught.value.kind == kind


def test_contradictory_hypotheses_prove_nothing() -> None:
    assert only("x = 2 x", {"shapes": "x:", "given": "x = x + 1"}).outcome is not Outcome.PROVED


def test_undecided_is_said() -> None:
    grown = only("c = (c + 2 c + 3 c)^{90}", {"shapes": "c:"})
    assert grown.outcome is Outcome.UNDECIDED and grown.why is not None and grown.why.key == "prove.too-large"
    nowhere = only("c = 1 / 0", {"shapes": "c:"})
    assert nowhere.outcome is Outcome.UNDECIDED and nowhere.why is not None


def test_what_states_no_equation_is_no_question() -> None:
    with pytest.raises(WrongQuestion) as caught:
        only("Q > 1")
    assert caught.value.kind == "no-equation"


LOSS: dict[str, object] = {
    "shapes": ["x: 1 d", "W: d N"], "fixed": ["y: N"], "loss": ["L"],
    "forward": ["ℓ = x W", r"p_{w} = \frac{e^{ℓ_{w}}}{\sum_{u} e^{ℓ_{u}}}", r"L = - \ln p_{y}"],
}  # fmt: skip


@pytest.mark.parametrize(
    "claim, outcome",
    [
        (r"\bar{ℓ}_{w} = p_{w} - δ_{w y}", Outcome.PROVED),
        (r"\bar{ℓ}_{w} = p_{w}", Outcome.REFUTED),
        (r"\bar{ℓ}_{w} = p_{w} (\bar{p}_{w} - \sum_{u} p_{u} \bar{p}_{u})", Outcome.PROVED),
        (r"\bar{W}_{r w} = x_{r} (p_{w} - δ_{w y})", Outcome.PROVED),
        (r"\bar{W} = x^{T} \bar{ℓ}", Outcome.PROVED),
        (r"\bar{x}_{r} = \sum_{w} (p_{w} - δ_{w y}) W_{r w}", Outcome.PROVED),
        (r"\bar{x}_{r} = \sum_{w} p_{w} W_{r w}", Outcome.REFUTED),
    ],
)
def test_a_gradient_of_the_loss_may_leave_out_what_lies_between(claim: str, outcome: Outcome) -> None:
    """The adjoints that a formula does not mention are those of the forward computation, not arbitrary ones."""
    assert only(claim, LOSS).outcome is outcome


def test_a_branch_that_is_left_out_is_missed() -> None:
    residual: dict[str, object] = {"shapes": ["X: n d", "W: d d"], "forward": ["F = X W", "Y = X + F"]}
    assert only(r"\bar{X} = \bar{Y} + \bar{F} W^{T}", residual).outcome is Outcome.PROVED
    for claim in (r"\bar{X} = \bar{Y}", r"\bar{X} = \bar{F} W^{T}"):
        assert only(claim, residual).outcome is Outcome.REFUTED


def test_a_mean_square_under_a_root() -> None:
    """v = mean(x ⊙ x) is seen not to be negative, so that v + ε has a root."""
    norm: dict[str, object] = {
        "shapes": ["x: d", "ε:"], "positive": ["ε"], "where": ["v = mean (x ⊙ x)", r"h = \frac{x}{\sqrt{v + ε}}"],
    }  # fmt: skip
    found = only(r"mean (h ⊙ h) = \frac{v}{v + ε}", norm)
    assert found.outcome is Outcome.PROVED and [one.needed for one in found.hypotheses] == [True]


def test_a_row_of_a_mask_that_may_be_empty_is_empty_somewhere() -> None:
    weights = (
        r"a_{i j} = \begin{cases} \frac{e^{S_{i j}}}{\sum_{r \in J_{i}} e^{S_{i r}}}, & j \in J_{i}, \\"
        r" 0, & j \notin J_{i} . \end{cases}"
    )
    masked: dict[str, object] = {"shapes": ["S: n n"], "masks": ["J: n n"], "where": [weights]}
    found = only(r"\sum_{j} a_{i j} = 1", masked)
    assert found.outcome is Outcome.PROVED and [one.needed for one in found.hypotheses] == [True]


@pytest.mark.parametrize(
    ("declared", "claim"),
    [
        # 1/r³ · r = 1/r², with a sum inside the root: the bound indices of the divided polynomial are numbered anew
        (
            {"shapes": ["x, g: d", "ε:"], "positive": "ε", "where": r"r = \sqrt{mean (x ⊙ x) + ε}", "forward": "y = g ⊙ x / r"},
            r"\bar{x}_{i} = \frac{g_{i} \bar{y}_{i}}{r} - \frac{x_{i}}{d r^3} \sum_{j} g_{j} \bar{y}_{j} x_{j}",
        ),
        ({"shapes": "x: d", "where": r"r = \sqrt{\sum_{i} e^{x_{i}}}"}, r"\frac{r}{r^3} = \frac{1}{r r}"),
    ],
)
def test_powers_of_a_root_of_a_sum_are_divided(declared: dict[str, object], claim: str) -> None:
    assert only(claim, declared).outcome is Outcome.PROVED
    assert only(claim.replace("r^3", "r^2"), declared).outcome is Outcome.REFUTED


INDICES: dict[str, object] = {"shapes": ["A: n m", "x: n", "y: m"], "tokens": "t: n m"}


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        (r"A_{i t_{i}} = \sum_{c} δ_{c t_i} A_{i c}", Outcome.PROVED),
        (r"A_{i t_i} = A_{i, t_{i}}", Outcome.PROVED),
        (r"A_{i t_{i}} = A_{i t_{j}}", Outcome.REFUTED),
        (r"\sum_{k} δ_{i k} \sum_{j} δ_{k j} x_{j} = x_{i}", Outcome.PROVED),
        (r"\sum_{c} \sum_{b} δ_{c b} δ_{b a} y_{a} = y_{a}", Outcome.PROVED),
        (r"\sum_{a} \sum_{i} δ_{a t_i} x_{i} = \sum_{i} x_{i}", Outcome.PROVED),
        (r"\sum_{a} \sum_{i} δ_{a t_i} x_{i} = m \sum_{i} x_{i}", Outcome.REFUTED),
        (r"A_{i t_i} = A_{t_i i}", Outcome.ILL_TYPED),
        (r"\sum_{k} x_{i} = x_{i}", Outcome.ILL_TYPED),
        (r"x_{i)+\exp(j} = x_{i)+\exp(j}", Outcome.ILL_TYPED),
    ],
)
def test_indices_of_functions_and_in_a_kronecker_delta(claim: str, outcome: Outcome) -> None:
    assert only(claim, INDICES).outcome is outcome


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        (r"y = \max(0, x)", "function"),
        (r"\|x\|^2 = \sum_{i} x_{i}^2", "norm"),
        (r"\sum_{k} x_{i} = n x_{i}", "range"),
        ("x - mean (x) = x", "number"),
        ("tr (A) = 0", "unit"),
    ],
)
def test_what_to_write_instead(claim: str, kind: str) -> None:
    found = only(claim, INDICES).clash
    assert found is not None and found.instead == kind


@pytest.mark.parametrize(
    ("declared", "claim", "kind"),
    [
        ({"shapes": "W: d d"}, "W^T W = I", "not-read"),
        ({"shapes": "x: d"}, "E[x_i] = 0", "not-read"),
        ({"shapes": "W: d d", "given": "W^T W = I"}, "W = W", "not-read-there"),
        ({"shapes": "s: N", "where": "a = softmax (s)"}, r"\sum_{j} \frac{∂a_{j}}{∂s_{l}} = 0", "derivative-alone"),
        ({"shapes": "s: N", "where": "a = softmax (s)"}, r"\frac{∂a_{j}}{∂s_{l}} + 1 = 0", "derivative-alone"),
    ],
)
def test_a_question_in_other_notation_is_told_so(declared: dict[str, object], claim: str, kind: str) -> None:
    with pytest.raises(WrongQuestion) as wrong:
        only(claim, declared)
    assert wrong.value.kind == kind
