/* hp_strmem.h -- what the C library's functions for memory and strings read and
   write; pure.

   The library's own code for them reads beyond the end of a string, and some
   bytes twice, as its vectors come.  Here a call is what C says that it is: the
   bytes up to where it stops, each once, but for searches, which look at some
   again.  Stock DHAT has such functions of its own, which it puts in the place
   of the library's; these are the same functions with the same counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_STRMEM_H
#define HP_STRMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a function does; arguments in the order of C. */
typedef enum hp_strmem_kind {
   HP_STRMEM_MOVE,     /* to, from, n */
   HP_STRMEM_BCOPY,    /* from, to, n */
   HP_STRMEM_SET,      /* to, c, n */
   HP_STRMEM_MEMCMP,   /* a, b, n */
   HP_STRMEM_MEMCHR,   /* s, c, n */
   HP_STRMEM_MEMRCHR,  /* s, c, n */
   HP_STRMEM_RAWCHR,   /* s, c */
   HP_STRMEM_LENGTH,   /* s */
   HP_STRMEM_NLENGTH,  /* s, n */
   HP_STRMEM_CHR,      /* s, c */
   HP_STRMEM_RCHR,     /* s, c */
   HP_STRMEM_COPY,     /* to, from */
   HP_STRMEM_NCOPY,    /* to, from, n */
   HP_STRMEM_CAT,      /* to, from */
   HP_STRMEM_NCAT,     /* to, from, n */
   HP_STRMEM_CMP,      /* a, b */
   HP_STRMEM_NCMP,     /* a, b, n */
   HP_STRMEM_CASECMP,  /* a, b */
   HP_STRMEM_NCASECMP, /* a, b, n */
   HP_STRMEM_SPAN,     /* s, set */
   HP_STRMEM_CSPAN,    /* s, set */
   HP_STRMEM_PBRK,     /* s, set */
   HP_STRMEM_SEARCH,   /* s, part */
   HP_STRMEM_CASESEARCH, /* s, part */
} hp_strmem_kind;

enum { HP_STRMEM_ARGUMENTS = 4 };

typedef struct hp_strmem_function {
   const char *name;
   hp_strmem_kind kind;
   uint8_t width_B;     /* of a character */
   int8_t limit;        /* which argument is the size of `to`, or -1 */
   bool is_copy;        /* for --mode=copy */
   bool is_loader;      /* the dynamic loader's, not the library's */
} hp_strmem_function;

/* The function of that name, as a symbol has it, in the C library or the dynamic
   loader; NULL if it is none of these. */
const hp_strmem_function *hp_strmem_named(const char *name, bool is_loader);

/* Of two functions that are one in the library, the one to show: the first that
   is known, but rather memmove than memcpy. */
const hp_strmem_function *hp_strmem_prefer(const hp_strmem_function *first,
                                           const hp_strmem_function *other);

/* The memory of the program, which is our own.  Nothing that is not readable is
   looked at. */
typedef struct hp_strmem_world {
   void *context;
   /* How many bytes can be read from there on, at least; 0: not one. */
   size_t (*readable)(void *context, uintptr_t address);
   void (*access)(void *context, uintptr_t address, size_t size_B,
                  bool is_write);
} hp_strmem_world;

#define HP_STRMEM_NO_COPY ((size_t)-1)

/* A call, with its arguments (HP_STRMEM_ARGUMENTS of them), before it was done:
   tells what it will read and write.  Returns the bytes copied, or
   HP_STRMEM_NO_COPY.  A call that the library would refuse does nothing. */
size_t hp_strmem_call(const hp_strmem_function *function,
                      const uintptr_t *arguments,
                      const hp_strmem_world *world);

#endif
