/* cs_look_notes.h -- writes looks, which bytes are used together, into an outfile; pure.

   Equal looks of a datum are one note with their count, the most frequent first.
   docs/FORMAT-cachesim.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"
#include "data/cs_looks.h"

/* Writes the line that comes before all looks. */
void cs_look_notes_head(tk_text *out, const cs_looks *looks);

/* Writes the looks of a datum that has a number in the outfile. */
void cs_look_notes_datum(tk_text *out, const cs_looks *looks, const cs_data *data);
