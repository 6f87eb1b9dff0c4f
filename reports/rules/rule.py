"""What is said of one rule: to whoever meets it in a report, and to whoever asks `explain RULE`."""

from __future__ import annotations

from derivations.verdict import Severity, Text
from lessonproof.records import dataclass
from reports.neutral import neutral
from reports.sentences import Language, say, spoken, word


@dataclass(frozen=True, slots=True)
class Example:
    """What a document prints, or what becomes of a part of a shipped lesson. The tests verify each one.

    text: a whole document in the format of `ending`, in both languages where it has words.   sidecar: what its author declares
    in the file beside it.
    part: a target of a shipped lesson; with `edits`, what its document prints instead of what was recorded, old and new;
    without, the part as it was recorded, and `text` says what that is.
    """

    text: str | Text = ""
    ending: str = ".md"
    part: str = ""
    edits: tuple[tuple[str, str], ...] = ()
    sidecar: str = ""

    def document(self, language: Language) -> str:
        return self.text if isinstance(self.text, str) else spoken(self.text, language)

    def shown(self, language: Language) -> list[str]:
        """Lines to show it in. The lines of a document are its own."""
        if not self.part:
            beside = ["", "NAME.claims.toml", *self.sidecar.split("\n")] if self.sidecar else []
            return [neutral(line) for line in [*self.document(language).split("\n"), *beside]]
        if not self.edits:
            key = "rule.about" if self.text else "rule.recorded"
            return [say(language, key, part=self.part, about=self.document(language))]
        return [
            say(language, "rule.instead", part=self.part, old=old, new=new)
            if new
            else say(language, "rule.without", part=self.part, old=old)
            for old, new in self.edits
        ]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `severity` is the usual one: a claim may say that it is only a note, a detector that it is only a warning."""

    name: str
    severity: Severity
    short: Text  # a few words
    means: Text
    matters: Text
    remedy: Text
    fires: Example | None  # None where nothing that is shipped gives rise to it
    quiet: Example | None

    def paragraphs(self, language: Language) -> list[tuple[str, str]]:
        """Each part of the page with its heading, without the examples."""
        return [
            (say(language, f"rule.{name}"), spoken(text, language))
            for name, text in (("means", self.means), ("matters", self.matters), ("remedy", self.remedy))
        ]

    def examples(self, language: Language) -> list[tuple[str, list[str]]]:
        named = (("fires", self.fires), ("quiet", self.quiet))
        return [(say(language, f"rule.{name}"), one.shown(language)) for name, one in named if one is not None]

    def help(self, language: Language) -> str:
        """The page as plain text."""
        parts = [f"{heading}: {text}" for heading, text in self.paragraphs(language)]
        parts += [f"{heading}:\n" + "\n".join(f"    {line}" for line in lines) for heading, lines in self.examples(language)]
        return "\n".join(parts)

    def help_markdown(self, language: Language) -> str:
        """The page as Markdown. An example is a block of code: nothing in it is markup."""
        severity = f"**{self.name}** · {word('severity', self.severity, language)}"
        parts = [severity, *(f"**{heading}** {text}" for heading, text in self.paragraphs(language))]
        parts += [
            f"**{heading}**\n\n" + "\n".join(f"    {line}" for line in lines) for heading, lines in self.examples(language)
        ]
        return "\n\n".join(parts)
