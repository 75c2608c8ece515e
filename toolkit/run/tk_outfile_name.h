/* tk_outfile_name.h -- how a process names its outfile; glue, for tk_outfile.c and
   tk_checkpoint.c.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "run/tk_outfile.h"

/* Options that a program gets from the one it replaces, in the same process. */
#define TK_AFTER_EXEC "--after-exec="
#define TK_PREDECESSOR "--predecessor="

/* Gives the outfile of the first process its name. */
void tk_outfile_choose(tk_outfile *outfile);

/* The concatenation, from VG_(malloc). */
HChar *tk_outfile_joined(const HChar *a, const HChar *b, const HChar *c);

/* The two texts and a decimal number, from VG_(malloc). */
HChar *tk_outfile_numbered(const HChar *name, const HChar *before_number, Int number);
