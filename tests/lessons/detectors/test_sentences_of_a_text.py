"""Sentences around formulas: what a verb joins and what it does not, units in formulas, other arithmetics, what is not read."""

from __future__ import annotations

import pytest
from detected import detected, grave, passages_of

from derivations.verdict import FigureVerdict
from lessons.detectors import detect

# A verb behind a statement begins another one.
CONSEQUENCES = [
    "$n = 5$, so $n^2 = 25$ and $n = 6$ gives $n^2 = 36$.",
    r"For $d_k = 64$ the root is $\sqrt{d_k} = 8$, and $d_k = 16$ gives $\sqrt{d_k} = 4$.",
    "With $n = 5$, $n^2 = 25$; $n = 6$ gives $n^2 = 36$.",
    "while $x = 3$ gives $x^2 = 9$",
    "so $6$ gives $6^2 = 36$",
    r"$h = 12$ heads make $12 \cdot 64 = 768$ columns",
    "3 × 4 = 12 gives 12 × 2 = 24, and n = 7 needs n × 4 = 28 bytes",
    "其中 n = 6 得 n × 6 = 36",
]
# Rows that something is done with are no results.
OPERANDS = [
    r"$\mathrm{softmax}((2, 0)/2) = \mathrm{softmax}((1, 0))$",
    r"$\mathrm{softmax}((1, 2)) = \mathrm{softmax}((0, 1))$ and $\mathrm{softmax}((3, 1) - 1) = \mathrm{softmax}((2, 0))$",
    "softmax(2 · [1, 0]) = [0.88, 0.12]",
]
OTHER_ARITHMETIC = [
    "10/3 = 3 remainder 1; 17/5 = 3, remainder 2; 17 ÷ 5 = 3 R 2",
    "17 ÷ 5 = 3 余 2。",
    "11 + 2 = 1 in clock arithmetic. On a clock 11 + 2 = 1.",
    "在钟面上 11 + 2 = 1。",
    "An int8 wraps around: 127 + 1 = -128.",
]
UNITS = [
    r"$4 \cdot 512^2 = 1,048,576 \approx 1.05\,\text{M}$, $3\,\text{million} \times 2 = 6\,\text{million}$",
    r"$2 \cdot 3 = 6 = 6\text{ heads}$; $12\text{ heads} \times 64 \text{ dims} = 768$",
    r"$7 \text{B} \cdot 2 = 14\,\mathrm{GB}$, $2\,\mathrm{max}(1,2) = 4$, $60 \times 24\,\text{min} = 1\,\text{day}$",
    r"$0.5 + 0.3018 = 0.8018\ \text{nat} = 1.157\ \text{bit}$",
    r"$a = 3 \text{ and } b = 4$, $x = 5 \text{ if } y = 5$, $3 = 7 \text{ mod } 4$",
    r"$\tfrac14 (9 + 1 + 1 + 9) = 5$",
]
NOTATION = [
    r"$\log_2 8 = 3$, $\log_2(8) = 3$, $\log_{10} 100 = 2$, log₂ 8 = 3, log_2(8) = 3, $\log_2 \frac{1}{8} = -3$",
    r"$\log_2 1024 = \frac{\ln 1024}{\ln 2} = 10$, $-0.5 \log_2 0.5 - 0.5\log_2 0.5 = 1$, $\log_b n = 5$",
    r"$\lfloor 7/2 \rfloor = 3$, $\left\lceil 7/2 \right\rceil = 4$, ⌊7/2⌋ = 3, $\binom{5}{2} = 10$, $2\binom{4}{2} + 1 = 13$",
    r"Let $x = (3, -1, 2, 4)$ and $\mu = 2$. Then $x - \mu = (1, -3, 0, 2)$ and $(x-2)/2 = (0.5, -1.5, 0, 1)$.",
    r"Let $p = (0.7, 0.3)$. Then $H = -\sum_i p_i \ln p_i \approx 0.611$, $\sum_j p_j = 1$ and $\sum_{i=1}^2 p_i^2 = 0.58$.",
    r"$Q = (1, 2)$, $K = (3, 4)$. $QK^T = 11$. With $V = 32000$, $d = 768$: $Vd = 24,576,000$.",
    "With $l = 2$, $r = 3$ and $lr = 0.01$.",
    "441,673,728 bytes = 421.2 MiB, 1 MiB = 1,048,576 bytes, 1 GB = 1024 MB, 1 GB = 1000 MB, 80 GB = 74.5 GiB",
]
IN_CHINESE = [
    "80 亿参数 × 2 字节（FP16）= 16GB，70 亿参数 × 2 字节约 14 GB，16 字节/参数 × 70 亿参数 = 112 GB。",
    "6.7B（67 亿）参数 × 2 字节 = 13.4 GB，2 × 80 × 8 × 128 × 2 (FP16) = 327,680 bytes ≈ 320 KiB / token",
    r"$2 \times 80 \times 16 = 2560 \text{ 字节} \approx 2.6 \text{ KB}$，$12^3 \times 768^2 \approx 10.2 \text{ 亿}$",
    "2 的 10 次方等于 1024，10 的 3 次方 × 2 = 2000，根号 64 = 8，百分之七十五 × 4 = 3，(1024/16)² = 4096 个位置编码",
    "每个 token 占 112 KiB，626,240 tokens × 112 KB ≈ 66.9 GiB；单层激活 ≈2048×4096×2B≈16MB。",
    "矩阵为 4 × 8，即 4 行 8 列；用 3×3 共 64 个卷积核；有同学算 0.85 的 12 次方得 0.24，其实 0.85^12 ≈ 0.142。",
    "3 × 4 = **12**，约 **12** 个；**3 × 4** = 12",
]
RIGHT = CONSEQUENCES + OPERANDS + OTHER_ARITHMETIC + UNITS + NOTATION + IN_CHINESE

# text, the wrong figure, what it should be (worked out by hand beside it)
WRONG = [
    ("$n = 5$, so $n^2 = 25$ and $x = 3$ gives $x^2 = 8$.", "8", "9"),
    ("10/3 = 3. The rest is small.", "3", "3.3"),
    ("So 10 + 3 = 14 remainders.", "14", "13"),
    (r"$3 \times 4 = 12 \approx 99.9\text{M}$.", "99.9", "12.0"),
    (r"$4 \cdot 512^2 = 1,048,576 \approx 2.05\,\text{M}$ parameters.", r"2.05\,\text{M}", r"1.05\,\text{M}"),
    (r"$2 \cdot 3 = 6 = 7\text{ heads}$", "7", "6"),
    (r"$7\cdot 10^9 \cdot 2\,\text{bytes} = 15\,\text{GB}$", "15", "14"),
    (r"Let $p = (0.7, 0.3)$. Its entropy is $H = -\sum_i p_i \ln p_i \approx 0.612$.", "0.612", "0.611"),
    (r"$A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}$, $B = \begin{pmatrix} 0 & 1 \\ 1 & 0 \end{pmatrix}$. "
     r"Then $AB = \begin{pmatrix} 2 & 1 \\ 4 & 4 \end{pmatrix}$.", "4", "3"),
    ("$Q = (1, 2)$, $K = (3, 4)$. $QK^T = 12$", "12", "11"),
    ("共有 784 × 100 = 78,500 个权重。下一层更小。", "78,500", "78,400"),
    ("共有 12 + 13 = 26 个头。很好。", "26", "25"),
    ("共有 784 × 100 = 78,500 个权重、偏置。", "78,500", "78,400"),
    ("一共 12 × 13 = 157。这很好。", "157", "156"),
    ("80 亿参数 × 2 字节（FP16）= 17GB", "17", "16"),
    ("16 字节/参数 × 70 亿参数 = 113 GB", "113", "112"),
    (r"$2 \times 80 \times 16 = 2561 \text{ 字节}$", "2561", "2560"),
    (r"$12 \times 12 \times 768^2 \approx 0.86 \text{ 亿参数}$", r"0.86 \text{ 亿参数}", r"0.85 \text{ 亿参数}"),
    ("0.9 的 10 次方约为 0.36", "0.36", "0.35"),  # 0.34867…
    ("768 / 12 结果为 65", "65", "64"),
    ("需要 (1024/16)² = 4196 个位置编码", "4196", "4096"),
    ("块数为 27,000 / 2.5 ≈ **10,900 块**", "10,900", "10,800"),
    (r"$2/3\cong 66\%$", r"66\%", r"67\%"),
    (r"$\log_2(8) = 4$", "4", "3"),
    (r"$\log_{10} 100 = 3$", "3", "2"),
    ("log₂ 8 = 4", "4", "3"),
    (r"$\lfloor 7/2 \rfloor = 4$", "4", "3"),
    ("⌈7/2⌉ = 3", "3", "4"),
    (r"$\binom{5}{2} = 11$", "11", "10"),
    (r"Let $x = (3, -1, 2, 4)$ and $\mu = 2$. Then $x - \mu = (1, -3, 0, 3)$.", "3", "2"),
    ("441,673,728 bytes = 422.2 MiB", "422.2", "421.2"),  # 441,673,728/2²⁰ = 421.21…
    ("1 MiB = 1,048,567 bytes", "1,048,567", "1,048,576"),
    (r"$12 \times 7,087,872 = 85,054,464$, about 85.2M.", "85.2M", "85.1M"),
    (r"$12 \times 7,087,872 = 85,054,464$，约 8506 万。", "8506", "8505"),
]  # fmt: skip


@pytest.mark.parametrize("text", RIGHT)
def test_a_true_sentence_is_quiet(text: str) -> None:
    assert not grave(text, "lesson.md")


@pytest.mark.parametrize(("text", "printed", "expected"), WRONG, ids=[text for text, _, _ in WRONG])
def test_a_wrong_figure_is_found(text: str, printed: str, expected: str) -> None:
    (found,) = grave(text, "lesson.md")
    assert (found.printed, found.expected) == (printed, expected)


def verdicts(text: str) -> dict[str, FigureVerdict]:
    (passage,) = passages_of(text, "lesson.md")
    return {passage.text[slice(*one.span)]: one.verdict for one in detect([passage]).settled}


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("$3 \\times 4 = 12 = f(99)$", "99"),
        ("$2 + 3 = 5 \\approx g(9)$", "9"),
        ("$2 + 3 = 5 = 77 \\text{ if } x$", "77"),
        ("$H = E(x) \\approx 3.2$", "3.2"),  # what follows from something unknown is not chosen
        (r"$H = -\sum_i r_i \ln r_i \approx 0.612$", "0.612"),
    ],
)
def test_what_was_not_compared_is_neither_right_nor_given(text: str, unknown: str) -> None:
    assert unknown not in verdicts(text)
    assert any(unknown in one.text for one in detected(text, "lesson.md").not_understood)


def test_every_side_that_was_compared_is_settled() -> None:
    assert set(verdicts(r"$0.5 \cdot 0.25 = 0.125 = \frac{1}{8}$")) == {"0.5", "0.25", "0.125", "1", "8"}


def test_the_exponent_of_a_name_that_gets_a_value_is_a_label() -> None:
    assert verdicts(r"$\sigma^2 = (9 + 1)/4 = 2.5$")["2"] is FigureVerdict.STRUCTURAL
