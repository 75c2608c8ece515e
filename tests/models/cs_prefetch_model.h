/* cs_prefetch_model.h -- naive models of the prefetchers (cs_prefetch.h).

   For each page or instruction the model keeps the latest references themselves, and
   looks back over them each time: how many of the last steps were equal?  Then it tries
   all targets within the distance, nearest first, and takes those that are further than
   all that the run asked for.  Addresses are numbers of 128 bits, so none wraps.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MODELS_CS_PREFETCH_MODEL_H
#define MODELS_CS_PREFETCH_MODEL_H

#include "machine/cs_prefetch.h"
#include "models/cs_tlb_model.h"

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 naive_int;
#else
typedef int64_t naive_int; /* wider than addresses, on 32-bit hosts */
#endif

enum { NAIVE_PAST = CS_PREFETCH_BEGIN_MAX + 1 };

/* What one page or instruction did. */
typedef struct {
   naive_int past[NAIVE_PAST]; /* the latest first */
   uint32_t n_past;
   bool has_asked;
   naive_int furthest; /* that this run asked for */
} naive_story;

typedef struct {
   cs_prefetcher_shape shape;
   naive_int line_B, page_B;
   naive_recent known;
   naive_story *stories; /* of the entries of `known` */
   uint32_t n_lines;
   uintptr_t lines[CS_PREFETCH_DEGREE_MAX]; /* that are asked for now */
} naive_prefetcher;

static inline void naive_prefetch_init(naive_prefetcher *p,
                                       const cs_prefetcher_shape *shape, uint32_t line_B,
                                       uint64_t page_B)
{
   *p = (naive_prefetcher){ .shape = *shape,
                            .line_B = line_B,
                            .page_B = (naive_int)page_B };
   if (shape->kind != CS_STREAM && shape->kind != CS_STRIDE)
      return;
   p->known = naive_recent_new(shape->n_entries, shape->n_entries);
   p->stories = calloc(shape->n_entries, sizeof *p->stories);
   assert_non_null(p->stories);
}

static inline void naive_prefetch_free(naive_prefetcher *p)
{
   free(p->known.entries);
   free(p->stories);
}

static inline naive_int naive_line(const naive_prefetcher *p, naive_int addr)
{
   return addr - addr % p->line_B;
}

/* Asks for the line of a target, unless it may not. */
static inline bool naive_ask(naive_prefetcher *p, naive_int from, naive_int target)
{
   if (target < 0 || target > (naive_int)UINTPTR_MAX)
      return false;
   if (!p->shape.crosses_pages && target / p->page_B != from / p->page_B)
      return false;
   p->lines[p->n_lines++] = (uintptr_t)naive_line(p, target);
   return true;
}

/* The step between two references of one page or instruction; 0: no step. */
static inline naive_int naive_step(const naive_prefetcher *p, naive_int to,
                                   naive_int from)
{
   naive_int step = to - from, length = step < 0 ? -step : step;
   if (p->shape.kind == CS_STREAM || length < 2 * p->line_B)
      return step < 0 ? -p->line_B : p->line_B;
   return length > CS_PREFETCH_STEP_MAX_B ? 0 : step;
}

/* The step that the story ended with, or 0; and how often in a row. */
static inline naive_int naive_run(const naive_prefetcher *p, const naive_story *s,
                                  uint32_t *n)
{
   naive_int step = 0;
   *n = 0;
   for (uint32_t i = 0; i + 1 < s->n_past; i++) {
      naive_int here = naive_step(p, s->past[i], s->past[i + 1]);
      if (i == 0)
         step = here;
      if (here == 0 || here != step)
         break;
      ++*n;
   }
   return step;
}

static inline void naive_ask_ahead(naive_prefetcher *p, naive_story *s, naive_int step)
{
   naive_int from = s->past[0];
   if (step == p->line_B || step == -p->line_B)
      from = naive_line(p, from);
   uint32_t n_asked = 0;
   for (uint32_t i = 1; i <= p->shape.distance && n_asked < p->shape.degree; i++) {
      naive_int target = from + i * step;
      if (s->has_asked && (step > 0 ? target <= s->furthest : target >= s->furthest))
         continue;
      if (!naive_ask(p, from, target))
         return;
      n_asked++;
      s->has_asked = true;
      s->furthest = target;
   }
}

static inline void naive_tell(naive_prefetcher *p, naive_story *s, naive_int at)
{
   if (s->n_past > 0 && naive_line(p, s->past[0]) == naive_line(p, at))
      return;
   uint32_t n;
   naive_int before = naive_run(p, s, &n);
   memmove(s->past + 1, s->past, (NAIVE_PAST - 1) * sizeof s->past[0]);
   s->past[0] = at;
   if (s->n_past < NAIVE_PAST)
      s->n_past++;
   naive_int step = naive_run(p, s, &n);
   if (step != before)
      s->has_asked = false;
   if (step != 0 && n >= p->shape.n_to_begin)
      naive_ask_ahead(p, s, step);
}

/* The story that goes on in `page`, from a page beside it: up is 1 or -1. */
static inline const naive_story *naive_neighbour(const naive_prefetcher *p,
                                                 uintptr_t page, int up)
{
   long entry = naive_find(&p->known, page - (uintptr_t)up);
   if (entry < 0)
      return NULL;
   uint32_t n;
   naive_int step = naive_run(p, &p->stories[entry], &n);
   return n >= p->shape.n_to_begin && step == up * p->line_B ? &p->stories[entry] : NULL;
}

static inline naive_story naive_beginning(const naive_prefetcher *p, uintptr_t page)
{
   const naive_story *s = NULL;
   if (p->shape.kind == CS_STREAM && p->shape.crosses_pages) {
      s = naive_neighbour(p, page, 1);
      if (s == NULL)
         s = naive_neighbour(p, page, -1);
   }
   return s != NULL ? *s : (naive_story){ .n_past = 0 };
}

static inline void naive_follow(naive_prefetcher *p, uintptr_t key, naive_int at)
{
   naive_story story = naive_beginning(p, key);
   bool is_new = naive_refer(&p->known, key);
   naive_story *s = &p->stories[naive_find(&p->known, key)];
   if (is_new)
      *s = story;
   naive_tell(p, s, at);
}

/* Leaves the lines to fetch in p->lines[]. */
static inline void naive_prefetch_observe(naive_prefetcher *p, uintptr_t site_addr,
                                          uintptr_t addr, cs_seen seen)
{
   naive_int line = naive_line(p, addr);
   p->n_lines = 0;
   switch (p->shape.kind) {
   case CS_NEXT_LINE:
      for (uint32_t i = 1; seen != CS_SEEN_HIT && i <= p->shape.degree; i++)
         naive_ask(p, line, line + i * p->line_B);
      break;
   case CS_ADJACENT:
      if (seen == CS_SEEN_MISS)
         naive_ask(p, line,
                   line % (2 * p->line_B) == 0 ? line + p->line_B : line - p->line_B);
      break;
   case CS_STREAM:
      if (seen != CS_SEEN_HIT)
         naive_follow(p, (uintptr_t)(line / p->page_B), line);
      break;
   case CS_STRIDE:
      if (seen != CS_SEEN_HIT || naive_find(&p->known, site_addr) >= 0)
         naive_follow(p, site_addr, addr);
      break;
   }
}

#endif
