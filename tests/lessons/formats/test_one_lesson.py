"""One small lesson, written by hand in all five formats, is one and the same sequence of texts, formulas and figures."""

from __future__ import annotations

import json

import pytest
from shown_blocks import document, shown

from lessons.block import RunKind

MARKDOWN = r"""# 第 1 章：点积为什么要缩放

## 1.1 一个小例子

取 $d_k = 4$，两个向量的点积是 $q k^T = 6$，除以 $\sqrt{d_k}$ 得 **3**；价格 \$5 不是公式，0.5 < 1 是。

$$
\begin{aligned}
p &= \frac{e^{3}}{e^{3} + 1} \\
  &\approx 0.952574
\end{aligned}
$$

- 第一个权重约为 95.3%
- 第二个权重是 $1 - p$，约 -0.5 的一半不是它

| 量 | 值 |
|---|---|
| $p$ | 0.952574 |
| 参数 | 1.05M |

<!-- lessonproof: given 6 -->
"""

PLAIN = r"""第 1 章：点积为什么要缩放

1.1 一个小例子

取 $d_k = 4$，两个向量的点积是 $q k^T = 6$，除以 $\sqrt{d_k}$ 得 3；价格 $5 不是公式，0.5 < 1 是。

$$
\begin{aligned}
p &= \frac{e^{3}}{e^{3} + 1} \\
  &\approx 0.952574
\end{aligned}
$$

- 第一个权重约为 95.3%
- 第二个权重是 $1 - p$，约 -0.5 的一半不是它

量	值
$p$	0.952574
参数	1.05M
"""

HTML = r"""<!DOCTYPE html>
<html><head><title>9</title><script>var x = 7;</script></head><body>
<h1>第&nbsp;1 章：点积为什么要缩放</h1>
<h2>1.1 一个小例子</h2>
<p>取
<span class="katex"><span class="katex-mathml"><math><semantics><mrow><msub><mi>d</mi><mi>k</mi></msub><mo>=</mo><mn>4</mn>
</mrow><annotation encoding="application/x-tex">d_k = 4</annotation></semantics></math></span><span class="katex-html"
aria-hidden="true"><span class="base">dk=4</span></span></span>，两个向量的点积是 \(q k^T = 6\)，除以
$\sqrt{d_k}$ 得 <b>3</b>；价格
&#36;5 不是公式，0.5 &lt; 1 是。</p>
<script type="math/tex; mode=display">\begin{aligned}
p &= \frac{e^{3}}{e^{3} + 1} \\
  &\approx 0.952574
\end{aligned}</script>
<ul><li>第一个权重约为 95.3%<li><p>第二个权重是 <script type="math/tex">1 - p</script>，约 -0.5 的一半不是它</ul>
<table><thead><tr><th>量<th>值<tbody><tr><td><math><mi>p</mi></math><td>0.952574<tr><td>参数</td><td>1.05M</td></table>
<!-- lessonproof: given 6 -->
</body></html>
"""

LATEX = r"""\documentclass{ctexart}
\usepackage{amsmath} % 8
\begin{document}
\section{第 1 章：点积为什么要缩放}\label{sec:1}
\subsection*{1.1 一个小例子}

取 $d_k = 4$，两个向量的点积是 \(q k^T = 6\)，除以 $\sqrt{d_k}$ 得
\textbf{3}；价格 \$5 不是公式，0.5 < 1 是。% 7
\begin{align}
p &= \frac{e^{3}}{e^{3} + 1} \\ % 9
  &\approx 0.952574 \label{eq:2}
\end{align}

\begin{itemize}
  \item 第一个权重约为 95.3\%
  \item 第二个权重是 $1 - p$，约 -0.5 的一半不是它
\end{itemize}

\begin{tabular}{l|r}
  量 & 值 \\ \hline
  $p$ & 0.952574 \\
  参数 & 1.05M \\
\end{tabular}

% lessonproof: given 6
\end{document}
"""


def notebook(ascii_only: bool) -> str:
    """The Markdown lesson in two cells, its lines as Jupyter writes them; with every Chinese character escaped, if so asked."""
    head, tail = MARKDOWN.split("- 第一个", 1)
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": head.splitlines(keepends=True)},
        {"cell_type": "markdown", "metadata": {}, "source": "- 第一个" + tail},
    ]
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}, ensure_ascii=ascii_only, indent=1)


WRITTEN = {
    "md": MARKDOWN,
    "html": HTML,
    "tex": LATEX,
    "txt": PLAIN,
    "ipynb": notebook(ascii_only=False),
    "escaped.ipynb": notebook(ascii_only=True),
}

SAYS = [
    ("heading 1", "第 1 章：点积为什么要缩放"),
    ("heading 2", "1.1 一个小例子"),
    ("paragraph", "取 $d_k = 4$，两个向量的点积是 $q k^T = 6$，除以 $\\sqrt{d_k}$ 得 3；价格 ¤5 不是公式，0.5 < 1 是。"),
    ("formula", "$p = \\frac{e^{3}}{e^{3} + 1} \\approx 0.952574$"),
    ("item 1", "第一个权重约为 95.3%"),
    ("item 1", "第二个权重是 $1 - p$，约 -0.5 的一半不是它"),
    ("table", "量 | 值 / $p$ | 0.952574 / 参数 | 1.05M"),
]
PRINTS = ["4", "6", "3", "5", "0.5", "1", "3", "3", "1", "0.952574", "95.3%", "1", "-0.5", "0.952574", "1.05M"]


@pytest.mark.parametrize("ending", WRITTEN)
def test_the_lesson_says_the_same_in_every_format(ending: str) -> None:
    read_so = document(ending, WRITTEN[ending])
    found: list[tuple[str, str]] = []
    for block in read_so.blocks:
        if any(run.kind is RunKind.COMMENT for run in block.runs):
            continue
        kind = f"{block.kind.value} {block.level}" if block.level else block.kind.value
        rows = " / ".join(" | ".join(shown(cell) for cell in row) for row in block.rows)
        said = rows or shown(
            [run._replace(excerpt=run.excerpt._replace(text=run.text.replace("$", "¤"))) for run in block.runs]
        )
        found.append((kind, said))
    assert found == SAYS


@pytest.mark.parametrize("ending", WRITTEN)
def test_the_lesson_prints_the_same_figures_in_every_format(ending: str) -> None:
    read_so = document(ending, WRITTEN[ending])
    assert [figure.written.text for figure in read_so.figures()] == PRINTS


@pytest.mark.parametrize("ending", WRITTEN)
def test_the_formulas_are_read(ending: str) -> None:
    for run in document(ending, WRITTEN[ending]).formulas():
        assert run.tree().chains


@pytest.mark.parametrize("ending", WRITTEN)
def test_no_format_has_anything_to_complain_of(ending: str) -> None:
    assert not document(ending, WRITTEN[ending]).notes
