/* field_layout.test.mjs -- heat of fields: ranges, marks and strips.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import {
   heatSets, level, orderSets, rangesOf, stripRows, totalsOf,
} from '../../annotate/page/field_layout.js';

const frames = [
   { function: 'parse', file: 'parse.c', line: 7, object: null, address: '0x1' },
];

function fill(...runs) {
   return runs.flatMap(([n, value]) => new Array(n).fill(value));
}

function site(members) {
   return { path: [0], type: null, min_size: 32, max_size: 32, total_blocks: 3,
      peak_bytes: 32, peak_blocks: 2, total_bytes: 48,
      heat: { unit: 1, reads: fill([8, 4], [24, 0]), writes: fill([32, 2]),
         accesses: [] }, ...members };
}

const node = {
   name: 'Node', size: 24, of_sites: 2, total_blocks: 10, total_bytes: 240,
   peak_bytes: 240, peak_blocks: 10,
   fields: [
      { name: 'next', type: 'Node *', offset: 0, bytes: 8 },
      { name: 'key', type: 'int', offset: 8, bytes: 4 },
      { name: 'text[8]', type: 'char[8]', offset: 16, bytes: 8 },
   ],
   heat: { unit: 1, accesses: [],
      reads: fill([8, 1000], [4, 0], [4, 0], [2, 900], [6, 3]),
      writes: fill([8, 10], [4, 10], [4, 0], [2, 10], [6, 1]) },
};

function report(members) {
   return { creator: 'heapprof 1', frames, objects: [], types: [node], findings: [],
      sites: [], ...members };
}

test('each half as hot is a level less', () => {
   assert.deepEqual([0, 1, 100, 251, 500, 501, 1000].map(n => level(n, 1000)),
      [0, 1, 6, 8, 8, 9, 9]);
   assert.equal(level(5, 0), 0);
});

test('fields are split where their bytes are used differently', () => {
   const [set] = heatSets(report({}));
   const ranges = rangesOf(set);
   assert.deepEqual(ranges.map(r => [r.offset, r.bytes, r.name, r.mark]), [
      [0, 8, 'next', ''],
      [8, 4, 'key', 'never read'],
      [12, 4, 'padding', 'padding'],
      [16, 2, 'text[8]', ''],
      [18, 6, 'text[8]', 'cold'],
   ]);
   assert.deepEqual([ranges[0].reads, ranges[0].writes], [1000, 10]);
});

test('sums tell what a block of the type has that nobody reads', () => {
   const [set] = heatSets(report({}));
   assert.deepEqual(totalsOf(set), { reads: 8 * 1000 + 2 * 900 + 6 * 3,
      writes: 80 + 40 + 20 + 6, neverRead: 4, neverReadAtPeak: 40 });
});

test('never written and never touched', () => {
   const heat = { unit: 1, accesses: [], reads: fill([8, 5], [16, 0]),
      writes: fill([24, 0]) };
   const [set] = heatSets(report({ types: [{ ...node, heat }] }));
   assert.deepEqual(rangesOf(set).map(r => r.mark),
      ['never written', 'never touched', 'padding', 'never touched']);
});

test('blocks without a type are grouped by the line that allocates and their size',
   () => {
      const sets = heatSets(report({ types: [],
         sites: [site({}), site({ total_blocks: 5 }), site({ min_size: 24, max_size: 24,
            heat: { unit: 1, reads: fill([24, 1]), writes: fill([24, 1]),
               accesses: [] } }), site({ heat: null }), site({ type: 'Node' })] }));
      assert.deepEqual(sets.map(set => [set.title, set.size, set.blocks, set.sites]),
         [['parse', 32, 8, 2], ['parse', 24, 3, 1]]);
      assert.deepEqual([...sets[0].reads.slice(0, 2)], [8, 8]);
      assert.deepEqual(rangesOf(sets[0]).map(r => [r.bytes, r.name, r.mark]),
         [[8, '', ''], [24, '', 'never read']]);
   });

test('only sums are known of another program\'s profile, and 0 is not sure', () => {
   const heat = { unit: 1, reads: null, writes: null,
      accesses: fill([8, 1000], [16, 0]) };
   const [set] = heatSets(report({ creator: null, types: [{ ...node, heat }] }));
   assert.equal(set.reads, null);
   assert.deepEqual(rangesOf(set).map(r => [r.sum, r.mark]),
      [[1000, ''], [0, ''], [0, 'padding'], [0, '']]);
});

test('bytes that share a count', () => {
   const heat = { unit: 8, reads: [6, 6, 0], writes: [1, 1, 1], accesses: [] };
   const [set] = heatSets(report({ types: [], sites: [site({ min_size: 20, max_size: 20,
      heat })] }));
   assert.deepEqual(rangesOf(set).map(r => [r.offset, r.bytes, r.reads]),
      [[0, 16, 6], [16, 4, 0]]);
});

test('strips are cut into rows like cache lines', () => {
   const rows = stripRows([{ offset: 0, bytes: 40 }, { offset: 40, bytes: 60 }], 64);
   assert.deepEqual(rows, [
      { offset: 0, bytes: 64, cells: [
         { range: 0, column: 0, bytes: 40, isFirst: true },
         { range: 1, column: 40, bytes: 24, isFirst: true }] },
      { offset: 64, bytes: 36, cells: [
         { range: 1, column: 0, bytes: 36, isFirst: false }] },
   ]);
});

test('sets by what they waste, what they use, or how often', () => {
   const sites = [site({ peak_bytes: 9000, peak_blocks: 500 })];
   const sets = heatSets(report({ sites }));
   const titles = order => orderSets(sets, order).map(set => set.title);
   assert.deepEqual(titles('wasted'), ['parse', 'Node']);
   assert.deepEqual(titles('accesses'), ['Node', 'parse']);
   assert.deepEqual(titles('peak'), ['parse', 'Node']);
   assert.deepEqual(titles('nonsense'), ['parse', 'Node']);
});

test('a finding about fields is shown at its type', () => {
   const finding = { kind: 'fields', type: 'Node', saved_bytes: 40, fields: [] };
   const sets = heatSets(report({ findings: [finding] }));
   assert.equal(sets[0].finding, finding);
});
