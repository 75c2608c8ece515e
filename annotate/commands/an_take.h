/* an_take.h -- what options can take: a function for each kind of text
   (an_option_table.h).

   The value goes where the row says, as the type that is given here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_option_table.h"

/* ---- Of any command (an_take.c) ---- */

an_taker an_take_text;                  /* const char *: whatever it is */
an_taker an_take_another;               /* an_texts: one more each time */
an_taker an_take_yes_no;                /* bool */
an_taker an_take_number;                /* size_t */
an_taker an_take_depth;                 /* of a tree of heap profiles: a number */
an_taker an_take_amount;                /* size_t: SIZE_MAX for "0", all; 0 for "none" */
an_taker an_take_percentage;            /* double */
an_taker an_take_interval;              /* seconds */
an_taker an_take_help, an_take_version; /* end the command */

/* Reports: what goes where, and how. */
an_taker an_take_output, an_take_form, an_take_json, an_take_json_file, an_take_format,
   an_take_width, an_take_colours;

/* Source. */
an_taker an_take_folder; /* an_texts: not empty */
an_taker an_take_root, an_take_own, an_take_no_source;

/* Sections: by name, or the one that the option stands for. */
an_taker an_take_by, an_take_section;

/* Findings, of counts or of the heap. */
an_taker an_take_criteria, an_take_fail_on;

/* Once all options are taken: reads the table of idioms, and knows whether it has those
   of --fail-on.  AN_PARSED, or an exit status after a message. */
int an_take_idioms(an_options *options);

/* ---- Of counts (ac_take.c) ---- */

an_taker an_take_asm, an_take_different, an_take_filter, an_take_focus, an_take_old_rev,
   an_take_old_source, an_take_rewrite, an_take_syntax, an_take_tree;

/* ---- Of the heap (ah_take.c) ---- */

an_taker an_take_heap_tree, an_take_moments, an_take_value;
