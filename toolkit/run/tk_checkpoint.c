/* tk_checkpoint.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_checkpoint.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

#include "run/tk_files.h"
#include "run/tk_jail.h"
#include "run/tk_outfile_place.h"
#include "run/tk_process_tree.h"
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
   c->now_ms += tk_jail_ms() - (UInt)c->now_ms;
   return c->now_ms;
}

static HChar *file_name(const HChar *name)
{
   static const HChar suffix[] = TK_CHECKPOINT_SUFFIX;
   SizeT name_B = VG_(strlen)(name);
   HChar *file = VG_(malloc)("tk.checkpoint", name_B + sizeof suffix);
   VG_(memcpy)(file, name, name_B);
   VG_(memcpy)(file + name_B, suffix, sizeof suffix);
   return file;
}

static void warn_once(tk_checkpoints *c, const HChar *file, const HChar *problem)
{
   if (!c->has_complained)
      VG_(umsg)("warning: cannot write the checkpoint '%s': %s\n", tk_tool_shown(file),
                problem);
   c->has_complained = True;
}

/* Saves a checkpoint.  The first one goes to where the profile can go.  If a later one
   fails, the older one stays. */
static HChar *save_checkpoint(tk_outfile *outfile, const tk_state *state)
{
   tk_checkpoints *c = &outfile->checkpoints;
   HChar *file = file_name(tk_outfile_place(outfile));
   const HChar *problem = tk_outfile_save(outfile, file, state);
   if (problem != NULL)
      warn_once(c, file, problem);
   if (problem != NULL && c->file == NULL && tk_outfile_move(outfile)) {
      VG_(free)(file);
      file = file_name(tk_outfile_place(outfile));
      problem = tk_outfile_save(outfile, file, state);
   }
   if (problem == NULL && outfile->elsewhere != NULL)
      tk_process_tree_tell(outfile->parent, file, NULL, False);
   if (problem == NULL)
      return file;
   VG_(free)(file);
   return NULL;
}

static void write_checkpoint(tk_outfile *outfile, ULong now_ms, Bool is_empty)
{
   tk_checkpoints *c = &outfile->checkpoints;
   const tk_state state = {
      .how = TK_PARTIAL,
      .number = now_ms - c->pace.start,
      .is_empty = is_empty,
   };
   HChar *file = save_checkpoint(outfile, &state);
   if (!is_empty) /* so its cost says nothing */
      tk_pace_done(&c->pace, now_ms, read_ms(c));
   if (file != NULL && c->file == NULL)
      c->file = file;
   else if (file != NULL)
      VG_(free)(file);
}

void tk_checkpoint_start(tk_outfile *outfile)
{
   tk_checkpoints *c = &outfile->checkpoints;
   Bool is_on = !tk_writer_is_dev_null(tk_outfile_name(outfile));
   ULong now_ms = read_ms(c);
   tk_pace_start(&c->pace, is_on ? (ULong)outfile->checkpoint_s * 1000 : 0, now_ms);
   if (c->pace.interval > 0)
      write_checkpoint(outfile, now_ms, False);
}

void tk_checkpoint_stop(tk_outfile *outfile)
{
   tk_checkpoints *c = &outfile->checkpoints;
   if (!time_has_passed(c))
      return;
   ULong now_ms = read_ms(c);
   if (tk_pace_is_due(&c->pace, now_ms))
      write_checkpoint(outfile, now_ms, False);
}

void tk_checkpoint_syscall(tk_outfile *outfile, UInt number, const UWord *arguments)
{
   tk_checkpoints *c = &outfile->checkpoints;
   if (c->pace.interval == 0 || !tk_waits(number, arguments))
      return;
   ULong now_ms = read_ms(c);
   if (tk_pace_may(&c->pace, now_ms))
      write_checkpoint(outfile, now_ms, False);
}

void tk_checkpoint_fork(tk_outfile *outfile, Bool is_own)
{
   tk_checkpoints *c = &outfile->checkpoints;
   c->file = NULL; /* it belongs to the parent */
   tk_writer_leave_reserve(False);
   ULong now_ms = read_ms(c);
   tk_pace_fork(&c->pace, now_ms);
   if (is_own && c->pace.interval > 0)
      write_checkpoint(outfile, now_ms, True);
}

void tk_checkpoint_keep(tk_outfile *outfile)
{
   tk_checkpoints *c = &outfile->checkpoints;
   const HChar *name = tk_outfile_place(outfile);
   if (tk_writer_is_dev_null(name))
      return;
   tk_files_keep(name);
   if (c->file == NULL)
      write_checkpoint(outfile, read_ms(c), False);
   if (c->file != NULL)
      tk_writer_reserve(c->file);
}

void tk_checkpoint_save(tk_outfile *outfile)
{
   if (!tk_writer_is_dev_null(tk_outfile_place(outfile)))
      write_checkpoint(outfile, read_ms(&outfile->checkpoints), False);
}

void tk_checkpoint_drop(tk_outfile *outfile)
{
   tk_checkpoints *c = &outfile->checkpoints;
   tk_writer_leave_reserve(True);
   if (c->file == NULL)
      return;
   tk_files_remove(c->file);
   VG_(free)(c->file);
   c->file = NULL;
}
