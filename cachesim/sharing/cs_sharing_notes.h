/* cs_sharing_notes.h -- the notes of an outfile on lines of memory that threads contend
   for; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_SHARING_NOTES_H
#define CS_SHARING_NOTES_H

#include "base/tk_text.h"
#include "calls/cs_note_names.h"
#include "sharing/cs_sharing.h"

enum { CS_SHARING_MOST_LINES = 1000 }; /* in an outfile */

/* The data have their numbers in the outfile. */
typedef struct cs_sharing_written {
   const tk_alloc *alloc;
   const cs_sharing *sharing;
   uint32_t n_threads;
   /* Sorts n items of size_B bytes; as qsort. */
   void (*sort)(void *items, size_t n, size_t size_B,
                int (*compare)(const void *a, const void *b));
   /* Of the body: its lines, sorted, and the objects' numbers in the outfile, for code
      without names; NULL: it has none there. */
   tk_line *const *lines;
   size_t n_lines;
   const uint32_t *objects;
} cs_sharing_written;

/* How often a line of memory can move between caches, in any schedule: of accesses by
   threads that contend for it, T in all and M by the one with the most, at most T, and
   2 * (T - M) + 1, because that thread's move it only after one of another.  0: no two
   threads contend. */
uint64_t cs_sharing_bound(const cs_memory_line *line);

/* Writes the notes: lines of memory with the highest bounds.  False: memory ran out. */
bool cs_sharing_notes_write(tk_text *out, const cs_sharing_written *written);

#endif
