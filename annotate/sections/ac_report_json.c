/* ac_report_json.c -- the report on counts as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_report.h"

#include "base/an_json_members.h"
#include "base/tk_library.h"
#include "counts/ac_layout.h"
#include "counts/ac_lines.h"
#include "counts/ac_machine.h"
#include "counts/ac_objects.h"
#include "counts/ac_own_files.h"
#include "counts/ac_rank.h"
#include "sections/ac_data_page.h"
#include "sections/an_gate_print.h"
#include "sections/ac_labels.h"
#include "sections/an_processes_print.h"
#include "sections/ac_sections.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   const ac_scope *scope;
   an_json_out json;
   ac_labels labels;
   ac_own_files own; /* of the page */
} page;

/* Members. */
static void put_counts(page *p, const int64_t *counts)
{
   an_table_put_measures(&p->json, "values", p->scope->request, counts);
}

/* ---- The header ---- */

static void put_metrics(page *p)
{
   const ac_measures *show = &p->scope->request->show;
   bool is_pair = p->scope->request->is_pair; /* each metric has one change */
   AN_JSON_PUT_ARRAY(
      &p->json, "", "metrics", i, show->n,
      AN_JSON_WHEN(!is_pair || show->of[i].aspect == AC_CHANGE,
                   AN_JSON_OBJECT(NULL, AN_JSON("name", show->of[i].metric->name),
                                  AN_JSON("formula", show->of[i].metric->formula_text))));
}

static void put_state(page *p)
{
   if (p->scope->request->is_pair) {
      an_state_put_pair(&p->json, ac_profile_state(p->scope->profile, 0),
                        ac_profile_state(p->scope->profile, 1));
      an_counting_put_pair(&p->json, ac_profile_counting(p->scope->profile, 0),
                           ac_profile_counting(p->scope->profile, 1), AC_COUNTING_UNIT);
   } else {
      an_state state = ac_profile_state_of_sum(p->scope->profile);
      an_state_put_members(&p->json, &state);
      an_counting_put_member(&p->json, ac_profile_counting(p->scope->profile, 0),
                             AC_COUNTING_UNIT);
      const an_processes *processes = ac_profile_processes(p->scope->profile);
      if (processes->n == 1)
         an_process_put_json(&p->json, processes->of);
   }
}

/* A member, if there are such notes. */
static void put_texts(page *p, ac_text_kind kind, const char *key)
{
   const ac_texts *texts = ac_profile_texts(p->scope->profile, kind);
   AN_JSON_PUT_ARRAY(&p->json, "", key, i, texts->n, AN_JSON(NULL, texts->text[i]));
}

static void put_notes(page *p, ac_text_kind kind, const char *key)
{
   if (ac_profile_texts(p->scope->profile, kind)->n > 0)
      put_texts(p, kind, key);
}

static void put_layouts(page *p)
{
   bool is_pair = p->scope->request->is_pair;
   ac_layout_put_json(&p->json, "layout", ac_profile_layout(p->scope->profile, is_pair));
   if (is_pair)
      ac_layout_put_json(&p->json, "old_layout", ac_profile_layout(p->scope->profile, 0));
}

static void put_header(page *p, const char *schema)
{
   AN_JSON_PUT(&p->json, AN_JSON("schema", schema),
               AN_JSON_INT("version", AC_REPORT_JSON_VERSION), AN_JSON_LINE(""),
               AN_JSON("command", ac_profile_command(p->scope->profile)),
               AN_JSON_IF_TEXT("old_command", p->scope->analysis->old_command));
   put_texts(p, AC_DESC, "description");
   ac_machine_put_json(&p->json, ac_profile_machine(p->scope->profile));
   put_layouts(p);
   put_state(p);
   put_notes(p, AC_NOTE_NO_LINES, "no_lines");
   put_notes(p, AC_NOTE_LOST_DEBUG_INFO, "lost_debug_info");
   put_notes(p, AC_NOTE_SATURATED, "saturated");
   put_notes(p, AC_NOTE_CONTRADICTION, "contradictions");
   put_metrics(p);
   AN_JSON_PUT_OBJECT(&p->json, "", "totals",
                      put_counts(p, ac_profile_totals(p->scope->profile)));
}

/* ---- Files, functions, lines ---- */

static bool reaches_threshold(const page *p, const int64_t *counts)
{
   const ac_request *request = p->scope->request;
   return ac_rank_keeps(&request->sort, counts, ac_profile_totals(p->scope->profile),
                        request->threshold);
}

static void put_lines(page *p, size_t function)
{
   ac_lines lines;
   size_t file = ac_profile_function(p->scope->profile, function)->file;
   ac_lines_open(&lines, p->scope->profile, function, 1);
   an_json_put_open(&p->json, "lines", '[');
   while (ac_lines_next(&lines)) {
      if (!p->scope->request->is_page || reaches_threshold(p, lines.counts))
         AN_JSON_PUT_OBJECT(
            &p->json, NULL, NULL,
            ac_spot_put_line(&p->json, p->scope->profile, file, lines.line),
            put_counts(p, lines.counts));
   }
   an_json_put_close(&p->json, ']');
   ac_lines_close(&lines);
}

/* Members, if the function is code without symbols. */
static void put_code(page *p, const char *function)
{
   const ac_code *code = ac_objects_code(p->scope->profile, function);
   if (code == NULL)
      return;
   const char *object = ac_objects_at(p->scope->profile, code->object)->path;
   AN_JSON_PUT(&p->json, AN_JSON("object", object), AN_JSON("address", code->address),
               AN_JSON_IF_TRUE("library", p->scope->request->is_page
                                             && tk_library_is_system(object)));
}

/* The whole name, and the short one if it differs. */
static void put_function_names(page *p, size_t index)
{
   const char *whole = ac_profile_function(p->scope->profile, index)->name;
   const ac_label *label = &p->labels.labels[index];
   an_json_put_text(&p->json, "name", whole);
   put_code(p, whole);
   if (label->text == whole)
      return;
   char *text = ac_label_text(label);
   an_json_put_text(&p->json, "short_name", text);
   free(text);
}

static void put_function(page *p, const ac_ranked *of)
{
   AN_JSON_PUT_OBJECT(&p->json, " ", NULL, put_function_names(p, of->index),
                      put_counts(p, of->totals), put_lines(p, of->index));
}

static void put_file(page *p, const ac_ranked *file)
{
   ac_ranking functions;
   ac_rank_functions(&functions, p->scope->alloc, p->scope->profile,
                     ac_profile_file(p->scope->profile, file->index),
                     &p->scope->request->sort, p->scope->request->threshold);
   const char *name = ac_profile_file(p->scope->profile, file->index)->name;
   bool is_library = p->scope->request->is_page && strcmp(name, AN_UNKNOWN) != 0
                     && !ac_own_files_has(&p->own, name);
   AN_JSON_PUT_OBJECT(
      &p->json, "", NULL, AN_JSON("name", name), AN_JSON_IF_TRUE("library", is_library),
      put_counts(p, file->totals),
      AN_JSON_EACH("functions", i, functions.n, put_function(p, &functions.entries[i])));
   tk_put(p->scope->alloc, functions.entries);
}

static void put_files(page *p, const ac_ranking *files)
{
   AN_JSON_PUT_ARRAY(&p->json, "", "files", i, ferror(p->json.out) ? 0 : files->n,
                     put_file(p, &files->entries[i]));
}

/* ---- Sections that are tables ---- */

/* The page has what is of a machine elsewhere. */
static bool is_there(const page *p, const ac_section *section)
{
   const ac_request *request = p->scope->request;
   unsigned wanted = request->is_page ? AC_IN_JSON | AC_IN_PAGE : AC_IN_JSON;
   bool is_elsewhere = request->is_page && (section->where & AC_IS_OF_MACHINE);
   return !is_elsewhere && ((section->where & wanted) || request->by == section);
}

static void put_sections(page *p)
{
   const ac_section *section;
   for (size_t i = 0; (section = ac_section_at(i)) != NULL; i++)
      if (section->key != NULL && is_there(p, section))
         an_tables_put_json(&p->json, section->key, section->open, p->scope);
}

/* ---- The whole ---- */

void ac_report_json(const ac_scope *scope, const char *schema, const ac_gate *gate,
                    FILE *out)
{
   const ac_profile *profile = scope->profile;
   const tk_alloc *alloc = scope->alloc;
   const ac_request *request = scope->request;
   page p = { .scope = scope, .json = { .out = out } };
   ac_ranking files;
   ac_own_files_open(&p.own, alloc, profile);
   ac_labels_open(&p.labels, alloc, profile, ac_labels_longest(request->full_names, 0));
   ac_labels_name_generated(&p.labels, profile);
   ac_rank_files(&files, alloc, profile, &request->sort, request->threshold);
   an_json_put_open(&p.json, NULL, '{');
   put_header(&p, schema);
   put_files(&p, &files);
   const ac_data_report *data = scope->analysis->data;
   if (data != NULL && data->sharing.of != NULL)
      ac_sharing_put_json(&p.json, scope);
   put_sections(&p);
   if (gate != NULL)
      an_gate_put_json(&p.json, gate);
   an_json_put_close(&p.json, '}');
   putc('\n', out);
}
