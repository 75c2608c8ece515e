/* heap_moments.test.mjs -- moments of a heap profile, and what grew between two.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import {
   chosen, idOf, momentWithId, momentsOf, nearest, neighbour, selfAt,
} from '../../annotate/page/heap_moments.js';

// main (0) calls read (1), which calls grow (2); a root of its own (3).
const paths = {
   kinds: [
      { name: 'peak', unit: 'bytes' }, { name: 'peak_blocks', unit: 'count' },
      { name: 'total', unit: 'bytes' }, { name: 'blocks', unit: 'count' },
   ],
   parent: [-1, 0, 1, -1],
   self: [[0, 10, 30, 5], [0, 1, 3, 1], [7, 20, 60, 5], [7, 2, 6, 1]],
};
const moments = [
   { name: '1', why: 'periodic', side: 0, time: 10, bytes: 14, blocks: 2,
      kind: null, blocks_kind: null, nodes: [1, 2], node_bytes: [4, 8],
      node_blocks: [1, 1], rest: [1, 2, 1] },
   { name: 'peak', why: 'peak', side: 0, time: 40, bytes: 45, blocks: 5,
      kind: 'peak', blocks_kind: 'peak_blocks' },
   { name: '2', why: 'asked', side: 0, time: 70, bytes: 3, blocks: 1,
      kind: null, blocks_kind: null, nodes: [3], node_bytes: [3],
      node_blocks: [1], rest: [0, 0, 0] },
];
const doc = { is_pair: false, paths, moments,
   heap: { sides: [{ end_time: 100 }] } };

test('a moment is found by its name', () => {
   const all = momentsOf(doc);
   assert.deepEqual(all.map(m => m.id), ['start', '1', 'peak', '2', 'all']);
   assert.equal(momentWithId(all, 'peak').time, 40);
   assert.equal(momentWithId(all, 'none'), null);
});

test('names of a pair say the side', () => {
   assert.equal(idOf({ name: 'peak', side: 1 }, true), 'new.peak');
   assert.equal(idOf({ name: 'peak', side: 0 }, true), 'old.peak');
   assert.equal(idOf({ name: 'peak', side: 0 }, false), 'peak');
});

test('a listed moment has its nodes, all others are 0', () => {
   const all = momentsOf(doc);
   assert.deepEqual([...selfAt(doc, all[1], 'bytes')], [0, 4, 8, 0]);
   assert.deepEqual([...selfAt(doc, all[1], 'blocks')], [0, 1, 1, 0]);
});

test('the peak, the start and all that was allocated come from the kinds', () => {
   const all = momentsOf(doc);
   assert.deepEqual([...selfAt(doc, momentWithId(all, 'peak'), 'bytes')],
      [0, 10, 30, 5]);
   assert.deepEqual([...selfAt(doc, momentWithId(all, 'start'), 'bytes')],
      [0, 0, 0, 0]);
   assert.deepEqual([...selfAt(doc, momentWithId(all, 'all'), 'blocks')],
      [7, 2, 6, 1]);
});

test('of a pair, each side has its own values', () => {
   const pair = { is_pair: true,
      paths: { ...paths, self_new: [[1, 2, 3, 4], [0, 0, 0, 0],
         [0, 0, 0, 0], [0, 0, 0, 0]] },
      moments: [moments[1], { ...moments[1], side: 1 }],
      heap: { sides: [{ end_time: 100 }, { end_time: 90 }] } };
   const peak = momentWithId(momentsOf(pair), 'new.peak');
   assert.deepEqual([...selfAt(pair, peak, 'bytes')], [1, 2, 3, 4]);
});

test('the nearest moment is looked for on one side, among real moments', () => {
   const all = momentsOf(doc);
   assert.equal(nearest(all, 0, 0).id, 'start');
   assert.equal(nearest(all, 0, 24).id, '1');
   assert.equal(nearest(all, 0, 26).id, 'peak');
   assert.equal(nearest(all, 0, 1000).id, '2');
   assert.equal(nearest(all, 1, 5), null);
});

test('the neighbour of a moment is the next one in time on its side', () => {
   const all = momentsOf(doc);
   assert.equal(neighbour(all, all[1], 1).id, 'peak');
   assert.equal(neighbour(all, all[1], -1).id, 'start');
   assert.equal(neighbour(all, all[3], 1).id, '2');
   assert.equal(neighbour(all, all[0], -1).id, 'start');
});

test('without a choice the peak is shown; of a pair, what changed at the peaks', () => {
   const all = momentsOf(doc);
   assert.deepEqual(ids(chosen(all, {}, false)), [null, 'peak']);
   assert.deepEqual(ids(chosen(all, { moment: '2' }, false)), [null, '2']);
   assert.deepEqual(ids(chosen(all, { moment: 'gone' }, false)), [null, 'peak']);
   assert.deepEqual(ids(chosen(all, { from: '1', to: 'peak' }, false)),
      ['1', 'peak']);
   const two = momentsOf({ is_pair: true, paths,
      moments: [moments[1], { ...moments[1], side: 1 }],
      heap: { sides: [{ end_time: 100 }, { end_time: 90 }] } });
   assert.deepEqual(ids(chosen(two, {}, true)), ['old.peak', 'new.peak']);
});

test('a span that is one moment, or turned round, is still a choice', () => {
   const all = momentsOf(doc);
   assert.deepEqual(ids(chosen(all, { from: '2', to: '1' }, false)), ['2', '1']);
   assert.deepEqual(ids(chosen(all, { from: '1', to: '1' }, false)), [null, '1']);
});

test('a profile without moments still has all that was allocated', () => {
   const bare = { is_pair: false, moments: [], paths,
      heap: { sides: [{ end_time: 100 }] } };
   assert.deepEqual(ids(chosen(momentsOf(bare), {}, false)), [null, 'all']);
});

function ids(choice) {
   return [choice.from && choice.from.id, choice.to && choice.to.id];
}
