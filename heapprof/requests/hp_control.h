/* hp_control.h -- what the program, or somebody from outside, can have heapprof do
   while it runs; glue.

   Whatever else counts by allocation site takes part here: in hp_control_zero.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_CONTROL_H
#define HP_CONTROL_H

#include "pub_tool_basics.h"

#include "run/tk_outfile.h"

/* `outfile` is borrowed. */
void hp_control_init(tk_outfile *outfile);

/* Count what is allocated from now on, or no longer.  What was counted stays so
   until it is freed, and is when it is reallocated. */
void hp_control_set(Bool on);

/* Counting begins anew, with what is live. */
void hp_control_zero(void);

/* NULL, or why no snapshot was taken. */
const HChar *hp_control_snapshot(void);

/* The number of the dump, from 1; 0: it was not written, as the log says. */
UWord hp_control_dump(void);

/* Carries out a monitor command; False: that is none of ours. */
Bool hp_control_command(const HChar *line);

#endif
