/* ac_own_files.h -- which source files of a profile are the program's own.

   The user's word decides (base/an_own.h).  Else a library's are those that tk_library.h
   knows by their paths, and those of code that is in libraries of the system alone:
   distributions build these in folders of any name.  So are those with paths such
   as "./malloc.c", as distributions have, if the program has source with other paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_words.h"
#include "counts/ac_calls.h"

typedef struct ac_own_files {
   /* private: */
   const ac_profile *profile;
   const ac_calls *calls;         /* NULL: none */
   tk_words of_system, of_others; /* interned names of files with code of the objects */
   bool is_rust;                  /* some of it is */
   bool has_others; /* the program has source whose paths do not begin with "." */
} ac_own_files;

/* `profile` is borrowed. */
void ac_own_files_open(ac_own_files *files, const tk_alloc *alloc,
                       const ac_profile *profile);

/* Whether the file, by its interned name, is known and the program's. */
bool ac_own_files_has(const ac_own_files *files, const char *file);

/* Whether a function of ac_calls is the program's: it is in such a file, or in no file
   that is known, not in a library of the system, no shim (an_wrapper.h), and by its name
   not of Rust's library. */
bool ac_own_files_has_function(const ac_own_files *files, uint32_t function);
