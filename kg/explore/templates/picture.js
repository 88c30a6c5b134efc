"use strict";
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const nodes = read("nodes"), edges = read("edges"), data = read("payload"), colours = read("palette");
const records = data.records;
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const state = { selected: null, hovered: null, types: new Set(), predicates: new Set() };

/* What touches what: for each node its neighbours with the predicates between them. */
const around = records.map(() => []);
edges.forEach((edge, at) => {
  edge.id = at;
  around[edge.from].push({ other: edge.to, edge: at, side: 0 });
  around[edge.to].push({ other: edge.from, edge: at, side: 1 });
});
const order = records.map((_, at) => at).sort((a, b) => data.weights[b] - data.weights[a] || a - b);
const prominent = new Set(order.slice(0, 12));

/* Labels are drawn below, where they can make room for each other; vis-network gets none. */
const shownNodes = new vis.DataSet(nodes.map(({ label, ...rest }) => rest));
const shownEdges = new vis.DataSet(edges.map(({ from, to, id }) => ({ from, to, id })));
const container = document.getElementById("picture");
const network = new vis.Network(container, { nodes: shownNodes, edges: shownEdges }, read("options"));
globalThis.paperkg = { network, nodes: shownNodes, edges: shownEdges, state };

/* On a small screen the smallest nodes would vanish. */
const sizeOf = (at) => Math.max(nodes[at].size, 2.6 / hair);

const edgeOpen = (edge) => edge.predicates.some((p) => !state.predicates.has(p));
const typeOpen = (at) => !state.types.has(records[at].type);

/* A node that only has links of hidden relations goes with them; one that never had any stays. */
function nodeOpen(at) {
  if (!typeOpen(at)) return false;
  if (at === state.selected || !state.predicates.size || !around[at].length) return true;
  return around[at].some((link) => typeOpen(link.other) && edgeOpen(edges[link.edge]));
}

/* The scale at which the whole is seen: lines are drawn so that they are about a pixel wide then. */
let hair = 1;
let theme = {};
let open = records.map(() => true);
let near = null;

function refresh() {
  open = records.map((_, at) => nodeOpen(at));
  near = null;
  if (state.selected !== null) {
    near = new Set([state.selected]);
    for (const link of around[state.selected])
      if (open[link.other] && edgeOpen(edges[link.edge])) near.add(link.other);
  }
  theme = Object.fromEntries(["paper", "ink", "accent", "edge", "strong"].map((name) => [name, css(`--${name}`)]));
  shownNodes.update(nodes.map((node, at) => ({
    id: at,
    hidden: !open[at],
    size: sizeOf(at),
    opacity: near && !near.has(at) ? 0.13 : 1,
    borderWidth: at === state.selected ? 4 : 1.5,
    color: { background: colours[records[at].type], border: at === state.selected ? theme.accent : theme.paper },
  })));
  shownEdges.update(edges.map((edge) => {
    const lit = near && (edge.from === state.selected || edge.to === state.selected);
    const leading = edge.predicates[0] === "proposes" || edge.predicates[0] === "introducesDataset";
    return {
      id: edge.id,
      hidden: !edgeOpen(edge) || !open[edge.from] || !open[edge.to],
      width: ((lit ? 1.5 : leading ? 1.6 : 1) + Math.min(2, Math.log2(edge.papers) / 3)) / hair,
      color: { color: lit || (!near && leading) ? theme.strong : theme.edge, opacity: lit ? 0.9 : near ? 0.12 : 0.85 },
      arrows: { to: { enabled: Boolean(lit) } },
    };
  }));
}

function select(at, move) {
  state.selected = at;
  refresh();
  if (at === null) network.unselectAll();
  else {
    network.selectNodes([at], false);
    if (move) network.moveTo({ ...frame((at) => near.has(at), 1.25), animation: still ? false : { duration: 450 } });
  }
  showPanel();
}

/* The place and scale that show these nodes, with a margin for the labels at the rim. */
function frame(which, most) {
  const seen = nodes.filter((_, at) => which(at));
  if (!seen.length) return { position: { x: 0, y: 0 }, scale: 1 };
  const xs = seen.map((n) => n.x), ys = seen.map((n) => n.y);
  const left = Math.min(...xs) - 30, right = Math.max(...xs) + 30;
  const top = Math.min(...ys) - 30, bottom = Math.max(...ys) + 36;
  const box = container.getBoundingClientRect();
  const scale = Math.min((box.width - 24) / (right - left), (box.height - 20) / (bottom - top), most);
  return { position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale };
}

function fit(animate) {
  network.moveTo({ ...frame((at) => open[at], 1.4), animation: animate && !still ? { duration: 350 } : false });
}

/* Labels, the weightiest first, each where it covers neither a label nor a node, else not at all. */
let boxes = [];
const widths = new Map();

function fontOf(at) {
  const near10 = Math.min(1, Math.max(0, data.weights[at]) / 400);
  const size = at === data.centre ? 16 : 11.5 + 3.5 * Math.sqrt(near10);
  return `${at === data.centre || at === state.selected || (prominent.has(at) && records.length > 40) ? 600 : 400} ${size}px system-ui, sans-serif`;
}

function measured(ctx, text, font) {
  const key = font + text;
  if (!widths.has(key)) {
    ctx.font = font;
    widths.set(key, ctx.measureText(text).width);
  }
  return widths.get(key);
}

const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/* Where a label may stand, the best first: below, above, beside, then at the corners; never beyond the rim. */
function spots(p, w, wide) {
  const h = 16, gap = p.r + 2, slant = p.r * 0.72 + 2, middle = p.x - w / 2;
  const free = Math.min(Math.max(middle, 3), wide - w - 3);
  return [
    [free, p.y + gap], [free, p.y - gap - h], [p.x + gap + 2, p.y - h / 2], [p.x - gap - 2 - w, p.y - h / 2],
    [p.x + slant, p.y + slant], [p.x - slant - w, p.y + slant], [p.x + slant, p.y - slant - h], [p.x - slant - w, p.y - slant - h],
  ].map(([left, top]) => ({ left, top, right: left + w, bottom: top + h }))
    .filter((spot, at) => at < 2 || (spot.left > 2 && spot.right < wide - 2));
}

function wanted() {
  const first = [state.hovered, state.selected].filter((at) => at !== null);
  const rest = near ? order.filter((at) => near.has(at)) : order;
  return [...new Set([...first, ...rest])].filter((at) => open[at]);
}

function drawLabels(ctx) {
  const scale = network.getScale(), canvas = ctx.canvas;
  const ratio = canvas.width / canvas.clientWidth;
  const points = nodes.map((node, at) => ({ ...network.canvasToDOM({ x: node.x, y: node.y }), r: sizeOf(at) * scale + 1 }));
  const inSight = points.map((p, at) => open[at] && p.x > -20 && p.y > -20 && p.x < canvas.clientWidth + 20 && p.y < canvas.clientHeight + 20);
  const obstacles = points.map((p, at) => at).filter((at) => inSight[at] && (!near || near.has(at)))
    .map((at) => ({ at, left: points[at].x - points[at].r, right: points[at].x + points[at].r, top: points[at].y - points[at].r, bottom: points[at].y + points[at].r }));
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  boxes = [];
  for (const at of wanted()) {
    if (!inSight[at]) continue;
    const must = at === state.hovered || at === state.selected || at === data.centre;
    const text = must && records[at].label.length < 70 ? records[at].label : nodes[at].label;
    const font = fontOf(at), w = measured(ctx, text, font) + 6, p = points[at];
    const all = spots(p, w, canvas.clientWidth), free = all.filter((spot) => !boxes.some((box) => meets(box, spot)));
    const hides = (one, own) => obstacles.some((o) => o.at !== own && prominent.has(o.at) && meets(o, one));
    const covered = (spot) => obstacles.filter((o) => o.at !== at && meets(o, spot)).length;
    let spot = free.find((one) => !covered(one));
    if (!spot && must) spot = free.sort((a, b) => covered(a) - covered(b))[0] || all[0];
    else if (!spot && prominent.has(at)) spot = free.filter((one) => !hides(one, at)).sort((a, b) => covered(a) - covered(b))[0];
    if (spot) {
      boxes.push({ ...spot, at });
      drawText(ctx, text, font, spot);
    }
  }
  ctx.restore();
}

function drawText(ctx, text, font, spot) {
  ctx.font = font;
  ctx.strokeStyle = theme.paper;
  ctx.lineWidth = 3.5;
  ctx.fillStyle = theme.ink;
  const x = spot.left + 3, y = (spot.top + spot.bottom) / 2;
  ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}

network.on("afterDrawing", drawLabels);
network.on("hoverNode", (event) => { state.hovered = event.node; container.style.cursor = "pointer"; network.redraw(); });
network.on("blurNode", () => { state.hovered = null; container.style.cursor = ""; network.redraw(); });
network.on("click", (event) => {
  const { x, y } = event.pointer.DOM;
  const label = boxes.find((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  select(event.nodes.length ? event.nodes[0] : label ? label.at : null, false);
});
