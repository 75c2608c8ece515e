/* table_grid.js -- a table of any length that is searched, and sorted by its heads.
   State: q, sort, dir.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { largestChange } from './diff.js';
import { h } from './dom.js';
import { makeGrid } from './grid.js';
import { headCell, numberCell } from './table_cells.js';
import { filterRows, sortOf, sortRows } from './table_rows.js';

/**
 * {root, search, count, show(table, columns, state, nameCell)}: the rows, the field of
 * the search, and how many rows it finds. table: see tablesOf; besides it has `texts` of
 * the rows in lower case, and can have `hidden`, how many rows of libraries it lacks, and
 * `nameTitle`, the head of the names. columns: see columnsOf. nameCell(row): what stands
 * in the cell of the name.
 */
export function makeTableGrid(ctx) {
   const grid = makeGrid(), search = searchField(ctx, grid);
   const count = h('span', { class: 'muted', role: 'status' });
   return { root: grid.root, search, count, show: (table, columns, state, nameCell) => {
      const sort = sortOf(state, columns);
      const rows = filterRows(table.rows, table.texts, state.q || '');
      sortRows(rows, columns.find((c) => c.id === sort.id) || null, table, sort.isUp);
      if (search.value !== (state.q || '')) {
         search.value = state.q || '';
      }
      search.placeholder = `Search ${table.title.toLowerCase()}`;
      showCount(ctx, count, rows.length, table);
      const name = table.nameTitle || table.title.replace(/s$/, '');
      grid.show({
         id: table.id, caption: table.title, rows,
         place: [table.id, state.q, sort.id, sort.isUp].join(' '),
         head: [headCell(ctx, { id: 'name', title: name }, sort),
            ...columns.map((c) => headCell(ctx, c, sort))],
         makeRow: rowMaker(ctx, table, columns, nameCell),
      });
   } };
}

/* Arrow down leads from the search to what it found. */
function searchField(ctx, grid) {
   const input = h('input', { type: 'search', 'aria-label': 'Search the table',
      spellcheck: 'false', autocomplete: 'off',
      input: () => ctx.go({ q: input.value }, { replace: true }),
      keydown: (event) => {
         if (event.key === 'ArrowDown') {
            event.preventDefault();
            grid.focus();
         }
      } });
   return input;
}

function showCount(ctx, element, n, { rows, hidden }) {
   const of = n === rows.length ? ctx.format.plural(n, 'row')
      : `${ctx.format.full(n)} of ${ctx.format.plural(rows.length, 'row')}`;
   element.setAttribute('data-count', n);
   element.textContent = hidden > 0
      ? `${of}; ${ctx.format.full(hidden)} of libraries are hidden` : of;
}

function rowMaker(ctx, table, columns, nameCell) {
   const { format } = ctx;
   const scales = columns.map((column) => (column.form !== 'change' ? 0
      : Math.max(1, column.id.endsWith(':inclusive') ? largestOf(table, column)
         : largestChange(table.rows, column.metric))));
   return (row) => h('tr', { 'data-name': table.name(row) },
      h('td', { class: 'name-cell' }, nameCell(row)),
      columns.map((column, i) => numberCell(format, column, column.value(row), scales[i],
         row)));
}

function largestOf(table, column) {
   return table.rows.reduce((most, row) =>
      Math.max(most, Math.abs(column.value(row))), 0);
}
