/* ac_idiom_lines.h -- which idiom each line of the program is, and what a cure gains by
   what other lines of its function do; pure.

   What a line makes and another line of the function frees, as a destructor does at the
   end of a block, is of the first one's idiom.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_idioms_match.h"
#include "advice/ac_prices.h"

typedef struct ac_idiom_line {
   ac_idiom_found found; /* its idiom is NULL: none */
   const ac_own_line
      *maker; /* the line with the idiom, if it is another one; else NULL */
} ac_idiom_line;

typedef struct ac_idiom_lines_source {
   const ac_profile *profile;
   const ac_own_lines *own;
   const ac_idioms *idioms;
   const ac_metric *cycles;
   const ac_prices *prices;
   double least; /* cycles of a line that is looked at */
} ac_idiom_lines_source;

/* One for each of own->lines, to be freed by tk_put; the names are the profile's. */
ac_idiom_line *ac_idiom_lines_new(const tk_alloc *alloc,
                                  const ac_idiom_lines_source *source);
