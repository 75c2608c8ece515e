/* ah_verdict.h -- what a report on a heap profile says first, in words that text, JSON
   and the page share.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ah_page.h"

/* "inv exited with 0; peak 7.99 MiB in 24,310 blocks, at 61.0% of the run": in at most
   `width` columns, 0: any number, of which the command takes what is left. */
void ah_verdict_put_run(const ah_profile *profile, size_t width, FILE *out);

/* "370 KiB in 1,001 blocks"; "nothing". */
void ah_verdict_put_end(const ah_profile *profile, FILE *out);

/* Who holds most at the peak: a type of blocks, or where the type is not known, or has no
   fields, a place in the program. */
enum { AH_HOLDERS = 3 };
typedef struct ah_holders {
   struct {
      int64_t bytes;
      char *name; /* on the heap */
   } of[AH_HOLDERS];
   size_t n;
   int64_t others_B; /* of all others */
} ah_holders;

/* With names of at most `room` columns, if they can be so short. */
void ah_holders_find(ah_holders *holders, const ah_page *page, size_t room);
void ah_holders_free(ah_holders *holders);

/* The "verdict" of JSON. */
void ah_verdict_put_json(const ah_page *page, an_json_out *json);
