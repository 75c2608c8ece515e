/* site_pairs.js -- allocation sites of two profiles as rows; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { matchSides } from './sides.js';
import { siteRows } from './site_rows.js';

/* Values that are 0 where a site does not exist; averages are unknown there. */
const SUMS = new Set(['peak', 'max', 'leaked', 'total', 'blocks', 'reallocs', 'moved',
   'reads', 'writes', 'never_read']);

/* A type can change with the debug information; the path alone will do then. */
const RULES = [({ nodes, site }) => nodes.map((node) => `${node} ${site.type}`),
   ({ nodes }) => nodes];

/**
 * The rows of siteRows, joined by their places in the tree of call paths. A row is that
 * of NEW, or of OLD if NEW has no such site. It has `side` besides (1 or 0), `old` and
 * `now` (the row of each profile, or null), `values` of NEW, `before` of OLD and
 * `change`, each by column; null if unknown.
 * @param {object[]} sides the two models of sidesOf
 */
export function pairedRows(sides) {
   const rows = sides.map(({ report, doc }) => siteRows(report).map((row) =>
      ({ ...row, nodes: row.members.map((index) => doc.heap.site_nodes[index]) })));
   return matchSides(...rows, RULES).map(({ old, now }, index) => {
      const row = now || old;
      const names = Object.keys(row.values);
      const values = valuesOf(now, names);
      const before = valuesOf(old, names);
      return { ...row, index, side: now ? 1 : 0, old, now, values, before,
         change: byName(names, (name) => values[name] === null || before[name] === null
            ? null : values[name] - before[name]) };
   });
}

function byName(names, valueOf) {
   const out = Object.create(null);
   for (const name of names) {
      out[name] = valueOf(name);
   }
   return out;
}

function valuesOf(row, names) {
   return byName(names, (name) => row ? row.values[name] : SUMS.has(name) ? 0 : null);
}
