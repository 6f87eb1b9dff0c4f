"""Blocks of fixed width that are no programs: worked examples, which many authors set like code to keep their columns.

    e^2.0 = 7.389,  e^1.0 = 2.718
    Sum   = 7.389 + 2.718 = 10.107

There `=` is the equality of mathematics. In a program it assigns, and what looks like arithmetic may be of another kind
(`7 / 2`, `2 ^ 3`, `5 % 3`), so that one line of a program makes a program of the whole block.
"""

from __future__ import annotations

import re

from lessonproof.patterns import pattern

_NO_LANGUAGE = frozenset({"", "text", "txt", "plain", "plaintext", "none", "nohighlight"})
# Something is done with figures, and a figure is said to be what comes of it.
_RESULT = pattern(r"[=≈][^\n=]*[0-9]")
_ARITHMETIC = pattern(
    r"[0-9A-Za-z)\]²³%] ?[-−+×*/·÷^@] ?[(\[−-]?[0-9]|[0-9)\]²³%] ?[+×*/·÷^@−] ?[(\[−-]?[A-Za-z0-9]|[⁰¹²³⁴-⁹]|√"
    r"|[）一-鿿] ?[×*÷/] ?[(（]?[0-9]|\b(?:exp|log|ln|sqrt|softmax|sigmoid|tanh|max|min|mean|σ)\("
)
# What no programming language knows, so that an example may be set like a program for its colours.
_MATHEMATICS = pattern(r"[0-9\])] ?[×·÷≈] ?[-−(\[√]?[0-9]|[0-9)][²³]|√[0-9(]")
_PROGRAM = pattern(
    r"""^[ \t]*(?:
          (?:def|class|import|package|using|namespace|struct|enum|fn|func|function|const|var|val|public|private|static|void
            |int|float|double|char|bool|return|assert|elif|except|finally|raise|yield|async|await|print|println
            |echo|sudo|pip|pip3|git|docker|cd|export|curl|wget|apt|npm|python|python3|torchrun|cmake|SELECT|INSERT|UPDATE
            |CREATE|FROM|RUN|COPY|goto|endif|endfor)\b[ \t(*&\n]
         |from[ ]\S+[ ]import\b
         |(?:for|while|if|else|try|with|switch|match)\b[^\n]*[:{][ \t]*(?:\#[^\n]*)?$
         |(?:for|while|if|switch)[ ]*\(
         |>>>|\.\.\.[ ]\S|\$[ ]|%[ ]|\#[!<]|\#include|\#define|//|/\*|\*/|<[a-z!/?]|@\w|In[ ]\[|Out\[|PS[ ]|C:\\|--\w
            |\w+:$\n[ ]+-[ ])
      |[;{][ \t]*(?:(?:\#|//)[^\n]*)?$|^[ \t]*[}\]][;,]?[ \t]*$
      |==|!=|<=|>=|\+=|-=|\*=|/=|&&|\|\||<<|>>|::|=>|:=|<-|[\w)\]]\*\*\w|//|[^\s=]=[^\s=][^\n]*(?:,[ ]*[a-z_]\w*=[^\s=])
      |\b[a-z_]\w*=[^\s=]{1,40}[ \t]{1,4}[a-z_][\w/]{0,40}=[^\s=]
      |\b(?:np|torch|tf|nn|math|jnp|self|os|sys|plt|pd|F)\.[a-z]|\.(?:shape|append|item|size|T|sum|mean|format)\b|\blambda\b
      |\b[a-z_]\w*\(\)|\b(?:True|False|None|null|nullptr)\b|\bfloat\(|\bint\(|\blen\(|\brange\(|\bprint\(|%[0-9.]*[dfs]\b|0x[0-9a-fA-F]
      |"[^"\n]*"[ ]*:|\bmod\b|[0-9\w)\]][ ]+%[ ]+[0-9\w(]
    """,
    re.VERBOSE | re.MULTILINE,
)
LONGEST = 20_000  # characters: a listing, or what a program printed


def is_worked(text: str, info: str = "") -> bool:
    """Whether a block of fixed width holds arithmetic that is none of a program.   info: the language that is said of it."""
    language = info.split()[0].lower() if info.strip() else ""
    if len(text) > LONGEST or (language.strip("{}.") not in _NO_LANGUAGE and _MATHEMATICS.search(text) is None):
        return False
    if not (_RESULT.search(text) and _ARITHMETIC.search(text)):
        return False
    return _PROGRAM.search(text) is None
