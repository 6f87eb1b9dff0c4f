"""What the commands and environments of LaTeX do to the text around them, as far as a reader of the text sees it."""

from __future__ import annotations

HEADINGS = {
    "part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
}  # fmt: skip

# Commands that print nothing of their first arguments, and how many these are.
UNPRINTED = {
    "label": 1, "ref": 1, "eqref": 1, "pageref": 1, "autoref": 1, "cref": 1, "Cref": 1, "nameref": 1, "cite": 1, "citep": 1,
    "citet": 1, "citeauthor": 1, "citeyear": 1, "parencite": 1, "textcite": 1, "nocite": 1, "index": 1, "hypertarget": 1,
    "includegraphics": 1, "graphicspath": 1, "vspace": 1, "hspace": 1, "vskip": 0, "bibliography": 1, "bibliographystyle": 1,
    "addbibresource": 1, "usepackage": 1, "documentclass": 1, "newcommand": 2, "renewcommand": 2, "providecommand": 2,
    "DeclareMathOperator": 2, "newenvironment": 3, "newtheorem": 2, "theoremstyle": 1, "setlength": 2, "addtolength": 2,
    "setcounter": 2, "addtocounter": 2, "addcontentsline": 3, "pagestyle": 1, "thispagestyle": 1, "pagenumbering": 1,
    "href": 1, "hyperref": 0, "textcolor": 1, "color": 1, "colorbox": 1, "multicolumn": 2, "multirow": 2, "cline": 1,
    "cmidrule": 1, "rule": 2, "fontsize": 2, "lstset": 1, "hypersetup": 1, "title": 1, "author": 1, "date": 1, "phantom": 1,
    "input": 1, "include": 1, "subfile": 1, "import": 2, "def": 1, "resizebox": 2, "scalebox": 1, "definecolor": 3,
}  # fmt: skip
# Text of other files: not followed.
FOLLOWED_BY_NONE = frozenset({"input", "include", "subfile", "import"})
DEFINITIONS = frozenset({"newcommand", "renewcommand", "providecommand", "def", "DeclareMathOperator"})
CODE = frozenset({"texttt", "code", "lstinline", "mintinline", "path"})
RAISED = {"textsuperscript": "^{", "textsubscript": "_{"}
BREAKS = frozenset({"par", "newpage", "clearpage", "caption", "bigskip", "medskip", "smallskip", "maketitle", "centering"})

# Commands whose argument stands elsewhere on the printed page.
ASIDES = frozenset({"footnote", "footnotetext", "marginpar", "thanks"})

# Commands that print a sign.
SIGNS = {
    "ldots": "…", "dots": "…", "textellipsis": "…", "S": "§", "P": "¶", "textbackslash": "\\", "textasciitilde": "~",
    "textasciicircum": "^", "textbar": "|", "textless": "<", "textgreater": ">", "textdegree": "°", "texttimes": "×",
    "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø",
    "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "euro": "€", "pounds": "£", "copyright": "©", "LaTeX": "LaTeX", "TeX": "TeX",
    "quad": "\u2003", "qquad": "\u2003", "newline": "\n", "textmu": "µ", "textperthousand": "‰", "percent": "%",
    "%": "%", "$": "$", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", ",": "\u2009", ";": " ", ":": " ",
    "\n": " ", "\r": " ", "\t": " ",
}  # fmt: skip
# Accents: the mark that the letter after the command gets.
ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "c": "\u0327",
    "v": "\u030c", "u": "\u0306", "H": "\u030b", "r": "\u030a", "k": "\u0328", "d": "\u0323", "b": "\u0331",
}  # fmt: skip

VERBATIM = frozenset({"verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "alltt", "pycode", "Highlighting"})
PLAIN = frozenset({"verbatim", "verbatim*", "Verbatim", "alltt"})
"""Those of them that name no language."""
NOT_SHOWN = frozenset({"comment", "filecontents", "filecontents*"})
DRAWINGS = frozenset({"tikzpicture", "pgfpicture", "picture", "pspicture", "circuitikz"})
LISTS = frozenset({"itemize", "enumerate", "description", "compactitem", "compactenum", "enumerate*", "itemize*"})
# Tables, and how many arguments stand before their cells.
TABLES = {
    "tabular": 1, "tabular*": 2, "tabularx": 2, "tabulary": 2, "longtable": 1, "tblr": 1, "array": 1, "supertabular": 1,
}  # fmt: skip
# Other environments whose first arguments are not printed.
ARGUMENTS = {"minipage": 1, "multicols": 1, "wrapfigure": 2, "adjustbox": 1, "subfigure": 1, "thebibliography": 1, "columns": 0}
