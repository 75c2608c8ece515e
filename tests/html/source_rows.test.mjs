/* source_rows.test.mjs -- what the source view shows of a file.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseColumns, columnsOf, findLines, functionsAt, hotLines, placeOf, rowsOf }
   from '../../annotate/page/source_rows.js';

const fn = (key, lines) => ({ key, file: key.split('|')[1], lines });
const line = (number, ...values) => ({ key: `a.c:${number}`, file: 'a.c', line: number,
   values, old: null });

function model({ spans = [], lines = [], functions = [], report = { files: [] } }) {
   return {
      report, doc: { report }, functions, lines, isPair: false,
      metrics: [{ name: 'Ir' }, { name: 'D1mr' }, { name: 'DLmr' }, { name: 'Bc' }],
      totals: [100, 10, 1, 0],
      files: [{ name: 'a.c', values: [60, 1] }, { name: 'b.c', values: [40, 9] }],
      functionOf: (key) => functions.find((row) => row.key === key),
      linesOf: (file) => lines.filter((row) => row.file === file),
      sourcesOf: (file) => spans.filter((span) => span.file === file),
   };
}

const span = (first, ...lines) => ({ file: 'a.c', found: '/a.c', first, lines });
const brief = (rows) => rows.map((row) => row.isGap ? `${row.line}-${row.last}`
   : `${row.line}${row.text === null ? '?' : row.text}${row.counts ? '!' : ''}`);

test('rows are the lines of all spans, with gaps between', () => {
   const made = model({ spans: [span(8, 'h', 'i'), span(2, 'b', 'c')],
      lines: [line(3, 5), line(9, 6)] });
   assert.deepEqual(brief(rowsOf(made, 'a.c')),
      ['1-1', '2b', '3c!', '4-7', '8h', '9i!']);
});

test('spans that touch or overlap are one', () => {
   const made = model({ spans: [span(1, 'a', 'b'), span(2, 'b', 'c'), span(4, 'd')] });
   assert.deepEqual(brief(rowsOf(made, 'a.c')), ['1a', '2b', '3c', '4d']);
});

test('a counted line outside of the spans is a row without text', () => {
   const made = model({ spans: [span(1, 'a')],
      lines: [line(4, 5), line(5, 5), line(0, 7)] });
   assert.deepEqual(brief(rowsOf(made, 'a.c')), ['1a', '2-3', '4?!', '5?!', '0?!']);
});

test('without source, only the counted lines are rows', () => {
   const made = model({ lines: [line(9, 5), line(4, 5)] });
   assert.deepEqual(brief(rowsOf(made, 'a.c')), ['4?!', '9?!']);
   assert.deepEqual(brief(rowsOf(made, 'a.c', [4, 7])), ['4?!', '7?', '9?!']);
   assert.deepEqual(rowsOf(made, '__proto__'), []);
});

test('text is tinted, over lines, and begins again after a gap', () => {
   const made = model({ spans: [span(1, 'int /*', 'x'), span(7, 'int')] });
   assert.deepEqual(rowsOf(made, 'a.c').filter((row) => !row.isGap)
      .map((row) => row.tokens[0].kind), ['type', 'comment', 'type']);
});

test('the place of a state: its line, its function, or the hottest line', () => {
   const lines = [line(3, 5, 9), line(9, 6, 1)];
   const made = model({ spans: [span(1, 'a')], lines,
      functions: [fn('f|a.c', [lines[0]]), fn('g|a.c', lines), fn('e|e.c', [])] });
   const at = (state, metric = 0) => {
      const { file, line: number, fn: row } = placeOf(made, state, metric);
      return [file, number, row ? row.key : null];
   };
   assert.deepEqual(at({ file: 'a.c', line: '3' }), ['a.c', 3, null]);
   assert.deepEqual(at({ file: 'a.c' }), ['a.c', 9, null]);
   assert.deepEqual(at({ file: 'b.c' }), ['b.c', 0, null]);
   assert.deepEqual(at({ fn: 'g|a.c' }), ['a.c', 9, 'g|a.c']);
   assert.deepEqual(at({ fn: 'g|a.c' }, 1), ['a.c', 3, 'g|a.c']);
   assert.deepEqual(at({ fn: 'g|a.c', file: 'a.c', line: '3' }), ['a.c', 3, 'g|a.c']);
   assert.deepEqual(at({ fn: 'f|a.c', file: 'a.c', line: '9' }), ['a.c', 3, 'f|a.c']);
   assert.deepEqual(at({ fn: 'e|e.c', file: 'a.c', line: '9' }), ['e.c', 0, 'e|e.c']);
   assert.deepEqual(at({ fn: 'nobody', file: 'a.c', line: '9' }), ['a.c', 9, null]);
   assert.deepEqual(at({ file: 'a.c', line: '-1e99' }), ['a.c', 9, null]);
   assert.deepEqual(at({ file: 'gone.c', line: '3' }), ['gone.c', 3, null]);
   assert.deepEqual(at({}), ['a.c', 9, null]);
   assert.deepEqual(at({}, 1), ['a.c', 3, null]);
});

test('the hottest line that has source comes first, if it is not cold', () => {
   const cold = { ...line(1, 5), file: 'b.c', key: 'b.c:1' };
   const made = model({ spans: [span(1, 'a')], lines: [cold, line(1, 4)] });
   assert.equal(placeOf(made, {}, 0).file, 'a.c');
   const far = model({ spans: [span(1, 'a')], lines: [{ ...cold, values: [90] },
      line(1, 4)] });
   assert.equal(placeOf(far, {}, 0).file, 'b.c');
   assert.deepEqual(placeOf(model({}), {}, 0), { file: '', line: 0, fn: null });
});

test('hot lines are those with a good share of the hottest, in order of lines', () => {
   const made = model({ lines: [line(9, 100), line(2, 30), line(4, 1), line(0, 90)] });
   assert.deepEqual(hotLines(made, null, 'a.c', 0), [2, 9]);
   assert.deepEqual(hotLines(made, null, 'b.c', 0), []);
   const links = { linesOf: () => [5, 6],
      lineCosts: () => new Map([['a.c:5', { inlined: 10, called: 0 }],
         ['a.c:6', { inlined: 9, called: 90 }]]) };
   assert.deepEqual(hotLines(made, links, 'a.c', 0), [2, 5, 9]);
});

test('functions at a line, those with most first', () => {
   const names = ['Ir', 'D1mr', 'DLmr', 'Bc'].map((name) => ({ name }));
   const files = [{ name: 'a.c', functions: [
      { name: 'f', values: [3], lines: [{ line: 7, values: [3, 0] }] },
      { name: 'g', short_name: 'G', values: [9], lines: [{ line: 7, values: [9, 1] },
         { line: 8, values: [1, 0] }] }] }];
   const made = model({ report: { metrics: names.slice(0, 2), files } });
   assert.deepEqual(functionsAt(made, 'a.c', 7, 0), [
      { key: 'g|a.c', name: 'g', short: 'G', values: [9, 1, 0, 0], old: null },
      { key: 'f|a.c', name: 'f', short: 'f', values: [3, 0, 0, 0], old: null }]);
   assert.deepEqual(functionsAt(made, 'a.c', 9, 0), []);
   const turned = model({ report: { metrics: [names[1], names[0]], files } });
   assert.deepEqual(functionsAt(turned, 'a.c', 7, 0)[0].values, [1, 9, 0, 0]);
});

test('columns: the metric shown, what is inlined and called, and others', () => {
   const names = (state, hasLinks) => columnsOf(model({}), state, 0, hasLinks)
      .map((column) => column.id);
   assert.deepEqual(names({}, true), ['Ir', 'inlined', 'called', 'D1mr', 'DLmr']);
   assert.deepEqual(names({}, false), ['Ir', 'D1mr', 'DLmr']);
   assert.deepEqual(names({ 'source.cols': 'D1mr,called,x,__proto__' }, true),
      ['Ir', 'called', 'D1mr']);
   assert.deepEqual(names({ 'source.cols': 'none' }, true), ['Ir']);
   assert.deepEqual(columnsOf({ ...model({}), isPair: true }, {}, 0, true)
      .map((column) => column.id), ['Ir', 'inlined', 'called']);
   assert.deepEqual(columnsOf({ ...model({}), isHeap: true }, {}, 0, true)
      .map((column) => column.id), ['Ir', 'called', 'D1mr', 'DLmr']);
});

test('choosing a column keeps the others; the usual choice is not written', () => {
   const made = model({});
   assert.equal(chooseColumns(made, {}, 0, 'D1mr', false), 'inlined,called,DLmr');
   assert.equal(chooseColumns(made, { 'source.cols': 'inlined,called,DLmr' }, 0, 'D1mr',
      true), null);
   assert.equal(chooseColumns(made, { 'source.cols': 'DLmr' }, 0, 'DLmr', false), 'none');
});

test('a search finds lines with the text, whatever its case', () => {
   const made = model({ spans: [span(1, 'int Foo', 'bar', 'foo()')] });
   const rows = rowsOf(made, 'a.c');
   assert.deepEqual(findLines(rows, 'FOO'), [1, 3]);
   assert.deepEqual(findLines(rows, ''), []);
   assert.deepEqual(findLines(rows, ':2'), [2]);
});
