/* tk_segment.h -- counts straight-line code by its passes; pure.

   A segment is a run of instructions that is always executed as a whole.  Translated
   code adds 1 to `passes`.  The counts of one pass (instructions of this line, reads
   of that one) are stored once, as contributions, and multiplied by the passes later.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_count.h"
#include "code/tk_lines.h"

/* One pass adds `amount` to a counter of a line, and 1 to a mark of it. */
typedef struct {
   tk_line *line;
   uint32_t column : 8;
   uint32_t mark : 24; /* its number (tk_lines_mark); 0: none */
   uint32_t amount;
} tk_contribution;

typedef struct {
   uint64_t passes;                /* since the last flush; written by translated code */
   tk_contribution *contributions; /* borrowed */
   uint32_t n_contributions;
} tk_segment;

/* Adds the counts of the passes to the lines, and sets the passes to 0. */
static inline void tk_segment_flush(tk_segment *segment)
{
   for (uint32_t i = 0; i < segment->n_contributions; i++) {
      const tk_contribution *contribution = &segment->contributions[i];
      uint64_t *count = &contribution->line->counts[contribution->column];
      *count = tk_count_add(*count,
                            tk_count_product(segment->passes, contribution->amount));
      if (contribution->mark == 0)
         continue;
      tk_mark *mark = &contribution->line->marks[contribution->mark - 1];
      mark->count = tk_count_add(mark->count, segment->passes);
   }
   segment->passes = 0;
}
