/* ty_variables.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_variables.h"

#include "base/tk_array.h"

#include <dwarf.h>
#include <stdlib.h>

#define LABEL "an.variables"

typedef struct {
   uint64_t address;
   bool is_thread_local;
   Dwarf_Die die;
} placed;

struct ty_variables {
   ty_variables *next;
   ty_trees *trees;
   Dwarf *dwarf;
   placed *of; /* by address */
   size_t n, capacity;
   const tk_alloc *alloc;
   size_t n_seen;
   int depth;
};

/* "At this address", or "at this offset of the thread's segment"; else false. */
static bool find_place(Dwarf_Die *die, placed *place)
{
   Dwarf_Attribute attribute;
   Dwarf_Op *expression;
   size_t n;
   if (dwarf_attr(die, DW_AT_location, &attribute) == NULL
       || dwarf_getlocation(&attribute, &expression, &n) != 0 || n == 0)
      return false;
   int tls = n == 2 ? expression[1].atom : 0;
   place->address = expression[0].number;
   place->is_thread_local = tls == DW_OP_GNU_push_tls_address
                            || tls == DW_OP_form_tls_address;
   return place->is_thread_local || (n == 1 && expression[0].atom == DW_OP_addr);
}

static bool visit_entry(void *context, Dwarf_Die *die)
{
   ty_variables *v = context;
   placed place = { .die = *die };
   int tag = dwarf_tag(die);
   if (v->n_seen++ > TY_DWARF_TYPES)
      return false;
   if (tag == DW_TAG_variable) {
      if (!find_place(die, &place))
         return true;
      TK_ARRAY_ROOM(v->alloc, LABEL, v->of, v->n, v->capacity);
      v->of[v->n++] = place;
   } else if ((tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_subprogram
               || tag == DW_TAG_lexical_block)
              && v->depth < TY_DWARF_DEPTH) {
      v->depth++;
      bool goes_on = ty_trees_children(v->trees, die, visit_entry, v);
      v->depth--;
      return goes_on;
   }
   return true;
}

static int compare_places(const void *a, const void *b)
{
   const placed *x = a, *y = b;
   if (x->is_thread_local != y->is_thread_local)
      return x->is_thread_local ? 1 : -1;
   return (x->address > y->address) - (x->address < y->address);
}

static ty_variables *walk_units(const tk_alloc *alloc, ty_trees *trees, Dwarf *dwarf)
{
   Dwarf_CU *unit = NULL;
   Dwarf_Die die;
   ty_variables *v = tk_get(alloc, LABEL, sizeof *v);
   *v = (ty_variables){ .trees = trees, .dwarf = dwarf, .alloc = alloc };
   bool goes_on = true;
   while (goes_on && ty_die_next_unit(dwarf, &unit, &die))
      goes_on = ty_trees_children(trees, &die, visit_entry, v);
   if (v->n > 0)
      qsort(v->of, v->n, sizeof *v->of, compare_places);
   return v;
}

bool ty_variables_find(ty_variables **variables, const tk_alloc *alloc, ty_trees *trees,
                       Dwarf *dwarf, bool is_thread_local, uint64_t address,
                       Dwarf_Die *variable)
{
   placed key = { .address = address, .is_thread_local = is_thread_local };
   ty_variables *v = *variables;
   while (v != NULL && v->dwarf != dwarf)
      v = v->next;
   if (v == NULL) {
      v = walk_units(alloc, trees, dwarf);
      v->next = *variables;
      *variables = v;
   }
   const placed *found = v->n == 0
                            ? NULL
                            : bsearch(&key, v->of, v->n, sizeof *v->of, compare_places);
   if (found != NULL)
      *variable = found->die;
   return found != NULL;
}
