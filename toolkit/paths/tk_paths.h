/* tk_paths.h -- from a thread's stack to its call path, and what the tool keeps
   for that path; glue.

   A raw path is what unwinding finds: addresses of code.  Its path, with inlined
   functions and without those that the user takes out, is made once for each raw
   path.  The tool gives each path a value, a number of its own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/tk_names.h"
#include "paths/tk_stacks.h"
#include "paths/tk_unwind.h"
#include "watch/tk_guest.h"
#include "watch/tk_threads.h"

enum {
   TK_PATHS_MAX_DEPTH = 1024,
   /* The value of paths that the user does not want (--ignore-fn). */
   TK_PATHS_IGNORED = UINT32_MAX - 1,
};

/* The value of a path, which the tool may keep in path->value.  Called for each
   new raw path; is_cut: the raw path is longer than the depth. */
typedef uint32_t tk_paths_value(void *context, tk_stack *path, Bool is_cut);

typedef struct tk_paths {
   tk_threads *threads;
   tk_names *names;
   uint32_t depth;
   tk_paths_value *value;
   void *context;
   tk_unwinder unwinder;
   tk_stacks raws;  /* of the names' numbers of addresses; with the path's value */
   tk_stacks paths; /* of the names' numbers of frames; with the tool's value */
} tk_paths;

/* `depth`: of frames, from 1 to TK_PATHS_MAX_DEPTH.  All pointers are borrowed. */
void tk_paths_init(tk_paths *paths, tk_threads *threads, tk_names *names, uint32_t depth,
                   tk_paths_value *value, void *context, const tk_alloc *alloc);

/* The registers of the function that a call has just returned to. */
static inline tk_registers tk_paths_after_call(const tk_guest *state)
{
   return (tk_registers){ state->TK_PC - 1, state->TK_SP, state->TK_BP };
}

/* The value of the running thread's path from these registers outwards; its guest
   state is up to date. */
uint32_t tk_paths_here(tk_paths *paths, const tk_registers *registers);

/* The value of any thread's path, from its guest state: in a system call or a
   client request.  Leaves out the frames whose stack pointer is below `sp`; 0:
   none. */
uint32_t tk_paths_of_thread(tk_paths *paths, ThreadId id, Addr sp);

/* The value of a thread's path in a client request, from the line that makes it: the
   thread's PC is already that of the next instruction. */
uint32_t tk_paths_of_request(tk_paths *paths, ThreadId id);

/* The value of a path of one frame that is not code. */
uint32_t tk_paths_of_text(tk_paths *paths, const HChar *text);
