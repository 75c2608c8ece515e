/* ac_splits.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "advice/ac_splits.h"

#include "base/an_number.h"

#include <stdlib.h>

/* Of types with more used fields, clusters are not made, or fields not moved: that takes
   time with the square of them. */
enum { CLUSTERED_MOST = 64, MOVED_MOST = 32, LINE_B = 64, ROUNDS = 3 };

/* Fields whose shares differ by less are used alike; a step that gains less of what is at
   stake is none. */
static const double ALIKE = 0.02, STEP = 0.004;

void ac_search_begin(ac_search *search, tk_arena *arena, const ac_samples *samples,
                     const ac_stakes *stakes, uint32_t index,
                     const ac_plan_object *object)
{
   *search = (ac_search){ .arena = arena,
                          .samples = samples,
                          .stakes = stakes,
                          .index = index,
                          .object = *object };
   search->shares = tk_arena_get(arena, samples->type->n_fields * sizeof *search->shares);
   ac_samples_shares(samples, search->shares);
   ac_plan_now(samples, object, &search->now);
   double lines_B = (double)stakes->view->objects[index].n_lines_fetched
                    * (double)samples->line_B;
   double n = ac_stakes_elements(stakes, index);
   search->object.visits = n > 0 && search->now.hot_B > 0
                              ? lines_B / search->now.hot_B / n
                              : 1;
}

void ac_search_try(const ac_search *search, ac_plan *plan, ac_candidate *candidate)
{
   ac_plan_effect then;
   ac_plan_place(plan, search->samples->type);
   ac_plan_try(plan, search->samples, &search->object, &then);
   double left = ac_stakes_misses(search->stakes, search->index, &search->now, &then);
   *candidate = (ac_candidate){ plan, 0, left };
   candidate->gain = search->stakes->all > 0
                        ? ac_stakes_gain(search->stakes, search->index, &search->now,
                                         &then)
                        : (1 - (long double)left) * search->samples->weight;
}

/* ---- Parts of a plan ------------------------------------------------------ */

/* The largest gain that a layout could have. */
static long double stake_of(const ac_search *search)
{
   return search->stakes->all > 0 ? ac_object_wait_sum(&search->stakes->of[search->index])
                                  : search->samples->weight;
}

typedef struct {
   const ac_search *search;
   const ac_plan *plan;
   const int64_t *part_B; /* bytes of fields */
} sorter;

/* Of a part that is longer than a line, what is used most comes first, and what is hardly
   used stays in its order.  Else fields are in the order that leaves no gaps. */
static int compare_fields(const void *a, const void *b, void *context)
{
   const sorter *s = context;
   const ty_field *fields = s->search->samples->type->fields;
   uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
   uint16_t part = s->plan->part_of[x];
   if (part != s->plan->part_of[y])
      return part < s->plan->part_of[y] ? -1 : 1;
   if (s->plan->kind == AC_PLAN_PARTS && part + 1u == s->plan->n_parts)
      return x < y ? -1 : 1; /* `rest` has them in their order */
   int tenths_x = (int)(10 * s->search->shares[x] + 0.5);
   int tenths_y = (int)(10 * s->search->shares[y] + 0.5);
   if (s->part_B[part] > LINE_B && tenths_x != tenths_y)
      return tenths_x > tenths_y ? -1 : 1;
   if (s->part_B[part] > LINE_B && tenths_x == 0)
      return x < y ? -1 : 1;
   uint32_t align_x = ac_plan_alignment(&fields[x]);
   uint32_t align_y = ac_plan_alignment(&fields[y]);
   if (align_x != align_y)
      return align_x > align_y ? -1 : 1;
   return x < y ? -1 : 1;
}

static void sort_fields(const ac_search *search, ac_plan *plan)
{
   int64_t part_B[AC_PLAN_PARTS_MOST] = { 0 };
   sorter s = { search, plan, part_B };
   for (size_t i = 0; i < plan->n_fields; i++)
      part_B[plan->part_of[i]] += search->samples->type->fields[i].size_B;
   qsort_r(plan->order, plan->n_fields, sizeof *plan->order, compare_fields, &s);
}

/* Numbers parts again, those with the most used fields first.  What is never used goes
   to the last one. */
static void number_parts(const ac_search *search, ac_plan *plan)
{
   double most[AC_PLAN_PARTS_MOST];
   uint16_t to[AC_PLAN_PARTS_MOST], n = 0;
   for (uint32_t p = 0; p < plan->n_parts; p++)
      most[p] = -1;
   for (size_t i = 0; i < plan->n_fields; i++)
      if (search->shares[i] > most[plan->part_of[i]])
         most[plan->part_of[i]] = search->shares[i];
   for (;;) {
      uint32_t best = plan->n_parts;
      for (uint32_t p = 0; p < plan->n_parts; p++)
         if (most[p] >= 0 && (best == plan->n_parts || most[p] > most[best]))
            best = p;
      if (best == plan->n_parts)
         break;
      to[best] = n++;
      most[best] = -1;
   }
   for (size_t i = 0; i < plan->n_fields; i++)
      plan->part_of[i] = to[plan->part_of[i]];
   plan->n_parts = n;
}

/* Tries the parts that the plan has, and keeps it if it is better. */
static void try_parts(const ac_search *search, ac_plan *plan, ac_candidate *best)
{
   ac_candidate candidate;
   number_parts(search, plan);
   if (plan->n_parts < 2)
      return;
   sort_fields(search, plan);
   ac_search_try(search, plan, &candidate);
   /* Of two that gain as much, the one with fewer parts. */
   long double step = stake_of(search) * (long double)STEP;
   if (best->plan == NULL || candidate.gain > best->gain + step)
      *best = candidate;
}

/* ---- The most used fields in front ---------------------------------------- */

static int compare_shares(const void *a, const void *b, void *context)
{
   const double *shares = context;
   uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
   return an_real_compare(shares[y], shares[x]) ?: x - y;
}

static void try_fronts(const ac_search *search, const uint16_t *by_share,
                       ac_candidate *best)
{
   const ty_type *type = search->samples->type;
   const double *shares = search->shares;
   for (size_t n = 1; n < type->n_fields && shares[by_share[n - 1]] > 0; n++) {
      if (shares[by_share[n]] > 0
          && shares[by_share[n - 1]] - shares[by_share[n]] < ALIKE)
         continue;
      ac_plan *plan = ac_plan_new(search->arena, type, AC_PLAN_PARTS);
      for (size_t i = n; i < type->n_fields; i++)
         plan->part_of[by_share[i]] = 1;
      plan->n_parts = 2;
      try_parts(search, plan, best);
   }
}

/* ---- Fields that are used together ----------------------------------------- */

typedef struct {
   size_t n; /* fields */
   const uint16_t *fields;
   double together[CLUSTERED_MOST][CLUSTERED_MOST]; /* how often, and [i][i]: field i */
   uint16_t cluster[CLUSTERED_MOST];
   uint16_t n_clusters;
} clusters;

/* Adds the fields of one element. */
static void add_element(clusters *c, const uint16_t *place, const ac_sample *sample,
                        size_t first, size_t end, double weight)
{
   bool is_used[CLUSTERED_MOST] = { false };
   for (size_t i = first; i < end; i++)
      is_used[place[sample->uses[i].field]] = true;
   for (size_t i = 0; i < c->n; i++)
      for (size_t k = 0; k < c->n && is_used[i]; k++)
         c->together[i][k] += is_used[k] ? weight : 0;
}

static void count_together(clusters *c, const ac_samples *samples, const uint16_t *place)
{
   for (size_t s = 0; s < samples->n; s++) {
      const ac_sample *sample = &samples->of[s];
      double weight = ac_sample_visits(sample);
      for (size_t i = 0, end; i < sample->n_uses; i = end) {
         for (end = i + 1; end < sample->n_uses
                           && sample->uses[end].element == sample->uses[i].element;)
            end++;
         add_element(c, place, sample, i, end, weight);
      }
   }
}

/* How alike two clusters are used: of the uses of either field of a pair, those of both;
   on average. */
static double likeness(const clusters *c, uint16_t a, uint16_t b)
{
   double sum = 0, n = 0;
   for (size_t i = 0; i < c->n; i++)
      for (size_t k = 0; k < c->n; k++) {
         if (c->cluster[i] != a || c->cluster[k] != b)
            continue;
         double both = c->together[i][k];
         sum += both / (c->together[i][i] + c->together[k][k] - both);
         n++;
      }
   return n > 0 ? sum / n : 0;
}

static void join_most_alike(clusters *c)
{
   uint16_t best_a = 0, best_b = 1;
   double most = -1;
   for (uint16_t a = 0; a < c->n_clusters; a++)
      for (uint16_t b = (uint16_t)(a + 1); b < c->n_clusters; b++) {
         double of = likeness(c, a, b);
         if (of > most) {
            most = of;
            best_a = a;
            best_b = b;
         }
      }
   c->n_clusters--;
   for (size_t i = 0; i < c->n; i++) {
      if (c->cluster[i] == best_b)
         c->cluster[i] = best_a;
      else if (c->cluster[i] == c->n_clusters)
         c->cluster[i] = best_b;
   }
}

/* Each cluster a part, and what is never used one more, or in the last. */
static void try_clusters(const ac_search *search, const clusters *c, uint32_t most,
                         ac_candidate *best)
{
   const ty_type *type = search->samples->type;
   for (uint16_t rest = 0; rest < 2; rest++) {
      uint16_t last = (uint16_t)(c->n_clusters - 1 + rest);
      if (last + 1u > most || (rest > 0 && c->n == type->n_fields))
         continue;
      ac_plan *plan = ac_plan_new(search->arena, type, AC_PLAN_PARTS);
      for (size_t i = 0; i < type->n_fields; i++)
         plan->part_of[i] = last;
      for (size_t i = 0; i < c->n; i++)
         plan->part_of[c->fields[i]] = c->cluster[i];
      plan->n_parts = last + 1u;
      try_parts(search, plan, best);
   }
}

static void try_together(const ac_search *search, const uint16_t *by_share, uint32_t most,
                         ac_candidate *best)
{
   const ty_type *type = search->samples->type;
   clusters *c = tk_arena_get_zeroed(search->arena, sizeof *c);
   uint16_t *place = tk_arena_get(search->arena, type->n_fields * sizeof *place);
   c->fields = by_share;
   while (c->n < type->n_fields && search->shares[by_share[c->n]] > 0) {
      if (c->n == CLUSTERED_MOST)
         return;
      place[by_share[c->n]] = (uint16_t)c->n;
      c->cluster[c->n] = (uint16_t)c->n;
      c->n++;
   }
   c->n_clusters = (uint16_t)c->n;
   count_together(c, search->samples, place);
   while (c->n_clusters > 1) {
      if (c->n_clusters <= most)
         try_clusters(search, c, most, best);
      join_most_alike(c);
   }
   if (c->n_clusters != 0)
      try_clusters(search, c, most, best);
}

/* ---- One field at a time --------------------------------------------------- */

/* Sets `best` to the best plan that differs by one field; *moved: there is one. */
static void move_one(const ac_search *search, uint32_t most, ac_candidate *best,
                     bool *moved)
{
   const ac_plan *from = best->plan;
   *moved = false;
   for (size_t i = 0; i < from->n_fields; i++)
      for (uint32_t p = 0; p <= from->n_parts && p < most; p++) {
         if (search->shares[i] <= 0 || p == from->part_of[i])
            continue;
         ac_plan *plan = ac_plan_copy(search->arena, search->samples->type, from);
         plan->part_of[i] = (uint16_t)p;
         plan->n_parts += p == from->n_parts;
         try_parts(search, plan, best);
      }
   *moved = best->plan != from;
}

/* ---- The whole -------------------------------------------------------------- */

static size_t count_used(const ac_search *search)
{
   size_t n = 0;
   for (size_t i = 0; i < search->samples->type->n_fields; i++)
      n += search->shares[i] > 0;
   return n;
}

void ac_splits_best(const ac_search *search, uint32_t most, ac_candidate *best)
{
   const ty_type *type = search->samples->type;
   uint16_t *by_share = tk_arena_get(search->arena, type->n_fields * sizeof *by_share);
   bool moved = count_used(search) <= MOVED_MOST;
   *best = (ac_candidate){ .plan = NULL };
   for (size_t i = 0; i < type->n_fields; i++)
      by_share[i] = (uint16_t)i;
   qsort_r(by_share, type->n_fields, sizeof *by_share, compare_shares, search->shares);
   try_fronts(search, by_share, best);
   try_together(search, by_share, most, best);
   for (int i = 0; i < ROUNDS && moved && best->plan != NULL; i++)
      move_one(search, most, best, &moved);
}

static bool is_as_it_is(const ac_plan *plan)
{
   for (size_t i = 0; i < plan->n_fields; i++)
      if (plan->order[i] != i)
         return false;
   return true;
}

void ac_splits_order(const ac_search *search, ac_candidate *best)
{
   static const uint32_t aligned[] = { 0, LINE_B };
   *best = (ac_candidate){ .plan = NULL };
   for (size_t i = 0; i < sizeof aligned / sizeof aligned[0]; i++) {
      ac_candidate candidate;
      ac_plan *plan = ac_plan_new(search->arena, search->samples->type, AC_PLAN_ORDER);
      sort_fields(search, plan);
      if (is_as_it_is(plan))
         return;
      if (search->object.n_elements == 1)
         plan->align_B = aligned[i];
      else
         plan->pad_B = aligned[i];
      ac_search_try(search, plan, &candidate);
      if (best->plan == NULL || candidate.gain > best->gain)
         *best = candidate;
   }
}
