/* tk_schedule.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_schedule.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_jail.h"

enum {
   POLICY_FIFO = 1, /* SCHED_FIFO of Linux */
   CPUS_IN_WORD = 8 * sizeof(UWord),
   MOST_CPUS = 8192, /* as the kernel */
};

/* To the processor that it is on. */
static Bool stay_on_processor(void)
{
   UInt cpu = 0;
   UWord cpus[MOST_CPUS / CPUS_IN_WORD];
   VG_(memset)(cpus, 0, sizeof cpus);
   if (sr_isError(tk_jail_call(__NR_getcpu, (UWord)&cpu, 0, 0, 0)) || cpu >= MOST_CPUS)
      return False;
   cpus[cpu / CPUS_IN_WORD] = (UWord)1 << cpu % CPUS_IN_WORD;
   return !sr_isError(
      tk_jail_call(__NR_sched_setaffinity, 0, sizeof cpus, (UWord)cpus, 0));
}

static Bool serve_first_come(void)
{
   const Int priority = 1; /* the lowest of the policy */
   return !sr_isError(
      tk_jail_call(__NR_sched_setscheduler, 0, POLICY_FIFO, (UWord)&priority, 0));
}

void tk_schedule_fix(void)
{
   if (stay_on_processor() && serve_first_come())
      return;
   VG_(fmsg)("--fixed-schedule=yes: this process may not use real-time scheduling\n");
   VG_(fmsg)("to allow it in this shell: sudo prlimit --rtprio=1 --pid $$\n");
   VG_(exit)(1);
}
