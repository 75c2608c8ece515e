/* tk_ending.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_ending.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_checkpoint.h"
#include "run/tk_descriptors.h"
#include "run/tk_jail.h"
#include "run/tk_jit_files.h"
#include "run/tk_process_tree.h"
#include "run/tk_rights.h"
#include "run/tk_spins.h"
#include "run/tk_title.h"
#include "run/tk_vgdb.h"

enum { NO_SYSCALL = ~0 };

static struct {
   tk_outfile *outfile; /* NULL before tk_ending_needs */
   tk_ending_finish *finish;
   void (*about_to_end)(void); /* or NULL */
   /* The system call that was entered last, until it is done. */
   UInt syscall;
   UWord arguments[5];
   Int exit_status;
   Bool is_borrowed; /* a child by vfork, in the memory of its parent */
   Bool is_killed;
} ending = { .syscall = NO_SYSCALL };

/* ---- System calls ---------------------------------------------------- */

static Bool is_last_thread(void)
{
   ThreadId id;
   Addr min, max;
   UInt n = 0;
   VG_(thread_stack_reset_iter)(&id);
   while (n < 2 && VG_(thread_stack_next)(&id, &min, &max))
      n++;
   return n == 1;
}

static void report_end(void)
{
   if (ending.about_to_end != NULL && !ending.is_borrowed)
      ending.about_to_end();
}

static void before_syscall(ThreadId id, UInt number, UWord *arguments, UInt n_arguments)
{
   ending.syscall = number;
   tk_spins_syscall(number);
   tk_descriptors_leave_log();
   for (UInt i = 0; i < 5 && i < n_arguments; i++)
      ending.arguments[i] = arguments[i];
   if (number == __NR_exit && is_last_thread())
      report_end();
   if (number == __NR_exit_group || number == __NR_exit)
      ending.exit_status = (Int)(arguments[0] & 0xff);
   else if (!ending.is_borrowed && !tk_rights_before(ending.outfile, number, arguments))
      tk_checkpoint_syscall(ending.outfile, number, arguments);
}

static void after_syscall(ThreadId id, UInt number, UWord *arguments, UInt n_arguments,
                          SysRes result)
{
   ending.syscall = NO_SYSCALL;
   tk_rights_after(sr_isError(result));
   if (sr_isError(result))
      return;
   tk_title_syscall(id, number, arguments);
   tk_jit_files_syscall(number, arguments, sr_Res(result));
}

const UWord *tk_ending_arguments(UInt number)
{
   return ending.syscall == number ? ending.arguments : NULL;
}

static Bool is_vfork(void)
{
#if defined(__NR_vfork)
   if (ending.syscall == __NR_vfork)
      return True;
#endif
   return ending.syscall == __NR_clone && (ending.arguments[0] & VKI_CLONE_VFORK) != 0;
}

static void before_fork(ThreadId id)
{
   tk_descriptors_before_fork();
   if (!is_vfork())
      tk_process_tree_before_fork();
}

static void on_parent(ThreadId id)
{
   if (!is_vfork() && ending.outfile->checkpoints.pace.interval > 0)
      tk_process_tree_wait_for_child();
}

static void on_child(ThreadId id)
{
   ending.is_borrowed = is_vfork();
   tk_title_fork(id);
   tk_jit_files_fork();
   if (!ending.is_borrowed) {
      tk_vgdb_fork();
      ending.outfile->parent = tk_jail_parent(); /* it may end before */
      ending.outfile->fork(id);                  /* before the first checkpoint */
   }
   tk_checkpoint_fork(ending.outfile, !ending.is_borrowed);
   if (!ending.is_borrowed)
      tk_process_tree_child_has_begun();
}

/* ---- Becoming another program ---------------------------------------- */

/* The file of a descriptor, for fexecve. */
static const HChar *of_descriptor(Int fd)
{
   static HChar target[1024];
   HChar link[40];
   VG_(sprintf)(link, "/proc/self/fd/%d", fd);
   if (tk_jail_holds())
      return "?";
   SSizeT n = VG_(readlink)(link, target, sizeof target - 1);
   if (n <= 0)
      return "?";
   target[n] = '\0';
   return target;
}

static const HChar *executed_program(void)
{
   if (ending.syscall == __NR_execve)
      return (const HChar *)ending.arguments[0];
   const HChar *path = (const HChar *)ending.arguments[1];
   return path[0] != '\0' ? path : of_descriptor((Int)ending.arguments[0]);
}

static void hand_over_profile(void)
{
   const tk_state state = { .how = TK_REPLACED, .name = executed_program() };
   tk_outfile_hand_over(ending.outfile,
                        ending.is_borrowed ? NULL : ending.finish(&state));
}

/* ---- The ends -------------------------------------------------------- */

/* The core's function that ends all threads but one.  The core calls it when exec can
   no longer fail (says a comment in the core), when a signal is about to end the
   process, and in exit_group.  The linker redirects the calls to us (tool_link).  No
   header of the SDK has these functions. */
extern void __real_vgPlain_nuke_all_threads_except(ThreadId id, Int reason);
extern void __wrap_vgPlain_nuke_all_threads_except(ThreadId id, Int reason);

void __wrap_vgPlain_nuke_all_threads_except(ThreadId id, Int reason)
{
   report_end();
   if (ending.syscall == __NR_execve || ending.syscall == __NR_execveat)
      hand_over_profile();
   else if (ending.syscall != __NR_exit_group)
      ending.is_killed = True;
   __real_vgPlain_nuke_all_threads_except(id, reason);
}

/* At the very end, the core kills itself with the signal that killed the program.
   Only here is the signal known. */
extern void __real_vgPlain_kill_self(Int signal);
extern void __wrap_vgPlain_kill_self(Int signal);

void __wrap_vgPlain_kill_self(Int signal)
{
   if (ending.is_killed && !ending.is_borrowed) {
      const tk_state state = { .how = TK_KILLED, .number = (UInt)signal };
      ending.finish(&state);
   }
   __real_vgPlain_kill_self(signal);
}

/* When memory runs out, the core first prints its segments.  The file name is printed
   as it is: tk_tool_shown would need memory. */
extern void __real_vgPlain_am_show_nsegments(Int level, const HChar *who);
extern void __wrap_vgPlain_am_show_nsegments(Int level, const HChar *who);

void __wrap_vgPlain_am_show_nsegments(Int level, const HChar *who)
{
   if (ending.outfile != NULL && ending.outfile->checkpoints.file != NULL
       && VG_(strcmp)(who, "out_of_memory") == 0)
      VG_(umsg)("out of memory; only the checkpoint '%s' is left\n",
                ending.outfile->checkpoints.file);
   __real_vgPlain_am_show_nsegments(level, who);
}

void tk_ending_fini(Int exit_code)
{
   const tk_state state = {
      .how = TK_EXITED,
      .number = (UInt)ending.exit_status,
   };
   if (!ending.is_killed && !ending.is_borrowed)
      ending.finish(&state);
}

void tk_ending_watch(void (*about_to_end)(void))
{
   ending.about_to_end = about_to_end;
}

void tk_ending_needs(tk_outfile *outfile, tk_ending_finish *finish)
{
   ending.outfile = outfile;
   ending.finish = finish;
   VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
   VG_(atfork)(before_fork, on_parent, on_child);
}
