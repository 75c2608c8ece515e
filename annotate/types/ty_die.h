/* ty_die.h -- one entry (DIE) of debug info and its children; over elfutils'
   libdw.

   Every walk ends, whatever a file holds: depth and steps are bounded.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
   TY_DWARF_DEPTH = 16,
   TY_DWARF_MEMBERS = 100000, /* to look at */
   TY_DWARF_TYPES = 3000000,
};

/* The type of a variable, member, function, pointer or array, as written.
   False: none, void or broken. */
bool ty_die_type(Dwarf_Die *die, Dwarf_Die *type);

bool ty_die_is_named(Dwarf_Die *die, const char *name, size_t length);

/* Units can be split (-gsplit-dwarf): the file has their lines and places, and another
   one all else. */

/* Whether the file has this unit, whole or split. */
bool ty_die_is_unit(Dwarf_Die *unit);

/* Replaces a split unit by what the other file has of it, if that is there; libdw opens
   it (ty_code_lacks_split). */
void ty_die_join(Dwarf_Die *unit);

/* The unit after *cu, joined; of the first, *cu is NULL.  False: none. */
bool ty_die_next_unit(Dwarf *dwarf, Dwarf_CU **cu, Dwarf_Die *unit);

/* Whether the entry is of C++. */
bool ty_die_is_cpp(Dwarf_Die *die);

/* Calls visit with each child until it returns false, and returns that. */
bool ty_die_children(Dwarf_Die *die, bool (*visit)(void *, Dwarf_Die *), void *context);

/* A way through a unit, entry by entry: each is read once, and what is below an entry
   that is not gone into by libdw alone. */
typedef struct ty_die_walk {
   Dwarf_Die at; /* the unit at first; at the end, only its address: what is behind */
   int depth;    /* the unit has 0 */
   int n_closed; /* entries whose children ended right before `at` */
} ty_die_walk;

/* Goes to the next entry, which is below this one only if `goes_in`.  False: the unit
   ends, or is broken. */
bool ty_die_walk_next(ty_die_walk *walk, bool goes_in);

/* The tag of a struct, class or union; of const and the like. */
bool ty_die_is_struct_tag(int tag);
bool ty_die_is_qualifier(int tag);

/* A struct, class or union that is defined; not a typedef of one. */
bool ty_die_is_struct(Dwarf_Die *type);

/* Bytes; -1: unknown. */
int64_t ty_die_size(Dwarf_Die *type);

/* The elements of an array, in all dimensions; -1: it has no bound. */
int64_t ty_die_count(Dwarf_Die *array);

/* The elements of its first dimension; -1: it has no bound. */
int64_t ty_die_rows(Dwarf_Die *array);

/* Whether both are the same type, which each unit describes again. */
bool ty_die_same(Dwarf_Die *a, Dwarf_Die *b);

/* The offset of a member or base; -1: unknown, or not fixed. */
int64_t ty_die_offset(Dwarf_Die *member);

/* The parameter of a template by its name; NULL: the first parameter. */
bool ty_die_parameter(Dwarf_Die *die, const char *name, size_t length, Dwarf_Die *type);

/* The declaration of a function, in its class or namespace: what an inlined or
   copied one, or a definition, refers to. */
Dwarf_Die ty_die_declaration(Dwarf_Die function);

/* Where a variable or function is declared; NULL, 0: unknown.  The name lives as long as
   the debug info. */
const char *ty_die_file(Dwarf_Die *die);
uint32_t ty_die_line(Dwarf_Die *die);

/* The source line that calls an inlined function; false if it is not inlined.
   The name lives as long as the debug info. */
bool ty_die_call(Dwarf_Die *inlined, const char **file, uint32_t *line);
