/* tk_tool.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_tool.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "base/tk_shown.h"

/* ---- Memory ---------------------------------------------------------- */

static void *valgrind_get(void *context, const char *label, size_t size_B)
{
   return VG_(malloc)(label, size_B); /* ends the process if there is none */
}

static void valgrind_put(void *context, void *block)
{
   if (block != NULL)
      VG_(free)(block);
}

const tk_alloc tk_tool_alloc = { .get = valgrind_get, .put = valgrind_put };

/* ---- Text ------------------------------------------------------------ */

const HChar *tk_tool_shown(const HChar *text)
{
   enum { KEPT = 4 };
   static HChar *kept[KEPT];
   static UInt next;
   HChar **shown = &kept[next++ % KEPT];
   if (*shown != NULL)
      VG_(free)(*shown);
   *shown = VG_(malloc)("tk.shown", TK_SHOWN_B * VG_(strlen)(text) + 1);
   tk_shown(*shown, text);
   return *shown;
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
