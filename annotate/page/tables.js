/* tables.js -- functions, lines, files and objects: sorted and filtered as one types.
   State: q, sort, dir, tables.of (which table), tables.columns (names of metrics).
   SPDX-License-Identifier: GPL-2.0-or-later */

import { largestChange } from './diff.js';
import { fill, h } from './dom.js';
import { searched, visible } from './format.js';
import { makeGrid } from './grid.js';
import { limitsLine } from './limits.js';
import { fileLink, functionLink, graphLink, lineLink } from './places.js';
import { headCell, numberCell } from './table_cells.js';
import { columnChoice } from './table_choice.js';
import { columnsOf, filterRows, sortOf, sortRows, tablesOf } from './table_rows.js';
import { homeOf } from './top.js';

export const id = 'tables';
export const title = 'Tables';
export const keys = [
   ['\u2191 \u2193', 'move between rows; \u2193 also leads there from the search'],
   ['Home, End', 'go to the first or last row'],
   ['Enter', 'open the source, or what the link says'],
];

/** A heap profile of a time without allocations has no rows. */
export function isThere(model) {
   return tablesOf(model).length > 0;
}

/** See main.js. */
export function mount(root, ctx) {
   const tables = tablesOf(ctx.model).map((table) => ({ ...table,
      texts: table.rows.map((row) => searched(table.text(row))) }));
   const own = tables.map(withoutLibraries);
   const parts = { tabs: tableTabs(ctx, tables), search: null,
      count: h('span', { class: 'muted', role: 'status' }), columns: columnChoice(ctx),
      grid: makeGrid() };
   parts.search = searchField(ctx, parts.grid);
   fill(root, limitsLine(ctx),
      h('div', { class: 'tools' }, parts.tabs.root, parts.search, parts.count,
         parts.columns.root), parts.grid.root);
   return { update: (state) =>
      update(ctx, ctx.model.folds(state) ? own : tables, parts, state) };
}

function update(ctx, tables, parts, state) {
   const table = tables.find((t) => t.id === state['tables.of']) || tables[0];
   const columns = columnsOf(ctx.model, state, table);
   const sort = sortOf(state, columns);
   const rows = filterRows(table.rows, table.texts, state.q || '');
   sortRows(rows, columns.find((c) => c.id === sort.id) || null, table, sort.isUp);
   parts.tabs.update(table);
   parts.columns.update(state);
   if (parts.search.value !== (state.q || '')) {
      parts.search.value = state.q || '';
   }
   parts.search.placeholder = `Search ${table.title.toLowerCase()}`;
   showCount(ctx, parts.count, rows.length, table);
   parts.grid.show({
      id: table.id, caption: table.title, rows,
      place: [table.id, state.q, sort.id, sort.isUp].join(' '),
      head: [headCell(ctx, { id: 'name', title: table.title.replace(/s$/, '') }, sort),
         ...columns.map((c) => headCell(ctx, c, sort))],
      makeRow: rowMaker(ctx, table, columns),
   });
}

function showCount(ctx, element, n, { rows, hidden }) {
   const of = n === rows.length ? ctx.format.plural(n, 'row')
      : `${ctx.format.full(n)} of ${ctx.format.plural(rows.length, 'row')}`;
   element.setAttribute('data-count', n);
   element.textContent = hidden > 0
      ? `${of}; ${ctx.format.full(hidden)} of libraries are hidden` : of;
}

function withoutLibraries(table) {
   const isOwn = (_, i) => !table.rows[i].isLibrary;
   return { ...table, rows: table.rows.filter(isOwn), texts: table.texts.filter(isOwn),
      hidden: table.rows.filter((row) => row.isLibrary).length };
}

function tableTabs(ctx, tables) {
   const buttons = tables.map((table) => h('button', { type: 'button',
      'data-choose': table.id, click: () => ctx.go({ 'tables.of': table.id, q: '' }) },
   table.title));
   return {
      root: h('div', { class: 'choice', role: 'group', 'aria-label': 'Table' }, buttons),
      update: (shown) => buttons.forEach((button, i) =>
         button.setAttribute('aria-pressed', tables[i].id === shown.id)),
   };
}

/* Arrow down leads from the search to what it found. */
function searchField(ctx, grid) {
   const input = h('input', { type: 'search', 'aria-label': 'Search the table',
      spellcheck: 'false', autocomplete: 'off',
      input: () => ctx.go({ q: input.value }, { replace: true }),
      keydown: (event) => {
         if (event.key === 'ArrowDown') {
            event.preventDefault();
            grid.focus();
         }
      } });
   return input;
}

function rowMaker(ctx, table, columns) {
   const { format } = ctx;
   const scales = columns.map((column) => (column.form !== 'change' ? 0
      : Math.max(1, column.id.endsWith(':inclusive') ? largestOf(table, column)
         : largestChange(table.rows, column.metric))));
   return (row) => h('tr', { 'data-name': table.name(row) },
      h('td', { class: 'name-cell' }, nameCell(ctx, table.id, row)),
      columns.map((column, i) => numberCell(format, column, column.value(row), scales[i],
         row)));
}

function largestOf(table, column) {
   return table.rows.reduce((most, row) =>
      Math.max(most, Math.abs(column.value(row))), 0);
}

/* The name with a link to its source, and where it is. */
function nameCell(ctx, table, row) {
   if (table === 'functions') {
      return [functionLink(ctx, row),
         row.inlined ? h('span', { class: 'tag' }, 'inlined') : null,
         place(ctx.format.baseName(homeOf(row)), homeOf(row)),
         graphLink(ctx, row, 'calls', { class: 'to-graph',
            title: 'Its callers and callees as a graph' })];
   }
   if (table === 'lines') {
      return [lineLink(ctx, row.file, row.line),
         row.fn ? place(row.fn.short, row.fn.name) : null];
   }
   const name = h('span', { class: 'name', title: visible(row.name) }, visible(row.name));
   return table === 'files' ? fileLink(ctx, row.name, name) : name;
}

function place(shown, whole) {
   return h('span', { class: 'muted place', title: visible(whole) }, visible(shown));
}
