/* call_graph_state.test.mjs -- what an address says of the call graph.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { makePaths } from '../../annotate/page/paths.js';
import { centreOf, centrePatch, depthOf, mostOf }
   from '../../annotate/page/call_graph_state.js';

/* start { main { run { a 40 { x 1 }  b 50 } }  ld 20 } */
const NAMES = ['start', 'main', 'run', 'a', 'b', 'ld', 'x'];
const PATHS = makePaths({ kinds: [{ name: 'Ir', unit: 'count' }],
   functions: [...NAMES.map((name) => ({ name, library: name === 'run' })),
      { name: 'a' }],
   parent: [-1, 0, 1, 2, 2, 0, 3], function: [0, 1, 2, 3, 4, 5, 6],
   self: [[0, 0, 0, 40, 50, 20, 1]] });

function shown(state, values = PATHS.self(0), isFolded = false) {
   const model = { paths: PATHS, folds: () => isFolded };
   return PATHS.functions[centreOf(model, state, { now: values, old: null })].name;
}

test('the centre is what the address names, or where the cost forks below main', () => {
   assert.equal(shown({ fn: 'b' }), 'b');
   assert.equal(shown({}), 'run');
   assert.equal(shown({ fn: 'none' }), 'run');
   assert.equal(shown({}, PATHS.self(0), true), 'main');
   assert.equal(shown({}, [0, 0, 0, 1, 90, 0, 1]), 'run');
   assert.equal(shown({}, [0, 0, 0, 1, 1, 98, 0]), 'start');
});

test('of several functions with one name the address has the number', () => {
   const ctx = { model: { paths: PATHS } };
   assert.deepEqual(centrePatch(ctx, 3), { fn: 'a', 'calls.of': null });
   assert.deepEqual(centrePatch(ctx, 7), { fn: 'a', 'calls.of': 7 });
});

test('depths and numbers of boxes that make no sense are the first ones', () => {
   assert.deepEqual(['1', '8', '9', '0', '1.5', 'x', undefined].map((text) =>
      depthOf({ 'calls.depth': text })), [1, 8, 2, 2, 2, 2, 2]);
   assert.deepEqual(['24', '1e9', '-1', 'x', undefined].map((text) =>
      mostOf({ 'calls.most': text })), [24, 1000, 8, 8, 8]);
});
