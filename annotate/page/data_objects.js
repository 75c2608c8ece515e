/* data_objects.js -- which data the program's lines miss on: a table of data objects, and
   all that is known of one of them.
   State: q, sort, dir, data.of (index of the data object shown in full).
   SPDX-License-Identifier: GPL-2.0-or-later */

import { datumDetails } from './data_details.js';
import { KINDS, sizeOf, sizeText, weight } from './data_rows.js';
import { change } from './diff.js';
import { fill, h, link, nameText } from './dom.js';
import { searched, visible } from './format.js';
import { makeGrid } from './grid.js';
import { limitsLine } from './limits.js';
import { headCell, numberCell } from './table_cells.js';
import { filterRows, sortOf, sortRows } from './table_rows.js';

export const id = 'data';
export const title = 'Data';
export const hasKind = false;
export const keys = [
   ['\u2191 \u2193',
      'move between data objects; \u2193 also leads there from the search'],
   ['Enter', 'show all about a data object'],
];

/** Sharing alone has data objects without misses. */
export function isThere({ data }) {
   return data !== null && data.objects.length > 0 && data.metrics.length > 0;
}

const TABLE = { id: 'data', name: (row) => row.name };

function textOf(row) {
   const names = [row.name, KINDS[row.kind] || row.kind, row.type || '', row.binary || '',
      ...row.where.map((frame) => `${frame.function} ${frame.file || ''}`)];
   return searched(names.join(' '));
}

/** See main.js. */
export function mount(root, ctx) {
   const { data } = ctx.model;
   const view = { ctx, data, texts: data.objects.map(textOf), grid: makeGrid(),
      count: h('span', { class: 'muted', role: 'status' }),
      details: h('section', { class: 'datum', 'aria-label': 'The data object' }) };
   view.search = searchField(view);
   view.kind = kindChoice(view);
   const narrow = matchMedia('(max-width: 760px)');
   narrow.addEventListener('change', () => update(view, ctx.state));
   view.isNarrow = () => narrow.matches;
   fill(root, limitsLine(ctx),
      h('div', { class: 'tools' }, view.search, h('label', {}, 'Share of ', view.kind),
         view.count), view.grid.root, view.details);
   return { update: (state) => update(view, state) };
}

function searchField(view) {
   const { ctx } = view;
   const input = h('input', { type: 'search', 'aria-label': 'Search the data objects',
      placeholder: 'Search names, types, functions', spellcheck: 'false',
      autocomplete: 'off', input: () => ctx.go({ q: input.value }, { replace: true }),
      keydown: (event) => {
         if (event.key === 'ArrowDown') {
            event.preventDefault();
            view.grid.focus();
         }
      } });
   return input;
}

function kindChoice({ ctx, data }) {
   const select = h('select', { 'aria-label': 'Metric',
      change: () => ctx.go({ kind: select.value, sort: '', dir: '' }) },
   data.metrics.map(({ name, title: words }) => h('option', { value: name },
      visible(words === name ? name : `${name}: ${words}`))));
   return select;
}

function update(view, state) {
   const { ctx, data } = view;
   const metric = data.shown(state);
   const columns = columnsOf(ctx, data, metric);
   const sort = sortOf(state, columns);
   const rows = filterRows(data.objects, view.texts, state.q || '');
   sortRows(rows, columns.find((column) => column.id === sort.id) || null, TABLE,
      sort.isUp);
   if (view.search.value !== (state.q || '')) {
      view.search.value = state.q || '';
   }
   view.kind.value = data.metrics[metric].name;
   showCount(view, rows.length);
   const chosen = data.objects.find((row) => row.key === state['data.of'])
      || rows[0] || null;
   view.grid.show({ id: 'data', caption: 'Table of data objects', rows,
      place: [state.q, sort.id, sort.isUp].join(' '),
      head: [headCell(ctx, { id: 'name', title: 'Data object' }, sort),
         ...columns.map((column) => headCell(ctx, column, sort))],
      makeRow: (row) => makeRow(view, row, columns, row === chosen) });
   view.details.hidden = chosen === null;
   fill(view.details, chosen === null ? null
      : datumDetails(ctx, chosen, metric, view.isNarrow() ? 32 : 64));
}

/* Small ones are not in the document. */
function showCount({ ctx, data, count }, n) {
   const { format } = ctx;
   const all = format.plural(data.objects.length, 'data object');
   const left = data.leftOut.objects || 0;
   count.setAttribute('data-count', n);
   count.textContent = (n === data.objects.length ? all : `${format.full(n)} of ${all}`)
      + (left > 0 ? `; ${format.full(left)} small ones are left out` : '');
}

/* ---- The table ---- */

function columnsOf(ctx, data, metric) {
   const { isPair } = ctx.model;
   const column = (i, patch) => {
      const { name, title: words, meaning, unit, total } = data.metrics[i];
      return { id: name, title: words, hint: meaning, unit, total, metric: i,
         form: 'shared', value: (row) => row.values[i], ...patch };
   };
   const { name, title: words, oldTotal } = data.metrics[metric];
   const others = data.metrics.map((_, i) => i).filter((i) => i !== metric);
   const main = !isPair ? [column(metric, { form: 'main' })] : [
      column(metric, { id: `${name}:change`, title: `${words}, change`, form: 'change',
         value: (row) => change(row, metric), total: 0 }),
      column(metric, { id: `${name}:old`, title: 'old', form: 'old', total: oldTotal,
         value: (row) => row.old[metric] }),
      column(metric, { id: `${name}:new`, title: 'new', form: 'old' })];
   return [...main, ...others.map((i) => (!isPair ? column(i, {}) : column(i, {
      id: `${data.metrics[i].name}:change`, form: 'change', total: 0,
      title: `${data.metrics[i].title}, change`, value: (row) => change(row, i) }))),
   { id: 'blocks', title: 'Blocks', hint: 'Blocks allocated while it was watched.',
      unit: 'count', form: 'plain', total: 0, metric: -1,
      value: (row) => row.blocks || null },
   { id: 'size', title: 'Bytes', hint: 'The size of one block, or of the variable.',
      unit: 'bytes', form: 'plain', total: 0, metric: -1, value: sizeOf }];
}

function makeRow({ ctx, data }, row, columns, isChosen) {
   return h('tr', { 'data-name': row.name, 'data-datum': row.index,
      class: isChosen ? 'chosen' : null },
   h('td', { class: 'name-cell' },
      link(ctx, nameText(row.name), { 'data.of': row.index },
         { 'aria-current': isChosen ? 'true' : null }),
      h('span', { class: 'tag' }, visible(KINDS[row.kind] || row.kind)),
      row.type === null || row.name.includes(row.type) ? null
         : h('span', { class: 'muted place' }, nameText(row.type))),
   columns.map((column) => (column.id === 'size' ? sizeCell(ctx, row)
      : numberCell(ctx.format, column, column.value(row),
         column.form === 'change' ? scaleOf(data, column.metric) : 0, row))));
}

function scaleOf({ objects }, metric) {
   return objects.reduce((most, row) => Math.max(most, weight(row, metric)), 1);
}

function sizeCell({ format }, row) {
   const value = sizeOf(row);
   const text = row.blocks > 0 && row.min !== row.max ? sizeText(row)
      : value === null ? '' : format.value(value, 'bytes');
   return h('td', { class: 'number', 'data-column': 'size', 'data-value': value }, text);
}
