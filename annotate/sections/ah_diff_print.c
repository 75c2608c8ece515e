/* ah_diff_print.c -- the comparison of two heap profiles as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"

#include "base/an_short.h"
#include "base/an_text.h"
#include "heap/ah_text.h"
#include "render/an_fit.h"
#include "sections/ac_sections.h"
#include "render/an_page.h"
#include "render/an_totals.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "hp.diff"

enum { INDENT = 3 };

/* Steps of a call path, innermost first. */
typedef struct {
   ah_step *of; /* for tk_put */
   size_t n;
} steps;

typedef struct {
   an_page base;
   const ah_diff *diff;
   const ah_diff_options *options;
   FILE *out;
   uint32_t *shown; /* call paths, in their order */
   size_t n_shown;
   size_t n_shared; /* outermost steps that all shown paths have in common */
} page;

/* ---- Metadata ---- */

/* Paths that are cut at different depths do not match. */
static void print_depths(const page *p)
{
   const ah_profile *old = p->diff->profiles[AH_OLD];
   const ah_profile *new = p->diff->profiles[AH_NEW];
   if (!old->is_heapprof || !new->is_heapprof || old->depth == new->depth)
      return;
   fprintf(p->out,
           "%-18s%" PRId64 " frames in OLD, %" PRId64
           " in NEW: longer call paths do not match\n",
           "Depth:", old->depth, new->depth);
}

static void print_metadata(const page *p)
{
   const ah_diff *diff = p->diff;
   const char *old = diff->profiles[AH_OLD]->command;
   const char *new = diff->profiles[AH_NEW]->command;
   an_page_heading(&p->base, "Metadata", NULL);
   an_page_field(&p->base, "Command:", new);
   if (strcmp(old, new) != 0)
      an_page_field(&p->base, "Command of OLD:", old);
   an_page_field(&p->base, "Old:", diff->files[AH_OLD]);
   an_page_field(&p->base, "New:", diff->files[AH_NEW]);
   an_state_print(&diff->profiles[AH_OLD]->state, "Old", p->out);
   an_state_print(&diff->profiles[AH_NEW]->state, "New", p->out);
   an_counting_print(&diff->profiles[AH_OLD]->counting, diff->profiles[AH_OLD]->time_unit,
                     "Old", p->out);
   an_counting_print(&diff->profiles[AH_NEW]->counting, diff->profiles[AH_NEW]->time_unit,
                     "New", p->out);
   an_page_field(&p->base, "Sorted by:", diff->values[diff->by]->name);
   fprintf(p->out, "%-18s%g%%\n", "Threshold:", p->options->threshold);
   print_depths(p);
   putc('\n', p->out);
}

/* ---- Summary ---- */

static void print_summary(page *p)
{
   const ah_diff *diff = p->diff;
   const int64_t *old = diff->totals, *new = old + diff->n_values;
   an_total of[AH_VALUES];
   size_t n = 0;
   for (size_t i = 0; i < diff->n_values; i++)
      if (old[i] != 0 || new[i] != 0 || i == diff->by)
         of[n++] = (an_total){ diff->values[i]->name, old[i], new[i], true };
   an_totals_print(&p->base, "total of", of, n);
}

/* ---- The steps of a call path ---- */

/* Leaves out steps inside the standard library: of successive ones, the step that is
   called from outside stays. */
static void leave_out_library(steps *s)
{
   size_t n = 0, n_own = 0;
   for (size_t i = 0; i < s->n; i++)
      n_own += !s->of[i].is_of_library;
   if (n_own == 0)
      return;
   for (size_t i = 0; i < s->n; i++)
      if (!s->of[i].is_of_library || i + 1 == s->n || !s->of[i + 1].is_of_library)
         s->of[n++] = s->of[i];
   s->n = n;
}

static bool is_whole(const page *p)
{
   return p->options->n_frames == SIZE_MAX;
}

/* The steps that can be shown. */
static steps visible_steps(const page *p, uint32_t path)
{
   steps s;
   s.of = ah_diff_steps(p->diff, p->base.scope.alloc, path, &s.n);
   if (!is_whole(p) && !p->options->all_frames)
      leave_out_library(&s);
   return s;
}

static void print_step(const page *p, const ah_step *step)
{
   size_t width = p->options->terminal->width;
   an_frame frame = { .function = step->function,
                      .file = step->file,
                      .object = step->object,
                      .line = step->line };
   size_t room = width > INDENT ? width - INDENT : AN_SHORT_MOST_B;
   char *text = ah_text_frame(&frame, p->options->full_names ? SIZE_MAX : room);
   fprintf(p->out, "%*s%s\n", INDENT, "", text);
   free(text);
}

/* Prints n steps, or as many of them as the options ask for. */
static void print_steps(const page *p, const ah_step *of, size_t n)
{
   size_t most = p->options->n_frames;
   /* "1 more" takes a line, too. */
   size_t n_shown = n > most && n - most > 1 ? most : n;
   for (size_t i = 0; i < n_shown; i++)
      print_step(p, &of[i]);
   fprintf(p->out, "%*s", n_shown < n ? INDENT : 0, "");
   an_page_more(&p->base, n - n_shown, "frame", "--frames=0");
}

/* ---- Steps that all call paths share ---- */

static bool is_same_text(const char *a, const char *b)
{
   return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same_step(const ah_step *a, const ah_step *b)
{
   return a->line == b->line && strcmp(a->function, b->function) == 0
          && is_same_text(a->file, b->file) && is_same_text(a->object, b->object);
}

/* How many outermost steps are the same, up to `most`; both keep one step. */
static size_t count_same(const steps *a, const steps *b, size_t most)
{
   size_t n = 0;
   while (n < most && n + 1 < a->n && n + 1 < b->n
          && is_same_step(&a->of[a->n - 1 - n], &b->of[b->n - 1 - n]))
      n++;
   return n;
}

/* Counts and prints what the paths share. */
static void print_shared(page *p)
{
   p->n_shared = 0;
   if (is_whole(p) || p->n_shown < 2)
      return;
   steps first = visible_steps(p, p->shown[0]);
   size_t n = first.n;
   for (size_t i = 1; i < p->n_shown && n > 0; i++) {
      steps other = visible_steps(p, p->shown[i]);
      n = count_same(&first, &other, n);
      tk_put(p->base.scope.alloc, other.of);
   }
   if (n > 0) {
      p->n_shared = n;
      fputs("All that follow are called from:\n", p->out);
      print_steps(p, first.of + first.n - n, n);
      putc('\n', p->out);
   }
   tk_put(p->base.scope.alloc, first.of);
}

/* ---- Call paths ---- */

static int64_t change_of(const ah_diff *diff, uint32_t path)
{
   const int64_t *old = ah_paths_values(diff->paths, path) + diff->by;
   return old[diff->n_values] - old[0];
}

/* Changes are shares of OLD's total, or of NEW's if that is 0. */
static bool is_large(const page *p, int64_t change)
{
   const ah_diff *diff = p->diff;
   long double base = diff->totals[diff->by];
   if (base == 0)
      base = diff->totals[diff->n_values + diff->by];
   return change != 0 && (long double)llabs(change) * 100 >= base * p->options->threshold;
}

static void print_path(const page *p, uint32_t path)
{
   const ah_diff *diff = p->diff;
   FILE *out = p->out;
   const int64_t *old = ah_paths_values(diff->paths, path) + diff->by;
   const int64_t *new = old + diff->n_values;
   long double base = diff->totals[diff->by];
   char text[AN_TEXT_NUMBER_B];
   an_page_colour(&p->base, an_text_heat((long double)*new - *old, base));
   an_page_change(&p->base, *old, *new, true, 0);
   an_page_colour(&p->base, AN_COLOUR_NONE);
   an_text_count(text, *old);
   fprintf(out, "  %s -> ", text);
   an_text_count(text, *new);
   fprintf(out, "%s\n", text);
   steps s = visible_steps(p, path);
   if (s.n == 0)
      fprintf(out, "%*s%s\n", INDENT, "", AN_UNKNOWN);
   print_steps(p, s.of, s.n - p->n_shared);
   putc('\n', out);
   tk_put(p->base.scope.alloc, s.of);
}

/* ---- Which call paths are shown ---- */

/* The paths left out for one reason. */
typedef struct {
   size_t n;
   long double sum; /* of their changes */
} rest;

static void add_rest(rest *r, int64_t change)
{
   r->n++;
   r->sum += change;
}

/* "... 3 more call paths, by +40 in total: --top=0". */
static void print_rest(const page *p, const rest *r, const char *size, const char *option)
{
   char count[AN_TEXT_NUMBER_B], sum[AN_TEXT_NUMBER_B];
   if (r->n == 0)
      return;
   an_text_count(count, (int64_t)r->n);
   an_text_value(sum, r->sum, true, true);
   fprintf(p->out, "... %s more call path%s, %sby %s in total: %s\n", count,
           r->n == 1 ? "" : "s", size, sum, option);
}

/* Finds those shown, in p->shown, and prints them; then what was left out. */
static void print_shown(page *p)
{
   const ah_diff *diff = p->diff;
   rest beyond = { 0 }, small = { 0 }, same = { 0 };
   for (size_t i = 0; i < ah_paths_n(diff->paths); i++) {
      uint32_t path = diff->order[i];
      int64_t change = change_of(diff, path);
      bool has_room = p->n_shown < p->options->top;
      if (!is_large(p, change))
         add_rest(change == 0 ? &same : &small, change);
      else if (has_room)
         p->shown[p->n_shown++] = path;
      else
         add_rest(&beyond, change);
   }
   print_shared(p);
   for (size_t i = 0; i < p->n_shown; i++)
      print_path(p, p->shown[i]);
   print_rest(p, &beyond, "", "--top=0");
   print_rest(p, &small, "changed less, ", "--threshold=0");
   fprintf(p->out, "%zu did not change in %s\n\n", same.n, diff->values[diff->by]->name);
}

static void print_paths(page *p)
{
   const ah_diff *diff = p->diff;
   char title[64];
   p->shown = tk_get(p->base.scope.alloc, LABEL,
                     (ah_paths_n(diff->paths) + 1) * sizeof *p->shown);
   snprintf(title, sizeof title, "Call paths by change of %s",
            diff->values[diff->by]->name);
   an_page_heading(&p->base, title, NULL);
   print_shown(p);
   tk_put(p->base.scope.alloc, p->shown);
}

/* ---- Regions ---- */

static void print_regions(const page *p)
{
   const ah_diff *diff = p->diff;
   const size_t top = p->options->top, n = top == SIZE_MAX ? 0 : top / 2;
   an_page base = p->base;
   base.scope.profile = diff->regions;
   if (n > 0 || top == SIZE_MAX)
      ac_regions_compare(&base, &diff->region_columns, &diff->region_columns.of[2], n,
                         "--top=0");
}

static void print_all(page *p, FILE *out)
{
   p->out = p->base.out = out;
   print_metadata(p);
   print_summary(p);
   print_regions(p);
   ah_diff_print_owners(&p->base, p->diff, p->options);
   print_paths(p);
}

void ah_diff_print(const ah_diff *diff, const tk_alloc *alloc,
                   const ah_diff_options *options, FILE *out)
{
   an_fit fit;
   size_t n_lines;
   const ac_request request = { .is_pair = true };
   an_terminal terminal = *options->terminal;
   page p = {
      .base.scope = { .alloc = alloc, .request = &request, .terminal = &terminal },
      .diff = diff,
      .options = options
   };
   terminal.width = options->full_names ? 0 : terminal.width;
   if (terminal.markup != NULL) {
      print_all(&p, out);
      return;
   }
   an_fit_open(&fit);
   print_all(&p, fit.out);
   an_fit_end(&fit, &n_lines);
   an_fit_print(&fit, n_lines, terminal.width, out);
   an_fit_close(&fit);
}
