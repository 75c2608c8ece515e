/* curves.js -- misses of the last level, had it another size, as curves and a table.
   State: q, curves.of (what has curves), curves.at (the row that stands out),
   curves.all (1: all rows).
   SPDX-License-Identifier: GPL-2.0-or-later */

import { CURES, curvesOf, makeSweep, saysOf, ticksTo } from './curve_rows.js';
import { buttons, moreLink, searchField } from './controls.js';
import { figure, fill, h, nameText, svg } from './dom.js';
import { searched, shortCount } from './format.js';
import { limitsLine } from './limits.js';
import { datumLink, functionLink, lineLink } from './places.js';
import { matcher } from './table_rows.js';
import { tableView } from './table_view.js';

export const id = 'curves';
export const title = 'Cache sizes';
export const hasKind = false;

const WHATS = { lines: 'Lines', functions: 'Functions', objects: 'Data objects' };
const INTRO = { size: 'Misses of a last level with another size, and the same ' +
      'ways and line length. ',
   ways: 'Misses of a last level with other numbers of ways. ',
   line: 'Misses of a last level with other line lengths and the same size. ' };

/* Of colours. */
const DRAWN = 8;
const AT_FIRST = 20;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [880, 300, 62, 24, 12, 30];

/** A sweep has at least two points; a page of two profiles has none. */
export function isThere(model) {
   return makeSweep(model) !== null;
}

/** See main.js. */
export function mount(root, ctx) {
   const sweep = makeSweep(ctx.model);
   const view = { ctx, sweep, chart: h('div', { class: 'curve-chart' }),
      table: h('div'), more: h('div'),
      count: h('span', { class: 'muted', role: 'status' }), known: new Map(),
      choice: whatChoice(ctx), search: searchField(ctx, { label: 'Search the rows',
         placeholder: 'Search functions, files, data' }) };
   fill(root, limitsLine(ctx), h('div', { class: 'tools' }, view.search.root,
      view.choice.root, view.count), h('p', { class: 'muted intro' }, INTRO[sweep.kind],
      'A large point is a knee, where misses fall steeply.'), view.chart, view.table,
   view.more);
   return { update: (state) => update(view, state) };
}

function whatOf(state, { data }) {
   const what = state['curves.of'];
   return Object.hasOwn(WHATS, what || '') && (what !== 'objects' || data) ? what
      : 'lines';
}

function whatChoice(ctx) {
   const { objects, ...others } = WHATS;
   return buttons('Curves of', ctx.model.data ? { ...others, objects } : others,
      (what) => ctx.go({ 'curves.of': what, 'curves.at': '' }));
}

function curvesIn({ ctx, sweep, known }, what) {
   if (!known.has(what)) {
      known.set(what, curvesOf(ctx.model, sweep, what));
   }
   return known.get(what);
}

function textOf({ row }) {
   return row === null ? '' : searched(`${row.name || ''} ${row.file || ''}:${
      row.line || ''} ${row.fn ? row.fn.name : ''}`);
}

function update(view, state) {
   const { ctx } = view;
   const what = whatOf(state, ctx.model);
   const [program, ...rows] = curvesIn(view, what);
   const isMatch = matcher(state.q || '');
   const found = rows.filter((row) => isMatch(textOf(row)));
   const shown = state['curves.all'] === '1' ? found : found.slice(0, AT_FIRST);
   view.choice.update(what);
   view.search.update(state);
   view.count.textContent = ctx.format.plural(found.length, 'row with misses',
      'rows with misses');
   const chosen = found.find(({ key }) => key === state['curves.at']);
   const drawn = found.slice(0, DRAWN);
   if (chosen && !drawn.includes(chosen)) {
      drawn[DRAWN - 1] = chosen;
   }
   const classes = new Map([[program, 'whole'],
      ...drawn.map((curve, i) => [curve, `curve-${i}`])]);
   fill(view.chart, chartOf(view, [program, ...drawn], classes, chosen));
   fill(view.table, tableOf(view, [program, ...shown], classes, what, chosen));
   fill(view.more, moreLink(ctx, found.length - shown.length, { 'curves.all': '1' }));
}

/* ---- The chart ---- */

function chartOf({ sweep }, curves, classes, chosen) {
   const { points } = sweep;
   const ticks = ticksTo(Math.max(...curves.map(({ misses }) => Math.max(...misses))));
   const most = Math.max(1, ticks[ticks.length - 1]);
   const x = (i) => LEFT + (WIDTH - LEFT - RIGHT) * i / (points.length - 1);
   const y = (n) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * n / most;
   const text = (at, words, attributes) => svg('text', { x: at[0], y: at[1],
      ...attributes }, words);
   return svg('svg', { class: 'curves-of', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
      'aria-label': 'Misses by shape of the last level; the table lists the figures' },
   ticks.map((n) => [svg('line', { class: 'rule', x1: LEFT, x2: WIDTH - RIGHT, y1: y(n),
      y2: y(n) }), text([LEFT - 8, y(n) + 4], shortCount(n),
      { class: 'tick end' })]),
   points.map(({ label }, i) => text([x(i), HEIGHT - 8], label,
      { class: 'tick middle' })),
   curves.map((curve) => curveLine(sweep, curve, { x, y },
      `${classes.get(curve)}${curve === chosen ? ' chosen' : ''}`)));
}

function curveLine(sweep, curve, { x, y }, name) {
   const at = curve.misses.map((n, i) => `${x(i).toFixed(1)},${y(n).toFixed(1)}`);
   return svg('g', { class: `curve ${name}`, 'data-curve': curve.key },
      svg('title', {}, `${curve.row ? curve.row.name || curve.key : 'the program'}: ${
         saysOf(sweep, curve)}`),
      svg('polyline', { points: at.join(' ') }),
      curve.misses.map((n, i) => svg('circle', { cx: x(i), cy: y(n),
         r: curve.knees.includes(i) ? 5 : 2, 'data-knee': curve.knees.includes(i)
            ? sweep.points[i].amount : null })));
}

/* ---- The table ---- */

function tableOf({ ctx, sweep }, curves, classes, what, chosen) {
   const { format } = ctx;
   const { points } = sweep;
   const hasWhy = curves.some(({ why }) => why !== null);
   return tableView(ctx, 'curves', [
      { id: 'key', title: WHATS[what].replace(/s$/, ''),
         show: (curve) => [swatchOf(ctx, curve, classes.get(curve)),
            nameOf(ctx, curve, what)] },
      ...points.map(({ name, label }, i) => ({ id: name, title: label, unit: 'count',
         value: ({ misses }) => misses[i],
         look: ({ knees }) => (knees.includes(i) ? 'knee' : ''),
         show: (curve, n) => figure(format.value(n, 'count'), n) })),
      { id: 'verdict', title: 'Verdict', value: (curve) => saysOf(sweep, curve),
         look: () => 'verdict' },
      ...hasWhy ? [{ id: 'reason', title: 'Reason', look: () => 'reason',
         value: ({ why }) => (why === null ? ''
            : `${why.reason} ${format.percent(why.share, 1)}`),
         tip: ({ why }) => (why === null ? null : CURES[why.reason]) }] : [],
   ], curves, { attributes: (curve) => ({ 'data-name': curve.key,
      class: curve === chosen ? 'chosen' : null,
      'data-fits': curve.fits < 0 ? null : points[curve.fits].amount,
      'data-reason': curve.why === null ? null : curve.why.reason }) });
}

/* A row without a curve gets one by a click. */
function swatchOf(ctx, { key, row }, name) {
   if (row === null) {
      return h('span', { class: 'swatch whole' });
   }
   return h('button', { type: 'button', class: `swatch ${name || ''}`,
      'aria-label': 'Let its curve stand out',
      click: () => ctx.go({ 'curves.at': ctx.state['curves.at'] === key ? '' : key }) });
}

function nameOf(ctx, { row }, what) {
   if (row === null) {
      return 'the program';
   }
   if (what === 'objects') {
      return datumLink(ctx, row, nameText(row.name));
   }
   return what === 'functions' ? functionLink(ctx, row)
      : [lineLink(ctx, row.file, row.line), ' ', h('span', { class: 'muted' },
         nameText(row.fn.short, row.fn.name))];
}
