/* overview_top.js -- the hottest line, the top lines and functions.
   SPDX-License-Identifier: GPL-2.0-or-later */

import * as colour from './colour.js';
import { direction } from './diff.js';
import { h, link, nameText } from './dom.js';
import { functionLink, graphLink, lineLink } from './places.js';
import { homeOf, mainCaller, places, sizeOf, sourceText, topRows, unusual }
   from './top.js';

const TOP = 8;
const CONTEXT = 2; /* lines before and after the hottest */

/** Of a pair: what changed most, in a few sentences; null without. */
export function changes(ctx) {
   const { format, model } = ctx;
   const of = model.isPair && !model.isHeap ? model.report.verdict : null;
   if (!of) {
      return null;
   }
   const rows = of.rows.map((row) => h('li', { 'data-name': row.function },
      row.file && row.line && !row.gone
         ? lineLink(ctx, row.file, row.line, format.visible(row.text.trim()))
         : format.visible(row.text.trim())));
   return h('section', { class: 'verdict' }, h('h2', {}, 'What changed most'),
      h('p', {}, format.visible(of.program)), h('ul', { class: 'verdict-rows' }, rows));
}

/** The line to look at first, with its neighbours and what is known of it; before it a
   function, if the code of one without line numbers has more. */
export function hottest(ctx, metric) {
   const { model, state } = ctx, of = model.rows(state);
   const [line] = topRows(model, of.lines, metric, 1);
   const [place] = topRows(model, places({ ...model, ...of }, metric), metric, 1);
   const rows = !place || place === line ? [line]
      : [topRows(model, of.functions, metric, 1)[0], line];
   return rows.filter((row) => row).map((row) => hottestBox(ctx, row, metric));
}

function hottestBox(ctx, row, metric) {
   const { model } = ctx;
   return h('section', { class: 'hottest' },
      h('h2', {}, titleOf(model, metric, row.line ? 'line' : 'function')),
      h('p', { class: 'hottest-place' }, row.line
         ? [lineLink(ctx, row.file, row.line), row.fn ? [' in ',
            functionLink(ctx, row.fn)] : null]
         : [functionLink(ctx, row), h('span', { class: 'muted place' },
            ctx.format.visible(ctx.format.baseName(homeOf(row))) + noLines(row))]),
      row.line ? excerpt(ctx, row) : null,
      h('ul', { class: 'facts' },
         facts(ctx, row, metric).map((fact) => h('li', {}, fact))));
}

function noLines(row) {
   const isBare = row.lines.every((line) => line.line === 0);
   return isBare ? ' (its code has no line numbers)' : '';
}

function titleOf(model, metric, what) {
   if (model.isPair) {
      return `The ${what} that changed most`;
   }
   return model.isHeap && model.metrics[metric].name === 'peak'
      ? `The ${what} that held most memory at the peak` : `The hottest ${what}`;
}

function excerpt({ model, format }, row) {
   const lines = [];
   for (let line = row.line - CONTEXT; line <= row.line + CONTEXT; line++) {
      const text = sourceText(model, row.file, line);
      if (text !== null) {
         lines.push(h('span', { class: line === row.line ? 'code hot' : 'code' },
            h('span', { class: 'line-number' }, line),
            format.visible(text.replace(/\t/g, '   '))));
      }
   }
   return lines.length ? h('pre', { class: 'excerpt', tabindex: '0', role: 'group',
      'aria-label': 'Source of the line' }, lines) : null;
}

function facts(ctx, row, metric) {
   const { model } = ctx;
   const others = model.isPair ? []
      : unusual(model, row, metric).map((one) => one.metric);
   return [row.oldLine ? `It was line ${row.oldLine}` : null,
      ...[metric, ...others].map((i) => amountFact(ctx,
         { ...model.metrics[i], total: model.totals[i] }, row.values[i],
         row.old && row.old[i])),
      callerFact(ctx, row)].filter((fact) => fact);
}

/** "12.3% of D1 misses: 1,234"; of a pair "+100 D1 misses: 1,234 -> 1,334". */
export function amountFact({ format }, { title, unit, total }, value, old) {
   const words = format.lowerFirst(title), text = format.value(value, unit);
   return old === null
      ? [h('strong', {}, format.percent(value, total)), ` of ${words}: ${text}`]
      : [h('strong', { class: direction(value - old) }, format.change(value - old, unit)),
         ` ${words}: ${format.value(old, unit)} \u2192 ${text}`];
}

function callerFact(ctx, row) {
   const { model, format, state } = ctx;
   const fn = row.line ? row.fn : row;
   const caller = fn && mainCaller(model, fn, model.kind(state));
   if (!caller) {
      return null;
   }
   const { paths } = model;
   const of = paths.functions[caller.fn];
   const name = nameText(of.short || of.name, of.name);
   return ['Called mostly by ', graphLink(ctx, fn, name) || name,
      ` (${format.percentage(100 * caller.share)})`];
}

/** The top lines and functions of a metric, side by side. */
export function topLists(ctx, metric) {
   const { model, state } = ctx, { lines, functions } = model.rows(state);
   const verb = model.isPair ? 'changed most' : 'with most';
   return h('div', { class: 'top-lists' },
      list(ctx, metric, 'lines', `Lines ${verb}`, lines),
      list(ctx, metric, 'functions', `Functions ${verb}`, functions));
}

function list(ctx, metric, id, heading, rows) {
   const { model, format } = ctx;
   const top = topRows(model, rows, metric, TOP);
   if (top.length === 0) {
      return null;
   }
   const most = Math.abs(sizeOf(model, top[0], metric));
   return h('section', {},
      h('h2', {}, heading, h('span', { class: 'muted' },
         ` ${format.visible(format.lowerFirst(model.metrics[metric].title))}`)),
      h('table', { class: 'top-list', 'data-table': `top-${id}` },
         h('tbody', {}, top.map((row) => item(ctx, metric, id, row, most)))),
      h('p', {}, link(ctx, `All ${format.plural(rows.length, id.replace(/s$/, ''))}`,
         { view: 'tables', 'tables.of': id, q: '', sort: '', dir: '' })));
}

function item(ctx, metric, id, row, most) {
   const { model, format } = ctx;
   const size = sizeOf(model, row, metric);
   const { name, unit } = model.metrics[metric];
   const isLine = id === 'lines';
   const code = isLine ? sourceText(model, row.file, row.line) : null;
   const bar = h('span', { class: 'meter' });
   bar.style.width = `${100 * Math.abs(size) / most}%`;
   bar.style.background = model.isPair ? colour.change(size / most)
      : colour.heat(size / most);
   return h('tr', { 'data-name': isLine ? row.key : row.name },
      h('td', { class: 'number', 'data-column': name, 'data-value': size },
         model.isPair ? h('span', { class: direction(size) }, format.change(size, unit))
            : format.value(size, unit)),
      h('td', { class: 'number share' }, model.isPair
         ? format.changePercent(row.old[metric], row.values[metric])
         : format.percent(size, model.totals[metric])),
      h('td', { class: 'meter-cell', 'aria-hidden': 'true' }, bar),
      h('td', { class: 'what-cell' },
         isLine ? lineLink(ctx, row.file, row.line) : functionLink(ctx, row),
         code === null ? h('span', { class: 'muted place' }, format.visible(isLine
            ? (row.fn ? row.fn.short : '') : format.baseName(homeOf(row))))
            : h('code', { class: 'place' }, format.visible(code.trim())),
         row.library ? h('span', { class: 'muted place' },
            format.visible(`runs ${row.library}`)) : null));
}
