/* data_fields.js -- the fields of a data object: how their strip looks, and their table.
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { fieldName, fieldRanges } from './data_rows.js';
import { h, nameText } from './dom.js';
import { levelColour } from './field_strip.js';
import { tableView } from './table_view.js';

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
   const nameOf = (field) => fieldName(field) || row.name;
   const markOf = (field) => (marks.get(field) || '').replace(/^padding$/, '');
   return tableView(ctx, 'datum-fields', [
      { id: 'name', title: 'Field', value: nameOf,
         show: (field, name) => nameText(name) },
      { id: 'offset', title: 'Offset', unit: 'whole' },
      { id: 'bytes', title: 'Bytes', unit: 'whole' },
      ...columns.map((i) => (isPair ? changeColumn : missColumn)(ctx, row, i)),
      { id: 'mark', title: 'Note', value: markOf, look: () => 'note muted' },
   ], row.fields, { attributes: (field) => ({ 'data-name': nameOf(field) }) });
}

function missColumn({ format, model }, row, i) {
   const { name, unit, title, meaning } = model.data.metrics[i];
   const all = row.values[i];
   return { id: name, title, hint: meaning, unit, value: ({ values }) => values[i],
      show: (field, value) => [format.value(value, unit), all > 0 && value > 0
         ? h('span', { class: 'share muted', 'data-value': 100 * value / all },
            ` ${format.percentage(100 * value / all)}`) : null] };
}

function changeColumn({ model }, row, i) {
   const { name, unit, title, meaning } = model.data.metrics[i];
   return { id: `${name}:change`, title: `${title}, change`, hint: meaning, unit,
      form: 'grew', value: ({ values, old }) => values[i] - old[i],
      pair: ({ values, old }) => [old[i], values[i]] };
}
