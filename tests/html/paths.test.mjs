/* paths.test.mjs -- the tree of call paths, and its sums.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUp, functionKey, makePaths, shownName, walk }
   from '../../annotate/page/paths.js';

/* main calls f, which calls itself and g; and g again. A second root is g, too. */
const DOC = {
   kinds: [{ name: 'Ir', title: 'Ir', unit: 'count' }], shown: 0,
   functions: [{ name: 'main', file: 'a.c' }, { name: 'f', file: 'a.c' },
      { name: 'g' }, { name: 'g', file: 'b.c' }],
   files: ['a.c'],
   //        main f  f  g  g  g
   parent: [-1, 0, 1, 2, 0, -1],
   function: [0, 1, 1, 2, 2, 3],
   self: [[1, 2, 4, 8, 16, 32]],
};

test('a document without paths has no tree', () => {
   assert.equal(makePaths(null), null);
   assert.equal(makePaths(undefined), null);
});

test('nodes are linked in their order', () => {
   const tree = makePaths(DOC);
   assert.equal(tree.count, 6);
   assert.deepEqual(tree.roots, [0, 5]);
   assert.deepEqual(tree.children(0), [1, 4]);
   assert.deepEqual([...tree.depth], [0, 1, 2, 3, 1, 0]);
   assert.deepEqual(tree.nodesOf(2), [3, 4]);
   assert.equal(tree.calls, null);
   assert.deepEqual([...tree.callFile], [-1, -1, -1, -1, -1, -1]);
});

test('inclusive values are those below, too', () => {
   const tree = makePaths(DOC);
   assert.deepEqual([...tree.inclusive(0)], [31, 14, 12, 8, 16, 32]);
   assert.equal(tree.total(0), 63);
   assert.deepEqual([...addUp(tree, [0, 0, 0, 1, 0, 0])], [1, 1, 1, 1, 0, 0]);
});

test('recursion counts once', () => {
   const { self, inclusive } = makePaths(DOC).functionSums(0);
   assert.deepEqual([...self], [1, 6, 24, 32]);
   assert.deepEqual([...inclusive], [31, 14, 24, 32]);
});

test('a walk enters before and leaves after what is below', () => {
   const steps = [];
   walk(makePaths(DOC), (node) => steps.push(node), (node) => steps.push(-node));
   assert.deepEqual(steps, [0, 1, 2, 3, -3, -2, -1, 4, -4, -0, 5, -5]);
});

test('a very deep path is no trouble', () => {
   const count = 200000;
   const tree = makePaths({ ...DOC,
      parent: Array.from({ length: count }, (_, i) => i - 1),
      function: new Array(count).fill(1), self: [new Array(count).fill(1)] });
   assert.equal(tree.inclusive(0)[0], count);
   assert.equal(tree.functionSums(0).inclusive[1], count);
});

test('a pair has two sides', () => {
   const tree = makePaths({ ...DOC, self_new: [[0, 0, 0, 0, 0, 5]] });
   assert.equal(tree.total(0, 'old'), 63);
   assert.equal(tree.total(0), 5);
});

test('a function is found by its key, or by its name', () => {
   const tree = makePaths(DOC);
   assert.equal(functionKey('f', 'a.c'), 'f|a.c');
   assert.equal(functionKey('f', '???'), 'f');
   assert.equal(functionKey('???', undefined, '/lib/l.so'), '???|/lib/l.so');
   assert.equal(functionKey('f', null, '/lib/l.so'), 'f');
   assert.equal(shownName({ name: '???', object: '/lib/l.so' }), '??? in l.so');
   assert.equal(shownName({ name: 'f<int>', short: 'f' }), 'f');
   assert.equal(tree.keyOf(3), 'g|b.c');
   assert.equal(tree.indexOf('g|b.c'), 3);
   assert.equal(tree.indexOf('g'), 2);
   assert.equal(tree.indexOf('main'), 0);
   for (const key of ['', 'h', '__proto__', 'constructor']) {
      assert.equal(tree.indexOf(key), -1);
   }
});

test('a tree can be empty', () => {
   const tree = makePaths({ ...DOC, parent: [], function: [], self: [[]] });
   assert.deepEqual([tree.count, tree.total(0), tree.roots.length], [0, 0, 0]);
});
