/* field_layout.js -- the heat of the bytes of blocks: by field, and as a strip; pure.
   The rules are those of hp_annotate's text: heap/ah_heat.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { ownFrames, placeOf } from './site_rows.js';

/* A cold byte has at most this share of the accesses of the hottest. */
const COLD = 0.01;

/* Smaller blocks have nothing to leave out. */
const TWO_WORDS = 16;

/* ---- What is shown together ---- */

/**
 * Blocks of one type, or blocks of one size that one line of the program allocates.
 * @typedef {object} HeatSet
 * @property {string} title     the type, or the function that allocates
 * @property {string} place     "a.c:12"; "" of a type
 * @property {object|null} frame the line that allocates; null of a type
 * @property {number} size      bytes of one block or object
 * @property {object[]} fields  name, type, offset, bytes; [] if the type is unknown
 * @property {number} unit      bytes that share a count
 * @property {number[]|null} reads, writes by unit; null if only sums are known
 * @property {number[]} sums    reads and writes
 * @property {boolean} isExact  a count of 0 means no access
 * @property {number} sites, blocks, peakBytes, peakBlocks of all
 * @property {object|null} finding what can be left out, as in the report
 */

/** The sets of a report that have heat, types first. @returns {HeatSet[]} */
export function heatSets(report) {
   const isExact = report.creator !== null;
   const types = (report.types || []).filter((type) => type.heat !== null);
   return [...types.map((type) => setOfType(type, report, isExact)),
      ...setsOfPlaces(report, isExact)];
}

function counts(heat) {
   const { unit, reads, writes } = heat;
   const sums = reads ? reads.map((n, i) => n + writes[i]) : heat.accesses;
   return { unit, reads, writes, sums };
}

function setOfType(type, report, isExact) {
   return { title: type.name, place: '', frame: null, size: type.size,
      fields: type.fields, ...counts(type.heat), isExact, sites: type.of_sites,
      blocks: type.total_blocks, peakBytes: type.peak_bytes || 0,
      peakBlocks: type.peak_blocks || 0,
      finding: (report.findings || []).find((finding) =>
         finding.kind === 'fields' && finding.type === type.name) || null };
}

function setsOfPlaces(report, isExact) {
   const own = ownFrames(report);
   const sets = new Map();
   for (const site of report.sites || []) {
      if (site.heat === null || site.type !== null || site.max_size <= TWO_WORDS) {
         continue;
      }
      const frame = report.frames[own(site.path)] || null;
      const key = JSON.stringify([frame && [frame.function, frame.file, frame.line],
         site.max_size, site.heat.unit, site.heat.reads !== null]);
      if (sets.has(key)) {
         addSite(sets.get(key), site);
      } else {
         sets.set(key, setOfSite(site, frame, isExact));
      }
   }
   return [...sets.values()];
}

function setOfSite(site, frame, isExact) {
   return { title: frame ? frame.function : '(unknown)',
      place: frame ? placeOf(frame) : '', frame, size: site.max_size, fields: [],
      ...counts(site.heat), isExact, sites: 1, blocks: site.total_blocks,
      peakBytes: site.peak_bytes || 0, peakBlocks: site.peak_blocks || 0,
      finding: null };
}

function addSite(set, site) {
   const more = counts(site.heat);
   const both = (a, b) => a && a.map((n, i) => n + b[i]);
   set.reads = both(set.reads, more.reads);
   set.writes = both(set.writes, more.writes);
   set.sums = both(set.sums, more.sums);
   set.sites++;
   set.blocks += site.total_blocks;
   set.peakBytes += site.peak_bytes || 0;
   set.peakBlocks += site.peak_blocks || 0;
}

/* ---- Ranges ---- */

/**
 * Neighbouring bytes of one field that are used about equally often.
 * @typedef {object} Range
 * @property {number} offset, bytes
 * @property {string} name  of the field; "padding", or "" if the type is unknown
 * @property {string} type  of the field, or ""
 * @property {number} reads, writes, sum accesses per byte; the first two are 0 if only
 *    sums are known
 * @property {string} mark  "never touched", "never read", "never written", "cold",
 *    "padding" or ""
 */

/** The ranges of a set, in order of offset. @returns {Range[]} */
export function rangesOf(set) {
   const ranges = [];
   const most = largest(set.sums);
   let first = 0;
   for (let i = 1; i <= set.sums.length; i++) {
      if (i === set.sums.length || !belongs(set, first, i)) {
         ranges.push(rangeOf(set, first, i, most));
         first = i;
      }
   }
   return ranges;
}

/* Not by Math.max(...): there can be many counts. */
function largest(values) {
   return values.reduce((most, value) => Math.max(most, value), 0);
}

function fieldAt(set, offset) {
   return set.fields.find((field) =>
      offset >= field.offset && offset < field.offset + field.bytes) || null;
}

/* Whether neither is more than twice the other; only 0 is close to 0. */
function isClose(a, b) {
   return (a === 0) === (b === 0) && a <= 2 * b && b <= 2 * a;
}

function belongs(set, first, i) {
   if (fieldAt(set, first * set.unit) !== fieldAt(set, i * set.unit)) {
      return false;
   }
   const columns = set.reads ? [set.reads, set.writes] : [set.sums];
   return columns.every((column) => isClose(column[first], column[i]));
}

function average(column, first, end) {
   let sum = 0;
   for (let i = first; i < end; i++) {
      sum += column[i];
   }
   return Math.ceil(sum / (end - first));
}

function rangeOf(set, first, end, most) {
   const offset = first * set.unit;
   const field = fieldAt(set, offset);
   const isPadding = field === null && set.fields.length > 0;
   const range = {
      offset, bytes: Math.min(end * set.unit, set.size) - offset,
      name: field ? field.name : isPadding ? 'padding' : '',
      type: field && field.type || '',
      reads: set.reads ? average(set.reads, first, end) : 0,
      writes: set.writes ? average(set.writes, first, end) : 0,
      sum: average(set.sums, first, end),
   };
   range.mark = isPadding && range.sum === 0 ? 'padding' : markOf(set, range, most);
   return range;
}

function markOf(set, range, most) {
   if (range.sum === 0) {
      return set.isExact ? 'never touched' : '';
   }
   if (set.reads && range.reads === 0) {
      return 'never read';
   }
   if (set.reads && range.writes === 0) {
      return 'never written';
   }
   return range.sum <= most * COLD ? 'cold' : '';
}

/** Whether nobody read the range: it was never read or never touched. */
export function isUnread(range) {
   return range.mark === 'never read' || range.mark === 'never touched';
}

/* ---- Sums and orders ---- */

function add(values) {
   return values ? values.reduce((sum, value) => sum + value, 0) : 0;
}

/**
 * Sums over all bytes: reads, writes; neverRead: bytes of one block that nobody read,
 * without padding; neverReadAtPeak: the same of all blocks at the peak.
 */
export function totalsOf(set) {
   const neverRead = add(rangesOf(set).filter(isUnread).map((range) => range.bytes));
   return { reads: add(set.reads) * set.unit, writes: add(set.writes) * set.unit,
      neverRead, neverReadAtPeak: set.peakBytes * neverRead / set.size };
}

const ORDERS = new Map([
   ['wasted', (set) => totalsOf(set).neverReadAtPeak],
   ['peak', (set) => set.peakBytes],
   ['accesses', (set) => add(set.sums)],
]);

/** The sets with most first: "wasted" (the default), "peak" or "accesses". */
export function orderSets(sets, order) {
   const value = ORDERS.get(order) || ORDERS.get('wasted');
   const values = new Map(sets.map((set) => [set, [value(set), add(set.sums)]]));
   return [...sets].sort((a, b) => {
      const [x, y] = [values.get(a), values.get(b)];
      return y[0] - x[0] || y[1] - x[1];
   });
}

/** The level of a count, 0 to 9: each is half as hot as the next; 0 is none. */
export function level(count, most) {
   let of = 9;
   if (count <= 0 || most <= 0) {
      return 0;
   }
   while (of > 1 && count <= most / 2 ** (10 - of)) {
      of--;
   }
   return of;
}

/**
 * Ranges cut into rows of so many bytes.
 * @returns {{offset: number, bytes: number, cells: {range: number, column: number,
 *    bytes: number, isFirst: boolean}[]}[]} range is an index; column counts bytes
 */
export function stripRows(ranges, rowBytes) {
   const rows = [];
   ranges.forEach(({ offset, bytes }, range) => {
      for (let at = offset; at < offset + bytes;) {
         const column = at % rowBytes;
         const here = Math.min(rowBytes - column, offset + bytes - at);
         if (column === 0) {
            rows.push({ offset: at, bytes: 0, cells: [] });
         }
         const row = rows[rows.length - 1];
         row.cells.push({ range, column, bytes: here, isFirst: at === offset });
         row.bytes += here;
         at += here;
      }
   });
   return rows;
}
