/* an_wrapper.h -- functions of a program that only allocate or free for others, as
   xmalloc does: a reader acts where they are called; pure.

   A function is one if its name says so ("alloc", "strdup", "memdup", "operator new", or
   "free" at its end), and it is the program's innermost on the way to allocations for at
   least three functions whose names do not.  The heap's and the counts' reports have this
   one rule.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether a function's name, without scopes and arguments, says so; `room` has room for
   the whole name. */
bool an_wrapper_is_named(const char *function, char *room);

/* Whether the compiler of Rust made the function: on the way to the allocator, to main,
   or through a pointer to a closure.  It is in the program's file, without a line. */
bool an_wrapper_is_shim(const char *function);

/* A function that is named so, and the one that it is for; `number` is the caller's. */
typedef struct an_wrapper_use {
   const char *wrapper, *caller;
   size_t number;
} an_wrapper_use;

/* Keeps the uses of functions that are for enough others, sorted; returns how many. */
size_t an_wrappers_keep(an_wrapper_use *uses, size_t n);
