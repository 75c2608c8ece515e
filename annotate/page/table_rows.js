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

/** The columns of numbers, see table_cells.js; values are null if unknown. */
export function columnsOf(model, state, table) {
   const shown = model.metric(state);
   if (!model.metrics[shown]) {
      return [];
   }
   return metricColumns(model, shown, chosenMetrics(model, state), table);
}

/** The same of the metrics `shown`, by which rows are sorted first, and `others`, which
   have the form `form`. @param {object} model or what else has metrics and totals */
export function metricColumns(model, shown, others,
   { id = '', rows, form = 'plain', isOwn = false }) {
   const has = (member) => id === 'functions' && rows.some((row) => row[member] !== null);
   return model.isPair ? pairColumns(model, shown, others, has('inclusive'))
      : singleColumns(model, shown, others, { has, form, isOwn });
}

function column(model, index, patch) {
   const metric = model.metrics[index];
   return { id: metric.name, title: metric.title, hint: metric.meaning, unit: metric.unit,
      form: 'plain', value: (row) => row.values[index], total: model.totals[index],
      metric: index, ...patch };
}

function changeColumn(model, index, patch) {
   const { name, title } = model.metrics[index];
   return column(model, index, { id: `${name}:change`, title: `${title}, change`,
      total: 0, form: 'change', value: (row) => change(row, index),
      pair: ({ old, values }) => [old[index], values[index]], ...patch });
}

function singleColumns(model, shown, others, { has, form, isOwn }) {
   const { name, title, meaning } = model.metrics[shown];
   const out = [column(model, shown, { form: 'main',
      title: !has('inclusive') ? title
         : isOwn ? `${title}, with library code` : `${title}, self` })];
   if (has('inclusive')) {
      out.push(column(model, shown, { id: `${name}:inclusive`, form: 'main',
         title: 'with callees', hint: `${meaning} With all functions it calls.`,
         value: (row) => (row.inclusive ? row.inclusive[shown] : null) }));
   }
   if (has('calls')) {
      out.push({ id: 'calls', title: 'Calls', hint: 'How often it was called.',
         unit: 'count', form: 'plain' });
   }
   return out.concat(others.map((i) => column(model, i, { form })));
}

function pairColumns(model, shown, others, hasInclusive) {
   const { name, meaning } = model.metrics[shown];
   const out = [
      changeColumn(model, shown, {}),
      column(model, shown, { id: `${name}:old`, title: 'old', form: 'old',
         value: (row) => row.old[shown], total: model.oldTotals[shown] }),
      column(model, shown, { id: `${name}:new`, title: 'new', form: 'old' }),
   ];
   if (hasInclusive) {
      out.push(changeColumn(model, shown, { id: `${name}:inclusive`,
         title: 'change with callees', hint: `${meaning} With all functions it calls.`,
         value: (row) => inclusiveChange(row, shown),
         pair: ({ inclusive, oldInclusive }) =>
            [oldInclusive[shown], inclusive[shown]] }));
   }
   return out.concat(others.map((i) => changeColumn(model, i, {})));
}

/** Whether a column has numbers. */
export function isNumber({ unit }) {
   return unit !== undefined;
}

/** What a row has in a column. */
export function valueOf({ id, value }, row) {
   return value ? value(row) : row[id];
}

/** The largest change in a column, without sign; to scale colours by. */
export function largestChange({ value }, rows) {
   return rows.reduce((most, row) => Math.max(most, Math.abs(value(row))), 1);
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

/** Sorts `rows` in place by a column. Changes are sorted by their size. What is unknown
   comes last, and equal rows stay in their order. */
export function sortRows(rows, by, isUp) {
   const sign = isUp ? 1 : -1;
   const size = by.size || ((row) => {
      const value = valueOf(by, row);
      return by.form === 'change' && value !== null ? Math.abs(value) : value;
   });
   const sizes = new Map(rows.map((row) => [row, size(row) ?? null]));
   return rows.sort((a, b) => compare(sizes.get(a), sizes.get(b), sign));
}

function compare(a, b, sign) {
   if (a === null || b === null) {
      return (a === null) - (b === null);
   }
   return a < b ? -sign : a > b ? sign : 0;
}

/** The state's sort: {id, isUp}; at first by the second column, behind the names. Names
   begin with A, numbers with the largest. */
export function sortOf(state, columns) {
   const by = columns.find(({ id }) => id === state.sort) || columns[1] || columns[0];
   return { id: by.id, isUp: state.dir ? state.dir === 'up' : !isNumber(by) };
}
