/* ac_data_spot.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_data_spot.h"

#include "base/an_number.h"
#include "base/an_string.h"
#include "base/tk_count.h"
#include "base/tk_gcd.h"
#include "types/ty_types.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The field that has the byte; NULL: padding. */
static const ty_field *field_at(const ty_type *type, int64_t offset)
{
   for (size_t i = type->n_fields; i-- > 0;) {
      const ty_field *field = &type->fields[i];
      if (offset >= field->offset && offset < field->offset + field->size_B)
         return field;
   }
   return NULL;
}

/* The field that has all bytes first + k * step of an element; NULL: there are several,
   or some are padding. */
static const ty_field *field_of_class(const ty_type *type, int64_t first, int64_t step)
{
   const ty_field *field = field_at(type, first);
   for (int64_t at = first + step; field != NULL && at < type->size_B; at += step)
      if (field_at(type, at) != field)
         return NULL;
   return field;
}

ac_data_spot ac_data_spot_of(ac_data_place place, const ty_type *type)
{
   ac_data_spot spot = { NULL, place.offset, place.stride, 0, false };
   if (place.offset < 0)
      return (ac_data_spot){ .offset = -1 };
   if (type == NULL || type->n_fields == 0 || type->size_B <= 0)
      return spot;
   /* An offset behind k elements is as one in the first. */
   int64_t step = (int64_t)tk_gcd((uint64_t)type->size_B, (uint64_t)place.stride);
   int64_t first = place.offset % step;
   const ty_field *field = field_of_class(type, first, step);
   if (field != NULL)
      return (ac_data_spot){ field->name, field->offset, 0, field->size_B, false };
   bool is_one = step == type->size_B;
   return (ac_data_spot){ .offset = is_one ? first : -1, .is_several = !is_one };
}

int ac_data_spot_compare(const ac_data_spot *a, const ac_data_spot *b)
{
   return tk_compare_signed(a->offset, b->offset)
      ?: tk_compare_signed(a->stride, b->stride)
      ?: a->is_several - b->is_several
      ?: an_string_compare(a->name, b->name);
}

const char *ac_data_spot_text(const ac_data_spot *spot, char text[AC_DATA_SPOT_B])
{
   text[0] = '\0';
   if (spot->name != NULL)
      snprintf(text, AC_DATA_SPOT_B, "%s", spot->name);
   else if (spot->is_several)
      snprintf(text, AC_DATA_SPOT_B, "several fields");
   else if (spot->stride > 0)
      snprintf(text, AC_DATA_SPOT_B, "+%" PRId64 ", every %" PRId64, spot->offset,
               spot->stride);
   else if (spot->offset >= 0)
      snprintf(text, AC_DATA_SPOT_B, "+%" PRId64, spot->offset);
   return text;
}
