/* row_chunks.js -- a table of many rows.
   It makes the rows around the chosen one at once, and the others while nothing else
   happens: thousands of rows show without delay.  All rows are as high as --row.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';

/* Rows that are made together. */
const CHUNK = 100;

/**
 * Rows of a table in a pane that scrolls.
 * @param {HTMLElement} pane
 * @param {HTMLElement} table
 * @returns {{draw: function, mark: function, choose: function}}
 *    draw(head, {n, width, make}): n rows of so many cells; make(i) is the element of one
 *    mark(name, rows): these rows have the class, and no others
 *    choose(i): marks the chosen row, and scrolls to it if it is not in view; -1: none
 */
export function makeChunks(pane, table) {
   const chunks = { pane, table, n: 0, parts: [], marks: new Map(), chosen: -1, work: 0 };
   addEventListener('beforeprint', () => chunks.parts.forEach((part) =>
      fillPart(chunks, part)));
   return {
      draw: (head, rows) => draw(chunks, head, rows),
      mark: (name, rows) => mark(chunks, name, new Set(rows)),
      choose: (i) => choose(chunks, i),
   };
}

function draw(chunks, head, { n, width, make }) {
   Object.assign(chunks, { n, make, parts: [], marks: new Map(), chosen: -1 });
   for (let first = 0; first < n; first += CHUNK) {
      chunks.parts.push(emptyPart(first, Math.min(n, first + CHUNK), width));
   }
   fill(chunks.table, head, chunks.parts.map((part) => part.body));
   chunks.pane.scrollTop = 0;
   chunks.pane.scrollLeft = 0;
   clearTimeout(chunks.work);
   chunks.work = setTimeout(() => fillNext(chunks, 0), 30);
}

/* As high as its rows will be. */
function emptyPart(first, last, width) {
   const space = h('tr', { class: 'space' }, h('td', { colspan: width }));
   space.style.height = `calc(${last - first} * var(--row))`;
   return { first, last, isFull: false, body: h('tbody', {}, space) };
}

function fillPart(chunks, part) {
   if (part === undefined || part.isFull) {
      return;
   }
   part.isFull = true;
   const rows = [];
   for (let i = part.first; i < part.last; i++) {
      rows.push(chunks.make(i));
   }
   fill(part.body, rows);
   for (const [name, marked] of chunks.marks) {
      rows.forEach((row, i) => row.classList.toggle(name, marked.has(part.first + i)));
   }
   setCurrent(chunks, true);
}

function fillNext(chunks, i) {
   if (i < chunks.parts.length) {
      fillPart(chunks, chunks.parts[i]);
      chunks.work = setTimeout(() => fillNext(chunks, i + 1), 0);
   }
}

/* Null if the row is not made yet. */
function elementOf({ parts }, i) {
   const part = parts[Math.floor(i / CHUNK)];
   return part !== undefined && part.isFull ? part.body.children[i - part.first] : null;
}

/* Rows that do not exist yet are marked when they are made. */
function mark(chunks, name, rows) {
   const before = chunks.marks.get(name) || new Set();
   const change = (i, isMarked) => {
      const element = elementOf(chunks, i);
      if (element !== null) {
         element.classList.toggle(name, isMarked);
      }
   };
   [...before].filter((i) => !rows.has(i)).forEach((i) => change(i, false));
   [...rows].filter((i) => !before.has(i)).forEach((i) => change(i, true));
   chunks.marks.set(name, rows);
}

function choose(chunks, i) {
   setCurrent(chunks, false);
   chunks.chosen = i;
   const at = i < 0 ? 0 : Math.floor(i / CHUNK);
   for (let near = at - 1; near <= at + 1; near++) {
      fillPart(chunks, chunks.parts[near]);
   }
   setCurrent(chunks, true);
   const element = elementOf(chunks, i);
   if (element !== null) {
      show(chunks.pane, element);
   }
}

function setCurrent(chunks, isCurrent) {
   const element = elementOf(chunks, chunks.chosen);
   if (element !== null && isCurrent) {
      element.setAttribute('aria-current', 'true');
   } else if (element !== null) {
      element.removeAttribute('aria-current');
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
