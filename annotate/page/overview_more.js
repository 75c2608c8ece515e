/* overview_more.js -- regions, threads, processes, and what the profile warns of.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h } from './dom.js';
import { endOf, usualMetrics } from './overview_text.js';
import { pairColumns, tableView } from './table_view.js';
import { threadRows } from './thread_rows.js';

/** The regions that the program names; null if there are none. */
export function regions(ctx, metric) {
   const { model, format } = ctx;
   const list = model.report.regions || [];
   const nested = (region) => {
      const name = h('span', {}, format.visible(region.name));
      name.style.paddingLeft = `${16 * depthOf(list, region)}px`;
      return name;
   };
   return list.length === 0 ? null : h('section', { class: 'regions' },
      h('h2', {}, 'Regions'), tableView(ctx, 'regions', [
         { id: 'name', title: 'Region', show: nested },
         { id: 'count', title: 'Entered', unit: 'count',
            value: ({ count, new_count: now }) => count ?? now },
         ...regionColumns(ctx, metric),
      ], list, { attributes: ({ name }) => ({ 'data-name': name }) }));
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

function regionColumns(ctx, metric) {
   const { model } = ctx;
   if (model.isHeap) {
      const names = model.isPair ? model.report.region_metrics
         : ['bytes', 'blocks', 'peak', 'growth'];
      return names.flatMap((id, i) => valueColumns(ctx, {
         id, title: HEAP_TITLES[id] || id, unit: id === 'blocks' ? 'count' : 'bytes',
      }, i, (region) => region[id]));
   }
   return usualMetrics(model.metrics, metric).flatMap((i) => {
      const { name, title, unit } = model.metrics[i];
      return valueColumns(ctx, { id: name, title, unit }, i, ({ values }) => values[i]);
   });
}

/* Of a pair the new value and its change. */
function valueColumns(ctx, { id, title, unit }, i, value) {
   if (!ctx.model.isPair) {
      return [{ id, title, unit, value }];
   }
   const [, now, change] = pairColumns({ id, unit },
      (row) => ({ value: row.new[i], old: row.old[i] }));
   return [{ ...now, title }, { ...change, title: 'change' }];
}

const MOST_THREADS = 10;

/** The threads with most of the metric; null if there was one. */
export function threads(ctx, metric) {
   const { model, format } = ctx;
   const table = threadRows(model, metric);
   if (table === null) {
      return null;
   }
   const { columns, by, rows } = table;
   const rest = rows.length - MOST_THREADS;
   return h('section', {}, h('h2', {}, 'Threads'), tableView(ctx, 'threads', [
      { id: 'name', title: 'Thread' },
      { id: 'share', title: 'Share', unit: 'percent',
         value: ({ values }) => format.share(values[by], columns[by].total) },
      ...columns.map(({ id, title, unit }, i) => ({ id, title, unit,
         value: ({ values }) => values[i] })),
   ], rows.slice(0, MOST_THREADS), { attributes: ({ name }) => ({ 'data-name': name }) }),
   rest > 0 ? h('p', { class: 'muted' }, `${format.plural(rest, 'more thread')}: ${
      model.isHeap ? '--json' : '--by=thread'} has all.`) : null);
}

/** The processes that the profile adds up; null if it is one. */
export function processes(ctx) {
   const { model, format } = ctx;
   const list = model.report.processes || [];
   if (list.length === 0) {
      return null;
   }
   return h('section', {}, h('h2', {}, 'Processes'), tableView(ctx, 'processes', [
      { id: 'pid', title: 'Process', value: ({ pid }) => pid ?? '?' },
      { id: 'ended', title: 'Ended', value: ({ state }) => endOf(state)?.text ?? '' },
      { id: 'value', title: model.isHeap ? 'Peak' : model.metrics[0].title,
         unit: model.isHeap ? 'bytes' : 'count',
         value: (process) => (model.isHeap ? process.peak_bytes ?? process.bytes
            : process.total) },
      { id: 'command', title: 'Command',
         value: (process) => process.title || process.command,
         show: (process, text) => h('code', {}, format.visible(text)) },
   ], list));
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
