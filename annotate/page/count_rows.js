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
   markLibraries(out, paths);
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

/* Of functions in no known file, call paths know the object; of those that only call,
   other functions of their file tell. */
function markLibraries({ functions, files }, paths) {
   const known = paths ? paths.functions.filter((_, fn) => paths.library[fn]) : [];
   const keys = new Set(known.map((fn) => functionKey(fn.name, fn.file, fn.object)));
   const names = new Set(known.map(({ file }) => file));
   files.forEach(({ name, isLibrary }) => names[isLibrary ? 'add' : 'delete'](name));
   for (const row of functions) {
      row.isLibrary = row.isLibrary || keys.has(row.key) || names.has(row.file);
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
   addPair(known, counts);
   if (counts.values[0] > known.most) {
      Object.assign(known, { fn, most: counts.values[0] });
   }
   return known;
}

/** {functions, lines, files} of the program's own source with the library code that they
   run, as the report has them; null if it does not. What a brace has is its statement's.
   Lines have `library`, the function that has most of them, or null. Functions that have
   next to nothing are there if all that they call has a hundredth of the program. */
export function ownRows({ report, isPair, functions, totals }) {
   const items = isPair ? report.verdict && report.verdict.lines : report.own;
   if (!items) {
      return null;
   }
   const known = new Map(functions.map((row) => [row.key, row])), lines = new Map();
   const of = new Map(), files = new Map();
   const add = (sums, key, counts, make) => {
      if (!sums.has(key)) {
         sums.set(key, { ...make(), isLibrary: false, values: totals.map(() => 0),
            old: counts.old && totals.map(() => 0) });
      }
      addPair(sums.get(key), counts);
      return sums.get(key);
   };
   for (const { statement, ...item } of items) {
      const { file, function: name, library } = item, counts = pairOf(item, null);
      const key = functionKey(name, file);
      const row = add(of, key, counts, () => ({ ...known.get(key) || functionRow(
         { name, ...item }, file, null), lines: [] }));
      add(files, file, counts, () => ({ key: file, name: file, functions: [] }));
      const line = addLine(lines, statement ? { line: statement } : item, row, counts);
      if (!statement) {
         line.library = library;
         row.lines.push(line);
      }
   }
   const callers = functions.filter(({ isLibrary, key, file, inlined, inclusive }) =>
      !isLibrary && !inlined && !of.has(key) && file !== '???' && inclusive &&
      inclusive[0] >= totals[0] / 100);
   return { functions: [...of.values(), ...callers], lines: [...lines.values()],
      files: [...files.values()] };
}

/* Adds values of a line or a function, of a pair both. */
function addPair(to, counts) {
   addTo(to.values, counts.values);
   if (to.old) {
      addTo(to.old, counts.old);
   }
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
