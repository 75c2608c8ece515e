/* flame_layout.test.mjs -- SPDX-License-Identifier: GPL-2.0-or-later */

import assert from 'node:assert';
import { growth } from './growth.mjs';
import { test } from 'node:test';
import { addUp } from '../../annotate/page/paths.js';
import { childOf, layoutOf, matchesOf, mergeCallees, mergeCallers, neighbourOf,
         outermost, overlap, ownOf, parentOf, threadsOf, visibleBoxes }
   from '../../annotate/page/flame_layout.js';

const NAMES = ['main', 'a', 'b', 'c'];

/* Rows are [parent, function, self, inlined]; lines of calls do not matter here. */
function pathsOf(rows) {
   return { parent: rows.map((r) => r[0]), fn: rows.map((r) => r[1]),
            self: rows.map((r) => r[2]), inlined: rows.map((r) => r[3] || 0) };
}

/* main 10 { a 20 { c 5 }  b 30 { c 7 }  a (by another line) 1 { c 2 } } */
const SIMPLE = pathsOf([[-1, 0, 10], [0, 1, 20], [0, 2, 30], [1, 3, 5], [2, 3, 7],
                        [0, 1, 1], [5, 3, 2]]);

/* main { a 1 { b 2 { a 4 { c 8 } } } }  c 16: recursion, and a second root */
const RECURSIVE = pathsOf([[-1, 0, 0], [0, 1, 1], [1, 2, 2], [2, 1, 4], [3, 3, 8],
                           [-1, 3, 16]]);

const ROOTS = (paths) => paths.parent.flatMap((p, i) => (p < 0 ? [i] : []));
const inclusiveOf = (tree, self) =>
   addUp({ count: tree.parent.length, parent: tree.parent }, self);
const sums = (merged, perNode) => inclusiveOf(merged, ownOf(merged, perNode));
const named = (fn) => (fn < 0 ? 'all' : NAMES[fn]);

/* "all=75 main=75 …" in depth-first order */
function drawn(merged, values) {
   const layout = layoutOf(merged, values);
   return Array.from(layout.node, (m, i) =>
      `${' '.repeat(layout.depth[i])}${named(merged.fn[m])}=${values[m]}`);
}

function layoutOfAll(paths) {
   const merged = mergeCallees(paths, ROOTS(paths));
   return layoutOf(merged, sums(merged, paths.self));
}

test('callees of one name are one frame, whatever line calls them', () => {
   const merged = mergeCallees(SIMPLE, ROOTS(SIMPLE));
   assert.deepStrictEqual(drawn(merged, sums(merged, SIMPLE.self)),
      ['all=75', ' main=75', '  b=37', '   c=7', '  a=28', '   c=7']);
   assert.strictEqual(merged.of[1], merged.of[5]);
});

test('an inlined function and a called one are two frames', () => {
   const paths = pathsOf([[-1, 0, 0], [0, 1, 3, 1], [0, 1, 4, 0]]);
   const merged = mergeCallees(paths, [0]);
   assert.deepStrictEqual(drawn(merged, sums(merged, paths.self)),
      ['all=7', ' main=7', '  a=4', '  a=3']);
   assert.strictEqual(merged.inlined[merged.of[1]], 1);
});

/* main 1 { a 2 { c 4 }  b 8 { main 16 } }: main, a and b begin the program. */
test('what begins the program is one frame, named by its last', () => {
   const paths = { ...pathsOf([[-1, 0, 1], [0, 1, 2], [0, 2, 8], [1, 3, 4], [2, 0, 16]]),
                   starts: [1, 1, 1, 0, 0] };
   const merged = mergeCallees(paths, [0]);
   assert.deepStrictEqual(drawn(merged, sums(merged, paths.self)),
      ['all=31', ' b=31', '  main=16', '  c=4']);
   assert.deepStrictEqual(drawn(mergeCallees(paths, [0], 0), [31, 6, 24, 4, 16]),
      ['main=31', ' b=24', '  main=16', ' a=6', '  c=4']);
});

test('callees of chosen roots leave the others out', () => {
   const merged = mergeCallees(RECURSIVE, [5]);
   assert.deepStrictEqual(drawn(merged, sums(merged, RECURSIVE.self)),
      ['all=16', ' c=16']);
   assert.strictEqual(merged.of[0], -1);
});

test('of a recursive function the outermost frames count', () => {
   assert.deepStrictEqual(outermost(RECURSIVE, 1), [1]);
   assert.deepStrictEqual(outermost(RECURSIVE, 3), [4, 5]);
   assert.deepStrictEqual(outermost(SIMPLE, 1), [1, 5]);
   assert.deepStrictEqual(outermost(SIMPLE, 9), []);
});

test('outermost frames can be limited to chosen roots', () => {
   assert.deepStrictEqual(outermost(RECURSIVE, 3, [5]), [5]);
});

test('a sandwich: callees of a function in one tree, with it as the root', () => {
   const merged = mergeCallees(SIMPLE, outermost(SIMPLE, 3), 3);
   assert.deepStrictEqual(drawn(merged, sums(merged, SIMPLE.self)), ['c=14']);
   const a = mergeCallees(RECURSIVE, outermost(RECURSIVE, 1), 1);
   assert.deepStrictEqual(drawn(a, sums(a, RECURSIVE.self)),
      ['a=15', ' b=14', '  a=12', '   c=8']);
});

test('a sandwich: callers have what the function cost them', () => {
   const inclusive = inclusiveOf(SIMPLE, SIMPLE.self);
   const merged = mergeCallers(SIMPLE, outermost(SIMPLE, 3), 3);
   assert.deepStrictEqual(drawn(merged, sums(merged, inclusive)),
      ['c=14', ' a=7', '  main=7', ' b=7', '  main=7']);
});

test('callers of a function that is a root, too', () => {
   const inclusive = inclusiveOf(RECURSIVE, RECURSIVE.self);
   const merged = mergeCallers(RECURSIVE, outermost(RECURSIVE, 3), 3);
   const values = sums(merged, inclusive);
   assert.strictEqual(values[0], 24);
   assert.deepStrictEqual(drawn(merged, values).slice(0, 3),
      ['c=24', ' a=8', '  b=8']);
});

test('places: children begin at the parent, the largest first', () => {
   const layout = layoutOfAll(SIMPLE);
   assert.deepStrictEqual(Array.from(layout.x), [0, 0, 0, 0, 37, 37]);
   assert.deepStrictEqual(Array.from(layout.width), [75, 75, 37, 7, 28, 7]);
   assert.deepStrictEqual(Array.from(layout.end), [6, 6, 4, 4, 6, 6]);
   assert.strictEqual(layout.deepest, 3);
});

test('frames without a value have no place', () => {
   const paths = pathsOf([[-1, 0, 1], [0, 1, 0], [0, 2, 2]]);
   const layout = layoutOfAll(paths);
   assert.strictEqual(layout.node.length, 3);
});

test('nothing to show: the root alone, without a width', () => {
   const layout = layoutOfAll(pathsOf([]));
   assert.deepStrictEqual(Array.from(layout.width), [0]);
   assert.deepStrictEqual(visibleBoxes(layout, { at: 0, pixels: 100, least: 1 }), []);
});

test('boxes: pixels of frames, narrow ones as one box beside their sisters', () => {
   const layout = layoutOfAll(SIMPLE);
   const boxes = visibleBoxes(layout, { at: 0, pixels: 75, least: 8 });
   assert.deepStrictEqual(boxes.map((b) => [b.at, b.depth, b.x, b.width]),
      [[0, 0, 0, 75], [1, 1, 0, 75], [2, 2, 0, 37], [-1, 3, 0, 7], [4, 2, 37, 28],
       [-1, 3, 37, 7]]);
});

test('boxes: several narrow sisters are one box', () => {
   const paths = pathsOf([[-1, 0, 90], [0, 1, 8], [0, 2, 1], [0, 3, 1]]);
   const boxes = visibleBoxes(layoutOfAll(paths), { at: 0, pixels: 100, least: 2 });
   assert.deepStrictEqual(boxes.slice(-1), [{ at: -1, depth: 2, x: 8, width: 2, n: 2 }]);
});

test('boxes: zoomed, the frame and its callers take all the width', () => {
   const layout = layoutOfAll(SIMPLE);
   const boxes = visibleBoxes(layout, { at: 4, pixels: 28, least: 1 });
   assert.deepStrictEqual(boxes.map((b) => [b.at, b.x, b.width]),
      [[0, 0, 28], [1, 0, 28], [4, 0, 28], [5, 0, 7]]);
});

test('found: the outermost frames that match, counted once', () => {
   const merged = mergeCallees(RECURSIVE, ROOTS(RECURSIVE));
   const values = sums(merged, RECURSIVE.self);
   const layout = layoutOf(merged, values);
   const isA = (m) => merged.fn[m] === 1;
   const found = matchesOf(layout, isA);
   assert.strictEqual(found.frames, 2);
   assert.deepStrictEqual(found.outer.map((i) => values[layout.node[i]]), [15]);
   assert.strictEqual(found.width, 15);
});

test('found below a frame only', () => {
   const layout = layoutOfAll(SIMPLE);
   const isC = (m) => layout.merged.fn[m] === 3;
   assert.strictEqual(matchesOf(layout, isC).width, 14);
   assert.strictEqual(matchesOf(layout, isC, 4).width, 7);
});

test('neighbours: to the caller, the callee and sideways', () => {
   const layout = layoutOfAll(SIMPLE);
   assert.strictEqual(parentOf(layout, 3), 2);
   assert.strictEqual(parentOf(layout, 0), 0);
   assert.strictEqual(childOf(layout, 2), 3);
   assert.strictEqual(childOf(layout, 3), 3);
   assert.strictEqual(neighbourOf(layout, 2, 1, 0), 4);
   assert.strictEqual(neighbourOf(layout, 4, -1, 0), 2);
   assert.strictEqual(neighbourOf(layout, 3, 1, 0), 5);
   assert.strictEqual(neighbourOf(layout, 5, 1, 0), 5);
   assert.strictEqual(neighbourOf(layout, 2, 1, 30), 2);
});

test('overlap: a frame is in sight if it or the zoomed one contains the other', () => {
   const layout = layoutOfAll(SIMPLE);
   assert.ok(overlap(layout, 4, 5));
   assert.ok(overlap(layout, 4, 1));
   assert.ok(!overlap(layout, 4, 2));
});

test('threads are roots with such a name that are no code', () => {
   const paths = pathsOf([[-1, 0, 1], [-1, 1, 2], [1, 2, 4], [-1, 1, 8], [-1, 3, 1]]);
   const functions = [{ name: 'main' }, { name: 'thread 2' }, { name: 'x' },
                      { name: 'thread 3', object: '/bin/x' }];
   assert.deepStrictEqual(threadsOf(paths, functions),
      [{ name: 'thread 2', roots: [1, 3] }]);
});

test('callers are followed 2,000 levels up', () => {
   const rows = Array.from({ length: 2500 }, (_, i) => [i - 1, i === 2499 ? 1 : 0, 1]);
   assert.strictEqual(mergeCallers(pathsOf(rows), [2499], 1).parent.length, 2001);
});

test('frames know the first of their nodes', () => {
   assert.deepStrictEqual(mergeCallees(SIMPLE, [0]).node, [-1, 0, 1, 2, 3, 4]);
   assert.deepStrictEqual(mergeCallees(SIMPLE, [1, 5], 1).node, [1, 3]);
   assert.deepStrictEqual(mergeCallers(SIMPLE, [3, 4], 3).node, [3, 1, 0, 2, 0]);
});

test('of a pair, a frame is as wide as both runs together', () => {
   const paths = pathsOf([[-1, 0, 0], [0, 1, 4], [0, 2, 6]]);
   const merged = mergeCallees(paths, [0]);
   const old = sums(merged, paths.self), now = sums(merged, [0, 8, 0]);
   const layout = layoutOf(merged, old.map((v, i) => v + now[i]));
   assert.deepStrictEqual(Array.from(layout.width), [18, 18, 12, 6]);
});

test('the time to place paths grows with their number', () => {
   const place = (n) => {
      const rows = [[-1, 0, 1]];
      for (let i = 1; i < n; i++)
         rows.push([Math.floor((i - 1) / 3), i % 997, 1]);
      const layout = layoutOfAll(pathsOf(rows));
      assert.strictEqual(layout.width[0], n);
      assert.ok(visibleBoxes(layout, { at: 0, pixels: 1200, least: 1 }).length < 20000);
   };
   assert.ok(growth(place, 50000) < 40);
});

test('a path 100,000 deep does not overflow the stack', () => {
   const rows = Array.from({ length: 100000 }, (_, i) => [i - 1, i % 4, 1]);
   assert.strictEqual(layoutOfAll(pathsOf(rows)).deepest, 100000);
});
