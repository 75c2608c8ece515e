/* an_measured.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "measure/an_measured.h"

#include "measure/an_kernels.h"

#include <math.h>
#include <string.h>

/* Which values can be true.  Clocks: 100 MHz to 10 GHz. */
enum {
   MOST_D1 = 20,
   MOST_LEVEL = 2000,
   MOST_MEMORY = 10000,
   MOST_TLB2 = 200,
   MOST_WALK = 10000,
   MOST_WALKERS = 64,
   MOST_GAP = 1000,
   MOST_MISSES = 256,
   LEAST_MISPREDICT = 2,
   MOST_MISPREDICT = 100,
   MOST_WIDTH = 16,
   MOST_FORWARD = 100,
   MOST_STORES = 8,
   MOST_OP = 200,
};
static const double least_cycle_ns = 0.1, most_cycle_ns = 10, least_stores = 0.5;

/* What is this near to the latency of memory did not stay in the cache. */
static const double most_of_memory = 0.75;
/* A larger set of lines that takes this much longer does not fit any more. */
static const double most_of_near = 1.4;

static const char out_of_bounds[] = "not plausible";

typedef struct reckoning {
   const an_times *times;
   an_measured *result;
   double cycle_ns;
} reckoning;

static double cycles_of(const reckoning *r, int which)
{
   return r->times->least_ns[which] / r->cycle_ns;
}

static void note_value(reckoning *r, an_measured_value value)
{
   r->result->values[r->result->n_values++] = value;
}

/* Takes what was measured if it is within bounds; leaves *to as it is otherwise. */
static bool take_value(reckoning *r, const char *name, uint32_t *to, double measured,
                       double least, double most, const char *reason)
{
   bool is_good = isfinite(measured) && measured >= least && measured <= most;
   if (is_good)
      *to = (uint32_t)lround(measured);
   note_value(r, (an_measured_value){
                    .name = name,
                    .cycles = measured,
                    .is_time = true,
                    .reason = is_good              ? NULL
                              : isfinite(measured) ? reason
                                                   : "it was not timed",
                    .instead = *to,
                 });
   return is_good;
}

/* ---- Caches ---------------------------------------------------------- */

/* The cycles of a level: those of the larger set of lines if it still fits, as the
   smaller one can have some left in the level before it. */
static double level_cycles(const reckoning *r, uint32_t level)
{
   double near = cycles_of(r, AN_TIME_NEAR + (int)level);
   double far = cycles_of(r, AN_TIME_FAR + (int)level);
   return far > near && far <= most_of_near * near ? far : near;
}

/* Makes a level slower than the one before it, whatever was measured. */
static void keep_growing(uint32_t *latency, uint32_t before)
{
   if (*latency <= before)
      *latency = 2 * before;
}

static void take_levels(reckoning *r)
{
   static const char *const names[] = { "L2 latency", "L3 latency", "L4 latency" };
   cs_machine *m = &r->result->machine;
   double memory = cycles_of(r, AN_TIME_MEMORY);
   uint32_t before = m->d1.latency_cycles;
   if (take_value(r, "D1 latency", &before, cycles_of(r, AN_TIME_NEAR), 1, MOST_D1,
                  out_of_bounds))
      m->d1.latency_cycles = before;
   for (uint32_t i = 0; i < m->n_levels; i++) {
      uint32_t *latency = &m->levels[i].latency_cycles;
      double measured = level_cycles(r, i + 1);
      keep_growing(latency, before);
      take_value(r, names[i], latency, measured, before + 1,
                 fmin(MOST_LEVEL, most_of_memory * memory),
                 measured < before + 1 ? "as fast as the level before it"
                                       : "its lines do not stay there");
      before = *latency;
   }
   keep_growing(&m->memory_cycles, before);
   take_value(r, "memory latency", &m->memory_cycles, memory, before + 1, MOST_MEMORY,
              out_of_bounds);
}

/* How long one of these takes; 0 if that is hardly more than what it takes where nothing
   holds it up. */
static double held_up(const reckoning *r, int which, double free_cycles)
{
   double cycles = cycles_of(r, which);
   if (!isfinite(free_cycles))
      return free_cycles;
   return isfinite(cycles) && cycles <= most_of_near * free_cycles ? 0 : cycles;
}

/* How fast lines come from each level, and to one set of D1. */
static void take_gaps(reckoning *r)
{
   static const char *const names[] = { "L2 gap", "L3 gap", "L4 gap" };
   cs_machine *m = &r->result->machine;
   for (uint32_t i = 0; i < m->n_levels; i++)
      take_value(r, names[i], &m->levels[i].gap_cycles,
                 fmax(1, cycles_of(r, AN_TIME_GAP + (int)i)), 1, MOST_GAP, out_of_bounds);
   take_value(r, "D1 refill", &m->d1.refill_cycles,
              held_up(r, AN_TIME_REFILL, m->levels[0].gap_cycles), 0, MOST_GAP,
              out_of_bounds);
}

uint64_t an_measured_fit_B(const cs_machine *host, uint32_t i)
{
   uint32_t last = host->n_levels - 1;
   uint64_t before = last > 0 ? host->levels[last - 1].geometry.size_B
                              : host->d1.geometry.size_B;
   uint64_t size_B = host->levels[last].geometry.size_B >> i;
   return size_B > before ? size_B : 0;
}

/* Other cores and other machines use the last level, too; a hypervisor can allot each a
   part of it.  The size that is left is the largest one at which most loads find their
   line. */
static void take_size(reckoning *r)
{
   cs_machine *m = &r->result->machine;
   cs_level_shape *last = cs_machine_last(m);
   uint64_t all_B = last->geometry.size_B, found_B = 0;
   double most = sqrt((double)last->latency_cycles * m->memory_cycles);
   r->result->last_B = all_B;
   for (uint32_t i = 0; i < AN_FITS && found_B == 0; i++)
      if (cycles_of(r, AN_TIME_FIT + (int)i) < most)
         found_B = an_measured_fit_B(m, i);
   cs_machine sized = *m;
   cs_machine_last(&sized)->geometry.size_B = found_B;
   bool is_good = found_B != 0 && cs_machine_error(&sized) == NULL;
   if (is_good)
      *m = sized;
   note_value(
      r, (an_measured_value){ .name = "last level, KiB",
                              .cycles = (double)(is_good ? found_B : all_B) / 1024,
                              .reason = is_good ? NULL : "no size of it holds its lines",
                              .instead = (uint32_t)(all_B / 1024) });
}

/* ---- TLBs, memory ---------------------------------------------------- */

static void take_tlbs(reckoning *r)
{
   cs_machine *m = &r->result->machine;
   double tlb2 = cycles_of(r, AN_TIME_TLB2) - cycles_of(r, AN_TIME_TLB2_BASE);
   double walk = cycles_of(r, AN_TIME_WALK) - cycles_of(r, AN_TIME_WALK_BASE);
   if (m->dtlb[1].n_entries > 0)
      take_value(r, m->has_unified_tlb ? "TLB2 latency" : "DTLB2 latency",
                 &m->dtlb[1].latency_cycles, tlb2, 1, MOST_TLB2, out_of_bounds);
   if (m->dtlb[1].n_entries > 0)
      take_value(r, m->has_unified_tlb ? "TLB2 gap" : "DTLB2 gap", &m->dtlb[1].gap_cycles,
                 held_up(r, AN_TIME_TLB2S, cycles_of(r, AN_TIME_TLB2S_BASE)), 0, MOST_GAP,
                 out_of_bounds);
   if (m->has_unified_tlb)
      m->itlb[1].latency_cycles = m->dtlb[1].latency_cycles;
   if (m->dtlb[0].n_entries > 0)
      take_value(r, "walk", &m->walk_cycles, walk, m->dtlb[1].latency_cycles + 1,
                 MOST_WALK, out_of_bounds);
   /* One at a time would take `walk` for each. */
   double apart = cycles_of(r, AN_TIME_WALKS) - cycles_of(r, AN_TIME_WALKS_BASE);
   if (m->dtlb[0].n_entries == 0)
      return;
   take_value(r, "walkers", &m->n_walkers, m->walk_cycles / apart, 1, MOST_WALKERS,
              out_of_bounds);
   r->result->values[r->result->n_values - 1].is_time = false;
}

/* How much faster many chases are than one. */
static double overlap_of_chases(const reckoning *r, an_time one, an_time chases)
{
   double best = cycles_of(r, one);
   for (int i = 0; i < AN_HUNTERS_LOG; i++)
      best = fmin(best, cycles_of(r, chases + i) / (2 << i));
   return cycles_of(r, one) / best;
}

/* How many misses overlap at most.  Loads with a page walk wait longer, so more of them
   are under way before something else is the limit. */
static double overlap_of_misses(const reckoning *r)
{
   double most = overlap_of_chases(r, AN_TIME_MEMORY, AN_TIME_CHASES);
   most = fmax(most, overlap_of_chases(r, AN_TIME_RANDOM, AN_TIME_RANDOM_CHASES));
   return fmax(most, cycles_of(r, AN_TIME_MEMORY) / cycles_of(r, AN_TIME_APART));
}

static void take_memory(reckoning *r)
{
   cs_machine *m = &r->result->machine;
   take_value(r, "memory gap", &m->line_cycles, cycles_of(r, AN_TIME_LINE), 1, MOST_GAP,
              out_of_bounds);
   take_value(r, "misses", &m->n_misses, overlap_of_misses(r), 1, MOST_MISSES,
              out_of_bounds);
   r->result->values[r->result->n_values - 1].is_time = false;
   double far_walk = cycles_of(r, AN_TIME_RANDOM) - cycles_of(r, AN_TIME_MEMORY);
   if (m->dtlb[0].n_entries > 0)
      take_value(r, "far walk", &m->far_walk_cycles,
                 far_walk < m->walk_cycles ? m->walk_cycles : far_walk, m->walk_cycles,
                 MOST_WALK, out_of_bounds);
}

/* ---- The core -------------------------------------------------------- */

static void take_core(reckoning *r)
{
   cs_machine *m = &r->result->machine;
   double known = (cycles_of(r, AN_TIME_BRANCH_0) + cycles_of(r, AN_TIME_BRANCH_1)) / 2;
   /* Half of the random ones are mispredicted. */
   take_value(r, "mispredict", &m->mispredict_cycles,
              2 * (cycles_of(r, AN_TIME_BRANCH) - known), LEAST_MISPREDICT,
              MOST_MISPREDICT, out_of_bounds);
   double wide = cycles_of(r, AN_TIME_WIDE);
   /* Units can be too few for it, so what is measured is the least that it can be. */
   uint32_t at_least = m->width;
   take_value(r, "width, at least", &at_least,
              isfinite(wide) ? AN_WIDE_STEP / wide : wide, 1, MOST_WIDTH, out_of_bounds);
   if (at_least > m->width)
      m->width = at_least;
   r->result->values[r->result->n_values - 1].is_time = false;
}

/* A core that takes words from a store in no time still needs some for a part of one. */
static void take_forward(reckoning *r)
{
   cs_machine *m = &r->result->machine;
   double word = cycles_of(r, AN_TIME_WORD) - 1, half = cycles_of(r, AN_TIME_HALF);
   bool renames = word < half / 2;
   if (take_value(r, "forward", &m->forward_cycles, renames ? half : word, 1,
                  MOST_FORWARD, out_of_bounds))
      m->renames_memory = renames;
}

static void take_stores(reckoning *r)
{
   double store = cycles_of(r, AN_TIME_STORE);
   take_value(r, "stores", &r->result->machine.n_stores,
              isfinite(store) ? 1 / store : store, least_stores, MOST_STORES,
              out_of_bounds);
   r->result->values[r->result->n_values - 1].is_time = false;
}

static void take_ops(reckoning *r)
{
   static const char *const names[CS_N_OPS] = { NULL,     "mul",  "div",   "fadd",
                                                "fmul",   "fdiv", "fsqrt", "convert",
                                                "locked", "fence" };
   cs_machine *m = &r->result->machine;
   double fadd = cycles_of(r, AN_TIME_OP + CS_OP_FP_ADD);
   for (int op = CS_OP_MUL; op < CS_N_OPS; op++) {
      /* What an_kernel_chain does beside the operation. */
      double beside = op == CS_OP_DIV ? 1 : op == CS_OP_FP_SQRT ? fadd : 0;
      take_value(r, names[op], &m->op_cycles[op], cycles_of(r, AN_TIME_OP + op) - beside,
                 0.5, MOST_OP, out_of_bounds);
   }
}

/* ---- The whole ------------------------------------------------------- */

/* "host-zen4" becomes "measured-zen4". */
static void set_name(cs_machine *m, const char *host)
{
   static const char prefix[] = "host-";
   if (strncmp(host, prefix, strlen(prefix)) == 0)
      host += strlen(prefix);
   snprintf(m->name, sizeof m->name, "measured-%.*s", (int)(sizeof m->name - 10), host);
}

bool an_measured_of(const an_times *times, const cs_machine *host, an_measured *result)
{
   reckoning r = { .times = times,
                   .result = result,
                   .cycle_ns = times->least_ns[AN_TIME_CYCLE] };
   *result = (an_measured){ .machine = *host, .cycle_ns = r.cycle_ns };
   set_name(&result->machine, host->name);
   if (!(r.cycle_ns >= least_cycle_ns && r.cycle_ns <= most_cycle_ns))
      return false;
   result->machine.op_cycles[CS_OP_SIMPLE] = 1; /* that is what a cycle is */
   take_levels(&r);
   take_size(&r);
   take_gaps(&r);
   take_memory(&r);
   take_tlbs(&r);
   take_core(&r);
   take_forward(&r);
   take_stores(&r);
   take_ops(&r);
   return true;
}
