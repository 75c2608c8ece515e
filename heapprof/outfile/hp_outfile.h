/* hp_outfile.h -- writes the profile in the format of docs/FORMAT-heapprof.md; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accesses/hp_accesses.h"
#include "accounts/hp_heap.h"
#include "state/hp_mode.h"
#include "accounts/hp_regions.h"
#include "base/tk_counting.h"
#include "base/tk_strings.h"
#include "code/tk_object.h"
#include "owners/hp_look_at.h"
#include "owners/hp_root_name.h"
#include "run/tk_state.h"
#include "base/tk_text.h"

enum { HP_FORMAT_VERSION = 1 };

/* Where the code of the executable or a library is mapped. */
typedef struct hp_outfile_object {
   uint64_t start, end; /* addresses, end exclusive */
   const char *path;
} hp_outfile_object;

/* A thread that has a name. */
enum { HP_THREAD_NAME_B = 16 }; /* with the NUL (prctl(2)) */
typedef struct hp_outfile_thread {
   uint64_t number;
   char name[HP_THREAD_NAME_B];
} hp_outfile_thread;

/* How a forked child began. */
typedef struct hp_outfile_fork {
   uint64_t time;
   bool inherits;         /* the amounts include those of the parent */
   hp_amount live, total; /* the parent's at the fork */
} hp_outfile_fork;

typedef struct hp_outfile {
   const char *tool_version, *valgrind_version;
   const char *const *argv;     /* the program's; ends with NULL */
   uint64_t pid, parent;        /* the processes */
   const char *title;           /* what the process calls itself, or NULL */
   const hp_outfile_fork *fork; /* NULL: not forked */
   const tk_state *state;
   const tk_counting *counting; /* as of now; NULL: all was counted */
   const char *predecessor;     /* the profile of the program before execve, or NULL */
   const char *time_option;     /* "i", "ms", "B" */
   const char *time_unit, *mega_time_unit; /* "instrs", "Minstr" */
   uint64_t depth, admin_B;
   hp_mode mode;
   bool stacks, peak_only;
   const hp_heap *heap;         /* whose timeline has reached `now` */
   const hp_accesses *accesses; /* with flushed slots; NULL: not counted */
   size_t n_buckets;            /* of the timeline */
   const hp_regions *regions;
   uint64_t now, n_threads;
   const hp_outfile_thread *named_threads; /* by number */
   size_t n_named_threads;
   const tk_strings *ftbl, *dirs; /* frames, as the sites number them; directories */
   const uint32_t *ftbl_dirs;
   const hp_outfile_object *objects; /* by address */
   size_t n_objects;
   const tk_object *files; /* all objects so far, mapped or not */
   size_t n_files;
   const char *const *lost_debug_info; /* paths of objects that were read in part */
   size_t n_lost_debug_info;
   const hp_look_at *looks; /* as they were taken */
   size_t n_looks;
   const hp_root_name *roots; /* by their keys */
   size_t n_roots;
   /* Sorts like qsort. */
   void (*sort)(void *base, size_t n, size_t size_B,
                int (*compare)(const void *, const void *));
} hp_outfile;

/* What readers add up: the sums of the sites.  The totals of the outfile are these. */
typedef struct hp_outfile_sums {
   hp_amount total, peak, live, moved;
} hp_outfile_sums;

/* The first of these sums that the heap's own total contradicts, by name; then *found is
   the sum, and *expected that total.  NULL: all agree.  It would be a bug of the tool. */
const char *hp_outfile_contradiction(const hp_outfile *outfile, hp_amount *found,
                                     hp_amount *expected);

/* Leaves out sites without any request, so the file numbers sites in its own way.
   Sorts the lists of the snapshots.  The run may continue.  Write errors
   stay in the text. */
void hp_outfile_write(const hp_outfile *outfile, tk_text *text);
