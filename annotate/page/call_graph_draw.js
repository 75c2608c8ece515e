/* call_graph_draw.js -- the picture of a call graph, as SVG.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { change, heat, heatText } from './colour.js';
import { svg } from './dom.js';
import { fitName } from './call_graph_text.js';

const PAD = 8, STRIP = 5, LEAST_STRIP = 1.5;
const FONT = '12px system-ui, sans-serif';

/* Widths of texts, measured once.  Names are drawn in this font (--flame-font). */
function makeMeasure() {
   const context = document.createElement('canvas').getContext('2d');
   const widths = new Map();
   context.font = FONT;
   return (text) => {
      if (!widths.has(text)) {
         widths.set(text, context.measureText(text).width);
      }
      return widths.get(text);
   };
}

let measure = null;

/* Custom properties of a box: by its share, or of a pair by its change. */
function lookOf({ fn, now, old }, whole) {
   if (fn < 0) {
      return { fill: 'var(--bg)', text: 'var(--muted)' };
   }
   if (old !== null) {
      return { fill: change((now - old) / Math.max(Math.abs(now), Math.abs(old))),
         text: 'var(--fg)' };
   }
   const share = whole.now > 0 ? now / whole.now : 0;
   return { fill: heat(share), text: heatText(share) };
}

function boxOf(box, { words, whole, on }) {
   const { x, y, width, height, fn, index } = box;
   const { name, figures, label } = words(box);
   const look = lookOf(box, whole), room = width - 2 * PAD - STRIP;
   const text = (dy, words_, name_) => svg('text', { x: x + PAD, y: y + dy,
      'aria-hidden': 'true', class: name_, fill: look.text }, words_);
   const own = box.ownHeight;
   return svg('g', { class: ['graph-box', index === 0 ? 'centre' : '',
      fn < 0 ? 'rest' : ''].join(' ').trim(),
   'data-box': index, 'data-fn': fn, 'data-side': box.side, 'data-rank': box.rank,
   'data-cost': box.now, 'data-old': box.old, 'data-self': box.own,
   click: () => on.open(index), focusin: () => on.select(index),
   pointermove: (event) => on.hover({ box }, event), pointerleave: () => on.hover(null) },
   svg('rect', { role: 'button', tabindex: -1, 'aria-label': label, x, y, width, height,
      rx: 4, fill: look.fill }),
   own >= LEAST_STRIP ? svg('rect', { class: 'own', x: x + width - STRIP - 1,
      y: y + height - own, width: STRIP, height: own }) : null,
   text(17, fitName(name, room, measure), 'graph-name'),
   text(33, figures, 'graph-figures'),
   box.isOpen ? svg('text', { class: 'graph-more', 'aria-hidden': 'true',
      x: box.side < 0 ? x - 3 : x + width + 3, y: y + height / 2 + 5,
      'text-anchor': box.side < 0 ? 'end' : 'start' },
   box.side < 0 ? '\u2039' : '\u203a') : null);
}

/* An arrow's head at the end of a line. */
function marker(id) {
   return svg('defs', {}, svg('marker', { id, viewBox: '0 0 8 8', refX: 7,
      refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto',
      markerUnits: 'userSpaceOnUse' }, svg('path', { d: 'M 0 0 L 8 4 L 0 8 Z' })));
}

function edgeOf(edge, { on }) {
   const isFlow = edge.kind === 'flow', kind = edge.isRecursive ? 'again' : 'aside';
   return svg('path', { class: `graph-edge ${edge.kind} ${kind}`, d: edge.d,
      'data-from': edge.from, 'data-to': edge.to, 'data-cost': edge.now,
      'data-calls': edge.calls,
      'stroke-width': isFlow ? null : edge.size,
      'marker-end': isFlow ? null : `url(#graph-${kind})`,
      pointermove: (event) => on.hover({ edge }, event),
      pointerleave: () => on.hover(null) });
}

/**
 * The picture of a layout.
 * @param {object} placed  of layoutOf() of call_graph_layout.js
 * @param {object} how     words(box): {name, figures, label}; whole: {now, old} of the
 *    program; on: open(index), select(index) and hover({box} or {edge} or null, event)
 * @returns {SVGElement}   a box has data-box, its index, and its first child is the
 *    button
 */
export function draw(placed, how) {
   measure = measure || makeMeasure();
   const { width, height, boxes, edges } = placed;
   const isFlow = ({ kind }) => kind === 'flow';
   return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`,
      class: how.whole.old === null ? 'graph' : 'graph pair', role: 'presentation' },
   ['graph-again', 'graph-aside'].map(marker),
   [...edges].sort((a, b) => isFlow(b) - isFlow(a)).map((edge) => edgeOf(edge, how)),
   boxes.map((box) => boxOf(box, how)));
}

/** Shows which box the reader is at, and the edges that it has. */
export function mark(root, at) {
   for (const box of root.querySelectorAll('.graph-box')) {
      const isIt = box.dataset.box === String(at);
      box.firstChild.setAttribute('tabindex', isIt ? 0 : -1);
      box.classList.toggle('at', isIt);
   }
   for (const edge of root.querySelectorAll('.graph-edge')) {
      edge.classList.toggle('at', edge.dataset.from === String(at)
         || edge.dataset.to === String(at));
   }
}
