/* site_pairs.test.mjs -- allocation sites of two profiles, joined.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { pairedRows } from '../../annotate/page/site_pairs.js';
import { matchSides, sidesOf } from '../../annotate/page/sides.js';

function site(peak, path, type = null) {
   return { total_bytes: 2 * peak, total_blocks: 1, peak_bytes: peak, max_bytes: peak,
      end_bytes: 0, lifetime: null, temporary_blocks: 0, reallocs: 0, moved_bytes: null,
      read_bytes: null, written_bytes: null, never_read_bytes: null,
      size_classes: [], threads: [], path, type, heat: null };
}

const frames = ['f', 'g', 'h'].map((name, i) =>
   ({ function: name, file: 'a.c', line: i + 1, object: null, address: null }));

function side(sites, nodes) {
   return { report: { frames, objects: [], sites }, site_nodes: nodes,
      sites_left_out: 0 };
}

function rowsOf(old, now) {
   return pairedRows(sidesOf({ isPair: true, report: {}, doc: { heap: { threads: [] },
      reports: [old, now] } }));
}

test('sites are joined by their nodes', () => {
   const rows = rowsOf(side([site(10, [0]), site(7, [1])], [3, 4]),
      side([site(5, [2]), site(12, [0])], [5, 3]));
   assert.deepEqual(rows.map((row) => [row.name, row.side, row.before.peak,
      row.values.peak, row.change.peak]),
   [['h', 1, 0, 5, 5], ['f', 1, 10, 12, 2], ['g', 0, 7, 0, -7]]);
   assert.equal(rows[0].values.reads, null, 'unknown stays unknown');
   assert.equal(rows[0].change.reads, null);
});

test('of two sites at one node, the types decide', () => {
   const rows = rowsOf(side([site(1, [0], 'a'), site(2, [0], 'b')], [3, 3]),
      side([site(3, [0], 'b'), site(4, [0], 'a')], [3, 3]));
   assert.deepEqual(rows.map((row) => [row.before.peak, row.values.peak]),
      [[2, 3], [1, 4]]);
});

test('an item is matched once, by the strictest rule first', () => {
   const rules = [(item) => [item], (item) => [item[0]]];
   assert.deepEqual(matchSides(['ab', 'ac'], ['ad', 'ac', 'ae'], rules),
      [{ old: 'ab', now: 'ad' }, { old: 'ac', now: 'ac' }, { old: null, now: 'ae' }]);
   assert.deepEqual(matchSides(['x'], [], rules), [{ old: 'x', now: null }]);
});
