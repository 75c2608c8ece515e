/* hp_outfile.h -- the profile as text, by docs/FORMAT-heapprof.md; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_OUTFILE_H
#define HP_OUTFILE_H

#include "accesses/hp_accesses.h"
#include "accounts/hp_heap.h"
#include "hp_mode.h"
#include "accounts/hp_regions.h"
#include "base/tk_strings.h"
#include "run/tk_state.h"
#include "base/tk_text.h"

enum { HP_FORMAT_VERSION = 1 };

/* The executable or a library: where its code is mapped. */
typedef struct hp_outfile_object {
   uint64_t start, end; /* addresses, end exclusive */
   const char *path;
} hp_outfile_object;

typedef struct hp_outfile {
   const char *tool_version, *valgrind_version;
   const char *const *argv; /* of the program; ends with NULL */
   uint64_t pid;
   const tk_state *state;
   const char *predecessor; /* the profile of what the process was; or NULL */
   const char *time_option;     /* "i", "ms", "B" */
   const char *time_unit, *mega_time_unit; /* "instrs", "Minstr" */
   uint64_t depth, admin_B;
   hp_mode mode;
   bool stacks, peak_only;
   const hp_heap *heap;         /* its timeline has been told of `now` */
   const hp_accesses *accesses; /* whose slots are settled; NULL: not followed */
   size_t n_buckets;            /* of the timeline */
   const hp_regions *regions;
   uint64_t now, n_threads;
   const tk_strings *ftbl, *dirs; /* what the sites' frames are numbers of */
   const uint32_t *ftbl_dirs;
   const hp_outfile_object *objects; /* by address */
   size_t n_objects;
   /* Sorts n entries of `size_B`, as qsort. */
   void (*sort)(void *base, size_t n, size_t size_B,
                int (*compare)(const void *, const void *));
} hp_outfile;

/* Sites that nothing was ever asked of are left out, so that the numbers of
   those in the file are not those of the heap.  Sorts the snapshots' lists, whose
   order nothing goes by; more may happen after.  False: memory ran out; write errors stick in the
   text. */
bool hp_outfile_write(const hp_outfile *outfile, tk_text *text);

#endif
