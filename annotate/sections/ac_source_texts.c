/* ac_source_texts.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_source_texts.h"

#include "base/an_string.h"
#include "base/tk_count.h"

#include <stdlib.h>
#include <string.h>

static void keep_text(const tk_alloc *alloc, ac_source_text *line,
                      const an_source *source)
{
   const char *at = source->line, *end = at + source->length;
   while (at < end && (*at == ' ' || *at == '\t'))
      at++;
   size_t n = (size_t)(end - at);
   if (n == 0)
      return;
   n = n > AN_TEXT_SOURCE_MAX_B ? AN_TEXT_SOURCE_MAX_B : n;
   char *text = tk_get(alloc, AN_LABEL, n + 1);
   for (size_t k = 0; k < n; k++)
      text[k] = at[k] == '\t' || at[k] == '\0' ? ' ' : at[k];
   text[n] = '\0';
   line->text = text;
}

/* Lines without a file come first. */
static int compare_lines(const void *a, const void *b)
{
   const ac_source_text *x = *(ac_source_text *const *)a;
   const ac_source_text *y = *(ac_source_text *const *)b;
   return an_string_compare(x->file, y->file) ?: tk_compare(x->line, y->line);
}

/* Keeps the text of the lines of one file, which ascend. */
static void keep_lines(const tk_alloc *alloc, ac_source_text **lines, size_t n,
                       an_source *source)
{
   size_t i = 0;
   while (i < n && lines[i]->line == 0)
      i++;
   for (uint32_t line = 1; i < n && an_source_next(source); line++)
      for (; i < n && lines[i]->line == line; i++)
         keep_text(alloc, lines[i], source);
}

static void read_file(const ac_scope *scope, ac_source_text **lines, size_t n,
                      bool *is_newer)
{
   an_source source;
   const char *name = lines[0]->file;
   if (name == NULL || strcmp(name, AN_UNKNOWN) == 0)
      return;
   an_source_open(&source, scope->alloc, name, &scope->request->source);
   if (source.problem == NULL)
      keep_lines(scope->alloc, lines, n, &source);
   *is_newer |= source.problem == NULL && an_page_is_newer(scope->analysis, &source);
   an_source_close(&source);
}

void ac_source_texts_read(const ac_scope *scope, ac_source_text *texts, size_t n,
                          bool *is_newer)
{
   if (!scope->request->annotate)
      return;
   ac_source_text **lines = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *lines);
   for (size_t i = 0; i < n; i++)
      lines[i] = &texts[i];
   qsort(lines, n, sizeof *lines, compare_lines);
   for (size_t i = 0, end; i < n; i = end) {
      const char *file = lines[i]->file;
      for (end = i + 1; end < n && lines[end]->file == file;)
         end++;
      read_file(scope, lines + i, end - i, is_newer);
   }
}

void ac_source_texts_warn(const an_page *page, bool is_newer)
{
   if (is_newer)
      an_page_line(page, AN_COLOUR_WARNING,
                   "@@ WARNING: source is newer than the profile, and can differ.");
}
