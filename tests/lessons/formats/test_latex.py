"""LaTeX: what is printed, and what is said of the rest."""

from __future__ import annotations

import pytest
from shown_blocks import blocks, document, notes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb\n\nc\\par d", [("paragraph", "a b"), ("paragraph", "c"), ("paragraph", "d")]),
        ("\\documentclass{x}\\title{y}\n\\begin{document}a\\end{document}b", [("paragraph", "a")]),
        ("% \\begin{document}\na", [("paragraph", "a")]),
        ("\\section[b]{a \\emph{c}}\\label{d}e", [("heading 1", "a c"), ("paragraph", "e")]),
        ("\\chapter{a}\\section*{b}\\subsubsection{c}", [("heading 1", "a"), ("heading 2", "b"), ("heading 4", "c")]),
        ("a%b\n  c % d\n\ne", [("paragraph", "ac"), ("paragraph", "e")]),
        ("50\\% \\$5 \\& \\_ \\{\\} a~b -- ``c'' \\dots d\\\\e", [("paragraph", "50% $5 & _ {} a b – “c” …d e")]),
        ("na\\\"ive \\'{e} \\c{c} \\~n", [("paragraph", "naïve é ç ñ")]),
        ("37\\,000", [("paragraph", "37 000")]),
        ("\\textbf{a {\\it b} \\textcolor{red}{c}} \\href{u}{d} \\cite[1]{e}", [("paragraph", "a b c d")]),
        ("a\\footnote{b} c", [("paragraph", "a b c")]),
        ("\\newcommand{\\x}[1]{2} \\def\\y#1{3 {4}} a", [("paragraph", "a")]),
        ("\\begin{itemize}\\item a\n\\begin{enumerate}\\item b\\end{enumerate}\\item[c] d\n\ne\\end{itemize}f",
         [("item 1", "a"), ("item 2", "b"), ("item 1", "c d"), ("paragraph", "e"), ("paragraph", "f")]),
        ("\\begin{tabular}[t]{l|r}\\hline a & b \\\\[2pt] \\multicolumn{2}{c}{c} \\\\ \\cline{1-2}"
         " 1 \\& 2 & $x & y$\\end{tabular}",
         [("table", "a | b / c / 1 & 2 | $x & y$")]),
        ("\\begin{tabularx}{5cm}{XX}a & b\\end{tabularx}", [("table", "a | b")]),
        ("\\begin{verbatim}\na $x$ % b\n\\end{verbatim}c", [("code", "`a $x$ % b `"), ("paragraph", "c")]),
        ("\\verb|$x$| \\texttt{a\\_b} \\lstinline[c=d]!e!", [("paragraph", "`$x$` `a_b` `e`")]),
        ("10\\textsuperscript{5} \\textsubscript{2}", [("paragraph", "10^{5} _{2}")]),
        ("$x$ $ y $ \\(z\\) \\$5", [("paragraph", "$x$ $y$ $z$ $5")]),
        ("a \\[x\\] b $$y$$ c",
         [("paragraph", "a"), ("formula", "$x$"), ("paragraph", "b"), ("formula", "$y$"), ("paragraph", "c")]),
        ("\\begin{equation}\\label{a}x % b\n= 1\\end{equation}", [("formula", "$x = 1$")]),
        ("\\begin{gather*}x \\\\ y\\end{gather*}", [("formula", "$x$"), ("formula", "$y$")]),
        ("\\begin{math}x\\end{math} \\ensuremath{y}", [("paragraph", "$x$ $y$")]),
        ("\\begin{theorem}[a] b\\end{theorem}\\iffalse c \\fi d", [("paragraph", "[a] b"), ("paragraph", "d")]),
        ("\\begin{comment}a\\end{comment}b", [("paragraph", "b")]),
        ("\\begin{figure}[ht]\\includegraphics[width=3cm]{a}\\caption{b}\\end{figure}", [("paragraph", "b")]),
        ("a % lessonproof: b\nc", [("paragraph", "a %lessonproof: b%c")]),
    ],
)  # fmt: skip
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert blocks("tex", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a \\input{b}", [("file-not-followed", 1, 3)]),
        ("\\newcommand{\\R}{x}\n\\def\\y{z}\n\\begin{document}\\end{document}", [("macros-not-expanded", 1, 1)]),
        ("a\n\\begin{tikzpicture}1\\end{tikzpicture}", [("drawing-not-read", 2, 1)]),
        ("a $x\n\nb", [("formula-unclosed", 1, 3)]),
        ("a \\[x", [("formula-unclosed", 1, 3)]),
        ("a \\begin{align}x", [("formula-unclosed", 1, 3)]),
        ("a \\begin{verbatim}x", [("markup-unclosed", 1, 3)]),
        ("a \\label{x", [("markup-unclosed", 1, 9)]),
    ],
)
def test_what_is_not_read_is_noted(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert notes("tex", text) == expected


def test_text_after_an_unclosed_formula_is_read() -> None:
    assert blocks("tex", "a $x\n\n\\[y b") == [("paragraph", "a x"), ("paragraph", "y b")]


def test_figures_and_their_group_separators() -> None:
    assert [figure.written.value for figure in document("tex", "37\\,000 and $37{,}000$ and 5~000").figures()] == [
        37000,
        37000,
        5000,
    ]
