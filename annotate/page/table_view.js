/* table_view.js -- a table of not too many rows, which its heads sort.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { direction } from './diff.js';
import { fill, h } from './dom.js';
import { visible } from './format.js';

/**
 * A table.
 * @param {string} name of the table, for tests
 * @param {object[]} columns each has `title`, and `value(row)`, which sorts. Besides it
 *    can have `id`, if tests read its values; `isNumber`; `show(row, value)`, what a cell
 *    has, else the value; `look(row, value)`, a class; `tip(row)` and `hint`, tooltips of
 *    a cell and of the head
 * @param {object[]} rows in their order at first
 * @param {object} [options] `most`: rows before the reader asks for the rest;
 *    `attributes(row)` of its element
 * @returns {HTMLElement[]}
 */
export function tableView(name, columns, rows, { most = rows.length,
   attributes = () => ({}) } = {}) {
   const view = { columns, rows, most, attributes, by: null, isUp: false,
      head: h('tr'), body: h('tbody') };
   view.more = h('button', { type: 'button', class: 'quiet more', click: () => {
      view.most = rows.length;
      draw(view);
   } }, `${rows.length - most} more`);
   draw(view);
   return [h('div', { class: 'table-scroll' }, h('table', { 'data-table': name },
      h('thead', {}, view.head), view.body)), view.more];
}

function draw(view) {
   const { columns, attributes } = view;
   fill(view.head, columns.map((column) => headOf(view, column)));
   fill(view.body, sorted(view).slice(0, view.most).map((row) =>
      h('tr', attributes(row), columns.map((column) => cellOf(column, row)))));
   view.more.hidden = view.most >= view.rows.length;
}

function headOf(view, column) {
   const isSorted = view.by === column;
   const order = view.isUp ? 'ascending' : 'descending';
   return h('th', { scope: 'col', title: column.hint, 'data-column': column.id,
      class: column.isNumber ? 'number' : null, 'aria-sort': isSorted ? order : null },
   h('button', { type: 'button', class: 'sorts', click: () => {
      view.isUp = isSorted ? !view.isUp : !column.isNumber;
      view.by = column;
      draw(view);
      view.head.children[view.columns.indexOf(column)].firstChild.focus();
   } }, isSorted ? (view.isUp ? '\u25b4 ' : '\u25be ') : null, column.title));
}

/* Equal rows stay in their order. */
function sorted({ rows, by, isUp }) {
   const sign = isUp ? 1 : -1;
   return by === null ? rows : rows.map((row) => ({ row, value: by.value(row) }))
      .sort((a, b) => sign * compare(a.value, b.value)).map(({ row }) => row);
}

/* What is unknown is less than all else. */
function compare(a, b) {
   if (a === null || b === null) {
      return (b === null) - (a === null);
   }
   return typeof a === 'string' ? a.localeCompare(b) : a - b;
}

function cellOf(column, row) {
   const value = column.value(row);
   const look = column.look ? column.look(row, value) : '';
   return h('td', { class: `${column.isNumber ? 'number ' : ''}${look}`.trim() || null,
      'data-column': column.id, title: column.tip ? column.tip(row) : null,
      'data-value': column.id && column.isNumber ? value : null },
   column.show ? column.show(row, value)
      : visible(String(value ?? '')));
}

/** A column of numbers: the rows' members `id`, as `show(value)` has them. */
export function numberColumn(id, title, show) {
   return { id, title, isNumber: true, value: (row) => row[id],
      show: (row, value) => show(value) };
}

/** Columns of a value of both runs: old, new and change. `of` gives its {value, old}. */
export function pairColumns({ format }, { id, unit, hint }, of) {
   const number = { isNumber: true, hint,
      show: (row, value) => format.value(value, unit) };
   return [
      { ...number, id: `${id}:old`, title: 'Old', value: (row) => of(row).old },
      { ...number, id: `${id}:new`, title: 'New', value: (row) => of(row).value },
      { ...number, id: `${id}:change`, title: 'Change',
         value: (row) => of(row).value - of(row).old,
         look: (row, value) => direction(value),
         show: (row, value) => format.change(value, unit) },
   ];
}
