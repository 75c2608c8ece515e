/* overview_more.js -- regions, threads, processes, and what the profile warns of.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { direction } from './diff.js';
import { h } from './dom.js';
import { endOf, usualMetrics } from './overview_text.js';
import { threadRows } from './thread_rows.js';

/** The regions that the program names; null if there are none. */
export function regions(ctx, metric) {
   const { model, format } = ctx;
   const list = model.report.regions || [];
   if (list.length === 0) {
      return null;
   }
   const columns = regionColumns(model, metric);
   return h('section', { class: 'regions' }, h('h2', {}, 'Regions'),
      h('div', { class: 'wide' }, h('table', { 'data-table': 'regions' },
         h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Region'),
            h('th', { scope: 'col', class: 'number' }, 'Entered'),
            columns.map((column) => h('th', { scope: 'col', class: 'number' },
               column.title)))),
         h('tbody', {}, list.map((region) =>
            regionRow(format, list, region, columns))))));
}

function regionRow(format, list, region, columns) {
   const name = h('td', {}, format.visible(region.name));
   name.style.paddingLeft = `${10 + 16 * depthOf(list, region)}px`;
   const count = region.count === undefined ? region.new_count : region.count;
   return h('tr', { 'data-name': region.name }, name,
      h('td', { class: 'number' }, format.full(count)),
      columns.map((column) => {
         const value = column.value(region);
         return h('td', { class: `number ${column.isChange ? direction(value) : ''}`,
            'data-column': column.id, 'data-value': value },
         (column.isChange ? format.change : format.value)(value, column.unit));
      }));
}

function depthOf(list, region) {
   let depth = 0;
   for (let r = region; r && r.parent !== null && depth < 40; r = list[r.parent]) {
      depth++;
   }
   return depth;
}

const HEAP_TITLES = { bytes: 'Allocated', total: 'Allocated', blocks: 'Blocks',
   peak: 'Peak', growth: 'Growth' };

function regionColumns(model, metric) {
   if (model.isHeap) {
      const names = model.isPair ? model.report.region_metrics
         : ['bytes', 'blocks', 'peak', 'growth'];
      return names.flatMap((name, i) => columnPair(model, name, HEAP_TITLES[name] || name,
         i, name === 'blocks' ? 'count' : 'bytes'));
   }
   return usualMetrics(model.metrics, metric).flatMap((i) => {
      const { name, title, unit } = model.metrics[i];
      return columnPair(model, name, title, i, unit);
   });
}

function columnPair(model, id, title, i, unit) {
   if (!model.isPair) {
      const isMember = model.isHeap;
      return [{ id, title, unit, value: (r) => (isMember ? r[id] : r.values[i]) }];
   }
   return [
      { id: `${id}:new`, title, unit, value: (r) => r.new[i] },
      { id: `${id}:change`, title: 'change', unit, isChange: true,
         value: (r) => r.new[i] - r.old[i] },
   ];
}

const MOST_THREADS = 10;

/** The threads with most of the metric; null if there was one. */
export function threads({ model, format }, metric) {
   const table = threadRows(model, metric);
   if (table === null) {
      return null;
   }
   const { columns, by, rows } = table;
   const rest = rows.length - MOST_THREADS;
   return h('section', {}, h('h2', {}, 'Threads'),
      h('div', { class: 'wide' }, h('table', { 'data-table': 'threads' },
         h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Thread'),
            h('th', { scope: 'col', class: 'number' }, 'Share'),
            columns.map((column) => h('th', { scope: 'col', class: 'number' },
               column.title)))),
         h('tbody', {}, rows.slice(0, MOST_THREADS).map(({ name, values }) =>
            h('tr', { 'data-name': name }, h('td', {}, format.visible(name)),
               h('td', { class: 'number' },
                  format.percent(values[by], columns[by].total)),
               columns.map(({ id, unit }, i) => h('td', { class: 'number',
                  'data-column': id, 'data-value': values[i] },
               format.value(values[i], unit)))))))),
      rest > 0 ? h('p', { class: 'muted' }, `${format.plural(rest, 'more thread')}: ${
         model.isHeap ? '--json' : '--by=thread'} has all.`) : null);
}

/** The processes that the profile adds up; null if it is one. */
export function processes({ model, format }) {
   const list = model.report.processes || [];
   if (list.length === 0) {
      return null;
   }
   return h('section', {}, h('h2', {}, 'Processes'),
      h('div', { class: 'wide' }, h('table', { 'data-table': 'processes' },
         h('thead', {}, h('tr', {}, ['Process', 'Ended', model.isHeap ? 'Peak'
            : model.metrics[0].title, 'Command'].map((text, i) =>
            h('th', { scope: 'col', class: i === 2 ? 'number' : null }, text)))),
         h('tbody', {}, list.map((process) => {
            const end = endOf(process.state);
            const value = model.isHeap ? process.peak_bytes ?? process.bytes
               : process.total;
            return h('tr', {}, h('td', {}, process.pid ?? '?'),
               h('td', {}, format.visible(end ? end.text : '')),
               h('td', { class: 'number', 'data-value': value },
                  format.value(value, model.isHeap ? 'bytes' : 'count')),
               h('td', {}, h('code', {}, format.visible(process.title ||
                  process.command))));
         })))));
}

/* "38.1% of Instructions" of the first metric that it has any of. */
function generatedShare({ metrics, totals, isPair }, format, { values, new: after }) {
   const counts = isPair ? after : values;
   const i = Math.max(0, counts.findIndex((value) => value > 0));
   const share = format.percent(counts[i], totals[i]);
   return `${share} of ${format.lowerFirst(metrics[i].title)}`;
}

/** What the reader should know before trusting the figures; null if nothing. */
export function notes({ model, format }) {
   const { report } = model;
   const isRounded = [...model.totals, ...model.oldTotals || []]
      .some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER);
   const names = (list) => list.map((item) =>
      format.baseName(typeof item === 'string' ? item : item.object)).join(', ');
   const all = [
      [report.no_lines, (list) => `Without line numbers: ${names(list)}. ` +
         'Their code is counted by function; debug information would show the lines.'],
      [(report.objects || []).filter((object) => object.is_generated), ([code]) =>
         `${generatedShare(model, format, code)} is code that the program made while ` +
         'it ran; it has no names.'],
      [report.lost_debug_info, (list) => 'Debug information is incomplete: ' +
         `${names(list)}. Lines and inlined functions can be missing.`],
      [report.saturated, (list) => 'Counts reached their limit and stopped' +
         (Array.isArray(list) ? `: ${list.join(', ')}.` : '.')],
      [isRounded, () => `Values above ${format.full(Number.MAX_SAFE_INTEGER)} are ` +
         'rounded in this page to 15 digits or more; --json has them exactly.'],
   ].filter(([list]) => list === true || (list && list.length));
   return all.length === 0 ? null : h('section', { class: 'notes' }, h('h2', {}, 'Notes'),
      h('ul', {}, all.map(([list, say]) => h('li', {}, format.visible(say(list))))));
}
