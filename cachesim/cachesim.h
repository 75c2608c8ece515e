/* cachesim.h -- requests that a program makes of cachesim.

   Include this in the program that is profiled.  Each request costs a
   few instructions that do nothing when the program runs by itself or
   under another tool.  Compile with -DNVALGRIND to leave out even these.

   Copyright (C) 2026 the Quern authors.

   Redistribution and use in source and binary forms, with or without
   modification, are permitted provided that the following conditions are
   met:

   1. Redistributions of source code must retain the above copyright
      notice, this list of conditions and the following disclaimer.

   2. Redistributions in binary form must reproduce the above copyright
      notice, this list of conditions and the following disclaimer in the
      documentation and/or other materials provided with the distribution.

   THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS
   IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED
   TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A
   PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT
   HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
   SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED
   TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR
   PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF
   LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING
   NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
   SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

   SPDX-License-Identifier: BSD-2-Clause */

#ifndef QUERN_CACHESIM_H
#define QUERN_CACHESIM_H

#include <valgrind/valgrind.h>

/* The numbers are an ABI: add at the end, never reorder. */
enum {
   CS_USERREQ_START = VG_USERREQ_TOOL_BASE('C', 's'),
   CS_USERREQ_STOP,
   CS_USERREQ_ZERO,
   CS_USERREQ_DUMP,
   CS_USERREQ_IS_RUNNING,
   CS_USERREQ_REGION_BEGIN,
   CS_USERREQ_REGION_END,
   CS_USERREQ_REGION_UNWIND,
   CS_USERREQ_REGION_DEPTH
};

/* Is the program being profiled by cachesim?  1 or 0. */
#define CACHESIM_IS_RUNNING \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, CS_USERREQ_IS_RUNNING, \
                                         0, 0, 0, 0, 0))

/* Count from here on, or no longer.  With --instr-at-start=no, cachesim
   waits for the first start.  While stopped, the program runs as under
   --tool=none, and the simulated caches stay as they are. */
#define CACHESIM_START_INSTRUMENTATION \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_START, 0, 0, 0, 0, 0)
#define CACHESIM_STOP_INSTRUMENTATION \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_STOP, 0, 0, 0, 0, 0)

/* Set all counts to 0.  What the simulated caches hold stays. */
#define CACHESIM_ZERO \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_ZERO, 0, 0, 0, 0, 0)

/* Write the counts so far to the outfile's name with .1, .2, ... behind
   it; they go on.  The number of the file, or 0 if it was not written. */
#define CACHESIM_DUMP \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, CS_USERREQ_DUMP, 0, 0, 0, 0, 0))

/* ---- Regions ---------------------------------------------------------------

   What the thread does between a begin and the end that belongs to it is
   reported by the region's name, beside the lines of the source.  Regions nest,
   each thread has its own, and one name within different others is told apart.
   With the first, all code is translated anew: let it be early.

   A region that is left by longjmp or an exception stays open: note
   CACHESIM_REGION_DEPTH before, and give it to CACHESIM_REGION_UNWIND after. */

/* `name` is a C string of up to 200 bytes; it is copied. */
#define CACHESIM_REGION_BEGIN(name) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_REGION_BEGIN, \
                                   (const char *)(name), 0, 0, 0, 0)
#define CACHESIM_REGION_END \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_REGION_END, 0, 0, 0, 0, 0)

/* How many regions the thread is in; and: leave those beyond so many. */
#define CACHESIM_REGION_DEPTH \
   ((unsigned long)VALGRIND_DO_CLIENT_REQUEST_EXPR( \
      0, CS_USERREQ_REGION_DEPTH, 0, 0, 0, 0, 0))
#define CACHESIM_REGION_UNWIND(depth) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_REGION_UNWIND, (depth), \
                                   0, 0, 0, 0)

#endif
