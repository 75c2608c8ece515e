/* table_view.js -- a table of not too many rows, which its heads sort.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';
import { cellOf, headCell } from './table_cells.js';
import { sortRows } from './table_rows.js';

/**
 * A table.
 * @param {object} ctx
 * @param {string} name of the table, for tests
 * @param {object[]} columns see table_cells.js
 * @param {object[]} rows in their order at first
 * @param {object} [options] `most`: rows before the reader asks for the rest;
 *    `attributes(row)` of its element; `hasHead`: false leaves that out
 * @returns {HTMLElement[]}
 */
export function tableView({ format }, name, columns, rows, { most = rows.length,
   attributes = () => ({}), hasHead = true } = {}) {
   const view = { format, columns, rows, most, attributes, sort: {},
      head: h('tr'), body: h('tbody') };
   view.more = h('button', { type: 'button', class: 'quiet more', click: () => {
      view.most = rows.length;
      draw(view);
   } }, `${rows.length - most} more`);
   draw(view);
   return [h('div', { class: 'table-scroll' }, h('table', { 'data-table': name },
      hasHead ? h('thead', {}, view.head) : null, view.body)), view.more];
}

function draw(view) {
   const { format, columns, rows, attributes, sort } = view;
   const by = columns.find(({ id }) => id === sort.id);
   const sorted = by ? sortRows(rows.slice(), by, sort.isUp) : rows;
   fill(view.head, columns.map((column, i) => headCell(column, sort, (isUp) => {
      view.sort = { id: column.id, isUp };
      draw(view);
      view.head.children[i].firstChild.focus();
   })));
   fill(view.body, sorted.slice(0, view.most).map((row) => h('tr', attributes(row),
      columns.map((column) => cellOf(format, column, row)))));
   view.more.hidden = view.most >= rows.length;
}

/** Columns of a value of both runs: old, new and change. `of` gives its {value, old}. */
export function pairColumns({ id, unit, hint }, of) {
   const pair = (row) => [of(row).old, of(row).value];
   return [
      { id: `${id}:old`, title: 'Old', unit, hint, value: (row) => of(row).old },
      { id: `${id}:new`, title: 'New', unit, hint, value: (row) => of(row).value },
      { id: `${id}:change`, title: 'Change', unit, hint, form: 'grew', pair,
         value: (row) => of(row).value - of(row).old },
   ];
}
