/* tree_table.js -- a tree of call paths as a table whose rows open and close.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h } from './dom.js';
import { rowsOf } from './heap_tree.js';

/**
 * @param {object} what
 * @param {string} what.label  names the table for screen readers
 * @param {string} what.id     its data-table
 * @param {function(object): Element[]} what.cells  the cells of a row before its name
 * @param {function(object): Element[]} what.smallCells  of a row that stands for others
 * @param {function(object): Array} what.name  what stands in its name cell
 * @param {function(object): boolean} [what.isChosen]  whether a row is marked
 * @returns {{root, show: function(object)}} show takes head (th elements), extra (rows
 *    below), hasNodes (its nodes are those of the document), and shown (of rowsOf; its
 *    sets open, all and unfolded change with the rows)
 */
export function makeTreeTable(what) {
   const view = { what, content: null, rows: [], active: 0,
      head: h('thead'), body: h('tbody') };
   view.root = h('div', { class: 'tree-scroll' },
      h('table', { class: 'tree', role: 'treegrid', 'aria-label': what.label,
         'data-table': what.id }, view.head, view.body));
   view.body.addEventListener('keydown', (event) => onKey(view, event));
   return { root: view.root, show: (content) => {
      view.content = content;
      draw(view);
   } };
}

function keyOf(row) {
   return row.node >= 0 ? `n${row.node}`
      : row.folded === undefined ? `m${row.parent}` : `f${row.folded}`;
}

function draw(view) {
   const { content, body, head } = view;
   const focused = body.contains(document.activeElement)
      ? document.activeElement.closest('tr').getAttribute('data-row') : null;
   view.rows = rowsOf(content.shown);
   view.active = Math.max(0, view.rows.findIndex((row) => keyOf(row) === focused));
   fill(head, h('tr', {}, content.head));
   fill(body, view.rows.map((row, i) => makeRow(view, row, i)), content.extra);
   if (focused !== null) {
      focus(view, view.active);
   }
}

function makeRow(view, row, i) {
   const { what, content } = view;
   const isSmall = row.node < 0;
   const node = isSmall || !content.hasNodes ? null : row.node;
   const element = h('tr', { 'data-row': keyOf(row), 'aria-level': row.depth + 1,
      'aria-expanded': row.hasChildren ? String(row.isOpen) : null,
      tabindex: i === view.active ? '0' : '-1',
      'data-node': node, class: row.isSame ? 'same' : null,
      'aria-selected': !isSmall && what.isChosen && what.isChosen(row) ? 'true' : null },
   isSmall ? what.smallCells(row) : what.cells(row),
   h('td', { class: 'name-cell' }, nameOf(view, row, isSmall)));
   element.addEventListener('focus', () => {
      view.active = i;
   });
   return element;
}

function nameOf(view, row, isSmall) {
   const { what } = view;
   const box = h('div', { class: 'tree-name' }, isSmall ? showAll(view, row)
      : [toggle(view, row), what.name(row)]);
   box.style.paddingLeft = `${Math.min(row.depth, 40) * 14}px`;
   return box;
}

function toggle(view, row) {
   if (!row.hasChildren) {
      return h('span', { class: 'leaf', 'aria-hidden': 'true' });
   }
   return h('button', { type: 'button', class: 'toggle', tabindex: '-1',
      'aria-label': row.isOpen ? 'Close' : 'Open',
      click: () => setOpen(view, row, !row.isOpen) }, row.isOpen ? '\u25be' : '\u25b8');
}

function showAll(view, row) {
   return h('button', { type: 'button', class: 'more', tabindex: '-1',
      click: () => openAll(view, row) }, row.folded === undefined
      ? `${row.more} smaller` : `${row.more} calls with the same values`);
}

function openAll(view, row) {
   const { all, unfolded } = view.content.shown;
   if (row.folded === undefined) {
      all.add(row.parent);
   } else {
      unfolded.add(row.folded);
   }
   draw(view);
}

function setOpen(view, row, isOpen) {
   const { open } = view.content.shown;
   if (isOpen) {
      open.add(row.node);
   } else {
      open.delete(row.node);
   }
   draw(view);
}

function focus(view, i) {
   const rows = view.body.querySelectorAll('tr[data-row]');
   const to = rows[Math.max(0, Math.min(i, rows.length - 1))];
   if (to) {
      rows.forEach((row) => row.setAttribute('tabindex', row === to ? '0' : '-1'));
      to.focus({ preventScroll: false });
   }
}

function onKey(view, event) {
   const row = view.rows[view.active];
   if (event.altKey || event.ctrlKey || event.metaKey || !row) {
      return;
   }
   if (act(view, row, event)) {
      event.preventDefault();
   }
}

/* Whether the key means something here; then it is done. */
function act(view, row, event) {
   const isRow = event.target.tagName === 'TR';
   const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
   if (Object.hasOwn(steps, event.key)) {
      focus(view, Math.max(0, view.active + steps[event.key]));
   } else if (event.key === 'ArrowRight') {
      openOrEnter(view, row);
   } else if (event.key === 'ArrowLeft') {
      closeOrLeave(view, row);
   } else if (event.key === 'Enter' && isRow) {
      enter(view, row);
   } else {
      return false;
   }
   return true;
}

function openOrEnter(view, row) {
   if (row.hasChildren && !row.isOpen) {
      setOpen(view, row, true);
   } else if (row.hasChildren) {
      focus(view, view.active + 1);
   }
}

/* The row above can be folded: then the fold is the row above. */
function closeOrLeave(view, row) {
   if (row.isOpen) {
      setOpen(view, row, false);
      return;
   }
   const { parent } = view.content.shown.tree;
   const node = row.folded === undefined ? row.node : row.folded;
   const above = node < 0 ? row.parent : parent[node];
   const i = view.rows.findIndex((other) => other.node === above);
   focus(view, i >= 0 ? i : view.active - 1);
}

function enter(view, row) {
   if (row.node < 0) {
      openAll(view, row);
      return;
   }
   const link = view.body.querySelector(`tr[data-row="${keyOf(row)}"] a`);
   if (link) {
      link.click();
   }
}
