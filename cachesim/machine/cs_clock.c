/* cs_clock.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_clock.h"

#include "base/tk_count.h"
#include "base/tk_hash.h"

/* Entries of a page table in one line; a walk that finds the line is as much shorter. */
enum { PAGES_PER_LINE = 8 };

void cs_clock_init(cs_clock *clock, const cs_machine *m)
{
   *clock = (cs_clock){ .n_levels = m->n_levels + 1,
                        .n_misses = m->n_misses < CS_CLOCK_WAITING ? m->n_misses
                                                                   : CS_CLOCK_WAITING,
                        .page_B = m->page_B,
                        .walk_cycles = m->walk_cycles,
                        .far_walk_cycles = m->far_walk_cycles };
   clock->loads.window = m->window;
   clock->writes.window = 2 * (uint64_t)m->window;
   for (uint32_t level = 0; level < clock->n_levels; level++)
      clock->gap_cycles[level] = CS_CLOCK_GAP_CYCLES;
   clock->gap_cycles[clock->n_levels] = m->line_cycles;
}

static uint64_t time_of(const cs_clock *clock)
{
   return clock->cycles + clock->waited;
}

static void add_wait(cs_clock *clock, uint64_t cycles, const cs_payer *payer)
{
   clock->waited += cycles;
   *payer->line += cycles;
   *payer->path += cycles;
   *payer->total += cycles;
}

/* ---- What waits ------------------------------------------------------ */

static cs_waiting *nth_waiting(cs_queue *queue, uint64_t i)
{
   return &queue->waiting[i % CS_CLOCK_WAITING];
}

/* Retires the oldest of a queue, for which the core waits, since a window was full behind
   it.  What the core has begun until then hides the wait: that many cycles of those that
   it took since. */
static void retire_oldest(cs_clock *clock, cs_queue *queue)
{
   const cs_waiting *w = nth_waiting(queue, queue->first++);
   uint64_t instrs = clock->instrs - w->instr, cycles = clock->cycles - w->cycles;
   if (instrs > queue->window)
      cycles = cycles * queue->window / instrs;
   uint64_t since = w->cycles + cycles + clock->waited;
   if (w->done > since)
      add_wait(clock, w->done - since, &w->payer);
}

static void retire_old(cs_clock *clock, cs_queue *queue)
{
   while (queue->first < queue->end
          && nth_waiting(queue, queue->first)->instr + queue->window <= clock->instrs)
      retire_oldest(clock, queue);
}

/* Advances the clock: notes what has run since, and what was waited for meanwhile. */
static void advance_to(cs_clock *clock, cs_ticks now)
{
   cs_ticks passed = now - clock->seen;
   clock->seen = now;
   clock->instrs += (uint32_t)passed;
   clock->cycles += (uint32_t)(passed >> 32);
   retire_old(clock, &clock->loads);
   retire_old(clock, &clock->writes);
}

/* Does an address, or a condition, that is computed from these registers need the
   load? */
static bool needs_load(const cs_clock *clock, const cs_waiting *load, uint64_t from,
                       uint32_t span, uintptr_t addr)
{
   if (clock->instrs - load->instr >= span)
      from &= (UINT64_C(1) << CS_CLOCK_LOCAL) - 1;
   if ((load->to & from) != 0)
      return true;
   for (uint32_t i = 0; i < CS_CLOCK_POINTERS && load->pointers[i] != 0; i++)
      if (cs_clock_leads_to(load->pointers[i], addr))
         return true;
   return false;
}

/* The last to end of the loads that an address, or a condition, needs; NULL: none. */
static const cs_waiting *source_of(cs_clock *clock, uint64_t from, uint32_t span,
                                   uintptr_t addr)
{
   const cs_waiting *last = NULL;
   for (uint64_t i = clock->loads.first; i < clock->loads.end; i++) {
      const cs_waiting *w = nth_waiting(&clock->loads, i);
      if (needs_load(clock, w, from, span, addr)
          && (last == NULL || w->done > last->done))
         last = w;
   }
   return last;
}

/* Notes the words that are probably pointers. */
static void note_pointers(cs_waiting *load, const cs_clock_miss *miss)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < CS_CLOCK_WORDS && n < CS_CLOCK_POINTERS; i++)
      if (cs_clock_is_pointer(miss->words[i], miss->addr))
         load->pointers[n++] = miss->words[i];
}

/* When a level, or the memory, can hand out one more line. */
static uint64_t hand_out(cs_clock *clock, uint32_t level)
{
   clock->port[level] = tk_larger(clock->port[level] + clock->gap_cycles[level],
                                  time_of(clock));
   return clock->port[level];
}

static void add_waiting(cs_clock *clock, cs_queue *queue, const cs_clock_miss *miss)
{
   if (queue->end - queue->first == CS_CLOCK_WAITING)
      retire_oldest(clock, queue);
   const cs_waiting *source = source_of(clock, miss->from, miss->span, miss->addr);
   uint64_t begins = tk_larger(time_of(clock), source != NULL ? source->done : 0);
   const cs_clock_line *line = miss->prefetched;
   bool is_late = line != NULL && line->comes == 0;
   uint32_t level = is_late ? line->level : miss->level;
   if (level > 0) {
      begins = tk_larger(begins, hand_out(clock, level));
      if (queue->end - queue->first >= clock->n_misses)
         begins = tk_larger(begins,
                            nth_waiting(queue, queue->end - clock->n_misses)->done);
   }
   begins += miss->page_cycles;
   uint64_t done = begins + (is_late ? line->latency_cycles : miss->latency_cycles);
   cs_waiting *w = nth_waiting(queue, queue->end++);
   *w = (cs_waiting){ .instr = clock->instrs,
                      .cycles = clock->cycles,
                      .done = tk_larger(done, line != NULL ? line->comes : 0),
                      .to = miss->to,
                      .payer = miss->payer };
   if (miss->words != NULL)
      note_pointers(w, miss);
}

void cs_clock_load(cs_clock *clock, cs_ticks now, const cs_clock_miss *miss)
{
   advance_to(clock, now);
   add_waiting(clock, &clock->loads, miss);
}

void cs_clock_write(cs_clock *clock, cs_ticks now, const cs_clock_miss *miss)
{
   advance_to(clock, now);
   add_waiting(clock, &clock->writes, miss);
}

/* ---- Lines that nobody waits for yet --------------------------------- */

static uint32_t place_of(uintptr_t line)
{
   return (uint32_t)tk_hash_word(line) % CS_CLOCK_LINES;
}

const cs_clock_line *cs_clock_find(cs_clock *clock, cs_ticks now, uintptr_t line)
{
   const cs_clock_line *l = &clock->lines[place_of(line)];
   if (l->line != line || l->latency_cycles == 0)
      return NULL;
   advance_to(clock, now);
   return l->comes != 0 && l->comes <= time_of(clock) ? NULL : l;
}

void cs_clock_prefetch(cs_clock *clock, cs_ticks now, uintptr_t line, uint32_t level,
                       uint32_t latency_cycles)
{
   advance_to(clock, now);
   cs_clock_line *l = &clock->lines[place_of(line)];
   const cs_clock_line *known = cs_clock_find(clock, now, line);
   if (known != NULL && known->comes == 0)
      return; /* it has not been begun, so it is no nearer */
   uint64_t comes = known != NULL ? known->comes : 0;
   *l = (cs_clock_line){ .line = line, .level = level, .latency_cycles = latency_cycles };
   if (clock->port[level] <= time_of(clock) + latency_cycles)
      l->comes = tk_larger(hand_out(clock, level) + latency_cycles, comes);
}

static bool is_walked(const cs_clock *clock, uintptr_t line)
{
   return clock->walked[line % CS_CLOCK_WALKS] == line;
}

uint32_t cs_clock_walk(cs_clock *clock, uintptr_t addr)
{
   uintptr_t line = (uintptr_t)(addr / clock->page_B / PAGES_PER_LINE);
   uintptr_t *far = &clock->walked_far[line % CS_CLOCK_FAR_WALKS];
   bool is_near = is_walked(clock, line);
   bool is_far = *far != line && !is_walked(clock, line - 1)
                 && !is_walked(clock, line + 1);
   clock->walked[line % CS_CLOCK_WALKS] = *far = line;
   return is_near  ? clock->walk_cycles / PAGES_PER_LINE
          : is_far ? (uint32_t)tk_larger(clock->walk_cycles, clock->far_walk_cycles)
                   : clock->walk_cycles;
}

void cs_clock_written(cs_clock *clock, cs_ticks now, uint32_t n_lines)
{
   advance_to(clock, now);
   for (uint32_t i = 0; i < n_lines; i++)
      hand_out(clock, clock->n_levels);
}

/* ---- What stops the core at once ------------------------------------- */

void cs_clock_branch(cs_clock *clock, cs_ticks now, uint32_t cycles, uint64_t from,
                     uint32_t span, const cs_payer *payer)
{
   advance_to(clock, now);
   const cs_waiting *source = source_of(clock, from, span, 0);
   if (source != NULL && source->done > time_of(clock))
      add_wait(clock, source->done - time_of(clock), &source->payer);
   add_wait(clock, cycles, payer);
}

void cs_clock_fetch(cs_clock *clock, cs_ticks now, uint32_t cycles,
                    const cs_clock_line *prefetched, const cs_payer *payer)
{
   advance_to(clock, now);
   uint64_t at = time_of(clock) + cycles;
   if (prefetched != NULL && prefetched->comes == 0)
      at += prefetched->latency_cycles;
   else if (prefetched != NULL)
      at = tk_larger(at, prefetched->comes);
   add_wait(clock, at - time_of(clock), payer);
}

void cs_clock_flush(cs_clock *clock, cs_ticks now)
{
   advance_to(clock, now);
   while (clock->loads.first < clock->loads.end)
      retire_oldest(clock, &clock->loads);
   while (clock->writes.first < clock->writes.end)
      retire_oldest(clock, &clock->writes);
}
