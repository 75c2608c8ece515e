/* tk_title.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_title.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
   TITLE_B = 1000, /* as much of a title is kept */
   PAGE_B = 4096,
   NAME_B = 16, /* the kernel keeps 15 bytes of it */
};

static struct {
   Bool has_started;
   ThreadId main;            /* the thread whose name is the process's */
   Addr argv0;               /* the string that ps shows; 0: none */
   HChar first[TITLE_B + 1]; /* that string at first */
   HChar name[NAME_B];       /* by prctl; empty: none */
   HChar text[TITLE_B + 1];
} title = { .main = 1 };

/* Copies a string of the program, as far as it can be read, at most max_B bytes. */
static void copy_string(HChar *to, Addr from, SizeT max_B)
{
   SizeT n = 0;
   for (; n < max_B; n++) {
      if ((n == 0 || (from + n) % PAGE_B == 0)
          && !VG_(am_is_valid_for_client)(from + n, 1, VKI_PROT_READ))
         break;
      if ((to[n] = *(const HChar *)(from + n)) == '\0')
         break;
   }
   to[n] = '\0';
}

void tk_title_start(ThreadId id, ULong blocks_done)
{
   if (title.has_started)
      return;
   title.has_started = True;
   const Addr *stack = (const Addr *)VG_(get_SP)(id); /* argc, argv[0], ... */
   if (VG_(am_is_valid_for_client)((Addr)stack, 2 * sizeof *stack, VKI_PROT_READ)
       && stack[0] > 0)
      title.argv0 = stack[1];
   if (title.argv0 != 0)
      copy_string(title.first, title.argv0, TITLE_B);
}

void tk_title_syscall(ThreadId id, UInt number, const UWord *arguments)
{
   if (number == __NR_prctl && arguments[0] == VKI_PR_SET_NAME && id == title.main)
      copy_string(title.name, arguments[1], NAME_B - 1);
}

void tk_title_fork(ThreadId id)
{
   title.main = id;
}

/* Trims blanks, with which some programs fill the room of argv. */
static void trim_blanks(HChar *text)
{
   SizeT n = VG_(strlen)(text);
   while (n > 0 && text[n - 1] == ' ')
      text[--n] = '\0';
}

/* Is it the command's own name, which the kernel cuts? */
static Bool is_command(const HChar *name)
{
   const HChar *command = VG_(args_the_exename);
   const HChar *slash = VG_(strrchr)(command, '/');
   return VG_(strncmp)(name, slash == NULL ? command : slash + 1, NAME_B - 1) == 0;
}

const HChar *tk_title(void)
{
   title.text[0] = '\0';
   if (title.argv0 != 0)
      copy_string(title.text, title.argv0, TITLE_B);
   if (VG_(strcmp)(title.text, title.first) != 0)
      trim_blanks(title.text);
   else
      title.text[0] = '\0';
   if (title.text[0] == '\0' && !is_command(title.name))
      VG_(strcpy)(title.text, title.name);
   return title.text[0] == '\0' ? NULL : title.text;
}
