/* ah_html.c -- the document of heap profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/ah_html.h"

#include "base/an_json_members.h"
#include "heap/ah_value.h"

/* The options of a side's report in the page. */
static ah_report_options page_options(const ah_html *html, size_t side, double threshold)
{
   ah_report_options options = *html->reports[side];
   options.is_page = true;
   options.threshold = threshold;
   options.n_findings = SIZE_MAX;
   return options;
}

static void put_report_of(const ah_html *html, size_t side, an_json_out *json,
                          double threshold)
{
   an_json_put_line(json, "");
   an_json_put_key(json, "report");
   ah_report_options options = page_options(html, side, threshold);
   ah_report_json(html->profiles[side], html->alloc, &options, json->out);
}

static void put_report(const ah_html *html, an_json_out *json, double threshold)
{
   if (html->diff == NULL)
      return put_report_of(html, 0, json, threshold);
   ah_diff diff = *html->diff;
   diff.is_page = true;
   diff.threshold = threshold;
   an_json_put_line(json, "");
   an_json_put_key(json, "report");
   ah_diff_print_json(&diff, html->alloc, json->out);
}

/* Puts the report on the profile of a side, and where its sites are. */
static void put_side(const ah_html *html, size_t side, const an_html_paths *paths,
                     an_json_out *json, double threshold)
{
   ah_report_options options = page_options(html, side, threshold);
   AN_JSON_PUT_OBJECT(json, " ", NULL, put_report_of(html, side, json, threshold),
                      ah_html_put_sites(html, side, paths, &options, json));
}

/* What goes by nodes of the paths, or by sites of the reports. */
static void put_by_node(const ah_html *html, const an_html_paths *paths,
                        an_json_out *json, double threshold)
{
   ah_report_options options = page_options(html, 0, threshold);
   bool is_pair = html->diff != NULL;
   an_html_paths_json(paths, json);
   ah_html_put_moments(html, paths, json);
   ah_html_put_heap(html, paths, is_pair ? NULL : &options, json);
   if (is_pair)
      AN_JSON_PUT_ARRAY(json, "", "reports", side, html->n_sides,
                        put_side(html, side, paths, json, threshold));
}

/* Adds the values of a single profile's sites: samples of a million sites would take most
   of a page's memory. */
static void add_self(const void *context, size_t kind, int64_t *values)
{
   const ah_html *html = context;
   const ah_profile *p = html->profiles[0];
   const ah_value *of = ah_value_find(html->stacks->kinds[kind].name, AH_VALUES);
   for (size_t i = 0; i < p->n_sites; i++)
      values[html->node_of_site[0][i]] += ah_value_of(of, &p->sites[i]);
}

static void put_paths(const ah_html *html, an_json_out *json, double threshold,
                      an_html_left_out *left_out)
{
   an_html_paths paths;
   double *shares = ah_html_snapshot_shares(html);
   bool is_pair = html->n_sides == AH_SIDES;
   const an_html_paths_of of = {
      .stacks = html->stacks,
      .is_pair = is_pair,
      .add_self = is_pair ? NULL : add_self,
      .context = html,
      .share = shares,
      .threshold = threshold,
      .n_most = SIZE_MAX,
   };
   an_html_paths_open(&paths, html->alloc, &of);
   put_by_node(html, &paths, json, threshold);
   left_out->paths += paths.n_pruned;
}

void ah_html_put_members(const void *context, an_json_out *json, double threshold,
                         an_html_left_out *left_out)
{
   ah_html html = *(const ah_html *)context;
   an_pool *pool = an_pool_new(html.alloc); /* of this try: there may be more */
   html.alloc = html.lines.scope.alloc = an_pool_alloc(pool);
   put_report(&html, json, threshold);
   /* A page that is too large ends in a write error: the rest would be for nothing. */
   if (!ferror(json->out))
      put_paths(&html, json, threshold, left_out);
   if (!ferror(json->out))
      an_html_counts_report(&html.lines, json, "lines", threshold, left_out);
   if (!ferror(json->out))
      an_html_counts_sources(&html.lines, json, threshold, left_out);
   an_pool_free(pool);
}

void ah_html_put_tables(const void *context, an_json_out *json)
{
   const ah_html *html = context;
   if (html->diff != NULL)
      ah_diff_put_page(html->diff, html->alloc, json);
   else
      ah_report_put_page(html->profiles[0], html->alloc, html->reports[0], json);
}
