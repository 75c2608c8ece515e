/* source_code.js -- the table of source lines with their counts.
   It makes the rows around the chosen line at once, and the others while nothing else
   happens: a file of thousands of lines shows without delay.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h, link } from './dom.js';

/* Rows that are made together. */
const CHUNK = 100;

/**
 * A table of source lines.
 * @param {object} ctx
 * @param {function(object)} choose  called with the row that is clicked
 * @returns {{root: HTMLElement, draw: function, select: function}}
 *    draw(file, rows, columns, heats) makes the rows.
 *    select(line, found) marks the chosen line, shows it, and marks the lines found
 */
export function makeCode(ctx, choose) {
   const table = h('table', { 'data-table': 'source' });
   const root = h('div', { class: 'code', tabindex: '0', role: 'region',
      'aria-label': 'Source lines' }, table);
   const code = { ctx, root, table, rows: [], chunks: [], lines: new Map(), chosen: 0,
      found: new Set(), work: 0 };
   table.addEventListener('click', (event) => {
      const row = event.target.closest('tr[data-line]');
      const isOther = event.ctrlKey || event.metaKey || event.shiftKey;
      if (row !== null && !isOther && getSelection().isCollapsed) {
         choose(code.rows[row.dataset.row]);
      }
   });
   addEventListener('beforeprint', () => fillAll(code));
   return {
      root,
      draw: (file, rows, columns, heats) => draw(code, { file, rows, columns, heats }),
      select: (line, found) => select(code, line, found),
   };
}

function draw(code, { file, rows, columns, heats }) {
   Object.assign(code, { file, rows, columns, heats, lines: new Map(), chosen: 0,
      found: new Set(), width: columns.length + (code.ctx.model.isPair ? 2 : 0) + 2 });
   rows.forEach((row, i) => {
      if (!row.isGap) {
         code.lines.set(row.line, i);
      }
   });
   code.chunks = [];
   for (let first = 0; first < rows.length; first += CHUNK) {
      code.chunks.push(emptyChunk(code, first));
   }
   fill(code.table, headOf(code), code.chunks.map((chunk) => chunk.body));
   code.root.scrollTop = 0;
   code.root.scrollLeft = 0;
   clearTimeout(code.work);
   code.work = setTimeout(() => fillNext(code, 0), 30);
}

/* As high as its rows will be. */
function emptyChunk({ rows, width }, first) {
   const last = Math.min(rows.length, first + CHUNK);
   const space = h('tr', { class: 'space' }, h('td', { colspan: width }));
   space.style.height = `calc(${last - first} * var(--row))`;
   return { first, last, isFull: false, body: h('tbody', {}, space) };
}

function fillChunk(code, chunk) {
   if (chunk !== undefined && !chunk.isFull) {
      chunk.isFull = true;
      const rows = code.rows.slice(chunk.first, chunk.last);
      fill(chunk.body, rows.map((row, i) =>
         row.isGap ? gapRow(code, row) : lineRow(code, row, chunk.first + i)));
   }
}

function fillNext(code, i) {
   if (i < code.chunks.length) {
      fillChunk(code, code.chunks[i]);
      code.work = setTimeout(() => fillNext(code, i + 1), 0);
   }
}

function fillAll(code) {
   code.chunks.forEach((chunk) => fillChunk(code, chunk));
}

/* ---- Rows ---- */

function labelOf({ model }, { id, metric }) {
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
   const number = row.line > 0
      ? link(ctx, row.line, { view: 'source', file, line: row.line, fn: null },
         { tabindex: '-1' }) : '?';
   return h('tr', { 'data-line': row.line, 'data-file': file, 'data-row': i,
      class: code.found.has(row.line) ? 'found' : null,
      'aria-current': row.line > 0 && row.line === code.chosen ? 'true' : null },
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

/* ---- The chosen line, and those found ---- */

function rowElement(code, line) {
   const i = code.lines.get(line);
   if (i === undefined) {
      return null;
   }
   const chunk = code.chunks[Math.floor(i / CHUNK)];
   return chunk.isFull ? chunk.body.children[i - chunk.first] : null;
}

function select(code, line, found) {
   mark(code, false);
   Object.assign(code, { chosen: line, found: new Set(found) });
   const i = code.lines.get(line);
   const at = i === undefined ? 0 : Math.floor(i / CHUNK);
   for (let near = at - 1; near <= at + 1; near++) {
      fillChunk(code, code.chunks[near]);
   }
   mark(code, true);
   const element = rowElement(code, line);
   if (element !== null) {
      show(code.root, element);
   }
}

/* Rows that do not exist yet are marked when they are made. */
function mark(code, isMarked) {
   for (const line of code.found) {
      const element = rowElement(code, line);
      if (element !== null) {
         element.classList.toggle('found', isMarked);
      }
   }
   const chosen = code.chosen > 0 ? rowElement(code, code.chosen) : null;
   if (chosen !== null && isMarked) {
      chosen.setAttribute('aria-current', 'true');
   } else if (chosen !== null) {
      chosen.removeAttribute('aria-current');
   }
}

/* Scrolls only if the row is not in view, and then a third down. */
function show(pane, row) {
   const top = row.offsetTop;
   const head = pane.querySelector('thead').offsetHeight;
   const isIn = top >= pane.scrollTop + head
      && top + row.offsetHeight <= pane.scrollTop + pane.clientHeight;
   if (!isIn) {
      pane.scrollTop = Math.max(0, top - pane.clientHeight / 3);
   }
}
