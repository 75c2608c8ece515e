/* ty_dwarf.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_dwarf_find.h"

#include <dwarf.h>
#include <string.h>

/* ---- Types ---- */

bool ty_dwarf_type(Dwarf_Die *die, Dwarf_Die *type)
{
   Dwarf_Attribute attribute;
   return dwarf_attr_integrate(die, DW_AT_type, &attribute) != NULL
          && dwarf_formref_die(&attribute, type) != NULL;
}

bool ty_dwarf_peel(Dwarf_Die *type)
{
   for (int i = 0; i < TY_DWARF_DEPTH; i++) {
      switch (dwarf_tag(type)) {
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type: {
         Dwarf_Die inner;
         if (!ty_dwarf_type(type, &inner))
            return false;
         *type = inner;
         break;
      }
      default:
         ty_dwarf_complete(type);
         return true;
      }
   }
   return false;
}

bool ty_dwarf_follow(Dwarf_Die *pointer, Dwarf_Die *type, bool *is_void)
{
   Dwarf_Die peeled = *pointer;
   *is_void = false;
   if (!ty_dwarf_peel(&peeled))
      return false;
   switch (dwarf_tag(&peeled)) {
   case DW_TAG_reference_type:
   case DW_TAG_rvalue_reference_type: {
      Dwarf_Die target;
      return ty_dwarf_type(&peeled, &target)
             && dwarf_tag(&target) != DW_TAG_reference_type
             && ty_dwarf_follow(&target, type, is_void);
   }
   case DW_TAG_pointer_type:
      if (!ty_dwarf_type(&peeled, type)) {
         *is_void = true;
         return false;
      }
      Dwarf_Die target = *type; /* const void is nothing, too */
      *is_void = !ty_dwarf_peel(&target);
      return !*is_void;
   case DW_TAG_array_type:
      return ty_dwarf_type(&peeled, type);
   default:
      return false;
   }
}

static bool is_struct_tag(int tag)
{
   return tag == DW_TAG_structure_type || tag == DW_TAG_class_type
          || tag == DW_TAG_union_type;
}

bool ty_dwarf_is_struct(Dwarf_Die *type)
{
   return is_struct_tag(dwarf_tag(type))
          && !dwarf_hasattr(type, DW_AT_declaration);
}

int64_t ty_dwarf_size(Dwarf_Die *type)
{
   Dwarf_Word size;
   if (dwarf_aggregate_size(type, &size) != 0 || size > INT64_MAX / 2)
      return -1;
   return (int64_t)size;
}

static bool count_dimension(void *context, Dwarf_Die *die)
{
   int64_t *count = context;
   Dwarf_Attribute attribute;
   Dwarf_Word n;
   if (dwarf_tag(die) != DW_TAG_subrange_type)
      return true;
   if (dwarf_attr(die, DW_AT_count, &attribute) != NULL
       && dwarf_formudata(&attribute, &n) == 0) {
   } else if (dwarf_attr(die, DW_AT_upper_bound, &attribute) != NULL
              && dwarf_formudata(&attribute, &n) == 0) {
      n = n + 1; /* of [0] it is -1 */
   } else {
      n = UINT64_MAX;
   }
   if (*count < 0 || n > INT32_MAX || *count > INT32_MAX)
      *count = -1;
   else
      *count *= (int64_t)n;
   return true;
}

int64_t ty_dwarf_count(Dwarf_Die *array)
{
   int64_t count = 1;
   ty_dwarf_children(array, count_dimension, &count);
   return count;
}

/* In two units the same type is described twice. */
bool ty_dwarf_same(Dwarf_Die *a, Dwarf_Die *b)
{
   if (a->addr == b->addr)
      return true;
   const char *name_a = dwarf_diename(a), *name_b = dwarf_diename(b);
   return name_a != NULL && name_b != NULL && strcmp(name_a, name_b) == 0
          && dwarf_tag(a) == dwarf_tag(b)
          && ty_dwarf_size(a) == ty_dwarf_size(b);
}

/* ---- What is in others ---- */

bool ty_dwarf_children(Dwarf_Die *die, bool (*visit)(void *, Dwarf_Die *),
                       void *context)
{
   Dwarf_Die child, next;
   bool has_child = dwarf_child(die, &next) == 0;
   while (has_child) {
      child = next;
      if (!visit(context, &child))
         return false;
      /* What goes back is broken, and might go on for ever. */
      has_child = dwarf_siblingof(&child, &next) == 0
                  && (char *)next.addr > (char *)child.addr;
   }
   return true;
}

bool ty_dwarf_is_named(Dwarf_Die *die, const char *name, size_t length)
{
   const char *text = dwarf_diename(die);
   return text != NULL && strlen(text) == length
          && memcmp(text, name, length) == 0;
}

typedef struct {
   const char *name;
   size_t length;
   Dwarf_Die *member;
   int depth, n_seen;
} member_search;

static bool see_member(void *context, Dwarf_Die *die)
{
   member_search *search = context;
   int tag = dwarf_tag(die);
   if (search->n_seen++ > TY_DWARF_MEMBERS)
      return true;
   if (tag == DW_TAG_member
       && ty_dwarf_is_named(die, search->name, search->length)) {
      *search->member = *die;
      return false;
   }
   Dwarf_Die type;
   bool is_open = tag == DW_TAG_inheritance
                  || (tag == DW_TAG_member && dwarf_diename(die) == NULL);
   if (!is_open || search->depth == TY_DWARF_DEPTH || !ty_dwarf_type(die, &type)
       || !ty_dwarf_peel(&type))
      return true;
   search->depth++;
   bool goes_on = ty_dwarf_children(&type, see_member, search);
   search->depth--;
   return goes_on;
}

bool ty_dwarf_member(Dwarf_Die *structure, const char *name, size_t length,
                     Dwarf_Die *member)
{
   member_search search = { .name = name, .length = length,
                            .member = member };
   return is_struct_tag(dwarf_tag(structure))
          && !ty_dwarf_children(structure, see_member, &search);
}

int64_t ty_dwarf_offset(Dwarf_Die *member)
{
   Dwarf_Attribute attribute;
   Dwarf_Word offset;
   if (dwarf_attr(member, DW_AT_data_member_location, &attribute) == NULL)
      return dwarf_hasattr(member, DW_AT_data_bit_offset) ? -1 : 0;
   if (dwarf_formudata(&attribute, &offset) != 0) {
      Dwarf_Op *expression;
      size_t n;
      if (dwarf_getlocation(&attribute, &expression, &n) != 0 || n != 1
          || expression[0].atom != DW_OP_plus_uconst)
         return -1;
      offset = expression[0].number;
   }
   return offset > INT32_MAX ? -1 : (int64_t)offset;
}

static bool see_first(void *context, Dwarf_Die *die)
{
   Dwarf_Die *first = context;
   int tag = dwarf_tag(die);
   if ((tag != DW_TAG_member && tag != DW_TAG_inheritance)
       || dwarf_hasattr(die, DW_AT_external) || ty_dwarf_offset(die) != 0)
      return true;
   return !ty_dwarf_type(die, first);
}

bool ty_dwarf_begins_with(Dwarf_Die *type, Dwarf_Die *start)
{
   Dwarf_Die at = *type, first;
   for (int i = 0; i < TY_DWARF_DEPTH && ty_dwarf_peel(&at); i++) {
      if (ty_dwarf_same(&at, start))
         return true;
      if (!ty_dwarf_is_struct(&at)
          || ty_dwarf_children(&at, see_first, &first))
         return false;
      at = first;
   }
   return false;
}

typedef struct {
   const char *name; /* NULL: any */
   size_t length;
   Dwarf_Die *type;
} parameter_search;

static bool see_parameter(void *context, Dwarf_Die *die)
{
   parameter_search *search = context;
   return dwarf_tag(die) != DW_TAG_template_type_parameter
          || (search->name != NULL
              && !ty_dwarf_is_named(die, search->name, search->length))
          || !ty_dwarf_type(die, search->type);
}

bool ty_dwarf_parameter(Dwarf_Die *die, const char *name, size_t length,
                        Dwarf_Die *type)
{
   parameter_search search = { name, length, type };
   return !ty_dwarf_children(die, see_parameter, &search);
}
