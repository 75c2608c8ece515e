/* an_formats.h -- one table of the formats of other programs that a profile can be
   written in.

   The options, help and errors of hp_export are made from it.  A new format is a
   file with its writer, and a row of the table.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_FORMATS_H
#define AN_FORMATS_H

#include "counts/an_profile.h"
#include "heap/ah_profile.h"
#include "heap/ah_value.h"

#include <stdio.h>

/* Writes a heap profile.  `metric` is NULL if the format takes none.  Write errors
   are left to ferror(out).  After AN_NO_MEMORY the output is incomplete. */
typedef an_status ah_export_writer(const ah_profile *profile,
                                   const tk_alloc *alloc,
                                   const ah_value *metric, FILE *out);

typedef struct an_format {
   const char *name;
   const char *description;
   bool takes_metric;    /* --metric chooses the value that it holds */
   const char *no_peak;  /* error for a profile without lifetimes; NULL: fine */
   ah_export_writer *write_heap;
} an_format;

enum { AN_FORMATS = 4 };
extern const an_format an_formats[AN_FORMATS];

/* The format of this name, or NULL. */
const an_format *an_format_find(const char *name);

/* "massif, dhat, folded or csv", or only those that take a metric; cut to fit. */
void an_format_list(bool only_with_metric, char *text, size_t size_B);

/* The writers that have a file of their name. */
ah_export_writer ah_export_massif, ah_export_folded, ah_export_csv;

#endif
