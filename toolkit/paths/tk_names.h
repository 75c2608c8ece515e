/* tk_names.h -- names for addresses of code: function, file and line; glue.

   An address is named when it is first met, while its debug information is
   loaded: the name survives a later dlclose.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_xarray.h"

#include "base/tk_strings.h"
#include "code/tk_code_objects.h"
#include "code/tk_jit.h"
#include "paths/tk_stacks.h"
#include "paths/tk_unwind.h"

/* A frame's marks: what the user wants of its function. */
enum {
   TK_NAMES_ALLOCATES = 1,    /* --alloc-fn: take it out of paths */
   TK_NAMES_IGNORED = 2,      /* --ignore-fn: ignore the paths that begin there */
   TK_NAMES_OF_ALLOCATOR = 4, /* it is a known allocation function */
   TK_NAMES_UNNAMED = 8,      /* it has no symbol; set if a pattern was given */
};

/* Where a frame's code is: the number of its object, TK_NO_OBJECT if that is unknown,
   and its address in the object's file. */
typedef struct tk_names_place {
   UInt object;
   Addr address;
} tk_names_place;

typedef struct tk_names {
   /* Set these before tk_names_init; borrowed. */
   XArray *alloc_fns, *ignore_fns; /* of const HChar *: patterns of functions
                                      (tk_fn_name.h) */
   Bool mark_allocators;           /* as TK_NAMES_OF_ALLOCATOR */
   /* The description of an address that the tool names itself, or NULL; may be
      NULL. */
   const HChar *(*describe)(Addr pc);
   /* If not NULL, code without a known line is described by its address in the file of
      its object, not in memory. */
   tk_code_objects *objects;
   const tk_jit *jit; /* names of code in no object; may be NULL */
   Bool keeps_places;
   /* To read: */
   tk_strings *frames;         /* "0xADDRESS: function (file:line)"; [0] the root */
   tk_strings *dirs;           /* [0] is empty */
   uint32_t *frame_dirs;       /* each frame's directory */
   UChar *marks;               /* each frame's */
   tk_names_place *places;     /* each frame's, if it keeps_places */
   const tk_stack **by_number; /* what a tk_step calls a frame: the frames of one
                                  address, inlined ones first */
   /* Private: */
   const tk_alloc *alloc;
   tk_stacks expansions; /* what by_number refers to */
   uint32_t n_numbers;
   size_t max_dirs, max_marks, max_places, max_numbers;
} tk_names;

/* Has the core read the names of inlined functions.  To be called before options
   are processed: they can turn it off. */
void tk_names_ask(void);

/* `alloc` is borrowed. */
void tk_names_init(tk_names *names, const tk_alloc *alloc);

/* The number of a frame, by its description. */
uint32_t tk_names_frame(tk_names *names, const HChar *description);

/* Names the step's pc: fills in what tk_unwind_oracle.name does. */
void tk_names_step(tk_names *names, tk_step *step);
