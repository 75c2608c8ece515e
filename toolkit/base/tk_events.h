/* tk_events.h -- the table of the events of cachesim, for the tool and the commands: what
   each counts, and what it costs; pure, freestanding.

   Names are cachegrind's, as far as it has the event: all viewers of its files know them.
   No meaning is read from the letters of a name.  Columns of a sweep, whose names depend
   on the run, are not here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_EVENTS_H
#define TK_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

/* What an event is about. */
typedef enum tk_event_group {
   TK_EVENT_NONE,
   TK_EVENT_RUN,    /* instructions */
   TK_EVENT_CODE,   /* misses of code, and the wait for them */
   TK_EVENT_DATA,
   TK_EVENT_BRANCH, /* mispredictions */
   TK_EVENT_GROUPS,
} tk_event_group;

/* Levels of caches, from 1; the last one, whatever its number is. */
enum { TK_EVENT_LAST = 4 };

typedef struct tk_event {
   const char *name;
   tk_event_group group;
   char access;      /* of misses: 'r' or 'w'; 0: it counts none */
   unsigned level;   /* of misses of a cache: which one; else 0 */
   unsigned reason;  /* of misses by their reason: the level; else 0 */
   unsigned price;   /* cycles of one; 0: it has no share of the group's cycles */
   bool is_cycles;   /* it is the group's cycles, as the tool estimated them */
   unsigned telling; /* the order in which columns get room, from 1; 0: after those */
   bool is_first;    /* of a modern machine's many, in the first look at its profile */
} tk_event;

/* ID, name, group, access, level, reason, price, is_cycles, telling, is_first. */
#define TK_EVENTS(X) \
   X(IR, "Ir", RUN, 0, 0, 0, 1, false, 1, true) \
   X(I1MR, "I1mr", CODE, 'r', 1, 0, 10, false, 21, false) \
   X(ILMR, "ILmr", CODE, 'r', TK_EVENT_LAST, 0, 100, false, 20, false) \
   X(DR, "Dr", NONE, 0, 0, 0, 0, false, 22, false) \
   X(D1MR, "D1mr", DATA, 'r', 1, 0, 10, false, 4, true) \
   X(DLMR, "DLmr", DATA, 'r', TK_EVENT_LAST, 0, 100, false, 5, true) \
   X(DW, "Dw", NONE, 0, 0, 0, 0, false, 23, false) \
   X(D1MW, "D1mw", DATA, 'w', 1, 0, 10, false, 8, false) \
   X(DLMW, "DLmw", DATA, 'w', TK_EVENT_LAST, 0, 100, false, 9, true) \
   X(BC, "Bc", NONE, 0, 0, 0, 0, false, 24, false) \
   X(BCM, "Bcm", BRANCH, 0, 0, 0, 10, false, 14, true) \
   X(BI, "Bi", NONE, 0, 0, 0, 0, false, 25, false) \
   X(BIM, "Bim", BRANCH, 0, 0, 0, 10, false, 15, true) \
   X(I2MR, "I2mr", CODE, 'r', 2, 0, 20, false, 0, false) \
   X(D2MR, "D2mr", DATA, 'r', 2, 0, 20, false, 6, true) \
   X(D2MW, "D2mw", DATA, 'w', 2, 0, 20, false, 0, false) \
   X(I3MR, "I3mr", CODE, 'r', 3, 0, 40, false, 0, false) \
   X(D3MR, "D3mr", DATA, 'r', 3, 0, 40, false, 7, true) \
   X(D3MW, "D3mw", DATA, 'w', 3, 0, 40, false, 0, false) \
   X(PF1, "Pf1", NONE, 0, 0, 0, 0, false, 0, false) \
   X(PF2, "Pf2", NONE, 0, 0, 0, 0, false, 0, false) \
   X(PF3, "Pf3", NONE, 0, 0, 0, 0, false, 0, false) \
   X(PFL, "PfL", NONE, 0, 0, 0, 0, false, 0, false) \
   X(PU1, "Pu1", NONE, 0, 0, 0, 0, false, 0, false) \
   X(PU2, "Pu2", NONE, 0, 0, 0, 0, false, 0, false) \
   X(PU3, "Pu3", NONE, 0, 0, 0, 0, false, 0, false) \
   X(PUL, "PuL", NONE, 0, 0, 0, 0, false, 0, false) \
   X(WB1, "Wb1", NONE, 0, 0, 0, 0, false, 0, false) \
   X(WB2, "Wb2", NONE, 0, 0, 0, 0, false, 0, false) \
   X(WB3, "Wb3", NONE, 0, 0, 0, 0, false, 0, false) \
   X(WBL, "WbL", NONE, 0, 0, 0, 0, false, 0, false) \
   X(ITM, "ITm", CODE, 0, 0, 0, 0, false, 0, false) \
   X(ITW, "ITw", CODE, 0, 0, 0, 30, false, 0, false) \
   X(DTM, "DTm", DATA, 0, 0, 0, 0, false, 0, false) \
   X(DTW, "DTw", DATA, 0, 0, 0, 30, false, 16, true) \
   X(LCOLD, "Lcold", NONE, 0, 0, TK_EVENT_LAST, 0, false, 0, false) \
   X(LCAP, "Lcap", NONE, 0, 0, TK_EVENT_LAST, 0, false, 0, false) \
   X(LCONF, "Lconf", NONE, 0, 0, TK_EVENT_LAST, 0, false, 0, false) \
   X(D1COLD, "D1cold", NONE, 0, 0, 1, 0, false, 0, false) \
   X(D1CAP, "D1cap", NONE, 0, 0, 1, 0, false, 0, false) \
   X(D1CONF, "D1conf", NONE, 0, 0, 1, 0, false, 0, false) \
   X(CX, "Cx", RUN, 0, 0, 0, 0, true, 19, true) \
   X(CF, "Cf", CODE, 0, 0, 0, 0, true, 18, true) \
   X(CD, "Cd", DATA, 0, 0, 0, 0, true, 3, true) \
   X(CB, "Cb", BRANCH, 0, 0, 0, 0, true, 13, true)

#define TK_EVENT_ID(id, ...) TK_##id,
typedef enum { TK_EVENTS(TK_EVENT_ID) TK_N_EVENTS } tk_event_id;
#undef TK_EVENT_ID

extern const tk_event tk_events[TK_N_EVENTS];

/* The event of that name; NULL if none has it. */
const tk_event *tk_event_find(const char *name);

/* Data misses of a cache. */
static inline bool tk_event_is_data_miss(const tk_event *event)
{
   return event->level > 0 && event->group == TK_EVENT_DATA;
}

#endif
