/* cs_prefetch.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_prefetch.h"

#define LABEL "cs.prefetch"

static bool has_runs(const cs_prefetcher_shape *shape)
{
   return shape->kind == CS_STREAM || shape->kind == CS_STRIDE;
}

static bool is_within(uint32_t n, uint32_t max)
{
   return n >= 1 && n <= max;
}

const char *cs_prefetch_error(const cs_prefetcher_shape *shape)
{
   if (shape->kind != CS_ADJACENT && !is_within(shape->degree, CS_PREFETCH_DEGREE_MAX))
      return "degree must be from 1 to 64";
   if (!has_runs(shape))
      return NULL;
   if (!is_within(shape->n_entries, CS_PREFETCH_ENTRIES_MAX))
      return "entries must be from 1 to 4096";
   if (!is_within(shape->n_to_begin, CS_PREFETCH_BEGIN_MAX))
      return "begin must be from 1 to 16";
   if (!is_within(shape->distance, CS_PREFETCH_DISTANCE_MAX))
      return "distance must be from the degree to 256";
   return NULL;
}

static uint32_t log2_of(uint64_t size_B)
{
   uint32_t bits = 0;
   while (size_B >> bits > 1)
      bits++;
   return bits;
}

void cs_prefetch_init(cs_prefetcher *p, const cs_prefetcher_shape *shape,
                      uint32_t line_size_B, uint64_t page_B, const tk_alloc *alloc)
{
   *p = (cs_prefetcher){ .shape = *shape,
                         .line_bits = log2_of(line_size_B),
                         .page_bits = log2_of(page_B) };
   if (!has_runs(shape))
      return;
   p->runs = tk_get(alloc, LABEL, shape->n_entries * sizeof *p->runs);
   cs_recent_init(&p->known, shape->n_entries, shape->n_entries, alloc);
}

void cs_prefetch_fini(cs_prefetcher *p, const tk_alloc *alloc)
{
   cs_recent_fini(&p->known, alloc);
   tk_put(alloc, p->runs);
   p->runs = NULL;
}

static intptr_t line_B(const cs_prefetcher *p)
{
   return (intptr_t)1 << p->line_bits;
}

static uintptr_t line_of(const cs_prefetcher *p, uintptr_t addr)
{
   return addr >> p->line_bits << p->line_bits;
}

/* May a reference to `from` fetch the line of `to`? */
static bool may_fetch(const cs_prefetcher *p, uintptr_t from, uintptr_t to)
{
   return p->shape.crosses_pages || from >> p->page_bits == to >> p->page_bits;
}

/* Is b behind a, seen in the direction of the step? */
static bool is_further(uintptr_t a, uintptr_t b, intptr_t step_B)
{
   return step_B > 0 ? b > a : b < a;
}

/* The targets behind run->ahead, up to `distance` steps from the reference. */
static uint32_t fetch_ahead(const cs_prefetcher *p, cs_prefetch_run *run, uintptr_t from,
                            uintptr_t *lines)
{
   uintptr_t reach_B = (uintptr_t)run->step_B * p->shape.distance;
   uint32_t n = 0;
   while (n < p->shape.degree && run->ahead - from != reach_B) {
      uintptr_t target = run->ahead + (uintptr_t)run->step_B;
      if (!is_further(run->ahead, target, run->step_B) || !may_fetch(p, from, target))
         break;
      run->ahead = target;
      lines[n++] = line_of(p, target);
   }
   return n;
}

static intptr_t step_of(const cs_prefetcher *p, uintptr_t from, uintptr_t to)
{
   /* All ones if the step is down. */
   uintptr_t down = (uintptr_t)0 - (to < from), length_B = ((to - from) ^ down) - down;
   if (p->shape.kind == CS_STREAM || length_B < 2 * (uintptr_t)line_B(p))
      return (intptr_t)(((uintptr_t)line_B(p) ^ down) - down);
   return length_B > CS_PREFETCH_STEP_MAX_B ? 0 : (intptr_t)(to - from);
}

/* Takes note of a reference that is such a step.  Returns where its steps count from. */
static uintptr_t step_to(const cs_prefetcher *p, cs_prefetch_run *run, uintptr_t at,
                         intptr_t step_B)
{
   bool is_by_lines = step_B == line_B(p) || step_B == -line_B(p);
   uintptr_t from = is_by_lines ? line_of(p, at) : at;
   run->latest = at;
   if (step_B != run->step_B) {
      run->step_B = step_B;
      run->n_steps = 0;
      run->ahead = from;
   }
   run->n_steps += step_B != 0 && run->n_steps < p->shape.n_to_begin;
   return from;
}

/* Follows a run to its next reference.  Returns how many lines to fetch. */
static uint32_t follow_run(const cs_prefetcher *p, cs_prefetch_run *run, uintptr_t at,
                           uintptr_t *lines)
{
   if (line_of(p, at) == line_of(p, run->latest))
      return 0;
   intptr_t step_B = step_of(p, run->latest, at);
   uintptr_t from = step_to(p, run, at, step_B);
   if (step_B == 0 || run->n_steps < p->shape.n_to_begin)
      return 0;
   if (!is_further(from, run->ahead, step_B))
      run->ahead = from;
   return fetch_ahead(p, run, from, lines);
}

bool cs_prefetch_ends_run(cs_prefetcher *p, uintptr_t site_addr, uintptr_t addr)
{
   uint16_t entry = cs_recent_find(&p->known, site_addr);
   if (p->shape.n_to_begin == 1 || entry == CS_RECENT_NONE
       || !p->known.entries[entry].is_used)
      return false;
   cs_prefetch_run *run = &p->runs[entry];
   intptr_t step_B = step_of(p, run->latest, addr);
   if (step_B == run->step_B)
      return false;
   step_to(p, run, addr, step_B);
   return true;
}

/* The stream of a page, if it has begun and runs in this direction; else NULL. */
static const cs_prefetch_run *begun_stream(const cs_prefetcher *p, uintptr_t page,
                                           intptr_t step_B)
{
   uint16_t entry = cs_recent_find(&p->known, page);
   if (entry == CS_RECENT_NONE)
      return NULL;
   const cs_prefetch_run *run = &p->runs[entry];
   return run->step_B == step_B && run->n_steps >= p->shape.n_to_begin ? run : NULL;
}

/* How the stream of a page that is not known begins.  The page beside it may have to
   leave for it, so this comes first. */
static cs_prefetch_run beginning_of(const cs_prefetcher *p, uintptr_t page,
                                    uintptr_t line)
{
   const cs_prefetch_run *run = begun_stream(p, page - 1, line_B(p));
   if (run == NULL)
      run = begun_stream(p, page + 1, -line_B(p));
   return run != NULL ? *run : (cs_prefetch_run){ .latest = line };
}

static uint32_t follow_stream(cs_prefetcher *p, uintptr_t line, uintptr_t *lines)
{
   uintptr_t page = line >> p->page_bits;
   cs_prefetch_run first = { .latest = line };
   if (p->shape.crosses_pages && cs_recent_find(&p->known, page) == CS_RECENT_NONE)
      first = beginning_of(p, page, line);
   cs_recent_place place = cs_recent_refer(&p->known, page);
   if (place.is_new)
      p->runs[place.entry] = first;
   return follow_run(p, &p->runs[place.entry], line, lines);
}

/* Most instructions hit all the time: were they noted, they would push out the others. */
static uint32_t follow_stride(cs_prefetcher *p, uintptr_t site_addr, uintptr_t addr,
                              cs_seen seen, uintptr_t *lines)
{
   uint16_t entry = cs_recent_find(&p->known, site_addr);
   if (seen == CS_SEEN_HIT && entry == CS_RECENT_NONE)
      return 0;
   cs_recent_place place = cs_recent_refer_found(&p->known, site_addr, entry);
   if (place.is_new)
      p->runs[place.entry] = (cs_prefetch_run){ .latest = addr };
   return follow_run(p, &p->runs[place.entry], addr, lines);
}

static uint32_t fetch_next(const cs_prefetcher *p, uintptr_t line, uintptr_t *lines)
{
   uint32_t n = 0;
   for (uintptr_t next = line + (uintptr_t)line_B(p);
        n < p->shape.degree && next > line && may_fetch(p, line, next);
        next += (uintptr_t)line_B(p))
      lines[n++] = next;
   return n;
}

uint32_t cs_prefetch_act(cs_prefetcher *p, uintptr_t site_addr, uintptr_t addr,
                         cs_seen seen, uintptr_t *lines)
{
   uintptr_t line = line_of(p, addr);
   switch (p->shape.kind) {
   case CS_NEXT_LINE: return fetch_next(p, line, lines);
   case CS_ADJACENT:
      lines[0] = line ^ (uintptr_t)line_B(p);
      return seen == CS_SEEN_MISS && may_fetch(p, line, lines[0]);
   case CS_STREAM: return follow_stream(p, line, lines);
   case CS_STRIDE: return follow_stride(p, site_addr, addr, seen, lines);
   }
   return 0;
}
