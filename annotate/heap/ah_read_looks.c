/* ah_read_looks.c -- reads heapprof's owner snapshots: the keys "roots" and "owners",
   which most files do not have.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_look.h"
#include "heap/ah_reader.h"

#include <string.h>

enum { MOST_NUMBERS = 11, MOST_WORDS = 4, MOST_SHARERS = 4, MOST_STEPS = 40 };

/* ---- Numbers ---- */

/* Reads an array of `least` to `most` integers; `key` is for messages. */
static bool read_numbers(ah_reader *r, const json_t *from, const char *key, size_t least,
                         size_t most, int64_t *numbers, size_t *n)
{
   *n = json_array_size(from);
   if (!json_is_array(from) || *n < least || *n > most)
      return an_json_fail(&r->json, key, "expected %zu to %zu integers", least, most);
   for (size_t i = 0; i < *n; i++) {
      const json_t *number = json_array_get(from, i);
      if (!json_is_integer(number))
         return an_json_fail(&r->json, key, "expected integers");
      numbers[i] = json_integer_value(number);
   }
   return true;
}

static bool check_index(ah_reader *r, const char *key, int64_t index, size_t n,
                        const char *of)
{
   return (index >= 0 && (uint64_t)index < n)
          || an_json_fail(&r->json, key, "%lld is not an index into %s", (long long)index,
                          of);
}

static bool read_amount(ah_reader *r, const char *key, const int64_t *numbers,
                        ah_amount *amount)
{
   *amount = (ah_amount){ numbers[0], numbers[1] };
   return (numbers[0] >= 0 && numbers[1] >= 0)
          || an_json_fail(&r->json, key, "bytes and blocks cannot be negative");
}

static bool add_amount(ah_reader *r, const char *key, ah_amount *sum, ah_amount more)
{
   return ah_amount_add(sum, more)
          || an_json_fail(&r->json, key, "sums do not fit in 63 bits");
}

/* The list in a required member, and room for what is read from it; NULL after an
   error. */
static const json_t *list_of(ah_reader *r, const json_t *from, const char *key,
                             size_t size_B, void *items, size_t *n)
{
   const json_t *list = an_json_member(&r->json, from, key, JSON_ARRAY);
   *n = 0;
   if (list == NULL)
      return NULL;
   *n = json_array_size(list);
   void *room = ah_profile_get(r->profile, *n, size_B);
   memcpy(items, &room, sizeof room);
   return list;
}

/* ---- Roots ---- */

static bool read_kind(ah_reader *r, const json_t *from, ah_root *root)
{
   const json_t *kind = an_json_member(&r->json, from, "kind", JSON_STRING);
   if (kind == NULL)
      return false;
   for (root->kind = 0; root->kind < AH_N_ROOT_KINDS; root->kind++)
      if (strcmp(json_string_value(kind), ah_root_kind_name(root->kind)) == 0)
         return true;
   return an_json_fail(&r->json, "kind", "is unknown");
}

static bool read_place(ah_reader *r, const json_t *from, ah_root *root)
{
   an_json *json = &r->json;
   int64_t file, start = 0;
   if (json_object_get(from, "file") != NULL) {
      if (!an_json_count(json, from, "file", &file)
          || !check_index(r, "file", file, r->profile->n_files, "build_ids"))
         return false;
      root->file = &r->profile->files[file];
   }
   if (!an_json_count_if(json, from, "start", &start))
      return false;
   root->start = (uint64_t)start;
   return an_json_count_if(json, from, "size", &root->size_B);
}

static bool read_frames(ah_reader *r, const json_t *from, ah_root *root)
{
   size_t n;
   uint32_t *frames = NULL;
   if (root->kind != AH_ROOT_STACK)
      return true;
   const json_t *list = list_of(r, from, "fs", sizeof *frames, &frames, &n);
   for (size_t i = 0; list != NULL && i < n; i++) {
      const json_t *frame = json_array_get(list, i);
      if (!json_is_integer(frame))
         return an_json_fail(&r->json, "fs", "expected integers");
      if (!check_index(r, "fs", json_integer_value(frame), r->profile->n_frames, "ftbl"))
         return false;
      frames[i] = (uint32_t)json_integer_value(frame);
   }
   root->frames = frames;
   root->n_frames = (uint32_t)n;
   return list != NULL;
}

/* Another root of a stack, which may come later. */
static bool read_caller(ah_reader *r, const json_t *from, ah_root *root)
{
   int64_t caller;
   if (root->kind != AH_ROOT_STACK || json_object_get(from, "caller") == NULL)
      return true;
   if (!an_json_count(&r->json, from, "caller", &caller)
       || !check_index(r, "caller", caller, r->profile->n_roots, "roots"))
      return false;
   root->caller = &r->profile->roots[caller];
   return true;
}

static bool read_root(ah_reader *r, const json_t *from, ah_root *root)
{
   if (!json_is_object(from))
      return an_json_fail(&r->json, NULL, "expected an object");
   return read_kind(r, from, root) && ah_reader_string_if(r, from, "name", &root->name)
          && read_place(r, from, root) && read_frames(r, from, root)
          && read_caller(r, from, root);
}

static bool read_roots(ah_reader *r)
{
   ah_profile *p = r->profile;
   size_t n;
   const json_t *roots = list_of(r, r->own, "roots", sizeof *p->roots, &p->roots, &n);
   p->n_roots = n;
   for (size_t i = 0; roots != NULL && i < n; i++) {
      r->json.place = an_json_at("heapprof.roots", i);
      if (!read_root(r, json_array_get(roots, i), &p->roots[i]))
         return false;
      if ((i == 0) != (p->roots[i].kind == AH_ROOT_LOST))
         return an_json_fail(&r->json, "kind", "the first is \"lost\", and no other");
   }
   return roots != NULL;
}

/* ---- A look ---- */

typedef bool read_item(ah_reader *r, const json_t *from, ah_look *look, size_t i);

/* Reads each item of the list in a required member of a look. */
static bool read_each(ah_reader *r, const json_t *from, const char *key, size_t size_B,
                      void *items, size_t *n, ah_look *look, read_item *read)
{
   const json_t *list = list_of(r, from, key, size_B, items, n);
   for (size_t i = 0; list != NULL && i < *n; i++)
      if (!read(r, json_array_get(list, i), look, i))
         return false;
   return list != NULL;
}

static bool read_leak(ah_reader *r, const json_t *from, ah_look *look, size_t i)
{
   ah_leak_site *to = &look->leak_sites[i];
   int64_t v[MOST_NUMBERS] = { 0 };
   size_t n;
   if (!read_numbers(r, from, "leaks", 4, 5, v, &n)
       || !check_index(r, "leaks", v[0], r->profile->n_sites, "pps"))
      return false;
   if (v[1] < 0 || v[1] >= AH_N_LEAKS)
      return an_json_fail(&r->json, "leaks", "%lld is no kind", (long long)v[1]);
   to->site = (uint32_t)v[0];
   to->leak = (ah_leak)v[1];
   to->rings = v[4];
   if (i > 0
       && (to[-1].site > to->site
           || (to[-1].site == to->site && to[-1].leak >= to->leak)))
      return an_json_fail(&r->json, "leaks", "expected ascending sites and kinds");
   return read_amount(r, "leaks", &v[2], &to->amount)
          && ((to->rings >= 0 && to->rings <= to->amount.blocks)
              || an_json_fail(&r->json, "leaks", "rings are not 0 to the blocks"))
          && add_amount(r, "leaks", &look->leaks[to->leak], to->amount)
          && add_amount(r, "leaks", &look->live, to->amount);
}

static bool read_ring(ah_reader *r, const json_t *from, ah_look *look, size_t i)
{
   enum { SITE, OFFSET, TO, N, BYTES, BLOCKS, HOLDER, HOLDER_OFFSET, NUMBERS };
   int64_t v[MOST_NUMBERS];
   size_t n, n_sites = r->profile->n_sites;
   if (!read_numbers(r, from, "rings", NUMBERS, NUMBERS, v, &n)
       || !check_index(r, "rings", v[SITE], n_sites, "pps")
       || !check_index(r, "rings", v[TO], n_sites, "pps")
       || (v[HOLDER] != -1 && !check_index(r, "rings", v[HOLDER], n_sites, "pps")))
      return false;
   if (v[OFFSET] < -1 || v[HOLDER_OFFSET] < -1 || v[N] < 0)
      return an_json_fail(&r->json, "rings", "numbers cannot be negative");
   look->rings[i] = (ah_ring){ .site = (uint32_t)v[SITE],
                               .to = (uint32_t)v[TO],
                               .offset = v[OFFSET],
                               .n = v[N],
                               .holder = v[HOLDER],
                               .holder_offset = v[HOLDER_OFFSET] };
   return read_amount(r, "rings", &v[BYTES], &look->rings[i].lost);
}

/* What all rings have, which is part of what is lost. */
static bool check_rings(ah_reader *r, const ah_look *look)
{
   ah_amount sum = { 0 }, lost = ah_look_lost(look);
   for (size_t i = 0; i < look->n_rings; i++)
      if (!add_amount(r, "rings", &sum, look->rings[i].lost))
         return false;
   return (sum.bytes <= lost.bytes && sum.blocks <= lost.blocks)
          || an_json_fail(&r->json, "rings", "have more than is lost");
}

static bool read_sharers(ah_reader *r, const json_t *from, ah_look *look, size_t place)
{
   ah_sharers *to = &look->sharers[place];
   int64_t v[MOST_NUMBERS];
   size_t n;
   if (!read_numbers(r, from, "sharers", 0, MOST_SHARERS + 1, v, &n))
      return false;
   to->has_more = n > 0 && v[n - 1] == -1;
   to->n = (uint32_t)(n - to->has_more);
   uint32_t *roots = ah_profile_get(r->profile, to->n, sizeof *roots);
   for (uint32_t i = 0; i < to->n; i++) {
      if (!check_index(r, "sharers", v[i], r->profile->n_roots, "roots"))
         return false;
      if (i == MOST_SHARERS || (i > 0 && v[i] <= v[i - 1]))
         return an_json_fail(&r->json, "sharers", "expected at most %d ascending roots",
                             MOST_SHARERS);
      roots[i] = (uint32_t)v[i];
   }
   to->roots = roots;
   return true;
}

/* What the kind of a retainer or a step refers to. */
static bool check_what(ah_reader *r, const char *key, int64_t kind, int64_t what,
                       const ah_look *look)
{
   switch (kind) {
   case AH_RETAINER_ROOT: return check_index(r, key, what, r->profile->n_roots, "roots");
   case AH_RETAINER_SHARED: return check_index(r, key, what, look->n_sharers, "sharers");
   case AH_RETAINER_SITE: return check_index(r, key, what, r->profile->n_sites, "pps");
   default: return an_json_fail(&r->json, key, "%lld is no kind", (long long)kind);
   }
}

static bool read_retainer(ah_reader *r, const json_t *from, ah_look *look, size_t i)
{
   ah_retainer *to = &look->retainers[i];
   int64_t v[MOST_NUMBERS] = { 0 };
   size_t n;
   if (!read_numbers(r, from, "tree", 5, 7 + MOST_WORDS, v, &n)
       || !check_what(r, "tree", v[1], v[2], look))
      return false;
   *to = (ah_retainer){ .above = v[0],
                        .kind = (ah_retainer_kind)v[1],
                        .what = (uint32_t)v[2],
                        .has_offset = n > 5,
                        .offset = v[5],
                        .step = v[6] };
   if (v[0] < -1 || v[0] >= (int64_t)i || v[6] < 0)
      return an_json_fail(&r->json, "tree", "%s",
                          v[6] < 0 ? "the step cannot be negative"
                                   : "expected -1 or the index of an earlier owner");
   if (v[0] >= 0 && v[1] != AH_RETAINER_SITE)
      return an_json_fail(&r->json, "tree",
                          "a root, and what several share, has no owner");
   if (n > 7) {
      to->n_words = n - 7;
      to->words = ah_profile_copy(r->profile, &v[7], to->n_words * sizeof *v);
   }
   return read_amount(r, "tree", &v[3], &to->own);
}

/* Adds up what each retains; those below come later. */
static bool sum_retained(ah_reader *r, ah_look *look)
{
   ah_amount sum = { 0 };
   for (size_t i = look->n_retainers; i-- > 0;) {
      ah_retainer *retainer = &look->retainers[i];
      if (!add_amount(r, "tree", &sum, retainer->own)
          || !add_amount(r, "tree", &retainer->retained, retainer->own)
          || (retainer->above >= 0
              && !add_amount(r, "tree", &look->retainers[retainer->above].retained,
                             retainer->retained)))
         return false;
   }
   return (sum.bytes == look->live.bytes && sum.blocks == look->live.blocks)
          || an_json_fail(&r->json, "tree", "other sums than of leaks");
}

/* Owners with idle blocks, in ascending order. */
static bool read_idle(ah_reader *r, const json_t *from, ah_look *look)
{
   const json_t *list;
   int64_t v[MOST_NUMBERS], last = -1;
   size_t n;
   if (json_object_get(from, "idle_since") == NULL)
      return true;
   if (!an_json_count(&r->json, from, "idle_since", &look->idle_since)
       || !ah_reader_within(r, "idle_since", look->idle_since, look->time, "time")
       || (list = an_json_member(&r->json, from, "idle", JSON_ARRAY)) == NULL)
      return false;
   for (size_t i = 0; i < json_array_size(list); i++, last = v[0]) {
      ah_amount idle;
      if (!read_numbers(r, json_array_get(list, i), "idle", 3, 3, v, &n)
          || !check_index(r, "idle", v[0], look->n_retainers, "tree")
          || !read_amount(r, "idle", &v[1], &idle))
         return false;
      ah_retainer *of = &look->retainers[v[0]];
      if (v[0] <= last || idle.bytes > of->own.bytes || idle.blocks > of->own.blocks)
         return an_json_fail(&r->json, "idle",
                             v[0] <= last ? "expected ascending owners"
                                          : "is more than the owner has");
      of->idle = idle;
   }
   return true;
}

static bool read_step(ah_reader *r, const json_t *from, const ah_look *look,
                      ah_chain_step *to)
{
   int64_t v[MOST_NUMBERS] = { 0 };
   size_t n;
   if (!read_numbers(r, from, "chains", 2, 3, v, &n))
      return false;
   if (v[0] == AH_RETAINER_SHARED)
      return an_json_fail(&r->json, "chains", "a step is a root or a site");
   *to = (ah_chain_step){ .is_root = v[0] == AH_RETAINER_ROOT,
                          .what = v[1],
                          .has_offset = n > 2,
                          .offset = v[2] };
   return (v[0] == AH_RETAINER_SITE && v[1] == -1)
          || check_what(r, "chains", v[0], v[1], look);
}

static bool read_chain(ah_reader *r, const json_t *from, ah_look *look, size_t i)
{
   ah_chain *to = &look->chains[i];
   size_t n = json_array_size(from);
   if (n > MOST_STEPS)
      return an_json_fail(&r->json, "chains", "a chain has at most %d steps", MOST_STEPS);
   ah_chain_step *steps = ah_profile_get(r->profile, n, sizeof *steps);
   for (size_t k = 0; k < n; k++)
      if (!read_step(r, json_array_get(from, k), look, &steps[k]))
         return false;
   if (n == 0 || steps[n - 1].is_root || steps[n - 1].what < 0)
      return an_json_fail(&r->json, "chains", "a chain ends with a site");
   *to = (ah_chain){ steps, n };
   return i == 0 || to[-1].steps[to[-1].n - 1].what < steps[n - 1].what
          || an_json_fail(&r->json, "chains", "expected ascending sites");
}

static bool read_why(ah_reader *r, const json_t *from, ah_look *look)
{
   const json_t *why = an_json_member(&r->json, from, "why", JSON_STRING);
   if (why == NULL)
      return false;
   for (look->why = 0; look->why < AH_N_LOOK_WHYS; look->why++)
      if (strcmp(json_string_value(why), ah_look_why_name(look->why)) == 0)
         return true;
   return an_json_fail(&r->json, "why", "expected asked, time, peak, exit or end");
}

static bool read_look(ah_reader *r, const json_t *from, ah_look *look)
{
   if (!json_is_object(from))
      return an_json_fail(&r->json, NULL, "expected an object");
   return an_json_count(&r->json, from, "time", &look->time)
          && ah_reader_within(r, "time", look->time, r->profile->totals.end_time, "te")
          && read_why(r, from, look)
          && read_each(r, from, "leaks", sizeof *look->leak_sites, &look->leak_sites,
                       &look->n_leak_sites, look, read_leak)
          && (json_object_get(from, "rings") == NULL
              || (read_each(r, from, "rings", sizeof *look->rings, &look->rings,
                            &look->n_rings, look, read_ring)
                  && check_rings(r, look)))
          && read_each(r, from, "sharers", sizeof *look->sharers, &look->sharers,
                       &look->n_sharers, look, read_sharers)
          && read_each(r, from, "tree", sizeof *look->retainers, &look->retainers,
                       &look->n_retainers, look, read_retainer)
          && sum_retained(r, look) && read_idle(r, from, look)
          && read_each(r, from, "chains", sizeof *look->chains, &look->chains,
                       &look->n_chains, look, read_chain);
}

/* What the last look found lost, if it is that of the end. */
static void set_lost(ah_reader *r)
{
   const ah_look *look = ah_look_at_end(r->profile);
   for (size_t i = 0; look != NULL && i < look->n_leak_sites; i++) {
      const ah_leak_site *leak = &look->leak_sites[i];
      if (leak->leak != AH_LEAK_DEFINITE && leak->leak != AH_LEAK_INDIRECT)
         continue;
      ah_rare *rare = ah_profile_rare(r->profile, &r->profile->sites[leak->site]);
      ah_amount_add(&rare->lost, leak->amount); /* part of a sum that fits */
   }
}

bool ah_read_looks(ah_reader *r)
{
   ah_profile *p = r->profile;
   size_t n;
   if (json_object_get(r->own, "owners") == NULL)
      return true;
   if (!read_roots(r))
      return false;
   r->json.place = (an_json_place){ .object = "heapprof." };
   const json_t *looks = list_of(r, r->own, "owners", sizeof *p->looks, &p->looks, &n);
   if (looks == NULL)
      return false;
   for (size_t i = 0; i < n; i++) {
      r->json.place = an_json_at("heapprof.owners", i);
      if (!read_look(r, json_array_get(looks, i), &p->looks[i]))
         return false;
      if (i > 0 && p->looks[i].time < p->looks[i - 1].time)
         return an_json_fail(&r->json, "time", "is before the previous one");
   }
   p->n_looks = n;
   set_lost(r);
   return true;
}
