/* ty_code_objects.h -- the objects of a profile, each opened once, with their debug info;
   over elfutils' libdw.

   Debug info can be in the object itself; or apart from it, as DIR/.build-id/ab/cd.debug
   below the directories of an_source_places and /usr/lib/debug; or where the object's
   .gnu_debuglink says; or on the servers of DEBUGINFOD_URLS.  It must be that of the
   build which the profile names; without a build id, of code of the same size.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "base/an_alloc.h"
#include "paths/an_frame.h"
#include "types/ty_trees.h"

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

typedef struct ty_code_objects ty_code_objects;

/* Both are borrowed.  If `places` has roots, only files below them are opened, as in
   an_source.h; libdw and servers then look for none. */
ty_code_objects *ty_code_objects_new(const tk_alloc *alloc,
                                     const an_source_places *places);
/* Closes them. */
void ty_code_objects_free(ty_code_objects *objects);

/* Those of all objects; borrowed. */
ty_trees *ty_code_trees(const ty_code_objects *objects);

/* The i-th object that exists but was not opened, and why; both borrowed.  NULL
   if there are fewer. */
const char *ty_code_refused(const ty_code_objects *objects, size_t i,
                            const char **problem);

/* The i-th object without debug info whose file is of another build; borrowed.  NULL if
   there are fewer. */
const char *ty_code_differs(const ty_code_objects *objects, size_t i);

/* The i-th object whose debug info is split (-gsplit-dwarf), where the other files are
   not there, or may not be opened; borrowed.  NULL if there are fewer. */
const char *ty_code_lacks_split(const ty_code_objects *objects, size_t i);

/* The object's debug info, and what to add to its addresses in memory.  NULL:
   it has none, or the file is not the object that was profiled.  Servers are not
   asked. */
Dwarf *ty_code_dwarf(ty_code_objects *objects, const an_object *object, uint64_t *to_pc);

/* What is known of an object with a build id, by addresses in its file. */
typedef struct ty_code_file {
   Dwarf *dwarf;        /* or NULL */
   Dwfl_Module *module; /* for symbols */
   uint64_t to_pc;      /* to be added to addresses: those of `dwarf` */
   uint64_t to_module;  /* those of `module` */
} ty_code_file;

/* Asks servers, too.  False: nothing is known. */
bool ty_code_file_find(ty_code_file *file, ty_code_objects *objects,
                       const an_object *object);

/* How the frame of code at an address in the object's file is unwound, by the object's
   .eh_frame or .debug_frame; an object has these without debug info, too.  The caller
   frees it.  NULL: unknown.  Asks servers, as ty_code_file_find does. */
Dwarf_Frame *ty_code_rules(ty_code_objects *objects, const an_object *object,
                           uint64_t address);
