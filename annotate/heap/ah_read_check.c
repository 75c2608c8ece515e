/* ah_read_check.c -- whether a profile by heapprof agrees with itself: figures of a site
   that are parts of others, and totals that are sums of the sites.

   Fails at what the tool never writes, whatever the program did.  Once sums of bytes are
   saturated they stop, while the live bytes go on: then those have no limit.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

/* A figure by its key, and what it is a part of. */
typedef struct {
   const char *key;
   int64_t value, most;
   const char *of;
} part;

static bool check_parts(ah_reader *r, const part *parts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (!ah_reader_within(r, parts[i].key, parts[i].value, parts[i].most, parts[i].of))
         return false;
   return true;
}

#define CHECK(r, parts) check_parts(r, parts, sizeof parts / sizeof parts[0])

/* The largest product that a profile can have. */
static int64_t product_of(int64_t a, int64_t b)
{
   int64_t result;
   return __builtin_mul_overflow(a, b, &result) ? INT64_MAX : result;
}

static int64_t bytes_limit(const ah_reader *r, const ah_site *site)
{
   return r->profile->is_saturated ? INT64_MAX : site->total.bytes;
}

/* ---- Sites ---- */

static bool check_live(ah_reader *r, const ah_site *s)
{
   const part parts[] = {
      { "mb", s->max.bytes, bytes_limit(r, s), "tb" },
      { "gb", s->at_peak.bytes, s->max.bytes, "mb" },
      { "eb", s->at_end.bytes, s->max.bytes, "mb" },
      { "mbk", s->max.blocks, s->total.blocks, "tbk" },
      { "gbk", s->at_peak.blocks, s->total.blocks, "tbk" },
      { "ebk", s->at_end.blocks, s->total.blocks, "tbk" },
   };
   return CHECK(r, parts);
}

static bool check_classes(ah_reader *r, const char *key, const ah_classes *classes,
                          int64_t most, const char *of)
{
   int64_t left = most;
   for (size_t i = 0; i < classes->n; i++) {
      if (classes->of[i].blocks > left)
         return an_json_fail(&r->json, key, "has more blocks than %s, %lld", of,
                             (long long)most);
      left -= classes->of[i].blocks;
   }
   return true;
}

/* A reallocation counts as a block in tbk, but is not freed. */
static bool check_lives(ah_reader *r, const ah_site *s)
{
   int64_t end = r->profile->totals.end_time;
   const part parts[] = {
      { "life", s->freed_blocks, s->total.blocks - s->at_end.blocks, "tbk - ebk" },
      { "life", s->shortest, s->longest, "the longest" },
      { "life", s->longest, end, "te" },
      { "life", product_of(s->freed_blocks, s->shortest), s->freed_lifetime, "the sum" },
      { "life", s->freed_lifetime, product_of(s->freed_blocks, s->longest),
        "all with the longest" },
      { "life", s->freed_lifetime, s->lifetime, "tl" },
      { "tl", s->lifetime, product_of(s->total.blocks, end), "tbk * te" },
      { "tmp", s->temporary.blocks, s->total.blocks - s->at_end.blocks, "tbk - ebk" },
      { "tmp", s->temporary.bytes, bytes_limit(r, s), "tb" },
      { "og", ah_site_rare(s)->outgrown.blocks, s->freed_blocks, "life" },
      { "og", ah_site_rare(s)->outgrown.bytes, bytes_limit(r, s), "tb" },
   };
   return CHECK(r, parts)
          && check_classes(r, "lives", &s->lives, s->freed_blocks, "life");
}

static bool check_sizes(ah_reader *r, const ah_site *s)
{
   return check_classes(r, "hist", &s->sizes, s->total.blocks, "tbk")
          && ah_reader_within(r, "size", s->min_size, s->max_size, "the largest");
}

static bool check_rare(ah_reader *r, const ah_site *s)
{
   const part parts[] = {
      { "re", s->rare->reallocs, s->total.blocks, "tbk" },
      { "mv", s->rare->moved.bytes, bytes_limit(r, s), "tb" },
   };
   return CHECK(r, parts);
}

/* What each thread allocated adds up to the site. */
static bool check_threads(ah_reader *r, const ah_site *s)
{
   const ah_rare *rare = s->rare;
   ah_amount sum = { 0, 0 };
   bool fits = true;
   for (size_t i = 0; i < rare->n_threads && fits; i++)
      fits = ah_amount_add(&sum, rare->threads[i].total);
   return rare->threads == NULL
          || (fits && sum.bytes == s->total.bytes && sum.blocks == s->total.blocks)
          || an_json_fail(&r->json, "thr", "does not add up to tbk and tb, %lld and %lld",
                          (long long)s->total.blocks, (long long)s->total.bytes);
}

/* ---- Accesses ---- */

/* The sum of n counts, at most the largest number. */
static int64_t add_up(const int64_t *counts, size_t n)
{
   int64_t sum = 0;
   for (size_t i = 0; i < n; i++)
      if (!ah_count_add(&sum, counts[i]))
         return INT64_MAX;
   return sum;
}

/* Checks the accesses to blocks of one size laid over each other: each count is of
   accesses of at least a byte, and those beyond the end of a block count elsewhere. */
static bool check_heat(ah_reader *r, const ah_rare *rare)
{
   const ah_heat *heat = rare->heat;
   if (heat == NULL || heat->reads == NULL)
      return true;
   const part parts[] = {
      { "heat", add_up(heat->reads, heat->n), rare->reads, "rb" },
      { "heat", add_up(heat->writes, heat->n), rare->writes, "wb" },
   };
   return CHECK(r, parts);
}

/* What was never read and never written, each byte once, and what was not watched. */
static bool check_never(ah_reader *r, const ah_site *s)
{
   const ah_rare *rare = s->rare;
   int64_t touched = rare->never_written.bytes - rare->never_touched.bytes;
   const part parts[] = {
      { "nr", rare->never_read.bytes, s->total.bytes - touched, "tb - nw + nt" },
      { "nr", rare->never_read.bytes, s->total.bytes - rare->partly.bytes, "tb - part" },
      { "nw", rare->never_written.bytes, s->total.bytes - rare->partly.bytes,
        "tb - part" },
      { "nr", rare->never_read.blocks, s->total.blocks - rare->partly.blocks,
        "tbk - part" },
      { "nw", rare->never_written.blocks, s->total.blocks - rare->partly.blocks,
        "tbk - part" },
   };
   return r->profile->is_saturated || CHECK(r, parts);
}

/* Each block is of one kind. */
static bool check_need(ah_reader *r, const char *key, const ah_need *n, ah_amount most,
                       const char *of)
{
   ah_amount all = n->untouched;
   int64_t unused = n->tail;
   bool fits = ah_amount_add(&all, n->unread) && ah_amount_add(&all, n->read)
               && ah_count_add(&unused, n->holes) && ah_count_add(&unused, n->written);
   return (fits && all.bytes <= most.bytes && all.blocks <= most.blocks)
             ? ah_reader_within(r, key, unused, n->read.bytes, "the read blocks")
             : an_json_fail(&r->json, key, "is more than %s", of);
}

static bool check_needs(ah_reader *r, const ah_site *s)
{
   return r->profile->is_saturated
          || (check_need(r, "need", &s->rare->need, s->total, "tb")
              && check_need(r, "gneed", &s->rare->need_at_peak, s->at_peak, "gb")
              && ah_reader_within(r, "gidle", s->rare->idle_saves_B, s->rare->idle.bytes,
                                  "the idle bytes")
              && ah_reader_within(r, "gidle", s->rare->idle.bytes, s->rare->old_B,
                                  "the old ones")
              && ah_reader_within(r, "gidle", s->rare->old_B,
                                  s->rare->need_at_peak.read.bytes, "the read ones"));
}

static bool check_site(ah_reader *r, const ah_site *s)
{
   if (r->profile->has_lifetimes
       && !(check_live(r, s) && check_lives(r, s) && check_sizes(r, s)))
      return false;
   return s->rare == NULL
          || (check_rare(r, s) && check_threads(r, s) && check_never(r, s)
              && check_needs(r, s) && check_heat(r, s->rare));
}

/* ---- Totals ---- */

static bool check_sum(ah_reader *r, const char *key, int64_t stated, int64_t sum)
{
   return stated >= sum
          || an_json_fail(&r->json, key, "is %lld, but the sites have %lld",
                          (long long)stated, (long long)sum);
}

/* A site can be without our own keys, so their sums are only a part. */
static bool check_sums(ah_reader *r, const ah_totals *t)
{
   const ah_totals *sums = &r->sums;
   return check_sum(r, "temporary_blocks", t->temporary.blocks, sums->temporary.blocks)
          && check_sum(r, "temporary_bytes", t->temporary.bytes, sums->temporary.bytes)
          && check_sum(r, "freed_blocks", t->freed.blocks, sums->freed.blocks)
          && check_sum(r, "reallocs", t->reallocs, sums->reallocs)
          && check_sum(r, "failed", t->failed, sums->failed);
}

static bool check_totals(ah_reader *r)
{
   const ah_profile *p = r->profile;
   const ah_totals *t = &p->totals;
   const int64_t bytes = p->is_saturated ? INT64_MAX : t->total.bytes;
   const part parts[] = {
      { "end_bytes", t->end.bytes, t->peak.bytes, "the peak" },
      { "peak_blocks", t->peak.blocks, t->most_blocks, "most_blocks" },
      { "end_blocks", t->end.blocks, t->most_blocks, "most_blocks" },
      { "most_blocks", t->most_blocks, t->total.blocks, "all blocks" },
      { "zero_blocks", t->zero_blocks, t->total.blocks, "all blocks" },
      { "freed_bytes", t->freed.bytes, bytes - t->end.bytes, "bytes - end_bytes" },
      { "freed_blocks", t->freed.blocks, t->total.blocks - t->end.blocks,
        "blocks - end_blocks" },
      { "temporary_blocks", t->temporary.blocks, t->freed.blocks, "freed_blocks" },
      { "temporary_bytes", t->temporary.bytes, bytes, "all bytes" },
      { "reallocs", t->reallocs, t->total.blocks, "all blocks" },
      { "peak_time", t->peak_time, t->end_time, "te" },
   };
   r->json.place = (an_json_place){ .object = "heapprof.totals." };
   return !p->has_lifetimes
          || (CHECK(r, parts)
              && ah_reader_overhead(r, "peak_extra_bytes", t->peak_overhead,
                                    t->peak.blocks)
              && check_sums(r, t));
}

/* ---- The fork ---- */

/* What a child goes on from is part of it, unless it counts from zero since. */
static bool check_fork(ah_reader *r)
{
   const ah_profile *p = r->profile;
   const ah_fork *f = &p->fork;
   const part taken[] = {
      { "freed_bytes", f->freed.bytes, f->live.bytes, "bytes" },
      { "freed_blocks", f->freed.blocks, f->live.blocks, "blocks" },
      { "reallocated", f->reallocated, f->freed.blocks, "freed_blocks" },
   };
   const part inherited[] = {
      { "total_bytes", f->total.bytes, p->totals.total.bytes, "all bytes" },
      { "total_blocks", f->total.blocks, p->totals.total.blocks, "all blocks" },
   };
   r->json.place = (an_json_place){ .object = "heapprof.fork." };
   if (!ah_reader_within(r, "time", f->time, p->totals.end_time, "te"))
      return false;
   return f->inherits ? p->counting.restarted > 0 || CHECK(r, inherited)
                      : CHECK(r, taken);
}

/* ---- The whole ---- */

bool ah_read_check(ah_reader *r)
{
   const ah_profile *p = r->profile;
   for (size_t i = 0; i < p->n_sites; i++) {
      r->json.place = an_json_at("pps", i);
      if (!check_site(r, &p->sites[i]))
         return false;
   }
   return check_totals(r) && (!p->fork.is_known || check_fork(r));
}
