/* heap_cells.js -- the figures of the tree of call paths at a moment, or of a change.
   `values` is what heap.js computes of a choice: columns (by node, as of heap_values.js),
   all, most, rest, choice, isUp, isSearch.
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { fill, h } from './dom.js';
import { restOf } from './heap_moments.js';

const MOMENT_COLUMNS = [['share', 'Share'], ['bytes', 'Bytes'], ['blocks', 'Blocks']];
const CHANGE_COLUMNS = [['bytes:change', 'Change'], ['bytes:old', 'Before'],
   ['bytes:new', 'After'], ['blocks:change', 'Blocks']];

/* The columns before the name. */
function columnsOf({ choice }) {
   return choice.from === null ? MOMENT_COLUMNS : CHANGE_COLUMNS;
}

/** The head of the table. */
export function headCells(values) {
   return [...columnsOf(values).map(([column, words]) => h('th', { 'data-column': column,
      scope: 'col', class: 'number' }, words)),
   h('th', { 'data-column': 'name', scope: 'col' }, values.isUp
      ? 'What allocates, and its callers below' : 'Call path, from the top down')];
}

function number(column, value, text, name = '') {
   return h('td', { class: `number ${name}`, 'data-column': column, 'data-value': value },
      text);
}

/** The cells of a row without figures. */
export function emptyCells(values) {
   return columnsOf(values).map(([column]) => h('td', { 'data-column': column }));
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
   return values.choice.from === null ? momentCells(ctx, values, figures)
      : changeCells(ctx, values, figures);
}

function momentCells({ format }, values, [bytes, blocks]) {
   const share = values.all === 0 ? 0 : bytes / values.all;
   const bar = h('span', { class: 'share-bar', 'aria-hidden': 'true' });
   bar.style.width = `${Math.max(0, Math.min(100, share * 100))}%`;
   bar.style.background = colour.heat(share);
   const cell = number('share', values.all === 0 ? null : share * 100,
      [bar, format.percent(bytes, values.all)], 'share');
   return [cell, number('bytes', bytes, format.value(bytes, 'bytes')),
      number('blocks', blocks, format.value(blocks, 'count'))];
}

function changeCells({ format }, values, [change, before, after, blocks]) {
   const cell = number('bytes:change', change, format.change(change, 'bytes'), 'change');
   cell.style.background = change === 0 ? '' : colour.change(change / values.most);
   return [cell, number('bytes:old', before, format.value(before, 'bytes'), 'old'),
      number('bytes:new', after, format.value(after, 'bytes')),
      number('blocks:change', blocks, format.change(blocks, 'count'))];
}

/** The rows below those of the tree. */
export function extraRows(ctx, values, isEmpty) {
   const words = values.isSearch ? 'No call path matches.' : 'Nothing.';
   return [isEmpty ? h('tr', {}, emptyCells(values), h('td', { class: 'muted' }, words))
      : null, restRow(ctx, values)];
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
