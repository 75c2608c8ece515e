/* table_cells.js -- heads and cells of all tables, from their columns.

   A column has `id`, `title` and `value(row)`, else that is the row's member `id`.
   It can have
      unit        of a number, see format.js; without one it has text
      form        of a number: main (its share of `total`, and a bar), shared (its share),
                  plain (the heat of its share), old, change (coloured by how much it is),
                  grew (a change, as a word is coloured)
      total       what numbers of the column are parts of
      pair(row)   of a change: what was before and what is now
      size(row)   what sorts the rows, else the value
      hint, tip(row, value)            what the mouse is told over the head, over a cell
      show(row, value), look(row, value)   what is in a cell; its class
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { direction } from './diff.js';
import { fill, h } from './dom.js';
import { visible } from './format.js';
import { isNumber, valueOf } from './table_rows.js';

/* Changes below this part of the largest have no colour. */
const SMALL = 0.005;

/** The head of a column. `sort` is {id, isUp}, by what the table is sorted;
    `choose(isUp)` sorts it by this column. Without these it is not sorted. */
export function headCell(column, sort = {}, choose = null) {
   const { id, title, hint, form } = column;
   const isSorted = choose !== null && sort.id === id;
   const name = isNumber(column) ? `number ${form || ''}`.trim()
      : id === 'name' ? 'name-cell' : null;
   return h('th', { 'data-column': id, scope: 'col', title: hint, class: name,
      'aria-sort': !isSorted ? null : sort.isUp ? 'ascending' : 'descending' },
   choose === null ? title : h('button', { type: 'button', class: 'sorts',
      click: () => choose(isSorted ? !sort.isUp : !isNumber(column)) },
   isSorted ? h('span', { class: 'order', 'aria-hidden': 'true' },
      sort.isUp ? '\u25b4' : '\u25be') : null, title));
}

/** The cell of a row; `scale` is the largest change of the column. */
export function cellOf(format, column, row, scale = 1) {
   const value = valueOf(column, row);
   const names = [isNumber(column) ? 'number' : column.id === 'name' ? 'name-cell' : '',
      column.form || '', isNumber(column) && value === 0 ? 'zero' : '',
      column.form === 'grew' ? direction(value) : '',
      column.look ? column.look(row, value) : ''].filter((name) => name);
   const cell = h('td', { 'data-column': column.id, class: names.join(' ') || null,
      'data-value': isNumber(column) ? value : null,
      title: column.tip ? column.tip(row, value) : tipOf(format, column, row, value) });
   if (column.show) {
      fill(cell, column.show(row, value));
   } else if (!isNumber(column)) {
      fill(cell, visible(value ?? ''));
   } else if (typeof value === 'number') {
      fillNumber(cell, format, column, value, scale);
   }
   return cell;
}

function fillNumber(cell, format, { form, unit, total }, value, scale) {
   if (form === 'change' || form === 'grew') {
      cell.append(format.change(value, unit));
      cell.style.background = form === 'grew' || Math.abs(value) < SMALL * scale ? ''
         : colour.change(value / scale);
      return;
   }
   cell.append(format.value(value, unit));
   const part = total ? value / total : 0;
   if (part !== 0 && (form === 'shared' || form === 'main')) {
      cell.append(' ', h('span', { class: 'share', 'data-value': 100 * part },
         format.percent(value, total)), form === 'main' ? barOf(part) : '');
   } else if (form === 'plain' && part >= 0.01) {
      cell.style.background = colour.heat(part);
      cell.style.color = colour.heatText(part);
   }
}

function barOf(part) {
   const bar = h('span', { class: 'bar-of', 'aria-hidden': 'true' });
   bar.style.width = `${Math.min(100, 100 * part)}%`;
   bar.style.background = colour.heat(part);
   return bar;
}

/* "10 -> 12 (+20.0%)" of a change; of other numbers their share. */
function tipOf({ full, percent, changePercent }, { total, pair, unit }, row, value) {
   if (typeof value !== 'number' || unit === 'percent') {
      return null;
   }
   if (pair) {
      const [before, after] = pair(row);
      return `${full(before)} \u2192 ${full(after)} (${changePercent(before, after)})`;
   }
   return total ? `${full(value)}, ${percent(value, total)} of all` : null;
}
