/* an_gate_print.h -- a gate, for people, CI servers and programs.

   Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "counts/ac_gate.h"
#include "sections/ac_labels.h"
#include "sections/an_terminal.h"

#include <stdio.h>

/* How a gate looks to people. */
typedef struct an_gate_style {
   const ac_labels *labels; /* of the pair's functions; NULL: whole names */
   bool are_paths;          /* functions are call paths, from the inside outwards */
   an_terminal terminal;    /* names are fitted to its width */
   bool is_limited;
} an_gate_style;

/* A table for people: each limit on totals and regions, kept or exceeded; then the
   functions that exceed a limit.  If is_limited, at most 16: those of regions that keep
   theirs are left out first, and a line says how many, and which option shows them. */
void an_gate_print(const ac_gate *gate, const an_gate_style *style, FILE *out);

/* Members of a JSON object: "limits" and "exceeded". */
void an_gate_put_json(an_json_out *json, const ac_gate *gate);

/* A JUnit XML file; `command` is the name of the suite. */
void an_gate_print_junit(const ac_gate *gate, const char *command, FILE *out);

/* Lines that GitHub's runners turn into annotations: at most ten, because
   GitHub shows no more of one step. */
void an_gate_print_github(const ac_gate *gate, const char *command, FILE *out);
