"""Weights from files: JSON with exact decimals, numpy's .npz, and .safetensors. Files are untrusted.

Nothing in a file is executed: no pickles are loaded, and shapes are compared with the bytes that are there before memory
is asked for. Every entry is exact: a decimal literal is its decimal value, a binary float the binary number it is.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterable, Mapping
from math import prod
from pathlib import Path
from typing import Any

from numeric.given_rows import MOST_ENTRIES, Rows, exact_weights
from numeric.weights_refused import WeightsRefused

LARGEST_FILE = 64 << 20
LARGEST_JSON = 32 << 20  # text takes several times its length in memory


def read_weights(path: Path) -> dict[str, Rows]:
    """Every matrix of the file by name, exactly. A tensor of one dimension is a single row.

    .json: an object of name -> rows, numbers or texts ("1/3")   .npz: as numpy.savez writes it
    .safetensors: F64, F32, F16, BF16 and integers.   Raises WeightsRefused, in one sentence.
    """
    readers: dict[str, Callable[[Path], Mapping[str, object]]] = {
        ".json": _json,
        ".npz": _npz,
        ".safetensors": _safetensors,
    }
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise _refused("format", path)
    try:
        if not path.is_file():
            raise _refused("no-file", path)
        largest = LARGEST_JSON if path.suffix.lower() == ".json" else LARGEST_FILE
        if path.stat().st_size > largest:
            raise _refused("large", path, limit=largest >> 20)
        return exact_weights(reader(path), path.name)
    except OSError as error:
        raise _refused("unreadable", path, why=error.strerror or str(error)) from None


def _refused(reason: str, path: Path, **values: str | int) -> WeightsRefused:
    return WeightsRefused(reason, path=str(path), **values)


def _damaged(path: Path, error: BaseException) -> WeightsRefused:
    why = " ".join(str(error).split())[:120].rstrip(".") or type(error).__name__
    return _refused("damaged", path, format=path.suffix.lower(), why=why)


def _repeated(names: Iterable[str]) -> str:
    """The first name that stands there a second time."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return ""


def _json(path: Path) -> Mapping[str, object]:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        table = dict(pairs)
        if len(table) < len(pairs):
            raise _refused("twice", path, matrix=_repeated([name for name, _ in pairs]))
        return table

    left = MOST_ENTRIES

    def literal(written: str) -> str:
        nonlocal left
        left -= 1
        if left < 0:
            raise WeightsRefused("too-many", limit=MOST_ENTRIES)
        return written

    try:
        # Number literals stay text, so that 0.1 is a tenth; NaN and Infinity stay text too, and are refused later.
        document = json.loads(
            path.read_bytes().decode("utf-8-sig"),
            parse_float=literal,
            parse_int=literal,
            parse_constant=literal,
            object_pairs_hook=once,
        )
    except WeightsRefused:
        raise
    except (ValueError, RecursionError) as error:  # JSONDecodeError and UnicodeDecodeError are ValueErrors
        raise _damaged(path, error) from None
    if not isinstance(document, dict):
        raise _damaged(path, ValueError("not an object of names and matrices"))
    return document


def _npz(path: Path) -> Mapping[str, object]:
    import zipfile
    import zlib

    import numpy

    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            names = [member.filename for member in members]
            if len(set(names)) < len(names):
                raise _refused("twice", path, matrix=_repeated(names))
            left = MOST_ENTRIES
            for member in members:
                with archive.open(member) as stream:
                    left -= _checked_header(path, member.filename, stream, member.file_size)
                if left < 0:
                    raise WeightsRefused("too-many", limit=MOST_ENTRIES)
        with numpy.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name].tolist() for name in arrays.files}
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, WeightsRefused):
            raise
        raise _damaged(path, error) from None


def _checked_header(path: Path, name: str, stream: Any, size: int) -> int:
    """The number of entries of one .npy member, from its header and before any of them is read."""
    from numpy.lib import format as npy

    version = npy.read_magic(stream)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, dtype = read(stream)
    name = name.removesuffix(".npy")
    if dtype.kind not in "iuf" or dtype.itemsize > 8:
        raise _refused("entry-type", path, matrix=name, type=str(dtype))
    if len(shape) not in (1, 2):
        raise _refused("dimensions", path, matrix=name, count=len(shape))
    if min(shape) < 0 or prod(shape) * dtype.itemsize > size:
        raise ValueError(f"{name} is cut off")
    return prod(shape)


# safetensors' names of the number types: how struct reads them; BF16 is the upper half of an F32.
_TYPES = {
    "F64": "d", "F32": "f", "F16": "e", "I64": "q", "I32": "i", "I16": "h", "I8": "b", "U64": "Q", "U32": "I",
    "U16": "H", "U8": "B", "BF16": "H",
}  # fmt: skip


def _safetensors(path: Path) -> Mapping[str, object]:
    try:
        from safetensors import SafetensorError, deserialize
    except ImportError:
        raise _refused("library", path) from None
    try:
        tensors: list[tuple[str, dict[str, Any]]] = deserialize(path.read_bytes())  # type: ignore[no-untyped-call]
    except SafetensorError as error:
        raise _damaged(path, error) from None
    weights: dict[str, object] = {}
    left = MOST_ENTRIES
    for name, tensor in tensors:
        shape, kind = tensor["shape"], tensor["dtype"]
        if kind not in _TYPES:
            raise _refused("entry-type", path, matrix=name, type=kind)
        if len(shape) not in (1, 2):
            raise _refused("dimensions", path, matrix=name, count=len(shape))
        left -= prod(shape)
        if left < 0:
            raise WeightsRefused("too-many", limit=MOST_ENTRIES)
        entries = list(struct.unpack(f"<{prod(shape)}{_TYPES[kind]}", tensor["data"]))
        if kind == "BF16":
            entries = list(struct.unpack(f"<{len(entries)}f", struct.pack(f"<{len(entries)}I", *(e << 16 for e in entries))))
        width = shape[-1]
        weights[name] = entries if len(shape) == 1 else [entries[i * width : (i + 1) * width] for i in range(shape[0])]
    return weights
