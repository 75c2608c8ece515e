/* tk_tool.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_tool.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcsetjmp.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "base/tk_shown.h"
#include "code/tk_pages.h"

enum { STEP_B = 4 << 20, SPARE_B = 16 << 20 };

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

bool tk_tool_has_room(size_t size_B)
{
   void *pages = size_B > ~(SizeT)0 / 2 ? NULL : tk_pages_get(size_B + SPARE_B);
   if (pages != NULL)
      tk_pages_put(pages, size_B + SPARE_B);
   return pages != NULL;
}

/* ---- What is left out if there is no memory ---------------------------- */

/* Before each block of what is tried.  The blocks are a ring, with `all` as long as it is
   tried. */
typedef struct link {
   struct link *next, *before;
} link;

static struct {
   link all;
   /* How much is known to be there, as nothing else was taken since: the system is not
      asked for each small block. */
   SizeT known_B;
   VG_MINIMAL_JMP_BUF(leave);
} tried;

static void take_out(link *of)
{
   of->before->next = of->next;
   of->next->before = of->before;
}

static void *tried_get(void *context, const char *label, size_t size_B)
{
   if (size_B > tried.known_B) {
      if (size_B > ~(SizeT)0 / 2 || !tk_tool_has_room(size_B + STEP_B))
         VG_MINIMAL_LONGJMP(tried.leave);
      tried.known_B = size_B + STEP_B;
   }
   tried.known_B -= size_B;
   link *block = valgrind_get(context, label, sizeof *block + size_B);
   *block = (link){ .next = &tried.all, .before = tried.all.before };
   block->before->next = block->next->before = block;
   return block + 1;
}

static void tried_put(void *context, void *block)
{
   if (block == NULL)
      return;
   link *of = (link *)block - 1;
   take_out(of);
   VG_(free)(of);
}

const tk_alloc tk_tool_tried_alloc = { .get = tried_get, .put = tried_put };

Bool tk_tool_try(void (*part)(void *context), void *context)
{
   tried.all = (link){ .next = &tried.all, .before = &tried.all };
   tried.known_B = 0;
   if (VG_MINIMAL_SETJMP(tried.leave) == 0) {
      part(context);
      take_out(&tried.all); /* the blocks that are left are a ring of their own */
      return True;
   }
   while (tried.all.next != &tried.all)
      tried_put(NULL, tried.all.next + 1);
   return False;
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
