/* machine_totals.c -- what a naive machine counts of a program that lackey traced
   (--trace-mem=yes), for tests/tool/machine_totals.sh; and machines at random.

   Usage: machine_totals random SEED      writes the text of a machine
          machine_totals count FILE       of the references on standard input, counts the
                                          events of the machine: "EVENT TOTAL" lines
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "test_cs_random_machine.h"

#include "lackey_trace.h"
#include "machine/cs_events.h"
#include "machine/cs_machine_text.h"
#include "base/tk_text.h"

/* ---- Machines at random ---------------------------------------------- */

/* With a core that estimated cycles can use, and TLBs of a power of two of sets. */
static void complete(cs_machine *m, unsigned seed)
{
   cs_tlb_shape *tlbs[] = { &m->itlb[0], &m->itlb[1], &m->dtlb[0], &m->dtlb[1] };
   cs_machine parts = *m;
   *m = cs_machine_default;
   sprintf(m->name, "random-%u", seed);
   m->i1 = parts.i1;
   m->d1 = parts.d1;
   m->n_levels = parts.n_levels;
   memcpy(m->levels, parts.levels, sizeof m->levels);
   m->n_prefetchers = parts.n_prefetchers;
   memcpy(m->prefetchers, parts.prefetchers, sizeof m->prefetchers);
   m->page_B = parts.page_B;
   m->has_unified_tlb = parts.has_unified_tlb;
   memcpy(m->itlb, parts.itlb, sizeof m->itlb);
   memcpy(m->dtlb, parts.dtlb, sizeof m->dtlb);
   for (int i = 0; i < 4; i++)
      tlbs[i]->n_entries = tlbs[i]->assoc << (tlbs[i]->n_entries % 3);
}

static bool drain(void *context, const char *bytes, size_t length_B)
{
   return fwrite(bytes, 1, length_B, context) == length_B;
}

static int write_random(unsigned seed)
{
   static trio t;
   tk_text text;
   for (uint64_t i = 0;; i++) {
      random_machine(&t, unit_random_from(seed * UINT64_C(1000) + i));
      complete(&t.machine, seed);
      if (cs_machine_error(&t.machine) == NULL && !cs_machine_is_plain(&t.machine))
         break;
   }
   printf("name %s\n", t.machine.name);
   tk_text_init(&text, drain, stdout);
   cs_machine_write(&text, "", &t.machine);
   return tk_text_flush(&text) && fflush(stdout) == 0 ? 0 : 1;
}

/* ---- Counting -------------------------------------------------------- */

static uint64_t totals[CS_N_EVENTS];

/* The event of level 0 and so on; the last level's is the fourth. */
static cs_event of_level(const cs_machine *m, cs_event first, uint32_t level)
{
   return level == m->n_levels ? first + 3 : first + (cs_event)level;
}

static void count_misses(const cs_machine *m, const naive_result *n, bool is_code,
                         bool is_write)
{
   static const cs_event events[3][4] = {
      { CS_I1MR, CS_I2MR, CS_I3MR, CS_ILMR },
      { CS_D1MR, CS_D2MR, CS_D3MR, CS_DLMR },
      { CS_D1MW, CS_D2MW, CS_D3MW, CS_DLMW },
   };
   const cs_event *of = events[is_code ? 0 : is_write ? 2 : 1];
   if ((n->missed & 1) == 0)
      return;
   for (uint32_t level = 0; level < m->n_levels; level++)
      totals[of[level]] += n->missed >> level & 1;
   totals[of[3]] += n->found == (int)m->n_levels + 1;
}

static void count_result(const cs_machine *m, const naive_result *n, const reference *r)
{
   totals[r->is_code ? CS_IR : r->is_write ? CS_DW : CS_DR]++;
   count_misses(m, n, r->is_code, r->is_write);
   for (uint32_t level = 0; level <= m->n_levels; level++) {
      totals[of_level(m, CS_PF1, level)] += n->prefetched[level];
      totals[of_level(m, CS_PU1, level)] += n->used[level];
      totals[of_level(m, CS_WB1, level)] += n->written[level];
   }
   totals[r->is_code ? CS_ITM : CS_DTM] += n->tlb > 0;
   totals[r->is_code ? CS_ITW : CS_DTW] += n->tlb > 1;
}

static bool read_machine(const char *file, cs_machine *machine)
{
   static char text[CS_MACHINE_TEXT_MAX_B];
   tk_problem problem;
   FILE *in = fopen(file, "r");
   size_t n = in == NULL ? 0 : fread(text, 1, sizeof text, in);
   if (in == NULL || fclose(in) != 0)
      return false;
   if (!cs_machine_parse(text, n, machine, &problem)) {
      fprintf(stderr, "machine_totals: %s:%u: %s\n", file, problem.line, problem.reason);
      return false;
   }
   return true;
}

/* A data reference is cut to a line, as cachegrind does. */
static int count(const char *file)
{
   cs_machine machine;
   naive_machine naive;
   reference r;
   uintptr_t site_addr = 0;
   if (!read_machine(file, &machine))
      return 1;
   uint32_t line_B = machine.d1.geometry.line_size_B;
   naive_machine_init(&naive, &machine);
   while (lackey_next(stdin, &site_addr, &r)) {
      if (!r.is_code && r.size_B > line_B)
         r.size_B = line_B;
      naive_machine_refer(&naive, r.is_code, r.is_code ? r.addr : r.site, r.addr,
                          r.size_B, !r.is_write, r.is_write || r.modifies);
      count_result(&machine, &naive.result, &r);
   }
   naive_machine_free(&naive);
   cs_columns columns = cs_columns_of(true, false);
   cs_machine_add_columns(&machine, &columns);
   for (cs_event e = 0; e < CS_CX; e++)
      if (cs_columns_have(&columns, e))
         printf("%s %ju\n", cs_columns_name(&columns, e), (uintmax_t)totals[e]);
   return 0;
}

int main(int argc, char **argv)
{
   if (argc == 3 && strcmp(argv[1], "random") == 0)
      return write_random((unsigned)strtoul(argv[2], NULL, 10));
   return argc == 3 && strcmp(argv[1], "count") == 0 ? count(argv[2]) : 2;
}
