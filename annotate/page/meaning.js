/* meaning.js -- what the events and metrics are called and mean; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* Events that each level has. */
function byLevel(start, title, what, why) {
   return Object.fromEntries(['1', '2', '3', 'L'].map((level) => {
      const cache = level === '1' ? 'L1' : level === 'L' ? 'LL' : `L${level}`;
      return [start + level, [`${cache} ${title}`, `${what} ${cache}, ${why}.`]];
   }));
}

const COUNTS = {
   Ir: ['Instructions', 'Instructions executed.'],
   I1mr: ['I1 misses', 'Instruction fetches that missed the first-level cache.'],
   ILmr: ['LL fetch misses', 'Instruction fetches that went to memory.'],
   Dr: ['Data reads', 'Reads of memory by the program.'],
   D1mr: ['D1 read misses', 'Reads that missed the first-level data cache.'],
   DLmr: ['LL read misses', 'Reads that went to memory.'],
   Dw: ['Data writes', 'Writes to memory by the program.'],
   D1mw: ['D1 write misses', 'Writes that missed the first-level data cache.'],
   DLmw: ['LL write misses', 'Writes that went to memory.'],
   Bc: ['Cond. branches', 'Conditional branches executed.'],
   Bcm: ['Cond. mispredicts', 'Conditional branches that were mispredicted.'],
   Bi: ['Indirect branches', 'Indirect branches executed.'],
   Bim: ['Indirect mispredicts', 'Indirect branches whose target was mispredicted.'],
   I2mr: ['L2 fetch misses', 'Instruction fetches that missed the second level.'],
   D2mr: ['L2 read misses', 'Reads that missed the second level.'],
   D2mw: ['L2 write misses', 'Writes that missed the second level.'],
   I3mr: ['L3 fetch misses', 'Instruction fetches that missed the third level.'],
   D3mr: ['L3 read misses', 'Reads that missed the third level.'],
   D3mw: ['L3 write misses', 'Writes that missed the third level.'],
   ...byLevel('Pf', 'prefetches', 'Lines prefetched into', 'because of references here'),
   ...byLevel('Pu', 'covered misses', 'Prefetched lines of', 'first used here'),
   ...byLevel('Wb', 'write-backs', 'Changed lines written back from',
      'to make room for references here'),
   ITm: ['ITLB misses', 'Fetches whose page was not in the first-level TLB.'],
   ITw: ['ITLB walks', 'Fetches whose page was in no TLB: a page walk.'],
   DTm: ['DTLB misses', 'Data whose page was not in the first-level TLB.'],
   DTw: ['DTLB walks', 'Data whose page was in no TLB: a page walk.'],
   Lcold: ['Cold LL misses', 'Last-level misses on lines never touched before.'],
   Lcap: ['Capacity LL misses', 'Last-level misses of what does not fit into its size.'],
   Lconf: ['Conflict LL misses', 'Last-level misses as too many lines share a set.'],
   D1cold: ['Cold D1 misses', 'D1 misses on lines never touched before.'],
   D1cap: ['Capacity D1 misses', 'D1 misses of what does not fit into its size.'],
   D1conf: ['Conflict D1 misses', 'D1 misses as too many lines share a set.'],
   Cx: ['Cycles executing', 'Estimated cycles of the instructions themselves.'],
   Cf: ['Cycles for code', 'Estimated cycles waiting for instructions.'],
   Cd: ['Cycles for data', 'Estimated cycles waiting for data.'],
   Cb: ['Cycles for branches', 'Estimated cycles lost to mispredictions.'],
   D1m: ['D1 misses', 'Data references that missed the first-level cache.'],
   L2m: ['L2 misses', 'References that missed the second level.'],
   L3m: ['L3 misses', 'References that missed the third level.'],
   CEst: ['Estimated cycles', 'Instructions plus a price for each miss and mispredict.'],
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
   const [, what, unit] = /^Lm@(\d+)([KMGwB]?)$/.exec(name) || [];
   const words = { w: ' ways', B: '-byte lines' };
   const shown = what + (words[unit] || ` ${unit}${unit === '' ? 'B' : 'iB'}`);
   return what === undefined ? [] : [`Misses at ${shown}`,
      `Misses of the last level, had it ${shown}.`];
}

/** {title, meaning} of a metric by its name; both undefined for an unknown one. */
export function describe(name, isHeap) {
   const table = isHeap ? HEAP : COUNTS;
   const known = Object.hasOwn(table, name) ? table[name]
      : isHeap ? [] : ofSweep(name);
   return { title: known[0], meaning: known[1] };
}
