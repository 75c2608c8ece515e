/* hp_read_sites.c -- the reader's allocation sites, and their sums.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_read_private.h"

#include "an_fail.h"
#include "tk_hash.h"

#include <string.h>

/* ---- DHAT's values ---- */

static bool read_amount(hp_reader *r, const json_t *site, const char *bytes,
                        const char *blocks, hp_amount *amount)
{
   return hp_json_count(&r->json, site, bytes, &amount->bytes)
          && hp_json_count(&r->json, site, blocks, &amount->blocks);
}

static bool read_amounts(hp_reader *r, const json_t *from, hp_site *site)
{
   if (!read_amount(r, from, "tb", "tbk", &site->total))
      return false;
   if (r->profile->has_lifetimes
       && (!hp_json_count(&r->json, from, "tl", &site->lifetime)
           || !read_amount(r, from, "mb", "mbk", &site->max)
           || !read_amount(r, from, "gb", "gbk", &site->at_peak)
           || !read_amount(r, from, "eb", "ebk", &site->at_end)))
      return false;
   return !r->profile->has_accesses
          || (hp_json_count(&r->json, from, "rb", &site->reads)
              && hp_json_count(&r->json, from, "wb", &site->writes));
}

static bool read_path(hp_reader *r, const json_t *from, hp_site *site)
{
   const json_t *path = hp_json_member(&r->json, from, "fs", JSON_ARRAY);
   if (path == NULL)
      return false;
   site->n_frames = json_array_size(path);
   uint32_t *frames
      = hp_profile_get(r->profile, site->n_frames, sizeof *frames);
   if (frames == NULL)
      return hp_reader_no_memory(r);
   for (size_t i = 0; i < site->n_frames; i++) {
      const json_t *index = json_array_get(path, i);
      if (!hp_json_is_count(index)
          || (uint64_t)json_integer_value(index) >= r->profile->n_frames)
         return hp_json_fail(&r->json, "fs", "%zu is no index into ftbl", i);
      frames[i] = (uint32_t)json_integer_value(index);
   }
   site->frames = frames;
   return true;
}

/* ---- heapprof's values, each left out if it is 0 ---- */

static bool read_sizes(hp_reader *r, const json_t *from, hp_site *site)
{
   const json_t *histogram;
   int64_t last = -1, pair[2];
   bool is_there;
   if (!hp_json_optional_counts(&r->json, from, "size", 2, pair, &is_there)
       || !hp_json_optional(&r->json, from, "hist", JSON_ARRAY, &histogram))
      return false;
   if (is_there) {
      site->min_size = pair[0];
      site->max_size = pair[1];
   }
   if (histogram == NULL)
      return true;
   site->size_classes = hp_profile_get(r->profile, HP_SIZE_CLASSES,
                                       sizeof *site->size_classes);
   if (site->size_classes == NULL)
      return hp_reader_no_memory(r);
   for (size_t i = 0; i < json_array_size(histogram); i++) {
      if (!hp_json_counts(&r->json, json_array_get(histogram, i), "hist", 2,
                          pair))
         return false;
      if (pair[0] <= last || pair[0] >= HP_SIZE_CLASSES)
         return hp_json_fail(&r->json, "hist",
                             "expected classes up to %d, ascending",
                             HP_SIZE_CLASSES - 1);
      last = pair[0];
      site->size_classes[last] = pair[1];
   }
   return true;
}

static bool read_threads(hp_reader *r, const json_t *from, hp_site *site)
{
   const json_t *shares;
   int64_t values[3];
   if (!hp_json_optional(&r->json, from, "thr", JSON_ARRAY, &shares))
      return false;
   if (shares == NULL)
      return true;
   site->n_threads = json_array_size(shares);
   site->threads = hp_profile_get(r->profile, site->n_threads,
                                  sizeof *site->threads);
   if (site->threads == NULL)
      return hp_reader_no_memory(r);
   for (size_t i = 0; i < site->n_threads; i++) {
      if (!hp_json_counts(&r->json, json_array_get(shares, i), "thr", 3,
                          values))
         return false;
      if (values[0] > UINT32_MAX
          || (i > 0 && values[0] <= site->threads[i - 1].thread))
         return hp_json_fail(&r->json, "thr",
                             "expected numbers of threads, ascending");
      site->threads[i] = (hp_thread_share){
         (uint32_t)values[0], { .blocks = values[1], .bytes = values[2] }
      };
   }
   return true;
}

static bool read_own_values(hp_reader *r, const json_t *from, hp_site *site)
{
   int64_t v[4] = { 0 }, pair[2] = { 0 };
   bool is_there;
   hp_json *json = &r->json;
   if (!hp_json_optional_counts(json, from, "tmp", 2, pair, &is_there))
      return false;
   site->temporary = (hp_amount){ .blocks = pair[0], .bytes = pair[1] };
   memset(pair, 0, sizeof pair);
   if (!hp_json_optional_counts(json, from, "fail", 2, pair, &is_there)
       || !hp_json_optional_counts(json, from, "life", 4, v, &is_there))
      return false;
   site->failed = (hp_amount){ .blocks = pair[0], .bytes = pair[1] };
   site->freed_blocks = v[0];
   site->shortest = v[1];
   site->longest = v[2];
   site->freed_lifetime = v[3];
   if (json_object_get(from, "re") != NULL
       && !hp_json_count(json, from, "re", &site->reallocs))
      return false;
   return read_sizes(r, from, site) && read_threads(r, from, site);
}

/* ---- No path twice ---- */

static uint64_t hash_path(const hp_site *site)
{
   return tk_hash_word(tk_hash_bytes((const char *)site->frames,
                                     site->n_frames * sizeof *site->frames));
}

static bool is_same_path(const hp_site *a, const hp_site *b)
{
   return a->n_frames == b->n_frames
          && memcmp(a->frames, b->frames, a->n_frames * sizeof *a->frames)
                == 0;
}

static bool check_paths(hp_reader *r)
{
   const hp_profile *p = r->profile;
   size_t n_slots = 16;
   while (n_slots < p->n_sites * 2)
      n_slots *= 2;
   /* A site's number, from 1; 0: free. */
   uint32_t *slots = tk_get(r->alloc, HP_READ_LABEL, n_slots * sizeof *slots);
   if (slots == NULL)
      return hp_reader_no_memory(r);
   memset(slots, 0, n_slots * sizeof *slots);
   bool ok = true;
   for (size_t i = 0; i < p->n_sites && ok; i++) {
      size_t at = hash_path(&p->sites[i]) & (n_slots - 1);
      while (ok && slots[at] != 0) {
         size_t other = slots[at] - 1;
         if (is_same_path(&p->sites[other], &p->sites[i])) {
            r->json.place = (hp_json_place){ "pps", i, NULL };
            ok = hp_json_fail(&r->json, "fs", "the same path as pps[%zu]",
                              other);
         }
         at = (at + 1) & (n_slots - 1);
      }
      slots[at] = (uint32_t)i + 1;
   }
   tk_put(r->alloc, slots);
   return ok;
}

/* ---- All sites ---- */

bool hp_read_sites(hp_reader *r)
{
   hp_profile *p = r->profile;
   const json_t *sites = hp_json_member(&r->json, r->root, "pps", JSON_ARRAY);
   if (sites == NULL)
      return false;
   size_t n = json_array_size(sites);
   if (n >= UINT32_MAX)
      return hp_json_fail(&r->json, "pps", "is too long");
   p->sites = hp_profile_get(p, n, sizeof *p->sites);
   if (p->sites == NULL)
      return hp_reader_no_memory(r);
   p->n_sites = n;
   for (size_t i = 0; i < n; i++) {
      const json_t *from = json_array_get(sites, i);
      r->json.place = (hp_json_place){ "pps", i, NULL };
      if (!json_is_object(from))
         return hp_json_fail(&r->json, NULL, "expected an object");
      if (!read_amounts(r, from, &p->sites[i])
          || !read_path(r, from, &p->sites[i])
          || (r->own != NULL && !read_own_values(r, from, &p->sites[i])))
         return false;
   }
   r->json.place = (hp_json_place){ .array = NULL };
   return check_paths(r);
}

/* ---- Sums ---- */

bool hp_read_sum_sites(hp_reader *r)
{
   hp_totals *sums = &r->profile->totals;
   for (size_t i = 0; i < r->profile->n_sites; i++) {
      const hp_site *site = &r->profile->sites[i];
      /* Of the bytes that were refused one site may have all that fit. */
      hp_amount failed = { .blocks = sums->failed };
      hp_amount more = { .blocks = site->failed.blocks };
      hp_amount freed = { .blocks = site->freed_blocks };
      if (!hp_amount_add(&sums->total, site->total)
          || !hp_amount_add(&sums->peak, site->at_peak)
          || !hp_amount_add(&sums->end, site->at_end)
          || !hp_amount_add(&sums->temporary, site->temporary)
          || !hp_amount_add(&sums->freed, freed)
          || !hp_amount_add(&failed, more)
          || __builtin_add_overflow(sums->reallocs, site->reallocs,
                                    &sums->reallocs)) {
         r->json.place = (hp_json_place){ "pps", i, NULL };
         return hp_json_fail(&r->json, NULL,
                             "the sites' sums do not fit in 63 bits");
      }
      sums->failed = failed.blocks;
   }
   return true;
}
