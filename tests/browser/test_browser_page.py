"""The page of a lesson in a browser: details, keys, filters, screen readers, telephones, print."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import PHONE, WIDE, Browser

pytestmark = pytest.mark.browser

TAB, ENTER, ESCAPE, RIGHT = "\ue004", "\ue007", "\ue00c", "\ue014"
WRONG_FIGURE = "main .fig.is-error"


def test_nothing_is_loaded_or_refused(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    browser.click(".finding")
    browser.click("[data-kind='certified']")
    assert set(browser.requests()) == {chapter11.as_uri()}
    assert browser.log() == []


def test_a_click_opens_the_details_beside_the_figure(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    assert browser.count(".detail") == 0  # made when they are asked for
    assert not browser.shown("#panel")
    browser.click(WRONG_FIGURE)
    assert browser.shown("#panel") and not browser.shown("#listed")
    shown = browser.text("#panel-body")
    for part in ("0.581662", "0.581626", "0.581625763174…", "36 units in the last place (ulp) too large"):
        assert part in shown
    assert browser.count("#panel-body math") > 3
    assert browser.run("return document.querySelector('#panel-body math').namespaceURI").endswith("MathML")
    browser.click("#close")
    assert not browser.shown("#panel") and browser.shown("#listed")


def test_a_finding_leads_to_its_place(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    browser.click(".finding")
    top, height = browser.run(
        f"const box = document.querySelector('{WRONG_FIGURE}').getBoundingClientRect(); return [box.top, innerHeight]"
    )
    assert 0 < top < height
    assert browser.run(f"return document.querySelector('{WRONG_FIGURE}').classList.contains('open-mark')")


def test_other_places_of_the_same_number_are_links(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    browser.click(WRONG_FIGURE)
    there = browser.run("return document.querySelector('#panel-body .places a').getAttribute('href')")
    browser.click("#panel-body .places a")
    assert "#" + browser.focused() == there
    assert browser.text(there) == "0.581626"


def test_everything_with_the_keyboard_alone(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    browser.press(TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    browser.press("n")
    assert browser.run("return document.activeElement.matches('main .is-error')")
    assert re.fullmatch(r"1 of \d+", browser.text("#position"))
    outline = browser.run("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    mark = browser.focused()
    browser.press(ENTER)
    assert browser.shown("#panel")
    assert browser.focused() == "panel-body"
    browser.press(ESCAPE)
    assert not browser.shown("#panel")
    assert browser.focused() == mark
    browser.press(RIGHT)
    assert browser.focused() != mark
    assert browser.run("return document.activeElement.matches('main .fig, main .chip')")
    browser.press("p")
    assert browser.run("return document.activeElement.matches('main .is-error')")


def test_walking_with_open_details_shows_each(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    browser.click(WRONG_FIGURE)
    before = browser.text("#panel-body h3")
    browser.click("[data-kind='given']")
    browser.click("#next")
    assert browser.text("#panel-body h3") != before
    assert browser.text("#panel-body .verdict") in ("given by the lesson", "definition")


def test_single_keys_can_be_turned_off(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    browser.click(".keys summary")
    browser.click("#single-keys")
    browser.press(TAB, "n")
    assert not browser.run("return document.activeElement.matches('main .fig, main .chip')")


def test_what_is_right_is_one_stop_of_the_tab_key(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    stops = browser.run(
        "return [...document.querySelectorAll('main [tabindex=\"0\"][data-d], main button:not([tabindex])')].length"
    )
    wrong = browser.count("main .is-error[data-d]")
    assert wrong >= 2
    assert stops <= wrong + 1


def test_filters_leave_what_they_ask_for(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    browser.click("[data-kind='error']")
    assert browser.run("return document.querySelector('[data-kind=\"error\"]').getAttribute('aria-pressed')") == "true"
    on = browser.count("main .fig.on, main .chip.on")
    assert on == browser.count("main .fig.error, main .chip.error") > 0
    colour = "return getComputedStyle(document.querySelector('main .l{} > .t')).color"
    assert browser.run(colour.format(".on")) != browser.run(colour.format(":not(.on)"))
    browser.click("[data-kind='given']")
    assert browser.count("main .fig.on, main .chip.on") > on
    browser.click("[data-kind='given']")
    browser.click("[data-kind='error']")
    assert browser.count("html.filtered") == 0


def test_a_figure_can_be_linked_to(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    name = browser.run(f"return document.querySelector('{WRONG_FIGURE}').id")
    browser.open(chapter11, fragment=f"#{name}")
    assert browser.shown("#panel")
    assert "36 units" in browser.text("#panel-body")


def test_what_a_screen_reader_is_told(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    nodes = browser.accessible()
    roles = [role for role, _ in nodes]
    for landmark in ("banner", "navigation", "main", "complementary", "contentinfo"):
        assert roles.count(landmark) == 1, landmark
    buttons = [name for role, name in nodes if role == "button"]
    # Every mark of the text is told, wherever the window is; the two buttons of hidden details are not.
    assert len(buttons) >= browser.count("[data-d], main button") > 150
    assert all(name.strip() for name in buttons)
    assert "0.581662: wrong, should be 0.581626" in buttons
    assert any(name.startswith("error: p ≈") for name in buttons)
    pictures = [name for role, name in nodes if role in ("image", "img", "graphics-document")]
    assert any("values and gradients" in name for name in pictures)
    assert any("figures:" in name for name in pictures)
    assert [role for role, _ in nodes].count("heading") > 8


def test_nothing_is_wider_than_a_telephone(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11, size=PHONE)
    width, window = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    assert (width, window) == (PHONE[0], PHONE[0])
    browser.click(".finding")
    assert browser.run("return document.documentElement.scrollWidth") == PHONE[0]
    figure, panel = browser.run(
        f"return [document.querySelector('{WRONG_FIGURE}').getBoundingClientRect().bottom,"
        " document.querySelector('#panel').getBoundingClientRect().top]"
    )
    assert 0 < figure <= panel  # the details do not cover what they are about


def test_light_and_dark(browser: Browser, chapter11: Path) -> None:
    colour = "return getComputedStyle(document.body).backgroundColor"
    browser.open(chapter11)
    light = browser.run(colour)
    browser.click("[data-theme='dark']")
    dark = browser.run(colour)
    assert light != dark
    browser.click("[data-theme='auto']")
    assert browser.run(colour) == light
    browser.open(chapter11, dark=True)
    assert browser.run(colour) == dark
    browser.click("[data-theme='auto']")


CONTRAST = """
const light = (colour) => {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((one) => {
    const part = one / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const ground = (one) => {
  while (one && getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)') one = one.parentElement;
  return getComputedStyle(one ?? document.body).backgroundColor;
};
return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).map((one) => {
  const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((one, other) => other - one);
  return (a + 0.05) / (b + 0.05);
});
"""


@pytest.mark.parametrize("dark", [False, True])
def test_text_stands_out_from_its_ground(browser: Browser, chapter11: Path, dark: bool) -> None:
    """WCAG AA: 4.5 to 1."""
    browser.open(chapter11, dark=dark)
    browser.click(WRONG_FIGURE)
    for selector in (
        ".t",
        ".fig.is-error",
        ".facts",
        ".filters button",
        ".detail p",
        ".detail dt",
        ".detail .told",
        "nav a",
        ".reason",
    ):
        ratios = browser.run(CONTRAST, selector)
        assert ratios and min(ratios) >= 4.5, (selector, min(ratios))


def test_print_has_the_details_as_an_appendix(browser: Browser, chapter11: Path) -> None:
    browser.open(chapter11)
    pdf = browser.printed()
    assert pdf.startswith(b"%PDF")
    assert browser.count("#appendix .detail") > 20
    assert "36 units in the last place" in browser.text("#appendix")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not browser.shown("nav") and not browser.shown("#filters")
    assert browser.shown("#appendix") and browser.shown("#listed")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_without_scripts_text_marks_and_findings_are_there(browser: Browser, chapter11: Path) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(chapter11)
        shown = browser.driver.find_element("css selector", "body").text
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "0.581662" in shown
    assert "36 units in the last place" in shown
    assert "Details open with a click where scripts may run" in shown


def test_the_language_of_the_page(browser: Browser, written: Callable[..., Path]) -> None:
    browser.open(written("lesson.md", "# 一\n\n3 × 4 = 13\n", language="zh"))
    assert browser.run("return document.documentElement.lang") == "zh-Hans"
    browser.click(WRONG_FIGURE)
    assert "应印" in browser.text("#panel-body")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_markdown_lesson_with_formulas(browser: Browser, written: Callable[..., Path], size: tuple[int, int]) -> None:
    row = " + ".join(["0.125"] * 30)
    text = f"# Sum\n\n$$ {row} = 3.76 $$\n\n| a | b |\n|---|---|\n| $x_1^2$ | 3 × 4 = 13 |\n\n```\n{'x = 1; ' * 60}\n```\n"
    browser.open(written("lesson.md", text), size=size)
    assert browser.run("return document.documentElement.scrollWidth") == size[0]
    assert browser.count("main math mrow.fig") >= 30
    mark = "document.querySelector('main math .fig')"
    browser.run(f"{mark}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
    assert browser.shown("#panel")
    assert browser.log() == []


LONG_AND_NARROW = """# 长公式

取 $s = (2.1, 0.7, -0.5, 1.3)$。于是 $0.5649 \\cdot 1 + 0.1393 \\cdot 2 + 0.0420 \\cdot 3 + 0.2538 \\cdot 4 = 1.9847$。

$$p = \\mathrm{softmax}(z) \\approx (0.738, 0.201, 0.061), \\qquad L = -\\ln(0.738) \\approx 0.304$$

1. 指数：$e^{2.1} \\approx 8.1662$。

| part | formula | number of parameters |
|---|---|---|
| token embedding | $V d$ | 24,576,000 |
| attention, per layer | $4 d^2 + 4 d$ | 2,362,368 |
"""


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_formulas_break_where_they_may_and_figures_never(
    browser: Browser, written: Callable[..., Path], size: tuple[int, int]
) -> None:
    browser.open(written("long.md", LONG_AND_NARROW), size=size)
    cut = "return [...document.querySelectorAll('main .display, main p')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
    assert browser.run(cut) == 0
    assert browser.run("return document.documentElement.scrollWidth") == size[0]
    broken = "return [...document.querySelectorAll('main .fig')].filter(e => e.getClientRects().length > 1).length"
    assert browser.run(broken) == 0 and browser.count("main .fig") > 20
    # No line begins with the stop that closes a formula: the piece before it and the stop share one line.
    together = "return [...document.querySelectorAll('main .closed')].map(e => e.getClientRects().length)"
    assert set(browser.run(together)) == {1}
    assert browser.text("main .number") == "1."
