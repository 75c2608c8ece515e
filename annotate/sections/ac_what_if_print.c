/* ac_what_if_print.c -- what changes of some counts would do to the estimated cycles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "base/an_csv_out.h"
#include "data/ac_what_if.h"

#include <math.h>

typedef struct {
   long double before, after;
} cycles;

static cycles cycles_of(const ac_scope *scope)
{
   const ac_analysis *of = scope->analysis;
   return (cycles){ ac_metric_value(of->cycles, ac_profile_totals(scope->profile)),
                    ac_metric_value(of->cycles, of->what_if->totals) };
}

/* NAN if nothing is left. */
static long double speed_up(cycles c)
{
   return c.after > 0 ? c.before / c.after : NAN;
}

static void print_side(const an_page *page, const char *label, long double value)
{
   char text[AN_TEXT_NUMBER_B];
   an_text_value(text, value, ac_metric_is_whole(page->scope.analysis->cycles), false);
   fprintf(page->out, "%-10s%*s", label, 20, text);
}

an_status ac_what_if_section(an_page *page)
{
   const ac_what_if *w = page->scope.analysis->what_if;
   cycles c = cycles_of(&page->scope);
   char text[AN_TEXT_NUMBER_B];
   an_page_heading(page, "What if", NULL);
   for (size_t i = 0; i < w->n; i++) {
      an_text_name(page->out, w->changes[i].text);
      an_text_count(text, (int64_t)w->changes[i].n_rows);
      fprintf(page->out, "  (%s line%s)\n", text, w->changes[i].n_rows == 1 ? "" : "s");
   }
   fputs("\nEstimated cycles, ", page->out);
   an_text_name(page->out, page->scope.analysis->cycles->name);
   fputs(" = ", page->out);
   an_text_name(page->out, page->scope.analysis->cycles->formula_text);
   fputs(":\n", page->out);
   print_side(page, "  now", c.before);
   putc('\n', page->out);
   print_side(page, "  then", c.after);
   if (an_text_change(text, c.after - c.before, c.before) > 0)
      fprintf(page->out, "  %s", text);
   if (!isnan(speed_up(c)))
      fprintf(page->out, ", %.2Lf times as fast", speed_up(c));
   fputs("\n\n", page->out);
   return AN_OK;
}

/* ---- For programs ---- */

void ac_what_if_put_json(an_json_out *json, const ac_scope *scope)
{
   const ac_what_if *w = scope->analysis->what_if;
   bool is_whole = ac_metric_is_whole(scope->analysis->cycles);
   cycles c = cycles_of(scope);
   an_json_open_line(json, "", "what_if", '{');
   an_json_put_open(json, "changes", '[');
   for (size_t i = 0; i < w->n; i++) {
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "change", w->changes[i].text);
      an_json_put_int(json, "rows", (int64_t)w->changes[i].n_rows);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
   an_json_put_number(json, "old", c.before, is_whole);
   an_json_put_number(json, "new", c.after, is_whole);
   an_json_put_number(json, "speed_up", speed_up(c), false);
   an_json_put_close(json, '}');
}

an_status ac_what_if_put_csv(const ac_scope *scope, FILE *out)
{
   const ac_metric *metric = scope->analysis->cycles;
   an_csv_out csv = { .out = out };
   bool is_whole = ac_metric_is_whole(metric);
   cycles c = cycles_of(scope);
   an_csv_put_title(&csv, metric->name, " old");
   an_csv_put_title(&csv, metric->name, " new");
   an_csv_put_shown(&csv, "speed-up");
   an_csv_end_record(&csv);
   an_csv_put_number(&csv, c.before, is_whole);
   an_csv_put_number(&csv, c.after, is_whole);
   an_csv_put_number(&csv, speed_up(c), false);
   an_csv_end_record(&csv);
   return AN_OK;
}
