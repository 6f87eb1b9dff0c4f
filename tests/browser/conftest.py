"""A real browser, headless, for what only a browser can tell: that nothing runs or loads, that keys work, that it fits.

The tests drive Debian's chromium (packages `chromium` and `chromium-driver`) through Selenium. Where one of them is missing the
tests are left out, and the report says why (`tests/conftest.py`).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip
WIDE, PHONE = (1440, 900), (360, 740)


@dataclass
class Browser:
    """One window. `driver` is Selenium's."""

    driver: Any

    def open(self, path: Path, *, size: tuple[int, int] = WIDE, dark: bool = False, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.log()
        self.requests()
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, still]})
        self.driver.get(path.as_uri() + fragment)

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def count(self, selector: str) -> int:
        return int(self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def shown(self, selector: str) -> bool:
        return bool(self.run("return document.querySelector(arguments[0]).checkVisibility()", selector))

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def click(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self.driver.find_element("css selector", selector).click()

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def focused(self) -> str:
        """The id of the focused element, else what its details are called, else its tag."""
        found = self.run("const one = document.activeElement; return one.id || one.dataset.d || one.localName")
        return str(found)

    def log(self) -> list[str]:
        """What the console says since it was last asked: refused scripts and styles, errors."""
        return [str(entry["message"]) for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """The addresses asked for since this was last asked."""
        entries = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [entry["params"]["request"]["url"] for entry in entries if entry["method"] == "Network.requestWillBeSent"]

    def accessible(self) -> list[tuple[str, str]]:
        """Role and name of every node of the accessibility tree that is not ignored, in order."""
        self.driver.execute_cdp_cmd("Accessibility.enable", {})
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [
            (str(node.get("role", {}).get("value", "")), str(node.get("name", {}).get("value", "")))
            for node in nodes
            if not node.get("ignored")
        ]

    def printed(self) -> bytes:
        import base64

        answer = self.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True, "preferCSSPageSize": True})
        return base64.b64decode(answer["data"])


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = shutil.which("chromium") or "chromium"
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield Browser(driver)
    finally:
        driver.quit()


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page of a document: by its name and text, or of chapter 11 in our own words. Each is made once."""
    from lessons.check import DocumentGiven, verify
    from reports.html.files import write_pages

    made: dict[tuple[object, ...], Path] = {}

    def page(name: str, text: str, target: str = "", language: str = "en") -> Path:
        key = (name, text, target, language)
        if key not in made:
            folder = tmp_path_factory.mktemp("page")
            (folder / name).write_text(text, encoding="utf-8", newline="")
            document = str(folder / name)
            found = verify([target or document], [DocumentGiven("notes", document)] if target else [])
            out = folder / "page.html"
            write_pages(found, "zh" if language == "zh" else "en", str(out))
            made[key] = out
        return made[key]

    return page


@pytest.fixture(scope="session")
def chapter11(written: Callable[..., Path]) -> Path:
    """With p_B mistyped where it is printed first."""
    from tests.lessons import own_words

    return written("lesson.txt", own_words.text().replace("0.581626", "0.581662", 1), "chapter11")
