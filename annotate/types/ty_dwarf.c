/* ty_dwarf.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_dwarf.h"

#include <dwarf.h>
#include <string.h>

/* ---- Searching ---- */

static bool is_type(int tag, bool is_tag)
{
   return ty_die_is_struct_tag(tag)
          || (!is_tag
              && (tag == DW_TAG_typedef || tag == DW_TAG_base_type
                  || tag == DW_TAG_enumeration_type
                  || tag == DW_TAG_template_type_parameter));
}

/* "list<int>" also names "list<int, std::allocator<int> >". */
static bool is_named(const ty_dwarf_search *s, Dwarf_Die *die)
{
   const char *name = dwarf_diename(die);
   if (ty_die_is_named(die, s->name, s->length))
      return true;
   return name != NULL && s->length > 0 && s->name[s->length - 1] == '>'
          && strncmp(name, s->name, s->length - 1) == 0 && name[s->length - 1] == ',';
}

/* Whether the innermost scopes around the position have the qualifiers' names. */
static bool is_qualified(const ty_dwarf_search *s)
{
   const char *start = s->qualifiers, *end = start + s->qualifiers_length;
   for (int i = s->depth - 1; start < end; i--) {
      const char *name = i < 0 ? NULL : dwarf_diename(s->path[i]);
      size_t length = name == NULL ? 0 : strlen(name);
      if (length == 0 || length > (size_t)(end - start)
          || memcmp(end - length, name, length) != 0)
         return false;
      end -= length;
      if (end > start && end - start < 3)
         return false;
      if (end > start && memcmp(end - 2, "::", 2) != 0)
         return false;
      end -= end > start ? 2 : 0;
   }
   return true;
}

static void visit_type(ty_dwarf_search *s, Dwarf_Die *die)
{
   int tag = dwarf_tag(die);
   Dwarf_Die type = *die;
   if (!is_type(tag, s->is_tag) || !is_named(s, die) || !is_qualified(s)
       || (tag == DW_TAG_template_type_parameter && !ty_die_type(die, &type))
       || !ty_dwarf_complete(s->trees, &type))
      return;
   if (s->is_found && ty_dwarf_differ(s->trees, s->type, type))
      s->is_ambiguous = true;
   s->type = type;
   s->is_found = true;
}

static bool visit_near_type(void *context, Dwarf_Die *die)
{
   visit_type(context, die);
   return true;
}

/* Searches a unit, its imports, and all its namespaces and classes. */
static bool visit_any_type(void *context, Dwarf_Die *die)
{
   ty_dwarf_search *s = context;
   Dwarf_Attribute attribute;
   Dwarf_Die unit;
   int tag = dwarf_tag(die);
   visit_type(s, die);
   if (s->depth == TY_DWARF_DEPTH || s->n_seen++ > TY_DWARF_TYPES)
      return true;
   if (tag == DW_TAG_imported_unit) {
      if (dwarf_attr(die, DW_AT_import, &attribute) != NULL
          && dwarf_formref_die(&attribute, &unit) != NULL)
         die = &unit;
   } else if (tag != DW_TAG_namespace && !ty_die_is_struct_tag(tag)) {
      return true;
   }
   if (tag != DW_TAG_imported_unit)
      s->path[s->depth++] = die;
   else
      s->n_seen += TY_DWARF_TYPES / 1000; /* a unit can import itself */
   ty_die_children(die, visit_any_type, s);
   s->depth -= tag != DW_TAG_imported_unit;
   return true;
}

/* Splits at the last "::" outside of template arguments. */
static void split_name(ty_dwarf_search *s, const char *text, size_t length)
{
   size_t start = 0, depth = 0;
   for (size_t i = 0; i + 1 < length; i++) {
      depth += (text[i] == '<') - (text[i] == '>');
      if (depth == 0 && memcmp(text + i, "::", 2) == 0)
         start = i + 2;
   }
   s->name = text + start;
   s->length = length - start;
   s->qualifiers = text;
   s->qualifiers_length = start > 0 ? start - 2 : 0;
}

void ty_dwarf_search_begin(ty_dwarf_search *search, ty_trees *trees, const char *text,
                           size_t length)
{
   static const char *const tags[] = { "struct ", "union ", "class " };
   *search = (ty_dwarf_search){ .trees = trees };
   for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
      size_t n = strlen(tags[i]);
      if (length > n && memcmp(text, tags[i], n) == 0) {
         search->is_tag = true;
         text += n;
         length -= n;
      }
   }
   split_name(search, text, length);
}

void ty_dwarf_search_near(ty_dwarf_search *search, Dwarf_Die *scope)
{
   if (search->qualifiers_length == 0)
      ty_die_children(scope, visit_near_type, search);
}

void ty_dwarf_search_unit(ty_dwarf_search *search, Dwarf_Die *unit)
{
   ty_die_children(unit, visit_any_type, search);
}

/* ---- Definitions ---- */

/* gcc and clang can define a class only in the unit of its first virtual
   function. */
static bool find_definition(ty_trees *trees, Dwarf_Die *type)
{
   enum { NAME_MAX_B = 500 };
   char text[NAME_MAX_B], other[NAME_MAX_B];
   Dwarf_Die found;
   if (!ty_die_is_cpp(type) || !ty_trees_write_name(trees, text, sizeof text, type)
       || !ty_index_definition(ty_trees_index(trees, dwarf_cu_getdwarf(type->cu)), text,
                               &found)
       || !ty_trees_write_name(trees, other, sizeof other, &found)
       || strcmp(text, other) != 0)
      return false;
   *type = found;
   return true;
}

bool ty_dwarf_complete(ty_trees *trees, Dwarf_Die *type)
{
   Dwarf_Attribute attribute;
   Dwarf_Die target;
   if (!dwarf_hasattr(type, DW_AT_declaration))
      return true;
   if (dwarf_attr(type, DW_AT_signature, &attribute) != NULL
       && dwarf_formref_die(&attribute, &target) != NULL) {
      *type = target;
      return !dwarf_hasattr(type, DW_AT_declaration);
   }
   return find_definition(trees, type);
}

/* ---- Types as they are ---- */

bool ty_dwarf_peel(ty_trees *trees, Dwarf_Die *type)
{
   for (int i = 0; i < TY_DWARF_DEPTH; i++) {
      Dwarf_Die inner;
      int tag = dwarf_tag(type);
      if (tag != DW_TAG_typedef && !ty_die_is_qualifier(tag)) {
         ty_dwarf_complete(trees, type);
         return true;
      }
      if (!ty_die_type(type, &inner))
         return false;
      *type = inner;
   }
   return false;
}

bool ty_dwarf_differ(ty_trees *trees, Dwarf_Die a, Dwarf_Die b)
{
   return ty_dwarf_peel(trees, &a) && ty_dwarf_peel(trees, &b) && !ty_die_same(&a, &b);
}

/* ---- What a pointer points to ---- */

bool ty_dwarf_follow(ty_trees *trees, Dwarf_Die *pointer, Dwarf_Die *type, bool *is_void)
{
   Dwarf_Die peeled = *pointer;
   *is_void = false;
   if (!ty_dwarf_peel(trees, &peeled))
      return false;
   switch (dwarf_tag(&peeled)) {
   case DW_TAG_reference_type:
   case DW_TAG_rvalue_reference_type: {
      Dwarf_Die target;
      return ty_die_type(&peeled, &target) && dwarf_tag(&target) != DW_TAG_reference_type
             && ty_dwarf_follow(trees, &target, type, is_void);
   }
   case DW_TAG_pointer_type:
      if (!ty_die_type(&peeled, type)) {
         *is_void = true;
         return false;
      }
      Dwarf_Die target = *type; /* const void is void, too */
      *is_void = !ty_dwarf_peel(trees, &target);
      return !*is_void;
   case DW_TAG_array_type: return ty_die_type(&peeled, type);
   default: return false;
   }
}

/* ---- Members ---- */

typedef struct {
   const char *name;
   size_t length;
   Dwarf_Die *member;
   ty_trees *trees;
   int depth, n_seen;
} member_search;

static bool visit_member(void *context, Dwarf_Die *die)
{
   member_search *search = context;
   int tag = dwarf_tag(die);
   if (search->n_seen++ > TY_DWARF_MEMBERS)
      return true;
   if (tag == DW_TAG_member && ty_die_is_named(die, search->name, search->length)) {
      *search->member = *die;
      return false;
   }
   Dwarf_Die type;
   bool is_open = tag == DW_TAG_inheritance
                  || (tag == DW_TAG_member && dwarf_diename(die) == NULL);
   if (!is_open || search->depth == TY_DWARF_DEPTH || !ty_die_type(die, &type)
       || !ty_dwarf_peel(search->trees, &type))
      return true;
   search->depth++;
   bool goes_on = ty_die_children(&type, visit_member, search);
   search->depth--;
   return goes_on;
}

bool ty_dwarf_member(ty_trees *trees, Dwarf_Die *structure, const char *name,
                     size_t length, Dwarf_Die *member)
{
   member_search search = {
      .name = name, .length = length, .member = member, .trees = trees
   };
   return ty_die_is_struct_tag(dwarf_tag(structure))
          && !ty_die_children(structure, visit_member, &search);
}

static bool visit_first(void *context, Dwarf_Die *die)
{
   Dwarf_Die *first = context;
   int tag = dwarf_tag(die);
   if ((tag != DW_TAG_member && tag != DW_TAG_inheritance)
       || dwarf_hasattr(die, DW_AT_external) || ty_die_offset(die) != 0)
      return true;
   return !ty_die_type(die, first);
}

bool ty_dwarf_begins_with(ty_trees *trees, Dwarf_Die *type, Dwarf_Die *start)
{
   Dwarf_Die at = *type, first;
   for (int i = 0; i < TY_DWARF_DEPTH && ty_dwarf_peel(trees, &at); i++) {
      if (ty_die_same(&at, start))
         return true;
      if (!ty_die_is_struct(&at) || ty_die_children(&at, visit_first, &first))
         return false;
      at = first;
   }
   return false;
}
