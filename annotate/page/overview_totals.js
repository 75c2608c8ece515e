/* overview_totals.js -- the totals as large figures, with what they mean.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { direction } from './diff.js';
import { figure, h, link, percentFigure } from './dom.js';
import { termCost, termsOf } from './formula.js';
import { hasView } from './places.js';

/* Of counts: an access, and what is a part of it. */
const GROUPS = [
   ['Ir', 'I1mr', 'ILmr'], ['Dr', 'D1mr', 'DLmr'], ['Dw', 'D1mw', 'DLmw'],
   ['Bc', 'Bcm'], ['Bi', 'Bim'],
];

/* Of a heap: a kind, and what is a part of it. */
const HEAP_GROUPS = [
   ['peak'], ['total', 'never_read', 'never_touched', 'moved'], ['blocks', 'temporary'],
   ['leaked'], ['reads', 'writes'],
];

/** The cards of all totals. */
export function totalCards(ctx) {
   const { model } = ctx;
   const groups = withRest(model, model.isHeap ? HEAP_GROUPS : GROUPS);
   const estimate = groups.filter((group) => model.metrics[group[0]].formula);
   const rest = groups.filter((group) => !estimate.includes(group));
   return h('section', { class: 'totals' }, h('h2', { class: 'unseen' }, 'Totals'),
      [...estimate, ...rest].map((group) => card(ctx, group)));
}

/* Groups of indices of metrics that there are; what is in no group is left to others,
   unless it is a metric with a formula. */
function withRest(model, named) {
   const index = (name) => model.metrics.findIndex((metric) => metric.name === name);
   const groups = named.map((names) => names.map(index))
      .filter((group) => group[0] >= 0 && hasValue(model, group[0]))
      .map((group) => group.filter((i) => i >= 0 && hasValue(model, i)));
   model.metrics.forEach((metric, i) => {
      const isKnown = named.some((names) => names.includes(metric.name));
      if (!isKnown && (metric.formula || !(model.isHeap || metric.meaning))) {
         groups.push([i]);
      }
   });
   return groups;
}

function hasValue({ totals, oldTotals }, i) {
   return totals[i] !== 0 || Boolean(oldTotals && oldTotals[i] !== 0);
}

function card(ctx, [first, ...parts]) {
   const { model, format } = ctx;
   const metric = model.metrics[first];
   const value = model.totals[first];
   return h('div', { class: 'card' },
      h('h3', {}, format.visible(metric.title)),
      h('p', { class: 'large' }, figure(format.short(value, metric.unit), value,
         { 'data-total': metric.name })),
      model.isPair ? changeLine(ctx, first)
         : h('p', { class: 'exact' }, format.full(value) + unitOf(metric)),
      extra(ctx, metric),
      parts.length ? h('ul', {}, parts.map((i) => partLine(ctx, i, first))) : null,
      metric.formula ? split(ctx, metric) : null,
      h('p', { class: 'muted meaning' }, format.visible(metric.meaning ||
         metric.formula || '')));
}

function unitOf(metric) {
   return metric.unit === 'bytes' ? ' bytes' : '';
}

/* "was 1,234,567, +12.3%". */
function changeLine({ model, format }, i) {
   const [before, after] = [model.oldTotals[i], model.totals[i]];
   const difference = after - before;
   return h('p', { class: 'exact' },
      h('span', { class: `change ${direction(difference)}` },
         format.changePercent(before, after)), ' ',
      figure(format.signed(difference, format.full), difference), ' from ',
      figure(format.short(before, model.metrics[i].unit), before));
}

/* What is written is no part of what is read. */
function isPart(metric) {
   return metric.name !== 'writes';
}

function partLine(ctx, i, of) {
   const { model, format } = ctx;
   const metric = model.metrics[i];
   const value = model.totals[i];
   const difference = model.isPair ? value - model.oldTotals[i] : 0;
   return h('li', { title: format.visible(metric.meaning) },
      h('span', { class: 'muted' }, format.visible(metric.title)),
      figure(format.short(value, metric.unit), value, { 'data-total': metric.name }),
      model.isPair
         ? h('span', { class: direction(difference) },
            format.changePercent(model.oldTotals[i], value))
         : isPart(metric) ? percentFigure(value, model.totals[of], format) : '');
}

/* What else a heap's report knows of a total. */
function extra(ctx, metric) {
   const { model, format } = ctx;
   if (!model.isHeap || model.isPair) {
      return null;
   }
   const { totals, units } = model.report;
   const text = {
      peak: () => `${format.plural(totals.peak_blocks, 'block')}, ` +
         `${format.percent(totals.peak_time, totals.end_time)} into the run` +
         ` (${format.time(totals.peak_time, units.time)})`,
      total: () => (totals.peak_bytes
         ? `${format.full(totals.bytes / totals.peak_bytes)} times the peak` : null),
      leaked: () => `${format.plural(totals.end_blocks, 'block')}, ` +
         `${format.percent(totals.end_bytes, totals.peak_bytes)} of the peak`,
      blocks: () => (totals.reallocs
         ? format.plural(totals.reallocs, 'reallocation') : null),
   }[metric.name];
   const words = text && text();
   return words ? h('p', { class: 'note' }, words,
      metric.name === 'peak' ? [' ', peakLink(ctx)] : null) : null;
}

function peakLink(ctx) {
   return hasView(ctx, 'heap')
      ? link(ctx, 'What held it', { view: 'heap', moment: 'peak' }) : null;
}

const TERMS = { Ir: 'instructions', L1m: 'first-level misses', LLm: 'last-level misses',
   Bm: 'mispredicts', Cx: 'executing', Cf: 'waiting for code', Cd: 'waiting for data',
   Cb: 'after mispredictions' };

/* Of what a weighted sum consists, as a bar. */
function split({ model, format }, metric) {
   const terms = termsOf(metric.formula, model.metrics);
   const total = model.totals[model.metrics.indexOf(metric)];
   if (!terms || !total) {
      return null;
   }
   const parts = terms.map((term) => ({ name: TERMS[term.name] || term.name,
      cost: termCost(term, model.totals) })).filter((part) => part.cost > 0);
   const bar = h('div', { class: 'split', 'aria-hidden': 'true' });
   for (const [i, part] of parts.entries()) {
      const piece = h('span', { class: `piece piece-${i % 4}` });
      piece.style.flexGrow = part.cost / total;
      bar.append(piece);
   }
   return [bar, h('ul', { class: 'legend' }, parts.map((part, i) => h('li', {},
      h('span', { class: `key piece-${i % 4}`, 'aria-hidden': 'true' }),
      percentFigure(part.cost, total, format), ' ', format.visible(part.name))))];
}
