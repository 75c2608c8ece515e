/* sides.js -- the profiles of a pair, each as a model of its own; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

/**
 * The heap profiles of a page, OLD before NEW. Each model has its own `report`, and the
 * nodes of its sites; all else is the page's.
 * @param {object} model see data.js
 * @returns {object[]} of a single profile, `model` itself
 */
export function sidesOf(model) {
   return !model.isPair ? [model] : (model.doc.reports || []).map((side) => ({
      ...model, report: side.report,
      doc: { ...model.doc, report: side.report, heap: { ...model.doc.heap,
         site_nodes: side.site_nodes, sites_left_out: side.sites_left_out } },
   }));
}

/**
 * Finds for each item of NEW the item of OLD that it was.
 * @param {((item: object) => Array)[]} rules keys of an item, of which equal items share
 *    one; the strictest rule comes first, and all items are matched by it before the next
 * @returns {{old: object|null, now: object|null}[]} in NEW's order, then OLD's rest
 */
export function matchSides(old, now, rules) {
   const matches = new Map();
   const left = new Set(old);
   for (const keysOf of rules) {
      const byKey = new Map();
      left.forEach((item) => keysOf(item).forEach((key) =>
         byKey.set(key, [...(byKey.get(key) || []), item])));
      for (const item of now.filter((one) => !matches.has(one))) {
         const found = keysOf(item).flatMap((key) => byKey.get(key) || [])
            .find((other) => left.has(other));
         if (found) {
            matches.set(item, found);
            left.delete(found);
         }
      }
   }
   return [...now.map((item) => ({ old: matches.get(item) || null, now: item })),
      ...[...left].map((item) => ({ old: item, now: null }))];
}
