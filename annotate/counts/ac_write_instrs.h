/* ac_write_instrs.h -- writes the notes on instructions of a profile
   (docs/FORMAT-cachesim.md); for ac_write.c and ac_write_data.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_instrs.h"
#include "counts/ac_write_calls.h"

/* The line of the header. */
void ac_write_instrs_header(const ac_profile *profile, tk_text *out);

/* The notes of the trailer, if the profile has instructions.  All its objects have been
   written, and `names` has the functions of the body. */
void ac_write_instrs_notes(const ac_profile *profile, ac_write_calls *names,
                           tk_text *out);

/* ---- What instructions have of the entries of data objects ---- */

/* Their order is that of the entries. */
typedef struct ac_write_parts {
   const ac_profile *profile;
   const ac_instr_data **of;
   size_t *functions; /* of each instruction: its index in the profile */
   size_t n;
} ac_write_parts;

void ac_write_parts_open(ac_write_parts *parts, const ac_profile *profile);

/* 0: the part is one of this entry. */
int ac_write_parts_compare(const ac_write_parts *parts, const ac_instr_data *part,
                           const ac_data_entry *entry);
