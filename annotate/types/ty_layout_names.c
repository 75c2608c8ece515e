/* ty_layout_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_layout_names.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds as much as fits. */
static void add(char name[TY_NAME_MAX_B], const char *text)
{
   size_t used = strlen(name);
   snprintf(name + used, TY_NAME_MAX_B - used, "%s", text);
}

static bool is_c(Dwarf_Die *die)
{
   Dwarf_Die unit;
   switch (dwarf_srclang(dwarf_diecu(die, &unit, NULL, NULL))) {
   case DW_LANG_C:
   case DW_LANG_C89:
   case DW_LANG_C99:
   case DW_LANG_C11:
      return true;
   default:
      return false;
   }
}

static const char *tag_word(int tag)
{
   switch (tag) {
   case DW_TAG_structure_type:   return "struct ";
   case DW_TAG_union_type:       return "union ";
   case DW_TAG_class_type:       return "class ";
   case DW_TAG_enumeration_type: return "enum ";
   default:                      return "";
   }
}

/* "a::b::" for the namespaces and classes around the type. */
static void add_scopes(char name[TY_NAME_MAX_B], Dwarf_Die *type)
{
   Dwarf_Die *scopes;
   int n = dwarf_getscopes_die(type, &scopes);
   for (int i = n - 1; i > 0; i--) {
      int tag = dwarf_tag(&scopes[i]);
      const char *own = dwarf_diename(&scopes[i]);
      if (tag != DW_TAG_namespace && tag != DW_TAG_structure_type
          && tag != DW_TAG_class_type && tag != DW_TAG_union_type)
         continue;
      add(name, own != NULL ? own : "(anonymous)");
      add(name, "::");
   }
   if (n > 0)
      free(scopes);
}

static void add_own_name(char name[TY_NAME_MAX_B], Dwarf_Die *type)
{
   const char *own = dwarf_diename(type);
   int tag = dwarf_tag(type);
   if (own == NULL) {
      add(name, tag_word(tag));
      add(name, "(anonymous)");
      return;
   }
   if (is_c(type))
      add(name, tag_word(tag));
   else if (tag != DW_TAG_base_type)
      add_scopes(name, type);
   add(name, own);
}

static void add_bound(char bounds[TY_NAME_MAX_B], Dwarf_Die *array)
{
   int64_t count = ty_die_count(array);
   char text[32] = "[]";
   if (count >= 0)
      snprintf(text, sizeof text, "[%lld]", (long long)count);
   add(bounds, text);
}

static bool is_qualifier(int tag)
{
   return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type
          || tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
}

void ty_layout_name(char name[TY_NAME_MAX_B], Dwarf_Die *type)
{
   char after[TY_NAME_MAX_B] = "", rest[TY_NAME_MAX_B];
   Dwarf_Die at = *type, inner;
   bool has_type = true;
   name[0] = '\0';
   for (int i = 0; i < TY_DWARF_DEPTH && has_type; i++) {
      int tag = dwarf_tag(&at);
      if (tag == DW_TAG_array_type) {
         add_bound(after, &at);
      } else if (!is_qualifier(tag)) {
         const char *mark = tag == DW_TAG_pointer_type ? "*"
                            : tag == DW_TAG_reference_type ? "&"
                            : tag == DW_TAG_rvalue_reference_type ? "&&" : NULL;
         /* Pointers have names in Rust. */
         if (mark == NULL || dwarf_diename(&at) != NULL)
            break;
         snprintf(rest, sizeof rest, "%s", after);
         snprintf(after, sizeof after, "%s%.*s", mark, TY_NAME_MAX_B - 4, rest);
      }
      has_type = ty_die_type(&at, &inner);
      at = inner;
   }
   if (!has_type)
      add(name, "void");
   else if (dwarf_tag(&at) == DW_TAG_subroutine_type)
      add(name, "function");
   else
      add_own_name(name, &at);
   if (after[0] == '*')
      add(name, " ");
   add(name, after);
}
