/* count_rows.js -- the tables' rows of a profile of counts, or of a pair; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { functionKey, shownName } from './paths.js';

/** What reports call code that the program made while it ran. */
export const GENERATED = 'generated code';

/** Of the model without rows: {totals, oldTotals, functions, lines, files, objects}.
   A row has values by metric; of a pair these are NEW's and `old` is OLD's, else null.
   functions: {key, name, short, file, object, values, old, inclusive, oldInclusive,
      calls, oldCalls, inlined, lines}; inclusive and calls are null if unknown
   functions, lines and files have isLibrary: they are known not to be the program's
   lines: {key: "a.c:12", file, line, oldLine: its number in OLD, if that is another one,
      or null, values, old, fn: the row of the function}; a line
      that several functions have is one row, with the function that has most
   files: {key, name, values, old, functions}; objects: {key, name, values, old} */
export function countRows({ report, isPair, paths }) {
   const out = {
      totals: newValues(report.totals), oldTotals: report.totals.old || null,
      ...lineRows(report, isPair, null),
      objects: (report.objects || []).map((object) => ({
         key: object.path, name: object.is_generated ? GENERATED : object.path,
         ...pairOf(object, null),
      })),
   };
   addInclusive(out, report.calls, isPair);
   markLibraries(out.functions, paths);
   return out;
}

/** {functions, lines, files} of a report of counts. With `kinds`, the values are put
   into the order of these. */
export function lineRows(report, isPair, kinds) {
   const out = { functions: [], lines: [], files: [] };
   const order = kinds && kinds.map((kind) =>
      report.metrics.findIndex((metric) => metric.name === kind.name));
   const lines = new Map();
   for (const file of report.files) {
      const isLibrary = file.library === true;
      const row = { key: file.name, name: file.name, ...pairOf(file, order),
         functions: [], isLibrary };
      out.files.push(row);
      for (const fn of file.functions) {
         const made = { ...functionRow(fn, file.name, order),
            isLibrary: isLibrary || fn.library === true };
         made.lines = fn.lines.map((line) =>
            addLine(lines, line, made, pairOf(line, order)));
         row.functions.push(made);
         out.functions.push(made);
      }
   }
   out.lines = [...lines.values()];
   return out;
}

function newValues(item) {
   return item.values || item.new;
}

function pairOf(item, order) {
   const pick = (values) => values && order
      ? order.map((column) => (column < 0 ? 0 : values[column])) : values || null;
   return { values: pick(newValues(item)), old: pick(item.old) };
}

function functionRow(fn, file, order) {
   return {
      key: functionKey(fn.name, file, fn.object), name: fn.name,
      short: shownName({ ...fn, short: fn.short_name }), file, object: fn.object || '',
      ...pairOf(fn, order), inclusive: null, oldInclusive: null, calls: null,
      oldCalls: null, inlined: false, lines: [], isLibrary: false,
   };
}

/* Of functions in no known file, call paths know the object. */
function markLibraries(rows, paths) {
   const keys = new Set(paths ? paths.functions.flatMap((_, fn) =>
      (paths.library[fn] ? [paths.keyOf(fn)] : [])) : []);
   for (const row of rows) {
      row.isLibrary = row.isLibrary || keys.has(row.key);
   }
}

/* The row of a line, to which `counts` are added if another function has it, too.  Lines
   that only the old source has are no lines of the source that is shown. */
function addLine(lines, item, fn, counts) {
   const line = item.gone ? 0 : item.line;
   const key = `${fn.file}:${line}`;
   const known = lines.get(key);
   if (!known) {
      const row = { key, file: fn.file, line, values: counts.values.slice(),
         old: counts.old && counts.old.slice(), fn, most: counts.values[0],
         oldLine: line > 0 && item.old_line || null,
         isLibrary: fn.isLibrary };
      lines.set(key, row);
      return row;
   }
   addTo(known.values, counts.values);
   if (known.old) {
      addTo(known.old, counts.old);
   }
   if (counts.values[0] > known.most) {
      Object.assign(known, { fn, most: counts.values[0] });
   }
   return known;
}

/** Adds `values` to `sum`, item by item. */
export function addTo(sum, values) {
   values.forEach((value, i) => {
      sum[i] += value;
   });
}

/* Joins the functions with those of the calls, which have inclusive values. A function
   that only calls has no counts of its own: it becomes a row, too. */
function addInclusive(out, calls, isPair) {
   if (!calls) {
      return;
   }
   const rows = new Map(out.functions.map((row) => [row.key, row]));
   const none = out.totals.map(() => 0);
   for (const fn of calls.functions) {
      const key = functionKey(fn.name, fn.file, fn.object);
      let row = rows.get(key);
      if (!row) {
         row = functionRow({ name: fn.name, object: fn.object, values: none,
            old: isPair ? none : null }, fn.file || '???', null);
         rows.set(key, row);
         out.functions.push(row);
      }
      if (row.inclusive === null) {
         Object.assign(row, isPair
            ? { inclusive: fn.new, oldInclusive: fn.old, calls: fn.new_calls,
               oldCalls: fn.old_calls }
            : { inclusive: fn.inclusive, calls: fn.calls, inlined: fn.inlined });
      }
   }
}
