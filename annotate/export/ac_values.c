/* ac_values.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/ac_values.h"

void ac_values_choose(an_stacks *stacks, const ac_choice *show)
{
   size_t n = stacks->n_samples * show->n;
   int64_t *values = tk_get(stacks->alloc, AN_LABEL, (n + 1) * sizeof *values);
   an_stack_value *kinds = tk_get(stacks->alloc, AN_LABEL, show->n * sizeof *kinds);
   for (size_t i = 0; i < show->n; i++)
      kinds[i] = (an_stack_value){ .name = show->metrics[i]->name,
                                   .unit = "count",
                                   .title = show->metrics[i]->title };
   for (size_t i = 0; i < n; i++)
      values[i] = ac_values_whole(show->metrics[i % show->n],
                                  stacks->values + i / show->n * stacks->n_kinds);
   tk_put(stacks->alloc, stacks->values);
   tk_put(stacks->alloc, stacks->kinds);
   stacks->values = values;
   stacks->kinds = kinds;
   stacks->n_kinds = show->n;
}
