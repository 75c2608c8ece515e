/* hp_names.h -- what a code address is called, in frames; glue.

   Addresses are named as soon as they are met, while the debug information that
   the code came with is there: names survive a later dlclose.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_NAMES_H
#define HP_NAMES_H

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "paths/tk_stacks.h"
#include "base/tk_strings.h"
#include "paths/tk_unwind.h"

/* What the user wants of a frame; of several, the sum. */
enum {
   HP_NAMES_ALLOCATES = 1, /* --alloc-fn: not part of the path */
   HP_NAMES_IGNORED = 2,   /* --ignore-fn: what is allocated there */
   HP_NAMES_OF_ALLOCATOR = 4, /* what happens within it (for --mode=copy) */
};

typedef struct hp_names {
   const tk_alloc *alloc;
   tk_strings *ftbl;      /* "0xADDRESS: function (file:line)"; [0] the root */
   tk_strings *dirs;      /* [0] is empty */
   uint32_t *ftbl_dirs;   /* of each frame its directory */
   UChar *wishes;         /* of each frame */
   uint32_t max_ftbl;     /* room in both */
   tk_stacks expansions;  /* an address's frames, inlined ones first: lists of
                             numbers in ftbl */
   const tk_stack **by_number; /* expansions; what steps call a frame */
   uint32_t n_numbers, max_numbers;
   /* Wildcard patterns of functions; borrowed. */
   XArray *alloc_fns, *ignore_fns; /* of const HChar * */
   Bool mark_allocators;  /* tell their functions */
} hp_names;

/* Has Valgrind's core read what inlined frames are named by; before options are
   processed, so that they can say otherwise. */
void hp_names_ask(void);

void hp_names_init(hp_names *names, const tk_alloc *alloc);

/* The number in ftbl of a frame so described. */
uint32_t hp_names_frame(hp_names *names, const HChar *text);

/* An tk_unwind_oracle's name(); the context is the hp_names. */
void hp_names_step(void *names, tk_step *step);

#endif
