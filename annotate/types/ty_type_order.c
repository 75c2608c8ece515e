/* ty_type_order.c -- an order of types; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_types.h"

#include "base/an_number.h"
#include "base/tk_count.h"

#include <string.h>

int ty_type_compare(const ty_type *a, const ty_type *b)
{
   if (a == b)
      return 0;
   if (a == NULL || b == NULL)
      return a == NULL ? 1 : -1;
   int order = strcmp(a->name, b->name)
      ?: tk_compare_signed(a->size_B, b->size_B)
      ?: tk_compare(a->n_fields, b->n_fields);
   for (size_t i = 0; order == 0 && i < a->n_fields; i++)
      order = tk_compare_signed(a->fields[i].offset, b->fields[i].offset)
                 ?: strcmp(a->fields[i].name, b->fields[i].name);
   return order;
}
