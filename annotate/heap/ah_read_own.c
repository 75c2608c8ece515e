/* ah_read_own.c -- reads the key "heapprof": options, totals, timeline,
   snapshots and regions; files can be without the last.  Objects are in a file of their
   own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include "base/tk_strings.h"

#include <string.h>

/* ---- Options ---- */

/* Older files do not have them. */
static bool read_access_options(ah_reader *r, const json_t *options)
{
   ah_profile *p = r->profile;
   bool has_accesses = p->has_accesses;
   if (json_object_get(options, "accesses") != NULL
       && !an_json_bool(&r->json, options, "accesses", &has_accesses))
      return false;
   if (has_accesses != p->has_accesses)
      return an_json_fail(&r->json, "accesses", "differs from bkacc");
   return json_object_get(options, "histogram_B") == NULL
          || an_json_count(&r->json, options, "histogram_B",
                           &p->histogram_B);
}

static bool read_options(ah_reader *r)
{
   ah_profile *p = r->profile;
   an_json *json = &r->json;
   const json_t *options
      = an_json_member(json, r->own, "options", JSON_OBJECT);
   const json_t *exit_code
      = an_json_member(json, r->own, "exit_code", JSON_INTEGER);
   if (options == NULL || exit_code == NULL)
      return false;
   /* The only number that can be negative. */
   p->exit_code = json_integer_value(exit_code);
   p->creator = ah_reader_string(r, r->own, "creator");
   json->place.object = "heapprof.options.";
   return p->creator != NULL
          && an_json_count(json, options, "depth", &p->depth)
          && an_json_count(json, options, "heap_admin_B", &p->heap_admin_B)
          && an_json_bool(json, options, "stacks", &p->has_stacks)
          && an_json_bool(json, options, "pages", &p->has_pages)
          && read_access_options(r, options);
}

/* ---- The state of the run ---- */

static bool read_state_number(ah_reader *r, const json_t *from, an_state *state)
{
   const char *key = an_state_key(state->how);
   return an_json_count(&r->json, from, key, &state->number)
          && (an_state_fits(state->how, state->number)
              || an_json_fail(&r->json, key, "is out of range"));
}

bool ah_read_how(ah_reader *r, const json_t *from, int64_t exit_code,
                 an_state *state)
{
   const json_t *how = an_json_member(&r->json, from, "how", JSON_STRING);
   if (how == NULL)
      return false;
   state->how = an_state_find(an_span_of(json_string_value(how)));
   const char *key = an_state_key(state->how);
   switch (state->how) {
   case AN_STATE_UNKNOWN:
      return an_json_fail(&r->json, "how", "expected exited, killed, replaced, "
                                           "dumped or partial");
   case AN_STATE_EXITED:
      state->number = exit_code;
      return json_object_get(from, key) == NULL
             || read_state_number(r, from, state);
   case AN_STATE_REPLACED:
      state->by = ah_reader_string(r, from, key);
      return state->by != NULL;
   default:
      return key == NULL || read_state_number(r, from, state);
   }
}

/* Older files do not have it. */
static bool read_state(ah_reader *r)
{
   an_state *state = &r->profile->state;
   const json_t *from;
   if (!an_json_optional(&r->json, r->own, "state", JSON_OBJECT, &from))
      return false;
   r->json.place.object = "heapprof.state.";
   if (from != NULL && !ah_read_how(r, from, r->profile->exit_code, state))
      return false;
   r->json.place.object = "heapprof.";
   if (json_object_get(r->own, "parent") != NULL
       && !an_json_count(&r->json, r->own, "parent", &r->profile->parent))
      return false;
   if (json_object_get(r->own, "title") != NULL
       && (r->profile->title = ah_reader_string(r, r->own, "title")) == NULL)
      return false;
   if (json_object_get(r->own, "predecessor") != NULL) {
      state->predecessor = ah_reader_string(r, r->own, "predecessor");
      return state->predecessor != NULL;
   }
   return true;
}

/* ---- The fork ---- */

bool ah_read_children(ah_reader *r, const json_t *from, bool *inherits)
{
   const json_t *children = an_json_member(&r->json, from, "children", JSON_STRING);
   if (children == NULL)
      return false;
   *inherits = strcmp(json_string_value(children), "inherit") == 0;
   return *inherits || strcmp(json_string_value(children), "zero") == 0
          || an_json_fail(&r->json, "children", "expected zero or inherit");
}

static bool read_fork_amount(ah_reader *r, const json_t *from, const char *bytes,
                             const char *blocks, ah_amount *amount)
{
   return an_json_count(&r->json, from, bytes, &amount->bytes)
          && an_json_count(&r->json, from, blocks, &amount->blocks);
}

static bool read_fork(ah_reader *r)
{
   ah_fork *fork = &r->profile->fork;
   const json_t *from;
   if (!an_json_optional(&r->json, r->own, "fork", JSON_OBJECT, &from))
      return false;
   if (from == NULL)
      return true;
   fork->is_known = true;
   r->json.place.object = "heapprof.fork.";
   return an_json_count(&r->json, from, "time", &fork->time)
          && ah_read_children(r, from, &fork->inherits)
          && read_fork_amount(r, from, "bytes", "blocks", &fork->live)
          && (fork->inherits ? read_fork_amount(r, from, "total_bytes",
                                                "total_blocks", &fork->total)
                             : read_fork_amount(r, from, "freed_bytes",
                                                "freed_blocks", &fork->freed)
                                  && an_json_count(&r->json, from, "reallocated",
                                                   &fork->reallocated));
}

/* ---- Totals ---- */

static bool check_sum(ah_reader *r, const char *what, ah_amount sum,
                      ah_amount stated)
{
   return (sum.bytes == stated.bytes && sum.blocks == stated.blocks)
          || an_fail(r->json.error,
                     "the sites have %lld bytes and %lld blocks %s, the "
                     "totals %lld and %lld",
                     (long long)sum.bytes, (long long)sum.blocks, what,
                     (long long)stated.bytes, (long long)stated.blocks);
}

/* Checks a member that is the sites' sum; it exists only if `is_known`. */
static bool read_sum(ah_reader *r, const json_t *from, bool is_known,
                     const char *key, int64_t sum)
{
   int64_t stated = 0;
   return !is_known
          || (an_json_count(&r->json, from, key, &stated)
              && (stated == sum
                  || an_json_fail(&r->json, key, "is %lld, but the sites' sum "
                                                 "is %lld",
                                  (long long)stated, (long long)sum)));
}

/* These totals remain the sites' sums. */
static bool check_sums(ah_reader *r, const json_t *from)
{
   ah_profile *p = r->profile;
   const ah_totals *t = &p->totals;
   p->has_moves = json_object_get(from, "moves") != NULL;
   return read_sum(r, from, p->has_accesses, "reads", t->reads)
          && read_sum(r, from, p->has_accesses, "writes", t->writes)
          && read_sum(r, from, p->has_moves, "moves", t->moved.blocks)
          && read_sum(r, from, p->has_moves, "moved_bytes", t->moved.bytes);
}

static bool read_totals(ah_reader *r)
{
   const json_t *from
      = an_json_member(&r->json, r->own, "totals", JSON_OBJECT);
   if (from == NULL)
      return false;
   const ah_totals sums = r->profile->totals;
   ah_totals t = sums;
   r->json.place.object = "heapprof.totals.";
   for (size_t i = 0; i < AH_TOTAL_KEYS; i++)
      if (!an_json_count(&r->json, from, ah_total_keys[i].name,
                         ah_total_of(&t, &ah_total_keys[i])))
         return false;
   if (json_object_get(from, "most_stack_bytes") != NULL
       && !an_json_count(&r->json, from, "most_stack_bytes", &t.most_stack))
      return false;
   if (!check_sums(r, from)
       || !check_sum(r, "in all", sums.total, t.total)
       || !check_sum(r, "at the peak", sums.peak, t.peak)
       || !check_sum(r, "at the end", sums.end, t.end))
      return false;
   r->profile->totals = t;
   return true;
}

/* The member exists only if it is true. */
static bool read_saturated(ah_reader *r)
{
   return json_object_get(r->own, "saturated") == NULL
          || an_json_bool(&r->json, r->own, "saturated",
                          &r->profile->is_saturated);
}

/* ---- Names of threads ---- */

static bool read_thread_name(ah_reader *r, const json_t *from, ah_thread_name *to)
{
   const json_t *number = json_array_get(from, 0);
   if (json_array_size(from) != 2 || !an_json_is_count(number))
      return an_json_fail(&r->json, NULL, "expected the number of a thread and its name");
   if (json_integer_value(number) > UINT32_MAX)
      return an_json_fail(&r->json, NULL, "the number of the thread is too large");
   to->thread = (uint32_t)json_integer_value(number);
   to->name = ah_reader_text(r, json_array_get(from, 1), NULL);
   return to->name != NULL;
}

/* Older files, and those in which no thread has a name, do not have them. */
static bool read_thread_names(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *names;
   if (!an_json_optional(&r->json, r->own, "thread_names", JSON_ARRAY, &names))
      return false;
   size_t n = names == NULL ? 0 : json_array_size(names);
   if (n == 0)
      return true;
   p->thread_names = ah_profile_get(p, n, sizeof *p->thread_names);
   if (p->thread_names == NULL)
      return ah_reader_no_memory(r);
   for (size_t i = 0; i < n; i++) {
      ah_thread_name *to = &p->thread_names[i];
      r->json.place = an_json_at("heapprof.thread_names", i);
      if (!read_thread_name(r, json_array_get(names, i), to))
         return false;
      if (i > 0 && to->thread <= to[-1].thread)
         return an_json_fail(&r->json, NULL, "expected ascending numbers of threads");
   }
   p->n_thread_names = n;
   return true;
}

/* ---- The timeline ---- */

static bool read_timeline(ah_reader *r)
{
   enum { N = 10 };
   ah_profile *p = r->profile;
   int64_t v[N];
   const json_t *buckets
      = an_json_member(&r->json, r->own, "timeline", JSON_ARRAY);
   if (buckets == NULL)
      return false;
   size_t n = json_array_size(buckets);
   p->timeline = ah_profile_get(p, n, sizeof *p->timeline);
   if (p->timeline == NULL)
      return ah_reader_no_memory(r);
   for (size_t i = 0; i < n; i++) {
      r->json.place = an_json_at("heapprof.timeline", i);
      if (!an_json_counts(&r->json, json_array_get(buckets, i), NULL, N, v))
         return false;
      if (i > 0 && v[0] < p->timeline[i - 1].end)
         return an_json_fail(&r->json, NULL, "ends before the previous one");
      if (v[1] > v[2] || v[3] > v[0] || v[4] < v[1] || v[4] > v[2])
         return an_json_fail(&r->json, NULL,
                             "expected min <= last <= max, and max_at <= end");
      p->timeline[i] = (ah_bucket){
         .end = v[0], .min = v[1], .max = v[2], .max_at = v[3], .last = v[4],
         .max_blocks = v[5], .max_extra = v[6], .max_stack = v[7],
         .last_blocks = v[8], .last_extra = v[9],
      };
   }
   p->n_timeline = n;
   return true;
}

/* ---- Snapshots ---- */

/* The listed sites; checks that they and the rest are everything. */
static bool read_live(ah_reader *r, const json_t *sites, ah_snapshot *to)
{
   int64_t v[3];
   ah_amount sum = to->rest;
   size_t n = json_array_size(sites);
   to->sites = ah_profile_get(r->profile, n, sizeof *to->sites);
   if (to->sites == NULL)
      return ah_reader_no_memory(r);
   for (size_t i = 0; i < n; i++) {
      if (!an_json_counts(&r->json, json_array_get(sites, i), "sites", 3, v))
         return false;
      if ((uint64_t)v[0] >= r->profile->n_sites)
         return an_json_fail(&r->json, "sites", "%lld is not an index into pps",
                             (long long)v[0]);
      to->sites[i] = (ah_live){ (uint32_t)v[0], { v[1], v[2] } };
      if (!ah_amount_add(&sum, to->sites[i].amount))
         return an_json_fail(&r->json, "sites",
                             "sums do not fit in 63 bits");
   }
   to->n_sites = n;
   return (sum.bytes == to->live.bytes && sum.blocks == to->live.blocks)
          || an_json_fail(&r->json, "sites",
                          "with the rest, sums differ from bytes and blocks");
}

static bool read_snapshot(ah_reader *r, const json_t *from, ah_snapshot *to)
{
   an_json *json = &r->json;
   int64_t rest[3];
   const json_t *why = an_json_member(json, from, "why", JSON_STRING);
   const json_t *sites = why == NULL
      ? NULL : an_json_member(json, from, "sites", JSON_ARRAY);
   if (sites == NULL || !an_json_count(json, from, "time", &to->time)
       || !an_json_count(json, from, "bytes", &to->live.bytes)
       || !an_json_count(json, from, "blocks", &to->live.blocks)
       || !an_json_count(json, from, "extra", &to->extra)
       || !an_json_count(json, from, "stack", &to->stack)
       || !an_json_counts(json, json_object_get(from, "rest"), "rest", 3,
                          rest))
      return false;
   to->asked = strcmp(json_string_value(why), "asked") == 0;
   to->n_rest = rest[0];
   to->rest = (ah_amount){ rest[1], rest[2] };
   return read_live(r, sites, to);
}

static bool read_snapshots(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *snapshots
      = an_json_member(&r->json, r->own, "snapshots", JSON_ARRAY);
   if (snapshots == NULL)
      return false;
   size_t n = json_array_size(snapshots);
   p->snapshots = ah_profile_get(p, n, sizeof *p->snapshots);
   if (p->snapshots == NULL)
      return ah_reader_no_memory(r);
   for (size_t i = 0; i < n; i++) {
      const json_t *from = json_array_get(snapshots, i);
      r->json.place = an_json_at("heapprof.snapshots", i);
      if (!json_is_object(from))
         return an_json_fail(&r->json, NULL, "expected an object");
      if (!read_snapshot(r, from, &p->snapshots[i]))
         return false;
      if (i > 0 && p->snapshots[i].time < p->snapshots[i - 1].time)
         return an_json_fail(&r->json, "time", "is before the previous one");
   }
   p->n_snapshots = n;
   return true;
}

/* ---- Regions ---- */

static bool read_region(ah_reader *r, const json_t *from, ah_region *to)
{
   an_json *json = &r->json;
   const json_t *parent;
   if ((to->name = ah_reader_string(r, from, "name")) == NULL
       || (parent = an_json_member(json, from, "parent", JSON_INTEGER))
             == NULL)
      return false;
   to->parent = json_integer_value(parent);
   if (to->parent < -1 || to->parent >= (int64_t)json->place.index)
      return an_json_fail(json, "parent", "expected -1 or the index of an "
                                          "earlier region");
   return an_json_count(json, from, "count", &to->count)
          && an_json_count(json, from, "bytes", &to->total.bytes)
          && an_json_count(json, from, "blocks", &to->total.blocks)
          && an_json_count(json, from, "peak", &to->peak)
          && an_json_count(json, from, "growth", &to->growth)
          && (to->growth <= to->peak
              || an_json_fail(json, "growth", "is more than peak"));
}

/* Each path of nesting is listed once. */
static bool number_region(ah_reader *r, const ah_region *region,
                          tk_strings *paths)
{
   struct {
      int64_t parent;
      const char *name; /* interned */
   } path;
   memset(&path, 0, sizeof path); /* with its padding */
   path.parent = region->parent;
   path.name = region->name;
   size_t n = tk_strings_count(paths);
   uint32_t number = tk_strings_number(paths, &path, sizeof path);
   if (number == TK_STRINGS_NONE)
      return ah_reader_no_memory(r);
   return number == n
          || an_json_fail(&r->json, NULL,
                          "the same as heapprof.regions[%u]", number);
}

static bool read_each(ah_reader *r, const json_t *regions, tk_strings *paths)
{
   ah_profile *p = r->profile;
   for (size_t i = 0; i < p->n_regions; i++) {
      const json_t *from = json_array_get(regions, i);
      r->json.place = an_json_at("heapprof.regions", i);
      if (!json_is_object(from))
         return an_json_fail(&r->json, NULL, "expected an object");
      if (!read_region(r, from, &p->regions[i])
          || !number_region(r, &p->regions[i], paths))
         return false;
   }
   return true;
}

static bool read_regions(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *regions;
   if (!an_json_optional(&r->json, r->own, "regions", JSON_ARRAY, &regions))
      return false;
   if (regions == NULL)
      return true;
   p->n_regions = json_array_size(regions);
   p->regions = ah_profile_get(p, p->n_regions, sizeof *p->regions);
   tk_strings *paths = tk_strings_new(r->alloc);
   bool ok = p->regions != NULL && paths != NULL
                ? read_each(r, regions, paths) : ah_reader_no_memory(r);
   tk_strings_free(paths);
   return ok;
}

/* A missing member is 0. */
static bool read_counting(ah_reader *r)
{
   const json_t *from;
   if (!an_json_optional(&r->json, r->own, "counting", JSON_OBJECT, &from))
      return false;
   r->json.place.object = "heapprof.counting.";
   for (size_t i = 0; i < TK_COUNTING_KEYS; i++) {
      const char *name = tk_counting_keys[i].name;
      int64_t value = 0;
      if (json_object_get(from, name) != NULL
          && !an_json_count(&r->json, from, name, &value))
         return false;
      *tk_counting_of(&r->profile->counting, i) = (uint64_t)value;
   }
   return true;
}

/* ---- The key ---- */

bool ah_read_own(ah_reader *r)
{
   static bool (*const parts[])(ah_reader *) = {
      read_options, read_state, read_fork, read_totals, read_saturated,
      read_thread_names, read_timeline, read_snapshots, read_regions, ah_read_objects,
      read_counting,
   };
   for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
      r->json.place = (an_json_place){ .object = "heapprof." };
      if (!parts[i](r))
         return false;
   }
   return true;
}
