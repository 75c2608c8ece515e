/* table_rows.test.mjs -- rows and columns of the tables; what changed; limits.
   SPDX-License-Identifier: GPL-2.0-or-later */
import assert from 'node:assert/strict';
import { growth } from './growth.mjs';
import { test } from 'node:test';
import * as diff from '../../annotate/page/diff.js';
import * as tables from '../../annotate/page/table_rows.js';

const row = (name, value, old = null) => ({ name, file: 'a.c', values: [value, 1],
   old: old === null ? null : [old, 1], inclusive: null, calls: null });

const metric = (name) => ({ name, title: name, meaning: '', unit: 'count' });

function model(functions, patch = {}) {
   return { functions, lines: [], files: [], objects: [], isPair: false, totals: [100, 2],
      oldTotals: null, metrics: [metric('Ir'), metric('Dr')],
      metric: (state) => (state.kind === 'Dr' ? 1 : 0), ...patch };
}

const ids = (all) => all.map((one) => one.id);
const names = (rows) => rows.map((r) => r.name).join(' ');

test('a table without rows is not there', () => {
   assert.deepEqual(ids(tables.tablesOf(model([row('f', 1)]))), ['functions']);
});

test('all words must be in a row, in any case', () => {
   const rows = ['Main', 'MainLoop', 'loop'].map((name) => row(name, 1));
   const texts = rows.map((r) => r.name.toLowerCase());
   assert.equal(names(tables.filterRows(rows, texts, 'MAIN loop')), 'MainLoop');
   assert.equal(names(tables.filterRows(rows, texts, ' ')), 'Main MainLoop loop');
   assert.equal(names(tables.filterRows(rows, texts, '.*')), '');
});

test('rows are sorted by size or name; equal ones keep their order', () => {
   const all = [row('b', 1), row('a', 1), row('c', 5)];
   const [table] = tables.tablesOf(model(all));
   const [column] = tables.columnsOf(model(all), {}, table);
   assert.equal(names(tables.sortRows(all.slice(), column, false)), 'c b a');
   assert.equal(names(tables.sortRows(all.slice(), column, true)), 'b a c');
   assert.equal(names(tables.sortRows(all.slice(), { id: 'name' }, true)), 'a b c');
   assert.equal(names(tables.sortRows(all.slice(), { id: 'name' }, false)), 'c b a');
   const by = { id: 'name', size: ({ values }) => -values[0] };
   assert.equal(names(tables.sortRows(all.slice(), by, true)), 'c b a');
});

test('what is unknown comes last', () => {
   const all = [row('a', 1), row('b', 2)];
   all[1].inclusive = [9, 9];
   const [table] = tables.tablesOf(model(all));
   const column = tables.columnsOf(model(all), {}, table)[1];
   assert.equal(column.id, 'Ir:inclusive');
   assert.equal(names(tables.sortRows(all.slice(), column, false)), 'b a');
   assert.equal(names(tables.sortRows(all.slice(), column, true)), 'b a');
});

test('the state chooses columns; what is all zero has none unless asked for', () => {
   const of = (state, patch) => {
      const metrics = [metric('Ir'), metric('D1mr')];
      const m = model([row('f', 1)], { metrics, ...patch });
      return ids(tables.columnsOf(m, state, tables.tablesOf(m)[0]));
   };
   assert.deepEqual(of({}), ['Ir', 'D1mr']);
   assert.deepEqual(of({}, { totals: [100, 0] }), ['Ir']);
   assert.deepEqual(of({ 'tables.columns': 'D1mr' }, { totals: [100, 0] }),
      ['Ir', 'D1mr']);
   assert.deepEqual(of({ 'tables.columns': 'none' }), ['Ir']);
   assert.deepEqual(of({ kind: 'Dr' }), ['D1mr', 'Ir']);
});

test('a pair begins with the largest change, up or down', () => {
   const all = [row('up', 15, 10), row('down', 10, 90), row('same', 50, 50)];
   const m = model(all, { isPair: true, oldTotals: [150, 2] });
   const [table] = tables.tablesOf(m);
   const columns = tables.columnsOf(m, {}, table);
   assert.deepEqual(ids(columns).slice(0, 3), ['Ir:change', 'Ir:old', 'Ir:new']);
   assert.deepEqual(columns.slice(0, 3).map((c) => c.value(all[1])), [-80, 90, 10]);
   assert.equal(names(tables.sortRows(all.slice(), columns[0], false)),
      'down up same');
   assert.deepEqual(columns[0].pair(all[1]), [90, 10]);
   assert.equal(tables.largestChange(columns[0], all), 80);
   const shown = [{ id: 'name' }, ...columns];
   assert.deepEqual(tables.sortOf({}, shown), { id: 'Ir:change', isUp: false });
   assert.deepEqual(tables.sortOf({ sort: 'Ir:old', dir: 'up' }, shown),
      { id: 'Ir:old', isUp: true });
   assert.deepEqual(tables.sortOf({ sort: 'constructor' }, shown),
      { id: 'Ir:change', isUp: false });
   assert.deepEqual(tables.sortOf({ sort: 'name' }, shown), { id: 'name', isUp: true });
   assert.deepEqual(tables.sortOf({}, [{ id: 'name' }]), { id: 'name', isUp: true });
});

test('the time for rows grows with their number', () => {
   const find = (n) => {
      const all = Array.from({ length: n },
         (_, i) => row(`f${i * 7919 % 10000}`, i % 100));
      const [table] = tables.tablesOf(model(all));
      const texts = all.map((r) => table.text(r).toLowerCase());
      const [column] = tables.columnsOf(model(all), {}, table);
      return tables.sortRows(tables.filterRows(all, texts, 'f1'), column, false);
   };
   assert.equal(find(10000).length, 1111);
   assert.ok(growth(find, 10000) < 40);
});

test('what changed most', () => {
   const all = [row('up', 15, 10), row('down', 10, 90), row('same', 50, 50)];
   assert.equal(names(diff.mostChanged(all, 0, 5)), 'down up');
   assert.deepEqual([-1, 0, 1].map(diff.direction), ['better', '', 'worse']);
   assert.equal(diff.change(row('f', 5), 0), 0);
   assert.equal(diff.inclusiveChange(row('f', 5, 1), 0), null);
});

test('exceeded limits come first, and say of what they are', () => {
   const limits = [
      { metric: 'Ir', limit: '5%', old: 1, new: 1, exceeded: false },
      { metric: 'Ir', limit: '<=9', inclusive: 'main;f', new: 12, exceeded: true },
      { metric: 'peak', limit: '1K', region: 'a/b', old: 1, new: 2, exceeded: true },
      { metric: 'Ir', limit: '5%', file: 'a.c', old: 1, new: 2, exceeded: true },
      { metric: 'D1', limit: '1', data: 'table (a.c)', old: 1, new: 2, exceeded: true },
      { metric: 'retained', limit: '1', owner: 'q (a.c:3)', old: 1, new: 2,
         exceeded: true }];
   const found = diff.limitsOf({ limits });
   assert.deepEqual(found.map((l) => l.place),
      ['main;f, with callees', 'region a/b', 'a.c', 'data table (a.c)', 'owner q (a.c:3)',
         'the whole program']);
   assert.deepEqual(found.map((l) => l.old), [null, 1, 1, 1, 1, 1]);
   assert.deepEqual(diff.limitsOf({}), []);
});
