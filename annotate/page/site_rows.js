/* site_rows.js -- allocation sites as rows: names, lifetimes, sizes of blocks; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { scaleLog } from 'd3-scale';

import { baseName } from './format.js';

/* What a table of sites can have. Values are of a site, or null if unknown. */
const COLUMNS = [
   { name: 'peak', title: 'At the peak', unit: 'bytes',
      of: (site) => site.peak_bytes },
   { name: 'max', title: 'Own maximum', unit: 'bytes', of: (site) => site.max_bytes },
   { name: 'leaked', title: 'At the end', unit: 'bytes', of: (site) => site.end_bytes },
   { name: 'total', title: 'Allocated', unit: 'bytes', of: (site) => site.total_bytes },
   { name: 'blocks', title: 'Blocks', unit: 'count', of: (site) => site.total_blocks },
   { name: 'size', title: 'Block sizes', unit: 'bytes',
      of: (site) => ratio(site.total_bytes, site.total_blocks) },
   { name: 'temporary', title: 'Temporary', unit: 'percent',
      of: (site) => ratio(times100(site.temporary_blocks), site.total_blocks) },
   { name: 'lifetime', title: 'Lifetimes', unit: 'time',
      of: (site) => ratio(site.lifetime, site.total_blocks) },
   { name: 'reallocs', title: 'Reallocations', unit: 'count',
      of: (site) => site.reallocs },
   { name: 'moved', title: 'Copied by them', unit: 'bytes',
      of: (site) => site.moved_bytes },
   { name: 'reads', title: 'Read', unit: 'bytes', of: (site) => site.read_bytes },
   { name: 'writes', title: 'Written', unit: 'bytes', of: (site) => site.written_bytes },
   { name: 'never_read', title: 'Never read', unit: 'bytes',
      of: (site) => site.never_read_bytes },
];

function isKnown(value) {
   return value !== null && value !== undefined;
}

function times100(value) {
   return isKnown(value) ? value * 100 : null;
}

function ratio(value, of) {
   return isKnown(value) && of > 0 ? value / of : null;
}

/* ---- Names ---- */

/**
 * Finds the innermost frame of a path that is the program's own code and has a name; or
 * else one that is its own code; or else the innermost.
 * @param {object} report
 * @returns {(path: number[]) => number} from a path, innermost first, to an index into
 * report.frames; -1 if the path is empty
 */
export function ownFrames(report) {
   const hasName = (index) => report.frames[index].function !== '???';
   return (path) => {
      const own = path.filter((index) => !report.frames[index].library);
      const callers = own.filter((index) => !report.frames[index].wrapper);
      return [callers.find(hasName), own.find(hasName), own[0], path[0], -1].find(
         (step) => step !== undefined);
   };
}

/** A type without what is between the outermost < and >, if it is long. */
export function shortType(name) {
   const [first, last] = [name.indexOf('<'), name.lastIndexOf('>')];
   return name.length <= 30 || first < 0 || last < first ? name
      : `${name.slice(0, first)}<...>${name.slice(last + 1)}`;
}

/** "a.c:12" of a frame; its object's name if the file is not known; or "". */
export function placeOf(frame) {
   if (isKnown(frame.file)) {
      return baseName(frame.file) + (frame.line > 0 ? `:${frame.line}` : '');
   }
   return isKnown(frame.object) ? baseName(frame.object) : '';
}

/* ---- Recursion ---- */

/* For each frame, the first one with the same function, file and line; where these are
   unknown, with the same address. */
function stepsOf(report) {
   const firsts = new Map();
   return report.frames.map(({ function: name, file, line, object, address }, index) => {
      const key = JSON.stringify(isKnown(file) && line > 0 ? [name, file, line]
         : [name, object, address]);
      if (!firsts.has(key)) {
         firsts.set(key, index);
      }
      return firsts.get(key);
   });
}

/* A path with each step once, so that how deep a recursion was does not matter. */
function pathKey(site, steps) {
   const once = new Set(site.path.map((index) => steps[index]));
   return `${[...once].join(' ')} ${site.type}`;
}

const SUMS = ['total_bytes', 'total_blocks', 'peak_bytes', 'peak_blocks', 'end_bytes',
   'end_blocks', 'lifetime', 'temporary_bytes', 'temporary_blocks', 'freed_blocks',
   'freed_lifetime', 'reallocs', 'failed', 'read_bytes', 'written_bytes', 'moves',
   'moved_bytes', 'never_read_bytes', 'never_read_blocks', 'never_written_bytes',
   'never_written_blocks', 'never_touched_bytes', 'never_touched_blocks'];

function join(a, b, both) {
   return isKnown(a) && isKnown(b) ? both(a, b) : isKnown(a) ? a : b;
}

/* Adds up [key, value, ...] lists by their keys. */
function joinLists(a, b) {
   const sums = new Map();
   for (const [key, ...values] of [...a, ...b]) {
      const known = sums.get(key);
      sums.set(key, known ? known.map((value, i) => value + values[i]) : values);
   }
   return [...sums].map(([key, values]) => [key, ...values])
      .sort((x, y) => x[0] - y[0]);
}

/* Their maxima can have been at different times: that of both is not known. */
function addSites(a, b) {
   const sum = { ...a, max_bytes: null, max_blocks: null, heat: null };
   for (const name of SUMS) {
      sum[name] = join(a[name], b[name], (x, y) => x + y);
   }
   for (const name of ['min_size', 'shortest']) {
      sum[name] = join(a[name], b[name], Math.min);
   }
   for (const name of ['max_size', 'longest']) {
      sum[name] = join(a[name], b[name], Math.max);
   }
   return { ...sum, threads: joinLists(a.threads, b.threads),
      size_classes: joinLists(a.size_classes, b.size_classes) };
}

/**
 * The sites of a report; those whose paths differ only in the depth of a recursion are
 * added up.
 * @returns {{site: object, index: number, members: number[]}[]} members are indices in
 *    report.sites; index counts what is returned
 */
export function joinRecursion(report) {
   const joined = new Map();
   const steps = stepsOf(report);
   (report.sites || []).forEach((site, index) => {
      const key = pathKey(site, steps);
      const known = joined.get(key);
      if (known) {
         known.site = addSites(known.site, site);
         known.members.push(index);
      } else {
         joined.set(key, { site, index: joined.size, members: [index] });
      }
   });
   return [...joined.values()];
}

/* ---- Rows ---- */

/**
 * The sites of a report as rows: site, index, members (of joinRecursion), name, place
 * (of the own frame), values by column.
 * @param {object} report of a single heap profile
 */
export function siteRows(report) {
   const own = ownFrames(report);
   return joinRecursion(report).map((joined) =>
      rowOf(report, joined, own(joined.site.path)));
}

function rowOf(report, joined, step) {
   const frame = report.frames[step] || null;
   const values = Object.create(null);
   for (const column of COLUMNS) {
      const value = column.of(joined.site);
      values[column.name] = isKnown(value) ? value : null;
   }
   return { ...joined, values, name: frame ? frame.function : '(unknown)',
      place: frame ? placeOf(frame) : '' };
}

/** What the sites of a report lack of its totals, in bytes: at the peak, and in total. */
export function leftOut({ sites, totals }) {
   const rest = (total, name) => (total || 0)
      - sites.reduce((sum, site) => sum + (site[name] || 0), 0);
   return { peak: rest(totals.peak_bytes, 'peak_bytes'),
      total: rest(totals.bytes, 'total_bytes') };
}

/** The columns that have a value other than 0 in some row: {name, title, unit}. */
export function columnsOf(rows) {
   return COLUMNS.filter(({ name }) => rows.some((row) =>
      row.values[name] || (row.before && row.before[name])));
}

/** What a search looks into: the names of the row's call path, and its type. */
export function searchText({ site: { path, type } }, { frames }) {
   return [type, ...path.flatMap((index) => [frames[index].function, frames[index].file])]
      .filter(isKnown).join('\n');
}

/* ---- Shapes ---- */

/**
 * Blocks by size: from, to (bytes, both included), blocks, share (of the fullest).
 * @returns {object[]} one per power of two, from the smallest to the largest
 */
export function sizeBars(site) {
   const classes = new Map(site.size_classes);
   const known = [...classes.keys()];
   const most = Math.max(...classes.values());
   const bars = [];
   for (let k = Math.min(...known); k <= Math.max(...known); k++) {
      const blocks = classes.get(k) || 0;
      bars.push({ from: k === 0 ? 0 : 2 ** (k - 1), to: k === 0 ? 0 : 2 ** k - 1,
         blocks, share: blocks / most });
   }
   return bars;
}

/** Blocks by size of all rows together, as sizeBars. */
export function allSizes(rows) {
   return sizeBars({ size_classes: rows.reduce((all, { site }) =>
      joinLists(all, site.size_classes), []) });
}

/**
 * Freed blocks by the average lifetime of their site, in powers of ten.
 * @returns {{from: number, to: number, blocks: number, share: number}[]} lifetimes from
 *    `from` on, below `to`
 */
export function allLifetimes(rows) {
   const blocks = [];
   for (const { site } of rows) {
      if (site.freed_blocks > 0 && isKnown(site.freed_lifetime)) {
         const mean = site.freed_lifetime / site.freed_blocks;
         const power = Math.floor(Math.log10(Math.max(mean, 1)));
         blocks[power] = (blocks[power] || 0) + site.freed_blocks;
      }
   }
   const most = blocks.reduce((a, b) => Math.max(a, b), 0);
   return Array.from(blocks, (n, power) => ({ from: 10 ** power, to: 10 ** (power + 1),
      blocks: n || 0, share: (n || 0) / most }));
}

/**
 * The lifetimes of freed blocks as places from 0 to 1 on a logarithmic scale, which
 * ends with the run.
 * @returns {{from: number, to: number, mean: number}|null} null if never freed
 */
export function span(site, endTime) {
   if (!isKnown(site.shortest) || !isKnown(site.longest) || endTime <= 1) {
      return null;
   }
   const scale = scaleLog().domain([1, endTime]).range([0, 1]).clamp(true);
   const place = (time) => scale(Math.max(time, 1));
   const mean = ratio(site.freed_lifetime, site.freed_blocks);
   return { from: place(site.shortest), to: place(site.longest),
      mean: place(isKnown(mean) ? mean : site.shortest) };
}
