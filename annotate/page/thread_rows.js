/* thread_rows.js -- what threads are called, and what each cost or allocated; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { usualMetrics } from './overview_text.js';

/** The table of threads, the largest first; null if the profile has one, or is a pair.
   columns: [{id, title, unit, total}], by: the index of the one that sorts
   rows: [{name, values}], with a value for each column */
export function threadRows(model, metric) {
   if (model.isPair || !model.report.threads) {
      return null;
   }
   const table = model.isHeap ? ofHeap(model.report) : ofCounts(model, metric);
   table.rows.sort((a, b) => b.values[table.by] - a.values[table.by]);
   return table;
}

/** What reports call threads: a function of "thread 3" that returns "thread 3 (NAME)", or
   the same text if no name is known, or files that were merged have several. */
export function threadLabels({ isHeap, report }) {
   const labels = new Map();
   if (isHeap) {
      for (const [number, name] of report.thread_names || []) {
         labels.set(`thread ${number}`, `thread ${number} (${name})`);
      }
   } else {
      for (const { number, threads, name } of report.threads || []) {
         const key = `thread ${number}`;
         labels.set(key, threads > 1 || labels.has(key) ? key
            : labelOf({ number, threads, name }));
      }
   }
   return (thread) => labels.get(thread) || thread;
}

function ofHeap({ threads, thread_names: names, totals }) {
   const labelFor = threadLabels({ isHeap: true, report: { thread_names: names } });
   return {
      columns: [{ id: 'bytes', title: 'Allocated', unit: 'bytes', total: totals.bytes },
         { id: 'blocks', title: 'Blocks', unit: 'count', total: totals.blocks }],
      by: 0,
      rows: threads.map(([number, bytes, blocks]) => ({ values: [bytes, blocks],
         name: labelFor(`thread ${number}`) })),
   };
}

function ofCounts({ report, metrics, totals }, metric) {
   const shown = usualMetrics(metrics, metric);
   return {
      columns: shown.map((i) => ({ id: metrics[i].name, title: metrics[i].title,
         unit: metrics[i].unit, total: totals[i] })),
      by: shown.indexOf(metric),
      rows: report.threads.map((thread) => ({ name: labelOf(thread),
         values: shown.map((i) => thread.values[i]) })),
   };
}

/* As reports call it (counts/ac_threads.h). */
function labelOf({ number, threads, name }) {
   if (threads > 1) {
      return `${threads} threads${name ? ` of the name ${name}` : ''}`;
   }
   const known = name || (number === 1 ? 'main' : '');
   return known ? `thread ${number} (${known})` : `thread ${number}`;
}
