/* heap_tree.js -- which rows of a tree of call paths are shown, in which order; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { addUp } from './paths.js';

/**
 * How much happens in each node and below: what a node is sorted and left out by. A
 * path that grew and one that shrank do not cancel each other.
 * @param {{count: number, parent: number[]}} tree
 * @param {number[]} self by node, with signs
 * @returns {Float64Array}
 */
export function weightsOf(tree, self) {
   return addUp(tree, self.map(Math.abs));
}

/**
 * A row: a node, or one that stands for the small children of a parent, or one for
 * calls in a row that all have the same values.
 * @typedef {object} Row
 * @property {number} node       -1: it stands for others
 * @property {number} depth      indentation, in steps
 * @property {boolean} isSame    an only child with its parent's values
 * @property {boolean} [isOpen]
 * @property {boolean} [hasChildren]
 * @property {number} [parent]   of a row for small ones; -1: of the roots
 * @property {number} [folded]   of a row for calls in a row: the first of them
 * @property {number} [more]     how many it stands for
 */

/**
 * The rows of the open part of a tree, from the top down, the heaviest first.
 * @param {object} shown
 * @param {object} shown.tree      roots, children(node), parent
 * @param {Float64Array} shown.weights as of weightsOf
 * @param {Float64Array[]} shown.columns the inclusive values that are shown
 * @param {number} shown.least     nodes that weigh less have no row of their own
 * @param {Set<number>} shown.open nodes whose children are shown
 * @param {Set<number>} [shown.all] nodes all of whose children are shown; -1: all roots
 * @param {Set<number>} [shown.unfolded] nodes with which a fold began that is undone
 * @param {boolean} [shown.isStepped] only children are indented, too
 * @returns {Row[]}
 */
export function rowsOf(shown) {
   const rows = [];
   const waiting = rowsBelow(shown, -1, 0).reverse();
   while (waiting.length > 0) {
      const row = waiting.pop();
      rows.push(row);
      if (row.isOpen) {
         waiting.push(...rowsBelow(shown, row.node, row.depth).reverse());
      }
   }
   return fold(rows, shown.unfolded || new Set());
}

/* A call with the same values as its caller says little: of three and more, only the
   last is shown. */
function fold(rows, unfolded) {
   const out = [];
   for (let i = 0; i < rows.length;) {
      let end = i;
      while (end < rows.length && rows[end].isSame) {
         end++;
      }
      if (end - i >= 3 && !unfolded.has(rows[i].node)) {
         out.push({ node: -1, depth: rows[i].depth, isSame: false,
            folded: rows[i].node, more: end - 1 - i }, rows[end - 1]);
      } else {
         out.push(...rows.slice(i, Math.max(end, i + 1)));
      }
      i = Math.max(end, i + 1);
   }
   return out;
}

function childrenOf({ tree, weights }, node) {
   const children = node < 0 ? tree.roots : tree.children(node);
   return children.filter((child) => weights[child] > 0)
      .sort((a, b) => weights[b] - weights[a] || a - b);
}

/* Nodes of deep recursion are many: the rest of them is one row. */
function rowsBelow(shown, parent, parentDepth) {
   const { weights, least, all, isStepped } = shown;
   const children = childrenOf(shown, parent);
   const isWhole = all !== undefined && all.has(parent);
   const large = isWhole ? children
      : children.filter((child) => weights[child] >= least);
   const isOnly = parent >= 0 && children.length === 1;
   const depth = parent < 0 ? 0 : parentDepth + (isOnly && !isStepped ? 0 : 1);
   const rows = large.map((node) => rowOf(shown, node, parent, depth, isOnly));
   if (large.length < children.length) {
      rows.push({ node: -1, depth, isSame: false, parent,
         more: children.length - large.length });
   }
   return rows;
}

function rowOf(shown, node, parent, depth, isOnly) {
   const hasChildren = childrenOf(shown, node).length > 0;
   return { node, depth, hasChildren,
      isSame: isOnly && shown.columns.every((values) =>
         values[node] === values[parent]),
      isOpen: hasChildren && shown.open.has(node) };
}

/* Recursion would fill the page: it is opened by hand. */
function isRecursion({ fn, parent }, node) {
   return parent[node] >= 0 && fn[node] === fn[parent[node]];
}

/**
 * The nodes to open at first: the heaviest ones, but not recursion, while there are
 * at most `most` rows; those that are folded do not count.
 * @returns {Set<number>}
 */
export function openHot(shown) {
   const open = new Set();
   let rows = rowsBelow({ ...shown, open }, -1, 0);
   let n = rows.length;
   const canOpen = (row) => row.hasChildren && !isRecursion(shown.tree, row.node);
   const closed = rows.filter(canOpen);
   while (closed.length > 0) {
      const { node, depth } = takeHeaviest(closed, shown.weights);
      rows = rowsBelow({ ...shown, open }, node, depth);
      const more = rows.filter((row) => !row.isSame).length;
      if (n + more > shown.most) {
         break;
      }
      n += more;
      open.add(node);
      closed.push(...rows.filter(canOpen));
   }
   return open;
}

function takeHeaviest(rows, weights) {
   let best = 0;
   rows.forEach((row, i) => {
      if (weights[row.node] > weights[rows[best].node]) {
         best = i;
      }
   });
   return rows.splice(best, 1)[0];
}

/**
 * Self values without those of paths that no matching node is on.
 * @param {{count: number, parent: number[]}} tree
 * @param {Float64Array} self
 * @param {(node: number) => boolean} isMatch
 */
export function keepMatching(tree, self, isMatch) {
   const isBelow = new Uint8Array(tree.parent.length);
   for (let node = 0; node < isBelow.length; node++) {
      const parent = tree.parent[node];
      isBelow[node] = (parent >= 0 && isBelow[parent]) || isMatch(node) ? 1 : 0;
   }
   return self.map((value, node) => isBelow[node] ? value : 0);
}
