/* meaning.js -- what the events and metrics are called and mean; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { amountText, columnOf } from './curve_rows.js';

/* Sums of events. */
const SUMS = {
   D1m: ['D1 misses', 'Data references that missed the first-level cache.'],
   L2m: ['L2 misses', 'References that missed the second level.'],
   L3m: ['L3 misses', 'References that missed the third level.'],
   CEst: ['Estimated cycles', 'Instructions plus a cost for each miss and mispredict.'],
   L1m: ['L1 misses', 'References that missed a first-level cache.'],
   LLm: ['LL misses', 'References that went to memory.'],
   Bm: ['Mispredicts', 'Branches that were mispredicted.'],
};

const HEAP = {
   peak: ['Bytes at peak', 'Bytes live at the moment with the most live bytes.'],
   peak_blocks: ['Blocks at peak', 'Blocks live at the peak.'],
   total: ['All bytes', 'All bytes that were ever allocated.'],
   blocks: ['All blocks', 'All blocks that were ever allocated.'],
   leaked: ['Bytes at end', 'Bytes never freed.'],
   leaked_blocks: ['Blocks at end', 'Blocks never freed.'],
   temporary: ['Temporary blocks', 'Blocks freed before their thread allocated again.'],
   reallocs: ['Reallocations', 'Calls of realloc.'],
   moved: ['Bytes moved', 'Bytes that reallocations copied.'],
   reads: ['Bytes read', 'Bytes that the program read from blocks.'],
   writes: ['Bytes written', 'Bytes that the program wrote to blocks.'],
   never_read: ['Never read', 'Bytes that nothing ever read.'],
   never_written: ['Never written', 'Bytes that nothing ever wrote.'],
   never_touched: ['Never touched', 'Bytes that nothing ever read or wrote.'],
};

/* A column of a sweep: what the last level would be. */
function ofSweep(name) {
   const column = columnOf(name);
   if (column === null) {
      return [];
   }
   const shown = column.kind === 'line' ? `${column.amount}-byte lines`
      : amountText(column.kind, column.amount);
   return [`Misses at ${shown}`, `Misses of the last level, had it ${shown}.`];
}

/* What estimated cycles are, of a machine's profile. */
function ofMachine({ machine }) {
   return machine ? { CEst: [SUMS.CEst[0], 'Cycles that the machine would take: ' +
      'executing, and waiting for code, for data and after mispredictions.'] } : {};
}

/** A function that gives {title, meaning} of a metric of the document by its name; both
   undefined for an unknown one. The document has those of its events. */
export function describer({ tool, titles = {}, report = {} }) {
   const isHeap = tool === 'heapprof';
   const known = isHeap ? HEAP : { ...SUMS, ...ofMachine(report) };
   return (name) => {
      if (!isHeap && Object.hasOwn(titles, name)) {
         return titles[name];
      }
      const [title, meaning] = Object.hasOwn(known, name) ? known[name]
         : isHeap ? [] : ofSweep(name);
      return { title, meaning };
   };
}
