/* an_reasons_print.c -- why lines and data objects missed, with the cure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_machine_views.h"

#include "counts/an_sweep.h"
#include "report/an_spots.h"

#include <string.h>

enum { COLD, CAPACITY, CONFLICT, N_REASONS, MIXED = N_REASONS };
enum { CURE_PERCENT = 1 };
enum { LIMITED = 4, ROWS = 10, GAP = 2, MAIN_PERCENT = 50, PERCENT_WIDTH = 8 };

/* One level's reasons. */
typedef struct {
   const char *title, *key;
   const char *events[N_REASONS];
   size_t columns[N_REASONS]; /* of the profile */
} level;

static const level levels[] = {
   { "Why the last level was missed", "last", { "Lcold", "Lcap", "Lconf" }, { 0 } },
   { "Why the first level was missed", "first", { "D1cold", "D1cap", "D1conf" }, { 0 } },
};

enum { LEVELS = sizeof levels / sizeof levels[0] };

static bool find_level(level *found, const an_profile *profile, size_t which)
{
   size_t n = 0;
   *found = levels[which];
   for (size_t i = 0; i < an_profile_n_events(profile); i++)
      for (size_t r = 0; r < N_REASONS; r++)
         if (strcmp(an_profile_event(profile, i), found->events[r]) == 0) {
            found->columns[r] = i;
            n++;
         }
   return n == N_REASONS;
}

bool an_reasons_are_known(const an_profile *profile)
{
   level found;
   return find_level(&found, profile, 0) || find_level(&found, profile, 1);
}

/* ---- What a row says ---- */

static const char *const names[N_REASONS + 1]
   = { "cold", "capacity", "conflict", "mixed" };

static int64_t misses_of(const level *l, const int64_t *counts)
{
   return counts[l->columns[COLD]] + counts[l->columns[CAPACITY]]
          + counts[l->columns[CONFLICT]];
}

static int main_reason(const level *l, const int64_t *counts)
{
   long double all = (long double)misses_of(l, counts);
   for (int r = 0; r < N_REASONS; r++)
      if (100 * (long double)counts[l->columns[r]] >= MAIN_PERCENT * all)
         return r;
   return MIXED;
}

static const char *cure_of(int reason)
{
   static const char *const cures[] = {
      [COLD] = "touch less memory, or prefetch what comes next",
      [CAPACITY] = "work in blocks that fit, or make the data smaller",
      [CONFLICT] = "pad rows or buffers, so that they fall into other sets",
   };
   return reason == MIXED ? NULL : cures[reason];
}

static long double weigh(const void *context, const an_spot *spot)
{
   return (long double)misses_of(context, spot->counts);
}

/* ---- Text ---- */

/* "conflict (it fits at 8 MiB): pad rows ...". */
static void print_cure(const an_page *page, const level *l, const int64_t *counts)
{
   an_sweep sweep;
   char amount[AN_SWEEP_NAME_B];
   int reason = main_reason(l, counts);
   const char *cure = cure_of(reason);
   if (cure == NULL)
      return;
   fprintf(page->out, "      %s", names[reason]);
   if (reason != COLD && strcmp(l->key, "last") == 0
       && an_sweep_find(&sweep, page->profile) && sweep.kind != AN_SWEEP_LINE) {
      an_curve curve = an_curve_of(&sweep, counts);
      if (curve.shape == AN_CURVE_FITS)
         fprintf(page->out, " (it fits at %s)",
                 an_sweep_amount(amount, &sweep, curve.fits));
   }
   fprintf(page->out, ": %s\n", cure);
}

static void print_shares(an_page *page, const level *l, const int64_t *counts, int width)
{
   char text[AN_TEXT_NUMBER_B];
   long double all = (long double)misses_of(l, counts);
   an_text_count(text, misses_of(l, counts));
   fprintf(page->out, "%*s", width, text);
   for (int r = 0; r < N_REASONS; r++)
      fprintf(page->out, "%*s%*.1Lf%%", GAP, "", PERCENT_WIDTH - 1,
              100 * (long double)counts[l->columns[r]] / all);
   fprintf(page->out, "%*s", GAP, "");
}

static void print_row(an_page *page, const level *l, const an_spots *spots, size_t i,
                      int width)
{
   const int64_t *counts = spots->of[i].counts;
   size_t taken = (size_t)width + N_REASONS * (PERCENT_WIDTH + GAP) + GAP;
   size_t most = page->options->width;
   long double all = (long double)misses_of(l, an_profile_totals(page->profile));
   print_shares(page, l, counts, width);
   an_spot_print(page, spots->kind, &spots->of[i],
                 most == 0 ? SIZE_MAX : most > taken ? most - taken : 0);
   putc('\n', page->out);
   /* A cure for what hardly counts would only make the table longer. */
   if (CURE_PERCENT / 100.0L * all <= (long double)misses_of(l, counts))
      print_cure(page, l, counts);
}

static size_t n_rows_of(const an_report_options *options)
{
   if (options->by == NULL && options->is_limited)
      return LIMITED;
   return options->n_top > 0 ? options->n_top : options->is_limited ? ROWS : SIZE_MAX;
}

static void print_table(an_page *page, const level *l, const an_spots *spots)
{
   char text[AN_TEXT_NUMBER_B];
   const an_report_options *options = page->options;
   const int64_t *totals = an_profile_totals(page->profile);
   size_t most = n_rows_of(options), n = spots->n < most ? spots->n : most;
   bool has_total = spots->kind == AN_SPOT_LINE;
   int width = (int)strlen("misses");
   const int64_t *most_counts = has_total ? totals : spots->of[0].counts;
   int needs = (int)an_text_count(text, misses_of(l, most_counts));
   width = needs > width ? needs : width;
   an_page_colour(page, AN_COLOUR_HEADING);
   fprintf(page->out, "%*s", width, "misses");
   for (int r = 0; r < N_REASONS; r++)
      fprintf(page->out, "%*s%*s", GAP, "", PERCENT_WIDTH, names[r]);
   an_page_colour(page, AN_COLOUR_NONE);
   fprintf(page->out, "%*s%s\n", GAP, "", an_spot_title(spots->kind));
   if (has_total) {
      print_shares(page, l, totals, width);
      fputs("(program)\n", page->out);
   }
   for (size_t i = 0; i < n; i++)
      print_row(page, l, spots, i, width);
   an_page_more(page, spots->n - n, an_spot_kind_name(spots->kind),
                options->by == NULL ? "--reasons" : "--top=0");
   putc('\n', page->out);
}

static an_status print_level(an_page *page, const level *l)
{
   an_page_heading(page, l->title, NULL);
   for (int kind = AN_SPOT_LINE; kind < AN_N_SPOT_KINDS; kind++) {
      an_spots spots;
      if (an_spots_open(&spots, page->alloc, page->profile, page->options,
                        (an_spot_kind)kind, (an_spot_weight){ weigh, l }) != AN_OK)
         return AN_NO_MEMORY;
      if (spots.n > 0)
         print_table(page, l, &spots);
      else if (kind == AN_SPOT_LINE)
         fputs("(no misses)\n\n", page->out);
      an_spots_close(&spots);
   }
   return AN_OK;
}

an_status an_reasons_section(an_page *page)
{
   level l;
   an_status status = AN_OK;
   bool is_alone = page->options->by != NULL;
   for (size_t i = 0; i < LEVELS && status == AN_OK; i++)
      if (find_level(&l, page->profile, i) && (is_alone || i == 0))
         status = print_level(page, &l);
   return status;
}

/* ---- JSON ---- */

static void put_row(an_json_out *json, const level *l, const int64_t *counts)
{
   int reason = main_reason(l, counts);
   for (int r = 0; r < N_REASONS; r++)
      an_json_put_int(json, names[r], counts[l->columns[r]]);
   an_json_put_text(json, "reason", misses_of(l, counts) == 0 ? NULL : names[reason]);
   an_json_put_text(json, "cure", misses_of(l, counts) == 0 ? NULL : cure_of(reason));
}

static an_status put_level(an_json_out *json, const level *l, const an_profile *profile,
                           const tk_alloc *alloc, const an_report_options *options)
{
   static const char *const keys[AN_N_SPOT_KINDS] = { "functions", "lines", "objects" };
   an_json_open_line(json, "", l->key, '{');
   an_json_put_open(json, "total", '{');
   put_row(json, l, an_profile_totals(profile));
   an_json_put_close(json, '}');
   for (int kind = 0; kind < AN_N_SPOT_KINDS; kind++) {
      an_spots spots;
      if (an_spots_open(&spots, alloc, profile, options, (an_spot_kind)kind,
                        (an_spot_weight){ weigh, l }) != AN_OK)
         return AN_NO_MEMORY;
      an_json_open_line(json, "", keys[kind], '[');
      for (size_t i = 0; i < spots.n; i++) {
         an_json_open_line(json, " ", NULL, '{');
         an_spot_put_json(json, profile, spots.kind, &spots.of[i]);
         put_row(json, l, spots.of[i].counts);
         an_json_put_close(json, '}');
      }
      an_json_put_close(json, ']');
      an_spots_close(&spots);
   }
   an_json_put_close(json, '}');
   return AN_OK;
}

an_status an_reasons_put_json(an_json_out *json, const an_profile *profile,
                              const tk_alloc *alloc, const an_report_options *options)
{
   level l;
   an_status status = AN_OK;
   if (options->is_pair || options->is_page || !an_reasons_are_known(profile))
      return AN_OK;
   an_json_open_line(json, "", "reasons", '{');
   for (size_t i = 0; i < LEVELS && status == AN_OK; i++)
      if (find_level(&l, profile, i))
         status = put_level(json, &l, profile, alloc, options);
   an_json_put_close(json, '}');
   return status;
}
