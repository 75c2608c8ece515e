/* ah_read_own.c -- reads the key "heapprof": options, totals and regions; files can be
   without the last.  The timeline with its snapshots and the objects have files of their
   own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include <string.h>

/* ---- Options ---- */

/* Reads the options for accesses, which older files do not have. */
static bool read_access_options(ah_reader *r, const json_t *options)
{
   ah_profile *p = r->profile;
   bool has_accesses = p->has_accesses;
   if (json_object_get(options, "accesses") != NULL
       && !an_json_bool(&r->json, options, "accesses", &has_accesses))
      return false;
   if (has_accesses != p->has_accesses)
      return an_json_fail(&r->json, "accesses", "differs from bkacc");
   return an_json_count_if(&r->json, options, "histogram_B", &p->histogram_B);
}

static bool read_options(ah_reader *r)
{
   ah_profile *p = r->profile;
   an_json *json = &r->json;
   const json_t *options = an_json_member(json, r->own, "options", JSON_OBJECT);
   const json_t *exit_code = an_json_member(json, r->own, "exit_code", JSON_INTEGER);
   if (options == NULL || exit_code == NULL)
      return false;
   /* The only number that can be negative. */
   p->exit_code = json_integer_value(exit_code);
   p->creator = ah_reader_string(r, r->own, "creator");
   json->place.object = "heapprof.options.";
   return p->creator != NULL && an_json_count(json, options, "depth", &p->depth)
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

bool ah_read_how(ah_reader *r, const json_t *from, int64_t exit_code, an_state *state)
{
   const json_t *how = an_json_member(&r->json, from, "how", JSON_STRING);
   if (how == NULL)
      return false;
   state->how = an_state_find(an_span_of(json_string_value(how)));
   const char *key = an_state_key(state->how);
   switch (state->how) {
   case AN_STATE_UNKNOWN:
      return an_json_fail(&r->json, "how",
                          "expected exited, killed, replaced, dumped or partial");
   case AN_STATE_EXITED:
      state->number = exit_code;
      return json_object_get(from, key) == NULL || read_state_number(r, from, state);
   case AN_STATE_REPLACED:
      state->by = ah_reader_string(r, from, key);
      return state->by != NULL;
   default: return key == NULL || read_state_number(r, from, state);
   }
}

/* Reads the state, which older files do not have. */
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
   return an_json_count_if(&r->json, r->own, "parent", &r->profile->parent)
          && ah_reader_string_if(r, r->own, "title", &r->profile->title)
          && ah_reader_string_if(r, r->own, "predecessor", &state->predecessor);
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
          && (fork->inherits
                 ? read_fork_amount(r, from, "total_bytes", "total_blocks", &fork->total)
                 : read_fork_amount(r, from, "freed_bytes", "freed_blocks", &fork->freed)
                      && an_json_count(&r->json, from, "reallocated",
                                       &fork->reallocated));
}

/* ---- Totals ---- */

static bool check_sum(ah_reader *r, const char *what, ah_amount sum, ah_amount stated)
{
   return (sum.bytes == stated.bytes && sum.blocks == stated.blocks)
          || an_fail(r->json.error,
                     "the sites have %lld bytes and %lld blocks %s, the "
                     "totals %lld and %lld",
                     (long long)sum.bytes, (long long)sum.blocks, what,
                     (long long)stated.bytes, (long long)stated.blocks);
}

/* Checks a member that is the sites' sum; it exists only if `is_known`. */
static bool read_sum(ah_reader *r, const json_t *from, bool is_known, const char *key,
                     int64_t sum)
{
   int64_t stated = 0;
   return !is_known
          || (an_json_count(&r->json, from, key, &stated)
              && (stated == sum
                  || an_json_fail(&r->json, key, "is %lld, but the sites' sum is %lld",
                                  (long long)stated, (long long)sum)));
}

/* Checks the totals that remain the sites' sums. */
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
   const json_t *from = an_json_member(&r->json, r->own, "totals", JSON_OBJECT);
   if (from == NULL)
      return false;
   const ah_totals sums = r->sums = r->profile->totals;
   ah_totals t = sums;
   r->json.place.object = "heapprof.totals.";
   for (size_t i = 0; i < AH_TOTAL_KEYS; i++)
      if (!an_json_count(&r->json, from, ah_total_keys[i].name,
                         ah_total_of(&t, &ah_total_keys[i])))
         return false;
   bool has_most_stack = json_object_get(from, "most_stack_bytes") != NULL;
   if (has_most_stack
       && !an_json_count(&r->json, from, "most_stack_bytes", &t.most_stack))
      return false;
   /* Older files do not say it; without --stacks=yes there are none. */
   r->most_stack = has_most_stack || !r->profile->has_stacks ? t.most_stack : INT64_MAX;
   if (!check_sums(r, from) || !check_sum(r, "in all", sums.total, t.total)
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
          || an_json_bool(&r->json, r->own, "saturated", &r->profile->is_saturated);
}

/* ---- Names of threads ---- */

static bool read_thread_name(ah_reader *r, const json_t *from, size_t i)
{
   ah_thread_name *to = &r->profile->thread_names[i];
   const json_t *number = json_array_get(from, 0);
   if (json_array_size(from) != 2 || !an_json_is_count(number))
      return an_json_fail(&r->json, NULL, "expected the number of a thread and its name");
   if (json_integer_value(number) > UINT32_MAX)
      return an_json_fail(&r->json, NULL, "the number of the thread is too large");
   to->thread = (uint32_t)json_integer_value(number);
   to->name = ah_reader_text(r, json_array_get(from, 1), NULL);
   if (to->name == NULL)
      return false;
   return i == 0 || to->thread > to[-1].thread
          || an_json_fail(&r->json, NULL, "expected ascending numbers of threads");
}

/* Older files, and those without a named thread, have none. */
static bool read_thread_names(ah_reader *r)
{
   ah_profile *p = r->profile;
   return ah_reader_each(r, "heapprof.thread_names", sizeof *p->thread_names,
                         &p->thread_names, &p->n_thread_names, read_thread_name);
}

/* ---- Regions ---- */

static bool read_values(ah_reader *r, const json_t *from, ah_region *to)
{
   an_json *json = &r->json;
   const json_t *parent;
   if ((to->name = ah_reader_string(r, from, "name")) == NULL
       || (parent = an_json_member(json, from, "parent", JSON_INTEGER)) == NULL)
      return false;
   to->parent = json_integer_value(parent);
   if (to->parent < -1 || to->parent >= (int64_t)json->place.index)
      return an_json_fail(json, "parent",
                          "expected -1 or the index of an earlier region");
   return an_json_count(json, from, "count", &to->count)
          && an_json_count(json, from, "bytes", &to->total.bytes)
          && an_json_count(json, from, "blocks", &to->total.blocks)
          && an_json_count(json, from, "peak", &to->peak)
          && an_json_count(json, from, "growth", &to->growth)
          && (to->growth <= to->peak
              || an_json_fail(json, "growth", "is more than peak"));
}

/* A region has what the regions in it have, and at most what the program has. */
static bool check_region(ah_reader *r, const ah_region *region)
{
   const ah_profile *p = r->profile;
   ah_amount most = p->totals.total;
   int64_t peak = p->totals.peak.bytes;
   const char *of = "in all";
   if (region->parent >= 0) {
      most = p->regions[region->parent].total;
      peak = p->regions[region->parent].peak;
      of = "in the region around it";
   }
   return ah_reader_within(r, "bytes", region->total.bytes, most.bytes, of)
          && ah_reader_within(r, "blocks", region->total.blocks, most.blocks, of)
          && ah_reader_within(r, "peak", region->peak, peak,
                              region->parent >= 0 ? of : "the peak");
}

/* Each path of nesting is listed once. */
static bool number_region(ah_reader *r, const ah_region *region)
{
   struct {
      int64_t parent;
      const char *name; /* interned */
   } path;
   memset(&path, 0, sizeof path); /* with its padding */
   path.parent = region->parent;
   path.name = region->name;
   size_t n = tk_strings_count(r->regions);
   uint32_t number = tk_strings_number(r->regions, &path, sizeof path);
   return number == n
          || an_json_fail(&r->json, NULL, "the same as heapprof.regions[%u]", number);
}

static bool read_region(ah_reader *r, const json_t *from, size_t i)
{
   ah_region *to = &r->profile->regions[i];
   if (!json_is_object(from))
      return an_json_fail(&r->json, NULL, "expected an object");
   return read_values(r, from, to) && check_region(r, to) && number_region(r, to);
}

static bool read_regions(ah_reader *r)
{
   ah_profile *p = r->profile;
   r->regions = tk_strings_new(r->alloc);
   bool ok = ah_reader_each(r, "heapprof.regions", sizeof *p->regions, &p->regions,
                            &p->n_regions, read_region);
   tk_strings_free(r->regions);
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
      if (!an_json_count_if(&r->json, from, name, &value))
         return false;
      *tk_counting_of(&r->profile->counting, i) = (uint64_t)value;
   }
   return true;
}

/* ---- The key ---- */

bool ah_read_own(ah_reader *r)
{
   static bool (*const parts[])(ah_reader *) = {
      read_options,     read_state,        read_fork,      read_counting,
      read_totals,      read_saturated,    ah_read_check,  read_thread_names,
      ah_read_timeline, ah_read_snapshots, ah_read_births, read_regions,
      ah_read_objects,  ah_read_looks,
   };
   for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
      r->json.place = (an_json_place){ .object = "heapprof." };
      if (!parts[i](r))
         return false;
   }
   return true;
}
