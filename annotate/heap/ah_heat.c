/* ah_heat.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_heat.h"

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
   const ah_heat *heat = site->heat;
   int64_t size = profile->is_heapprof ? site->max_size
                  : site->total.blocks > 0
                     ? site->total.bytes / site->total.blocks : 0;
   /* Trust the recorded size only if it agrees with the heat. */
   int64_t heat_B;
   if (__builtin_mul_overflow((int64_t)heat->n, heat->unit_B, &heat_B))
      heat_B = INT64_MAX;
   return size <= heat_B && size > heat_B - heat->unit_B ? size : heat_B;
}

static int64_t add(int64_t a, int64_t b)
{
   int64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

int64_t ah_heat_sum(const ah_site *site)
{
   const ah_heat *heat = site->heat;
   int64_t sum = 0;
   for (size_t i = 0; heat != NULL && i < heat->n; i++)
      sum = add(sum, heat->sum[i]);
   return sum;
}

bool ah_heat_is_known(const ah_profile *profile, const ah_site *site)
{
   return site->heat != NULL && block_B(profile, site) > 2 * WORD_B
          && ah_heat_sum(site) > 0;
}

int64_t ah_heat_uncertain(const ah_profile *profile, const ah_site *site)
{
   enum { LOST = 65536 };
   int64_t all = add(site->reads, site->writes), counted = ah_heat_sum(site);
   return profile->is_heapprof || counted >= all ? 0 : (all - counted) / LOST;
}

/* ---- Counts ---- */

/* Whether the blocks are arrays of the type. */
static bool is_array(const ah_heat_view *view, int64_t unit_B)
{
   const ty_type *type = view->type;
   for (size_t i = 0; type != NULL && i < type->n_fields; i++)
      if (type->fields[i].offset + type->fields[i].size_B > type->size_B)
         return false; /* an array without a bound, behind the type */
   return type != NULL && type->size_B > 0 && type->size_B < view->block_B
          && view->block_B % type->size_B == 0 && type->size_B % unit_B == 0;
}

static void fold(int64_t *to, size_t n, const int64_t *from, size_t n_from)
{
   memset(to, 0, n * sizeof *to);
   for (size_t i = 0; i < n_from; i++)
      to[i % n] = add(to[i % n], from[i]);
}

static int64_t largest(const int64_t *counts, size_t n)
{
   int64_t most = 0;
   for (size_t i = 0; i < n; i++)
      if (counts[i] > most)
         most = counts[i];
   return most;
}

static void fill(ah_heat_view *view, const ah_heat *heat)
{
   fold(view->sum, view->n, heat->sum, heat->n);
   view->most = view->most_sum = largest(view->sum, view->n);
   if (!view->has_reads)
      return;
   fold(view->reads, view->n, heat->reads, heat->n);
   fold(view->writes, view->n, heat->writes, heat->n);
   int64_t reads = largest(view->reads, view->n);
   int64_t writes = largest(view->writes, view->n);
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

/* Whether the i-th count continues the range. */
static bool belongs(const ah_heat_view *view, const ah_heat_range *range,
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

static int64_t average(const int64_t *counts, size_t first, size_t n)
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

static void finish_range(const ah_heat_view *view, ah_heat_range *range,
                         size_t end)
{
   size_t first = (size_t)(range->offset / view->unit_B), n = end - first;
   int64_t end_B
      = end == view->n ? view->size_B : (int64_t)end * view->unit_B;
   range->size_B = end_B - range->offset;
   range->sum = average(view->sum, first, n);
   if (!view->has_reads)
      return;
   range->reads = average(view->reads, first, n);
   range->writes = average(view->writes, first, n);
}

static void find_ranges(ah_heat_view *view)
{
   ah_heat_range *range = NULL;
   for (size_t i = 0; i < view->n; i++) {
      int64_t offset = (int64_t)i * view->unit_B;
      const ty_field *field = field_at(view->type, offset);
      bool is_padding = view->type != NULL && field == NULL
                        && offset < view->type->size_B;
      if (range != NULL && belongs(view, range, field, is_padding, i))
         continue;
      if (range != NULL)
         finish_range(view, range, i);
      range = &view->ranges[view->n_ranges++];
      *range = (ah_heat_range){ .offset = offset, .field = field,
                                .is_padding = is_padding };
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

bool ah_heat_look(ah_heat_view *view, const tk_alloc *alloc,
                  const ah_profile *profile, const ah_site *site,
                  const ty_type *type)
{
   const ah_heat *heat = site->heat;
   int64_t size_B = block_B(profile, site);
   *view = (ah_heat_view){
      .type = type != NULL && type->size_B <= size_B ? type : NULL,
      .block_B = size_B, .size_B = size_B, .unit_B = heat->unit_B,
      .n = heat->n, .has_reads = heat->reads != NULL,
      .is_exact = ah_heat_uncertain(profile, site) == 0, .alloc = alloc,
   };
   if (is_array(view, heat->unit_B)) {
      view->size_B = type->size_B;
      view->n = (size_t)(type->size_B / heat->unit_B);
   }
   view->word_B = word_B(view);
   /* One block of memory: the counts, then at most as many ranges. */
   size_t counts_B = 3 * view->n * sizeof *view->sum;
   char *memory
      = tk_get(alloc, "hp.heat", counts_B + view->n * sizeof *view->ranges);
   if (memory == NULL)
      return false;
   view->sum = (int64_t *)(void *)memory;
   if (view->has_reads) {
      view->reads = view->sum + view->n;
      view->writes = view->reads + view->n;
   }
   view->ranges = (ah_heat_range *)(void *)(memory + counts_B);
   fill(view, heat);
   find_ranges(view);
   return true;
}

void ah_heat_free(ah_heat_view *view)
{
   tk_put(view->alloc, view->sum);
   view->sum = NULL;
}

/* ---- The strip ---- */

size_t ah_heat_cells(const ah_heat_view *view)
{
   return (size_t)(view->size_B / view->word_B
                   + (view->size_B % view->word_B != 0));
}

int ah_heat_cell(const ah_heat_view *view, const int64_t *counts, size_t cell)
{
   size_t of_a_word = (size_t)(view->word_B / view->unit_B);
   size_t first = cell * of_a_word, n = view->n - first;
   return ah_heat_level(largest(counts + first, n < of_a_word ? n : of_a_word),
                        view->most);
}
