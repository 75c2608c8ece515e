/* ac_suggest.h -- other layouts for the data of a profile, as rules of a layout file,
   with what each can be expected to gain; pure.

   Gains are estimates from samples of what is used together (ac_samples.h); a run with
   `cachesim --layout` says what is true.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_data_report.h"
#include "advice/ac_stakes.h"

/* What a rule must gain: of the program's cycles; or of all first-level misses on data,
   and then at least some of the cycles, as a window can hide them all.  Another one for
   the same data: of the cycles, and this part of the best one. */
enum {
   AC_SUGGEST_CYCLES_PERCENT = 2,
   AC_SUGGEST_MISSES_PERCENT = 10,
   AC_SUGGEST_LEAST_PERCENT = 1, /* of the cycles, if they are known */
   AC_SUGGEST_OTHER_PERCENT = 1, /* and of the best one: */
   AC_SUGGEST_OTHER_PART = 4,
   AC_SUGGEST_NOTE_PERCENT = 5, /* data that miss so often are mentioned at least */
};

/* Texts are in the arena. */
typedef struct ac_suggested_rule {
   const char *actions; /* "hot next, id; cold rest" */
   const char *why;     /* "next, id: used in 98% of visits; name: in 2%" */
   double gain;         /* of the program's estimated cycles: 0 to 1; below 0: unknown */
   double misses;       /* of the object's first-level misses, that go; NAN: unknown */
   double all_misses;   /* of the program's; 0: unknown */
   int64_t transfers;   /* between threads, that it saves at most */
   uint32_t n_parts;    /* what the program has to take care of: 1 is the least */
   bool is_plain;       /* it is for blocks or a variable without a type */
   bool can_be_linked;  /* its parts are of single blocks: a pointer can lead to them */
} ac_suggested_rule;

typedef struct ac_suggested {
   const ac_data_object *object;
   const char *head;         /* "type struct Node at join.c:26", "static grid of Cell" */
   const char *plain_head;   /* "site join.c:26", "static grid" */
   const char *neighbour;    /* other data that are allocated there, too; NULL: none */
   const char *definition;   /* "fields ..."; NULL: none, or there already */
   ac_suggested_rule *rules; /* the best one first */
   size_t n;
} ac_suggested;

typedef struct ac_suggestions {
   ac_suggested *of; /* the largest gain first */
   size_t n;
   const char **notes; /* on data that miss often, and have no rule */
   size_t n_notes;
   /* private: */
   tk_arena arena;
} ac_suggestions;

/* Of a profile and the report on its data, which are borrowed. */
void ac_suggest_open(ac_suggestions *suggestions, const tk_alloc *alloc,
                     const ac_profile *profile, const ac_data_report *report);
