/* an_spots.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "render/an_spots.h"

#include "data/an_data_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "an.spots"

/* ---- Finding them ---- */

static bool make_room(an_spots *spots, size_t n)
{
   spots->of = tk_get(spots->alloc, LABEL, (n + 1) * sizeof *spots->of);
   return spots->of != NULL;
}

static bool add_functions(an_spots *spots, const an_profile *profile)
{
   size_t n = an_profile_n_functions(profile);
   if (!make_room(spots, n))
      return false;
   for (size_t i = 0; i < n; i++) {
      const an_function *function = an_profile_function(profile, i);
      spots->of[spots->n++]
         = (an_spot){ .kind = AN_SPOT_FUNCTION, .function = i, .file = function->file,
                      .n_functions = 1, .counts = function->totals };
   }
   return true;
}

an_spot an_spot_of_line(const an_hot_line *line)
{
   return (an_spot){ .kind = AN_SPOT_LINE, .function = line->function,
                     .file = line->file, .line = line->line,
                     .n_functions = line->n_functions, .counts = line->counts };
}

static bool add_lines(an_spots *spots, const an_profile *profile,
                      const an_report_options *options)
{
   if (an_hot_open(&spots->hot, spots->alloc, profile, &options->sort, 0) != AN_OK)
      return false;
   if (!make_room(spots, spots->hot.n))
      return false;
   for (size_t i = 0; i < spots->hot.n; i++)
      spots->of[spots->n++] = an_spot_of_line(&spots->hot.lines[i]);
   return true;
}

static bool add_objects(an_spots *spots, const an_profile *profile,
                        const an_data_report *data)
{
   size_t n_events = an_profile_n_events(profile);
   size_t n = data == NULL || data->view.data->n_events == 0 ? 0 : data->view.n_objects;
   spots->counts = tk_get(spots->alloc, LABEL, (n * n_events + 1) * sizeof(int64_t));
   if (spots->counts == NULL || !make_room(spots, n))
      return false;
   for (size_t i = 0; i < n; i++) {
      const an_data_object *object = &data->view.objects[i];
      int64_t *counts = spots->counts + i * n_events;
      memcpy(counts, an_data_report_spread(data, object->counts),
             n_events * sizeof *counts);
      spots->of[spots->n++]
         = (an_spot){ .kind = AN_SPOT_OBJECT, .object = i, .label = object->label,
                      .counts = counts };
   }
   return true;
}

/* Those of one weight stay in their order: they are in one array. */
static int compare(const void *a, const void *b)
{
   const an_spot *x = a, *y = b;
   if (x->weight != y->weight)
      return x->weight < y->weight ? 1 : -1;
   if (x->function != y->function)
      return x->function < y->function ? -1 : 1;
   if (x->line != y->line)
      return x->line < y->line ? -1 : 1;
   return (x->object > y->object) - (x->object < y->object);
}

an_status an_spots_open(an_spots *spots, const tk_alloc *alloc, const an_profile *profile,
                        const an_report_options *options, an_spot_kind kind,
                        an_spot_weight weight)
{
   size_t n = 0;
   *spots = (an_spots){ .kind = kind, .alloc = alloc, .hot = { .alloc = alloc } };
   if (!(kind == AN_SPOT_FUNCTION ? add_functions(spots, profile)
         : kind == AN_SPOT_LINE ? add_lines(spots, profile, options)
                                : add_objects(spots, profile, options->data))) {
      an_spots_close(spots);
      return AN_NO_MEMORY;
   }
   for (size_t i = 0; i < spots->n; i++) {
      spots->of[n] = spots->of[i];
      spots->of[n].weight = weight.of(weight.context, &spots->of[n]);
      n += spots->of[n].weight > 0;
   }
   spots->n = n;
   qsort(spots->of, n, sizeof *spots->of, compare);
   return AN_OK;
}

void an_spots_close(an_spots *spots)
{
   an_hot_close(&spots->hot);
   tk_put(spots->alloc, spots->of);
   tk_put(spots->alloc, spots->counts);
   spots->of = NULL;
   spots->counts = NULL;
   spots->n = 0;
}

an_status an_spot_sets_open(an_spot_sets *sets, const tk_alloc *alloc,
                            const an_profile *profile, const an_report_options *options,
                            an_spot_weight weight)
{
   *sets = (an_spot_sets){ .of = { { .n = 0 } } };
   for (int kind = 0; kind < AN_N_SPOT_KINDS; kind++)
      if (an_spots_open(&sets->of[kind], alloc, profile, options, (an_spot_kind)kind,
                        weight) != AN_OK) {
         an_spot_sets_close(sets);
         return AN_NO_MEMORY;
      }
   return AN_OK;
}

void an_spot_sets_close(an_spot_sets *sets)
{
   for (int kind = 0; kind < AN_N_SPOT_KINDS; kind++)
      if (sets->of[kind].of != NULL)
         an_spots_close(&sets->of[kind]);
}

/* ---- Names ---- */

const char *an_spot_kind_name(an_spot_kind kind)
{
   static const char *const names[AN_N_SPOT_KINDS] = { "function", "line", "object" };
   return names[kind];
}

const char *an_spot_kind_key(an_spot_kind kind)
{
   static const char *const keys[AN_N_SPOT_KINDS] = { "functions", "lines", "objects" };
   return keys[kind];
}

const char *an_spot_title(an_spot_kind kind)
{
   static const char *const titles[AN_N_SPOT_KINDS]
      = { "function (file)", "function (file:line)", "data object" };
   return titles[kind];
}

void an_spot_print(const an_page *page, const an_spot *spot, size_t room)
{
   char end[48] = ")", more[32] = "";
   if (spot->kind == AN_SPOT_OBJECT)
      return an_text_name_fit(page->out, spot->label, room);
   if (spot->kind == AN_SPOT_FILE)
      return an_page_file(page, spot->file, room);
   if (spot->kind == AN_SPOT_NAME)
      return an_page_function(page, spot->function, room);
   an_label label = page->labels.labels[spot->function];
   int n = spot->kind == AN_SPOT_LINE
              ? snprintf(end, sizeof end, ":%" PRIu32 ")", spot->line) : 1;
   if (spot->n_functions > 1) {
      n += snprintf(more, sizeof more, " and %zu more", spot->n_functions - 1);
      label.of = 1;
   }
   const char *path = an_profile_file(page->profile, spot->file)->name;
   size_t taken = (size_t)n + 2;
   size_t left = room == SIZE_MAX ? room : room > taken ? room - taken : 0;
   size_t n_name = an_label_columns(&label);
   size_t most = an_page_share(left, an_text_name_columns(path));
   an_label_print(&label, page->out, most);
   fprintf(page->out, "%s (", more);
   an_page_file(page, spot->file, left - (n_name < most ? n_name : most));
   fputs(end, page->out);
}

/* ---- For programs ---- */

void an_spot_put_json(an_json_out *json, const an_profile *profile, const an_spot *spot)
{
   if (spot->kind == AN_SPOT_OBJECT) {
      an_json_put_text(json, "object", spot->label);
      return;
   }
   an_json_put_text(json, "file", an_profile_file(profile, spot->file)->name);
   an_json_put_text(json, "function", an_profile_function(profile, spot->function)->name);
   if (spot->kind == AN_SPOT_LINE)
      an_json_put_int(json, "line", spot->line);
}

void an_spot_put_titles(an_csv_out *csv)
{
   static const char *const titles[] = { "of", "file", "function", "line", "object" };
   for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
      an_csv_put_shown(csv, titles[i]);
}

void an_spot_put_csv(an_csv_out *csv, const an_profile *profile, const an_spot *spot)
{
   bool is_code = spot != NULL && spot->kind != AN_SPOT_OBJECT;
   const an_function *function
      = is_code ? an_profile_function(profile, spot->function) : NULL;
   an_csv_put_shown(csv, spot == NULL ? "program" : an_spot_kind_name(spot->kind));
   an_csv_put_text(csv, is_code ? an_profile_file(profile, spot->file)->name : "");
   an_csv_put_text(csv, is_code ? function->name : "");
   if (is_code && spot->kind == AN_SPOT_LINE)
      an_csv_put_int(csv, spot->line);
   else
      an_csv_put_empty(csv);
   an_csv_put_text(csv, spot != NULL && !is_code ? spot->label : "");
}
