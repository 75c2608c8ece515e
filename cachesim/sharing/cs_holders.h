/* cs_holders.h -- the threads that have touched a line of memory; pure.

   A server can start a thread for each connection, and all of them touch one counter.  So
   a thread is found, and so are those that have touched some bytes, in a number of steps
   that grows with the digits of their number: the threads are in a tree, where the digits
   of a thread's number are the way to it, the lowest first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdint.h>

typedef struct cs_holder {
   struct cs_holder *next;     /* the thread that touched it first before this one did */
   struct cs_holder *below[2]; /* in the tree */
   struct cs_shared_row *rows; /* of the thread; those that have ended are last */
   uint64_t bytes;             /* of rows that have not ended, here and below */
   uint32_t thread;
   uint32_t version; /* of the line of memory, when the thread touched it last */
} cs_holder;

/* All zeros: none. */
typedef struct cs_holders {
   cs_holder *last; /* the one added last, the first of a list of all */
   cs_holder *root;
} cs_holders;

/* NULL: none. */
cs_holder *cs_holders_find(const cs_holders *holders, uint32_t thread);

/* Adds one for a thread that has none; the caller keeps its memory. */
void cs_holders_add(cs_holders *holders, cs_holder *holder);

/* The thread, which has one, touches these bytes. */
void cs_holders_touch(const cs_holders *holders, uint32_t thread, uint64_t bytes);
