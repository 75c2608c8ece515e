/* ah_read.h -- the reader of heap profiles: JSON in, model out.

   Reads what heapprof writes (docs/FORMAT-heapprof.md), and version 2 of DHAT's
   format (Valgrind manual, DHAT) by DHAT and others.  It is strict where leniency
   could give a wrong report.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_input.h"
#include "heap/ah_profile.h"

enum {
   AH_READ_DHAT_FORMAT = 2, /* the only version */
   AH_READ_FORMAT = 1,      /* the newest version of heapprof's keys */
};

/* The profile, or NULL with *error set.  `alloc` is borrowed
   and must outlive the profile; jansson allocates the JSON itself. */
ah_profile *ah_read(const tk_alloc *alloc, an_source_of_bytes from, an_error *error);

/* Reads a profile from a file (gzip is unpacked; "-" is standard input). */
ah_profile *ah_read_file(const tk_alloc *alloc, const char *path, an_error *error);
