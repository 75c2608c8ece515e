/* links.test.mjs -- callers and callees, of functions and of lines.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksOf } from '../../annotate/page/links.js';
import { makePaths } from '../../annotate/page/paths.js';

const METRICS = [{ name: 'Ir', path: 0 }, { name: 'CEst', path: -1 }];

/* main calls f at a.c:3; f calls itself at a.c:7, twice as deep, and has g inlined at
   a.c:8, and calls h at a.c:7, too. */
const PATHS = {
   kinds: [{ name: 'Ir', title: 'Ir', unit: 'count' }], shown: 0,
   functions: [{ name: 'main', file: 'a.c' }, { name: 'f', file: 'a.c' },
      { name: 'g', file: 'a.h' }, { name: 'h', file: '???' }],
   files: ['a.c'],
   //        main f  f  g  h
   parent: [-1, 0, 1, 2, 2],
   function: [0, 1, 1, 2, 3],
   call_line: [0, 3, 7, 8, 7],
   call_file: [-1, 0, -1, 0, 0],
   inlined: [0, 0, 0, 1, 0],
   calls: [1, 2, 5, 0, 4],
   self: [[10, 20, 40, 80, 160]],
};

const ARCS = {
   functions: [
      { name: 'main', file: 'a.c', inlined: false }, { name: 'f', file: 'a.c',
         inlined: false }, { name: 'g', file: 'a.h', inlined: true },
      { name: 'h', file: '???', inlined: false }],
   arcs: [
      { caller: null, callee: 0, file: null, line: 0, calls: 1, inclusive: [310, 1] },
      { caller: 0, callee: 1, file: 'a.c', line: 3, calls: 2, inclusive: [300, 2] },
      { caller: 1, callee: 1, file: 'a.c', line: 7, calls: 5, inclusive: [280, 3] },
      { caller: 1, callee: 2, file: 'a.c', line: 8, inclusive: [80, 4] },
      { caller: 1, callee: 3, file: 'a.c', line: 7, calls: 4, inclusive: [165, 5] }],
};

const model = (calls, paths) => ({ report: { calls }, paths: makePaths(paths),
   metrics: METRICS, isPair: false });

const shown = (links, list, metric = 0) => list.map((link) => [link.caller, link.callee,
   link.file, link.line, link.calls, link.isInlined, links.value(link, metric)]);

for (const [name, made, h] of [
   ['the report', model(ARCS, PATHS), 165], ['the tree', model(undefined, PATHS), 160]
]) {
   test(`callers and callees of a function, from ${name}`, () => {
      const links = linksOf(made);
      assert.deepEqual(shown(links, links.callers('f|a.c')), [
         ['main|a.c', 'f|a.c', 'a.c', 3, 2, false, 300],
         ['f|a.c', 'f|a.c', 'a.c', 7, 5, false, 280]]);
      assert.deepEqual(shown(links, links.callees('f|a.c')), [
         ['f|a.c', 'f|a.c', 'a.c', 7, 5, false, 280],
         ['f|a.c', 'g|a.h', 'a.c', 8, null, true, 80],
         ['f|a.c', 'h', 'a.c', 7, 4, false, h]]);
      assert.deepEqual(links.callees('h'), []);
      assert.deepEqual(links.callers('__proto__'), []);
   });

   test(`links of a line, from ${name}`, () => {
      const links = linksOf(made);
      assert.deepEqual(links.atLine('a.c', 8).map((link) => link.callee), ['g|a.h']);
      assert.deepEqual(links.atLine('a.c', 7).map((link) => link.callee),
         ['f|a.c', 'h']);
      assert.deepEqual(links.atLine('a.c', 9), []);
      assert.deepEqual(links.atLine('', 0), []);
      assert.deepEqual(links.linesOf('a.c'), [3, 7, 8]);
      assert.deepEqual(links.linesOf('x.c'), []);
   });

   test(`what a line calls counts once, from ${name}`, () => {
      const costs = linksOf(made).lineCosts(0);
      assert.deepEqual(costs.get('a.c:3'), { called: 300, inlined: 0 });
      assert.deepEqual(costs.get('a.c:7'), { called: 280, inlined: 0 });
      assert.deepEqual(costs.get('a.c:8'), { called: 0, inlined: 80 });
      assert.equal(costs.get('a.c:9'), undefined);
   });
}

test('metrics without paths have values only from the report', () => {
   const arcs = linksOf(model(ARCS, PATHS));
   assert.equal(arcs.value(arcs.callers('f|a.c')[0], 1), 2);
   const tree = linksOf(model(undefined, PATHS));
   assert.equal(tree.value(tree.callers('f|a.c')[0], 1), null);
   assert.equal(tree.lineCosts(1).size, 0);
});

test('the system is a caller', () => {
   const links = linksOf(model(ARCS, null));
   assert.deepEqual(shown(links, links.callers('main|a.c')),
      [[null, 'main|a.c', '', 0, 1, false, 310]]);
});

test('without the tree, costs of a line that calls several add up', () => {
   assert.deepEqual(linksOf(model(ARCS, null)).lineCosts(0).get('a.c:7'),
      { called: 445, inlined: 0 });
});

test('what the report leaves out is that of the tree', () => {
   const few = { functions: ARCS.functions, arcs: ARCS.arcs.slice(0, 2) };
   const links = linksOf(model(few, PATHS));
   assert.deepEqual(shown(links, links.atLine('a.c', 8)),
      [['f|a.c', 'g|a.h', 'a.c', 8, null, true, 80]]);
   assert.deepEqual(shown(links, links.callers('h')),
      [['f|a.c', 'h', 'a.c', 7, 4, false, 160]]);
   assert.deepEqual(links.lineCosts(0).get('a.c:8'), { called: 0, inlined: 80 });
});

test('a function without counted lines is where it calls, or is called', () => {
   const links = linksOf(model(ARCS, PATHS));
   assert.deepEqual(links.bodyOf('f|a.c', 'a.c', 0), { file: 'a.c', line: 7 });
   assert.deepEqual(links.bodyOf('g|a.h', 'a.h', 0), { file: 'a.c', line: 8 });
   assert.deepEqual(links.bodyOf('nobody', 'x.c', 0), { file: 'x.c', line: 0 });
});

test('a file has inlined functions', () => {
   for (const made of [model(ARCS, PATHS), model(undefined, PATHS)]) {
      const links = linksOf(made);
      assert.deepEqual(shown(links, links.inlinedOf('a.h')),
         [['f|a.c', 'g|a.h', 'a.c', 8, null, true, 80]]);
      assert.deepEqual(links.inlinedOf('a.c'), []);
   }
});

test('code that is inlined from another file belongs to the function it is in', () => {
   for (const made of [model(ARCS, PATHS), model(undefined, PATHS)]) {
      const links = linksOf(made);
      assert.equal(links.keyOf('f|a.c', 'f'), 'f|a.c');
      assert.equal(links.keyOf('f|x.h', 'f'), 'f|a.c');
      assert.equal(links.keyOf('nobody|x.h', 'nobody'), 'nobody|x.h');
   }
   const twice = { ...ARCS, functions: [...ARCS.functions,
      { name: 'f', file: 'b.c', inlined: false }] };
   assert.equal(linksOf(model(twice, null)).keyOf('f|x.h', 'f'), 'f|x.h');
});

test('a pair has values of both sides', () => {
   const paths = { ...PATHS, self_new: [[1, 2, 4, 8, 16]] };
   const links = linksOf({ ...model(undefined, paths), isPair: true });
   const [link] = links.callers('f|a.c');
   assert.equal(links.value(link, 0, 'old'), 300);
   assert.equal(links.value(link, 0, 'new'), 30);
   assert.deepEqual(links.lineCosts(0, 'new').get('a.c:3'),
      { called: 30, inlined: 0 });
});

test('a call path without a place has no line', () => {
   const paths = { ...PATHS, call_line: [0, 0, 0, 0, 0], call_file: [-1, -1, -1, -1, -1],
      calls: null };
   const links = linksOf(model(undefined, paths));
   assert.deepEqual(shown(links, links.callers('h')),
      [['f|a.c', 'h', '', 0, null, false, 160]]);
   assert.equal(links.lineCosts(0).size, 0);
});

test('no calls, no links', () => {
   assert.equal(linksOf(model(undefined, null)), null);
});

test('the links of a model are made once', () => {
   const made = model(ARCS, PATHS);
   assert.equal(linksOf(made), linksOf(made));
});
