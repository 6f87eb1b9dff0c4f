"""A configuration written by an author, as TOML.

```toml
like = "bert-base"      # optional: a published model; only what differs is then written
name = "my model"
d_model = 256
heads = 4

[printed]
"page 12" = "15M"
```

Files are not trusted: they are small, regular, and every key and value is checked.
"""

from __future__ import annotations

import stat
import tomllib
from dataclasses import MISSING, asdict, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from numeric.account.configuration import Configuration, WrongConfiguration
from numeric.account.presets import PRESETS

LARGEST_BYTES = 8 * 1024  # the time that TOML takes grows with the square of a dotted key
LIKE = "like"
# What says who a model is does not carry over to one that is like it.
_OWN = ("name", "source", "printed")


def configuration(path: str) -> Configuration:
    """The configuration in the file at `path`; without a name it is called like the file.

    Raises WrongConfiguration, which names the file or the key, what was written, and what would do.
    """
    table = _table(path)
    known = [field.name for field in fields(Configuration)]
    for key in table:
        if key not in (*known, LIKE):
            near = get_close_matches(key[:60], [*known, LIKE], n=1, cutoff=0.0)[0]
            raise WrongConfiguration("unknown-key", path=path, setting=key[:60], nearest=near)
    settings: dict[str, Any] = {**_like(table.pop(LIKE, None)), "name": Path(path).stem[:60], **table}
    printed = settings.get("printed", {})
    settings["printed"] = tuple(printed.items()) if isinstance(printed, dict) else printed
    for field in fields(Configuration):
        if field.default is MISSING and field.name not in settings:
            raise WrongConfiguration("missing-key", path=path, setting=field.name)
    return Configuration(**settings)


def _like(name: object) -> dict[str, Any]:
    if name is None:
        return {}
    if not isinstance(name, str) or name not in PRESETS:
        raise WrongConfiguration("not-a-choice", setting=LIKE, given=str(name)[:40], choices=tuple(PRESETS))
    inherited = {key: value for key, value in asdict(PRESETS[name]).items() if key not in _OWN}
    return {**inherited, "source": f"{LIKE} {name}"}


def _table(path: str) -> dict[str, Any]:
    try:
        status = Path(path).stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe or a device may never end
            raise WrongConfiguration("no-file", path=path)
        with open(path, "rb") as file:
            content = file.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        raise WrongConfiguration("file-missing", path=path, presets=tuple(PRESETS)) from None
    except (OSError, ValueError) as error:
        if isinstance(error, WrongConfiguration):
            raise
        raise WrongConfiguration("unreadable", path=path, reason=getattr(error, "strerror", None) or str(error)) from None
    if len(content) > LARGEST_BYTES:
        raise WrongConfiguration("too-large", path=path, limit=LARGEST_BYTES // 1024)
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise WrongConfiguration("unreadable", path=path, reason=str(error).rstrip(".")[:200]) from None
