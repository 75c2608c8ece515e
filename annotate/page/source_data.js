/* source_data.js -- beside the source: which data a line misses on.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { valueCells } from './data_details.js';
import { datumName, hottestLines } from './data_rows.js';
import { h, nameText } from './dom.js';
import { datumLink } from './places.js';

/** The data objects that a line misses on, with fields, most first; null without any. */
export function dataAt(ctx, state, file, line) {
   const { data, isPair } = ctx.model;
   const metric = data === null ? 0 : data.shown(state);
   const found = data === null ? [] : hottestLines(data.at(file, line), metric);
   if (found.length === 0) {
      return null;
   }
   const sum = found.reduce((all, triple) => all + triple.values[metric], 0);
   const { title, meaning } = data.metrics[metric];
   const heads = isPair ? ['Old', 'New', 'Change'] : [title, 'Of the line'];
   return h('table', { 'data-table': 'line-data' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Data'), heads.map((words) =>
         h('th', { scope: 'col', class: 'number', title: meaning }, words)))),
      h('tbody', {}, found.map((triple) => rowOf(ctx, triple, metric, sum))));
}

function rowOf(ctx, triple, metric, sum) {
   const name = datumName(triple);
   return h('tr', { 'data-name': name },
      h('td', { class: 'datum-cell' }, datumLink(ctx, triple.object, nameText(name))),
      valueCells(ctx, triple, metric, () => h('td', { class: 'number' },
         ctx.format.percent(triple.values[metric], sum))));
}
