/* an_gains_print.c -- what each function, line and data object could gain, on estimated
   cycles.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_machine_views.h"

#include "data/an_what_if.h"
#include "report/an_data_report.h"
#include "report/an_spots.h"

#include <math.h>
#include <string.h>

enum { ROWS = 10, GAP = 2, COLUMNS = 3 };

typedef struct {
   const an_profile *profile;
   const tk_alloc *alloc;
   const an_report_options *options;
   an_gains gains;
   long double *saved; /* by data object */
   long double total;  /* of cycles */
   bool no_memory;
} table;

/* ---- Gains ---- */

static bool open_table(table *t, const an_profile *profile, const tk_alloc *alloc,
                       const an_report_options *options)
{
   const an_data_report *data = options->data;
   size_t n = data == NULL ? 0 : data->view.n_objects;
   *t = (table){ .profile = profile, .alloc = alloc, .options = options };
   if (!an_gains_open(&t->gains, alloc, profile, options->cycles))
      return false;
   t->total = an_metric_value(options->cycles, an_profile_totals(profile));
   t->saved = tk_get(alloc, "an.gains", (n + 1) * sizeof *t->saved);
   for (size_t i = 0; i < n && t->saved != NULL; i++)
      t->saved[i] = 0;
   bool ok = t->saved != NULL
             && (data == NULL || data->view.data->n_events == 0
                 || an_gains_of_data(&t->gains, profile, &data->view, t->saved) == AN_OK);
   if (!ok) {
      tk_put(alloc, t->saved);
      an_gains_close(&t->gains);
   }
   return ok;
}

static void close_table(table *t)
{
   tk_put(t->alloc, t->saved);
   an_gains_close(&t->gains);
}

/* Data objects neither mispredict nor run. */
static an_gain gain_of(table *t, an_spot_kind kind, const an_spot *spot)
{
   return kind == AN_SPOT_OBJECT ? (an_gain){ t->saved[spot->object], NAN, NAN }
                                 : an_gains_of(&t->gains, spot->counts);
}

/* What can be gained by another way to do the same comes before what only less work
   gains. */
static long double weigh_code(const void *context, const an_spot *spot)
{
   an_gain gain = gain_of((table *)context, AN_SPOT_LINE, spot);
   long double sum = gain.misses + gain.branches + gain.run * 0x1p-40L;
   return isnan(sum) ? 0 : sum;
}

static long double weigh_object(const void *context, const an_spot *spot)
{
   const table *t = context;
   return isnan(t->saved[spot->object]) ? 0 : t->saved[spot->object];
}

static an_status open_spots(table *t, an_spots *spots, an_spot_kind kind)
{
   const an_spot_weight weight
      = { kind == AN_SPOT_OBJECT ? weigh_object : weigh_code, t };
   return an_spots_open(spots, t->alloc, t->profile, t->options, kind, weight);
}

static long double column_of(const an_gain *gain, size_t column)
{
   return column == 0 ? gain->misses : column == 1 ? gain->branches : gain->run;
}

/* ---- Text ---- */

static const char *const titles[COLUMNS]
   = { "no misses", "no mispredictions", "not run" };

/* "1,234 (5.67%)", "." for nothing. */
static const char *write_cell(char text[2 * AN_TEXT_NUMBER_B], long double value,
                              long double total)
{
   char share[AN_TEXT_NUMBER_B];
   if (isnan(value) || value == 0)
      return strcpy(text, isnan(value) ? "" : ".");
   size_t n = an_text_count(text, (int64_t)roundl(value));
   if (an_text_share(share, value, total) > 0)
      sprintf(text + n, " %8s", share);
   return text;
}

static void print_rows(an_page *page, table *t, const an_spots *spots, size_t n)
{
   char text[2 * AN_TEXT_NUMBER_B];
   int widths[COLUMNS];
   size_t taken = 0, width = page->options->width;
   size_t n_columns = spots->kind == AN_SPOT_OBJECT ? 1 : COLUMNS;
   for (size_t c = 0; c < n_columns; c++) {
      widths[c] = (int)strlen(titles[c]);
      for (size_t i = 0; i < n; i++) {
         an_gain gain = gain_of(t, spots->kind, &spots->of[i]);
         int needs = (int)strlen(write_cell(text, column_of(&gain, c), t->total));
         widths[c] = needs > widths[c] ? needs : widths[c];
      }
      taken += (size_t)widths[c] + GAP;
   }
   an_page_colour(page, AN_COLOUR_HEADING);
   for (size_t c = 0; c < n_columns; c++)
      fprintf(page->out, "%*s%*s", widths[c], titles[c], GAP, "");
   an_page_colour(page, AN_COLOUR_NONE);
   fprintf(page->out, "%s\n", an_spot_title(spots->kind));
   for (size_t i = 0; i < n; i++) {
      an_gain gain = gain_of(t, spots->kind, &spots->of[i]);
      for (size_t c = 0; c < n_columns; c++)
         fprintf(page->out, "%*s%*s", widths[c],
                 write_cell(text, column_of(&gain, c), t->total), GAP, "");
      an_spot_print(page, spots->kind, &spots->of[i],
                    width == 0 ? SIZE_MAX : width > taken ? width - taken : 0);
      putc('\n', page->out);
   }
}

static void print_table(an_page *page, table *t, const an_spots *spots)
{
   size_t most = page->options->n_top > 0 ? page->options->n_top
                 : page->options->is_limited ? ROWS : SIZE_MAX;
   size_t n = spots->n < most ? spots->n : most;
   print_rows(page, t, spots, n);
   an_page_more(page, spots->n - n, an_spot_kind_name(spots->kind), "--top=0");
   putc('\n', page->out);
}

static void print_head(an_page *page, const table *t)
{
   char text[AN_TEXT_NUMBER_B];
   an_page_heading(page, "What each could gain, in estimated cycles", NULL);
   an_text_value(text, t->total, an_metric_is_whole(page->options->cycles), false);
   fprintf(page->out, "The program has %s = ", text);
   an_text_name(page->out, page->options->cycles->formula_text);
   fputs(".\nA row would save so many of them if it had no misses, had no "
         "mispredictions,\nor did not run at all.\n\n", page->out);
}

an_status an_gains_section(an_page *page)
{
   table t;
   an_status status = AN_OK;
   if (!open_table(&t, page->profile, page->alloc, page->options))
      return AN_NO_MEMORY;
   print_head(page, &t);
   for (int kind = 0; kind < AN_N_SPOT_KINDS && status == AN_OK; kind++) {
      an_spots spots;
      status = open_spots(&t, &spots, (an_spot_kind)kind);
      if (status != AN_OK)
         break;
      if (spots.n > 0)
         print_table(page, &t, &spots);
      an_spots_close(&spots);
   }
   close_table(&t);
   return status;
}

/* ---- For programs ---- */

static const char *const members[COLUMNS] = { "misses", "mispredictions", "run" };

static void put_row(table *t, an_json_out *json, const an_spots *spots, size_t i)
{
   an_gain gain = gain_of(t, spots->kind, &spots->of[i]);
   an_json_open_line(json, " ", NULL, '{');
   an_spot_put_json(json, t->profile, spots->kind, &spots->of[i]);
   for (size_t c = 0; c < (spots->kind == AN_SPOT_OBJECT ? 1 : COLUMNS); c++)
      an_json_put_number(json, members[c], column_of(&gain, c), false);
   an_json_put_close(json, '}');
}

an_status an_gains_put_json(an_json_out *json, const an_profile *profile,
                            const tk_alloc *alloc, const an_report_options *options)
{
   static const char *const keys[AN_N_SPOT_KINDS] = { "functions", "lines", "objects" };
   table t;
   an_status status = AN_OK;
   if (!open_table(&t, profile, alloc, options))
      return AN_NO_MEMORY;
   an_json_open_line(json, "", "gains", '{');
   an_json_put_number(json, "cycles", t.total, an_metric_is_whole(options->cycles));
   for (int kind = 0; kind < AN_N_SPOT_KINDS && status == AN_OK; kind++) {
      an_spots spots;
      status = open_spots(&t, &spots, (an_spot_kind)kind);
      if (status != AN_OK)
         break;
      an_json_open_line(json, "", keys[kind], '[');
      for (size_t i = 0; i < spots.n; i++)
         put_row(&t, json, &spots, i);
      an_json_put_close(json, ']');
      an_spots_close(&spots);
   }
   an_json_put_close(json, '}');
   close_table(&t);
   return status;
}

an_status an_gains_put_csv(const an_profile *profile, const tk_alloc *alloc,
                           const an_report_options *options, FILE *out)
{
   an_csv_out csv = { .out = out };
   table t;
   an_status status = AN_OK;
   if (!open_table(&t, profile, alloc, options))
      return AN_NO_MEMORY;
   an_spot_put_titles(&csv);
   for (size_t c = 0; c < COLUMNS; c++)
      an_csv_put_shown(&csv, members[c]);
   an_csv_end_record(&csv);
   for (int kind = 0; kind < AN_N_SPOT_KINDS && status == AN_OK; kind++) {
      an_spots spots;
      status = open_spots(&t, &spots, (an_spot_kind)kind);
      for (size_t i = 0; status == AN_OK && i < spots.n; i++) {
         an_gain gain = gain_of(&t, spots.kind, &spots.of[i]);
         an_spot_put_csv(&csv, profile, spots.kind, &spots.of[i]);
         for (size_t c = 0; c < COLUMNS; c++)
            an_csv_put_number(&csv, column_of(&gain, c), false);
         an_csv_end_record(&csv);
      }
      if (status == AN_OK)
         an_spots_close(&spots);
   }
   close_table(&t);
   return status;
}
