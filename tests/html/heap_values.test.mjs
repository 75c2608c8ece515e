/* heap_values.test.mjs -- the values of the tree of call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import {
   selfColumns, totalsOf, treeOf,
} from '../../annotate/page/heap_values.js';

/* main (0) calls f (1). */
const paths = { count: 2, parent: [-1, 0], fn: [0, 1], roots: [0] };
const doc = { paths: { kinds: [], parent: [-1, 0] } };
const moment = (bytes, blocks, rest) => ({ kind: null, blocks_kind: null, nodes: [0, 1],
   node_bytes: bytes, node_blocks: blocks, rest });
const to = moment([5, 30], [1, 3], [2, 7, 2]);
const from = moment([0, 40], [0, 1], [1, 4, 1]);

function plain(columns) {
   return columns.map((values) => [...values]);
}

test('a moment has bytes and blocks', () => {
   assert.deepEqual(plain(selfColumns(doc, paths, { from: null, to }, null)),
      [[5, 30], [1, 3]]);
});

test('a change has what grew, before, after, and blocks', () => {
   assert.deepEqual(plain(selfColumns(doc, paths, { from, to }, null)),
      [[5, -10], [0, 40], [5, 30], [1, 2]]);
});

test('a search leaves other paths out', () => {
   assert.deepEqual(plain(selfColumns(doc, paths, { from, to }, (node) => node === 1)),
      [[0, -10], [0, 40], [0, 30], [0, 2]]);
});

test('from the top down, columns are inclusive; weights have no signs', () => {
   const shown = treeOf(paths, selfColumns(doc, paths, { from, to }, null), false);
   assert.deepEqual(plain(shown.columns), [[-5, -10], [40, 40], [35, 30], [3, 2]]);
   assert.deepEqual([...shown.weights], [15, 10]);
});

test('from the bottom up, columns are of the functions that allocate', () => {
   const shown = treeOf(paths, selfColumns(doc, paths, { from, to }, null), true);
   assert.deepEqual(plain(shown.columns), [[5, -10], [0, 40], [5, 30], [1, 2]]);
   assert.deepEqual(shown.tree.fn, [0, 1]);
});

test('totals, with what snapshots do not list', () => {
   const columns = selfColumns(doc, paths, { from, to }, null);
   assert.deepEqual(totalsOf(columns, { from, to }),
      { listed: { bytes: -5, blocks: 3 }, rest: [1, 3, 1] });
   assert.deepEqual(totalsOf(selfColumns(doc, paths, { from: null, to }, null),
      { from: null, to }), { listed: { bytes: 35, blocks: 4 }, rest: [2, 7, 2] });
});

/* main (0) calls a library (1), which calls f (2), which calls it (1). */
test('code of libraries is part of what calls it', () => {
   const tree = { count: 4, parent: [-1, 0, 1, 2], fn: [0, 1, 2, 1], roots: [0],
      library: [false, true, false], children: (node) => (node < 3 ? [node + 1] : []) };
   const values = [[1, 10, 100, 1000]];
   const down = treeOf(tree, values, false, true);
   assert.deepEqual(down.tree.roots, [0]);
   assert.deepEqual(down.tree.children(0), [2]);
   assert.deepEqual(down.tree.children(2), []);
   assert.deepEqual([...down.tree.parent], [-1, -1, 0, -1]);
   assert.deepEqual([0, 2].map((node) => down.columns[0][node]), [1111, 1100]);
   const up = treeOf(tree, values, true, true);
   const shown = (nodes) => nodes.map((node) =>
      [up.tree.fn[node], up.columns[0][node], shown(up.tree.children(node))]);
   assert.deepEqual(shown(up.tree.roots), [[0, 11, []], [2, 1100, [[0, 1100, []]]]]);
   assert.deepEqual(up.tree.leaves(up.tree.roots[0]), [0, 0]);
});
