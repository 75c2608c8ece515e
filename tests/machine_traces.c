/* machine_traces.c -- simulates a trace by lackey (--trace-mem=yes), which it reads from
   its standard input, on machines like real ones, beside a naive machine.

   Usage: machine_traces N: of the first N references; lackey then ends by SIGPIPE.  Any
   difference is printed, and traps.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "test_cs_machines.h"
#include "test_cs_trio.h"

enum { LINE_MAX_B = 4096, REFERENCES_MAX = 10000000 };

/* "I  04001090,3", " L 1ffefffe10,8", and S and M as L.  False for other lines: lackey's
   own, and what the program prints. */
static bool read_reference(const char *line, uintptr_t *site_addr, reference *r)
{
   unsigned long addr;
   unsigned size_B;
   char kind = line[0] == 'I' ? 'I' : line[0] == ' ' ? line[1] : '\0';
   if (kind == '\0' || strchr("ILSM", kind) == NULL
       || sscanf(line + 2, "%lx,%u", &addr, &size_B) != 2 || size_B == 0)
      return false;
   if (kind == 'I')
      *site_addr = addr;
   *r = (reference){ .is_code = kind == 'I', .is_write = kind == 'S',
                     .modifies = kind == 'M', .site = *site_addr, .addr = addr,
                     .size_B = size_B };
   return true;
}

static size_t read_trace(reference *references, size_t n_most)
{
   char line[LINE_MAX_B];
   uintptr_t site_addr = 0;
   size_t n = 0;
   while (n < n_most && fgets(line, sizeof line, stdin) != NULL)
      n += read_reference(line, &site_addr, &references[n]);
   return n;
}

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
   size_t n = read_trace(references, n_most);
   fclose(stdin);
   for (int i = 0; i < N_TEST_MACHINES; i++)
      simulate(&test_machines[i], references, n);
   free(references);
   return n == n_most ? 0 : 1;
}
