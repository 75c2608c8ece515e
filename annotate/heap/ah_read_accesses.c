/* ah_read_accesses.c -- reads the accesses to a site's blocks: bytes, bytes never
   accessed, and accesses by offset.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include <string.h>

/* ---- Run-length coding ---- */

/* Decodes an array, in which -n and a count stand for n such counts, into `to`,
   unless that is NULL.  Returns how many counts there are; -1 after an error. */
static int64_t walk_runs(ah_reader *r, const json_t *runs, const char *key, int64_t *to)
{
   int64_t n = 0;
   for (size_t i = 0; i < json_array_size(runs); i++) {
      const json_t *value = json_array_get(runs, i);
      int64_t length = 1;
      if (json_is_integer(value) && json_integer_value(value) < 0) {
         length = json_integer_value(value);
         length = length < -AH_HEAT_MAX ? AH_HEAT_MAX + 1 : -length;
         value = json_array_get(runs, ++i);
      }
      if (!an_json_is_count(value)) {
         an_json_fail(&r->json, key, "expected counts, or -n and a count");
         return -1;
      }
      n += length;
      if (n > AH_HEAT_MAX) {
         an_json_fail(&r->json, key, "has more than %d counts", AH_HEAT_MAX);
         return -1;
      }
      for (int64_t k = n - length; to != NULL && k < n; k++)
         to[k] = json_integer_value(value);
   }
   return n;
}

/* The decoded counts, in the profile's memory; NULL after an error. */
static int64_t *read_runs(ah_reader *r, const json_t *runs, const char *key, size_t *n)
{
   int64_t length = walk_runs(r, runs, key, NULL);
   if (length < 0)
      return NULL;
   *n = (size_t)length;
   int64_t *counts = ah_profile_get(r->profile, *n, sizeof *counts);
   walk_runs(r, runs, key, counts);
   return counts;
}

/* ---- Heat ---- */

/* The number of counts for blocks of size_B bytes; size 0 counts as one byte. */
static int64_t count_units(int64_t size_B, int64_t unit_B)
{
   return size_B == 0 ? 1 : (size_B - 1) / unit_B + 1;
}

static bool check_length(ah_reader *r, const ah_site *site, const ah_heat *heat)
{
   int64_t n = (int64_t)heat->n;
   return (n >= count_units(site->min_size, heat->unit_B)
           && n <= count_units(site->max_size, heat->unit_B))
          || an_json_fail(&r->json, "heat",
                          "has %lld counts of %lld bytes, but blocks have %lld to %lld",
                          (long long)n, (long long)heat->unit_B,
                          (long long)site->min_size, (long long)site->max_size);
}

static bool add_up(ah_reader *r, ah_heat *heat)
{
   heat->sum = ah_profile_get(r->profile, heat->n, sizeof *heat->sum);
   for (size_t i = 0; i < heat->n; i++)
      if (__builtin_add_overflow(heat->reads[i], heat->writes[i], &heat->sum[i]))
         return an_json_fail(&r->json, "heat", "sums do not fit in 63 bits");
   return true;
}

/* heapprof's heat: reads and writes apart. */
static bool read_heat(ah_reader *r, const json_t *from, const ah_site *site,
                      ah_heat *heat)
{
   const json_t *reads, *writes;
   size_t n_writes = 0;
   r->json.place.member = "heat";
   if (!an_json_count(&r->json, from, "unit", &heat->unit_B)
       || (reads = an_json_member(&r->json, from, "r", JSON_ARRAY)) == NULL
       || (writes = an_json_member(&r->json, from, "w", JSON_ARRAY)) == NULL)
      return false;
   if (heat->unit_B == 0)
      return an_json_fail(&r->json, "unit", "is 0");
   heat->reads = read_runs(r, reads, "r", &heat->n);
   heat->writes = heat->reads == NULL ? NULL : read_runs(r, writes, "w", &n_writes);
   if (heat->writes == NULL)
      return false;
   if (heat->n != n_writes)
      return an_json_fail(&r->json, "w", "has %zu counts, r has %zu", n_writes, heat->n);
   r->json.place.member = NULL;
   return check_length(r, site, heat) && add_up(r, heat);
}

/* DHAT's histogram; if `heat` is known, checks that they agree. */
static bool read_histogram(ah_reader *r, const json_t *from, ah_heat *heat)
{
   bool is_known = heat->sum != NULL;
   size_t n;
   int64_t *counts = read_runs(r, from, "acc", &n);
   if (counts == NULL)
      return false;
   if (!is_known) {
      *heat = (ah_heat){ .unit_B = 1, .n = n, .sum = counts };
      return true;
   }
   bool is_same = heat->unit_B == 1 && heat->n == n;
   for (size_t i = 0; i < n && is_same; i++)
      is_same = counts[i] == ah_heat_acc(heat, i);
   return is_same || an_json_fail(&r->json, "acc", "differs from heat");
}

/* If all counts are 0, so are all reads and writes. */
static void set_zeros(ah_heat *heat)
{
   if (heat->reads != NULL)
      return;
   for (size_t i = 0; i < heat->n; i++)
      if (heat->sum[i] != 0)
         return;
   heat->reads = heat->writes = heat->sum;
}

static bool read_offsets(ah_reader *r, const json_t *from, ah_site *site)
{
   const json_t *heat_from = NULL, *histogram;
   if ((r->own != NULL
        && !an_json_optional(&r->json, from, "heat", JSON_OBJECT, &heat_from))
       || !an_json_optional(&r->json, from, "acc", JSON_ARRAY, &histogram))
      return false;
   if (heat_from == NULL && histogram == NULL)
      return true;
   ah_heat *heat = ah_profile_get(r->profile, 1, sizeof *heat);
   if ((heat_from != NULL && !read_heat(r, heat_from, site, heat))
       || (histogram != NULL && !read_histogram(r, histogram, heat)))
      return false;
   set_zeros(heat);
   if (heat->n > 0)
      site->rare->heat = heat;
   return true;
}

/* ---- Bytes never accessed ---- */

static bool is_within(ah_amount part, ah_amount whole)
{
   return part.bytes <= whole.bytes && part.blocks <= whole.blocks;
}

static bool check_never(ah_reader *r, const ah_site *site)
{
   const ah_rare *rare = site->rare;
   const ah_amount *nr = &rare->never_read, *nw = &rare->never_written;
   const ah_amount *nt = &rare->never_touched, *part = &rare->partly;
   if (!is_within(*part, site->total))
      return an_json_fail(&r->json, "part", "is more than was allocated");
   if (!is_within(*nr, site->total) || !is_within(*nw, site->total))
      return an_json_fail(&r->json, is_within(*nr, site->total) ? "nw" : "nr",
                          "is more than was allocated");
   return (is_within(*nt, *nr) && is_within(*nt, *nw))
          || an_json_fail(&r->json, "nt", "is more than nr or nw");
}

bool ah_read_accesses(ah_reader *r, const json_t *from, ah_site *site)
{
   return check_never(r, site) && read_offsets(r, from, site);
}
