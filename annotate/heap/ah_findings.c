/* ah_findings.c -- what a profile says is wrong with a program's use of memory.

   Savings from accesses are bounds, because a profile has only sums over a
   site's blocks.  If they have several sizes, which of them were untouched is
   unknown.  If they were reallocated, the sum counts all their sizes, not the
   last ones.  Of the blocks that are live at the peak or at the end, as few are taken for
   wasted as there can be: all others may be live then, too.

   Sites that are findings of their own are listed one by one.  What is left of a
   group is judged as one site: each of its sites must be a finding but for the
   amount.  So no bytes are counted twice.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings_private.h"

#include "heap/ah_rank.h"

#include <stdlib.h>
#include <string.h>

/* ---- A site's blocks ---- */

static int64_t smaller_of(int64_t a, int64_t b)
{
   return a < b ? a : b;
}

static int64_t larger_of(int64_t a, int64_t b)
{
   return a > b ? a : b;
}

int64_t ah_findings_blocks(const ah_site *site)
{
   return larger_of(0, site->total.blocks - ah_site_rare(site)->reallocs);
}

int64_t ah_finding_of_blocks(const ah_finding *finding)
{
   return larger_of(0, ah_findings_blocks(&finding->of) - finding->not_judged);
}

/* A finding about accesses needs all accesses to a block; one about lifetimes, the time
   of its birth. */
static int64_t not_judged_of(ah_finding_kind kind, const ah_site *site)
{
   return ah_finding_needs_accesses(kind) ? ah_site_rare(site)->partly.blocks
          : kind == AH_SHORT              ? ah_site_rare(site)->old.blocks
                                          : 0;
}

/* The blocks of a site that were watched for their whole life. */
typedef struct {
   const ah_profile *profile;
   const ah_site *site;
   int64_t n;        /* blocks */
   int64_t bytes;    /* of the blocks, at most; one reallocated counts once */
   int64_t min, max; /* bytes of one */
   /* Bytes never accessed, or never read; and blocks of only such bytes. */
   ah_amount untouched, unread;
} blocks;

/* a * b, or INT64_MAX. */
static int64_t product_of(int64_t a, int64_t b)
{
   int64_t product;
   return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

/* DHAT has sums of reads and writes; if all blocks have one size, also accesses
   by offset. */
static blocks blocks_of_dhat(const ah_profile *profile, const ah_site *site)
{
   const ah_rare *rare = ah_site_rare(site);
   blocks b = { profile, site, .n = site->total.blocks, .bytes = site->total.bytes,
                .max = site->total.bytes };
   if (rare->heat != NULL && b.n > 0) {
      int64_t n_zero = -ah_heat_uncertain(profile, site);
      for (size_t i = 0; i < rare->heat->n; i++)
         n_zero += rare->heat->sum[i] == 0;
      b.min = b.max = b.bytes / b.n;
      if (n_zero > 0)
         b.untouched.bytes = product_of(
            smaller_of(product_of(n_zero, rare->heat->unit_B), b.min), b.n);
   }
   if (rare->reads == 0)
      b.unread = site->total;
   if (rare->reads == 0 && rare->writes == 0)
      b.untouched = site->total;
   return b;
}

static blocks blocks_of(const ah_profile *profile, const ah_site *site)
{
   if (!profile->is_heapprof)
      return blocks_of_dhat(profile, site);
   const ah_rare *rare = ah_site_rare(site);
   int64_t n = larger_of(0, ah_findings_blocks(site) - rare->partly.blocks);
   blocks b = { profile,
                site,
                .n = n,
                .bytes = site->total.bytes - rare->partly.bytes,
                .min = site->min_size,
                .max = site->max_size,
                .untouched = rare->never_touched,
                .unread = rare->never_read };
   if (rare->reallocs > 0)
      b.bytes = smaller_of(b.bytes, product_of(n, site->max_size));
   return b;
}

/* The least size of n blocks, all of whose bytes are untouched (or unread);
   all_bytes is how many such bytes all blocks have. */
static int64_t whole_bytes(const blocks *b, int64_t n, int64_t all_bytes)
{
   if (n >= b->n)
      return all_bytes;
   int64_t in_others = product_of(b->n - n, b->max);
   return smaller_of(all_bytes,
                     larger_of(product_of(n, b->min),
                               all_bytes > in_others ? all_bytes - in_others : 0));
}

/* ---- What is live ---- */

/* The site's blocks that are live at the peak or at the end. */
static ah_amount live_of(const ah_site *site, ah_when when)
{
   return when == AH_WHEN_PEAK ? site->at_peak : site->at_end;
}

/* How many of the live blocks can be others than n of the site's. */
static int64_t live_others(const blocks *b, int64_t n, ah_amount live)
{
   int64_t all = larger_of(b->n, ah_findings_blocks(b->site));
   return smaller_of(live.blocks, larger_of(0, all - n));
}

/* The least of the live blocks that must be among n of the site's. */
static ah_amount least_live(const blocks *b, int64_t n, ah_amount live)
{
   int64_t others = live_others(b, n, live);
   int64_t left = live.blocks - others;
   if (left <= 0 || others == 0)
      return left <= 0 ? (ah_amount){ 0, 0 } : live;
   int64_t in_others = product_of(others, b->max);
   return (ah_amount){ smaller_of(live.bytes, larger_of(product_of(left, b->min),
                                                        live.bytes - in_others)),
                       left };
}

/* What is saved by n blocks that are wasted as a whole. */
static void save_whole(ah_finding *f, const blocks *b, int64_t n, int64_t all_bytes)
{
   f->saves[AH_WHEN_RUN] = (ah_amount){ whole_bytes(b, n, all_bytes), n };
   for (ah_when when = 0; when < AH_WHEN_RUN; when++)
      f->saves[when] = least_live(b, n, live_of(b->site, when));
}

/* What is saved only over the run. */
static void save_of_run(ah_finding *f, ah_amount saved)
{
   f->saves[AH_WHEN_PEAK] = f->saves[AH_WHEN_END] = (ah_amount){ 0, 0 };
   f->saves[AH_WHEN_RUN] = saved;
}

/* How many bytes of each block no block had touched, as far as accesses are known by
   offset. */
static int64_t cold_bytes(const blocks *b)
{
   const ah_heat *heat = ah_site_rare(b->site)->heat;
   int64_t n_cold = 0;
   if (heat == NULL || ah_heat_uncertain(b->profile, b->site) > 0)
      return 0;
   for (size_t i = 0; i < heat->n; i++)
      n_cold += heat->sum[i] == 0;
   return smaller_of(product_of(n_cold, heat->unit_B), b->min);
}

/* The bytes that n touched blocks do not need, of those that are live: at least those
   that no block touched; and whatever is more than all that was touched in the run. */
static ah_amount least_empty(const blocks *b, int64_t n, int64_t touched_B,
                             ah_amount live)
{
   ah_amount least = least_live(b, n, live);
   int64_t in_others = product_of(live_others(b, n, live), b->max);
   int64_t more = live.bytes > in_others ? live.bytes - in_others - touched_B : 0;
   least.bytes = smaller_of(least.bytes,
                            larger_of(more, product_of(least.blocks, cold_bytes(b))));
   return least.bytes > 0 ? least : (ah_amount){ 0, 0 };
}

/* ---- Kinds of findings ---- */

static bool find_untouched(const ah_search *s, const ah_site *x, ah_finding *f)
{
   blocks b = blocks_of(s->profile, x);
   save_whole(f, &b, b.untouched.blocks, b.untouched.bytes);
   return b.untouched.blocks > 0 && f->saves[AH_WHEN_RUN].bytes >= s->least_bytes;
}

/* Untouched blocks are findings of their own kind. */
static bool find_unread(const ah_search *s, const ah_site *x, ah_finding *f)
{
   blocks b = blocks_of(s->profile, x);
   int64_t n = b.unread.blocks - b.untouched.blocks;
   save_whole(f, &b, n, b.unread.bytes);
   return n > 0 && f->saves[AH_WHEN_RUN].bytes >= s->least_bytes;
}

/* Looks at the touched blocks; if none was read, they are unread instead. */
static bool find_empty(const ah_search *s, const ah_site *x, ah_finding *f)
{
   blocks b = blocks_of(s->profile, x);
   int64_t n = b.n - b.untouched.blocks;
   if (n <= 0 || b.unread.blocks >= b.n)
      return false;
   int64_t elsewhere = product_of(b.untouched.blocks, b.max);
   int64_t saved = b.untouched.bytes - elsewhere;
   long double touched = (long double)b.bytes - b.untouched.bytes;
   long double size = touched + saved;
   if (saved <= 0 || saved < s->least_bytes || size < s->t->size * n
       || touched * 100 > s->t->touched * size)
      return false;
   f->saves[AH_WHEN_RUN] = (ah_amount){ saved, n };
   for (ah_when when = 0; when < AH_WHEN_RUN; when++)
      f->saves[when] = least_empty(&b, n, b.bytes - b.untouched.bytes, live_of(x, when));
   f->touched_percent = (double)(touched * 100 / size);
   f->size_B = (double)(size / n);
   return true;
}

/* If few blocks are live at any time, one block could be used again.  An
   allocation has a price in instructions, if these are the unit of time. */
static bool find_short(const ah_search *s, const ah_site *x, ah_finding *f)
{
   enum { TIMES_USED = 10 };
   const ah_rare *rare = ah_site_rare(x);
   int64_t n = x->freed_blocks - rare->old_freed, saved = n - x->max.blocks;
   save_of_run(f, (ah_amount){ 0, saved });
   return n > 0 && n / TIMES_USED >= x->max.blocks && n >= s->least_freed
          && saved >= s->least_blocks
          && (!s->has_instrs || s->any_rate || n * s->t->instrs >= s->run)
          && x->freed_lifetime - rare->old_lifetime <= s->longest * n;
}

static void find_times(ah_search *s)
{
   s->run = ah_profile_watched(s->profile);
   s->longest = s->t->life / 100 * s->run;
   s->has_instrs = strcmp(s->profile->time_unit, "instrs") == 0;
   if (s->has_instrs && s->longest > s->t->instrs)
      s->longest = s->t->instrs;
}

/* How many steps by the factor it takes from one size to the other. */
static int64_t count_steps(int64_t from, int64_t to, long double factor)
{
   int64_t n = 0;
   long double size = from > 0 ? from : 1;
   if (factor <= 1)
      return size < to ? INT64_MAX : 0;
   for (; size < to; size *= factor)
      n++;
   return n;
}

static bool find_grown(const ah_search *s, const ah_site *x, ah_finding *f)
{
   const ah_rare *rare = ah_site_rare(x);
   save_of_run(f, (ah_amount){ rare->moved.bytes, rare->reallocs });
   if (rare->reallocs == 0)
      return false;
   int64_t n = ah_findings_blocks(x);
   return n > 0 && rare->reallocs >= s->t->reallocs * n
          && (rare->moved.bytes >= s->least_bytes || rare->reallocs >= s->least_blocks)
          && rare->reallocs / n
                > count_steps(x->min_size, x->max_size, 1 + s->t->step / 100);
}

/* Those that are live at the peak, too, may have been in use then. */
static bool find_leaked(const ah_search *s, const ah_site *x, ah_finding *f)
{
   save_of_run(f, x->at_end);
   f->saves[AH_WHEN_END] = x->at_end;
   return x->at_end.blocks > 0 && x->at_end.bytes >= s->least_bytes;
}

/* ---- Sites ---- */

static bool (*const finders[AH_N_KINDS])(const ah_search *, const ah_site *,
                                         ah_finding *) = {
   [AH_UNTOUCHED] = find_untouched, [AH_UNREAD] = find_unread, [AH_EMPTY] = find_empty,
   [AH_SHORT] = find_short,         [AH_GROWN] = find_grown,   [AH_LEAKED] = find_leaked,
};

/* Leaks can be of what the C library allocates for itself. */
static bool is_judged(const ah_search *s, ah_finding_kind kind, uint32_t site)
{
   return kind == AH_LEAKED || s->groups->is_of_program[site];
}

static void add_sites(ah_search *s, ah_finding f, const uint32_t *sites, size_t n)
{
   f.when = ah_search_when(s, &f);
   f.site = sites[0];
   f.n_sites = n;
   f.not_judged = not_judged_of(f.kind, &f.of);
   for (size_t i = 0; i < n && f.kind == AH_EMPTY; i++)
      s->is_empty[sites[i]] = true;
   ah_search_add(s, f);
}

/* Adds what another finding saves of what is live. */
static void add_live(ah_amount *to, const ah_finding *f)
{
   for (ah_when when = 0; when < AH_WHEN_RUN; when++)
      ah_amount_add(&to[when], f->saves[when]);
}

/* The findings of a kind in a group; `rest` has room for its sites.  What is a finding is
   one of any amount, too: most sites are neither. */
static void find_kind(ah_search *s, ah_finding_kind kind, const ah_group *group,
                      uint32_t *rest)
{
   ah_search any = *s;
   size_t n_rest = 0;
   any.least_bytes = any.least_blocks = any.least_freed = 0;
   any.any_rate = true;
   ah_finding f = { .kind = kind, .type = group->type };
   ah_amount live[AH_N_WHENS] = { 0 }; /* the sum of what each of the rest proves */
   for (size_t i = 0; i < group->n; i++) {
      uint32_t site = group->sites[i];
      const ah_site *of = &s->profile->sites[site];
      if (!finders[kind](&any, of, &f) || !is_judged(s, kind, site))
         continue;
      if (finders[kind](s, of, &f)) {
         f.of = *of;
         add_sites(s, f, &site, 1);
      } else {
         rest[n_rest++] = site;
         add_live(live, &f);
      }
   }
   ah_rare rare;
   ah_rank_first(AH_SORT_PEAK, s->profile, rest, n_rest);
   if (n_rest > 1 && ah_group_sum(&f.of, &rare, s->profile, rest, n_rest)
       && finders[kind](s, &f.of, &f)) {
      memcpy(f.saves, live, AH_WHEN_RUN * sizeof *live);
      ah_search_keep_rare(s, &f);
      add_sites(s, f, rest, n_rest);
   }
}

/* ---- Fields ---- */

/* Elements of a set's blocks, but for blocks that are findings as a whole. */
typedef struct {
   ah_amount most; /* at the peak; bytes: elements, of so many blocks */
   ah_amount least[AH_N_WHENS];
} elements;

/* False if a sum does not fit. */
static bool add_elements(elements *all, const ah_search *s, const ah_site *site,
                         int64_t n_each)
{
   blocks b = blocks_of(s->profile, site);
   int64_t n_whole = smaller_of(b.n, larger_of(b.unread.blocks, b.untouched.blocks));
   int64_t n = b.n - n_whole;
   int64_t most = s->profile->has_lifetimes ? site->at_peak.blocks : site->total.blocks;
   bool ok = true;
   for (ah_when when = 0; when < AH_N_WHENS; when++) {
      int64_t least = when == AH_WHEN_RUN ? n
                                          : least_live(&b, n, live_of(site, when)).blocks;
      ok &= ah_amount_add(&all->least[when],
                          (ah_amount){ product_of(least, n_each), least });
   }
   most = smaller_of(most, n);
   return ah_amount_add(&all->most, (ah_amount){ product_of(most, n_each), most }) && ok;
}

static elements count_elements(const ah_search *s, const ah_heat_set *set,
                               const ah_heat_view *view)
{
   elements all = { 0 };
   for (size_t i = 0; i < set->n; i++) {
      const ah_site *site = &s->profile->sites[set->sites[i]];
      if (!add_elements(&all, s, site, ah_heat_elements(view, s->profile, site)))
         return (elements){ 0 };
   }
   return all;
}

/* Untouched bytes of mostly empty blocks are in that finding.  In few blocks, unused
   bytes of a buffer are chance. */
static bool is_counted(const ah_unused *unused, bool is_empty, bool are_many)
{
   bool is_whole = unused->field != NULL && unused->field->size_B == unused->size_B;
   return (is_whole || are_many) && !(is_empty && unused->never == AH_NEVER_TOUCHED);
}

/* Writes to f->unused.  Whether that is a finding. */
static bool look_for_unused(const ah_search *s, const ah_heat_set *set,
                            const ah_heat_view *view, ah_finding *f)
{
   long double run = s->t->run;
   elements n = count_elements(s, set, view);
   bool is_empty = false;
   for (size_t i = 0; i < set->n; i++)
      is_empty |= s->is_empty[set->sites[i]];
   size_t n_all = ah_unused_find(f->unused, view,
                                 run < INT64_MAX ? (int64_t)run : INT64_MAX);
   for (size_t i = 0; i < n_all; i++)
      if (is_counted(&f->unused[i], is_empty, n.most.bytes >= s->t->records)) {
         f->unused_B += f->unused[i].size_B;
         f->unused[f->n_unused++] = f->unused[i];
      }
   f->size_B = (double)view->size_B;
   for (ah_when when = 0; when < AH_N_WHENS; when++)
      f->saves[when] = (ah_amount){ product_of(f->unused_B, n.least[when].bytes),
                                    n.least[when].blocks };
   f->when = ah_search_when(s, f);
   int64_t most = product_of(f->unused_B, n.most.bytes);
   return most > 0 && most >= s->least_bytes;
}

static void find_fields(ah_search *s, const ah_heat_set *set)
{
   ah_heat_view view;
   ah_rare rare;
   ah_finding f = {
      .kind = AH_FIELDS, .type = set->type, .n_sites = set->n, .site = set->sites[0]
   };
   if (!ah_group_sum(&f.of, &rare, s->profile, set->sites, set->n))
      return;
   ah_heat_look(&view, s->found->alloc, s->profile, set);
   f.not_judged = not_judged_of(f.kind, &f.of);
   ah_search_keep_rare(s, &f);
   f.unused = tk_get(s->found->alloc, "hp.findings", view.n * sizeof *f.unused);
   if (look_for_unused(s, set, &view, &f))
      ah_search_add(s, f);
}

static void find_all_fields(ah_search *s)
{
   ah_heat_sets sets;
   ah_heat_sets_make(&sets, s->found->alloc, s->profile, s->groups);
   for (size_t i = 0; i < sets.n; i++)
      find_fields(s, &sets.sets[i]);
}

static void find_all(ah_search *s)
{
   const ah_profile *p = s->profile;
   const tk_alloc *alloc = s->found->alloc;
   size_t n = p->n_sites + 1;
   uint32_t *rest = tk_get(alloc, "hp.findings", n * sizeof *rest);
   s->is_empty = tk_get(alloc, "hp.findings", n * sizeof *s->is_empty);
   memset(s->is_empty, 0, n * sizeof *s->is_empty);
   for (int k = 0; k < AH_N_KINDS; k++)
      for (size_t i = 0; i < s->groups->n; i++)
         if (finders[k] != NULL && ah_finding_lacks(k, p) == NULL)
            find_kind(s, (ah_finding_kind)k, &s->groups->groups[i], rest);
   ah_search_owners(s, rest);
   if (p->has_accesses)
      find_all_fields(s);
}

/* ---- The list ---- */

static int compare_numbers(int64_t a, int64_t b)
{
   return a > b ? -1 : a < b;
}

/* What is saved of the peak and of the end is ranked by its amount alone; what only grows
   counts as if it were of the end, which may be a server's far away.  Behind it is what
   need not be a fault. */
static int rank_of(const ah_finding *finding)
{
   return finding->kind == AH_LEAKED                                    ? 1
          : finding->when == AH_WHEN_RUN && finding->kind != AH_GROWING ? 2
                                                                        : 0;
}

static int compare_findings(const void *a, const void *b, void *profile)
{
   const ah_finding *x = a, *y = b;
   ah_amount of_x = ah_finding_saved(x), of_y = ah_finding_saved(y);
   if (rank_of(x) != rank_of(y))
      return rank_of(x) < rank_of(y) ? -1 : 1;
   int order = compare_numbers(of_x.bytes, of_y.bytes);
   if (order == 0)
      order = compare_numbers(of_x.blocks, of_y.blocks);
   if (order == 0)
      order = compare_numbers(y->kind, x->kind);
   return order != 0 ? order : ah_rank_paths(profile, x->site, y->site);
}

void ah_findings_find(ah_findings *findings, const tk_alloc *alloc,
                      const ah_profile *profile, const ah_groups *groups,
                      const ah_keepers *keepers, const ah_criteria *criteria)
{
   const ah_totals *totals = &profile->totals;
   int64_t all = profile->has_lifetimes ? totals->peak.bytes : totals->total.bytes;
   long double share = criteria->share / 100;
   ah_search s = { .profile = profile,
                   .groups = groups,
                   .keepers = keepers,
                   .t = criteria,
                   .found = findings,
                   .least_bytes = share * all,
                   .least_freed = criteria->blocks,
                   .least_blocks = share * totals->total.blocks };
   if (s.least_bytes < criteria->bytes)
      s.least_bytes = criteria->bytes;
   find_times(&s);
   *findings = (ah_findings){ .alloc = alloc };
   if (strcmp(profile->mode, "heap") == 0)
      find_all(&s);
   if (findings->n > 0)
      qsort_r(findings->findings, findings->n, sizeof *findings->findings,
              compare_findings, (void *)profile);
}
