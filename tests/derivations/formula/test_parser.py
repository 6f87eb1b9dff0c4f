"""The grammar: what a printed formula is, with its places, and which texts are refused as ambiguous."""

from __future__ import annotations

import pytest

from derivations.formula import tree
from derivations.formula.parser import FormulaError, parse
from derivations.formula.tree import Node


def side(text: str, functions: frozenset[str] = frozenset(), operators: frozenset[str] = frozenset()) -> Node:
    [chain] = parse(text, functions, operators).chains
    [only] = chain.sides
    return only


def shape(node: Node) -> str:
    """The structure of a tree in one line, e.g. `Product(a, Power(b, 2))`."""
    match node:
        case tree.Number(written=written):
            return written.text
        case tree.Symbol(name=name):
            return name
        case tree.Infinity():
            return "∞"
        case tree.Dots(sign=sign):
            return sign
    extra = [node.function] if isinstance(node, tree.Call) else [node.index] if isinstance(node, tree.Subscripted) else []
    return f"{type(node).__name__}({', '.join(extra + [shape(child) for child in tree.children(node)])})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 1.260945", "Product(a, 1.260945)"),
        ("2 ϵ", "Product(2, ϵ)"),
        ("h U", "Product(h, U)"),
        ("Z W_{O}", "Product(Z, W_O)"),
        (r"n \times d", "Product(n, d)"),
        ("a (b + c)", "Product(a, Sum(b, c))"),
        ("1 / (1 + e)", "Quotient(1, Sum(1, e))"),
        ("e / (e + 1)", "Quotient(e, Sum(e, 1))"),
        (r"\bar{S} K / \sqrt{d_{k}}", "Quotient(Product(bar(S), K), Call(sqrt, d_k))"),
        ("a / b × c", "Product(Quotient(a, b), c)"),
        ("a / b / c", "Quotient(Quotient(a, b), c)"),
        ("- a b + c", "Sum(Negative(Product(a, b)), c)"),
        ("a × - b", "Product(a, Negative(b))"),
        ("- 2^{3}", "Negative(Power(2, 3))"),
        ("2^3^n", "Power(2, Power(3, n))"),
        ("-512²", "Negative(Power(512, 2))"),
        ("X^{T}", "Transpose(X)"),
        ("Xᵀ", "Transpose(X)"),
        (r"{\bar{S}}^{T} Q", "Product(Transpose(bar(S)), Q)"),
        ("2^{T}", "Power(2, T)"),
        ("X^{(ℓ + 1)}", "Superscripted(X, Sum(ℓ, 1))"),
        ("X⁽⁰⁾", "Superscripted(X, 0)"),
        ("10000^(2i/d)", "Power(10000, Quotient(Product(2, i), d))"),
        ("e^{(a)}", "Power(e, a)"),
        ("x^{2}_{i}", "Power(x_i, 2)"),
        ("θ^{*}", "Superscripted(θ, *)"),
        (r"(A V)_{i r}", "Subscripted(ir, Product(A, V))"),
        (r"LN (x)_{r}", "Subscripted(r, Call(LN, x))"),
        ("1_{w = y}", "Indicator(1, Chain(w, y))"),
        ("1[w = y]", "Indicator(1, Chain(w, y))"),
        (r"\frac{1[w = y] a}{2}", "Quotient(Product(Indicator(1, Chain(w, y)), a), 2)"),
        (r"\sum_{r = 1}^{d_{k}} q_{i r} k_{j r} + b", "Sum(Fold(Chain(r, 1), d_k, Product(q_ir, k_jr)), b)"),
        (r"\sum_{i : t_{i} = w} X", "Fold(Chain(i, t_i, w), X)"),
        (r"\sum_{i \in I} - \ln p", "Fold(Chain(i, I), Negative(Call(ln, p)))"),
        (r"\prod_{i = 1}^{m - 1} x", "Fold(Chain(i, 1), Sum(m, Negative(1)), x)"),
        ("∑_{r} a", "Fold(r, a)"),
        (r"\frac{a}{b} c", "Product(Quotient(a, b), c)"),
        (r"\frac{\partial a_{j}}{\partial s_{k}}", "Quotient(∂a_j, ∂s_k)"),
        (r"\partial L / \partial \bar{x}_{i}", "Quotient(∂L, ∂bar(x)_i)"),
        ("√((9+1+1+9)/4)", "Call(sqrt, Quotient(Sum(9, 1, 1, 9), 4))"),
        (r"\sqrt[3]{x}", "Call(root, 3, x)"),
        ("n!", "Call(factorial, n)"),
        (r"\frac{1}{| I |}", "Quotient(1, Call(abs, I))"),
        ("η ‖ g ‖^{2}", "Product(η, Power(Call(norm, g), 2))"),
        ("{softmax}_{r o w} (S)", "Call(softmax_row, S)"),
        ("{LN}_{ℓ, 1} (x)", "Call(LN_ℓ,1, x)"),
        ("max (0, u)", "Call(max, 0, u)"),
        (r"\ln p_{C}", "Call(ln, p_C)"),
        (r"r \ln p \ln q", "Product(r, Call(ln, p), Call(ln, q))"),
        (r"p_{θ} (w ∣ t_{1}, \dots, t_{n})", "Call(p_θ, Given(w, Row(t_1, …, t_n)))"),
        ("P(a | b)", "Product(P, Given(a, b))"),
        ("(a, b)", "Row(a, b)"),
        ("[1.0, 0.5]", "Row(1.0, 0.5)"),
        ("((a))", "a"),
        ("[a + b] c", "Product(Sum(a, b), c)"),
        (r"[\begin{matrix} 1 & 0 \\ a & - 1 \end{matrix}]", "Table(1, 0, a, - 1)"),
        (r"\begin{bmatrix} 1 \\ 0 \\ \end{bmatrix}", "Table(1, 0)"),
        ("[[1, 0], [0, 1]]", "Table(1, 0, 0, 1)"),
        ("[[1], [0]]", "Table(1, 0)"),
        (r"{\begin{cases} a, & j ∈ J, \\ 0, & j ∉ J . \end{cases}", "Cases(a, Chain(j, J), 0, Chain(j, J))"),
        (r"{1, \dots, N}", "Set(1, …, N)"),
        (r"\{ x \}", "Set(x)"),
        ("{x ∣ x > 0}", "Set(Given(x, Chain(x, 0)))"),
        ("- \\infty", "Negative(∞)"),
        ("18 ÷ 6", "Quotient(18, 6)"),
        ("3 倍", "Quantity(3)"),
        ("{E, 各层参数, U}", "Set(E, 各层参数, U)"),
        (r"C ⊙ σ^{'} (B)", "Product(C, σ′, B)"),
        ("x' + attention_out", "Sum(x′, attention_out)"),
        ("a\n- 1.5", "Sum(a, - 1.5)"),
    ],
)
def test_structure(text: str, expected: str) -> None:
    assert shape(side(text)) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (r"{\bar{S}}_{21}", "bar(S)_21"),
        (r"\bar{S_{21}}", "bar(S)_21"),
        ("S̄₂₁", "bar(S)_21"),
        ("bar(S)_21", "bar(S)_21"),
        (r"{\bar{W}}_{V}", "bar(W)_V"),
        (r"\bar{ℓ}", "bar(ℓ)"),
        ("θ_{n e w}", "θ_new"),
        ("θ_new", "θ_new"),
        (r"\theta_{\mathrm{new}}", "θ_new"),
        ("p_{i, t_{i + 1}}", "p_i,t_(i+1)"),
        ("E_{t_{i}, :}", "E_t_i,:"),
        (r"t_{\leq i}", "t_≤i"),
        ("q_{i d_{k}}", "q_id_k"),
        (r"\mathbb{R}", "ℝ"),
        (r"\mathbf{x}_{i}", "bold(x)_i"),
        ("x_{i}'", "x′_i"),
        ("x'_{i}", "x′_i"),
        (r"{\tilde{q}}_{i}", "tilde(q)_i"),
        ("q̃ᵢ", "tilde(q)_i"),
        (r"\nabla L", "∇L"),
        (r"\hat{\bar{x}}", "hat(bar(x))"),
        ("一层", "一层"),
    ],
)
def test_names_are_canonical(text: str, name: str) -> None:
    node = side(text)
    assert isinstance(node, tree.Symbol)
    assert node.name == name
    assert node.base == name.partition("_")[0]


def test_base_and_subscript_of_a_name() -> None:
    node = side(r"{\bar{S}}_{21}")
    assert isinstance(node, tree.Symbol)
    assert (node.base, node.subscript) == ("bar(S)", "21")


def test_declared_functions_are_applied() -> None:
    assert shape(side("L (θ)")) == "Product(L, θ)"
    assert shape(side("L (θ)", frozenset({"L"}))) == "Call(L, θ)"
    assert shape(side(r"0.1 \nabla L (θ)", frozenset({"L"}))) == "Product(0.1, Call(∇L, θ))"
    assert shape(side(r"\nabla L (θ)", frozenset({r"\nabla L"}))) == "Call(∇L, θ)"
    assert shape(side("E [X^{2}]", frozenset({"E"}))) == "Call(E, Power(X, 2))"


def test_operators_apply_to_the_factor_after_them() -> None:
    assert shape(side("E q^{2} E k", operators=frozenset({"E"}))) == "Product(Call(E, Power(q, 2)), Call(E, k))"
    assert shape(side("E (X + Y)", operators=frozenset({"E"}))) == "Call(E, Sum(X, Y))"


def test_chains_are_separated_by_commas() -> None:
    formula = parse(r"W_{V} = W_{O} = I_{2}, U = [\begin{matrix} 1 & 0 \end{matrix}] .")
    assert [chain.relations for chain in formula.chains] == [("=", "="), ("=",)]
    assert [len(chain.sides) for chain in formula.chains] == [3, 2]
    assert len(parse("a < b,").chains) == len(parse("$a < b .$").chains) == 1


def test_every_node_knows_its_place() -> None:
    text = r"x = {\bar{S}}_{21} + \frac{a}{2 b} ."
    places = {text[slice(*node.span)] for node in tree.walk(parse(text))}
    assert places >= {r"{\bar{S}}_{21}", r"\frac{a}{2 b}", "2 b", "b", r"{\bar{S}}_{21} + \frac{a}{2 b}", text[:-2]}


def test_figures_count_in_reading_order() -> None:
    formula = parse(r"\frac{1}{2} x_{3} = \sum_{r = 4}^{5} 6 - 7 \times 10^{- 8}")
    found = tree.figures(formula)
    assert [number.figure for number in found] == [0, 1, 2, 3, 4]
    assert [number.written.text for number in found] == ["1", "2", "5", "6", r"7 \times 10^{- 8}"]


def test_the_printed_precision_tells_numbers_apart() -> None:
    assert side("0.5") == side(" 0.5")
    assert side("0.5") != side("0.50")


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("a/b c", 4),
        ("a/(b) c", 6),
        ("1/2σ", 3),
        ("3 4", 2),
        (r"\ln x y", 6),
        (r"\ln 2 x", 6),
        ("max |a|", 4),
        ("e^s_j", 3),
        ("e^f(x)", 3),
        ("√x²", 2),
        ("sin^2 (x)", 6),
        ("-3!", 0),
        ("x^{2}^{3}", 5),
        (r"\frac12", 5),
    ],
)
def test_the_ambiguous_is_refused_at_its_place(text: str, offset: int) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize(
    "text",
    [
        "", "$$", " , ", "a +", "= 1", "a = ", "a = = b", "(a", "a)", "(a]", "[0, 1)", "{a", "()", "(a,)", "{}", "a_", "a^",
        "x_{}", r"\frac{a}", r"\begin{matrix} 1 & 2 \\ 3 \end{matrix}", r"\begin{matrix} 1", r"\begin{array} 1 \end{array}",
        r"\unknown{x}", "a $ b", "a # b", "1.2.3", "9" * 401, "+ x", "a 层", "∑", "|a", "‖a|", "a | b", "^{'}", "(a b)'",
        r"\begin{cases} a \end{cases}", "[[1, 2], [3]]", "a & b", r"\mathrm{top 5}", r"\mathrm∞", r"x_\frac{a}",
    ],
)  # fmt: skip
def test_what_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert 0 <= caught.value.offset <= len(text)
    assert caught.value.message
