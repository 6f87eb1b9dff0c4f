"""Rules about what a document's format hides from its reader, and about checks that failed. But for these all are notes:
nothing is wrong, but nothing was checked."""

from __future__ import annotations

from derivations.verdict import Severity, Text
from reports.rules.rule import Example, Rule

_KATEX = (
    '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow>{shown}</mrow>'
    '<annotation encoding="application/x-tex">0.25</annotation></semantics></math></span></span></p>'
)

RULES = (
    Rule(
        "markup-unclosed",
        Severity.NOTE,
        Text("a piece of markup is never closed", "一处标记没有结束"),
        Text(
            "A comment, a tag or an environment begins and does not end; whatever follows is neither displayed nor read.",
            "注释、标签或环境有头无尾；其后的内容既不显示，也没有读取。",
        ),
        Text("Everything behind it is unchecked.", "其后的一切都没有核验。"),
        Text("Close it.", "补上结束标记。"),
        Example(Text("<p>2 + 2 = 4</p>\n<!-- to be done", "<p>2 + 2 = 4</p>\n<!-- 待写"), ".html"),
        Example(Text("<p>2 + 2 = 4</p>\n<!-- to be done -->", "<p>2 + 2 = 4</p>\n<!-- 待写 -->"), ".html"),
    ),
    Rule(
        "formula-unclosed",
        Severity.NOTE,
        Text("a formula is never closed", "一个公式没有结束"),
        Text("A formula begins and does not end; its text is not read as one.", "公式有头无尾，未按公式读取。"),
        Text("It is displayed wrongly, and it is unchecked.", "它的显示不对，也没有核验。"),
        Text("Close it.", "补上结束符。"),
        Example(Text("The sum is $2 + 2 = 4.\n\nSo much for that.", "和为 $2 + 2 = 4。\n\n到此为止。"), ".tex"),
        Example(Text("The sum is $2 + 2 = 4$.\n\nSo much for that.", "和为 $2 + 2 = 4$。\n\n到此为止。"), ".tex"),
    ),
    Rule(
        "formula-two-sources",
        Severity.NOTE,
        Text("a formula's annotation and what is shown differ", "公式的注释与显示的内容不同"),
        Text(
            "A formula is in the page twice: as the source it was typeset from, and as what the reader sees. "
            "The two differ; the source is read.",
            "公式在页面里有两份：排版所用的源码，以及读者所见的内容。两者不同；读取的是源码。",
        ),
        Text("What was checked is not what is shown.", "核验过的不是读者看到的。"),
        Text("Typeset the page again from its source.", "由源码重新生成页面。"),
        Example(_KATEX.format(shown="<mn>0.52</mn>"), ".html"),
        Example(_KATEX.format(shown="<mn>0.25</mn>"), ".html"),
    ),
    Rule(
        "formula-without-source",
        Severity.NOTE,
        Text("a formula is there only as a copy for the eye", "公式只有供显示的副本"),
        Text(
            "A formula was typeset into pieces of text at their places, without its source and without MathML.",
            "公式被排成了各就各位的文字碎片，没有源码，也没有 MathML。",
        ),
        Text("It is unchecked.", "它没有核验。"),
        Text("Let KaTeX or MathJax write MathML as well.", "让 KaTeX 或 MathJax 同时输出 MathML。"),
        Example('<p><span class="katex"><span class="katex-html">2 + 2 = 4</span></span></p>', ".html"),
        Example(_KATEX.format(shown="<mn>0.25</mn>"), ".html"),
    ),
    Rule(
        "mathml-not-read",
        Severity.NOTE,
        Text("a formula in MathML is not understood", "一个 MathML 公式无法理解"),
        Text(
            "An element has no meaning here, has too few parts, or is nested too deep.",
            "某个元素此处没有定义、缺少部分，或嵌套过深。",
        ),
        Text("The formula is unchecked.", "这个公式没有核验。"),
        Text("Write it with the common elements of MathML, or with LaTeX.", "改用 MathML 的常用元素，或改用 LaTeX。"),
        Example("<p><math><mfrac><mn>1</mn></mfrac></math></p>", ".html"),
        Example("<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>", ".html"),
    ),
    Rule(
        "file-not-followed",
        Severity.NOTE,
        Text("another file is included, and not read", "引用了另一个文件，未读取"),
        Text(
            "LaTeX's \\input and its like are not followed: a document may not make us open files.",
            "不读取 \\input 等命令引用的文件：文档不能让程序去打开别的文件。",
        ),
        Text("What stands in that file is unchecked.", "那个文件里的内容没有核验。"),
        Text("Name that file as a target, too.", "把那个文件也列为目标。"),
        Example(Text("The first part: \\input{part1}", "第一部分：\\input{part1}"), ".tex"),
        Example(Text("The first part: 2 + 2 = 4", "第一部分：2 + 2 = 4"), ".tex"),
    ),
    Rule(
        "macros-not-expanded",
        Severity.NOTE,
        Text("macros are defined, and not expanded", "定义了宏，但不展开"),
        Text("Formulas that use the document's own macros are read as they are written.", "使用文档自定义宏的公式按原样读取。"),
        Text("A figure inside a macro is unchecked.", "宏里的数没有核验。"),
        Text("Write out the macros that hold figures.", "把含有数字的宏直接写出来。"),
        Example("\\newcommand{\\half}{0.5}\n\\begin{document}$1/2 = \\half$\\end{document}", ".tex"),
        Example("\\begin{document}$1/2 = 0.5$\\end{document}", ".tex"),
    ),
    Rule(
        "drawing-not-read",
        Severity.NOTE,
        Text("a drawing is not read", "图形未读取"),
        Text(
            "The figures and formulas in a drawing (TikZ, picture) are not read.",
            "图形环境（TikZ、picture）中的数字与公式没有读取。",
        ),
        Text("They are unchecked.", "它们没有核验。"),
        Text("Repeat in the text what must be right.", "须保证正确的内容，请在正文中再写一次。"),
        Example("\\begin{tikzpicture}\\node{2 + 2 = 4};\\end{tikzpicture}", ".tex"),
        Example("\\begin{center}2 + 2 = 4\\end{center}", ".tex"),
    ),
    Rule(
        "check-failed",
        Severity.ERROR,
        Text("lessonproof failed here", "lessonproof 在此处出错"),
        Text(
            "An error inside lessonproof ended a check of this document; what else was checked is reported as usual.",
            "lessonproof 内部出错，本文档的一项核验因此中断；其余核验结果照常报告。",
        ),
        Text(
            "What that check would have found is not known: the run ends with exit code 2.",
            "这项核验的结果未知：以退出码 2 结束。",
        ),
        Text("Report it, with the line that it names.", "请连同所指的那一行报告给我们。"),
        None,
        None,
    ),
)
