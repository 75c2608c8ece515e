/* an_state_print.h -- how a run stood, in a report's metadata.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_STATE_PRINT_H
#define AN_STATE_PRINT_H

#include "base/an_state.h"

#include <stdio.h>

/* "Ended:", "Dumped:" or "Partial:", unless the program exited with status 0; then
   "Before exec:".  `whose` is NULL or begins the label: "Old".  Write errors are
   left to ferror(out). */
void an_state_print(const an_state *state, const char *whose, FILE *out);

#endif
