/* tk_events.h -- the table of the events of cachesim, for the tool and the commands: what
   each is called, counts and costs; pure, freestanding.

   Names are cachegrind's, as far as it has the event: all viewers of its files know them.
   No meaning is read from the letters of a name.  Columns of a sweep, whose names depend
   on the run, are not here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What an event is about. */
typedef enum tk_event_group {
   TK_EVENT_NONE,
   TK_EVENT_RUN,  /* instructions */
   TK_EVENT_CODE, /* misses of code, and the wait for them */
   TK_EVENT_DATA,
   TK_EVENT_BRANCH, /* mispredictions */
   TK_EVENT_GROUPS,
} tk_event_group;

/* Levels of caches, from 1; the last one, whatever its number is. */
enum { TK_EVENT_LAST = 4 };

typedef struct tk_event {
   const char *name;
   tk_event_group group;
   char access;         /* of misses: 'r' or 'w'; 0: it counts none */
   unsigned level;      /* of misses of a cache: which one; else 0 */
   unsigned reason;     /* of misses by their reason: the level; else 0 */
   unsigned price;      /* cycles of one; 0: it has no share of the group's cycles */
   bool is_cycles;      /* it is the group's cycles, as the tool estimated them */
   unsigned telling;    /* the order in which columns get room, from 1; 0: after those */
   bool is_first;       /* of a modern machine's many, in the first look at its profile */
   const char *title;   /* what people call it */
   const char *meaning; /* what is counted: a sentence */
} tk_event;

/* ID, name, group, access, level, reason, price, is_cycles, telling, is_first, title;
   meaning. */
#define TK_EVENTS(X) \
   X(IR, "Ir", RUN, 0, 0, 0, 1, false, 1, true, "Instructions", \
     "Instructions executed.") \
   X(I1MR, "I1mr", CODE, 'r', 1, 0, 10, false, 21, false, "I1 misses", \
     "Instruction fetches that missed the first-level cache.") \
   X(ILMR, "ILmr", CODE, 'r', TK_EVENT_LAST, 0, 100, false, 20, false, \
     "LL fetch misses", "Instruction fetches that went to memory.") \
   X(DR, "Dr", NONE, 0, 0, 0, 0, false, 22, false, "Data reads", \
     "Reads of memory by the program.") \
   X(D1MR, "D1mr", DATA, 'r', 1, 0, 10, false, 4, true, "D1 read misses", \
     "Reads that missed the first-level data cache.") \
   X(DLMR, "DLmr", DATA, 'r', TK_EVENT_LAST, 0, 100, false, 5, true, "LL read misses", \
     "Reads that went to memory.") \
   X(DW, "Dw", NONE, 0, 0, 0, 0, false, 23, false, "Data writes", \
     "Writes to memory by the program.") \
   X(D1MW, "D1mw", DATA, 'w', 1, 0, 10, false, 8, false, "D1 write misses", \
     "Writes that missed the first-level data cache.") \
   X(DLMW, "DLmw", DATA, 'w', TK_EVENT_LAST, 0, 100, false, 9, true, "LL write misses", \
     "Writes that went to memory.") \
   X(BC, "Bc", NONE, 0, 0, 0, 0, false, 24, false, "Cond. branches", \
     "Conditional branches executed.") \
   X(BCM, "Bcm", BRANCH, 0, 0, 0, 10, false, 14, true, "Cond. mispredicts", \
     "Conditional branches that were mispredicted.") \
   X(BI, "Bi", NONE, 0, 0, 0, 0, false, 25, false, "Indirect branches", \
     "Indirect branches executed.") \
   X(BIM, "Bim", BRANCH, 0, 0, 0, 10, false, 15, true, "Indirect mispredicts", \
     "Indirect branches whose target was mispredicted.") \
   X(I2MR, "I2mr", CODE, 'r', 2, 0, 20, false, 0, false, "L2 fetch misses", \
     "Instruction fetches that missed the second level.") \
   X(D2MR, "D2mr", DATA, 'r', 2, 0, 20, false, 6, true, "L2 read misses", \
     "Reads that missed the second level.") \
   X(D2MW, "D2mw", DATA, 'w', 2, 0, 20, false, 0, false, "L2 write misses", \
     "Writes that missed the second level.") \
   X(I3MR, "I3mr", CODE, 'r', 3, 0, 40, false, 0, false, "L3 fetch misses", \
     "Instruction fetches that missed the third level.") \
   X(D3MR, "D3mr", DATA, 'r', 3, 0, 40, false, 7, true, "L3 read misses", \
     "Reads that missed the third level.") \
   X(D3MW, "D3mw", DATA, 'w', 3, 0, 40, false, 0, false, "L3 write misses", \
     "Writes that missed the third level.") \
   X(PF1, "Pf1", NONE, 0, 0, 0, 0, false, 0, false, "L1 prefetches", \
     "Lines prefetched into L1 because of references here.") \
   X(PF2, "Pf2", NONE, 0, 0, 0, 0, false, 0, false, "L2 prefetches", \
     "Lines prefetched into L2, because of references here.") \
   X(PF3, "Pf3", NONE, 0, 0, 0, 0, false, 0, false, "L3 prefetches", \
     "Lines prefetched into L3, because of references here.") \
   X(PFL, "PfL", NONE, 0, 0, 0, 0, false, 0, false, "LL prefetches", \
     "Lines prefetched into LL, because of references here.") \
   X(PU1, "Pu1", NONE, 0, 0, 0, 0, false, 0, false, "L1 covered misses", \
     "Prefetched lines of L1, first used here.") \
   X(PU2, "Pu2", NONE, 0, 0, 0, 0, false, 0, false, "L2 covered misses", \
     "Prefetched lines of L2, first used here.") \
   X(PU3, "Pu3", NONE, 0, 0, 0, 0, false, 0, false, "L3 covered misses", \
     "Prefetched lines of L3, first used here.") \
   X(PUL, "PuL", NONE, 0, 0, 0, 0, false, 0, false, "LL covered misses", \
     "Prefetched lines of LL, first used here.") \
   X(WB1, "Wb1", NONE, 0, 0, 0, 0, false, 0, false, "L1 write-backs", \
     "Changed lines written back from L1, to make room for references here.") \
   X(WB2, "Wb2", NONE, 0, 0, 0, 0, false, 0, false, "L2 write-backs", \
     "Changed lines written back from L2, to make room for references here.") \
   X(WB3, "Wb3", NONE, 0, 0, 0, 0, false, 0, false, "L3 write-backs", \
     "Changed lines written back from L3, to make room for references here.") \
   X(WBL, "WbL", NONE, 0, 0, 0, 0, false, 0, false, "LL write-backs", \
     "Changed lines written back from LL, to make room for references here.") \
   X(ITM, "ITm", CODE, 0, 0, 0, 0, false, 0, false, "ITLB misses", \
     "Fetches whose page was not in the first-level TLB.") \
   X(ITW, "ITw", CODE, 0, 0, 0, 30, false, 0, false, "ITLB walks", \
     "Fetches whose page was in no TLB: a page walk.") \
   X(DTM, "DTm", DATA, 0, 0, 0, 0, false, 0, false, "DTLB misses", \
     "Data whose page was not in the first-level TLB.") \
   X(DTW, "DTw", DATA, 0, 0, 0, 30, false, 16, true, "DTLB walks", \
     "Data whose page was in no TLB: a page walk.") \
   X(LCOLD, "Lcold", NONE, 0, 0, TK_EVENT_LAST, 0, false, 0, false, "Cold LL misses", \
     "Last-level misses on lines never touched before.") \
   X(LCAP, "Lcap", NONE, 0, 0, TK_EVENT_LAST, 0, false, 0, false, "Capacity LL misses", \
     "Last-level misses on data that does not fit.") \
   X(LCONF, "Lconf", NONE, 0, 0, TK_EVENT_LAST, 0, false, 0, false, \
     "Conflict LL misses", "Last-level misses because too many lines share a set.") \
   X(D1COLD, "D1cold", NONE, 0, 0, 1, 0, false, 0, false, "Cold D1 misses", \
     "D1 misses on lines never touched before.") \
   X(D1CAP, "D1cap", NONE, 0, 0, 1, 0, false, 0, false, "Capacity D1 misses", \
     "D1 misses on data that does not fit.") \
   X(D1CONF, "D1conf", NONE, 0, 0, 1, 0, false, 0, false, "Conflict D1 misses", \
     "D1 misses because too many lines share a set.") \
   X(DSEQ, "Dseq", NONE, 0, 0, 0, 0, false, 0, false, "In sequence", \
     "Data not ready in L1, next to data that this code used before.") \
   X(DSTRIDE, "Dstride", NONE, 0, 0, 0, 0, false, 0, false, "By strides", \
     "Data not ready in L1, at a constant distance of some lines.") \
   X(DCHASE, "Dchase", NONE, 0, 0, 0, 0, false, 0, false, "By pointers", \
     "Data not ready in L1, whose address came from other such data.") \
   X(DOTHER, "Dother", NONE, 0, 0, 0, 0, false, 0, false, "In no order", \
     "Data not ready in L1, in another order: by an index, by a hash.") \
   X(CX, "Cx", RUN, 0, 0, 0, 0, true, 19, true, "Cycles executing", \
     "Estimated cycles of the instructions themselves.") \
   X(CF, "Cf", CODE, 0, 0, 0, 0, true, 18, true, "Cycles for code", \
     "Estimated cycles waiting for instructions.") \
   X(CD, "Cd", DATA, 0, 0, 0, 0, true, 3, true, "Cycles for data", \
     "Estimated cycles waiting for data.") \
   X(CDB, "Cdb", NONE, 0, 0, 0, 0, false, 0, false, "Held by buffers", \
     "Part of Cd: all line buffers were busy.") \
   X(CDP, "Cdp", NONE, 0, 0, 0, 0, false, 0, false, "Held by bandwidth", \
     "Part of Cd: the level with the line, or memory, was busy.") \
   X(CDS, "Cds", NONE, 0, 0, 0, 0, false, 0, false, "Held by a set", \
     "Part of Cd: lines went to one set of a cache.") \
   X(CDW, "Cdw", NONE, 0, 0, 0, 0, false, 0, false, "Held by page walks", \
     "Part of Cd: page walks.") \
   X(CB, "Cb", BRANCH, 0, 0, 0, 0, true, 13, true, "Cycles for branches", \
     "Estimated cycles lost to mispredictions.")

#define TK_EVENT_ID(id, ...) TK_##id,
typedef enum { TK_EVENTS(TK_EVENT_ID) TK_N_EVENTS } tk_event_id;
#undef TK_EVENT_ID

/* The reasons of a level's misses follow one another: cold, capacity, conflict. */
enum { TK_EVENT_REASONS = 3 };

extern const tk_event tk_events[TK_N_EVENTS];

/* The event of that name; NULL if none has it. */
const tk_event *tk_event_find(const char *name);

/* Data misses of a cache. */
static inline bool tk_event_is_data_miss(const tk_event *event)
{
   return event->level > 0 && event->group == TK_EVENT_DATA;
}
