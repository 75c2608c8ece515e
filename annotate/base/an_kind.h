/* an_kind.h -- what a file is, by how it begins.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

typedef enum an_kind {
   AN_KIND_UNKNOWN,
   AN_KIND_COUNTS, /* by cachesim, cachegrind or callgrind */
   AN_KIND_HEAP,   /* by heapprof or DHAT */
   AN_KIND_MASSIF,
   AN_KIND_PERF,
   AN_KIND_REPORT, /* JSON, CSV, XML or HTML by a command */
   AN_KIND_PPROF,
   AN_KIND_HEAPTRACK,
   AN_KIND_FOLDED, /* stacks, "a;b;c 12" */
   AN_KIND_SPEEDSCOPE,
   AN_KIND_FIREFOX,
   AN_KIND_CPROFILE, /* of Python */
   AN_KIND_NYTPROF,
   AN_KIND_GPERFTOOLS,
   AN_KIND_GPROF,
   AN_KIND_JSON,   /* of another kind */
   AN_KIND_PACKED, /* in a way that is not unpacked here */
   AN_KIND_SOURCE, /* by its name */
   AN_KIND_PROGRAM,
   AN_KIND_SCRIPT,
} an_kind;

/* Looks into the file, which may be compressed as an_bytes.h says.  Unknown if it is not
   a regular file or cannot be read. */
an_kind an_kind_of(const char *file);

/* The same of standard input, which goes on where it was: it is a regular file. */
an_kind an_kind_of_stdin(void);

/* What the file holds that a command must not replace, as nobody can make it again: "a
   tool's profile", "a program", "a compressed file" or "a script".  NULL: nothing such;
   it may be a profile, too, that a command wrote, or one of the kind `made`, which the
   caller writes. */
const char *an_kind_kept(const char *file, an_kind made);
