/* owner_pairs.js -- what keeps blocks alive in two runs, by change.
   State: q, sort, dir.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { fill, h, nameText } from './dom.js';
import { ownerMarks } from './owner_details.js';
import { pairedOwners, RETAINED } from './owner_rows.js';
import { gridKeys, makeTableGrid } from './table_grid.js';
import { columnsOf } from './table_rows.js';

export const id = 'owners';
export const title = 'Owners';
export const hasKind = false;
export const keys = gridKeys('open the source where it is declared');

/** See main.js. */
export function isThere({ isHeap, isPair, report }) {
   return isHeap && isPair && (report.owners || []).length > 0;
}

/** See main.js. */
export function mount(root, ctx) {
   const table = pairedOwners(ctx.model.report);
   const parts = makeTableGrid(ctx, { label: 'Search the table',
      placeholder: 'Search owners' });
   fill(root, h('div', { class: 'tools' }, parts.search.root, parts.count.root,
      h('p', { class: 'muted' }, 'What an owner retains would be lost without it. ',
         'The largest owner snapshot of each profile is shown. ',
         'Owners are matched by name. ',
         leftOutText(ctx))),
   parts.root);
   return { update: (state) => parts.show(table, [
      { id: 'name', title: 'What keeps it alive', value: table.name,
         show: ({ owner, named }) => [nameText(named.title),
            ownerMarks(ctx, owner, named)] },
      ...columnsOf(RETAINED, state, table)], state) };
}

function leftOutText({ model, format }) {
   const share = model.leftOut.threshold_percent;
   return share > 0 ? `Owners below ${format.percentage(share)} in both are left out.`
      : null;
}
