/* call_graph_data.js -- the functions around one, its centre, from call paths; pure.

   Left of the centre are its callers, with what of the centre's cost each leads to; right
   is what it called, with what that cost below the centre.  As call paths are exact, so
   are both: nothing is estimated from the calls of other places.  A function that both
   calls the centre and is called by it has a box on either side.

   Recursion counts once: of each path the outermost call of the centre, of a function
   below it, or of one by the other.  A call of the centre below itself leads back to it,
   and from there distances begin again.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { addUp, walk } from './paths.js';
import { outermost } from './flame_layout.js';

/* A function stands where at least so much of its cost is at that distance or beyond. */
const ENOUGH = 0.15;

/**
 * A function.
 * @typedef {object} Box
 * @property {number} fn       -1: several that are not shown
 * @property {number} side     -1: a caller, 0: the centre, 1: a callee
 * @property {number} rank     its distance in calls, negative of callers
 * @property {number} now      inclusive cost on paths through the centre
 * @property {?number} old     the same of the old run; null but for a pair
 * @property {number} own      self cost there; of callers 0, as that is not the centre's
 * @property {?number} ownOld
 * @property {boolean} hasMore  there is more beyond the depth
 * @property {boolean} isRecursive  it is called below itself, or is on both sides
 * @property {number} [count]  of several: how many
 */

/**
 * All calls of a function by another on these paths.
 * @typedef {object} Edge
 * @property {number} from     index in boxes of the caller
 * @property {number} to
 * @property {number} now
 * @property {?number} old
 * @property {?number} calls   null if unknown
 * @property {boolean} isRecursive  some calls are below the callee itself
 * @property {boolean} isInlined  there are no calls, as the code is inlined
 */

/**
 * Functions around a centre.
 * @param {object} paths (paths.js)
 * @param {object} wanted centre: a function; depth: in calls, to either side; now, old:
 *    self values by node, old can be null; roots: only paths below these, or null;
 *    isFolded: code of libraries is its caller's
 * @returns {{boxes: Box[], edges: Edge[]}} boxes[0] is the centre
 */
export function neighbourhood(paths, { centre, depth, now, old, roots, isFolded }) {
   const home = homesOf(paths, isFolded ? centre : -1);
   const graph = { paths, centre, depth, home, boxes: [], edges: [],
      places: [-1, 1].map(() => new Int32Array(paths.functions.length).fill(-1)),
      calls: new Map(), tops: outermost(paths, centre, roots),
      now: addUp(paths, now), old: old && addUp(paths, old),
      own: atHome(home, now), ownOld: old && atHome(home, old) };
   boxOf(graph, centre, 0);
   addCallees(graph);
   addCallers(graph);
   graph.boxes.forEach((box) => {
      box.rank = box.side * rankOf(box.flow);
      box.isRecursive = box.isRecursive
         || graph.places.every((places) => places[box.fn] > 0);
   });
   return { boxes: graph.boxes, edges: graph.edges };
}

/* By node the one that its cost belongs to: itself, or if it is a library's its caller's.
   The centre is shown whatever it is. */
function homesOf({ count, parent, fn, library }, centre) {
   const home = new Int32Array(count);
   for (let node = 0; node < count; node++) {
      const isOther = centre >= 0 && parent[node] >= 0 && library[fn[node]]
         && fn[node] !== centre;
      home[node] = isOther ? home[parent[node]] : node;
   }
   return home;
}

function atHome(home, values) {
   const sums = new Float64Array(home.length);
   for (let node = 0; node < home.length; node++) {
      sums[home[node]] += values[node];
   }
   return sums;
}

/* The index of a function's box, made if it is new.  Place 0 is the centre's. */
function boxOf({ boxes, places, depth, old, centre }, fn, side) {
   if (fn === centre && boxes.length > 0) {
      return 0;
   }
   const list = places[side > 0 ? 1 : 0];
   if (list[fn] < 0) {
      list[fn] = boxes.length;
      boxes.push({ fn, side, rank: 0, now: 0, old: old && 0, own: 0, ownOld: old && 0,
         hasMore: false, isRecursive: false, flow: Array(depth + 1).fill(0) });
   }
   return list[fn];
}

/* The index of the edge between two boxes. */
function edgeOf({ edges, calls, places, old, paths }, from, to) {
   const key = from * 2 * places[0].length + to;
   if (!calls.has(key)) {
      calls.set(key, edges.length);
      edges.push({ from, to, now: 0, old: old && 0, calls: paths.calls ? 0 : null,
         isInlined: true, isRecursive: false });
   }
   return calls.get(key);
}

function addCost(item, { now, old }, node, distance) {
   item.now += now[node];
   if (old !== null) {
      item.old += old[node];
   }
   if (item.flow !== undefined) {
      item.flow[distance] += Math.abs(now[node]) + (old === null ? 0
         : Math.abs(old[node]));
   }
}

function addCalls(edge, { paths }, node) {
   const isInlined = paths.inlined[node] === 1;
   edge.isInlined = edge.isInlined && isInlined;
   if (edge.calls !== null && !isInlined) {
      edge.calls += paths.calls[node];
   }
}

/* The furthest distance with enough of the flow. */
function rankOf(flow) {
   const most = ENOUGH * flow.reduce((a, b) => a + b, 0);
   let beyond = 0;
   for (let rank = flow.length - 1; rank > 0; rank--) {
      beyond += flow[rank];
      if (beyond > 0 && beyond >= most) {
         return rank;
      }
   }
   return Math.max(0, flow.findIndex((value) => value > 0));
}

/* ---- What the centre called ---- */

function addCallees(graph) {
   const { paths, centre, home, tops } = graph;
   const isTop = new Set(tops), distance = new Int32Array(paths.count);
   const boxAt = new Int32Array(paths.count).fill(-1);
   const edgeAt = new Int32Array(paths.count).fill(-1);
   const active = { boxes: new Int32Array(2 * paths.functions.length), edges: [] };
   const step = (list, index, by) => {
      list[index] = (list[index] || 0) + by;
      return list[index];
   };
   const enter = (node) => {
      if (home[node] !== node) {
         return;
      }
      const above = isTop.has(node) ? -1 : home[paths.parent[node]];
      distance[node] = paths.fn[node] === centre ? 0 : distance[above] + 1;
      if (distance[node] > graph.depth) {
         markMore(graph, distance, above, boxAt);
         return;
      }
      const to = boxOf(graph, paths.fn[node], 1);
      boxAt[node] = to;
      const isAgain = step(active.boxes, to, 1) > 1;
      addBox(graph, to, node, { distance: distance[node], isAgain });
      if (above >= 0 && boxAt[above] >= 0) {
         edgeAt[node] = edgeOf(graph, boxAt[above], to);
         const edge = graph.edges[edgeAt[node]];
         edge.isRecursive = edge.isRecursive || isAgain;
         addEdge(graph, edgeAt[node], node, step(active.edges, edgeAt[node], 1) === 1);
      }
   };
   walk({ ...paths, roots: tops }, enter, (node) => {
      if (boxAt[node] >= 0) {
         step(active.boxes, boxAt[node], -1);
      }
      if (edgeAt[node] >= 0) {
         step(active.edges, edgeAt[node], -1);
      }
   });
}

function addBox(graph, index, node, { distance, isAgain }) {
   const box = graph.boxes[index];
   box.isRecursive = box.isRecursive || isAgain;
   box.own += graph.own[node];
   if (graph.old !== null) {
      box.ownOld += graph.ownOld[node];
   }
   if (!isAgain) {
      addCost(box, graph, node, distance);
   }
}

function addEdge(graph, index, node, isFirst) {
   addCalls(graph.edges[index], graph, node);
   if (isFirst) {
      addCost(graph.edges[index], graph, node, 0);
   }
}

/* The box above a node that is too far away to have one. */
function markMore({ boxes, depth }, distance, above, boxAt) {
   if (distance[above] === depth) {
      boxes[boxAt[above]].hasMore = true;
   }
}

/* ---- Who called the centre ---- */

function addCallers(graph) {
   const { paths, home, depth, tops, boxes, edges } = graph;
   const called = new Set();
   const callerOf = (node) => paths.parent[node] < 0 ? -1 : home[paths.parent[node]];
   for (const top of tops) {
      const seen = new Set();
      let node = top, to = 0;
      for (let far = 1; far <= depth && callerOf(node) >= 0; far++) {
         const above = callerOf(node), from = boxOf(graph, paths.fn[above], -1);
         const edge = edgeOf(graph, from, to);
         if (seen.has(`box ${from}`)) {
            boxes[from].isRecursive = true;
            edges[edge].isRecursive = true;
         } else {
            addCost(boxes[from], graph, top, far);
         }
         if (!seen.has(`edge ${edge}`)) {
            addCost(edges[edge], graph, top, 0);
         }
         seen.add(`box ${from}`).add(`edge ${edge}`);
         if (!called.has(node)) {
            called.add(node);
            addCalls(edges[edge], graph, node);
         }
         node = above;
         to = from;
      }
      if (callerOf(node) >= 0) {
         boxes[to].hasMore = true;
      }
   }
}

/* ---- What of that is drawn ---- */

/** How much room a box or an edge deserves: of a pair, both runs together. */
export function sizeOf({ now, old }) {
   return Math.max(0, now) + Math.max(0, old || 0);
}

/**
 * The functions that cost most, with those that they are reached by; the others of a rank
 * are one box.
 * @param {{boxes: Box[], edges: Edge[]}} graph of neighbourhood()
 * @param {object} limits most: boxes of a rank; least: the least share of the centre;
 *    leastEdge: that of an edge, unless it is the largest of a box
 * @returns {{boxes: Box[], edges: Edge[]}} boxes[0] is the centre
 */
export function pick({ boxes, edges }, { most, least, leastEdge = 0 }) {
   const shown = new Map([[0, 0]]), out = { boxes: [boxes[0]], edges: [] };
   const least_ = least * sizeOf(boxes[0]);
   const next = neighboursOf(boxes, edges);
   const deepest = boxes.reduce((far, { rank }) => Math.max(far, Math.abs(rank)), 0);
   for (let far = 1; far <= deepest; far++) {
      for (const rank of [-far, far]) {
         const found = boxes.map((_, i) => i).filter((i) => boxes[i].rank === rank
            && next[i].some((other) => shown.has(other)))
            .sort((a, b) => sizeOf(boxes[b]) - sizeOf(boxes[a])
               || boxes[a].fn - boxes[b].fn);
         let n = Math.min(most, found.filter((i) => sizeOf(boxes[i]) >= least_).length);
         /* One more takes no more room than to say so. */
         n = found.length === n + 1 && sizeOf(boxes[found[n]]) > 0 ? n + 1 : n;
         const rest = found.slice(n).filter((i) => sizeOf(boxes[i]) > 0);
         found.slice(0, n).forEach((i) => {
            shown.set(i, out.boxes.length);
            out.boxes.push(boxes[i]);
         });
         addRest(out, { boxes, edges, shown }, rest, rank);
      }
   }
   const links = edges.filter(({ from, to }) => shown.has(from) && shown.has(to));
   const largest = largestOf(boxes, links);
   out.edges.push(...links.filter((edge) => largest.has(edge)
      || sizeOf(edge) >= leastEdge * sizeOf(boxes[0]))
      .map((edge) => ({ ...edge, from: shown.get(edge.from), to: shown.get(edge.to) })));
   return out;
}

/* Of each box the largest edge that leads to it from nearer the centre. */
function largestOf(boxes, edges) {
   const best = new Map();
   for (const edge of edges) {
      const [a, b] = [Math.abs(boxes[edge.from].rank), Math.abs(boxes[edge.to].rank)];
      const outer = a > b ? edge.from : edge.to;
      if (a !== b && !(best.has(outer) && sizeOf(best.get(outer)) >= sizeOf(edge))) {
         best.set(outer, edge);
      }
   }
   return new Set(best.values());
}

/* By box those that call it or that it calls, nearer to the centre or as near. */
function neighboursOf(boxes, edges) {
   const next = boxes.map(() => []);
   for (const { from, to } of edges) {
      const [inner, outer] = Math.abs(boxes[from].rank) <= Math.abs(boxes[to].rank)
         ? [from, to] : [to, from];
      next[outer].push(inner);
   }
   return next;
}

/* A box of those that are left out, with their edges to boxes that are shown. */
function addRest(out, { boxes, edges, shown }, rest, rank) {
   if (rest.length === 0) {
      return;
   }
   const isPair = boxes[0].old !== null, side = Math.sign(rank);
   const box = { fn: -1, side, rank, now: 0, old: isPair ? 0 : null, own: 0,
      ownOld: isPair ? 0 : null, hasMore: false, isRecursive: false, count: rest.length };
   const known = new Set(rest), sums = new Map(), index = out.boxes.length;
   for (const edge of edges) {
      const [inner, outer] = side > 0 ? [edge.from, edge.to] : [edge.to, edge.from];
      if (!known.has(outer) || !shown.has(inner)
          || Math.abs(boxes[inner].rank) >= Math.abs(rank)) {
         continue;
      }
      const at = shown.get(inner);
      const sum = sums.get(at) || { from: side > 0 ? at : index,
         to: side > 0 ? index : at, now: 0, old: isPair ? 0 : null,
         calls: edge.calls === null ? null : 0, isInlined: true, isRecursive: false };
      for (const item of [sum, box]) {
         item.now += edge.now;
         item.old = isPair ? item.old + edge.old : null;
      }
      sum.calls = edge.calls === null ? null : sum.calls + edge.calls;
      sum.isInlined = sum.isInlined && edge.isInlined;
      sums.set(at, sum);
   }
   out.boxes.push(box);
   out.edges.push(...sums.values());
}
