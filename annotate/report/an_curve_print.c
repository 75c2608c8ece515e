/* an_curve_print.c -- misses of the last level by its size, as text, JSON and CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_machine_views.h"

#include "counts/an_sweep.h"
#include "report/an_spots.h"

#include <string.h>

enum { ROWS = 10, GAP = 2, LEAST_ROOM = 24 };

typedef struct {
   an_page *page;
   an_sweep sweep;
   size_t step;      /* every such point is shown; the last is in any case */
   int widths[AN_SWEEP_MOST], fits_width;
} table;

/* ---- What a curve says ---- */

enum { SAYS_B = AN_SWEEP_NAME_B + 16 };

/* "fits at 8 MiB". */
static const char *says(char to[SAYS_B], const an_sweep *sweep, const an_curve *curve)
{
   char amount[AN_SWEEP_NAME_B];
   if (curve->shape == AN_CURVE_NONE || curve->shape == AN_CURVE_FLAT)
      return strcpy(to, curve->shape == AN_CURVE_NONE ? "-" : "flat");
   an_sweep_amount(amount, sweep, curve->fits);
   if (curve->shape == AN_CURVE_FALLS)
      snprintf(to, SAYS_B, "%s or more", amount);
   else
      strcpy(to, amount);
   return to;
}

static long double weigh(const void *context, const an_spot *spot)
{
   const an_sweep *sweep = context;
   return (long double)spot->counts[sweep->points[0].event];
}

static an_spot_weight weight_of(const an_sweep *sweep)
{
   return (an_spot_weight){ weigh, sweep };
}

/* ---- Text ---- */

static bool is_shown(const table *t, size_t point)
{
   return (t->sweep.n - 1 - point) % t->step == 0;
}

static void widen(int *width, const char *text)
{
   int n = (int)strlen(text);
   *width = n > *width ? n : *width;
}

static void fit_row(table *t, const int64_t *counts)
{
   char text[AN_TEXT_NUMBER_B], at[SAYS_B];
   an_curve curve = an_curve_of(&t->sweep, counts);
   for (size_t i = 0; i < t->sweep.n; i++) {
      an_text_short(text, curve.misses[i]);
      widen(&t->widths[i], text);
   }
   widen(&t->fits_width, says(at, &t->sweep, &curve));
}

static size_t width_of(const table *t)
{
   size_t width = (size_t)t->fits_width + GAP;
   for (size_t i = 0; i < t->sweep.n; i++)
      width += is_shown(t, i) ? (size_t)t->widths[i] + GAP : 0;
   return width;
}

static const char *title_of(const table *t)
{
   static const char *const titles[] = { "fits at", "fits at", "least at" };
   return titles[t->sweep.kind];
}

/* Wide enough for all spots; shows fewer points if a name has no room then. */
static void fit(table *t, const an_spots *spots, size_t n)
{
   size_t width = t->page->options->width;
   memset(t->widths, 0, sizeof t->widths);
   t->step = 1;
   t->fits_width = (int)strlen(title_of(t));
   for (size_t i = 0; i < t->sweep.n; i++)
      widen(&t->widths[i], t->sweep.points[i].name);
   fit_row(t, an_profile_totals(t->page->profile));
   for (size_t i = 0; i < n; i++)
      fit_row(t, spots->of[i].counts);
   while (width > 0 && t->step < t->sweep.n && width_of(t) + LEAST_ROOM > width)
      t->step++;
}

static void print_names(const table *t, an_spot_kind kind)
{
   FILE *out = t->page->out;
   an_page_colour(t->page, AN_COLOUR_HEADING);
   for (size_t i = 0; i < t->sweep.n; i++)
      if (is_shown(t, i))
         fprintf(out, "%*s%*s", t->widths[i], t->sweep.points[i].name, GAP, "");
   fprintf(out, "%-*s%*s", t->fits_width, title_of(t), GAP, "");
   an_page_colour(t->page, AN_COLOUR_NONE);
   fprintf(out, "%s\n", an_spot_title(kind));
}

static void print_counts(const table *t, const int64_t *counts)
{
   char text[AN_TEXT_NUMBER_B], at[SAYS_B];
   FILE *out = t->page->out;
   an_curve curve = an_curve_of(&t->sweep, counts);
   for (size_t i = 0; i < t->sweep.n; i++) {
      if (!is_shown(t, i))
         continue;
      an_text_short(text, curve.misses[i]);
      fprintf(out, "%*s%*s", t->widths[i], text, GAP, "");
   }
   fprintf(out, "%-*s%*s", t->fits_width, says(at, &t->sweep, &curve), GAP, "");
}

static void print_table(table *t, const an_spots *spots)
{
   an_page *page = t->page;
   size_t most = page->options->n_top > 0 ? page->options->n_top
                 : page->options->is_limited ? ROWS : SIZE_MAX;
   size_t n = spots->n < most ? spots->n : most;
   fit(t, spots, n);
   size_t taken = width_of(t), width = page->options->width;
   size_t room = width == 0 ? SIZE_MAX : width > taken ? width - taken : 0;
   print_names(t, spots->kind);
   if (spots->kind == AN_SPOT_FUNCTION) {
      print_counts(t, an_profile_totals(page->profile));
      fputs("(program)\n", page->out);
   }
   for (size_t i = 0; i < n; i++) {
      print_counts(t, spots->of[i].counts);
      an_spot_print(page, spots->kind, &spots->of[i], room);
      putc('\n', page->out);
   }
   an_page_more(page, spots->n - n, an_spot_kind_name(spots->kind), "--top=0");
   putc('\n', page->out);
}

/* "by its size", "depend on its size". */
static const char *what_of(an_sweep_kind kind)
{
   static const char *const what[]
      = { "its size", "its ways", "the length of its lines" };
   return what[kind];
}

/* What the curve of the program says. */
static void print_summary(const table *t)
{
   char text[AN_TEXT_NUMBER_B], amount[AN_SWEEP_NAME_B];
   FILE *out = t->page->out;
   an_curve curve = an_curve_of(&t->sweep, an_profile_totals(t->page->profile));
   const char *before = "Many misses go at ";
   for (size_t i = 1; i < t->sweep.n; i++) {
      if ((curve.knees >> i & 1) == 0)
         continue;
      an_text_share(text, (long double)(curve.misses[i - 1] - curve.misses[i]),
                    (long double)curve.misses[0]);
      fprintf(out, "%s%s %s", before, an_sweep_amount(amount, &t->sweep, i), text);
      before = ", ";
   }
   if (curve.knees != 0)
      fputs(" of the program's.\n", out);
   if (curve.shape == AN_CURVE_FLAT)
      fprintf(out, "The program's misses hardly depend on %s.\n",
              what_of(t->sweep.kind));
   putc('\n', out);
}

an_status an_curve_section(an_page *page)
{
   table t = { .page = page };
   char name[64];
   an_status status = AN_OK;
   if (!an_sweep_find(&t.sweep, page->profile))
      return AN_OK;
   snprintf(name, sizeof name, "Misses of the last level by %s",
            what_of(t.sweep.kind));
   an_page_heading(page, name, NULL);
   print_summary(&t);
   for (int kind = 0; kind < AN_N_SPOT_KINDS && status == AN_OK; kind++) {
      an_spots spots;
      status = an_spots_open(&spots, page->alloc, page->profile, page->options,
                             (an_spot_kind)kind, weight_of(&t.sweep));
      if (status != AN_OK)
         return status;
      if (spots.n > 0 || kind == AN_SPOT_FUNCTION)
         print_table(&t, &spots);
      an_spots_close(&spots);
   }
   return status == AN_OK ? an_reuse_section(page, &t.sweep) : status;
}

/* ---- JSON ---- */

static void put_curve(an_json_out *json, const an_sweep *sweep, const int64_t *counts)
{
   static const char *const shapes[] = {
      [AN_CURVE_NONE] = "none", [AN_CURVE_FLAT] = "flat",
      [AN_CURVE_FITS] = "fits", [AN_CURVE_FALLS] = "falls",
   };
   an_curve curve = an_curve_of(sweep, counts);
   an_json_put_ints(json, "misses", curve.misses, sweep->n);
   an_json_put_text(json, "shape", shapes[curve.shape]);
   an_json_put_known(json, "fits", (int64_t)sweep->points[curve.fits].amount,
                     curve.shape >= AN_CURVE_FITS);
   an_json_put_open(json, "knees", '[');
   for (size_t i = 1; i < sweep->n; i++)
      if ((curve.knees >> i & 1) != 0)
         an_json_put_int(json, NULL, sweep->points[i].amount);
   an_json_put_close(json, ']');
}

/* Not of data objects: references are not counted by them. */
static void put_reuse(an_json_out *json, const an_sweep *sweep, const int64_t *counts)
{
   if (sweep->kind != AN_SWEEP_SIZE || sweep->references[0] == SIZE_MAX)
      return;
   an_reuse reuse = an_reuse_of(sweep, counts);
   an_json_put_ints(json, "reuse", reuse.within, sweep->n + 1);
}

static void put_points(an_json_out *json, const an_sweep *sweep)
{
   an_json_put_text(json, "of", an_sweep_kind_name(sweep->kind));
   an_json_put_open(json, "points", '[');
   for (size_t i = 0; i < sweep->n; i++) {
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "name", sweep->points[i].name);
      an_json_put_int(json, "amount", sweep->points[i].amount);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

an_status an_curve_put_json(an_json_out *json, const an_profile *profile,
                            const tk_alloc *alloc, const an_report_options *options)
{
   static const char *const keys[AN_N_SPOT_KINDS] = { "functions", "lines", "objects" };
   an_sweep sweep;
   if (options->is_pair || options->is_page || !an_sweep_find(&sweep, profile))
      return AN_OK;
   an_json_open_line(json, "", "curves", '{');
   put_points(json, &sweep);
   an_json_open_line(json, "", "total", '{');
   put_curve(json, &sweep, an_profile_totals(profile));
   put_reuse(json, &sweep, an_profile_totals(profile));
   an_json_put_close(json, '}');
   for (int kind = 0; kind < AN_N_SPOT_KINDS; kind++) {
      an_spots spots;
      if (an_spots_open(&spots, alloc, profile, options, (an_spot_kind)kind,
                        weight_of(&sweep)) != AN_OK)
         return AN_NO_MEMORY;
      an_json_open_line(json, "", keys[kind], '[');
      for (size_t i = 0; i < spots.n; i++) {
         an_json_open_line(json, " ", NULL, '{');
         an_spot_put_json(json, profile, (an_spot_kind)kind, &spots.of[i]);
         put_curve(json, &sweep, spots.of[i].counts);
         if (kind != AN_SPOT_OBJECT)
            put_reuse(json, &sweep, spots.of[i].counts);
         an_json_put_close(json, '}');
      }
      an_json_put_close(json, ']');
      an_spots_close(&spots);
   }
   an_json_put_close(json, '}');
   return AN_OK;
}

/* ---- CSV ---- */

static void put_record(an_csv_out *csv, const an_profile *profile, const an_sweep *sweep,
                       an_spot_kind kind, const an_spot *spot)
{
   an_curve curve = an_curve_of(sweep, spot == NULL ? an_profile_totals(profile)
                                                    : spot->counts);
   an_spot_put_csv(csv, profile, kind, spot);
   for (size_t i = 0; i < sweep->n; i++)
      an_csv_put_int(csv, curve.misses[i]);
   if (curve.shape >= AN_CURVE_FITS)
      an_csv_put_int(csv, sweep->points[curve.fits].amount);
   else
      an_csv_put_empty(csv);
   an_csv_end_record(csv);
}

an_status an_curve_put_csv(const an_profile *profile, const tk_alloc *alloc,
                           const an_report_options *options, FILE *out)
{
   an_csv_out csv = { .out = out };
   an_sweep sweep;
   bool has_sweep = an_sweep_find(&sweep, profile);
   an_spot_put_titles(&csv);
   for (size_t i = 0; has_sweep && i < sweep.n; i++)
      an_csv_put_title(&csv, an_profile_event(profile, sweep.points[i].event), "");
   an_csv_put_shown(&csv, "fits");
   an_csv_end_record(&csv);
   if (!has_sweep)
      return AN_OK;
   put_record(&csv, profile, &sweep, AN_SPOT_FUNCTION, NULL);
   for (int kind = 0; kind < AN_N_SPOT_KINDS; kind++) {
      an_spots spots;
      if (an_spots_open(&spots, alloc, profile, options, (an_spot_kind)kind,
                        weight_of(&sweep)) != AN_OK)
         return AN_NO_MEMORY;
      for (size_t i = 0; i < spots.n; i++)
         put_record(&csv, profile, &sweep, (an_spot_kind)kind, &spots.of[i]);
      an_spots_close(&spots);
   }
   return AN_OK;
}
