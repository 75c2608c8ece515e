/* ty_dwarf_find.h -- types in debug info by their names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_DWARF_FIND_H
#define TY_DWARF_FIND_H

#include "types/ty_die.h"

/* A search; several things may be searched, one after the other. */
typedef struct ty_dwarf_search {
   Dwarf_Die type; /* what is found: as it is written, not only declared */
   bool is_found;
   bool is_ambiguous; /* several that are not the same have the name */
   /* Private. */
   const char *name, *qualifiers; /* "c" and "a::b", of a::b::c */
   size_t length, qualifiers_length;
   bool is_tag;        /* struct x, not x */
   bool is_definition; /* only what is defined, with these qualifiers and no
                          others */
   Dwarf_Die *path[TY_DWARF_DEPTH]; /* what the search is in */
   int depth, n_seen;
} ty_dwarf_search;

/* For "struct node", "a::list<int>"; the text is borrowed. */
void ty_dwarf_search_begin(ty_dwarf_search *search, const char *text,
                           size_t length);

/* Among the children of a function, class or namespace; not at all for a
   qualified name. */
void ty_dwarf_search_near(ty_dwarf_search *search, Dwarf_Die *scope);

/* In all namespaces and classes of a unit. */
void ty_dwarf_search_unit(ty_dwarf_search *search, Dwarf_Die *unit);

/* Replaces a type that is only declared by its definition: in C++, where a name
   means one type everywhere, also by one in another unit.  False if there is
   none. */
bool ty_dwarf_complete(Dwarf_Die *type);

/* Takes off typedefs, const and the like, and completes the type; false if
   nothing is left: void. */
bool ty_dwarf_peel(Dwarf_Die *type);

/* Whether the two differ, typedefs aside. */
bool ty_dwarf_differ(Dwarf_Die a, Dwarf_Die b);

#endif
