// data_rows.test.mjs -- data objects: sums of misses, places, fields, line use.
// SPDX-License-Identifier: GPL-2.0-or-later

import test from 'node:test';
import assert from 'node:assert/strict';
import { datumName, fieldName, fieldRanges, hottestLines, lineUse, makeData, sizeOf,
   sizeText, weight } from '../../annotate/page/data_rows.js';

const EVENTS = ['D1mr', 'DLmr', 'D1mw', 'DLmw'];
const METRICS = [{ name: 'Ir', title: 'Instructions', formula: null },
   ...EVENTS.map((name) => ({ name, title: name, formula: null })),
   { name: 'CEst', title: 'Estimated cycles', meaning: 'All.',
      formula: 'Ir + 10 * L1m + 100 * LLm' },
   { name: 'ratio', title: 'ratio', formula: 'Ir / Dr' },
   { name: 'Bad', title: 'Bad', meaning: '', formula: 'Bm' }];

function object(patch) {
   return { kind: 'heap', label: 'f (a.c:1)', symbol: 'f', type: 'struct s', type_B: 24,
      binary: null, where: [{ function: 'f', file: 'a.c', line: 1 }], blocks: 4,
      bytes: 96, min_B: 24, max_B: 24, size_B: 24, use: null, sets: null, fields: [],
      values: [30, 3, 10, 1], ...patch };
}

function modelOf(data, patch = {}) {
   return { isHeap: false, isPair: false, metrics: METRICS, report: { data },
      totals: [1000, 40, 4, 20, 2, 3000, 0, 0], oldTotals: null,
      describe: (name) => ({ title: `${name}!`, meaning: `${name}.` }), ...patch };
}

function line(patch) {
   return { file: 'a.c', line: 7, function: 'g', object: 0, field: 'next', offset: 8,
      stride: 24, values: [1, 0, 0, 0], ...patch };
}

const DOC = { limit_B: 1024, events: EVENTS, findings: [], left_out: { objects: 2 },
   objects: [object({}),
      object({ kind: 'static', label: 'table', values: [10, 1, 10, 1] })],
   lines: [line({}), line({ line: 8, object: 1, field: null, values: [9, 0, 0, 0] })] };

test('a profile without data objects has none', () => {
   assert.equal(makeData(modelOf(null)), null);
   assert.equal(makeData(modelOf(undefined)), null);
   assert.equal(makeData(modelOf(DOC, { isHeap: true })), null);
});

test('sums are of the misses alone, and their totals the program\'s', () => {
   const data = makeData(modelOf(DOC));
   assert.deepEqual(data.metrics.map(({ name }) => name), [...EVENTS, 'CEst']);
   assert.deepEqual(data.metrics.map(({ total }) => total), [40, 4, 20, 2, 3000]);
   // 10 * (30 + 10) + 100 * (3 + 1)
   assert.deepEqual(data.objects[0].values, [30, 3, 10, 1, 800]);
   assert.equal(data.lines[1].values[4], 90);
});

test('without the event among the metrics, the total is that of the objects', () => {
   const data = makeData(modelOf(DOC, { metrics: METRICS.slice(0, 1), totals: [1000] }));
   assert.deepEqual(data.metrics.map(({ total }) => total), [40, 4, 20, 2]);
});

test('the estimate is shown unless another metric is chosen', () => {
   const data = makeData(modelOf(DOC));
   assert.equal(data.shown({}), 4);
   assert.equal(data.shown({ kind: 'Ir' }), 4);
   assert.equal(data.shown({ kind: 'DLmr' }), 1);
   const bare = makeData(modelOf(DOC, { metrics: [], totals: [] }));
   assert.equal(bare.shown({}), 0);
});

test('lines belong to their objects and their source lines', () => {
   const data = makeData(modelOf(DOC));
   assert.deepEqual(data.objects[0].lines, [data.lines[0]]);
   assert.deepEqual(data.at('a.c', 8), [data.lines[1]]);
   assert.deepEqual(data.at('a.c', 9), []);
   assert.deepEqual(data.at('__proto__', 0), []);
});

test('a pair has both sides, and weighs by the change', () => {
   const both = (of) => ({ ...of, old: of.values, new: [50, 3, 10, 1],
      values: undefined });
   const data = makeData(modelOf({ ...DOC, objects: DOC.objects.map(both),
      lines: DOC.lines.map(both) }, { isPair: true, oldTotals: METRICS.map(() => 7) }));
   assert.equal(data.objects[0].old[0], 30);
   assert.equal(data.objects[0].values[0], 50);
   assert.equal(weight(data.objects[0], 0), 20);
   assert.equal(data.metrics[0].oldTotal, 7);
   assert.deepEqual(hottestLines(data.lines, 0).map((l) => l.line), [7, 8]);
});

test('hottest lines leave out those without any', () => {
   const data = makeData(modelOf(DOC));
   assert.deepEqual(hottestLines(data.lines, 0).map((l) => l.line), [8, 7]);
   assert.deepEqual(hottestLines(data.lines, 1), []);
});

test('sizes are of one block, or of the variable', () => {
   const [block] = makeData(modelOf({ ...DOC, lines: [] })).objects;
   assert.equal(sizeText(block), '24');
   assert.equal(sizeOf(block), 24);
   assert.equal(sizeText({ ...block, min: 16, max: 4096 }), '16 to 4,096');
   assert.equal(sizeOf({ ...block, bytes: 100 }), 25);
   assert.equal(sizeText({ ...block, blocks: 0, size: 48 }), '48');
   assert.equal(sizeText({ ...block, blocks: 0, size: 0 }), '');
   assert.equal(sizeOf({ ...block, blocks: 0, size: 0 }), null);
});

test('a place is a field, or bytes, or every so many bytes', () => {
   assert.equal(fieldName({ field: 'next', offset: 8, stride: 24 }), 'next');
   assert.equal(fieldName({ field: null, offset: 8, stride: 0 }), 'byte 8');
   assert.equal(fieldName({ field: null, offset: 8, stride: 24 }), 'byte 8 of every 24');
   assert.equal(fieldName({ field: null, offset: 0, stride: 24 }), 'every 24 bytes');
   assert.equal(fieldName({ field: null, offset: null, stride: 0 }), '');
   assert.equal(fieldName({ name: null, offset: 8, bytes: 8 }), 'bytes 8 to 15');
   assert.equal(fieldName({ name: 'x', offset: 8, bytes: 8 }), 'x');
   assert.equal(fieldName({ name: null, offset: null, bytes: null }), '');
});

test('a triple is named by its type and field, or by its object', () => {
   const data = makeData(modelOf(DOC));
   assert.equal(datumName(data.lines[0]), 'struct s.next');
   assert.equal(datumName({ ...data.lines[0], field: '[2].x' }), 'struct s[2].x');
   assert.equal(datumName({ ...data.lines[1], offset: null }), 'table');
   assert.equal(datumName(data.lines[1]), 'table, byte 8 of every 24');
   assert.equal(datumName({ ...data.lines[0], object: undefined }), '???');
});

test('fields become ranges with gaps and marks', () => {
   const field = (name, offset, size, values) =>
      ({ name, offset, size_B: size, values });
   const doc = { ...DOC, lines: [], objects: [object({ fields: [
      field('b', 8, 4, [0, 0, 0, 0]), field('a', 0, 4, [500, 0, 4, 0]),
      field('c', 12, 8, [1, 2, 0, 0])] })] };
   const data = makeData(modelOf(doc));
   const ranges = fieldRanges(data.objects[0], data.metrics, '1');
   assert.deepEqual(ranges.map((r) => [r.offset, r.bytes, r.name, r.mark]), [
      [0, 4, 'a', ''], [4, 4, '', 'padding'], [8, 4, 'b', 'never missed'],
      [12, 8, 'c', 'cold'], [20, 4, '', 'padding']]);
   assert.deepEqual([ranges[0].reads, ranges[0].writes], [500, 4]);
   const last = fieldRanges(data.objects[0], data.metrics, 'L');
   assert.deepEqual(last.map((r) => r.reads), [0, 0, 0, 2, 0]);
   const [bare] = makeData(modelOf(DOC)).objects;
   assert.deepEqual(fieldRanges(bare, data.metrics, '1'), []);
});

test('fields that overlap, as of a union, are cut', () => {
   const doc = { ...DOC, lines: [], objects: [object({ type_B: 8, fields: [
      { name: 'a', offset: 0, size_B: 8, values: [1, 0, 0, 0] },
      { name: 'b', offset: 4, size_B: 2, values: [1, 0, 0, 0] }] })] };
   const data = makeData(modelOf(doc));
   assert.deepEqual(fieldRanges(data.objects[0], data.metrics, '1')
      .map((r) => [r.offset, r.bytes]), [[0, 8]]);
});

test('places of an unknown type have bytes, and what is between was not missed', () => {
   const at = (offset, stride = 0) => ({ name: null, offset, size_B: null, stride,
      values: [5, 0, 0, 0] });
   const doc = { ...DOC, lines: [], objects: [object({ type: null, type_B: null,
      fields: [at(24), at(0), at(4), at(3, 16), at(null)] })] };
   const data = makeData(modelOf(doc));
   assert.deepEqual(fieldRanges(data.objects[0], data.metrics, '1')
      .map((r) => [r.offset, r.bytes, r.mark]), [[0, 4, ''], [4, 8, ''],
      [12, 12, 'never missed'], [24, 8, '']]);
});

test('line use is parts of all bytes fetched', () => {
   assert.equal(lineUse({ use: null }), null);
   assert.equal(lineUse({ use: { lines: 0, inside_B: 0, used_B: 0 } }), null);
   assert.deepEqual(lineUse({ use: { lines: 2, inside_B: 96, used_B: 32 } }),
      { used: 0.25, unused: 0.5, others: 0.25 });
});
