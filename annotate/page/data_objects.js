/* data_objects.js -- which data the program's lines miss on: a table of data objects, and
   all that is known of one of them.
   State: q, sort, dir, data.of (index of the data object shown in full).
   SPDX-License-Identifier: GPL-2.0-or-later */

import { datumDetails } from './data_details.js';
import { bytesInRow, choice, metricOptions } from './controls.js';
import { KINDS, sizeOf, sizeText } from './data_rows.js';
import { fill, h, link, nameText } from './dom.js';
import { visible } from './format.js';
import { limitsLine } from './limits.js';
import { gridKeys, makeTableGrid } from './table_grid.js';
import { metricColumns } from './table_rows.js';

export const id = 'data';
export const title = 'Data';
export const hasKind = false;
export const keys = gridKeys('show all about a data object');

/** Sharing alone has data objects without misses. */
export function isThere({ data }) {
   return data !== null && data.objects.length > 0 && data.metrics.length > 0;
}

function textOf(row) {
   const names = [row.name, KINDS[row.kind] || row.kind, row.type || '', row.binary || '',
      ...row.where.map((frame) => `${frame.function} ${frame.file || ''}`)];
   return names.join(' ');
}

/** See main.js. */
export function mount(root, ctx) {
   const { data } = ctx.model;
   const view = { ctx, data, kind: choice('Metric',
      (kind) => ctx.go({ kind, sort: '', dir: '' })),
      table: makeTableGrid(ctx, { label: 'Search the data objects',
         placeholder: 'Search names, types, functions' }),
      details: h('section', { class: 'datum', 'aria-label': 'The data object' }),
      rowBytes: bytesInRow(() => update(view, ctx.state)) };
   fill(root, limitsLine(ctx),
      h('div', { class: 'tools' }, view.table.search.root,
         h('label', {}, 'Share of ', view.kind.root), view.table.count.root),
      view.table.root, view.details);
   return { update: (state) => update(view, state) };
}

function update(view, state) {
   const { ctx, data, table } = view;
   const metric = data.shown(state), left = data.leftOut.objects || 0;
   const chosen = table.show({ id: 'data', title: 'Table of data objects',
      rows: data.objects, text: textOf, name: (row) => row.name, noun: 'data object',
      note: left > 0 ? `; ${ctx.format.full(left)} small ones are left out` : '',
      attributes: (row) => ({ 'data-datum': row.index }),
      chosen: (rows) => data.objects.find((row) => row.key === state['data.of'])
         || rows[0] || null }, columnsOf(ctx, data, metric), state);
   view.kind.update(metricOptions(data.metrics), data.metrics[metric].name);
   view.details.hidden = chosen === null;
   fill(view.details, chosen === null ? null
      : datumDetails(ctx, chosen, metric, view.rowBytes()));
}

/* ---- The table ---- */

function columnsOf(ctx, data, metric) {
   const others = data.metrics.map((_, i) => i).filter((i) => i !== metric);
   return [{ id: 'name', title: 'Data object', value: (row) => row.name,
      show: (row) => nameCell(ctx, row) },
   ...metricColumns(data, metric, others, { form: 'shared' }),
   { id: 'blocks', title: 'Blocks', hint: 'Blocks allocated while it was watched.',
      unit: 'count', form: 'plain', value: (row) => row.blocks || null },
   { id: 'size', title: 'Bytes', hint: 'The size of one block, or of the variable.',
      unit: 'bytes', value: sizeOf, show: (row, value) => (row.blocks > 0
         && row.min !== row.max ? sizeText(row)
         : value === null ? '' : ctx.format.value(value, 'bytes')) }];
}

function nameCell(ctx, row) {
   return [link(ctx, nameText(row.name), { 'data.of': row.index }),
   h('span', { class: 'tag' }, visible(KINDS[row.kind] || row.kind)),
   row.type === null || row.name.includes(row.type) ? null
      : h('span', { class: 'muted place' }, nameText(row.type))];
}
