/* cachesim.h -- client requests: how a program controls cachesim.

   Include this in the program that you profile.  A request is a few instructions,
   which do nothing outside Valgrind and under other tools.  Compile with -DNVALGRIND
   to leave out even these.

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

/* These numbers are an ABI: add new ones at the end, never reorder. */
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

/* 1 if the program runs under cachesim, else 0. */
#define CACHESIM_IS_RUNNING \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, CS_USERREQ_IS_RUNNING, 0, 0, 0, 0, 0))

/* Start and stop counting.  With --instr-at-start=no, counting begins with the first
   start.  While stopped, the program runs as under --tool=none, and the simulated
   caches keep their content. */
#define CACHESIM_START_INSTRUMENTATION \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_START, 0, 0, 0, 0, 0)
#define CACHESIM_STOP_INSTRUMENTATION \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_STOP, 0, 0, 0, 0, 0)

/* Set all counts to 0.  The simulated caches keep their content. */
#define CACHESIM_ZERO VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_ZERO, 0, 0, 0, 0, 0)

/* Write the counts so far to a file, named as the outfile with .1, .2, ... appended;
   counting goes on.  Returns the number of the file, or 0 if it was not written. */
#define CACHESIM_DUMP \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, CS_USERREQ_DUMP, 0, 0, 0, 0, 0))

/* ---- Regions ---------------------------------------------------------------

   The profile also reports the counts of each region, by name: what a thread does
   between a begin and the matching end.  Regions nest, and each thread has its own.
   The same name within different regions is reported separately.  The first region
   makes Valgrind translate all code again, so begin it early.

   A region that is left by longjmp or an exception stays open.  To close it, save
   CACHESIM_REGION_DEPTH before, and pass it to CACHESIM_REGION_UNWIND after. */

/* `name` is a C string of up to 200 bytes; it is copied. */
#define CACHESIM_REGION_BEGIN(name) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_REGION_BEGIN, (const char *)(name), 0, 0, \
                                   0, 0)
#define CACHESIM_REGION_END \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_REGION_END, 0, 0, 0, 0, 0)

/* The number of regions that the thread is in; and: leave all beyond `depth`. */
#define CACHESIM_REGION_DEPTH \
   ((unsigned long)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, CS_USERREQ_REGION_DEPTH, 0, 0, 0, \
                                                   0, 0))
#define CACHESIM_REGION_UNWIND(depth) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(CS_USERREQ_REGION_UNWIND, (depth), 0, 0, 0, 0)

#endif
