/* poke.c -- linked into a tool for poke.sh: does something at each Nth superblock that
   the program runs.

      POKE_EVERY   N, 1000 if it is not set
      POKE         monitor commands with commas between them, of which each is run, as
                   "dump,zero"; "toggle" and "part" are callgrind's requests, "signal"
                   sends SIGUSR1 to the program; a "/" instead of a comma ends a turn:
                   "on/off" does one, then the other; more commas do nothing

   The core returns from translated code when a thread's counter of events is used up, as
   at the end of its time slice: that is how commands by vgdb come between superblocks,
   too.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "pub_tool_basics.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
typedef VexGuestAMD64State guest_state;
#else
#include "libvex_guest_x86.h"
typedef VexGuestX86State guest_state;
#endif

#include "valgrind.h"

#include "callgrind.h"
#include "poke.h"

enum { MOST_B = 200, SIGUSR1_NUMBER = 10 };

typedef Bool handler(ThreadId, UWord *, UWord *);
typedef IRSB *instrumenter(VgCallbackClosure *, IRSB *, const VexGuestLayout *,
                           const VexGuestExtents *, const VexArchInfo *, IRType, IRType);

/* The core's; its headers are not in the SDK. */
extern Int VG_(kill)(Int pid, Int signal);
extern UInt VG_(client_monitor_command)(HChar *command);

void __real_vgPlain_needs_client_requests(handler *handle);
void __real_vgPlain_track_stop_client_code(void (*ends)(ThreadId, ULong));
void __real_vgPlain_basic_tool_funcs(void (*init)(void), instrumenter *instrument,
                                     void (*fini)(Int));

void __wrap_vgPlain_needs_client_requests(handler *handle);
void __wrap_vgPlain_track_stop_client_code(void (*ends)(ThreadId, ULong));
void __wrap_vgPlain_basic_tool_funcs(void (*init)(void), instrumenter *instrument,
                                     void (*fini)(Int));

static struct {
   handler *handle;
   instrumenter *instrument;
   void (*stops)(ThreadId, ULong);
   const guest_state *state;
   ULong n_blocks, every, n_turns;
   const HChar *turns;
   Bool is_due, takes_signals;
} the = { .every = 1000 };

/* ---- What is done ------------------------------------------------------- */

static void run_command(ThreadId thread, HChar *command)
{
   UWord result, toggle[6] = { VG_USERREQ__TOGGLE_COLLECT };
   UWord part[6] = { VG_USERREQ__DUMP_STATS };
   if (VG_(strcmp)(command, "signal") == 0 && the.takes_signals)
      VG_(kill)(VG_(getpid)(), SIGUSR1_NUMBER);
   else if (VG_(strcmp)(command, "signal") == 0)
      return;
   else if (VG_(strcmp)(command, "toggle") == 0)
      the.handle(thread, toggle, &result);
   else if (VG_(strcmp)(command, "part") == 0)
      the.handle(thread, part, &result);
   else
      VG_(client_monitor_command)(command);
}

/* The turn's commands: turns are the same again after the last. */
static const HChar *turn_at(ULong number)
{
   ULong n = 1;
   const HChar *at = the.turns;
   for (const HChar *c = at; *c != '\0'; c++)
      n += *c == '/';
   for (number %= n; number > 0; number--)
      at = VG_(strchr)(at, '/') + 1;
   return at;
}

static void poke(ThreadId thread)
{
   HChar command[MOST_B];
   const HChar *at = turn_at(the.n_turns++);
   while (*at != '\0' && *at != '/') {
      Int n = 0;
      for (; *at != '\0' && *at != ',' && *at != '/' && n < MOST_B - 1; at++)
         command[n++] = *at;
      command[n] = '\0';
      if (n > 0)
         run_command(thread, command);
      at += *at == ',';
   }
}

/* Only if nothing else has ended the run: what else comes back from translated code, as a
   jump that is to be chained, needs the translations that it was in. */
static void stops(ThreadId thread, ULong n_blocks)
{
   if (the.stops != NULL)
      the.stops(thread, n_blocks);
   if (!the.is_due || (Int)the.state->host_EvC_COUNTER >= 0)
      return;
   the.is_due = False;
   poke(thread);
}

/* ---- When --------------------------------------------------------------- */

static VG_REGPARM(1) void on_block(guest_state *state)
{
   if (++the.n_blocks % the.every != 0)
      return;
   the.is_due = True;
   the.state = state;
   state->host_EvC_COUNTER = 1;
}

/* A call before all else. */
static IRSB *instrument(VgCallbackClosure *closure, IRSB *in,
                        const VexGuestLayout *layout, const VexGuestExtents *extents,
                        const VexArchInfo *arch, IRType guest_word, IRType host_word)
{
   IRSB *sb = the.instrument(closure, in, layout, extents, arch, guest_word, host_word);
   IRDirty *call = unsafeIRDirty_0_N(1, "on_block", VG_(fnptr_to_fnentry)(on_block),
                                     mkIRExprVec_1(IRExpr_GSPTR()));
   call->nFxState = 1;
   VG_(memset)(&call->fxState, 0, sizeof call->fxState);
   call->fxState[0].fx = Ifx_Modify;
   call->fxState[0].offset = offsetof(guest_state, host_EvC_COUNTER);
   call->fxState[0].size = sizeof(UInt);
   addStmtToIRSB(sb, IRStmt_NoOp());
   for (Int i = sb->stmts_used - 1; i > 0; i--)
      sb->stmts[i] = sb->stmts[i - 1];
   sb->stmts[0] = IRStmt_Dirty(call);
   return sb;
}

/* ---- In place of the core's --------------------------------------------- */

static Bool handle(ThreadId thread, UWord *arguments, UWord *result)
{
   if (arguments[0] != POKE_TAKES_SIGNALS)
      return the.handle(thread, arguments, result);
   the.takes_signals = True;
   return True;
}

void __wrap_vgPlain_needs_client_requests(handler *tools)
{
   the.handle = tools;
   __real_vgPlain_needs_client_requests(handle);
}

void __wrap_vgPlain_track_stop_client_code(void (*ends)(ThreadId, ULong))
{
   the.stops = ends;
}

void __wrap_vgPlain_basic_tool_funcs(void (*init)(void), instrumenter *tools,
                                     void (*fini)(Int))
{
   const HChar *every = VG_(getenv)("POKE_EVERY");
   the.turns = VG_(getenv)("POKE");
   the.instrument = tools;
   if (every != NULL)
      the.every = (ULong)VG_(strtoll10)(every, NULL);
   __real_vgPlain_basic_tool_funcs(init, the.turns == NULL ? tools : instrument, fini);
   __real_vgPlain_track_stop_client_code(stops);
}
