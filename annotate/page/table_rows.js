/* table_rows.js -- which rows and columns a table has, in which order; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { change, inclusiveChange } from './diff.js';

/* What is worth a column unless others are chosen. */
const USUAL = ['Ir', 'D1mr', 'DLmr', 'D1mw', 'DLmw', 'Bcm', 'Bim', 'CEst',
   'peak', 'peak_blocks', 'total', 'blocks', 'leaked', 'temporary', 'never_read'];

/** The tables that the model has rows for: [{id, title, rows, text(row), name(row)}];
   text is searched, name is the row's name in the document. */
export function tablesOf(model) {
   const named = (row) => row.name;
   return [
      { id: 'functions', title: 'Functions', rows: model.functions, name: named,
         text: (row) => `${row.name} ${row.file}` },
      { id: 'lines', title: 'Lines', rows: model.lines.filter((row) => row.line > 0),
         name: (row) => row.key,
         text: (row) => `${row.key} ${row.fn ? row.fn.name : ''}` },
      { id: 'files', title: 'Files', rows: model.files, name: named, text: named },
      { id: 'objects', title: 'Objects', rows: model.objects, name: named, text: named },
   ].filter((table) => table.rows.length > 0);
}

/** The metrics that have columns of their own beside the one that is shown: indices. */
export function chosenMetrics(model, state) {
   const all = model.metrics.map((metric, i) => i);
   const shown = model.metric(state);
   const names = (state['tables.columns'] || '').split(',');
   const wanted = state['tables.columns'] ? names : USUAL;
   return all.filter((i) => i !== shown && wanted.includes(model.metrics[i].name) &&
      (state['tables.columns'] || model.totals[i] !== 0 ||
       (model.oldTotals && model.oldTotals[i] !== 0)));
}

/** The columns of numbers: [{id, title, hint, unit, form, value(row), total}]. form:
   "main" (a bar and a share), "shared" (a share), "old", "change", "plain"; value is null
   if unknown. */
export function columnsOf(model, state, table) {
   const shown = model.metric(state);
   if (!model.metrics[shown]) {
      return [];
   }
   const others = chosenMetrics(model, state);
   return model.isPair ? pairColumns(model, shown, others, table)
      : singleColumns(model, shown, others, table);
}

function column(model, index, patch) {
   const metric = model.metrics[index];
   return { id: metric.name, title: metric.title, hint: metric.meaning, unit: metric.unit,
      form: 'plain', value: (row) => row.values[index], total: model.totals[index],
      metric: index, ...patch };
}

function hasInclusive(table) {
   return table.id === 'functions' && table.rows.some((row) => row.inclusive);
}

function singleColumns(model, shown, others, table) {
   const metric = model.metrics[shown];
   const out = [column(model, shown, { form: 'main', title: `${metric.title}, self` })];
   if (hasInclusive(table)) {
      out.push(column(model, shown, { id: `${metric.name}:inclusive`, form: 'main',
         title: 'with callees', hint: `${metric.meaning} With all functions it calls.`,
         value: (row) => (row.inclusive ? row.inclusive[shown] : null) }));
   } else {
      out[0].title = metric.title;
   }
   if (table.id === 'functions' && table.rows.some((row) => row.calls !== null)) {
      out.push({ id: 'calls', title: 'Calls', hint: 'How often it was called.',
         unit: 'count', form: 'plain', value: (row) => row.calls, total: 0, metric: -1 });
   }
   return out.concat(others.map((i) => column(model, i, {})));
}

function pairColumns(model, shown, others, table) {
   const { name, title, meaning } = model.metrics[shown];
   const out = [
      column(model, shown, { id: `${name}:change`, title: `${title}, change`,
         form: 'change', value: (row) => change(row, shown), total: 0 }),
      column(model, shown, { id: `${name}:old`, title: 'old', form: 'old',
         value: (row) => row.old[shown], total: model.oldTotals[shown] }),
      column(model, shown, { id: `${name}:new`, title: 'new', form: 'old' }),
   ];
   if (hasInclusive(table)) {
      out.push(column(model, shown, { id: `${name}:inclusive`, form: 'change', total: 0,
         title: 'change with callees', hint: `${meaning} With all functions it calls.`,
         value: (row) => inclusiveChange(row, shown) }));
   }
   return out.concat(others.map((i) => column(model, i, {
      id: `${model.metrics[i].name}:change`, form: 'change', total: 0,
      title: `${model.metrics[i].title}, change`, value: (row) => change(row, i),
   })));
}

/** A function that says whether a text has all words of `query`, in any case. */
export function matcher(query) {
   const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
   return (text) => words.every((word) => text.includes(word));
}

/** The rows that match `query`. `texts`: in lower case, by row. */
export function filterRows(rows, texts, query) {
   if (!query.trim()) {
      return rows.slice();
   }
   const isMatch = matcher(query);
   return rows.filter((row, i) => isMatch(texts[i]));
}

/** Sorts `rows` in place, by a column or, if that is null, by name. Changes are sorted
   by their size. What is unknown comes last, and equal values are sorted by name. */
export function sortRows(rows, by, table, isUp) {
   const sign = isUp ? 1 : -1;
   const names = (a, b) => {
      const [x, y] = [table.name(a), table.name(b)];
      return x < y ? -1 : Number(x > y);
   };
   if (!by) {
      return rows.sort((a, b) => sign * names(a, b));
   }
   const size = (row) => {
      const value = by.value(row);
      if (value === null) {
         return isUp ? Infinity : -Infinity;
      }
      return by.form === 'change' ? Math.abs(value) : value;
   };
   const sizes = new Map(rows.map((row) => [row, size(row)]));
   return rows.sort((a, b) => compare(sizes.get(a), sizes.get(b)) * sign || names(a, b));
}

function compare(a, b) {
   return a < b ? -1 : Number(a > b);
}

/** The state's sort: {id, isUp}. Names begin with A, numbers with the largest. */
export function sortOf(state, columns) {
   const id = state.sort === 'name' || columns.some((c) => c.id === state.sort)
      ? state.sort : (columns[0] || { id: 'name' }).id;
   return { id, isUp: state.dir ? state.dir === 'up' : id === 'name' };
}
