/* heap.js -- live memory over time, and who held it at a moment or let it grow.
   State: moment, or from and to (ids of moments); heap.series, q.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { direction } from './diff.js';
import { fill, h, link, percentFigure } from './dom.js';
import { emptyCells, extraRows, headCells, valueCells } from './heap_cells.js';
import { chosen, momentsOf, restOf, selfAt } from './heap_moments.js';
import { choiceName, momentName, ownLines } from './heap_names.js';
import { nodeName } from './heap_nodes.js';
import { keepMatching, openHot, weightsOf } from './heap_tree.js';
import { addUp } from './paths.js';
import { hasView } from './places.js';
import { makeTimeline } from './timeline.js';
import { seriesOf } from './timeline_layout.js';
import { makeTreeTable } from './tree_table.js';

export const id = 'heap';
export const title = 'Heap over time';
export const hasKind = false;
export const keys = [
   ['\u2190 \u2192', 'choose the moment before or after, on the timeline'],
   ['Shift \u2190 \u2192', 'choose a span: what grew in it'],
   ['\u2191 \u2193', 'move between rows of the tree'],
   ['\u2192 \u2190', 'open or close a row'],
   ['Enter', 'go to the source of a row'],
];

const ROWS_AT_FIRST = 32;
const SMALL = 0.001; /* of all: smaller paths share a row */

const SERIES = { bytes: 'Bytes', blocks: 'Blocks', extra: 'Headers and rounding',
   stack: 'Stacks' };

export function isThere(model) {
   const { heap, paths } = model.doc;
   return model.isHeap && Boolean(heap) && Boolean(paths)
      && momentsOf(model.doc).length > 0;
}

export function mount(root, ctx) {
   const { doc } = ctx.model;
   const view = { ctx, doc, moments: momentsOf(doc), ownLines: ownLines(doc),
      series: seriesOf(doc.heap.sides.map((side) => side.timeline)),
      isDragging: false, place: null, shown: null };
   view.timeline = makeTimeline(ctx, { sides: doc.heap.sides, moments: view.moments,
      timeUnit: doc.heap.time_unit }, { choose: (from, to, isLast) =>
      choose(view, from, to, isLast) });
   view.tree = makeTreeTable({ label: 'Call paths', id: 'tree',
      cells: (row) => valueCells(ctx, view.values, row),
      smallCells: () => emptyCells(view.values),
      name: (row) => nodeName(ctx, view.ownLines, row.node) });
   view.headline = h('div', { class: 'heap-headline', role: 'status' });
   view.controls = makeControls(view);
   fill(root, view.controls.root, view.series.length > 0
      ? h('figure', { class: 'heap-figure' }, view.timeline.root, legend(view)) : null,
   view.headline, view.tree.root);
   return { update: (state) => update(view, state) };
}

/* ---- Choices ---- */

function stateOf({ from, to }) {
   return from === null ? { moment: to.id, from: '', to: '' }
      : { moment: '', from: from.id, to: to.id };
}

/* A drag is one step back in the browser's history, however many moments it passes. */
function choose(view, from, to, isLast) {
   view.ctx.go(stateOf({ from, to }), { replace: view.isDragging });
   view.isDragging = !isLast;
}

function makeControls(view) {
   const selects = {};
   const onChange = () => pick(view, selects);
   const others = view.moments.filter((moment) => moment.why !== 'all');
   const to = momentSelect(view, 'Shown', view.moments, onChange);
   const from = momentSelect(view, 'Compared with', others, onChange,
      h('option', { value: '' }, 'nothing before'));
   Object.assign(selects, { from, to });
   const series = seriesChoice(view);
   const search = h('input', { type: 'search', 'aria-label': 'Search the call paths',
      placeholder: 'Search call paths', spellcheck: 'false', autocomplete: 'off',
      input: () => view.ctx.go({ q: search.value }, { replace: true }) });
   return {
      root: h('div', { class: 'tools' },
         view.moments.length < 2 ? null
            : [h('label', {}, 'Live at ', to),
               h('label', {}, view.doc.is_pair ? 'against ' : 'since ', from)],
         search, series.root),
      update: (state, choice) => {
         to.value = choice.to.id;
         from.value = choice.from === null ? '' : choice.from.id;
         series.update(state);
         if (search.value !== (state.q || '')) {
            search.value = state.q || '';
         }
      },
   };
}

function momentSelect(view, label, moments, onChange, ...first) {
   const { ctx, doc } = view;
   const time = (moment) => hasTime(moment) && moment.why !== 'start'
      ? `, ${ctx.format.time(moment.time, doc.heap.time_unit)}` : '';
   return h('select', { 'aria-label': label, change: onChange }, first,
      moments.map((moment) => h('option', { value: moment.id },
         ctx.format.visible(momentName(moment, doc.is_pair) + time(moment)))));
}

/* A sum of several runs has no times. */
function hasTime(moment) {
   return moment.why !== 'all' && moment.time !== null;
}

function pick(view, { from, to }) {
   view.ctx.go(stateOf({ from: from.value === '' ? null : { id: from.value },
      to: { id: to.value } }));
}

function seriesChoice(view) {
   const buttons = view.series.map((name) => h('button', { type: 'button',
      'data-choose': name, click: () => view.ctx.go({ 'heap.series': name }) },
   SERIES[name]));
   return {
      root: h('div', { class: 'choice', role: 'group', 'aria-label': 'Drawn' },
         buttons.length > 1 ? buttons : null),
      update: (state) => buttons.forEach((button, i) =>
         button.setAttribute('aria-pressed',
            view.series[i] === seriesIn(view, state))),
   };
}

function seriesIn(view, state) {
   const name = state['heap.series'];
   return view.series.includes(name) ? name : view.series[0] || 'bytes';
}

function legend({ doc, series }) {
   if (series.length === 0) {
      return null;
   }
   return h('figcaption', { class: 'muted' }, doc.is_pair
      ? [h('span', { class: 'key old' }), 'old ', h('span', { class: 'key new' }),
         'new',
         h('span', { class: 'hint' }, '. Click to compare both runs at one time.')]
      : h('span', { class: 'hint' }, 'Click for a moment, drag for what grew in a span. ',
         'Call paths are known at the peak, at the end and at the marks below.'));
}

/* ---- What is shown ---- */

/* The values of a choice by node: bytes, blocks, and of a change both before it. */
function valuesOf({ doc, ctx }, { from, to }, isMatch) {
   const tree = ctx.model.paths;
   const at = (moment, unit) => {
      const self = selfAt(doc, moment, unit);
      return isMatch === null ? self : keepMatching(tree, self, isMatch);
   };
   const minus = (a, b) => a.map((value, i) => value - b[i]);
   const [bytes, blocks] = [at(to, 'bytes'), at(to, 'blocks')];
   if (from === null) {
      return { self: bytes, bytes: addUp(tree, bytes), blocks: addUp(tree, blocks) };
   }
   const [before, blocksBefore] = [at(from, 'bytes'), at(from, 'blocks')];
   const self = minus(bytes, before);
   return { self, bytes: addUp(tree, self),
      blocks: addUp(tree, minus(blocks, blocksBefore)),
      before: addUp(tree, before), after: addUp(tree, bytes) };
}

function sumOf(roots, values) {
   return roots.reduce((sum, root) => sum + values[root], 0);
}

function update(view, state) {
   const { ctx, doc } = view;
   const { paths } = ctx.model;
   const choice = chosen(view.moments, state, doc.is_pair);
   const text = (state.q || '').toLowerCase();
   const isMatch = text === '' ? null : matcher(paths, text);
   const values = valuesOf(view, choice, isMatch);
   const rest = restOf(choice.to).map((n, i) => n - restOf(choice.from)[i]);
   const own = sumOf(paths.roots, values.bytes);
   const whole = isMatch === null ? values : valuesOf(view, choice, null);
   const all = sumOf(paths.roots, whole.bytes) + rest[1];
   view.values = { ...values, choice, own, rest, all, isSearch: isMatch !== null,
      ownBlocks: sumOf(paths.roots, values.blocks),
      allBlocks: sumOf(paths.roots, whole.blocks) + rest[2],
      most: Math.max(1, ...paths.roots.map((root) => Math.abs(values.bytes[root]))) };
   view.controls.update(state, choice);
   view.timeline.update({ ...choice, series: seriesIn(view, state) });
   fill(view.headline, headline(view));
   showTree(view, text);
}

function matcher(paths, text) {
   const has = paths.functions.map((fn) =>
      [fn.name, fn.file || ''].some((name) => name.toLowerCase().includes(text)));
   return (node) => has[paths.fn[node]];
}

/* What was opened by hand stays open while other moments are looked at. */
function showTree(view, text) {
   const { values, ctx } = view;
   const weights = weightsOf(ctx.model.paths, values.self);
   const total = sumOf(ctx.model.paths.roots, weights);
   const { bytes, blocks, before, after } = values;
   const shown = { tree: ctx.model.paths, weights, least: total * SMALL,
      columns: before ? [bytes, blocks, before, after] : [bytes, blocks] };
   const place = `${values.choice.from && values.choice.from.id} ${values.choice.to.id} `
      + text;
   if (view.place !== place) {
      view.place = place;
      view.opened = { open: openHot({ ...shown, most: ROWS_AT_FIRST }), all: new Set(),
         unfolded: new Set() };
   }
   view.tree.show({ shown: { ...shown, ...view.opened }, head: headCells(values),
      extra: extraRows(ctx, values, total === 0) });
}

/* ---- The headline ---- */

function headline(view) {
   const { ctx, doc, values } = view;
   const { choice, all, allBlocks } = values;
   const { format } = ctx;
   const isChange = choice.from !== null;
   const bytes = isChange ? format.change(all, 'bytes') : format.value(all, 'bytes');
   const figures = h('span', { class: `large figure ${isChange ? direction(all) : ''}`,
      'data-value': all, title: format.shortBytes(all),
      'data-moment': isChange ? null : choice.to.id,
      'data-from': isChange ? choice.from.id : null,
      'data-to': isChange ? choice.to.id : null }, bytes);
   return [
      h('h2', {}, choiceName(choice, doc.is_pair, doc.report.verb)),
      h('p', {}, figures, ` ${doc.heap.bytes_unit} `,
         h('span', { class: 'muted' }, isChange
            ? `${format.change(allBlocks, 'count')} ${doc.heap.blocks_unit}`
            : `in ${format.value(allBlocks, 'count')} ${doc.heap.blocks_unit}`),
         when(view)),
      values.isSearch ? matchLine(view) : null,
      hasView(ctx, 'flame') ? link(ctx, 'Show as a flame graph', { view: 'flame',
         ...stateOf(choice) }, { class: 'hint' }) : null,
   ];
}

function when({ ctx, doc, values }) {
   const { from, to } = values.choice;
   const { format } = ctx;
   if (!hasTime(to) || (from !== null && !hasTime(from))) {
      return null;
   }
   const time = (moment) => format.time(moment.time, doc.heap.time_unit);
   const end = doc.heap.sides[to.side].end_time;
   return h('span', { class: 'muted' }, from === null
      ? `, at ${time(to)}, ${format.percent(to.time, end)} of the run`
      : `, from ${time(from)} to ${time(to)}`);
}

function matchLine({ ctx, values }) {
   return h('p', { class: 'muted', 'data-found': '', 'data-value': values.own },
      'The search matches ', ctx.format.value(values.own, 'bytes'), ' of them, ',
      percentFigure(values.own, values.all, ctx.format));
}
