/* report_tables.js -- sections of the report without a view of their own, as tables.
   They come as people read them in the report (sections/an_table_out.c):
      name, title, left_out: how many rows the page lacks
      columns: [{kind, key, label, unit, whole, metrics}]; kind: number, percent, text,
         flag, right (text or a number), spot (a function, line or data object), measures
         (an array by metric; of a pair, old and new)
      rows: cells in their order; then, of some rows, {depth, below}: how far its name is
         indented, and text below that
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, nameText } from './dom.js';
import { full, upperFirst, visible } from './format.js';
import { usualMetrics } from './overview_text.js';
import { functionLink, lineLink } from './places.js';
import { valueOf } from './table_rows.js';
import { pairColumns, tableView } from './table_view.js';

const SHOWN = 20;
const INDENT = 16; /* pixels */

/** All of them. */
export function reportTables(ctx, metric) {
   return ctx.model.tables.map((table) => reportTable(ctx, table, metric));
}

/** One as a section. */
export function reportTable(ctx, table, metric) {
   const columns = columnsOf(ctx, table, metric), { plural } = ctx.format;
   const rows = table.rows.filter((row) => !isHidden(ctx, table, row));
   const hidden = table.rows.length - rows.length;
   return rows.length === 0 ? null : h('section', { class: 'report-table' },
      table.title ? h('h2', {}, visible(table.title)) : null,
      tableView(ctx, table.name, columns, rows, { most: SHOWN,
         attributes: (row) => ({ 'data-name': valueOf(columns[0], row) }) }),
      hidden > 0 ? h('p', { class: 'muted' },
         `${plural(hidden, 'row')} of libraries not shown: own code is on.`) : null,
      table.left_out > 0 ? h('p', { class: 'muted' },
         `${plural(table.left_out, 'more row')}: the report has all.`) : null);
}

/* Lines of libraries, while own code is on. */
function isHidden({ model, state }, { columns }, row) {
   const spot = row[columns.findIndex(({ kind }) => kind === 'spot')];
   return Boolean(spot && spot.file) && model.folds(state) &&
      model.isLibraryFile(spot.file);
}

/* The column of names comes first: spots, or else the last text. */
function columnsOf(ctx, { columns }, metric) {
   const kinds = columns.map(({ kind }) => kind);
   const names = kinds.lastIndexOf(kinds.includes('spot') ? 'spot' : 'text');
   const rest = columns.flatMap((column, i) => (i === names ? []
      : columnOf(ctx, column, i, metric)));
   return names < 0 ? rest
      : [nameColumn(columnOf(ctx, columns[names], names)[0], columns.length), ...rest];
}

function columnOf(ctx, column, i, metric) {
   const { kind, key, label, unit = 'count', whole = 0 } = column;
   const made = { id: key || label, title: upperFirst(label || key),
      value: (row) => row[i] };
   switch (kind) {
   case 'measures': return column.metrics.flatMap((name, k) =>
      measureColumns(ctx, { name, k, i }, metric));
   case 'number': return [{ ...made, unit, total: whole, form: whole ? 'shared' : '' }];
   case 'percent': return [{ ...made, unit: 'percent' }];
   case 'spot': return [{ ...made, value: (row) => spotName(row[i]),
      show: (row) => spotLink(ctx, row[i]) }];
   case 'right': return [{ ...made, look: () => 'number', show: (row, value) =>
      (typeof value === 'number' ? full(value) : visible(value ?? '')) }];
   case 'flag': return [{ ...made, show: (row, value) => (value ? 'yes' : 'no') }];
   default: return [made];
   }
}

/* The k-th measure of the cell i: of the usual metrics, and the one that is shown.
   Regions of a heap have metrics of their own. */
function measureColumns({ model }, { name, k, i }, metric) {
   const index = model.metrics.findIndex((other) => other.name === name);
   const { title, unit } = model.metrics[index] || { title: upperFirst(name),
      unit: model.isHeap && name !== 'blocks' ? 'bytes' : 'count' };
   if (index >= 0 && !usualMetrics(model.metrics, metric).includes(index)) {
      return [];
   }
   if (!model.isPair) {
      return [{ id: name, title, unit, total: model.totals[index],
         form: index === metric ? 'shared' : '',
         value: (row) => Object.values(row[i])[0]?.[k] }];
   }
   const [, now, change] = pairColumns({ id: name, unit }, (row) =>
      ({ old: row[i].old[k], value: row[i].new[k] }));
   return [{ ...now, title }, { ...change, title: 'change' }];
}

/* ---- Names ---- */

function nameColumn(column, n) {
   const { show = (row, value) => nameText(value ?? '') } = column;
   return { ...column, id: 'name', show: (row, value) => {
      const { depth = 0, below } = row[n] || {};
      const name = h('span', {}, show(row, value));
      name.style.paddingLeft = `${INDENT * depth}px`;
      return [name, below ? h('div', { class: 'muted' }, visible(below)) : null];
   } };
}

function spotName({ object, file, line, function: fn }) {
   return object || (line > 0 ? `${file}:${line}` : fn) || 'the program';
}

function spotLink(ctx, spot) {
   const { file, line, function: fn } = spot;
   const row = fn && ctx.model.functionOf(fn);
   return line > 0 ? [lineLink(ctx, file, line), ' ', h('span', { class: 'muted place' },
      nameText(row ? row.short : fn, fn))]
      : row ? functionLink(ctx, row) : nameText(spotName(spot));
}
