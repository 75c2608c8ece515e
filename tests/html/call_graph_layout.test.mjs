/* call_graph_layout.test.mjs -- places of the boxes and edges of a call graph.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { neighbourhood, pick } from '../../annotate/page/call_graph_data.js';
import { layoutOf, LOWEST, neighbourOf } from '../../annotate/page/call_graph_layout.js';
import { randomPaths } from './random_paths.mjs';

const ROOM = { width: 1200, height: 600, least: 130, most: 220, gap: 44 };

function box(fn, rank, now, how = {}) {
   return { fn, rank, side: Math.sign(rank), now, old: null, own: 0, ownOld: null,
      hasMore: false, isRecursive: false, ...how };
}

function edge(from, to, now) {
   return { from, to, now, old: null, calls: 1, isInlined: false };
}

/* main -> parse -> (read, store), read -> parse, and "2 more". */
const SMALL = { boxes: [box(1, 0, 100, { own: 10 }), box(0, -1, 100),
   box(2, 1, 60, { own: 60 }), box(3, 1, 25, { hasMore: true }), box(-1, 1, 5,
      { count: 2 })],
edges: [edge(1, 0, 100), edge(0, 2, 60), edge(0, 3, 25), edge(0, 4, 5), edge(2, 0, 20),
   edge(3, 3, 1), edge(2, 3, 4)] };

function graphOf(seed) {
   const paths = randomPaths(seed, 400, 4 + seed % 40);
   return pick(neighbourhood(paths, { centre: seed % paths.functions.length,
      depth: 1 + seed % 5, now: paths.self(0), old: seed % 3 ? null : paths.self(0),
      roots: null, isFolded: false }), { most: 1 + seed % 9, least: 0.005 });
}

test('columns are distances, and callers are to the left', () => {
   const { boxes } = layoutOf(SMALL, ROOM);
   assert.deepEqual(boxes.map(({ column }) => column), [1, 0, 2, 2, 2]);
   assert.ok(boxes[1].x < boxes[0].x && boxes[0].x < boxes[2].x);
   assert.equal(new Set(boxes.map(({ width }) => width)).size, 1);
});

test('a box is as high as what it costs', () => {
   const { boxes } = layoutOf(SMALL, ROOM);
   assert.equal(boxes[0].height, boxes[1].height);
   assert.ok(Math.abs(boxes[2].height - 0.6 * boxes[0].height) <= 1);
   assert.equal(boxes[4].height, LOWEST);
   assert.ok(Math.abs(boxes[0].ownHeight - 0.1 * boxes[0].height) <= 1);
   assert.ok(Math.abs(boxes[2].ownHeight - boxes[2].height) <= 1);
});

test('what stands for several is last', () => {
   const { boxes } = layoutOf(SMALL, ROOM);
   assert.ok(boxes[2].y < boxes[3].y && boxes[3].y < boxes[4].y);
});

test('only what leads to the right is an area', () => {
   const { boxes, edges } = layoutOf(SMALL, ROOM);
   assert.deepEqual(edges.map(({ kind }) => kind),
      ['flow', 'flow', 'flow', 'flow', 'back', 'loop', 'beside']);
   assert.deepEqual(boxes.map(({ isOpen }) => isOpen),
      [false, false, false, true, false]);
});

test('arrows lead along the largest edge, and up and down', () => {
   const placed = layoutOf(SMALL, ROOM);
   const to = (at, key) => neighbourOf(placed, at, key).box;
   assert.deepEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']
      .map((key) => to(0, key)), [2, 1, 0, 0]);
   assert.equal(neighbourOf(placed, 0, 'ArrowRight').edge.now, 60);
   assert.deepEqual([to(2, 'ArrowDown'), to(3, 'ArrowUp'), to(3, 'ArrowLeft'),
      to(2, 'ArrowRight'), to(4, 'Home')], [3, 2, 0, 2, 0]);
});

test('an edge that skips a column crosses none of its boxes', () => {
   const { boxes, edges } = layoutOf({ boxes: [box(0, 0, 100), box(1, 1, 70),
      box(2, 2, 60)], edges: [edge(0, 1, 70), edge(1, 2, 40), edge(0, 2, 20)] }, ROOM);
   const [, x, y] = /H ([\d.]+)/.test(edges[2].d)
      ? /([\d.]+) ([\d.]+) H/.exec(edges[2].d) : [];
   assert.equal(Number(x), boxes[1].x);
   assert.ok(Number(y) >= boxes[1].y + boxes[1].height || Number(y) < boxes[1].y);
});

test('boxes alone, and those that cost nothing, have a place, too', () => {
   for (const now of [0, 5]) {
      const { boxes, width, height } = layoutOf({ boxes: [box(0, 0, now)], edges: [] },
         ROOM);
      assert.ok(boxes[0].x >= 0 && boxes[0].x + boxes[0].width <= width);
      assert.ok(boxes[0].height >= LOWEST && boxes[0].height <= height);
   }
});

/* The points of a path, also those that only bend it. */
function pointsOf(d) {
   return d.replace(/H [\d.-]+/g, '').match(/-?[\d.]+ -?[\d.]+/g)
      .map((pair) => pair.split(' ').map(Number));
}

/* Points on a curve, or the corners of an area, which its curves do not leave. */
function pointsOn({ kind, d }) {
   const [a, b, c, e] = pointsOf(d);
   return kind === 'flow' ? pointsOf(d)
      : [0, 0.2, 0.35, 0.5, 0.65, 0.8, 1].map((t) => [0, 1].map((i) =>
         (1 - t) ** 3 * a[i] + 3 * t * (1 - t) ** 2 * b[i] + 3 * t * t * (1 - t) * c[i]
         + t ** 3 * e[i]));
}

test('random graphs: no box overlaps another, and all are in the picture', () => {
   for (let seed = 1; seed <= 300; seed++) {
      const graph = graphOf(seed);
      const { boxes, edges, width, height } = layoutOf(graph, ROOM);
      assert.equal(boxes.length, graph.boxes.length);
      for (const a of boxes) {
         assert.ok(a.x >= 0 && a.y >= 0 && a.x + a.width <= width
            && a.y + a.height <= height, `seed ${seed}: ${JSON.stringify(a)}`);
         for (const b of boxes) {
            assert.ok(a === b || a.column !== b.column || a.y + a.height < b.y
               || b.y + b.height < a.y, `seed ${seed}: ${a.index} on ${b.index}`);
         }
      }
      for (const edge_ of edges) {
         assert.ok(!/NaN|undefined|Infinity/.test(edge_.d), `seed ${seed}: ${edge_.d}`);
         for (const [x, y] of pointsOn(edge_)) {
            assert.ok(x >= 0 && x <= width && y >= 0 && y <= height,
               `seed ${seed}: ${x} ${y} in ${edge_.d}`);
         }
      }
   }
});

test('random graphs: edges leave and reach their boxes', () => {
   for (let seed = 1; seed <= 300; seed++) {
      const { boxes, edges } = layoutOf(graphOf(seed), ROOM);
      for (const { kind, d, from, to } of edges.filter((e) => e.kind === 'flow')) {
         const [x, y] = pointsOf(d)[0], a = boxes[from], b = boxes[to];
         assert.equal(kind, 'flow');
         assert.ok(x === a.x + a.width && y >= a.y - 0.1 && y <= a.y + a.height + 0.1,
            `seed ${seed}: from ${x} ${y}`);
         assert.ok(pointsOf(d).some(([u, v]) => u === b.x && v >= b.y - 0.1
            && v <= b.y + b.height + 0.1), `seed ${seed}: to ${b.x}`);
      }
   }
});

test('random graphs: edges that pass a column cross no box there', () => {
   for (let seed = 1; seed <= 300; seed++) {
      const { boxes, edges } = layoutOf(graphOf(seed), ROOM);
      for (const { d } of edges) {
         for (const [, x, y] of d.matchAll(/([\d.]+) ([\d.]+) H/g)) {
            assert.ok(!boxes.some((b) => b.x <= x && x <= b.x + b.width
               && b.y < y - 1 && y < b.y + b.height - 1), `seed ${seed}: ${x} ${y}`);
         }
      }
   }
});

test('the same graph has the same layout', () => {
   for (let seed = 1; seed <= 20; seed++) {
      assert.deepEqual(layoutOf(graphOf(seed), ROOM), layoutOf(graphOf(seed), ROOM));
   }
});
