/* heap_moments.js -- moments of a heap profile, and the values of call paths then; pure.

   A moment is one whose live blocks are known by call path: the peak, the end, a
   snapshot. Two more can be chosen like one: the start, when nothing was live, and "all",
   which is everything that was allocated.
   SPDX-License-Identifier: GPL-2.0-or-later */

/**
 * A moment as it can be chosen: those of the document with an `id`, in order of side
 * and time.
 * @typedef {object} Moment
 * @property {string} id   "peak", "end", "3", "start", "all"; of a pair "old.peak"
 * @property {number} side 0; of a pair 0 for OLD, 1 for NEW
 * @property {string} why  "peak", "end", "periodic", "asked", "start" or "all"
 * @property {number} time
 */

/** The id of a moment: its name, and of a pair its side. */
export function idOf(moment, isPair) {
   if (!isPair) {
      return moment.name;
   }
   return (moment.side === 1 ? 'new.' : 'old.') + moment.name;
}

function start(side) {
   return { name: 'start', why: 'start', side, time: 0, bytes: 0, blocks: 0,
      kind: null, blocks_kind: null, nodes: [], node_bytes: [], node_blocks: [],
      rest: [0, 0, 0] };
}

function everything(doc, side) {
   return { name: 'all', why: 'all', side, time: doc.heap.sides[side].end_time,
      kind: 'total', blocks_kind: 'blocks' };
}

function hasKind(doc, name) {
   return doc.paths.kinds.some(kind => kind.name === name);
}

/**
 * All moments that can be chosen.
 * @param {object} doc the page's document
 * @returns {Moment[]}
 */
export function momentsOf(doc) {
   const all = [];
   for (let side = 0; side < doc.heap.sides.length; side++) {
      const own = doc.moments.filter(moment => moment.side === side);
      if (own.length > 0) {
         all.push(start(side), ...own.sort((a, b) => a.time - b.time));
      }
      if (hasKind(doc, 'total')) {
         all.push(everything(doc, side));
      }
   }
   return all.map(moment => ({ ...moment, id: idOf(moment, doc.is_pair) }));
}

/** The moment with that id, or null. */
export function momentWithId(moments, id) {
   return moments.find(moment => moment.id === id) || null;
}

function realOf(moments, side) {
   return moments.filter(moment => moment.side === side && moment.why !== 'all');
}

/** The moment of a side that is nearest to a time, or null if it has none. */
export function nearest(moments, side, time) {
   let best = null;
   for (const moment of realOf(moments, side)) {
      if (best === null
          || Math.abs(moment.time - time) < Math.abs(best.time - time)) {
         best = moment;
      }
   }
   return best;
}

/** The moment `step` further in time, or the last one there is. */
export function neighbour(moments, moment, step) {
   const own = realOf(moments, moment.side);
   const at = own.findIndex(other => other.id === moment.id);
   if (at < 0) {
      return own[own.length - 1] || moment;
   }
   return own[Math.min(Math.max(at + step, 0), own.length - 1)];
}

function first(moments, ids) {
   for (const id of ids) {
      const moment = momentWithId(moments, id);
      if (moment !== null) {
         return moment;
      }
   }
   return moments[moments.length - 1] || null;
}

/**
 * What the state asks for, or what is shown without being asked: the peak, or of a pair
 * what changed from peak to peak.
 * @returns {{from: Moment|null, to: Moment|null}} from is null unless a change is shown
 */
export function chosen(moments, state, isPair) {
   const from = momentWithId(moments, state.from);
   const to = momentWithId(moments, state.to);
   if (from !== null && to !== null) {
      return from === to ? { from: null, to } : { from, to };
   }
   const at = momentWithId(moments, state.moment);
   if (at !== null) {
      return { from: null, to: at };
   }
   if (!isPair) {
      return { from: null, to: first(moments, ['peak', 'end', 'all']) };
   }
   return { from: first(moments, ['old.peak', 'old.all']),
      to: first(moments, ['new.peak', 'new.all']) };
}

function kindAt(doc, moment, name) {
   const index = doc.paths.kinds.findIndex(kind => kind.name === name);
   const columns = moment.side === 1 ? doc.paths.self_new : doc.paths.self;
   return index < 0 ? null : columns[index];
}

/**
 * What each node of the call paths itself held at a moment.
 * @param {object} doc
 * @param {Moment} moment
 * @param {string} unit "bytes" or "blocks"
 * @returns {Float64Array} one value per node of doc.paths
 */
export function selfAt(doc, moment, unit) {
   const values = new Float64Array(doc.paths.parent.length);
   const isBytes = unit === 'bytes';
   const kind = isBytes ? moment.kind : moment.blocks_kind;
   if (kind !== null && kind !== undefined) {
      values.set(kindAt(doc, moment, kind) || []);
      return values;
   }
   const given = isBytes ? moment.node_bytes : moment.node_blocks;
   moment.nodes.forEach((node, i) => {
      values[node] = given[i];
   });
   return values;
}

/** [sites, bytes, blocks] that the moment does not list by node; of no moment, 0. */
export function restOf(moment) {
   return moment === null || !moment.rest ? [0, 0, 0] : moment.rest;
}
