/* hp_read_accesses.c -- the reader's part for accesses to a site's blocks: how
   many bytes, how many never, and where within the blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_read_private.h"

#include <string.h>

/* ---- Run-length ---- */

/* Walks over an array of counts in which -n and a count stand for n of that
   count: into `to`, unless that is NULL.  How many there are; -1 after an
   error. */
static int64_t walk_runs(hp_reader *r, const json_t *runs, const char *key,
                         int64_t *to)
{
   int64_t n = 0;
   for (size_t i = 0; i < json_array_size(runs); i++) {
      const json_t *value = json_array_get(runs, i);
      int64_t length = 1;
      if (json_is_integer(value) && json_integer_value(value) < 0) {
         length = json_integer_value(value);
         length = length < -HP_HEAT_MAX ? HP_HEAT_MAX + 1 : -length;
         value = json_array_get(runs, ++i);
      }
      if (!hp_json_is_count(value)) {
         hp_json_fail(&r->json, key, "expected counts, or -n and a count");
         return -1;
      }
      n += length;
      if (n > HP_HEAT_MAX) {
         hp_json_fail(&r->json, key, "has more than %d counts", HP_HEAT_MAX);
         return -1;
      }
      for (int64_t k = n - length; to != NULL && k < n; k++)
         to[k] = json_integer_value(value);
   }
   return n;
}

/* The counts, in the profile's memory; NULL after an error. */
static int64_t *read_runs(hp_reader *r, const json_t *runs, const char *key,
                          size_t *n)
{
   int64_t length = walk_runs(r, runs, key, NULL);
   if (length < 0)
      return NULL;
   *n = (size_t)length;
   int64_t *counts = hp_profile_get(r->profile, *n, sizeof *counts);
   if (counts == NULL)
      hp_reader_no_memory(r);
   else
      walk_runs(r, runs, key, counts);
   return counts;
}

/* ---- Heat ---- */

/* That many counts are there of blocks of size_B bytes; that of size 0 has one
   byte. */
static int64_t count_units(int64_t size_B, int64_t unit_B)
{
   return size_B == 0 ? 1 : (size_B - 1) / unit_B + 1;
}

static bool check_length(hp_reader *r, const hp_site *site,
                         const hp_heat *heat)
{
   int64_t n = (int64_t)heat->n;
   return (n >= count_units(site->min_size, heat->unit_B)
           && n <= count_units(site->max_size, heat->unit_B))
          || hp_json_fail(&r->json, "heat",
                          "has %lld counts of %lld bytes, but blocks have "
                          "%lld to %lld",
                          (long long)n, (long long)heat->unit_B,
                          (long long)site->min_size,
                          (long long)site->max_size);
}

static bool add_up(hp_reader *r, hp_heat *heat)
{
   heat->sum = hp_profile_get(r->profile, heat->n, sizeof *heat->sum);
   if (heat->sum == NULL)
      return hp_reader_no_memory(r);
   for (size_t i = 0; i < heat->n; i++)
      if (__builtin_add_overflow(heat->reads[i], heat->writes[i],
                                 &heat->sum[i]))
         return hp_json_fail(&r->json, "heat", "sums do not fit in 63 bits");
   return true;
}

/* heapprof's, with reads and writes apart. */
static bool read_heat(hp_reader *r, const json_t *from, const hp_site *site,
                      hp_heat *heat)
{
   const json_t *reads, *writes;
   size_t n_writes = 0;
   r->json.place.member = "heat";
   if (!hp_json_count(&r->json, from, "unit", &heat->unit_B)
       || (reads = hp_json_member(&r->json, from, "r", JSON_ARRAY)) == NULL
       || (writes = hp_json_member(&r->json, from, "w", JSON_ARRAY)) == NULL)
      return false;
   if (heat->unit_B == 0)
      return hp_json_fail(&r->json, "unit", "is 0");
   heat->reads = read_runs(r, reads, "r", &heat->n);
   heat->writes = heat->reads == NULL ? NULL
                                      : read_runs(r, writes, "w", &n_writes);
   if (heat->writes == NULL)
      return false;
   if (heat->n != n_writes)
      return hp_json_fail(&r->json, "w", "has %zu counts, r has %zu",
                          n_writes, heat->n);
   r->json.place.member = NULL;
   return check_length(r, site, heat) && add_up(r, heat);
}

/* DHAT's histogram, if it is not that of `heat`; else, whether it is. */
static bool read_histogram(hp_reader *r, const json_t *from, hp_heat *heat)
{
   bool is_told = heat->sum != NULL;
   size_t n;
   int64_t *counts = read_runs(r, from, "acc", &n);
   if (counts == NULL)
      return false;
   if (!is_told) {
      *heat = (hp_heat){ .unit_B = 1, .n = n, .sum = counts };
      return true;
   }
   bool is_same = heat->unit_B == 1 && heat->n == n;
   for (size_t i = 0; i < n && is_same; i++)
      is_same = counts[i] == hp_heat_acc(heat, i);
   return is_same || hp_json_fail(&r->json, "acc", "differs from heat");
}

/* Where all counts are 0, each of reads and writes is known to be. */
static void set_zeros(hp_heat *heat)
{
   if (heat->reads != NULL)
      return;
   for (size_t i = 0; i < heat->n; i++)
      if (heat->sum[i] != 0)
         return;
   heat->reads = heat->writes = heat->sum;
}

static bool read_places(hp_reader *r, const json_t *from, hp_site *site)
{
   const json_t *heat_from = NULL, *histogram;
   if ((r->own != NULL
        && !hp_json_optional(&r->json, from, "heat", JSON_OBJECT, &heat_from))
       || !hp_json_optional(&r->json, from, "acc", JSON_ARRAY, &histogram))
      return false;
   if (heat_from == NULL && histogram == NULL)
      return true;
   hp_heat *heat = hp_profile_get(r->profile, 1, sizeof *heat);
   if (heat == NULL)
      return hp_reader_no_memory(r);
   if ((heat_from != NULL && !read_heat(r, heat_from, site, heat))
       || (histogram != NULL && !read_histogram(r, histogram, heat)))
      return false;
   set_zeros(heat);
   if (heat->n > 0)
      site->heat = heat;
   return true;
}

/* ---- Never ---- */

static bool is_within(hp_amount part, hp_amount whole)
{
   return part.bytes <= whole.bytes && part.blocks <= whole.blocks;
}

static bool read_never(hp_reader *r, const json_t *from, hp_site *site)
{
   hp_amount *nr = &site->never_read, *nw = &site->never_written;
   hp_amount *nt = &site->never_touched;
   if (!hp_read_pair(r, from, "nr", &nr->bytes, &nr->blocks)
       || !hp_read_pair(r, from, "nw", &nw->bytes, &nw->blocks)
       || !hp_read_pair(r, from, "nt", &nt->bytes, &nt->blocks))
      return false;
   if (!is_within(*nr, site->total) || !is_within(*nw, site->total))
      return hp_json_fail(&r->json, is_within(*nr, site->total) ? "nw" : "nr",
                          "is more than was allocated");
   return (is_within(*nt, *nr) && is_within(*nt, *nw))
          || hp_json_fail(&r->json, "nt", "is more than nr or nw");
}

/* ---- All of a site ---- */

bool hp_read_accesses(hp_reader *r, const json_t *from, hp_site *site)
{
   return hp_json_count(&r->json, from, "rb", &site->reads)
          && hp_json_count(&r->json, from, "wb", &site->writes)
          && (r->own == NULL || read_never(r, from, site))
          && read_places(r, from, site);
}
