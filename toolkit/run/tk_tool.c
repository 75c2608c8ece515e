/* tk_tool.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_tool.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "base/tk_shown.h"
#include "code/tk_pages.h"

enum { STEP_B = 4 << 20 };

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

/* How much is known to be there beyond the spare, as nothing else was taken since: the
   system is not asked for each small block. */
static SizeT known_B;

static Bool is_there(SizeT size_B)
{
   void *pages = tk_pages_get(size_B);
   if (pages != NULL)
      tk_pages_put(pages, size_B);
   return pages != NULL;
}

static void *cautious_get(void *context, const char *label, size_t size_B)
{
   if (size_B > known_B) {
      known_B = 0;
      if (size_B > ~(SizeT)0 / 2 || !is_there(size_B + TK_TOOL_SPARE_B))
         return NULL;
      known_B = size_B;
      if (is_there(size_B + STEP_B + TK_TOOL_SPARE_B))
         known_B += STEP_B;
   }
   known_B -= size_B;
   return valgrind_get(context, label, size_B);
}

const tk_alloc tk_tool_cautious_alloc = { .get = cautious_get, .put = valgrind_put };

Bool tk_tool_has_spare(void)
{
   known_B = 0;
   return is_there(TK_TOOL_SPARE_B);
}

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
