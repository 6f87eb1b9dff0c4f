"""Whatever a document holds, the detectors end, and their work grows with its length and has a ceiling: counted, not timed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from detected import detected

from derivations.formula import tokens
from derivations.values import Values

SIZE = 300

HOSTILE = {
    "brackets": "(" * SIZE,
    "sums in brackets": "(1+" * SIZE,
    "one long chain": "1+1=" * SIZE,
    "many chains": "2×3=6 " * SIZE,
    "digits": "9" * SIZE,
    "a tower": "9^" * SIZE + "9 = 3",
    "towers": "9^9^9^9^9 = 3\n" * (SIZE // 10),
    "factorials": "999! = 3 + 4\n" * (SIZE // 10),
    "terms": "1+" * SIZE + "1 = 3",
    "signs": "=" * SIZE,
    "rows": "[1.5, 2.5, 3.5] " * (SIZE // 10),
    "one row": "[" + "1.25, " * SIZE + "2]",
    "names of names": "\n".join(f"a{i} = a{i - 1} + 1" for i in range(1, SIZE // 5)),
    "the same name": "a = 1\n" * (SIZE // 10) + "a + a = 3\n" * (SIZE // 10),
    "shares": "exp(0.1)/Σ = 0.1\n" * (SIZE // 10),
    "changes": "from 1 to 2 " * SIZE,
    "totals": "Total 3 GB " * SIZE,
    "glued": "）1234567890123456789012345678 × 3 = 5\n" * (SIZE // 20),
    "remarks": "2 (3) " * SIZE + "= 4",
    "exponentials": "exp(exp(exp(exp(9)))) = 3\n" * (SIZE // 20),
    "sums": "∑_{i=1}^{199} i^{50} = 3\n" * (SIZE // 20),
    "encodings": "PE [0.90, -0.41, 0.02, 0.99]\n" * (SIZE // 20),
    "nothing": "\x00\ufeff\u202e\ud7ff\x1b[31m = 3 × 4",
}


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """How many tokens are read and how many values computed."""
    counted = {"tokens": 0, "values": 0}
    plain_tokens, plain_entries = tokens.each_token, Values.entries

    def each_token(*arguments: object) -> Iterator[tokens.Token]:
        for token in plain_tokens(*arguments):  # type: ignore[arg-type]
            counted["tokens"] += 1
            yield token

    def entries(self: Values, *arguments: object) -> object:
        counted["values"] += 1
        return plain_entries(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("lessons.signs.each_token", each_token)
    monkeypatch.setattr("derivations.formula.cursor.each_token", each_token)
    monkeypatch.setattr(Values, "entries", entries)
    yield counted


@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_is_linear(name: str, work: dict[str, int]) -> None:
    detected(HOSTILE[name])
    once = dict(work)
    detected(HOSTILE[name] + "\n" + HOSTILE[name])
    for kind, count in once.items():
        twice = work[kind] - count
        assert twice <= 2.2 * count + 500, f"{name}: {count} {kind}, then {twice}"


def test_the_budget_ends_a_detector_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of two sides costs two steps and settles three figures, each of them twice at most."""
    monkeypatch.setattr("lessons.detectors.STEPS", 50)
    found = detected("1 + 1 = 2; " * 100)
    assert any(one.reason.key == "unread-too-long" for one in found.not_understood)
    assert 0 < len(found.settled) <= 2 * 3 * 50


def test_a_lone_surrogate_is_no_reason_to_fail() -> None:
    from derivations.verdict import Place
    from lessons.detectors import detect
    from lessons.passage import Passage

    (found,) = detect([Passage("\ud800, 3 × 4 = 13", lambda offset: Place(1, offset + 1))]).findings
    assert found.place == Place(1, 12)
