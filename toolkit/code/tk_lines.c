/* tk_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_lines.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#define LABEL "tk.lines"

struct tk_lines {
   size_t n_counts;
   tk_line **lines;
   size_t n, capacity;
   tk_table table;
};

tk_lines *tk_lines_new(const tk_alloc *alloc, size_t n_counts)
{
   tk_lines *lines = tk_get(alloc, LABEL, sizeof *lines);
   if (lines != NULL)
      *lines = (tk_lines){
         .n_counts = n_counts,
         .table = { .alloc = alloc, .label = LABEL },
      };
   return lines;
}

void tk_lines_free(tk_lines *lines)
{
   if (lines == NULL)
      return;
   const tk_alloc *alloc = lines->table.alloc;
   for (size_t i = 0; i < lines->n; i++)
      tk_put(alloc, lines->lines[i]);
   tk_put(alloc, lines->lines);
   tk_table_fini(&lines->table);
   tk_put(alloc, lines);
}

static tk_line *add_line(tk_lines *lines, uint64_t hash, const tk_place *place)
{
   const tk_alloc *alloc = lines->table.alloc;
   if (!TK_ARRAY_ROOM(alloc, LABEL, lines->lines, lines->n, lines->capacity)
       || !tk_table_reserve(&lines->table))
      return NULL;
   tk_line *line = tk_get(alloc, LABEL,
                          sizeof *line + lines->n_counts * sizeof(uint64_t));
   if (line == NULL)
      return NULL;
   line->at = *place;
   tk_count_clear_all(line->counts, lines->n_counts);
   tk_table_add(&lines->table, hash, (uint32_t)lines->n);
   lines->lines[lines->n++] = line;
   return line;
}

static uint64_t hash_of(const tk_place *p)
{
   uint64_t code = tk_hash_word(p->start ^ (uint64_t)p->object << 48
                                ^ (uintptr_t)p->part);
   return tk_hash_word((uintptr_t)p->fn ^ (uint64_t)p->number << 40
                       ^ tk_hash_word((uintptr_t)p->file ^ code));
}

tk_line *tk_lines_at(tk_lines *lines, const tk_place *place)
{
   uint64_t hash = hash_of(place);
   size_t at = 0;
   uint32_t i;
   while ((i = tk_table_next(&lines->table, hash, &at)) != TK_TABLE_NONE) {
      tk_line *line = lines->lines[i];
      if (tk_place_is_equal(&line->at, place))
         return line;
   }
   return add_line(lines, hash, place);
}

size_t tk_lines_count(const tk_lines *lines)
{
   return lines->n;
}

tk_line **tk_lines_list(const tk_lines *lines)
{
   tk_line **list = tk_get(lines->table.alloc, LABEL, (lines->n + 1) * sizeof *list);
   for (size_t i = 0; list != NULL && i < lines->n; i++)
      list[i] = lines->lines[i];
   return list;
}

void tk_lines_zero(tk_lines *lines)
{
   for (size_t i = 0; i < lines->n; i++)
      tk_count_clear_all(lines->lines[i]->counts, lines->n_counts);
}
