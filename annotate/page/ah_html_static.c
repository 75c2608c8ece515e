/* ah_html_static.c -- what the page shows of heap profiles without a script.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/ah_html.h"

#include "base/an_text.h"
#include "heap/ah_rank.h"
#include "sections/ah_page.h"
#include "sections/an_gate_print.h"
#include "page/an_html_text.h"

#include <stdlib.h>
#include <string.h>

enum {
   WIDTH = 100, /* of text */
   ROWS = 30,   /* of a table */
   FRAMES = 4,  /* of a call path that changed */
};

/* ---- Text: what ran, the totals, findings, limits ---- */

static an_status print_diff(const ah_html *html, FILE *out)
{
   const ah_diff *diff = html->diff;
   const ah_diff_options options = { .threshold = 0.1, .top = ROWS, .n_frames = FRAMES,
                                     .width = WIDTH };
   const an_gate_style style = { .are_paths = true, .width = WIDTH };
   if (diff->gate->n > 0)
      an_gate_print(diff->gate, &style, out);
   return ah_diff_print(diff, html->alloc, &options, out);
}

static an_status print_text(const ah_html *html, FILE *out)
{
   if (html->diff != NULL)
      return print_diff(html, out);
   ac_report_options source = *html->reports[0]->source;
   ah_report_options options = *html->reports[0];
   source.colour = false;
   source.width = options.width = WIDTH;
   options.source = &source;
   options.any_width = false;
   return ah_report_overview(html->profiles[0], html->alloc, &options, out);
}

/* Whether the text has a heading here, as an_page_heading prints it; *title is then the
   line of its name, and *rest what follows. */
static bool take_heading(char *text, char **title, char **rest)
{
   size_t n = strspn(text, "-");
   if (n < 3 || text[n] != '\n' || strncmp(text + n + 1, "-- ", 3) != 0)
      return false;
   *title = text + n + 1 + 3;
   char *end = strchr(*title, '\n');
   if (end == NULL || strspn(end + 1, "-") != n || end[1 + n] != '\n')
      return false;
   *end = '\0';
   *rest = end + 1 + n + 1;
   return true;
}

/* The next heading, which begins a line; the end of the text if there is none. */
static char *next_heading(char *text)
{
   char *next = strstr(text, "\n-- ");
   while (next != NULL && next > text && next[-1] == '-')
      next--;
   return next == NULL ? text + strlen(text) : next;
}

/* Sections of text under headings of the page. */
static an_status put_sections(char *text, FILE *out)
{
   an_status status = AN_OK;
   while (status == AN_OK && *text != '\0') {
      char *title, *rest = text;
      if (take_heading(text, &title, &rest))
         status = an_html_put(out, "h2", title);
      char *next = next_heading(*rest == '\0' ? rest : rest + 1), first = *next;
      *next = '\0';
      if (status == AN_OK && *rest != '\0')
         status = an_html_lines(out, rest);
      *next = first;
      text = next;
   }
   return status;
}

static an_status put_text(const ah_html *html, FILE *out)
{
   char *text = NULL;
   size_t size_B;
   FILE *memory = open_memstream(&text, &size_B);
   if (memory == NULL)
      return AN_NO_MEMORY;
   an_status status = print_text(html, memory);
   bool is_whole = fclose(memory) == 0;
   if (status == AN_OK)
      status = is_whole ? put_sections(text, out) : AN_NO_MEMORY;
   free(text);
   return status;
}

/* ---- Allocation sites ---- */

enum { VALUES = 6, COLUMNS = VALUES + 1 };

typedef struct {
   const ah_profile *profile;
   const ah_value *values[VALUES];
   size_t n_values;
   an_html_column columns[COLUMNS];
   an_html_table table;
} sites_table;

/* The values that the profile has, and where the site is. */
static void choose_columns(sites_table *t)
{
   static const ah_sort all[VALUES]
      = { AH_SORT_PEAK, AH_SORT_PEAK_BLOCKS, AH_SORT_TOTAL, AH_SORT_BLOCKS,
          AH_SORT_LEAKED, AH_SORT_TEMPORARY };
   for (size_t i = 0; i < VALUES; i++) {
      const ah_value *value = &ah_values[all[i]];
      if (!ah_value_is_known(value, t->profile))
         continue;
      t->columns[t->n_values] = (an_html_column){ value->title, true };
      t->values[t->n_values++] = value;
   }
   t->columns[t->n_values] = (an_html_column){ "Allocation site", false };
   t->table.columns = t->columns;
   t->table.n_columns = t->n_values + 1;
}

static an_status put_site(const sites_table *t, const ah_site *site)
{
   char texts[VALUES][AN_TEXT_NUMBER_B];
   const char *cells[COLUMNS];
   for (size_t i = 0; i < t->n_values; i++) {
      an_text_count(texts[i], ah_value_of(t->values[i], site));
      cells[i] = texts[i];
   }
   char *place = ah_site_text(t->profile, site, AH_SITE_PLAIN, SIZE_MAX, 0);
   cells[t->n_values] = place;
   an_status status = place == NULL ? AN_NO_MEMORY : an_html_row(&t->table, cells);
   free(place);
   return status;
}

static an_status put_sites(const ah_html *html, FILE *out)
{
   uint32_t *sites;
   size_t n;
   const ah_profile *profile = html->profiles[0];
   sites_table t = { .profile = profile, .table = { .out = out } };
   if (!ah_rank(html->reports[0]->sort, html->alloc, profile, 0, &sites, &n))
      return AN_NO_MEMORY;
   choose_columns(&t);
   an_status status = an_html_open_table(&t.table, "Allocation sites");
   for (size_t i = 0; i < n && i < ROWS && status == AN_OK; i++)
      status = put_site(&t, &profile->sites[sites[i]]);
   an_html_close_table(&t.table);
   tk_put(html->alloc, sites);
   return status;
}

/* ---- Functions and lines ---- */

/* Chooses the columns of lines that people ask for first, of many. */
static size_t choose_measures(const ac_report_options *options, ac_measure *of)
{
   static const char *const first[] = { "peak", "total", "blocks", "leaked" };
   size_t n = 0;
   if (options->is_pair) {
      for (ac_aspect aspect = AC_BEFORE; aspect <= AC_CHANGE; aspect++) {
         of[n] = options->show.of[0];
         of[n++].aspect = aspect;
      }
      return n;
   }
   for (size_t i = 0; i < options->show.n; i++)
      for (size_t k = 0; k < sizeof first / sizeof first[0]; k++)
         if (strcmp(options->show.of[i].metric->name, first[k]) == 0)
            of[n++] = options->show.of[i];
   return n;
}

static an_status put_lines(const ah_html *html, FILE *out)
{
   ac_measure of[AH_VALUES];
   ac_report_options options = *html->lines.options;
   an_html_counts lines = html->lines;
   options.show = (ac_measures){ .of = of, .n = choose_measures(&options, of) };
   lines.options = &options;
   return an_html_counts_tables(&lines, out);
}

an_status ah_html_put_static(const void *context, FILE *out)
{
   const ah_html *html = context;
   const ah_profile *last = html->profiles[html->n_sides - 1];
   an_status status = an_html_put(out, "h1", last->command);
   if (status == AN_OK)
      status = put_text(html, out);
   if (status == AN_OK && html->diff == NULL)
      status = put_sites(html, out);
   return status == AN_OK ? put_lines(html, out) : status;
}
