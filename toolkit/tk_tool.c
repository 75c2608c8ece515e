/* tk_tool.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "tk_tool.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#include "tk_writer.h"

/* ---- Memory ---------------------------------------------------------- */

static void *valgrind_get(void *context, const char *label, size_t size_B)
{
   return VG_(malloc)(label, size_B); /* does not return if there is none */
}

static void valgrind_put(void *context, void *block)
{
   if (block != NULL)
      VG_(free)(block);
}

const tk_alloc tk_tool_alloc = { .get = valgrind_get, .put = valgrind_put };

/* ---- The outfile ----------------------------------------------------- */

static HChar *expand(const tk_outfile *outfile)
{
   return VG_(expand_file_name)(outfile->option, outfile->pattern);
}

/* NAME.NUMBER, from VG_(malloc). */
static HChar *numbered(const HChar *name, Int number)
{
   HChar *result = VG_(malloc)("tk.name", VG_(strlen)(name) + 16);
   VG_(sprintf)(result, "%s.%d", name, number);
   return result;
}

static void rename_for_child(tk_outfile *outfile)
{
   const HChar *parents = outfile->name;
   outfile->name = expand(outfile);
   if (VG_(strcmp)(outfile->name, parents) == 0
       && !tk_writer_is_dev_null(parents))
      outfile->name = numbered(parents, VG_(getpid)());
   outfile->n_dumps = 0;
   outfile->pid = VG_(getpid)();
}

const HChar *tk_outfile_name(tk_outfile *outfile)
{
   if (VG_(getpid)() != outfile->pid)
      rename_for_child(outfile);
   return outfile->name;
}

void tk_outfile_choose(tk_outfile *outfile)
{
   outfile->pid = VG_(getpid)();
   outfile->name = expand(outfile);
   const HChar *obstacle = tk_writer_obstacle(outfile->name);
   if (obstacle != NULL) {
      VG_(fmsg)("cannot write the profile '%s': %s\n", outfile->name,
                obstacle);
      VG_(fmsg)("choose another place with %s=<file>\n", outfile->option);
      VG_(exit)(1);
   }
}

void tk_outfile_complain(const HChar *name, const HChar *fault)
{
   VG_(umsg)("error: cannot write the profile '%s': %s\n", name, fault);
}

/* ---- Dumps ----------------------------------------------------------- */

/* The name of a dump, from VG_(malloc). */
static HChar *dump_name(tk_outfile *outfile, const HChar *file)
{
   const HChar *base = tk_outfile_name(outfile);
   if (file == NULL)
      return tk_writer_is_dev_null(base)
                ? VG_(strdup)("tk.name", base)
                : numbered(base, outfile->n_dumps + 1);
   if (file[0] == '/')
      return VG_(strdup)("tk.name", file);
   const HChar *directory = VG_(get_startup_wd)();
   HChar *name = VG_(malloc)("tk.name", VG_(strlen)(directory)
                                           + VG_(strlen)(file) + 2);
   VG_(sprintf)(name, "%s/%s", directory, file);
   return name;
}

/* NULL, or the line that says why there is no such dump; from VG_(malloc). */
static HChar *complaint(const HChar *name, const HChar *fault)
{
   if (fault == NULL)
      return NULL;
   HChar *line = VG_(malloc)("tk.complaint", VG_(strlen)(name)
                                                + VG_(strlen)(fault) + 64);
   VG_(sprintf)(line, "error: cannot write the profile '%s': %s\n", name,
                fault);
   return line;
}

void tk_outfile_tell(tk_outfile *outfile)
{
   if (outfile->untold == NULL)
      return;
   VG_(umsg)("%s", outfile->untold);
   VG_(free)(outfile->untold);
   outfile->untold = NULL;
}

Bool tk_outfile_dump(tk_outfile *outfile, const HChar *file,
                     tk_outfile_write *write, tk_control_say *say)
{
   HChar *name = dump_name(outfile, file);
   HChar *fault = complaint(name, write(name));
   Bool good = fault == NULL;
   if (good && say != NULL) {
      say("Profile: ");
      say(name);
      say("\n");
   } else if (say != NULL) {
      say(fault);
   }
   if (good) {
      outfile->n_dumps += file == NULL;
   } else {
      tk_outfile_tell(outfile); /* an earlier one */
      outfile->untold = fault;
      if (say == NULL)
         tk_outfile_tell(outfile);
   }
   VG_(free)(name);
   return good;
}

/* ---- The client ------------------------------------------------------ */

const HChar **tk_client_argv(void)
{
   Word n = VG_(sizeXA)(VG_(args_for_client));
   const HChar **argv = VG_(malloc)("tk.argv", (n + 2) * sizeof *argv);
   argv[0] = VG_(args_the_exename);
   for (Word i = 0; i < n; i++)
      argv[1 + i] = *(HChar **)VG_(indexXA)(VG_(args_for_client), i);
   argv[1 + n] = NULL;
   return argv;
}

void tk_tool_say(const HChar *text)
{
   VG_(gdb_printf)("%s", text);
}
