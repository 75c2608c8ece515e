/* tk_outfile.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_outfile.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#include "code/tk_program.h"
#include "run/tk_checkpoint.h"
#include "run/tk_files.h"
#include "run/tk_option.h"
#include "run/tk_outfile_name.h"
#include "run/tk_outfile_place.h"
#include "run/tk_process_tree.h"
#include "run/tk_schedule.h"
#include "run/tk_shell.h"
#include "run/tk_tool.h"
#include "run/tk_writer.h"

extern Bool VG_(clo_trace_children);

enum { MAX_CHECKPOINT_S = 86400 };

/* ---- Options --------------------------------------------------------- */

static Bool is_inherit(const HChar *arg, const HChar *text)
{
   Bool inherits = VG_(strcmp)(text, "inherit") == 0;
   if (!inherits && VG_(strcmp)(text, "zero") != 0)
      VG_(fmsg_bad_option)(arg, "expected zero or inherit\n");
   return inherits;
}

Bool tk_outfile_option(tk_outfile *outfile, const HChar *arg)
{
   const HChar *text;
   if (tk_option_number(arg, "--checkpoint", 0, MAX_CHECKPOINT_S,
                        &outfile->checkpoint_s)) {
   } else if VG_STR_CLO (arg, "--children", text)
      outfile->inherits = is_inherit(arg, text);
   else if VG_BOOL_CLO (arg, "--fixed-schedule", outfile->has_fixed_schedule) {
   } else if VG_STR_CLO (arg, "--after-exec", outfile->after_exec) {
   } else if VG_STR_CLO (arg, "--predecessor", outfile->predecessor) {
   } else
      return False;
   return True;
}

void tk_outfile_usage(void)
{
   VG_(printf)(
      "    --checkpoint=<seconds>      interval of checkpoints, in <file>.checkpoint;\n"
      "                                0: none [%d]\n"
      "    --children=zero|inherit     a forked child counts from 0, or continues from\n"
      "                                its parent's counts [zero]\n"
      "    --fixed-schedule=no|yes     run threads in the same order every time? Needs\n"
      "                                permission for real-time scheduling [no]\n",
      TK_OUTFILE_CHECKPOINT_S);
}

void tk_outfile_start(tk_outfile *outfile)
{
   tk_outfile_choose(outfile);
   const HChar *obstacle = tk_writer_obstacle(outfile->name);
   tk_process_tree_start();
   /* A program that replaces another must run, as it does without us. */
   if (obstacle != NULL && outfile->after_exec != NULL)
      tk_outfile_move(outfile);
   else if (obstacle != NULL) {
      VG_(fmsg)("cannot write the profile '%s': %s\n", tk_tool_shown(outfile->name),
                obstacle);
      VG_(fmsg)("choose another place with %s=<file>\n", outfile->option);
      VG_(exit)(1);
   }
   if (outfile->has_fixed_schedule) {
      outfile->checkpoint_s = 0; /* a clock says when to write one */
      tk_schedule_fix();
   }
   tk_checkpoint_start(outfile);
}

void tk_outfile_stop(tk_outfile *outfile)
{
   tk_outfile_log(outfile);
   tk_checkpoint_stop(outfile);
}

/* ---- Dumps ----------------------------------------------------------- */

/* The name of a dump, from VG_(malloc). */
static HChar *dump_name(tk_outfile *outfile, const HChar *file)
{
   const HChar *base = tk_outfile_name(outfile);
   if (file == NULL)
      return tk_writer_is_dev_null(base)
                ? VG_(strdup)("tk.name", base)
                : tk_outfile_numbered(base, ".", outfile->n_dumps + 1);
   return file[0] == '/' ? VG_(strdup)("tk.name", file)
                         : tk_outfile_joined(VG_(get_startup_wd)(), "/", file);
}

/* The line that says why a dump was not written, from VG_(malloc).  NULL: it was. */
static HChar *problem_line(const HChar *name, const HChar *problem)
{
   if (problem == NULL)
      return NULL;
   const HChar *shown = tk_tool_shown(name);
   HChar *line = VG_(malloc)("tk.complaint",
                             VG_(strlen)(shown) + VG_(strlen)(problem) + 64);
   VG_(sprintf)(line, "error: cannot write the profile '%s': %s\n", shown, problem);
   return line;
}

void tk_outfile_log(tk_outfile *outfile)
{
   if (outfile->pending == NULL)
      return;
   VG_(umsg)("%s", outfile->pending);
   VG_(free)(outfile->pending);
   outfile->pending = NULL;
}

Bool tk_outfile_dump(tk_outfile *outfile, const HChar *file, tk_control_say *say)
{
   const tk_state state = { .how = TK_DUMPED };
   HChar *name = dump_name(outfile, file);
   HChar *problem = problem_line(name, outfile->write(name, &state));
   Bool good = problem == NULL;
   if (good && say != NULL) {
      say("Profile: ");
      say(tk_tool_shown(name));
      say("\n");
   } else if (say != NULL) {
      say(problem);
   }
   if (good) {
      outfile->n_dumps += file == NULL;
   } else {
      tk_outfile_log(outfile); /* an earlier one */
      outfile->pending = problem;
      if (say == NULL)
         tk_outfile_log(outfile);
   }
   VG_(free)(name);
   return good;
}

/* ---- The end --------------------------------------------------------- */

static void report_problem(const HChar *name, const HChar *problem)
{
   VG_(umsg)("error: cannot write the profile '%s': %s\n", tk_tool_shown(name), problem);
}

/* Writes the profile over the checkpoint that was kept open, and renames it if that is
   still possible; otherwise the parent may. */
static const HChar *write_kept(tk_outfile *outfile, const tk_state *state)
{
   const HChar *file = tk_writer_reserved();
   const HChar *name = tk_outfile_place(outfile);
   const HChar *problem = file == NULL ? "" : tk_outfile_save(outfile, file, state);
   if (problem != NULL)
      return NULL;
   Bool is_renamed = !sr_isError(tk_files_rename(file, name));
   outfile->checkpoints.file = NULL; /* it is the profile now */
   if (!is_renamed) {
      name = VG_(strdup)("tk.name", file);
      tk_process_tree_tell(outfile->parent, file, tk_writer_spare(), True);
      VG_(umsg)("note: the profile stays in '%s': it cannot be renamed here\n",
                tk_tool_shown(file));
   }
   return name;
}

static const HChar *write_elsewhere(tk_outfile *outfile, const tk_state *state)
{
   if (outfile->elsewhere == NULL && !tk_outfile_move(outfile))
      return NULL;
   const HChar *place = outfile->elsewhere;
   const HChar *problem = outfile->write(place, state);
   if (problem != NULL) {
      report_problem(place, problem);
      return NULL;
   }
   tk_process_tree_tell(outfile->parent, place, NULL, True);
   VG_(umsg)("the profile was written to '%s' instead\n", tk_tool_shown(place));
   return place;
}

/* Writes a new file, here or elsewhere. */
static const HChar *write_new(tk_outfile *outfile, const tk_state *state)
{
   const HChar *name = tk_outfile_name(outfile);
   const HChar *problem = tk_writer_is_dev_null(name) || tk_writer_can_replace(name)
                             ? outfile->write(name, state)
                             : "a seccomp filter forbids it";
   if (problem == NULL)
      return name;
   if (outfile->elsewhere == NULL)
      report_problem(name, problem);
   return write_elsewhere(outfile, state);
}

const HChar *tk_outfile_finish(tk_outfile *outfile, const tk_state *state)
{
   tk_outfile_log(outfile);
   const HChar *name = write_kept(outfile, state);
   if (name == NULL)
      name = write_new(outfile, state);
   if (name != NULL)
      tk_checkpoint_drop(outfile);
   else if (outfile->checkpoints.file != NULL)
      VG_(umsg)("only the checkpoint '%s' is left\n",
                tk_tool_shown(outfile->checkpoints.file));
   tk_process_tree_report();
   return name;
}

void tk_outfile_print(const HChar *place, const HChar *command)
{
   if (place == NULL || tk_writer_is_dev_null(place))
      return;
   HChar *word = tk_shell_word(&tk_tool_alloc, place);
   VG_(umsg)("\n");
   VG_(umsg)("Profile: %s\n", word);
   VG_(umsg)("%s %s\n", command, word);
   if (tk_program_is_script() && !VG_(clo_trace_children))
      VG_(umsg)("Only the script's interpreter was profiled; --trace-children=yes "
                "includes what it runs\n");
   VG_(free)(word);
}

/* ---- Becoming another program ---------------------------------------- */

/* Sets an option for the tool of a traced program, which also gets the options of
   this one.  Each is set once, even if many programs follow one another. */
static void set_argument(const HChar *option, const HChar *value)
{
   HChar *argument = tk_outfile_joined(option, value, "");
   XArray *arguments = VG_(args_for_valgrind);
   Word i = VG_(sizeXA)(arguments);
   while (--i >= VG_(args_for_valgrind_noexecpass)) {
      HChar **at = VG_(indexXA)(arguments, i);
      if (VG_(strncmp)(*at, option, VG_(strlen)(option)) == 0) {
         *at = argument; /* the last one counts */
         return;
      }
   }
   VG_(addToXA)(arguments, &argument);
}

/* Makes a pattern absolute: the other program may start in another directory. */
static HChar *make_absolute(const HChar *pattern)
{
   const HChar *wd = VG_(get_startup_wd)();
   HChar *directory = VG_(malloc)("tk.name", 2 * VG_(strlen)(wd) + 1);
   HChar *to = directory;
   for (; *wd != '\0'; *to++ = *wd++)
      if (*wd == '%')
         *to++ = '%'; /* a pattern writes % as %% */
   *to = '\0';
   HChar *result = tk_outfile_joined(directory, "/", pattern);
   VG_(free)(directory);
   return result;
}

void tk_outfile_hand_over(tk_outfile *outfile, const HChar *predecessor)
{
   const HChar *name = tk_outfile_name(outfile);
   HChar *option = tk_outfile_joined(outfile->option, "=", "");
   HChar *count = tk_outfile_numbered("", "", outfile->n_execs + (predecessor != NULL));
   HChar *successor = tk_outfile_joined(count, ":",
                                        outfile->n_execs == 0 ? name : outfile->base);
   if (outfile->pattern[0] != '/')
      set_argument(option, make_absolute(outfile->pattern));
   set_argument(TK_AFTER_EXEC, successor);
   set_argument(TK_PREDECESSOR, predecessor != NULL ? predecessor : "");
   VG_(free)(option);
   VG_(free)(count);
   VG_(free)(successor);
}
