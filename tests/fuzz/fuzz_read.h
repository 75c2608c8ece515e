/* fuzz_read.h -- any bytes through the reader: it refuses them with a reason, or
   makes a profile in which each sum is right.  Errors trap.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef FUZZ_READ_H
#define FUZZ_READ_H

#include "base/an_pool.h"
#include "counts/ac_calls.h"
#include "counts/ac_lines.h"
#include "counts/ac_read.h"
#include "counts/ac_sharing.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B);

static void require(bool holds)
{
   if (!holds)
      __builtin_trap();
}

/* ---- Memory, which must all be freed ---- */

typedef struct {
   size_t n_live;
} allocator;

static void *get(void *context, const char *label, size_t size_B)
{
   (void)label;
   allocator *a = context;
   void *block = malloc(size_B);
   require(block != NULL);
   a->n_live++;
   return block;
}

static void put(void *context, void *block)
{
   allocator *a = context;
   a->n_live -= block != NULL;
   free(block);
}

/* ---- The bytes ---- */

typedef struct {
   const uint8_t *at;
   size_t left_B;
   size_t piece_B; /* given per read */
} memory;

static ptrdiff_t read_memory(void *context, char *to, size_t size_B)
{
   memory *from = context;
   size_t n = from->piece_B < size_B ? from->piece_B : size_B;
   if (n > from->left_B)
      n = from->left_B;
   if (n > 0)
      memcpy(to, from->at, n);
   from->at += n;
   from->left_B -= n;
   return (ptrdiff_t)n;
}

static bool read_into(ac_profile *profile, const tk_alloc *alloc, memory from,
                      const ac_reading *reading)
{
   an_error error = { .message = "" };
   an_source_of_bytes source = { .read = read_memory, .context = &from };
   bool ok = ac_read_into(profile, alloc, source, reading, &error);
   require(ok == (error.message[0] == '\0'));
   require(ok || error.line > 0);
   return ok;
}

/* ---- The profile ---- */

/* Some counts of the profile are below 0: a sum depends on the order then whether it fits
   on the way. */
static bool has_negative;

/* Adds counts, which cannot overflow if the profile is right. */
static void add(int64_t *sums, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      bool overflow = __builtin_add_overflow(sums[i], counts[i], &sums[i]);
      require(has_negative || (counts[i] >= 0 && !overflow));
   }
}

static void require_equal(const int64_t *a, const int64_t *b, size_t n)
{
   require(memcmp(a, b, n * sizeof *a) == 0);
}

/* Lines ascend and add up to their function. */
static void check_function(const ac_profile *profile, size_t index, int64_t *sums)
{
   size_t n = ac_profile_n_events(profile);
   ac_lines lines;
   ac_lines_open(&lines, profile, index, 1);
   memset(sums, 0, n * sizeof *sums);
   bool is_first = true;
   uint32_t last = 0;
   while (ac_lines_next(&lines)) {
      require(is_first || lines.line > last);
      is_first = false;
      last = lines.line;
      add(sums, lines.counts, n);
   }
   require_equal(sums, ac_profile_function(profile, index)->totals, n);
   ac_lines_close(&lines);
}

/* Functions ascend and add up to their file. */
static void check_file(const ac_profile *profile, size_t index, int64_t *sums,
                       int64_t *scratch)
{
   size_t n = ac_profile_n_events(profile);
   const ac_file *file = ac_profile_file(profile, index);
   memset(sums, 0, n * sizeof *sums);
   for (size_t i = 0; i < file->n_functions; i++) {
      size_t at = file->first_function + i;
      const ac_function *function = ac_profile_function(profile, at);
      require(function->file == index);
      require(i == 0
              || strcmp(function->name, ac_profile_function(profile, at - 1)->name) > 0);
      check_function(profile, at, scratch);
      add(sums, function->totals, n);
   }
   require_equal(sums, file->totals, n);
}

/* Each has an earlier parent, and differs from its siblings. */
static void check_regions(const ac_profile *profile)
{
   size_t n = ac_profile_n_events(profile);
   for (size_t i = 0; i < ac_profile_n_regions(profile); i++) {
      const ac_region *region = ac_profile_region(profile, i);
      require(region->parent == AC_NO_REGION || region->parent < i);
      require(region->count >= 0);
      for (size_t e = 0; e < n; e++)
         require(region->counts[e] >= 0
                 && (region->parent == AC_NO_REGION
                     || region->counts[e]
                           <= ac_profile_region(profile, region->parent)->counts[e]));
      for (size_t j = 0; j < i && j < 100; j++) {
         const ac_region *other = ac_profile_region(profile, j);
         require(other->parent != region->parent || other->name != region->name);
      }
   }
}

/* Whatever a node is of; parents come first. */
static void check_node(const ac_calls *calls, uint32_t i)
{
   const ac_call_node *node = &calls->nodes[i];
   require(i == 0 ? node->parent == AC_NO_CALL : node->parent < i);
   if (i == 0 || node->kind == AC_CALL_PRUNED)
      require(node->what == AC_NO_CALL);
   else
      require(node->what
              < (node->kind == AC_CALL_INLINED ? calls->n_inlined : calls->n_arcs));
}

/* What is part of the program costs no more: no percentage is above 100. */
static void require_part(const ac_profile *profile, const int64_t *counts)
{
   for (size_t e = 0; e < ac_profile_n_events(profile); e++)
      require(counts[e] >= 0 && counts[e] <= ac_profile_totals(profile)[e]);
}

static void check_inclusive(const ac_profile *profile, const ac_calls *calls)
{
   for (uint32_t i = 0; i < calls->n_functions; i++)
      require_part(profile, calls->functions[i].inclusive);
   for (uint32_t i = 0; i < calls->n_inlined; i++)
      require_part(profile, calls->inlined[i].self);
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      require_part(profile, calls->arcs[i].inclusive);
   for (uint32_t i = 0; i < calls->n_lines; i++)
      require_part(profile, calls->lines[i].counts);
   for (uint32_t i = 0; i < calls->n_inlined_functions; i++)
      require_part(profile, calls->inlined_functions[i].counts);
}

/* What a function's paths cost themselves is part of what it costs. */
static void check_self(const ac_profile *profile, const ac_calls *calls)
{
   size_t n = ac_profile_n_events(profile);
   int64_t *self = calloc((calls->n_functions + 1) * n, sizeof *self);
   for (uint32_t i = 1; i < calls->n_nodes; i++) {
      const ac_call_node *node = &calls->nodes[i];
      if (node->kind == AC_CALL_PATH)
         add(self + calls->arcs[node->what].callee * n, node->self, n);
   }
   for (uint32_t i = 0; i < calls->n_functions; i++)
      for (size_t e = 0; e < n; e++)
         require(ac_profile_totals(profile)[e] == INT64_MAX
                 || self[i * n + e] <= calls->functions[i].inclusive[e]);
   free(self);
}

/* Estimated paths have no function twice, and have at most what functions and calls cost;
   self costs of functions add up to the program. */
static void check_estimate(const ac_profile *profile, const ac_calls *calls)
{
   size_t n = ac_profile_n_events(profile);
   int64_t *nodes = calloc((calls->n_nodes + 1) * n, sizeof *nodes);
   int64_t *functions = calloc((calls->n_functions + 1) * n, sizeof *functions);
   int64_t *arcs = calloc((calls->n_arcs + 1) * n, sizeof *arcs);
   int64_t *self = calloc(n, sizeof *self);
   for (uint32_t i = calls->n_nodes; i-- > 1;) {
      const ac_call_node *node = &calls->nodes[i];
      add(nodes + i * n, node->self, n);
      add(nodes + node->parent * n, nodes + i * n, n);
      if (node->kind == AC_CALL_PATH) {
         add(functions + calls->arcs[node->what].callee * n, nodes + i * n, n);
         add(arcs + node->what * n, nodes + i * n, n);
      }
   }
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      add(self, calls->functions[i].self, n);
      for (size_t e = 0; e < n; e++)
         require(functions[i * n + e] <= calls->functions[i].inclusive[e]);
   }
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      for (size_t e = 0; e < n; e++)
         require(arcs[i * n + e] <= calls->arcs[i].inclusive[e]);
   require_equal(self, ac_profile_totals(profile), n);
   free(nodes);
   free(functions);
   free(arcs);
   free(self);
}

static bool have_negative(const int64_t *counts, size_t n)
{
   for (size_t e = 0; e < n; e++)
      if (counts[e] < 0)
         return true;
   return false;
}

/* Other writers than Valgrind count memory, too, which a call can give back: then a part
   can have more than the whole. */
static bool may_exceed(const ac_profile *profile, const ac_calls *calls)
{
   size_t n = ac_profile_n_events(profile);
   for (uint32_t i = 0; i < calls->n_arcs; i++)
      if (have_negative(calls->arcs[i].inclusive, n))
         return true;
   for (uint32_t i = 0; i < calls->n_functions; i++)
      if (have_negative(calls->functions[i].inclusive, n))
         return true;
   return ac_profile_has_negative(profile);
}

/* References are in range, and self costs add up to the program. */
static void check_calls(const ac_profile *profile, int64_t *sums)
{
   const ac_calls *calls = ac_profile_calls(profile);
   const size_t n = ac_profile_n_events(profile);
   if (calls == NULL)
      return;
   for (uint32_t i = 0; i < calls->n_inlined; i++) {
      const ac_inlined *code = &calls->inlined[i];
      const ac_called *in = &calls->functions[code->function];
      require(code->parent == AC_NO_CALL || code->parent < i);
      require(code->function < calls->n_functions && i >= in->first_inlined
              && i - in->first_inlined < in->n_inlined);
   }
   for (uint32_t i = 0; i < calls->n_arcs; i++) {
      const ac_arc *arc = &calls->arcs[i];
      require(arc->caller == AC_NO_CALL || arc->caller < calls->n_functions);
      require(arc->inlined == AC_NO_CALL || arc->inlined < calls->n_inlined);
      require(arc->callee < calls->n_functions);
   }
   for (uint32_t i = 0; i < calls->n_nodes; i++)
      check_node(calls, i);
   if (may_exceed(profile, calls))
      return;
   check_inclusive(profile, calls);
   check_self(profile, calls);
   if (calls->is_estimated)
      check_estimate(profile, calls);
   memset(sums, 0, n * sizeof *sums);
   for (uint32_t i = 0; i < calls->n_nodes; i++)
      add(sums, calls->nodes[i].self, n);
   require_equal(sums, ac_profile_totals(profile), n);
}

static bool is_saturated(const ac_profile *profile, const char *event)
{
   const ac_texts *events = ac_profile_texts(profile, AC_NOTE_SATURATED);
   for (size_t i = 0; i < events->n; i++)
      if (strcmp(events->text[i], event) == 0)
         return true;
   return false;
}

static int64_t total_of(const ac_profile *profile, const char *event)
{
   size_t i = 0;
   while (strcmp(ac_profile_event(profile, i), event) != 0)
      i++;
   return ac_profile_totals(profile)[i];
}

static void check_datum(const ac_data *data, const ac_datum *datum)
{
   require(datum->kind < AC_N_DATA_KINDS && datum->used_B <= datum->inside_B);
   require(datum->binary == AC_NO_DATA || datum->binary < data->n_binaries);
   for (size_t k = 0; k < datum->n_frames; k++)
      require(datum->frames[k] < data->n_frames);
   for (size_t k = 0; k < datum->n_sets; k++)
      require(datum->by_set[k] >= 0);
}

static void check_sharing(const ac_profile *profile, const ac_data *data)
{
   const ac_sharing *sharing = ac_profile_sharing(profile);
   for (size_t i = 0; sharing != NULL && i < sharing->n_lines; i++) {
      const ac_shared_line *line = &sharing->lines[i];
      require(line->n_accesses > 0);
      for (size_t k = 0; k < line->n_accesses; k++) {
         const ac_shared_access *a = &sharing->accesses[line->first_access + k];
         require(a->function < ac_profile_n_functions(profile));
         require(a->datum < data->n_data && a->mask != 0);
         require(a->thread > 0 && a->thread <= sharing->n_threads);
      }
   }
}

/* References are in range, and entries add up to the program. */
static void check_data(const ac_profile *profile)
{
   const ac_data *data = ac_profile_data(profile);
   for (size_t i = 0; data != NULL && i < data->n_data; i++)
      check_datum(data, &data->data[i]);
   for (size_t e = 0; data != NULL && e < data->n_events; e++) {
      uint64_t sum = 0;
      for (size_t i = 0; i < data->n_entries; i++) {
         const ac_data_entry *entry = &data->entries[i];
         require(entry->function < ac_profile_n_functions(profile));
         require(entry->datum < data->n_data && entry->counts[e] >= 0);
         sum += (uint64_t)entry->counts[e];
      }
      require(is_saturated(profile, data->events[e])
              || sum == (uint64_t)total_of(profile, data->events[e]));
   }
   if (data != NULL)
      check_sharing(profile, data);
}

/* Files ascend and add up to the program; each function has one. */
static void check_profile(const ac_profile *profile)
{
   size_t n = ac_profile_n_events(profile), n_functions = 0;
   require(n > 0);
   has_negative = ac_profile_has_negative(profile);
   check_regions(profile);
   int64_t *sums = calloc(3 * n, sizeof *sums);
   for (size_t i = 0; i < ac_profile_n_files(profile); i++) {
      const ac_file *file = ac_profile_file(profile, i);
      require(i == 0 || strcmp(file->name, ac_profile_file(profile, i - 1)->name) > 0);
      check_file(profile, i, sums + n, sums + 2 * n);
      add(sums, file->totals, n);
      n_functions += file->n_functions;
   }
   require(n_functions == ac_profile_n_functions(profile));
   require_equal(sums, ac_profile_totals(profile), n);
   check_calls(profile, sums);
   check_data(profile);
   free(sums);
}

/* ---- The trials ---- */

/* Everything in one function of one file. */
static void join(void *context, ac_profile *profile, const char **file,
                 const char **function, bool *skip)
{
   (void)context;
   require(*file != NULL && *function != NULL && !*skip);
   *file = *function = ac_profile_intern(profile, "all", 3);
}

/* Whether counts can double: none is lost to overflow in a line. */
static bool has_room(const ac_profile *profile)
{
   for (size_t e = 0; e < ac_profile_n_events(profile); e++)
      if (ac_profile_totals(profile)[e] > INT64_MAX / 2)
         return false;
   return true;
}

/* The same profile twice, the second time under another name: all counts
   double. */
static void check_twice(const tk_alloc *alloc, memory from, const ac_profile *once)
{
   static const ac_reading joined = { .name = join, .by_name = true };
   ac_profile *twice = ac_profile_new(alloc);
   require(read_into(twice, alloc, from, NULL));
   bool ok = read_into(twice, alloc, from, &joined);
   require(ok || ac_profile_calls(once) != NULL || ac_profile_data(once) != NULL
           || has_negative || !has_room(once));
   an_error error;
   if (ok && ac_read_finish(twice, &error)) { /* else the sum is too large */
      size_t n = ac_profile_n_events(twice);
      require(n == ac_profile_n_events(once));
      for (size_t i = 0; i < n; i++)
         require(ac_profile_totals(twice)[i] / 2 == ac_profile_totals(once)[i]);
      check_profile(twice);
   }
}

static void read_bytes(const uint8_t *bytes, size_t size_B)
{
   allocator heap = { .n_live = 0 };
   const tk_alloc from = { .get = get, .put = put, .context = &heap };
   an_pool *pool = an_pool_new(&from);
   const tk_alloc *alloc = an_pool_alloc(pool);
   memory whole = { bytes, size_B, size_B + 1 };
   memory pieces = { bytes, size_B, 1 + size_B % 7 };

   ac_profile *profile = ac_profile_new(alloc);
   ac_profile *again = ac_profile_new(alloc);
   bool ok = read_into(profile, alloc, whole, NULL);
   require(read_into(again, alloc, pieces, NULL) == ok);
   an_error error;
   if (ok && ac_read_finish(profile, &error)) {
      require(ac_read_finish(again, &error));
      check_profile(profile);
      check_profile(again);
      check_twice(alloc, whole, profile);
   }
   an_pool_free(pool);
   require(heap.n_live == 0);
}

#endif
