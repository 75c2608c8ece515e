/* ac_change_print.c -- what changed most between two profiles, and why, in a few lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"
#include "sections/ac_source_texts.h"

#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "base/an_said.h"
#include "base/tk_events.h"
#include "counts/ac_find.h"
#include "counts/ac_layout.h"
#include "counts/ac_rank.h"
#include "advice/ac_trust.h"
#include "counts/ac_verdict.h"
#include "advice/ac_costly.h"
#include "advice/ac_data_report.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   const ac_scope *scope;
   const ac_verdict *verdict;
   bool is_for_people;
   size_t n;   /* rows that reach the threshold */
   char *rest; /* below the rows */
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
static void add_event(const section *s, const ac_verdict_row *row, FILE *out)
{
   size_t n = events_of(s);
   char change[AN_TEXT_NUMBER_B], percent[AN_TEXT_NUMBER_B];
   int64_t old = row->counts[row->event], new = row->counts[n + row->event];
   const char *name = ac_profile_event(s->scope->profile, row->event);
   an_text_value(change, (long double)new - (long double)old, true, true);
   fprintf(out, "%s %s", change, call_metric(name, NULL));
   if (old != 0 && new != 0)
      fprintf(out, " (%s)",
              write_percent(percent, (long double)new - (long double)old, old));
}

/* A name without template arguments. */
static void add_name(const char *lead, const char *name, FILE *out)
{
   char *shown = an_said(name, AN_SAID_FUNCTION, AN_SAID_MOST_B);
   fprintf(out, "%s%s", lead, shown);
   free(shown);
}

/* "called 3x as often by main". */
static void add_calls(const ac_verdict_row *row, FILE *out)
{
   long double times = (long double)row->n_calls[1] / (long double)row->n_calls[0];
   fprintf(out, ", called %.*Lgx as often", times >= 1000 ? 4 : 3, times);
   if (row->caller != NULL)
      add_name(" by ", row->caller, out);
}

/* The pair's name of the row's file; NULL: it has no such file. */
static const char *pair_file(const section *s, const ac_verdict_row *row)
{
   size_t file = row->file == NULL ? SIZE_MAX
                                   : ac_find_file(s->scope->profile, row->file);
   return file == SIZE_MAX ? NULL : ac_profile_file(s->scope->profile, file)->name;
}

/* ", on struct order.key": what the row's line misses on now, if more than before. */
static void add_object(const section *s, const ac_verdict_row *row, FILE *out)
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
      fprintf(out, ", on %s%s%s", data->view.objects[best->object].label,
              best->spot.name == NULL && best->spot.offset < 0 ? "" : ": ",
              ac_data_spot_text(&best->spot, spot));
}

/* "order_key (inv.c:164, was 162)"; only the file's own name: a verdict is short. */
static void add_place(const ac_verdict_row *row, FILE *out)
{
   ac_line_numbers line = row->line;
   add_name("", row->function, out);
   if (row->file == NULL)
      return;
   fprintf(out, " (%s", an_base_name(row->file));
   uint32_t number = line.new == 0 ? line.old : line.new;
   if (number != 0)
      fprintf(out, ":%" PRIu32, number);
   if (line.new != line.old && line.new == 0)
      fputs(", gone", out);
   else if (line.new != line.old)
      fprintf(out, ", was %" PRIu32, line.old);
   fputs(")", out);
}

/* What compilers charge to a brace or to the head of a function is said of the line that
   changed most after it. */
static void find_statement(const section *s, ac_verdict_row *row)
{
   bool is_newer = false;
   for (size_t i = 0; i < row->n_lines && s->is_for_people; i++) {
      const ac_verdict_row *line = &s->verdict->lines[row->lines[i]];
      ac_source_text of = { line->file, line->line.new, NULL };
      ac_source_texts_read(s->scope, &of, 1, &is_newer);
      if (of.text == NULL
          || !(ac_costly_is_brace(of.text)
               || ac_costly_is_head(of.text, row->function))) {
         row->file = line->file;
         row->line = line->line;
         row->library = line->library;
         return;
      }
   }
}

static char *write_row(const section *s, const ac_verdict_row *of)
{
   ac_verdict_row statement = *of, *row = &statement;
   find_statement(s, row);
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   const ac_metric *cost = s->verdict->cost;
   const ac_measure change = { cost, AC_CHANGE, events_of(s) };
   char percent[AN_TEXT_NUMBER_B];
   fprintf(out, "%7s  ",
           write_percent(percent, ac_measure_value(&change, row->counts),
                         ac_measure_base(&change, totals_of(s))));
   add_place(row, out);
   fprintf(out, "%s: ",
           row->why == AC_VERDICT_NEW    ? ", new"
           : row->why == AC_VERDICT_GONE ? ", gone"
                                         : "");
   add_event(s, row, out);
   if (row->library != NULL)
      add_name(", in ", row->library, out);
   if (row->why == AC_VERDICT_CALLS)
      add_calls(row, out);
   add_object(s, row, out);
   an_memstream_close(out);
   return text;
}

/* ---- The program ---- */

/* The change of the program in a metric, as a part of a sentence. */
static void add_total(const section *s, const ac_metric *metric, FILE *out)
{
   char percent[AN_TEXT_NUMBER_B];
   const ac_measure change = { metric, AC_CHANGE, events_of(s) };
   long double by = ac_measure_value(&change, totals_of(s));
   if (isnan(by))
      return;
   fprintf(out, "%s %s",
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
static char *write_totals(const section *s)
{
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
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
   if (*command != '\0')
      fprintf(out, "%.*s: ", (int)strcspn(command, " "), command);
   for (size_t i = 0; i < 2 && names[i] != NULL; i++) {
      const ac_metric *metric = ac_metrics_find(s->scope->analysis->metrics,
                                                an_span_of(names[i]));
      if (metric == NULL || metric == s->verdict->cost)
         continue;
      add_total(s, metric, out);
      fputs(", ", out);
   }
   add_total(s, s->verdict->cost, out);
   if (is_open(s))
      fputs(": about the same", out);
   an_memstream_close(out);
   return text;
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
static char *write_rest(const section *s)
{
   const ac_verdict *of = s->verdict;
   char percent[AN_TEXT_NUMBER_B], *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   long double rest = fabsl(share_of(s, s->n < of->n ? of->rows[s->n].counts : of->rest));
   long double outside = share_of(s, of->outside);
   bool has_outside = outside != 0 && is_shown(s, of->outside);
   bool has_else = s->n > 0 || has_outside;
   rest = !has_outside && fabsl(outside) > rest ? fabsl(outside) : rest;
   if (has_outside)
      fprintf(out, "%7s  in library code whose callers are unknown\n",
              write_percent(percent, outside, 100));
   fprintf(out, "%9snothing%s changed", "", has_else ? " else" : "");
   if (!isnan(rest) && rest != 0)
      fprintf(out, " by more than %.2Lf%%", ceill(100 * rest) / 100);
   an_memstream_close(out);
   return text;
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
   char *totals = write_totals(table->context);
   print_layouts(page);
   an_text_name(page->out, totals);
   putc('\n', page->out);
   free(totals);
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
   const section *s = table->context;
   char *totals = write_totals(s);
   an_json_put_text(json, "metric", s->verdict->cost->name);
   an_json_put_text(json, "program", totals);
   free(totals);
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

static void put_calls(const an_table *table, const an_row *row, an_json_out *json)
{
   (void)table;
   const ac_verdict_row *of = row->of;
   if (of->n_calls[0] >= 0)
      an_json_put_ints(json, "calls", of->n_calls, 2);
   if (of->caller != NULL)
      an_json_put_text(json, "caller", of->caller);
}

enum { WHY = 4, TEXT = 6 };

static const an_column columns[] = {
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "function", AN_AT(ac_verdict_row, function) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "file", AN_AT(ac_verdict_row, file) },
   { AN_COLUMN_OWN, AN_FOR_PROGRAMS, "line", .put = put_place },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_calls },
   [WHY] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "why" },
   { AN_COLUMN_MEASURES, AN_FOR_PROGRAMS, "values", AN_AT(ac_verdict_row, counts) },
   [TEXT] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "text" },
};

static void make_row(const an_table *table, ptrdiff_t number, an_row *to)
{
   (void)number;
   static const char *const whys[] = { [AC_VERDICT_COST] = "cost",
                                       [AC_VERDICT_CALLS] = "calls",
                                       [AC_VERDICT_NEW] = "new",
                                       [AC_VERDICT_GONE] = "gone" };
   const ac_verdict_row *row = to->of;
   to->cells[WHY].text = whys[row->why];
   to->line = an_row_keep(to, write_row(table->context, row));
   to->cells[TEXT].text = to->line + strspn(to->line, " ");
}

static void put_line(const an_table *table, const an_row *row, an_json_out *json)
{
   (void)table;
   ac_spot_put_numbers(json, ((const ac_verdict_row *)row->of)->line);
}

static const an_column line_columns[] = {
   { AN_COLUMN_MEASURES, AN_FOR_JSON, "values", AN_AT(ac_verdict_row, counts) },
   { AN_COLUMN_TEXT, AN_FOR_JSON, "file", AN_AT(ac_verdict_row, file) },
   { AN_COLUMN_OWN, AN_FOR_JSON, .put_json = put_line },
   { AN_COLUMN_TEXT, AN_FOR_JSON, "function", AN_AT(ac_verdict_row, function) },
   { AN_COLUMN_TEXT, AN_FOR_JSON, "library", AN_AT(ac_verdict_row, library) },
};

/* For a page, the lines that reach its threshold. */
static void add_lines(an_tables *tables, const section *s)
{
   const ac_verdict *of = s->verdict;
   const ac_request *request = s->scope->request;
   ac_verdict_row *lines = tk_get(s->scope->alloc, AN_LABEL,
                                  (of->n_lines + 1) * sizeof *lines);
   size_t n = 0;
   for (size_t i = 0; i < of->n_lines && request->is_page; i++)
      if (of->lines[i].file != NULL
          && ac_rank_keeps(&request->sort, of->lines[i].counts, totals_of(s),
                           request->threshold))
         lines[n++] = of->lines[i];
   if (request->is_page)
      AN_TABLE(tables, AN_COLUMNS(line_columns), AN_ROWS(lines), .n = n, .key = "lines",
               .is_for = AN_FOR_JSON);
}

static void close_section(an_tables *tables)
{
   section *s = tables->state;
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
   section *s = AN_SECTION(tables, section, .scope = scope,
                           .verdict = scope->analysis->verdict,
                           .is_for_people = tables->is_for == AN_FOR_PEOPLE);
   s->n = count_rows(s);
   s->rest = write_rest(s);
   tables->close = close_section;
   AN_TABLE(tables, AN_COLUMNS(columns), AN_ROWS(s->verdict->rows), .n = s->n,
            .make_row = make_row, .print_intro = print_intro, .put_head = put_head,
            .key = "rows", .noun = "function", .none = s->rest,
            .print_notes = s->n == 0 ? NULL : print_notes, .is_whole = true);
   add_lines(tables, s);
}
