/* table_cells.js -- heads and numbers of tables that are sorted.
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { h } from './dom.js';

/* Changes below this part of the largest have no colour. */
const SMALL = 0.005;

/** The head of a column; a second click turns the order around. */
export function headCell(ctx, column, sort) {
   const isSorted = column.id === sort.id;
   const order = sort.isUp ? 'ascending' : 'descending';
   const turned = sort.isUp ? 'down' : 'up';
   return h('th', { 'data-column': column.id, scope: 'col', title: column.hint,
      class: column.id === 'name' ? 'name-cell' : `number ${column.form || ''}`,
      'aria-sort': isSorted ? order : null },
   h('button', { type: 'button', click: () => ctx.go({ sort: column.id,
      dir: isSorted ? turned : '' }) }, isSorted ? h('span', { class: 'order',
      'aria-hidden': 'true' }, sort.isUp ? '\u25b4' : '\u25be') : null, column.title));
}

/** The cell of a value. form of the column: see table_rows.js; `scale` is the largest
   change of the column, `row` has what it is a change of. */
export function numberCell(format, column, value, scale, row) {
   const cell = h('td', { class: `number ${column.form}`, 'data-column': column.id,
      'data-value': value });
   if (value === null) {
      return cell;
   }
   if (column.form === 'change') {
      changeCell(cell, format, column, value, scale, row);
   } else {
      countCell(cell, format, column, value);
   }
   return cell;
}

function countCell(cell, format, column, value) {
   cell.append(format.value(value, column.unit));
   cell.classList.toggle('zero', value === 0);
   if (!column.total) {
      return;
   }
   const part = value / column.total;
   cell.title = `${format.full(value)}, ${format.percent(value, column.total)} of all`;
   if (column.form === 'shared' && value !== 0) {
      cell.append(shareText(format, value, column.total));
   } else if (column.form === 'main' && value !== 0) {
      const bar = h('span', { class: 'bar-of', 'aria-hidden': 'true' });
      bar.style.width = `${Math.min(100, 100 * part)}%`;
      bar.style.background = colour.heat(part);
      cell.append(shareText(format, value, column.total), bar);
   } else if (column.form === 'plain' && part >= 0.01) {
      cell.style.background = colour.heat(part);
      cell.style.color = colour.heatText(part);
   }
}

function shareText(format, value, total) {
   return h('span', { class: 'share', 'data-value': 100 * value / total },
      format.percent(value, total));
}

function changeCell(cell, format, column, value, scale, row) {
   cell.append(format.change(value, column.unit));
   cell.classList.toggle('zero', value === 0);
   cell.style.background = Math.abs(value) < SMALL * scale ? ''
      : colour.change(value / scale);
   const inclusive = column.id.endsWith(':inclusive');
   const [before, after] = inclusive ? [row.oldInclusive, row.inclusive]
      : [row.old, row.values];
   const relative = format.changePercent(before[column.metric], after[column.metric]);
   cell.title = `${format.full(before[column.metric])} \u2192 ` +
      `${format.full(after[column.metric])} (${relative})`;
}
