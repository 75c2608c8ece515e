/* heap_cells.js -- the figures of the tree of call paths at a moment, or of a change.
   `values` is what heap.js computes of a choice: columns (by node, as of heap_values.js),
   all, most, rest, choice, isUp, isSearch; and can have `more` columns of figures.
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { fill, h } from './dom.js';
import { restOf } from './heap_moments.js';
import { cellOf, headCell } from './table_cells.js';

/* The columns before the name, of the figures of a row. */
function columnsOf({ format }, { choice, all, more = [] }) {
   const column = (id, title, unit, i, rest) => ({ id, title, unit,
      value: (figures) => figures[i], ...rest });
   return choice.from === null ? [
      column('share', 'Share', 'percent', 0, { look: () => 'share',
         value: ([bytes]) => (all === 0 ? null : 100 * bytes / all),
         show: ([bytes]) => [shareBar(bytes / (all || 1)), format.percent(bytes, all)] }),
      column('bytes', 'Bytes', 'bytes', 0), column('blocks', 'Blocks', 'count', 1),
      ...more,
   ] : [
      column('bytes:change', 'Change', 'bytes', 0, { form: 'change' }),
      column('bytes:old', 'Before', 'bytes', 1, { form: 'old' }),
      column('bytes:new', 'After', 'bytes', 2),
      column('blocks:change', 'Blocks', 'count', 3, {
         show: (figures, blocks) => format.change(blocks, 'count') }),
   ];
}

/** A bar as long as the share, from 0 to 1. */
export function shareBar(share) {
   const bar = h('span', { class: 'share-bar', 'aria-hidden': 'true' });
   bar.style.width = `${Math.max(0, Math.min(100, share * 100))}%`;
   bar.style.background = colour.heat(share);
   return bar;
}

/** The head of the table; `name` is that of the last column. */
export function headCells(ctx, values, name = values.isUp
   ? 'What allocates, and its callers below' : 'Call path, from the top down') {
   return [...columnsOf(ctx, values), { id: 'name', title: name }]
      .map((column) => headCell(column));
}

/** The cells of a row without figures. */
export function emptyCells(ctx, values) {
   return columnsOf(ctx, values).map(({ id }) => h('td', { 'data-column': id }));
}

/** The figures of a node's row; left out where they are those of the row above. */
export function valueCells(ctx, values, row) {
   const cells = cellsOf(ctx, values, values.columns.map((column) => column[row.node]));
   return row.isSame ? cells.map(blank) : cells;
}

function blank(cell) {
   cell.removeAttribute('style');
   fill(cell);
   return cell;
}

function cellsOf(ctx, values, figures) {
   return columnsOf(ctx, values).map((column) =>
      cellOf(ctx.format, column, figures, values.most));
}

/** The rows below those of the tree. */
export function extraRows(ctx, values, isEmpty) {
   const words = values.isSearch ? 'No call path matches.' : 'Nothing.';
   return [isEmpty ? h('tr', {}, emptyCells(ctx, values),
      h('td', { class: 'muted' }, words)) : null, restRow(ctx, values)];
}

/* Sites that a snapshot does not list: on no path. */
function restRow(ctx, values) {
   const { rest, choice, isSearch } = values;
   const [before, after] = [restOf(choice.from), restOf(choice.to)];
   if (isSearch || (before[1] === 0 && after[1] === 0)) {
      return null;
   }
   const figures = choice.from === null ? [rest[1], rest[2]]
      : [rest[1], before[1], after[1], rest[2]];
   return h('tr', { class: 'rest' }, cellsOf(ctx, values, figures),
      h('td', { class: 'name-cell muted' },
         'Allocation sites too small for a snapshot: ', ctx.format.full(after[0])));
}
