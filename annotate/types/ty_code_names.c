/* ty_code_names.c -- what names mean in the code: variables, types, expressions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_code.h"

#include <dwarf.h>
#include <string.h>

static bool is_variable(int tag)
{
   return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
}

/* The definition of an inlined or copied function. */
static bool find_origin(const ty_function *f, Dwarf_Die *origin)
{
   Dwarf_Attribute attribute;
   return dwarf_attr(ty_function_die(f), DW_AT_abstract_origin, &attribute) != NULL
          && dwarf_formref_die(&attribute, origin) != NULL;
}

/* ---- Variables ---- */

/* Variables with one name; all must have one type. */
typedef struct {
   const char *name;
   size_t length;
   Dwarf_Die *type;
   int depth;
   bool is_found, is_ambiguous;
} variable_search;

static void visit_variable(variable_search *s, Dwarf_Die *die)
{
   Dwarf_Die type;
   if (!is_variable(dwarf_tag(die)) || !ty_die_is_named(die, s->name, s->length)
       || !ty_die_type(die, &type))
      return;
   if (s->is_found && type.addr != s->type->addr)
      s->is_ambiguous = true;
   *s->type = type;
   s->is_found = true;
}

static bool visit_own_variable(void *context, Dwarf_Die *die)
{
   variable_search *s = context;
   visit_variable(s, die);
   return !s->is_found;
}

/* Looks in all blocks of the function, but not in other functions. */
static bool visit_any_variable(void *context, Dwarf_Die *die)
{
   variable_search *s = context;
   visit_variable(s, die);
   if (dwarf_tag(die) != DW_TAG_lexical_block || s->depth == TY_DWARF_DEPTH)
      return true;
   s->depth++;
   ty_die_children(die, visit_any_variable, s);
   s->depth--;
   return true;
}

/* With optimisation, a block's code can be elsewhere, and a variable only in the
   function's definition. */
static void search_function(const ty_function *f, variable_search *s)
{
   for (size_t i = 0; i < f->n_blocks && !s->is_found; i++)
      ty_trees_children(f->code->trees, &f->blocks[i], visit_own_variable, s);
   if (!s->is_found)
      ty_die_children(ty_function_die(f), visit_any_variable, s);
   Dwarf_Die origin;
   if (!s->is_found && find_origin(f, &origin))
      ty_die_children(&origin, visit_any_variable, s);
}

/* Searches members of the function's class, its namespaces, and the unit. */
static void search_parents(const ty_function *f, variable_search *s)
{
   Dwarf_Die member;
   for (size_t i = 1; i < f->n_parents && !s->is_found; i++) {
      Dwarf_Die *parent = &f->parents[i];
      if (ty_die_is_struct_tag(dwarf_tag(parent))
          && ty_dwarf_member(f->code->trees, parent, s->name, s->length, &member))
         s->is_found = ty_die_type(&member, s->type);
      else
         ty_trees_children(f->code->trees, parent, visit_own_variable, s);
   }
   Dwarf_Die unit = f->unit;
   if (!s->is_found)
      ty_trees_children(f->code->trees, &unit, visit_own_variable, s);
}

bool ty_function_variable(const ty_function *function, const char *name, size_t length,
                          Dwarf_Die *type)
{
   variable_search s = { .name = name, .length = length, .type = type };
   search_function(function, &s);
   if (!s.is_found)
      search_parents(function, &s);
   return s.is_found && !s.is_ambiguous;
}

/* ---- Expressions ---- */

bool ty_function_expression(const ty_function *function, const char *text,
                            Dwarf_Die *type)
{
   ty_trees *trees = function->code->trees;
   bool is_void;
   size_t length = strcspn(text, "*.&");
   if (!ty_function_variable(function, text, length, type))
      return false;
   for (text += length; *text != '\0'; text += length) {
      Dwarf_Die operand = *type, member;
      length = 1;
      if (*text == '*') {
         if (!ty_dwarf_follow(trees, &operand, type, &is_void))
            return false;
      } else if (*text == '.') {
         length += strcspn(text + 1, "*.&");
         if (!ty_dwarf_peel(trees, &operand)
             || !ty_dwarf_member(trees, &operand, text + 1, length - 1, &member)
             || !ty_die_type(&member, type))
            return false;
      } else {
         return false; /* debug info need not have a type for & */
      }
   }
   return true;
}

/* ---- Types ---- */

/* Looks for types and template parameters: of the function, from the inside out, then of
   its class or namespace. */
static void search_scopes(const ty_function *f, ty_dwarf_search *s)
{
   for (size_t i = 0; i < f->n_blocks && !s->is_found; i++)
      ty_dwarf_search_near(s, &f->blocks[i]);
   Dwarf_Die origin;
   if (!s->is_found && find_origin(f, &origin))
      ty_dwarf_search_near(s, &origin);
   for (size_t i = 0; i + 1 < f->n_parents && !s->is_found; i++)
      ty_dwarf_search_near(s, &f->parents[i]);
}

bool ty_function_type(const ty_function *function, const char *text, size_t length,
                      Dwarf_Die *type)
{
   ty_dwarf_search search;
   Dwarf_Die unit = function->unit;
   ty_dwarf_search_begin(&search, function->code->trees, text, length);
   search_scopes(function, &search);
   if (!search.is_found)
      ty_dwarf_search_unit(&search, &unit);
   *type = search.type;
   return search.is_found && !search.is_ambiguous;
}

bool ty_function_parameter(const ty_function *function, const char *name, Dwarf_Die *type)
{
   Dwarf_Die origin;
   size_t length = strlen(name);
   if (ty_die_parameter(ty_function_die(function), name, length, type)
       || (find_origin(function, &origin)
           && ty_die_parameter(&origin, name, length, type)))
      return true;
   /* Namespaces and units have no parameters, but very many children. */
   for (size_t i = 0; i < function->n_parents; i++) {
      int tag = dwarf_tag(&function->parents[i]);
      if ((tag == DW_TAG_subprogram || ty_die_is_struct_tag(tag))
          && ty_die_parameter(&function->parents[i], name, length, type))
         return true;
   }
   return false;
}

/* ---- The register of results ---- */

/* rax, eax and x0 are all number 0.  No call preserves it: after a call it holds
   the result. */
enum { RESULT_REGISTER = 0 };

typedef struct {
   ty_trees *trees;
   Dwarf_Addr pc; /* after the call */
   Dwarf_Die *type;
   int depth;
   bool is_found, is_ambiguous, is_void;
} result_search;

static bool is_in_result(Dwarf_Die *variable, Dwarf_Addr pc)
{
   Dwarf_Attribute attribute;
   Dwarf_Op *expression;
   size_t n;
   return dwarf_attr_integrate(variable, DW_AT_location, &attribute) != NULL
          && dwarf_getlocation_addr(&attribute, pc, &expression, &n, 1) == 1 && n == 1
          && (expression[0].atom == DW_OP_reg0 + RESULT_REGISTER
              || (expression[0].atom == DW_OP_regx
                  && expression[0].number == RESULT_REGISTER));
}

static bool visit_result(void *context, Dwarf_Die *die)
{
   result_search *s = context;
   Dwarf_Die pointer, type;
   bool is_void;
   if (dwarf_tag(die) == DW_TAG_lexical_block && s->depth < TY_DWARF_DEPTH) {
      s->depth++;
      ty_die_children(die, visit_result, s);
      s->depth--;
   }
   if (!is_variable(dwarf_tag(die)) || !ty_die_type(die, &pointer)
       || !is_in_result(die, s->pc))
      return true;
   if (!ty_dwarf_follow(s->trees, &pointer, &type, &is_void)) {
      s->is_void = s->is_void || is_void;
      return true;
   }
   if (s->is_found && ty_dwarf_differ(s->trees, *s->type, type))
      s->is_ambiguous = true;
   *s->type = type;
   s->is_found = true;
   return true;
}

bool ty_function_result(const ty_function *function, Dwarf_Die *type, bool *is_void)
{
   result_search s = { .trees = function->code->trees,
                       .pc = function->code->pc + 1,
                       .type = type };
   ty_die_children(ty_function_die(function), visit_result, &s);
   *is_void = s.is_void;
   return s.is_found && !s.is_ambiguous;
}
