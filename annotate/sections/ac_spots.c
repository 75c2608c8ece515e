/* ac_spots.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_spots.h"

#include "base/an_number.h"
#include "base/tk_count.h"
#include "counts/ac_inlined_lines.h"
#include "advice/ac_data_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Finding them ---- */

static void make_room(ac_spots *spots, size_t n)
{
   spots->of = tk_get(spots->alloc, AN_LABEL, (n + 1) * sizeof *spots->of);
}

static void add_functions(ac_spots *spots, const ac_profile *profile)
{
   size_t n = ac_profile_n_functions(profile);
   make_room(spots, n);
   for (size_t i = 0; i < n; i++) {
      const ac_function *function = ac_profile_function(profile, i);
      spots->of[spots->n++] = (ac_spot){ .kind = AC_SPOT_FUNCTION,
                                         .function = i,
                                         .file = function->file,
                                         .n_functions = 1,
                                         .counts = function->totals };
   }
}

ac_spot ac_spot_of_line(const ac_hot_line *line)
{
   return (ac_spot){ .kind = AC_SPOT_LINE,
                     .function = line->function,
                     .file = line->file,
                     .line = line->line,
                     .n_functions = line->n_functions,
                     .counts = line->counts };
}

static void add_lines(ac_spots *spots, const ac_profile *profile,
                      const ac_request *request)
{
   ac_hot_open(&spots->hot, spots->alloc, profile, &request->sort, 0);
   make_room(spots, spots->hot.n);
   for (size_t i = 0; i < spots->hot.n; i++)
      spots->of[spots->n++] = ac_spot_of_line(&spots->hot.lines[i]);
}

static void add_objects(ac_spots *spots, const ac_profile *profile,
                        const ac_data_report *data)
{
   size_t n_events = ac_profile_n_events(profile);
   size_t n = data == NULL || data->view.data->n_events == 0 ? 0 : data->view.n_objects;
   spots->counts = tk_get(spots->alloc, AN_LABEL, (n * n_events + 1) * sizeof(int64_t));
   make_room(spots, n);
   for (size_t i = 0; i < n; i++) {
      const ac_data_object *object = &data->view.objects[i];
      int64_t *counts = spots->counts + i * n_events;
      memcpy(counts, ac_data_report_spread(data, object->counts),
             n_events * sizeof *counts);
      spots->of[spots->n++] = (ac_spot){
         .kind = AC_SPOT_OBJECT, .object = i, .label = object->label, .counts = counts
      };
   }
}

/* Spots of one weight stay in their order: they are in one array. */
static int compare_spots(const void *a, const void *b)
{
   const ac_spot *x = a, *y = b;
   return an_real_compare(y->weight, x->weight)
      ?: tk_compare(x->function, y->function)
      ?: tk_compare(x->line, y->line)
      ?: tk_compare(x->object, y->object);
}

void ac_spots_open(ac_spots *spots, const ac_scope *scope, ac_spot_kind kind,
                   ac_spot_weight weight)
{
   size_t n = 0;
   const ac_profile *profile = scope->profile;
   *spots =
      (ac_spots){ .kind = kind, .alloc = scope->alloc, .hot = { .alloc = scope->alloc } };
   if (kind == AC_SPOT_FUNCTION)
      add_functions(spots, profile);
   else if (kind == AC_SPOT_LINE)
      add_lines(spots, profile, scope->request);
   else
      add_objects(spots, profile, scope->analysis->data);
   for (size_t i = 0; i < spots->n; i++) {
      spots->of[n] = spots->of[i];
      spots->of[n].weight = weight.of(weight.context, &spots->of[n]);
      n += spots->of[n].weight > 0;
   }
   spots->n = n;
   qsort(spots->of, n, sizeof *spots->of, compare_spots);
}

void ac_spot_sets_open(ac_spot_sets *sets, const ac_scope *scope, ac_spot_weight weight)
{
   *sets = (ac_spot_sets){ .of = { { .n = 0 } } };
   for (int kind = 0; kind < AC_N_SPOT_KINDS; kind++)
      ac_spots_open(&sets->of[kind], scope, (ac_spot_kind)kind, weight);
}

/* ---- Names ---- */

const char *ac_spot_kind_name(ac_spot_kind kind)
{
   static const char *const names[AC_N_SPOT_KINDS] = { "function", "line", "object" };
   return names[kind];
}

const char *ac_spot_kind_key(ac_spot_kind kind)
{
   static const char *const keys[AC_N_SPOT_KINDS] = { "functions", "lines", "objects" };
   return keys[kind];
}

const char *ac_spot_title(ac_spot_kind kind)
{
   static const char *const titles[AC_N_SPOT_KINDS] = { "function (file)",
                                                        "function (file:line)",
                                                        "data object" };
   return titles[kind];
}

/* ":12)", and in a pair the other number of the line. */
static int write_line(char *to, size_t size_B, const ac_profile *profile,
                      const ac_spot *spot)
{
   ac_line_numbers line = ac_profile_line(
      profile, ac_profile_file(profile, spot->file)->name, spot->line);
   if (line.new == line.old)
      return snprintf(to, size_B, ":%" PRIu32 ")", line.new);
   if (line.new == 0)
      return snprintf(to, size_B, ":%" PRIu32 ", gone)", line.old);
   return snprintf(to, size_B, ":%" PRIu32 ", was %" PRIu32 ")", line.new, line.old);
}

ac_label ac_spot_label(const ac_scope *scope, const ac_labels *labels, size_t function,
                       uint32_t line, size_t *n_functions)
{
   const ac_inlined_lines *lines = scope->analysis == NULL ? NULL
                                                           : scope->analysis->inlined;
   const char *inlined = lines == NULL ? NULL
                                       : ac_inlined_lines_find(lines, function, line);
   if (inlined == NULL)
      return labels->labels[function];
   *n_functions = 1;
   return (ac_label){ inlined, 1, 1 };
}

void ac_spot_print(const an_page *page, const ac_spot *spot, size_t room)
{
   char end[48] = ")", more[32] = "";
   if (spot->kind == AC_SPOT_OBJECT)
      return an_text_name_fit(page->out, spot->label, room);
   if (spot->kind == AC_SPOT_FILE)
      return an_page_file(page, spot->file, room);
   if (spot->kind == AC_SPOT_NAME)
      return an_page_function(page, spot->function, room);
   ac_label label = page->labels.labels[spot->function];
   size_t n_functions = spot->n_functions;
   int n = 1;
   if (spot->kind == AC_SPOT_LINE) {
      label = ac_spot_label(&page->scope, &page->labels, spot->function, spot->line,
                            &n_functions);
      n = write_line(end, sizeof end, page->scope.profile, spot);
   }
   if (n_functions > 1) {
      n += snprintf(more, sizeof more, " and %zu more", n_functions - 1);
      label.of = 1;
   }
   const char *path = ac_profile_file(page->scope.profile, spot->file)->name;
   size_t taken = (size_t)n + 2;
   size_t left = room == SIZE_MAX ? room : room > taken ? room - taken : 0;
   size_t n_name = ac_label_columns(&label);
   size_t most = an_page_share(left, an_text_name_columns(path));
   ac_label_print(&label, page->out, most);
   fprintf(page->out, "%s (", more);
   an_page_file(page, spot->file, left - (n_name < most ? n_name : most));
   fputs(end, page->out);
}

/* ---- For programs ---- */

void ac_spot_put_line(an_json_out *json, const ac_profile *profile, size_t file,
                      uint32_t line)
{
   ac_spot_put_numbers(
      json, ac_profile_line(profile, ac_profile_file(profile, file)->name, line));
}

void ac_spot_put_numbers(an_json_out *json, ac_line_numbers of)
{
   an_json_put_int(json, "line", of.new == 0 ? of.old : of.new);
   if (of.new != of.old)
      an_json_put_int(json, "old_line", of.old);
   if (of.new == 0 && of.old != 0)
      an_json_put_bool(json, "gone", true);
}

void ac_spot_put_json(an_json_out *json, const ac_profile *profile, const ac_spot *spot)
{
   if (spot->kind == AC_SPOT_OBJECT) {
      an_json_put_text(json, "object", spot->label);
      return;
   }
   an_json_put_text(json, "file", ac_profile_file(profile, spot->file)->name);
   an_json_put_text(json, "function", ac_profile_function(profile, spot->function)->name);
   if (spot->kind == AC_SPOT_LINE)
      ac_spot_put_line(json, profile, spot->file, spot->line);
}

void ac_spot_put_titles(an_csv_out *csv)
{
   static const char *const titles[] = { "of", "file", "function", "line", "object" };
   for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
      an_csv_put_shown(csv, titles[i]);
}

void ac_spot_put_csv(an_csv_out *csv, const ac_profile *profile, const ac_spot *spot)
{
   bool is_code = spot != NULL && spot->kind != AC_SPOT_OBJECT;
   const ac_function *function = is_code ? ac_profile_function(profile, spot->function)
                                         : NULL;
   an_csv_put_shown(csv, spot == NULL ? "program" : ac_spot_kind_name(spot->kind));
   an_csv_put_text(csv, is_code ? ac_profile_file(profile, spot->file)->name : "");
   an_csv_put_text(csv, is_code ? function->name : "");
   if (is_code && spot->kind == AC_SPOT_LINE)
      an_csv_put_int(csv, spot->line & ~AC_LINE_OF_OLD);
   else
      an_csv_put_empty(csv);
   an_csv_put_text(csv, spot != NULL && !is_code ? spot->label : "");
}
