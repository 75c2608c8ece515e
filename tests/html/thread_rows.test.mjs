// thread_rows.test.mjs -- the table of threads.
// SPDX-License-Identifier: GPL-2.0-or-later

import test from 'node:test';
import assert from 'node:assert/strict';
import { threadRows } from '../../annotate/report/html/thread_rows.js';

const METRICS = ['Ir', 'Dr', 'D1mr']
   .map((name) => ({ name, title: name, unit: 'count' }));

test('threads of a profile of counts, by the metric that is chosen', () => {
   const threads = [{ number: 1, threads: 1, name: '', values: [70, 9, 2] },
      { number: 2, threads: 1, name: 'worker', values: [10, 1, 5] },
      { number: 3, threads: 1, name: '', values: [5, 0, 1] },
      { number: 4, threads: 12, name: 'pool', values: [14, 0, 0] },
      { number: 16, threads: 2, name: '', values: [1, 0, 0] }];
   const model = { isHeap: false, isPair: false, metrics: METRICS, totals: [100, 10, 8],
      report: { threads } };
   const { columns, rows } = threadRows(model, 0);
   assert.deepEqual(columns.map(({ id, total }) => [id, total]),
      [['Ir', 100], ['D1mr', 8]]);
   assert.deepEqual(rows.map(({ name }) => name), ['thread 1 (main)',
      '12 threads of the name pool', 'worker', 'thread 3', '2 threads']);
   assert.deepEqual(rows[0].values, [70, 2]);
   const by = threadRows(model, 1);
   assert.deepEqual(by.columns.map(({ id }) => id), ['Ir', 'Dr', 'D1mr']);
   assert.equal(by.by, 1);
   assert.equal(threadRows(model, 2).rows[0].name, 'worker');
});

test('threads that allocated', () => {
   const report = { threads: [[1, 20, 9], [2, 70, 1], [7, 10, 2]],
      thread_names: [[2, 'worker'], [5, 'idle']], totals: { bytes: 100, blocks: 12 } };
   const { columns, rows } = threadRows({ isHeap: true, isPair: false, report }, 3);
   assert.deepEqual(columns.map(({ id, total }) => [id, total]),
      [['bytes', 100], ['blocks', 12]]);
   assert.deepEqual(rows, [{ name: 'thread 2 (worker)', values: [70, 1] },
      { name: 'thread 1', values: [20, 9] }, { name: 'thread 7', values: [10, 2] }]);
});

test('no table of one thread, or of a pair', () => {
   assert.equal(threadRows({ isHeap: true, isPair: false, report: {} }, 0), null);
   assert.equal(threadRows({ isHeap: false, isPair: true,
      report: { threads: [{ number: 1 }] } }, 0), null);
});
