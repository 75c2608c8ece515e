/* owner_details.js -- all about one owner: what it is, what keeps it, and by which chain
   blocks like it are reached.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { figure, h, link, nameText, percentFigure } from './dom.js';
import { withUnit } from './heap_names.js';
import { placeLink } from './heap_nodes.js';
import { chainTo, ownersAbove, siteWith, whenOf } from './owner_rows.js';
import { hasView } from './places.js';
import { pathList } from './site_details.js';

const KINDS = {
   static: 'Static variable', 'thread-local': 'Thread-local variable, of all threads',
   local: 'Local variable', frame: 'Words of a frame in no known variable',
   shared: 'Several owners reach these blocks: none alone keeps them',
   lost: 'The program can no longer reach these blocks',
   registers: 'Registers of all threads', mapping: 'Mapped memory outside the heap',
   'stack-top': 'The stack above all frames', blocks: 'Blocks',
};

const TAGS = ['static', 'thread-local', 'local', 'frame', 'shared'];

/** What stands behind an owner's name: its kind, unless the name says it, and its place.
    @param {object} named of namer @returns {Node[]} */
export function ownerMarks(ctx, { kind }, { by, inside, place }) {
   const where = place === null ? null : placeLink(ctx, place);
   return [
      TAGS.includes(kind) ? h('span', { class: 'tag' }, kind) : null,
      inside ? h('span', { class: 'muted place' }, 'in ', nameText(inside)) : null,
      by === null ? null : h('span', { class: 'muted place' }, 'by ', nameText(by)),
      where === null ? null : h('span', { class: 'muted place' }, where)];
}

/** What is shown of an owner. @param {object} view made, look, names (owners.js)
    @returns {Node[]} */
export function ownerDetails(ctx, view, node) {
   const owner = view.made.owners[node], { title, whole } = view.names[node];
   return [
      h('div', { class: 'details-head' }, h('h2', {}, nameText(title, whole)),
         link(ctx, 'Close', { 'owners.of': '' }, { class: 'close' })),
      h('ul', { class: 'facts' }, facts(ctx, view, node).filter(Boolean)
         .map((words) => h('li', {}, words))),
      keptBy(ctx, view, node),
      owner.path === null ? null : [chainList(ctx, view, owner.path),
         h('h3', {}, 'Allocated by'), pathList(ctx, owner.path),
         siteLink(ctx, owner.path)],
   ];
}

/* ---- Facts ---- */

function facts(ctx, view, node) {
   const owner = view.made.owners[node];
   return [kindFact(ctx, view, node), retainFact(ctx, view, owner),
      owner.blocks === 0 || owner.blocks === owner.retained_blocks ? null
         : [amount(ctx, owner.bytes), ' in ', ctx.format.plural(owner.blocks, 'block'),
            ' are its own; the rest is kept by these'],
      idleFact(ctx, view, owner), grownFact(ctx, view, node)];
}

function amount({ format }, bytes) {
   return figure(withUnit(format.value(bytes, 'bytes')), bytes);
}

function kindFact(ctx, { made, names }, node) {
   const { kind, type, function: fn } = made.owners[node];
   const place = kind === 'blocks' ? null : placeLink(ctx, names[node].place || {});
   return [KINDS[kind] || kind, fn ? [' of ', nameText(fn)] : null,
      type === null ? (kind === 'blocks' ? ' of no known type' : null)
         : [kind === 'blocks' ? ' of ' : ' of type ', nameText(type)],
      place === null ? null : [', ', place]];
}

function retainFact(ctx, { look }, owner) {
   const { format } = ctx;
   return ['Retains ', amount(ctx, owner.retained_bytes), ' in ',
      format.plural(owner.retained_blocks, 'block'), ', ',
      percentFigure(owner.retained_bytes, look.live.bytes, format), ' of what is live'];
}

function idleFact(ctx, { look }, { idle_bytes: idle }) {
   const { looks, units } = ctx.model.report;
   return !idle ? null : [amount(ctx, idle), ' of it not read since ',
      ctx.format.time(looks[look.index].idle_since, units.time)];
}

function grownFact({ format }, { made, look }, node) {
   const grown = made.grown[node];
   if (grown === null) {
      return null;
   }
   const since = ` since the snapshot before, ${whenOf(made.looks[look.index - 1])}`;
   return grown === 0 ? `Did not grow${since}`
      : [figure(withUnit(format.change(grown, 'bytes')), grown), since];
}

/* ---- Lists ---- */

function keptBy(ctx, { made, names }, node) {
   const above = ownersAbove(made, node).slice(0, -1);
   return above.length === 0 ? null : [h('h3', {}, 'Kept by'),
      h('ol', { class: 'path', 'data-list': 'kept-by' }, above.map((at) => h('li', {},
         names[at].field ? h('span', { class: 'muted' }, nameText(names[at].field), ': ')
            : null,
         link(ctx, nameText(names[at].title, names[at].whole), { 'owners.of': at }))))];
}

function chainList(ctx, { look }, path) {
   const chain = chainTo(ctx.model.report, look, path);
   return [h('h3', {}, 'Shortest chain to a block of this call path'),
      chain === null
         ? h('p', { class: 'muted' }, 'The page has none: nothing that the program can ' +
            'reach points to one, or they are too small.')
         : h('ol', { class: 'path', 'data-list': 'chain' }, chain.map(stepItem))];
}

function stepItem({ name, refers, isCut }) {
   return h('li', {}, nameText(name),
      refers ? h('span', { class: 'muted' }, nameText(refers)) : null,
      isCut ? h('div', { class: 'muted' }, '\u2026') : null);
}

function siteLink(ctx, path) {
   const site = siteWith(ctx.model.report, path);
   return site >= 0 && hasView(ctx, 'sites') ? h('p', {}, link(ctx,
      'Show the allocation site', { view: 'sites', 'sites.site': site, q: '' })) : null;
}
