/* an_processes_print.h -- the processes that a profile adds up, as a table; and what is
   said of a single one.

   Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_process.h"
#include "sections/an_table.h"

/* What differs between the kinds of profile. */
typedef struct an_processes_of {
   const an_processes *processes;
   const char *value; /* what their values are: "Ir", "peak bytes" */
   const char *unit;  /* of an_column */
   const char *key;   /* the same in JSON: "total", "peak_bytes" */
   bool is_asked;     /* people want the table even if there are not several */
   size_t n_limited;  /* rows in a report of limited length */
} an_processes_of;

enum { AN_PROCESSES_LIMITED = 10 };

/* People get those with the largest values, as a tree, and are told how many are left
   out; programs get all, JSON only of several. */
void an_processes_tables(an_tables *tables, const ac_scope *scope,
                         const an_processes_of *of);

/* Fields of a report's metadata, of a single process: its title, and its fork at
   `moment`, which is text. */
void an_process_print_fields(const an_page *page, const an_process *process,
                             const char *moment);

/* The same as members of a JSON object. */
void an_process_put_json(an_json_out *json, const an_process *process);
