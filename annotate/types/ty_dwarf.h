/* ty_dwarf.h -- types in debug info; over elfutils' libdw.

   Whatever a file holds, walks end: they are bounded in depth and steps.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_DWARF_H
#define TY_DWARF_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
   TY_DWARF_DEPTH = 16,
   TY_DWARF_MEMBERS = 100000, /* to look at */
   TY_DWARF_TYPES = 3000000,
};

/* The type of a variable, member, function, pointer or array as it is written.
   False: it has none, is void or broken. */
bool ty_dwarf_type(Dwarf_Die *die, Dwarf_Die *type);

/* Takes typedefs, const and such off, and goes from declarations to definitions;
   false if there is nothing then. */
bool ty_dwarf_peel(Dwarf_Die *type);

/* What a pointer, a reference or an array has, as it is written.  *is_void: a
   pointer to nothing in particular.  False: it is none, or to void. */
bool ty_dwarf_follow(Dwarf_Die *pointer, Dwarf_Die *type, bool *is_void);

/* A struct, class or union, with no typedef around it, of which all is known. */
bool ty_dwarf_is_struct(Dwarf_Die *type);

/* Bytes; -1: not known. */
int64_t ty_dwarf_size(Dwarf_Die *type);

/* The bound of an array, all dimensions: elements; -1: it has none. */
int64_t ty_dwarf_count(Dwarf_Die *array);

/* Are both the same type? */
bool ty_dwarf_same(Dwarf_Die *a, Dwarf_Die *b);

/* Calls visit with each child until it returns false; that is returned, too. */
bool ty_dwarf_children(Dwarf_Die *die, bool (*visit)(void *, Dwarf_Die *),
                       void *context);

/* The member of that name, also of a base or of a part without a name. */
bool ty_dwarf_member(Dwarf_Die *structure, const char *name, size_t length,
                     Dwarf_Die *member);

/* The offset of a member or base; -1: not known, or not fixed. */
int64_t ty_dwarf_offset(Dwarf_Die *member);

/* Does what the type begins with, its base or its first member's type, and so on,
   have that type? */
bool ty_dwarf_begins_with(Dwarf_Die *type, Dwarf_Die *start);

/* The parameter of a template; NULL: the first. */
bool ty_dwarf_parameter(Dwarf_Die *die, const char *name, size_t length,
                        Dwarf_Die *type);

bool ty_dwarf_is_named(Dwarf_Die *die, const char *name, size_t length);

#endif
