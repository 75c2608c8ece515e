/* ah_findings.c -- what a profile says is wrong with a program's use of memory.

   Savings from accesses are bounds, because a profile has only sums over a
   site's blocks.  If they have several sizes, which of them were untouched is
   unknown.  If they were reallocated, the sum counts all their sizes, not the
   last ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings.h"

#include "base/an_decimal.h"
#include "base/tk_array.h"
#include "heap/ah_heat.h"
#include "heap/ah_owner.h"
#include "heap/ah_rank.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const struct {
   const char *name, *title;
} kinds[AH_N_KINDS] = {
   [AH_UNTOUCHED] = { "untouched", "Never touched: allocate when needed, or "
                                   "not at all" },
   [AH_UNREAD] = { "unread", "Written, never read: the data was not needed" },
   [AH_EMPTY] = { "empty", "Mostly empty: allocate less, or let it grow" },
   [AH_SHORT] = { "short", "Short-lived and hot: use the stack, a pool, or one "
                           "block again and again" },
   [AH_GROWN] = { "grown", "Grown by small reallocations (bytes copied, calls): "
                           "grow by a factor, or once" },
   [AH_LEAKED] = { "leaked", "Alive at the end: leaked, unless still in use" },
};

const char *ah_finding_name(ah_finding_kind kind)
{
   return kinds[kind].name;
}

const char *ah_finding_title(ah_finding_kind kind)
{
   return kinds[kind].title;
}

bool ah_finding_is_known(ah_finding_kind kind, const ah_profile *profile)
{
   if (strcmp(profile->mode, "heap") != 0)
      return false;
   switch (kind) {
   case AH_UNTOUCHED:
   case AH_UNREAD:
   case AH_EMPTY:  return profile->has_accesses;
   case AH_LEAKED: return profile->has_lifetimes;
   /* In other profiles a reallocation is a block like any other. */
   default:        return ah_profile_has_fates(profile);
   }
}

/* ---- Thresholds ---- */

const ah_thresholds ah_thresholds_default = {
   .bytes = 64, .share = 1, .touched = 25, .size = 64, .blocks = 1000,
   .life = 1, .instrs = 50000, .reallocs = 10, .step = 25,
};

static const struct {
   const char *name;
   size_t offset;
} names[] = {
   { "bytes", offsetof(ah_thresholds, bytes) },
   { "share", offsetof(ah_thresholds, share) },
   { "touched", offsetof(ah_thresholds, touched) },
   { "size", offsetof(ah_thresholds, size) },
   { "blocks", offsetof(ah_thresholds, blocks) },
   { "life", offsetof(ah_thresholds, life) },
   { "instrs", offsetof(ah_thresholds, instrs) },
   { "reallocs", offsetof(ah_thresholds, reallocs) },
   { "step", offsetof(ah_thresholds, step) },
};

/* Reads "NAME=VALUE". */
static bool parse_one(ah_thresholds *thresholds, an_span item, an_error *error)
{
   const char *equals = memchr(item.at, '=', an_span_length(item));
   an_span name = { item.at, equals == NULL ? item.end : equals };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      long double value;
      if (!an_span_is(name, names[i].name))
         continue;
      an_span text = { name.end + (equals != NULL), item.end };
      if (equals == NULL || !an_decimal_scan(&text, &value)
          || an_span_length(text) > 0 || value > 1e18L)
         return an_fail(error, "\"%.*s\": expected NAME=NUMBER",
                        an_fail_quoted(item), item.at);
      memcpy((char *)thresholds + names[i].offset, &value, sizeof value);
      return true;
   }
   return an_fail(error, "\"%.*s\" is not a threshold; expected bytes, share, "
                         "touched, size, blocks, life, instrs, reallocs or "
                         "step", an_fail_quoted(name), name.at);
}

bool ah_thresholds_parse(ah_thresholds *thresholds, const char *text,
                         an_error *error)
{
   for (;;) {
      const char *end = text + strcspn(text, ",");
      if (!parse_one(thresholds, (an_span){ text, end }, error))
         return false;
      if (*end == '\0')
         return true;
      text = end + 1;
   }
}

/* ---- A site's blocks ---- */

int64_t ah_findings_blocks(const ah_site *site)
{
   return site->reallocs < site->total.blocks
             ? site->total.blocks - site->reallocs : 0;
}

typedef struct {
   const ah_profile *profile;
   const ah_site *site;
   int64_t n;       /* blocks */
   int64_t bytes;   /* of the blocks, at most; one reallocated counts once */
   int64_t min, max; /* bytes of one */
   /* Bytes never accessed, or never read; and blocks of only such bytes. */
   ah_amount untouched, unread;
} blocks;

static int64_t least(int64_t a, int64_t b)
{
   return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
   return a > b ? a : b;
}

/* a * b, or INT64_MAX. */
static int64_t times(int64_t a, int64_t b)
{
   int64_t product;
   return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

/* DHAT has sums of reads and writes; if all blocks have one size, also accesses
   by offset. */
static blocks blocks_of_dhat(const ah_profile *profile, const ah_site *site)
{
   blocks b = { profile, site, .n = site->total.blocks,
                .bytes = site->total.bytes, .max = site->total.bytes };
   if (site->heat != NULL && b.n > 0) {
      int64_t n_zero = -ah_heat_uncertain(profile, site);
      for (size_t i = 0; i < site->heat->n; i++)
         n_zero += site->heat->sum[i] == 0;
      b.min = b.max = b.bytes / b.n;
      if (n_zero > 0)
         b.untouched.bytes = times(least(times(n_zero, site->heat->unit_B),
                                         b.min), b.n);
   }
   if (site->reads == 0)
      b.unread = site->total;
   if (site->reads == 0 && site->writes == 0)
      b.untouched = site->total;
   return b;
}

static blocks blocks_of(const ah_profile *profile, const ah_site *site)
{
   if (!profile->is_heapprof)
      return blocks_of_dhat(profile, site);
   int64_t n = ah_findings_blocks(site);
   blocks b = { profile, site, .n = n, .bytes = site->total.bytes,
                .min = site->min_size, .max = site->max_size,
                .untouched = site->never_touched, .unread = site->never_read };
   if (site->reallocs > 0)
      b.bytes = least(b.bytes, times(n, site->max_size));
   return b;
}

/* The least size of n blocks, all of whose bytes are untouched (or unread);
   all_bytes is how many such bytes all blocks have. */
static int64_t whole_bytes(const blocks *b, int64_t n, int64_t all_bytes)
{
   if (n >= b->n)
      return all_bytes;
   int64_t in_others = times(b->n - n, b->max);
   return least(all_bytes,
                most(times(n, b->min),
                     all_bytes > in_others ? all_bytes - in_others : 0));
}

/* ---- Kinds of findings ---- */

typedef struct {
   const ah_profile *profile;
   const ah_thresholds *t;
   ah_findings *found;
   long double least_bytes, least_blocks;
   size_t capacity;
   bool no_memory;
} search;

static void add(search *s, ah_finding finding)
{
   ah_findings *found = s->found;
   if (TK_ARRAY_ROOM(found->alloc, "hp.findings", found->findings, found->n,
                     s->capacity))
      found->findings[found->n++] = finding;
   else
      s->no_memory = true;
}

static void find_untouched(search *s, const blocks *b, uint32_t site)
{
   ah_amount saves = { whole_bytes(b, b->untouched.blocks, b->untouched.bytes),
                       b->untouched.blocks };
   if (saves.blocks > 0 && saves.bytes >= s->least_bytes)
      add(s, (ah_finding){ AH_UNTOUCHED, site, saves, 0, 0 });
}

/* Untouched blocks are findings of their own kind. */
static void find_unread(search *s, const blocks *b, uint32_t site)
{
   int64_t n = b->unread.blocks - b->untouched.blocks;
   ah_amount saves = { whole_bytes(b, n, b->unread.bytes), n };
   if (n > 0 && saves.bytes >= s->least_bytes)
      add(s, (ah_finding){ AH_UNREAD, site, saves, 0, 0 });
}

/* Looks at the touched blocks; if none was read, they are unread instead. */
static void find_empty(search *s, const blocks *b, uint32_t site)
{
   int64_t n = b->n - b->untouched.blocks;
   if (n <= 0 || b->unread.blocks >= b->n)
      return;
   int64_t elsewhere = times(b->untouched.blocks, b->max);
   int64_t saved = b->untouched.bytes - elsewhere;
   long double touched = (long double)b->bytes - b->untouched.bytes;
   long double size = touched + saved;
   if (saved <= 0 || saved < s->least_bytes || size < s->t->size * n
       || touched * 100 > s->t->touched * size)
      return;
   add(s, (ah_finding){ AH_EMPTY, site, { saved, n },
                        (double)(touched * 100 / size), (double)(size / n) });
}

/* If few blocks are live at any time, one block could be used again.  An
   allocation has a price in instructions, if these are the unit of time. */
static void find_short(search *s, const ah_site *x, uint32_t site)
{
   enum { TIMES_USED = 10 };
   int64_t n = x->freed_blocks, saved = n - x->max.blocks;
   long double run = s->profile->totals.end_time;
   long double longest = s->t->life / 100 * run;
   if (strcmp(s->profile->time_unit, "instrs") == 0) {
      if (n * s->t->instrs < run)
         return;
      if (longest > s->t->instrs)
         longest = s->t->instrs;
   }
   if (n > 0 && n >= s->t->blocks && saved >= s->least_blocks
       && n / TIMES_USED >= x->max.blocks && x->freed_lifetime <= longest * n)
      add(s, (ah_finding){ AH_SHORT, site, { 0, saved }, 0, 0 });
}

/* How many steps by the factor it takes from one size to the other. */
static int64_t steps(int64_t from, int64_t to, long double factor)
{
   int64_t n = 0;
   long double size = from > 0 ? from : 1;
   if (factor <= 1)
      return size < to ? INT64_MAX : 0;
   for (; size < to; size *= factor)
      n++;
   return n;
}

static void find_grown(search *s, const ah_site *x, uint32_t site)
{
   int64_t n = ah_findings_blocks(x);
   ah_amount saves = { x->moved.bytes, x->reallocs };
   if (n == 0 || x->reallocs == 0 || x->reallocs < s->t->reallocs * n
       || (saves.bytes < s->least_bytes && saves.blocks < s->least_blocks))
      return;
   int64_t enough = steps(x->min_size, x->max_size, 1 + s->t->step / 100);
   if (x->reallocs / n > enough)
      add(s, (ah_finding){ AH_GROWN, site, saves, 0, 0 });
}

static void find_leaked(search *s, const ah_site *x, uint32_t site)
{
   if (x->at_end.blocks > 0 && x->at_end.bytes >= s->least_bytes)
      add(s, (ah_finding){ AH_LEAKED, site, x->at_end, 0, 0 });
}

/* Findings about blocks that the program decides about. */
static void find_own(search *s, const ah_site *site, uint32_t index)
{
   const ah_profile *p = s->profile;
   if (p->has_accesses) {
      blocks b = blocks_of(p, site);
      find_untouched(s, &b, index);
      find_unread(s, &b, index);
      find_empty(s, &b, index);
   }
   if (ah_finding_is_known(AH_SHORT, p))
      find_short(s, site, index);
   if (ah_finding_is_known(AH_GROWN, p))
      find_grown(s, site, index);
}

static void find_all(search *s)
{
   const ah_profile *p = s->profile;
   for (size_t i = 0; i < p->n_sites && !s->no_memory; i++) {
      const ah_site *site = &p->sites[i];
      ah_owner owner = ah_owner_of(p, site);
      if (owner == AH_OWNER_PROGRAM)
         find_own(s, site, (uint32_t)i);
      if (owner != AH_OWNER_LIBRARY && p->has_lifetimes)
         find_leaked(s, site, (uint32_t)i);
   }
}

/* ---- The list ---- */

static int compare_numbers(int64_t a, int64_t b)
{
   return a > b ? -1 : a < b;
}

static int compare(const void *a, const void *b, void *profile)
{
   const ah_finding *x = a, *y = b;
   if (x->kind != y->kind)
      return x->kind < y->kind ? -1 : 1;
   int order = compare_numbers(x->saves.bytes, y->saves.bytes);
   if (order == 0)
      order = compare_numbers(x->saves.blocks, y->saves.blocks);
   return order != 0 ? order : ah_rank_paths(profile, x->site, y->site);
}

bool ah_findings_find(ah_findings *findings, const tk_alloc *alloc,
                      const ah_profile *profile,
                      const ah_thresholds *thresholds)
{
   const ah_totals *totals = &profile->totals;
   int64_t all
      = profile->has_lifetimes ? totals->peak.bytes : totals->total.bytes;
   long double share = thresholds->share / 100;
   search s = { .profile = profile, .t = thresholds, .found = findings,
                .least_bytes = share * all,
                .least_blocks = share * totals->total.blocks };
   if (s.least_bytes < thresholds->bytes)
      s.least_bytes = thresholds->bytes;
   *findings = (ah_findings){ .alloc = alloc };
   if (strcmp(profile->mode, "heap") == 0)
      find_all(&s);
   if (findings->n > 0)
      qsort_r(findings->findings, findings->n, sizeof *findings->findings,
              compare, (void *)profile);
   if (s.no_memory)
      ah_findings_free(findings);
   return !s.no_memory;
}

void ah_findings_free(ah_findings *findings)
{
   tk_put(findings->alloc, findings->findings);
   findings->findings = NULL;
}
