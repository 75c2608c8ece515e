/* ah_look.h -- looks at a heap: what was lost at one moment, who kept the rest, and how
   it was reached (docs/FORMAT-heapprof.md, "Owner snapshots").

   What keeps blocks is a retainer: a root (a variable, a frame of a stack), several roots
   that share them, or blocks of a site.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"

#define AH_ROOT_KINDS(X) \
   X(LOST, "lost") \
   X(STATIC, "static") \
   X(THREAD_LOCAL, "thread-local") \
   X(STACK, "stack") \
   X(STACK_TOP, "stack-top") \
   X(REGISTERS, "registers") \
   X(MAPPING, "mapping")

typedef enum ah_root_kind {
#define X(kind, name) AH_ROOT_##kind,
   AH_ROOT_KINDS(X)
#undef X
      AH_N_ROOT_KINDS
} ah_root_kind;

const char *ah_root_kind_name(ah_root_kind kind);

typedef struct ah_root {
   ah_root_kind kind;
   const char *name;      /* of a variable, or of a mapped file; NULL: unknown */
   const an_object *file; /* that has the variable or code; NULL: unknown */
   uint64_t start; /* of the variable, or the code, in the file; or in the TLS segment */
   int64_t size_B; /* of the variable; 0: unknown */
   const uint32_t *frames; /* of STACK: inlined functions first */
   uint32_t n_frames;
   const struct ah_root *caller; /* of STACK: the frame outside; NULL: unknown */
} ah_root;

/* In the file's order. */
#define AH_LEAKS(X) \
   X(DEFINITE, "definite") \
   X(INDIRECT, "indirect") \
   X(POSSIBLE, "possible") \
   X(REACHABLE, "reachable")

typedef enum ah_leak {
#define X(leak, ...) AH_LEAK_##leak,
   AH_LEAKS(X)
#undef X
      AH_N_LEAKS
} ah_leak;

const char *ah_leak_name(ah_leak leak);

/* Blocks of a site at one kind of leak. */
typedef struct ah_leak_site {
   uint32_t site;
   ah_leak leak;
   ah_amount amount;
   int64_t rings;     /* blocks that refer to themselves by way of others */
   ah_amount ignored; /* taken out of the amount (ah_ignored.h) */
} ah_leak_site;

/* Lost blocks that lead to each other: blocks of `site` refer back to those of `to`. */
typedef struct ah_ring {
   uint32_t site, to;
   int64_t offset;        /* of the word in a block of `site`; -1: in an array */
   int64_t n;             /* rings */
   ah_amount lost;        /* their blocks, and what only they lead to */
   int64_t holder;        /* a site whose blocks refer to those of `site`; -1: unknown */
   int64_t holder_offset; /* likewise */
} ah_ring;

typedef enum ah_retainer_kind {
   AH_RETAINER_ROOT,
   AH_RETAINER_SHARED,
   AH_RETAINER_SITE,
} ah_retainer_kind;

typedef struct ah_retainer {
   int64_t above; /* the index of its own retainer, lower than its own; -1: none */
   ah_retainer_kind kind;
   uint32_t what; /* an index of the profile's roots, the look's sharers, or its sites */
   bool has_offset;
   const int64_t *words; /* other words of a frame that refer to it */
   size_t n_words;
   int64_t offset, step; /* where its retainer refers to it; 0: at one offset */
   ah_amount own;
   ah_amount idle;     /* of its own: no longer read (ah_look.idle_since) */
   ah_amount retained; /* its own and that of all below it */
   bool is_ignored;    /* known to be lost (ah_ignored.h) */
} ah_retainer;

typedef struct ah_sharers {
   const uint32_t *roots; /* ascending */
   uint32_t n;
   bool has_more;
} ah_sharers;

typedef struct ah_chain_step {
   bool is_root;
   int64_t what; /* a root or site; -1: blocks that do not count */
   bool has_offset;
   int64_t offset; /* of the word that refers to the next step */
} ah_chain_step;

/* From a root to a block of the last step's site. */
typedef struct ah_chain {
   const ah_chain_step *steps;
   size_t n;
} ah_chain;

static inline uint32_t ah_chain_site(const ah_chain *chain)
{
   return (uint32_t)chain->steps[chain->n - 1].what;
}

typedef enum ah_look_why {
   AH_LOOK_ASKED,
   AH_LOOK_TIME,
   AH_LOOK_PEAK,
   AH_LOOK_EXIT, /* before what is registered for the program's end */
   AH_LOOK_END,
   AH_N_LOOK_WHYS
} ah_look_why;

const char *ah_look_why_name(ah_look_why why);

typedef struct ah_look {
   int64_t time;
   ah_look_why why;
   int64_t idle_since; /* idle blocks are older, and were not read since; 0: unknown */
   ah_amount leaks[AH_N_LEAKS], live; /* live: their sum,
                                       with what is ignored */
   ah_leak_site *leak_sites;          /* by site, then kind */
   ah_ring *rings;
   ah_sharers *sharers;
   ah_retainer *retainers;
   ah_chain *chains; /* by site */
   size_t n_leak_sites, n_rings, n_sharers, n_retainers, n_chains;
} ah_look;

/* The looks that people see: of what was lost, the last one; of what was kept, that with
   most bytes, of equal ones the last.  As indices. */
size_t ah_look_last(const ah_profile *profile);
size_t ah_look_largest(const ah_profile *profile);

/* The look at the end of the run; NULL: there is none. */
const ah_look *ah_look_at_end(const ah_profile *profile);

/* The index of the look that knows what was kept to the end: at exit, if the program
   freed some of it behind that, else at the end; SIZE_MAX: there is none. */
size_t ah_look_kept(const ah_profile *profile);

/* What was lost: definitely, and what only that refers to. */
ah_amount ah_look_lost(const ah_look *look);
