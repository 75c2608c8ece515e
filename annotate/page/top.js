/* top.js -- which lines and functions to look at first; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { change, mostChanged } from './diff.js';
import { baseName } from './format.js';

/* What the C library does around main is nobody's first place to look. */
const BELOW_MAIN = '(below main)';

function isPlace(row) {
   return row.line !== 0 && !(row.fn && row.fn.name === BELOW_MAIN);
}

/** The smallest places that a metric is known of: lines; and functions, if their code has
   no line numbers. What a function of a heap profile allocates is in a line of its caller
   already: there, functions are places only if the lines have less than half of all. */
export function places(model, metric) {
   const lines = model.lines.filter(isPlace);
   const sum = lines.reduce((all, row) => all + row.values[metric], 0);
   if (model.isHeap && sum >= model.totals[metric] / 2) {
      return lines;
   }
   return lines.concat(model.functions.filter((row) => row.name !== BELOW_MAIN &&
      row.lines.every((line) => line.line === 0) &&
      (!model.isHeap || row.file === '???')));
}

/** The `n` rows with most of a metric; of a pair those that changed most. */
export function topRows(model, rows, metric, n) {
   const known = rows.filter(isPlace);
   if (model.isPair) {
      return mostChanged(known, metric, n);
   }
   return known.filter((row) => row.values[metric] > 0)
      .sort((a, b) => b.values[metric] - a.values[metric]).slice(0, n);
}

/** The text of a source line, or null if the document does not have it. */
export function sourceText(model, file, line) {
   for (const span of model.sourcesOf(file)) {
      const text = (span.lines || [])[line - span.first];
      if (text !== undefined) {
         return text;
      }
   }
   return null;
}

/** Where a function's code is: its file, or its object; '' if its name says that. */
export function homeOf(row) {
   if (row.file !== '???') {
      return row.file;
   }
   return row.short.endsWith(` in ${baseName(row.object)}`) ? '' : row.object;
}

/* The function of the paths that `row` is; -1 if there is none, or several could be. */
function onlyNode(paths, row) {
   const same = paths.functions.filter((fn) => fn.name === row.name);
   return same.length === 1 ? paths.indexOf(row.name)
      : paths.functions.findIndex((fn, i) => paths.keyOf(i) === row.key);
}

/** Who calls a function most, by inclusive values: {fn, share} or null; fn is an index of
   paths.functions. Calls by itself do not count. */
export function mainCaller({ paths }, row, kind) {
   const fn = paths ? onlyNode(paths, row) : -1;
   if (fn < 0 || kind < 0) {
      return null;
   }
   const sums = new Map();
   const inclusive = paths.inclusive(kind);
   let total = 0;
   for (const node of paths.nodesOf(fn)) {
      const above = paths.parent[node];
      if (above >= 0 && paths.fn[above] !== fn) {
         sums.set(paths.fn[above], (sums.get(paths.fn[above]) || 0) + inclusive[node]);
         total += inclusive[node];
      }
   }
   const most = [...sums].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0]);
   return most[0] < 0 ? null : { fn: most[0], share: most[1] / total };
}

/** What a row has an unusual share of, beside `metric`: [{metric, share}], at most two,
   each a twentieth or more of the total and more than its share of `metric`. */
export function unusual(model, row, metric) {
   const share = (i) => (model.totals[i] > 0 ? row.values[i] / model.totals[i] : 0);
   return model.metrics.map((m, i) => ({ metric: i, share: share(i) }))
      .filter(({ metric: i, share: s }) => i !== metric && !model.metrics[i].formula &&
         s >= 0.05 && s > share(metric))
      .sort((a, b) => b.share - a.share).slice(0, 2);
}

/** The index of a finding's allocation site in the report, or -1: that of its path. */
export function siteOf(report, finding) {
   const path = finding.path.join();
   return (report.sites || []).findIndex((site) => site.path.join() === path);
}

/** The size of what is shown of a row: its value, or of a pair its change. */
export function sizeOf(model, row, metric) {
   return model.isPair ? change(row, metric) : row.values[metric];
}
