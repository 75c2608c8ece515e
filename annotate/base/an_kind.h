/* an_kind.h -- what a file is, by how it begins.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_KIND_H
#define AN_KIND_H

#include <stdbool.h>

typedef enum an_kind {
   AN_KIND_UNKNOWN,
   AN_KIND_COUNTS, /* by cachesim, cachegrind or callgrind */
   AN_KIND_HEAP,   /* by heapprof or DHAT */
   AN_KIND_MASSIF,
   AN_KIND_PERF,
   AN_KIND_REPORT, /* JSON, CSV, XML or HTML by a command */
   AN_KIND_PROGRAM,
   AN_KIND_SCRIPT,
} an_kind;

/* Looks into the file, which may be compressed by gzip.  Unknown if it is not a regular
   file or cannot be read. */
an_kind an_kind_of(const char *file);

/* Whether a command wrote the file: a merged profile, a report, or an export that says
   who wrote it.  A tool's own profile is none: it may be the only one. */
bool an_kind_is_by_command(const char *file);

#endif
