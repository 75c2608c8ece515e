/* tk_functions.h -- the functions that give and take memory; pure.

   One table: what each is called, what it does, and which of its arguments say
   so.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_FUNCTIONS_H
#define TK_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

typedef enum tk_action {
   TK_ALLOCATE,       /* returns a block */
   TK_ALLOCATE_AT,    /* returns 0, and the block where an argument points */
   TK_DUPLICATE,      /* returns a string in a block; NULL need not be a failure */
   TK_REALLOCATE,
   TK_REALLOCATE_OR_FREE, /* what it cannot reallocate, it frees */
   TK_RESIZE,         /* in place; returns the size that there is room for now,
                         which is below what was asked for if it was refused */
   TK_EXPAND,         /* in place; returns NULL if it was refused */
   TK_FREE,
   TK_TELL_SIZE,      /* returns the size of a block */
   TK_THROW,          /* what it was called from has failed */
   TK_LEAVE,          /* what it was called from does not return */
} tk_action;

enum { TK_NO_ARGUMENT = -1, TK_MAX_ARGUMENTS = 4 };

typedef struct tk_function {
   const char *name;      /* as in C, or demangled */
   tk_action action;
   int8_t pointer;        /* which argument is a block, or where it goes */
   int8_t size;           /* ... is the size; TK_DUPLICATE: none is */
   int8_t count;          /* ... is multiplied with it; TK_RESIZE: may be added */
} tk_function;

/* The function of that name, as the debug information has it: its own name, an
   alias within an allocator (`__libc_malloc`, `tc_malloc`, `je_malloc`), or NULL
   if it is none of these. */
const tk_function *tk_function_named(const char *name);

/* The size that a call asks for, by its first TK_MAX_ARGUMENTS arguments;
   UINT64_MAX if it does not fit. */
uint64_t tk_function_size(const tk_function *function,
                          const uint64_t *arguments);

#endif
