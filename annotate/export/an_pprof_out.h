/* an_pprof_out.h -- writes pprof's format piece by piece: gzip around protobuf.

   Messages of protobuf may be cut into pieces, each a message with a part of the lists.
   So the profile is never whole in memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_strings.h"
#include "annotate/export/pprof.pb-c.h"

#include <stdbool.h>
#include <stdio.h>
#include <zlib.h>

typedef struct an_pprof_out {
   /* private: */
   const tk_alloc *alloc;
   FILE *out;
   z_stream zip;
   tk_strings *texts;
   uint8_t *buffer; /* for a message */
   size_t room_B;
} an_pprof_out;

/* Both are borrowed. */
void an_pprof_open(an_pprof_out *pprof, const tk_alloc *alloc, FILE *out);

/* The number of the text in the table of strings, as an_text_escaped shows it; 0 for
   NULL. */
int64_t an_pprof_text(an_pprof_out *pprof, const char *text);

/* The number of a text that has its escapes. */
int64_t an_pprof_shown(an_pprof_out *pprof, const char *text);

void an_pprof_put(an_pprof_out *pprof, const Pprof__Profile *piece);

/* Writes the table of strings and the end.  Write errors are left to ferror(out). */
void an_pprof_close(an_pprof_out *pprof);
