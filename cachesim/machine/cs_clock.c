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
                        .page_bits = (uint32_t)__builtin_ctzll(m->page_B),
                        .page_gap_cycles = m->dtlb[1].gap_cycles,
                        .walk_cycles = m->walk_cycles,
                        .far_walk_cycles = m->far_walk_cycles };
   clock->loads.window = m->window;
   clock->writes.window = 2 * (uint64_t)m->window;
   clock->n_walkers = m->n_walkers < CS_CLOCK_WALKERS ? m->n_walkers : CS_CLOCK_WALKERS;
   uint32_t n_sets = cs_geometry_sets(&m->d1.geometry);
   clock->sets.n_sets = n_sets < CS_CLOCK_SETS ? n_sets : CS_CLOCK_SETS;
   clock->sets.line_bits = (uint32_t)__builtin_ctz(m->d1.geometry.line_size_B);
   clock->sets.refill_cycles = m->d1.refill_cycles;
   for (uint32_t i = 0; i < m->n_levels; i++)
      clock->gap_cycles[i + 1] = m->levels[i].gap_cycles;
   clock->gap_cycles[clock->n_levels] = m->line_cycles;
}

static uint64_t time_of(const cs_clock *clock)
{
   return clock->cycles + clock->waited;
}

static void pay(const cs_payer *payer, cs_held held, uint64_t cycles)
{
   payer->line[held] += cycles;
   payer->path[held] += cycles;
   payer->total[held] += cycles;
}

static void add_wait(cs_clock *clock, uint64_t cycles, const cs_payer *payer)
{
   clock->waited += cycles;
   pay(payer, CS_HELD_NOT, cycles);
}

static void add_wait_for(cs_clock *clock, uint64_t cycles, const cs_waiting *w)
{
   add_wait(clock, cycles, &w->payer);
   if (w->held != CS_HELD_NOT)
      pay(&w->payer, w->held, cycles < w->held_cycles ? cycles : w->held_cycles);
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
   if (w->pointers[0] != 0 && --clock->n_pointing == 0)
      clock->pointed = 0;
   uint64_t instrs = clock->instrs - w->instr, cycles = clock->cycles - w->cycles;
   if (instrs > queue->window)
      cycles = cycles * queue->window / instrs;
   uint64_t since = w->cycles + cycles + clock->waited;
   if (w->done > since)
      add_wait_for(clock, w->done - since, w);
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
   if (passed == 0)
      return;
   clock->seen = now;
   clock->instrs += (uint32_t)passed;
   clock->cycles += (uint32_t)(passed >> 32);
   retire_old(clock, &clock->loads);
   retire_old(clock, &clock->writes);
}

/* ---- Which load waits for which --------------------------------------- */

/* A load is named by its number plus 1; 0 is none.  One that has left the queue is as
   good as none: it has ended, and so have all that end no later.  So of the loads that go
   to a register only the last to end is kept. */

#define REGISTERS ((UINT64_C(1) << CS_CLOCK_LOCAL) - 1)

static const cs_waiting *load_of(const cs_clock *clock, uint64_t name)
{
   return &clock->loads.waiting[(name - 1) % CS_CLOCK_WAITING];
}

/* The last to end of two loads; if they end at once, the one that came first. */
static uint64_t later_of(const cs_clock *clock, uint64_t a, uint64_t b)
{
   if (b <= clock->loads.first)
      return a;
   if (a <= clock->loads.first)
      return b;
   uint64_t a_done = load_of(clock, a)->done, b_done = load_of(clock, b)->done;
   return b_done > a_done || (b_done == a_done && b < a) ? b : a;
}

/* Of the loads of this superblock that go to one of these. */
static uint64_t local_source(const cs_clock *clock, uint64_t from, uint32_t span)
{
   uint64_t last = 0;
   for (uint64_t i = clock->loads.end; i > clock->loads.first; i--) {
      const cs_waiting *w = load_of(clock, i);
      if (clock->instrs - w->instr >= span)
         break;
      if ((w->to & from) != 0)
         last = later_of(clock, last, i);
   }
   return last;
}

/* Of the loads beside which a pointer to the address lies. */
static uint64_t pointing_to(const cs_clock *clock, uintptr_t addr)
{
   uint64_t last = 0;
   for (uint64_t i = clock->loads.first + 1; i <= clock->loads.end; i++) {
      const uintptr_t *pointers = load_of(clock, i)->pointers;
      for (uint32_t k = 0; k < CS_CLOCK_POINTERS && pointers[k] != 0; k++)
         if (cs_clock_leads_to(pointers[k], addr))
            last = later_of(clock, last, i);
   }
   return last;
}

/* The last to end of the loads that an address, or a condition, needs; NULL: none, or it
   has ended. */
static const cs_waiting *source_of(const cs_clock *clock, uint64_t from, uint32_t span,
                                   uintptr_t addr)
{
   uint64_t last = 0;
   for (uint64_t of = from & REGISTERS; of != 0; of &= of - 1)
      last = later_of(clock, last, clock->sources[__builtin_ctzll(of)]);
   if ((from & ~REGISTERS) != 0)
      last = later_of(clock, last, local_source(clock, from & ~REGISTERS, span));
   if ((clock->pointed & cs_clock_piece(addr)) != 0)
      last = later_of(clock, last, pointing_to(clock, addr));
   return last <= clock->loads.first ? NULL : load_of(clock, last);
}

/* Notes the words that are probably pointers. */
static void note_pointers(cs_clock *clock, cs_waiting *load, const cs_clock_miss *miss)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < CS_CLOCK_WORDS && n < CS_CLOCK_POINTERS; i++)
      if (cs_clock_is_pointer(miss->words[i], miss->addr)) {
         load->pointers[n++] = miss->words[i];
         clock->pointed |= cs_clock_pieces(miss->words[i]);
      }
   clock->n_pointing += n > 0;
}

/* Notes which registers wait for the load that has come last. */
static void note_load(cs_clock *clock, uint64_t to)
{
   for (to &= REGISTERS; to != 0; to &= to - 1) {
      uint64_t *source = &clock->sources[__builtin_ctzll(to)];
      *source = later_of(clock, *source, clock->loads.end);
   }
}

/* ---- What holds them ------------------------------------------------- */

/* Takes a turn at what does one in so many cycles; returns when that is. */
static uint64_t take_turn(const cs_clock *clock, uint64_t *latest, uint32_t gap_cycles)
{
   return *latest = tk_larger(*latest + gap_cycles, time_of(clock));
}

/* When a level, or the memory, can hand out one more line.  It goes before those that
   prefetchers have asked for. */
static uint64_t hand_out(cs_clock *clock, uint32_t level)
{
   uint32_t gap_cycles = clock->gap_cycles[level];
   take_turn(clock, &clock->port_of_all[level], gap_cycles);
   return take_turn(clock, &clock->port[level], gap_cycles);
}

static uint64_t hand_out_to_prefetcher(cs_clock *clock, uint32_t level)
{
   return take_turn(clock, &clock->port_of_all[level], clock->gap_cycles[level]);
}

static uint64_t *set_of(cs_clock *clock, uintptr_t addr)
{
   cs_clock_sets *sets = &clock->sets;
   return &sets->taken[(addr >> sets->line_bits) % sets->n_sets];
}

/* When D1 can take the line. */
static uint64_t fill_set(cs_clock *clock, uintptr_t addr)
{
   uint32_t refill_cycles = clock->sets.refill_cycles;
   return refill_cycles == 0 ? 0 : take_turn(clock, set_of(clock, addr), refill_cycles);
}

/* When one of the walkers can begin, that then has so much to do. */
static uint64_t take_walker(cs_clock *clock, uint32_t cycles)
{
   uint64_t *next = &clock->walkers[0];
   for (uint32_t i = 1; i < clock->n_walkers; i++)
      if (clock->walkers[i] < *next)
         next = &clock->walkers[i];
   uint64_t begins = tk_larger(*next, time_of(clock));
   *next = begins + cycles;
   return begins;
}

/* When something begins, and what held it longest until then. */
typedef struct {
   uint64_t begins, held_cycles;
   cs_held held;
} turn;

/* It cannot begin before. */
static void hold(turn *t, uint64_t until, cs_held by)
{
   if (until <= t->begins)
      return;
   if (until - t->begins > t->held_cycles) {
      t->held_cycles = until - t->begins;
      t->held = by;
   }
   t->begins = until;
}

static void hold_by_page(cs_clock *clock, turn *t, const cs_clock_miss *miss)
{
   uint64_t page_cycles = miss->page_cycles;
   if (page_cycles == 0)
      return;
   if (!miss->is_walk) {
      hold(t, take_turn(clock, &clock->page_found, clock->page_gap_cycles), CS_HELD_WALK);
      t->begins += page_cycles;
      return;
   }
   uint64_t at = miss->page_cycles < clock->walk_cycles
                    ? take_turn(clock, &clock->near_walk, miss->page_cycles)
                    : take_walker(clock, miss->page_cycles);
   hold(t, tk_larger(t->begins, at) + page_cycles, CS_HELD_WALK);
}

static uint32_t place_of(uintptr_t line)
{
   return (uint32_t)tk_hash_word(line) % CS_CLOCK_LINES;
}

/* It is on its way at last: the next request for it is a new one. */
static void forget_line(cs_clock *clock, const cs_clock_line *line)
{
   clock->lines[place_of(line->line)].latency_cycles = 0;
}

static void add_waiting(cs_clock *clock, cs_queue *queue, const cs_clock_miss *miss)
{
   if (queue->end - queue->first == CS_CLOCK_WAITING)
      retire_oldest(clock, queue);
   const cs_waiting *source = source_of(clock, miss->from, miss->span, miss->addr);
   turn t = { .begins = tk_larger(time_of(clock), source != NULL ? source->done : 0) };
   const cs_clock_line *line = miss->prefetched;
   bool is_late = line != NULL && line->comes == 0;
   uint32_t level = is_late ? line->level : miss->level;
   hold_by_page(clock, &t, miss);
   if (level > 0) {
      hold(&t, hand_out(clock, level), CS_HELD_PORT);
      hold(&t, fill_set(clock, miss->addr + miss->moved_by), CS_HELD_SET);
      if (queue->end - queue->first >= clock->n_misses)
         hold(&t, nth_waiting(queue, queue->end - clock->n_misses)->done,
              CS_HELD_BUFFERS);
   }
   t.begins += is_late ? line->latency_cycles : miss->latency_cycles;
   if (is_late)
      forget_line(clock, line);
   if (line != NULL && line->comes > t.begins)
      t = (turn){ line->comes, line->held_cycles, line->held };
   cs_waiting *w = nth_waiting(queue, queue->end++);
   *w = (cs_waiting){ .instr = clock->instrs,
                      .cycles = clock->cycles,
                      .done = t.begins,
                      .held_cycles = t.held_cycles,
                      .held = t.held,
                      .to = miss->to,
                      .payer = miss->payer };
   if (miss->words != NULL)
      note_pointers(clock, w, miss);
}

void cs_clock_load(cs_clock *clock, cs_ticks now, const cs_clock_miss *miss)
{
   advance_to(clock, now);
   add_waiting(clock, &clock->loads, miss);
   note_load(clock, miss->to);
}

void cs_clock_write(cs_clock *clock, cs_ticks now, const cs_clock_miss *miss)
{
   advance_to(clock, now);
   add_waiting(clock, &clock->writes, miss);
}

/* ---- Lines that nobody waits for yet --------------------------------- */

const cs_clock_line *cs_clock_find(cs_clock *clock, cs_ticks now, uintptr_t line)
{
   const cs_clock_line *l = &clock->lines[place_of(line)];
   if (l->line != line || l->latency_cycles == 0)
      return NULL;
   advance_to(clock, now);
   return l->comes != 0 && l->comes <= time_of(clock) ? NULL : l;
}

bool cs_clock_fill(cs_clock *clock, cs_ticks now, uintptr_t line, uint32_t latency_cycles)
{
   enum { L2 = 1 };
   advance_to(clock, now);
   uint64_t *taken = set_of(clock, line);
   bool is_free = clock->port_of_all[L2] <= time_of(clock) + latency_cycles
                  && *taken + clock->sets.refill_cycles <= time_of(clock);
   if (is_free) {
      hand_out_to_prefetcher(clock, L2);
      *taken = time_of(clock);
   }
   return is_free;
}

void cs_clock_prefetch(cs_clock *clock, cs_ticks now, uintptr_t line, bool is_of_d1,
                       uint32_t level, uint32_t latency_cycles)
{
   advance_to(clock, now);
   cs_clock_line *l = &clock->lines[place_of(line)];
   const cs_clock_line *known = cs_clock_find(clock, now, line);
   if (known != NULL && known->comes == 0)
      return; /* it has not been begun, so it is no nearer */
   uint64_t comes = known != NULL ? known->comes : 0;
   *l = (cs_clock_line){ .line = line, .level = level, .latency_cycles = latency_cycles };
   uint64_t most = time_of(clock) + latency_cycles;
   bool fills = is_of_d1 && clock->sets.refill_cycles > 0;
   if (clock->port_of_all[level] > most || (fills && *set_of(clock, line) > most))
      return;
   turn t = { .begins = time_of(clock) };
   hold(&t, hand_out_to_prefetcher(clock, level), CS_HELD_PORT);
   if (fills)
      hold(&t, fill_set(clock, line), CS_HELD_SET);
   l->comes = tk_larger(t.begins + latency_cycles, comes);
   l->held = t.held;
   l->held_cycles = t.held_cycles;
}

static bool is_walked(const cs_clock *clock, uintptr_t line)
{
   return clock->walked[line % CS_CLOCK_WALKS] == line;
}

uint32_t cs_clock_walk(cs_clock *clock, uintptr_t addr)
{
   uintptr_t line = cs_address_page(addr, clock->page_bits) / PAGES_PER_LINE;
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
      add_wait_for(clock, source->done - time_of(clock), source);
   add_wait(clock, cycles, payer);
}

void cs_clock_fetch(cs_clock *clock, cs_ticks now, uint32_t cycles,
                    const cs_clock_line *prefetched, const cs_payer *payer)
{
   advance_to(clock, now);
   uint64_t at = time_of(clock) + cycles;
   if (prefetched != NULL && prefetched->comes == 0) {
      at += prefetched->latency_cycles;
      forget_line(clock, prefetched);
   } else if (prefetched != NULL) {
      at = tk_larger(at, prefetched->comes);
   }
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
