/* data_fields.js -- the fields of a data object: how their strip looks, and their table.
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { fieldName, fieldRanges } from './data_rows.js';
import { direction } from './diff.js';
import { h, nameText } from './dom.js';
import { levelColour } from './field_strip.js';

/** How the misses on a row's ranges (data_rows.js) look as a strip. */
export function missLook(ctx, row, ranges) {
   const { format, model } = ctx;
   const most = ranges.reduce((all, { reads, writes, oldReads = 0, oldWrites = 0 }) =>
      Math.max(all, reads, writes, oldReads, oldWrites), 1);
   const colourOf = (now, before) => (!model.isPair ? levelColour(now, most)
      : now === before ? '' : colour.change((now - before) / most));
   const cold = ranges.filter(({ mark }) => mark === 'never missed').length;
   return {
      summary: `${format.visible(row.name)}: ${format.plural(ranges.length,
         'range')} of bytes, ${cold} never missed`,
      isPlain: false,
      halves: (range) => [['reads', 'oldReads'], ['writes', 'oldWrites']]
         .map(([name, old]) => ({ name, colour: colourOf(range[name], range[old]),
            isUnread: range.mark === 'never missed' })),
      tip: (range) => tip(ctx, range),
   };
}

function tip({ format, model }, range) {
   const times = (name, now, before) => `${name}: ${model.isPair
      ? `${format.full(before)} \u2192 ` : ''}${format.full(now)}`;
   const counts = range.mark === 'padding' ? []
      : [times('read misses', range.reads, range.oldReads),
         times('write misses', range.writes, range.oldWrites)];
   return [format.visible(range.name),
      `bytes ${range.offset} to ${range.offset + range.bytes - 1}`, ...counts,
      range.mark].filter((words) => words !== '').join('\n');
}

/** The fields with the misses of each event, in the report's order: most first. */
export function fieldTable(ctx, row, shown) {
   const { data, isPair } = ctx.model;
   const some = (i) => row.values[i] || row.old && row.old[i];
   const columns = data.metrics.map((_, i) => i).filter((i) => i === shown || some(i));
   const marks = new Map(fieldRanges(row, data.metrics, '1')
      .map((range) => [range.field, range.mark]));
   const head = [['offset', 'Offset'], ['bytes', 'Bytes']];
   return h('div', { class: 'table-scroll' }, h('table', { 'data-table': 'datum-fields' },
      h('thead', {}, h('tr', {},
         h('th', { 'data-column': 'name', scope: 'col' }, 'Field'),
         head.map(([name, words]) => h('th', { 'data-column': name, scope: 'col',
            class: 'number' }, words)),
         columns.map((i) => h('th', { scope: 'col', class: 'number',
            title: data.metrics[i].meaning }, data.metrics[i].title,
         isPair ? ', change' : '')),
         h('th', { 'data-column': 'mark', scope: 'col' }, 'Note'))),
      h('tbody', {}, row.fields.map((field) => fieldRow(ctx, row, field, columns,
         marks.get(field) || '')))));
}

function fieldRow(ctx, row, field, columns, mark) {
   const name = fieldName(field) || row.name;
   return h('tr', { 'data-name': name },
      h('td', { 'data-column': 'name' }, nameText(name)),
      ['offset', 'bytes'].map((column) => h('td', { class: 'number',
         'data-column': column, 'data-value': field[column] },
      typeof field[column] === 'number' ? ctx.format.full(field[column]) : '')),
      columns.map((i) => fieldCell(ctx, row, field, i)),
      h('td', { 'data-column': 'mark', class: 'note muted' },
         mark === 'padding' ? '' : mark));
}

function fieldCell({ format, model }, row, { values, old }, i) {
   const { name, unit } = model.data.metrics[i];
   const change = old === null ? 0 : values[i] - old[i];
   const share = row.values[i] > 0 ? values[i] / row.values[i] : 0;
   const cell = old === null
      ? h('td', { class: 'number', 'data-column': name, 'data-value': values[i] },
         format.value(values[i], unit), share > 0 ? h('span', { class: 'share muted',
            'data-value': 100 * share }, ` ${format.percentage(100 * share)}`) : null)
      : h('td', { class: `number ${direction(change)}`, 'data-column': `${name}:change`,
         'data-value': change, title: `${format.full(old[i])} \u2192 ${
            format.full(values[i])}` }, format.change(change, unit));
   cell.classList.toggle('zero', values[i] === 0 && change === 0);
   return cell;
}
