/* tk_spins.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_spins.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include "base/tk_hash.h"
#include "code/tk_ir.h"

enum {
   /* Blocks that take as long as a pause, which ends a run of translated code; and as a
      sched_yield, which hands over the lock of all threads. */
   PAUSE_BLOCKS = 20,
   YIELD_BLOCKS = 200,
   /* The most blocks of a loop with a pause, and of one with a sched_yield. */
   PAUSE_LOOP = 16,
   YIELD_LOOP = 1000,
   /* A thread that has run for so many blocks is sampled. */
   LONG_RUN = 10000,
   /* Samples that are remembered: a loop of several blocks can end in any of them. */
   SAMPLES = 8,
   /* Less spinning than this is not reported. */
   LEAST_PERCENT = 20,
   LEAST_BLOCKS = 1000000,
   /* The part of the guest's state that counts blocks. */
   COUNTERS_B = 16,
   MOST_STATE_B = 4096,
   /* The part of the stack that a sample covers: the red zone, and frames. */
   BELOW_B = 128,
   STACK_B = 640,
};

typedef struct {
   ULong samples[SAMPLES]; /* checksums */
   UInt next;
} thread;

static struct {
   thread *by_id;
   SizeT state_B; /* of the guest's registers */
   UInt n_threads;
   ULong started, last_run; /* in blocks */
   ULong n_pauses, n_pauses_seen;
   ULong all, spun; /* in blocks, while there were several threads */
   ULong yielding;  /* of these, in loops with sched_yield */
} spins = { .n_threads = 1 };

void tk_spins_init(void)
{
   spins.by_id = VG_(calloc)("tk.spins", VG_N_THREADS, sizeof *spins.by_id);
}

void tk_spins_instrument(IRSB *out, const VexGuestLayout *layout)
{
   spins.state_B = (SizeT)layout->total_sizeB;
   if (out->jumpkind == Ijk_Yield)
      tk_ir_increment(out, tk_ir_address(&spins.n_pauses));
}

/* ---- Bare loops -------------------------------------------------------- */

/* The checksum of the registers and the top of the stack; 0: unknown. */
static ULong checksum_of(ThreadId id)
{
   static HChar state[MOST_STATE_B];
   Addr stack = VG_(get_SP)(id) - BELOW_B;
   if (spins.state_B <= COUNTERS_B || spins.state_B > sizeof state
       || !VG_(am_is_valid_for_client)(stack, STACK_B, VKI_PROT_READ))
      return 0;
   SizeT size_B = spins.state_B - COUNTERS_B;
   VG_(get_shadow_regs_area)(id, (UChar *)state, 0, COUNTERS_B, size_B);
   return tk_hash_bytes(state, size_B)
          ^ tk_hash_word(tk_hash_bytes((const HChar *)stack, STACK_B));
}

/* Has the thread changed nothing since one of the last samples? */
static Bool is_unchanged(ThreadId id)
{
   thread *t = &spins.by_id[id];
   ULong checksum = checksum_of(id);
   Bool was_seen = False;
   for (UInt i = 0; i < SAMPLES; i++)
      was_seen |= checksum != 0 && t->samples[i] == checksum;
   t->samples[t->next++ % SAMPLES] = checksum;
   return was_seen;
}

/* ---- All loops --------------------------------------------------------- */

/* Adds a pause or yield to the totals.  Returns the spinning that it adds. */
static ULong add_spin(ULong loop, ULong longest, ULong cost)
{
   ULong spun = cost + (loop <= longest ? loop : 0);
   spins.all += cost;
   spins.spun += spun;
   return spun;
}

void tk_spins_start(ThreadId id, ULong blocks_done)
{
   spins.started = blocks_done;
}

void tk_spins_stop(ThreadId id, ULong blocks_done)
{
   if (spins.n_threads < 2)
      return;
   ULong run = spins.last_run = blocks_done - spins.started;
   spins.all += run;
   if (spins.n_pauses != spins.n_pauses_seen)
      add_spin(run, PAUSE_LOOP, PAUSE_BLOCKS);
   else if (run >= LONG_RUN && is_unchanged(id))
      spins.spun += run;
   spins.n_pauses_seen = spins.n_pauses;
}

void tk_spins_syscall(UInt number)
{
   if (number == __NR_sched_yield && spins.n_threads > 1)
      spins.yielding += add_spin(spins.last_run, YIELD_LOOP, YIELD_BLOCKS);
}

void tk_spins_thread_begins(void)
{
   spins.n_threads++;
   spins.n_pauses_seen = spins.n_pauses;
}

void tk_spins_thread_ends(ThreadId id)
{
   spins.n_threads--;
   spins.by_id[id] = (thread){ .next = 0 };
}

void tk_spins_fork(void)
{
   spins.n_threads = 1;
   spins.all = spins.spun = spins.yielding = 0;
}

/* ---- The end ----------------------------------------------------------- */

/* The spinning in per cent of what ran while there were several threads; 0 if it is too
   little to report. */
static UInt spun_percent(void)
{
   if (spins.spun < LEAST_BLOCKS)
      return 0;
   UInt percent = (UInt)(spins.spun / (spins.all / 100 + 1));
   return percent < LEAST_PERCENT ? 0 : percent > 100 ? 100 : percent;
}

/* Would it help?  Who yields, hands the lock over already. */
static Bool fairness_helps(void)
{
   if (spins.yielding > spins.spun / 2)
      return False;
   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++)
      if (VG_(strcmp)(*(HChar **)VG_(indexXA)(VG_(args_for_valgrind), i),
                      "--fair-sched=yes")
          == 0)
         return False;
   return True;
}

void tk_spins_warn(void)
{
   UInt percent = spun_percent();
   if (percent == 0)
      return;
   VG_(umsg)("Threads spun: about %u%% of what they ran was waiting in loops for others, "
             "which\n",
             percent);
   VG_(umsg)("Valgrind runs one at a time.  Faster: %sOMP_WAIT_POLICY=passive, "
             "RAYON_NUM_THREADS=1\n",
             fairness_helps() ? "--fair-sched=yes, " : "");
}
