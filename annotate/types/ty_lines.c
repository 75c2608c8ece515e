/* ty_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_lines.h"

#include "base/tk_count.h"
#include "base/tk_search.h"
#include "types/ty_die.h"
#include "types/ty_symbols.h"

#include <stdlib.h>
#include <string.h>

/* The frames in one object, sorted by address. */
typedef struct {
   tk_arena *arena;
   ty_frame_file *files;
   size_t n;
   uint64_t to_pc;
} search;

static const char *base_name(const char *path)
{
   const char *slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

/* Only last parts of paths are compared: Valgrind writes some directories twice. */
static void find_file(search *s, ty_frame_file *file, Dwarf_Die *unit)
{
   int number;
   const an_frame *frame = file->frame;
   Dwarf_Line *line = dwarf_getsrc_die(unit, frame->address + s->to_pc);
   const char *name = dwarf_linesrc(line, NULL, NULL);
   if (name != NULL && dwarf_lineno(line, &number) == 0 && (uint32_t)number == frame->line
       && strcmp(base_name(name), base_name(frame->file)) != 0)
      file->file = ty_symbols_whole_file(s->arena, unit, name);
}

static size_t first_from(const search *s, Dwarf_Addr from)
{
   return TK_SEARCH(i, s->n, s->files[i].frame->address + s->to_pc < from);
}

static void search_unit(search *s, Dwarf_Die *unit)
{
   Dwarf_Addr base, from, end;
   ptrdiff_t next = 0;
   while ((next = dwarf_ranges(unit, next, &base, &from, &end)) > 0)
      for (size_t i = first_from(s, from);
           i < s->n && s->files[i].frame->address + s->to_pc < end; i++)
         find_file(s, &s->files[i], unit);
}

static void search_object(search *s, ty_code_objects *objects, const an_object *object)
{
   Dwarf *dwarf = ty_code_dwarf(objects, object, &s->to_pc);
   Dwarf_CU *cu = NULL;
   Dwarf_Die unit;
   while (dwarf != NULL && dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0)
      if (ty_die_is_unit(&unit))
         search_unit(s, &unit);
}

static int compare_files(const void *a, const void *b)
{
   return tk_compare(((const ty_frame_file *)a)->frame->address,
                     ((const ty_frame_file *)b)->frame->address);
}

void ty_lines_find(ty_code_objects *objects, tk_arena *arena, const ty_program *program,
                   ty_frame_file *files, size_t n)
{
   qsort(files, n, sizeof *files, compare_files);
   for (size_t i = 0, o = 0; o < program->n_objects; o++) {
      const an_object *object = &program->objects[o];
      while (i < n && files[i].frame->address < object->start)
         i++;
      search s = { .arena = arena, .files = files + i };
      while (i < n && files[i].frame->address < object->end) {
         i++;
         s.n++;
      }
      if (s.n > 0)
         search_object(&s, objects, object);
   }
}
