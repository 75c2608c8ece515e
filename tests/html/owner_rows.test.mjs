/* owner_rows.test.mjs -- looks at owners: the tree, growth, names, leaks, chains.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import {
   chainTo, chosenLook, chosenOwner, goneSince, looksOf, lostBytes, namer,
   ownersAbove, pairedOwners, placeText, RETAINED, rootName, searchText, siteWith, twinOf,
   weightsIn, whenOf,
} from '../../annotate/page/owner_rows.js';
import { columnsOf, sortRows } from '../../annotate/page/table_rows.js';

const empty = { name: null, file: null, line: null, function: null, field: null,
   type: null, path: null, bytes: 0, blocks: 0 };

function root(at, name, retained, more = {}) {
   return { ...empty, look: at, above: null, kind: 'static', name, file: 'a.c', line: 3,
      retained_bytes: retained, retained_blocks: 2, ...more };
}

function blocks(at, above, retained, own, more = {}) {
   return { ...empty, look: at, above, kind: 'blocks', path: [0, 1], type: 'node',
      retained_bytes: retained, retained_blocks: 1, bytes: own, blocks: 1, ...more };
}

function look(why, reachable, lost = 0) {
   return { why, time: 5, definite_bytes: lost, definite_blocks: lost ? 1 : 0,
      indirect_bytes: 0, indirect_blocks: 0, possible_bytes: 0, possible_blocks: 0,
      reachable_bytes: reachable, reachable_blocks: 9 };
}

/* First look: list (100) keeps nodes (100, its own 40), which keep text (60).
   Second: list (150) keeps nodes (150, 50), these text (80), and more (20): what is too
   small for the page; cache (300) is new, and below it nodes (300). */
const report = {
   frames: [
      { function: 'malloc_node(int)', file: '/src/list.c', line: 8, object: 'a.out' },
      { function: 'main', file: '/src/main.c', line: 2, object: 'a.out' },
      { function: '???', file: null, line: 0, object: '/lib/libx.so', library: true }],
   looks: [look('asked', 100), look('end', 450, 50)],
   owners: [
      root(0, 'list', 100), blocks(0, 0, 100, 40),
      blocks(0, 1, 60, 60, { field: 'text' }),
      root(1, 'list', 150, { grew_bytes: 50 }), blocks(1, 3, 150, 50, { grew_bytes: 50 }),
      blocks(1, 4, 80, 80, { field: 'text', grew_bytes: 20 }),
      root(1, 'cache', 300, { grew_bytes: 300 }),
      blocks(1, 6, 300, 300, { path: [2], type: null, grew_bytes: 300 }),
   ],
   leaks: [{ look: 1, kind: 'definite', bytes: 30, blocks: 1, rings: 0, path: [0, 1] },
      { look: 1, kind: 'reachable', bytes: 450, blocks: 9, rings: 0, path: [0, 1] }],
   chains: [{ look: 1, bytes: 80, path: [0, 1], steps: [
      { kind: 'static', name: 'list', field: null, offset: 16 },
      { kind: 'blocks', name: 'node', field: 'text', offset: 8 },
      { kind: 'blocks', name: null, field: null },
      { kind: 'blocks', name: 'make (a.c:1)', field: null }] }],
   sites: [{ path: [1] }, { path: [0, 1] }],
};
const made = looksOf(report), [first, last] = made.looks;

test('a profile without looks has none', () => {
   assert.equal(looksOf({}), null);
   assert.equal(looksOf({ looks: [], owners: [] }), null);
});

test('each look has its owners as a tree', () => {
   assert.deepEqual(made.looks.map(({ first: a, end }) => [a, end]), [[0, 3], [3, 8]]);
   assert.deepEqual(last.roots, [3, 6]);
   assert.deepEqual(made.tree.children(3), [4]);
   assert.deepEqual(made.tree.parent, [-1, 0, 1, -1, 3, 4, -1, 6]);
   assert.deepEqual(last.live, { bytes: 500, blocks: 10 });
   assert.deepEqual(ownersAbove(made, 5), [3, 4, 5]);
   assert.deepEqual(looksOf({ ...report, owners: [] }).looks[1].roots, []);
});

test('growth is of the report; owners are known by names from the top down', () => {
   assert.deepEqual(made.grown, [null, null, null, 50, 50, 20, 300, 300]);
   assert.deepEqual([3, 4, 5, 6].map((node) => twinOf(made, first, node)),
      [0, 1, 2, -1]);
   assert.equal(twinOf(made, last, 2), 5);
});

test('of owners with the same names each has its own', () => {
   const owners = [root(0, 'x', 5), root(0, 'x', 4), root(1, 'x', 7), root(1, 'x', 6),
      root(1, 'x', 2)];
   const twins = looksOf({ ...report, owners,
      looks: [look('asked', 9), look('end', 15)] });
   assert.deepEqual([2, 3, 4].map((node) => twinOf(twins, twins.looks[0], node)),
      [0, 1, -1]);
});

test('what is gone is known, too', () => {
   const owners = [root(0, 'a', 4), root(0, 'b', 6), root(0, 'x', 5), root(1, 'x', 7)];
   const gone = looksOf({ ...report, owners,
      looks: [look('asked', 15), look('end', 7)] });
   assert.deepEqual(goneSince(gone, gone.looks[1]), [1, 0]);
   assert.deepEqual(goneSince(gone, gone.looks[0]), []);
});

test('weights are what is retained, or grew, of what matches', () => {
   const of = (isGrowth, isMatch) =>
      [...weightsIn(made, last, isGrowth, isMatch)].slice(3);
   assert.deepEqual(of(false, null), [150, 150, 80, 300, 300]);
   assert.deepEqual(of(true, null), [50, 50, 20, 300, 300]);
   assert.deepEqual(of(false, (node) => node === 4), [150, 150, 80, 0, 0]);
   assert.deepEqual(of(true, (node) => node === 5), [20, 20, 20, 0, 0]);
   assert.deepEqual(of(false, () => false), [0, 0, 0, 0, 0]);
   assert.deepEqual([...weightsIn(made, first, false, null)].slice(0, 4),
      [100, 100, 60, 0]);
});

test('a state says what is shown, or what is not there is not', () => {
   const at = (text) => chosenLook(made, { 'owners.look': text }).index;
   assert.deepEqual(['0', '1', '2', '__proto__', undefined].map(at), [0, 1, 1, 1, 1]);
   const of = (text) => chosenOwner(last, { 'owners.of': text });
   assert.deepEqual(['3', '7', '2', '8', 'length', undefined].map(of),
      [3, 7, -1, -1, -1, -1]);
});

test('owners have names and places', () => {
   const name = namer(report, (fn) => fn.replace(/\(.*/, ''));
   const list = name(report.owners[0]), node = name(report.owners[2]);
   assert.deepEqual([list.title, list.place.line, list.inside], ['list', 3, null]);
   assert.deepEqual([node.title, node.field, node.by, placeText(node.place)],
      ['node', 'text', 'malloc_node', 'list.c:8']);
   const unknown = name(report.owners[7]);
   assert.deepEqual([unknown.title, unknown.by, placeText(unknown.place)],
      ['???', null, 'libx.so']);
   assert.equal(name({ ...report.owners[1], type: null }).whole, 'malloc_node(int)');
   const mapped = name(root(0, null, 5, { kind: 'mapping', file: '/tmp/f', line: null }));
   assert.deepEqual([mapped.title, mapped.place.object], ['Mapped memory', '/tmp/f']);
   assert.equal(rootName({ kind: 'static', name: null }), 'memory without a symbol');
   assert.equal(rootName({ kind: 'frame', name: 'main' }), 'frame of main');
   assert.equal(whenOf({ why: 'peak' }), 'near the peak');
   assert.ok(searchText(report.owners[2], node).includes('/src/list.c'));
});

test('of two profiles, owners are sorted by change', () => {
   const of = (kind, name, old, now) => ({ kind, name, function: null, file: null,
      line: null, old, new: now });
   const table = pairedOwners({ owners: [of('static', 'a', 5, 9),
      of('registers', null, 20, 0), of('shared', null, 0, 7),
      { ...of('local', 'b', 3, 3), function: 'f', file: '/src/b.c', line: 4 }] });
   const columns = columnsOf(RETAINED, {}, table);
   assert.deepEqual(columns.map((column) => column.id),
      ['retained:change', 'retained:old', 'retained:new']);
   assert.deepEqual(sortRows(table.rows, columns[0], false).map((row) =>
      [table.name(row), ...columns.map((column) => column.value(row))]),
   [['Registers', -20, 20, 0], ['Pools of blocks', 7, 0, 7], ['a', 4, 5, 9],
      ['b', 0, 3, 3]]);
   const { named } = table.rows[3];
   assert.deepEqual([named.inside, placeText(named.place)], ['f', 'b.c:4']);
   assert.ok(table.text(table.rows[3]).includes('/src/b.c'));
   assert.deepEqual(pairedOwners({}).rows, []);
});

test('leaks have kinds, and places that are listed', () => {
   const { kinds, places } = last.leaks;
   assert.deepEqual(kinds.map(({ kind, bytes, rest }) => [kind, bytes, rest]),
      [['definite', 50, 20], ['indirect', 0, 0], ['possible', 0, 0],
         ['reachable', 450, 0]]);
   assert.deepEqual(places.map(({ title, bytes }) => [title, bytes]),
      [['Definitely lost', 30]]);
   assert.equal(lostBytes(last), 50);
   assert.equal(lostBytes(first), 0);
});

test('a chain says where each step refers to the next', () => {
   assert.deepEqual(chainTo(report, last, [0, 1]), [
      { name: 'list', refers: '+16', isCut: false },
      { name: 'node', refers: '.text', isCut: false },
      { name: 'Blocks that do not count', refers: '', isCut: true },
      { name: 'make (a.c:1)', refers: '', isCut: false }]);
   assert.equal(chainTo(report, first, [0, 1]), null);
   assert.equal(siteWith(report, [0, 1]), 1);
   assert.equal(siteWith({}, [0]), -1);
});
