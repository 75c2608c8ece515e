/* tk_watch.h -- reports what the program's allocation functions do; glue.

   The program keeps its own allocator.  A tool's translated code calls
   tk_watch_on_entry at the first instruction of an allocation function, and
   tk_watch_on_return at the addresses that such calls return to.  From these,
   tk_watch finds out what the call did, and reports it to the tool.  A function
   that another one calls is a part of that call (tk_calls.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_words.h"
#include "watch/tk_functions.h"
#include "watch/tk_guest.h"
#include "watch/tk_threads.h"

/* The tool's functions; all must be set.  The thread is the one that runs.
   `caller` has the registers of the function that called the allocation function,
   just after the return. */
typedef struct tk_watch_events {
   void *context;
   void (*allocated)(void *context, const tk_guest *caller, Addr block, uint64_t size_B);
   void (*refused)(void *context, const tk_guest *caller, uint64_t size_B);
   /* An allocation function throws.  Frames whose stack pointer is below `sp` are its
      own. */
   void (*threw)(void *context, Addr sp, uint64_t size_B);
   /* False: no live block begins there. */
   Bool (*freed)(void *context, Addr block);
   /* A reallocation begins.  The tool's number of the block; 0: no live block
      begins there.  If it is not 0, one of the next three follows. */
   uint32_t (*realloc_begin)(void *context, Addr block);
   void (*realloc_end)(void *context, uint32_t number, Addr block, uint64_t size_B);
   void (*realloc_cancel)(void *context, uint32_t number); /* still as it was */
   void (*realloc_free)(void *context, uint32_t number);
   /* The size that was asked for; False: no live block begins there. */
   Bool (*size)(void *context, Addr block, uint64_t *size_B);
   /* A free or reallocation of a pointer that is not the start of a live block.
      The call `is_skipped`, or else left to the program's allocator.  A watch that
      only_watches does not report it. */
   void (*invalid_free)(void *context, const tk_function *function, Addr pointer,
                        Bool is_skipped);
   /* The program calls exit; NULL: nobody needs to know. */
   void (*exits)(void *context);
   /* Code was found that enters a function of an object that is not watched. */
   void (*excluded)(void *context, Addr address, const tk_function *function);
} tk_watch_events;

/* Must be static: translated code reads return_sp (tk_near.h). */
typedef struct tk_watch {
   Addr return_sp;    /* when the running thread's open call has returned; 0: none */
   Bool only_watches; /* never changes an argument or a result; set after init */
   const tk_watch_events *events;
   tk_threads *threads;
   tk_words returns; /* addresses that calls returned to */
   ULong n_calls;    /* of watched functions */
} tk_watch;

/* `threads`, `events` and `alloc` are borrowed. */
void tk_watch_init(tk_watch *watch, tk_threads *threads, const tk_watch_events *events,
                   const tk_alloc *alloc);

/* ---- While code is translated ---- */

/* The function to watch that begins at an address, or NULL.  *is_libc: it is the
   C library's own. */
const tk_function *tk_watch_function(tk_watch *watch, Addr address, Bool *is_libc);

/* Did a watched call return to this address? */
static inline Bool tk_watch_returns_to(const tk_watch *watch, Addr address)
{
   return tk_words_has(&watch->returns, address);
}

/* ---- Called from translated code ---- */

/* At the first instruction of a watched function.  May change its arguments, unless
   it only_watches. */
void tk_watch_on_entry(tk_watch *watch, tk_guest *state, const tk_function *function,
                       Bool is_libc);

/* At such an address, if the stack pointer is return_sp.  May change the result,
   unless it only_watches. */
void tk_watch_on_return(tk_watch *watch, tk_guest *state);

/* ---- The core's events ---- */

/* A thread starts; it is about to run. */
void tk_watch_thread_begins(tk_watch *watch, ThreadId id);
void tk_watch_thread_runs(tk_watch *watch, ThreadId id);

/* A signal's handler is about to run in the thread, or has returned. */
void tk_watch_signal(tk_watch *watch, ThreadId id, Bool has_other_stack);
void tk_watch_signal_done(tk_watch *watch, ThreadId id);
