/* tk_rights.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_rights.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_checkpoint.h"
#include "run/tk_jail.h"
#include "run/tk_outfile_place.h"
#include "run/tk_tool.h"
#include "run/tk_vgdb.h"
#include "run/tk_writer.h"

static Bool is_entering; /* a filter is being set */

/* Does the call give paths another meaning? */
static Bool is_move(UInt number)
{
   return number == __NR_chroot || number == __NR_pivot_root || number == __NR_unshare
          || number == __NR_setns;
}

/* Does the call forbid files?  A header of the SDK that knows it is newer than some. */
static Bool is_sandbox(UInt number)
{
   enum { LANDLOCK_RESTRICT_SELF = 446 };
   return number == LANDLOCK_RESTRICT_SELF;
}

/* Does the call drop rights?  By setuid and the like, only root can. */
static Bool is_drop(UInt number)
{
   switch (number) {
   case __NR_setuid:
   case __NR_setgid:
   case __NR_setreuid:
   case __NR_setregid:
   case __NR_setresuid:
   case __NR_setresgid:
   case __NR_setgroups:
   case __NR_setfsuid:
   case __NR_setfsgid:
   case __NR_capset:
#if defined(VGA_x86)
   case __NR_setuid32:
   case __NR_setgid32:
   case __NR_setreuid32:
   case __NR_setregid32:
   case __NR_setresuid32:
   case __NR_setresgid32:
   case __NR_setgroups32:
   case __NR_setfsuid32:
   case __NR_setfsgid32:
#endif
      return tk_jail_allows(__NR_geteuid, 0, 0, 0, 0) && VG_(geteuid)() == 0;
   default: return False;
   }
}

static void print_filter_note(tk_outfile *outfile, Bool can_rewrite)
{
   static Bool has_said;
   if (has_said || outfile->checkpoints.file == NULL || !tk_jail_allows_log())
      return;
   has_said = True;
   outfile->checkpoints.has_complained = !can_rewrite; /* this says it all */
   VG_(umsg)(can_rewrite ? "note: a seccomp filter forbids new files; the profile "
                           "will stay in '%s'\n"
                         : "note: a seccomp filter forbids writing; the profile "
                           "ends with '%s'\n",
             tk_tool_shown(outfile->checkpoints.file));
}

/* Before a seccomp filter takes effect: writes the checkpoint, and opens what later
   writes need. */
static void prepare_for_seccomp(tk_outfile *outfile, UInt number, const UWord *arguments)
{
   const HChar *name = tk_outfile_place(outfile);
   tk_checkpoint_save(outfile);
   tk_jail_enter(number, arguments);
   Bool can_replace = tk_writer_is_dev_null(name) || tk_writer_can_replace(name);
   Bool can_rewrite = tk_writer_can_rewrite(), can_answer = tk_vgdb_is_allowed();
   tk_jail_leave();
   if (!can_answer)
      tk_vgdb_turn_off();
   if (!can_replace && can_rewrite)
      tk_checkpoint_keep(outfile);
   if (!can_replace)
      print_filter_note(outfile, can_rewrite);
   tk_jail_enter(number, arguments);
   is_entering = True;
}

Bool tk_rights_before(tk_outfile *outfile, UInt number, const UWord *arguments)
{
   if (tk_jail_is_set_by(number, arguments))
      prepare_for_seccomp(outfile, number, arguments);
   else if (is_move(number) || is_drop(number)) {
      tk_checkpoint_keep(outfile);
      tk_vgdb_keep();
   } else if (is_sandbox(number)) {
      tk_checkpoint_keep(outfile);
      tk_vgdb_turn_off(); /* its FIFOs are opened for each connection */
   } else
      return False;
   return True;
}

void tk_rights_after(Bool has_failed)
{
   if (is_entering && has_failed)
      tk_jail_leave();
   is_entering = False;
}
