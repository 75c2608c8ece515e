/* hp_custom_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "requests/hp_custom_blocks.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_stacktrace.h"

#include "looks/hp_looks.h"
#include "state/hp_run.h"
#include "state/hp_sites.h"
#include "watch/tk_custom_blocks.h"

static void on_begin(void *context, ThreadId id, Addr block, SizeT size_B)
{
   hp_heap_alloc(&run.heap, hp_sites_of_thread(id, 0), hp_thread_number(id),
                 TK_LAYER_CUSTOM, block, size_B, hp_now());
   if (hp_looks_next.follows_blocks)
      hp_looks_block(block, size_B);
}

static Bool on_end(void *context, Addr block)
{
   return hp_heap_free(&run.heap, TK_LAYER_CUSTOM, block, hp_now());
}

static Bool on_move(void *context, ThreadId id, Addr from, Addr to, SizeT size_B)
{
   uint32_t block = hp_heap_realloc_begin(&run.heap, TK_LAYER_CUSTOM, from);
   if (block == 0)
      return False;
   SizeT from_B = (SizeT)tk_blocks_at(&run.heap.blocks, block)->size_B;
   if (hp_looks_next.follows_blocks)
      hp_looks_moved(from, from_B, to, size_B);
   hp_heap_realloc_end(&run.heap, block, hp_thread_number(id), to, size_B, hp_now());
   return True;
}

static Bool on_size(void *context, Addr block, SizeT *size_B)
{
   uint32_t index = tk_blocks_find(&run.heap.blocks, block, TK_LAYER_CUSTOM);
   if (index != 0)
      *size_B = tk_blocks_at(&run.heap.blocks, index)->size_B;
   return index != 0;
}

static void on_unknown(void *context, ThreadId id, const HChar *what, Addr address)
{
   static Bool has_warned;
   run.heap.invalid++;
   if (has_warned)
      return;
   has_warned = True;
   VG_(umsg)("warning: client request: %s %#lx, which is unknown.  This request "
             "and later ones\n   are ignored.\n",
             what, address);
   VG_(get_and_pp_StackTrace)(id, 12);
}

void hp_custom_blocks_init(void)
{
   static const tk_custom_events events = {
      .begin = on_begin,
      .end = on_end,
      .move = on_move,
      .size = on_size,
      .unknown = on_unknown,
   };
   tk_custom_blocks_init(&events);
}

Bool hp_custom_blocks_handle(ThreadId id, UWord *arguments, UWord *result)
{
   *result = 0;
   return run.mode == HP_MODE_HEAP && tk_custom_blocks_handle(id, arguments, result);
}
