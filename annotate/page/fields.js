/* fields.js -- blocks drawn as strips of their fields: hot, cold, never read.
   State: q, fields.order (wasted, peak, accesses), fields.all (1: show all).
   Of a pair, blocks of OLD are drawn below those of NEW that they were.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { bytesInRow, choice, moreLink, rowCount, searchField } from './controls.js';
import { fill, h, nameText } from './dom.js';
import { heatSets, orderSets, rangesOf, totalsOf } from './field_layout.js';
import { direction } from './diff.js';
import { accessLook, heatSteps, rangeTable, strip } from './field_strip.js';
import { searched } from './format.js';
import { withUnit } from './heap_names.js';
import { placeLink } from './heap_nodes.js';
import { matchSides, sidesOf } from './sides.js';

export const id = 'fields';
export const title = 'Fields';
export const hasKind = false;

const AT_FIRST = 8;

const ORDERS = [['wasted', 'Never read at the peak'], ['peak', 'Bytes at the peak'],
   ['accesses', 'Accesses']];

/** See main.js. */
export function isThere(model) {
   return model.isHeap && allSets(model).length > 0;
}

/* By what blocks of two profiles are the same. */
const RULES = [(set) => [JSON.stringify([set.title, set.place, set.size])],
   (set) => [JSON.stringify([set.title, set.size])], (set) => [set.title]];

/* Those of NEW, with what they were as `before`; then what only OLD has. */
function allSets(model) {
   const [old, now] = sidesOf(model).map(({ report }) => heatSets(report));
   if (!now) {
      return old || [];
   }
   return matchSides(old, now, RULES).map((pair) => pair.now === null
      ? { ...pair.old, isGone: true } : { ...pair.now, before: pair.old });
}

/** See main.js. */
export function mount(root, ctx) {
   const sets = allSets(ctx.model);
   const view = { ctx, sets, list: h('div', { class: 'field-sets' }), count: rowCount(),
      search: searchField(ctx, { label: 'Search types and fields',
         placeholder: 'Search types and fields' }),
      rowBytes: bytesInRow(() => update(view, ctx.state)) };
   view.order = choice('Order', (order) => ctx.go({ 'fields.order': order }));
   fill(root, h('div', { class: 'tools' }, view.search.root,
      h('label', {}, 'Most first: ', view.order.root), view.count.root), legend(),
   view.list);
   return { update: (state) => update(view, state) };
}

function update(view, state) {
   const { ctx } = view;
   const text = (state.q || '').toLowerCase();
   const isKnown = ORDERS.some(([value]) => value === state['fields.order']);
   const order = isKnown ? state['fields.order'] : ORDERS[0][0];
   const found = orderSets(view.sets.filter((set) => isMatch(set, text)), order);
   const shown = state['fields.all'] === '1' ? found : found.slice(0, AT_FIRST);
   view.order.update(ORDERS, order);
   view.search.update(state);
   view.count.show(found.length, ctx.format.plural(found.length, 'kind of block',
      'kinds of blocks'));
   fill(view.list, shown.map((set, i) => setView(view, set, i === 0)),
      moreLink(ctx, found.length - shown.length, { 'fields.all': '1' }),
      text === '' ? unknown(ctx) : null);
}

/* Types whose blocks are too large to be recorded byte by byte. */
function unknown({ model }) {
   const { report } = sidesOf(model).pop();
   const types = report.types.filter((type) => type.heat === null
      && type.peak_bytes > 0);
   return types.length === 0 ? null : h('p', { class: 'muted' },
      'Blocks larger than --histogram have no counts by byte: ',
      list(types.slice(0, 5).map((type) => nameText(type.name))),
      types.length > 5 ? ` and ${types.length - 5} more types.` : '.');
}

function isMatch(set, text) {
   return text === '' || [set.title, set.place, ...set.fields.map((field) => field.name)]
      .some((name) => searched(name).includes(text));
}

function legend() {
   return h('p', { class: 'field-legend muted' },
      'Upper half: reads of a byte. Lower half: writes. ', heatSteps(),
      ' Each step is twice as often. ',
      h('span', { class: 'step unread', 'aria-hidden': 'true' }),
      ' never read, or never written. A row is 64 bytes as a cache line, or 32.');
}

/* ---- One kind of block ---- */

function setView(view, set, isOpen) {
   const { ctx } = view;
   const ranges = rangesOf(set);
   return h('section', { class: 'field-set', 'data-set': set.title },
      h('header', {}, h('h2', {}, setName(ctx, set)), setFacts(ctx, set)),
      advice(ctx, set),
      strip(ctx, ranges, view.rowBytes(), accessLook(ctx, set, ranges)),
      h('details', { open: isOpen }, h('summary', {}, 'Figures'),
         rangeTable(ctx, set, ranges)),
      ctx.model.isPair ? otherRun(view, set) : null);
}

/* What the blocks were in OLD. */
function otherRun(view, { before, isGone }) {
   if (isGone || before === null) {
      return h('p', { class: 'muted' }, isGone ? 'Only the old profile has these blocks.'
         : 'Only the new profile has these blocks.');
   }
   const ranges = rangesOf(before);
   return [h('h3', {}, 'Before'), setFacts(view.ctx, before),
      strip(view.ctx, ranges, view.rowBytes(),
         accessLook(view.ctx, before, ranges)),
      h('details', {}, h('summary', {}, 'Figures before'),
         rangeTable(view.ctx, before, ranges))];
}

function setName(ctx, set) {
   return set.frame === null ? nameText(set.title)
      : ['Blocks of ', nameText(set.title),
         h('span', { class: 'place muted' }, placeLink(ctx, set.frame))];
}

function figure(value, text) {
   return h('span', { class: 'figure', 'data-value': value }, text);
}

function setFacts({ format }, set) {
   return h('p', { class: 'muted' },
      figure(set.size, format.plural(set.size, 'byte')), ' each; ',
      figure(set.blocks, format.plural(set.blocks, 'block')), ' of ',
      format.plural(set.sites, 'site'),
      set.peakBytes > 0 ? ['; ', figure(set.peakBytes,
         withUnit(format.value(set.peakBytes, 'bytes'))), ' at the peak'] : null,
      peakChange(format, set));
}

function peakChange(format, { before, peakBytes }) {
   const change = before ? peakBytes - before.peakBytes : 0;
   return change === 0 ? null : [' (', h('span', { class: direction(change),
      'data-change': change }, format.change(change, 'bytes')), ')'];
}

/* What the profile proves can be left out; or what nobody read. */
function advice(ctx, set) {
   const { format } = ctx;
   const { finding } = set;
   if (finding !== null) {
      return h('p', { class: 'advice' },
         'Leaving out ', list(finding.fields.map((field) => nameText(field.name || '?'))),
         ' would save up to ', h('span', { class: 'figure', 'data-finding': 'fields',
            'data-value': finding.saved_bytes },
         withUnit(format.value(finding.saved_bytes, 'bytes'))),
         ' at the peak, in ', format.full(finding.saved_blocks), ' of ',
         format.plural(finding.of_blocks, 'block'), '.');
   }
   const { neverRead, neverReadAtPeak } = totalsOf(set);
   return neverRead === 0 || !set.isExact ? null : h('p', { class: 'advice' },
      `${format.full(neverRead)} of ${format.plural(set.size, 'byte')} were never read`,
      neverReadAtPeak > 0
         ? `: about ${format.shortBytes(neverReadAtPeak)} at the peak.` : '.');
}

function list(items) {
   return items.flatMap((item, i) =>
      [i === 0 ? null : i === items.length - 1 ? ' and ' : ', ', item]);
}
