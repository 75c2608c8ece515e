/* call_graph_data.test.mjs -- the functions around one, with what flows between them.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { makePaths } from '../../annotate/page/paths.js';
import { neighbourhood, pick, sizeOf } from '../../annotate/page/call_graph_data.js';
import { randomPaths, numbers } from './random_paths.mjs';

/* Rows are [parent, function, self, calls, inlined]. */
function pathsOf(names, rows, libraries = []) {
   return makePaths({ kinds: [{ name: 'Ir', unit: 'count' }],
      functions: names.map((name) => ({ name, library: libraries.includes(name) })),
      parent: rows.map((row) => row[0]), function: rows.map((row) => row[1]),
      self: [rows.map((row) => row[2])], calls: rows.map((row) => row[3]),
      inlined: rows.map((row) => row[4] || 0) });
}

function around(paths, centre, how = {}) {
   return neighbourhood(paths, { centre, depth: 2, now: paths.self(0), old: null,
      roots: null, isFolded: false, ...how });
}

/* "-2 main 30", "a>c 5 x2": boxes by rank, and edges. */
function said(paths, { boxes, edges }) {
   const name = ({ fn, count }) => (fn < 0 ? `${count} more` : paths.functions[fn].name);
   const calls = (edge) => (edge.isInlined ? 'inlined' : `x${edge.calls}`);
   return { boxes: boxes.map((box) =>
      `${box.rank} ${name(box)} ${box.now} self ${box.own}`).sort(),
   edges: edges.map((edge) => `${name(boxes[edge.from])}>${name(boxes[edge.to])} ${
      edge.now} ${calls(edge)}`).sort() };
}

test('what leads to the centre, and what that cost below it', () => {
   const paths = pathsOf(['main', 'a', 'b', 'c', 'd'], [[-1, 0, 10, 1], [0, 1, 20, 2],
      [1, 3, 5, 3], [2, 4, 2, 1], [0, 2, 30, 4], [4, 3, 7, 6], [0, 4, 100, 1],
      [5, 4, 0, 1, 1]]);
   assert.deepEqual(said(paths, around(paths, 3)), {
      boxes: ['-1 a 7 self 0', '-1 b 7 self 0', '-2 main 14 self 0', '0 c 14 self 12',
         '1 d 2 self 2'],
      edges: ['a>c 7 x3', 'b>c 7 x6', 'c>d 2 x1', 'main>a 7 x2', 'main>b 7 x4'] });
   assert.equal(around(paths, 3).boxes[0].fn, 3);
   const near = around(paths, 3, { depth: 1 });
   assert.deepEqual(near.boxes.map(({ hasMore }) => hasMore), [false, false, true, true]);
   assert.deepEqual(said(paths, around(paths, 0)).edges.length, 5);
});

test('recursion counts once, and leads back', () => {
   const fib = pathsOf(['main', 'fib'], [[-1, 0, 1, 1], [0, 1, 4, 1], [1, 1, 3, 2],
      [2, 1, 2, 4], [3, 1, 1, 8]]);
   const graph = around(fib, 1);
   assert.deepEqual(said(fib, graph), { boxes: ['-1 main 10 self 0', '0 fib 10 self 10'],
      edges: ['fib>fib 6 x14', 'main>fib 10 x1'] });
   assert.equal(graph.boxes[0].isRecursive, true);
});

test('functions that call each other have a box on either side', () => {
   const odd = pathsOf(['main', 'even', 'odd'], [[-1, 0, 0, 1], [0, 2, 1, 1],
      [1, 1, 2, 1], [2, 2, 4, 1], [3, 1, 8, 1]]);
   const graph = around(odd, 1);
   assert.deepEqual(said(odd, graph), {
      boxes: ['-1 odd 14 self 0', '-2 main 14 self 0', '0 even 14 self 10',
         '1 odd 12 self 4'],
      edges: ['even>odd 12 x1', 'main>odd 14 x1', 'odd>even 14 x1', 'odd>even 8 x1'] });
   assert.deepEqual(graph.boxes.map(({ isRecursive }) => isRecursive),
      [true, true, true, false]);
});

test('code of libraries is its callers\'', () => {
   const sort = pathsOf(['main', 'qsort', 'cmp', 'strcmp'], [[-1, 0, 1, 1],
      [0, 1, 10, 1], [1, 2, 4, 30], [2, 3, 100, 30]], ['qsort', 'strcmp']);
   assert.deepEqual(said(sort, around(sort, 0, { isFolded: true })), {
      boxes: ['0 main 115 self 11', '1 cmp 104 self 104'], edges: ['main>cmp 104 x30'] });
   assert.deepEqual(said(sort, around(sort, 2, { isFolded: true })), {
      boxes: ['-1 main 104 self 0', '0 cmp 104 self 104'], edges: ['main>cmp 104 x30'] });
   /* The centre is shown whatever it is. */
   assert.deepEqual(said(sort, around(sort, 1, { isFolded: true })).edges,
      ['main>qsort 114 x1', 'qsort>cmp 104 x30']);
});

test('of a pair there are both values', () => {
   const paths = pathsOf(['main', 'a'], [[-1, 0, 1, 1], [0, 1, 2, 1]]);
   const { boxes, edges } = around(paths, 0, { old: Float64Array.of(10, 0) });
   assert.deepEqual(boxes.map(({ now, old, own, ownOld }) => [now, old, own, ownOld]),
      [[3, 10, 1, 10], [2, 0, 2, 0]]);
   assert.deepEqual(edges.map(({ now, old }) => [now, old]), [[2, 0]]);
   assert.equal(sizeOf(boxes[0]), 13);
});

test('only paths below some roots count', () => {
   const paths = pathsOf(['one', 'two', 'a'], [[-1, 0, 1, 1], [0, 2, 2, 1], [-1, 1, 4, 1],
      [2, 2, 8, 1]]);
   assert.deepEqual(said(paths, around(paths, 2, { roots: [2] })).boxes,
      ['-1 two 8 self 0', '0 a 8 self 8']);
});

/* The same by its definition: each node's self cost belongs to all that its path has. */
function byDefinition(paths, centre, depth) {
   const sums = new Map();
   for (let node = 0; node < paths.count; node++) {
      const path = [];
      for (let i = node; i >= 0; i = paths.parent[i]) {
         path.unshift(paths.fn[i]);
      }
      const at = path.indexOf(centre), found = new Set();
      for (let i = at, far = 0; at >= 0 && i < path.length; i++, far++) {
         far = path[i] === centre ? 0 : far;
         if (far <= depth) {
            found.add(`${path[i]}${path[i] === centre ? '' : '+'}`);
         }
      }
      for (let far = 1; far <= depth && at - far >= 0; far++) {
         found.add(`${path[at - far]}-`);
      }
      for (const name of found) {
         sums.set(name, (sums.get(name) || 0) + paths.self(0)[node]);
      }
   }
   return [...sums].sort();
}

test('random paths have what each box should have', () => {
   for (let seed = 1; seed <= 200; seed++) {
      const paths = randomPaths(seed, 60, 6), depth = 1 + seed % 4;
      const centre = seed % paths.functions.length;
      const { boxes, edges } = around(paths, centre, { depth });
      const known = boxes.map(({ fn, side, now }) =>
         [`${fn}${['-', '', '+'][side + 1]}`, now]).sort();
      const wanted = byDefinition(paths, centre, depth);
      assert.deepEqual(known, wanted.length > 0 ? wanted : [[`${centre}`, 0]],
         `seed ${seed}`);
      for (const { from, to, now } of edges) {
         const most = Math.min(boxes[from].now, boxes[to].now);
         assert.ok(now <= most, `seed ${seed}: an edge has ${now} of ${most}`);
      }
   }
});

test('what costs most is picked, and the rest is one box', () => {
   const names = Array.from({ length: 12 }, (_, i) => `f${i}`);
   const paths = pathsOf(['main', ...names], [[-1, 0, 0, 1],
      ...names.map((_, i) => [0, i + 1, 2 ** i, i + 1])]);
   const graph = around(paths, 0);
   const few = said(paths, pick(graph, { most: 2, least: 0 }));
   assert.deepEqual(few.boxes, ['0 main 4095 self 0', '1 10 more 1023 self 0',
      '1 f10 1024 self 1024', '1 f11 2048 self 2048']);
   assert.ok(few.edges.includes('main>10 more 1023 x55'));
   assert.equal(pick(graph, { most: 20, least: 0.1 }).boxes.length, 5);
   /* One alone is shown, as "1 more" would be no shorter. */
   assert.equal(pick(graph, { most: 11, least: 0 }).boxes.length, 13);
   assert.ok(pick(graph, { most: 11, least: 0 }).boxes.every(({ fn }) => fn >= 0));
});

test('what is picked hangs together', () => {
   for (let seed = 1; seed <= 100; seed++) {
      const paths = randomPaths(seed, 300, 20), random = numbers(seed);
      const { boxes, edges } = pick(around(paths, seed % 20, { depth: 3 }),
         { most: 1 + Math.floor(random() * 5), least: 0.01, leastEdge: 0.05 });
      assert.equal(boxes[0].rank, 0);
      const reached = new Set([0]);
      for (let n = 0; n < boxes.length; n++) {
         edges.forEach(({ from, to }) => {
            if (reached.has(from) || reached.has(to)) {
               reached.add(from).add(to);
            }
         });
      }
      assert.equal(reached.size, boxes.length, `seed ${seed}`);
   }
});
