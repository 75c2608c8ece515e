/* tk_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_lines.h"

#include "base/tk_hash.h"

#include <stdbool.h>

#define LABEL "tk.lines"

enum { FIRST_SLOTS = 1024 }; /* a power of two */

struct tk_lines {
   const tk_alloc *alloc;
   size_t n_counts;
   tk_line **slots; /* open addressing; NULL: free; at most 2/3 full */
   size_t n_slots;  /* a power of two */
   size_t n_used;
};

static tk_line **new_slots(const tk_alloc *alloc, size_t n)
{
   tk_line **slots = tk_get(alloc, LABEL, n * sizeof *slots);
   if (slots != NULL)
      for (size_t i = 0; i < n; i++)
         slots[i] = NULL;
   return slots;
}

tk_lines *tk_lines_new(const tk_alloc *alloc, size_t n_counts)
{
   tk_lines *lines = tk_get(alloc, LABEL, sizeof *lines);
   if (lines == NULL)
      return NULL;
   *lines = (tk_lines){ .alloc = alloc, .n_counts = n_counts,
                        .n_slots = FIRST_SLOTS };
   lines->slots = new_slots(alloc, lines->n_slots);
   if (lines->slots == NULL) {
      tk_put(alloc, lines);
      return NULL;
   }
   return lines;
}

void tk_lines_free(tk_lines *lines)
{
   if (lines == NULL)
      return;
   for (size_t i = 0; i < lines->n_slots; i++)
      tk_put(lines->alloc, lines->slots[i]);
   tk_put(lines->alloc, lines->slots);
   tk_put(lines->alloc, lines);
}

/* The slot that holds the line, or the free one where it belongs. */
static tk_line **find(tk_line **slots, size_t n_slots, const char *file,
                      const char *fn, uint32_t number)
{
   uint64_t hash = tk_hash_word((uintptr_t)fn ^ (uint64_t)number << 40
                                ^ tk_hash_word((uintptr_t)file));
   size_t i = hash & (n_slots - 1);
   while (slots[i] != NULL
          && !(slots[i]->number == number && slots[i]->fn == fn
               && slots[i]->file == file))
      i = (i + 1) & (n_slots - 1);
   return &slots[i];
}

static bool grow(tk_lines *lines)
{
   size_t n = 2 * lines->n_slots;
   tk_line **slots = new_slots(lines->alloc, n);
   if (slots == NULL)
      return false;
   for (size_t i = 0; i < lines->n_slots; i++) {
      tk_line *line = lines->slots[i];
      if (line != NULL)
         *find(slots, n, line->file, line->fn, line->number) = line;
   }
   tk_put(lines->alloc, lines->slots);
   lines->slots = slots;
   lines->n_slots = n;
   return true;
}

static void zero(tk_line *line, size_t n_counts)
{
   for (size_t i = 0; i < n_counts; i++)
      line->counts[i] = 0;
}

tk_line *tk_lines_at(tk_lines *lines, const char *file, const char *fn,
                     uint32_t number)
{
   tk_line **slot = find(lines->slots, lines->n_slots, file, fn, number);
   if (*slot != NULL)
      return *slot;

   if (3 * (lines->n_used + 1) > 2 * lines->n_slots) {
      if (!grow(lines))
         return NULL;
      slot = find(lines->slots, lines->n_slots, file, fn, number);
   }
   tk_line *line = tk_get(lines->alloc, LABEL,
                          sizeof *line + lines->n_counts * sizeof(uint64_t));
   if (line == NULL)
      return NULL;
   line->file = file;
   line->fn = fn;
   line->number = number;
   zero(line, lines->n_counts);
   *slot = line;
   lines->n_used++;
   return line;
}

size_t tk_lines_count(const tk_lines *lines)
{
   return lines->n_used;
}

tk_line **tk_lines_list(const tk_lines *lines)
{
   tk_line **list =
      tk_get(lines->alloc, LABEL, (lines->n_used + 1) * sizeof *list);
   if (list == NULL)
      return NULL;
   size_t n = 0;
   for (size_t i = 0; i < lines->n_slots; i++)
      if (lines->slots[i] != NULL)
         list[n++] = lines->slots[i];
   return list;
}

void tk_lines_zero(tk_lines *lines)
{
   for (size_t i = 0; i < lines->n_slots; i++)
      if (lines->slots[i] != NULL)
         zero(lines->slots[i], lines->n_counts);
}
