/* ah_site_keys.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_site_keys.h"

#include <string.h>

#define AT(member) offsetof(ah_site, member)
#define RARE(member) offsetof(ah_rare, member)
#define LIVED (AH_KEY_REQUIRED | AH_KEY_LIFETIMES)
#define ACCESSED (AH_KEY_REQUIRED | AH_KEY_ACCESSES)
#define NEVER (AH_KEY_OWN | AH_KEY_ACCESSES)
#define NEED(member) \
   { RARE(member.untouched.bytes), \
     RARE(member.untouched.blocks), \
     RARE(member.unread.bytes), \
     RARE(member.unread.blocks), \
     RARE(member.read.bytes), \
     RARE(member.read.blocks), \
     RARE(member.tail), \
     RARE(member.holes), \
     RARE(member.written) }
#define PAIR(member) { RARE(member.bytes), RARE(member.blocks) }

const ah_site_key ah_site_keys[AH_SITE_KEYS] = {
   { "tb", AH_KEY_COUNT, AH_KEY_REQUIRED, 1, false, { AT(total.bytes) } },
   { "tbk", AH_KEY_COUNT, AH_KEY_REQUIRED, 1, false, { AT(total.blocks) } },
   { "tl", AH_KEY_COUNT, LIVED, 1, false, { AT(lifetime) } },
   { "mb", AH_KEY_COUNT, LIVED, 1, false, { AT(max.bytes) } },
   { "mbk", AH_KEY_COUNT, LIVED, 1, false, { AT(max.blocks) } },
   { "gb", AH_KEY_COUNT, LIVED, 1, false, { AT(at_peak.bytes) } },
   { "gbk", AH_KEY_COUNT, LIVED, 1, false, { AT(at_peak.blocks) } },
   { "eb", AH_KEY_COUNT, LIVED, 1, false, { AT(at_end.bytes) } },
   { "ebk", AH_KEY_COUNT, LIVED, 1, false, { AT(at_end.blocks) } },
   { "rb", AH_KEY_COUNT, ACCESSED, 1, true, { RARE(reads) } },
   { "wb", AH_KEY_COUNT, ACCESSED, 1, true, { RARE(writes) } },
   { "acc", AH_KEY_HISTOGRAM, AH_KEY_ACCESSES, 0, true, { 0 } },
   { "fs", AH_KEY_PATH, AH_KEY_REQUIRED, 0, false, { 0 } },
   { "tmp",
     AH_KEY_COUNTS,
     AH_KEY_OWN,
     2,
     false,
     { AT(temporary.blocks), AT(temporary.bytes) } },
   { "size", AH_KEY_COUNTS, AH_KEY_OWN, 2, false, { AT(min_size), AT(max_size) } },
   { "hist", AH_KEY_CLASSES, AH_KEY_OWN, 0, false, { AT(sizes) } },
   { "life",
     AH_KEY_COUNTS,
     AH_KEY_OWN,
     4,
     false,
     { AT(freed_blocks), AT(shortest), AT(longest), AT(freed_lifetime) } },
   { "lives", AH_KEY_CLASSES, AH_KEY_OWN, 0, false, { AT(lives) } },
   { "og",
     AH_KEY_COUNTS,
     AH_KEY_OWN,
     2,
     true,
     { RARE(outgrown.blocks), RARE(outgrown.bytes) } },
   { "old",
     AH_KEY_COUNTS,
     AH_KEY_OWN | AH_KEY_CHECKED,
     4,
     true,
     { RARE(old.bytes), RARE(old.blocks), RARE(old_freed), RARE(old_lifetime) } },
   { "re", AH_KEY_COUNT, AH_KEY_OWN, 1, true, { RARE(reallocs) } },
   { "mv",
     AH_KEY_COUNTS,
     AH_KEY_OWN,
     2,
     true,
     { RARE(moved.blocks), RARE(moved.bytes) } },
   { "fail",
     AH_KEY_COUNTS,
     AH_KEY_OWN,
     2,
     true,
     { RARE(failed.blocks), RARE(failed.bytes) } },
   { "thr", AH_KEY_THREADS, AH_KEY_OWN, 0, true, { 0 } },
   { "cut", AH_KEY_CUT, AH_KEY_OWN, 0, false, { 0 } },
   { "nr", AH_KEY_COUNTS, NEVER, 2, true, PAIR(never_read) },
   { "nw", AH_KEY_COUNTS, NEVER, 2, true, PAIR(never_written) },
   { "nt", AH_KEY_COUNTS, NEVER, 2, true, PAIR(never_touched) },
   { "part", AH_KEY_COUNTS, NEVER, 2, true, PAIR(partly) },
   { "need", AH_KEY_COUNTS, NEVER, 9, true, NEED(need) },
   { "gneed", AH_KEY_COUNTS, NEVER | AH_KEY_LIFETIMES, 9, true, NEED(need_at_peak) },
   { "gidle",
     AH_KEY_COUNTS,
     NEVER | AH_KEY_LIFETIMES,
     4,
     true,
     { RARE(idle.bytes), RARE(idle.blocks), RARE(old_B), RARE(idle_saves_B) } },
   { "heat", AH_KEY_HEAT, NEVER, 0, true, { 0 } },
};

unsigned ah_site_keys_of(const ah_profile *profile, bool own)
{
   return AH_KEY_REQUIRED | (profile->has_lifetimes ? AH_KEY_LIFETIMES : 0u)
          | (profile->has_accesses ? AH_KEY_ACCESSES : 0u) | (own ? AH_KEY_OWN : 0u);
}

void ah_site_key_set(const ah_site_key *key, ah_site *site, const int64_t *counts)
{
   char *to = key->is_rare ? (char *)site->rare : (char *)site;
   for (size_t i = 0; i < key->n; i++)
      memcpy(to + key->at[i], &counts[i], sizeof counts[i]);
}

bool ah_site_key_get(const ah_site_key *key, const ah_site *site, int64_t *counts)
{
   const char *from = key->is_rare ? (const char *)ah_site_rare(site)
                                   : (const char *)site;
   bool is_any = false;
   for (size_t i = 0; i < key->n; i++) {
      memcpy(&counts[i], from + key->at[i], sizeof counts[i]);
      is_any |= counts[i] != 0;
   }
   return is_any;
}
