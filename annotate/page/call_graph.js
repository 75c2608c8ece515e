/* call_graph.js -- who calls a function and what it calls, to a depth, as a picture.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { makeTip } from './controls.js';
import { fill, h } from './dom.js';
import { visible } from './format.js';
import { draw, mark } from './call_graph_draw.js';
import { boxText, detailsOf, edgeText, legendOf, nameOf } from './call_graph_details.js';
import { neighbourhood, pick } from './call_graph_data.js';
import { layoutOf, neighbourOf } from './call_graph_layout.js';
import { centreOf, centrePatch, depthOf, LIMITS, mostOf } from './call_graph_state.js';
import { KEYS, makeKeys } from './call_graph_keys.js';
import { makeTools } from './call_graph_tools.js';
import { threadsOf } from './flame_layout.js';
import { valuesOfKind, wholeOf } from './flame_scene.js';
import { sourceOf } from './flame_values.js';

export const id = 'calls';
export const title = 'Call graph';
export const keys = KEYS;

const ROOM = { least: 130, most: 220, gap: 44 };
const FRAME = 330;   /* pixels of a window that are not the picture's */
const LOW = 300, HIGH = 640;

/** Whether the profile has call paths with calls. */
export function isThere(model) {
   return Boolean(model.paths) && model.paths.parent.some((above) => above >= 0);
}

/** Puts the view into `root`. */
export function mount(root, ctx) {
   const { model } = ctx, { paths } = model;
   const source = sourceOf(model);
   const view = { ctx, paths, placed: null, at: 0, scene: null, shown: '',
      valuesOf: source.valuesOf || valuesOfKind,
      threads: (source.threads || threadsOf(paths, paths.functions)).map((thread) =>
         ({ ...thread, label: model.threadLabel(thread.name) })),
      pane: h('div', { class: 'graph-pane', role: 'application' }),
      details: h('div', { class: 'graph-details' }),
      legend: h('div', { class: 'flame-legend' }),
      tip: makeTip() };
   view.actions = { centre: (fn) => ctx.go(centrePatch(ctx, fn)),
      move: (key) => move(view, key), open: (at) => open(view, at),
      select: (at) => select(view, at),
      deeper: (by) => ctx.go({ 'calls.depth': clamp(depthOf(ctx.state) + by) }) };
   view.tools = makeTools(view);
   view.pane.addEventListener('keydown', makeKeys(view));
   root.append(view.tools.root, view.pane, view.details, view.legend, view.tip.root);
   new ResizeObserver(() => requestAnimationFrame(() => {
      if (view.graph && view.pane.clientWidth > 0
          && view.pane.clientWidth !== view.width) {
         show(view);
      }
   })).observe(view.pane);
   return { update: (state) => update(view, state) };
}

function clamp(depth) {
   return Math.min(LIMITS.depth, Math.max(1, depth));
}

/* ---- What the state says ---- */

function update(view, state) {
   const { ctx, paths } = view, { model } = ctx;
   const thread = view.threads.find(({ name }) => name === state.thread) || null;
   const roots = thread && thread.roots, values = view.valuesOf(model, state);
   const isFolded = model.folds(state), most = mostOf(state);
   const centre = centreOf(model, state, values);
   const whole = wholeOf(paths, roots || paths.roots, values);
   view.scene = { fn: centre, thread, values, whole, isFolded };
   const around = neighbourhood(paths, { ...values, centre, depth: depthOf(state), roots,
      isFolded });
   const isOther = view.shown !== `${centre}`;
   view.shown = `${centre}`;
   const { least, leastEdge } = LIMITS;
   view.graph = pick(around, most > LIMITS.boxes ? { most, least: 0 }
      : { most, least, leastEdge });
   view.tools.update(state);
   show(view, isOther);
}

/* Keeps the place of the reader, unless the centre is another. */
function show(view, isOther = false) {
   const { pane, scene, graph, tip, placed: before } = view;
   const had = pane.contains(document.activeElement);
   const last = before && before.boxes[view.at];
   view.width = pane.clientWidth;
   view.placed = layoutOf(graph, { ...ROOM, width: view.width,
      height: Math.min(HIGH, Math.max(LOW, window.innerHeight - FRAME)) });
   const { boxes } = view.placed;
   view.at = isOther || !last ? 0 : Math.max(0, boxes.findIndex((box) =>
      box.fn === last.fn && box.side === last.side && box.rank === last.rank));
   tip.hide();
   fill(pane, draw(view.placed, { whole: scene.whole, words: (box) => boxText(view, box),
      on: { open: view.actions.open, select: view.actions.select,
         hover: (what, event) => showTip(view, what, event) } }));
   const name = nameOf(view, scene.fn);
   pane.setAttribute('aria-label', `Call graph of ${name}, ${
      visible(scene.values.kind.title)}: arrows move along calls, Enter makes a ` +
      'function the centre');
   pane.dataset.centre = scene.fn;
   fill(view.legend, legendOf(view));
   showAt(view);
   if (had) {
      elementOf(view, view.at).focus({ preventScroll: true });
   }
   bringIntoSight(view, isOther ? 'centre' : 'near');
}

function showAt(view) {
   mark(view.pane, view.at);
   fill(view.details, detailsOf(view));
}

function elementOf({ pane }, at) {
   return pane.querySelector(`[data-box="${at}"]`).firstChild;
}

/* Sideways only: up and down the whole page scrolls. */
function bringIntoSight({ pane, placed, at }, how) {
   const { x, width } = placed.boxes[at], room = pane.clientWidth;
   const left = pane.scrollLeft;
   if (how === 'centre') {
      pane.scrollLeft = x + width / 2 - room / 2;
   } else if (x < left || x + width > left + room) {
      pane.scrollLeft = x < left ? x - 24 : x + width + 24 - room;
   }
}

/* ---- What the reader does ---- */

function select(view, at) {
   if (view.at !== at) {
      view.at = at;
      showAt(view);
   }
}

/* Several functions that are not shown: shows more. */
function open(view, at) {
   const { ctx, placed, scene, actions } = view, box = placed.boxes[at];
   if (box.fn < 0) {
      ctx.go({ 'calls.most': 3 * Math.max(LIMITS.boxes, mostOf(ctx.state)) });
   } else if (box.fn === scene.fn) {
      select(view, at);
      elementOf(view, at).focus({ preventScroll: true });
   } else {
      elementOf(view, at).focus({ preventScroll: true });
      actions.centre(box.fn);
      ctx.announce(`Centre: ${nameOf(view, box.fn)}`);
   }
}

function move(view, key) {
   const { box, edge } = neighbourOf(view.placed, view.at, key);
   select(view, box);
   const element = elementOf(view, box);
   element.focus({ preventScroll: true });
   element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
   bringIntoSight(view, 'near');
   if (edge !== null) {
      view.ctx.announce(edgeText(view, edge));
   }
}

function showTip(view, what, event) {
   const { tip } = view;
   if (what === null) {
      tip.hide();
   } else if (what.edge) {
      tip.show(event, edgeText(view, what.edge));
   } else {
      const { whole, figures } = boxText(view, what.box);
      tip.show(event, h('strong', {}, whole), h('div', {}, figures));
   }
}
