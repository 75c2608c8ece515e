/* test_ac_suggest_data.h -- looks at a data object, made by hand, for the tests of
   suggest/.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_SUGGEST_DATA_H
#define TEST_AC_SUGGEST_DATA_H

#include "test_ac_data_view.h"

#include "advice/ac_plan.h"

enum { LOOKS_MOST = 64, WINDOW_LINES = 15 };

/* One data object with 1,000 misses. */
typedef struct {
   ac_datum datum;
   int64_t counts[4];
   ac_data_look looks[LOOKS_MOST];
   uint64_t used[LOOKS_MOST][WINDOW_LINES];
   const ty_type *type;
   ac_data data;
   ac_data_view view;
} looked;

static inline looked blocks_of(const ty_type *type, int64_t n, int64_t each_B)
{
   return (looked){ .datum = { .kind = AC_DATA_HEAP,
                               .binary = AC_NO_DATA,
                               .n_blocks = n,
                               .bytes = n * each_B,
                               .min_B = each_B,
                               .max_B = each_B },
                    .counts = { 1000 },
                    .type = type };
}

static inline looked variable_of(const ty_type *type, int64_t bytes)
{
   return (looked){ .datum = { .kind = AC_DATA_STATIC,
                               .name = "table",
                               .binary = AC_NO_DATA,
                               .size_B = bytes },
                    .counts = { 1000 },
                    .type = type };
}

/* Adds a look whose first line begins at this offset; the bytes come later. */
static inline uint64_t *add_look(looked *l, int64_t offset, uint32_t n_lines,
                                 int64_t count)
{
   size_t i = l->datum.n_looks++;
   assert_true(i < LOOKS_MOST && n_lines <= WINDOW_LINES);
   l->looks[i] = (ac_data_look){ offset, n_lines, NULL, count };
   return l->used[i];
}

/* Bytes of a block, from its start, were used: by the line of a look that begins at the
   offset. */
static inline void use_bytes(uint64_t *used, int64_t offset, int64_t from, int64_t size_B)
{
   for (int64_t i = from - offset; i < from - offset + size_B; i++)
      used[i / 64] |= UINT64_C(1) << i % 64;
}

/* Opens the view; `l` must not move any more. */
static inline void open_looked(looked *l)
{
   for (size_t i = 0; i < l->datum.n_looks; i++)
      l->looks[i].used = l->used[i];
   l->datum.counts = l->counts;
   l->datum.looks = l->looks;
   l->data = (ac_data){ .limit_B = 1024,
                        .look_line_B = 64,
                        .n_events = 4,
                        .events = data_events,
                        .data = &l->datum,
                        .n_data = 1 };
   ac_data_view_open(&l->view, an_alloc_malloc(), &l->data, 1, NULL, know_type,
                     (void *)l->type);
}

static inline ac_samples open_samples(looked *l, int64_t extent_B, int64_t lead_B)
{
   ac_samples samples;
   open_looked(l);
   ac_samples_open(&samples, an_alloc_malloc(), &l->view, 0, l->type, extent_B, lead_B);
   return samples;
}

#endif
