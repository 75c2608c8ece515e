/* asm_rows.test.mjs -- listings of machine code, their rows and what belongs together.
   SPDX-License-Identifier: GPL-2.0-or-later */

import test from 'node:test';
import assert from 'node:assert/strict';
import { findInstrs, hotInstrs, hottest, isInGap, lightsOf, lightsOfLine, linesIn,
   makeAssembly, mostValue, ofFinding, placeOf, placePatch, rowsAround, rowsOf, textOf,
   valueOf } from '../../annotate/page/asm_rows.js';

/* Instructions of 4 bytes from an address on; of each {line, file, runs, values, ...}. */
function listing(name, first, instrs, members = {}) {
   return { function: name, object: '/bin/a', architecture: 'amd64', values: [100, 10],
      loops: [], ...members, instructions: instrs.map((instr, i) => ({
         address: `0x${(first + 4 * i).toString(16)}`, code: '90909090', mnemonic: 'mov',
         operands: '%eax,%edx', runs: 1, ...instr.line ? { file: 'a.c' } : {},
         ...instr.runs === 0 ? {} : { values: [1, 0] }, ...instr })) };
}

function model(assembly, functions = []) {
   return { doc: { assembly }, functions, assembly: makeAssembly({ doc: { assembly },
      functions }), functionOf: (key) => functions.find((row) => row.key === key) };
}

const row = (name, file, members) => ({ key: `${name}|${file}`, name, short: name, file,
   object: '', inclusive: null, ...members });
const never = (count) => Array.from({ length: count }, () => ({ runs: 0 }));

const main = listing('main', 0x1000, [
   { line: 4, mnemonic: 'jmp', operands: '0x1008', target: 2 },
   { line: 5, values: [50, 0], notes: ['one', 'two'] },
   { file: 'list.h', line: 9, values: [20, 7], waits_for: 1 },
   { line: 4, mnemonic: 'call', operands: '0x2000', calls: 'helper', values: [3, 0] },
   ...never(7), { values: [4, 9] }],
{ loops: [{ first: 1, last: 3, head: 2, passes: 8, values: [73, 7] }] });
const helper = listing('helper', 0x2000, [{ line: 20, values: [10, 0] },
   { line: 5, values: [60, 0] }], { object: '/bin/b.so' });

test('without listings there is nothing', () => {
   assert.equal(makeAssembly({ doc: {}, functions: [] }), null);
   assert.equal(makeAssembly({ doc: { assembly: [] }, functions: [] }), null);
});

test('the file of a function is that of its calls, or where it begins', () => {
   const inlined = listing('f', 0, [{ file: 'l.h', line: 1 }, { line: 2 }]);
   const file = (functions) => model([inlined], functions).assembly.listings[0].file;
   assert.equal(file([]), 'l.h');
   assert.equal(file([row('f', 'l.h'), row('f', 'a.c', { inclusive: [9] })]), 'a.c');
   assert.equal(file([row('f', 'x.c', { inclusive: [9] })]), 'l.h');
   assert.equal(model([listing('f', 0, [{}])]).assembly.listings[0].file, '');
});

test('functions are found by name, and by what is known of them besides', () => {
   const other = listing('helper', 0x3000, [{ line: 1 }]);
   const { assembly } = model([main, helper, other]);
   const index = (found) => found && found.index;
   assert.equal(index(assembly.ofFunction('helper')), 1);
   assert.equal(index(assembly.ofFunction('helper', { object: '/bin/a' })), 2);
   assert.equal(index(assembly.ofFunction('helper', { object: '/bin/c' })), null);
   assert.equal(index(assembly.ofFunction('helper', { file: '???', object: '' })), 1);
   assert.equal(index(assembly.ofFunction('helper', { file: 'x.c' })), null);
   assert.equal(index(assembly.ofFunction('constructor')), null);
   assert.equal(index(assembly.ofCall('helper', { object: '/bin/a' })), 2);
   assert.equal(index(assembly.ofCall('helper', { object: '/bin/c' })), 1);
});

test('a line leads to the costliest instruction of any listing', () => {
   const { assembly } = model([main, helper]);
   const place = assembly.ofLine('a.c', 5, 0);
   assert.deepEqual([place.listing.index, place.at], [1, 1]);
   assert.equal(assembly.ofLine('a.c', 6, 0), null);
   assert.equal(assembly.ofLine('list.h', 9, 1).at, 2);
});

test('a finding leads to its instruction, of several that of its line', () => {
   const twin = { ...main, function: 'twin', instructions: main.instructions
      .map((instr) => ({ ...instr, line: instr.line && instr.line + 100 })) };
   const { assembly } = model([twin, main]);
   const instruction = { address: '0x1004', mnemonic: 'mov' };
   assert.equal(ofFinding(assembly, { instruction, file: 'a.c', line: 5 }).listing.index,
      1);
   assert.equal(ofFinding(assembly, { instruction, file: 'b.c', line: 5 }).listing.index,
      0);
   assert.equal(ofFinding(assembly, { instruction: { ...instruction, mnemonic: 'add' } }),
      null);
   assert.equal(ofFinding(assembly, { file: 'a.c', line: 5 }), null);
});

test('values, the hottest and hot instructions', () => {
   const { assembly } = model([main, helper]), [first] = assembly.listings;
   assert.equal(valueOf(first.instrs[5], 0), 0);
   assert.equal(hottest(first, 0), 1);
   assert.equal(hottest(first, 1), 11);
   assert.equal(hottest(first, 0, [0, 3]), 3);
   assert.equal(mostValue(assembly, 0), 60);
   assert.deepEqual(hotInstrs(first, 0), [1, 2]);
   assert.deepEqual(hotInstrs(first, 1), [2, 11]);
   assert.deepEqual(hotInstrs(model([listing('f', 0, never(2))]).assembly.listings[0], 0),
      []);
});

test('a search finds text, callees, addresses and lines', () => {
   const [first] = model([main]).assembly.listings;
   assert.equal(textOf(first.instrs[3]), '100c call helper');
   assert.deepEqual(findInstrs(first, 'HELP'), [3]);
   assert.deepEqual(findInstrs(first, '1004'), [1]);
   assert.deepEqual(findInstrs(first, ':4'), [0, 3]);
   assert.deepEqual(findInstrs(first, ''), []);
});

test('the place of a state: its own, that of other views, or the costliest', () => {
   const made = model([main, helper], [row('helper', 'a.c'), row('main', 'a.c')]);
   const at = (state, metric = 0) => {
      const place = placeOf(made, state, metric);
      return [place.listing.index, place.at];
   };
   assert.deepEqual(at({}), [0, 1]);
   assert.deepEqual(at({}, 1), [0, 11]);
   assert.deepEqual(at({ 'asm.of': '1' }), [1, 1]);
   assert.deepEqual(at({ 'asm.of': '1', 'asm.at': '0x2000' }), [1, 0]);
   assert.deepEqual(at({ 'asm.of': '1', 'asm.at': '0x1000' }), [1, 1]);
   assert.deepEqual(at({ 'asm.at': '100c' }), [0, 3]);
   assert.deepEqual(at({ fn: 'helper|a.c' }), [1, 1]);
   assert.deepEqual(at({ fn: 'helper|a.c', file: 'a.c', line: '20' }), [1, 0]);
   assert.deepEqual(at({ file: 'list.h', line: '9' }), [0, 2]);
   assert.deepEqual(at({ fn: 'nobody', file: 'a.c', line: '99' }), [0, 1]);
   for (const wrong of ['-1', 'length', '2', '1e0', '__proto__', '']) {
      assert.deepEqual(at({ 'asm.of': wrong, 'asm.at': wrong }), [0, 1]);
   }
});

test('the address says which instruction, and its line to other views', () => {
   const [first] = model([main]).assembly.listings;
   assert.deepEqual(placePatch(first, 2), { 'asm.of': 0, 'asm.at': '0x1008',
      file: 'list.h', line: 9, fn: null });
   assert.deepEqual(placePatch(first, 11), { 'asm.of': 0, 'asm.at': '0x102c' });
});

const brief = (rows) => rows.map(({ kind, at, end, text }) =>
   `${kind} ${at}${end ? `-${end}` : ''}${text ? ` ${text}` : ''}`);

test('rows: loops above, notes below, and long stretches that never ran as one', () => {
   const [first] = model([main]).assembly.listings;
   assert.deepEqual(brief(rowsOf(first, false)), ['instr 0', 'loop 1', 'instr 1',
      'note 1 one', 'note 1 two', 'instr 2', 'instr 3', 'gap 4-11', 'instr 11']);
   assert.equal(rowsOf(first, true).length, 15);
   assert.deepEqual([3, 4, 10, 11].map((at) => isInGap(first, at)),
      [false, true, true, false]);
   assert.equal(first.hasIdle, true);
});

test('few that never ran stay; a stretch can begin and end the function', () => {
   const [short] = model([listing('f', 0, [...never(5), {}])]).assembly.listings;
   assert.equal(rowsOf(short, false).length, 6);
   assert.equal(short.hasIdle, false);
   const loops = [{ first: 2, last: 7, head: 2, passes: 1, values: [1, 0] }];
   const [long] = model([listing('f', 0, [...never(6), {}, ...never(6)], { loops })])
      .assembly.listings;
   assert.deepEqual(brief(rowsOf(long, false)),
      ['loop 0', 'gap 0-6', 'instr 6', 'gap 7-13']);
});

test('what is lit: instructions of the line, the target, and what it waits for', () => {
   const [first] = model([main]).assembly.listings;
   assert.deepEqual(lightsOf(first, 0), { lit: [0, 3], also: [2],
      line: { file: 'a.c', line: 4 }, jump: { from: 0, to: 2 } });
   assert.deepEqual(lightsOf(first, 2), { lit: [2], also: [1],
      line: { file: 'list.h', line: 9 }, jump: null });
   assert.deepEqual(lightsOf(first, 5), { lit: [5], also: [], line: null, jump: null });
   assert.deepEqual(lightsOfLine(first, 'a.c', 4).lit, [0, 3]);
   assert.deepEqual(lightsOfLine(first, 'a.c', 99).lit, []);
});

test('a target that is not there is none', () => {
   const [first] = model([listing('f', 0, [{ target: 9, waits_for: 0 }])])
      .assembly.listings;
   assert.deepEqual(lightsOf(first, 0), { lit: [0], also: [], line: null, jump: null });
});

test('source around the lines: those near and between; others are gaps', () => {
   const lines = linesIn(model([main]).assembly.listings[0], 'a.c');
   assert.deepEqual(lines, [4, 5]);
   const source = Array.from({ length: 100 }, (_, i) =>
      ({ isGap: false, line: i + 1, last: i + 1 }));
   const shown = (wanted, rows = source) => rowsAround(rows, wanted, 2, 10).map((one) =>
      (one.isGap ? `${one.line}-${one.last}` : one.line));
   assert.deepEqual(shown([10, 13]), [8, 9, 10, 11, 12, 13, 14, 15]);
   assert.deepEqual(shown([2, 30]), [1, 2, 3, 4, '5-27', 28, 29, 30, 31, 32]);
   assert.deepEqual(shown([]), []);
   const holes = [...source.slice(0, 20), { isGap: true, line: 21, last: 80 },
      ...source.slice(80), { isGap: false, line: 0, last: 0 }];
   assert.deepEqual(shown([19, 82], holes),
      [17, 18, 19, 20, '21-80', 81, 82, 83, 84]);
   assert.equal(source.every((one) => !one.isGap), true);
});
