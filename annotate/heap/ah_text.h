/* ah_text.h -- numbers and frames in reports on heap profiles, short enough to read
   at a glance.  For exact numbers see an_text.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_text.h"
#include "heap/ah_profile.h"

#include <stdio.h>

enum { AH_TEXT_B = 64 }; /* room that each needs; each returns `to` */

/* Bytes with three digits: "817 B", "1.17 MiB"; a count if the profile's unit is not
   bytes. */
const char *ah_text_bytes(char *to, const ah_profile *profile, long double bytes);

/* an_text_count and an_text_short. */
static inline const char *ah_text_count(char *to, int64_t count)
{
   an_text_count(to, count);
   return to;
}

static inline const char *ah_text_short(char *to, int64_t count)
{
   an_text_short(to, count);
   return to;
}

/* A time in the profile's unit: "2.19 Minstr", "3.41 s", "12 ticks". */
const char *ah_text_time(char *to, const ah_profile *profile, long double time);

/* The name of a unit; characters other than plain ASCII as "?". */
const char *ah_text_unit(char *to, const char *unit);

/* The share of the run until `time`: "55.3%", or "n/a". */
const char *ah_text_moment(char *to, const ah_profile *profile, int64_t time);

/* For printf: each in room of its own, which lasts as long as the block around it. */
#define AH_ROOM ((char[AH_TEXT_B]){ "" })
#define AH_BYTES(profile, bytes) ah_text_bytes(AH_ROOM, profile, bytes)
#define AH_TIME(profile, time) ah_text_time(AH_ROOM, profile, time)
#define AH_UNIT(unit) ah_text_unit(AH_ROOM, unit)
#define AH_MOMENT(profile, time) ah_text_moment(AH_ROOM, profile, time)
#define AH_COUNT(count) ah_text_count(AH_ROOM, count)
#define AH_SHORT(count) ah_text_short(AH_ROOM, count)
#define AH_PERCENT(part, total, n_decimals) \
   an_text_percent(AH_ROOM, part, total, n_decimals)

/* "parse (b.c:20)", "??? (0x4005 in ls)": without directories, and safe for a
   terminal; an address or line of 0 is unknown.  If it has more than n_most
   characters, the name is shortened (base/an_said.h), also by leading scopes, and
   cut with "..." if that is not enough; eight characters of it stay.  For free(). */
char *ah_text_frame(const an_frame *frame, size_t n_most);
