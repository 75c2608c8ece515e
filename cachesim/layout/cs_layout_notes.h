/* cs_layout_notes.h -- writes what was laid out into an outfile; pure.
   docs/FORMAT-layout.md is the reference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"
#include "layout/cs_layout_rules.h"

/* All is borrowed. */
typedef struct cs_layout_notes {
   const tk_alloc *alloc;
   const char *file; /* as the user named it */
   const cs_layout_rules *rules;
   const cs_data_table *data;
} cs_layout_notes;

/* The rule for a datum: of the heap, that of its blocks; NULL: none. */
cs_layout_rule *cs_layout_rule_of_data(const cs_layout_rules *rules, const cs_data *data);

/* Writes all but the line of the header, after the notes on data objects, whose numbers
   are set. */
void cs_layout_notes_write(tk_text *out, const cs_layout_notes *notes);
