/* source_heat.js -- the values of source lines by column, and how hot they are; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { changeStep, heatStep } from './colour.js';
import { mostWeight } from './source_rows.js';

/* Less of what the hottest has is not hot at all. */
const COLD = 0.002;

/**
 * The values of each column, and how hot they are.
 * @param {object} model
 * @param {?object} links     of linksOf()
 * @param {string} file
 * @param {object[]} columns  of columnsOf()
 * @returns {{valueOf: function, oldOf: function, stepOf: function}[]}  each is called
 *    with a row of rowsOf().  stepOf: 0 to 9; of a pair -4 to 4
 */
export function heatsOf(model, links, file, columns) {
   return columns.map((column) => {
      const isOwn = column.id !== 'inlined' && column.id !== 'called';
      const side = (name) => isOwn ? ownValues(column, name)
         : linkValues(links.lineCosts(column.metric, name), file,
            model.isHeap ? ['inlined', 'called'] : [column.id]);
      const valueOf = side('new');
      const oldOf = model.isPair ? side('old') : () => 0;
      const most = isOwn ? mostWeight(model, column.metric) : model.totals[column.metric];
      const shareOf = (row) => {
         const share = most > 0 ? (valueOf(row) - oldOf(row)) / most : 0;
         return Math.abs(share) < COLD ? 0 : share;
      };
      return { valueOf, oldOf,
         stepOf: (row) => (model.isPair ? changeStep : heatStep)(shareOf(row)) };
   });
}

/**
 * Whether a column has a value in any row.  The column of the shown metric counts as if.
 * @param {object} column
 * @param {object} heat    of heatsOf()
 * @param {object[]} rows  of rowsOf()
 */
export function isUsed(column, heat, rows) {
   return column.isMain || rows.some((row) =>
      !row.isGap && (heat.valueOf(row) !== 0 || heat.oldOf(row) !== 0));
}

function ownValues({ metric }, side) {
   return ({ counts }) => counts === null ? 0
      : (side === 'old' ? counts.old : counts.values)[metric] || 0;
}

/* To a heap it is all one whether the code that allocates is inlined. */
function linkValues(costs, file, names) {
   return ({ line }) => {
      const cost = costs.get(`${file}:${line}`);
      return cost === undefined ? 0 : names.reduce((sum, name) => sum + cost[name], 0);
   };
}
