/* ah_ignored.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_ignored.h"

#include "heap/ah_owner.h"
#include "paths/an_bare.h"
#include "paths/an_name.h"

#include <string.h>

/* ---- Frames ---- */

/* Paths of heapprof begin with the caller of these; a suppression begins with one. */
static bool matches_allocator(const ah_ignored_step *step)
{
   static const char *const names[] = {
      "malloc",
      "calloc",
      "realloc",
      "reallocarray",
      "memalign",
      "aligned_alloc",
      "posix_memalign",
      "valloc",
      "pvalloc",
      "_Znwm",
      "_Znam",
      "_Znwj",
      "_Znaj",
      "_ZnwmRKSt9nothrow_t",
      "_ZnamRKSt9nothrow_t",
      "_ZnwmSt11align_val_t",
      "_ZnamSt11align_val_t",
      "_ZnwmSt11align_val_tRKSt9nothrow_t",
      "_ZnamSt11align_val_tRKSt9nothrow_t",
      "operator new(unsigned long)",
      "operator new[](unsigned long)",
      "__builtin_new",
      "__builtin_vec_new",
   };
   static const char object[] = "/usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so";
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (an_pattern_matches(&step->pattern, names[i], NULL, object))
         return true;
   return false;
}

static bool matches_bare(const ah_ignored_step *step, const tk_alloc *alloc,
                         const char *function)
{
   char *bare = tk_get(alloc, AN_LABEL, strlen(function) + 1);
   an_bare_name(function, false, bare);
   bool matches = an_pattern_matches(&step->bare, bare, NULL, NULL);
   tk_put(alloc, bare);
   return matches;
}

static bool matches_frame(const ah_ignored_step *step, const tk_alloc *alloc,
                          const ah_profile *profile, const an_frame *frame)
{
   if (step->line != 0 && step->line != frame->line)
      return false;
   const char *object = step->pattern.of_objects ? ah_owner_object(profile, frame) : NULL;
   return an_pattern_matches(&step->pattern, frame->function, frame->file, object)
          || (step->is_mangled && matches_bare(step, alloc, frame->function));
}

/* ---- Paths ---- */

/* What rules are held against. */
typedef struct {
   const tk_alloc *alloc;
   const ah_profile *profile;
   const uint32_t *frames;
   size_t n;
} path;

/* Frame 0 of a rule with an allocator is the allocator. */
static bool matches_at(const ah_ignored_rule *rule, const path *p, size_t step, size_t at)
{
   const ah_ignored_step *s = &rule->steps[step];
   if (rule->has_allocator && at == 0)
      return matches_allocator(s);
   uint32_t frame = p->frames[at - rule->has_allocator];
   return matches_frame(s, p->alloc, p->profile, &p->profile->frames[frame]);
}

/* Steps behind any number of frames match as near as they can: that leaves most for
   those behind. */
static bool matches_path(const ah_ignored_rule *rule, const path *p)
{
   size_t step = 0, at = 0, retry_step = SIZE_MAX, retry_at = 0;
   size_t n = p->n + rule->has_allocator;
   while (step < rule->n_steps) {
      if (rule->steps[step].is_any) {
         retry_step = ++step;
         retry_at = at;
      } else if (at < n && matches_at(rule, p, step, at)) {
         step++;
         at++;
      } else if (retry_step != SIZE_MAX && retry_at < n) {
         step = retry_step;
         at = ++retry_at;
      } else {
         return false;
      }
   }
   return true;
}

/* The rules that take out the leaks of a site, by kind; NULL: none does. */
typedef struct {
   ah_ignored_rule *of[AH_N_LEAKS];
} site_rules;

static site_rules find_rules(ah_ignored *ignored, const ah_profile *profile,
                             const ah_site *site)
{
   site_rules found = { { NULL } };
   unsigned wanted = (1u << AH_N_LEAKS) - 1;
   an_path all = { site->frames, site->n_frames };
   size_t start = an_name_start(profile->frames, all, AN_SKIP_VALGRIND);
   const path p = { ignored->alloc, profile, site->frames + start,
                    site->n_frames - start };
   for (size_t i = 0; i < ignored->n && wanted != 0; i++) {
      ah_ignored_rule *rule = &ignored->rules[i];
      if ((rule->leaks & wanted) == 0 || !matches_path(rule, &p))
         continue;
      for (unsigned leak = 0; leak < AH_N_LEAKS; leak++)
         if ((rule->leaks & wanted) >> leak & 1)
            found.of[leak] = rule;
      wanted &= ~rule->leaks;
   }
   return found;
}

/* ---- Taking out ---- */

typedef struct {
   ah_profile *profile;
   size_t side;
   const site_rules *rules;      /* of each site */
   const ah_ignored_rule **last; /* of each site: the rule that counted it */
} taking;

static void subtract(ah_amount *from, ah_amount less)
{
   from->bytes -= less.bytes;
   from->blocks -= less.blocks;
}

static ah_amount smaller_of(ah_amount a, ah_amount b)
{
   return (ah_amount){ a.bytes < b.bytes ? a.bytes : b.bytes,
                       a.blocks < b.blocks ? a.blocks : b.blocks };
}

/* The site has the amount less at the end, or what is left of it: the C library frees
   some after the last look. */
static void take_from_end(taking *t, uint32_t number, ah_ignored_rule *rule,
                          ah_amount amount)
{
   ah_site *site = &t->profile->sites[number];
   amount = smaller_of(amount, site->at_end);
   subtract(&site->at_end, amount);
   subtract(&t->profile->totals.end, amount);
   ah_amount_add(&t->profile->ignored, amount); /* parts of a sum that fits */
   ah_amount_add(&rule->amount[t->side], amount);
   rule->n_sites[t->side] += t->last[number] != rule;
   t->last[number] = rule;
}

/* Leaks of a look that a rule names. */
static void take_leak(taking *t, ah_look *look, ah_leak_site *leak, ah_ignored_rule *rule,
                      ah_amount amount)
{
   if (amount.blocks == 0)
      return;
   subtract(&leak->amount, amount);
   ah_amount_add(&leak->ignored, amount);
   subtract(&look->leaks[leak->leak], amount);
   if (look != ah_look_at_end(t->profile))
      return;
   if (leak->leak == AH_LEAK_DEFINITE || leak->leak == AH_LEAK_INDIRECT)
      subtract(&ah_profile_rare(t->profile, &t->profile->sites[leak->site])->lost,
               amount);
   take_from_end(t, leak->site, rule, amount);
}

/* What takes out a retainer: it is lost itself, or below one that is taken out. */
static ah_ignored_rule *rule_of(const taking *t, const ah_look *look, size_t i,
                                ah_ignored_rule *const *above)
{
   const ah_retainer *r = &look->retainers[i];
   if (r->kind != AH_RETAINER_SITE || r->above < 0)
      return NULL;
   const ah_retainer *up = &look->retainers[r->above];
   bool is_lost = up->kind == AH_RETAINER_ROOT
                  && t->profile->roots[up->what].kind == AH_ROOT_LOST;
   return is_lost ? t->rules[r->what].of[AH_LEAK_DEFINITE] : above[r->above];
}

/* What ignored retainers have of a site, and by which rule the first of them is. */
typedef struct {
   ah_amount own;
   ah_ignored_rule *rule;
} kept;

/* Marks the retainers, and sums them up by site. */
static void sum_kept(const taking *t, ah_look *look, const tk_alloc *alloc, kept *sums)
{
   ah_ignored_rule **rules = tk_get_zeroed(alloc, AN_LABEL,
                                           (look->n_retainers + 1) * sizeof *rules);
   for (size_t i = 0; i < look->n_retainers; i++) {
      ah_retainer *r = &look->retainers[i];
      rules[i] = rule_of(t, look, i, rules);
      r->is_ignored = rules[i] != NULL;
      if (!r->is_ignored)
         continue;
      kept *sum = &sums[r->what];
      ah_amount_add(&sum->own, r->own); /* parts of a sum that fits */
      sum->rule = sum->rule == NULL ? rules[i] : sum->rule;
   }
   tk_put(alloc, rules);
}

/* What only ignored blocks keep is ignored, too: of what their retainers have, all but
   those that are lost themselves. */
static void take_kept(taking *t, ah_look *look, const tk_alloc *alloc)
{
   kept *sums = tk_get_zeroed(alloc, AN_LABEL, (t->profile->n_sites + 1) * sizeof *sums);
   sum_kept(t, look, alloc, sums);
   for (size_t i = 0; i < look->n_leak_sites; i++)
      if (look->leak_sites[i].leak == AH_LEAK_DEFINITE)
         subtract(&sums[look->leak_sites[i].site].own, look->leak_sites[i].ignored);
   for (size_t i = 0; i < look->n_leak_sites; i++) {
      ah_leak_site *leak = &look->leak_sites[i];
      const kept *sum = &sums[leak->site];
      if (leak->leak == AH_LEAK_INDIRECT && sum->rule != NULL && sum->own.blocks > 0)
         take_leak(t, look, leak, sum->rule, smaller_of(sum->own, leak->amount));
   }
   tk_put(alloc, sums);
}

static void take_from_look(taking *t, ah_look *look, const tk_alloc *alloc)
{
   for (size_t i = 0; i < look->n_leak_sites; i++) {
      ah_leak_site *leak = &look->leak_sites[i];
      ah_ignored_rule *rule = t->rules[leak->site].of[leak->leak];
      if (rule != NULL)
         take_leak(t, look, leak, rule, leak->amount);
   }
   take_kept(t, look, alloc);
}

/* Without a look at the end nothing is known of kinds. */
static void take_unseen(taking *t)
{
   for (uint32_t i = 0; i < t->profile->n_sites; i++) {
      ah_ignored_rule *rule = NULL;
      for (unsigned leak = 0; leak < AH_N_LEAKS && rule == NULL; leak++)
         rule = t->rules[i].of[leak];
      if (rule != NULL && t->profile->sites[i].at_end.blocks > 0)
         take_from_end(t, i, rule, t->profile->sites[i].at_end);
   }
}

void ah_ignored_take_out(ah_ignored *ignored, ah_profile *profile, size_t side)
{
   const tk_alloc *alloc = ignored->alloc;
   size_t n = profile->n_sites + 1;
   site_rules *rules = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *rules);
   taking t = { .profile = profile, .side = side, .rules = rules };
   t.last = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *t.last);
   for (size_t i = 0; i < profile->n_sites; i++)
      if (profile->n_looks > 0 || profile->sites[i].at_end.blocks > 0)
         rules[i] = find_rules(ignored, profile, &profile->sites[i]);
   for (size_t i = 0; i < profile->n_looks; i++)
      take_from_look(&t, &profile->looks[i], alloc);
   if (ah_look_at_end(profile) == NULL)
      take_unseen(&t);
   tk_put(alloc, rules);
   tk_put(alloc, t.last);
}
