/* formula.test.mjs -- metrics that are weighted sums of events.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as formula from '../../annotate/page/formula.js';

const METRICS = ['Ir', 'D1mr', 'D1mw'].map((name) => ({ name, formula: name }));

test('the terms of a weighted sum', () => {
   const terms = formula.termsOf('Ir + 10 * L1m + 2.5*D1mr', METRICS);
   assert.deepEqual(terms, [{ name: 'Ir', weight: 1, events: [0] },
      { name: 'L1m', weight: 10, events: [1, 2] },
      { name: 'D1mr', weight: 2.5, events: [1] }]);
   assert.equal(formula.termCost(terms[1], [100, 2, 3]), 50);
   assert.deepEqual(formula.termsOf('Ir + 10 * Bm', METRICS)[1].events, []);
});

test('other formulas have no terms', () => {
   for (const text of ['1000*(DLmr+DLmw)/Ir', 'Ir - D1mr', 'Ir + Other', '', null,
      'Ir + constructor', '2 * 3 * Ir']) {
      assert.equal(formula.termsOf(text, METRICS), null);
   }
});

test('call paths get the metrics that are sums of their kinds', () => {
   const paths = { kinds: METRICS, self: [[1, 2], [0, 3], [5, 0]],
      self_new: [[1, 1], [1, 1], [1, 1]], parent: [-1, 0] };
   const metrics = [...METRICS, { name: 'CEst', formula: 'Ir + 10 * L1m' },
      { name: 'Ratio', formula: 'D1mr / Ir' }];
   const made = formula.withSums(paths, metrics);
   assert.deepEqual(made.kinds.map((kind) => kind.name), ['Ir', 'D1mr', 'D1mw', 'CEst']);
   assert.deepEqual([...made.self[3]], [51, 32]);
   assert.deepEqual([...made.self_new[3]], [21, 21]);
   assert.equal(paths.kinds.length, 3);
   assert.equal(formula.withSums({ ...paths, self_new: undefined }, undefined).self_new,
      undefined);
});
