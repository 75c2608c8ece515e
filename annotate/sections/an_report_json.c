/* an_report_json.c -- the report on counts as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_report.h"

#include "base/an_json_out.h"
#include "counts/an_lines.h"
#include "counts/an_machine.h"
#include "counts/an_objects.h"
#include "counts/an_rank.h"
#include "sections/an_calls_diff.h"
#include "sections/an_data_page.h"
#include "sections/an_gate_print.h"
#include "render/an_labels.h"
#include "sections/an_processes_print.h"
#include "sections/an_sections.h"

#include <stdlib.h>

typedef struct {
   const an_profile *profile;
   const tk_alloc *alloc;
   const an_report_options *options;
   an_json_out json;
   an_labels labels;
} page;

/* Members. */
static void put_counts(page *p, const int64_t *counts)
{
   an_table_put_measures(&p->json, "values", p->options, counts);
}

/* ---- The header ---- */

static void put_metrics(page *p)
{
   const an_measures *show = &p->options->show;
   an_json_open_line(&p->json, "", "metrics", '[');
   for (size_t i = 0; i < show->n; i++) {
      const an_metric *metric = show->of[i].metric;
      if (p->options->is_pair && show->of[i].aspect != AN_CHANGE)
         continue;
      an_json_put_open(&p->json, NULL, '{');
      an_json_put_text(&p->json, "name", metric->name);
      an_json_put_text(&p->json, "formula", metric->formula_text);
      an_json_put_close(&p->json, '}');
   }
   an_json_put_close(&p->json, ']');
}

static void put_state(page *p)
{
   if (p->options->is_pair) {
      an_state_put_pair(&p->json, an_profile_state(p->profile, 0),
                        an_profile_state(p->profile, 1));
      an_counting_put_pair(&p->json, an_profile_counting(p->profile, 0),
                           an_profile_counting(p->profile, 1), AN_COUNTING_UNIT);
   } else {
      an_state state = an_profile_state_of_sum(p->profile);
      an_state_put_members(&p->json, &state);
      an_counting_put_member(&p->json, an_profile_counting(p->profile, 0),
                             AN_COUNTING_UNIT);
      const an_processes *processes = an_profile_processes(p->profile);
      if (processes->n == 1)
         an_process_put_json(&p->json, processes->of);
   }
}

/* A member, if there are such notes. */
static void put_texts(page *p, an_text_kind kind, const char *key)
{
   const an_texts *texts = an_profile_texts(p->profile, kind);
   an_json_open_line(&p->json, "", key, '[');
   for (size_t i = 0; i < texts->n; i++)
      an_json_put_text(&p->json, NULL, texts->text[i]);
   an_json_put_close(&p->json, ']');
}

static void put_notes(page *p, an_text_kind kind, const char *key)
{
   if (an_profile_texts(p->profile, kind)->n > 0)
      put_texts(p, kind, key);
}

static void put_header(page *p, const char *schema)
{
   an_json_put_text(&p->json, "schema", schema);
   an_json_put_int(&p->json, "version", AN_REPORT_JSON_VERSION);
   an_json_put_line(&p->json, "");
   an_json_put_text(&p->json, "command", an_profile_command(p->profile));
   if (p->options->old_command != NULL)
      an_json_put_text(&p->json, "old_command", p->options->old_command);
   put_texts(p, AN_DESC, "description");
   an_machine_put_json(&p->json, p->profile);
   put_state(p);
   put_notes(p, AN_NOTE_NO_LINES, "no_lines");
   put_notes(p, AN_NOTE_LOST_DEBUG_INFO, "lost_debug_info");
   put_notes(p, AN_NOTE_SATURATED, "saturated");
   put_notes(p, AN_NOTE_CONTRADICTION, "contradictions");
   put_metrics(p);
   an_json_open_line(&p->json, "", "totals", '{');
   put_counts(p, an_profile_totals(p->profile));
   an_json_put_close(&p->json, '}');
}

/* ---- Files, functions, lines ---- */

static bool reaches(const page *p, const int64_t *counts)
{
   return an_rank_keeps(&p->options->sort, counts, an_profile_totals(p->profile),
                        p->options->threshold);
}

static an_status put_lines(page *p, size_t function)
{
   an_lines lines;
   an_status status = an_lines_open(&lines, p->profile, function, 1);
   if (status != AN_OK)
      return status;
   an_json_put_open(&p->json, "lines", '[');
   while (an_lines_next(&lines)) {
      if (p->options->is_page && !reaches(p, lines.counts))
         continue;
      an_json_put_open(&p->json, NULL, '{');
      an_json_put_int(&p->json, "line", lines.line);
      put_counts(p, lines.counts);
      an_json_put_close(&p->json, '}');
   }
   an_json_put_close(&p->json, ']');
   an_lines_close(&lines);
   return AN_OK;
}

/* The whole name, and the short one if it differs. */
/* Members, if the function is code without symbols. */
static void put_code(page *p, const char *function)
{
   const an_code *code = an_objects_code(p->profile, function);
   if (code == NULL)
      return;
   an_json_put_text(&p->json, "object",
                    an_objects_at(p->profile, code->object)->path);
   an_json_put_int(&p->json, "address", (int64_t)code->address);
}

static an_status put_function_names(page *p, size_t index)
{
   const char *whole = an_profile_function(p->profile, index)->name;
   const an_label *label = &p->labels.labels[index];
   an_json_put_text(&p->json, "name", whole);
   put_code(p, whole);
   if (label->text == whole)
      return AN_OK;
   char *text = an_label_text(label);
   if (text != NULL)
      an_json_put_text(&p->json, "short_name", text);
   free(text);
   return text == NULL ? AN_NO_MEMORY : AN_OK;
}

static an_status put_functions(page *p, const an_ranking *functions)
{
   an_status status = AN_OK;
   an_json_put_open(&p->json, "functions", '[');
   for (size_t i = 0; i < functions->n && status == AN_OK; i++) {
      size_t index = functions->entries[i].index;
      an_json_open_line(&p->json, " ", NULL, '{');
      status = put_function_names(p, index);
      put_counts(p, functions->entries[i].totals);
      if (status == AN_OK)
         status = put_lines(p, index);
      an_json_put_close(&p->json, '}');
   }
   an_json_put_close(&p->json, ']');
   return status;
}

static an_status put_file(page *p, const an_ranked *file)
{
   an_ranking functions;
   an_status status
      = an_rank_functions(&functions, p->alloc, p->profile,
                          an_profile_file(p->profile, file->index),
                          &p->options->sort, p->options->threshold);
   if (status != AN_OK)
      return status;
   an_json_open_line(&p->json, "", NULL, '{');
   an_json_put_text(&p->json, "name",
                    an_profile_file(p->profile, file->index)->name);
   put_counts(p, file->totals);
   status = put_functions(p, &functions);
   an_json_put_close(&p->json, '}');
   tk_put(p->alloc, functions.entries);
   return status;
}

static an_status put_files(page *p, const an_ranking *files)
{
   an_status status = AN_OK;
   an_json_open_line(&p->json, "", "files", '[');
   for (size_t i = 0; i < files->n && status == AN_OK && !ferror(p->json.out); i++)
      status = put_file(p, &files->entries[i]);
   an_json_put_close(&p->json, ']');
   return status;
}

/* ---- Sections that are tables ---- */

/* The page has these elsewhere. */
static bool is_elsewhere(const page *p, const an_section *section)
{
   return p->options->is_page && (section->where & AN_IS_OF_MACHINE);
}

static an_status put_sections(page *p)
{
   const an_section *section;
   an_scope scope = { p->profile, p->alloc, p->options };
   an_status status = AN_OK;
   for (size_t i = 0; status == AN_OK && (section = an_section_at(i)) != NULL; i++)
      if (section->key != NULL && !is_elsewhere(p, section)
          && ((section->where & AN_IN_JSON) || p->options->by == section))
         status = an_tables_put_json(&p->json, section->key, section->open, &scope);
   if (status == AN_OK && p->options->what_if != NULL)
      an_what_if_put_json(&p->json, p->profile, p->options);
   return status;
}

/* ---- The whole ---- */

an_status an_report_json(const an_profile *profile, const tk_alloc *alloc,
                         const an_report_options *options, const char *schema,
                         const an_gate *gate, FILE *out)
{
   page p = { profile, alloc, options, { .out = out }, { .labels = NULL } };
   an_ranking files;
   an_status status = an_labels_open(&p.labels, alloc, profile,
                                     an_labels_longest(options->full_names, 0));
   if (status != AN_OK)
      return status;
   an_labels_name_generated(&p.labels, profile);
   status = an_rank_files(&files, alloc, profile, &options->sort,
                                    options->threshold);
   if (status != AN_OK) {
      an_labels_close(&p.labels);
      return status;
   }
   an_json_put_open(&p.json, NULL, '{');
   put_header(&p, schema);
   status = put_files(&p, &files);
   if (status == AN_OK) {
      an_processes_table processes = an_processes_of(profile);
      an_processes_put_json(&p.json, &processes);
      an_data_put_json(&p.json, profile, options);
      status = put_sections(&p);
      if (options->calls != NULL)
         an_calls_diff_put_json(&p.json, options, an_profile_totals(profile));
      if (gate != NULL)
         an_gate_put_json(&p.json, gate);
      an_json_put_close(&p.json, '}');
      putc('\n', out);
   }
   tk_put(alloc, files.entries);
   an_labels_close(&p.labels);
   return status;
}
