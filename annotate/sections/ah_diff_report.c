/* ah_diff_report.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_diff_report.h"

#include "base/an_json_members.h"
#include "heap/ah_text.h"
#include "sections/an_totals.h"
#include "sections/ac_sections.h"
#include "sections/an_gate_print.h"

#include <inttypes.h>
#include <string.h>

/* What tables are made from: of paths and owners, or of regions. */
typedef struct {
   ac_scope scope;
   ac_request request;
   ac_shown shown;
   ac_measure changes[AH_DIFF_VALUES]; /* of each value, for programs */
   ac_measure columns[AH_DIFF_VALUES + 2];
} view;

/* For people the value sorted by comes first, or else the peak, or total, with what it
   was before and after, then the change of the others. */
static void set_columns(view *v, const ah_diff *diff, const ac_metrics *metrics)
{
   const char *const names[] = { diff->paths.names[diff->by], "peak", "total" };
   const ac_metric *first = NULL;
   size_t n = ac_metrics_n(metrics);
   ac_measure *column = v->columns;
   for (size_t i = 0; first == NULL; i++)
      first = ac_metrics_find(metrics, an_span_of(names[i]));
   for (int aspect = AC_BEFORE; aspect <= AC_CHANGE; aspect++)
      *column++ = (ac_measure){ first, (ac_aspect)aspect, n };
   for (size_t i = 0; i < n; i++) {
      v->changes[i] = (ac_measure){ ac_metrics_at(metrics, i), AC_CHANGE, n };
      if (v->changes[i].metric != first)
         *column++ = v->changes[i];
   }
   v->request.show = (ac_measures){ .of = v->changes, .n = n };
   v->request.sort = (ac_measures){ .of = &v->columns[2], .n = 1 };
}

static const ac_scope *open_view(view *v, const ah_diff *diff, const tk_alloc *alloc,
                                 bool are_regions)
{
   v->request = (ac_request){ .is_pair = true,
                              .percents = true,
                              .is_limited = !are_regions,
                              .full_names = diff->full_names };
   set_columns(v, diff, are_regions ? diff->region_metrics : diff->metrics);
   v->shown = (ac_shown){ .measures = { .of = v->columns,
                                        .n = are_regions ? v->request.show.n + 2 : 3 } };
   v->scope = (ac_scope){
      .profile = are_regions ? diff->regions : diff->pair,
      .alloc = alloc,
      .request = &v->request,
      .diff = diff,
   };
   return &v->scope;
}

/* ---- Text ---- */

/* Paths that are cut at different depths do not match. */
static void print_depths(const ah_diff *diff, FILE *out)
{
   const ah_profile *old = diff->profiles[AH_OLD], *new = diff->profiles[AH_NEW];
   if (!old->is_heapprof || !new->is_heapprof || old->depth == new->depth)
      return;
   fprintf(out,
           "%-18s%" PRId64 " frames in OLD, %" PRId64
           " in NEW: longer call paths do not match\n",
           "Depth:", old->depth, new->depth);
}

/* "snapshot 3, 1.21 Minstr (55.3% of the run)". */
static void print_moment(an_page *page, const char *label, ah_side side)
{
   const ah_profile *p = page->scope.diff->profiles[side];
   const ah_weight *at = &page->scope.diff->moments[side];
   if (p->at == NULL)
      return;
   fprintf(page->out, "%-18s%s", label, ah_weight_name(*at));
   if (at->kind == AH_AT_SNAPSHOT || at->kind == AH_AT_LOOK)
      fprintf(page->out, " %zu", at->index + 1);
   int64_t time = ah_weight_time(*at, p);
   fprintf(page->out, ", %s (%s of the run)", AH_TIME(p, time), AH_MOMENT(p, time));
   if (p->at_rest.blocks > 0)
      fprintf(page->out, "; call paths have 0 that had less than 1/2000");
   putc('\n', page->out);
}

static void print_metadata(an_page *page)
{
   const ah_diff *diff = page->scope.diff;
   const ah_profile *old = diff->profiles[AH_OLD], *new = diff->profiles[AH_NEW];
   an_page_heading(page, "Metadata", NULL);
   an_page_field(page, "Command:", new->command);
   if (strcmp(old->command, new->command) != 0)
      an_page_field(page, "Command of OLD:", old->command);
   an_page_field(page, "Old:", diff->files[AH_OLD]);
   an_page_field(page, "New:", diff->files[AH_NEW]);
   an_state_print(&old->state, "Old", page->out);
   an_state_print(&new->state, "New", page->out);
   an_counting_print(&old->counting, old->time_unit, "Old", page->out);
   an_counting_print(&new->counting, new->time_unit, "New", page->out);
   print_moment(page, "Old moment:", AH_OLD);
   print_moment(page, "New moment:", AH_NEW);
   an_page_field(page, "Sorted by:", diff->paths.names[diff->by]);
   fprintf(page->out, "%-18s%g%%\n", "Threshold:", diff->threshold);
   print_depths(diff, page->out);
   putc('\n', page->out);
}

static void print_summary(an_page *page)
{
   const ah_diff *diff = page->scope.diff;
   const ah_paths *paths = &diff->paths;
   const int64_t *old = paths->totals, *new = old + paths->n_values;
   an_total of[AH_DIFF_VALUES];
   size_t n = 0;
   for (size_t i = 0; i < paths->n_values; i++)
      if (old[i] != 0 || new[i] != 0 || i == diff->by)
         of[n++] = (an_total){ paths->names[i], old[i], new[i], true };
   an_totals_print(page, "total of", of, n);
}

/* They get half as many rows as the call paths. */
static void print_regions(an_page *page)
{
   const ah_diff *diff = page->scope.diff;
   view v;
   size_t n;
   an_page copy = { .scope = *open_view(&v, diff, page->scope.alloc, true),
                    .out = page->out,
                    .shown = &v.shown };
   copy.scope.terminal = page->scope.terminal;
   v.request.n_top = diff->top == SIZE_MAX ? 0 : diff->top / 2;
   if (diff->top > 1)
      an_tables_print(&copy, ac_regions_tables, &n);
}

static void print_all(an_page *page)
{
   size_t n = 0;
   print_metadata(page);
   print_summary(page);
   if (page->scope.diff->ignored != NULL)
      an_tables_print(page, ah_ignored_tables, &n);
   print_regions(page);
   an_tables_print(page, ah_diff_owners_tables, &n);
   an_tables_print(page, ah_diff_paths_tables, &n);
}

void ah_diff_print(const ah_diff *diff, const tk_alloc *alloc, FILE *out)
{
   view v;
   an_terminal terminal = *diff->terminal;
   an_page page = { .scope = *open_view(&v, diff, alloc, false),
                    .out = out,
                    .shown = &v.shown,
                    .left = SIZE_MAX };
   page.scope.terminal = &terminal;
   terminal.width = diff->full_names ? 0 : terminal.width;
   an_page_section(&page, 0, print_all);
}

/* ---- JSON ---- */

static void put_header(an_json_out *json, const ah_diff *diff)
{
   const ah_profile *old = diff->profiles[AH_OLD], *new = diff->profiles[AH_NEW];
   const ah_paths *paths = &diff->paths;
   AN_JSON_PUT(json, AN_JSON("schema", "hp_diff"), AN_JSON_INT("version", 1),
               AN_JSON_LINE(""), AN_JSON("command", new->command),
               AN_JSON("mode", new->mode));
   an_state_put_pair(json, &old->state, &new->state);
   an_counting_put_pair(json, &old->counting, &new->counting, new->time_unit);
   AN_JSON_PUT_ARRAY(json, "", "metrics", i, paths->n_values,
                     AN_JSON_OBJECT(NULL, AN_JSON("name", paths->names[i]),
                                    AN_JSON("title", paths->values[i]->title)));
   AN_JSON_PUT_OBJECT(
      json, "", "totals", AN_JSON_INTS("old", paths->totals, paths->n_values),
      AN_JSON_INTS("new", paths->totals + paths->n_values, paths->n_values));
}

void ah_diff_print_json(const ah_diff *diff, const tk_alloc *alloc, FILE *out)
{
   an_json_out json = { .out = out };
   view v, of_regions;
   const ac_scope *scope = open_view(&v, diff, alloc, false);
   an_json_put_open(&json, NULL, '{');
   put_header(&json, diff);
   an_tables_put_json(&json, "paths", ah_diff_paths_tables, scope);
   if (ac_profile_n_regions(diff->regions) > 0)
      AN_JSON_PUT_ARRAY(&json, "", "region_metrics", i, ah_region_n_values(diff),
                        AN_JSON(NULL, ah_region_names[i]));
   an_tables_put_json(&json, "regions", ac_regions_tables,
                      open_view(&of_regions, diff, alloc, true));
   an_tables_put_json(&json, "owners", ah_diff_owners_tables, scope);
   if (diff->ignored != NULL)
      an_tables_put_json(&json, "ignored", ah_ignored_tables, scope);
   an_gate_put_json(&json, diff->gate);
   an_json_put_close(&json, '}');
   putc('\n', out);
}

void ah_diff_put_page(const ah_diff *diff, const tk_alloc *alloc, an_json_out *json)
{
   view v;
   const ac_scope *scope = open_view(&v, diff, alloc, true);
   an_json_put_open(json, NULL, '[');
   an_tables_put_page(json, "region", ac_regions_tables, scope);
   an_tables_put_page(json, "ignored", ah_ignored_tables, scope);
   an_json_put_close(json, ']');
}

/* ---- CSV ---- */

void ah_diff_print_csv(const ah_diff *diff, const tk_alloc *alloc, FILE *out)
{
   view v;
   an_tables_put_csv(out, ah_diff_paths_tables, open_view(&v, diff, alloc, false));
}
