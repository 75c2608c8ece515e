/* flame_values.test.mjs -- SPDX-License-Identifier: GPL-2.0-or-later */

import assert from 'node:assert';
import { test } from 'node:test';
import { sourceOf } from '../../annotate/page/flame_values.js';
import { makePaths } from '../../annotate/page/paths.js';

const MOMENT = { why: 'periodic', side: 0, kind: null, blocks_kind: null,
                 rest: [0, 0, 0] };

const DOC = {
   is_pair: false,
   paths: {
      kinds: [{ name: 'peak', title: 'Bytes at peak', unit: 'bytes' },
              { name: 'blocks', title: 'Blocks', unit: 'count' }],
      functions: [{ name: 'main' }, { name: 'f' }],
      parent: [-1, 0, 0], function: [0, 1, 0], self: [[1, 2, 3], [4, 5, 6]],
   },
   moments: [
      { ...MOMENT, name: '1', time: 5, nodes: [1], node_bytes: [7], node_blocks: [8] },
      { ...MOMENT, name: 'peak', why: 'peak', time: 9, kind: 'peak' }],
   heap: {
      sides: [{ end_time: 10 }],
      threads: [{ side: 0, thread: 2, nodes: [2], node_bytes: [30], node_blocks: [3] },
                { side: 0, thread: 1, nodes: [0], node_bytes: [9], node_blocks: [1] }],
   },
};

function valuesFor(state, doc = DOC) {
   const model = { doc, paths: makePaths(doc.paths), isPair: doc.is_pair,
                   threadLabel: (name) => `${name} (named)`,
                   metrics: doc.paths.kinds.map(({ title }, path) => ({ title, path })),
                   kind: ({ kind }) => (kind === 'blocks' ? 1 : 0) };
   const { now, old, kind, instead } = sourceOf(model).valuesOf(model, state);
   return { now: Array.from(now), old: old && Array.from(old), title: kind.title,
            instead };
}

test('a metric of the profile', () => {
   assert.deepStrictEqual(valuesFor({ moment: 'no such', from: '1' }),
      { now: [1, 2, 3], old: null, title: 'Bytes at peak', instead: undefined });
});

test('a moment, in bytes and in blocks', () => {
   assert.deepStrictEqual(valuesFor({ moment: '1' }),
      { now: [0, 7, 0], old: null, title: 'Live bytes in snapshot 1',
        instead: 'Live bytes in snapshot 1.' });
   assert.deepStrictEqual(valuesFor({ moment: '1', kind: 'blocks' }).now, [0, 8, 0]);
});

test('everything that was allocated is no live blocks', () => {
   const { title, instead } = valuesFor({ moment: 'all', kind: 'blocks' },
      { ...DOC, paths: { ...DOC.paths, kinds: [{ name: 'total', unit: 'bytes' },
                                               DOC.paths.kinds[1]] } });
   assert.deepStrictEqual({ title, instead }, { title: 'Blocks allocated in all',
                                                instead: 'Blocks allocated in all.' });
});

test('what grew between two moments', () => {
   const { now, old, title } = valuesFor({ from: '1', to: 'peak' });
   assert.deepStrictEqual({ now, old }, { now: [1, 2, 3], old: [0, 7, 0] });
   assert.strictEqual(title, 'Live bytes in snapshot 1 → at the peak');
   assert.strictEqual(valuesFor({ from: '1', to: '1' }).old, null);
});

test('what a thread allocated', () => {
   const model = { doc: DOC };
   assert.deepStrictEqual(sourceOf(model).threads,
      [{ name: 'thread 1', roots: null }, { name: 'thread 2', roots: null }]);
   assert.deepStrictEqual(valuesFor({ thread: 'thread 2' }),
      { now: [0, 0, 30], old: null, title: 'Bytes allocated by thread 2 (named)',
        instead: undefined });
});

test('what a thread allocated in each of two runs', () => {
   const more = { side: 1, thread: 2, nodes: [1], node_bytes: [4], node_blocks: [2] };
   const threads = [...DOC.heap.threads, more];
   const doc = { ...DOC, is_pair: true, moments: [],
                 paths: { ...DOC.paths, self_new: DOC.paths.self },
                 heap: { sides: [{ end_time: 1 }, { end_time: 1 }], threads } };
   const { now, old } = valuesFor({ thread: 'thread 2', kind: 'blocks' }, doc);
   assert.deepStrictEqual({ now, old }, { now: [0, 2, 0], old: [0, 0, 3] });
   assert.deepStrictEqual(valuesFor({ thread: 'thread 2', side: 'old' }, doc).now,
      [0, 0, 30]);
});

test('a profile of counts has neither', () => {
   assert.deepStrictEqual(sourceOf({ doc: { paths: DOC.paths } }), {});
});
