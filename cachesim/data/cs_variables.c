/* cs_variables.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_variables.h"

#include "pub_tool_libcbase.h"

#include "data/cs_binaries.h"
#include "data/cs_tls.h"

enum { RECENT = 1024, LINE_BITS = 6 }; /* a power of two; of addresses */

/* What was found lately: from `low` to `high`, memory belongs to this variable. */
typedef struct {
   Addr low, high, start;
   SizeT size_B;
   cs_data *data;
} recent;

static struct {
   recent recent[RECENT];
   UInt changes; /* of places, when these were found */
} the;

void cs_variables_init(const cs_find_setup *setup)
{
   cs_binaries_init(setup);
   cs_tls_init(setup);
}

static bool find_static(Addr addr, recent *r)
{
   const cs_place *place = cs_binaries_at(addr);
   cs_variable_at where;
   if (the.changes != cs_binaries_changes()) {
      VG_(memset)(the.recent, 0, sizeof the.recent);
      the.changes = cs_binaries_changes();
   }
   if (place == NULL)
      return false;
   *r = (recent){ .data = cs_binaries_variable(place->binary, CS_DATA_STATIC,
                                               addr - place->bias, &where) };
   r->low = where.low + place->bias;
   r->high = where.high + place->bias;
   r->start = where.start + place->bias;
   r->size_B = where.end - where.start;
   return true;
}

bool cs_variables_find(Addr addr, cs_data_at *at)
{
   recent *r = &the.recent[(addr >> LINE_BITS) & (RECENT - 1)];
   bool is_recent = addr - r->low < r->high - r->low && !cs_binaries_is_stale();
   if (!is_recent && !find_static(addr, r))
      return cs_tls_find(addr, at);
   *at = (cs_data_at){ .data = r->data, .offset = addr - r->start,
                       .size_B = r->size_B };
   return true;
}
