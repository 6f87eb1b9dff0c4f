"""The rule about what a project's baseline does not know."""

from __future__ import annotations

from derivations.verdict import Severity, Text
from reports.rules.rule import Rule

RULES = (
    Rule(
        "declaration-added",
        Severity.WARNING,
        Text("something is declared that the baseline does not know", "有基线中没有的新声明"),
        Text(
            "Since the baseline was written, the document declares a figure made up or taken from elsewhere, or accepts "
            "a finding; or a convention is declared, by which figures are read and rounded.",
            "基线写成之后，文档新声明了某个数字是示意的或引自别处，或接受了某个问题；或新声明了数字的读法、舍入等约定。",
        ),
        Text(
            "A declaration makes a finding milder; whoever reviews a stranger's change has to see it.",
            "声明会让问题变轻；审阅他人改动的人必须看到它。",
        ),
        Text(
            "Check the reason; if it is a good one, note it with `baseline update`.",
            "核对理由；若成立，用 `baseline update` 记下。",
        ),
        None,
        None,
    ),
)
