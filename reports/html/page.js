
(() => {
  "use strict";
  const root = document.documentElement;
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  root.classList.add("script");

  // ── light and dark ───────────────────────────────────────────────────────────────────────────────────────────────────
  const STORE = "lessonproof-theme";
  const themes = all("[data-theme]").filter((one) => one.localName === "button");
  const kept = (() => { try { return localStorage.getItem(STORE); } catch { return null; } })();
  const theme = (name) => {
    if (name === "light" || name === "dark") root.dataset.theme = name; else delete root.dataset.theme;
    for (const one of themes) one.setAttribute("aria-pressed", String(one.dataset.theme === (root.dataset.theme ?? "auto")));
  };
  theme(kept);
  for (const one of themes) one.addEventListener("click", () => {
    theme(one.dataset.theme);
    try { localStorage.setItem(STORE, one.dataset.theme); } catch { /* a page that may keep nothing */ }
  });

  const island = find("#island");
  if (!island) return;
  let data;
  const records = () => (data ??= JSON.parse(island.textContent));

  // ── elements from data: only tags and attributes that the report makes ──────────────────────────────────────────────
  const HTML = "http://www.w3.org/1999/xhtml", MATH = "http://www.w3.org/1998/Math/MathML";
  const TAGS = new Set(("article header section div span p h3 h4 ol ul li dl dt dd table thead tbody tr th td a strong code mark "
    + "details summary").split(" "));
  const MATH_TAGS = new Set(("math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup munder mover munderover mtable mtr mtd")
    .split(" "));
  const ATTRIBUTES = new Set(("class href title scope role aria-label aria-hidden alttext display accent separator form width").split(" "));
  const build = (packed) => {
    if (typeof packed === "string") return document.createTextNode(packed);
    const [tag, attributes, ...children] = packed;
    const math = MATH_TAGS.has(tag);
    if (!math && !TAGS.has(tag)) throw new Error(tag);
    const made = document.createElementNS(math ? MATH : HTML, tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (ATTRIBUTES.has(name) && (name !== "href" || value.startsWith("#"))) made.setAttribute(name, value);
    }
    for (const child of children) made.append(build(child));
    return made;
  };
  const articles = (target) => {
    const kind = target[0], record = records()[kind][target.slice(1)];
    if (!record) return [];
    if (kind !== "f") return [build(record)];
    return [build(record[0]), ...record[1].map((number) => build(records().c[number]))];
  };

  // ── details ──────────────────────────────────────────────────────────────────────────────────────────────────────────
  const panel = find("#panel"), body = find("#panel-body"), listed = find("#listed"), aside = find("aside");
  let opener = null, shown = null;
  const unmark = () => all(".open-mark").forEach((one) => one.classList.remove("open-mark"));
  const marksOf = (target) => all(`main [data-d="${target}"]`);
  const open = (target, from, focus) => {
    const made = articles(target);
    if (!made.length) return;
    unmark();
    marksOf(target).forEach((one) => one.classList.add("open-mark"));
    body.replaceChildren(...made);
    panel.hidden = false;
    listed.hidden = true;
    aside.scrollTop = panel.scrollTop = 0;
    opener = from;
    shown = target;
    if (focus) body.focus({ preventScroll: true });
  };
  const close = () => {
    if (panel.hidden) return;
    panel.hidden = true;
    listed.hidden = false;
    unmark();
    shown = null;
    (opener?.isConnected ? opener : find("#findings")).focus({ preventScroll: opener === null });
  };
  find("#close").addEventListener("click", close);

  // ── going to a place ─────────────────────────────────────────────────────────────────────────────────────────────────
  const anchor = (name) => {
    let there = document.getElementById(name);
    const line = /^L([0-9]+)$/.exec(name);
    for (let number = line ? Number(line[1]) : 0; !there && number > 1;) there = document.getElementById(`L${--number}`);
    return there;
  };
  const narrow = matchMedia("(max-width: 58rem)");
  // On a narrow page the details cover the lower part of the window.
  const show = (there) => there?.scrollIntoView({ block: narrow.matches ? "start" : "center" });
  const jump = (name) => {
    const there = anchor(name);
    if (!there) return;
    show(there);
    const target = there.matches(".fig") ? there : find(".chip", there);
    if (target && !target.hidden) { hold(target); target.focus({ preventScroll: true }); }
  };

  // ── marks: one stop of the tab key among those that are right, every one that needs a look ───────────────────────────
  const LOOK = ["error", "warning", "note"];
  const marks = all("main .fig[data-d], main .chip");
  let held = null;
  const hold = (mark) => {
    if (held && !LOOK.some((kind) => held.classList.contains(kind))) held.tabIndex = -1;
    held = mark;
    mark.tabIndex = 0;
  };
  if (marks.length) hold(marks[0]);
  const chosen = new Set();
  const visible = () => (chosen.size ? marks.filter((one) => one.classList.contains("on")) : marks);
  const walked = () => {
    if (chosen.size) return visible();
    const worth = marks.filter((one) => LOOK.some((kind) => one.classList.contains(kind)));
    return worth.length ? worth : marks;
  };
  const position = find("#position");
  const words = () => records().w;
  const move = (list, step) => {
    if (!list.length) { position.textContent = words().none; return; }
    const now = document.activeElement?.matches?.("main .fig, main .chip") ? document.activeElement : held;
    let at = list.indexOf(now);
    if (at >= 0) at = (at + step + list.length) % list.length;
    else {
      // From wherever the reader is: the first mark behind that place, or the last before it.
      const behind = list.findIndex((one) => now && now.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
      at = step > 0 ? Math.max(behind, 0) : (behind < 0 ? list.length : behind + list.length - 1) % list.length;
    }
    if (!started) { at = step > 0 ? 0 : list.length - 1; started = true; }
    const mark = list[at];
    hold(mark);
    show(mark);
    mark.focus({ preventScroll: true });
    position.textContent = words().position.replace("{at}", at + 1).replace("{n}", list.length);
    if (!panel.hidden) open(mark.dataset.d, mark, false);
  };
  let started = false;
  find("#next").addEventListener("click", () => move(walked(), 1));
  find("#previous").addEventListener("click", () => move(walked(), -1));

  // ── filters ──────────────────────────────────────────────────────────────────────────────────────────────────────────
  const items = all(".findings > li");
  const filter = () => {
    const kinds = [...chosen];
    const on = new Set(kinds.flatMap((kind) => all(`main .fig.${kind}[data-d], main .chip.${kind}, main .said.${kind}`)));
    for (const one of [...on]) on.add(one.closest(".l, .b"));
    for (const one of all("main .on")) if (!on.has(one)) one.classList.remove("on");
    for (const one of on) one?.classList.add("on");
    const graded = kinds.filter((kind) => LOOK.includes(kind));
    for (const one of items) one.hidden = kinds.length > 0 && !graded.some((kind) => one.classList.contains(kind));
    root.classList.toggle("filtered", kinds.length > 0);
    started = false;
    position.textContent = kinds.length ? String(visible().length) : "";
  };
  for (const one of all("#filters [data-kind]")) one.addEventListener("click", () => {
    const on = !chosen.has(one.dataset.kind);
    if (on) chosen.add(one.dataset.kind); else chosen.delete(one.dataset.kind);
    one.setAttribute("aria-pressed", String(on));
    filter();
  });

  // ── mouse and keys ───────────────────────────────────────────────────────────────────────────────────────────────────
  const light = (targets, on) => {
    for (const target of targets) for (const one of all(`main [data-c~="${target}"]`)) one.classList.toggle("lit", on);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && !link.matches(".skip")) { event.preventDefault(); history.replaceState(null, "", link.getAttribute("href")); jump(link.getAttribute("href").slice(1)); return; }
    const mark = event.target.closest("[data-d]");
    if (mark) {
      if (mark.closest("main")) hold(mark);
      const place = mark.matches(".finding") ? marksOf(mark.dataset.d)[0] ?? (mark.dataset.l ? anchor(`L${mark.dataset.l}`) : null) : null;
      if (place) show(place);
      open(mark.dataset.d, mark, true);
      return;
    }
    const statement = event.target.closest("[data-c]");
    if (statement && String(getSelection()) === "") open(statement.dataset.c.split(" ")[0], held, false);
  });
  for (const [name, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
    document.addEventListener(name, (event) => {
      const chip = event.target.closest?.("main .chip");
      if (chip) light([chip.dataset.d], on);
    });
  }
  const single = find("#single-keys");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const mark = event.target.closest?.("main .fig[data-d], main .chip");
    if (event.key === "Escape") close();
    else if ((event.key === "Enter" || event.key === " ") && mark?.matches(".fig")) {
      event.preventDefault();
      open(mark.dataset.d, mark, true);
    } else if (mark && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      started = true;
      move(visible(), event.key === "ArrowRight" ? 1 : -1);
    } else if (single.checked && !event.target.closest?.("input") && (event.key === "n" || event.key === "p")) {
      move(walked(), event.key === "n" ? 1 : -1);
    }
  });
  if (matchMedia("(max-width: 78rem)").matches) find("nav details").open = false;

  // ── a large lesson: the rest of it is laid out while nothing else is to do ───────────────────────────────────────────
  const waiting = all("main.large .chunk, main.large .b:not(.heading)").reverse();
  const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(() => work({ timeRemaining: () => 8 }), 16));
  const more = (time) => {
    for (let number = 0; waiting.length && (number < 8 || time.timeRemaining() > 4) && number < 60; number += 1) waiting.pop().classList.add("seen");
    if (waiting.length) idle(more);
  };
  if (waiting.length) idle(more);

  // ── print: every finding and statement with its details ─────────────────────────────────────────────────────────────
  const appendix = find("#appendix");
  addEventListener("beforeprint", () => {
    if (appendix.childElementCount) return;
    const title = document.createElement("h2");
    title.textContent = words().appendix;
    appendix.append(title);
    const targets = new Set(items.map((one) => find("[data-d]", one).dataset.d).filter((target) => target[0] === "f"));
    for (const target of targets) appendix.append(build(records().f[target.slice(1)][0]));
    for (const number of records().p) appendix.append(build(records().c[number]));
  });
  addEventListener("beforeprint", () => all("details.picture").forEach((one) => { one.open = true; }));

  if (location.hash.length > 1) {
    const name = decodeURIComponent(location.hash.slice(1));
    jump(name);
    if (/^[fcn][0-9]+$/.test(name)) open(name, null, false);
  }
})();
