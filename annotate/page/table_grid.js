/* table_grid.js -- a table of any length that is searched, and sorted by its heads.
   State: q, sort, dir.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { rowCount, searchField } from './controls.js';
import { h } from './dom.js';
import { searched } from './format.js';
import { makeGrid } from './grid.js';
import { cellOf, headCell } from './table_cells.js';
import { filterRows, largestChange, sortOf, sortRows } from './table_rows.js';

/** The keys of such a table, see keyboard.js. @param {string} enter what Enter does */
export function gridKeys(enter) {
   return [
      ['\u2191 \u2193', 'move between rows; \u2193 also leads there from the search'],
      ['Home, End', 'go to the first or last row'], ['Enter', enter]];
}

/**
 * {root, search, count, show(table, columns, state)}: the rows, the field of the search,
 * and how many rows it finds; show returns the row that is chosen, or null.
 * @param {object} field see searchField
 * table: id; title; rows; text(row), which is searched; noun of a row; name(row), for
 *    tests; it can have `note`, behind the count; attributes(row) of its element; and
 *    chosen(rows): of those that are found, the one that is marked
 * columns: see table_cells.js; the table is first sorted by the second, as the first
 *    has names
 */
export function makeTableGrid(ctx, field) {
   const grid = makeGrid(), count = rowCount(), texts = new Map();
   /* Arrow down leads from the search to what it found. */
   const search = searchField(ctx, { ...field, keys: { ArrowDown: grid.focus } });
   return { root: grid.root, search, count, show: (table, columns, state) => {
      const sort = sortOf(state, columns), { q = '' } = state;
      const rows = sortRows(filterRows(table.rows, textsOf(table, texts, q), q),
         columns.find(({ id }) => id === sort.id), sort.isUp);
      const chosen = table.chosen ? table.chosen(rows) : null;
      search.update(state);
      showCount(ctx, count, rows.length, table);
      grid.show({ id: table.id, caption: table.title, rows,
         place: [table.id, q, sort.id, sort.isUp, state[table.by]].join(' '),
         head: columns.map((column) => headCell(column, sort, (isUp) => ctx.go({
            sort: column.id, dir: column.id !== sort.id ? '' : isUp ? 'up' : 'down' }))),
         makeRow: rowMaker(ctx, table, columns, chosen) });
      return chosen;
   } };
}

/* What is searched of each row, which is made for the first search. */
function textsOf({ rows, text }, texts, query) {
   return query.trim() === '' ? [] : rows.map((row) => {
      if (!texts.has(row)) {
         texts.set(row, searched(text(row)));
      }
      return texts.get(row);
   });
}

function showCount({ format }, count, n, { rows, noun = 'row', note = '' }) {
   const all = format.plural(rows.length, noun);
   count.show(n, (n === rows.length ? all : `${format.full(n)} of ${all}`) + note);
}

function rowMaker({ format }, { rows, name, attributes = () => ({}) }, columns, chosen) {
   const scales = columns.map((column) => (column.form === 'change'
      ? largestChange(column, rows) : 0));
   return (row) => h('tr', { 'data-name': name(row), ...attributes(row),
      class: row === chosen ? 'chosen' : null,
      'aria-current': row === chosen ? 'true' : null },
      columns.map((column, i) => cellOf(format, column, row, scales[i])));
}
