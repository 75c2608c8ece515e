/* heap_tree.test.mjs -- which rows of a tree of call paths are shown.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import {
   keepMatching, openHot, rowsOf, weightsOf,
} from '../../annotate/page/heap_tree.js';

/* 0 main
     1 read    (60 of 100)
       2 grow  (60), the only one: a chain
         3 copy (50), 4 keep (10)
     5 write   (39)
     6 tiny    (1)
   7 init, a root of its own (3) */
const tree = {
   count: 8,
   parent: [-1, 0, 1, 2, 2, 0, 0, -1],
   fn: [0, 1, 2, 3, 4, 5, 6, 7],
   roots: [0, 7],
   children: node => [[1, 5, 6], [2], [3, 4], [], [], [], [], []][node],
};
const self = [0, 0, 0, 50, 10, 39, 1, 3];
const weights = weightsOf(tree, self);
const shown = { tree, weights, columns: [weights], least: 2 };

test('weights are inclusive sums of the sizes of changes', () => {
   assert.deepEqual([...weightsOf(tree, [0, 0, 0, -5, 5, 0, 0, 0])],
      [10, 10, 10, 5, 5, 0, 0, 0]);
});

test('closed nodes hide what is below; the largest come first', () => {
   const rows = rowsOf({ ...shown, open: new Set([0]) });
   assert.deepEqual(rows.map(row => [row.node, row.depth]),
      [[0, 0], [1, 1], [5, 1], [-1, 1], [7, 0]]);
   assert.equal(rows[3].parent, 0);
   assert.equal(rows[3].more, 1);
   assert.deepEqual([rows[1].isOpen, rows[1].hasChildren], [false, true]);
   assert.deepEqual([rows[2].isOpen, rows[2].hasChildren], [false, false]);
});

test('an only child stands below its parent without indentation', () => {
   const rows = rowsOf({ ...shown, open: new Set([0, 1, 2]) });
   assert.deepEqual(rows.map(row => [row.node, row.depth, row.isSame]), [
      [0, 0, false], [1, 1, false], [2, 1, true], [3, 2, false], [4, 2, false],
      [5, 1, false], [-1, 1, false], [7, 0, false]]);
});

test('an only child with another value than its parent has its own figures', () => {
   const isSame = (...columns) =>
      rowsOf({ ...shown, columns, open: new Set([0, 1]) })[2].isSame;
   const other = weights.slice();
   other[2] = 5;
   assert.equal(isSame(weights, weights), true);
   assert.equal(isSame(weights, other), false);
   assert.equal(isSame(other, weights), false);
});

test('small nodes appear where all are asked for', () => {
   const rows = rowsOf({ ...shown, open: new Set([0]), all: new Set([0]) });
   assert.deepEqual(rows.map(row => row.node), [0, 1, 5, 6, 7]);
});

test('zero is never shown', () => {
   const rows = rowsOf({ tree, weights: new Float64Array(8), columns: [weights],
      least: 0, open: new Set([0]) });
   assert.deepEqual(rows, []);
});

test('the rest of the roots has a row, too', () => {
   const rows = rowsOf({ ...shown, least: 10, open: new Set() });
   assert.deepEqual(rows.map(row => [row.node, row.parent, row.more]),
      [[0, undefined, undefined], [-1, -1, 1]]);
});

test('of calls in a row with the same values, only the last is shown', () => {
   const chain = { count: 6, parent: [-1, 0, 1, 2, 3, 4], roots: [0],
      children: (node) => node < 5 ? [node + 1] : [] };
   const values = weightsOf(chain, [1, 0, 0, 0, 0, 9]);
   const all = { tree: chain, weights: values, columns: [values], least: 0,
      open: new Set([0, 1, 2, 3, 4]) };
   assert.deepEqual(rowsOf(all).map((row) => [row.node, row.folded, row.more]), [
      [0, undefined, undefined], [1, undefined, undefined], [-1, 2, 3],
      [5, undefined, undefined]]);
   assert.deepEqual(rowsOf({ ...all, unfolded: new Set([2]) }).map((row) => row.node),
      [0, 1, 2, 3, 4, 5]);
   all.open.delete(3);
   assert.deepEqual(rowsOf(all).map((row) => row.node), [0, 1, 2, 3]);
});

test('the hottest nodes are opened until the rows are as many as asked for', () => {
   assert.deepEqual([...openHot({ ...shown, most: 5 })].sort(), [0, 1]);
   assert.deepEqual([...openHot({ ...shown, most: 8 })].sort(), [0, 1, 2]);
   assert.deepEqual([...openHot({ ...shown, most: 1 })].sort(), []);
   const again = { ...tree, fn: [0, 1, 1, 3, 4, 5, 6, 7] };
   assert.deepEqual([...openHot({ ...shown, tree: again, most: 8 })].sort(), [0, 1]);
});

test('a search keeps what matches and what is below it', () => {
   const kept = keepMatching(tree, self, node => node === 2);
   assert.deepEqual([...kept], [0, 0, 0, 50, 10, 0, 0, 0]);
});

test('an only child is indented if the tree is stepped', () => {
   const depths = (isStepped) => rowsOf({ ...shown, isStepped, open: new Set([0, 1]) })
      .slice(0, 3).map((row) => [row.node, row.depth]);
   assert.deepEqual(depths(false), [[0, 0], [1, 1], [2, 1]]);
   assert.deepEqual(depths(true), [[0, 0], [1, 1], [2, 2]]);
});
