/* an_export_folded.c -- folded stacks, for flame graphs: "main;parse;xmalloc 1234".

   One line for each distinct stack with a value other than 0, sorted.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_path_formats.h"

#include "paths/an_stack_plain.h"

#include <inttypes.h>

/* `path` has room for it. */
static void put_path(const an_stacks *stacks, uint32_t node, uint32_t *path, FILE *out)
{
   size_t n = an_stacks_path(stacks, node, path);
   while (n-- > 0) {
      fputs(stacks->functions[stacks->nodes[path[n]].function].name, out);
      if (n > 0)
         putc(';', out);
   }
}

static void put_lines(const an_stack_plain *plain, const size_t *kinds, size_t n_kinds,
                      uint32_t *path, FILE *out)
{
   const an_stacks *s = &plain->stacks;
   for (size_t i = 0; i < s->n_samples; i++) {
      const int64_t *values = &s->values[plain->order[i] * s->n_kinds];
      bool has_value = false;
      for (size_t k = 0; k < n_kinds; k++)
         has_value |= values[kinds[k]] != 0;
      if (!has_value)
         continue;
      put_path(s, s->samples[plain->order[i]].node, path, out);
      for (size_t k = 0; k < n_kinds; k++)
         fprintf(out, " %" PRId64, values[kinds[k]]);
      putc('\n', out);
   }
}

void an_export_folded_kinds(const an_stacks *stacks, const size_t *kinds, size_t n_kinds,
                            FILE *out)
{
   an_stack_plain plain;
   an_stack_plain_open(&plain, stacks, false);
   uint32_t *path = tk_get(stacks->alloc, AN_LABEL,
                           (an_stacks_deepest(&plain.stacks) + 1) * sizeof *path);
   put_lines(&plain, kinds, n_kinds, path, out);
}

void an_export_folded(const an_stacks *stacks, size_t kind, FILE *out)
{
   an_export_folded_kinds(stacks, &kind, 1, out);
}
