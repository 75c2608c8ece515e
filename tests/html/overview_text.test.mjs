/* overview_text.test.mjs -- what the overview says, and where it says to look.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as text from '../../annotate/page/overview_text.js';
import * as top from '../../annotate/page/top.js';
import { makePaths } from '../../annotate/page/paths.js';

test('how a run ended', () => {
   const say = (state) => text.endOf(state).text;
   assert.equal(say({ how: 'exited', status: 0 }), 'Exited with status 0');
   assert.equal(say({ how: 'killed', signal: 11 }), 'Killed by signal 11 (SIGSEGV)');
   assert.equal(say({ how: 'killed', signal: 40 }), 'Killed by signal 40');
   assert.equal(say({ how: 'replaced', by: '/bin/sh' }), 'Became /bin/sh by exec');
   assert.equal(say({ how: 'dumped' }), 'Written while the program ran');
   assert.equal(say({ how: 'partial', ms: 30000 }),
      'Partial: what came after 30 s is missing');
   assert.equal(text.endOf({ how: 'exited', status: 1 }).isGood, false);
   assert.equal(text.endOf(undefined), null);
   assert.equal(text.endOf(null), null);
});

test('the machine, in words', () => {
   assert.deepEqual(text.machineOf(['I1 cache:         32768 B, 64 B, 8-way associative',
      'Valgrind:         3.19.0', 'anything']), [
      { name: 'I1 cache', text: '32 KiB, 8-way, lines of 64 B' },
      { name: 'Valgrind', text: '3.19.0' }, { name: '', text: 'anything' }]);
   assert.deepEqual(text.machineOf(undefined), []);
   const machine = { name: 'zen4', text: ['I1 size=32K ways=8 line=64 latency=4',
      'L2 size=1M ways=8 line=64 policy=plru latency=14', 'prefetch at=L2 kind=stream',
      'page 4K', 'DTLB entries=72 ways=72', 'TLB2 entries=3072 ways=24 latency=7'] };
   assert.deepEqual(text.machineOf(['I1 cache: 32768 B, 64 B, 8-way associative',
      'LL cache: 32768 B, 64 B, 8-way associative', 'Predictor: TAGE'], machine), [
      { name: 'Predictor', text: 'TAGE' }, { name: 'Machine', text: 'zen4' },
      { name: 'I1 cache', text: '32 KiB, 8-way, lines of 64 B, 4 cycles' },
      { name: 'L2 cache', text: '1 MiB, 8-way, lines of 64 B, 14 cycles' },
      { name: 'DTLB', text: '72 pages' }, { name: 'TLB2', text: '3,072 pages, 7 cycles' },
      { name: 'Prefetchers', text: '1' }]);
});

test('which part was counted', () => {
   assert.equal(text.countedPart(null), null);
   assert.match(text.countedPart({ late: 1, toggled: 1, unit: 'instrs' }),
      /counting began late, only some functions were counted/);
});

const METRICS = ['Ir', 'D1mr', 'D1mw', 'CEst'].map((name) => ({ name, formula: null }));
METRICS[3].formula = 'Ir + 10 * L1m';

const line = (number, ...values) => ({ key: `a.c:${number}`, file: 'a.c', line: number,
   values, old: null, fn: { name: 'f', key: 'f|a.c' } });

function model(lines, patch = {}) {
   return { lines, functions: [], metrics: METRICS, totals: [100, 20, 0, 300],
      isHeap: false, isPair: false, paths: null,
      sourcesOf: () => [{ file: 'a.c', first: 3,
         lines: ['three', 'four'] }], ...patch };
}

test('the lines with most, but none without a number', () => {
   const lines = [line(0, 90, 0, 0, 90), line(3, 4, 0, 0, 4), line(4, 6, 20, 0, 206),
      { ...line(5, 50, 0, 0, 50), fn: { name: '(below main)' } }];
   assert.deepEqual(top.topRows(model(lines), lines, 0, 5), [lines[2], lines[1]]);
   assert.deepEqual(top.unusual(model(lines), lines[2], 0), [{ metric: 1, share: 1 }]);
});

test('code without line numbers is a place, too', () => {
   const fn = (name, lines, ...values) => ({ name, file: '???', lines, values,
      old: null });
   const functions = [fn('g', [line(0, 80, 5, 0, 130)], 80, 5, 0, 130),
      fn('f', [line(3, 4, 0, 0, 4)], 4, 0, 0, 4),
      fn('(below main)', [line(0, 9, 0, 0, 9)], 9, 0, 0, 9)];
   const lines = [line(3, 4, 0, 0, 4), line(0, 89, 5, 0, 139)];
   const found = top.places(model(lines, { functions }), 0);
   assert.deepEqual(found.map((row) => row.key || row.name), ['a.c:3', 'g']);
   const heap = { functions, isHeap: true };
   assert.equal(top.places(model(lines, heap), 0).length, 2);
   assert.equal(top.places(model([line(3, 60, 0, 0, 0)], heap), 0).length, 1);
});

test('where a function is, unless its name says it', () => {
   const row = (short, file, object) => top.homeOf({ short, file, object });
   assert.equal(row('f', '/x/a.c', '/lib/l.so'), '/x/a.c');
   assert.equal(row('f', '???', '/lib/l.so'), '/lib/l.so');
   assert.equal(row('??? in l.so', '???', '/lib/l.so'), '');
   assert.equal(row('f', '???', ''), '');
});

test('the text of a line, if the document has it', () => {
   assert.equal(top.sourceText(model([]), 'a.c', 4), 'four');
   assert.equal(top.sourceText(model([]), 'a.c', 5), null);
   assert.equal(top.sourceText(model([]), 'a.c', 2), null);
});

test('who calls a function most', () => {
   const paths = makePaths({ kinds: [{ name: 'Ir' }], shown: 0, files: [],
      functions: [{ name: 'a' }, { name: 'b' }, { name: 'f', file: 'a.c' }],
      parent: [-1, 0, 0, 2, 3], function: [0, 2, 1, 2, 2], self: [[0, 1, 0, 1, 2]] });
   const caller = top.mainCaller({ paths }, { name: 'f', key: 'f|a.c' }, 0);
   assert.deepEqual(caller, { fn: 1, share: 0.75 });
   assert.equal(top.mainCaller({ paths }, { name: 'a', key: 'a' }, 0), null);
   assert.equal(top.mainCaller({ paths }, { name: 'none', key: 'none' }, 0), null);
   assert.equal(top.mainCaller({ paths: null }, { name: 'f', key: 'f' }, 0), null);
});

test('the site of a finding is the one with its path', () => {
   const sites = [{ path: [1, 23] }, { path: [12, 3] }, { path: [] }];
   assert.equal(top.siteOf({ sites }, { path: [12, 3] }), 1);
   assert.equal(top.siteOf({ sites }, { path: [12] }), -1);
   assert.equal(top.siteOf({}, { path: [] }), -1);
});

test('what a finding saves of', () => {
   assert.deepEqual(['peak', 'end', 'run'].map((of) => text.savedOf({ of })),
      ['of the peak', 'of the end', 'over the run']);
});

test('why a finding is one', () => {
   const finding = { reason: 'of 3', of_sites: 4, type: 'Order' };
   assert.equal(text.reasonOf(finding), 'of 3; Order; 4 sites');
   assert.equal(text.reasonOf({ reason: 'of 3', of_sites: 1, type: null }), 'of 3');
});
