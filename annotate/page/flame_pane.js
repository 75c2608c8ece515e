/* flame_pane.js -- the part of the page that a flame graph is painted in: rows,
   scrolling, and which frame is at a point.

   The canvas is as large as what can be seen of it; it stays in place while an empty
   element of the graph's height scrolls below it.  So the depth of a graph has no limit.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h } from './dom.js';
import { onScheme } from './colour.js';
import { makeColours, paint, ROW } from './flame_paint.js';
import { visibleBoxes } from './flame_layout.js';

const LEAST = 1; /* pixels of a frame that is drawn by itself */

/**
 * A pane.
 * @param {object} on click(part, place), hover(part, place, event) or hover(null);
 *    dress(part, box): sets how a box looks, see paint(); describedBy: id of an element
 * @returns {object} root; show(scene, zoom, cursor): zoom is a place by id of part,
 *    cursor is {part, place}; mark(cursor): moves the cursor; boxes(): those drawn;
 *    least(part): the width, in its unit, of the narrowest frame that is drawn
 */
export function makePane(on) {
   const canvas = h('canvas', { 'aria-hidden': 'true' });
   const space = h('div', { class: 'flame-space' }, canvas);
   const root = h('div', { class: 'flame-pane', tabindex: '0', role: 'application',
      'aria-describedby': on.describedBy }, space);
   const pane = { on, canvas, space, root, boxes: [], rows: 1, scene: null, hovered: null,
                  widths: new Map(), colour: makeColours() };
   listen(pane);
   return {
      root,
      show: (scene, zoom, cursor) => show(pane, scene, zoom, cursor),
      mark: (cursor) => mark(pane, cursor),
      boxes: () => pane.boxes,
      least: (part) => LEAST * part.layout.width[pane.zoom[part.id]] / pane.width,
   };
}

/* ---- Boxes ---- */

function show(pane, scene, zoom, cursor) {
   const isOther = pane.scene === null || pane.scene.form !== scene.form;
   const hasMoved = pane.cursor !== cursor;
   Object.assign(pane, { scene, zoom, cursor, hovered: null });
   arrange(pane);
   if (isOther)
      pane.root.scrollTop = scene.form === 'flame' ? pane.space.scrollHeight : 0;
   if (hasMoved)
      bringIntoSight(pane);
   draw(pane);
}

/* The boxes of all parts, and their rows. */
function arrange(pane) {
   pane.width = Math.max(50, pane.root.clientWidth);
   const boxes = pane.scene.parts.map((part) => visibleBoxes(part.layout,
      { at: pane.zoom[part.id], pixels: pane.width, least: LEAST })
      .map((box) => Object.assign(box, { part })));
   const deepest = boxes.map((list) => list.reduce((most, { depth }) =>
      Math.max(most, depth), 0));
   const isFlame = pane.scene.form === 'flame';
   const base = isFlame || pane.scene.parts.length > 1 ? deepest[0] : 0;
   boxes.flat().forEach((box) => {
      const isUpward = isFlame || box.part.id === 'callers';
      box.row = isUpward ? base - box.depth : base + box.depth;
      if (box.at >= 0)
         pane.on.dress(box.part, box);
   });
   pane.boxes = boxes.flat();
   pane.rows = 1 + (pane.scene.parts.length > 1 ? deepest[0] + deepest[1] : deepest[0]);
   pane.space.style.height = `${pane.rows * ROW}px`;
}

function isAt(box, cursor) {
   return Boolean(cursor) && box.at === cursor.place && box.part === cursor.part;
}

function mark(pane, cursor) {
   pane.cursor = cursor;
   bringIntoSight(pane);
   draw(pane);
}

function bringIntoSight(pane) {
   const box = pane.boxes.find((b) => isAt(b, pane.cursor));
   const { root } = pane;
   if (box && box.row * ROW < root.scrollTop)
      root.scrollTop = box.row * ROW;
   else if (box && (box.row + 1) * ROW > root.scrollTop + root.clientHeight)
      root.scrollTop = (box.row + 1) * ROW - root.clientHeight;
}

/* ---- Drawing ---- */

function draw(pane) {
   const { canvas, root, scene } = pane;
   if (!scene)
      return;
   const height = root.clientHeight, ratio = window.devicePixelRatio || 1;
   canvas.width = Math.round(pane.width * ratio);
   canvas.height = Math.round(height * ratio);
   canvas.style.width = `${pane.width}px`;
   canvas.style.height = `${height}px`;
   const context = canvas.getContext('2d');
   context.scale(ratio, ratio);
   for (const box of pane.boxes) {
      box.isSelected = isAt(box, pane.cursor);
      box.isHovered = box === pane.hovered;
   }
   const { colour, widths } = pane;
   paint({ context, colour, widths, callersAreBelow: scene.form === 'flame' }, pane.boxes,
      { top: root.scrollTop, width: pane.width, height });
}

/* ---- The mouse ---- */

function boxAt(pane, event) {
   const { left, top } = pane.root.getBoundingClientRect();
   const x = event.clientX - left - pane.root.clientLeft;
   const row = Math.floor((event.clientY - top + pane.root.scrollTop) / ROW);
   return pane.boxes.find((box) => box.row === row && box.at >= 0 &&
      x >= box.x && x < box.x + box.width) || null;
}

function hover(pane, event) {
   const box = event && boxAt(pane, event);
   if (box !== pane.hovered) {
      pane.hovered = box;
      draw(pane);
   }
   pane.root.classList.toggle('is-over', Boolean(box));
   pane.on.hover(box && box.part, box ? box.at : -1, event);
}

function listen(pane) {
   const { root } = pane;
   root.addEventListener('scroll', () => draw(pane));
   root.addEventListener('pointermove', (event) => hover(pane, event));
   root.addEventListener('pointerleave', () => hover(pane, null));
   root.addEventListener('click', (event) => {
      const box = boxAt(pane, event);
      if (box)
         pane.on.click(box.part, box.at);
   });
   onScheme(() => {
      pane.colour = makeColours();
      draw(pane);
   });
   new ResizeObserver(() => requestAnimationFrame(() => {
      if (pane.scene && root.clientWidth > 0) {
         arrange(pane);
         draw(pane);
      }
   })).observe(root);
}
