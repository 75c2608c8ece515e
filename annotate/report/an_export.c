/* an_export.c -- reports for programs: JSON and CSV.

   JSON is written as it goes, strings by jansson: a tree of all lines would
   take many times the memory of the profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_export.h"

#include "counts/an_lines.h"
#include "counts/an_rank.h"
#include "counts/an_regions.h"
#include "base/an_text.h"

#include <float.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

void an_export_number(FILE *out, long double value, bool is_whole)
{
   /* Readers take numbers for doubles. */
   if (isnan(value) || fabsl(value) > DBL_MAX)
      fputs("null", out);
   else if (is_whole && fabsl(value) < 0x1p63L)
      fprintf(out, "%" PRId64, (int64_t)value);
   else
      fprintf(out, "%.17Lg", value);
}

/* A string of JSON as jansson gives it, but that "</script>" and "<!--" would end or
   change nothing if it stood in HTML. */
static void put_json(FILE *out, const char *json)
{
   for (; *json != '\0'; json++) {
      if (*json == '<' && (json[1] == '/' || json[1] == '!'))
         fputs("\\u003c", out);
      else
         putc(*json, out);
   }
}

void an_export_string(FILE *out, const char *text)
{
   char *shown = an_text_escaped(text);
   json_t *string = shown == NULL ? NULL : json_string(shown);
   char *json = string == NULL ? NULL : json_dumps(string, JSON_ENCODE_ANY);
   put_json(out, json == NULL ? "null" : json);
   free(json);
   json_decref(string);
   free(shown);
}

/* The shown values of one side of a pair, or of no pair, as an array. */
static void print_values(const an_report_options *options, an_aspect aspect,
                         const int64_t *counts, FILE *out)
{
   bool is_first = true;
   putc('[', out);
   for (size_t i = 0; i < options->show.n; i++) {
      an_measure m = options->show.of[i];
      if (options->is_pair && m.aspect != AN_CHANGE)
         continue; /* each metric has one of these */
      m.aspect = aspect;
      if (!is_first)
         putc(',', out);
      is_first = false;
      an_export_number(out, an_measure_value(&m, counts),
                       an_metric_is_whole(m.metric));
   }
   putc(']', out);
}

/* Members, without a comma before or after. */
static void print_counts(const an_report_options *options,
                         const int64_t *counts, FILE *out)
{
   if (!options->is_pair) {
      fputs("\"values\":", out);
      print_values(options, AN_VALUE, counts, out);
      return;
   }
   fputs("\"old\":", out);
   print_values(options, AN_BEFORE, counts, out);
   fputs(",\"new\":", out);
   print_values(options, AN_AFTER, counts, out);
}

/* ---- JSON ---- */

typedef struct {
   const an_profile *profile;
   const tk_alloc *alloc;
   const an_report_options *options;
   FILE *out;
} page;

static void print_metrics(const page *p)
{
   const an_measures *show = &p->options->show;
   bool is_first = true;
   fputs("\"metrics\":[", p->out);
   for (size_t i = 0; i < show->n; i++) {
      const an_metric *metric = show->of[i].metric;
      if (p->options->is_pair && show->of[i].aspect != AN_CHANGE)
         continue;
      fputs(is_first ? "{\"name\":" : ",{\"name\":", p->out);
      is_first = false;
      an_export_string(p->out, an_metric_name(metric));
      fputs(",\"formula\":", p->out);
      an_export_string(p->out, an_metric_formula(metric));
      putc('}', p->out);
   }
   putc(']', p->out);
}

static void print_state(const page *p)
{
   if (p->options->is_pair) {
      an_state_print_pair_json(an_profile_state(p->profile, 0),
                               an_profile_state(p->profile, 1), p->out);
   } else {
      an_state state = an_profile_state_of_sum(p->profile);
      an_state_print_json(&state, p->out);
   }
}

/* A member, with a comma after it; none if there are no such notes. */
static void print_notes(const page *p, an_note kind, const char *key)
{
   size_t n = an_profile_n_notes(p->profile, kind);
   for (size_t i = 0; i < n; i++) {
      if (i == 0)
         fprintf(p->out, "\"%s\":[", key);
      an_export_string(p->out, an_profile_note(p->profile, kind, i));
      fputs(i + 1 < n ? "," : "],\n", p->out);
   }
}

static void print_header(const page *p, const char *schema)
{
   fprintf(p->out, "{\"schema\":\"%s\",\"version\":%d,\n\"command\":", schema,
           AN_EXPORT_VERSION);
   an_export_string(p->out, an_profile_command(p->profile));
   fputs(",\n\"description\":[", p->out);
   for (size_t i = 0; i < an_profile_n_desc(p->profile); i++) {
      if (i > 0)
         putc(',', p->out);
      an_export_string(p->out, an_profile_desc(p->profile, i));
   }
   fputs("],\n", p->out);
   print_state(p);
   print_notes(p, AN_NOTE_NO_LINES, "no_lines");
   print_notes(p, AN_NOTE_SATURATED, "saturated");
   print_metrics(p);
   fputs(",\n\"totals\":{", p->out);
   print_counts(p->options, an_profile_totals(p->profile), p->out);
   fputs("},\n\"files\":[", p->out);
}

static an_status print_lines(const page *p, size_t function)
{
   an_lines lines;
   bool is_first = true;
   an_status status = an_lines_open(&lines, p->profile, function, 1);
   if (status != AN_OK)
      return status;
   fputs(",\"lines\":[", p->out);
   while (an_lines_next(&lines)) {
      fprintf(p->out, "%s{\"line\":%" PRIu32 ",", is_first ? "" : ",",
              lines.line);
      is_first = false;
      print_counts(p->options, lines.counts, p->out);
      putc('}', p->out);
   }
   putc(']', p->out);
   an_lines_close(&lines);
   return AN_OK;
}

static an_status print_functions(const page *p, const an_ranking *functions)
{
   an_status status = AN_OK;
   for (size_t i = 0; i < functions->n && status == AN_OK; i++) {
      size_t index = functions->entries[i].index;
      fputs(i == 0 ? "\n {\"name\":" : ",\n {\"name\":", p->out);
      an_export_string(p->out, an_profile_function(p->profile, index)->name);
      putc(',', p->out);
      print_counts(p->options, functions->entries[i].totals, p->out);
      status = print_lines(p, index);
      putc('}', p->out);
   }
   return status;
}

static an_status print_file(const page *p, const an_ranked *file)
{
   an_ranking functions;
   an_status status
      = an_rank_functions_of(&functions, p->alloc, p->profile, file->index,
                             &p->options->sort, p->options->threshold);
   if (status != AN_OK)
      return status;
   fputs("{\"name\":", p->out);
   an_export_string(p->out, an_profile_file(p->profile, file->index)->name);
   putc(',', p->out);
   print_counts(p->options, file->totals, p->out);
   fputs(",\"functions\":[", p->out);
   status = print_functions(p, &functions);
   fputs("]}", p->out);
   tk_put(p->alloc, functions.entries);
   return status;
}

static void print_regions(const page *p)
{
   size_t n = an_profile_n_regions(p->profile);
   fputs(",\n\"regions\":[", p->out);
   for (size_t i = 0; i < n; i++) {
      const an_region *region = an_profile_region(p->profile, i);
      fputs(i == 0 ? "\n{\"name\":" : ",\n{\"name\":", p->out);
      an_export_string(p->out, region->name);
      if (region->parent == AN_NO_REGION)
         fputs(",\"parent\":null", p->out);
      else
         fprintf(p->out, ",\"parent\":%zu", region->parent);
      fprintf(p->out, ",\"count\":%" PRId64 ",", region->count);
      print_counts(p->options, region->counts, p->out);
      putc('}', p->out);
   }
   putc(']', p->out);
}

an_status an_export_json(const an_profile *profile, const tk_alloc *alloc,
                         const an_report_options *options, const char *schema,
                         const an_export_extra *extra, FILE *out)
{
   page p = { profile, alloc, options, out };
   an_ranking files;
   an_status status = an_rank_files(&files, alloc, profile, &options->sort,
                                    options->threshold);
   if (status == AN_OK)
      print_header(&p, schema);
   for (size_t i = 0; i < files.n && status == AN_OK; i++) {
      fputs(i == 0 ? "\n" : ",\n", out);
      status = print_file(&p, &files.entries[i]);
   }
   if (status == AN_OK) {
      putc(']', out);
      if (an_profile_n_regions(profile) > 0)
         print_regions(&p);
      if (extra != NULL)
         extra->print(extra->context, out);
      fputs("}\n", out);
   }
   tk_put(alloc, files.entries);
   return status;
}

/* ---- CSV ---- */

/* To a spreadsheet a formula is none without its first byte. */
static void put_field(FILE *out, const char *shown, bool is_start)
{
   if (is_start && *shown != '\0' && strchr("=+-@", *shown) != NULL)
      fprintf(out, "\\x%02x", (unsigned)*shown++);
   for (; *shown != '\0'; shown++) {
      if (*shown == '"')
         putc('"', out);
      putc(*shown, out);
   }
}

void an_export_shown_field(FILE *out, const char *shown, const char *suffix)
{
   bool is_quoted = shown == NULL || strpbrk(shown, ",\"") != NULL;
   if (is_quoted)
      putc('"', out);
   if (shown != NULL)
      put_field(out, shown, true);
   fputs(suffix, out);
   if (is_quoted)
      putc('"', out);
}

void an_export_field(FILE *out, const char *text, const char *suffix)
{
   char *shown = an_text_escaped(text);
   an_export_shown_field(out, shown, suffix);
   free(shown);
}

bool an_export_quoted(FILE *out, const char *text, bool is_start)
{
   char *shown = an_text_escaped(text);
   if (shown == NULL)
      return false;
   put_field(out, shown, is_start);
   free(shown);
   return true;
}

static const char *const csv_suffixes[] = {
   [AN_VALUE] = "", [AN_BEFORE] = " old", [AN_AFTER] = " new",
   [AN_CHANGE] = " change",
};

/* The measures in CSV: a metric of a pair is its two sides. */
static void each_measure(const page *p,
                         void (*print)(const page *, const an_measure *,
                                       const int64_t *),
                         const int64_t *counts)
{
   for (size_t i = 0; i < p->options->show.n; i++) {
      an_measure m = p->options->show.of[i];
      if (!p->options->is_pair) {
         print(p, &m, counts);
      } else if (m.aspect == AN_CHANGE) {
         m.aspect = AN_BEFORE;
         print(p, &m, counts);
         m.aspect = AN_AFTER;
         print(p, &m, counts);
      }
   }
}

static void print_name(const page *p, const an_measure *m,
                       const int64_t *counts)
{
   (void)counts;
   putc(',', p->out);
   an_export_field(p->out, an_metric_name(m->metric), csv_suffixes[m->aspect]);
}

static void print_value(const page *p, const an_measure *m,
                        const int64_t *counts)
{
   long double value = an_measure_value(m, counts);
   putc(',', p->out);
   if (!isnan(value) && fabsl(value) <= DBL_MAX)
      an_export_number(p->out, value, an_metric_is_whole(m->metric));
}

static an_status print_records(const page *p, size_t index)
{
   an_lines lines;
   const an_function *function = an_profile_function(p->profile, index);
   an_status status = an_lines_open(&lines, p->profile, index, 1);
   if (status != AN_OK)
      return status;
   while (an_lines_next(&lines)) {
      an_export_field(p->out,
                      an_profile_file(p->profile, function->file)->name, "");
      putc(',', p->out);
      an_export_field(p->out, function->name, "");
      fprintf(p->out, ",%" PRIu32, lines.line);
      each_measure(p, print_value, lines.counts);
      fputs("\r\n", p->out);
   }
   an_lines_close(&lines);
   return AN_OK;
}

an_status an_export_csv(const an_profile *profile, const tk_alloc *alloc,
                        const an_report_options *options, FILE *out)
{
   page p = { profile, alloc, options, out };
   an_ranking functions;
   an_status status
      = an_rank_functions(&functions, alloc, profile, &options->sort,
                          options->threshold);
   if (status == AN_OK) {
      fputs("file,function,line", out);
      each_measure(&p, print_name, NULL);
      fputs("\r\n", out);
   }
   for (size_t i = 0; i < functions.n && status == AN_OK; i++)
      status = print_records(&p, functions.entries[i].index);
   tk_put(alloc, functions.entries);
   return status;
}
