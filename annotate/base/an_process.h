/* an_process.h -- the processes that a profile adds up, the same for both kinds of
   profile.  A process that became another program by exec is several: one for each
   program, with the same pid.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_state.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <stddef.h>

/* The strings are borrowed. */
typedef struct an_process {
   int64_t pid, parent; /* 0: unknown */
   an_state state;
   const char *command;
   const char *title; /* what it called itself at the end; NULL: no other name */
   bool is_forked;    /* it is a child by fork; else the next two are 0 */
   bool inherits;     /* its counts include those of its parent before the fork */
   int64_t forked;    /* the moment of the fork: what the parent had counted of the first
                      event; of a heap profile, the time */
   int64_t value;     /* the total of the first event; bytes at the peak, or all bytes of
                     a profile without a peak */
} an_process;

typedef struct an_processes {
   an_process *of;
   size_t n;
   size_t capacity; /* private to those who fill it */
} an_processes;

/* Commands of more bytes are cut, so that a sum of thousands stays small. */
enum { AN_PROCESS_COMMAND_B = 1000 };

/* The command, or a copy of its start with "..." in `cut`. */
const char *an_process_command(const char *command, char cut[AN_PROCESS_COMMAND_B + 1]);

/* What a process is shown as: its title, or else its command. */
const char *an_process_name(const an_process *process);

/* Whether the processes cannot be added up: there are several, and one inherits counts,
   which its parent may have too. */
bool an_processes_overlap(const an_processes *processes);
extern const char an_processes_overlap_text[];

/* Sorts by pid; the programs of one process in the order in which they ran. */
void an_processes_sort(const an_processes *processes);

/* What a sum of sorted processes is of, at least one: "make -j2 and 18 more processes",
   if make is the only one without a parent among them; "4 processes of ./app"; "4
   processes of several commands".  The command of a single one.  Returns `text`. */
enum { AN_PROCESS_TEXT_B = AN_PROCESS_COMMAND_B + 64 };
const char *an_processes_describe(const an_processes *processes,
                                  char text[AN_PROCESS_TEXT_B]);

/* A row of the table of processes. */
typedef struct an_process_row {
   size_t process; /* index */
   size_t depth;   /* how many of its ancestors have a row; at most
                      AN_PROCESS_DEPTH */
} an_process_row;

enum { AN_PROCESS_DEPTH = 40 };

/* The n_most processes with the largest values, of sorted ones, as a tree: each below
   its nearest ancestor with a row; brothers by the sums of their descendants.  Pids
   that are used again may make a process the parent of itself: it is a root then.
   Stores the number of rows in *n.  For tk_put. */
an_process_row *an_processes_tree(const an_processes *processes, const tk_alloc *alloc,
                                  size_t n_most, size_t *n);
