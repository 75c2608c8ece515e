/* ty_code.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_code.h"

#include <ctype.h>
#include <dwarf.h>
#include <string.h>

/* ---- Code ---- */

typedef struct {
   ty_code *code;
   int depth;
} scope_search;

/* Visits children until one contains the code, and lists what contains the code
   from the inside out.  (dwarf_getscopes fails with link-time optimisation.) */
static bool visit_scope(void *context, Dwarf_Die *die)
{
   scope_search *s = context;
   int tag = dwarf_tag(die);
   bool is_here = ty_trees_has_code(tag) && dwarf_haspc(die, s->code->pc) == 1;
   if ((!is_here && !ty_trees_has_functions(tag)) || s->depth == TY_CODE_DEPTH)
      return true;
   s->depth++;
   bool is_deeper = !ty_trees_children(s->code->trees, die, visit_scope, s);
   s->depth--;
   if (is_here)
      s->code->scopes[s->code->n_scopes++] = *die;
   return !is_here && !is_deeper;
}

bool ty_code_at(ty_code *code, ty_trees *trees, Dwarf *dwarf, Dwarf_Addr pc)
{
   Dwarf_Die unit, function;
   code->trees = trees;
   code->n_scopes = 0;
   code->pc = pc;
   if (dwarf == NULL || !ty_trees_unit(trees, dwarf, pc, &unit))
      return false;
   Dwarf_Line *line = dwarf_getsrc_die(&unit, code->pc);
   ty_die_join(&unit);
   scope_search s = { code, 0 };
   return line != NULL && dwarf_lineno(line, &code->line) == 0
          && ty_trees_function(trees, &unit, pc, &function)
          && !visit_scope(&s, &function);
}

bool ty_code_find(ty_code *code, ty_code_objects *objects, const an_object *object,
                  uint64_t address)
{
   uint64_t to_pc;
   Dwarf *dwarf = ty_code_dwarf(objects, object, &to_pc);
   return ty_code_at(code, ty_code_trees(objects), dwarf, address + to_pc);
}

/* ---- Functions ---- */

static bool is_function(Dwarf_Die *die)
{
   int tag = dwarf_tag(die);
   return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

bool ty_function_at(ty_function *function, ty_code *code, size_t i)
{
   size_t first = 0, end = 0;
   for (size_t n = 0; n <= i; n++) {
      first = end;
      while (end < code->n_scopes && !is_function(&code->scopes[end]))
         end++;
      if (end == code->n_scopes)
         return false;
      end++;
   }
   *function = (ty_function){ .code = code,
                              .blocks = code->scopes + first,
                              .n_blocks = end - first };
   return true;
}

bool ty_function_open(ty_function *function, ty_code *code, size_t i)
{
   if (!ty_function_at(function, code, i))
      return false;
   Dwarf_Die declaration = ty_die_declaration(*ty_function_die(function));
   if (dwarf_diecu(&declaration, &function->unit, NULL, NULL) == NULL)
      return false;
   Dwarf_Attribute attribute;
   function->directory = dwarf_formstring(
      dwarf_attr(&function->unit, DW_AT_comp_dir, &attribute));
   function->parents = code->parents;
   function->n_parents = ty_trees_around(code->trees, &declaration, code->parents,
                                         TY_CODE_DEPTH);
   return true;
}

Dwarf_Die *ty_function_die(const ty_function *function)
{
   return &function->blocks[function->n_blocks - 1];
}

static bool is_of_word(char c)
{
   return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Whether the name contains the word, not as part of a longer word. */
static bool has_word(const char *name, const char *word, size_t length)
{
   for (const char *at = name; *at != '\0'; at++)
      if (strncmp(at, word, length) == 0 && !is_of_word(at[length])
          && (at == name || !is_of_word(at[-1])))
         return true;
   return false;
}

/* For "list<int>::push(int)" debug info has "push", for Rust's Box<T>::new it has
   "new<a::b>", and for clones by gcc the name without ".part.0".  Valgrind has a
   name of its own for functions that it cannot name. */
bool ty_function_is(const ty_function *function, const char *name)
{
   const char *own = dwarf_diename(ty_function_die(function));
   if (own == NULL || *own == '\0')
      return false;
   size_t length = strncmp(own, "operator", 8) == 0 ? strlen(own) : strcspn(own, "<");
   return has_word(name, own, length) || strcmp(name, "UnknownInlinedFun") == 0;
}

bool ty_function_call(const ty_function *function, const char **file, uint32_t *line)
{
   return ty_die_call(ty_function_die(function), file, line);
}
