/* ty_die.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_die.h"

#include <dwarf.h>
#include <string.h>

/* ---- Types ---- */

bool ty_die_type(Dwarf_Die *die, Dwarf_Die *type)
{
   Dwarf_Attribute attribute;
   return dwarf_attr_integrate(die, DW_AT_type, &attribute) != NULL
          && dwarf_formref_die(&attribute, type) != NULL;
}

bool ty_die_is_struct_tag(int tag)
{
   return tag == DW_TAG_structure_type || tag == DW_TAG_class_type
          || tag == DW_TAG_union_type;
}

bool ty_die_is_qualifier(int tag)
{
   return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type
          || tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
}

bool ty_die_is_struct(Dwarf_Die *type)
{
   return ty_die_is_struct_tag(dwarf_tag(type))
          && !dwarf_hasattr(type, DW_AT_declaration);
}

int64_t ty_die_size(Dwarf_Die *type)
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
   if (dwarf_attr(die, DW_AT_count, &attribute) == NULL
       || dwarf_formudata(&attribute, &n) != 0) {
      if (dwarf_attr(die, DW_AT_upper_bound, &attribute) != NULL
          && dwarf_formudata(&attribute, &n) == 0)
         n = n + 1; /* for [0] the bound is -1 */
      else
         n = UINT64_MAX;
   }
   if (*count < 0 || n > INT32_MAX || *count > INT32_MAX)
      *count = -1;
   else
      *count *= (int64_t)n;
   return true;
}

static bool count_first(void *context, Dwarf_Die *die)
{
   count_dimension(context, die);
   return dwarf_tag(die) != DW_TAG_subrange_type;
}

int64_t ty_die_rows(Dwarf_Die *array)
{
   int64_t count = 1;
   ty_die_children(array, count_first, &count);
   return count;
}

int64_t ty_die_count(Dwarf_Die *array)
{
   int64_t count = 1;
   ty_die_children(array, count_dimension, &count);
   return count;
}

bool ty_die_same(Dwarf_Die *a, Dwarf_Die *b)
{
   if (a->addr == b->addr)
      return true;
   const char *name_a = dwarf_diename(a), *name_b = dwarf_diename(b);
   return name_a != NULL && name_b != NULL && strcmp(name_a, name_b) == 0
          && dwarf_tag(a) == dwarf_tag(b) && ty_die_size(a) == ty_die_size(b);
}

/* ---- Units ---- */

bool ty_die_is_cpp(Dwarf_Die *die)
{
   Dwarf_Die unit;
   switch (dwarf_srclang(dwarf_diecu(die, &unit, NULL, NULL))) {
   case DW_LANG_C_plus_plus:
   case DW_LANG_C_plus_plus_03:
   case DW_LANG_C_plus_plus_11:
   case DW_LANG_C_plus_plus_14:
   case 0x2b: /* C++17 and C++20, which older headers lack */
   case 0x2c: return true;
   default: return false;
   }
}

bool ty_die_is_unit(Dwarf_Die *unit)
{
   int tag = dwarf_tag(unit);
   return tag == DW_TAG_compile_unit || tag == DW_TAG_skeleton_unit;
}

void ty_die_join(Dwarf_Die *unit)
{
   Dwarf_Die split;
   uint8_t kind;
   if (dwarf_cu_info(unit->cu, NULL, &kind, NULL, &split, NULL, NULL, NULL) == 0
       && kind == DW_UT_skeleton && split.addr != NULL)
      *unit = split;
}

bool ty_die_next_unit(Dwarf *dwarf, Dwarf_CU **cu, Dwarf_Die *unit)
{
   if (dwarf_get_units(dwarf, *cu, cu, NULL, NULL, unit, NULL) != 0)
      return false;
   ty_die_join(unit);
   return true;
}

/* ---- Children ---- */

bool ty_die_children(Dwarf_Die *die, bool (*visit)(void *, Dwarf_Die *), void *context)
{
   Dwarf_Die child, next;
   bool has_child = dwarf_child(die, &next) == 0;
   while (has_child) {
      child = next;
      if (!visit(context, &child))
         return false;
      /* Going back would be an error of the file, and could loop. */
      has_child = dwarf_siblingof(&child, &next) == 0
                  && (char *)next.addr > (char *)child.addr;
   }
   return true;
}

/* libdw leaves the place of the 0 that ends the children. */
bool ty_die_walk_next(ty_die_walk *walk, bool goes_in)
{
   Dwarf_Die next, *at = &walk->at;
   walk->n_closed = 0;
   if (goes_in && dwarf_child(at, &next) == 0) {
      *at = next;
      walk->depth++;
      return true;
   }
   if (walk->depth == 0 || dwarf_siblingof(at, &next) < 0
       || (char *)next.addr <= (char *)at->addr)
      return false;
   *at = (Dwarf_Die){ .addr = next.addr, .cu = at->cu };
   while (walk->depth > 0 && dwarf_tag(at) == DW_TAG_invalid) {
      *at = (Dwarf_Die){ .addr = (char *)at->addr + 1, .cu = at->cu };
      walk->n_closed++;
      walk->depth--;
   }
   return walk->depth > 0;
}

bool ty_die_is_named(Dwarf_Die *die, const char *name, size_t length)
{
   const char *text = dwarf_diename(die);
   return text != NULL && strlen(text) == length && memcmp(text, name, length) == 0;
}

int64_t ty_die_offset(Dwarf_Die *member)
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

typedef struct {
   const char *name; /* NULL: any */
   size_t length;
   Dwarf_Die *type;
} parameter_search;

static bool visit_parameter(void *context, Dwarf_Die *die)
{
   parameter_search *search = context;
   return dwarf_tag(die) != DW_TAG_template_type_parameter
          || (search->name != NULL && !ty_die_is_named(die, search->name, search->length))
          || !ty_die_type(die, search->type);
}

bool ty_die_parameter(Dwarf_Die *die, const char *name, size_t length, Dwarf_Die *type)
{
   parameter_search search = { name, length, type };
   return !ty_die_children(die, visit_parameter, &search);
}

/* ---- Functions ---- */

Dwarf_Die ty_die_declaration(Dwarf_Die function)
{
   static const unsigned links[] = { DW_AT_abstract_origin, DW_AT_specification };
   for (int i = 0; i < 2; i++) {
      Dwarf_Attribute attribute;
      Dwarf_Die linked;
      if (dwarf_attr(&function, links[i], &attribute) != NULL
          && dwarf_formref_die(&attribute, &linked) != NULL)
         function = linked;
   }
   return function;
}

/* From DWARF 5 on, files are counted from 0, which libdw 0.188 takes for none: clang's
   number of the unit's own. */
const char *ty_die_file(Dwarf_Die *die)
{
   Dwarf_Attribute attribute;
   Dwarf_Word index;
   Dwarf_Half version;
   Dwarf_Die unit;
   Dwarf_Files *files;
   size_t n_files;
   if (dwarf_attr_integrate(die, DW_AT_decl_file, &attribute) == NULL
       || dwarf_formudata(&attribute, &index) != 0)
      return NULL;
   if (index != 0)
      return dwarf_decl_file(die);
   return dwarf_cu_die(attribute.cu, &unit, &version, NULL, NULL, NULL, NULL, NULL)
                   != NULL
                && version >= 5 && dwarf_getsrcfiles(&unit, &files, &n_files) == 0
                && n_files > 0
             ? dwarf_filesrc(files, 0, NULL, NULL)
             : NULL;
}

uint32_t ty_die_line(Dwarf_Die *die)
{
   int line;
   return dwarf_decl_line(die, &line) == 0 && line > 0 ? (uint32_t)line : 0;
}

bool ty_die_call(Dwarf_Die *inlined, const char **file, uint32_t *line)
{
   Dwarf_Attribute attribute;
   Dwarf_Word number, index;
   Dwarf_Die unit;
   Dwarf_Files *files;
   size_t n_files;
   if (dwarf_attr(inlined, DW_AT_call_line, &attribute) == NULL
       || dwarf_formudata(&attribute, &number) != 0 || number > UINT32_MAX
       || dwarf_attr(inlined, DW_AT_call_file, &attribute) == NULL
       || dwarf_formudata(&attribute, &index) != 0
       || dwarf_diecu(inlined, &unit, NULL, NULL) == NULL
       || dwarf_getsrcfiles(&unit, &files, &n_files) != 0 || index >= n_files)
      return false;
   *file = dwarf_filesrc(files, index, NULL, NULL);
   *line = (uint32_t)number;
   return *file != NULL;
}
