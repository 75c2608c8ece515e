/* cs_frames.h -- follows calls and returns, so that the current node of the tree is
   that of the code that runs; pure.

   A call pushes a frame with the stack pointer that the program has after the return.
   The frame is live while the stack pointer is below that.  So a return, longjmp or an
   exception ends the frames that the stack pointer has passed, however many there are.

   Code enters a function by a call, or by a jump: a tail call, a stub of the procedure
   linkage table (PLT), the dynamic linker's resolver.
   - After a call through a stub, no function runs until one is entered.  What the stub
     costs is its caller's.
   - What a resolver jumps to was called by the resolver's caller.
   - Any other jump to another function is a tail call.  A jump back to a function that
     made such a call goes on with its node, so loops of tail calls need no more frames;
     it is a call if it leads to the first instruction.

   Each thread, signal handler, alternate stack and coroutine has a stack of frames.

   Counting can depend on the path: code is collected or not while a function that
   toggles is called.  What runs while nothing is collected has paths of its own, below
   the tree's `off`.  So all frames of a stack change their nodes when that changes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "calls/cs_tree.h"

typedef struct cs_frame {
   uintptr_t sp; /* after the return */
   cs_node *caller;
   const tk_line *line; /* of the call */
   bool is_tail;        /* a tail call: it returns with the frame below */
} cs_frame;

typedef struct cs_stack cs_stack;
typedef struct cs_thread cs_thread;

typedef struct cs_frames {
   /* The current state, which translated code reads. */
   uint64_t *counts;            /* of the current node */
   const cs_function *function; /* that runs; NULL: unknown, or none was entered yet */
   /* The line of the last indirect jump, unless a call or return followed. */
   const tk_line *jumped_from;
   bool collects; /* is what runs counted? */
   /* Set these before the first thread runs; both may be left out. */
   bool can_toggle;                   /* some functions toggle */
   void (*on_collect)(bool collects); /* is called before it changes */
   /* Private: */
   bool collects_outside; /* where no function that toggles is called */
   cs_frame *inside; /* of the outermost function that toggles; NULL: there is none */
   const cs_function *first; /* of the thread that runs; or NULL */
   cs_node *node;
   cs_frame *top, *end; /* of the current stack's frames */
   cs_stack *stack;     /* the current one; it holds the state when it is not current */
   cs_tree *tree;
   const tk_alloc *alloc;
   cs_stack **stacks; /* all but those of signal handlers, by base_sp */
   size_t n_stacks, max_stacks;
   cs_thread *threads;
   size_t n_threads, max_threads;
   size_t n_handlers; /* stacks of signal handlers */
} cs_frames;

/* At the tree's root; no thread runs.  `tree` and `alloc` are borrowed. */
void cs_frames_init(cs_frames *frames, cs_tree *tree, const tk_alloc *alloc);
void cs_frames_fini(cs_frames *frames);

/* ---- What translated code reports; `sp` is the stack pointer ---- */

/* A call from `line`.  `sp` as it is after the return.  `function` NULL: unknown, for
   example a stub. */
void cs_frames_call(cs_frames *frames, const tk_line *line, const cs_function *function,
                    uintptr_t sp);

/* A return was made. */
void cs_frames_return(cs_frames *frames, uintptr_t sp);

/* The first instruction of a function, or one in its midst, or code of a stub (NULL), and
   the current function is another. */
void cs_frames_enter(cs_frames *frames, const cs_function *function, uintptr_t sp,
                     bool is_entry);

/* A jump from `line` to the first instruction of another function, or into the midst of
   one, or into a stub (NULL). */
void cs_frames_jump(cs_frames *frames, const tk_line *line, const cs_function *function,
                    uintptr_t sp, bool is_entry);

/* The stack pointer was set to a value that is not reckoned from the old one; then
   code of `function` runs (NULL: unknown), from its first instruction if is_entry. */
void cs_frames_set_sp(cs_frames *frames, uintptr_t old_sp, uintptr_t sp,
                      const cs_function *function, bool is_entry);

/* Was what runs not called, and is it no signal's handler? */
bool cs_frames_is_outermost(const cs_frames *frames);

/* ---- What the core reports ---- */

/* The thread runs from now on.  `base_sp` is the end of its stack.  Its paths begin with
   `first`, which is called by nobody, unless that is NULL.  It collects, except in
   functions that toggle; or the other way round.  True: it is new, and no function of it
   was entered yet. */
bool cs_frames_run(cs_frames *frames, uint64_t thread, uintptr_t base_sp,
                   const cs_function *first, bool collects);

/* Changes that for the thread that runs. */
void cs_frames_collect(cs_frames *frames, bool collects);

void cs_frames_thread_ends(cs_frames *frames, uint64_t thread);

/* The process is a child, and the thread that runs is its only one. */
void cs_frames_fork(cs_frames *frames);

/* A signal's handler is about to run in the thread that runs, or has returned.  `sp` is
   that of the interrupted code.  False: the handler has run since before this was
   reported. */
void cs_frames_signal(cs_frames *frames, uintptr_t sp);
bool cs_frames_signal_done(cs_frames *frames);

/* Forgets all frames, as what ran meanwhile was not seen.  The core must report next
   which thread runs. */
void cs_frames_forget(cs_frames *frames);

/* A call that was made before: it is not counted.  As cs_frames_call; the first of a
   stack has no line, and `sp` is any. */
void cs_frames_open(cs_frames *frames, const tk_line *line, const cs_function *function,
                    uintptr_t sp);

/* ---- Reading ---- */

/* Where a thread's code runs, in the tree of what was counted: interrupted 0; or where
   that signal's handler has interrupted it, from the innermost, 1.  NULL: nowhere. */
const cs_node *cs_frames_node(cs_frames *frames, uint64_t thread, size_t interrupted);

/* ---- Whose memory a stack's is (cs_frames_owner.c) ---- */

/* Is the address in a stack?  `low` and `high` are the first and last address of the
   mapping, block or variable that it is in.  *owner: the node of the function whose frame
   has it.  A frame has what is below its caller's stack pointer after the return, so also
   the address to return to; arguments on the stack are the caller's.  What is below the
   innermost frame is that one's, too.  A handler's memory begins with its own frame: the
   interrupted function has what the signal put between. */
bool cs_frames_owner(const cs_frames *frames, uintptr_t addr, uintptr_t low,
                     uintptr_t high, const cs_node **owner);

/* The memory from `low` to `high` was freed, with the coroutines' stacks in it. */
void cs_frames_free_memory(cs_frames *frames, uintptr_t low, uintptr_t high);
