/* ah_ring_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_ring_name.h"

#include "heap/ah_keeper_names.h"

#include <string.h>

/* ---- Parts of a field: "value.parent.value.__0.ptr" ---- */

static size_t part_columns(const char *part)
{
   return strcspn(part, ".");
}

static bool is_part(const char *part, const char *name)
{
   size_t n = part_columns(part);
   return strncmp(part, name, n) == 0 && name[n] == '\0';
}

/* Whether the standard library has named it: of shared_ptr, or of Rc and what cells are
   made of. */
static bool is_internal(const char *part, ah_counting counting)
{
   if (counting == AH_COUNTING_CPP)
      return strncmp(part, "_M_", 3) == 0 || strncmp(part, "__", 2) == 0;
   return is_part(part, "value") || is_part(part, "data") || is_part(part, "inner")
          || is_part(part, "ptr") || is_part(part, "pointer") || is_part(part, "buf")
          || strncmp(part, "__", 2) == 0;
}

static const char *next_part(const char *part)
{
   part += part_columns(part);
   return *part == '.' ? part + 1 : part;
}

/* The parts of the program's own: behind those of the library before, up to those behind.
   If all are the library's, there is no name. */
static void set_field(ah_ring_name *name, const char *field)
{
   const char *end;
   if (name->counting == AH_COUNTING_UNKNOWN) {
      name->field = field;
      name->field_n = (int)strlen(field);
      return;
   }
   while (*field != '\0' && is_internal(field, name->counting))
      field = next_part(field);
   for (end = field; *end != '\0' && !is_internal(end, name->counting);)
      end = next_part(end);
   if (end > field && *end != '\0')
      end--; /* the point */
   if (end > field) {
      name->field = field;
      name->field_n = (int)(end - field);
   }
}

static ah_counting counting_of(const ty_type *type, const ty_field *field)
{
   if (strstr(field->name, "_M_") != NULL || strstr(field->name, "__cntrl_") != NULL
       || strstr(field->name, "__ptr_") != NULL)
      return AH_COUNTING_CPP;
   return strstr(type->name, "::rc::") != NULL || strstr(type->name, "::sync::") != NULL
             ? AH_COUNTING_RUST
             : AH_COUNTING_UNKNOWN;
}

/* A type of the library, such as a vector's elements, says less than who holds it. */
static bool is_of_library(const ty_type *type)
{
   return strncmp(type->name, "std::", 5) == 0 && strstr(type->name, "_Sp_") == NULL;
}

/* Whether the field at the offset has a name of the program's. */
static bool take(ah_ring_name *name, const ty_type *type, int64_t offset)
{
   const ty_field *field = ah_keeper_field_at(type, offset, 0);
   if (field == NULL || is_of_library(type))
      return false;
   name->type = type;
   name->counting = counting_of(type, field);
   set_field(name, field->name);
   return name->field != NULL;
}

void ah_ring_name_make(ah_ring_name *name, const ty_type *const *types,
                       const ah_ring *ring)
{
   *name = (ah_ring_name){ .to = types[ring->to] };
   if (take(name, types[ring->site], ring->offset))
      return;
   /* Through an array, which is in no block of a type of its own. */
   *name = (ah_ring_name){ .to = types[ring->to] };
   if (ring->holder < 0 || !take(name, types[ring->holder], ring->holder_offset))
      *name = (ah_ring_name){ .type = types[ring->site], .to = types[ring->to] };
}

static bool is_same_type(const ty_type *a, const ty_type *b)
{
   return a == b || (a != NULL && b != NULL && strcmp(a->name, b->name) == 0);
}

bool ah_ring_name_is_same(const ah_ring_name *a, const ah_ring_name *b)
{
   return is_same_type(a->type, b->type) && is_same_type(a->to, b->to)
          && a->field_n == b->field_n
          && strncmp(a->field == NULL ? "" : a->field, b->field == NULL ? "" : b->field,
                     (size_t)a->field_n)
                == 0;
}
