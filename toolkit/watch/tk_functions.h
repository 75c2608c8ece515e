/* tk_functions.h -- the functions that give and take memory; pure.

   One table: each function's name, its action, and the meaning of its arguments.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tk_action {
   TK_ALLOCATE,    /* returns a block */
   TK_ALLOCATE_AT, /* returns 0, and stores the block where an argument points */
   TK_DUPLICATE,   /* returns a string in a block; NULL is not always a failure */
   TK_REALLOCATE,
   TK_REALLOCATE_OR_FREE, /* frees the block if it cannot reallocate it */
   TK_RESIZE,             /* in place; returns the block's size now, which is below
                         the size asked for if it was refused */
   TK_EXPAND,             /* in place; returns NULL if it was refused */
   TK_FREE,
   TK_TELL_SIZE, /* returns the size of a block */
   TK_OWN_WORK,  /* what it allocates and frees is the allocator's, not the program's */
   /* Those that end the open call. */
   TK_THROW, /* its caller, an allocation function, has failed */
   TK_LEAVE, /* its callers do not return */
   TK_EXIT,  /* likewise; what is registered for the end of the program runs */
} tk_action;

enum { TK_NO_ARGUMENT = -1, TK_MAX_ARGUMENTS = 4 };

typedef struct tk_function {
   const char *name; /* as in C, or demangled */
   tk_action action;
   /* The numbers of arguments, or TK_NO_ARGUMENT: */
   int8_t pointer; /* the block, or where to store it */
   int8_t size;    /* none for TK_DUPLICATE */
   int8_t count;   /* a factor of the size; TK_RESIZE: it can grow by this */
} tk_function;

/* The function with this name in the debug information, or NULL.  Knows aliases
   within allocators too (`__libc_malloc`, `tc_malloc`, `je_malloc`). */
const tk_function *tk_function_named(const char *name);

/* Does it end the call of an allocation function before that returns? */
static inline bool tk_function_leaves(const tk_function *function)
{
   return function->action >= TK_THROW;
}

/* The size that a call asks for, from its first TK_MAX_ARGUMENTS arguments;
   UINT64_MAX if it overflows. */
uint64_t tk_function_size(const tk_function *function, const uint64_t *arguments);
