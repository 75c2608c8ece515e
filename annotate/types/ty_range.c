/* ty_range.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_range.h"

#include "base/tk_array.h"
#include "base/tk_search.h"
#include "types/ty_code.h"

#include <dwarf.h>

#define LABEL "an.range"

enum { DEPTH_MOST = 200 };

/* ---- What is inlined ------------------------------------------------------------ */

static uint32_t number_of(Dwarf_Die *die, unsigned name)
{
   Dwarf_Attribute attribute;
   Dwarf_Word value;
   if (dwarf_formudata(dwarf_attr(die, name, &attribute), &value) != 0)
      return 0;
   return value > UINT32_MAX ? 0 : (uint32_t)value;
}

static void add_ranges(ty_range *range, Dwarf_Die *die)
{
   uint32_t file = number_of(die, DW_AT_call_file);
   ty_inlined inlined = { .die = *die, .call_line = number_of(die, DW_AT_call_line) };
   Dwarf_Addr base;
   if (range->files != NULL)
      inlined.call_file = dwarf_filesrc(range->files, file, NULL, NULL);
   for (ptrdiff_t at = 0;
        (at = dwarf_ranges(die, at, &base, &inlined.start, &inlined.end)) > 0;) {
      TK_ARRAY_ROOM(range->alloc, LABEL, range->inlined, range->n_inlined, range->room);
      range->inlined[range->n_inlined++] = inlined;
   }
}

/* Functions within functions of the source are apart: their code is not inlined. */
static bool has_inlined(int tag)
{
   return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block
          || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* Adds what is inlined in the entry, outer functions first. */
static void add_inlined(ty_range *range, Dwarf_Die *parent, int depth)
{
   Dwarf_Die die;
   if (depth == DEPTH_MOST || dwarf_child(parent, &die) != 0)
      return;
   do {
      int tag = dwarf_tag(&die);
      if (tag == DW_TAG_inlined_subroutine)
         add_ranges(range, &die);
      if (has_inlined(tag))
         add_inlined(range, &die, depth + 1);
   } while (dwarf_siblingof(&die, &die) == 0);
}

/* ---- The function --------------------------------------------------------------- */

/* The outermost function that has the code, and its unit. */
static bool find_function(Dwarf *dwarf, Dwarf_Addr pc, Dwarf_Die *function,
                          Dwarf_Die *unit)
{
   ty_code code;
   if (!ty_code_at(&code, dwarf, pc))
      return false;
   for (size_t i = code.n_scopes; i-- > 0;)
      if (dwarf_tag(&code.scopes[i]) == DW_TAG_subprogram) {
         *function = code.scopes[i];
         return dwarf_diecu(function, unit, NULL, NULL) != NULL;
      }
   return false;
}

bool ty_range_open(ty_range *range, const tk_alloc *alloc, Dwarf *dwarf, Dwarf_Addr pc)
{
   Dwarf_Die unit;
   *range = (ty_range){ .alloc = alloc };
   if (!find_function(dwarf, pc, &range->function, &unit))
      return false;
   if (dwarf_getsrclines(&unit, &range->lines, &range->n_lines) != 0)
      range->n_lines = 0;
   if (dwarf_getsrcfiles(&unit, &range->files, NULL) != 0)
      range->files = NULL;
   add_inlined(range, &range->function, 0);
   return true;
}

void ty_range_close(ty_range *range)
{
   tk_put(range->alloc, range->inlined);
   range->inlined = NULL;
}

/* ---- Answers -------------------------------------------------------------------- */

/* Lines are sorted by address; the last of a sequence only says where that ends. */
bool ty_range_line(const ty_range *range, Dwarf_Addr pc, const char **file, int *line)
{
   tk_search s = { .high = range->n_lines };
   Dwarf_Addr at;
   bool is_end;
   while (tk_search_next(&s))
      tk_search_step(&s,
                     dwarf_lineaddr(dwarf_onesrcline(range->lines, s.middle), &at) == 0
                        && at <= pc);
   if (s.low == 0)
      return false;
   Dwarf_Line *found = dwarf_onesrcline(range->lines, s.low - 1);
   *file = dwarf_linesrc(found, NULL, NULL);
   return *file != NULL && dwarf_lineendsequence(found, &is_end) == 0 && !is_end
          && dwarf_lineno(found, line) == 0;
}

const ty_inlined *ty_range_inlined(const ty_range *range, Dwarf_Addr pc, size_t i)
{
   for (size_t k = range->n_inlined; k-- > 0;)
      if (range->inlined[k].start <= pc && pc < range->inlined[k].end && i-- == 0)
         return &range->inlined[k];
   return NULL;
}
