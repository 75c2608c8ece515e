/* ac_objects.h -- the objects of a profile: the executable, libraries, and "???" for
   code outside objects or of unknown ones; and the code in them that has no symbol.

   Such code is a function of the file "???", named by its address in the object:
   "0x10c96f in libfoo.so".  Renamed functions are no longer known as such code.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_profile.h"

#include <stdbool.h>

typedef struct an_object {
   const char *path;
   const char *build_id; /* in hexadecimal digits; "": unknown */
   const char *label;    /* the last part of its path; if another object has that,
                            its path; at last, with its build id */
   int64_t *counts;      /* one per event */
   int64_t lined;        /* of the first event, what ac_objects_add_lined was told of */
} an_object;

typedef struct ac_code {
   const char *function; /* its name */
   size_t object;
   uint64_t address;
} ac_code;

/* ---- Building ---- */

/* For ac_profile_new: no objects. */
void ac_objects_init(ac_profile *profile);

/* The index of the object of this path and build id, added with counts of 0 if there is
   none.  The texts are interned (ac_profile_intern); the profile must have its events. */
size_t ac_objects_find(ac_profile *profile, const char *path, const char *build_id);

void ac_objects_add(ac_profile *profile, size_t object, const int64_t *counts);

/* Adds counts of the first event that are of a file that knows most lines of the
   object. */
void ac_objects_add_lined(ac_profile *profile, size_t object, int64_t count);

/* The interned name of the function that begins at an address of an object. */
const char *ac_objects_name(ac_profile *profile, size_t object, uint64_t address);

/* Gives "???" what no object has: then objects add up to the totals; *has_rest then.
   Takes the notes AC_NOTE_NO_LINES from objects of which files that know their lines have
   most.  Without objects does nothing.  For ac_profile_finish. */
void ac_objects_finish(ac_profile *profile, bool *has_rest);

/* ---- Reading ---- */

size_t ac_objects_count(const ac_profile *profile);
const an_object *ac_objects_at(const ac_profile *profile, size_t index);

/* What a report calls generated code: the object, and the function. */
#define AC_GENERATED "generated code"

/* The code that the program made while it ran, such as a compiler's (JIT): that of no
   file, if the profile says of all code which file it is of.  NULL: there is none, or it
   cannot be told from other code. */
const an_object *ac_objects_generated(const ac_profile *profile);

/* Whether the function of the file is that code. */
bool ac_objects_is_generated(const ac_profile *profile, const char *function,
                             const char *file);

/* Has any object but "???" counts? */
bool ac_objects_are_known(const ac_profile *profile);

/* The code that is the function of this name (interned), or NULL. */
const ac_code *ac_objects_code(const ac_profile *profile, const char *function);
