/* an_processes_print.h -- the table of the processes that a profile adds up: as text,
   JSON and CSV.

   Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PROCESSES_PRINT_H
#define AN_PROCESSES_PRINT_H

#include "base/an_json_out.h"
#include "base/an_process.h"
#include "render/an_page.h"

typedef struct an_processes_table {
   const an_processes *processes;
   const char *value; /* what their values are: "Ir", "peak bytes" */
   const char *key;   /* the same in JSON: "total", "peak_bytes" */
   size_t n_most;     /* rows */
} an_processes_table;

/* The table of a profile of counts. */
an_processes_table an_processes_of(const ac_profile *profile);

enum { AN_PROCESSES_TOP = 10 }; /* rows in a report that has other sections, too */

/* Fields of a report's metadata, of a single process: its title, and its fork at
   `moment`, which is text. */
void an_process_print_fields(const an_page *page, const an_process *process,
                             const char *moment);

/* The same as members of a JSON object. */
void an_process_put_json(an_json_out *json, const an_process *process);

/* A section of a report: the processes with the largest values, as a tree.  It says
   how many are left out, and which option shows them. */
an_status an_processes_print(const an_page *page,
                             const an_processes_table *table);

/* The member "processes", on lines of its own, if there are several. */
void an_processes_put_json(an_json_out *json, const an_processes_table *table);

/* A header, and a record for each process. */
void an_processes_print_csv(const an_processes_table *table, FILE *out);

#endif
