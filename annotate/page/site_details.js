/* site_details.js -- all about one allocation site: its path, sizes, lifetimes.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, link, nameText } from './dom.js';
import { visible } from './format.js';
import { withUnit } from './heap_names.js';
import { placeLink } from './heap_nodes.js';
import { hasView } from './places.js';
import { sizeTable } from './site_charts.js';
import { tableView } from './table_view.js';

/** What is shown of a row of siteRows. @returns {Node[]} */
export function siteDetails(ctx, row) {
   const { site } = row;
   return [
      h('div', { class: 'details-head' }, h('h2', {}, nameText(row.name)),
         link(ctx, 'Close', { 'sites.site': '' }, { class: 'close' })),
      siteFacts(ctx, row),
      heading('Call path', pathList(ctx, site.path)),
      site.size_classes.length > 0
         ? heading('Blocks by size', sizeTable(site, ctx.format)) : null,
      site.threads.length > 0 ? heading('By thread', threadTable(ctx, site)) : null,
      nodeLink(ctx, row),
   ];
}

function heading(words, content) {
   return [h('h3', {}, words), content];
}

function isKnown(value) {
   return value !== null && value !== undefined;
}

/* ---- Sentences ---- */

/** A row in sentences. @returns {Node} */
export function siteFacts(ctx, row) {
   return h('ul', { class: 'facts' }, facts(ctx, row).map((words) => h('li', {}, words)));
}

function facts(ctx, { site, members }) {
   return [heldFact(ctx, site), pathsFact(ctx, members.length), lifeFact(ctx, site),
      temporaryFact(ctx, site),
      reallocFact(ctx, site), unreadFact(ctx, site), typeFact(ctx, site)]
      .filter((words) => words !== null);
}

function bytes(ctx, value) {
   const text = ctx.format.value(value, 'bytes');
   return [h('span', { class: 'figure', 'data-value': value }, text),
      withUnit(text).slice(text.length)];
}

function heldFact(ctx, site) {
   const { format } = ctx;
   const all = [bytes(ctx, site.total_bytes), ' in ',
      format.plural(site.total_blocks, 'block'), ' allocated'];
   return !isKnown(site.peak_bytes) ? all
      : [...all, '; ', bytes(ctx, site.peak_bytes), ' live at the peak, ',
         bytes(ctx, site.end_bytes), ' at the end'];
}

function pathsFact({ format }, paths) {
   return paths === 1 ? null
      : `${format.full(paths)} call paths, which differ in the depth of a recursion`;
}

function lifeFact(ctx, site) {
   const { format, model } = ctx;
   const time = (value) => format.time(value, model.report.units.time);
   if (!isKnown(site.shortest) || !(site.freed_blocks > 0)) {
      return isKnown(site.lifetime) ? 'No block was freed' : null;
   }
   const mean = time(site.freed_lifetime / site.freed_blocks);
   return site.shortest === site.longest ? `Freed blocks lived for ${mean}`
      : `Freed blocks lived for ${mean} on average, from ${time(site.shortest)} to `
         + time(site.longest);
}

function temporaryFact({ format }, site) {
   if (!(site.temporary_blocks > 0)) {
      return null;
   }
   return `${format.full(site.temporary_blocks)} of `
      + `${format.plural(site.total_blocks, 'block')} were temporary: freed before their `
      + 'thread\'s next allocation';
}

function reallocFact({ format }, site) {
   if (!(site.reallocs > 0)) {
      return null;
   }
   return `Reallocated ${format.plural(site.reallocs, 'time')}` + (site.moves > 0
      ? `, which copied ${withUnit(format.value(site.moved_bytes, 'bytes'))}` : '');
}

function unreadFact({ format }, site) {
   if (!(site.never_read_bytes > 0)) {
      return null;
   }
   return `${withUnit(format.value(site.never_read_bytes, 'bytes'))} were never read`
      + (site.never_read_blocks > 0
         ? `, of ${format.plural(site.never_read_blocks, 'block')} none` : '');
}

function typeFact(ctx, site) {
   if (site.type === null) {
      return null;
   }
   const name = nameText(site.type);
   return ['Blocks of ', hasView(ctx, 'fields')
      ? link(ctx, name, { view: 'fields', q: site.type }) : name];
}

/* ---- Lists ---- */

/** A call path, innermost frame first, with links to its lines. @returns {Node} */
export function pathList(ctx, path) {
   const { model } = ctx;
   return h('ol', { class: 'path' }, path.map((index) => {
      const frame = model.report.frames[index];
      return h('li', {}, h('span', { class: 'step' }, stepName(model, frame.function)),
         h('span', { class: 'place muted' }, placeLink(ctx, frame)));
   }));
}

function stepName(model, name) {
   const row = model.functionOf(name);
   return nameText(row ? row.short : name, name);
}

function threadTable(ctx, { threads }) {
   return tableView(ctx, 'threads', [
      { id: 'thread', title: 'Thread', value: ([thread]) => thread, show: (row, thread) =>
         visible(ctx.model.threadLabel(`thread ${thread}`)) },
      { id: 'bytes', title: 'Bytes', unit: 'bytes', value: (row) => row[1] },
      { id: 'blocks', title: 'Blocks', unit: 'count', value: (row) => row[2] },
   ], threads);
}

/* To the same call path in the flame graph. */
function nodeLink(ctx, row) {
   const nodes = ctx.model.doc.heap && ctx.model.doc.heap.site_nodes || [];
   const node = nodes[row.members[0]];
   return node >= 0 && hasView(ctx, 'flame')
      ? h('p', {}, link(ctx, 'Show in the flame graph', { view: 'flame', node })) : null;
}
