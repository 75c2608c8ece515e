/* ah_read_sites.c -- reads the allocation sites, and sums them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_merge_parts.h"
#include "heap/ah_reader.h"
#include "heap/ah_scan_site.h"
#include "heap/ah_site_keys.h"

#include "base/an_overflow.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#include <string.h>

/* ---- Values ---- */

static bool read_path(ah_reader *r, const json_t *from, ah_site *site)
{
   const json_t *path = an_json_member(&r->json, from, "fs", JSON_ARRAY);
   if (path == NULL)
      return false;
   site->n_frames = (uint32_t)json_array_size(path);
   uint32_t *frames = ah_profile_get(r->profile, site->n_frames, sizeof *frames);
   for (size_t i = 0; i < site->n_frames; i++) {
      const json_t *index = json_array_get(path, i);
      if (!an_json_is_count(index)
          || (uint64_t)json_integer_value(index) >= r->profile->n_frames)
         return an_json_fail(&r->json, "fs", "%zu is not an index into ftbl", i);
      frames[i] = (uint32_t)json_integer_value(index);
   }
   site->frames = frames;
   return true;
}

static bool read_classes(ah_reader *r, const json_t *from, const char *key,
                         ah_classes *to)
{
   const json_t *histogram;
   int64_t last = -1, pair[2];
   if (!an_json_optional(&r->json, from, key, JSON_ARRAY, &histogram))
      return false;
   if (histogram == NULL)
      return true;
   ah_class classes[AH_CLASSES];
   for (size_t i = 0; i < json_array_size(histogram); i++) {
      if (!an_json_counts(&r->json, json_array_get(histogram, i), key, 2, pair))
         return false;
      if (pair[0] <= last || pair[0] >= AH_CLASSES)
         return an_json_fail(&r->json, key, "expected classes up to %d, ascending",
                             AH_CLASSES - 1);
      last = pair[0];
      classes[to->n++] = (ah_class){ pair[1], (uint32_t)last };
   }
   to->of = ah_profile_copy(r->profile, classes, to->n * sizeof *classes);
   return true;
}

static bool read_threads(ah_reader *r, const json_t *from, ah_site *site)
{
   const json_t *shares;
   int64_t values[3];
   if (!an_json_optional(&r->json, from, "thr", JSON_ARRAY, &shares))
      return false;
   if (shares == NULL)
      return true;
   site->rare->n_threads = (uint32_t)json_array_size(shares);
   site->rare->threads = ah_profile_get(r->profile, site->rare->n_threads,
                                        sizeof *site->rare->threads);
   for (size_t i = 0; i < site->rare->n_threads; i++) {
      if (!an_json_counts(&r->json, json_array_get(shares, i), "thr", 3, values))
         return false;
      if (values[0] > UINT32_MAX
          || (i > 0 && values[0] <= site->rare->threads[i - 1].thread))
         return an_json_fail(&r->json, "thr", "expected numbers of threads, ascending");
      site->rare->threads[i] = (ah_thread_share){
         (uint32_t)values[0], { .blocks = values[1], .bytes = values[2] }
      };
   }
   return true;
}

static bool read_key(ah_reader *r, const json_t *from, const ah_site_key *k,
                     ah_site *site)
{
   int64_t counts[AH_KEY_COUNTS_MOST] = { 0 };
   bool is_there = json_object_get(from, k->name) != NULL;
   switch (k->kind) {
   case AH_KEY_COUNT:
      if ((is_there || (k->of & AH_KEY_REQUIRED) != 0)
          && !an_json_count(&r->json, from, k->name, counts))
         return false;
      break;
   case AH_KEY_COUNTS:
      if (!an_json_optional_counts(&r->json, from, k->name, k->n, counts, &is_there))
         return false;
      break;
   case AH_KEY_PATH: return read_path(r, from, site);
   case AH_KEY_CLASSES:
      return read_classes(r, from, k->name, ah_site_key_classes(k, site));
   case AH_KEY_THREADS: return read_threads(r, from, site);
   case AH_KEY_CUT:
      return !is_there || an_json_bool(&r->json, from, k->name, &site->is_cut);
   default: break; /* ah_read_accesses, after the rest */
   }
   ah_site_key_set(k, site, counts);
   return true;
}

/* Old are the blocks that were live at the last zero. */
static bool check_own(ah_reader *r, const ah_site *site)
{
   const ah_rare *rare = site->rare;
   if (rare->old.bytes > site->total.bytes || rare->old.blocks > site->total.blocks
       || rare->old_freed > rare->old.blocks || rare->old_freed > site->freed_blocks
       || rare->old_lifetime > site->freed_lifetime)
      return an_json_fail(&r->json, "old", "is more than all blocks");
   return rare->moved.blocks <= rare->reallocs
          || an_json_fail(&r->json, "mv", "is more than re");
}

/* ---- Each path is listed once; other writers' are added up ---- */

/* Hashes a path like tk_hash_bytes, a frame at a time. */
static uint64_t hash_path(const ah_site *site)
{
   uint64_t hash = site->n_frames;
   for (size_t i = 0; i < site->n_frames; i++)
      hash = (hash ^ site->frames[i]) * 0x100000001b3u;
   return tk_hash_word(hash);
}

static bool is_same_path(const ah_site *a, const ah_site *b)
{
   return a->n_frames == b->n_frames
          && memcmp(a->frames, b->frames, a->n_frames * sizeof *a->frames) == 0;
}

/* Adds the site to the first n, or to the one of them that has its path. */
static bool add_path(ah_reader *r, tk_table *table, size_t *n, size_t i)
{
   ah_site *sites = r->profile->sites;
   uint64_t hash = hash_path(&sites[i]);
   TK_TABLE_EACH(other, table, hash)
      if (is_same_path(&sites[other], &sites[i])) {
         r->json.place = an_json_at("pps", i);
         if (r->own != NULL)
            return an_json_fail(&r->json, "fs", "the same path as pps[%zu]",
                                (size_t)other);
         ah_site_add(&sites[other], &sites[i], r->profile);
         return !an_overflow_take()
                || an_json_fail(&r->json, NULL, "the sites' sums do not fit in 63 bits");
      }
   tk_table_add(table, hash, (uint32_t)*n);
   sites[(*n)++] = sites[i];
   return true;
}

static bool add_paths(ah_reader *r)
{
   tk_table table = { .alloc = r->alloc, .label = AN_LABEL };
   size_t n = 0;
   bool ok = true;
   for (size_t i = 0; i < r->profile->n_sites && ok; i++)
      ok = add_path(r, &table, &n, i);
   tk_table_fini(&table);
   r->profile->n_sites = n;
   return ok;
}

/* ---- All sites ---- */

static bool read_site(ah_reader *r, const json_t *from, ah_site *site)
{
   unsigned of = ah_site_keys_of(r->profile, r->own != NULL) | AH_KEY_CHECKED;
   ah_reader_begin_site(r, site);
   for (size_t i = 0; i < AH_SITE_KEYS; i++)
      if ((ah_site_keys[i].of & ~of) == 0 && !read_key(r, from, &ah_site_keys[i], site))
         return false;
   if (!check_own(r, site)
       || (r->profile->has_accesses && !ah_read_accesses(r, from, site)))
      return false;
   ah_reader_end_site(r, site);
   return true;
}

/* The next site as a tree; *is_there: there is one. */
static bool read_tree(ah_reader *r, size_t i, bool *is_there)
{
   json_t *from;
   if (!an_json_next(r->text, &from, r->json.error))
      return false;
   *is_there = from != NULL;
   if (from == NULL)
      return true;
   r->json.place = an_json_at("pps", i);
   bool ok = json_is_object(from) ? read_site(r, from, &r->profile->sites[i])
                                  : an_json_fail(&r->json, NULL, "expected an object");
   json_decref(from);
   return ok;
}

/* The objects of the list; they were only counted before. */
static bool read_listed(ah_reader *r, ah_scan *scan)
{
   bool is_there = true;
   for (size_t i = 0; is_there; i++) {
      const char *text;
      size_t n_B;
      if (!an_json_peek(r->text, &text, r->json.error))
         return false;
      if (text != NULL && i < r->profile->n_sites) {
         ah_site *site = &r->profile->sites[i];
         if (ah_scan_site(r, scan, text, site, &n_B)) {
            an_json_take(r->text, n_B);
            continue;
         }
      }
      if (!read_tree(r, i, &is_there))
         return false;
   }
   return true;
}

bool ah_read_sites(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *sites = an_json_member(&r->json, r->root, "pps", JSON_ARRAY);
   size_t n = r->text->n_listed;
   if (sites == NULL)
      return false;
   if (json_array_size(sites) > 0)
      return an_json_fail(&r->json, "pps", "the key has escapes");
   if (n >= UINT32_MAX)
      return an_json_fail(&r->json, "pps", "is too long");
   p->sites = ah_profile_room(p, n, sizeof *p->sites);
   p->n_sites = n;
   ah_scan scan = { .frames = NULL };
   bool ok = read_listed(r, &scan);
   ah_scan_free(r, &scan);
   if (!ok)
      return false;
   r->json.place = (an_json_place){ .array = NULL };
   return add_paths(r);
}

/* ---- Sums ---- */

bool ah_read_sum_sites(ah_reader *r)
{
   ah_totals *sums = &r->profile->totals;
   for (size_t i = 0; i < r->profile->n_sites; i++) {
      const ah_site *site = &r->profile->sites[i];
      const ah_rare *rare = ah_site_rare(site);
      /* Refused bytes are not summed: one site can have as many as fit. */
      if (!ah_amount_add(&sums->total, site->total)
          || !ah_amount_add(&sums->peak, site->at_peak)
          || !ah_amount_add(&sums->end, site->at_end)
          || !ah_amount_add(&sums->temporary, site->temporary)
          || !ah_count_add(&sums->freed.blocks, site->freed_blocks)
          || !ah_count_add(&sums->failed, rare->failed.blocks)
          || !ah_count_add(&sums->reallocs, rare->reallocs)
          || !ah_count_add(&sums->reads, rare->reads)
          || !ah_count_add(&sums->writes, rare->writes)
          || !ah_amount_add(&sums->never_read, rare->never_read)
          || !ah_amount_add(&sums->never_written, rare->never_written)
          || !ah_amount_add(&sums->never_touched, rare->never_touched)
          || !ah_amount_add(&sums->partly, rare->partly)
          || !ah_amount_add(&sums->old, rare->old)
          || !ah_amount_add(&sums->moved, rare->moved)) {
         r->json.place = an_json_at("pps", i);
         return an_json_fail(&r->json, NULL, "the sites' sums do not fit in 63 bits");
      }
   }
   return true;
}
