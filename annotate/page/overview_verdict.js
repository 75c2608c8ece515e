/* overview_verdict.js -- what a heap's report says first: how the program ended, and its
   memory over time, with who held it at the peak.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { shareBar } from './heap_cells.js';
import { figure, h, link } from './dom.js';
import { momentsOf } from './heap_moments.js';
import { isThere, stateOf } from './heap.js';
import { makeTimeline } from './timeline.js';

/** Memory over time, or null of other profiles: see timeline.js. A moment that is chosen
   is shown by the heap's own view. */
export function overviewTimeline(ctx) {
   const { doc } = ctx.model;
   if (!isThere(ctx.model) || doc.heap.sides.some((side) => side.timeline === null)) {
      return null;
   }
   return makeTimeline(ctx, { sides: doc.heap.sides, moments: momentsOf(doc),
      timeUnit: doc.heap.time_unit }, { choose: (from, to, isLast) => isLast &&
      ctx.go({ view: 'heap', ...stateOf({ from, to }) }) });
}

/** The first section of a heap profile, or of a pair; null of others. */
export function verdict(ctx, timeline) {
   const { model, format } = ctx;
   const said = model.isHeap && !model.isPair ? model.report.verdict : null;
   if (!said && timeline === null) {
      return null;
   }
   return h('section', { class: 'verdict' },
      said ? h('h2', {}, format.visible(said.run)) : null,
      h('div', { class: 'over-time' }, timeline === null ? null
         : h('figure', { class: 'heap-figure' }, timeline.root,
            h('figcaption', {}, link(ctx, 'Who held it at each moment, and what grew',
               { view: 'heap' }))), said ? held(ctx, said) : null));
}

/* "At the peak:", a bar for each, and "At the end: nothing." */
function held({ format, model }, said) {
   const { at_peak: holders, others_bytes: others, at_end: end } = said;
   const all = [...holders, ...others > 0 && holders.length > 0
      ? [{ bytes: others, name: 'others' }] : []];
   const { peak_bytes: peak } = model.report.totals;
   return h('div', { class: 'held' }, all.length === 0 ? null
      : [h('h3', {}, 'At the peak'), h('table', { 'data-table': 'held' }, h('tbody', {},
         all.map(({ bytes, name }) => h('tr', { 'data-name': name },
            h('td', { class: 'number' }, figure(format.short(bytes, 'bytes'), bytes)),
            h('td', { class: 'bars' }, shareBar(bytes / peak)),
            h('td', {}, format.visible(name))))))],
   end ? h('p', { class: 'muted' }, `At the end: ${format.visible(end)}.`) : null);
}
