/* machine_traces.c -- simulates a trace by lackey (--trace-mem=yes), which it reads from
   its standard input, on machines like real ones, beside a naive machine.

   Usage: machine_traces N: of the first N references; lackey then ends by SIGPIPE.  Any
   difference is printed, and traps.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "test_cs_machines.h"
#include "test_cs_trio.h"

#include "lackey_trace.h"

enum { REFERENCES_MAX = 10000000 };

/* Prints what the naive machine counted, for whoever reads the log. */
static void simulate(const cs_machine *machine, const reference *references, size_t n)
{
   trio t = { .machine = *machine };
   uint64_t n_missed[CS_LEVELS_MAX] = { 0 }, n_used[CS_LEVELS_MAX] = { 0 };
   trio_begin(&t);
   for (size_t i = 0; i < n; i++) {
      const naive_result *result = step(&t, &references[i]);
      for (int level = 0; level < CS_LEVELS_MAX; level++) {
         n_missed[level] += result->missed >> level & 1;
         n_used[level] += result->used[level];
      }
   }
   printf("%s: %zu references, %u not filtered; missed, covered", machine->name, n,
          t.n_called);
   for (uint32_t level = 0; level <= machine->n_levels; level++)
      printf(" %ju, %ju%s", (uintmax_t)n_missed[level], (uintmax_t)n_used[level],
             level == machine->n_levels ? "\n" : ";");
   trio_end(&t);
}

int main(int argc, char **argv)
{
   size_t n_most = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
   if (n_most == 0 || n_most > REFERENCES_MAX)
      return 2;
   reference *references = malloc(n_most * sizeof *references);
   assert_non_null(references);
   uintptr_t site_addr = 0;
   size_t n = 0;
   while (n < n_most && lackey_next(stdin, &site_addr, &references[n]))
      n++;
   fclose(stdin);
   for (int i = 0; i < N_TEST_MACHINES; i++)
      simulate(&test_machines[i], references, n);
   free(references);
   return n == n_most ? 0 : 1;
}
