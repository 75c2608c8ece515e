/* source_panel.js -- beside the source: all figures of a line, what it calls, who calls
   its function, and the hottest lines of the program.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { figure, fill, h, link, nameText, percentFigure } from './dom.js';
import { linksTable } from './links_view.js';
import { asmLink, callsLink, functionAsmLink, graphLink } from './places.js';
import { dataAt } from './source_data.js';
import { functionsAt, weight } from './source_rows.js';

const N_HOTTEST = 15;
const N_FUNCTIONS = 4;

/* A share of the program worth a word. */
const MUCH = 0.1;

/**
 * Fills the panel.
 * @param {HTMLElement} root
 * @param {object} ctx
 * @param {object} at  {file, line, fn, metric, links, counts (row of the line or null)}
 */
export function fillPanel(root, ctx, at) {
   const functions = at.line > 0
      ? functionsAt(ctx.model, at.file, at.line, at.metric) : [];
   const fn = functionOf(ctx.model, at, functions);
   fill(root, heading(ctx, at), at.counts === null ? null : figures(ctx, at),
      instructions(ctx, at, fn), missedData(ctx, at), inFunctions(ctx, at, functions),
      at.links === null ? null
         : [callees(ctx, at, fn), callers(ctx, at, fn), inlinedHere(ctx, at, functions)],
      hottest(ctx, at));
   root.scrollTop = 0;
}

/* The function whose callers are shown: {key, short}, or null. */
function functionOf(model, { fn }, functions) {
   const isHere = fn !== null && functions.some((other) => other.key === fn.key);
   return isHere || functions.length === 0 ? fn : functions[0];
}

function section(title, ...content) {
   return h('section', {}, h('h3', {}, title), content);
}

function heading({ format, model }, { file, line, fn }) {
   const name = format.visible(model.labelOf(file));
   return [
      h('h2', {}, line > 0 ? `${name}:${line}` : fn ? format.visible(fn.short) : name),
      h('p', { class: 'muted path' }, format.visible(file)),
   ];
}

/* ---- Figures ---- */

function figures(ctx, at) {
   const { model } = ctx;
   const head = model.isPair ? ['Old', 'New', 'Change'] : ['This line', 'Of all'];
   const shown = model.metrics.map((metric, i) => ({ metric, i }))
      .filter(({ i }) => at.counts.values[i] || at.counts.old && at.counts.old[i]);
   return h('table', { class: 'figures' },
      h('thead', {}, h('tr', {}, h('th', {}, h('span', { class: 'unseen' }, 'Metric')),
         head.map((text) => h('th', { class: 'number' }, text)))),
      h('tbody', {}, shown.map(({ metric, i }) => figureRow(ctx, at, metric, i))));
}

function figureRow(ctx, { counts, metric: main }, metric, i) {
   const { format, model } = ctx;
   const value = counts.values[i];
   const cells = model.isPair ? pairFigures(ctx, metric, value, counts.old[i]) : [
      cell(metric.name, value, format.value(value, metric.unit)),
      h('td', { class: 'number' }, format.percent(value, model.totals[i])),
   ];
   return h('tr', { class: i === main ? 'main' : null },
      h('th', { scope: 'row', title: metric.meaning },
         link(ctx, format.visible(metric.title || metric.name), { kind: metric.name })),
      cells);
}

function cell(column, value, text, name = '') {
   return h('td', { class: `number ${name}`, 'data-column': column, 'data-value': value },
      text);
}

function pairFigures({ format }, { name, unit }, value, old) {
   const change = value - old;
   return [
      cell(`${name}:old`, old, format.value(old, unit)),
      cell(`${name}:new`, value, format.value(value, unit)),
      cell(`${name}:change`, change, format.change(change, unit),
         change < 0 ? 'better' : change > 0 ? 'worse' : ''),
   ];
}

/* To the costliest instruction of the line, or to those of the function. */
function instructions(ctx, { file, line, metric }, fn) {
   const { assembly } = ctx.model;
   const place = assembly === null || !(line > 0) ? null
      : assembly.ofLine(file, line, metric);
   const found = place !== null ? asmLink(ctx, place, 'Assembly')
      : line > 0 || fn === null ? null
         : functionAsmLink(ctx, { name: fn.name, file }, 'Assembly');
   return found === null ? null : h('p', { class: 'graph' }, found);
}

function missedData(ctx, { file, line }) {
   const table = line > 0 ? dataAt(ctx, ctx.state, file, line) : null;
   return table === null ? null : section('Data that it misses on', table);
}

/* ---- Functions and calls ---- */

function inFunctions(ctx, { file, line, metric, fn }, functions) {
   if (functions.length === 0) {
      return null;
   }
   const { format, model } = ctx;
   const { name, unit } = model.metrics[metric];
   return section(functions.length > 1 ? 'Its code is in' : 'In the function',
      h('ul', { class: 'list' }, functions.slice(0, N_FUNCTIONS).map((item) =>
         h('li', {}, link(ctx, nameText(item.short, item.name),
            { fn: item.key, file, line },
            { 'aria-current': fn !== null && fn.key === item.key ? 'true' : null }),
         functions.length > 1 ? h('span', { class: 'number', 'data-column': name,
            'data-value': item.values[metric] },
         format.value(item.values[metric], unit)) : null))),
      functions.length > N_FUNCTIONS ? h('p', { class: 'muted' },
         `and ${functions.length - N_FUNCTIONS} more`) : null);
}

function callees(ctx, { file, line, links, metric }, fn) {
   const list = line > 0 ? links.atLine(file, line)
      : fn === null ? [] : links.callees(links.keyOf(fn.key, fn.name));
   const table = linksTable(ctx, { links, list, metric, isCallers: false });
   const title = line > 0 ? 'Called from this line' : 'Callees';
   return table === null ? null : section(title, table);
}

function callers(ctx, { links, metric }, fn) {
   if (fn === null) {
      return null;
   }
   const list = links.callers(links.keyOf(fn.key, fn.name));
   const table = linksTable(ctx, { links, list, metric, isCallers: true });
   const key = links.keyOf(fn.key, fn.name);
   const graph = graphLink(ctx, { key }, 'Flame graph of its calls');
   return table === null ? null : section(['Callers of ', nameText(fn.short, fn.name)],
      table, graph === null ? null : h('p', { class: 'graph' }, graph, ' ',
         callsLink(ctx, key, 'Call graph')));
}

/* Code that is inlined from this file may be of any of its functions: which it is, the
   profile does not say. */
function inlinedHere(ctx, { file, links, metric }, functions) {
   if (functions.every(({ key, name }) => links.keyOf(key, name) === key)) {
      return null;
   }
   const table = linksTable(ctx, { links, list: links.inlinedOf(file), metric,
      isCallers: false, hasPlaces: true });
   return table === null ? null : section('Inlined functions of this file', table);
}

/* ---- The hottest lines ---- */

function hottest(ctx, { metric, file, line }) {
   const { model } = ctx;
   const rows = model.lines.filter((row) => row.line > 0 && weight(row, metric) > 0)
      .sort((a, b) => weight(b, metric) - weight(a, metric)).slice(0, N_HOTTEST);
   return rows.length === 0 ? null : section(
      model.isPair ? 'Lines that changed most' : 'Hottest lines of the program',
      unknownLines(ctx, metric),
      h('ol', { class: 'list' }, rows.map((row) => h('li', {},
         link(ctx, nameText(`${model.labelOf(row.file)}:${row.line}`, row.key),
            { file: row.file, line: row.line, fn: null },
            { 'aria-current': row.file === file && row.line === line ? 'true' : null }),
         hottestFigure(ctx, row, metric)))));
}

function hottestFigure({ format, model }, { values, old }, metric) {
   if (!model.isPair) {
      return percentFigure(values[metric], model.totals[metric], format);
   }
   const { unit } = model.metrics[metric];
   const change = values[metric] - old[metric];
   return figure(format.change(change, unit), change);
}

/* Says so if much of the program has no lines, as without debug information. */
function unknownLines({ format, model }, metric) {
   const value = model.lines.reduce((sum, row) =>
      row.line === 0 ? sum + row.values[metric] : sum, 0);
   const total = model.totals[metric];
   return total > 0 && value >= MUCH * total ? h('p', { class: 'muted' },
      `${format.percent(value, total)} is in code without source lines, which debug ` +
      'information would show.') : null;
}
