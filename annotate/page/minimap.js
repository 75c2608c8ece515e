/* minimap.js -- a whole file beside its source: the shape of its text, and hot lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h, svg } from './dom.js';

/* Columns of text that are drawn, and the most pixels that a line is high. */
const N_COLUMNS = 90;
const LINE_PX = 3;

/* Of so many lines, each can be seen. */
const N_VISIBLE = 300;

/**
 * A minimap of a scrolled table of rows.
 * @param {HTMLElement} pane  what scrolls
 * @param {function(number)} choose  called with the number of the row that is clicked
 * @returns {{root: HTMLElement, draw: function}}
 *    draw(rows, stepOf, kind): stepOf gives a row's step of heat, of the kind 'heat' 0 to
 *    9, of the kind 'change' -4 to 4
 */
export function makeMinimap(pane, choose) {
   const picture = svg('svg', { preserveAspectRatio: 'none' });
   const window_ = h('div', { class: 'window' });
   const root = h('div', { class: 'minimap', 'aria-hidden': 'true' }, picture, window_);
   let nRows = 0;
   const follow = () => {
      const share = pane.scrollHeight > 0 ? root.clientHeight / pane.scrollHeight : 0;
      const height = Math.min(1, nRows * LINE_PX / (root.clientHeight || 1));
      window_.style.top = `${pane.scrollTop * share * height}px`;
      window_.style.height = `${Math.max(8, pane.clientHeight * share * height)}px`;
   };
   const rowAt = (event) => {
      const box = picture.getBoundingClientRect();
      return Math.floor(nRows * (event.clientY - box.top) / box.height);
   };
   root.addEventListener('click', (event) => {
      choose(Math.max(0, Math.min(nRows - 1, rowAt(event))));
   });
   pane.addEventListener('scroll', follow, { passive: true });
   new ResizeObserver(follow).observe(pane);
   return {
      root,
      draw: (rows, stepOf, kind) => {
         nRows = rows.length;
         picture.setAttribute('viewBox', `0 0 ${N_COLUMNS} ${Math.max(1, nRows)}`);
         picture.style.height = `min(100%, ${nRows * LINE_PX}px)`;
         fill(picture, svg('path', { class: 'shape', d: shape(rows) }),
            hot(rows, stepOf, kind));
         follow();
      },
   };
}

/* The text of each row as a bar from its first to its last character. */
function shape(rows) {
   return rows.map((row, i) => {
      if (row.isGap || row.text === null) {
         return '';
      }
      const text = row.text.replace(/\t/g, '        ');
      const first = Math.min(N_COLUMNS, text.search(/\S|$/));
      const length = Math.min(N_COLUMNS, text.trimEnd().length) - first;
      return length > 0 ? `M${first} ${i + 0.2}h${length}v.6h${-length}z` : '';
   }).join('');
}

/* The hotter, the further to the front.  Of a long file a line is thinner than a pixel:
   hot ones are drawn thicker. */
function hot(rows, stepOf, kind) {
   const height = Math.max(1.4, rows.length / N_VISIBLE);
   return rows.map((row, i) => ({ row, i, step: row.isGap ? 0 : stepOf(row) }))
      .filter(({ step }) => step !== 0)
      .sort((a, b) => Math.abs(a.step) - Math.abs(b.step))
      .map(({ row, i, step }) => svg('rect', { x: 0, y: i, width: N_COLUMNS, height,
         [`data-${kind}`]: step, 'data-hot': row.line }));
}
