/* ac_data_findings.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_data_findings.h"

#include "base/an_alloc.h"
#include "base/an_number.h"
#include "base/an_text.h"
#include "base/tk_count.h"
#include "base/tk_events.h"
#include "base/tk_gcd.h"
#include "advice/ac_cures.h"
#include "advice/ac_data_label.h"
#include "types/ty_types.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_B = 400, NAMES_B = 120, FIELDS_NAMED = 3 };

typedef struct {
   ac_data_findings *findings;
   const ac_data_view *view;
   const ac_object_waits *waits;
   int64_t line_B; /* of the first-level cache */
   uint32_t index;
   const ac_data_object *object;
   int64_t misses;
} finder;

const char *ac_data_finding_name(ac_data_finding_kind kind)
{
   static const char *const names[AC_N_DATA_FINDINGS] = {
      [AC_DATA_UNUSED] = "unused",
      [AC_DATA_SCATTERED] = "scattered",
      [AC_DATA_CONFLICT] = "conflict",
      [AC_DATA_AOS] = "aos",
   };
   return names[kind];
}

/* ---- Writing ---- */

/* Saves `share` of the waits for the object at most. */
static void __attribute__((format(printf, 4, 5))) add_finding(finder *f,
                                                              ac_data_finding_kind kind,
                                                              double share,
                                                              const char *format, ...)
{
   char text[TEXT_B];
   va_list arguments;
   va_start(arguments, format);
   vsnprintf(text, sizeof text, format, arguments);
   va_end(arguments);
   char *kept = tk_arena_get(&f->findings->arena, strlen(text) + 1);
   strcpy(kept, text);
   double cycles = ac_object_wait_sum(&f->waits->of[f->index]);
   f->findings->of[f->findings->n++] = (ac_data_finding){
      kind, f->index, kept, share, cycles > 0 ? round(cycles * share) : NAN
   };
}

/* Adds "key, next"; past the first few "and N more". */
static void add_name(char names[NAMES_B], const char *name, size_t n)
{
   size_t used = strlen(names);
   if (n < FIELDS_NAMED)
      snprintf(names + used, NAMES_B - used, "%s%.30s", n > 0 ? ", " : "", name);
}

static void end_names(char names[NAMES_B], size_t n)
{
   size_t used = strlen(names);
   if (n > FIELDS_NAMED)
      snprintf(names + used, NAMES_B - used, " and %zu more", n - FIELDS_NAMED);
}

static int64_t misses_of(const finder *f, const char *name)
{
   for (size_t i = 0; i < f->object->n_fields; i++) {
      const ac_data_field *field = &f->object->fields[i];
      if (field->spot.name != NULL && strcmp(field->spot.name, name) == 0)
         return ac_data_misses(f->view, field->counts);
   }
   return 0;
}

/* The fields with misses, most first, and those without. */
static void name_fields(const finder *f, char hot[NAMES_B], char cold[NAMES_B])
{
   const ac_data_object *object = f->object;
   size_t n_hot = 0, n_cold = 0;
   hot[0] = cold[0] = '\0';
   for (size_t i = 0; i < object->n_fields; i++)
      if (object->fields[i].spot.name != NULL
          && ac_data_misses(f->view, object->fields[i].counts) > 0)
         add_name(hot, object->fields[i].spot.name, n_hot++);
   for (size_t i = 0; i < object->type->n_fields; i++)
      if (misses_of(f, object->type->fields[i].name) == 0)
         add_name(cold, object->type->fields[i].name, n_cold++);
   end_names(hot, n_hot);
   end_names(cold, n_cold);
}

/* ---- Arrays of structs ---- */

static bool has_fields(const ac_data_object *object)
{
   return object->type != NULL && object->type->n_fields > 1 && object->type->size_B > 0;
}

static double count_of(const finder *f, const int64_t *counts, tk_event_id event)
{
   const ac_data *data = f->view->data;
   for (size_t i = 0; i < data->n_events; i++)
      if (strcmp(data->events[i], tk_events[event].name) == 0)
         return (double)counts[i];
   return 0;
}

/* The share of D1 misses that are reads, in percent. */
static double read_percent(const finder *f, const int64_t *counts)
{
   double misses = (double)ac_data_misses(f->view, counts);
   return misses == 0 ? 0 : 100 * count_of(f, counts, TK_D1MR) / misses;
}

/* In each line, no more bytes are used than the field has there. */
static bool find_aos(finder *f)
{
   const ac_data_object *o = f->object;
   if (!has_fields(o) || o->n_lines_fetched == 0 || o->n_fields == 0
       || o->fields[0].spot.name == NULL
       || ac_data_extent(o) < AC_DATA_LEAST_ELEMENTS * o->type->size_B)
      return false;
   const ac_data_field *field = &o->fields[0];
   double share = (double)field->spot.size_B / (double)o->type->size_B;
   double on_field = 100.0 * (double)ac_data_misses(f->view, field->counts)
                     / (double)f->misses;
   /* A quarter more, for what is used at the ends. */
   bool is_alone = 4 * (double)o->used_B * (double)o->type->size_B
                   <= 5 * (double)o->inside_B * (double)field->spot.size_B;
   if (!is_alone || on_field < AC_DATA_ONE_PERCENT || share * 100 > AC_DATA_UNUSED_PERCENT
       || read_percent(f, field->counts) < AC_DATA_READ_PERCENT)
      return false;
   add_finding(f, AC_DATA_AOS, 1 - share,
               "only %.40s is read, %" PRId64 " of %" PRId64 " bytes of each element: %s",
               field->spot.name, field->spot.size_B, o->type->size_B,
               ac_cure_text(AC_CURE_OWN_ARRAY));
   return true;
}

/* ---- Unused bytes ---- */

/* Sparse accesses to small elements leave bytes of a line unused, too, and no other
   order of fields helps there: less than half of one element per line must be used. */
static void find_unused(finder *f)
{
   const ac_data_object *o = f->object;
   char hot[NAMES_B], cold[NAMES_B];
   if (!has_fields(o) || o->n_lines_fetched == 0)
      return;
   double inside = (double)o->inside_B / (double)o->n_lines_fetched;
   double used = (double)o->used_B / (double)o->n_lines_fetched;
   double element = (double)o->type->size_B;
   double touched = element < inside ? element : inside;
   if (used * 100 > touched * AC_DATA_UNUSED_PERCENT)
      return;
   name_fields(f, hot, cold);
   add_finding(
      f, AC_DATA_UNUSED, 1 - used / touched,
      "%.0f of %.0f bytes of each fetched line are used: %s; misses are on %s%s%s", used,
      inside, ac_cure_text(AC_CURE_SPLIT), *hot == '\0' ? "several fields" : hot,
      *cold == '\0' ? "" : ", none on ", cold);
}

/* ---- Scattered blocks ---- */

/* Each fetched line holds hardly more than one block. */
static void find_scattered(finder *f)
{
   const ac_data_object *o = f->object;
   char blocks[AN_TEXT_NUMBER_B];
   if (o->of->kind != AC_DATA_HEAP || o->n_lines_fetched == 0
       || o->n_blocks < AC_DATA_MANY_BLOCKS)
      return;
   double size = (double)o->bytes / (double)o->n_blocks;
   double inside = (double)o->inside_B / (double)o->n_lines_fetched;
   if (size > AC_DATA_SMALL_B || size <= 0 || inside > 1.5 * size
       || (double)f->misses < 0.5 * (double)o->n_blocks)
      return;
   an_text_count(blocks, o->n_blocks);
   add_finding(f, AC_DATA_SCATTERED, 1 - inside / (double)f->line_B,
               "%s blocks of %.0f bytes, each in a line of its own: %s", blocks, size,
               ac_cure_text(AC_CURE_POOL));
}

/* ---- Conflicts ---- */

static int compare_down(const void *a, const void *b)
{
   int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
   return (x < y) - (x > y);
}

size_t ac_data_hold_half(const ac_data_object *object)
{
   int64_t sum = 0, half = 0;
   size_t n = object->n_sets, k = 0;
   if (object->by_set == NULL)
      return 0;
   int64_t *sorted = an_malloc((n + 1) * sizeof *sorted);
   memcpy(sorted, object->by_set, n * sizeof *sorted);
   qsort(sorted, n, sizeof *sorted, compare_down);
   for (size_t i = 0; i < n; i++)
      sum += sorted[i];
   while (k < n && 2 * half < sum)
      half += sorted[k++];
   free(sorted);
   return k;
}

/* The misses above the average of all sets, as a share of all. */
static double excess_misses(const ac_data_object *object)
{
   double sum = 0, above = 0;
   for (size_t i = 0; i < object->n_sets; i++)
      sum += (double)object->by_set[i];
   double average = sum / (double)object->n_sets;
   for (size_t i = 0; i < object->n_sets; i++)
      if ((double)object->by_set[i] > average)
         above += (double)object->by_set[i] - average;
   return sum == 0 ? 0 : above / sum;
}

int64_t ac_data_row_stride(const ac_data_view *view, uint32_t object, int64_t line_B)
{
   const ac_data_object *o = &view->objects[object];
   int64_t stride = 0, misses = 0, all = 0, n = (int64_t)o->n_sets;
   for (size_t i = 0; i < view->data->n_entries; i++) {
      const ac_data_entry *entry = &view->data->entries[i];
      int64_t lines = entry->place.stride / line_B;
      if (view->object_of[entry->datum] != object)
         continue;
      int64_t of = ac_data_misses(view, entry->counts);
      all += of;
      if (lines == 0 || entry->place.stride % line_B != 0
          || 8 * (n / (int64_t)tk_gcd((uint64_t)n, (uint64_t)lines)) > n
          || ac_data_extent(o) < AC_DATA_LEAST_ELEMENTS * entry->place.stride)
         continue;
      misses += of;
      stride = entry->place.stride > stride ? entry->place.stride : stride;
   }
   return 2 * misses >= all ? stride : 0;
}

/* In rows at a distance that reaches few sets. */
static bool find_rows(finder *f)
{
   const ac_data_object *o = f->object;
   size_t half = ac_data_hold_half(o);
   if (half == 0 || 8 * half > o->n_sets)
      return false;
   int64_t stride = ac_data_row_stride(f->view, f->index, f->line_B);
   if (stride > 0)
      add_finding(f, AC_DATA_CONFLICT, excess_misses(o),
                  "half of the misses are in %zu of %zu sets of the cache, at distances "
                  "of %" PRId64 " bytes: %s (%" PRId64 " bytes)",
                  half, o->n_sets, stride, ac_cure_text(AC_CURE_PAD_ROWS), f->line_B);
   return stride > 0;
}

/* Half of a level's misses, which the run counted by reason, are conflicts. */
static bool find_by_reason(finder *f, tk_event_id cold, const char *name)
{
   double all = 0, conflicts = 0;
   for (size_t i = 0; i < TK_EVENT_REASONS; i++) {
      conflicts = count_of(f, f->object->counts, cold + (tk_event_id)i);
      all += conflicts;
   }
   double share = all > 0 ? conflicts / all : 0;
   if (all < AC_DATA_LEAST_MISSES || share < 0.5)
      return false;
   add_finding(
      f, AC_DATA_CONFLICT, share,
      "%.0f%% of its misses at the %s level are conflicts, which a fully associative "
      "cache would not have: %s, or move it away from data used with it",
      100 * share, name, ac_cure_text(AC_CURE_PAD_ROWS));
   return true;
}

static void find_conflict(finder *f)
{
   if (!find_rows(f) && !find_by_reason(f, TK_D1COLD, "first"))
      find_by_reason(f, TK_LCOLD, "last");
}

/* ---- The whole ---- */

static void find_all(finder *f)
{
   if (!find_aos(f))
      find_unused(f);
   find_scattered(f);
   find_conflict(f);
}

static int compare_findings(const void *a, const void *b)
{
   const ac_data_finding *x = a, *y = b;
   return an_real_compare(y->cycles, x->cycles)
      ?: tk_compare(x->object, y->object)
      ?: (int)x->kind - (int)y->kind;
}

void ac_data_findings_find(ac_data_findings *findings, const tk_alloc *alloc,
                           const ac_data_view *view, const ac_object_waits *waits,
                           int64_t line_B)
{
   finder f = { .findings = findings, .view = view, .waits = waits, .line_B = line_B };
   int64_t all = ac_data_misses(view, view->totals);
   *findings = (ac_data_findings){ .n = 0 };
   tk_arena_init(&findings->arena, alloc, AN_LABEL);
   findings->of = tk_arena_get(&findings->arena, (view->n_objects + 1)
                                                    * AC_N_DATA_FINDINGS
                                                    * sizeof *findings->of);
   for (size_t i = 0; i < view->n_objects; i++) {
      f.index = (uint32_t)i;
      f.object = &view->objects[i];
      f.misses = ac_data_misses(view, f.object->counts);
      if (f.misses < AC_DATA_LEAST_MISSES || f.misses < all / 100 * AC_DATA_LEAST_PERCENT)
         continue;
      findings->lacks_use |= f.misses >= all / 10 && f.object->n_lines_fetched == 0
                             && f.object->of->kind <= AC_DATA_TLS;
      find_all(&f);
   }
   qsort(findings->of, findings->n, sizeof *findings->of, compare_findings);
}
