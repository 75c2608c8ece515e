/* an_live_parts.h -- what an_live.c shares with its two kinds of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_live.h"

/* Fill everything of an_live_open but the order of rows; `base` may be NULL. */
bool an_live_counts(an_live *live, const ac_profile *base, const ac_profile *profile,
                    const char *show, an_error *error);
void an_live_heap(an_live *live, const ah_profile *base, const ah_profile *profile);

void an_live_counts_name(const ac_profile *profile, uint32_t index, FILE *out);
void an_live_heap_name(const ah_profile *profile, uint32_t index, FILE *out);

/* Room for n rows. */
void an_live_room(an_live *live, size_t n);

/* Keeps the row behind the last if it has any value. */
void an_live_keep(an_live *live);
