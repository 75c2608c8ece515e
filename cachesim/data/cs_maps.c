/* cs_maps.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_maps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"

enum { RECENT = 16 }; /* a power of two */

/* A file that was found lately. */
typedef struct {
   ULong dev, ino;
   Int name;      /* the number that the core has for it */
   cs_data *data; /* NULL: none */
} recent;

static struct {
   cs_find_setup setup;
   cs_data *brk, *anonymous;
   Addr brk_start, brk_end;
   recent recent[RECENT];
} the;

static cs_data *data_of(cs_data_kind kind, const HChar *name)
{
   return cs_data_of(the.setup.data, &(cs_data_key){ .kind = kind, .name = name });
}

void cs_maps_init(const cs_find_setup *setup)
{
   the.setup = *setup;
   the.brk = data_of(CS_DATA_BRK, NULL);
   the.anonymous = data_of(CS_DATA_MAP, NULL);
}

void cs_maps_brk(Addr start, SizeT size_B)
{
   if (the.brk_end == 0)
      the.brk_start = start;
   the.brk_end = start + size_B;
}

void cs_maps_brk_down(Addr start)
{
   the.brk_end = start;
}

static cs_data *file_of(const NSegment *segment)
{
   recent *r = &the.recent[(segment->ino ^ segment->dev) & (RECENT - 1)];
   if (r->data != NULL && r->ino == segment->ino && r->dev == segment->dev
       && r->name == segment->fnIdx)
      return r->data;
   const HChar *path = VG_(am_get_filename)(segment);
   if (path == NULL)
      return the.anonymous;
   path = tk_strings_intern(the.setup.names, path, VG_(strlen)(path));
   *r = (recent){ .dev = segment->dev, .ino = segment->ino, .name = segment->fnIdx,
                  .data = data_of(CS_DATA_MAP, path) };
   return r->data;
}

bool cs_maps_find(Addr addr, cs_data_at *at)
{
   const NSegment *segment = VG_(am_find_nsegment)(addr);
   if (segment == NULL)
      return false;
   if (segment->kind == SkFileC)
      *at = (cs_data_at){ .data = file_of(segment) };
   else if (segment->kind == SkAnonC)
      *at = (cs_data_at){ .data = addr >= the.brk_start && addr < the.brk_end
                                     ? the.brk : the.anonymous };
   else if (segment->kind == SkShmC)
      *at = (cs_data_at){ .data = the.anonymous };
   else
      return false;
   return true;
}
