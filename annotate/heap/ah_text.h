/* ah_text.h -- what reports on heap profiles write numbers and places by: as
   short as can be read at a glance.  Exact numbers are an_text.h's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_TEXT_H
#define AH_TEXT_H

#include "heap/ah_profile.h"

#include <stdio.h>

enum { AH_TEXT_B = 64 }; /* room that each needs; returns are `to` */

/* Bytes with three digits: "817 B", "1.17 MiB"; if the profile counts what is
   no bytes, as a count. */
const char *ah_text_bytes(char *to, const ah_profile *profile,
                          long double bytes);

/* A time in the profile's unit: "2.19 Minstr", "3.41 s", "12 ticks". */
const char *ah_text_time(char *to, const ah_profile *profile,
                         long double time);

/* The name of a unit; what is not plain ASCII as "?". */
const char *ah_text_unit(char *to, const char *unit);

/* "60.10%"; "n/a" of a total of 0. */
const char *ah_text_share(char *to, long double part, long double total);

/* What `time` is of the run: "55.3%", or "n/a". */
const char *ah_text_moment(char *to, const ah_profile *profile, int64_t time);

/* "parse (b.c:20)", "??? (0x4005 in ls)": without directories, and without
   what could drive a terminal; if it has more than n_most characters, with a
   shorter name if that goes (ah_name.h).  On the heap, or NULL if memory ran
   out. */
char *ah_text_frame(const ah_frame *frame, size_t n_most);

/* The characters of UTF-8 text, each taken to fill a column. */
size_t ah_text_columns(const char *text);

#endif
