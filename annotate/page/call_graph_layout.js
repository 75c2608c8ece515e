/* call_graph_layout.js -- places of the boxes and edges of a call graph; pure.

   Columns are distances from the centre, callers to the left.  A box is as high as what
   it costs, and never too low for its text; an edge is as wide as what flows over it.
   Edges that skip a column have a place in it, too, so that they cross no box there.
   Boxes are ordered by the barycentre of what they are joined with, as long as fewer
   edges cross, and then stand as near to its height as their neighbours let them.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { sizeOf } from './call_graph_data.js';

/** Pixels. */
export const LOWEST = 40;
const HIGHEST = 190, NOTABLE = 90, GAP = 12, LANE = 16, THINNEST = 1, MARGIN = 12;
const SWEEPS = 4;

/**
 * @typedef {object} Placed
 * @property {number} width    of the picture
 * @property {number} height
 * @property {object[]} boxes  those given, with x, y, width, height, column, index,
 *    ownHeight: how much of the height is self cost; isOpen: it has callers or callees
 *    that are further away than the depth, and none in the picture
 * @property {object[]} edges  those given, with d: an SVG path; kind: "flow", an area
 *    from left to right, or "back", "beside" or "loop", lines; size: of a line
 */

/**
 * A layout.
 * @param {{boxes: object[], edges: object[]}} graph of pick()
 * @param {object} room width, height: what is there; least, most: widths of boxes;
 *    gap: between columns
 * @returns {Placed} as wide as it must be
 */
export function layoutOf({ boxes, edges }, room) {
   const columns = columnsOf(boxes, edges);
   const scale = scaleFor(columns, room.height);
   const sizes = { scale, ...widthsFor(columns.length, room) };
   columns.flat().forEach((item) => {
      item.height = heightOf(item, scale);
   });
   order(columns);
   place(columns);
   const placed = boxesOf(columns, sizes);
   const bottom = Math.max(...columns.flat().map((item) =>
      item.y + item.height + item.lane));
   const laid = edgesOf(columns, edges, placed, sizes);
   placed.forEach((box) => {
      const near = box.side < 0 ? 'to' : 'from';
      box.isOpen = box.hasMore && !laid.some((edge) => edge.kind === 'flow'
         && edge[near] === box.index);
   });
   return { width: 2 * MARGIN + columns.length * sizes.box
      + (columns.length - 1) * sizes.gap + (hasOuterLoop(columns, edges) ? LANE : 0),
   height: bottom + MARGIN, boxes: placed, edges: laid };
}

function widthsFor(n, { width, least, most, gap }) {
   const box = (width - 2 * MARGIN - LANE - (n - 1) * gap) / n;
   const whole = Math.floor(Math.min(most, Math.max(least, box)));
   return { gap: n < 2 ? gap : Math.floor(Math.min(2 * gap,
      Math.max(gap, gap + (box - whole) * n / (n - 1)))), box: whole };
}

/* ---- Columns ---- */

/* Whether an edge leads on to the right. */
function isForward(boxes, { from, to }) {
   return boxes[from].rank < boxes[to].rank;
}

/* Columns of items {box, edge, size, links}: boxes, and edges that pass by.  Each item
   knows those of the neighbouring columns that it is joined with, and by how much. */
function columnsOf(boxes, edges) {
   const ranks = [...new Set(boxes.map(({ rank }) => rank))].sort((a, b) => a - b);
   const columnOf = new Map(ranks.map((rank, i) => [rank, i]));
   const columns = ranks.map(() => []);
   const add = (column, item) => {
      columns[column].push(Object.assign(item, { column, left: [], right: [], lane: 0 }));
      return item;
   };
   const items = boxes.map((box, index) => add(columnOf.get(box.rank),
      { box, index, edge: -1, size: sizeOf(box) }));
   edges.forEach((edge, index) => {
      const size = sizeOf(edge), from = items[edge.from], to = items[edge.to];
      if (!isForward(boxes, edge)) {
         from.lane = from.column > to.column ? LANE : from.lane;
         to.lane = from.column > to.column ? LANE : to.lane;
         return;
      }
      let before = from;
      for (let column = from.column + 1; column <= to.column; column++) {
         const item = column === to.column ? to
            : add(column, { box: null, index: boxes.length + index, edge: index, size });
         before.right.push({ item, size, edge: index });
         item.left.push({ item: before, size, edge: index });
         before = item;
      }
   });
   columns.forEach((column) => column.sort(byRest));
   return columns;
}

/* The largest first; what stands for several is last. */
function byRest(a, b) {
   return isRest(a) - isRest(b) || b.size - a.size || a.index - b.index;
}

function isRest({ box }) {
   return box !== null && box.fn < 0 ? 1 : 0;
}

function hasOuterLoop(columns, edges) {
   const last = columns[columns.length - 1];
   return edges.some(({ from, to }) => last.some(({ index }) => index === from)
      && last.some(({ index }) => index === to));
}

/* ---- Heights ---- */

function heightOf({ box, size }, scale) {
   return box === null ? Math.max(THINNEST, size * scale)
      : Math.max(LOWEST, size * scale);
}

/* Pixels per cost: as many as the height allows, but enough to see what costs most. */
function scaleFor(columns, height) {
   const largest = Math.max(...columns.flat().map(({ size }) => size));
   const fits = (scale) => columns.every((column) => column.reduce((sum, item) =>
      sum + heightOf(item, scale) + GAP + item.lane, 2 * MARGIN - GAP) <= height);
   let low = 0, high = largest > 0 ? HIGHEST / largest : 0;
   const least = largest > 0 ? NOTABLE / largest : 0;
   if (fits(high)) {
      return high;
   }
   for (let i = 0; i < 20; i++) {
      const middle = (low + high) / 2;
      [low, high] = fits(middle) ? [middle, high] : [low, middle];
   }
   return Math.max(low, least);
}

/* ---- Order ---- */

/* How much edges cross between a column and the next. */
function crossings(columns) {
   let sum = 0;
   for (const column of columns) {
      const lines = column.flatMap((item, a) =>
         item.right.map((link) => [a, link.item.at]));
      for (let i = 0; i < lines.length; i++) {
         for (let j = 0; j < i; j++) {
            sum += (lines[i][0] - lines[j][0]) * (lines[i][1] - lines[j][1]) < 0 ? 1 : 0;
         }
      }
   }
   return sum;
}

function number(columns) {
   columns.forEach((column) => column.forEach((item, i) => {
      item.at = i;
   }));
}

/* The mean place of what an item is joined with on some sides, or its own. */
function barycentre(item, sides, placeOf) {
   const links = sides.flatMap((side) => item[side]);
   const weight = links.reduce((sum, { size }) => sum + size, 0);
   return weight > 0 ? links.reduce((sum, link) =>
      sum + link.size * placeOf(link.item), 0) / weight : placeOf(item);
}

/* Sorts each column by its neighbours, again and again; the best order is kept. */
function order(columns) {
   number(columns);
   let best = columns.map((column) => [...column]), least = crossings(columns);
   const centre = columns.findIndex((column) => column.some(({ index }) => index === 0));
   for (let sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
      const outward = sweep % 2 === 0;
      const sorted = columns.map((_, i) => i)
         .sort((a, b) => Math.abs(a - centre) - Math.abs(b - centre) || a - b);
      for (const i of outward ? sorted : sorted.reverse()) {
         const isLeft = outward ? i > centre : i < centre;
         const means = new Map(columns[i].map((item) => [item,
            barycentre(item, [isLeft ? 'left' : 'right'], ({ at }) => at)]));
         columns[i].sort((a, b) => isRest(a) - isRest(b)
            || means.get(a) - means.get(b) || byRest(a, b));
         number([columns[i]]);
      }
      const now = crossings(columns);
      if (now < least) {
         least = now;
         best = columns.map((column) => [...column]);
      }
   }
   best.forEach((column, i) => columns[i].splice(0, Infinity, ...column));
   number(columns);
}

/* ---- Places ---- */

const middleOf = ({ y, height }) => y + height / 2;

/* From the centre outward, each column as near to its neighbours as it can be. */
function place(columns) {
   const centre = columns.findIndex((column) => column.some(({ index }) => index === 0));
   columns[centre].forEach((item) => {
      item.y = 0;
   });
   stack(columns[centre], () => 0);
   for (let i = centre + 1; i < columns.length; i++) {
      stack(columns[i], (item) => barycentre(item, ['left'], middleOf));
   }
   for (let i = centre - 1; i >= 0; i--) {
      stack(columns[i], (item) => barycentre(item, ['right'], middleOf));
   }
   gather(columns, middleOf(columns[centre][0]));
   const top = Math.min(...columns.flat().map(({ y }) => y));
   columns.flat().forEach((item) => {
      item.y = Math.round(item.y - top + MARGIN);
      item.height = Math.round(item.height);
   });
}

/* Moves whole columns so that the picture is as high as the highest of them. */
function gather(columns, middle) {
   const ends = columns.map((column) => [column[0].y, Math.max(...column.map((item) =>
      item.y + item.height + item.lane))]);
   const half = Math.max(...ends.map(([top, bottom]) => bottom - top)) / 2;
   columns.forEach((column, i) => {
      const [top, bottom] = ends[i];
      const by = Math.max(0, middle - half - top) - Math.max(0, bottom - middle - half);
      column.forEach((item) => {
         item.y += by;
      });
   });
}

/* Items keep their order and a gap, and move as little as can be from where they want
   their middles: neighbours that would overlap form a block, which stands at the mean of
   what its items want. */
function stack(column, wanted) {
   const blocks = [];
   column.forEach((item) => {
      item.y = item.y || 0;
      const room = item.height + GAP + item.lane;
      let block = { items: [item], room, sum: wanted(item) - item.height / 2, n: 1 };
      let before = blocks[blocks.length - 1];
      while (before && before.sum / before.n + before.room > block.sum / block.n) {
         block = { items: [...before.items, ...block.items],
            room: before.room + block.room, n: before.n + block.n,
            sum: before.sum + block.sum - block.n * before.room };
         blocks.pop();
         before = blocks[blocks.length - 1];
      }
      blocks.push(block);
   });
   for (const { items, sum, n } of blocks) {
      let y = sum / n;
      for (const item of items) {
         item.y = y;
         y += item.height + GAP + item.lane;
      }
   }
}

function boxesOf(columns, { box: width, gap, scale }) {
   const placed = [];
   columns.flat().filter(({ box }) => box !== null).forEach((item) => {
      const { box, index, column, y, height, lane } = item;
      const ownSize = sizeOf({ now: box.own, old: box.ownOld });
      placed[index] = { ...box, index, column, y, height, lane, width,
         x: MARGIN + column * (width + gap),
         ownHeight: Math.min(height, ownSize * scale) };
   });
   return placed;
}

/* ---- Edges ---- */

/* Where each edge meets its items: {y, size} by side, item and edge. */
function portsOf(columns, scale) {
   const ports = new Map();
   for (const item of columns.flat()) {
      for (const side of ['left', 'right']) {
         const links = [...item[side]].sort((a, b) => a.item.y - b.item.y
            || a.edge - b.edge);
         const sizes = links.map(({ size }) => Math.max(THINNEST, size * scale));
         const all = sizes.reduce((a, b) => a + b, 0);
         const fit = Math.min(1, item.height / Math.max(all, 1e-9));
         /* What a box is too high for is on either side. */
         const spare = Math.max(0, item.height - Math.max(item.size * scale, all * fit));
         let y = item.y + spare / 2;
         links.forEach(({ edge }, i) => {
            ports.set(`${side} ${item.column} ${item.index} ${edge}`,
               { y, size: sizes[i] * fit });
            y += sizes[i] * fit;
         });
      }
   }
   return ports;
}

const tenth = (value) => Math.round(10 * value) / 10;
const path = (...parts) => parts.map((part) =>
   (typeof part === 'number' ? tenth(part) : part)).join(' ');

function edgesOf(columns, edges, placed, { scale, box, gap }) {
   const ports = portsOf(columns, scale);
   const xOf = (column) => MARGIN + column * (box + gap);
   const pieces = edges.map(() => []);
   for (const item of columns.flat()) {
      for (const link of item.right) {
         const x = xOf(item.column) + box, next = link.item;
         pieces[link.edge].push({ x, to: x + gap,
            a: ports.get(`right ${item.column} ${item.index} ${link.edge}`),
            b: ports.get(`left ${next.column} ${next.index} ${link.edge}`),
            on: next.box === null ? box : 0 });
      }
   }
   return edges.map((edge, i) => {
      const size = Math.max(1, Math.min(2.5, sizeOf(edge) * scale));
      const [from, to] = [placed[edge.from], placed[edge.to]];
      return pieces[i].length > 0 ? { ...edge, kind: 'flow', size, d: area(pieces[i]) }
         : { ...edge, size, ...line(from, to, gap) };
   });
}

/* Along the upper side to the right, and back along the lower one. */
function area(pieces) {
   const first = pieces[0];
   const there = pieces.map(({ x, to, a, b, on }) => path('C', (x + to) / 2, a.y,
      (x + to) / 2, b.y, to, b.y, ...(on ? ['H', to + on] : [])));
   const back = [...pieces].reverse().map(({ x, to, a, b, on }) => path(
      'L', to + on, b.y + b.size, ...(on ? ['H', to] : []),
      'C', (x + to) / 2, b.y + b.size, (x + to) / 2, a.y + a.size, x, a.y + a.size));
   return `${path('M', first.x, first.a.y)} ${there.join(' ')} ${back.join(' ')} Z`;
}

/* Below the boxes to one further left, beside them to one above or below, or around a
   corner to the box itself. */
function line(from, to, gap) {
   const right = from.x + from.width, out = Math.min(gap / 2, 2 * LANE);
   if (from.index === to.index) {
      const y = from.y + from.height / 2;
      return { kind: 'loop', d: path('M', right, y - 10, 'C', right + out, y - 16,
         right + out, y + 16, right, y + 10) };
   }
   if (from.column === to.column) {
      const isDown = from.y < to.y;
      const [a, b] = [isDown ? from.y + from.height - 8 : from.y + 8,
         isDown ? to.y + 8 : to.y + to.height - 8];
      return { kind: 'beside', d: path('M', right, a, 'C', right + out, a,
         right + out, b, right, b) };
   }
   const [ax, bx] = [from.x + from.width / 3, to.x + 2 * to.width / 3];
   const [ay, by] = [from.y + from.height, to.y + to.height];
   /* The curve stays above three quarters of that. */
   const low = Math.max(ay, by) + 4 * LANE / 3;
   return { kind: 'back', d: path('M', ax, ay, 'C', ax, low, bx, low, bx, by) };
}

/* ---- The keyboard ---- */

/**
 * The box that an arrow leads to: along the edge with most, or up and down in a column.
 * @param {Placed} placed
 * @param {number} at    an index in boxes
 * @param {string} key   "ArrowLeft", ..., or "Home" to the centre
 * @returns {{box: number, edge: ?object}} `at` itself if there is none
 */
export function neighbourOf({ boxes, edges }, at, key) {
   const stay = { box: at, edge: null };
   if (key === 'Home') {
      return { box: 0, edge: null };
   }
   if (key === 'ArrowUp' || key === 'ArrowDown') {
      const column = boxes.filter((box) => box.column === boxes[at].column)
         .sort((a, b) => a.y - b.y);
      const next = column[column.findIndex(({ index }) => index === at)
         + (key === 'ArrowUp' ? -1 : 1)];
      return next ? { box: next.index, edge: null } : stay;
   }
   const [near, far] = key === 'ArrowRight' ? ['from', 'to'] : ['to', 'from'];
   return edges.filter((edge) => edge.kind === 'flow' && edge[near] === at)
      .reduce((best, edge) => (best.edge === null || sizeOf(edge) > sizeOf(best.edge)
         ? { box: edge[far], edge } : best), stay);
}
