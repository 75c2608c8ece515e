/* ah_reason.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_reason.h"

#include "base/an_text.h"

/* "of 1,000", or `all` if these are all of the site's blocks. */
static void put_of(char *to, const ah_finding *f, const ah_site *site,
                   const char *all)
{
   char count[AH_TEXT_B];
   int64_t n = ah_findings_blocks(site);
   an_text_count(count, n);
   snprintf(to, AH_REASON_B, f->saves.blocks < n ? "of %s" : "%s",
            f->saves.blocks < n ? count : all);
}

static void put_short(char *to, const ah_profile *profile, const ah_site *site)
{
   char life[AH_TEXT_B], count[AH_TEXT_B];
   ah_text_time(life, profile,
                (long double)site->freed_lifetime / site->freed_blocks);
   an_text_count(count, site->max.blocks);
   snprintf(to, AH_REASON_B, "live %s, at most %s at once", life, count);
}

static void put_grown(char *to, const ah_profile *profile, const ah_site *site)
{
   char from[AH_TEXT_B], up_to[AH_TEXT_B], count[AH_TEXT_B];
   ah_text_bytes(from, profile, site->min_size);
   ah_text_bytes(up_to, profile, site->max_size);
   int n = snprintf(to, AH_REASON_B, "%s to %s", from, up_to);
   if (site->moved.blocks == 0)
      return;
   an_text_count(count, site->moved.blocks);
   snprintf(to + n, (size_t)(AH_REASON_B - n), ", %s move%s", count,
            site->moved.blocks == 1 ? "" : "s");
}

void ah_reason_put(char to[AH_REASON_B], const ah_profile *profile,
                   const ah_finding *f)
{
   const ah_site *site = &profile->sites[f->site];
   char text[AH_TEXT_B], size[AH_TEXT_B];
   switch (f->kind) {
   case AH_UNTOUCHED:
   case AH_UNREAD:
      put_of(to, f, site, "all its blocks");
      break;
   case AH_EMPTY:
      ah_text_share(text, f->touched_percent, 100);
      ah_text_bytes(size, profile, f->size_B);
      snprintf(to, AH_REASON_B, "%s of %s touched", text, size);
      break;
   case AH_SHORT:
      put_short(to, profile, site);
      break;
   case AH_GROWN:
      put_grown(to, profile, site);
      break;
   default:
      put_of(to, f, site, "none was freed");
   }
}
