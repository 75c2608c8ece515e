/* an_totals.h -- the section "Summary" of a comparison: what all has of each value.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/an_page.h"

typedef struct an_total {
   const char *name;
   long double before, after;
   bool is_whole;
} an_total;

/* A row for each of them; `noun` is over their names. */
void an_totals_print(an_page *page, const char *noun, const an_total *of, size_t n);
