/* overview_more.js -- threads of a heap profile, and what profiles warn of.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h } from './dom.js';
import { reportTable } from './report_tables.js';
import { threadRows } from './thread_rows.js';

/** What threads of a heap profile allocated; null if there was one, or two profiles. */
export function threads(ctx) {
   const rows = threadRows(ctx.model), { totals } = ctx.model.report;
   return rows === null ? null : reportTable(ctx, { name: 'thread', title: 'Threads',
      columns: [{ kind: 'text', label: 'thread' },
         { kind: 'number', key: 'bytes', label: 'allocated', unit: 'bytes',
            whole: totals.bytes },
         { kind: 'number', key: 'blocks', label: 'blocks' }], rows });
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
         `${generatedShare(model, format, code)} is code compiled while the ` +
         'program ran; it has no names.'],
      [report.lost_debug_info, (list) => 'Debug information is incomplete: ' +
         `${names(list)}. Lines and inlined functions can be missing.`],
      [report.saturated, (list) => 'Counts saturated' +
         (Array.isArray(list) ? `: ${list.join(', ')}.` : '.')],
      [isRounded, () => `Values above ${format.full(Number.MAX_SAFE_INTEGER)} are ` +
         'rounded in this page to 15 digits or more; --json has them exactly.'],
   ].filter(([list]) => list === true || (list && list.length));
   return all.length === 0 ? null : h('section', { class: 'notes' }, h('h2', {}, 'Notes'),
      h('ul', {}, all.map(([list, say]) => h('li', {}, format.visible(say(list))))));
}
