/* an_run_files.h -- the profiles that the processes of one run leave: BASE.PID, and
   behind that .execN, .checkpoint.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct an_run_file {
   char *name;
   pid_t pid;
   bool is_checkpoint;
   int64_t n_instrs; /* so far; 0: unknown */
   bool is_replaced; /* the process became another program */
} an_run_file;

typedef struct an_run_files {
   an_run_file *of;
   size_t n;
   size_t most; /* which has most instructions */
} an_run_files;

/* Fills in how far a profile is; false if there is none.  Looks at a few lines: this is
   done while the program runs. */
bool an_run_file_read(const char *name, an_run_file *file);

/* Finds the profiles of the process and of others that ran since then, by the clock of
   files.  A checkpoint counts where there is no more. */
void an_run_files_find(an_run_files *files, const char *base, pid_t pid,
                       int64_t since_ns);
