/* an_source.h -- finding and reading the source files that a profile names.

   A profile can name any file: only regular files are opened, up to a size, and
   binary files are refused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <time.h>

enum { AN_SOURCE_MAX_B = 64 * 1024 * 1024 };

/* Where source files are looked for. */
typedef struct an_source_places {
   const char *const *directories;
   size_t n_directories;
   /* Absolute paths without symbolic links (realpath(3)).  Only files below one of
      them are opened, whatever path or link leads there.  None: any file is. */
   const char *const *roots;
   size_t n_roots;
   bool is_closed;              /* no file is opened */
   bool is_only_in_directories; /* nor by its own path */
   /* Where debug information is looked for by build id, before /usr/lib/debug. */
   const char *const *debug;
   size_t n_debug;
} an_source_places;

typedef struct an_source {
   const char *path; /* where it was found, or NULL */
   struct timespec modified;
   /* Why the file was not found or cannot be used: static text; else NULL. */
   const char *problem;
   /* The current line, without its newline (or CR LF).  line[length] may be read:
      it is the CR, newline or a NUL. */
   const char *line;
   size_t length;
   /* private: */
   const tk_alloc *alloc;
   const an_source_places *places;
   char *text;
   size_t size_B, at;
} an_source;

/* Looks for the file `name`: first by its own path; then in each directory, by the
   whole name if it is relative, else by every tail of it, the longest first.  The
   first file that can be used is read.  The caller closes the source;
   source->problem is set if no file can be used.
   `places` is borrowed for the call. */
void an_source_open(an_source *source, const tk_alloc *alloc, const char *name,
                    const an_source_places *places);
void an_source_close(an_source *source);

/* A source with this text, which has a NUL behind it: it belongs to the source now. */
void an_source_take(an_source *source, const tk_alloc *alloc, char *text, size_t size_B);

/* Steps to the next line; false after the last. */
bool an_source_next(an_source *source);

/* Opens a regular file if `places` allows it; -1 with *problem set to static
   text. */
int an_source_open_file(const char *path, const an_source_places *places,
                        const char **problem);

/* Whether the problem is that the file exists, but is not opened. */
bool an_source_is_refusal(const char *problem);

/* Whether a further line follows. */
bool an_source_has_more(const an_source *source);
