/* cs_layout_option.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_layout_option.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "cs_option_file.h"
#include "layout/cs_layout_text.h"
#include "run/tk_jail.h"
#include "run/tk_tool.h"

static cs_layout_rules rules;

void cs_layout_option_read(const HChar *option, const HChar *name)
{
   static HChar text[CS_LAYOUT_TEXT_MOST_B + 1]; /* one more, to see that it is longer */
   tk_problem problem;
   SizeT n = cs_option_file_read(option, name, "no such file", text, sizeof text);
   if (!cs_layout_parse(&rules, &tk_tool_alloc, text, n, &problem))
      cs_option_file_fail(name, &problem);
}

/* The outfile of a rule alone: "cachesim.out.%p.rule2". */
static const HChar *pattern_of(const HChar *pattern, UInt number)
{
   enum { MORE_B = 24 };
   SizeT size_B = VG_(strlen)(pattern) + MORE_B;
   HChar *own = VG_(malloc)("cs.layout", size_B);
   VG_(snprintf)(own, (Int)size_B, "%s.rule%u", pattern, number);
   return own;
}

/* In a process of its own, which ends with the one that waits for it, `waits`: with this
   rule alone. */
static void keep_rule(SizeT i, Int waits, tk_outfile *outfile)
{
   tk_jail_call(__NR_prctl, VKI_PR_SET_PDEATHSIG, VKI_SIGKILL, 0, 0);
   if (VG_(getppid)() != waits) /* it ended before the kernel was asked */
      VG_(exit)(1);
   rules.list[0] = rules.list[i];
   rules.list[0]->number = 0;
   rules.n = 1;
   outfile->pattern = pattern_of(outfile->pattern, (UInt)i + 1);
}

/* Each run begins to read where the first one does, if the input is a file. */
static void run_each(tk_outfile *outfile)
{
   enum { STANDARD_INPUT = 0 };
   Off64T input = VG_(lseek)(STANDARD_INPUT, 0, VKI_SEEK_CUR);
   Int self = VG_(getpid)();
   for (SizeT i = 0; i < rules.n; i++) {
      Int status, pid = VG_(fork)();
      if (pid == 0) {
         keep_rule(i, self, outfile);
         return;
      }
      VG_(waitpid)(pid, &status, 0);
      if (input >= 0)
         VG_(lseek)(STANDARD_INPUT, input, VKI_SEEK_SET);
   }
}

cs_layout_rules *cs_layout_option_rules(Bool each_rule, tk_outfile *outfile)
{
   if (each_rule && rules.n > 1)
      run_each(outfile);
   return &rules;
}
