/* ty_type_order.c -- an order of types; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_types.h"

#include "base/an_number.h"

#include <string.h>

int ty_type_compare(const ty_type *a, const ty_type *b)
{
   if (a == b)
      return 0;
   if (a == NULL || b == NULL)
      return a == NULL ? 1 : -1;
   int order = strcmp(a->name, b->name);
   if (order == 0)
      order = an_number_compare(a->size_B, b->size_B);
   if (order == 0)
      order = an_number_compare((int64_t)a->n_fields, (int64_t)b->n_fields);
   for (size_t i = 0; order == 0 && i < a->n_fields; i++) {
      order = an_number_compare(a->fields[i].offset, b->fields[i].offset);
      if (order == 0)
         order = strcmp(a->fields[i].name, b->fields[i].name);
   }
   return order;
}
