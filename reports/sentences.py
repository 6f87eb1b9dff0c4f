"""Turning keys, `Message`s and `Text`s into sentences of one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, get_args

from derivations.verdict import Message, Place, Text
from reports.messages import WORDINGS
from reports.neutral import neutral
from reports.plain import plain

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
FURTHER = frozenset({"slip", "elsewhere", "why"})  # sentences that follow another one, where there is something to say
_FORMULAS = frozenset({"says", "near", "name"})  # values that are the lesson's text: its LaTeX becomes readable


class Count(int):
    """A number that picks the English noun, `{n} {n:error|errors}`, or shows its size, `{ulps:size}`."""

    def __format__(self, spec: str) -> str:
        if spec == "size":
            return str(abs(self))
        if "|" not in spec:
            return super().__format__(spec)
        one, many = spec.split("|")
        return one if abs(self) == 1 else many


class _Values(dict[str, object]):
    """Values of a wording. A further remark that is not there leaves nothing behind."""

    def __missing__(self, name: str) -> str:
        if name in FURTHER:
            return ""
        raise KeyError(name)


def say(language: Language, key: str, /, **values: object) -> str:
    """The wording of `key`. Values may be strings, numbers, places, Texts, Messages, or sequences of these."""
    wording = WORDINGS[key][LANGUAGES.index(language)]
    filled = wording.format_map(
        _Values(
            {
                name: plain(value) if name in _FORMULAS and isinstance(value, str) else _spoken(value, language)
                for name, value in values.items()
            }
        )
    )
    return re.sub(" {2,}", " ", filled).strip()


def sentence(message: Message, language: Language) -> str:
    return say(language, message.key, **message.values)


def spoken(text: Text, language: Language) -> str:
    """`text` in `language`, on one line and harmless."""
    return neutral(text.zh if language == "zh" else text.en)


def word(group: str, name: str, language: Language) -> str:
    """The word for one of a fixed set of names (a verdict, a binding, a method); the name itself if there is none."""
    wording = WORDINGS.get(f"{group}.{name.replace(' ', '-')}")
    return wording[LANGUAGES.index(language)] if wording else neutral(name)


def environment_language(environment: Mapping[str, str]) -> Language:
    """The language that the locale of the environment asks for: Chinese for zh*, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def _spoken(value: object, language: Language) -> object:
    match value:
        case Message():
            return sentence(value, language)
        case Text():
            return spoken(value, language)
        case Place():
            return f"{value.line}:{value.column}"
        case bool() | None:
            raise TypeError(f"not a value of a sentence: {value!r}")
        case int():
            return Count(value)
        case str():
            return neutral(value)
        case tuple() | list():
            separator = "、" if language == "zh" else ", "
            return separator.join(str(_spoken(item, language)) for item in value)
        case _:
            return neutral(str(value))
