/* heap_values.js -- the values that the tree of call paths shows; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { invert } from './heap_invert.js';
import { restOf, selfAt } from './heap_moments.js';
import { keepMatching, weightsOf } from './heap_tree.js';
import { addUp, withoutLibraries } from './paths.js';

/**
 * Self values by node, a column each: of a moment bytes and blocks; of a change the bytes
 * by which it grew, those before and after, and the blocks by which it grew.
 * @param {object} doc
 * @param {object} paths the model's tree of call paths
 * @param {{from: object|null, to: object}} choice moments
 * @param {(function(number): boolean)|null} isMatch of a search: other paths count 0
 * @returns {Float64Array[]}
 */
export function selfColumns(doc, paths, { from, to }, isMatch) {
   const at = (moment, unit) => {
      const self = selfAt(doc, moment, unit);
      return isMatch === null ? self : keepMatching(paths, self, isMatch);
   };
   const minus = (a, b) => a.map((value, i) => value - b[i]);
   const [bytes, blocks] = [at(to, 'bytes'), at(to, 'blocks')];
   if (from === null) {
      return [bytes, blocks];
   }
   const before = at(from, 'bytes');
   return [minus(bytes, before), before, bytes, minus(blocks, at(from, 'blocks'))];
}

/**
 * The tree of these values: tree, columns, weights as heap_tree.js wants them.
 * @param {boolean} isUp from the functions that allocate up to their callers
 * @param {boolean} [isFolded] code of libraries is part of what calls it
 */
export function treeOf(paths, columns, isUp, isFolded = false) {
   const down = isFolded ? withoutLibraries(paths) : paths;
   if (isUp) {
      const tree = invert(down, columns, columns[0]);
      return { tree, columns: tree.columns, weights: tree.weights };
   }
   return { tree: down, columns: columns.map((self) => addUp(paths, self)),
      weights: weightsOf(paths, columns[0]) };
}

function sum(values) {
   return values.reduce((a, b) => a + b, 0);
}

/**
 * Bytes and blocks of a choice, or by how much they grew: `listed` of the call paths in
 * the columns, `rest` of sites that a snapshot does not list, [sites, bytes, blocks].
 */
export function totalsOf(columns, { from, to }) {
   const rest = restOf(to).map((n, i) => n - restOf(from)[i]);
   return { listed: { bytes: sum(columns[0]), blocks: sum(columns[columns.length - 1]) },
      rest };
}
