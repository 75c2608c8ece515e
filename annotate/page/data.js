/* data.js -- the page's document as the model that the views show; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { callFile, functionKey, makePaths } from './paths.js';
import { countRows, GENERATED, ownRows } from './count_rows.js';
import { makeAssembly } from './asm_rows.js';
import { makeData } from './data_rows.js';
import { withSums } from './formula.js';
import { heapRows, ownHeapRows } from './heap_rows.js';
import { baseName } from './format.js';
import { describer } from './meaning.js';
import { makeSharing } from './sharing_lines.js';
import { threadLabels } from './thread_rows.js';

export { functionKey };

/** The model of the document `doc` (docs/quern.schema.json):
   doc, report: the document and its report as they are
   tool, isHeap, isPair, producer, profiles (names of files), command, oldCommand
   metrics: [{name, title, unit, formula, meaning, path}]: what can be shown; path: its
      index in paths.kinds, or -1; formula: null for an event
   totals, oldTotals: by metric; oldTotals is null but for a pair
   functions, lines, files, objects: rows, see count_rows.js
   paths: the tree of call paths, see paths.js; or null
   data, sharing: data objects (data_rows.js) and shared lines of memory
      (sharing_lines.js), or null
   assembly: listings of machine code (asm_rows.js), or null
   describe(name): {title, meaning} of an event or metric (meaning.js)
   tables: of sections without a view of their own, see report_tables.js
   moments: of a heap profile, or []; leftOut: what the document leaves out
   metric(state): the index of the metric that `state` chooses
   kind(state): the index in paths.kinds of that, or of the kind shown first
   functionOf(key): the row of a function by key or name, or undefined
   hasLibraries: some functions are the program's, and others known not to be
   folds(state): whether code of libraries is shown as its callers'
   rows(state): {functions, lines, files} that are then shown: all, or the program's own
      with what they run
   threadLabel("thread 3"): what reports call it, see thread_rows.js
   labelOf(file): the end of a file's path by which it can be told from the others
   isLibraryFile(file): it is known not to be the program's
   linesOf(file): rows of lines of a source file; sourcesOf(file): its spans in the
   document */
export function makeModel(doc) {
   const report = doc.report;
   const model = {
      doc, report, tool: doc.tool, isHeap: doc.tool === 'heapprof',
      isPair: Boolean(doc.is_pair), producer: doc.producer || '',
      profiles: doc.files || [], command: report.command || '',
      oldCommand: report.old_command || null,
      paths: makePaths(doc.paths
         && withGenerated(withSums(doc.paths, report.metrics), report)),
      tables: doc.tables || [],
      moments: doc.moments || [],
      describe: describer(doc),
      leftOut: doc.left_out || {},
   };
   model.metrics = metricsOf(model);
   model.threadLabel = threadLabels(model);
   Object.assign(model, model.isHeap ? heapRows(model) : countRows(model));
   model.hasLibraries = hasBoth(model.functions);
   findStatements(model);
   model.folds = (state) => model.hasLibraries && state.code !== 'all';
   model.rows = rowsFor(model);
   model.data = makeData(model);
   model.sharing = makeSharing(model);
   model.assembly = makeAssembly(model);
   return Object.assign(model, finders(model));
}

/* What braces call counts for statements, as in own rows. */
function findStatements({ paths, report: { own = [] } }) {
   const of = new Map(own.filter(({ statement }) => statement)
      .map(({ file, line, statement }) => [`${file}:${line}`, statement]));
   if (paths && of.size > 0) {
      paths.statement = paths.callLine.map((line, node) => (line > 0 &&
         paths.parent[node] >= 0 && of.get(`${callFile(paths, node)}:${line}`)) || line);
   }
}

/* What `rows` of a model is. Own rows are made when they are asked for. */
function rowsFor(model) {
   let own = null;
   return (state) => {
      if (!model.folds(state)) {
         return model;
      }
      const isOwn = (row) => !row.isLibrary;
      own = own || (model.isHeap ? ownHeapRows(model) : ownRows(model)) ||
         { functions: model.functions.filter(isOwn), lines: model.lines.filter(isOwn),
            files: model.files.filter(isOwn) };
      return own;
   };
}

function hasBoth(functions) {
   return functions.some((row) => row.isLibrary) && functions.some((row) =>
      !row.isLibrary);
}

/* Paths whose functions without any name have the report's name for generated code. */
function withGenerated(paths, { objects = [] }) {
   if (!objects.some((object) => object.is_generated)) {
      return paths;
   }
   const functions = paths.functions.map((fn) =>
      (fn.name === '???' && !fn.object && !fn.file ? { ...fn, short: GENERATED } : fn));
   return { ...paths, functions };
}

function metricsOf({ report, paths, isHeap, describe }) {
   const kinds = paths ? paths.kinds : [];
   const listed = isHeap ? kinds : report.metrics;
   return listed.map((metric) => {
      const path = kinds.findIndex((kind) => kind.name === metric.name);
      const known = describe(metric.name);
      return {
         name: metric.name,
         title: known.title || metric.title || metric.name,
         meaning: known.meaning || '',
         unit: metric.unit || (path >= 0 ? kinds[path].unit : 'count'),
         formula: metric.formula !== metric.name && metric.formula || null,
         path,
      };
   });
}

function finders(model) {
   const functions = firstBy(model.functions, (row) => [row.key, row.name]);
   const lines = groupBy(model.lines, (row) => row.file);
   const sources = groupBy(model.doc.sources || [], (span) => span.file);
   const libraries = new Set(model.files.filter((row) => row.isLibrary)
      .map(({ name }) => name));
   const metric = (state) => {
      const index = model.metrics.findIndex((m) => m.name === state.kind);
      return index >= 0 ? index : firstMetric(model);
   };
   return {
      metric,
      kind: (state) => {
         const chosen = model.metrics[metric(state)];
         return chosen && chosen.path >= 0 || !model.paths
            ? chosen.path : model.paths.shown;
      },
      functionOf: (key) => functions.get(key),
      isLibraryFile: (file) => libraries.has(file),
      linesOf: (file) => lines.get(file) || [],
      labelOf: labeller(model.files.map((row) => row.name)),
      sourcesOf: (file) => sources.get(file) || [],
   };
}

/* Most files have a name of their own; others need a directory, too, or all of it. */
function labeller(files) {
   const counts = new Map();
   const add = (label) => counts.set(label, (counts.get(label) || 0) + 1);
   new Set(files).forEach((file) => {
      new Set([baseName(file), tail(file)]).forEach(add);
   });
   return (file) => [baseName(file), tail(file)]
      .find((label) => (counts.get(label) || 0) <= 1) || file;
}

/* "dir/a.c" of "/src/dir/a.c". */
function tail(file) {
   return file.split('/').slice(-2).join('/');
}

/* That by which the command sorts; of a heap profile, the kind that paths show first. */
function firstMetric({ doc, metrics, paths }) {
   return Math.max(0, metrics.findIndex((m) => (doc.sort ? m.name === doc.sort
      : paths && m.path === paths.shown)));
}

function firstBy(rows, keysOf) {
   const map = new Map();
   for (const row of rows) {
      for (const key of keysOf(row)) {
         if (!map.has(key)) {
            map.set(key, row);
         }
      }
   }
   return map;
}

function groupBy(rows, keyOf) {
   const map = new Map();
   for (const row of rows) {
      const key = keyOf(row);
      if (!map.has(key)) {
         map.set(key, []);
      }
      map.get(key).push(row);
   }
   return map;
}
