/* ac_stale.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_stale.h"

#include "base/an_base_name.h"
#include "counts/ac_own_lines.h"
#include "advice/ac_findings.h"

#include <inttypes.h>
#include <string.h>

enum { LINES = 10, FINDINGS = 5, FILES = LINES + FINDINGS };

/* A file, and the last line of it that is shown. */
typedef struct {
   const char *name;
   uint32_t line;
} file;

typedef struct {
   file of[FILES];
   size_t n;
} files;

static void add_place(files *all, const char *name, uint32_t line)
{
   size_t i = 0;
   if (name == NULL || strcmp(name, AN_UNKNOWN) == 0 || line == 0)
      return;
   while (i < all->n && strcmp(all->of[i].name, name) != 0)
      i++;
   if (i == all->n)
      all->of[all->n++] = (file){ name, line };
   if (line > all->of[i].line)
      all->of[i].line = line;
}

static void find_files(const ac_analysis *analysis, files *all)
{
   const ac_findings *findings = analysis->findings;
   const ac_own_lines *own = analysis->own;
   for (size_t i = 0; findings != NULL && i < findings->n && i < FINDINGS; i++)
      add_place(all, findings->of[i].file, findings->of[i].line);
   for (size_t i = 0; own != NULL && i < own->n && i < LINES; i++)
      add_place(all, own->lines[i].file, own->lines[i].line);
}

/* Of those that are newer, how many there are; of those too short, how many lines the
   first has. */
typedef struct {
   const file *newer, *shorter; /* the first */
   size_t n_newer, n_shorter;
   uint32_t n_lines;
} stale;

static void look_at(const an_page *page, const file *at, stale *found)
{
   uint32_t n_lines = 0;
   an_source source;
   an_source_open(&source, page->scope.alloc, at->name, &page->scope.request->source);
   bool is_there = source.problem == NULL;
   if (is_there && an_page_is_newer(page->scope.analysis, &source)) {
      found->newer = found->n_newer++ == 0 ? at : found->newer;
      is_there = false;
   }
   while (is_there && n_lines < at->line && an_source_next(&source))
      n_lines++;
   if (is_there && n_lines < at->line && found->n_shorter++ == 0) {
      found->shorter = at;
      found->n_lines = n_lines;
   }
   an_source_close(&source);
}

/* "WARNING: a.c and 2 more files" */
static void print_files(const an_page *page, const file *first, size_t n)
{
   an_page_colour(page, AN_COLOUR_WARNING);
   fputs("WARNING: ", page->out);
   an_text_name(page->out, an_base_name(first->name));
   if (n > 1)
      fprintf(page->out, " and %zu more file%s", n - 1, n == 2 ? "" : "s");
}

static void print_end(const an_page *page)
{
   an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', page->out);
}

void ac_stale_print(const an_page *page)
{
   const ac_scope *scope = &page->scope;
   files all = { .n = 0 };
   stale found = { .n_newer = 0 };
   if (!scope->request->source.is_closed)
      find_files(scope->analysis, &all);
   for (size_t i = 0; i < all.n; i++)
      look_at(page, &all.of[i], &found);
   if (found.n_newer > 0) {
      print_files(page, found.newer, found.n_newer);
      fprintf(page->out, " changed after the profile: lines can be off");
      print_end(page);
   }
   if (found.n_shorter > 0) {
      print_files(page, found.shorter, found.n_shorter);
      fprintf(page->out,
              " end%s at line %" PRIu32 ", before line %" PRIu32
              " of the profile: generated, or changed",
              found.n_shorter == 1 ? "s" : "", found.n_lines, found.shorter->line);
      print_end(page);
   }
}
