/* ah_read_timeline.c -- reads the timeline and the snapshots of a profile by heapprof,
   which must fit its totals and each other.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include <string.h>

/* ---- Both ---- */

/* The list, which is empty if nothing has a lifetime. */
static const json_t *take_list(ah_reader *r, const char *key)
{
   const json_t *list = an_json_member(&r->json, r->own, key, JSON_ARRAY);
   if (list != NULL && json_array_size(list) > 0 && !r->profile->has_lifetimes) {
      an_json_fail(&r->json, key, "but bklt is false: nothing has a lifetime");
      return NULL;
   }
   return list;
}

/* The allocator adds less than this to a block of any size: its header, and what it is
   rounded up by, from 1 byte to 32 at most. */
enum { ROUNDING_B = 32 };

bool ah_reader_overhead(ah_reader *r, const char *key, int64_t overhead_B, int64_t blocks)
{
   int64_t each_B, most_B;
   bool is_any = __builtin_add_overflow(r->profile->heap_admin_B, ROUNDING_B, &each_B)
                 || __builtin_mul_overflow(each_B, blocks, &most_B);
   return is_any || ah_reader_within(r, key, overhead_B, most_B, "blocks can add");
}

/* ---- The timeline ---- */

/* A bucket begins after the end of the one before, with what was live then. */
static bool check_order(ah_reader *r, const ah_bucket *b, const ah_bucket *before)
{
   int64_t end = before == NULL ? -1 : before->end;
   if (b->end <= end)
      return an_json_fail(&r->json, NULL, "does not end after the previous one");
   if (b->min > b->max || b->max_at > b->end || b->last < b->min || b->last > b->max)
      return an_json_fail(&r->json, NULL,
                          "expected min <= last <= max, and max_at <= end");
   if (before != NULL && (b->min > before->last || b->max < before->last))
      return an_json_fail(&r->json, NULL,
                          "the last of the previous one, %lld, is not from min to max",
                          (long long)before->last);
   return b->max_at > end
          || an_json_fail(&r->json, NULL, "max_at is in an earlier bucket");
}

static bool check_bucket(ah_reader *r, const ah_bucket *b)
{
   const ah_totals *t = &r->profile->totals;
   return ah_reader_within(r, "end", b->end, t->end_time, "te")
          && ah_reader_within(r, "max", b->max, t->peak.bytes, "the peak")
          && ah_reader_within(r, "max_blocks", b->max_blocks, t->most_blocks,
                              "most_blocks")
          && ah_reader_within(r, "last_blocks", b->last_blocks, t->most_blocks,
                              "most_blocks")
          && ah_reader_overhead(r, "max_extra", b->max_overhead, b->max_blocks)
          && ah_reader_overhead(r, "last_extra", b->last_overhead, b->last_blocks)
          && ah_reader_within(r, "max_stack", b->max_stack, r->most_stack,
                              "most_stack_bytes");
}

/* The buckets together reach the peak, and end where the run does. */
static bool check_timeline(ah_reader *r)
{
   const ah_profile *p = r->profile;
   const ah_bucket *last = &p->timeline[p->n_timeline - 1];
   int64_t most = 0;
   for (size_t i = 0; i < p->n_timeline; i++)
      if (p->timeline[i].max > most)
         most = p->timeline[i].max;
   r->json.place = (an_json_place){ .object = "heapprof." };
   if (most != p->totals.peak.bytes)
      return an_json_fail(&r->json, "timeline",
                          "its largest max is %lld, but the peak is %lld",
                          (long long)most, (long long)p->totals.peak.bytes);
   return (last->last == p->totals.end.bytes && last->last_blocks == p->totals.end.blocks)
          || an_json_fail(
             &r->json, "timeline",
             "it ends with %lld bytes in %lld blocks, but the end has %lld in %lld",
             (long long)last->last, (long long)last->last_blocks,
             (long long)p->totals.end.bytes, (long long)p->totals.end.blocks);
}

bool ah_read_timeline(ah_reader *r)
{
   enum { N = 10 };
   ah_profile *p = r->profile;
   int64_t v[N];
   const json_t *buckets = take_list(r, "timeline");
   if (buckets == NULL)
      return false;
   size_t n = json_array_size(buckets);
   p->timeline = ah_profile_get(p, n, sizeof *p->timeline);
   for (size_t i = 0; i < n; i++) {
      ah_bucket *b = &p->timeline[i];
      r->json.place = an_json_at("heapprof.timeline", i);
      if (!an_json_counts(&r->json, json_array_get(buckets, i), NULL, N, v))
         return false;
      *b = (ah_bucket){
         .end = v[0],
         .min = v[1],
         .max = v[2],
         .max_at = v[3],
         .last = v[4],
         .max_blocks = v[5],
         .max_overhead = v[6],
         .max_stack = v[7],
         .last_blocks = v[8],
         .last_overhead = v[9],
      };
      if (!check_order(r, b, i == 0 ? NULL : b - 1) || !check_bucket(r, b))
         return false;
   }
   p->n_timeline = n;
   return n == 0 || check_timeline(r);
}

/* ---- Snapshots ---- */

/* Each site is listed once, with at most what it ever had. */
static bool check_live(ah_reader *r, const ah_live *live, uint32_t *seen)
{
   const ah_site *site = &r->profile->sites[live->site];
   uint32_t number = (uint32_t)r->json.place.index + 1;
   if (seen[live->site] == number)
      return an_json_fail(&r->json, "sites", "pps[%u] is listed twice", live->site);
   seen[live->site] = number;
   return (live->amount.bytes <= site->max.bytes
           && live->amount.blocks <= site->total.blocks)
          || an_json_fail(&r->json, "sites", "pps[%u] never had as much", live->site);
}

/* The listed sites; checks that they and the rest are everything. */
static bool read_live(ah_reader *r, const json_t *sites, ah_snapshot *to, uint32_t *seen)
{
   int64_t v[3];
   ah_amount sum = to->rest;
   size_t n = json_array_size(sites);
   to->sites = ah_profile_get(r->profile, n, sizeof *to->sites);
   for (size_t i = 0; i < n; i++) {
      if (!an_json_counts(&r->json, json_array_get(sites, i), "sites", 3, v))
         return false;
      if ((uint64_t)v[0] >= r->profile->n_sites)
         return an_json_fail(&r->json, "sites", "%lld is not an index into pps",
                             (long long)v[0]);
      to->sites[i] = (ah_live){ (uint32_t)v[0], { v[1], v[2] } };
      if (!ah_amount_add(&sum, to->sites[i].amount))
         return an_json_fail(&r->json, "sites", "sums do not fit in 63 bits");
      if (!check_live(r, &to->sites[i], seen))
         return false;
   }
   to->n_sites = n;
   return (sum.bytes == to->live.bytes && sum.blocks == to->live.blocks)
          || an_json_fail(&r->json, "sites",
                          "with the rest, sums differ from bytes and blocks");
}

static bool check_snapshot(ah_reader *r, const ah_snapshot *s)
{
   const ah_totals *t = &r->profile->totals;
   int64_t n_rest = (int64_t)(r->profile->n_sites - s->n_sites);
   return ah_reader_within(r, "time", s->time, t->end_time, "te")
          && ah_reader_within(r, "bytes", s->live.bytes, t->peak.bytes, "the peak")
          && ah_reader_within(r, "blocks", s->live.blocks, t->most_blocks, "most_blocks")
          && ah_reader_overhead(r, "extra", s->overhead, s->live.blocks)
          && ah_reader_within(r, "stack", s->stack, r->most_stack, "most_stack_bytes")
          && ah_reader_within(r, "rest", s->n_rest, n_rest, "the other sites");
}

static bool read_snapshot(ah_reader *r, const json_t *from, ah_snapshot *to,
                          uint32_t *seen)
{
   an_json *json = &r->json;
   int64_t rest[3];
   const json_t *why = an_json_member(json, from, "why", JSON_STRING);
   const json_t *sites = why == NULL ? NULL
                                     : an_json_member(json, from, "sites", JSON_ARRAY);
   if (sites == NULL || !an_json_count(json, from, "time", &to->time)
       || !an_json_count(json, from, "bytes", &to->live.bytes)
       || !an_json_count(json, from, "blocks", &to->live.blocks)
       || !an_json_count(json, from, "extra", &to->overhead)
       || !an_json_count(json, from, "stack", &to->stack)
       || !an_json_counts(json, json_object_get(from, "rest"), "rest", 3, rest))
      return false;
   to->asked = strcmp(json_string_value(why), "asked") == 0;
   to->n_rest = rest[0];
   to->rest = (ah_amount){ rest[1], rest[2] };
   return read_live(r, sites, to, seen) && check_snapshot(r, to);
}

/* What was live just before the first event at a time or later is within the bucket of
   that time; *bucket is that of the snapshot before. */
static bool check_against_timeline(ah_reader *r, const ah_snapshot *s, size_t *bucket)
{
   const ah_profile *p = r->profile;
   while (*bucket < p->n_timeline && p->timeline[*bucket].end < s->time)
      ++*bucket;
   const ah_bucket *b = &p->timeline[*bucket];
   return *bucket == p->n_timeline || (s->live.bytes >= b->min && s->live.bytes <= b->max)
          || an_json_fail(&r->json, "bytes",
                          "%lld is not from min to max of heapprof.timeline[%zu]",
                          (long long)s->live.bytes, *bucket);
}

static bool read_each(ah_reader *r, const json_t *snapshots, size_t n, uint32_t *seen)
{
   ah_profile *p = r->profile;
   size_t bucket = 0;
   for (size_t i = 0; i < n; i++) {
      const json_t *from = json_array_get(snapshots, i);
      r->json.place = an_json_at("heapprof.snapshots", i);
      if (!json_is_object(from))
         return an_json_fail(&r->json, NULL, "expected an object");
      if (!read_snapshot(r, from, &p->snapshots[i], seen))
         return false;
      if (i > 0 && p->snapshots[i].time < p->snapshots[i - 1].time)
         return an_json_fail(&r->json, "time", "is before the previous one");
      if (!check_against_timeline(r, &p->snapshots[i], &bucket))
         return false;
   }
   return true;
}

bool ah_read_snapshots(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *snapshots = take_list(r, "snapshots");
   if (snapshots == NULL)
      return false;
   size_t n = json_array_size(snapshots);
   p->snapshots = ah_profile_get(p, n, sizeof *p->snapshots);
   /* For each site, the number of the last snapshot that lists it. */
   uint32_t *seen = tk_get_zeroed(r->alloc, AN_LABEL, (p->n_sites + 1) * sizeof *seen);
   bool ok = read_each(r, snapshots, n, seen);
   tk_put(r->alloc, seen);
   if (ok)
      p->n_snapshots = n;
   return ok;
}
