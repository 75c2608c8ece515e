/* hp_code.h -- what debug info says of the code at an address of a profile; over
   elfutils' libdw.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_CODE_H
#define HP_CODE_H

#include "an_source.h"
#include "hp_dwarf.h"
#include "hp_profile.h"

typedef struct hp_code_objects hp_code_objects;

/* Both are borrowed.  Of the places, roots: only objects below them are opened, as
   in an_source.h.  NULL: memory ran out. */
hp_code_objects *hp_code_objects_new(const tk_alloc *alloc,
                                     const an_source_places *places);
void hp_code_objects_free(hp_code_objects *objects);

/* The i-th object that is there, but was not opened, and why: both are borrowed;
   NULL if there are not so many. */
const char *hp_code_refused(const hp_code_objects *objects, size_t i,
                            const char **problem);

enum { HP_CODE_DEPTH = 100 };

/* The code of one address. */
typedef struct hp_code {
   Dwarf_Addr pc; /* in the debug info */
   int line;      /* there */
   Dwarf_Die scopes[HP_CODE_DEPTH]; /* blocks and functions, innermost first */
   size_t n_scopes;
} hp_code;

/* False if nothing is known of it, or the object is another than that which was
   profiled. */
bool hp_code_find(hp_code *code, hp_code_objects *objects,
                  const hp_profile *profile, uint64_t address);

/* A function that the code is in; of inlined ones there are several. */
typedef struct hp_function {
   const hp_code *code;
   Dwarf_Die *blocks;  /* innermost first; the last is the function */
   size_t n_blocks;
   /* What it was declared in, innermost first: itself, classes and namespaces, and
      the unit, which with link-time optimisation is not that of the code. */
   Dwarf_Die *parents;
   size_t n_parents;
   Dwarf_Die unit;
   const char *directory; /* that the compiler was in; NULL: not known */
} hp_function;

/* The i-th function, the innermost inlined one first; false if there are not so
   many. */
bool hp_function_open(hp_function *function, hp_code *code, size_t i);
void hp_function_close(hp_function *function);

Dwarf_Die *hp_function_die(const hp_function *function);

/* Is it what the profile calls the frame's function? */
bool hp_function_is(const hp_function *function, const char *name);

/* The type of a variable, as seen from the code, or of a member of this class. */
bool hp_function_variable(const hp_function *function, const char *name,
                          size_t length, Dwarf_Die *type);

/* The type of an expression or of what a type's name says, both as hp_hints.h has
   them; of a type, without stars. */
bool hp_function_expression(const hp_function *function, const char *text,
                            Dwarf_Die *type);
bool hp_function_type(const hp_function *function, const char *text,
                      size_t length, Dwarf_Die *type);

/* Where an inlined function is called; false if it is not inlined.  The name lives
   as long as the objects. */
bool hp_function_call(const hp_function *function, const char **file,
                      uint32_t *line);

/* The parameter of the function as a template. */
bool hp_function_parameter(const hp_function *function, const char *name,
                           Dwarf_Die *type);

/* What the variable points to, as it is written, that has the result of the call
   which ends at the code's address: it is in the register that results are in.
   *is_void: there is one that points to nothing in particular. */
bool hp_function_result(const hp_function *function, Dwarf_Die *type,
                        bool *is_void);

#endif
