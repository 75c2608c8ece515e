/* thread_rows.js -- what each thread cost or allocated; pure.
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

function ofHeap({ threads, thread_names: names, totals }) {
   const nameOf = new Map(names || []);
   return {
      columns: [{ id: 'bytes', title: 'Allocated', unit: 'bytes', total: totals.bytes },
         { id: 'blocks', title: 'Blocks', unit: 'count', total: totals.blocks }],
      by: 0,
      rows: threads.map(([number, bytes, blocks]) => ({ values: [bytes, blocks],
         name: nameOf.has(number) ? `thread ${number} (${nameOf.get(number)})`
            : `thread ${number}` })),
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

/* As reports call it (counts/an_threads.h). */
function labelOf({ number, threads, name }) {
   if (threads > 1) {
      return `${threads} threads${name ? ` of the name ${name}` : ''}`;
   }
   return name || `thread ${number}${number === 1 ? ' (main)' : ''}`;
}
