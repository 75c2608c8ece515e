/* tk_variables.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/tk_variables.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"

#include "data/tk_binaries.h"
#include "data/tk_tls.h"

static tk_code_objects *objects;

void tk_variables_init(const tk_variables_setup *setup)
{
   objects = setup->objects;
   tk_binaries_init(setup);
   tk_tls_init(setup);
}

/* ---- Looking up ------------------------------------------------------- */

Bool tk_variables_update(Addr addr)
{
   return tk_tls_update(addr);
}

/* The variable at the address, its extent in its binary, and where that begins. */
static const tk_variable *find_variable(Addr addr, tk_extent *extent, Addr *base)
{
   const tk_binary_place *place = tk_binaries_at(addr);
   if (place == NULL)
      return tk_tls_find(addr, extent, base);
   *base = place->bias;
   return tk_binaries_variable(place->binary, False, addr - place->bias, extent);
}

const tk_variable *tk_variables_find(Addr addr, tk_variable_at *at)
{
   tk_extent extent;
   Addr base;
   const tk_variable *variable = find_variable(addr, &extent, &base);
   if (variable == NULL) {
      *at = (tk_variable_at){ .high = ~(Addr)0 };
      tk_binaries_gap(addr, &at->low, &at->high);
      tk_tls_gap(addr, &at->low, &at->high);
   } else {
      *at = (tk_variable_at){ .start = base + extent.start,
                              .low = base + extent.low,
                              .high = base + extent.high };
   }
   return variable;
}

const tk_variable *tk_variables_find_in_block(Addr addr, Addr *start)
{
   return tk_tls_find_in_block(addr, start);
}

/* By the name of its file, such as ld-linux-x86-64.so.2. */
Bool tk_variables_is_loader(UInt object)
{
   SizeT n;
   const tk_object *list = tk_code_objects_list(objects, &n);
   return object != TK_NO_OBJECT && object <= n
          && VG_(strncmp)(VG_(basename)(list[object - 1].path), "ld-", 3) == 0;
}

/* ---- The core's events ------------------------------------------------ */

void tk_variables_mapped(Addr start, SizeT size_B)
{
   tk_binaries_mapped(start, size_B);
}

void tk_variables_unmapped(Addr start, SizeT size_B)
{
   tk_binaries_unmapped(start, size_B);
}

void tk_variables_threads_end(void)
{
   tk_tls_threads_end();
}
