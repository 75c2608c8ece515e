/* cs_variables.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_variables.h"

#include "pub_tool_libcbase.h"

#include "data/cs_binaries.h"
#include "data/cs_tls.h"

enum { RECENT = 1024, LINE_BITS = 6 }; /* a power of two; of addresses */

/* What was found lately: from `low` to `high`, memory belongs to this variable; NULL: to
   none. */
typedef struct {
   Addr low, high, start;
   SizeT size_B;
   cs_data *data;
} recent;

static struct {
   recent recent[RECENT];
} the;

void cs_variables_init(const cs_find_setup *setup)
{
   cs_binaries_init(setup);
   cs_tls_init(setup);
}

/* The datum at the address, where it is in its binary, and where that begins. */
static cs_data *find_variable(Addr addr, cs_variable_at *where, Addr *base)
{
   const cs_place *place = cs_binaries_at(addr);
   if (place == NULL)
      return cs_tls_find(addr, where, base);
   *base = place->bias;
   return cs_binaries_variable(place->binary, CS_DATA_STATIC, addr - place->bias, where);
}

static void look_up(Addr addr, recent *r)
{
   cs_variable_at where;
   Addr base;
   *r = (recent){ .high = ~(Addr)0, .data = find_variable(addr, &where, &base) };
   if (r->data == NULL) {
      cs_binaries_gap(addr, &r->low, &r->high);
      cs_tls_gap(addr, &r->low, &r->high);
      return;
   }
   r->low = base + where.low;
   r->high = base + where.high;
   r->start = base + where.start;
   r->size_B = where.end - where.start;
}

bool cs_variables_find(Addr addr, cs_data_at *at)
{
   recent *r = &the.recent[(addr >> LINE_BITS) & (RECENT - 1)];
   if (cs_tls_update(addr))
      VG_(memset)(the.recent, 0, sizeof the.recent);
   if (addr - r->low >= r->high - r->low)
      look_up(addr, r);
   if (r->data != NULL)
      *at =
         (cs_data_at){ .data = r->data, .offset = addr - r->start, .size_B = r->size_B };
   return r->data != NULL;
}
