const panel = document.getElementById("panel"), input = document.getElementById("search"), list = document.getElementById("found");
const count = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
const types = ["Method", "Task", "Dataset", "Paper"].filter((type) => records.some((record) => record.type === type));

/* Text only ever enters the page here. */
function make(tag, cls, text, ...children) {
  const element = document.createElement(tag);
  if (cls) element.className = cls;
  if (text !== undefined && text !== null) element.textContent = text;
  element.append(...children.filter(Boolean));
  return element;
}

function icon(type) {
  const paths = {
    Method: "M7 1.5a5.5 5.5 0 1 0 .01 0z", Task: "M7 .5 13.5 7 7 13.5.5 7z", Dataset: "M7 1 13.4 12.5H.6z", Paper: "M2 2h10v10H2z",
  };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  Object.entries({ class: "shape", viewBox: "0 0 14 14", width: 12, height: 12, "aria-hidden": "true" }).forEach(([k, v]) => svg.setAttribute(k, v));
  shape.setAttribute("d", paths[type]);
  shape.setAttribute("fill", colours[type]);
  svg.append(shape);
  return svg;
}

function button(cls, text, act, ...children) {
  const element = make("button", cls, text, ...children);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

const grow = (text) => { const span = make("span", "grow", text); span.dir = "auto"; return span; };

/* A second check of what the page was made with: nothing but web addresses is ever followed. */
function outward(address, text) {
  let url;
  try { url = new URL(address); } catch { return null; }
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const link = make("a", "", text);
  link.href = url.href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  return link;
}

function nodeButton(at) {
  const element = button("", null, () => select(at, true), icon(records[at].type), grow(records[at].label));
  element.title = records[at].label;
  return element;
}

function chips(found) {
  const most = found.length > 8 ? 6 : 8, box = make("div", "chips");
  const add = (from, to) => found.slice(from, to).forEach((at) => box.append(nodeButton(at)));
  add(0, most);
  if (found.length > most) {
    const more = button("more", `${found.length - most} more`, () => { more.remove(); add(most); });
    box.append(more);
  }
  return box;
}

function groups(at) {
  const found = new Map();
  for (const link of around[at])
    for (const predicate of edges[link.edge].predicates) {
      const [out, back, rank] = data.relations[predicate];
      const said = link.side ? back : out;
      if (!found.has(said)) found.set(said, { rank, others: new Set() });
      found.get(said).others.add(link.other);
    }
  const sorted = [...found].sort(([a, x], [b, y]) => x.rank - y.rank || (a < b ? -1 : 1));
  return sorted.flatMap(([said, { others }]) => {
    const ranked = [...others].sort((a, b) => data.weights[b] - data.weights[a] || a - b);
    const head = make("h3", "", said[0].toUpperCase() + said.slice(1), make("span", "count", ranked.length));
    return [head, chips(ranked)];
  });
}

function quote([number, ...pieces]) {
  const paper = data.papers[number], text = make("blockquote");
  text.dir = "auto";
  pieces.forEach((piece, at) => text.append(at % 2 ? make("mark", "", piece) : piece));
  const here = records.findIndex((record) => record.paper === number);
  if (here >= 0 && here === state.selected) return make("figure", "", null, text);
  const name = here >= 0 ? button("plain", paper.label, () => select(here, true)) : make("span", "", paper.label);
  const line = make("div", "", paper.year), link = outward(paper.link, "open ↗");
  if (link) line.append(paper.year ? " · " : "", link);
  const caption = make("figcaption", "", null, name, line);
  return make("figure", "", null, text, caption);
}

/* The sentences: a few at once, the others on demand. */
function evidence(record) {
  if (!record.evidence.length) return [];
  const given = record.evidence.length, first = given > 4 ? 3 : given, all = count(record.sentences, "sentence");
  const summary = make("summary", "", "Evidence", make("span", "count", given < record.sentences ? `${given} of ${all}` : all));
  const box = make("details", "evidence", null, summary), rest = record.evidence.slice(first);
  box.open = true;
  box.append(...record.evidence.slice(0, first).map(quote));
  if (rest.length) {
    const more = button("more", `Show ${rest.length} more`, () => { more.replaceWith(...rest.map(quote)); });
    box.append(more);
  }
  return [box];
}

function facts(record) {
  const years = (record.years || []).join("–");
  const paper = record.paper === undefined ? null : data.papers[record.paper];
  const lines = paper
    ? [[paper.venue, paper.venue.includes(paper.year) ? "" : paper.year].filter(Boolean).join(", ")]
    : [[`in ${count(record.papers, "paper")}`, years].filter(Boolean).join(" · ")];
  if (record.aliases && record.aliases.length) lines.push(`also: ${record.aliases.join(" · ")}`);
  const shown = lines.filter(Boolean).map((line) => make("p", "facts", line));
  if (paper && paper.title) shown.unshift(make("p", "", paper.title));
  const link = paper && outward(paper.link, "Open the paper ↗");
  return link ? [...shown, make("p", "", null, link)] : shown;
}

function showNode(at) {
  const record = records[at], title = make("h2", "", record.label);
  title.dir = "auto";
  const close = button("", "×", () => select(null));
  close.setAttribute("aria-label", "Close");
  panel.replaceChildren(
    make("div", "kind", null, icon(record.type), make("span", "", record.type), close), title, ...facts(record),
    ...evidence(record), ...groups(at),
  );
  panel.scrollTop = 0;
}

function showIndex() {
  const parts = [];
  for (const type of types.filter((name) => name !== "Paper")) {
    const top = make("div", "top");
    for (const at of order.filter((n) => records[n].type === type).sort((a, b) => records[b].papers - records[a].papers).slice(0, 6)) {
      const row = nodeButton(at);
      row.append(make("span", "count", count(records[at].papers, "paper")));
      top.append(row);
    }
    parts.push(make("h3", "", `${type}s in most papers`), top);
  }
  panel.replaceChildren(...parts, make("p", "hint", "Select anything in the picture to see the sentences behind it.", make("span", "keys", " Press / to search, Escape to go back.")));
}

function showPanel() {
  if (state.selected === null) showIndex(); else showNode(state.selected);
}

/* Filters. */
function toggle(set, key) { if (!set.delete(key)) set.add(key); }

for (const type of types) {
  const chip = button("", null, () => {
    toggle(state.types, type);
    chip.setAttribute("aria-pressed", String(!state.types.has(type)));
    refresh();
  }, icon(type), make("span", "", type), make("span", "count", records.filter((record) => record.type === type).length.toLocaleString("en")));
  chip.setAttribute("aria-pressed", "true");
  chip.dataset.type = type;
  document.getElementById("types").append(chip);
}

const ticks = Object.keys(data.relations).sort((a, b) => data.relations[a][2] - data.relations[b][2]).map((predicate) => {
  const tick = make("input");
  tick.type = "checkbox";
  tick.checked = true;
  tick.value = predicate;
  tick.addEventListener("change", () => { toggle(state.predicates, predicate); refresh(); });
  const links = edges.filter((edge) => edge.predicates.includes(predicate)).length;
  document.getElementById("predicates").append(make("label", "", null, tick, grow(data.relations[predicate][0]), make("span", "count", links.toLocaleString("en"))));
  return tick;
});
if (!ticks.length) document.getElementById("relations").hidden = true;

function setAll(on) {
  state.predicates = new Set(on ? [] : ticks.map((tick) => tick.value));
  ticks.forEach((tick) => { tick.checked = on; });
  refresh();
}
document.getElementById("every").addEventListener("click", () => setAll(true));
document.getElementById("none").addEventListener("click", () => setAll(false));

/* Search. */
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const forms = records.map((record) => [record.label, ...(record.aliases || [])].map(fold));
let results = [], marked = -1;

function mark(at) {
  marked = at;
  [...list.children].forEach((item, n) => item.setAttribute("aria-selected", String(n === at)));
  if (results.length && at >= 0) input.setAttribute("aria-activedescendant", `found-${at}`);
  else input.removeAttribute("aria-activedescendant");
}

function close() { list.hidden = true; input.setAttribute("aria-expanded", "false"); mark(-1); }

function take(at) {
  state.types.delete(records[at].type);
  document.querySelector(`#types [data-type="${records[at].type}"]`).setAttribute("aria-pressed", "true");
  input.value = "";
  close();
  select(at, true);
}

function search() {
  const term = fold(input.value.trim());
  if (!term) { close(); return; }
  const score = (at) => Math.min(...forms[at].map((form) => (form === term ? 0 : form.startsWith(term) ? 1 : form.includes(` ${term}`) ? 2 : form.includes(term) ? 3 : 9)));
  results = order.map((at) => [score(at), at]).filter(([points]) => points < 9).sort((a, b) => a[0] - b[0]).slice(0, 8).map(([, at]) => at);
  list.replaceChildren(...results.map((at, n) => {
    const item = make("li", "", null, icon(records[at].type), grow(records[at].label));
    if (records[at].type !== "Paper") item.append(make("span", "count", records[at].papers));
    item.id = `found-${n}`;
    item.setAttribute("role", "option");
    item.addEventListener("mousedown", (event) => { event.preventDefault(); take(at); });
    return item;
  }));
  if (!results.length) list.append(make("li", "empty", "Nothing of that name in this picture"));
  list.hidden = false;
  input.setAttribute("aria-expanded", "true");
  mark(results.length ? 0 : -1);
}

input.addEventListener("input", search);
input.addEventListener("focus", search);
input.addEventListener("blur", close);
input.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && results.length) {
    event.preventDefault();
    mark((marked + step + results.length) % results.length);
  } else if (event.key === "Enter" && marked >= 0) take(results[marked]);
});
document.addEventListener("keydown", (event) => {
  const sheet = document.getElementById("relations");
  if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    input.focus();
  } else if (event.key === "Escape") {
    if (sheet.open) { sheet.open = false; return; }
    if (document.activeElement === input) { input.value = ""; close(); input.blur(); } else select(null);
  }
});
document.addEventListener("pointerdown", (event) => {
  const sheet = document.getElementById("relations");
  if (!sheet.contains(event.target)) sheet.open = false;
});

const zoom = (factor) => network.moveTo({ scale: network.getScale() * factor, animation: still ? false : { duration: 200 } });
document.getElementById("closer").addEventListener("click", () => zoom(1.4));
document.getElementById("farther").addEventListener("click", () => zoom(1 / 1.4));
document.getElementById("whole").addEventListener("click", () => fit(true));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refresh);

hair = Math.min(1, frame(() => true, 1.4).scale);
refresh();
fit(false);
if (data.centre !== null) showNode(data.centre); else showIndex();
