/* grid.js -- a table of any number of rows, of which only those in sight exist.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';

const ROW_PX = 27;
const BEYOND = 12; /* rows made above and below what is in sight */
const PRINTED = 100;

/** {root, show(content), focus()}. content: {id, caption, head: <th> elements, rows,
   makeRow(row) -> <tr>, place: what tells two contents apart}; another place begins at
   the top. Arrows move between the rows' first links, or rows without one. */
export function makeGrid() {
   const grid = { content: null, active: 0, first: -1, place: null };
   grid.head = h('thead');
   grid.body = h('tbody');
   grid.table = h('table', { class: 'grid' }, grid.head, grid.body);
   grid.root = h('div', { class: 'grid-scroll', tabindex: '0', role: 'region' },
      grid.table);
   grid.root.addEventListener('scroll', () => drawRows(grid, false), { passive: true });
   grid.root.addEventListener('keydown', (event) => onKey(grid, event));
   new ResizeObserver(() => drawRows(grid, false)).observe(grid.root);
   addEventListener('beforeprint', () => drawRows(grid, true, PRINTED));
   addEventListener('afterprint', () => drawRows(grid, true));
   return { root: grid.root, show: (content) => show(grid, content),
      focus: () => moveTo(grid, grid.active) };
}

function show(grid, content) {
   if (grid.place !== content.place) {
      grid.root.scrollTop = 0;
      grid.active = 0;
      grid.place = content.place;
   }
   grid.content = content;
   grid.table.setAttribute('data-table', content.id);
   grid.table.setAttribute('aria-rowcount', content.rows.length + 1);
   grid.root.setAttribute('aria-label', content.caption);
   fill(grid.head, h('tr', { 'aria-rowindex': '1' }, content.head));
   drawRows(grid, true);
}

/* Makes the rows in sight, if they are others than before. */
function drawRows(grid, isForced, atLeast = 0) {
   const { content, root } = grid;
   if (!content) {
      return;
   }
   const inSight = Math.ceil(root.clientHeight / ROW_PX) || 30;
   const n = content.rows.length;
   const top = Math.floor(root.scrollTop / ROW_PX) - BEYOND;
   const first = atLeast ? 0 : Math.max(0, Math.min(top - top % 2, n - inSight));
   const last = Math.min(n, Math.max(first + inSight + 2 * BEYOND, atLeast));
   if (!isForced && first === grid.first && last === grid.last) {
      return;
   }
   const hadFocus = grid.body.contains(document.activeElement);
   Object.assign(grid, { first, last });
   const rows = [];
   for (let i = first; i < last; i++) {
      const row = content.makeRow(content.rows[i]);
      row.setAttribute('aria-rowindex', i + 2);
      rows.push(row);
   }
   fill(grid.body, space(first, content), rows, space(n - last, content));
   if (hadFocus) {
      focusActive(grid);
   }
}

/* Stands for `n` rows that do not exist. */
function space(n, content) {
   if (n <= 0) {
      return null;
   }
   const cell = h('td', { colspan: content.head.length });
   const row = h('tr', { class: 'space', 'aria-hidden': 'true' }, cell);
   row.style.height = `${n * ROW_PX}px`;
   return row;
}

const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -Infinity,
   End: Infinity };

function onKey(grid, event) {
   if (!Object.hasOwn(STEPS, event.key) || event.altKey || event.ctrlKey ||
       grid.head.contains(event.target)) {
      return;
   }
   event.preventDefault();
   const row = event.target.closest('tr[aria-rowindex]');
   const next = row ? row.getAttribute('aria-rowindex') - 2 + STEPS[event.key]
      : grid.active;
   moveTo(grid, next);
}

function moveTo(grid, index) {
   grid.active = Math.max(0, Math.min(grid.content.rows.length - 1, index));
   bringIntoSight(grid);
   focusActive(grid);
}

function bringIntoSight({ root, head, active }) {
   const top = active * ROW_PX;
   const room = root.clientHeight - head.offsetHeight - ROW_PX;
   if (top < root.scrollTop) {
      root.scrollTop = top;
   } else if (top > root.scrollTop + room) {
      root.scrollTop = top - room;
   }
}

function focusActive(grid) {
   drawRows(grid, false);
   const row = grid.body.querySelector(`tr[aria-rowindex="${grid.active + 2}"]`);
   const link = row && row.querySelector('a, button');
   if (row && !link) {
      row.tabIndex = -1;
   }
   (link || row || grid.root).focus({ preventScroll: true });
}
