/* cs_look_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_look_notes.h"

#include "base/tk_count.h"
#include "base/tk_sort.h"

void cs_look_notes_head(tk_text *out, const cs_looks *looks)
{
   TK_TEXT_LINE(out, "#: looks %\n", (uint64_t)1 << looks->line_bits);
}

/* ---- Equal looks --------------------------------------------------------- */

typedef struct {
   const cs_look *look;
   uint32_t n;
} group;

/* Of the window's first line in the block; below 0 if the block begins in the line. */
static int64_t offset_of(const cs_look *look)
{
   return (int64_t)look->window.first - (int64_t)look->window.start;
}

static int compare_looks(void *context, const void *a, const void *b)
{
   const cs_look *x = a, *y = b;
   (void)context;
   int by = tk_compare_signed(offset_of(x), offset_of(y))
               ?: tk_compare(x->window.n_lines, y->window.n_lines);
   for (uint32_t i = 0; by == 0 && i < x->window.n_lines; i++)
      by = tk_compare(x->used[i], y->used[i]);
   return by;
}

static int compare_groups(void *context, const void *a, const void *b)
{
   const group *x = a, *y = b;
   return tk_compare(y->n, x->n) ?: compare_looks(context, x->look, y->look);
}

/* ---- Notes --------------------------------------------------------------- */

/* Most fields have whole words of 4 bytes: a bit for each is shorter then. */
static void write_bytes(tk_text *out, uint64_t bytes)
{
   uint64_t words = 0, whole = 0;
   for (int i = 0; i < 16; i++)
      if ((bytes >> 4 * i & 15) == 15) {
         words |= (uint64_t)1 << i;
         whole |= (uint64_t)15 << 4 * i;
      }
   bool is_by_word = whole == bytes && bytes > 0xff;
   if (is_by_word)
      tk_text_char(out, 'w');
   tk_text_digits(out, is_by_word ? words : bytes);
}

static void write_lines(tk_text *out, const cs_look *look)
{
   for (uint32_t i = 0, next; i < look->window.n_lines; i = next) {
      for (next = i + 1;
           next < look->window.n_lines && look->used[next] == look->used[i];)
         next++;
      tk_text_char(out, ' ');
      if (next > i + 1)
         TK_TEXT_LINE(out, "%*", next - i);
      write_bytes(out, look->used[i]);
   }
}

static void write_group(tk_text *out, const group *g)
{
   TK_TEXT_LINE(out, "#: dl % % ~", g->look->data->number, g->n, offset_of(g->look));
   write_lines(out, g->look);
   tk_text_char(out, '\n');
}

void cs_look_notes_datum(tk_text *out, const cs_looks *looks, const cs_data *data)
{
   const cs_look *all[CS_LOOKS_OF_DATUM];
   group groups[CS_LOOKS_OF_DATUM];
   const group *sorted[CS_LOOKS_OF_DATUM];
   size_t n = cs_looks_list(looks, data, all), n_groups = 0;
   tk_sort((const void **)all, n, compare_looks, NULL);
   for (size_t i = 0; i < n; i++) {
      if (i == 0 || compare_looks(NULL, all[i - 1], all[i]) != 0) {
         sorted[n_groups] = &groups[n_groups];
         groups[n_groups++] = (group){ .look = all[i] };
      }
      groups[n_groups - 1].n++;
   }
   tk_sort((const void **)sorted, n_groups, compare_groups, NULL);
   for (size_t i = 0; i < n_groups; i++)
      write_group(out, sorted[i]);
}
