/* ah_profile.c -- the model's memory: an arena for all of it, and a table of
   its strings.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_profile.h"

#include "base/tk_arena.h"
#include "base/tk_strings.h"

#include <string.h>

#define LABEL "hp.profile"

typedef struct {
   const tk_alloc *alloc;
   tk_arena arena;
   tk_strings *strings;
} memory;

ah_profile *ah_profile_new(const tk_alloc *alloc)
{
   ah_profile *profile = tk_get(alloc, LABEL, sizeof *profile);
   memory *m = tk_get(alloc, LABEL, sizeof *m);
   tk_strings *strings = tk_strings_new(alloc);
   if (profile == NULL || m == NULL || strings == NULL) {
      tk_strings_free(strings);
      tk_put(alloc, m);
      tk_put(alloc, profile);
      return NULL;
   }
   *m = (memory){ .alloc = alloc, .strings = strings };
   tk_arena_init(&m->arena, alloc, LABEL);
   *profile = (ah_profile){ .memory = m };
   return profile;
}

void ah_profile_free(ah_profile *profile)
{
   if (profile == NULL)
      return;
   memory *m = profile->memory;
   const tk_alloc *alloc = m->alloc;
   tk_strings_free(m->strings);
   tk_arena_free(&m->arena);
   tk_put(alloc, m);
   tk_put(alloc, profile);
}

void *ah_profile_get(ah_profile *profile, size_t n, size_t size_B)
{
   enum { ALIGNMENT = _Alignof(max_align_t) };
   memory *m = profile->memory;
   size_t bytes_B;
   if (__builtin_mul_overflow(n, size_B, &bytes_B)
       || bytes_B > SIZE_MAX / 2)
      return NULL;
   /* Chunks are aligned, and so is what is taken of them. */
   bytes_B = (bytes_B + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
   if (!tk_arena_reserve(&m->arena, bytes_B))
      return NULL;
   void *block = m->arena.at;
   m->arena.at += bytes_B;
   return memset(block, 0, bytes_B);
}

const char *ah_profile_intern(ah_profile *profile, const char *text,
                              size_t length)
{
   memory *m = profile->memory;
   return tk_strings_intern(m->strings, text, length);
}

bool ah_profile_has_peak_time(const ah_profile *profile)
{
   return profile->pid != 0 || profile->totals.peak_time != 0;
}

bool ah_profile_has_fates(const ah_profile *profile)
{
   return profile->is_heapprof && profile->has_lifetimes;
}

bool ah_amount_add(ah_amount *a, ah_amount b)
{
   ah_amount sum;
   if (__builtin_add_overflow(a->bytes, b.bytes, &sum.bytes)
       || __builtin_add_overflow(a->blocks, b.blocks, &sum.blocks))
      return false;
   *a = sum;
   return true;
}
