/* data.test.mjs -- the model of a document.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineRows } from '../../annotate/page/count_rows.js';
import { makeModel } from '../../annotate/page/data.js';

const line = (number, ...values) => ({ line: number, values });
const fn = (name, lines, ...values) => ({ name, lines, values });

function counts(patch = {}) {
   return { schema: 'page', version: 1, tool: 'cachesim', is_pair: false,
      files: ['a.out'], paths: null,
      sources: [{ file: 'a.c', first: 3, lines: ['x', 'y'] }],
      titles: { Ir: { title: 'Instructions', meaning: 'Instructions executed.' } },
      report: {
         schema: 'cs_annotate', command: 'prog', totals: { values: [100, 7] },
         metrics: [{ name: 'Ir', formula: 'Ir' },
            { name: 'MPKI', formula: '1000*DLmr/Ir' }],
         files: [{ name: 'a.c', values: [90, 7], functions: [
            fn('f', [line(3, 30, 0), line(4, 20, 7)], 50, 7),
            { ...fn('g<int>()', [line(4, 40, 0)], 40, 0), short_name: 'g' }] },
         { name: '???', values: [10, 0], functions: [fn('0x12 in p', [line(0, 10, 0)], 10,
            0)] }],
         objects: [{ path: '/bin/p', values: [100, 7] }], ...patch,
      } };
}

test('rows of functions, lines, files and objects', () => {
   const model = makeModel(counts());
   assert.deepEqual(model.functions.map((row) => [row.key, row.short, row.values[0]]),
      [['f|a.c', 'f', 50], ['g<int>()|a.c', 'g', 40], ['0x12 in p', '0x12 in p', 10]]);
   assert.deepEqual(model.files.map((row) => row.name), ['a.c', '???']);
   assert.deepEqual(model.objects[0].values, [100, 7]);
   assert.equal(model.paths, null);
   assert.deepEqual(model.totals, [100, 7]);
});

test('libraries are known by their files, by their objects, and by call paths', () => {
   const document = counts();
   const isLibrary = (model) => model.functions.map((row) => row.isLibrary);
   const none = makeModel(document);
   assert.equal(none.hasLibraries, false);
   assert.equal(none.folds({}), false);
   document.report.files[1].functions[0].library = true;
   const byObject = makeModel(document);
   assert.deepEqual(isLibrary(byObject), [false, false, true]);
   document.report.files[0].library = true;
   const all = makeModel(document);
   assert.deepEqual(isLibrary(all), [true, true, true]);
   assert.ok(all.files[0].isLibrary && all.lines[0].isLibrary);
   assert.equal(all.hasLibraries, false, 'nothing is the program\'s');
   const paths = { kinds: [{ name: 'Ir', title: 'Ir', unit: '' }], parent: [-1, 0],
      function: [0, 1], self: [[1, 2]],
      functions: [{ name: 'f', file: 'a.c' },
         { name: 'g<int>()', file: 'a.c', library: true }] };
   const byPaths = makeModel({ ...counts(), paths });
   assert.deepEqual(isLibrary(byPaths), [false, true, false]);
   assert.equal(byPaths.folds({}), true);
   assert.equal(byPaths.folds({ code: 'all' }), false);
});

/* Library code of 30 that line 3 of f runs; line 5 is f's closing brace. */
function ownCounts(patch) {
   const document = counts({ own: [
      { values: [60, 3], self: [30, 0], file: 'a.c', line: 3, function: 'f',
         library: 'sort' },
      { values: [10, 4], self: [10, 4], file: 'a.c', line: 5, function: 'f',
         library: null, statement: 3 },
      { values: [5, 0], self: [0, 0], file: 'a.c', line: 9, function: 'h',
         library: 'puts' }], ...patch });
   document.report.files[1].functions[0].library = true;
   return document;
}

test('with own code on, rows are lines with the library code that they run', () => {
   const model = makeModel(ownCounts());
   const { lines, functions, files } = model.rows({});
   assert.deepEqual(lines.map(({ key, values, library, fn: of }) =>
      [key, values, library, of.key]), [['a.c:3', [70, 7], 'sort', 'f|a.c'],
      ['a.c:9', [5, 0], 'puts', 'h|a.c']], 'a brace is its statement\'s');
   assert.deepEqual(functions.map(({ key, values }) => [key, values]),
      [['f|a.c', [70, 7]], ['h|a.c', [5, 0]]]);
   assert.deepEqual(files.map(({ name, values }) => [name, values]), [['a.c', [75, 7]]]);
   assert.equal(model.rows({}), model.rows({}), 'they are made once');
   assert.equal(model.rows({ code: 'all' }), model);
   assert.deepEqual(model.functions[0].values, [50, 7], 'others stay as they are');
});

test('what a brace calls counts for its statement in call paths', () => {
   const paths = { kinds: [{ name: 'Ir', title: 'Ir', unit: '' }], parent: [-1, 0, 0, 0],
      function: [0, 1, 1, 1], self: [[1, 2, 3, 4]], call_line: [0, 5, 6, 5],
      call_file: [-1, -1, -1, 0], files: ['b.h'],
      functions: [{ name: 'f', file: 'a.c' }, { name: '~T', library: true }] };
   const model = makeModel({ ...ownCounts(), paths });
   assert.deepEqual([...model.paths.statement], [0, 3, 6, 5]);
   assert.deepEqual([...model.paths.callLine], [0, 5, 6, 5]);
});

test('a function of the program that only calls is there if that is much', () => {
   const calls = { functions: [[50, 'main'], [0, 'none'], [30, 'twig', true]].map(
      ([cost, name, inlined = false]) => ({ name, file: 'a.c', inclusive: [cost, 0],
         calls: 1, inlined })) };
   const { functions } = makeModel(ownCounts({ calls })).rows({});
   assert.deepEqual(functions.map(({ name }) => name), ['f', 'h', 'main']);
});

test('without lines of the program, rows of libraries are left out', () => {
   const model = makeModel(ownCounts({ own: undefined }));
   const { lines, functions, files } = model.rows({});
   assert.deepEqual(functions.map(({ name }) => name), ['f', 'g<int>()']);
   assert.deepEqual(lines.map(({ key }) => key), ['a.c:3', 'a.c:4']);
   assert.equal(files.length, 2);
});

test('lines of a pair have both runs', () => {
   const lines = [{ old: [10, 0], new: [30, 1], file: 'a.c', line: 3, function: 'f',
      library: 'sort' },
   { old: [7, 0], new: [0, 0], file: 'a.c', line: 5, old_line: 4, gone: true,
      function: 'f', library: null }];
   const of = (values) => ({ new: values, old: values.map(() => 1) });
   const document = ownCounts({ totals: of([100, 7]), objects: [], files: ['a.c', '???']
      .map((name, i) => ({ name, ...of([9, 0]), library: i === 1, functions: [
         { name: `f${i || ''}`, ...of([9, 0]), lines: [] }] })),
   verdict: { rows: [], lines } });
   const own = makeModel({ ...document, is_pair: true }).rows({});
   assert.deepEqual(own.functions.map(({ key, values, old }) => [key, values, old]),
      [['f|a.c', [30, 1], [17, 0]]]);
   assert.deepEqual(own.lines.map(({ line: at, values, old }) => [at, values, old]),
      [[3, [30, 1], [10, 0]], [0, [0, 0], [7, 0]]]);
});

test('functions of a heap have what library code allocates for them', () => {
   const doc = { schema: 'page', version: 1, tool: 'heapprof', is_pair: false,
      files: ['h.out'], report: { command: 'p', metrics: [] }, lines: null,
      paths: { kinds: [{ name: 'peak', title: 'peak', unit: 'bytes' }], shown: 0,
         parent: [-1, 0, 1, 0], function: [0, 1, 2, 3], self: [[1, 20, 300, 4000]],
         functions: [{ name: 'main' }, { name: 'new', library: true },
            { name: 'make', library: true }, { name: 'f' }] } };
   const { functions } = makeModel(doc).rows({});
   assert.deepEqual(functions.map(({ name, values }) => [name, values]),
      [['main', [321]], ['f', [4000]]]);
});

test('generated code has a name', () => {
   const objects = [{ path: '???', is_generated: true, values: [9, 0] },
      { path: '/bin/p', values: [91, 7] }];
   const paths = { kinds: [{ name: 'Ir', title: 'Ir', unit: '' }], parent: [-1, 0, 0],
      function: [0, 1, 2], self: [[1, 2, 3]],
      functions: [{ name: '???', object: '/ld.so' }, { name: '???' }, { name: 'f' }] };
   const model = makeModel({ ...counts({ objects }), paths });
   assert.deepEqual(model.objects.map((row) => row.name), ['generated code', '/bin/p']);
   assert.deepEqual(model.paths.functions.map(({ short }) => short),
      [undefined, 'generated code', undefined]);
   const other = makeModel({ ...counts(), paths });
   assert.deepEqual(other.paths.functions.map(({ short }) => short),
      [undefined, undefined, undefined]);
});

test('a line of two functions is one row, with both counts', () => {
   const document = counts();
   const model = makeModel(document);
   const [first, second] = model.linesOf('a.c');
   assert.deepEqual([first.key, first.values], ['a.c:3', [30, 0]]);
   assert.deepEqual([second.key, second.values], ['a.c:4', [60, 7]]);
   assert.equal(second.fn.name, 'g<int>()');
   assert.deepEqual(document.report.files[0].functions[0].lines[1].values, [20, 7]);
   assert.deepEqual(model.linesOf('__proto__'), []);
});

test('metrics have titles, and the state chooses one', () => {
   const model = makeModel(counts());
   assert.equal(model.metrics[0].title, 'Instructions');
   assert.equal(model.metrics[0].meaning, 'Instructions executed.');
   assert.equal(model.metrics[0].formula, null);
   assert.equal(model.metrics[1].title, 'MPKI');
   assert.equal(model.metrics[1].formula, '1000*DLmr/Ir');
   assert.equal(model.metric({ kind: 'MPKI' }), 1);
   for (const kind of [undefined, 'none', '__proto__']) {
      assert.equal(model.metric({ kind }), 0);
   }
   assert.equal(makeModel({ ...counts(), sort: 'MPKI' }).metric({}), 1);
});

test('files of one name are told apart by their directories', () => {
   const files = ['/x/a/f.c', '/x/b/f.c', 'f.h', '/y/b/f.c', '???'].map((name) => ({ name,
      values: [1, 1], functions: [] }));
   const { labelOf } = makeModel(counts({ files }));
   const asked = ['/x/a/f.c', '/x/b/f.c', 'f.h', '/y/b/f.c', '???', '/z/g.c'];
   assert.deepEqual(asked.map(labelOf),
      ['a/f.c', '/x/b/f.c', 'f.h', '/y/b/f.c', '???', 'g.c']);
});

test('functions are found by key or name', () => {
   const model = makeModel(counts());
   assert.equal(model.functionOf('f|a.c').name, 'f');
   assert.equal(model.functionOf('f').name, 'f');
   assert.equal(model.functionOf('constructor'), undefined);
   assert.equal(model.sourcesOf('a.c')[0].first, 3);
});

test('calls add inclusive values, and functions that only call', () => {
   const calls = { functions: [
      { name: 'main', file: '???', inlined: false, calls: 1, self: [0, 0],
         inclusive: [100, 7] },
      { name: 'f', file: 'a.c', inlined: true, calls: 3, self: [50, 7],
         inclusive: [90, 7] }], arcs: [] };
   const model = makeModel(counts({ calls }));
   assert.deepEqual(model.functionOf('f').inclusive, [90, 7]);
   assert.equal(model.functionOf('f').calls, 3);
   assert.equal(model.functionOf('f').inlined, true);
   assert.deepEqual(model.functionOf('main').values, [0, 0]);
   assert.equal(model.functionOf('g<int>()').inclusive, null);
});

test('of a pair, values are new and old', () => {
   const both = (old, now) => ({ old: [old], new: [now] });
   const model = makeModel({ ...counts(), is_pair: true, report: {
      schema: 'cs_diff', command: 'prog', old_command: 'before',
      metrics: [{ name: 'Ir', formula: 'Ir' }], totals: both(10, 20), limits: [],
      files: [{ name: 'a.c', ...both(10, 20), functions: [{ name: 'f', ...both(10, 20),
         lines: [{ line: 1, ...both(10, 20) }] }] }],
      calls: { functions: [{ name: 'f', file: 'a.c', old: [10], new: [20], old_self: [10],
         new_self: [20], old_calls: 1, new_calls: 2 }] },
   } });
   const row = model.functionOf('f');
   assert.deepEqual([row.values, row.old], [[20], [10]]);
   assert.deepEqual([row.inclusive, row.oldInclusive, row.oldCalls], [[20], [10], 1]);
   assert.deepEqual([model.oldTotals, model.oldCommand], [[10], 'before']);
});

test('a heap has rows by the tree, and lines of their own', () => {
   const model = makeModel({ tool: 'heapprof', is_pair: false, files: ['a.hp'],
      report: { schema: 'hp_annotate', command: 'prog' },
      paths: { kinds: [{ name: 'peak', title: 'peak', unit: 'bytes' },
         { name: 'total', title: 'total', unit: 'bytes' }], shown: 0,
      functions: [{ name: 'main', file: 'a.c', object: 'p' }, { name: 'f', file: 'a.c',
         object: 'p' }], files: [], parent: [-1, 0], function: [0, 1],
      self: [[1, 2], [3, 4]] },
      lines: { metrics: [{ name: 'total', formula: 'total' }, { name: 'peak',
         formula: 'peak' }], totals: { values: [7, 3] }, files: [{ name: 'a.c',
         values: [7, 3], functions: [fn('f', [line(9, 7, 3)], 7, 3)] }] } });
   assert.deepEqual(model.totals, [3, 7]);
   assert.deepEqual(model.functionOf('main').inclusive, [3, 7]);
   assert.deepEqual(model.linesOf('a.c')[0].values, [3, 7]);
   assert.equal(model.linesOf('a.c')[0].fn, model.functionOf('f'));
   assert.deepEqual(model.objects[0].values, [3, 7]);
   assert.equal(model.metrics[0].unit, 'bytes');
   assert.equal(model.kind({ kind: 'total' }), 1);
});

test('lines of a pair know their old number; gone ones are not of the source', () => {
   const counted = (number, old, now, more) => (
      { line: number, old: [old], new: [now], ...more });
   const { lines } = lineRows({ metrics: [], files: [{ name: 'a.c', old: [9], new: [9],
      functions: [{ name: 'f', old: [9], new: [9], lines: [counted(4, 3, 3),
         counted(5, 2, 4, { old_line: 9 }),
         counted(4, 4, 0, { old_line: 4, gone: true })] }] }] }, true, null);
   assert.deepEqual(
      lines.map((row) => [row.key, row.oldLine, row.old, row.values]),
      [['a.c:4', null, [3], [3]], ['a.c:5', 9, [2], [4]], ['a.c:0', null, [4], [0]]]);
});
