/* data_details.js -- all that is known of one data object.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fieldTable, missLook } from './data_fields.js';
import { KINDS, fieldName, fieldRanges, hottestLines, lineUse, sizeText }
   from './data_rows.js';
import { direction } from './diff.js';
import { figure, h, nameText, percentFigure } from './dom.js';
import { visible } from './format.js';
import { heatSteps, strip } from './field_strip.js';
import { lineLink } from './places.js';
import { pairColumns, tableView } from './table_view.js';

/* What shows the misses of the last level in the strip. */
const LAST_LEVEL = ['DLmr', 'DLmw', 'LLm'];

/* Kinds of data objects whose places are recorded. */
const HAS_PLACES = ['heap', 'static', 'tls'];

/* Rows of lines before the reader asks for the rest. */
const N_LINES = 10;

/** What is shown of a row of model.data, with strips in rows of so many bytes. */
export function datumDetails(ctx, row, metric, rowBytes) {
   return [h('header', {}, h('h2', {}, nameText(row.name)),
      h('span', { class: 'tag' }, visible(KINDS[row.kind] || row.kind)),
      h('p', { class: 'muted' }, factsOf(ctx, row))),
   headline(ctx, row, metric), findingsOf(ctx, row),
   fieldsPart(ctx, row, metric, rowBytes),
   h('div', { class: 'parts' }, linesPart(ctx, row, metric), wherePart(ctx, row),
      usePart(ctx, row), setsPart(ctx, row))];
}

function part(name, words, ...content) {
   return h('section', { class: `part ${name}` }, h('h3', {}, words), content);
}

/* ---- Head ---- */

function factsOf({ format }, row) {
   const size = sizeText(row);
   const bytes = size === '' ? null : size === '1' ? '1 byte' : `${size} bytes`;
   return [
      row.blocks > 0 ? `${format.plural(row.blocks, 'block')} of ${bytes || '0 bytes'}`
         : bytes,
      row.blocks > 1 ? `${format.full(row.bytes)} bytes in all` : null,
      row.type === null ? null : ['type ', nameText(row.type)],
      row.binary === null ? null : ['in ', nameText(format.baseName(row.binary),
         row.binary)],
   ].filter((fact) => fact !== null).flatMap((fact, i) => (i === 0 ? [fact]
      : ['; ', fact]));
}

/* How much of the program's misses are on it: first the metric that is shown. */
function headline(ctx, row, metric) {
   const { model } = ctx;
   const order = [metric, ...model.data.metrics.map((_, i) => i)
      .filter((i) => i !== metric)];
   return h('ul', { class: 'shares' }, order
      .filter((i) => row.values[i] || row.old && row.old[i])
      .map((i) => h('li', {}, model.isPair ? changeOf(ctx, row, i) : shareOf(ctx, row, i),
         h('span', { class: 'muted' }, ` ${visible(model.data.metrics[i].title)}`))));
}

function shareOf({ format, model }, row, i) {
   const { total, unit } = model.data.metrics[i];
   const value = row.values[i];
   return [h('strong', {}, percentFigure(value, total, format)), ' ',
      figure(format.value(value, unit), value)];
}

function changeOf({ format, model }, row, i) {
   const { unit } = model.data.metrics[i];
   const change = row.values[i] - row.old[i];
   return [h('strong', { class: direction(change) },
      figure(format.change(change, unit), change)), ' ',
   figure(format.value(row.old[i], unit), row.old[i]), ' \u2192 ',
   figure(format.value(row.values[i], unit), row.values[i])];
}

function findingsOf(ctx, row) {
   const mine = ctx.model.data.findings.filter(({ object }) => object === row.index);
   return mine.length === 0 ? null : h('ul', { class: 'advice' }, mine.map((finding) =>
      h('li', { 'data-finding': finding.kind },
         visible(finding.text.replace(/\.?$/, '. ')),
         savingOf(ctx, finding))));
}

/** "Saves up to 1,234 (5.6% of all estimated cycles)." of a finding. */
export function savingOf({ format, model }, { saves }) {
   if (!saves || !(saves.value > 0)) {
      return null;
   }
   const metric = model.data.metrics.find(({ name }) => name === saves.metric);
   const words = metric ? format.lowerFirst(metric.title) : saves.metric;
   return h('span', { class: 'saving' }, 'Would save up to ',
      figure(format.value(saves.value, 'count'), saves.value, { class: 'figure much' }),
      metric && metric.total > 0 ? [' of the program\u2019s ', visible(words), ' (',
         percentFigure(saves.value, metric.total, format), ').'] : ` ${visible(words)}.`);
}

/* ---- Fields ---- */

function fieldsPart(ctx, row, metric, rowBytes) {
   const { data } = ctx.model;
   const level = LAST_LEVEL.includes(data.metrics[metric].name) ? 'L' : '1';
   const ranges = fieldRanges(row, data.metrics, level);
   const isKnown = row.fields.some(({ name, offset }) => name || offset !== null);
   if (!isKnown) {
      return h('p', { class: 'muted no-fields' }, HAS_PLACES.includes(row.kind)
         ? 'The profile does not record where in it the misses are.'
         : 'Places of misses are only recorded for heap blocks and variables.');
   }
   return part('fields', ranges.length > 0 && row.typeBytes > 0
      ? `Fields, of ${ctx.format.plural(row.typeBytes, 'byte')} in all` : 'Places',
   ranges.length === 0 ? null : [legend(level, ctx.model.isPair),
      strip(ctx, ranges, rowBytes, missLook(ctx, row, ranges))],
   fieldTable(ctx, row, metric));
}

function legend(level, isPair) {
   const cache = level === 'L' ? 'last-level' : 'first-level';
   return h('p', { class: 'field-legend muted' },
      `Upper half: ${cache} read misses. Lower half: write misses. `,
      !isPair ? heatSteps() : heatSteps([
         ...[4, 3, 2, 1].map((n) => `var(--better-${n})`),
         ...[1, 2, 3, 4].map((n) => `var(--worse-${n})`)]),
      isPair ? ' fewer or more than before. ' : ' Each step is twice as often. ',
      h('span', { class: 'step unread', 'aria-hidden': 'true' }), ' never missed.');
}

/* ---- Lines ---- */

function linesPart(ctx, row, metric) {
   const lines = hottestLines(row.lines, metric);
   if (lines.length === 0) {
      return null;
   }
   return part('lines', 'Lines that miss on it', tableView(ctx, 'datum-lines', [
      { id: 'line', title: 'Line', value: ({ file, line }) => `${file}:${line}`,
         show: (line) => placeOf(ctx, line) },
      { id: 'field', title: 'Field', value: fieldName,
         show: (line, name) => nameText(name), look: () => 'field' },
      ...missColumns(ctx, metric, 'Of it', row.values[metric]),
   ], lines, { most: N_LINES, attributes: ({ file, line }) =>
      ({ 'data-name': `${file}:${line}` }) }));
}

/** A triple's line with a link to its source, and its function. */
export function placeOf(ctx, { file, line, fn }) {
   const isKnown = file && file !== '???' && line > 0;
   const name = h('span', { class: isKnown ? 'muted place' : 'place' },
      nameText(fn || '???'));
   return isKnown ? [lineLink(ctx, file, line), ' ', name] : name;
}

/** Columns of a row's misses: of a pair old, new and change; else with the share of
    `all`, under `words`. */
export function missColumns(ctx, metric, words, all) {
   const { format, model } = ctx;
   const { name, title, unit, meaning } = model.data.metrics[metric];
   const value = ({ values }) => values[metric];
   return model.isPair ? pairColumns({ id: name, unit, hint: meaning },
      (row) => ({ value: value(row), old: row.old[metric] }))
      : [{ id: name, title, hint: meaning, unit, value },
         { id: `${name}:share`, title: words, unit: 'percent',
            value: (row) => format.share(value(row), all) }];
}

/* ---- Where it is from, how its lines of memory are used ---- */

function wherePart(ctx, row) {
   if (row.where.length === 0) {
      return null;
   }
   return part('where', row.kind === 'heap' ? 'Allocated by' : 'Where it is',
      h('ol', { class: 'path' }, row.where.map((frame) => h('li', {}, placeOf(ctx,
         { file: frame.file, line: frame.line, fn: frame.function })))));
}

function usePart({ format }, row) {
   const use = lineUse(row);
   if (use === null) {
      return null;
   }
   const pieces = [['used', use.used, 'used before eviction'],
      ['unused', use.unused, 'of it, never used'],
      ['others', use.others, 'of other data']];
   const bar = h('div', { class: 'use-bar', 'aria-hidden': 'true' },
      pieces.map(([name, share]) => {
         const piece = h('span', { class: `piece ${name}` });
         piece.style.flexGrow = share;
         return piece;
      }));
   return part('use', 'Use of the lines that its misses fetched', bar,
      h('ul', { class: 'legend' }, pieces.map(([name, share, words]) => h('li', {},
         h('span', { class: `key ${name}`, 'aria-hidden': 'true' }),
         h('span', { class: 'figure', 'data-value': 100 * share },
            format.percentage(100 * share)), ` ${words}`))),
      h('p', { class: 'muted' }, format.plural(row.use.lines, 'line'), ' fetched, with ',
         format.plural(row.use.inside_B, 'byte'), ' of it; ',
         format.full(row.use.used_B), ' were used.'));
}

function setsPart({ format }, row) {
   if (row.sets === null) {
      return null;
   }
   const { n, hold_half: half } = row.sets;
   const cells = h('div', { class: 'sets-bar', 'aria-hidden': 'true' });
   const piece = h('span', { class: half * 8 <= n ? 'piece few' : 'piece' });
   piece.style.width = `${100 * half / n}%`;
   cells.append(piece);
   return part('sets', 'Sets of the first-level cache', cells,
      h('p', {}, `Half of its misses fall into ${format.full(half)} of `
         + `${format.plural(n, 'set')}.`));
}

