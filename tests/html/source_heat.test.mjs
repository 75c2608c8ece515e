/* source_heat.test.mjs -- values and heat of source lines.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatsOf, isUsed } from '../../annotate/page/source_heat.js';

const OWN = { id: 'Ir', metric: 0, isMain: true };
const MISSES = { id: 'D1mr', metric: 1, isMain: false };
const INLINED = { id: 'inlined', metric: 0, isMain: false };
const CALLED = { id: 'called', metric: 0, isMain: false };

const row = (line, values, old = null) =>
   ({ line, counts: values && { file: 'a.c', line, values, old } });

const ROWS = [row(1, [1000, 2]), row(2, [250, 0]), row(3, [1, 1]), row(4, null)];

const LINKS = { lineCosts: (metric, side) => side === 'new'
   ? new Map([['a.c:2', { called: 300, inlined: 50 }],
      ['a.c:4', { called: 1, inlined: 0 }]])
   : new Map([['a.c:2', { called: 100, inlined: 50 }]]) };

const model = (rows, more) => ({ isPair: false, isHeap: false, totals: [2000, 4],
   lines: rows.map((item) => item.counts).filter(Boolean), ...more });

test('values are the line\'s own', () => {
   const [own, misses] = heatsOf(model(ROWS), null, 'a.c', [OWN, MISSES]);
   assert.deepEqual(ROWS.map(own.valueOf), [1000, 250, 1, 0]);
   assert.deepEqual(ROWS.map(misses.valueOf), [2, 0, 1, 0]);
});

test('the hottest line has most heat, and next to nothing has none', () => {
   const [own, misses] = heatsOf(model(ROWS), null, 'a.c', [OWN, MISSES]);
   assert.deepEqual(ROWS.map(own.stepOf), [9, 5, 0, 0]);
   assert.deepEqual(ROWS.map(misses.stepOf), [9, 0, 7, 0]);
});

test('code of unknown lines does not cool the others', () => {
   const rows = [...ROWS, row(0, [1e9, 0])];
   assert.equal(heatsOf(model(rows), null, 'a.c', [OWN])[0].stepOf(ROWS[0]), 9);
});

test('calls and inlined code are measured by the whole program', () => {
   const [inlined, called] = heatsOf(model(ROWS), LINKS, 'a.c', [INLINED, CALLED]);
   assert.deepEqual(ROWS.map(inlined.valueOf), [0, 50, 0, 0]);
   assert.deepEqual(ROWS.map(called.valueOf), [0, 300, 0, 1]);
   assert.equal(called.stepOf(ROWS[1]), 4);
   const other = heatsOf(model(ROWS), LINKS, 'b.c', [CALLED])[0];
   assert.deepEqual(ROWS.map(other.valueOf), [0, 0, 0, 0]);
});

test('of a heap, inlined code counts as called', () => {
   const [called] = heatsOf(model(ROWS, { isHeap: true }), LINKS, 'a.c', [CALLED]);
   assert.equal(called.valueOf(ROWS[1]), 350);
});

test('of a pair, heat is that of the change, with its sign', () => {
   const rows = [row(1, [500, 0], [100, 0]), row(2, [0, 0], [100, 0]),
      row(3, [7, 0], [7, 0]), row(4, null)];
   const [own, called] = heatsOf(model(rows, { isPair: true }), LINKS, 'a.c',
      [OWN, CALLED]);
   assert.deepEqual(rows.map(own.stepOf), [4, -2, 0, 0]);
   assert.deepEqual(rows.map(own.oldOf), [100, 100, 7, 0]);
   assert.deepEqual([called.valueOf(rows[1]), called.oldOf(rows[1])], [300, 100]);
});

test('a program without any of an event has no heat', () => {
   const rows = [row(1, [0, 0])];
   assert.equal(heatsOf(model(rows, { totals: [0, 0] }), null, 'a.c', [OWN])[0]
      .stepOf(rows[0]), 0);
});

test('a column is used if a row has a value, or had one', () => {
   const used = (columns, rows, more) => {
      const heats = heatsOf(model(rows, more), LINKS, 'a.c', columns);
      return columns.map((column, i) => isUsed(column, heats[i], rows));
   };
   assert.deepEqual(used([OWN, MISSES, CALLED], [row(1, [0, 0])]), [true, false, false]);
   assert.deepEqual(used([MISSES, CALLED], [row(1, [0, 3]), row(4, null)]), [true, true]);
   assert.deepEqual(used([MISSES], [row(1, [0, 0], [0, 3])], { isPair: true }), [true]);
});
