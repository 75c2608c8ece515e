/* source_rows.js -- what the source view shows: which file and line, its rows and
   columns.  Pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { functionKey, shownName } from './paths.js';
import { languageOf, startState, tintLine } from './syntax.js';

/**
 * A row of a file: a line, or a gap of lines that the page does not have.
 * @typedef {object} Row
 * @property {boolean} isGap
 * @property {number} line      0: the counts of code whose line is unknown
 * @property {number} last      of a gap
 * @property {?string} text     null: the page does not have the line
 * @property {object[]} tokens  of the text, see syntax.js
 * @property {?object} counts   the model's row of the line
 */

/* A line is hot if it has this share of what the hottest of the program has. */
const HOT = 0.1;

/* Columns beside the metric that is shown, unless others are chosen: the first of these
   that the profile has.  A pair has none: its metric takes three columns. */
const USUAL = ['D1mr', 'DLmr', 'Bcm', 'L1m', 'total', 'leaked', 'blocks'];
const N_USUAL = 2;

/**
 * How much a line matters: its value, of a pair the size of its change.
 * @param {object} row  of the model
 * @param {number} metric
 */
export function weight(row, metric) {
   const value = row.values[metric] || 0;
   return row.old ? Math.abs(value - (row.old[metric] || 0)) : value;
}

/** The most that a line of the program matters. */
export function mostWeight(model, metric) {
   return model.lines.reduce((most, row) =>
      row.line > 0 ? Math.max(most, weight(row, metric)) : most, 0);
}

function heaviest(rows, metric) {
   return rows.reduce((best, row) =>
      best === null || weight(row, metric) > weight(best, metric) ? row : best, null);
}

/* ---- Which line ---- */

/**
 * The file and line that a state means: its line, else the hottest line of its function,
 * its file or the program.  A function that does not have the line counts more,
 * as it was chosen after it.
 * @param {object} model
 * @param {object} state
 * @param {number} metric
 * @returns {{file: string, line: number, fn: ?object}}  line 0: none; file '': none
 */
export function placeOf(model, state, metric) {
   const fn = state.fn ? model.functionOf(state.fn) || null : null;
   const line = /^[0-9]{1,9}$/.test(state.line || '') ? Number(state.line) : 0;
   if (fn !== null && !(state.file && hasLine(fn, state.file, line))) {
      const best = heaviest(fn.lines.filter((row) => row.line > 0), metric);
      return { file: fn.file, line: best === null ? 0 : best.line, fn };
   }
   if (state.file) {
      const hottest = heaviest(model.linesOf(state.file), metric);
      return { file: state.file, fn,
         line: line > 0 || hottest === null ? line : hottest.line };
   }
   const best = startLine(model, metric);
   return { file: best === null ? '' : best.file, line: best === null ? 0 : best.line,
      fn };
}

function hasLine(fn, file, line) {
   return line > 0 && fn.lines.some((row) => row.line === line && row.file === file);
}

/* The hottest line; rather one with source, unless that is much colder. */
function startLine(model, metric) {
   const known = model.lines.filter((row) => row.line > 0);
   const best = heaviest(known, metric);
   const read = heaviest(known.filter((row) => hasSource(model, row.file)), metric);
   return read !== null && 4 * weight(read, metric) >= weight(best, metric) ? read : best;
}

/** Whether the page has source of a file. */
export function hasSource(model, file) {
   return model.sourcesOf(file).some((span) => span.lines && span.lines.length > 0);
}

/**
 * The hot lines of a file, by their own cost or by code that is inlined into them.
 * @param {object} model
 * @param {?object} links   of linksOf()
 * @param {string} file
 * @param {number} metric
 * @returns {number[]} ascending
 */
export function hotLines(model, links, file, metric) {
   const least = Math.max(HOT * mostWeight(model, metric), Number.MIN_VALUE);
   const own = model.linesOf(file)
      .filter((row) => row.line > 0 && weight(row, metric) >= least)
      .map((row) => row.line);
   const inlined = links === null ? [] : links.linesOf(file)
      .filter((line) => inlinedWeight(model, links, `${file}:${line}`, metric)
         >= HOT * model.totals[metric]);
   return [...new Set([...own, ...inlined])].sort((a, b) => a - b);
}

function inlinedWeight({ isPair }, links, place, metric) {
   const of = (side) => {
      const cost = links.lineCosts(metric, side).get(place);
      return cost === undefined ? 0 : cost.inlined;
   };
   return isPair ? Math.abs(of('new') - of('old')) : of('new') || NaN;
}

/**
 * The functions with code at a line, those with most first.
 * @returns {{key: string, name: string, short: string, values: number[],
 *    old: ?number[]}[]}
 */
export function functionsAt(model, file, line, metric) {
   const report = model.doc.lines || model.report;
   const ordered = inOrder(model.metrics, report.metrics);
   const found = (report.files || []).find((item) => item.name === file);
   const at = [];
   for (const fn of found === undefined ? [] : found.functions) {
      const own = fn.lines.find((item) => item.line === line);
      if (own !== undefined) {
         at.push({ key: functionKey(fn.name, file, fn.object), name: fn.name,
            short: shownName({ ...fn, short: fn.short_name }),
            values: ordered(own.values || own.new),
            old: own.old ? ordered(own.old) : null });
      }
   }
   return at.sort((a, b) => weight(b, metric) - weight(a, metric));
}

/* Lines of a heap profile can have their metrics in an order of their own. */
function inOrder(metrics, those) {
   const columns = metrics.map(({ name }) =>
      (those || []).findIndex((metric) => metric.name === name));
   return (values) => columns.map((column) => column < 0 ? 0 : values[column]);
}

/* ---- Rows ---- */

/**
 * The rows of a file.
 * @param {object} model
 * @param {string} file
 * @param {number[]} [others]  lines to show even without counts of their own
 * @returns {Row[]}
 */
export function rowsOf(model, file, others = []) {
   const counts = new Map(model.linesOf(file).map((row) => [row.line, row]));
   const texts = textsOf(model.sourcesOf(file));
   const numbers = [...new Set([...texts.keys(), ...counts.keys(), ...others])]
      .filter((line) => line > 0).sort((a, b) => a - b);
   const rows = [];
   let before = 0;
   for (const line of numbers) {
      if (texts.size > 0 && line > before + 1) {
         rows.push(rowOf(before + 1, { isGap: true, last: line - 1 }));
      }
      rows.push(rowOf(line, { counts: counts.get(line) || null,
         text: texts.has(line) ? texts.get(line) : null }));
      before = line;
   }
   if (counts.has(0)) {
      rows.push(rowOf(0, { counts: counts.get(0) }));
   }
   tint(rows, languageOf(file));
   return rows;
}

function rowOf(line, members) {
   return { isGap: false, line, last: line, text: null, tokens: [], counts: null,
      ...members };
}

function textsOf(spans) {
   const texts = new Map();
   for (const { first, lines } of spans) {
      (lines || []).forEach((text, i) => texts.set(first + i, text));
   }
   return texts;
}

function tint(rows, language) {
   let state = null;
   rows.forEach((row, i) => {
      if (row.text === null) {
         return;
      }
      if (i === 0 || rows[i - 1].text === null) {
         state = startState(textsFrom(rows, i), language);
      }
      const tinted = tintLine(row.text, state, language);
      row.tokens = tinted.tokens;
      state = tinted.state;
   });
}

/* The texts from row `i` to the next gap; some are enough to see a comment's end. */
function textsFrom(rows, i) {
   const texts = [];
   for (; i < rows.length && rows[i].text !== null && texts.length < 100; i++) {
      texts.push(rows[i].text);
   }
   return texts;
}

/**
 * The lines that contain a text, in any case; of ":12", line 12.
 * @param {Row[]} rows
 * @param {string} text
 * @returns {number[]}
 */
export function findLines(rows, text) {
   const [, number] = /^:([0-9]{1,9})$/.exec(text) || [];
   const wanted = text.toLowerCase();
   const isWanted = number !== undefined ? (row) => row.line === Number(number)
      : (row) => row.text !== null && row.text.toLowerCase().includes(wanted);
   return text === '' ? []
      : rows.filter((row) => !row.isGap && isWanted(row)).map((row) => row.line);
}

/* ---- Columns ---- */

/**
 * A column: a metric of the line's own code, or what the line cost by code inlined into
 * it or by its calls, in the metric that is shown.
 * @typedef {object} Column
 * @property {string} id      the metric's name, inlined or called
 * @property {number} metric
 * @property {boolean} isMain the metric that is shown
 */

/** All columns there are, the metric that is shown first. */
export function allColumns(model, metric, hasLinks) {
   const extra = hasLinks ? costNames(model).map((id) =>
      ({ id, metric, isMain: false })) : [];
   const metrics = model.metrics.map((item, i) =>
      ({ id: item.name, metric: i, isMain: i === metric }));
   return [...metrics.filter((column) => column.isMain), ...extra,
      ...metrics.filter((column) => !column.isMain)];
}

function costNames({ isHeap }) {
   return isHeap ? ['called'] : ['inlined', 'called'];
}

function usualColumns(model, metric) {
   const others = USUAL.filter((name) => {
      const i = model.metrics.findIndex((item) => item.name === name);
      return i >= 0 && i !== metric && model.totals[i] !== 0;
   });
   return [...costNames(model), ...others.slice(0, model.isPair ? 0 : N_USUAL)];
}

function chosenNames(model, state, metric) {
   const chosen = state['source.cols'];
   return chosen ? chosen.split(',') : usualColumns(model, metric);
}

/**
 * The columns that a state chooses.
 * @returns {Column[]}
 */
export function columnsOf(model, state, metric, hasLinks) {
   const names = new Set(chosenNames(model, state, metric));
   return allColumns(model, metric, hasLinks)
      .filter((column) => column.isMain || names.has(column.id));
}

/**
 * What to write to the state to show a column, or not; null for the usual choice.
 * @returns {?string}
 */
export function chooseColumns(model, state, metric, id, isShown) {
   const names = chosenNames(model, state, metric).filter((name) => name !== id);
   const all = allColumns(model, metric, true).map((column) => column.id);
   const chosen = all.filter((name) => names.includes(name) || isShown && name === id)
      .filter((name) => name !== model.metrics[metric].name);
   const usual = all.filter((name) => usualColumns(model, metric).includes(name));
   const text = chosen.join(',');
   return text === usual.join(',') ? null : text || 'none';
}

/** The next of some lines, or other numbers, after one, or before it; around the end. */
export function nextOf(lines, line, by) {
   const ahead = by > 0 ? lines.filter((other) => other > line)
      : lines.filter((other) => other < line).reverse();
   return ahead.length > 0 ? ahead[0] : by > 0 ? lines[0] : lines[lines.length - 1];
}
