// layout_rules.test.mjs -- rules of a layout: what each did, and where it puts fields.
// SPDX-License-Identifier: GPL-2.0-or-later

import test from 'node:test';
import assert from 'node:assert/strict';
import { laidOut, layoutFacts, mostMisses, movedFields, partsOf, rulesOf }
   from '../../annotate/page/layout_rules.js';

const LAYOUT = { file: 'a.layout', rules: [
   { line: 3, text: 'type struct s: hot id, next; cold rest', kind: 'split',
      blocks: 1000, bytes: 80000, misfits: 3, more_accesses: 1, kernel_calls: 2 },
   { line: 5, text: 'static t: align 64', kind: 'align', blocks: 1, bytes: 1,
      misfits: 0, more_accesses: 0, kernel_calls: 0 }] };

test('facts are of the profiles that have a layout', () => {
   assert.deepEqual(layoutFacts({}, false), []);
   assert.deepEqual(layoutFacts({}, true), []);
   assert.deepEqual(layoutFacts({ layout: LAYOUT }, false),
      [{ name: 'Layout', text: 'a.layout, 2 rules' }]);
   assert.deepEqual(layoutFacts({ layout: LAYOUT }, true),
      [{ name: 'Layout', text: 'a.layout, 2 rules' },
         { name: 'Old layout', text: 'none' }]);
   assert.deepEqual(layoutFacts({ old_layout: { file: 'b', rules: [] } }, true),
      [{ name: 'Layout', text: 'none' }, { name: 'Old layout', text: 'b' }]);
});

test('verdicts have their rules and their data objects', () => {
   const verdict = { rules: [{ rule: 2, line: 5, percent: -9, functions: [] },
      { rule: 1, line: 3, percent: 1, functions: [] }] };
   const data = { objects: [{ name: 'x', rule: 0 }, { name: 'y', rule: 1 },
      { name: 'z', rule: 1 }] };
   const rules = rulesOf({ report: { layout: LAYOUT, layout_verdict: verdict }, data });
   assert.deepEqual(rules.map(({ rule, text, objects }) =>
      [rule, text, objects.map(({ name }) => name)]),
   [[2, 'static t: align 64', []],
      [1, 'type struct s: hot id, next; cold rest', ['y', 'z']]]);
   assert.deepEqual(rulesOf({ report: { layout: LAYOUT, layout_verdict: verdict },
      data: null })[1].objects, []);
   assert.deepEqual(rulesOf({ report: { layout: LAYOUT }, data }), []);
});

test('what was laid out, and what was not', () => {
   assert.deepEqual(laidOut(LAYOUT.rules[0]), ['1,000 blocks, 80,000 bytes',
      '3 did not fit', '1 more access', '2 calls of the kernel']);
   assert.deepEqual(laidOut(LAYOUT.rules[1]), ['1 variable, 1 byte']);
});

/* ---- Fields ---- */

const FIELDS = ['id', 'name[48]', 'pos.x', 'pos.y', 'posted', 'next']
   .map((name) => ({ name }));

function parts(text) {
   const of = partsOf(text, FIELDS);
   return of && of.map(({ title, fields }) =>
      `${title}: ${fields.map(({ name }) => name).join(' ')}`);
}

test('parts have the fields that a rule names, in its order', () => {
   assert.deepEqual(parts('type struct s: hot next, id; cold rest'),
      ['Hot: next id', 'Cold: name[48] pos.x pos.y posted']);
   assert.deepEqual(
      parts('type struct s at a.c:3: part id; part pos, name; cold rest; linked'),
      ['Part 1: id', 'Part 2: pos.x pos.y name[48]', 'Cold: posted next']);
   assert.deepEqual(parts('type s: order posted, next'),
      ['All: posted next id name[48] pos.x pos.y']);
   assert.deepEqual(parts('type s: pool; soa'), ['id: id', 'name[48]: name[48]',
      'pos.x: pos.x', 'pos.y: pos.y', 'posted: posted', 'next: next']);
   assert.deepEqual(parts('type a::b<c>: hot id; cold rest'),
      ['Hot: id', 'Cold: name[48] pos.x pos.y posted next']);
});

test('other rules leave fields where they are', () => {
   for (const text of ['static t: align 64', 'array g: pitch +64', 'type s: pool by use',
      'site a.c:1: huge', 'static t: at +64', 'type s: pad 64', 'nonsense', 'type s: ']) {
      assert.equal(parts(text), null, text);
   }
});

const METRICS = ['D1mr', 'DLmr', 'D1mw', 'DLmw'].map((name) => ({ name }));

function field(name, offset, bytes, reads, oldReads) {
   return { name, offset, bytes, stride: 0, values: [reads, 0, 1, 0],
      old: [oldReads, 0, 2, 0] };
}

const ROW = { type: 'struct s', typeBytes: 24, fields: [field('id', 8, 4, 5, 50),
   field('next', 0, 8, 7, 70), field('key', 16, 8, 0, 0)] };

test('fields have the misses of both runs, where they were and where they are', () => {
   const moved = movedFields({ text: 'type struct s: hot key, id; cold rest' }, ROW,
      METRICS);
   const shown = (ranges) => ranges.map(({ name, mark, offset, bytes, reads, writes }) =>
      [mark === 'padding' ? mark : name, offset, bytes, reads, writes]);
   assert.deepEqual(shown(moved.before), [['next', 0, 8, 70, 2], ['id', 8, 4, 50, 2],
      ['padding', 12, 4, 0, 0], ['key', 16, 8, 0, 2]]);
   assert.deepEqual(moved.after.map(({ title, ranges }) => [title, shown(ranges)]),
      [['Hot', [['key', 0, 8, 0, 1], ['id', 8, 4, 5, 1]]],
         ['Cold', [['next', 0, 8, 7, 1]]]]);
   assert.equal(mostMisses(moved), 70);
});

test('without names of fields, or a rule on them, there is nothing to show', () => {
   assert.equal(movedFields({ text: 'type s: pool' }, ROW, METRICS), null);
   assert.equal(movedFields({ text: 'type s: soa' }, { ...ROW, fields: [] }, METRICS),
      null);
   assert.equal(movedFields({ text: 'type s: soa' }, { ...ROW, type: null,
      fields: [{ ...field('id', 0, 8, 1, 1), name: null }] }, METRICS), null);
});
