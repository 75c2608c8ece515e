/* tables.js -- functions, lines, files and objects: sorted and filtered as one types.
   State: q, sort, dir, tables.of (which table), tables.columns (names of metrics).
   SPDX-License-Identifier: GPL-2.0-or-later */

import { buttons, columnMenu } from './controls.js';
import { fill, h } from './dom.js';
import { visible } from './format.js';
import { limitsLine } from './limits.js';
import { fileLink, functionLink, graphLink, lineLink } from './places.js';
import { gridKeys, makeTableGrid } from './table_grid.js';
import { chosenMetrics, columnsOf, tablesOf } from './table_rows.js';
import { homeOf } from './top.js';

export const id = 'tables';
export const title = 'Tables';
export const keys = gridKeys('open the source, or what the link says');

/** A heap profile of a time without allocations has no rows. */
export function isThere(model) {
   return tablesOf(model).length > 0;
}

/** See main.js. */
export function mount(root, ctx) {
   const tables = tablesOf(ctx.model);
   const parts = { columns: columnMenu((name, isTicked, ticked) =>
      ctx.go({ 'tables.columns': ticked.join(',') || 'none' })),
      table: makeTableGrid(ctx, { label: 'Search the table' }) };
   parts.tabs = buttons('Table', Object.fromEntries(tables.map((table) =>
      [table.id, table.title])), (of) => ctx.go({ 'tables.of': of, q: '' }));
   fill(root, limitsLine(ctx),
      h('div', { class: 'tools' }, parts.tabs.root, parts.table.search.root,
         parts.table.count.root, parts.columns.root), parts.table.root);
   return { update: (state) => update(ctx, !ctx.model.folds(state) ? tables
      : tablesOf({ ...ctx.model, ...ctx.model.rows(state) }), parts, state) };
}

function update(ctx, tables, parts, state) {
   const table = tables.find((t) => t.id === state['tables.of']) || tables[0];
   parts.tabs.update(table.id);
   const { model } = ctx, chosen = chosenMetrics(model, state);
   parts.columns.update(model.metrics.map(({ name, title: words, meaning }, i) => ({
      id: name, title: words, hint: meaning, isShown: chosen.includes(i),
      isMain: i === model.metric(state) })));
   const names = table.title.toLowerCase();
   parts.table.search.root.placeholder = `Search ${names}`;
   parts.table.show({ ...table, note: model.folds(state) && table.id !== 'objects'
      ? ' of the program, with the library code that they run' : '' },
   [{ id: 'name', title: table.title.replace(/s$/, ''), value: table.name,
      show: (row) => nameCell(ctx, table.id, row) },
   ...columnsOf(ctx.model, state, { ...table, isOwn: model.folds(state) })], state);
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
