/* cs_layout_watch.h -- which of the program's data are in another layout; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "layout/cs_layout.h"
#include "layout/cs_layout_notes.h"
#include "machine/cs_filter.h"

/* All is borrowed; `file` is the name of the layout's. */
typedef struct cs_layout_watch_setup {
   cs_layout_rules *rules;
   const HChar *file;
   cs_data_table *data;
   cs_filter *filter;                                    /* of D1 */
   void (*place_ends)(uintptr_t start, uint64_t size_B); /* as in cs_layout_setup */
} cs_layout_watch_setup;

/* Before the program runs.  The result is for the simulation. */
cs_layout *cs_layout_watch_init(const cs_layout_watch_setup *setup);

/* A block of this datum begins; memory ends: as cs_find.h says.  Both do nothing unless
   cs_layout_watch_init was called. */
void cs_layout_watch_begins(const cs_data *data, Addr start, SizeT size_B);
void cs_layout_watch_ends(Addr start, SizeT size_B);

/* For the outfile. */
cs_layout_notes cs_layout_watch_notes(void);
