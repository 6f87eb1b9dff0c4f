"""Rules about what an author declares: in the sidecar of a document, or in its comments (docs/declarations.md)."""

from __future__ import annotations

from derivations.verdict import Severity, Text
from reports.rules.rule import Example, Rule

_LESSON = "E: 18.944M; $V d = 18.944M$."
_VALUES = "[values]\nV = 37000\nd = 512\n"
_COMMA = "[conventions]\ndecimal-separator = ','\n"
_UNHEARD = Text("What is declared has no effect, and the author believes that it has.", "声明没有生效，作者却以为已经生效。")

RULES = (
    Rule(
        "declaration-unreadable",
        Severity.ERROR,
        Text("the sidecar of a document cannot be read", "旁注文件无法读取"),
        Text(
            "The file NAME.claims.toml is no TOML, is too large, or is no file.",
            "NAME.claims.toml 不是 TOML、过大，或不是文件。",
        ),
        _UNHEARD,
        Text("Correct it at the line that the finding names.", "按所指的行改正。"),
        Example(_LESSON, sidecar="[values]\nV = \n"),
        Example(_LESSON, sidecar=_VALUES),
    ),
    Rule(
        "declaration-unknown-key",
        Severity.ERROR,
        Text("a key or a word of a declaration does not exist", "声明中的键或词不存在"),
        Text("A key of the sidecar, or the first word of a comment, is not known.", "旁注文件中的键或注释的第一个词无法识别。"),
        _UNHEARD,
        Text("Use the nearest one, which the finding names.", "改用报告给出的最接近的一个。"),
        Example(_LESSON, sidecar="[value]\nV = 37000\n"),
        Example(_LESSON, sidecar=_VALUES),
    ),
    Rule(
        "declaration-unknown-rule",
        Severity.ERROR,
        Text("a comment ignores a rule that does not exist", "注释要忽略的规则不存在"),
        Text("The rule that a comment ignores is not known.", "注释中要忽略的规则无法识别。"),
        _UNHEARD,
        Text("Use the nearest one, which the finding names.", "改用报告给出的最接近的一条。"),
        Example(
            Text(
                "2 + 2 = 5 <!-- lessonproof: ignore figure-wrnog because it is a joke -->",
                "2 + 2 = 5 <!-- lessonproof: ignore figure-wrnog 因为 这是玩笑 -->",
            ),
        ),
        Example(
            Text(
                "2 + 2 = 5 <!-- lessonproof: ignore figure-wrong because it is a joke -->",
                "2 + 2 = 5 <!-- lessonproof: ignore figure-wrong 因为 这是玩笑 -->",
            ),
        ),
    ),
    Rule(
        "declaration-wrong-value",
        Severity.ERROR,
        Text("a declaration cannot be followed as it is written", "声明的写法无法执行"),
        Text(
            "A value is of another kind than its key wants, an expression is not understood or has no value, "
            "or what is mandatory is missing: a source, a reason.",
            "取值的类型不对，算式无法读取或算不出值，或缺少必需的内容：出处、理由。",
        ),
        _UNHEARD,
        Text("Write it as the finding says.", "按报告所说改写。"),
        Example("2 + 2 = 5 <!-- lessonproof: ignore figure-wrong -->"),
        Example(
            Text(
                "2 + 2 = 5 <!-- lessonproof: ignore figure-wrong because it is a joke -->",
                "2 + 2 = 5 <!-- lessonproof: ignore figure-wrong 因为 这是玩笑 -->",
            ),
        ),
    ),
    Rule(
        "declaration-missing",
        Severity.ERROR,
        Text("the place of a declaration is not found", "找不到声明所指的位置"),
        Text(
            "The document does not print what a declaration quotes, has no such section, or no figure there.",
            "文档中没有所引的文字、所指的节，或该处没有数字。",
        ),
        Text("What was checked once is no longer checked.", "曾经核验的内容不再核验。"),
        Text("Quote the text as it is now, with some words around the figure.", "按现有文字引用，并多带前后几个字。"),
        Example(_LESSON, sidecar=_VALUES + "[[claim]]\nprints = 'F: 18.944M'\nequals = 'V d'\n"),
        Example(_LESSON, sidecar=_VALUES + "[[claim]]\nprints = 'E: 18.944M'\nequals = 'V d'\n"),
    ),
    Rule(
        "declaration-ambiguous",
        Severity.ERROR,
        Text("a declaration may mean several places or figures", "声明可能指多处或多个数字"),
        Text(
            "The document prints the quoted text more than once, or the place prints more figures than there are values.",
            "所引文字在文档中不止一处，或该处的数字多于算式的值。",
        ),
        Text("Which figure is meant is not guessed.", "所指的是哪个数字，不作猜测。"),
        Text("Quote more, name the section, or say which figure.", "多引几个字，指明节，或指明是第几个数字。"),
        Example(_LESSON, sidecar=_VALUES + "[[claim]]\nprints = '18.944M'\nequals = 'V d'\n"),
        Example(_LESSON, sidecar=_VALUES + "[[claim]]\nprints = 'E: 18.944M'\nequals = 'V d'\n"),
    ),
    Rule(
        "declaration-contradicted",
        Severity.ERROR,
        Text("the document contradicts a declared decimal comma", "文档与所声明的小数逗号不符"),
        Text(
            "A decimal comma is declared, and the document computes with figures that have a decimal point: "
            "those are not read.",
            "声明了小数逗号，而文档的算式中有带小数点的数字：这些数字无法读取。",
        ),
        Text("What is not read is not checked: every mistake in it goes by.", "无法读取就不会核验，其中的错误都会漏过。"),
        Text(
            "Write all decimals in one way; declare the comma only where the document has it.",
            "小数统一写法；只有文档确实使用小数逗号时才声明。",
        ),
        Example("2/3 = 0.66", sidecar=_COMMA),
        Example("2/3 = 0,67", sidecar=_COMMA),
    ),
    Rule(
        "declaration-idle",
        Severity.WARNING,
        Text("a declaration changes nothing", "声明不起作用"),
        Text(
            "Nothing is computed with a declared value, no finding is ignored by a comment, no figure needs to be declared.",
            "所声明的值没有用到，注释没有忽略任何结果，或没有需要声明的数字。",
        ),
        Text(
            "It outlives what it was made for, and may one day hide a new mistake.",
            "它所针对的内容已不存在，日后可能掩盖新的错误。",
        ),
        Text("Remove it.", "删去它。"),
        Example(
            Text(
                "2 + 2 = 4 <!-- lessonproof: ignore figure-wrong because it was wrong once -->",
                "2 + 2 = 4 <!-- lessonproof: ignore figure-wrong 因为 曾经有误 -->",
            ),
        ),
        Example(
            Text(
                "2 + 2 = 5 <!-- lessonproof: ignore figure-wrong because it is a joke -->",
                "2 + 2 = 5 <!-- lessonproof: ignore figure-wrong 因为 这是玩笑 -->",
            ),
        ),
    ),
    Rule(
        "value-differs",
        Severity.ERROR,
        Text("the text gives a name another value than is declared", "文中的取值与声明不同"),
        Text(
            "The document defines a name that is declared for all of it, with another value.",
            "声明对全文有效的名称，文中给出了另一个值。",
        ),
        Text("One of the two is a slip, or the name means two things.", "二者之一是笔误，或该名称有两个含义。"),
        Text(
            "Correct one; where the name means something else, declare that in a comment before it.",
            "改正其一；若此处另有所指，在其前用注释声明。",
        ),
        Example(
            Text("Let $V = 37001$. Then $2 V = 74000$.", "设 $V = 37001$。则 $2 V = 74000$。"),
            sidecar="[values]\nV = 37000\n",
        ),
        Example(
            Text("Let $V = 37000$. Then $2 V = 74000$.", "设 $V = 37000$。则 $2 V = 74000$。"),
            sidecar="[values]\nV = 37000\n",
        ),
    ),
)  # fmt: skip
