/* ah_look.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_look.h"

const char *ah_root_kind_name(ah_root_kind kind)
{
#define X(kind, name) name,
   static const char *const names[] = { AH_ROOT_KINDS(X) };
#undef X
   return names[kind];
}

const char *ah_leak_name(ah_leak leak)
{
#define X(leak, name) name,
   static const char *const names[] = { AH_LEAKS(X) };
#undef X
   return names[leak];
}

const char *ah_look_why_name(ah_look_why why)
{
   static const char *const names[] = { [AH_LOOK_ASKED] = "asked",
                                        [AH_LOOK_TIME] = "time",
                                        [AH_LOOK_PEAK] = "peak",
                                        [AH_LOOK_EXIT] = "exit",
                                        [AH_LOOK_END] = "end" };
   return names[why];
}

const ah_look *ah_look_at_end(const ah_profile *profile)
{
   const ah_look *last = profile->n_looks == 0 ? NULL
                                               : &profile->looks[profile->n_looks - 1];
   return last != NULL && last->why == AH_LOOK_END ? last : NULL;
}

size_t ah_look_kept(const ah_profile *profile)
{
   for (size_t i = profile->n_looks; i-- > 0;)
      if (profile->looks[i].why == AH_LOOK_EXIT)
         return i;
   return ah_look_at_end(profile) == NULL ? SIZE_MAX : ah_look_last(profile);
}

ah_amount ah_look_lost(const ah_look *look)
{
   ah_amount lost = look->leaks[AH_LEAK_DEFINITE];
   ah_amount_add(&lost, look->leaks[AH_LEAK_INDIRECT]); /* part of a sum that fits */
   return lost;
}

size_t ah_look_last(const ah_profile *profile)
{
   return profile->n_looks - 1;
}

size_t ah_look_largest(const ah_profile *profile)
{
   size_t largest = 0;
   for (size_t i = 1; i < profile->n_looks; i++)
      if (profile->looks[i].live.bytes >= profile->looks[largest].live.bytes)
         largest = i;
   return largest;
}
