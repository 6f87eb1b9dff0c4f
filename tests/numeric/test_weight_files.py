"""Weight files of every format: exact, and damaged in every way one can think of."""

from __future__ import annotations

import io
import json
import struct
import sys
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest

from numeric.weight_files import read_weights
from numeric.weights_refused import WeightsRefused

MATRICES = {"E": [[1.5, -2.0], [0.25, 0.1]], "tower.b": [[1.0, 2.0]]}
# 0.1 as a double and as a single: 0x3FB999999999999A and 0x3DCCCCCD.
TENTH = {"<f8": Fraction(0x1999999999999A, 2**56), "<f4": Fraction(13421773, 2**27)}


def npz(path: Path, **arrays: Any) -> Path:
    numpy.savez(path, **arrays)
    return path


def safetensors(path: Path, tensors: dict[str, tuple[str, list[int], bytes]]) -> Path:
    """The format written by hand: eight bytes of length, the header, the entries."""
    header, body = {}, b""
    for name, (kind, shape, entries) in tensors.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [len(body), len(body) + len(entries)]}
        body += entries
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)
    return path


def test_json_decimals_are_exact(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text('\ufeff{"E": [[0.1, 1e-3], ["1/3", -2]], "b": [3, 0.50]}', encoding="utf-8")
    assert read_weights(path) == {
        "E": [[Fraction(1, 10), Fraction(1, 1000)], [Fraction(1, 3), Fraction(-2)]],
        "b": [[Fraction(3), Fraction(1, 2)]],
    }


@pytest.mark.parametrize("kind", ["<f8", "<f4", ">f8"])
def test_npz_entries_are_the_binary_numbers_they_are(tmp_path: Path, kind: str) -> None:
    path = npz(tmp_path / "w.npz", E=numpy.asfortranarray(numpy.array(MATRICES["E"], dtype=kind)), b=numpy.arange(3))
    tenth = TENTH["<f4" if kind == "<f4" else "<f8"]
    assert read_weights(path) == {
        "E": [[Fraction(3, 2), Fraction(-2)], [Fraction(1, 4), tenth]],
        "b": [[Fraction(0), Fraction(1), Fraction(2)]],
    }


def test_safetensors_of_every_type(tmp_path: Path) -> None:
    tensors = {
        "d": ("F64", [1, 2], struct.pack("<2d", 0.1, -3.0)),
        "f": ("F32", [2, 1], struct.pack("<2f", 0.1, 2.0)),
        "h": ("F16", [2], struct.pack("<2e", 0.5, 1.0)),
        "bf": ("BF16", [2], bytes.fromhex("cd3d00c0")),  # 0x3DCD = 205/2048, 0xC000 = -2
        "i": ("I32", [1, 1], struct.pack("<i", -7)),
        "q": ("I64", [1, 1], struct.pack("<q", 2**62 + 1)),
    }
    assert read_weights(safetensors(tmp_path / "w.safetensors", tensors)) == {
        "d": [[TENTH["<f8"], Fraction(-3)]],
        "f": [[TENTH["<f4"]], [Fraction(2)]],
        "h": [[Fraction(1, 2), Fraction(1)]],
        "bf": [[Fraction(205, 2048), Fraction(-2)]],
        "i": [[Fraction(-7)]],
        "q": [[Fraction(2**62 + 1)]],
    }


def test_safetensors_as_its_library_writes_them(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    save_file({"E": numpy.array(MATRICES["E"])}, tmp_path / "w.safetensors")
    assert read_weights(tmp_path / "w.safetensors")["E"][1] == [Fraction(1, 4), TENTH["<f8"]]


def refused(path: Path) -> str:
    with pytest.raises(WeightsRefused) as error:
        read_weights(path)
    sentence = str(error.value)
    assert "\n" not in sentence and path.name in sentence
    return sentence


@pytest.mark.parametrize("suffix", [".json", ".npz", ".safetensors"])
def test_a_file_cut_off_anywhere_is_damaged(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"w{suffix}"
    if suffix == ".json":
        path.write_text(json.dumps(MATRICES), encoding="utf-8")
    elif suffix == ".npz":
        npz(path, E=numpy.array(MATRICES["E"]))
    else:
        safetensors(path, {"E": ("F64", [2, 1], struct.pack("<2d", 1, 2))})
    whole = path.read_bytes()
    assert read_weights(path)
    for length in range(0, len(whole) - 1, 7):
        path.write_bytes(whole[:length])
        assert "is damaged or no" in refused(path)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("[1, 2]", "not an object of names and matrices"),
        ('{"E": [[1]], "E": [[2]]}', "gives E twice"),
        ('{"E": [[NaN]]}', "E[1,1]: 'NaN' is not a finite number"),
        ('{"E": [[-Infinity]]}', "is not a finite number"),
        ('{"E": {"F": [[1]]}}', "E is not a matrix"),
        ('{"E": [[[1]]]}', "E[1,1]: [1] is no number".replace("[1] is", "['1'] is")),
        ('{"E": [[' + "9" * 5000 + "]]}", "E[1,1]: a number of more than 400 digits"),
        ("[" * 100_000, "is damaged or no"),
        ('{"E": [[1], [2, 3]]}', "row 1 has 1 entries, but row 2 has 2"),
        ('{"E": [["__import__(\'os\')"]]}', "is no number"),
    ],
)
def test_hostile_json(tmp_path: Path, content: str, part: str) -> None:
    path = tmp_path / "w.json"
    path.write_text(content, encoding="utf-8")
    assert part in refused(path)


@pytest.mark.parametrize("content", ['{"E": [0', '{"E": [[1], [0'])
def test_numbers_of_json_are_counted_while_they_are_read(tmp_path: Path, content: str) -> None:
    """What follows the millionth is not read: it is no JSON at all."""
    path = tmp_path / "w.json"
    path.write_text(content + ", 0" * 1_000_001 + ", ?", encoding="utf-8")
    with pytest.raises(WeightsRefused, match="more than 1000000 entries"):
        read_weights(path)


def test_json_that_is_not_utf8_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_bytes(b'{"E": [[1]], "\xff": 1}')
    assert "is damaged or no .json file" in refused(tmp_path / "w.json")


def test_pickles_are_not_opened(tmp_path: Path) -> None:
    marker = tmp_path / "opened"

    class Opens:
        def __reduce__(self) -> tuple[Any, ...]:
            return (open, (str(marker), "w"))

    path = npz(tmp_path / "w.npz", E=numpy.array([[Opens()]], dtype=object))
    assert "is of type object" in refused(path)
    assert not marker.exists()


@pytest.mark.parametrize(
    ("array", "part"),
    [
        (numpy.zeros((1, 1), dtype=complex), "is of type complex128"),
        (numpy.zeros((2, 2, 2)), "E has 3 dimensions"),
        (numpy.float64(1), "E has 0 dimensions"),
        (numpy.array([["a"]]), "is of type <U1"),
        (numpy.array([[numpy.nan]]), "E[1,1]: nan is not a finite number"),
        (numpy.zeros((0, 3)), "E is not a matrix"),
    ],
)
def test_arrays_that_are_no_matrices_of_numbers(tmp_path: Path, array: Any, part: str) -> None:
    assert part in refused(npz(tmp_path / "w.npz", E=array))


def test_a_shape_that_the_bytes_do_not_fill_asks_for_no_memory(tmp_path: Path) -> None:
    stream = io.BytesIO()
    header = {"descr": "<f8", "fortran_order": False, "shape": (1000, 900)}
    numpy.lib.format.write_array_header_1_0(stream, header)  # type: ignore[no-untyped-call]
    with zipfile.ZipFile(tmp_path / "w.npz", "w") as archive:
        archive.writestr("E.npy", stream.getvalue() + bytes(64))
    assert "E is cut off" in refused(tmp_path / "w.npz")


def test_too_many_entries_are_seen_in_the_header(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    numpy.savez_compressed(path, E=numpy.zeros((1001, 1000)))
    with pytest.raises(WeightsRefused, match="more than 1000000 entries"):
        read_weights(path)


@pytest.mark.parametrize(
    ("tensor", "part"),
    [
        (("BOOL", [1, 1], b"\x01"), "is of type BOOL"),
        (("F64", [], struct.pack("<d", 1)), "has 0 dimensions"),
        (("F64", [1, 1, 1], struct.pack("<d", 1)), "has 3 dimensions"),
        (("F32", [1, 1], bytes.fromhex("0000807f")), "is not a finite number"),
        (("BF16", [1, 1], bytes.fromhex("c07f")), "is not a finite number"),
        (("F64", [2, 1], struct.pack("<d", 1)), "is damaged or no"),
    ],
)
def test_hostile_tensors(tmp_path: Path, tensor: tuple[str, list[int], bytes], part: str) -> None:
    assert part in refused(safetensors(tmp_path / "w.safetensors", {"E": tensor}))


def test_files_that_are_no_weight_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no weights file" in refused(tmp_path / "none.json")
    (tmp_path / "w.pt").write_bytes(b"")
    assert "must end in .json, .npz or .safetensors" in refused(tmp_path / "w.pt")
    (tmp_path / "folder.json").mkdir()
    assert "there is no weights file" in refused(tmp_path / "folder.json")
    for kind, limit in (("json", "LARGEST_JSON"), ("npz", "LARGEST_FILE")):
        monkeypatch.setattr(f"numeric.weight_files.{limit}", 1 << 20)
        (tmp_path / f"w.{kind}").write_bytes(bytes((1 << 20) + 1))
        assert "is larger than 1 MiB" in refused(tmp_path / f"w.{kind}")


def test_many_names_with_one_twice_are_read_in_linear_time(tmp_path: Path) -> None:
    """A quarter of a million names of which the last two are the same: pairwise comparison would take an hour."""
    path = tmp_path / "w.json"
    path.write_text("{" + "".join(f'"{n}": [],' for n in range(250_000)) + '"249999": []}', encoding="utf-8")
    assert "gives 249999 twice" in refused(path)


def test_negative_lengths_do_not_make_room_for_other_matrices(tmp_path: Path) -> None:
    """A first matrix of −10⁹ entries, and one of more than are read: neither is asked for."""
    stream = io.BytesIO()
    for_negative = {"descr": "<f8", "fortran_order": False, "shape": (-(10**9), 1)}
    numpy.lib.format.write_array_header_1_0(stream, for_negative)  # type: ignore[no-untyped-call]
    with zipfile.ZipFile(tmp_path / "w.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("E.npy", stream.getvalue())
        with archive.open("F.npy", "w") as member:
            numpy.lib.format.write_array(member, numpy.zeros((1001, 1000)))  # type: ignore[no-untyped-call]
    assert "E is cut off" in refused(tmp_path / "w.npz")


def test_without_the_library_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = safetensors(tmp_path / "w.safetensors", {"E": ("F64", [1, 1], struct.pack("<d", 1))})
    monkeypatch.setitem(sys.modules, "safetensors", None)
    assert "pip install 'lessonproof[weights]'" in refused(path)
