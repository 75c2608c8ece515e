/* tk_checkpoint.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_checkpoint.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

#include "run/tk_tool.h"
#include "run/tk_waits.h"
#include "run/tk_writer.h"

/* A clock without system calls decides when to read the real one: about every
   5 ms. */
enum { LOOK_TICKS = 1 << 24 };

static ULong read_ticks(void)
{
#if defined(VGA_x86) || defined(VGA_amd64)
   return __builtin_ia32_rdtsc();
#else
   static ULong ticks; /* read the real clock every 16th time */
   return ticks += LOOK_TICKS / 16;
#endif
}

static Bool time_has_passed(tk_checkpoints *c)
{
   ULong ticks = read_ticks();
   if (ticks - c->seen_ticks < LOOK_TICKS)
      return False;
   c->seen_ticks = ticks;
   return True;
}

/* The core's clock has 32 bits, for 49 days; this one has 64. */
static ULong read_ms(tk_checkpoints *c)
{
   c->now_ms += VG_(read_millisecond_timer)() - (UInt)c->now_ms;
   return c->now_ms;
}

static HChar *file_name(const HChar *name)
{
   static const HChar suffix[] = ".checkpoint";
   SizeT name_B = VG_(strlen)(name);
   HChar *file = VG_(malloc)("tk.checkpoint", name_B + sizeof suffix);
   VG_(memcpy)(file, name, name_B);
   VG_(memcpy)(file + name_B, suffix, sizeof suffix);
   return file;
}

/* If writing fails, the older checkpoint stays. */
static void write(tk_outfile *outfile, ULong now_ms)
{
   tk_checkpoints *c = &outfile->checkpoints;
   const tk_state state = {
      .how = TK_PARTIAL, .number = now_ms - c->pace.start,
   };
   HChar *file = file_name(tk_outfile_name(outfile));
   const HChar *problem = outfile->write(file, &state);
   tk_pace_done(&c->pace, now_ms, read_ms(c));
   if (problem != NULL && !c->has_complained) {
      c->has_complained = True;
      VG_(umsg)("warning: cannot write the checkpoint '%s': %s\n",
                tk_tool_shown(file), problem);
   }
   if (problem == NULL && c->file == NULL)
      c->file = file;
   else
      VG_(free)(file);
}

void tk_checkpoint_start(tk_outfile *outfile)
{
   tk_checkpoints *c = &outfile->checkpoints;
   Bool is_on = !tk_writer_is_dev_null(tk_outfile_name(outfile));
   ULong now_ms = read_ms(c);
   tk_pace_start(&c->pace, is_on ? (ULong)outfile->checkpoint_s * 1000 : 0,
                 now_ms);
   if (c->pace.interval > 0)
      write(outfile, now_ms);
}

void tk_checkpoint_stop(tk_outfile *outfile)
{
   tk_checkpoints *c = &outfile->checkpoints;
   if (!time_has_passed(c))
      return;
   ULong now_ms = read_ms(c);
   if (tk_pace_is_due(&c->pace, now_ms))
      write(outfile, now_ms);
}

void tk_checkpoint_syscall(tk_outfile *outfile, UInt number,
                           const UWord *arguments)
{
   tk_checkpoints *c = &outfile->checkpoints;
   if (c->pace.interval == 0 || !tk_waits(number, arguments))
      return;
   ULong now_ms = read_ms(c);
   if (tk_pace_may(&c->pace, now_ms))
      write(outfile, now_ms);
}

void tk_checkpoint_fork(tk_outfile *outfile)
{
   tk_checkpoints *c = &outfile->checkpoints;
   c->file = NULL; /* it belongs to the parent */
   tk_pace_fork(&c->pace, read_ms(c));
}

void tk_checkpoint_drop(tk_outfile *outfile)
{
   tk_checkpoints *c = &outfile->checkpoints;
   if (c->file == NULL)
      return;
   tk_writer_remove(c->file);
   VG_(free)(c->file);
   c->file = NULL;
}
