/* an_budget.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_budget.h"

#include <assert.h>
#include <stdint.h>

const an_share an_shares_of_counts[AN_SHARES_OF_COUNTS] = {
   [AN_SHARE_METADATA] = { .fixed = 17, .least = 6, .most = 12 },
   [AN_SHARE_REGIONS] = { .fixed = 7, .least = 0, .most = 15 },
   [AN_SHARE_LINES] = { .fixed = 7, .least = 10, .most = 15 },
   [AN_SHARE_FILES] = { .fixed = 7, .least = 15, .most = 30 },
   [AN_SHARE_FUNCTIONS] = { .fixed = 7, .least = 15, .most = 25 },
   [AN_SHARE_LIMITS] = { .fixed = 5, .least = 10, .most = 20 },
   [AN_SHARE_SOURCE] = { .fixed = 22, .least = 0, .most = SIZE_MAX },
};

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

size_t an_budget_take(an_budget *budget, size_t section, size_t wanted)
{
   if (!an_budget_is_limited(budget))
      return wanted;
   assert(section < budget->n);
   const an_share *share = &budget->shares[section];
   size_t not_for_rows = share->fixed + reserved_after(budget, section);
   size_t room = budget->left > not_for_rows ? budget->left - not_for_rows : 0;
   size_t rows = least_of(least_of(wanted, share->most), room);
   budget->left -= least_of(share->fixed + rows, budget->left);
   return rows;
}
