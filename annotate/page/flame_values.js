/* flame_values.js -- what the frames of a flame graph are as wide as: a metric of the
   profile; of a heap profile also what was live at a moment, what grew between two,
   and what a thread allocated; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { momentsOf, momentWithId, selfAt } from './heap_moments.js';
import { valuesOfKind } from './flame_scene.js';

/* Kinds of bytes have this unit; all others are shown as blocks. */
const wordFor = (kind) => (kind.unit === 'bytes' ? 'bytes' : 'blocks');

const WORDS = { bytes: 'Bytes', blocks: 'Blocks' };

function kindOf(unit, title) {
   return { name: title, title, unit: unit === 'bytes' ? 'bytes' : 'count' };
}

/* "at the peak", "in snapshot 3" */
function phrase({ name, why }) {
   const known = { peak: 'at the peak', end: 'at the end', start: 'at the start',
                   all: 'allocated in all' };
   return known[why] || `in snapshot ${name}`;
}

/* The values of a moment, or of two, or null if the state names none. */
function valuesAtMoments(doc, moments, unit, state) {
   const from = momentWithId(moments, state.from), to = momentWithId(moments, state.to);
   const at = from && to ? to : momentWithId(moments, state.moment);
   if (!at)
      return null;
   const isChange = Boolean(from && to && from !== to);
   const what = isChange ? `${phrase(from)} → ${phrase(to)}` : phrase(at);
   const title = `${at.why === 'all' ? WORDS[unit] : `Live ${unit}`} ${what}`;
   return { now: selfAt(doc, at, unit), old: isChange ? selfAt(doc, from, unit) : null,
            kind: kindOf(unit, title), instead: `${title}.` };
}

/* What a thread allocated, by node; of a run. */
function allocatedBy(doc, thread, side, unit) {
   const values = new Float64Array(doc.paths.parent.length);
   for (const share of doc.heap.threads) {
      if (share.side === side && `thread ${share.thread}` === thread) {
         const given = unit === 'bytes' ? share.node_bytes : share.node_blocks;
         share.nodes.forEach((node, i) => {
            values[node] = given[i];
         });
      }
   }
   return values;
}

function valuesOfThread(model, unit, { thread, side }) {
   const { doc } = model;
   const of = (n) => allocatedBy(doc, thread, n, unit);
   const isBoth = doc.is_pair && side !== 'old' && side !== 'new';
   return { now: of(doc.is_pair && side !== 'old' ? 1 : 0), old: isBoth ? of(0) : null,
            kind: kindOf(unit,
               `${WORDS[unit]} allocated by ${model.threadLabel(thread)}`) };
}

/* The threads of both runs, by number. */
function threadsOfHeap({ heap }) {
   const numbers = new Set(heap.threads.map(({ thread }) => thread));
   return [...numbers].sort((a, b) => a - b)
      .map((number) => ({ name: `thread ${number}`, roots: null }));
}

/**
 * Where scenes of a model get values and threads from (sceneMaker of flame_scene.js).
 * Values can have a member more, instead: what they are in place of the chosen metric.
 */
export function sourceOf({ doc }) {
   if (!doc.heap)
      return {};
   const moments = momentsOf(doc), threads = threadsOfHeap(doc);
   return {
      threads,
      valuesOf: (model, state) => {
         const unit = wordFor(model.paths.kinds[model.kind(state)]);
         if (threads.some(({ name }) => name === state.thread))
            return valuesOfThread(model, unit, state);
         return valuesAtMoments(doc, moments, unit, state) || valuesOfKind(model, state);
      },
   };
}
