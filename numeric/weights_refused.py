"""Why weights cannot be used, in one sentence. Light enough to be imported by whoever words it in another language."""

from __future__ import annotations

SENTENCES = {
    # entries and rows
    "not-rows": "{matrix} is not a matrix: write a list of rows, or one row",
    "ragged": "{matrix}: row 1 has {first} entries, but row {row} has {other}",
    "not-number": "{place}: {given} is no number; write an integer, a decimal such as 0.25, or a ratio such as 1/3 in quotes",
    "long": "{place}: a number of more than {limit} digits",
    "not-finite": "{place}: {given} is not a finite number",
    "too-many": "the weights have more than {limit} entries, the most that is read",
    "absent": "the weights lack {matrices}; given are {given}",
    "surplus": "the weights have {matrix}, which the model does not; the nearest that it has is {nearest}",
    "wrong-rows": "{matrix} has {length} rows, but the model needs {wanted} ({rows} × {columns})",
    "wrong-columns": "{matrix} has {length} columns, but the model needs {wanted} ({rows} × {columns})",
    # files
    "no-file": "there is no weights file {path}",
    "unreadable": "{path} cannot be read: {why}",
    "large": "{path} is larger than {limit} MiB, the most that is read",
    "format": "{path} is no weights file that is known: its name must end in .json, .npz or .safetensors",
    "library": "{path}: to read .safetensors, install the extra: pip install 'lessonproof[weights]'",
    "damaged": "{path} is damaged or no {format} file: {why}",
    "twice": "{path} gives {matrix} twice",
    "entry-type": "{path}: {matrix} is of type {type}; weights are integers or real floating-point numbers of at most 64 bits",
    "dimensions": "{path}: {matrix} has {count} dimensions; a matrix has 2, a single row may have 1",
}


class WeightsRefused(ValueError):
    """Weights that cannot be used.   reason: a key of SENTENCES   values: what fills the sentence."""

    def __init__(self, reason: str, **values: str | int) -> None:
        super().__init__(SENTENCES[reason].format(**values))
        self.reason = reason
        self.values = values
