"""Documents of strangers: in a real browser nothing of them runs, loads or leaves its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import Browser

pytestmark = pytest.mark.browser

CLICK = "{}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"  # formulas have no click() of their own
RAN = "document.title='ran'"
TEXT = f"""# </title></h1><script>{RAN}</script><svg onload="{RAN}"> 3 × 4 = 13

<img src="http://127.0.0.1:9/x.png" onerror="{RAN}"> <iframe srcdoc="<script>parent.{RAN}</script>"></iframe>
[a](javascript:{RAN}) <style>@import "http://127.0.0.1:9/x.css"; body {{ display: none }}</style>

$x_{{</math><script>{RAN}</script>}} = 2 + 2 = 5$ and $\\text{{</mtext><img src=x onerror={RAN}>}} = 1 = 2$

<math><annotation-xml encoding="text/html"><img src=x onerror="{RAN}"></annotation-xml></math>

| <script>{RAN}</script> | 1 |
|---|---|
| </script><script>{RAN}</script> | 3 × 4 = 14 |

```
</code></pre></script><script>{RAN}</script>
```

<!-- --><base href="http://127.0.0.1:9/"> <meta http-equiv="refresh" content="0; url=http://127.0.0.1:9/">
{{{{constructor}}}} \u202e 0.1
"""


@pytest.mark.parametrize(
    "name", ["lesson.md", "lesson.txt", "lesson.html", "lesson.tex", "</title><script>document.title=1<.md"]
)
def test_nothing_of_a_hostile_document_runs_or_loads(browser: Browser, written: Callable[..., Path], name: str) -> None:
    page = written(name.replace("/", "\u2215"), TEXT)
    browser.open(page)
    title = browser.run("return document.title")
    for number in range(int(browser.count(".finding"))):
        browser.run("document.querySelectorAll('.finding')[arguments[0]].click()", number)
    browser.run(f"for (const one of document.querySelectorAll('main [data-d]')) {CLICK.format('one')}")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run("return document.title") == title != "ran"
    assert set(browser.requests()) == {page.as_uri()}
    assert browser.run("return location.href") == page.as_uri()
    assert browser.count("script") == 2
    assert browser.count("img, iframe, object, embed, base, link, form, annotation-xml, [onload], [onerror], [onclick]") == 0
    assert browser.run("return getComputedStyle(document.body).display") != "none"
    assert browser.log() == []


def test_the_policy_would_stop_what_the_escaping_let_through(browser: Browser, chapter11: Path, tmp_path: Path) -> None:
    """The same page with a script, a handler and a picture written into it by hand: the policy is a wall of its own."""
    html = chapter11.read_text(encoding="utf-8")
    bad = f'<script>{RAN}</script><p onclick="{RAN}" id=bad>x</p><img src=\'http://127.0.0.1:9/x.png\' onerror="{RAN}"></body>'
    page = tmp_path / "page.html"
    page.write_text(html.replace("</body>", bad), encoding="utf-8")
    browser.open(page)
    browser.run("document.querySelector('#bad').click()")
    assert browser.run("return document.title") != "ran"
    refused = [line for line in browser.log() if "Content Security Policy" in line]
    assert len(refused) >= 3
    with pytest.raises(Exception, match="TrustedHTML"):
        browser.run("document.body.innerHTML = '<b>x</b>'")
