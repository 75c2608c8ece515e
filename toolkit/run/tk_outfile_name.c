/* tk_outfile_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_outfile_name.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "run/tk_jail.h"
#include "run/tk_writer.h"

HChar *tk_outfile_joined(const HChar *a, const HChar *b, const HChar *c)
{
   SizeT a_B = VG_(strlen)(a), b_B = VG_(strlen)(b), c_B = VG_(strlen)(c);
   HChar *all = VG_(malloc)("tk.name", a_B + b_B + c_B + 1);
   VG_(memcpy)(all, a, a_B);
   VG_(memcpy)(all + a_B, b, b_B);
   VG_(memcpy)(all + a_B + b_B, c, c_B + 1);
   return all;
}

HChar *tk_outfile_numbered(const HChar *name, const HChar *before_number, Int number)
{
   HChar digits[16];
   VG_(sprintf)(digits, "%d", number);
   return tk_outfile_joined(name, before_number, digits);
}

static HChar *expand_name(const tk_outfile *outfile)
{
   return VG_(expand_file_name)(outfile->option, outfile->pattern);
}

/* Takes the name that the program before this one chose, in the same process. */
static void take_over(tk_outfile *outfile)
{
   HChar *end;
   Long n = VG_(strtoll10)(outfile->after_exec, &end);
   if (end == outfile->after_exec || *end != ':' || n < 0 || n > 1000000000)
      VG_(fmsg_bad_option)(TK_AFTER_EXEC, "expected <number>:<file>\n");
   outfile->n_execs = (Int)n;
   outfile->base = end + 1;
}

void tk_outfile_choose(tk_outfile *outfile)
{
   outfile->pid = tk_jail_pid();
   outfile->parent = tk_jail_parent();
   outfile->first = outfile->base = expand_name(outfile);
   if (outfile->after_exec != NULL)
      take_over(outfile);
   if (outfile->predecessor != NULL && outfile->predecessor[0] == '\0')
      outfile->predecessor = NULL;
   outfile->name = outfile->n_execs == 0 || tk_writer_is_dev_null(outfile->base)
                      ? VG_(strdup)("tk.name", outfile->base)
                      : tk_outfile_numbered(outfile->base, ".exec", outfile->n_execs);
}

/* Does not free the parent's strings: this happens once in a process. */
static void rename_for_child(tk_outfile *outfile)
{
   outfile->pid = tk_jail_pid();
   outfile->name = expand_name(outfile);
   if (VG_(strcmp)(outfile->name, outfile->first) == 0
       && !tk_writer_is_dev_null(outfile->first))
      outfile->name = tk_outfile_numbered(outfile->first, ".", outfile->pid);
   outfile->base = outfile->name;
   outfile->n_execs = 0;
   outfile->n_dumps = 0;
   outfile->predecessor = NULL;
   outfile->elsewhere = NULL;
}

const HChar *tk_outfile_name(tk_outfile *outfile)
{
   if (tk_jail_pid() != outfile->pid)
      rename_for_child(outfile);
   return outfile->name;
}
