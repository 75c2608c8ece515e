/* tk_outfile_place.h -- where the profile goes: to its name, or elsewhere; glue, for
   tk_outfile.c, tk_checkpoint.c and tk_rights.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "run/tk_outfile.h"

/* The name of the outfile, or where the profile goes instead. */
const HChar *tk_outfile_place(tk_outfile *outfile);

/* Nothing can be written beside the outfile.  From now on the profile goes to the
   directory for temporary files.  False: it cannot. */
Bool tk_outfile_move(tk_outfile *outfile);

/* Writes a profile to a file, or into the one of this name that was kept open
   (tk_writer_reserve).  Returns NULL, or why it was not written. */
const HChar *tk_outfile_save(tk_outfile *outfile, const HChar *file,
                             const tk_state *state);
