/* ah_scan_site.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_scan_site.h"

#include "base/tk_array.h"

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
   return end > start && end - start <= DIGITS_MAX
          && (first != '0' || end - start == 1);
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
      if (!TK_ARRAY_ROOM(r->alloc, AH_READ_LABEL, scan->frames, n, scan->frames_room)
          || !take_count(at, &frame) || (uint64_t)frame >= r->profile->n_frames)
         return false;
      scan->frames[n++] = (uint32_t)frame;
   } while (take_character(at, ','));
   site->n_frames = (uint32_t)n;
   site->frames = ah_profile_copy(r->profile, scan->frames, n * sizeof *scan->frames);
   return site->frames != NULL && take_character(at, ']');
}

static bool take_sizes(ah_reader *r, const char **at, ah_site *site)
{
   ah_size_class classes[AH_SIZE_CLASSES];
   size_t n = 0;
   int64_t pair[2], last = -1;
   do {
      if (!take_character(at, '[') || !take_counts(at, pair, 2) || pair[0] <= last
          || pair[0] >= AH_SIZE_CLASSES)
         return false;
      last = pair[0];
      classes[n++] = (ah_size_class){ pair[1], (uint32_t)last };
   } while (take_character(at, ','));
   site->n_size_classes = (uint8_t)n;
   site->size_classes = ah_profile_copy(r->profile, classes, n * sizeof *classes);
   return site->size_classes != NULL && take_character(at, ']');
}

static bool take_threads(ah_reader *r, ah_scan *scan, const char **at, ah_site *site)
{
   size_t n = 0;
   do {
      int64_t v[3];
      if (!TK_ARRAY_ROOM(r->alloc, AH_READ_LABEL, scan->threads, n, scan->threads_room)
          || !take_character(at, '[') || !take_counts(at, v, 3) || v[0] > UINT32_MAX
          || (n > 0 && v[0] <= scan->threads[n - 1].thread))
         return false;
      scan->threads[n++]
         = (ah_thread_share){ (uint32_t)v[0], { .blocks = v[1], .bytes = v[2] } };
   } while (take_character(at, ','));
   ah_rare *rare = site->rare;
   rare->n_threads = (uint32_t)n;
   rare->threads = ah_profile_copy(r->profile, scan->threads, n * sizeof *scan->threads);
   return rare->threads != NULL && take_character(at, ']');
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

enum { COUNT, COUNTS, PATH, SIZES, THREADS, CUT };

/* Each may be once.  Those of lifetimes and of heapprof only where the profile has
   them.  Those that are rare are no part of ah_site. */
enum { REQUIRED = 1, LIFETIMES = 2, OWN = 4, RARE = 8 };

typedef struct {
   char name[6]; /* with the quotation mark that ends it */
   uint8_t kind, of, n;
   uint16_t to[4]; /* of the n counts: where they are in a site, or in its rare values */
} key;

#define TO(member) offsetof(ah_site, member)
#define TO_RARE(member) offsetof(ah_rare, member)

/* In the order of the file. */
static const key keys[] = {
   { "tb\"", COUNT, REQUIRED, 1, { TO(total.bytes) } },
   { "tbk\"", COUNT, REQUIRED, 1, { TO(total.blocks) } },
   { "tl\"", COUNT, REQUIRED | LIFETIMES, 1, { TO(lifetime) } },
   { "mb\"", COUNT, REQUIRED | LIFETIMES, 1, { TO(max.bytes) } },
   { "mbk\"", COUNT, REQUIRED | LIFETIMES, 1, { TO(max.blocks) } },
   { "gb\"", COUNT, REQUIRED | LIFETIMES, 1, { TO(at_peak.bytes) } },
   { "gbk\"", COUNT, REQUIRED | LIFETIMES, 1, { TO(at_peak.blocks) } },
   { "eb\"", COUNT, REQUIRED | LIFETIMES, 1, { TO(at_end.bytes) } },
   { "ebk\"", COUNT, REQUIRED | LIFETIMES, 1, { TO(at_end.blocks) } },
   { "tmp\"", COUNTS, OWN, 2, { TO(temporary.blocks), TO(temporary.bytes) } },
   { "size\"", COUNTS, OWN, 2, { TO(min_size), TO(max_size) } },
   { "hist\"", SIZES, OWN, 0, { 0 } },
   { "life\"", COUNTS, OWN, 4,
     { TO(freed_blocks), TO(shortest), TO(longest), TO(freed_lifetime) } },
   { "re\"", COUNT, OWN | RARE, 1, { TO_RARE(reallocs) } },
   { "mv\"", COUNTS, OWN | RARE, 2, { TO_RARE(moved.blocks), TO_RARE(moved.bytes) } },
   { "fail\"", COUNTS, OWN | RARE, 2,
     { TO_RARE(failed.blocks), TO_RARE(failed.bytes) } },
   { "thr\"", THREADS, OWN, 0, { 0 } },
   { "cut\"", CUT, OWN, 0, { 0 } },
   { "fs\"", PATH, REQUIRED, 0, { 0 } },
};

enum { N_KEYS = sizeof keys / sizeof keys[0] };

/* The number of the key whose name begins at `at`, looked for from the last one on;
   N_KEYS if it is none. */
static size_t find_key(const char *at, size_t last)
{
   for (size_t k = 1; k <= N_KEYS; k++) {
      size_t i = last + k < N_KEYS ? last + k : last + k - N_KEYS;
      size_t n = 0;
      while (keys[i].name[n] != '\0' && keys[i].name[n] == at[n])
         n++;
      if (keys[i].name[n] == '\0')
         return i;
   }
   return N_KEYS;
}

static bool take_value(ah_reader *r, ah_scan *scan, const key *k, const char **at,
                       ah_site *site)
{
   int64_t counts[4];
   if (k->kind == COUNT ? !take_count(at, &counts[0])
                        : k->kind != CUT && !take_character(at, '['))
      return false;
   switch (k->kind) {
   case COUNTS:
      if (!take_counts(at, counts, k->n))
         return false;
      break;
   case PATH:    return take_path(r, scan, at, site);
   case SIZES:   return take_sizes(r, at, site);
   case THREADS: return take_threads(r, scan, at, site);
   case CUT:     return site->is_cut = take_true(at);
   default:      break;
   }
   char *to = (k->of & RARE) != 0 ? (char *)site->rare : (char *)site;
   for (size_t i = 0; i < k->n; i++)
      memcpy(to + k->to[i], &counts[i], sizeof counts[i]);
   return true;
}

/* ---- The site ---- */

/* Whether the keys, a bit each, are all that are required. */
static bool has_required(uint32_t seen, unsigned of)
{
   for (size_t i = 0; i < N_KEYS; i++)
      if ((keys[i].of & REQUIRED) != 0 && (keys[i].of & ~of) == 0
          && (seen >> i & 1) == 0)
         return false;
   return true;
}

bool ah_scan_site(ah_reader *r, ah_scan *scan, const char *text, ah_site *site,
                  size_t *n_B)
{
   const char *at = text;
   unsigned of = REQUIRED | RARE | (r->profile->has_lifetimes ? LIFETIMES : 0u)
                 | (r->own != NULL ? OWN : 0u);
   uint32_t seen = 0;
   size_t i = N_KEYS - 1;
   ah_reader_begin_site(r, site);
   if (r->profile->has_accesses || !take_character(&at, '{'))
      return false;
   do {
      if (!take_character(&at, '"') || (i = find_key(at, i)) == N_KEYS
          || (keys[i].of & ~of) != 0 || (seen >> i & 1) != 0)
         return false;
      seen |= (uint32_t)1 << i;
      at += strlen(keys[i].name);
      if (!take_character(&at, ':') || !take_value(r, scan, &keys[i], &at, site))
         return false;
   } while (take_character(&at, ','));
   *n_B = (size_t)(at + 1 - text);
   return *at == '}' && has_required(seen, of)
          && r->rare.moved.blocks <= r->rare.reallocs && ah_reader_end_site(r, site);
}

void ah_scan_free(const ah_reader *r, ah_scan *scan)
{
   tk_put(r->alloc, scan->frames);
   tk_put(r->alloc, scan->threads);
   *scan = (ah_scan){ .frames = NULL };
}
