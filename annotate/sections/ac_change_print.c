/* ac_change_print.c -- what changed most between two profiles, and why, in a few lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "base/an_base_name.h"
#include "base/an_short.h"
#include "base/tk_events.h"
#include "counts/ac_find.h"
#include "counts/ac_layout.h"
#include "counts/ac_rank.h"
#include "counts/ac_trust.h"
#include "counts/ac_verdict.h"
#include "data/ac_data_report.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "an.verdict"

enum { FUNCTION, FILE_NAME, PLACE, CALLS, WHY, VALUES, TEXT, COLUMNS };

typedef struct {
   const ac_scope *scope;
   const ac_verdict *verdict;
   size_t n;    /* rows that reach the threshold */
   char *text;  /* of the row */
   char *shown; /* what it calls a function */
   char *rest;  /* below the rows */
} section;

/* ---- Words ---- */

/* What people call a metric: "instructions", "D1 read misses", "estimated cycles".  Valid
   until the next call. */
static const char *call_metric(const char *name, const char *title)
{
   static char text[64];
   const tk_event *event = tk_event_find(name);
   snprintf(text, sizeof text, "%s",
            event != NULL   ? event->title
            : title != NULL ? title
                            : name);
   if (islower((unsigned char)text[1]))
      text[0] = (char)tolower((unsigned char)text[0]);
   return text;
}

/* "+4.93%"; "new" from nothing. */
static const char *write_percent(char to[AN_TEXT_NUMBER_B], long double change,
                                 long double base)
{
   long double percent = 100 * change / base;
   int n_decimals = fabsl(percent) >= 1000 ? 0 : fabsl(percent) >= 10 ? 1 : 2;
   if (base == 0)
      snprintf(to, AN_TEXT_NUMBER_B, "%s", change == 0 ? "+0%" : "new");
   else
      snprintf(to, AN_TEXT_NUMBER_B, "%+.*Lf%%", n_decimals, percent);
   return to;
}

static size_t events_of(const section *s)
{
   return ac_profile_n_events(s->scope->profile) / 2;
}

static const int64_t *totals_of(const section *s)
{
   return ac_profile_totals(s->scope->profile);
}

/* The change of an event of a row, by what it was there: "+1,142,800 instructions",
   "+300 D1 read misses (+17.2%)". */
static void add_event(section *s, const ac_verdict_row *row)
{
   size_t n = events_of(s);
   char change[AN_TEXT_NUMBER_B], percent[AN_TEXT_NUMBER_B];
   int64_t old = row->counts[row->event], new = row->counts[n + row->event];
   const char *name = ac_profile_event(s->scope->profile, row->event);
   an_text_value(change, (long double)new - (long double)old, true, true);
   an_text_form(&s->text, "%s%s %s", s->text, change, call_metric(name, NULL));
   if (old != 0 && new != 0)
      an_text_form(&s->text, "%s (%s)", s->text,
                   write_percent(percent, (long double)new - (long double)old, old));
}

/* A name without template arguments. */
static const char *shorten(section *s, const char *name)
{
   free(s->shown);
   s->shown = an_short_name(name, AN_SHORT_MOST_B);
   return s->shown;
}

/* "called 3x as often by main". */
static void add_calls(section *s, const ac_verdict_row *row)
{
   long double times = (long double)row->n_calls[1] / (long double)row->n_calls[0];
   an_text_form(&s->text, "%s, called %.*Lgx as often", s->text, times >= 1000 ? 4 : 3,
                times);
   if (row->caller != NULL)
      an_text_form(&s->text, "%s by %s", s->text, shorten(s, row->caller));
}

/* The pair's name of the row's file; NULL: it has no such file. */
static const char *pair_file(const section *s, const ac_verdict_row *row)
{
   size_t file = row->file == NULL ? SIZE_MAX
                                   : ac_find_file(s->scope->profile, row->file);
   return file == SIZE_MAX ? NULL : ac_profile_file(s->scope->profile, file)->name;
}

/* ", on struct order.key": what the row's line misses on now, if more than before. */
static void add_object(section *s, const ac_verdict_row *row)
{
   const ac_data_report *data = s->scope->analysis->data;
   const tk_event *event = tk_event_find(ac_profile_event(s->scope->profile, row->event));
   const ac_data_triple *best = NULL;
   const char *file = pair_file(s, row);
   int64_t most = 0;
   if (data == NULL || event == NULL || !tk_event_is_data_miss(event) || file == NULL)
      return;
   for (size_t i = 0; i < data->view.n_triples; i++) {
      const ac_data_triple *triple = &data->view.triples[i];
      const ac_function *function = ac_profile_function(s->scope->profile,
                                                        triple->function);
      int64_t weight = ac_data_weight(&data->view, triple->counts);
      if (triple->line != row->line.new || weight <= most
          || strcmp(ac_profile_file(s->scope->profile, function->file)->name, file) != 0)
         continue;
      most = weight;
      best = triple;
   }
   char spot[AC_DATA_SPOT_B];
   if (best != NULL)
      an_text_form(&s->text, "%s, on %s%s%s", s->text,
                   data->view.objects[best->object].label,
                   best->spot.name == NULL && best->spot.offset < 0 ? "" : ": ",
                   ac_data_spot_text(&best->spot, spot));
}

/* "order_key (inv.c:164, was 162)"; only the file's own name: a verdict is short. */
static void add_place(section *s, const ac_verdict_row *row)
{
   ac_line_numbers line = row->line;
   an_text_form(&s->text, "%s%s", s->text, shorten(s, row->function));
   if (row->file == NULL)
      return;
   an_text_form(&s->text, "%s (%s", s->text, an_base_name(row->file));
   uint32_t number = line.new == 0 ? line.old : line.new;
   if (number != 0)
      an_text_form(&s->text, "%s:%" PRIu32, s->text, number);
   if (line.new != line.old && line.new == 0)
      an_text_form(&s->text, "%s, gone", s->text);
   else if (line.new != line.old)
      an_text_form(&s->text, "%s, was %" PRIu32, s->text, line.old);
   an_text_form(&s->text, "%s)", s->text);
}

static const char *write_row(section *s, const ac_verdict_row *row)
{
   const ac_metric *cost = s->verdict->cost;
   const ac_measure change = { cost, AC_CHANGE, events_of(s) };
   char percent[AN_TEXT_NUMBER_B];
   an_text_form(&s->text, "%7s  ",
                write_percent(percent, ac_measure_value(&change, row->counts),
                              ac_measure_base(&change, totals_of(s))));
   add_place(s, row);
   an_text_form(&s->text, "%s%s: ", s->text,
                row->why == AC_VERDICT_NEW    ? ", new"
                : row->why == AC_VERDICT_GONE ? ", gone"
                                              : "");
   add_event(s, row);
   if (row->library != NULL)
      an_text_form(&s->text, "%s, in %s", s->text, shorten(s, row->library));
   if (row->why == AC_VERDICT_CALLS)
      add_calls(s, row);
   add_object(s, row);
   return s->text;
}

/* ---- The program ---- */

/* The change of the program in a metric, as a part of a sentence. */
static void add_total(section *s, const ac_metric *metric)
{
   char percent[AN_TEXT_NUMBER_B];
   const ac_measure change = { metric, AC_CHANGE, events_of(s) };
   long double by = ac_measure_value(&change, totals_of(s));
   if (isnan(by))
      return;
   an_text_form(&s->text, "%s%s %s", s->text,
                write_percent(percent, by, ac_measure_base(&change, totals_of(s))),
                call_metric(metric->name, metric->title));
}

/* Do some cycles rise and others fall, so that the estimate does not tell which run is
   faster? */
static bool is_open(const section *s)
{
   ac_prices prices;
   return s->verdict->cost
             == ac_metrics_find(s->scope->analysis->metrics, an_span_of("CEst"))
          && ac_prices_open(&prices, s->scope->profile, NULL)
          && ac_trust_is_open(&prices, totals_of(s), totals_of(s) + events_of(s));
}

/* By how much the event changed the estimated cycles, about. */
static long double weigh_event(const section *s, size_t e)
{
   const tk_event *event = tk_event_find(ac_profile_event(s->scope->profile, e));
   const int64_t *totals = totals_of(s);
   long double change = (long double)totals[events_of(s) + e] - (long double)totals[e];
   unsigned price = event == NULL ? 0 : event->is_cycles ? 1 : event->price;
   return price * fabsl(change);
}

/* "./inv: +4.93% instructions, +19.4% D1 read misses, +7.1% estimated cycles": the first
   event, the one whose change costs most of the others, and what the verdict is by. */
static const char *write_totals(section *s)
{
   enum { SAYS_LITTLE = 20 }; /* a part of the change */
   size_t most = 0;
   long double least = fabsl(
                          ac_verdict_change(s->verdict->cost, totals_of(s), events_of(s)))
                       / SAYS_LITTLE;
   for (size_t e = 1; e < events_of(s); e++)
      if (weigh_event(s, e) > least) {
         least = weigh_event(s, e);
         most = e;
      }
   const char *names[] = { ac_profile_event(s->scope->profile, 0),
                           most == 0 ? NULL : ac_profile_event(s->scope->profile, most) };
   const char *command = ac_profile_command(s->scope->profile);
   an_text_form(&s->text, "%.*s: ", (int)strcspn(command, " "), command);
   for (size_t i = 0; i < 2 && names[i] != NULL; i++) {
      const ac_metric *metric = ac_metrics_find(s->scope->analysis->metrics,
                                                an_span_of(names[i]));
      if (metric == NULL || metric == s->verdict->cost)
         continue;
      add_total(s, metric);
      an_text_form(&s->text, "%s, ", s->text);
   }
   add_total(s, s->verdict->cost);
   if (is_open(s))
      an_text_form(&s->text, "%s: about the same", s->text);
   return s->text;
}

/* The size of a change of the cost, in percent of the program; NAN: not known. */
static long double share_of(const section *s, const int64_t *counts)
{
   const ac_measure change = { s->verdict->cost, AC_CHANGE, events_of(s) };
   long double base = ac_measure_base(&change, totals_of(s));
   return base == 0 ? NAN : 100 * ac_measure_value(&change, counts) / base;
}

/* Whether the change reaches the threshold, and is more than nothing. */
static bool is_shown(const section *s, const int64_t *counts)
{
   static const double least = 0.01; /* percent */
   const ac_measure change = { s->verdict->cost, AC_CHANGE, events_of(s) };
   double threshold = ac_request_row_threshold(s->scope->request);
   return ac_rank_reaches(&change, counts, totals_of(s),
                          threshold > least ? threshold : least);
}

/* "nothing else changed by more than 0.05%", behind what library code changed by that is
   nobody's. */
static void write_rest(section *s)
{
   const ac_verdict *of = s->verdict;
   char percent[AN_TEXT_NUMBER_B];
   long double rest = fabsl(share_of(s, s->n < of->n ? of->rows[s->n].counts : of->rest));
   long double outside = share_of(s, of->outside);
   bool has_outside = outside != 0 && is_shown(s, of->outside);
   bool has_else = s->n > 0 || has_outside;
   rest = !has_outside && fabsl(outside) > rest ? fabsl(outside) : rest;
   an_text_form(&s->rest, "%s", "");
   if (has_outside)
      an_text_form(&s->rest, "%7s  in library code whose callers are unknown\n",
                   write_percent(percent, outside, 100));
   an_text_form(&s->rest, "%s%9snothing%s changed", s->rest, "", has_else ? " else" : "");
   if (!isnan(rest) && rest != 0)
      an_text_form(&s->rest, "%s by more than %.2Lf%%", s->rest, ceill(100 * rest) / 100);
}

/* "NEW with the layout a.layout, 2 rules", unless a section before says so. */
static void print_layouts(const an_page *page)
{
   const ac_scope *scope = &page->scope;
   const ac_layout *old = ac_profile_layout(scope->profile, 0);
   const ac_layout *new = ac_profile_layout(scope->profile, 1);
   bool are_same = ac_layout_is_same(old, new);
   if ((scope->analysis->layout != NULL && scope->request->by == NULL)
       || (old->file == NULL && new->file == NULL))
      return;
   if (!are_same && old->file != NULL) {
      fputs("OLD with the layout ", page->out);
      ac_layout_print(old, page->out);
      fputs(new->file == NULL ? "\n" : "; ", page->out);
   }
   if (new->file == NULL)
      return;
   fputs(are_same ? "both with the layout " : "NEW with the layout ", page->out);
   ac_layout_print(new, page->out);
   putc('\n', page->out);
}

static void print_intro(const an_table *table, const an_page *page)
{
   section *s = (section *)table->context;
   print_layouts(page);
   an_text_name(page->out, write_totals(s));
   fputs("\n", page->out);
}

static void print_notes(const an_table *table, const an_page *page)
{
   const section *s = table->context;
   fprintf(page->out, "%s\n", s->rest);
}

/* Percent of what the verdict is by. */
static void put_share(const section *s, an_json_out *json, const char *key,
                      const int64_t *counts)
{
   an_json_put_number(json, key, share_of(s, counts), false);
}

static void put_head(const an_table *table, an_json_out *json)
{
   section *s = (section *)table->context;
   an_json_put_text(json, "metric", s->verdict->cost->name);
   an_json_put_text(json, "program", write_totals(s));
   an_json_put_bool(json, "is_open", is_open(s));
   put_share(s, json, "outside", s->verdict->outside);
   put_share(s, json, "rest", s->verdict->rest);
}

/* ---- The table ---- */

static void put_place(const an_table *table, ptrdiff_t number, an_json_out *json,
                      an_csv_out *csv)
{
   const section *s = table->context;
   ac_line_numbers line = s->verdict->rows[number].line;
   if (json != NULL)
      ac_spot_put_numbers(json, line);
   else
      an_csv_put_int(csv, line.new == 0 ? line.old : line.new);
}

static void put_calls(const an_table *table, ptrdiff_t number, an_json_out *json,
                      an_csv_out *csv)
{
   (void)csv;
   const section *s = table->context;
   const ac_verdict_row *row = &s->verdict->rows[number];
   if (row->n_calls[0] >= 0)
      an_json_put_ints(json, "calls", row->n_calls, 2);
   if (row->caller != NULL)
      an_json_put_text(json, "caller", row->caller);
}

static const an_column columns[COLUMNS] = {
   [FUNCTION] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "function" },
   [FILE_NAME] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file" },
   [PLACE] = { AN_COLUMN_OWN, AN_FOR_PROGRAMS, "line", .put = put_place },
   [CALLS] = { AN_COLUMN_OWN, AN_FOR_JSON, .put = put_calls },
   [WHY] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "why" },
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "values" },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "text", .is_last = true },
};

static void make_row(const an_table *table, ptrdiff_t number, an_row *to)
{
   static const char *const whys[] = { [AC_VERDICT_COST] = "cost",
                                       [AC_VERDICT_CALLS] = "calls",
                                       [AC_VERDICT_NEW] = "new",
                                       [AC_VERDICT_GONE] = "gone" };
   section *s = (section *)table->context;
   const ac_verdict_row *row = &s->verdict->rows[number];
   to->cells[FUNCTION].text = row->function;
   to->cells[FILE_NAME].text = row->file;
   to->cells[WHY].text = whys[row->why];
   to->cells[VALUES].counts = row->counts;
   to->line = write_row(s, row);
   to->cells[TEXT].text = to->line + strspn(to->line, " ");
}

static void close_section(an_tables *tables)
{
   section *s = tables->state;
   free(s->text);
   free(s->shown);
   free(s->rest);
}

/* How many rows reach the threshold. */
static size_t count_rows(const section *s)
{
   size_t n = 0;
   while (n < s->verdict->n && is_shown(s, s->verdict->rows[n].counts))
      n++;
   return n;
}

void ac_change_tables(an_tables *tables, const ac_scope *scope)
{
   if (scope->analysis->verdict == NULL)
      return;
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   *s = (section){ .scope = scope, .verdict = scope->analysis->verdict };
   s->n = count_rows(s);
   write_rest(s);
   tables->state = s;
   tables->close = close_section;
   an_tables_add(tables, &(an_table){
                            .columns = columns,
                            .n_columns = COLUMNS,
                            .n = s->n,
                            .make_row = make_row,
                            .context = s,
                            .is_for = AN_FOR_ALL,
                            .print_intro = print_intro,
                            .put_head = put_head,
                            .key = "rows",
                            .noun = "function",
                            .none = s->rest,
                            .print_notes = s->n == 0 ? NULL : print_notes,
                            .is_whole = true,
                         });
}
