"""Chains of relations: what is wrong is found at its place, with the right print; what is right on some fair reading is not."""

from __future__ import annotations

import pytest
from detected import detected, grave

from derivations.verdict import FigureVerdict, Severity

# text, the wrong figure, what it should be (worked out by hand beside it)
WRONG = [
    ("Of 1000 weights one is left out: 1000 − 1 = 1000.", "1000", "999"),  # bits would be 111
    ("Attention dominates when 8 * 4608 ~ 32k tokens.", "32k", "37k"),  # 36,864
    ("With x = -2, y = 5, z = -4 we get (x+y)z = 12.", "12", "-12"),  # 3 · (−4)
    ("The first layer has 784 inputs * 100 neurons = 61,400 weights.", "61,400", "78,400"),
    (r"In all $784\cdot200+200+200\cdot10 = 159{,}010$ parameters.", r"159{,}010", r"159{,}000"),  # 156,800 + 200 + 2,000
    ("There are 768 (= 28x28) inputs.", "768", "784"),
    ("In float32, 5,000 x 50,000 floats take 2 GB of memory.", "2", "1"),  # 2.5e8 · 4 bytes
    (r"For a small step $(0.01)^2 \sim 0.001$ is dropped.", "0.001", "0.000"),  # 0.0001
    ("This takes 80*18*1.25/8 -> 23 GPUs of 80 GB.", "23", "225"),  # 1800/8
    (r"So $0.0001\cdot0.9985+0.98\cdot0.0015=0.00176955$.", "0.00176955", "0.00156985"),  # 0.00009985 + 0.00147
    ("例如 $12=2\\times3\\times3$ 是质因数分解。", "12", "18"),
    ("softmax([0,1]) = [0.26, 0.73]", "0.26", "0.27"),  # 1/(1 + e) = 0.268941…
    (r"The slope is $0.9591\cdot(1-0.9591)=0.03932$ there.", "0.03932", "0.03923"),  # 0.9591 · 0.0409 = 0.03922719
    ("Since 96e9/10 is about 9B parameters fit.", "9B", "10B"),
    ("Checkpoints: 2 * 8192 * 4e6 * 3 * 80 ~ 20.9TB in all.", "20.9", "15.7"),  # 1.572864e13 bytes
    ("The sum 2 + 3 equals 6.", "6", "5"),
    ("seven times eight is fifty-five", "fifty-five", "56"),
    ("三 乘以 四 等于 十三", "十三", "12"),
    ("20% of 50 = 12", "12", "10"),
    ("3.5 million × 2 = 7.5M", "7.5M", "7.0M"),
    ("3.5 million × 2 = 7.5 million", "7.5 million", "7.0 million"),
    ("√5 ≈ 2.23", "2.23", "2.24"),  # 2.2360…
    ("2^10 = 1,025", "1,025", "1,024"),
    ("10! = 3628801", "3628801", "3628800"),
    (r"$\sum_{i=1}^{10} i = 54$", "54", "55"),
    ("1 + 2 + … + 100 = 5051", "5051", "5050"),
    ("d_model = 512, h = 8, so d_model / h = 65", "65", "64"),
    ("[1, 2, 3] · [4, 5, 6] = 33", "33", "32"),
    ("0.7 万 × 3 = 2.2 万", "2.2 万", "2.1 万"),
    ("5 × 3 (heads) = 16", "16", "15"),
    ("ln 2 = 0.694", "0.694", "0.693"),
    ("7B params × 2 bytes = 15 GB", "15", "14"),
    ("12 个头 × 64 维 = 778", "778", "768"),
    ("10/3 = 3", "3", "3.3"),
    ("2/3 = 0.66", "0.66", "0.67"),
    ("124.4 + 38.6 = 164.0 million", "164.0", "163.0"),  # the word counts both sides
    ("60 + 5 = 66M", "66", "65"),
    ("5,000 × 50 = 2M", "2M", "0M"),
    ("So 768 is 28 × 28.", "768", "784"),
    ("In 2017 it was 3 × 5 = 16.", "16", "15"),
    ("reshape([[1,2,3,0],[4,5,6,0],[7,8,9,0]], (4, 3)) = [[1,2,3],[0,4,5],[9,0,7],[8,9,0]]", "9", "6"),
    ("6 × 7e9 × 1e9 = 4.3e19 FLOPs", "4.3e19", "4.2e19"),
    ("768 × 768 × 3 = 1.79M FLOPs per token", "1.79M", "1.77M"),  # 1,769,472
    ("6.3e24 / 8.75e22 ≈ 73 days", "73", "72"),  # off by less than any other unit of time would be
    ("16 / 2000 × 1000 = 9 ms", "9", "8"),
    ("6.3e17 / 5e13 = 1.27e4 s", "1.27e4", "1.26e4"),
    ("It takes 6.3e17 / 1.25e14 = 5,050 s = 1.4 h ≈ $2.50.", "5,050", "5,040"),
    ("12,600 s = 3.6 hours", "3.6", "3.5"),
    ("204 h = 8.6 days", "8.6", "8.5"),
    ("2 × 16 × 128 = 4097 floats", "4097", "4096"),
    ("7 × 2 bytes = 15 GB", "15", "14"),  # of 7 billion parameters
    ("81,920 bytes/token × 131,072 tokens = 10,737,418,241 bytes", "10,737,418,241", "10,737,418,240"),
    ("6.4e16 / 4.2e11 = 152,391 tokens/s", "152,391", "152,381"),
    ("2 × 256 × 64 × 2 bytes (fp16) = 67 KB per token", "67", "66"),  # 65,536: 65.5 KB, 64 KiB
]

QUIET = [
    "8 * 4608 = 36,864 ~ 37k",
    "24M * 4 bytes ~= 96MB, 15.2M * 4 bytes ~= 61MB (58 MiB)",
    "784 * 100 = 78,400 weights (78,500 with biases)",
    "80*18*1.25/80 = 22.5 -> 23 GPUs",
    "With B = 16e6: 2*40*B*5120*(1+2*2.7) = 4.2e13",
    "96e9/10 = 9.6e9, rounds to 10B",
    "2 * 8192 * 4e6 * 3 * 80 = 15.7TB (20.97TB needs a factor 4)",
    "CE[(0,0,1),(0.8,0.7,0.1)] = 5.12",
    "- 3 × 4 = 12\n- 2 + 2 = 4\n1. 5 - 3 = 2\n2) 5 + 3 = 8",
    "The network is 28*28 -> 128 -> 10.",
    "Solve 2x = 6 for x. Later x = 5.",
    "GPT-4 = 3 × 5? version 1.2.3 = 4, on 2017-10-12 = 3",
    "sin(30°) = 0.5; sin(30) = 0.5; log(100) = 2; log(8) = 3; sin(1) = 0.84",
    "2 × 3 = 5–7, 5 ± 1 = 6 × 2, loss - 5 = 2 - 9, (3) 2 + 2 = 4",
    "x = x + 1 = 5; if n % 4 == 0: y = 2; 7 // 2 = 3; the remainder of 5 divided by 2 is 1",
    "1 GB = 1024 MB, 4 × 256 MB = 1 GB, 2 GiB = 2048 MiB, 8 × 80 GB = 640 GB",
    "8 bits = 1 byte; 3 × 8 bits = 3 bytes; 1 GPU = 8 × 10 GB",
    "1000/10 = 2 orders of magnitude; 100 km / 2 h = 50 km/h; 7 × 24 小时 = 1 周",
    "batch 32 × 4 = 128 tokens; 3 heads × 64 = 192, heads = 8; a 2 × 3 = 6 table; a = 0.5",
    "of shape 3x2x4 and dim=2; (2×3)(3×4) = (2×4); he scored 3:15 = 4",
    "n = 1, 2, 3 and 2n = 10; -2² = -4; 8 × 4 ≈ 30; ~7 × 2 = 14",
    "a = 1\n\na + 1 = 2\n\nNow a + 1 = 3.",
    "With n = 5 the total is 3 × 4 = 12.",
    "0.1 + 0.2 = 0.30000000000000004; 1 + 1 = 10 in binary",
    "2^32 = 4,294,967,296 ≈ 4.29e9 ≈ 4.3B; 0.5 = 1/2 = 50%; 4/3 ≈ 1,333",
    "80% × 50 = 40; 5 × 10 = 5e1 = 50.0; x[0] = 3 * 2 = 6; f(2) = 3 + 4",
    "H100 × 8 = 640 GB; $5 and $6 × 2 = $12; Heaviside(0) = 1/2",
    "124.4 + 38.6 = 163.0 million, 20 × 70 = 1400 billion, 60 + 5 = 65M, 312 × 0.4 = 124.8 万亿",
    "The loss of the target with p = 0.609 is -ln 0.609 ≈ 0.496 nats.",
    "96 heads of size 128 make 96 × 128 = 12,288; step 2 is 0.008/0.19 = 0.0421; to halve it one needs 2^10 = 1024",
    "3,14 · 2 = 6,28 und 2,5 + 3,5 = 6,0",
    "In hexadecimal 8 + 8 = 10 and 8 + 9 = 11. In GF(2), 1 + 1 = 0. In binary, 1 + 1 = 10. 在二进制中 1 + 1 = 10",
    "each has 9 * 2 bytes = 18 bytes; 16000Hz * 0.03s * 2 bytes = 960 bytes",
    "A 7B model takes 7 × 2 bytes = 14 GB; 16 bytes × 1.8 = 28.8 TB of 1.8T parameters",
    "6.3e17/1.25e14 = 5,040 s = 1.4 h ≈ $2.50; 8 × 24 = 192 h ≈ €400",
    "$8.5 + 4.2 + 0.33 = 13.03 \\times 10^9 \\approx 13B$",
    "8.5 + 4.2 = 12.7 × 10^9 ≈ 12.7B",
    "seq 2048 × hidden 4096 × 2 bytes = 16 MB; 3 × width 5 = 15",
    "5,040 s = 1.4 h; 204 h ≈ 8.5 days; 8 h = 1 day; 90 s ≈ 2 min; 1,000 ms = 1 s; x = 3 s = 12; 24 h = 1 day = 86,400 s",
    "1010 + 0110 = 10000; 0101 + 0011 = 1000; 1000 - 1 = 111",
    "4×3 · 3×2 = 4×2; 2×5 · 5×5 · 5×1 = 2×1",
    "320 KB/token × 128K tokens = 40 GB; 900 GB/s × 2 s = 1800 GB; 16 GB / 2 TB/s = 8 ms",
    "60 × 24 = 1 day; 3600 × 24 = 24 hours; 12 × 30 = 1 year; 52 × 7 = 365 days; 2 × 512 × 512 = 0.5 GFLOPs",
    "$a = 0.4 \\cdot 0.59327 + 0.45 \\cdot 0.59688 + 0.6 = 1.10590$\n\n$1/(1 + e^{-a}) = 1/(1 + e^{-1.10590}) = 0.75136$",
    "scores[0][0] = 1×1 + 1×1 = 2; scores[1][0] = 0×1 + 1×0 = 0",
]


@pytest.mark.parametrize(("text", "printed", "expected"), WRONG, ids=[text for text, _, _ in WRONG])
def test_a_wrong_figure_is_found_at_its_place(text: str, printed: str, expected: str) -> None:
    first = grave(text)[0]
    assert (first.printed, first.expected) == (printed, expected)
    assert text[first.place.column - 1 :].startswith(printed)


# the prose around a formula: what counts its figures, and what is no factor of it
AROUND_FORMULAS = [
    r"It takes $7 \times 10^9 \times 2 = 14$ GB, $6.738 \times 10^9 \times 2 \approx 13.48$ GB, or 12.55 GiB.",
    r"This makes $1024 \times 548 \times 2 \approx 1.12$ million dollars, and $124.4 + 38.6 = 163.0$ million in all.",
    r"共 $3.2 \times 10^8 \times 2 = 6.4$ 亿，每秒 $0.4 \times 312 = 124.8$ 万亿次。",
    r"The loss 2.303 正是 $\ln 10 \approx 2.303$.",
    r"的 0.02 再除以 $\sqrt{24} \approx 4.899$，得 $0.02/4.899 \approx 0.0041$。",
    r"Of these $4 \cdot 256 = 1024$ (0.1 %) are in the norms, and $768$ (= 28 · 28 − 16) are not.",
    r"The values of step 2 are $m = 0.008/0.19 \approx 0.0421$.",
    r"In $\mathbb{Z}_7$ we have $3 + 5 = 1$ and $3 \cdot 5 = 1$.",
]
WRONG_AROUND_FORMULAS = [
    (r"For $7 \times 10^9 \times 2 = 15$ GB we pay.", "15", "14"),
    (r"That is $124.4 + 38.6 = 164.0$ million in all.", "164.0", "163.0"),
    (r"So $3 \times 4 = 13$ tokens and more words than a label has go on here.", "13", "12"),
    (r"即 $20 \times 70 = 1500$ 亿。", "1500", "1400"),
    (r"There are $768$ (= 28 · 28) inputs.", "768", "784"),
    # what a name means elsewhere does not touch the sides without it
    (r"$\sigma = 2$ or $\sigma = 3$. Here $\sigma^2 = (2 - 4)^2 + 1 = 4 + 1 = 15$.", "15", "5"),
    (r"Of these $4 \cdot 256 = 1025$ (0.1 %) are in the norms.", "1025", "1024"),
]


@pytest.mark.parametrize("text", AROUND_FORMULAS)
def test_words_around_a_formula_are_no_part_of_it(text: str) -> None:
    assert not grave(text, "lesson.md")


@pytest.mark.parametrize(("text", "printed", "expected"), WRONG_AROUND_FORMULAS)
def test_a_wrong_figure_among_words_is_found(text: str, printed: str, expected: str) -> None:
    first = grave(text, "lesson.md")[0]
    assert (first.printed, first.expected) == (printed, expected)


@pytest.mark.parametrize("text", QUIET)
def test_what_is_right_on_a_fair_reading_is_quiet(text: str) -> None:
    assert not grave(text)


@pytest.mark.parametrize("text", QUIET)
def test_and_in_markdown_as_well(text: str) -> None:
    assert not grave(text, "lesson.md")


def test_a_false_inequality() -> None:
    (found,) = grave("2 × 3 > 7")
    assert found.rule == "inequality-wrong"
    assert not grave("2 × 3 > 5 and while t = 1: t × 2 < 1")


def test_two_sides_that_differ() -> None:
    (found,) = grave("2 × 3 × 4 = 2 × 13")
    assert found.rule == "arithmetic-sides-differ"
    assert found.printed == "2 × 13"


def test_a_rounded_operand_stands_for_its_source() -> None:
    """37,000 × 512 = 18.944M, twice that is 37.888M, but 2 × 18.94M is 37.88M."""
    (found,) = detected("37,000 × 512 = 18.94M, and 2 × 18.94M = 37.89M").findings
    assert (found.rule, found.severity) == ("figure-loose", Severity.NOTE)
    assert not grave("37,000 × 512 = 18.94M, and 2 × 18.94M = 37.88M")


def test_operands_that_may_have_been_rounded_make_it_a_warning() -> None:
    """2 × [18.935M, 18.945M] reaches 37.89M, so it is possible; 37.92M is not."""
    (possible,) = grave("2 × 18.94M = 37.89M")
    assert (possible.severity, possible.message.key) == (Severity.WARNING, "arithmetic-possible")
    (impossible,) = grave("2 × 18.94M = 37.92M")
    assert impossible.severity is Severity.ERROR


def test_a_name_that_was_printed_as_a_rounding_excuses_what_it_explains() -> None:
    """p ≈ 0.339660 stands for all numbers that round to it: 3 p may print 1.018981, and never 1.018990."""
    assert not grave("The result is p ≈ 0.339660, so 3 p ≈ 1.018981.")
    assert grave("The result is p ≈ 0.339660, so 3 p ≈ 1.018990.")


def test_what_a_float_prints_is_a_note() -> None:
    (note,) = detected("0.1 + 0.2 = 0.30000000000000004").findings
    assert (note.rule, note.severity) == ("arithmetic-floating-point", Severity.NOTE)


def test_a_name_with_two_meanings_refutes_nothing() -> None:
    found = detected("n = 4\n\nn = 5\n\nThen 2n = 12.")
    assert not found.findings
    assert ("12", "unread-name-elsewhere") in {(one.text, one.reason.key) for one in found.not_understood}
    assert all(one.verdict is not FigureVerdict.WRONG for one in found.settled)


def test_two_detectors_say_the_same_once() -> None:
    assert [one.printed for one in grave("softmax([0, 1]) = [0.26, 0.73]")] == ["0.26"]


def test_a_binary_unit_is_a_note() -> None:
    """2 · 32 · 32 · 128 · 2048 · 2 bytes are 1,073,741,824."""
    (note,) = detected("2 × 32 × 32 × 128 × 2048 × 2 bytes = 1.00 GB").findings
    assert (note.rule, note.severity) == ("arithmetic-binary-unit", Severity.NOTE)


def test_what_is_not_understood_is_said_and_not_judged() -> None:
    (one,) = detected("Here f(3) + 2 × 4 = 12 holds.").not_understood
    assert one.place.line == 1
    assert not grave("Here f(3) + 2 × 4 = 12 holds.")


def test_figures_that_hold_are_settled() -> None:
    settled = {(one.span, one.verdict) for one in detected("8 × 4608 = 36,864 ≈ 37k").settled}
    assert settled == {
        ((0, 1), FigureVerdict.EXACT),
        ((4, 8), FigureVerdict.EXACT),
        ((11, 17), FigureVerdict.EXACT),
        ((20, 23), FigureVerdict.ROUNDED),
    }


@pytest.mark.parametrize(
    ("line", "wrong", "printed", "expected"),
    [
        ("Decoder3（3 个词）63 × 6 = 18", "= 19", "19", "18"),
        ("37,000 × 51237,000×512 = 18.94M", "= 18.95M", "18.95M", "18.94M"),
        ("4 × 512² ≈ 1.05M33%", "≈ 1.06M", "1.06M", "1.05M"),
        ("18.94M18.94M2 × 18.94M = 37.88M", "= 37.95M", "37.95M", "37.88M"),
        ("0（偶数维）0/4 = 01/10000⁰ = 1.0", "= 1.1", "1.1", "1.0"),
        ("pos=1sin(1)=0.84cos(1)=0.54", "cos(1)=0.55", "0.55", "0.54"),
    ],
)
def test_cells_that_an_export_runs_together(line: str, wrong: str, printed: str, expected: str) -> None:
    assert not grave(line)
    sign = wrong.rstrip("0123456789.M")
    right = next(part for part in (sign + expected,) if part in line)
    (found,) = grave(line.replace(right, wrong))
    assert (found.printed, found.expected) == (printed, expected)


def test_several_cuts_that_fit_are_not_understood() -> None:
    """`）12 × 0 = 0` is 12 × 0, or the cells 1 and 2 × 0: both hold, nothing is wrong; cut or not, the rest may be 0."""
    found = detected("行（一）112 × 0 = 5")
    assert not [one for one in found.findings if one.expected not in ("0", None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,000 is 33% of 3,000.", []),
        ("1,000 is 34% of 3,000.", [("34%", "33%")]),
        ("9,175,040 parameters are about 0.29% of 3.2 billion.", []),
        ("9,175,040 is 2.87% of 3,200,000,000.", [("2.87%", "0.29%")]),
        ("512 is 0.2 times 2,500.", []),
        ("512 is 0.3 times 2,500.", [("0.3", "0.2")]),
        ("3,072 is 3 times 768.", [("3,072", "2,304")]),
        ("33% of 3,000 is 1,000.", [("1,000", "990")]),
        ("1,000 = 0.33 × 3,000.", [("1,000", "990")]),
    ],
)
def test_where_the_amount_stands_first_the_ratio_is_what_is_rounded(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(found.printed, found.expected) for found in grave(text)] == expected


def test_a_value_in_plain_bytes_is_a_value() -> None:
    text = "With $b = 2$ bytes a number and $n = 28$ layers.\n\nSo $3 n b = {}$ bytes, and $M = 16$ GB, and $2 M = 17$."
    assert grave(text.format(168), "lesson.md") == []
    assert [(found.printed, found.expected) for found in grave(text.format(170), "lesson.md")] == [("170", "168")]
