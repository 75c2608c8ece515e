/* cs_machine_option.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_machine_option.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#include "cs_option_file.h"
#include "machine/cs_host_machine.h"
#include "machine/cs_machine_text.h"
#include "machine/cs_presets.h"

#if defined(VGA_x86) || defined(VGA_amd64)
void cs_host_cpuid(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   __asm__ volatile("cpuid"
                    : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3])
                    : "a"(leaf), "c"(subleaf));
}
#else
/* There is no CPUID: every leaf is empty, so the defaults are used. */
void cs_host_cpuid(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   out[0] = out[1] = out[2] = out[3] = 0;
}
#endif

static void print_list(void)
{
   VG_(printf)("Values of --machine:\n"
               "  %-18s%s\n  %-18s%s\n  %-18s%s\n\n",
               "classic", "cachegrind's model: I1, D1 and LL [the default]", "host",
               "this machine, as CPUID describes it", "FILE",
               "a description of a machine; docs/MACHINES.md");
   for (const cs_preset *preset = cs_presets; preset->name != NULL; preset++)
      VG_(printf)("  %-18s%s\n", preset->name, preset->description);
}

static void read_file(const HChar *arg, const HChar *name, cs_machine *machine)
{
   static HChar text[CS_MACHINE_TEXT_MAX_B + 1]; /* one more, to see that it is longer */
   tk_problem problem;
   SizeT n = cs_option_file_read(
      arg, name, "no such machine, and no such file; --machine=help lists the machines",
      text, sizeof text);
   if (!cs_machine_parse(text, n, machine, &problem))
      cs_option_file_fail(name, &problem);
}

Bool cs_machine_option(const HChar *arg, const HChar *value, cs_machine *machine)
{
   if (VG_STREQ(value, "classic"))
      return False;
   if (VG_STREQ(value, "help")) {
      print_list();
      VG_(exit)(0);
   }
   if (VG_STREQ(value, "host")) {
      if (!cs_host_machine(cs_host_cpuid, NULL, machine))
         VG_(umsg)("warning: cannot determine this machine's caches; using those of %s\n",
                   machine->name + sizeof "host-" - 1);
      cs_host_share(cs_host_cpuid, NULL, machine);
   } else if (!cs_preset_find(value, machine))
      read_file(arg, value, machine);
   return True;
}
