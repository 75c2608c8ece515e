/* owner_leaks.js -- what is lost in a look, by kind and by call path.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { h, nameText } from './dom.js';
import { withUnit } from './heap_names.js';
import { placeLink } from './heap_nodes.js';
import { lostBytes } from './owner_rows.js';
import { ownFrames } from './site_rows.js';
import { tableView } from './table_view.js';

const MOST_PLACES = 20;

const AMOUNTS = [{ id: 'title', title: 'Kind' },
   { id: 'bytes', title: 'Bytes', unit: 'bytes' },
   { id: 'blocks', title: 'Blocks', unit: 'count' }];

/**
 * The section about a look.
 * @param {function(string): string} shorten the name of a function
 * @returns {Node[]}
 */
export function leakSection(ctx, look, shorten) {
   const { kinds, places } = look.leaks;
   const rest = kinds.reduce((sum, kind) => sum + kind.rest, 0);
   return [
      h('h2', {}, lostBytes(look) === 0 ? 'Nothing is lost' : 'Lost memory'),
      tableView(ctx, 'leak-kinds', AMOUNTS, kinds, { attributes }),
      places.length === 0 ? null : tableView(ctx, 'leaks',
         [...AMOUNTS, placeColumn(ctx, shorten)], places,
         { most: MOST_PLACES, attributes }),
      rest > 0 ? h('p', { class: 'muted' }, withUnit(ctx.format.value(rest, 'bytes')),
         ' more were lost by smaller call paths.') : null];
}

function attributes({ kind }) {
   return { 'data-name': kind };
}

/* "make_node, a.c:12; 2 in rings". */
function placeColumn(ctx, shorten) {
   const { report } = ctx.model, own = ownFrames(report);
   const frameOf = ({ path }) => report.frames[own(path)] || null;
   return { id: 'place', title: 'Allocated at',
      value: (row) => (frameOf(row) || { function: '' }).function,
   show: (row, name) => [nameText(shorten(name), name),
      h('span', { class: 'muted place' }, placeLink(ctx, frameOf(row) || {})),
      row.rings === 0 ? null
         : h('span', { class: 'tag' }, `${ctx.format.full(row.rings)} in rings`)] };
}
