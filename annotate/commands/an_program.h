/* an_program.h -- the frame of every command: options, help, file arguments, exit
   status.

   A command describes itself in an an_program and does its work in run().
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_option_table.h"
#include "commands/an_options.h"

typedef struct an_program {
   const char *name;
   unsigned command;       /* its bit in an_option_table.h */
   const char *arguments;  /* "[OPTION]... FILE..." */
   const char *summary;    /* what it does: a line or more of --help */
   const char *example;    /* the last line of --help, or NULL */
   const char *values;     /* label of the list of values in --help, or NULL */
   size_t n_values;        /* the first so many of ah_values */
   size_t n_files;         /* to read; 0: any, to be added up */
   const char *expected;   /* error text for another number of files */
   bool runs;              /* what follows the options is a program with its arguments */
   unsigned sections;      /* for --by: a bit of ac_sections.h; 0: it has none */
   an_format_kind exports; /* for --format */

   /* Checks the options together: AN_PARSED, or an exit status after a message.  May be
      NULL. */
   int (*check)(an_options *options);
   /* Does the work.  Returns the exit status, after a message unless it is 0. */
   int (*run)(an_options *options, char **files, size_t n);
} an_program;

/* All of them; quern.c chooses one. */
extern const an_program cs_annotate_program, cs_diff_program, cs_export_program,
   cs_machine_program, cs_merge_program, hp_annotate_program, hp_diff_program,
   hp_export_program, hp_merge_program, quern_heap_program, quern_run_program,
   quern_top_program;

/* Prints --help. */
void an_program_help(const an_program *program);

/* The command from main's arguments to main's result. */
int an_program_run(const an_program *program, int argc, char **argv);
