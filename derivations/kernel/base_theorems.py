"""The theorems that the checkers cite and do not prove, each with its hypotheses and a source. Nothing else is taken on trust.

A checker that cites one checks its hypotheses; a finding names the ones that its certificate cites. Sentences come in English
and Chinese.
"""

from __future__ import annotations

from typing import NamedTuple

Sentence = tuple[str, str]  # English, Chinese


class BaseTheorem(NamedTuple):
    """`says` under `hypotheses`, as found in `source`."""

    name: str
    says: Sentence
    hypotheses: tuple[Sentence, ...]
    source: str


BASE_THEOREMS: tuple[BaseTheorem, ...] = (
    BaseTheorem(
        "elementary derivatives",
        (
            "the derivative is linear; product and chain rule; (x^r)′ = r x^(r−1), exp′ = exp, log′(x) = 1/x",
            "导数是线性的；乘积法则与链式法则；(x^r)′ = r x^(r−1)，exp′ = exp，log′(x) = 1/x",
        ),
        (
            ("every function is differentiable where it is taken", "各函数在所取的点可导"),
            ("x > 0 for log and for powers that are no natural numbers", "对数与非自然数次幂要求 x > 0"),
        ),
        "W. Rudin, Principles of Mathematical Analysis, theorems 5.3, 5.5, 9.15",
    ),
    BaseTheorem(
        "addition theorems",
        (
            "sin(a + b) = sin a cos b + cos a sin b, cos(a + b) = cos a cos b − sin a sin b, sin 0 = 0, cos 0 = 1; "
            "sin is odd and cos is even; sin′ = cos, cos′ = −sin",
            "sin(a + b) = sin a cos b + cos a sin b，cos(a + b) = cos a cos b − sin a sin b，sin 0 = 0，cos 0 = 1；"
            "sin 为奇函数，cos 为偶函数；sin′ = cos，cos′ = −sin",
        ),
        (("real angles", "实数角"),),
        "W. Rudin, Principles of Mathematical Analysis, theorem 8.7 and the equations before it",
    ),
    BaseTheorem(
        "induction over layers",
        (
            "what holds of the first state, and passes from each state to the next, holds after any number of layers",
            "对首个状态成立、且由每一状态传至下一状态者，经任意多层仍成立",
        ),
        (
            ("the step holds for every layer, whatever its parameters", "对每一层、其任意参数，递推步均成立"),
            ("the state before a layer is the state after the one before it", "每层之前的状态即前一层之后的状态"),
        ),
        "natural numbers; W. Rudin, Principles of Mathematical Analysis, chapter 1",
    ),
    BaseTheorem(
        "first-order expansion",
        ("L(θ + v) = L(θ) + ⟨∇L(θ), v⟩ + o(‖v‖)", "L(θ + v) = L(θ) + ⟨∇L(θ), v⟩ + o(‖v‖)"),
        (("L is differentiable at θ", "L 在 θ 可微"),),
        "W. Rudin, Principles of Mathematical Analysis, definition 9.11",
    ),
    BaseTheorem(
        "sum of squares",
        ("a sum of squares of real numbers is positive", "实数平方和为正"),
        (("one of the numbers is not 0", "其中有一个数不为 0"),),
        "ordered fields; W. Rudin, Principles of Mathematical Analysis, proposition 1.18",
    ),
    BaseTheorem(
        "sign of a limit",
        ("what tends to a negative number is negative from some point on", "趋于负数者自某处起为负"),
        (("the limit exists and is negative", "极限存在且为负"),),
        "W. Rudin, Principles of Mathematical Analysis, definition 4.1",
    ),
    BaseTheorem(
        "exp and log are increasing",
        ("exp and log are strictly increasing, and log x ≤ x − 1", "exp 与 log 严格递增，且 log x ≤ x − 1"),
        (("x > 0 for log", "对数要求 x > 0"),),
        "W. Rudin, Principles of Mathematical Analysis, theorem 8.6",
    ),
    BaseTheorem(
        "limit of decaying exponentials",
        (
            "e^(−t g) → [g = 0] as t → ∞; finite sums and products of limits; quotients, powers, exp and log of limits",
            "t → ∞ 时 e^(−t g) → [g = 0]；极限的有限和与积；极限的商、幂、exp 与 log",
        ),
        (
            ("g ≥ 0 does not depend on t", "g ≥ 0 与 t 无关"),
            ("the limit is positive under a division, a root or a logarithm", "除法、开方与对数下极限为正"),
        ),
        "W. Rudin, Principles of Mathematical Analysis, theorems 4.4, 8.6",
    ),
    BaseTheorem(
        "expectation is linear and positive",
        (
            "E(a X + b Y) = a E X + b E Y for constants a and b; X ≥ 0 gives E X ≥ 0, and X > 0 gives E X > 0",
            "常数 a、b 满足 E(a X + b Y) = a E X + b E Y；X ≥ 0 则 E X ≥ 0，X > 0 则 E X > 0",
        ),
        (("the expectations exist", "期望存在"),),
        "P. Billingsley, Probability and Measure, theorem 16.1",
    ),
    BaseTheorem(
        "expectation of independent factors",
        ("E(X Y) = E X E Y", "E(X Y) = E X E Y"),
        (("X and Y are independent", "X 与 Y 独立"), ("E X and E Y exist", "E X 与 E Y 存在")),
        "P. Billingsley, Probability and Measure, section 21",
    ),
    BaseTheorem(
        "rank of a product",
        (
            "rank(M N) is at most the inner size; rank(M + N) ≤ rank M + rank N",
            "rank(M N) 不超过内侧维数；rank(M + N) ≤ rank M + rank N",
        ),
        (("finite matrices over a field", "域上的有限矩阵"),),
        "R. Horn, C. Johnson, Matrix Analysis, section 0.4.5",
    ),
    BaseTheorem(
        "zero test for exponentials",
        (
            "exponentials of distinct algebraic numbers are linearly independent over the algebraic numbers",
            "互异代数数的指数在代数数域上线性无关",
        ),
        (("the exponents are algebraic and distinct", "指数为互异的代数数"),),
        "Lindemann–Weierstrass; A. Baker, Transcendental Number Theory, theorem 1.4",
    ),
)
