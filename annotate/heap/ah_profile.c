/* ah_profile.c -- the model's memory: an arena, and a table of strings.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_profile.h"

#include "base/an_error.h"
#include "base/tk_arena.h"
#include "base/tk_strings.h"

#include <string.h>

#define TOTAL(member) offsetof(ah_totals, member)

const ah_total_key ah_total_keys[AH_TOTAL_KEYS] = {
   { "bytes", TOTAL(total.bytes) },
   { "blocks", TOTAL(total.blocks) },
   { "peak_bytes", TOTAL(peak.bytes) },
   { "peak_blocks", TOTAL(peak.blocks) },
   { "peak_time", TOTAL(peak_time) },
   { "end_bytes", TOTAL(end.bytes) },
   { "end_blocks", TOTAL(end.blocks) },
   { "most_blocks", TOTAL(most_blocks) },
   { "peak_extra_bytes", TOTAL(peak_overhead) },
   { "temporary_bytes", TOTAL(temporary.bytes) },
   { "temporary_blocks", TOTAL(temporary.blocks) },
   { "zero_blocks", TOTAL(zero_blocks) },
   { "reallocs", TOTAL(reallocs) },
   { "failed", TOTAL(failed) },
   { "invalid_frees", TOTAL(invalid_frees) },
   { "freed_bytes", TOTAL(freed.bytes) },
   { "freed_blocks", TOTAL(freed.blocks) },
   { "threads", TOTAL(threads) },
};

const ah_rare ah_rare_none;

typedef struct {
   const tk_alloc *alloc;
   tk_arena arena;
   tk_arena copies; /* apart, as they are aligned less */
   tk_strings *strings;
} memory;

ah_profile *ah_profile_new(const tk_alloc *alloc)
{
   ah_profile *profile = tk_get(alloc, AN_LABEL, sizeof *profile);
   memory *m = tk_get(alloc, AN_LABEL, sizeof *m);
   tk_strings *strings = tk_strings_new(alloc);
   *m = (memory){ .alloc = alloc, .strings = strings };
   tk_arena_init(&m->arena, alloc, AN_LABEL);
   tk_arena_init(&m->copies, alloc, AN_LABEL);
   *profile = (ah_profile){ .memory = m };
   return profile;
}

void *ah_profile_room(ah_profile *profile, size_t n, size_t size_B)
{
   enum { ALIGNMENT = _Alignof(max_align_t) };
   memory *m = profile->memory;
   size_t bytes_B;
   if (__builtin_mul_overflow(n, size_B, &bytes_B) || bytes_B > SIZE_MAX / 2)
      bytes_B = TK_ALLOC_IMPOSSIBLE_B - ALIGNMENT;
   /* Chunks are aligned, and remain so. */
   bytes_B = (bytes_B + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
   tk_arena_reserve(&m->arena, bytes_B);
   void *block = m->arena.at;
   m->arena.at += bytes_B;
   return block;
}

void *ah_profile_get(ah_profile *profile, size_t n, size_t size_B)
{
   return memset(ah_profile_room(profile, n, size_B), 0, n * size_B);
}

void *ah_profile_copy(ah_profile *profile, const void *from, size_t size_B)
{
   void *copy = tk_arena_get(&((memory *)profile->memory)->copies, size_B);
   return size_B == 0 ? copy : memcpy(copy, from, size_B);
}

ah_rare *ah_profile_rare(ah_profile *profile, ah_site *site)
{
   if (site->rare == NULL)
      site->rare = ah_profile_copy(profile, &ah_rare_none, sizeof ah_rare_none);
   return site->rare;
}

const char *ah_profile_intern(ah_profile *profile, const char *text, size_t length)
{
   return tk_strings_intern(((memory *)profile->memory)->strings, text, length);
}

an_process ah_profile_process(const ah_profile *profile)
{
   const ah_totals *totals = &profile->totals;
   return (an_process){
      .pid = profile->pid,
      .parent = profile->parent,
      .state = profile->state,
      .command = profile->command,
      .title = profile->title,
      .is_forked = profile->fork.is_known,
      .inherits = profile->fork.inherits,
      .forked = profile->fork.time,
      .value = profile->has_lifetimes ? totals->peak.bytes : totals->total.bytes,
   };
}

int64_t ah_profile_watched(const ah_profile *profile)
{
   return tk_counting_is_whole(&profile->counting) ? profile->totals.end_time
                                                   : (int64_t)profile->counting.counted;
}

bool ah_profile_has_peak_time(const ah_profile *profile)
{
   return profile->pid != 0 || profile->totals.peak_time != 0;
}

bool ah_profile_has_fates(const ah_profile *profile)
{
   return profile->is_heapprof && profile->has_lifetimes;
}

static bool is_same(const char *what, const char *first, const char *other,
                    an_error *error)
{
   return strcmp(first, other) == 0
          || an_fail(error, "the %s \"%.*s\", not \"%.*s\"", what,
                     an_fail_quoted_text(other), other, an_fail_quoted_text(first),
                     first);
}

bool ah_profile_is_compatible(const ah_profile *first, const ah_profile *other,
                              an_error *error)
{
   if (!is_same("mode is", first->mode, other->mode, error)
       || !is_same("unit of time is", first->time_unit, other->time_unit, error)
       || !is_same("unit of sizes is", first->bytes_unit, other->bytes_unit, error)
       || !is_same("unit of blocks is", first->blocks_unit, other->blocks_unit, error))
      return false;
   if (first->has_lifetimes == other->has_lifetimes)
      return true;
   return an_fail(error, other->has_lifetimes ? "it has lifetimes and a peak"
                                              : "it has no lifetimes and no peak");
}

bool ah_need_add(ah_need *to, const ah_need *more)
{
   return ah_amount_add(&to->untouched, more->untouched)
          && ah_amount_add(&to->unread, more->unread)
          && ah_amount_add(&to->read, more->read) && ah_count_add(&to->tail, more->tail)
          && ah_count_add(&to->holes, more->holes)
          && ah_count_add(&to->written, more->written);
}

bool ah_amount_add(ah_amount *to, ah_amount more)
{
   ah_amount sum = *to;
   if (!ah_count_add(&sum.bytes, more.bytes) || !ah_count_add(&sum.blocks, more.blocks))
      return false;
   *to = sum;
   return true;
}
