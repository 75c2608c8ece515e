// thread_rows.test.mjs -- the table of threads.
// SPDX-License-Identifier: GPL-2.0-or-later

import test from 'node:test';
import assert from 'node:assert/strict';
import { threadLabels, threadRows } from '../../annotate/page/thread_rows.js';

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
      '12 threads of the name pool', 'thread 2 (worker)', 'thread 3', '2 threads']);
   assert.deepEqual(rows[0].values, [70, 2]);
   const by = threadRows(model, 1);
   assert.deepEqual(by.columns.map(({ id }) => id), ['Ir', 'Dr', 'D1mr']);
   assert.equal(by.by, 1);
   assert.equal(threadRows(model, 2).rows[0].name, 'thread 2 (worker)');
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

test('what threads are called', () => {
   const row = (number, threads, name) => ({ number, threads, name });
   const counts = threadLabels({ isHeap: false, report: { threads: [row(1, 1, ''),
      row(2, 1, 'worker'), row(3, 1, ''), row(4, 9, 'pool'), row(5, 1, 'one'),
      row(5, 1, 'other'), row(5, 1, 'third')] } });
   assert.deepEqual(['thread 1', 'thread 2', 'thread 3', 'thread 4', 'thread 5', 'main']
      .map(counts), ['thread 1 (main)', 'thread 2 (worker)', 'thread 3', 'thread 4',
      'thread 5', 'main']);
   const heap = threadLabels({ isHeap: true, report: { thread_names: [[7, 'late']] } });
   assert.deepEqual(['thread 1', 'thread 7'].map(heap), ['thread 1', 'thread 7 (late)']);
   assert.equal(threadLabels({ isHeap: false, report: {} })('thread 2'), 'thread 2');
   assert.equal(threadLabels({ isHeap: true, report: {} })('thread 2'), 'thread 2');
});

test('no table of one thread, or of a pair', () => {
   assert.equal(threadRows({ isHeap: true, isPair: false, report: {} }, 0), null);
   assert.equal(threadRows({ isHeap: false, isPair: true,
      report: { threads: [{ number: 1 }] } }, 0), null);
});
