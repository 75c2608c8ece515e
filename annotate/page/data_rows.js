/* data_rows.js -- data objects, their fields, and the lines that miss on them; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { termCost, termsOf } from './formula.js';
import { full } from './format.js';

/** What each kind of data object is called. */
export const KINDS = { heap: 'heap', static: 'static', tls: 'thread-local',
   stack: 'stack', map: 'mapping', brk: 'freed or allocator\u2019s', unknown: 'unknown' };

/* A cold field has at most this share of the misses of the hottest. */
const COLD = 0.01;

/**
 * The data objects of a model (data.js), or null without these:
 * metrics: [{name, title, meaning, unit, total, oldTotal}]: the events, and what their
 *    misses add to sums as CEst; total is the program's
 * objects: rows {index, key, name, kind, type, typeBytes, binary, where, blocks, bytes,
 *    min, max, size, use, sets, values, old, fields, lines}; values are by metric; of a
 *    pair they are NEW's and `old` is OLD's, else null
 * lines: triples {file, line, fn, object, field, offset, stride, values, old}, hottest
 *    first; field is null if unknown
 * findings, leftOut: as in the report
 * shown(state): the index of the metric that is shown
 * at(file, line): the triples of a source line
 */
export function makeData(model) {
   const doc = model.isHeap ? null : model.report.data;
   if (!doc) {
      return null;
   }
   const metrics = metricsOf(model, doc.events);
   const valued = (item) => ({
      values: withSums(item.values || item.new, metrics),
      old: item.old ? withSums(item.old, metrics) : null,
   });
   const objects = doc.objects.map((object, index) => objectRow(object, index, valued));
   const lines = doc.lines.map((line) => ({ file: line.file, line: line.line,
      fn: line.function, object: objects[line.object], field: line.field,
      offset: line.offset, stride: line.stride, ...valued(line) }));
   lines.forEach((line) => line.object && line.object.lines.push(line));
   addTotals(model, metrics, objects);
   const byLine = new Map();
   lines.forEach((line) => {
      const key = `${line.file}:${line.line}`;
      byLine.set(key, [...byLine.get(key) || [], line]);
   });
   return { metrics, isPair: model.isPair, totals: metrics.map(({ total }) => total),
      oldTotals: metrics.map(({ oldTotal }) => oldTotal), objects, lines,
      findings: doc.findings || [],
      leftOut: doc.left_out || {}, limit: doc.limit_B,
      shown: (state) => shownMetric(metrics, state.kind),
      at: (file, line) => byLine.get(`${file}:${line}`) || [] };
}

/* ---- Metrics ---- */

/* Estimated cycles of the tool's own are not of single misses: all misses stand for
   them. */
function summed({ metrics, describe }) {
   const sums = metrics.filter((metric) => metric.formula);
   const isOwn = metrics.some(({ name }) => name === 'Cd');
   return isOwn && !sums.some(({ name }) => name === 'D1m')
      ? [...sums, { name: 'D1m', ...describe('D1m'), formula: 'D1mr + D1mw' }]
      : sums;
}

/* Sums have terms of these events only: an estimate counts what the misses add to it. */
function metricsOf(model, events) {
   const known = [...events.map((name) => ({ name })), ...model.metrics];
   const sums = summed(model).map((metric) => {
      const terms = (termsOf(metric.formula, known) || []).map((term) => ({ ...term,
         events: term.events.filter((event) => event < events.length) }));
      return { name: metric.name, title: metric.title,
         meaning: `${metric.meaning} Here of its misses alone.`, unit: 'count', terms };
   }).filter(({ terms }) => terms.some((term) => term.events.length > 0));
   return [...events.map((name) => {
      const { title, meaning } = model.describe(name);
      return { name, title: title || name, meaning: meaning || '', unit: 'count',
         terms: null };
   }), ...sums];
}

function withSums(values, metrics) {
   return metrics.map(({ terms }, i) => (terms === null ? values[i]
      : terms.reduce((sum, term) => sum + termCost(term, values), 0)));
}

/* The program's, where the report has them. */
function addTotals(model, metrics, objects) {
   metrics.forEach((metric, i) => {
      const at = model.metrics.findIndex((other) => other.name === metric.name);
      const sum = (side) => objects.reduce((all, row) => all + row[side][i], 0);
      metric.total = at < 0 ? sum('values') : model.totals[at];
      metric.oldTotal = !model.isPair ? null : at < 0 ? sum('old') : model.oldTotals[at];
   });
}

/* An estimate weighs first and last level, so it says most unless another is chosen. */
function shownMetric(metrics, name) {
   const chosen = metrics.findIndex((metric) => metric.name === name);
   const estimate = metrics.findIndex((metric) => metric.terms !== null);
   return chosen >= 0 ? chosen : Math.max(0, estimate);
}

/* ---- Rows ---- */

function objectRow(object, index, valued) {
   return { index, key: `${index}`, name: object.label, kind: object.kind,
      type: object.type || null, typeBytes: object.type_B || 0,
      binary: object.binary || null, where: object.where || [],
      symbol: object.symbol || null, rule: object.rule || 0,
      blocks: object.blocks || 0, bytes: object.bytes || 0,
      min: object.min_B || 0, max: object.max_B || 0, size: object.size_B || 0,
      use: object.use || null, sets: object.sets || null, ...valued(object),
      fields: (object.fields || []).map((field) => ({ name: field.name,
         offset: field.offset, bytes: field.size_B, stride: field.stride || 0,
         ...valued(field) })),
      lines: [] };
}

/** "64 bytes each", "16 to 4,096": the size of one block or variable; '' if unknown. */
export function sizeText(row) {
   if (row.blocks > 0 && row.min !== row.max) {
      return `${full(row.min)} to ${full(row.max)}`;
   }
   const size = sizeOf(row);
   return size > 0 ? full(size) : '';
}

/** The size of one block, on average, or of the variable; null if unknown. */
export function sizeOf(row) {
   const size = row.blocks > 0 ? row.bytes / row.blocks : row.size;
   return size > 0 ? size : null;
}

/** "next", "bytes 8 to 15", "every 16 bytes", "byte 3 of every 16": a place in a data
   object; '' if it is not known, or if the whole is one field. */
export function fieldName({ name, field, offset, bytes, stride }) {
   const known = name === undefined ? field : name;
   if (known || typeof offset !== 'number') {
      return known || '';
   }
   if (stride > 0) {
      return offset === 0 ? `every ${full(stride)} bytes`
         : `byte ${full(offset)} of every ${full(stride)}`;
   }
   return bytes > 1 ? `bytes ${full(offset)} to ${full(offset + bytes - 1)}`
      : `byte ${full(offset)}`;
}

/** The name of a triple's data: "struct node.next", "buckets", "buckets, byte 8". */
export function datumName({ object, ...place }) {
   if (!object) {
      return '???';
   }
   const field = fieldName(place);
   if (!place.field) {
      return field === '' ? object.name : `${object.name}, ${field}`;
   }
   return withField(object.kind === 'heap' && object.type || object.name, field);
}

/** "a.b" or "a[0]" of a data object and its field. */
export function withField(name, field) {
   return `${name}${/^[[.]/.test(field) ? '' : '.'}${field}`;
}

/** By how much a row's or triple's metric counts: of a pair by its change. */
export function weight({ values, old }, metric) {
   return Math.abs(values[metric] - (old ? old[metric] : 0));
}

/** The triples with most of a metric, largest first, without those that have none; of a
   pair those that changed most come first. */
export function hottestLines(lines, metric) {
   return lines.filter(({ values, old }) => values[metric] > 0 || old && old[metric] > 0)
      .sort((a, b) => weight(b, metric) - weight(a, metric));
}

/* ---- Fields ---- */

/* Bytes of a place whose size is not known, unless the next place is nearer. */
const PLACE_BYTES = 8;

/* The fields of a row that have one place, in order, with sizes. */
function placedFields({ fields }) {
   const placed = fields.filter(({ offset, stride }) => typeof offset === 'number'
      && stride === 0).sort((a, b) => a.offset - b.offset);
   return placed.map((field, i) => {
      const next = placed.slice(i + 1).find(({ offset }) => offset > field.offset);
      const room = next ? next.offset - field.offset : PLACE_BYTES;
      return { field, offset: field.offset,
         bytes: field.bytes || Math.min(PLACE_BYTES, room) };
   });
}

/** The fields of a row as ranges of bytes (see field_layout.js), with gaps: reads and
   writes are misses. `level`: "1" or "L", the cache that is missed. Fields that are at
   many places of a large block are in none. */
export function fieldRanges(row, metrics, level) {
   const column = (event) => metrics.findIndex(({ name }) => name === event);
   const [reads, writes] = [column(`D${level}mr`), column(`D${level}mw`)];
   const most = row.fields.reduce((all, field) =>
      Math.max(all, valueOf(field.values, reads) + valueOf(field.values, writes)), 0);
   const ranges = [];
   let end = 0;
   for (const { field, offset, bytes } of placedFields(row)) {
      if (offset > end) {
         ranges.push(gap(end, offset, row.type === null));
      }
      if (offset + bytes > end) {
         const first = Math.max(end, offset);
         ranges.push(rangeOf(row, field, [first, offset + bytes], most,
            [reads, writes]));
         end = offset + bytes;
      }
   }
   const size = row.typeBytes || 0;
   return ranges.length > 0 && end < size ? [...ranges, gap(end, size)] : ranges;
}

function valueOf(values, column) {
   return column < 0 ? 0 : values[column];
}

/* Of an unknown type, what is between places was never missed; else it is padding. */
function gap(offset, end, isUnknown = false) {
   return { offset, bytes: end - offset, name: '', type: '', reads: 0, writes: 0, sum: 0,
      oldReads: 0, oldWrites: 0, field: null,
      mark: isUnknown ? 'never missed' : 'padding' };
}

function rangeOf(row, field, [offset, end], most, [reads, writes]) {
   const range = { offset, bytes: end - offset,
      name: fieldName(field) || row.name, type: '',
      reads: valueOf(field.values, reads), writes: valueOf(field.values, writes),
      oldReads: field.old ? valueOf(field.old, reads) : 0,
      oldWrites: field.old ? valueOf(field.old, writes) : 0, field };
   range.sum = range.reads + range.writes;
   const isOld = range.oldReads + range.oldWrites > 0;
   range.mark = range.sum === 0 ? isOld ? 'no longer missed' : 'never missed'
      : range.sum <= most * COLD ? 'cold' : '';
   return range;
}

/** How the D1 lines that misses on a row fetched were used, as parts of all their bytes:
   {used, unused, others}; null if unknown. */
export function lineUse({ use }, lineBytes = 64) {
   if (!use || !(use.lines > 0)) {
      return null;
   }
   const all = Math.max(use.lines * lineBytes, use.inside_B);
   return { used: use.used_B / all, unused: (use.inside_B - use.used_B) / all,
      others: 1 - use.inside_B / all };
}
