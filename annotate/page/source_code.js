/* source_code.js -- the table of source lines with their counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, link } from './dom.js';
import { makeChunks } from './row_chunks.js';

/**
 * A table of source lines.
 * @param {object} ctx
 * @param {function(object)} choose  called with the row that is clicked
 * @param {object} [options] name of the table and label of its pane; hover(row), called
 *    with the row below the mouse, or null; patchOf(file, line): where a line's number
 *    leads, null: nowhere
 * @returns {{root: HTMLElement, draw: function, select: function, light: function}}
 *    draw(file, rows, columns, heats) makes the rows.
 *    select(line, found) marks the chosen line, shows it, and marks the lines found.
 *    light(lines) marks lines without moving anything
 */
export function makeCode(ctx, choose, options = {}) {
   const { name = 'source', label = 'Source lines', hover = null,
      patchOf = (file, line) => ({ view: 'source', file, line, fn: null }) } = options;
   const table = h('table', { 'data-table': name });
   const root = h('div', { class: 'code', tabindex: '0', role: 'region',
      'aria-label': label }, table);
   const code = { ctx, rows: [], lines: new Map(), patchOf,
      chunks: makeChunks(root, table) };
   const rowAt = (event) => {
      const row = event.target.closest('tr[data-line]');
      return row === null ? null : code.rows[row.dataset.row];
   };
   table.addEventListener('click', (event) => {
      const isOther = event.ctrlKey || event.metaKey || event.shiftKey;
      const row = rowAt(event);
      if (row !== null && !isOther && !event.defaultPrevented
          && getSelection().isCollapsed) {
         choose(row);
      }
   });
   if (hover !== null) {
      table.addEventListener('mouseover', (event) => hover(rowAt(event)));
      table.addEventListener('mouseleave', () => hover(null));
   }
   return {
      root,
      draw: (file, rows, columns, heats) => draw(code, { file, rows, columns, heats }),
      select: (line, found) => select(code, line, found),
      light: (lines) => code.chunks.mark('lit', indicesOf(code, lines)),
   };
}

function draw(code, { file, rows, columns, heats }) {
   Object.assign(code, { file, rows, columns, heats, lines: new Map(),
      width: columns.length + (code.ctx.model.isPair ? 2 : 0) + 2 });
   rows.forEach((row, i) => {
      if (!row.isGap) {
         code.lines.set(row.line, i);
      }
   });
   code.chunks.draw(headOf(code), { n: rows.length, width: code.width,
      make: (i) => (rows[i].isGap ? gapRow(code, rows[i]) : lineRow(code, rows[i], i)) });
}

function indicesOf({ lines }, wanted) {
   return wanted.map((line) => lines.get(line)).filter((i) => i !== undefined);
}

function select(code, line, found) {
   const i = line > 0 ? code.lines.get(line) : undefined;
   code.chunks.mark('found', indicesOf(code, found));
   code.chunks.choose(i === undefined ? -1 : i);
}

/* ---- Rows ---- */

/** What a column of the source is called. */
export function labelOf({ model }, { id, metric }) {
   return id === 'inlined' ? 'Inlined code' : id === 'called' ? 'Calls'
      : model.metrics[metric].title || id;
}

function meaningOf({ model }, { id, metric }) {
   const { title, meaning } = model.metrics[metric];
   return id === 'inlined' ? `${title} of code that was inlined into the line`
      : id === 'called' ? `${title} of what the line calls, with all that that calls`
         : meaning;
}

/* Of a pair, only the metric that is shown has both values beside the change. */
function headOf({ ctx, columns }) {
   const sides = (column) => column.isMain ? ['old', 'new', 'change'] : ['change'];
   const names = (column) => ctx.model.isPair
      ? sides(column).map((side) => [`${column.id}:${side}`, side]) : [[column.id, '']];
   return h('thead', {}, h('tr', {}, h('th', { class: 'line' }, 'Line'),
      columns.map((column) => names(column).map(([name, side]) =>
         h('th', { class: column.isMain ? 'number' : 'number extra', 'data-column': name,
            title: meaningOf(ctx, column) },
         ctx.format.visible(`${labelOf(ctx, column)} ${side}`.trim())))),
      h('th', { class: 'text' }, 'Source')));
}

function gapRow({ ctx, width }, row) {
   const n = row.last - row.line + 1;
   return h('tr', { class: 'gap' }, h('td', { colspan: width },
      h('span', {}, `${ctx.format.plural(n, 'line')} left out`)));
}

function lineRow(code, row, i) {
   const { ctx, file, columns, heats } = code;
   const patch = row.line > 0 ? code.patchOf(file, row.line) : null;
   const number = patch !== null ? link(ctx, row.line, patch, { tabindex: '-1' })
      : row.line > 0 ? row.line : '?';
   return h('tr', { 'data-line': row.line, 'data-file': file, 'data-row': i },
      h('td', { class: 'line' }, number),
      columns.map((column, at) => cells(ctx, column, heats[at], row)),
      h('td', { class: 'text' }, textOf(ctx, row)));
}

/* Without the text, the name of the function is better than nothing. */
function textOf(ctx, row) {
   if (row.text === null) {
      return h('span', { class: 'muted' }, row.line === 0 ? 'code of unknown lines'
         : row.counts !== null && row.counts.fn ? ctx.format.visible(row.counts.fn.short)
            : '');
   }
   return h('code', {}, row.tokens.map(({ kind, text }) =>
      kind === '' ? text : h('span', { class: `tint-${kind}` }, text)));
}

function cells(ctx, column, heat, row) {
   const value = heat.valueOf(row);
   return ctx.model.isPair ? pairCells(ctx, column, heat, row, value)
      : singleCell(ctx, column, heat, row, value);
}

function singleCell({ format, model }, { id, metric, isMain }, heat, row, value) {
   const { unit } = model.metrics[metric];
   const name = isMain ? 'number' : 'number extra';
   if (value === 0) {
      return h('td', { class: name, 'data-column': id, 'data-value': 0 });
   }
   return h('td', { class: name, 'data-column': id, 'data-value': value,
      'data-heat': heat.stepOf(row) || null }, format.value(value, unit),
   isMain ? h('span', { class: 'share' },
      format.percent(value, model.totals[metric])) : null);
}

function pairCells({ format, model }, { id, metric, isMain }, heat, row, value) {
   const { unit } = model.metrics[metric];
   const old = heat.oldOf(row);
   const isBlank = value === 0 && old === 0;
   const name = isMain ? 'number' : 'number extra';
   const cell = (side, amount, text, step) => h('td', { class: name,
      'data-column': `${id}:${side}`, 'data-value': amount, 'data-change': step },
   isBlank ? null : text);
   const both = isMain ? [cell('old', old, format.value(old, unit), null),
      cell('new', value, format.value(value, unit), null)] : [];
   const change = value - old;
   const text = change === 0 && !isMain ? '' : format.change(change, unit);
   return [...both, cell('change', change, text, heat.stepOf(row) || null)];
}
