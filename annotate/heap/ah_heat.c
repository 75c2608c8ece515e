/* ah_heat.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "heap/ah_heat.h"

#include "heap/ah_rank.h"

#include <stdlib.h>
#include <string.h>

enum {
   WORD_B = 4, /* bytes of a cell, if one row has enough cells */
   CELLS_OF_A_ROW = 64,
   CELLS_MAX = 256,
};

int ah_heat_level(int64_t count, int64_t most)
{
   int level = AH_HEAT_LEVELS - 1;
   if (count <= 0)
      return 0;
   for (; level > 1 && count <= most / 2; most /= 2)
      level--;
   return level;
}

/* ---- Which sites ---- */

static int64_t block_B(const ah_profile *profile, const ah_site *site)
{
   const ah_heat *heat = ah_site_rare(site)->heat;
   int64_t size = profile->is_heapprof     ? site->max_size
                  : site->total.blocks > 0 ? site->total.bytes / site->total.blocks
                                           : 0;
   /* Trust the recorded size only if it agrees with the heat. */
   int64_t heat_B;
   if (__builtin_mul_overflow((int64_t)heat->n, heat->unit_B, &heat_B))
      heat_B = INT64_MAX;
   return size <= heat_B && size > heat_B - heat->unit_B ? size : heat_B;
}

static int64_t add_capped(int64_t a, int64_t b)
{
   int64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

int64_t ah_heat_sum(const ah_site *site)
{
   const ah_heat *heat = ah_site_rare(site)->heat;
   int64_t sum = 0;
   for (size_t i = 0; heat != NULL && i < heat->n; i++)
      sum = add_capped(sum, heat->sum[i]);
   return sum;
}

bool ah_heat_is_known(const ah_profile *profile, const ah_site *site)
{
   return ah_site_rare(site)->heat != NULL && block_B(profile, site) > 2 * WORD_B
          && ah_heat_sum(site) > 0;
}

int64_t ah_heat_uncertain(const ah_profile *profile, const ah_site *site)
{
   enum { LOST = 65536 };
   const ah_rare *rare = ah_site_rare(site);
   int64_t all = add_capped(rare->reads, rare->writes), counted = ah_heat_sum(site);
   return profile->is_heapprof || counted >= all ? 0 : (all - counted) / LOST;
}

/* ---- Counts ---- */

/* The size of what is shown of blocks of `size_B` bytes: one element if they are
   arrays of the type. */
static int64_t shown_B(const ty_type *type, int64_t size_B, int64_t unit_B)
{
   for (size_t i = 0; type != NULL && i < type->n_fields; i++)
      if (type->fields[i].offset + type->fields[i].size_B > type->size_B)
         return size_B; /* an array without a bound, behind the type */
   bool is_array = type != NULL && type->size_B > 0 && type->size_B < size_B
                   && size_B % type->size_B == 0 && type->size_B % unit_B == 0;
   return is_array ? type->size_B : size_B;
}

static void fold_counts(int64_t *to, size_t n, const int64_t *from, size_t n_from)
{
   for (size_t i = 0; i < n_from; i++)
      to[i % n] = add_capped(to[i % n], from[i]);
}

static int64_t largest_count(const int64_t *counts, size_t n)
{
   int64_t most = 0;
   for (size_t i = 0; i < n; i++)
      if (counts[i] > most)
         most = counts[i];
   return most;
}

static void add_heat(ah_heat_view *view, const ah_heat *heat)
{
   fold_counts(view->sum, view->n, heat->sum, heat->n);
   if (view->has_reads) {
      fold_counts(view->reads, view->n, heat->reads, heat->n);
      fold_counts(view->writes, view->n, heat->writes, heat->n);
   }
}

static void find_most(ah_heat_view *view)
{
   view->most = view->most_sum = largest_count(view->sum, view->n);
   if (!view->has_reads)
      return;
   int64_t reads = largest_count(view->reads, view->n);
   int64_t writes = largest_count(view->writes, view->n);
   view->most = reads > writes ? reads : writes;
}

/* ---- Ranges ---- */

/* The first field that contains the byte. */
static const ty_field *field_at(const ty_type *type, int64_t offset)
{
   for (size_t i = 0; type != NULL && i < type->n_fields; i++) {
      const ty_field *field = &type->fields[i];
      if (offset >= field->offset && offset - field->offset < field->size_B)
         return field;
   }
   return NULL;
}

/* Whether neither is more than twice the other; only 0 is close to 0. */
static bool is_close(int64_t a, int64_t b)
{
   return (a == 0) == (b == 0) && a / 2 <= b && b / 2 <= a;
}

/* Whether the i-th count continues the range: same field, and about as many accesses. */
static bool continues_range(const ah_heat_view *view, const ah_heat_range *range,
                            const ty_field *field, bool is_padding, size_t i)
{
   size_t first = (size_t)(range->offset / view->unit_B);
   if (range->field != field || range->is_padding != is_padding)
      return false;
   if (!view->has_reads)
      return is_close(view->sum[i], view->sum[first]);
   return is_close(view->reads[i], view->reads[first])
          && is_close(view->writes[i], view->writes[first]);
}

static int64_t average_of(const int64_t *counts, size_t first, size_t n)
{
   long double sum = 0;
   for (size_t i = 0; i < n; i++)
      sum += counts[first + i];
   sum /= n;
   if (sum >= (long double)INT64_MAX)
      return INT64_MAX;
   int64_t whole = (int64_t)sum;
   return whole < sum ? whole + 1 : whole;
}

static void finish_range(const ah_heat_view *view, ah_heat_range *range, size_t end)
{
   size_t first = (size_t)(range->offset / view->unit_B), n = end - first;
   int64_t end_B = end == view->n ? view->size_B : (int64_t)end * view->unit_B;
   range->size_B = end_B - range->offset;
   range->sum = average_of(view->sum, first, n);
   if (!view->has_reads)
      return;
   range->reads = average_of(view->reads, first, n);
   range->writes = average_of(view->writes, first, n);
}

static void find_ranges(ah_heat_view *view)
{
   ah_heat_range *range = NULL;
   for (size_t i = 0; i < view->n; i++) {
      int64_t offset = (int64_t)i * view->unit_B;
      const ty_field *field = field_at(view->type, offset);
      bool is_padding = view->type != NULL && field == NULL
                        && offset < view->type->size_B;
      if (range != NULL && continues_range(view, range, field, is_padding, i))
         continue;
      if (range != NULL)
         finish_range(view, range, i);
      range = &view->ranges[view->n_ranges++];
      *range =
         (ah_heat_range){ .offset = offset, .field = field, .is_padding = is_padding };
   }
   if (range != NULL)
      finish_range(view, range, view->n);
}

/* ---- The view ---- */

static int64_t word_B(const ah_heat_view *view)
{
   int64_t word = WORD_B % view->unit_B == 0 ? WORD_B : view->unit_B;
   if (word <= WORD_B && view->size_B > CELLS_OF_A_ROW * word)
      word *= 2;
   while (view->size_B / word > CELLS_MAX)
      word *= 2;
   return word;
}

static ah_heat_view begin_view(const ah_profile *profile, const ah_heat_set *set)
{
   const ah_site *first = &profile->sites[set->sites[0]];
   const ah_heat *heat = ah_site_rare(first)->heat;
   int64_t size_B = block_B(profile, first);
   const ty_type *type = set->type != NULL && set->type->size_B <= size_B ? set->type
                                                                          : NULL;
   ah_heat_view view = {
      .type = type,
      .block_B = size_B,
      .unit_B = heat->unit_B,
      .size_B = shown_B(type, size_B, heat->unit_B),
      .n = heat->n,
      .has_reads = heat->reads != NULL,
      .is_exact = true,
   };
   if (view.size_B < size_B)
      view.n = (size_t)(view.size_B / view.unit_B);
   view.word_B = word_B(&view);
   return view;
}

void ah_heat_look(ah_heat_view *view, const tk_alloc *alloc, const ah_profile *profile,
                  const ah_heat_set *set)
{
   *view = begin_view(profile, set);
   /* One block of memory: the counts, then at most as many ranges. */
   size_t counts_B = 3 * view->n * sizeof *view->sum;
   char *memory = tk_get(alloc, AN_LABEL, counts_B + view->n * sizeof *view->ranges);
   memset(memory, 0, counts_B);
   view->sum = (int64_t *)(void *)memory;
   if (view->has_reads) {
      view->reads = view->sum + view->n;
      view->writes = view->reads + view->n;
   }
   view->ranges = (ah_heat_range *)(void *)(memory + counts_B);
   for (size_t i = 0; i < set->n; i++) {
      const ah_site *site = &profile->sites[set->sites[i]];
      add_heat(view, ah_site_rare(site)->heat);
      view->is_exact &= ah_heat_uncertain(profile, site) == 0;
      if (block_B(profile, site) != view->block_B)
         view->block_B = 0;
   }
   find_most(view);
   find_ranges(view);
}

int64_t ah_heat_elements(const ah_heat_view *view, const ah_profile *profile,
                         const ah_site *site)
{
   return block_B(profile, site) / view->size_B;
}

/* ---- Sets of sites ---- */

/* What sites of one group must share to be shown together. */
typedef struct {
   int64_t size_B, unit_B;
   bool has_reads;
} shape;

static shape shape_of(const ah_profile *profile, const ah_group *group, uint32_t site)
{
   const ah_site *s = &profile->sites[site];
   int64_t size_B = block_B(profile, s), unit_B = ah_site_rare(s)->heat->unit_B;
   return (shape){ shown_B(group->type, size_B, unit_B), unit_B,
                   ah_site_rare(s)->heat->reads != NULL };
}

static bool is_same(shape a, shape b)
{
   return a.size_B == b.size_B && a.unit_B == b.unit_B && a.has_reads == b.has_reads;
}

/* Adds the group's sites that look like its i-th to `set`; and takes them out of
   `left`, which says who is left. */
static void gather_set(ah_heat_set *set, uint32_t *to, const ah_profile *profile,
                       const ah_group *group, uint32_t *left, size_t *n_left)
{
   shape first = shape_of(profile, group, left[0]);
   size_t n_rest = 0;
   *set = (ah_heat_set){ .type = group->type, .sites = to };
   for (size_t i = 0; i < *n_left; i++) {
      if (is_same(first, shape_of(profile, group, left[i]))) {
         to[set->n++] = left[i];
         set->sum = add_capped(set->sum, ah_heat_sum(&profile->sites[left[i]]));
      } else {
         left[n_rest++] = left[i];
      }
   }
   *n_left = n_rest;
   ah_rank_first(AH_SORT_PEAK, profile, to, set->n);
}

static int compare_sets(const void *a, const void *b, void *profile)
{
   const ah_heat_set *x = a, *y = b;
   return tk_compare_signed(y->sum, x->sum)
             ?: ah_rank_paths(profile, x->sites[0], y->sites[0]);
}

void ah_heat_sets_make(ah_heat_sets *sets, const tk_alloc *alloc,
                       const ah_profile *profile, const ah_groups *groups)
{
   size_t n = profile->n_sites + 1, n_sites = 0;
   *sets = (ah_heat_sets){
      .sets = tk_get(alloc, AN_LABEL, n * sizeof *sets->sets),
      .sites = tk_get(alloc, AN_LABEL, 2 * n * sizeof *sets->sites),
   };
   for (size_t i = 0; i < groups->n && profile->has_accesses; i++) {
      const ah_group *group = &groups->groups[i];
      uint32_t *left = sets->sites + n;
      size_t n_left = 0;
      for (size_t k = 0; k < group->n; k++)
         if (groups->is_of_program[group->sites[k]]
             && ah_heat_is_known(profile, &profile->sites[group->sites[k]]))
            left[n_left++] = group->sites[k];
      while (n_left > 0) {
         ah_heat_set *set = &sets->sets[sets->n++];
         gather_set(set, sets->sites + n_sites, profile, group, left, &n_left);
         n_sites += set->n;
      }
   }
   qsort_r(sets->sets, sets->n, sizeof *sets->sets, compare_sets, (void *)profile);
}

/* ---- The strip ---- */

size_t ah_heat_cells(const ah_heat_view *view)
{
   return (size_t)(view->size_B / view->word_B + (view->size_B % view->word_B != 0));
}

int ah_heat_cell(const ah_heat_view *view, const int64_t *counts, size_t cell)
{
   size_t of_a_word = (size_t)(view->word_B / view->unit_B);
   size_t first = cell * of_a_word, n = view->n - first;
   return ah_heat_level(largest_count(counts + first, n < of_a_word ? n : of_a_word),
                        view->most);
}
