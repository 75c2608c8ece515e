/* ty_code.h -- what debug info says about the code at an address; over elfutils'
   libdw.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "paths/an_frame.h"
#include "types/ty_code_objects.h"
#include "types/ty_dwarf.h"
#include "types/ty_trees.h"

enum { TY_CODE_DEPTH = 100 };

/* The code of one address. */
typedef struct ty_code {
   ty_trees *trees;
   Dwarf_Addr pc; /* in the debug info */
   int line;
   Dwarf_Die scopes[TY_CODE_DEPTH]; /* blocks and functions, innermost first */
   size_t n_scopes;
   Dwarf_Die parents[TY_CODE_DEPTH]; /* of the function that was opened last */
} ty_code;

/* The code at the address.  False: unknown, or the file is not the object that
   was profiled.  `object` contains the address and outlives the objects. */
bool ty_code_find(ty_code *code, ty_code_objects *objects, const an_object *object,
                  uint64_t address);

/* The code at an address of the debug info, which may be NULL. */
bool ty_code_at(ty_code *code, ty_trees *trees, Dwarf *dwarf, Dwarf_Addr pc);

/* A function that contains the code; with inlining there are several. */
typedef struct ty_function {
   const ty_code *code;
   Dwarf_Die *blocks; /* innermost first; the last is the function */
   size_t n_blocks;
   /* The function's declaration and what contains that, innermost first: classes,
      namespaces and the unit, which with link-time optimisation is not the code's. */
   Dwarf_Die *parents;
   size_t n_parents;
   Dwarf_Die unit;
   const char *directory; /* where the compiler ran; NULL: unknown */
} ty_function;

/* The i-th function, the innermost inlined one first; false if there are
   fewer. */
bool ty_function_open(ty_function *function, ty_code *code, size_t i);

/* ty_function_open without parents, unit and directory. */
bool ty_function_at(ty_function *function, ty_code *code, size_t i);

Dwarf_Die *ty_function_die(const ty_function *function);

/* Whether a profile means this function by the name. */
bool ty_function_is(const ty_function *function, const char *name);

/* The type of the variable that the code sees by this name, or of a member of the
   function's class. */
bool ty_function_variable(const ty_function *function, const char *name, size_t length,
                          Dwarf_Die *type);

/* The type of an expression, or the type by its name without stars; both are
   written as ty_hints.h says. */
bool ty_function_expression(const ty_function *function, const char *text,
                            Dwarf_Die *type);
bool ty_function_type(const ty_function *function, const char *text, size_t length,
                      Dwarf_Die *type);

/* The source line that calls an inlined function; false if it is not inlined.
   The name lives as long as the objects. */
bool ty_function_call(const ty_function *function, const char **file, uint32_t *line);

/* The template parameter of the function, or of what contains it. */
bool ty_function_parameter(const ty_function *function, const char *name,
                           Dwarf_Die *type);

/* The call before the code's address leaves its result in the result register:
   this is what the variable in that register points to, as written.  *is_void:
   there is one that points to void. */
bool ty_function_result(const ty_function *function, Dwarf_Die *type, bool *is_void);
