/* cs_sim_machine.c -- cs_sim with a machine other than the classic one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "simulate/cs_sim.h"
#include "simulate/cs_sim_count.h"

/* ---- Misses ---------------------------------------------------------- */

/* What a level did for the reference.  `first` is the event of the first level. */
static void count_level(cs_sim *sim, const cs_site *site, uint32_t level, cs_event first,
                        uint32_t n)
{
   bool is_last = level + 1 == sim->machine->n_levels && level > 0;
   if (n > 0)
      cs_sim_count(sim, site, is_last ? first + CS_LEVELS_MAX - 1 : first + level, n);
}

/* Counts in what order the site refers to data that the first level had not ready. */
static void count_pattern(cs_sim *sim, const cs_site *site, uintptr_t addr,
                          const cs_outcome *o)
{
   uint32_t n = (o->missed & 1) + o->used[0];
   if (sim->patterns == NULL || n == 0)
      return;
   cs_pattern pattern = cs_patterns_refer(sim->patterns, site->addr,
                                          (cs_advance)site->advance,
                                          cs_sim_own(sim, addr), sim->words_at);
   cs_sim_count(sim, site, CS_DSEQ + (cs_event)pattern, n);
}

/* Counts what the reference did apart from its misses. */
static void count_rest(cs_sim *sim, const cs_site *site, const cs_outcome *o,
                       cs_event tlb)
{
   for (uint32_t moved = o->moved; moved != 0; moved &= moved - 1) {
      uint32_t level = (uint32_t)__builtin_ctz(moved);
      count_level(sim, site, level, CS_PF1, o->prefetched[level]);
      count_level(sim, site, level, CS_PU1, o->used[level]);
      count_level(sim, site, level, CS_WB1, o->written[level]);
   }
   if (o->tlb != CS_TLB_FIRST)
      cs_sim_count(sim, site, tlb, 1);
   if (o->tlb == CS_TLB_WALK)
      cs_sim_count(sim, site, tlb + 1, 1);
}

/* Counts the misses of the levels between the first and the last.  `second` is the event
   of the second level. */
static void count_middle(cs_sim *sim, const cs_site *site, const cs_outcome *o,
                         cs_event second)
{
   for (uint32_t level = 1; level + 1 < sim->machine->n_levels; level++)
      if (o->missed >> level & 1)
         cs_sim_count(sim, site, second + (level - 1) * (CS_I3MR - CS_I2MR), 1);
}

/* Counts a reference that the first level lacked: whether no level had it, and if it came
   to the last level, what others of its kind would have done.  `event` is that of the
   last-level misses. */
static void count_last(cs_sim *sim, const cs_site *site, uintptr_t addr, uint32_t size_B,
                       cs_event event, uint64_t *cell, const cs_outcome *o)
{
   uint32_t n_levels = sim->machine->n_levels;
   bool is_far = o->found == n_levels;
   if (is_far)
      cs_sim_count(sim, site, event, 1);
   *cell += is_far;
   if (sim->reasons == NULL || !(o->missed >> (n_levels - 2) & 1))
      return;
   const cs_lookup lookup = { .line = site->line->counts,
                              .path = cs_sim_path(sim, site->line),
                              .datum = cell == sim->unused ? sim->unused
                                                           : sim->cells->counts };
   cs_reason reason = cs_reasons_refer(sim->reasons, addr, size_B);
   if (sim->sweep != NULL)
      cs_sim_count_sweep(sim, &lookup, cs_sweep_refer(sim->sweep, addr, size_B));
   if (is_far)
      cs_sim_count_other(sim, &lookup, CS_LCOLD + (cs_event)reason);
}

/* The counters that pay for cycles of this event. */
static cs_payer payer_of(cs_sim *sim, const cs_site *site, cs_event event)
{
   uint32_t column = sim->columns.of[event];
   uint64_t *unused = &sim->unused[column];
   return (cs_payer){ .line = sim->collects ? &site->line->counts[column] : unused,
                      .path = cs_sim_path(sim, site->line) + column,
                      .total = sim->collects ? &sim->totals[column] : unused };
}

/* The second level: the core hides most of its latency.  So lines that come from there
   are not followed: neither to what they point, nor when a prefetcher asks for them. */
enum { NEAR = 1 };

/* How long it takes to get a line from this level. */
static uint32_t latency_of(const cs_sim *sim, const cs_level_shape *first, uint32_t level)
{
   const cs_machine *m = sim->description;
   return level == 0             ? first->latency_cycles
          : level <= m->n_levels ? m->levels[level - 1].latency_cycles
                                 : m->memory_cycles;
}

/* How long it takes to find the page, beyond the first TLB. */
static uint32_t page_cycles(cs_sim *sim, const cs_outcome *o, const cs_tlb_shape tlb[],
                            uintptr_t addr)
{
   return o->tlb == CS_TLB_FIRST  ? 0
          : o->tlb == CS_TLB_WALK ? cs_clock_walk(sim->clock, addr)
                                  : tlb[1].latency_cycles;
}

/* Lines that nobody waits for: those for prefetchers, and those written to memory. */
static void time_others(cs_sim *sim, cs_ticks now, const cs_outcome *o,
                        const cs_level_shape *first)
{
   cs_hierarchy *h = sim->machine;
   bool is_code = first == &sim->description->i1;
   for (uint32_t i = 0; i < h->n_brought; i++) {
      const cs_brought *b = &h->brought[i];
      bool is_of_d1 = !is_code && b->to == 0, is_near = b->found <= NEAR;
      uint32_t latency = latency_of(sim, first, b->found);
      if (is_near && !is_of_d1)
         continue;
      if (!is_near || !cs_clock_fill(sim->clock, now, b->line, latency))
         cs_clock_prefetch(sim->clock, now, b->line, is_of_d1, b->found, latency);
   }
   h->n_brought = 0;
   if (o->to_memory > 0)
      cs_clock_written(sim->clock, now, o->to_memory);
}

/* What is known of the line, if the reference is the first to use it that a prefetcher
   asked for. */
static const cs_clock_line *find_prefetched(cs_sim *sim, cs_ticks now,
                                            const cs_outcome *o, uintptr_t addr)
{
   uint32_t used = 0;
   for (uint32_t moved = o->moved; moved != 0; moved &= moved - 1)
      used |= o->used[__builtin_ctz(moved)];
   uintptr_t line_B = sim->description->d1.geometry.line_size_B;
   return used == 0 ? NULL : cs_clock_find(sim->clock, now, addr & ~(line_B - 1));
}

static void time_data(cs_sim *sim, const cs_site *site, const cs_outcome *o,
                      uintptr_t addr, bool is_write)
{
   const cs_machine *m = sim->description;
   cs_ticks now = cs_sim_now(sim);
   const cs_clock_line *line = find_prefetched(sim, now, o, addr);
   uint32_t page = page_cycles(sim, o, m->dtlb, addr);
   if (o->found > 0 || page > 0 || line != NULL) {
      cs_clock_miss miss = { .level = o->found,
                             .latency_cycles = latency_of(sim, &m->d1, o->found),
                             .page_cycles = page,
                             .is_walk = o->tlb == CS_TLB_WALK,
                             .addr = cs_sim_own(sim, addr),
                             .moved_by = sim->moved_by,
                             .prefetched = line,
                             .from = site->from,
                             .to = site->to,
                             .span = site->span,
                             .payer = payer_of(sim, site, CS_CD) };
      if (!is_write && o->found > NEAR && sim->words_at != NULL)
         miss.words = sim->words_at(miss.addr);
      if (is_write)
         cs_clock_write(sim->clock, now, &miss);
      else
         cs_clock_load(sim->clock, now, &miss);
   }
   time_others(sim, now, o, &m->d1);
}

static void time_fetch(cs_sim *sim, const cs_site *site, const cs_outcome *o)
{
   const cs_machine *m = sim->description;
   cs_ticks now = cs_sim_now(sim);
   const cs_clock_line *line = find_prefetched(sim, now, o, site->addr);
   uint32_t latency = latency_of(sim, &m->i1, o->found), first = m->i1.latency_cycles;
   uint32_t late = page_cycles(sim, o, m->itlb, site->addr)
                   + (latency > first ? latency - first : 0);
   cs_payer payer = payer_of(sim, site, CS_CF);
   if (late > 0 || line != NULL)
      cs_clock_fetch(sim->clock, now, late, line, &payer);
   time_others(sim, now, o, &m->i1);
}

/* Fetches code.  Out of line, as most references are done by cs_hierarchy_hit. */
static __attribute__((noinline)) void fetch_code(cs_sim *sim, const cs_site *site,
                                                 cs_hit hit)
{
   cs_outcome o;
   if (!cs_hierarchy_refer(sim->machine, &sim->machine->code, hit, site->addr, site->addr,
                           site->size_B, CS_READS, &o))
      return;
   if (o.missed & 1) {
      cs_sim_count(sim, site, CS_I1MR, 1);
      count_last(sim, site, site->addr, site->size_B, CS_ILMR,
                 cs_sim_fetch_cell(sim, site), &o);
      count_middle(sim, site, &o, CS_I2MR);
   }
   count_rest(sim, site, &o, CS_ITM);
   time_fetch(sim, site, &o);
}

/* A reference to data, and why D1 would lack it. */
typedef struct {
   uintptr_t addr;
   uint32_t size_B;
   cs_event event;
   cs_access how;
   cs_reason reason;
} datum_access;

static __attribute__((noinline)) void refer_datum(cs_sim *sim, const cs_site *site,
                                                  const datum_access *a, cs_hit hit)
{
   cs_outcome o;
   if (!cs_hierarchy_refer(sim->machine, &sim->machine->data, hit, site->addr, a->addr,
                           a->size_B, a->how, &o))
      return;
   if (o.missed & 1) {
      uint64_t *cell = cs_sim_count_datum(sim, site, a->addr, a->event + 1);
      cs_sim_count(sim, site, a->event + 1, 1);
      if (sim->d1_reasons != NULL)
         cs_sim_count_d1_reason(sim, site, a->reason, cell);
      count_last(sim, site, a->addr, a->size_B, a->event + 2, cell, &o);
      count_middle(sim, site, &o, a->event == CS_DW ? CS_D2MW : CS_D2MR);
   }
   count_pattern(sim, site, a->addr, &o);
   count_rest(sim, site, &o, CS_DTM);
   time_data(sim, site, &o, a->addr, a->event == CS_DW);
}

/* ---- The use of lines -------------------------------------------------- */

/* Which lines of the reference, a bit each, D1 has not, or has only since a prefetcher
   brought them. */
static uint32_t find_new_lines(const cs_sim *sim, uintptr_t addr, uint32_t size_B)
{
   const cs_level *d1 = &sim->machine->data.stage.cache;
   uintptr_t first = addr >> d1->line_bits, last = (addr + size_B - 1) >> d1->line_bits;
   uint32_t found = 0;
   for (uintptr_t i = 0; i <= last - first; i++) {
      cs_level_place p = cs_level_at(d1, (first + i) << d1->line_bits);
      uint32_t way = cs_level_find(d1, &p);
      found |= (uint32_t)(way == CS_NO_WAY || (p.set->unused >> way & 1) != 0) << i;
   }
   return found;
}

/* Notes the bytes of a line that the reference used.  What translated code adds next goes
   to the same record; so if the line has got no way, the set must pass nothing. */
static void note_line(cs_sim *sim, uintptr_t line, uint64_t bytes, bool is_new)
{
   cs_first *data = &sim->machine->data;
   const cs_level *cache = &data->stage.cache;
   cs_level_place p = cs_level_at(cache, line);
   uint32_t way = cs_level_find(cache, &p);
   if (way == CS_NO_WAY) {
      way = cache->assoc;
      cs_filter_empty(&data->filter, p.index);
   }
   cs_line_use_turn(sim->use, p.index, way, bytes);
   if (is_new && way < cache->assoc)
      cs_line_use_begin(sim->use, p.index, way, line);
}

/* After a reference, whose new lines these are. */
static void note_use(cs_sim *sim, uintptr_t addr, uint32_t size_B, uint32_t new_lines)
{
   cs_line_use *use = sim->use;
   uintptr_t offset = addr & (use->line_B - 1), line = addr - offset;
   use->n_fetched = 0;
   note_line(sim, line, cs_line_use_bytes(use->line_B, offset, size_B), new_lines & 1);
   if (offset + size_B > use->line_B)
      note_line(sim, line + use->line_B,
                cs_line_use_bytes(use->line_B, 0, offset + size_B - use->line_B),
                new_lines >> 1);
   if (use->n_fetched == 0 || !sim->collects)
      return;
   cs_data_at at;
   sim->cells->setup.find(addr, &at);
   cs_line_use_fetched(use, &at, addr);
}

/* ---- References -------------------------------------------------------- */

void cs_sim_machine_fetch(cs_sim *sim, const cs_site *site)
{
   cs_hit hit = cs_hierarchy_hit(sim->machine, &sim->machine->code, site->addr,
                                 site->addr, site->size_B, CS_READS);
   if (hit != CS_HIT_DONE)
      fetch_code(sim, site, hit);
   if (sim->machine->code.turns == NULL)
      return;
   cs_icache_line *line = site->code;
   for (uint32_t i = 0; i < site->n_lines; i++, line = line->next)
      if (line->turn == NULL)
         cs_hierarchy_hold(sim->machine, line);
}

void cs_sim_machine_data(cs_sim *sim, const cs_site *site, uintptr_t addr,
                         uint32_t size_B, cs_event event, bool modifies)
{
   cs_access how = cs_access_of(event == CS_DW, modifies);
   cs_reason reason = CS_COLD;
   if (sim->d1_reasons != NULL)
      reason = cs_reasons_refer(sim->d1_reasons, addr, size_B);
   cs_hit hit = cs_hierarchy_hit(sim->machine, &sim->machine->data, site->addr, addr,
                                 size_B, how);
   uint32_t new_lines = sim->use != NULL && hit == CS_HIT_NONE
                           ? find_new_lines(sim, addr, size_B)
                           : 0;
   if (hit != CS_HIT_DONE)
      refer_datum(sim, site, &(datum_access){ addr, size_B, event, how, reason }, hit);
   if (sim->use != NULL)
      note_use(sim, addr, size_B, new_lines);
}

void cs_sim_mispredicted(cs_sim *sim, const cs_site *site)
{
   cs_payer payer = payer_of(sim, site, CS_CB);
   cs_clock_branch(sim->clock, cs_sim_now(sim), sim->description->mispredict_cycles,
                   site->from, site->span, &payer);
}

void cs_sim_wait(cs_sim *sim)
{
   if (sim->machine != NULL)
      cs_clock_flush(sim->clock, cs_sim_now(sim));
}
