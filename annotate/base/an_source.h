/* an_source.h -- finding and reading source files, which a profile names.

   A profile may name anything: only regular files are opened, up to a size, and
   binary ones are refused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SOURCE_H
#define AN_SOURCE_H

#include "base/an_error.h"
#include "base/tk_alloc.h"

#include <stdbool.h>
#include <time.h>

enum { AN_SOURCE_MAX_B = 64 * 1024 * 1024 };

/* Where source may be. */
typedef struct an_source_places {
   const char *const *directories;
   size_t n_directories;
   /* Absolute paths without symbolic links (realpath(3)): no file is opened that
      is not below one of them, whatever leads there.  None: any is. */
   const char *const *roots;
   size_t n_roots;
   bool is_closed; /* no file is opened at all */
} an_source_places;

typedef struct an_source {
   const char *path; /* where it was found; NULL if it was not */
   struct timespec modified;
   /* If not found or not usable, why; static text, else NULL. */
   const char *problem;
   /* The current line, without its newline (or CR LF). */
   const char *line;
   size_t length;
   /* private: */
   const tk_alloc *alloc;
   const an_source_places *places;
   char *text;
   size_t size_B, at;
} an_source;

/* Looks for the file `name`: as it is; then, if the name is relative, in
   each of the directories; if it is absolute, in each directory under every
   tail of the name, the longest first.  The first that can be used is read.
   AN_OK, with source->problem set if there is none; the caller closes it.
   AN_NO_MEMORY leaves nothing to close.  `places` is borrowed for the call. */
an_status an_source_open(an_source *source, const tk_alloc *alloc,
                         const char *name, const an_source_places *places);
void an_source_close(an_source *source);

/* Steps to the next line; false after the last. */
bool an_source_next(an_source *source);

/* Opens a regular file that may be shown; -1 with *problem set, which is static
   text. */
int an_source_open_file(const char *path, const an_source_places *places,
                        const char **problem);

/* Whether the problem is that the file is there, but may not be opened. */
bool an_source_is_refusal(const char *problem);

/* Whether a further line follows. */
bool an_source_has_more(const an_source *source);

#endif
