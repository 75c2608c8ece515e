// thread_rows.test.mjs -- the table of threads.
// SPDX-License-Identifier: GPL-2.0-or-later

import test from 'node:test';
import assert from 'node:assert/strict';
import { threadLabels, threadRows } from '../../annotate/page/thread_rows.js';

test('threads that allocated', () => {
   const report = { threads: [[1, 20, 9], [2, 70, 1], [7, 10, 2]],
      thread_names: [[2, 'worker'], [5, 'idle']] };
   assert.deepEqual(threadRows({ isHeap: true, isPair: false, report }),
      [['thread 2 (worker)', 70, 1], ['thread 1', 20, 9], ['thread 7', 10, 2]]);
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
   assert.equal(threadRows({ isHeap: true, isPair: false, report: {} }), null);
   assert.equal(threadRows({ isHeap: false, isPair: true,
      report: { threads: [{ number: 1 }] } }), null);
});
