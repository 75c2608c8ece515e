/* hp_strmem.h -- what the C library's functions for memory and strings read and
   write; pure.

   The library's code works with vectors: it reads beyond the end of a string, and
   some bytes twice.  Here, a call accesses what C defines: the bytes up to where it
   stops, each once; searches look at some again.  Stock DHAT replaces the library's
   functions by its own; these are the same functions with the same counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a function does, with its arguments in order. */
typedef enum hp_strmem_kind {
   HP_STRMEM_MOVE,       /* to, from, n */
   HP_STRMEM_BCOPY,      /* from, to, n */
   HP_STRMEM_SET,        /* to, c, n */
   HP_STRMEM_MEMCMP,     /* a, b, n */
   HP_STRMEM_MEMCHR,     /* s, c, n */
   HP_STRMEM_MEMRCHR,    /* s, c, n */
   HP_STRMEM_RAWCHR,     /* s, c */
   HP_STRMEM_LENGTH,     /* s */
   HP_STRMEM_NLENGTH,    /* s, n */
   HP_STRMEM_CHR,        /* s, c */
   HP_STRMEM_RCHR,       /* s, c */
   HP_STRMEM_COPY,       /* to, from */
   HP_STRMEM_NCOPY,      /* to, from, n */
   HP_STRMEM_CAT,        /* to, from */
   HP_STRMEM_NCAT,       /* to, from, n */
   HP_STRMEM_CMP,        /* a, b */
   HP_STRMEM_NCMP,       /* a, b, n */
   HP_STRMEM_CASECMP,    /* a, b */
   HP_STRMEM_NCASECMP,   /* a, b, n */
   HP_STRMEM_SPAN,       /* s, set */
   HP_STRMEM_CSPAN,      /* s, set */
   HP_STRMEM_PBRK,       /* s, set */
   HP_STRMEM_SEARCH,     /* s, part */
   HP_STRMEM_CASESEARCH, /* s, part */
} hp_strmem_kind;

enum { HP_STRMEM_ARGUMENTS = 4 };

typedef struct hp_strmem_function {
   const char *name;
   hp_strmem_kind kind;
   uint8_t width_B; /* of a character */
   int8_t limit;    /* the number of the argument with the size of `to`, or -1 */
   bool is_copy;    /* counts in --mode=copy */
   bool is_loader;  /* the dynamic loader's, not the library's */
} hp_strmem_function;

/* The function with this symbol in the C library or the dynamic loader, or NULL.
   Some are known only in --mode=copy. */
const hp_strmem_function *hp_strmem_named(const char *name, bool is_loader,
                                          bool is_copy_mode);

/* Which of two functions to show, if they share code in the library: the first, but
   memmove rather than memcpy. */
const hp_strmem_function *hp_strmem_prefer(const hp_strmem_function *first,
                                           const hp_strmem_function *other);

/* The program's memory, in our own address space.  Only readable memory is read. */
typedef struct hp_strmem_world {
   void *context;
   /* At least this many bytes can be read at the address; 0: none. */
   size_t (*readable)(void *context, uintptr_t address);
   void (*access)(void *context, uintptr_t address, size_t size_B, bool is_write);
} hp_strmem_world;

#define HP_STRMEM_NO_COPY ((size_t)-1)

/* Reports what a call will read and write; to be called before it runs, with
   HP_STRMEM_ARGUMENTS arguments.  Returns the bytes it will copy, or
   HP_STRMEM_NO_COPY.  A call that the library would refuse does nothing. */
size_t hp_strmem_call(const hp_strmem_function *function, const uintptr_t *arguments,
                      const hp_strmem_world *world);
