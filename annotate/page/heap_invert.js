/* heap_invert.js -- the tree of call paths from the bottom up; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

/**
 * A tree whose roots are the functions that allocate, and whose children are callers.
 * Its nodes are made when they are asked for: all of them would be far too many.
 * @param {{parent: number[], fn: number[], home?: number[]}} tree the call paths; home:
 *    see withoutLibraries
 * @param {number[][]} columns self values by node of the call paths
 * @param {number[]} change self values by whose sizes nodes are weighed
 * @returns {object} roots, children(node), parent, fn, columns, weights: as of the tree
 *    of paths, by its own nodes; leaves(node): the nodes of paths that allocate
 */
export function invert(tree, columns, change) {
   const { home = null } = tree;
   const up = { parent: [], fn: [], weights: [], columns: columns.map(() => []),
      members: [], below: [] };
   const all = [];
   for (let leaf = 0; leaf < tree.parent.length; leaf++) {
      if (change[leaf] !== 0 || columns.some((values) => values[leaf] !== 0)) {
         all.push([leaf, home === null ? leaf : home[leaf]]);
      }
   }
   const make = (node, members) => group(up, tree, columns, change, node, members);
   return Object.assign(up, {
      roots: make(-1, all),
      children: (node) => {
         up.below[node] = up.below[node] || make(node, callers(tree, up.members[node]));
         return up.below[node];
      },
      leaves: (node) => up.members[node].map(([leaf]) =>
         (home === null ? leaf : home[leaf])),
   });
}

/* A member is a path, by the node that allocates, and how far it has been followed. */
function callers(tree, members) {
   return members.filter(([, at]) => tree.parent[at] >= 0)
      .map(([leaf, at]) => [leaf, tree.parent[at]]);
}

/* Makes a node for each function of the members; returns the nodes. */
function group(up, tree, columns, change, parent, members) {
   const nodes = new Map();
   for (const member of members) {
      const [leaf, at] = member;
      const fn = tree.fn[at];
      if (!nodes.has(fn)) {
         nodes.set(fn, add(up, parent, fn));
      }
      const node = nodes.get(fn);
      up.members[node].push(member);
      up.weights[node] += Math.abs(change[leaf]);
      columns.forEach((values, i) => {
         up.columns[i][node] += values[leaf];
      });
   }
   return [...nodes.values()];
}

function add(up, parent, fn) {
   up.parent.push(parent);
   up.fn.push(fn);
   up.weights.push(0);
   up.members.push([]);
   up.columns.forEach((values) => values.push(0));
   return up.fn.length - 1;
}
