/* call_graph_state.js -- what the page's address says of the call graph; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { addUp } from './paths.js';
import { chosenFunction } from './flame_scene.js';

/** Depth and boxes of a rank: what is shown at first, and the most; the least shares. */
export const LIMITS = { firstDepth: 2, depth: 8, boxes: 8, mostBoxes: 1000,
   least: 0.005, leastEdge: 0.002 };

/* What is shown at first: below main, if that has much of the program, the first function
   that passes on less than this share of its cost to one other ... */
const MOST_OF_IT = 0.85, MUCH = 0.3;
/* ... or the last one whose callee does not do as much itself. */
const MOSTLY_SELF = 0.5;

/** How many calls away functions are shown. */
export function depthOf(state) {
   const depth = Number(state['calls.depth']);
   return depth >= 1 && depth <= LIMITS.depth && Number.isInteger(depth)
      ? depth : LIMITS.firstDepth;
}

/** How many functions of a rank are shown. */
export function mostOf(state) {
   const most = Number(state['calls.most']);
   return most >= 1 && Number.isInteger(most)
      ? Math.min(most, LIMITS.mostBoxes) : LIMITS.boxes;
}

/** What makes a function the centre. */
export function centrePatch({ model: { paths } }, fn) {
   const key = paths.keyOf(fn);
   return { fn: key, 'calls.of': paths.indexOf(key) === fn ? null : fn };
}

/** The function that the state names, or else one where the program's cost forks. */
export function centreOf(model, state, values) {
   const { paths } = model;
   const chosen = chosenFunction(paths, { fn: state.fn, of: state['calls.of'] });
   return chosen >= 0 ? chosen : firstFork(paths, values, model.folds(state));
}

function firstFork(paths, { now, old }, isFolded) {
   const self = old === null ? now : now.map((value, i) => value + old[i]);
   const sizes = addUp(paths, self);
   const largest = (nodes) => nodes.reduce((best, node) =>
      (best < 0 || sizes[node] > sizes[best] ? node : best), -1);
   const isHidden = (node) => isFolded && paths.library[paths.fn[node]]
      || paths.functions[paths.fn[node]].name === '???';
   const top = largest(paths.roots), main = largest(mains(paths));
   let node = main >= 0 && sizes[main] >= MUCH * sizes[top] ? main : top, at = node;
   for (let next = node; next >= 0 && sizes[next] >= MOST_OF_IT * sizes[node]
        && (next === node || self[next] < MOSTLY_SELF * sizes[next]);) {
      node = next;
      at = isHidden(node) ? at : node;
      next = largest(paths.children(node));
   }
   return paths.fn[at];
}

function mains(paths) {
   return paths.functions.flatMap(({ name }, fn) =>
      (name === 'main' ? paths.nodesOf(fn) : []));
}
