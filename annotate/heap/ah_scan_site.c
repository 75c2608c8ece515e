/* ah_scan_site.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_scan_site.h"

#include "base/tk_array.h"
#include "heap/ah_site_keys.h"

#include <string.h>

/* ---- Tokens ---- */

static char skip_blanks(const char **at)
{
   while (**at == ' ' || **at == '\n' || **at == '\t' || **at == '\r')
      ++*at;
   return **at;
}

static bool take_character(const char **at, char c)
{
   bool is_there = skip_blanks(at) == c;
   *at += is_there;
   return is_there;
}

/* A count of up to 18 digits, which always fits. */
static bool take_count(const char **at, int64_t *count)
{
   enum { DIGITS_MAX = 18 };
   char first = skip_blanks(at);
   const char *start = *at, *end = start;
   uint64_t value = 0;
   unsigned digit;
   while ((digit = (unsigned)(*end - '0')) <= 9) {
      value = value * 10 + digit;
      end++;
   }
   *at = end;
   *count = (int64_t)value;
   return end > start && end - start <= DIGITS_MAX && (first != '0' || end - start == 1);
}

/* The rest of an array of n counts. */
static bool take_counts(const char **at, int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (!take_count(at, &counts[i]) || !take_character(at, i + 1 < n ? ',' : ']'))
         return false;
   return true;
}

/* ---- Lists ---- */

/* The bracket that opened the list is taken. */
static bool take_path(ah_reader *r, ah_scan *scan, const char **at, ah_site *site)
{
   size_t n = 0;
   if (take_character(at, ']'))
      return false; /* no frames: rare */
   do {
      int64_t frame;
      TK_ARRAY_ROOM(r->alloc, AN_LABEL, scan->frames, n, scan->frames_room);
      if (!take_count(at, &frame) || (uint64_t)frame >= r->profile->n_frames)
         return false;
      scan->frames[n++] = (uint32_t)frame;
   } while (take_character(at, ','));
   site->n_frames = (uint32_t)n;
   site->frames = ah_profile_copy(r->profile, scan->frames, n * sizeof *scan->frames);
   return take_character(at, ']');
}

static bool take_classes(ah_reader *r, const char **at, ah_classes *to)
{
   ah_class classes[AH_CLASSES];
   size_t n = 0;
   int64_t pair[2], last = -1;
   do {
      if (!take_character(at, '[') || !take_counts(at, pair, 2) || pair[0] <= last
          || pair[0] >= AH_CLASSES)
         return false;
      last = pair[0];
      classes[n++] = (ah_class){ pair[1], (uint32_t)last };
   } while (take_character(at, ','));
   to->n = n;
   to->of = ah_profile_copy(r->profile, classes, n * sizeof *classes);
   return take_character(at, ']');
}

static bool take_threads(ah_reader *r, ah_scan *scan, const char **at, ah_site *site)
{
   size_t n = 0;
   do {
      int64_t v[3];
      TK_ARRAY_ROOM(r->alloc, AN_LABEL, scan->threads, n, scan->threads_room);
      if (!take_character(at, '[') || !take_counts(at, v, 3) || v[0] > UINT32_MAX
          || (n > 0 && v[0] <= scan->threads[n - 1].thread))
         return false;
      scan->threads[n++] = (ah_thread_share){ (uint32_t)v[0],
                                              { .blocks = v[1], .bytes = v[2] } };
   } while (take_character(at, ','));
   ah_rare *rare = site->rare;
   rare->n_threads = (uint32_t)n;
   rare->threads = ah_profile_copy(r->profile, scan->threads, n * sizeof *scan->threads);
   return take_character(at, ']');
}

static bool take_true(const char **at)
{
   static const char word[] = "true";
   skip_blanks(at);
   if (strncmp(*at, word, sizeof word - 1) != 0)
      return false;
   *at += sizeof word - 1;
   return true;
}

/* ---- Keys ---- */

/* The number of the key whose name begins at `at`, looked for from the last one on;
   AH_SITE_KEYS if it is none. */
static size_t find_key(const char *at, size_t last)
{
   for (size_t k = 1; k <= AH_SITE_KEYS; k++) {
      size_t i = last + k < AH_SITE_KEYS ? last + k : last + k - AH_SITE_KEYS;
      const char *name = ah_site_keys[i].name;
      size_t n = 0;
      while (name[n] != '\0' && name[n] == at[n])
         n++;
      if (name[n] == '\0' && at[n] == '"')
         return i;
   }
   return AH_SITE_KEYS;
}

static bool take_value(ah_reader *r, ah_scan *scan, const ah_site_key *k, const char **at,
                       ah_site *site)
{
   int64_t counts[AH_KEY_COUNTS_MOST];
   if (k->kind == AH_KEY_COUNT ? !take_count(at, &counts[0])
                               : k->kind != AH_KEY_CUT && !take_character(at, '['))
      return false;
   switch (k->kind) {
   case AH_KEY_COUNTS:
      if (!take_counts(at, counts, k->n))
         return false;
      break;
   case AH_KEY_PATH: return take_path(r, scan, at, site);
   case AH_KEY_CLASSES: return take_classes(r, at, ah_site_key_classes(k, site));
   case AH_KEY_THREADS: return take_threads(r, scan, at, site);
   case AH_KEY_CUT: return site->is_cut = take_true(at);
   default: break;
   }
   ah_site_key_set(k, site, counts);
   return true;
}

/* ---- The site ---- */

/* Whether the keys, a bit each, are all that are required. */
static bool has_required(uint32_t seen, unsigned of)
{
   for (size_t i = 0; i < AH_SITE_KEYS; i++)
      if ((ah_site_keys[i].of & AH_KEY_REQUIRED) != 0 && (ah_site_keys[i].of & ~of) == 0
          && (seen >> i & 1) == 0)
         return false;
   return true;
}

bool ah_scan_site(ah_reader *r, ah_scan *scan, const char *text, ah_site *site,
                  size_t *n_B)
{
   const char *at = text;
   unsigned of = ah_site_keys_of(r->profile, r->own != NULL);
   uint32_t seen = 0;
   size_t i = AH_SITE_KEYS - 1;
   ah_reader_begin_site(r, site);
   if (r->profile->has_accesses || !take_character(&at, '{'))
      return false;
   do {
      if (!take_character(&at, '"') || (i = find_key(at, i)) == AH_SITE_KEYS
          || (ah_site_keys[i].of & ~of) != 0 || (seen >> i & 1) != 0)
         return false;
      seen |= (uint32_t)1 << i;
      at += strlen(ah_site_keys[i].name) + 1;
      if (!take_character(&at, ':') || !take_value(r, scan, &ah_site_keys[i], &at, site))
         return false;
   } while (take_character(&at, ','));
   *n_B = (size_t)(at + 1 - text);
   if (*at != '}' || !has_required(seen, of) || r->rare.moved.blocks > r->rare.reallocs)
      return false;
   ah_reader_end_site(r, site);
   return true;
}

void ah_scan_free(const ah_reader *r, ah_scan *scan)
{
   tk_put(r->alloc, scan->frames);
   tk_put(r->alloc, scan->threads);
   *scan = (ah_scan){ .frames = NULL };
}
