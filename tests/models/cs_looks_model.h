/* cs_looks_model.h -- what looks are (cs_looks.h), from a list of all that happened.

   The model keeps every line that a reference touched, and what it pushed out, and every
   block's end.  A look is worked out afterwards: the miss, the moment at which its line
   left or its block ended, and byte by byte what was touched in between, or shortly
   before.  Which misses
   are looked at is decided afterwards, too, from the hashes of all.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_LOOKS_MODEL_H
#define MODELS_CS_LOOKS_MODEL_H

#include "data/cs_looks.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MODEL_DATA = 4 };

typedef struct {
   uintptr_t first, end;     /* bytes that were touched, of one line */
   bool is_fetch;            /* which was missing */
   uintptr_t left;           /* the line that was pushed out; CS_NO_LINE */
   uintptr_t start, ends_at; /* or a block that ended */
} model_event;

typedef struct {
   uintptr_t line;
   uintptr_t start, end; /* of the block; end 0: the line cannot be looked at */
   size_t touched;       /* event: the one that fetched the line */
   size_t at;            /* event: the last one of that reference */
} model_miss;

typedef struct {
   uintptr_t line_B;
   size_t n_lines; /* of the cache */
   model_event *events;
   size_t n_events, max_events;
   model_miss *misses[MODEL_DATA]; /* the i-th line fetched of a datum, from 1 */
   size_t n_misses[MODEL_DATA], n_all;
} looks_model;

static void model_init(looks_model *m, uintptr_t line_B, size_t n_lines, size_t most)
{
   *m = (looks_model){ .line_B = line_B, .n_lines = n_lines, .max_events = most };
   m->events = calloc(most, sizeof *m->events);
   for (size_t i = 0; i < MODEL_DATA; i++)
      m->misses[i] = calloc(most, sizeof **m->misses);
}

static void model_fini(looks_model *m)
{
   free(m->events);
   for (size_t i = 0; i < MODEL_DATA; i++)
      free(m->misses[i]);
}

/* A reference's bytes in one line; the line that it pushed out, CS_NO_LINE if none. */
static void model_touched(looks_model *m, uintptr_t first, uintptr_t end, bool is_fetch,
                          uintptr_t left)
{
   m->events[m->n_events++] =
      (model_event){ .first = first, .end = end, .is_fetch = is_fetch, .left = left };
}

static void model_block_ended(looks_model *m, uintptr_t start, uintptr_t end)
{
   m->events[m->n_events++] =
      (model_event){ .left = UINTPTR_MAX, .start = start, .ends_at = end };
}

/* A line was fetched by a miss on the datum, in a block. */
static void model_fetched(looks_model *m, size_t datum, const model_miss *miss)
{
   m->misses[datum][++m->n_misses[datum]] = *miss;
   m->n_all++;
}

/* ---- Which are looked at ------------------------------------------------- */

static uint64_t model_bound(const looks_model *m)
{
   uint64_t bound = UINT64_MAX;
   for (size_t n = CS_LOOKS_OF_ALL; n <= m->n_all; n *= 2)
      bound /= 2;
   return bound;
}

static int model_compare_keys(const void *a, const void *b)
{
   const uint64_t *x = a, *y = b;
   return (*x > *y) - (*x < *y);
}

/* The largest key of the datum's looks: those with the smallest keys, of the lines that
   can be looked at. */
static uint64_t model_largest_key(const looks_model *m, size_t datum)
{
   size_t n = 0;
   uint64_t bound = model_bound(m), *keys = calloc(m->n_misses[datum] + 1, sizeof *keys);
   for (size_t i = 1; i <= m->n_misses[datum]; i++)
      if (m->misses[datum][i].end != 0)
         keys[n++] = tk_hash_word(i);
   qsort(keys, n, sizeof *keys, model_compare_keys);
   if (n > CS_LOOKS_OF_DATUM && keys[CS_LOOKS_OF_DATUM - 1] < bound)
      bound = keys[CS_LOOKS_OF_DATUM - 1];
   free(keys);
   return bound;
}

/* ---- What they saw -------------------------------------------------------- */

/* The first event at which the look is over. */
static size_t model_end(const looks_model *m, const model_miss *miss)
{
   size_t i = miss->touched + 1;
   while (i < m->n_events && m->events[i].left != miss->line
          && !(m->events[i].start <= miss->start && miss->start < m->events[i].ends_at))
      i++;
   return i;
}

/* The first event that is shortly before the event `at`. */
static size_t model_recent(const looks_model *m, size_t at)
{
   size_t n = 0, last = 0, recent = 0;
   for (size_t i = 0; i <= at; i++)
      if (m->events[i].is_fetch && ++n % m->n_lines == 0) {
         recent = last;
         last = i + 1;
      }
   return recent;
}

/* The events that a look could see: shortly before it, up to `at`, and from then on. */
typedef struct {
   size_t recent, at, end;
} model_span;

/* Was the byte used shortly before the look, since its line came and its block began? */
static bool model_was_used_before(const looks_model *m, const model_span *span,
                                  uintptr_t byte)
{
   uintptr_t line = byte / m->line_B * m->line_B;
   for (size_t i = span->at + 1; i-- > span->recent;) {
      const model_event *e = &m->events[i];
      if (e->left == line || (byte >= e->start && byte < e->ends_at))
         return false;
      if (byte >= e->first && byte < e->end)
         return true;
      if (e->is_fetch && e->first / m->line_B * m->line_B == line)
         return false;
   }
   return false;
}

static bool model_was_used(const looks_model *m, const model_span *span, uintptr_t byte)
{
   for (size_t i = span->at + 1; i < span->end; i++)
      if (byte >= m->events[i].first && byte < m->events[i].end)
         return true;
   return model_was_used_before(m, span, byte);
}

/* The lines of the window, and the bytes used of each. */
static uint32_t model_look(const looks_model *m, const model_miss *miss, uintptr_t *first,
                           uint64_t used[CS_LOOKS_WINDOW])
{
   const model_span span = { model_recent(m, miss->at), miss->at, model_end(m, miss) };
   uint32_t n = 0;
   for (int i = -CS_LOOKS_REACH; i <= CS_LOOKS_REACH; i++) {
      uintptr_t line = miss->line + (uintptr_t)(i * (int)m->line_B);
      if (line + m->line_B <= miss->start || line >= miss->end)
         continue;
      if (n == 0)
         *first = line;
      used[n] = 0;
      for (uintptr_t k = 0; k < m->line_B; k++)
         if (line + k >= miss->start && line + k < miss->end
             && model_was_used(m, &span, line + k))
            used[n] |= (uint64_t)1 << k;
      n++;
   }
   return n;
}

#endif
