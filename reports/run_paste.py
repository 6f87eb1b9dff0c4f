"""`run` as Markdown or LaTeX, to paste into a lesson: the letters of the notes, every number certain."""

from __future__ import annotations

from collections.abc import Collection

from lessonproof.patterns import pattern
from lessons.model_run import ModelRun
from numeric.computation import CertifiedQuantity
from reports import run_generation as generation
from reports.latex_words import latex_words
from reports.markdown_words import markdown_words
from reports.options import STAGES
from reports.run import cell, part_heading, relation, remarks, stage_heading, stages
from reports.sentences import Language, say

FORMATS = ("markdown", "latex")

_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_POWER = pattern("×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


def paste(run: ModelRun, form: str, language: Language, only: Collection[str] = STAGES) -> str:
    """The run in one of FORMATS: headings, displayed formulas, and what is to be said of the numbers at the end."""
    markdown = form == "markdown"
    escaped = markdown_words if markdown else latex_words
    words = ", ".join(run.file.words)
    parts = [("# {}" if markdown else r"\section*{{{}}}").format(escaped(run.file.title or run.file.path))]
    parts.append(escaped(say(language, "run.vocabulary", words=words)))
    for stage, groups in stages(run, only):
        heading = escaped(stage_heading(run, stage, language))
        parts.append(("## {}" if markdown else r"\subsection*{{{}}}").format(heading))
        for where, quantities in groups:
            if where:
                heading = escaped(part_heading(where, language))
                parts.append(("### {}" if markdown else r"\paragraph{{{}}}").format(heading))
            parts += [("$$\n{}\n$$" if markdown else "\\[\n{}\n\\]").format(formula(each)) for each in quantities]
        if stage[0] == generation.STAGE:
            parts.append(escaped(generation.outcome(run, stage[1], language)))
    if run.generation is not None and generation.STAGE in only:
        parts += [escaped(generation.conclusion(run, language)), escaped(generation.rule(run, language))]
    parts += [escaped(remark) for remark in remarks(run, language, only)]
    return "\n\n".join(parts) + "\n"


def formula(each: CertifiedQuantity) -> str:
    r"""`A \approx \begin{bmatrix} … \end{bmatrix}`; a single row in round brackets, as the notes print vectors."""
    rows = [[_number(cell(entry)) for entry in row] for row in each.rows]
    sign = "=" if relation(each) == "=" else r"\approx"
    if len(rows) > 1:
        body = " \\\\\n".join(" & ".join(row) for row in rows)
        return f"{each.quantity.letters} {sign} \\begin{{bmatrix}}\n{body}\n\\end{{bmatrix}}"
    return f"{each.quantity.letters} {sign} " + (rows[0][0] if len(rows[0]) == 1 else f"({', '.join(rows[0])})")


def _number(printed: str) -> str:
    power = _POWER.sub(lambda found: rf" \times 10^{{{found[1].translate(_SUPERSCRIPTS)}}}", printed)
    return power.replace("−∞", r"-\infty").replace("*", "^{*}").replace("†", r"^{\dagger}").replace("?", r"\text{?}")
