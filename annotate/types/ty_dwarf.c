/* ty_dwarf.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_dwarf.h"

#include <dwarf.h>

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
      return ty_die_type(&peeled, &target)
             && dwarf_tag(&target) != DW_TAG_reference_type
             && ty_dwarf_follow(&target, type, is_void);
   }
   case DW_TAG_pointer_type:
      if (!ty_die_type(&peeled, type)) {
         *is_void = true;
         return false;
      }
      Dwarf_Die target = *type; /* const void is void, too */
      *is_void = !ty_dwarf_peel(&target);
      return !*is_void;
   case DW_TAG_array_type:
      return ty_die_type(&peeled, type);
   default:
      return false;
   }
}

/* ---- Members ---- */

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
       && ty_die_is_named(die, search->name, search->length)) {
      *search->member = *die;
      return false;
   }
   Dwarf_Die type;
   bool is_open = tag == DW_TAG_inheritance
                  || (tag == DW_TAG_member && dwarf_diename(die) == NULL);
   if (!is_open || search->depth == TY_DWARF_DEPTH || !ty_die_type(die, &type)
       || !ty_dwarf_peel(&type))
      return true;
   search->depth++;
   bool goes_on = ty_die_children(&type, see_member, search);
   search->depth--;
   return goes_on;
}

bool ty_dwarf_member(Dwarf_Die *structure, const char *name, size_t length,
                     Dwarf_Die *member)
{
   member_search search = { .name = name, .length = length,
                            .member = member };
   return ty_die_is_struct_tag(dwarf_tag(structure))
          && !ty_die_children(structure, see_member, &search);
}

static bool see_first(void *context, Dwarf_Die *die)
{
   Dwarf_Die *first = context;
   int tag = dwarf_tag(die);
   if ((tag != DW_TAG_member && tag != DW_TAG_inheritance)
       || dwarf_hasattr(die, DW_AT_external) || ty_die_offset(die) != 0)
      return true;
   return !ty_die_type(die, first);
}

bool ty_dwarf_begins_with(Dwarf_Die *type, Dwarf_Die *start)
{
   Dwarf_Die at = *type, first;
   for (int i = 0; i < TY_DWARF_DEPTH && ty_dwarf_peel(&at); i++) {
      if (ty_die_same(&at, start))
         return true;
      if (!ty_die_is_struct(&at)
          || ty_die_children(&at, see_first, &first))
         return false;
      at = first;
   }
   return false;
}
