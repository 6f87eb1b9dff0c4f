"""Values under the lesson's letters, each computed when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from derivations.asked import kept


class LazyScope(Mapping[str, Any]):
    """Letters to values by recipes; each recipe is followed at most once."""

    def __init__(self, recipes: Mapping[str, Callable[[], Any]]) -> None:
        self._recipes = recipes
        self._values: dict[str, tuple[Any, frozenset[str]]] = {}

    def __getitem__(self, name: str) -> Any:
        return kept(self._values, name, self._recipes[name])

    def __contains__(self, name: object) -> bool:
        return name in self._recipes

    def __iter__(self) -> Iterator[str]:
        return iter(self._recipes)

    def __len__(self) -> int:
        return len(self._recipes)

    def extended(self, recipes: Mapping[str, Callable[[], Any]]) -> LazyScope:
        """The same letters and some more; values already computed are kept."""
        wider = LazyScope({**self._recipes, **recipes})
        wider._values = {name: value for name, value in self._values.items() if name not in recipes}
        return wider
