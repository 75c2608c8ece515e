/* an_html_static.c -- what the page shows of counts without a script.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_counts.h"

#include "base/an_source.h"
#include "base/an_text.h"
#include "counts/ac_machine.h"
#include "counts/ac_hot.h"
#include "counts/ac_rank.h"
#include "data/ac_data_report.h"
#include "sections/an_gate_print.h"
#include "render/ac_labels.h"
#include "render/an_page.h"
#include "page/an_html_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "an.html"

enum {
   ROWS = 30,     /* of a table */
   NUMBER_B = 2 * AN_TEXT_NUMBER_B,
   NAMES_MOST = 2, /* columns before the values */
};

/* ---- Values ---- */

/* "1,234 (5.67%)"; a change as "+12 (+3.45%)".  Without the share if `totals` is NULL. */
static void put_value(const ac_measure *m, const int64_t *counts, const int64_t *totals,
                      char text[NUMBER_B])
{
   bool is_whole = ac_metric_is_whole(m->metric), is_change = m->aspect == AC_CHANGE;
   long double value = ac_measure_value(m, counts);
   size_t n = an_text_value(text, value, is_whole, is_change);
   if (is_whole && value != 0 && totals != NULL) {
      text[n++] = ' ';
      n += an_text_share(text + n, value, ac_measure_base(m, totals));
   }
   text[n] = '\0';
}

static const char *aspect_name(ac_aspect aspect)
{
   static const char *const names[] = { [AC_VALUE] = "", [AC_BEFORE] = " old",
                                        [AC_AFTER] = " new", [AC_CHANGE] = " change" };
   return names[aspect];
}

/* ---- A table of values ---- */

typedef struct {
   const an_html_counts *counts;
   const ac_measures *show; /* the measures that have columns */
   an_html_table table;
   an_html_column *columns;
   char (*titles)[NUMBER_B], (*values)[NUMBER_B]; /* of each measure */
   const char **cells;
   size_t n_before;     /* columns before the values */
} values_table;

static void close_values(values_table *t)
{
   const tk_alloc *alloc = t->counts->alloc;
   tk_put(alloc, t->columns);
   tk_put(alloc, t->titles);
   tk_put(alloc, t->values);
   tk_put(alloc, t->cells);
}

/* Columns of text, then those of the report, then one of text if `after` is not NULL. */
static an_status open_values(values_table *t, FILE *out, const char *heading,
                             const char *const *before, size_t n_before,
                             const char *after)
{
   const tk_alloc *alloc = t->counts->alloc;
   const ac_measures *show = t->show;
   size_t n = n_before + show->n + (after != NULL);
   t->n_before = n_before;
   t->columns = tk_get(alloc, LABEL, n * sizeof *t->columns);
   t->titles = tk_get(alloc, LABEL, show->n * sizeof *t->titles);
   t->values = tk_get(alloc, LABEL, show->n * sizeof *t->values);
   t->cells = tk_get(alloc, LABEL, n * sizeof *t->cells);
   if (t->columns == NULL || t->titles == NULL || t->values == NULL || t->cells == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < n_before; i++)
      t->columns[i] = (an_html_column){ before[i], false };
   for (size_t i = 0; i < show->n; i++) {
      snprintf(t->titles[i], NUMBER_B, "%.40s%s", show->of[i].metric->name,
               aspect_name(show->of[i].aspect));
      t->columns[n_before + i] = (an_html_column){ t->titles[i], true };
   }
   if (after != NULL)
      t->columns[n - 1] = (an_html_column){ after, false };
   t->table = (an_html_table){ out, t->columns, n };
   return an_html_open_table(&t->table, heading);
}

/* A row; the caller has set the other cells. */
static an_status put_row(values_table *t, const int64_t *counts)
{
   const ac_measures *show = t->show;
   const int64_t *totals = ac_profile_totals(t->counts->profile);
   for (size_t i = 0; i < show->n; i++) {
      put_value(&show->of[i], counts, totals, t->values[i]);
      t->cells[t->n_before + i] = t->values[i];
   }
   return an_html_row(&t->table, t->cells);
}

/* ---- Functions ---- */

static an_status put_function(values_table *t, const ac_labels *labels,
                              const ac_ranked *ranked)
{
   const ac_profile *profile = t->counts->profile;
   const ac_function *function = ac_profile_function(profile, ranked->index);
   char *label = ac_label_text(&labels->labels[ranked->index]);
   if (label == NULL)
      return AN_NO_MEMORY;
   t->cells[0] = label;
   t->cells[1] = ac_profile_file(profile, function->file)->name;
   an_status status = put_row(t, ranked->totals);
   free(label);
   return status;
}

static an_status put_functions(const an_html_counts *counts, const ac_labels *labels,
                               FILE *out)
{
   static const char *const names[NAMES_MOST] = { "Function", "File" };
   values_table t = { .counts = counts, .show = &counts->options->show };
   ac_ranking functions;
   an_status status
      = ac_rank_functions(&functions, counts->alloc, counts->profile, NULL,
                          &counts->options->sort, 0);
   if (status == AN_OK)
      status = open_values(&t, out, "Functions", names, NAMES_MOST, NULL);
   for (size_t i = 0; i < functions.n && i < ROWS && status == AN_OK; i++)
      status = put_function(&t, labels, &functions.entries[i]);
   if (status == AN_OK)
      an_html_close_table(&t.table);
   close_values(&t);
   tk_put(counts->alloc, functions.entries);
   return status;
}

/* ---- Lines ---- */

/* The line's source as text for free(); NULL, if there is none, with *status. */
static char *source_of(const an_html_counts *counts, const char *file, uint32_t line,
                       an_status *status)
{
   an_source source;
   char *text = NULL;
   size_t size_B;
   *status = AN_OK;
   if (!counts->options->annotate || strcmp(file, AN_UNKNOWN) == 0)
      return NULL;
   *status = an_source_open(&source, counts->alloc, file, &counts->options->source);
   if (*status != AN_OK)
      return NULL;
   FILE *memory = source.problem == NULL ? open_memstream(&text, &size_B) : NULL;
   if (memory != NULL) {
      bool has = true;
      for (uint32_t i = 0; i < line && has; i++)
         has = an_source_next(&source);
      if (has)
         an_text_source(memory, source.line, source.length);
      fclose(memory);
   }
   an_source_close(&source);
   return text;
}

static an_status put_line(values_table *t, const ac_labels *labels,
                          const ac_hot_line *line)
{
   enum { FUNCTION, PLACE };
   const char *file = ac_profile_file(t->counts->profile, line->file)->name;
   an_status status;
   char *source = source_of(t->counts, file, line->line, &status), *place = NULL;
   char *label = ac_label_text(&labels->labels[line->function]);
   if (status == AN_OK
       && (label == NULL || asprintf(&place, "%s:%" PRIu32, file, line->line) < 0))
      status = AN_NO_MEMORY;
   if (status == AN_OK) {
      t->cells[FUNCTION] = label;
      t->cells[PLACE] = place;
      t->cells[t->table.n_columns - 1] = source;
      status = put_row(t, line->counts);
      free(place);
   }
   free(label);
   free(source);
   return status;
}

static an_status put_lines(const an_html_counts *counts, const ac_labels *labels,
                           FILE *out)
{
   static const char *const names[NAMES_MOST] = { "Function", "Line" };
   values_table t = { .counts = counts, .show = &counts->options->show };
   ac_hot hot;
   an_status status = ac_hot_open(&hot, counts->alloc, counts->profile,
                                  &counts->options->sort, 0);
   if (status != AN_OK)
      return status;
   status = open_values(&t, out, "Hottest lines", names, NAMES_MOST, "Source");
   for (size_t i = 0; i < hot.n && i < ROWS && status == AN_OK; i++)
      status = put_line(&t, labels, &hot.lines[i]);
   if (status == AN_OK)
      an_html_close_table(&t.table);
   close_values(&t);
   ac_hot_close(&hot);
   return status;
}

/* ---- Data objects ---- */

/* The measures that data objects have a part of; the caller frees show->of. */
static an_status measures_of_data(const an_html_counts *counts, ac_measures *show)
{
   const ac_measures *all = &counts->options->show;
   const ac_data_report *report = counts->options->data;
   const int64_t *totals = ac_data_report_spread(report, report->view.totals);
   *show = *all;
   show->of = tk_get(counts->alloc, LABEL, (all->n + 1) * sizeof *show->of);
   show->n = 0;
   if (show->of == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < all->n; i++)
      if (ac_metric_is_whole(all->of[i].metric)
          && ac_measure_value(&all->of[i], totals) != 0)
         show->of[show->n++] = all->of[i];
   return AN_OK;
}

static an_status put_data(const an_html_counts *counts, FILE *out)
{
   static const char *const names[NAMES_MOST] = { "Data object", "Kind" };
   const ac_data_report *report = counts->options->data;
   ac_measures show;
   if (report == NULL || report->view.n_objects == 0
       || report->view.data->n_events == 0)
      return AN_OK;
   an_status status = measures_of_data(counts, &show);
   if (status != AN_OK)
      return status;
   values_table t = { .counts = counts, .show = &show };
   status = open_values(&t, out, "Data objects", names, NAMES_MOST, NULL);
   for (size_t i = 0; i < report->view.n_objects && i < ROWS && status == AN_OK; i++) {
      const ac_data_object *object = &report->view.objects[i];
      t.cells[0] = object->label;
      t.cells[1] = ac_data_kind_name(object->of->kind);
      status = put_row(&t, ac_data_report_spread(report, object->counts));
   }
   if (status == AN_OK)
      an_html_close_table(&t.table);
   close_values(&t);
   tk_put(counts->alloc, show.of);
   return status;
}

/* ---- Sharing ---- */

enum { BYTES_B = 256 };

/* "0 to 7, 12" of the bits set. */
static void put_bytes(char text[BYTES_B], uint64_t mask)
{
   size_t n = 0;
   for (int i = 0; i < 64; i++) {
      int first = i;
      while (i < 64 && (mask >> i & 1) != 0)
         i++;
      if (i == first)
         continue;
      n += (size_t)snprintf(text + n, BYTES_B - n, i - first == 1 ? "%s%d" : "%s%d to %d",
                            n > 0 ? ", " : "", first, i - 1);
   }
   text[n] = '\0';
}

/* "2,000"; of a pair "2,000 \u2192 3,000". */
static void put_bound(char text[2 * NUMBER_B], const ac_data_report *report, size_t line)
{
   const ac_sharing_judgement *before = ac_data_report_before(report, line);
   char now[NUMBER_B];
   an_text_count(text, before == NULL ? 0 : before->bound);
   an_text_count(now, report->sharing.judged[line].bound);
   if (report->old.of == NULL)
      *text = '\0';
   else
      strcat(text, " \u2192 ");
   strcat(text, now);
}

/* A row for an access; the first of a line of memory has what is known of the line. */
static an_status put_access(const an_html_counts *counts, const an_html_table *table,
                            size_t line, size_t i)
{
   const ac_data_report *report = counts->options->data;
   const ac_shared_line *of = &report->sharing.of->lines[line];
   const ac_shared_access *access = &report->sharing.of->accesses[of->first_access + i];
   const ac_function *function = ac_profile_function(counts->profile, access->function);
   char bound[2 * NUMBER_B] = "", transfers[NUMBER_B] = "", thread[NUMBER_B];
   char bytes[BYTES_B], reads[NUMBER_B], writes[NUMBER_B], *place;
   if (i == 0) {
      put_bound(bound, report, line);
      an_text_count(transfers, of->transfers);
   }
   snprintf(thread, sizeof thread, "%" PRIu32, access->thread);
   put_bytes(bytes, access->mask);
   an_text_count(reads, access->reads);
   an_text_count(writes, access->writes);
   if (asprintf(&place, "%s:%" PRIu32,
                ac_profile_file(counts->profile, function->file)->name, access->line) < 0)
      return AN_NO_MEMORY;
   const ac_data_view *view = &report->view;
   ac_sharing_verdict verdict = report->sharing.judged[line].verdict;
   const char *cells[] = {
      i == 0 ? ac_sharing_verdict_name(verdict) : NULL, bound,
      transfers, thread, view->objects[view->object_of[access->datum]].label, place,
      bytes, reads, writes };
   an_status status = an_html_row(table, cells);
   free(place);
   return status;
}

static an_status put_sharing(const an_html_counts *counts, FILE *out)
{
   enum { ACCESSES = 8 }; /* of a line of memory */
   static const an_html_column columns[] = {
      { "Sharing", false }, { "At most", true }, { "In this run", true },
      { "Thread", true }, { "Data object", false }, { "Line", false },
      { "Bytes", false }, { "Reads", true }, { "Writes", true } };
   const ac_data_report *report = counts->options->data;
   const an_html_table table = { out, columns, sizeof columns / sizeof columns[0] };
   size_t n = 0;
   if (report == NULL || report->sharing.of == NULL)
      return AN_OK;
   while (n < report->sharing.of->n_lines && n < ROWS
          && report->sharing.judged[report->sharing.order[n]].verdict != AC_SHARING_NONE)
      n++;
   if (n == 0)
      return AN_OK;
   an_status status = an_html_open_table(&table, "Lines of memory that threads share");
   for (size_t i = 0; i < n; i++) {
      size_t line = report->sharing.order[i];
      size_t n_accesses = report->sharing.of->lines[line].n_accesses;
      for (size_t k = 0; k < n_accesses && k < ACCESSES && status == AN_OK; k++)
         status = put_access(counts, &table, line, k);
   }
   an_html_close_table(&table);
   return status;
}

an_status an_html_counts_tables(const an_html_counts *counts, FILE *out)
{
   ac_labels labels;
   an_status status
      = ac_labels_open(&labels, counts->alloc, counts->profile,
                       ac_labels_longest(counts->options->full_names, 0));
   if (status != AN_OK)
      return status;
   ac_labels_name_generated(&labels, counts->profile);
   status = put_functions(counts, &labels, out);
   if (status == AN_OK)
      status = put_lines(counts, &labels, out);
   ac_labels_close(&labels);
   if (status == AN_OK)
      status = put_data(counts, out);
   if (status == AN_OK)
      status = put_sharing(counts, out);
   return status;
}

/* ---- What ran, totals and limits ---- */

/* What is printed as text, if it is any. */
static an_status put_text(FILE *out,
                          void (*print)(const an_html_counts *counts, FILE *out),
                          const an_html_counts *counts)
{
   char *text = NULL;
   size_t size_B = 0;
   FILE *memory = open_memstream(&text, &size_B);
   if (memory == NULL)
      return AN_NO_MEMORY;
   print(counts, memory);
   an_status status = fclose(memory) == 0 ? AN_OK : AN_NO_MEMORY;
   if (status == AN_OK && size_B > 0)
      status = an_html_lines(out, text);
   free(text);
   return status;
}

static void print_sides(const ac_profile *profile, FILE *out)
{
   static const char *const whose[] = { "Old", "New" };
   for (size_t side = 0; side < 2; side++) {
      an_state_print(ac_profile_state(profile, side), whose[side], out);
      an_counting_print(ac_profile_counting(profile, side), AC_COUNTING_UNIT, whose[side],
                        out);
   }
}

/* The fields of a report's metadata that say what ran and how it ended. */
static void print_facts(const an_html_counts *counts, FILE *out)
{
   const ac_report_options *options = counts->options;
   const ac_profile *profile = counts->profile;
   const ac_texts *descs = ac_profile_texts(profile, AC_DESC);
   const an_page page = { .out = out, .options = options };
   for (size_t i = 0; i < descs->n; i++) {
      an_text_name(out, descs->text[i]);
      putc('\n', out);
   }
   char machine[AC_MACHINE_B];
   if (ac_machine_line(profile, machine))
      an_page_field(&page, "Machine:", machine);
   an_page_field(&page, "Command:", ac_profile_command(profile));
   if (options->old_command != NULL)
      an_page_field(&page, "Command of OLD:", options->old_command);
   for (size_t i = 0; i < options->n_fields; i++) {
      const char *label = options->fields[i].label;
      an_page_field(&page, label == NULL ? "" : label, options->fields[i].value);
   }
   if (options->is_pair) {
      print_sides(profile, out);
      return;
   }
   an_state state = ac_profile_state_of_sum(profile);
   an_state_print(&state, NULL, out);
   an_counting_print(ac_profile_counting(profile, 0), AC_COUNTING_UNIT, NULL, out);
}

static void print_limits(const an_html_counts *counts, FILE *out)
{
   const an_gate_style style = { .labels = NULL };
   if (counts->gate != NULL && counts->gate->n > 0)
      an_gate_print(counts->gate, &style, out);
}

/* A row for each metric: its total, or of a pair both and the change. */
static an_status put_totals(const an_html_counts *counts, FILE *out)
{
   static const an_html_column columns[]
      = { { "Event", false }, { "Total", true } },
      of_pair[] = { { "Event", false }, { "Old", true }, { "New", true },
                    { "Change", true } };
   const ac_report_options *options = counts->options;
   const int64_t *totals = ac_profile_totals(counts->profile);
   const an_html_table table = { out, options->is_pair ? of_pair : columns,
                                 options->is_pair ? 4 : 2 };
   char text[3][NUMBER_B];
   an_status status = an_html_open_table(&table, "Totals");
   for (size_t i = 0; i < options->show.n && status == AN_OK; i++) {
      ac_measure m = options->show.of[i];
      const char *cells[] = { m.metric->name, text[0], text[1], text[2] };
      if (options->is_pair && m.aspect != AC_CHANGE)
         continue; /* each metric has one of these */
      for (size_t k = 0; k + 1 < table.n_columns; k++) {
         m.aspect = options->is_pair ? AC_BEFORE + (ac_aspect)k : AC_VALUE;
         put_value(&m, totals, m.aspect == AC_CHANGE ? totals : NULL, text[k]);
      }
      status = an_html_row(&table, cells);
   }
   an_html_close_table(&table);
   return status;
}

an_status an_html_counts_static(const an_html_counts *counts, FILE *out)
{
   an_status status = an_html_put(out, "h1", ac_profile_command(counts->profile));
   if (status == AN_OK)
      status = put_text(out, print_facts, counts);
   if (status == AN_OK)
      status = put_text(out, print_limits, counts);
   if (status == AN_OK)
      status = put_totals(counts, out);
   return status == AN_OK ? an_html_counts_tables(counts, out) : status;
}
