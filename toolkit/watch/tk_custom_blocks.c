/* tk_custom_blocks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/tk_custom_blocks.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "valgrind.h"

/* A memory pool. */
typedef struct pool {
   struct pool *next; /* begins as a VgHashNode */
   UWord anchor;
   Bool is_meta; /* requests of their own report the parts of its blocks */
   OSet *blocks; /* their addresses */
} pool;

static VgHashTable *pools;
static const tk_custom_events *events;

/* ---- Blocks ------------------------------------------------------------------ */

static void warn_of_address(ThreadId id, const HChar *what, Addr address)
{
   events->unknown(events->context, id, what, address);
}

static void begin_block(ThreadId id, Addr address, SizeT size_B)
{
   events->begin(events->context, id, address, size_B);
}

static Bool end_block(Addr address)
{
   return events->end(events->context, address);
}

static Bool move_block(ThreadId id, Addr from, Addr to, SizeT size_B)
{
   return events->move(events->context, id, from, to, size_B);
}

/* ---- Pools ------------------------------------------------------------------- */

static pool *find_pool(ThreadId id, UWord anchor)
{
   pool *found = VG_(HT_lookup)(pools, anchor);
   if (found == NULL)
      warn_of_address(id, "of pool", anchor);
   return found;
}

static void create_pool(UWord anchor, UWord flags)
{
   if (VG_(HT_lookup)(pools, anchor) != NULL)
      return;
   pool *p = VG_(malloc)("tk.pool", sizeof *p);
   p->anchor = anchor;
   p->is_meta = (flags & VALGRIND_MEMPOOL_METAPOOL) != 0;
   p->blocks = VG_(OSetWord_Create)(VG_(malloc), "tk.pool", VG_(free));
   VG_(HT_add_node)(pools, p);
}

static void pool_begin_block(ThreadId id, pool *p, Addr address, SizeT size_B)
{
   if (p->is_meta)
      return;
   begin_block(id, address, size_B);
   if (!VG_(OSetWord_Contains)(p->blocks, address))
      VG_(OSetWord_Insert)(p->blocks, address);
}

static void pool_end_block(ThreadId id, pool *p, Addr address)
{
   if (p->is_meta)
      return;
   if (VG_(OSetWord_Remove)(p->blocks, address))
      end_block(address);
   else
      warn_of_address(id, "a free of pool's block", address);
}

/* Ends the blocks that do not lie within a range. */
static void trim_pool(pool *p, Addr start, SizeT size_B)
{
   UWord address;
   OSet *kept = VG_(OSetWord_Create)(VG_(malloc), "tk.pool", VG_(free));
   VG_(OSetWord_ResetIter)(p->blocks);
   while (VG_(OSetWord_Next)(p->blocks, &address)) {
      SizeT block_B;
      if (!events->size(events->context, address, &block_B))
         continue;
      if (address >= start && address - start + block_B <= size_B)
         VG_(OSetWord_Insert)(kept, address);
      else
         end_block(address);
   }
   VG_(OSetWord_Destroy)(p->blocks);
   p->blocks = kept;
}

static void destroy_pool(pool *p)
{
   trim_pool(p, 0, 0);
   VG_(OSetWord_Destroy)(p->blocks);
   VG_(HT_remove)(pools, p->anchor);
   VG_(free)(p);
}

static void move_pool(pool *p, UWord anchor)
{
   VG_(HT_remove)(pools, p->anchor);
   p->anchor = anchor;
   VG_(HT_add_node)(pools, p);
}

/* A block moved within its pool. */
static void change_block(ThreadId id, pool *p, Addr from, Addr to, SizeT size_B)
{
   if (p->is_meta)
      return;
   if (!VG_(OSetWord_Remove)(p->blocks, from) || !move_block(id, from, to, size_B)) {
      warn_of_address(id, "a change of pool's block", from);
      return;
   }
   if (!VG_(OSetWord_Contains)(p->blocks, to))
      VG_(OSetWord_Insert)(p->blocks, to);
}

/* ---- Requests ----------------------------------------------------------------- */

void tk_custom_blocks_init(const tk_custom_events *of)
{
   events = of;
   pools = VG_(HT_construct)("tk.pools");
}

static void handle_pool(ThreadId id, UWord *arguments)
{
   pool *p = find_pool(id, arguments[1]);
   if (p == NULL)
      return;
   switch (arguments[0]) {
   case VG_USERREQ__DESTROY_MEMPOOL: destroy_pool(p); break;
   case VG_USERREQ__MEMPOOL_ALLOC:
      pool_begin_block(id, p, arguments[2], arguments[3]);
      break;
   case VG_USERREQ__MEMPOOL_FREE: pool_end_block(id, p, arguments[2]); break;
   case VG_USERREQ__MEMPOOL_TRIM: trim_pool(p, arguments[2], arguments[3]); break;
   case VG_USERREQ__MOVE_MEMPOOL: move_pool(p, arguments[2]); break;
   default: change_block(id, p, arguments[2], arguments[3], arguments[4]); break;
   }
}

Bool tk_custom_blocks_handle(ThreadId id, UWord *arguments, UWord *result)
{
   *result = 0;
   switch (arguments[0]) {
   case VG_USERREQ__MALLOCLIKE_BLOCK:
      begin_block(id, arguments[1], arguments[2]);
      return True;
   case VG_USERREQ__RESIZEINPLACE_BLOCK:
      if (!move_block(id, arguments[1], arguments[1], arguments[3]))
         warn_of_address(id, "a resize of block", arguments[1]);
      return True;
   case VG_USERREQ__FREELIKE_BLOCK:
      if (!end_block(arguments[1]))
         warn_of_address(id, "a free of block", arguments[1]);
      return True;
   case VG_USERREQ__CREATE_MEMPOOL: create_pool(arguments[1], arguments[4]); return True;
   case VG_USERREQ__MEMPOOL_EXISTS:
      *result = VG_(HT_lookup)(pools, arguments[1]) != NULL;
      return True;
   case VG_USERREQ__DESTROY_MEMPOOL:
   case VG_USERREQ__MEMPOOL_ALLOC:
   case VG_USERREQ__MEMPOOL_FREE:
   case VG_USERREQ__MEMPOOL_TRIM:
   case VG_USERREQ__MOVE_MEMPOOL:
   case VG_USERREQ__MEMPOOL_CHANGE: handle_pool(id, arguments); return True;
   default: return False;
   }
}
