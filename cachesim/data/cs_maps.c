/* cs_maps.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_maps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"

enum { RECENT = 64, AREA_BITS = 16 }; /* a power of two; of addresses */

static struct {
   cs_find_setup setup;
   cs_data *brk, *anonymous;
   Addr brk_start, brk_end;
   cs_mapped recent[RECENT]; /* what was found lately; end 0: nothing */
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

/* ---- The core's events ------------------------------------------------ */

void cs_maps_changed(void)
{
   VG_(memset)(the.recent, 0, sizeof the.recent);
}

void cs_maps_brk(Addr start, SizeT size_B)
{
   if (the.brk_end == 0)
      the.brk_start = start;
   the.brk_end = start + size_B;
   cs_maps_changed();
}

void cs_maps_brk_down(Addr start)
{
   the.brk_end = start;
   cs_maps_changed();
}

/* ---- Looking up ------------------------------------------------------- */

static cs_data *file_of(const NSegment *segment)
{
   const HChar *path = VG_(am_get_filename)(segment);
   if (path == NULL)
      return the.anonymous;
   return data_of(CS_DATA_MAP, tk_strings_text(the.setup.names, path));
}

/* The brk area is a part of its mapping. */
static void find_anonymous(Addr addr, cs_mapped *m)
{
   m->data = the.anonymous;
   if (addr < the.brk_start)
      m->end = m->end < the.brk_start ? m->end : the.brk_start - 1;
   else if (addr >= the.brk_end)
      m->start = m->start > the.brk_end ? m->start : the.brk_end;
   else
      *m = (cs_mapped){ .start = the.brk_start, .end = the.brk_end - 1, .data = the.brk };
}

static cs_mapped find_mapping(Addr addr)
{
   const NSegment *segment = VG_(am_find_nsegment)(addr);
   if (segment == NULL)
      return (cs_mapped){ .start = addr, .end = addr };
   cs_mapped m = { .start = segment->start, .end = segment->end };
   if (segment->kind == SkFileC)
      m.data = file_of(segment);
   else if (segment->kind == SkAnonC)
      find_anonymous(addr, &m);
   else if (segment->kind == SkShmC)
      m.data = the.anonymous;
   return m;
}

const cs_mapped *cs_maps_at(Addr addr)
{
   cs_mapped *m = &the.recent[(addr >> AREA_BITS) & (RECENT - 1)];
   if (addr < m->start || addr > m->end)
      *m = find_mapping(addr);
   return m;
}

bool cs_maps_find(Addr addr, cs_data_at *at)
{
   const cs_mapped *m = cs_maps_at(addr);
   if (m->data != NULL)
      *at = (cs_data_at){ .data = m->data };
   return m->data != NULL;
}
