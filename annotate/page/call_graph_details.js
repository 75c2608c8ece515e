/* call_graph_details.js -- what the call graph says of its boxes and edges in words.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { swatch } from './controls.js';
import { figure, h, link, percentFigure } from './dom.js';
import { changePercent, full, visible } from './format.js';
import { sizeOf } from './call_graph_data.js';
import { centrePatch, LIMITS, mostOf } from './call_graph_state.js';
import { isThread } from './flame_layout.js';
import { sandwichPatch } from './flame_scene.js';
import { shownName } from './paths.js';
import { entry, estimateOf, nameOf as flameName, placeText, valueText }
   from './flame_details.js';
import { functionAsmLink, hasView } from './places.js';

const MOST_EDGES = 4;

/** The whole name of a function. */
export function nameOf(view, fn) {
   return visible(flameName(view, fn));
}

/* Its short name, if it has one. */
function labelOf(view, fn) {
   const known = view.paths.functions[fn];
   return visible(isThread(known) ? flameName(view, fn) : shownName(known));
}

function titleOf(view, { fn, count }) {
   return fn < 0 ? `${full(count)} more` : nameOf(view, fn);
}

function shareText({ ctx: { format }, scene: { whole } }, { now, old }) {
   const share = format.percent(now, whole.now);
   return old === null ? share : `${share}  ${changePercent(old, now)}`;
}

/** What is in a box: its name, short and whole, its figures, and all that for ears. */
export function boxText(view, box) {
   const { ctx: { format }, scene: { whole } } = view;
   const share = shareText(view, box);
   const own = box.side < 0 || box.fn < 0 || !(box.own > 0) ? ''
      : `self ${format.percent(box.own, whole.now)}`;
   const figures = [share, own].filter(Boolean).join('  ');
   const where = box.fn < 0 ? (box.side < 0 ? 'callers' : 'callees')
      : box.side === 0 ? 'the centre' : `${box.side < 0 ? 'caller' : 'callee'}, ${
         format.plural(Math.abs(box.rank), 'call')} away`;
   const name = box.fn < 0 ? titleOf(view, box) : labelOf(view, box.fn);
   return { name: box.isRecursive ? `${name} \u21bb` : name,
      whole: titleOf(view, box), figures: figures.replace(/ {2}/g, '\u2002'),
      label: `${titleOf(view, box)}: ${figures.replace(/ {2}/g, ', ')}, ${where}${
         box.isRecursive ? ', recursive' : ''}` };
}

function callsText({ ctx: { format } }, { calls, isInlined, isRecursive }) {
   return [isInlined ? 'inlined' : calls === null ? '' : format.plural(calls, 'call'),
      isRecursive ? 'recursion' : ''].filter(Boolean).join(', ');
}

/** "main calls parse: 12.3%, 1,234 Ir, 42 calls" */
export function edgeText(view, edge) {
   const { ctx: { format }, placed: { boxes }, scene: { values } } = view;
   const { unit, name } = values.kind;
   return [`${titleOf(view, boxes[edge.from])} \u2192 ${
      titleOf(view, boxes[edge.to])}: ${shareText(view, edge)}`,
   `${format.value(edge.now, unit)} ${visible(name)}`, callsText(view, edge)]
      .filter(Boolean).join(', ');
}

/* "called by a 12.3% (3 calls), b ..." */
function edgesOf(view, label, near, far) {
   const { placed: { boxes, edges }, at, ctx: { format }, scene: { whole } } = view;
   const list = edges.filter((edge) => edge[near] === at)
      .sort((a, b) => sizeOf(b) - sizeOf(a));
   if (list.length === 0) {
      return null;
   }
   const rest = list.length - MOST_EDGES;
   return entry(label, list.slice(0, MOST_EDGES).map((edge, i) => {
      const calls = callsText(view, edge);
      return [i > 0 ? ', ' : '', visible(boxes[edge[far]].fn < 0
         ? titleOf(view, boxes[edge[far]]) : labelOf(view, boxes[edge[far]].fn)), ' ',
      percentFigure(edge.now, whole.now, format), calls ? ` (${calls})` : ''];
   }), rest > 0 ? ` and ${format.plural(rest, 'other')}` : '');
}

/* What a function costs in all: not only on paths through the centre. */
function inAll(view, { fn }) {
   const { ctx: { model, state }, paths, scene } = view;
   if (scene.thread !== null || scene.values.instead || scene.isFolded) {
      return null;
   }
   const { inclusive } = paths.functionSums(model.kind(state),
      state.side === 'old' ? 'old' : 'new');
   return entry('in all of the program', percentFigure(inclusive[fn], scene.whole.now,
      view.ctx.format));
}

function linksOf(view, { fn }) {
   const { ctx, paths, scene } = view;
   return [fn === scene.fn ? null : link(ctx, 'Make it the centre', centrePatch(ctx, fn)),
      hasView(ctx, 'flame') ? link(ctx, 'Flame graph of its calls',
         { view: 'flame', ...sandwichPatch(paths, fn) }) : null,
      hasView(ctx, 'source') ? link(ctx, 'Source',
         { view: 'source', fn: paths.keyOf(fn), file: null, line: null }) : null,
      functionAsmLink(ctx, paths.functions[fn], 'Assembly')];
}

/** The box that the reader is at, with its edges and links. */
export function detailsOf(view) {
   const { placed, at, paths, scene, ctx: { format } } = view, box = placed.boxes[at];
   const { kind } = scene.values;
   const what = box.side < 0 ? 'leads to the centre with' : visible(kind.title);
   return [
      h('div', { class: 'flame-name' }, h('strong', {}, titleOf(view, box)),
         box.isRecursive ? h('span', { class: 'flame-badge' }, 'recursive') : null),
      h('div', { class: 'flame-figures' },
         entry(what, valueText(view, box.now, box.old)),
         box.side >= 0 && box.fn >= 0 && box.own > 0
            ? entry('self', figure(format.value(box.own, kind.unit), box.own)) : null,
         box.fn >= 0 ? inAll(view, box) : null,
         edgesOf(view, 'called by', 'to', 'from'), edgesOf(view, 'calls', 'from', 'to')),
      box.fn < 0 ? h('div', { class: 'flame-figures muted' }, 'Enter shows more')
         : h('div', { class: 'flame-figures' }, placeText(paths.functions, box.fn),
            linksOf(view, box))];
}

/** What the picture means. */
export function legendOf({ scene, placed, paths, ctx: { format, state } }) {
   const isPair = scene.values.old !== null;
   const muted = (text) => h('span', { class: 'muted' }, text);
   const left = paths.leftOut && paths.leftOut.nodes;
   const lines = placed.edges.filter(({ kind }) => kind !== 'flow');
   return [
      paths.isEstimated ? estimateOf() : null,
      muted('Height and shares: inclusive cost on paths through the centre; of callers, '
         + `what they lead to it with${isPair ? '. Height: both runs together' : ''}`),
      mostOf(state) > LIMITS.boxes ? null : muted('Calls with less than ' +
         `${format.percentage(100 * LIMITS.leastEdge)} of the centre are not drawn`),
      isPair ? [swatch('flame-is-better', 'less than before'),
         swatch('flame-is-same', 'same'), swatch('flame-is-worse', 'more')] : null,
      swatch('graph-is-own', 'self cost'),
      lines.some(({ isRecursive }) => isRecursive)
         ? swatch('graph-is-back', 'recursion, which counts once') : null,
      lines.some(({ isRecursive }) => !isRecursive)
         ? swatch('graph-is-aside', 'call of a function as near, or nearer') : null,
      scene.isFolded
         ? muted('Library code counts for the functions that call it') : null,
      left ? muted(`${format.plural(left, 'small path')} left out`) : null];
}
