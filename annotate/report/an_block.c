/* an_block.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_block.h"

#include "base/an_text.h"

#include <stdlib.h>
#include <string.h>

static const char mark[] = "...";

enum { MARK_COLUMNS = sizeof mark - 1, ESCAPE = '\033' };

bool an_block_open(an_block *block)
{
   *block = (an_block){ .text = NULL };
   block->out = open_memstream(&block->text, &block->size_B);
   return block->out != NULL;
}

bool an_block_end(an_block *block, size_t *n_lines)
{
   *n_lines = 0;
   if (fclose(block->out) != 0) {
      free(block->text);
      return false;
   }
   for (size_t i = 0; i < block->size_B; i++)
      *n_lines += block->text[i] == '\n';
   return true;
}

/* Past the character or the colour at `at`; adds its columns. */
static const char *next(const char *at, size_t *columns)
{
   if (*at == ESCAPE)
      return at + strcspn(at, "m") + 1;
   *columns += 1;
   for (at++; ((unsigned char)*at & 0xc0) == 0x80; at++)
      ;
   return at;
}

/* The end of the text that has at most `most` columns; *is_cut: the line has more. */
static const char *fitting(const char *at, const char *end, size_t most,
                           bool *is_cut)
{
   size_t columns = 0;
   while (at < end) {
      const char *after = next(at, &columns);
      if (columns > most)
         break;
      at = after;
   }
   *is_cut = at < end;
   return at;
}

static void print_line(const char *line, const char *end, size_t width,
                       FILE *out)
{
   bool is_cut = false;
   const char *stop = width == 0 ? end : fitting(line, end, width, &is_cut);
   if (!is_cut) {
      fwrite_unlocked(line, 1, (size_t)(end - line), out);
   } else {
      stop = fitting(line, end, width - MARK_COLUMNS, &is_cut);
      fwrite_unlocked(line, 1, (size_t)(stop - line), out);
      fputs(mark, out);
      if (memchr(line, ESCAPE, (size_t)(end - line)) != NULL)
         an_text_colour(out, AN_COLOUR_NONE);
   }
   putc('\n', out);
}

void an_block_print(an_block *block, size_t most, size_t width, FILE *out)
{
   const char *at = block->text, *text_end = at + block->size_B;
   for (; most > 0 && at < text_end; most--) {
      const char *end = memchr(at, '\n', (size_t)(text_end - at));
      end = end == NULL ? text_end : end;
      print_line(at, end, width, out);
      at = end + 1;
   }
   free(block->text);
   *block = (an_block){ .text = NULL };
}
