/* heap_rows.js -- the tables' rows of a heap profile, or of a pair; pure.
   Values are in the order of the kinds of call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { addTo, lineRows } from './count_rows.js';
import { shownName, withoutLibraries } from './paths.js';

/** Rows as in count_rows.js. A function's own values are those of the blocks that it
   allocates itself. Lines and files have those of the blocks that no other line of the
   program's own source, called from there, allocates. */
export function heapRows({ doc, isPair, paths }) {
   const functions = paths ? functionRows(paths, isPair) : [];
   const rows = new Map(functions.map((row) => [row.key, row]));
   const { lines, files } = doc.lines ? lineRows(doc.lines, isPair, paths.kinds)
      : { lines: [], files: [] };
   for (const line of lines) {
      const row = rows.get(line.fn.key);
      if (row) {
         line.fn = row;
         row.lines.push(line);
      }
   }
   return {
      totals: paths ? totals(paths, 'new') : [],
      oldTotals: isPair && paths ? totals(paths, 'old') : null,
      functions, lines, files, objects: objectRows(functions, isPair),
   };
}

/** {functions, lines, files} of the program's own source: a function has what it
   allocates by library code, too. */
export function ownHeapRows({ paths, functions, lines, files, isPair }) {
   const { home } = withoutLibraries(paths);
   const rows = functions.map((row) => ({ ...row, values: row.values.map(() => 0),
      old: isPair ? row.values.map(() => 0) : null }));
   const add = (to, side) => paths.kinds.forEach((_, kind) => paths.self(kind, side)
      .forEach((value, node) => {
         rows[paths.fn[home[node]]][to][kind] += value;
      }));
   add('values', 'new');
   if (isPair) {
      add('old', 'old');
   }
   const isOwn = (row) => !row.isLibrary;
   return { functions: rows.filter(isOwn), lines: lines.filter(isOwn),
      files: files.filter(isOwn) };
}

function totals(paths, side) {
   return paths.kinds.map((kind, i) => paths.total(i, side));
}

function functionRows(paths, isPair) {
   const sums = (side) => paths.kinds.map((kind, i) => paths.functionSums(i, side));
   const now = sums('new');
   const before = isPair ? sums('old') : null;
   const pick = (of, name, fn) => of && of.map((sum) => sum[name][fn]);
   return paths.functions.map((fn, i) => ({
      key: paths.keyOf(i), name: fn.name, short: shownName(fn),
      file: fn.file || '???', object: fn.object || '',
      values: pick(now, 'self', i), old: pick(before, 'self', i),
      inclusive: pick(now, 'inclusive', i), oldInclusive: pick(before, 'inclusive', i),
      calls: null, oldCalls: null, inlined: false, lines: [],
      isLibrary: paths.library[i],
   }));
}

function objectRows(functions, isPair) {
   const sums = new Map();
   for (const row of functions.filter((fn) => fn.object !== '')) {
      const sum = sums.get(row.object);
      if (sum) {
         addTo(sum.values, row.values);
         if (isPair) {
            addTo(sum.old, row.old);
         }
      } else {
         sums.set(row.object, { key: row.object, name: row.object,
            values: row.values.slice(), old: isPair ? row.old.slice() : null });
      }
   }
   return [...sums.values()];
}
