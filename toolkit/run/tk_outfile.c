/* tk_outfile.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_outfile.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#include "run/tk_checkpoint.h"
#include "run/tk_option.h"
#include "run/tk_shell.h"
#include "run/tk_tool.h"
#include "run/tk_writer.h"

enum {
   MAX_CHECKPOINT_S = 86400,
   MAX_ELSEWHERE = 100, /* names tried in the directory for temporary files */
};

#define AFTER_EXEC "--after-exec="
#define PREDECESSOR "--predecessor="

/* The concatenation, from VG_(malloc). */
static HChar *joined(const HChar *a, const HChar *b, const HChar *c)
{
   SizeT a_B = VG_(strlen)(a), b_B = VG_(strlen)(b), c_B = VG_(strlen)(c);
   HChar *all = VG_(malloc)("tk.name", a_B + b_B + c_B + 1);
   VG_(memcpy)(all, a, a_B);
   VG_(memcpy)(all + a_B, b, b_B);
   VG_(memcpy)(all + a_B + b_B, c, c_B + 1);
   return all;
}

static HChar *numbered(const HChar *name, const HChar *before_number,
                       Int number)
{
   HChar digits[16];
   VG_(sprintf)(digits, "%d", number);
   return joined(name, before_number, digits);
}

/* ---- Options --------------------------------------------------------- */

Bool tk_outfile_option(tk_outfile *outfile, const HChar *arg)
{
   if (tk_option_number(arg, "--checkpoint", 0, MAX_CHECKPOINT_S,
                        &outfile->checkpoint_s)) {}
   else if VG_STR_CLO (arg, "--after-exec", outfile->after_exec) {}
   else if VG_STR_CLO (arg, "--predecessor", outfile->predecessor) {}
   else
      return False;
   return True;
}

void tk_outfile_usage(void)
{
   VG_(printf)(
"    --checkpoint=<seconds>      interval of checkpoints, in <file>.checkpoint;\n"
"                                0: none [%d]\n", TK_OUTFILE_CHECKPOINT_S);
}

/* ---- Names ----------------------------------------------------------- */

static HChar *expand(const tk_outfile *outfile)
{
   return VG_(expand_file_name)(outfile->option, outfile->pattern);
}

/* Takes the name that the program before this one chose, in the same process. */
static void take_over(tk_outfile *outfile)
{
   HChar *end;
   Long n = VG_(strtoll10)(outfile->after_exec, &end);
   if (end == outfile->after_exec || *end != ':' || n < 0 || n > 1000000000)
      VG_(fmsg_bad_option)(AFTER_EXEC, "expected <number>:<file>\n");
   outfile->n_execs = (Int)n;
   outfile->base = end + 1;
}

static void choose(tk_outfile *outfile)
{
   outfile->pid = VG_(getpid)();
   outfile->first = outfile->base = expand(outfile);
   if (outfile->after_exec != NULL)
      take_over(outfile);
   if (outfile->predecessor != NULL && outfile->predecessor[0] == '\0')
      outfile->predecessor = NULL;
   outfile->name = outfile->n_execs == 0 || tk_writer_is_dev_null(outfile->base)
                      ? VG_(strdup)("tk.name", outfile->base)
                      : numbered(outfile->base, ".exec", outfile->n_execs);
}

/* Does not free the parent's strings: this happens once in a process. */
static void rename_for_child(tk_outfile *outfile)
{
   outfile->pid = VG_(getpid)();
   outfile->name = expand(outfile);
   if (VG_(strcmp)(outfile->name, outfile->first) == 0
       && !tk_writer_is_dev_null(outfile->first))
      outfile->name = numbered(outfile->first, ".", outfile->pid);
   outfile->base = outfile->name;
   outfile->n_execs = 0;
   outfile->n_dumps = 0;
   outfile->predecessor = NULL;
}

const HChar *tk_outfile_name(tk_outfile *outfile)
{
   if (VG_(getpid)() != outfile->pid)
      rename_for_child(outfile);
   return outfile->name;
}

void tk_outfile_start(tk_outfile *outfile)
{
   choose(outfile);
   const HChar *obstacle = tk_writer_obstacle(outfile->name);
   if (obstacle != NULL) {
      VG_(fmsg)("cannot write the profile '%s': %s\n",
                tk_tool_shown(outfile->name), obstacle);
      VG_(fmsg)("choose another place with %s=<file>\n", outfile->option);
      VG_(exit)(1);
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
                : numbered(base, ".", outfile->n_dumps + 1);
   return file[0] == '/' ? VG_(strdup)("tk.name", file)
                         : joined(VG_(get_startup_wd)(), "/", file);
}

/* The line that says why a dump was not written, from VG_(malloc).  NULL: it was. */
static HChar *complaint(const HChar *name, const HChar *problem)
{
   if (problem == NULL)
      return NULL;
   const HChar *shown = tk_tool_shown(name);
   HChar *line = VG_(malloc)("tk.complaint", VG_(strlen)(shown)
                                                + VG_(strlen)(problem) + 64);
   VG_(sprintf)(line, "error: cannot write the profile '%s': %s\n", shown,
                problem);
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

Bool tk_outfile_dump(tk_outfile *outfile, const HChar *file,
                     tk_control_say *say)
{
   const tk_state state = { .how = TK_DUMPED };
   HChar *name = dump_name(outfile, file);
   HChar *problem = complaint(name, outfile->write(name, &state));
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

static void complain(const HChar *name, const HChar *problem)
{
   VG_(umsg)("error: cannot write the profile '%s': %s\n",
             tk_tool_shown(name), problem);
}

/* The n-th name in the directory for temporary files, from VG_(malloc). */
static HChar *second_place(const HChar *name, Int n)
{
   const HChar *slash = VG_(strrchr)(name, '/');
   HChar *place = joined(VG_(tmpdir)(), "/", slash == NULL ? name : slash + 1);
   HChar *other = n == 0 ? place : numbered(place, ".", n);
   if (other != place)
      VG_(free)(place);
   return other;
}

static Bool is_taken(const HChar *name)
{
   struct vg_stat st;
   return !sr_isError(VG_(stat)(name, &st));
}

static const HChar *write_elsewhere(tk_outfile *outfile, const tk_state *state)
{
   Int n = 0;
   HChar *place = second_place(outfile->name, n);
   while (is_taken(place) && n < MAX_ELSEWHERE) {
      VG_(free)(place);
      place = second_place(outfile->name, ++n);
   }
   const HChar *problem = outfile->write(place, state);
   if (problem == NULL) {
      VG_(umsg)("the profile was written to '%s' instead\n", tk_tool_shown(place));
      return place;
   }
   complain(place, problem);
   VG_(free)(place);
   return NULL;
}

const HChar *tk_outfile_finish(tk_outfile *outfile, const tk_state *state)
{
   const HChar *name = tk_outfile_name(outfile);
   tk_outfile_log(outfile);
   const HChar *problem = outfile->write(name, state);
   if (problem != NULL) {
      complain(name, problem);
      name = write_elsewhere(outfile, state);
   }
   if (name != NULL)
      tk_checkpoint_drop(outfile);
   else if (outfile->checkpoints.file != NULL)
      VG_(umsg)("only the checkpoint '%s' is left\n",
                tk_tool_shown(outfile->checkpoints.file));
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
   VG_(free)(word);
}

/* ---- Becoming another program ---------------------------------------- */

/* Sets an option for the tool of a traced program, which also gets the options of
   this one.  Each is set once, even if many programs follow one another. */
static void set_argument(const HChar *option, const HChar *value)
{
   HChar *argument = joined(option, value, "");
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

/* An absolute pattern: the other program may start in another directory. */
static HChar *absolute(const HChar *pattern)
{
   const HChar *wd = VG_(get_startup_wd)();
   HChar *directory = VG_(malloc)("tk.name", 2 * VG_(strlen)(wd) + 1);
   HChar *to = directory;
   for (; *wd != '\0'; *to++ = *wd++)
      if (*wd == '%')
         *to++ = '%'; /* a pattern writes % as %% */
   *to = '\0';
   HChar *result = joined(directory, "/", pattern);
   VG_(free)(directory);
   return result;
}

void tk_outfile_hand_over(tk_outfile *outfile, const HChar *predecessor)
{
   const HChar *name = tk_outfile_name(outfile);
   HChar *option = joined(outfile->option, "=", "");
   HChar *count =
      numbered("", "", outfile->n_execs + (predecessor != NULL));
   HChar *successor =
      joined(count, ":", outfile->n_execs == 0 ? name : outfile->base);
   if (outfile->pattern[0] != '/')
      set_argument(option, absolute(outfile->pattern));
   set_argument(AFTER_EXEC, successor);
   set_argument(PREDECESSOR, predecessor != NULL ? predecessor : "");
   VG_(free)(option);
   VG_(free)(count);
   VG_(free)(successor);
}
