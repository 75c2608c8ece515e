/* hp_functions.h -- the functions that give and take memory; pure.

   One table: what each is called, what it does, and which of its arguments say
   so.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_FUNCTIONS_H
#define HP_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

typedef enum hp_action {
   HP_ALLOCATE,       /* returns a block */
   HP_ALLOCATE_AT,    /* returns 0, and the block where an argument points */
   HP_DUPLICATE,      /* returns a string in a block; NULL need not be a failure */
   HP_REALLOCATE,
   HP_REALLOCATE_OR_FREE, /* what it cannot reallocate, it frees */
   HP_RESIZE,         /* in place; returns the size that there is room for now,
                         which is below what was asked for if it was refused */
   HP_EXPAND,         /* in place; returns NULL if it was refused */
   HP_FREE,
   HP_TELL_SIZE,      /* returns the size of a block */
   HP_THROW,          /* what it was called from has failed */
   HP_LEAVE,          /* what it was called from does not return */
} hp_action;

enum { HP_NO_ARGUMENT = -1, HP_MAX_ARGUMENTS = 4 };

typedef struct hp_function {
   const char *name;      /* as in C, or demangled */
   hp_action action;
   int8_t pointer;        /* which argument is a block, or where it goes */
   int8_t size;           /* ... is the size; HP_DUPLICATE: none is */
   int8_t count;          /* ... is multiplied with it; HP_RESIZE: may be added */
} hp_function;

/* The function of that name, as the debug information has it: its own name, an
   alias within an allocator (`__libc_malloc`, `tc_malloc`, `je_malloc`), or NULL
   if it is none of these. */
const hp_function *hp_function_named(const char *name);

/* The size that a call asks for, by its first HP_MAX_ARGUMENTS arguments;
   UINT64_MAX if it does not fit. */
uint64_t hp_function_size(const hp_function *function,
                          const uint64_t *arguments);

#endif
