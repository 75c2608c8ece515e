/* ah_page_of.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/ah_page_of.h"

#include "base/an_alloc.h"
#include "counts/ac_combine.h"
#include "export/ah_heap_stacks.h"
#include "heap/ah_findings.h"
#include "heap/ah_type.h"
#include "paths/an_stacks_pair.h"
#include "sections/ah_lines.h"
#include "page/ah_html.h"

#include <string.h>

typedef struct {
   const ah_page_of *of;
   const tk_alloc *alloc;
   ah_html html;
   /* What each side has: */
   an_stacks stacks[AH_SIDES];
   uint32_t *nodes[AH_SIDES];
   ac_profile *lines[AH_SIDES];
   /* What a pair has: */
   an_stacks_pair pair;
   an_match *match;
   ac_profile *lines_pair;
   ac_metrics *metrics;
   ac_request request; /* of the lines */
   ac_analysis analysis;
   ac_measure show[AH_VALUES];
   struct side_report {
      ty_types *types;
      bool is_made;
      ah_groups groups;
      ah_findings findings;
      ah_report_options options;
   } sides[AH_SIDES];
} making;

/* ---- Reports on each that has none ---- */

/* Makes the report of a side as hp_annotate does by default. */
static void make_report(making *m, size_t side)
{
   struct side_report *r = &m->sides[side];
   const ah_profile *profile = m->html.profiles[side];
   r->types = ty_types_new(m->alloc, &m->of->options->request.source);
   ah_groups_make(&r->groups, m->alloc, profile, ah_type_of_site, r->types);
   ah_findings_find(&r->findings, m->alloc, profile, &r->groups, NULL,
                    &ah_criteria_default);
   r->is_made = true;
   r->options = (ah_report_options){
      .file = m->html.files[side],
      .n_files = 1,
      .source = &m->of->options->request,
      .terminal = &m->of->options->terminal,
      .sort = profile->has_lifetimes ? AH_SORT_PEAK : AH_SORT_TOTAL,
      .groups = &r->groups,
      .findings = &r->findings,
   };
   m->html.reports[side] = &r->options;
}

static void make_reports(making *m)
{
   m->html.reports[0] = m->of->report;
   for (size_t side = 0; side < m->html.n_sides && m->of->report == NULL; side++)
      make_report(m, side);
}

/* ---- Call paths ---- */

static void make_stacks(making *m, size_t side)
{
   const ah_html *html = &m->html;
   const ah_profile *profile = html->profiles[side];
   m->nodes[side] = tk_get(m->alloc, AN_LABEL,
                           (profile->n_sites + 1) * sizeof *m->nodes[side]);
   m->html.node_of_site[side] = m->nodes[side];
   if (html->n_sides == 1) {
      ah_heap_stacks_nodes(profile, m->alloc, &m->stacks[side], m->nodes[side]);
      return;
   }
   ah_heap_stacks_of_sites(profile, html->profiles[1 - side], m->alloc, &m->stacks[side],
                           m->nodes[side]);
}

/* Sites are then at nodes of the pair. */
static void pair_stacks(making *m)
{
   an_stacks_pair_join(&m->pair, &m->match, m->alloc, &m->stacks[AH_OLD],
                       &m->stacks[AH_NEW]);
   for (size_t side = 0; side < AH_SIDES; side++)
      for (size_t i = 0; i < m->html.profiles[side]->n_sites; i++)
         m->nodes[side][i] = m->pair.node_of[side][m->nodes[side][i]];
   m->html.stacks = &m->pair.stacks;
}

static void make_paths(making *m)
{
   for (size_t side = 0; side < m->html.n_sides; side++)
      make_stacks(m, side);
   m->html.stacks = &m->stacks[0];
   if (m->html.n_sides != 1)
      pair_stacks(m);
}

/* ---- Lines ---- */

/* One event for each kind of the call paths. */
static void make_lines(making *m, size_t side)
{
   const an_stacks *stacks = &m->stacks[0];
   ah_line_event events[AH_VALUES];
   for (size_t i = 0; i < stacks->n_kinds; i++)
      events[i] = (ah_line_event){ stacks->kinds[i].name,
                                   ah_value_number(
                                      ah_value_find(stacks->kinds[i].name, AH_VALUES)) };
   m->lines[side] = ah_lines_new(m->alloc, m->html.profiles[side],
                                 &m->of->options->request.source, events,
                                 stacks->n_kinds);
}

static void make_all_lines(making *m)
{
   for (size_t side = 0; side < m->html.n_sides; side++)
      make_lines(m, side);
   if (m->html.n_sides == AH_SIDES)
      m->lines_pair = ac_combine_pair(m->alloc, m->lines[AH_OLD], m->lines[AH_NEW], NULL,
                                      NULL);
}

/* All kinds are shown; the first decides about the order. */
static void choose_columns(making *m)
{
   an_error error;
   bool is_pair = m->html.n_sides == AH_SIDES;
   size_t n = ac_profile_n_events(m->lines[0]);
   m->metrics = ac_metrics_new(m->alloc, m->lines[0], NULL, &error);
   for (size_t i = 0; i < n; i++)
      m->show[i] = (ac_measure){ .metric = ac_metrics_at(m->metrics, i),
                                 .aspect = is_pair ? AC_CHANGE : AC_VALUE,
                                 .n_events = n };
   if (m->of->report != NULL)
      m->analysis.data_modified = m->of->report->data_modified;
   m->request = m->of->options->request;
   m->request.is_pair = is_pair;
   m->request.show = (ac_measures){ .of = m->show, .n = n };
   m->request.sort = (ac_measures){ .of = m->show, .n = 1 };
   m->html.lines = (an_html_counts){
      .scope = { is_pair ? m->lines_pair : m->lines[0], m->alloc, &m->request,
                 &m->analysis },
      .schema = is_pair ? "cs_diff" : "cs_annotate",
   };
}

/* ---- The whole ---- */

static void write_page(making *m, bool is_html, FILE *out)
{
   const ah_page_of *of = m->of;
   const an_html_page page = {
      .alloc = m->alloc,
      .command = of->command,
      .tool = "heapprof",
      .title = m->html.profiles[m->html.n_sides - 1]->command,
      .is_pair = of->diff != NULL,
      .files = of->files,
      .n_files = of->n_files,
      .threshold = an_options_threshold(of->options, false),
      .context = &m->html,
      .put_members = ah_html_put_members,
      .put_tables = ah_html_put_tables,
      .put_static = ah_html_put_static,
   };
   (is_html ? an_html_write : an_html_write_json)(&page, out);
}

void ah_page_write(const ah_page_of *of, bool is_html, FILE *out)
{
   const tk_alloc *alloc = an_alloc_malloc();
   making m = {
      .of = of,
      .alloc = alloc,
      .html = { .alloc = alloc,
                .diff = of->diff,
                .n_sides = 1,
                .profiles = { of->profile },
                .files = { of->files[0] } },
   };
   if (of->diff != NULL) {
      m.html.n_sides = AH_SIDES;
      memcpy(m.html.profiles, of->diff->profiles, sizeof m.html.profiles);
      memcpy(m.html.files, of->diff->files, sizeof m.html.files);
   }
   make_reports(&m);
   make_paths(&m);
   make_all_lines(&m);
   choose_columns(&m);
   write_page(&m, is_html, out);
}
