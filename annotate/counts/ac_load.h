/* ac_load.h -- loads profiles from files: unpacks them, renames and filters
   functions, adds several up.

   No function here prints.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_rewrite.h"
#include "counts/ac_filter.h"
#include "counts/ac_profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Finds the names of code that has neither file nor function in the profile: those of
   the function that begins at an address in the file of an object.  Leaves NULL what is
   unknown.  The texts live until the profile is loaded. */
typedef struct ac_load_code {
   void (*find)(void *context, const char *path, const char *build_id, uint64_t address,
                const char **file, const char **function);
   /* Finds the file and name of the function that contains the address, and the line. */
   void (*find_at)(void *context, const char *path, const char *build_id,
                   uint64_t address, const char **file, const char **function,
                   uint32_t *line);
   void *context;
} ac_load_code;

/* What is done to names, in this order; each may be NULL. */
typedef struct ac_load_names {
   const ac_load_code *code;
   bool demangle;                 /* as an_demangle.h does, and Valgrind does not */
   an_rewrite *files, *functions; /* only their buffers change */
   const ac_filter *filter;       /* sees the new names */
} ac_load_names;

typedef struct ac_load_options {
   const ac_load_names *names; /* or NULL */
   bool allow_different; /* allow different caches; match different events by name */
} ac_load_options;

/* The finished sum of all files, at least one.  "-" is standard input; gzip is
   unpacked.  Memory grows with the largest file and the number of different
   lines, not with the number of files.  NULL with *error set and *failed the
   index of the file to blame. */
ac_profile *ac_load_files(const tk_alloc *alloc, char *const *files, size_t n,
                          const ac_load_options *options, size_t *failed,
                          an_error *error);

/* The finished profile of one file, which must have the events and caches of
   `like` unless `allow_different` is set.  NULL with *error set. */
ac_profile *ac_load_like(const tk_alloc *alloc, const ac_profile *like, const char *file,
                         const ac_load_options *options, an_error *error);
