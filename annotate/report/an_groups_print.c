/* an_groups_print.c -- the lists: files with their functions, functions with their
   files.

   A function is in several files if others are inlined into it.  Functions of the same
   name are one entry: the profile does not say whether they are the same function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "report/an_page.h"
#include "counts/an_rank.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.groups"

static void print_entry(const an_page *page, const int64_t *totals,
                        const char *lead)
{
   an_columns_print(&page->columns, page->out, totals);
   fputs(lead, page->out);
}

static void begin_list(an_page *page, const char *title, const char *what)
{
   an_page_heading(page, title, NULL);
   an_page_names(page);
   fprintf(page->out, "  %s\n\n", what);
}

/* Keeps the first rows if not all are asked for. */
static size_t keep_top(const an_page *page, an_ranking *ranking)
{
   size_t n = ranking->n, most = page->options->n_top;
   if (most > 0 && most < n)
      ranking->n = most;
   return n - ranking->n;
}

static void end_list(const an_page *page, size_t n, size_t n_more,
                     const char *noun)
{
   if (n == 0)
      fputs("(none reaches the threshold)\n", page->out);
   an_page_more(page, n_more, noun, "--top=0");
   putc('\n', page->out);
}

static void fit(an_page *page, const an_ranking *ranking)
{
   for (size_t i = 0; i < ranking->n; i++)
      an_columns_fit(&page->columns, ranking->entries[i].totals);
}

/* ---- Files with their functions ---- */

static an_status rank_within(an_ranking *functions, const an_page *page,
                             size_t file)
{
   return an_rank_functions(functions, page->alloc, page->profile,
                            an_profile_file(page->profile, file),
                            &page->options->sort, page->options->threshold);
}

static an_status print_file(an_page *page, const an_ranked *file)
{
   an_ranking functions;
   an_status status = rank_within(&functions, page, file->index);
   if (status != AN_OK)
      return status;
   print_entry(page, file->totals, "  ");
   an_page_file(page, file->index, an_page_room(page, 2));
   putc('\n', page->out);
   for (size_t i = 0; i < functions.n; i++) {
      print_entry(page, functions.entries[i].totals, "    ");
      an_page_function(page, functions.entries[i].index, an_page_room(page, 4));
      putc('\n', page->out);
   }
   tk_put(page->alloc, functions.entries);
   return AN_OK;
}

an_status an_groups_by_file(an_page *page)
{
   an_ranking files;
   an_status status
      = an_rank_files(&files, page->alloc, page->profile,
                      &page->options->sort, an_report_row_threshold(page->options));
   size_t n_more = status == AN_OK ? keep_top(page, &files) : 0;
   an_columns_reset(&page->columns);
   /* Changes can be larger in a function than in its file: fit to all. */
   for (size_t i = 0; i < files.n && status == AN_OK; i++) {
      an_ranking functions;
      status = rank_within(&functions, page, files.entries[i].index);
      if (status == AN_OK)
         fit(page, &functions);
      tk_put(page->alloc, functions.entries);
   }
   if (status == AN_OK) {
      fit(page, &files);
      begin_list(page, "Files and their functions", "file, function");
      for (size_t i = 0; i < files.n && status == AN_OK; i++) {
         if (i > 0)
            putc('\n', page->out);
         status = print_file(page, &files.entries[i]);
      }
      end_list(page, files.n, n_more, "file");
   }
   tk_put(page->alloc, files.entries);
   return status;
}

/* ---- Functions with their files ---- */

typedef struct {
   size_t *functions; /* indices, by name, then by file */
   size_t *first;     /* where each group begins there; one more at the end */
   size_t n;          /* of groups */
   int64_t *totals;   /* a row for each */
} groups;

static const char *name_of(const an_profile *profile, size_t function)
{
   return an_profile_function(profile, function)->name;
}

static int compare_functions(const void *a, const void *b, void *context)
{
   const size_t *x = a, *y = b;
   const char *of_x = name_of(context, *x), *of_y = name_of(context, *y);
   int order = of_x == of_y ? 0 : strcmp(of_x, of_y); /* they are interned */
   return order != 0 ? order : (*x > *y) - (*x < *y);
}

/* Changes can wrap on the way, but no final sum does: the program's totals are sums
   of the same counts. */
static void add(int64_t *sums, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      sums[i] = (int64_t)((uint64_t)sums[i] + (uint64_t)counts[i]);
}

static void gather(groups *g, const an_profile *profile, size_t n_functions)
{
   size_t n_events = an_profile_n_events(profile);
   for (size_t i = 0; i < n_functions; i++) {
      size_t function = g->functions[i];
      bool is_new = i == 0 || name_of(profile, function)
                              != name_of(profile, g->functions[i - 1]);
      if (is_new)
         g->first[g->n++] = i;
      add(g->totals + (g->n - 1) * n_events,
          an_profile_function(profile, function)->totals, n_events);
   }
   g->first[g->n] = n_functions;
}

static void free_groups(groups *g, const tk_alloc *alloc)
{
   tk_put(alloc, g->functions);
   tk_put(alloc, g->first);
   tk_put(alloc, g->totals);
}

static an_status make_groups(groups *g, const an_page *page)
{
   const an_profile *profile = page->profile;
   size_t n = an_profile_n_functions(profile);
   size_t totals_B = (n + 1) * an_profile_n_events(profile) * sizeof(int64_t);
   *g = (groups){ .n = 0 };
   g->functions = tk_get(page->alloc, LABEL, (n + 1) * sizeof *g->functions);
   g->first = tk_get(page->alloc, LABEL, (n + 1) * sizeof *g->first);
   g->totals = tk_get(page->alloc, LABEL, totals_B);
   if (g->functions == NULL || g->first == NULL || g->totals == NULL) {
      free_groups(g, page->alloc);
      return AN_NO_MEMORY;
   }
   memset(g->totals, 0, totals_B);
   for (size_t i = 0; i < n; i++)
      g->functions[i] = i;
   qsort_r(g->functions, n, sizeof *g->functions, compare_functions,
           (void *)profile);
   gather(g, profile, n);
   return AN_OK;
}

/* Ranks the functions of a group. */
static an_status rank_group(an_ranking *files, const an_page *page,
                            const groups *g, size_t group)
{
   size_t first = g->first[group], n = g->first[group + 1] - first;
   files->n = 0;
   files->entries = tk_get(page->alloc, LABEL, n * sizeof *files->entries);
   if (files->entries == NULL)
      return AN_NO_MEMORY;
   for (; files->n < n; files->n++) {
      size_t function = g->functions[first + files->n];
      files->entries[files->n] = (an_ranked){
         function, an_profile_function(page->profile, function)->totals };
   }
   an_rank(files, an_profile_totals(page->profile), &page->options->sort,
           page->options->threshold);
   return AN_OK;
}

/* A function in one file takes one line. */
static an_status print_group(an_page *page, const groups *g,
                             const an_ranked *group)
{
   size_t first = g->first[group->index];
   size_t n = g->first[group->index + 1] - first;
   print_entry(page, group->totals, "  ");
   if (n == 1) {
      an_page_place(page, g->functions[first], an_page_room(page, 2));
      putc('\n', page->out);
      return AN_OK;
   }
   an_page_function(page, g->functions[first], an_page_room(page, 2));
   putc('\n', page->out);
   an_ranking files;
   an_status status = rank_group(&files, page, g, group->index);
   for (size_t i = 0; i < files.n && status == AN_OK; i++) {
      size_t function = files.entries[i].index;
      print_entry(page, files.entries[i].totals, "    ");
      an_page_file(page, an_profile_function(page->profile, function)->file,
                   an_page_room(page, 4));
      putc('\n', page->out);
   }
   tk_put(page->alloc, files.entries);
   return status;
}

static an_status print_groups(an_page *page, const groups *g,
                              an_ranking *ranking)
{
   size_t n_events = an_profile_n_events(page->profile);
   an_status status = AN_OK;
   for (; ranking->n < g->n; ranking->n++)
      ranking->entries[ranking->n] = (an_ranked){
         ranking->n, g->totals + ranking->n * n_events };
   an_rank(ranking, an_profile_totals(page->profile), &page->options->sort,
           an_report_row_threshold(page->options));
   size_t n_more = keep_top(page, ranking);
   an_columns_reset(&page->columns);
   fit(page, ranking);
   for (size_t i = 0; i < ranking->n && status == AN_OK; i++) {
      an_ranking files;
      status = rank_group(&files, page, g, ranking->entries[i].index);
      if (status == AN_OK)
         fit(page, &files);
      tk_put(page->alloc, files.entries);
   }
   begin_list(page, "Functions and their files", "function, file");
   for (size_t i = 0; i < ranking->n && status == AN_OK; i++)
      status = print_group(page, g, &ranking->entries[i]);
   end_list(page, ranking->n, n_more, "function");
   return status;
}

an_status an_groups_by_function(an_page *page)
{
   groups g;
   an_status status = make_groups(&g, page);
   if (status != AN_OK)
      return status;
   an_ranking ranking = { .n = 0 };
   ranking.entries
      = tk_get(page->alloc, LABEL, (g.n + 1) * sizeof *ranking.entries);
   status = ranking.entries == NULL ? AN_NO_MEMORY
                                    : print_groups(page, &g, &ranking);
   tk_put(page->alloc, ranking.entries);
   free_groups(&g, page->alloc);
   return status;
}
