/* ty_dwarf.h -- finds types in debug info by their names, and what they lead to:
   targets, members.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "types/ty_trees.h"

/* A search, which can cover several scopes and units in turn. */
typedef struct ty_dwarf_search {
   Dwarf_Die type; /* the result: as written, and defined */
   bool is_found;
   bool is_ambiguous; /* different types have the name */
   /* Private. */
   ty_trees *trees;
   const char *name, *qualifiers; /* "c" and "a::b", of a::b::c */
   size_t length, qualifiers_length;
   bool is_tag;                     /* struct x, not x */
   Dwarf_Die *path[TY_DWARF_DEPTH]; /* scopes around the search's position */
   int depth, n_seen;
} ty_dwarf_search;

/* Begins a search for "struct node" or "a::list<int>"; the text is borrowed. */
void ty_dwarf_search_begin(ty_dwarf_search *search, ty_trees *trees, const char *text,
                           size_t length);

/* Searches the children of a function, class or namespace; skips this for a
   qualified name. */
void ty_dwarf_search_near(ty_dwarf_search *search, Dwarf_Die *scope);

/* Searches all namespaces and classes of a unit. */
void ty_dwarf_search_unit(ty_dwarf_search *search, Dwarf_Die *unit);

/* Replaces a type that is only declared by its definition: in C++, where a name
   means one type everywhere, also by one in another unit.  False if there is
   none. */
bool ty_dwarf_complete(ty_trees *trees, Dwarf_Die *type);

/* Takes off typedefs, const and the like, and completes the type; false if
   nothing is left: void. */
bool ty_dwarf_peel(ty_trees *trees, Dwarf_Die *type);

/* Whether the two differ, typedefs aside. */
bool ty_dwarf_differ(ty_trees *trees, Dwarf_Die a, Dwarf_Die b);

/* The type that a pointer or reference points to, or of an array's elements, as
   written.  False: it is none of these, or points to void; *is_void: to void. */
bool ty_dwarf_follow(ty_trees *trees, Dwarf_Die *pointer, Dwarf_Die *type, bool *is_void);

/* The member by its name; searches bases and nameless members, too. */
bool ty_dwarf_member(ty_trees *trees, Dwarf_Die *structure, const char *name,
                     size_t length, Dwarf_Die *member);

/* Whether `type` is `start`, or its base or first member begins with `start`. */
bool ty_dwarf_begins_with(ty_trees *trees, Dwarf_Die *type, Dwarf_Die *start);
