// curve_rows.test.mjs -- sweeps of the last level, their knees, reasons of misses.
// SPDX-License-Identifier: GPL-2.0-or-later

import test from 'node:test';
import assert from 'node:assert/strict';
import { amountText, columnOf, curveOf, curvesOf, makeSweep, reasonOf, saysOf,
   ticksTo } from '../../annotate/page/curve_rows.js';
import { describer } from '../../annotate/page/meaning.js';

const METRICS = ['Ir', 'Lm@2M', 'Lm@512K', 'Lm@1M', 'Lm@8w', 'Lcold', 'Lcap', 'Lconf']
   .map((name) => ({ name }));
const TOTALS = [9, 10, 150, 140, 1, 10, 5, 85];

function modelOf(patch = {}) {
   const line = (key, values) => ({ key, values });
   return { isHeap: false, isPair: false, metrics: METRICS, totals: TOTALS,
      lines: [line('a.c:1', [3, 0, 50, 40, 0, 0, 0, 0]),
         line('a.c:2', [3, 10, 100, 100, 1, 10, 5, 85]),
         line('a.c:3', [3, 0, 0, 0, 0, 0, 0, 0])], data: null, ...patch };
}

test('columns by their names', () => {
   assert.deepEqual(columnOf('Lm@256K'), { kind: 'size', amount: 262144 });
   assert.deepEqual(columnOf('Lm@8w'), { kind: 'ways', amount: 8 });
   assert.deepEqual(columnOf('Lm@128B'), { kind: 'line', amount: 128 });
   for (const name of ['Lm@', 'Lm@08w', 'Lm@8ww', 'DLmr', 'Lm@12345678', 'xLm@8w']) {
      assert.equal(columnOf(name), null);
   }
   assert.equal(amountText('size', 3 << 20), '3 MiB');
   assert.equal(amountText('ways', 1), '1 way');
   assert.equal(amountText('line', 128), '128 bytes');
});

test('what columns are called', () => {
   const titles = { Pu2: { title: 'L2 covered misses', meaning: 'Prefetched lines.' } };
   const describe = describer({ tool: 'cachesim', titles });
   assert.equal(describe('Lm@8M').title, 'Misses at 8 MiB');
   assert.equal(describe('Lm@8w').title, 'Misses at 8 ways');
   assert.equal(describe('Lm@128B').title, 'Misses at 128-byte lines');
   assert.deepEqual(describe('Pu2'), titles.Pu2);
   assert.equal(describe('Pu3').title, undefined);
   assert.equal(describe('LLm').title, 'LL misses');
   assert.equal(describe('constructor').title, undefined);
   assert.equal(describer({ tool: 'cachesim' })('Pu2').title, undefined);
   assert.match(describer({ tool: 'cachesim' })('CEst').meaning, /cost for each miss/);
   assert.match(describer({ tool: 'cachesim', report: { machine: { name: 'zen4' } } })(
      'CEst').meaning, /^Cycles that the machine would take/);
   const heap = describer({ tool: 'heapprof', titles });
   assert.equal(heap('Lm@8M').title, undefined);
   assert.equal(heap('Pu2').title, undefined);
   assert.equal(heap('leaked').title, 'Bytes at end');
   assert.equal(heap('constructor').title, undefined);
});

test('a sweep is in order; one column, a pair and a heap have none', () => {
   const { kind, points } = makeSweep(modelOf());
   assert.equal(kind, 'size');
   assert.deepEqual(points.map(({ label }) => label), ['512 KiB', '1 MiB', '2 MiB']);
   assert.equal(makeSweep(modelOf({ metrics: METRICS.slice(3, 5) })), null);
   assert.equal(makeSweep(modelOf({ isPair: true })), null);
   assert.equal(makeSweep(modelOf({ isHeap: true })), null);
});

test('what curves say, as in the text report', () => {
   const said = (misses, kind = 'size') => {
      const { shape, fits, knees } = curveOf(kind, misses);
      return [shape, fits, knees];
   };
   assert.deepEqual(said([0, 0]), ['none', -1, []]);
   assert.deepEqual(said([100, 95, 91]), ['flat', -1, []]);
   assert.deepEqual(said([1000, 1000, 10, 10]), ['fits', 2, [2]]);
   assert.deepEqual(said([1000, 60, 20, 10]), ['fits', 2, [1]]);
   assert.deepEqual(said([1000, 50, 20, 10]), ['fits', 1, [1]]);
   assert.deepEqual(said([1000, 600, 590, 5]), ['fits', 3, [1, 3]]);
   assert.deepEqual(said([1000, 1000, 500]), ['falls', 2, [2]]);
   assert.deepEqual(said([1000, 600, 550, 700], 'line'), ['fits', 2, [1]]);
   const sweep = makeSweep(modelOf());
   assert.equal(saysOf(sweep, curveOf('size', [9, 9, 1])), 'fits at 2 MiB or more');
   assert.equal(saysOf(sweep, curveOf('size', [9, 0, 0])), 'fits at 1 MiB');
   assert.equal(saysOf(sweep, curveOf('size', [9, 9, 9])), 'flat: more does not help');
   assert.equal(saysOf(sweep, curveOf('size', [0, 0, 0])), 'no misses');
});

test('the reason of half of the misses', () => {
   const of = (counts) => reasonOf((name) => counts[name]);
   assert.deepEqual(of({ Lcold: 10, Lcap: 5, Lconf: 85 }),
      { reason: 'conflict', share: 0.85 });
   assert.equal(of({ Lcold: 4, Lcap: 3, Lconf: 3 }).reason, 'mixed');
   assert.equal(of({ Lcold: 0, Lcap: 0, Lconf: 0 }), null);
   assert.equal(of({}), null);
});

test('the program, then rows with misses, most first', () => {
   const model = modelOf();
   const curves = curvesOf(model, makeSweep(model), 'lines');
   assert.deepEqual(curves.map(({ key }) => key), ['', 'a.c:2', 'a.c:1']);
   assert.deepEqual(curves[0].misses, [150, 140, 10]);
   assert.equal(curves[1].why.reason, 'conflict');
   assert.equal(curves[2].why, null);
   assert.deepEqual(curvesOf(model, makeSweep(model), 'objects').length, 1);
   const data = { metrics: [{ name: 'D1mr' }, ...METRICS.slice(1)],
      objects: [{ key: '0', name: 'table', values: TOTALS }] };
   const [, table] = curvesOf(modelOf({ data }), makeSweep(model), 'objects');
   assert.deepEqual(table.misses, [150, 140, 10]);
});

test('an axis has a few round values and reaches the largest', () => {
   assert.deepEqual(ticksTo(1050000), [0, 200000, 400000, 600000, 800000, 1000000,
      1200000]);
   assert.deepEqual(ticksTo(3), [0, 1, 2, 3]);
   assert.deepEqual(ticksTo(0), [0]);
   for (const most of [1, 7, 19, 99, 12345, 6e9]) {
      const ticks = ticksTo(most);
      assert.ok(ticks.length <= 8 && ticks[ticks.length - 1] >= most, `${most}`);
   }
});
