/* an_budget.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_budget.h"

#include <assert.h>
#include <stdint.h>

/* Fixed are the line that says what was left out, and a blank one. */
const an_share an_shares_of_counts[AN_SHARES_OF_COUNTS] = {
   [AN_SHARE_METADATA] = { .fixed = 2, .least = 14, .most = 22 },
   [AN_SHARE_SUMMARY] = { .fixed = 2, .least = 12, .most = 30 },
   [AN_SHARE_PROCESSES] = { .fixed = 2, .least = 15, .most = 18 },
   [AN_SHARE_REGIONS] = { .fixed = 2, .least = 20, .most = 24 },
   [AN_SHARE_OBJECTS] = { .fixed = 2, .least = 13, .most = 13 },
   [AN_SHARE_CALLS] = { .fixed = 2, .least = 0, .most = 17 },
   [AN_SHARE_LINES] = { .fixed = 2, .least = 20, .most = 26 },
   [AN_SHARE_FILES] = { .fixed = 2, .least = 20, .most = 34 },
   [AN_SHARE_FUNCTIONS] = { .fixed = 2, .least = 20, .most = 32 },
   [AN_SHARE_LIMITS] = { .fixed = 2, .least = 20, .most = 20 },
   [AN_SHARE_SOURCE] = { .fixed = 2, .least = 0, .most = SIZE_MAX },
   [AN_SHARE_COVERAGE] = { .fixed = 2, .least = 21, .most = 21 },
};

/* Two tables of ten rows. */
const an_share an_share_of_calls_of_pair = { .fixed = 2, .least = 17, .most = 38 };

const an_share an_share_of_data = { .fixed = 2, .least = 16, .most = 40 };
const an_share an_share_of_reasons = { .fixed = 2, .least = 10, .most = 28 };
const an_share an_share_of_why = { .fixed = 2, .least = 11, .most = 16 };
const an_share an_share_of_sharing = { .fixed = 2, .least = 8, .most = 34 };

const an_share an_shares_of_lines[AN_SHARES_OF_COUNTS] = {
   [AN_SHARE_LINES] = { .fixed = 2, .least = 13, .most = 26 },
   [AN_SHARE_SOURCE] = { .fixed = 2, .least = 15, .most = SIZE_MAX }, /* a place */
   [AN_SHARE_COVERAGE] = { .fixed = 2, .least = 10, .most = 20 },
};

void an_budget_room_for_data(an_share *needed)
{
   enum { LISTS = 6, LINES = 12, REGIONS = 14 };
   needed[AN_SHARE_DATA] = an_share_of_data;
   needed[AN_SHARE_SHARING] = an_share_of_sharing;
   needed[AN_SHARE_FILES].least = needed[AN_SHARE_FUNCTIONS].least = LISTS;
   needed[AN_SHARE_LINES].least = LINES;
   needed[AN_SHARE_REGIONS].least = REGIONS;
}

void an_budget_room_for_source(an_share *needed, bool shows_data)
{
   enum { SOURCE = 40 };
   size_t room = AN_BUDGET_LINES;
   for (size_t i = 0; i < AN_SHARES_OF_COUNTS; i++)
      room -= needed[i].fixed + needed[i].least;
   needed[AN_SHARE_SOURCE].least = shows_data || room < SOURCE ? room : SOURCE;
}

an_budget an_budget_of(const an_share *shares, size_t n, size_t lines)
{
   return (an_budget){ .shares = shares, .n = n, .left = lines };
}

an_budget an_budget_unlimited(void)
{
   return (an_budget){ .shares = NULL };
}

bool an_budget_is_limited(const an_budget *budget)
{
   return budget->shares != NULL;
}

/* What the sections after this one are sure to get. */
static size_t reserved_after(const an_budget *budget, size_t section)
{
   size_t lines = 0;
   for (size_t i = section + 1; i < budget->n; i++)
      lines += budget->shares[i].fixed + budget->shares[i].least;
   return lines;
}

static size_t least_of(size_t a, size_t b)
{
   return a < b ? a : b;
}

size_t an_budget_room(const an_budget *budget, size_t section)
{
   if (!an_budget_is_limited(budget))
      return SIZE_MAX;
   assert(section < budget->n);
   const an_share *share = &budget->shares[section];
   size_t not_for_rows = share->fixed + reserved_after(budget, section);
   size_t room = budget->left > not_for_rows ? budget->left - not_for_rows : 0;
   return least_of(share->most, room);
}

size_t an_budget_take(an_budget *budget, size_t section, size_t wanted)
{
   if (!an_budget_is_limited(budget))
      return wanted;
   size_t rows = least_of(wanted, an_budget_room(budget, section));
   size_t fixed = rows < wanted ? budget->shares[section].fixed : 0;
   budget->left -= least_of(fixed + rows, budget->left);
   return rows;
}

void an_budget_give_back(an_budget *budget, size_t section)
{
   if (an_budget_is_limited(budget))
      budget->left += budget->shares[section].fixed;
}
