/* heap.js -- live memory over time, and who held it at a moment or let it grow.
   State: moment, or from and to (ids of moments); heap.series, heap.tree (up), q.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { buttons, choice as choiceOf, searchField } from './controls.js';
import { direction } from './diff.js';
import { fill, h, link, percentFigure } from './dom.js';
import { searched } from './format.js';
import { emptyCells, extraRows, headCells, valueCells } from './heap_cells.js';
import { chosen, momentsOf } from './heap_moments.js';
import { choiceName, momentName, ownLines, withUnit } from './heap_names.js';
import { callerName, nodeName } from './heap_nodes.js';
import { openHot } from './heap_tree.js';
import { selfColumns, totalsOf, treeOf } from './heap_values.js';
import { withoutLibraries } from './paths.js';
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

/** See main.js. */
export function isThere(model) {
   const { heap, paths } = model.doc;
   return model.isHeap && Boolean(heap) && Boolean(paths)
      && momentsOf(model.doc).length > 0;
}

/** See main.js. */
export function mount(root, ctx) {
   const { doc, paths } = ctx.model;
   const linesOf = [ownLines(doc), ownLines(doc, withoutLibraries(paths).home)];
   const view = { ctx, doc, moments: momentsOf(doc), linesOf, ownLines: linesOf[0],
      series: seriesOf(doc.heap.sides.map((side) => side.timeline)),
      isDragging: false, place: null, shown: null };
   view.timeline = makeTimeline(ctx, { sides: doc.heap.sides, moments: view.moments,
      timeUnit: doc.heap.time_unit }, { choose: (from, to, isLast) =>
      choose(view, from, to, isLast) });
   view.tree = makeTreeTable({ label: 'Call paths', id: 'tree',
      cells: (row) => valueCells(ctx, view.values, row),
      smallCells: () => emptyCells(ctx, view.values),
      name: ({ node }) => view.values.isUp
         ? callerName(ctx, view.ownLines, view.shown.tree, node)
         : nodeName(ctx, view.ownLines, view.shown.tree, node) });
   view.headline = h('div', { class: 'heap-headline', role: 'status' });
   view.trees = buttons('Tree', { '': 'Top down', up: 'Bottom up' },
      (tree) => ctx.go({ 'heap.tree': tree }));
   view.controls = makeControls(view);
   fill(root, view.controls.root, view.series.length > 0
      ? h('figure', { class: 'heap-figure' }, view.timeline.root, legend(view)) : null,
   h('div', { class: 'heap-bar' }, view.headline, view.trees.root), view.tree.root);
   return { update: (state) => update(view, state) };
}

/* ---- Choices ---- */

/** The state that shows a moment, or what grew between two. */
export function stateOf({ from, to }) {
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
   const to = choiceOf('Shown', onChange), from = choiceOf('Compared with', onChange);
   Object.assign(selects, { from: from.root, to: to.root });
   const series = seriesChoice(view);
   const search = searchField(view.ctx, { label: 'Search the call paths',
      placeholder: 'Search call paths' });
   return {
      root: h('div', { class: 'tools' },
         view.moments.length < 2 ? null
            : [h('label', {}, 'Live at ', to.root),
               h('label', {}, view.doc.is_pair ? 'against ' : 'since ', from.root)],
         search.root, series.root),
      update: (state, shown) => {
         to.update(optionsOf(view, view.moments), shown.to.id);
         from.update([['', 'nothing before'], ...optionsOf(view, others)],
            shown.from === null ? '' : shown.from.id);
         series.update(seriesIn(view, state));
         search.update(state);
      },
   };
}

function optionsOf({ ctx, doc }, moments) {
   const time = (moment) => (hasTime(moment) && moment.why !== 'start'
      ? `, ${ctx.format.time(moment.time, doc.heap.time_unit)}` : '');
   return moments.map((moment) =>
      [moment.id, momentName(moment, doc.is_pair) + time(moment)]);
}

/* A sum of several runs has no times. */
function hasTime(moment) {
   return moment.why !== 'all' && moment.time !== null;
}

function pick(view, { from, to }) {
   view.ctx.go(stateOf({ from: from.value === '' ? null : { id: from.value },
      to: { id: to.value } }));
}

function seriesChoice({ ctx, series }) {
   return buttons('Drawn', series.length < 2 ? {}
      : Object.fromEntries(series.map((name) => [name, SERIES[name]])),
   (name) => ctx.go({ 'heap.series': name }));
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
      : h('span', { class: 'hint' }, 'Click to choose a moment, drag to see what grew. ',
         'Call paths are known at the peak, at the end and at the marks below.'));
}

/* ---- What is shown ---- */

function update(view, state) {
   const { ctx, doc } = view;
   const { paths } = ctx.model;
   const choice = chosen(view.moments, state, doc.is_pair);
   const text = (state.q || '').toLowerCase();
   const whole = selfColumns(doc, paths, choice, null);
   const { listed, rest } = totalsOf(whole, choice);
   const columns = text === '' ? whole
      : selfColumns(doc, paths, choice, matcher(paths, text));
   const isUp = state['heap.tree'] === 'up', isFolded = ctx.model.folds(state);
   const shown = shownTree(view, columns, [choice.from && choice.from.id, choice.to.id,
      isUp, isFolded, text].join(' '), isUp, isFolded);
   view.ownLines = view.linesOf[isFolded ? 1 : 0];
   view.values = { choice, rest, isUp, isSearch: text !== '', columns: shown.columns,
      all: listed.bytes + rest[1], allBlocks: listed.blocks + rest[2],
      found: totalsOf(columns, choice).listed.bytes,
      most: shown.tree.roots.reduce((size, root) =>
         Math.max(size, Math.abs(shown.columns[0][root])), 1) };
   view.controls.update(state, choice);
   view.trees.update(isUp ? 'up' : '');
   view.timeline.update({ ...choice, series: seriesIn(view, state) });
   fill(view.headline, headline(view));
   view.tree.show({ shown, head: headCells(ctx, view.values), hasNodes: !isUp,
      extra: extraRows(ctx, view.values, shown.least === 0) });
}

function matcher(paths, text) {
   const has = paths.functions.map((fn) =>
      [fn.name, fn.file || ''].some((name) => searched(name).includes(text)));
   return (node) => has[paths.fn[node]];
}

/* What was opened by hand stays open until something else is looked at. */
function shownTree(view, columns, place, isUp, isFolded) {
   if (view.place !== place) {
      const shown = treeOf(view.ctx.model.paths, columns, isUp, isFolded);
      shown.least = SMALL * shown.tree.roots.reduce((sum, root) =>
         sum + shown.weights[root], 0);
      const most = isUp ? 0 : ROWS_AT_FIRST;
      view.shown = { ...shown, open: openHot({ ...shown, most }), all: new Set(),
         unfolded: new Set() };
      view.place = place;
   }
   return view.shown;
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
      h('p', {}, figures, withUnit(bytes, doc.heap.bytes_unit).slice(bytes.length), ' ',
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
      'The search matches ', withUnit(ctx.format.value(values.found, 'bytes')),
      ' of these, ',
      percentFigure(values.found, values.all, ctx.format));
}
