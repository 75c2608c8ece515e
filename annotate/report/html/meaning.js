/* meaning.js -- what the events and metrics are called and mean; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

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

/** {title, meaning} of a metric by its name; both undefined for an unknown one. */
export function describe(name, isHeap) {
   const table = isHeap ? HEAP : COUNTS;
   const known = Object.hasOwn(table, name) ? table[name] : [];
   return { title: known[0], meaning: known[1] };
}
