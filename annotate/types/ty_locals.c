/* ty_locals.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_locals.h"

#include <dwarf.h>

typedef struct {
   const ty_place_frame *frame;
   bool is_register;   /* the word is in one */
   int dwarf_register; /* which */
   int64_t cfa_offset; /* if not */
   ty_locals_found *found;
} search;

static int64_t word_size(Dwarf_Die *variable)
{
   Dwarf_Die unit;
   uint8_t address_B;
   return dwarf_diecu(variable, &unit, &address_B, NULL) == NULL ? 0 : address_B;
}

/* Whether the word is there; *offset is that in the variable. */
static bool is_at(const search *s, const ty_place *place, int64_t word_B, int64_t *offset)
{
   if (place->is_register != s->is_register)
      return false;
   if (s->is_register) {
      *offset = place->start;
      return place->dwarf_register == s->dwarf_register && place->size_B >= word_B;
   }
   int64_t inside = s->cfa_offset - place->cfa_offset;
   *offset = place->start + inside;
   return inside >= 0 && place->size_B - inside >= word_B;
}

static bool has_word(const search *s, Dwarf_Die *variable, int64_t *offset)
{
   ty_place places[TY_PLACES_MOST];
   size_t n = ty_places_of(s->frame, variable, places);
   int64_t word_B = n > 0 ? word_size(variable) : 0;
   for (size_t i = 0; i < n && word_B > 0; i++)
      if (is_at(s, &places[i], word_B, offset))
         return true;
   return false;
}

/* Until one has it.  Those without a name have one elsewhere: the parts of a structured
   binding do, which are at the same place. */
static bool visit_variable(void *context, Dwarf_Die *die)
{
   search *s = context;
   int tag = dwarf_tag(die);
   if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter)
       || dwarf_diename(die) == NULL || !has_word(s, die, &s->found->offset))
      return true;
   s->found->variable = *die;
   return false;
}

bool ty_locals_frame(ty_place_frame *frame, ty_code *code)
{
   for (size_t i = 0; i < code->n_scopes; i++)
      if (dwarf_tag(&code->scopes[i]) == DW_TAG_subprogram) {
         *frame = (ty_place_frame){ .trees = code->trees,
                                    .pc = code->pc,
                                    .function = &code->scopes[i] };
         return true;
      }
   return false;
}

/* The function that the scope is a block of. */
static Dwarf_Die function_around(ty_code *code, Dwarf_Die *scope)
{
   ty_function function;
   for (size_t i = 0; ty_function_at(&function, code, i); i++)
      if (scope <= ty_function_die(&function))
         return *ty_function_die(&function);
   return *scope;
}

/* Scopes farther out than the function that has the frame have none in it. */
static bool find_variable(search *s, ty_code *code)
{
   Dwarf_Die *scope = code->scopes;
   while (scope <= s->frame->function
          && ty_trees_children(code->trees, scope, visit_variable, s))
      scope++;
   if (scope > s->frame->function)
      return false;
   s->found->function = function_around(code, scope);
   return true;
}

bool ty_locals_on_frame(ty_code *code, const ty_place_frame *frame, int64_t cfa_offset,
                        ty_locals_found *found)
{
   search s = { .frame = frame, .cfa_offset = cfa_offset, .found = found };
   return cfa_offset >= INT32_MIN && cfa_offset <= INT32_MAX && find_variable(&s, code);
}

bool ty_locals_in_register(ty_code *code, const ty_place_frame *frame, int dwarf_register,
                           ty_locals_found *found)
{
   search s = { .frame = frame,
                .is_register = true,
                .dwarf_register = dwarf_register,
                .found = found };
   return find_variable(&s, code);
}
