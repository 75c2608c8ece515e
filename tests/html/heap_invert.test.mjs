/* heap_invert.test.mjs -- the tree of call paths from the bottom up.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { invert } from '../../annotate/page/heap_invert.js';

/* main (fn 0) calls f (1) and g (2), which both call alloc (3); main allocates, too:
   0 main, 1 f, 2 alloc, 3 g, 4 alloc. */
const tree = { count: 5, parent: [-1, 0, 1, 0, 3], fn: [0, 1, 3, 2, 3] };
const bytes = [5, 0, 30, 0, -20];
const blocks = [1, 0, 3, 0, -2];

function show(up, node) {
   const children = node === undefined ? up.roots : up.children(node);
   return children.map((child) => [up.fn[child], ...up.columns.map((c) => c[child]),
      up.weights[child]]);
}

test('roots are the functions that allocate, with all their paths', () => {
   const up = invert(tree, [bytes, blocks], bytes);
   assert.deepEqual(show(up), [[0, 5, 1, 5], [3, 10, 1, 50]]);
   assert.deepEqual([...up.roots].map((root) => up.parent[root]), [-1, -1]);
});

test('below a function are its callers', () => {
   const up = invert(tree, [bytes, blocks], bytes);
   const [main, alloc] = up.roots;
   assert.deepEqual(show(up, main), []);
   assert.deepEqual(show(up, alloc), [[1, 30, 3, 30], [2, -20, -2, 20]]);
   const [f] = up.children(alloc);
   assert.equal(up.parent[f], alloc);
   assert.deepEqual(show(up, f), [[0, 30, 3, 30]]);
   assert.deepEqual(show(up, f), [[0, 30, 3, 30]], 'asked for again');
});

test('the nodes of the paths that a node stands for', () => {
   const up = invert(tree, [bytes, blocks], bytes);
   assert.deepEqual(up.leaves(up.roots[1]), [2, 4]);
});

test('recursion is followed step by step', () => {
   const deep = { count: 3, parent: [-1, 0, 1], fn: [7, 7, 7] };
   const up = invert(deep, [[1, 1, 1]], [1, 1, 1]);
   assert.deepEqual(show(up), [[7, 3, 3]]);
   const [once] = up.children(up.roots[0]);
   assert.deepEqual([up.columns[0][once], up.columns[0][up.children(once)[0]]], [2, 1]);
});
