/* tk_names.h -- what a code address is called, in frames; glue.

   Addresses are named as soon as they are met, while the debug information that
   the code came with is there: names survive a later dlclose.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_NAMES_H
#define TK_NAMES_H

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "paths/tk_stacks.h"
#include "base/tk_texts.h"
#include "paths/tk_unwind.h"

/* What the user wants of a frame; of several, the sum. */
enum {
   TK_NAMES_ALLOCATES = 1, /* --alloc-fn: not part of the path */
   TK_NAMES_IGNORED = 2,   /* --ignore-fn: what is allocated there */
   TK_NAMES_OF_ALLOCATOR = 4, /* what happens within it (for --mode=copy) */
};

typedef struct tk_names {
   const tk_alloc *alloc;
   tk_texts ftbl;         /* "0xADDRESS: function (file:line)"; [0] the root */
   tk_texts dirs;         /* [0] is empty */
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
} tk_names;

/* Has Valgrind's core read what inlined frames are named by; before options are
   processed, so that they can say otherwise. */
void tk_names_ask(void);

void tk_names_init(tk_names *names, const tk_alloc *alloc);

/* The number in ftbl of a frame so described. */
uint32_t tk_names_frame(tk_names *names, const HChar *text);

/* An tk_unwind_oracle's name(); the context is the tk_names. */
void tk_names_step(void *names, tk_step *step);

#endif
