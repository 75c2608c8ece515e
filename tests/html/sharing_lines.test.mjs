// sharing_lines.test.mjs -- lines of memory that threads share: lanes, fields, pairs.
// SPDX-License-Identifier: GPL-2.0-or-later

import test from 'node:test';
import assert from 'node:assert/strict';
import { bytesText, contendedBytes, countVerdicts, fieldsOf, laneOf, lineTitle,
   makeSharing } from '../../annotate/page/sharing_lines.js';

const OBJECTS = ['counters', 'queue', 'lock', 'log', 'pool']
   .map((name, index) => ({ name, index }));

function access(thread, bytes, patch = {}) {
   return { thread, function: 'f', file: 'a.c', line: 3, object: 0, field: 'hits',
      offset: 0, bytes, reads: 1, writes: 1, ...patch };
}

function line(patch) {
   return { verdict: 'false', bound: 10, bound_false: 10, transfers: 2,
      accesses: [access(2, [[0, 8]]), access(3, [[8, 16]])], ...patch };
}

function doc(lines) {
   return { line_B: 64, threads: 3, lines, left_out: { lines: 1, accesses: 2 } };
}

function modelOf(sharing, patch = {}) {
   return { isHeap: false, isPair: false, report: { sharing }, data: { objects: OBJECTS },
      ...patch };
}

test('a profile without sharing has none', () => {
   assert.equal(makeSharing(modelOf(null)), null);
   assert.equal(makeSharing(modelOf(undefined)), null);
   assert.equal(makeSharing(modelOf({ old: null, new: null }, { isPair: true })), null);
});

test('the largest bound comes first, with its accesses, most first', () => {
   const { lines, lineBytes, leftOut } = makeSharing(modelOf(doc([line({ bound: 1 }),
      line({ accesses: [access(7, [[0, 1]]), access(3, [[1, 2]], { reads: 9 })] })])));
   assert.deepEqual(lines.map(({ bound, index }) => [bound, index]), [[10, 0], [1, 1]]);
   assert.deepEqual(lines[0].accesses.map(({ thread }) => thread), [3, 7]);
   assert.deepEqual(lines[0].threads, [3, 7]);
   assert.equal(lines[0].accesses[0].object, OBJECTS[0]);
   assert.deepEqual([lineBytes, leftOut.lines], [64, 1]);
});

test('a line without a verdict is none', () => {
   const { lines } = makeSharing(modelOf(doc([line({}), line({ verdict: 'none' })])));
   assert.deepEqual(lines.map(({ verdict }) => verdict), ['false']);
});

test('objects are unknown without data', () => {
   const { lines } = makeSharing(modelOf(doc([line({})]), { data: null }));
   assert.equal(lines[0].accesses[0].object, null);
   assert.equal(lineTitle(lines[0]), 'Unknown data');
});

test('a pair joins the same data, and keeps what is gone', () => {
   const other = line({ bound: 90, accesses: [access(2, [[0, 4]], { object: 1 })] });
   const { lines } = makeSharing(modelOf({ old: doc([line({ bound: 5, pair: 0 }),
      { ...other, pair: null }]), new: doc([line({ pair: 0 }), line({ bound: 1,
      pair: null, accesses: [access(1, [[0, 1]], { field: 'new' })] })]) },
   { isPair: true }));
   assert.deepEqual(lines.map((l) => [l.old.bound, l.bound, l.isGone]),
      [[90, 0, true], [5, 10, false], [0, 1, false]]);
});

test('what is hardly shared any more is gone, with its old verdict', () => {
   const { lines } = makeSharing(modelOf({ old: doc([line({ bound: 500, pair: 3 }),
      line({ verdict: 'none', bound: 7, pair: 4 })]), new: doc([
      line({ verdict: 'none', bound: 7, pair: 3 }), line({ bound: 9, pair: 4 })]) },
   { isPair: true }));
   assert.deepEqual(lines.map((l) => [l.verdict, l.old.bound, l.bound, l.isGone]),
      [['false', 500, 7, true], ['false', 7, 9, false]]);
});

test('one side of a pair can be without sharing', () => {
   const gone = makeSharing(modelOf({ old: doc([line({})]), new: null },
      { isPair: true }));
   assert.deepEqual(gone.lines.map((l) => [l.old.bound, l.bound]), [[10, 0]]);
});

test('a title names the data objects', () => {
   const of = (...objects) => lineTitle({ accesses: objects.map((object) =>
      ({ object: OBJECTS[object] || null })) });
   assert.equal(of(0, 0), 'counters');
   assert.equal(of(0, 1), 'counters and queue');
   assert.equal(of(0, 1, 2), 'counters, queue, lock');
   assert.equal(of(0, 1, 2, 3, 4), 'counters, queue, lock and 2 more');
   assert.equal(of(9), 'Unknown data');
});

test('a lane has runs of bytes of the same use', () => {
   const shared = { accesses: [access(2, [[0, 4], [8, 12]], { reads: 5, writes: 0 }),
      access(2, [[2, 4]], { reads: 0, writes: 7 }), access(3, [[0, 64]])] };
   assert.deepEqual(laneOf(shared, 2, 64), [
      { first: 0, end: 2, isWritten: false, reads: 5, writes: 0 },
      { first: 2, end: 4, isWritten: true, reads: 5, writes: 7 },
      { first: 8, end: 12, isWritten: false, reads: 5, writes: 0 }]);
   assert.deepEqual(laneOf(shared, 4, 64), []);
   assert.deepEqual(laneOf({ accesses: [access(2, [[60, 99]])] }, 2, 64)
      .map(({ first, end }) => [first, end]), [[60, 64]]);
});

test('fields are named once, where they begin', () => {
   const object = OBJECTS[0];
   const of = (field, bytes) => ({ object, field, bytes });
   assert.deepEqual(fieldsOf({ accesses: [of('b', [[8, 12]]), of('a', [[0, 4]]),
      of('a', [[2, 8]]), of('c', [[9, 11]]), of(null, [[20, 24]])] }), [
      { first: 0, end: 8, name: 'a' }, { first: 8, end: 12, name: 'b' },
      { first: 20, end: 24, name: 'counters' }]);
});

test('contended are bytes that one thread writes and another uses', () => {
   const of = (...accesses) => contendedBytes({ accesses,
      threads: [...new Set(accesses.map(({ thread }) => thread))] }, 64);
   assert.deepEqual(of(access(2, [[0, 8]]), access(3, [[8, 16]])), []);
   assert.deepEqual(of(access(2, [[0, 2]]), access(3, [[1, 4]], { writes: 0 })), [1]);
   assert.deepEqual(of(access(2, [[0, 2]], { writes: 0 }),
      access(3, [[0, 2]], { writes: 0 })), []);
   assert.deepEqual(of(access(2, [[0, 2]], { own: true }), access(3, [[0, 2]])), []);
});

test('bytes as text', () => {
   assert.equal(bytesText([[0, 8]]), '0 to 7');
   assert.equal(bytesText([[0, 1], [8, 12]]), '0, 8 to 11');
});

test('verdicts are counted, without what is gone', () => {
   assert.deepEqual(countVerdicts([{ verdict: 'false' }, { verdict: 'both' },
      { verdict: 'false', isGone: true }]), { false: 1, true: 0, both: 1 });
});
