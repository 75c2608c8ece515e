/* tables.js -- functions, lines, files and objects: sorted and filtered as one types.
   State: q, sort, dir, tables.of (which table), tables.columns (names of metrics).
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';
import { searched, visible } from './format.js';
import { limitsLine } from './limits.js';
import { fileLink, functionLink, graphLink, lineLink } from './places.js';
import { columnChoice } from './table_choice.js';
import { makeTableGrid } from './table_grid.js';
import { columnsOf, tablesOf } from './table_rows.js';
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
   const parts = { tabs: tableTabs(ctx, tables), columns: columnChoice(ctx),
      table: makeTableGrid(ctx) };
   fill(root, limitsLine(ctx),
      h('div', { class: 'tools' }, parts.tabs.root, parts.table.search, parts.table.count,
         parts.columns.root), parts.table.root);
   return { update: (state) =>
      update(ctx, ctx.model.folds(state) ? own : tables, parts, state) };
}

function update(ctx, tables, parts, state) {
   const table = tables.find((t) => t.id === state['tables.of']) || tables[0];
   parts.tabs.update(table);
   parts.columns.update(state);
   parts.table.show(table, columnsOf(ctx.model, state, table), state,
      (row) => nameCell(ctx, table.id, row));
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
