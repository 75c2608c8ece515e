/* ah_html.c -- the document of heap profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/html/ah_html.h"

#include "report/ah_report_data.h"

/* The options of the report in the page. */
static ah_report_options page_options(const ah_html *html, double threshold)
{
   ah_report_options options = *html->report;
   options.is_page = true;
   options.threshold = threshold;
   options.n_findings = SIZE_MAX;
   return options;
}

static an_status put_report(const ah_html *html, an_json_out *json, double threshold)
{
   an_json_put_line(json, "");
   an_json_put_key(json, "report");
   if (html->diff != NULL) {
      ah_diff diff = *html->diff;
      diff.is_page = true;
      ah_diff_print_json(&diff, json->out);
      return AN_OK;
   }
   ah_report_options options = page_options(html, threshold);
   return ah_report_json(html->profiles[0], html->alloc, &options, json->out);
}

/* What goes by nodes of the paths, or by sites of the report. */
static bool put_by_node(const ah_html *html, const an_html_paths *paths,
                        an_json_out *json, double threshold)
{
   ah_report_data data = { .sites = NULL };
   if (html->report != NULL) {
      ah_report_options options = page_options(html, threshold);
      if (!ah_report_data_open(&data, html->profiles[0], html->alloc, &options))
         return false;
   }
   bool ok = an_html_paths_json(paths, json)
             && ah_html_put_moments(html, paths, json)
             && ah_html_put_heap(html, paths, data.sites, data.n, json);
   if (html->report != NULL)
      ah_report_data_close(&data);
   return ok;
}

static an_status put_paths(const ah_html *html, an_json_out *json, double threshold,
                           an_html_left_out *left_out)
{
   an_html_paths paths;
   double *shares = ah_html_snapshot_shares(html);
   const an_html_paths_of of = {
      .stacks = html->stacks, .is_pair = html->n_sides == AH_SIDES,
      .share = shares, .threshold = threshold, .n_most = SIZE_MAX,
   };
   bool ok = shares != NULL && an_html_paths_open(&paths, html->alloc, &of);
   if (ok) {
      ok = put_by_node(html, &paths, json, threshold);
      left_out->paths += paths.n_left_out;
      an_html_paths_close(&paths);
   }
   tk_put(html->alloc, shares);
   return ok ? AN_OK : AN_NO_MEMORY;
}

an_status ah_html_put_members(const void *context, an_json_out *json, double threshold,
                              an_html_left_out *left_out)
{
   const ah_html *html = context;
   an_status status = put_report(html, json, threshold);
   if (status == AN_OK)
      status = put_paths(html, json, threshold, left_out);
   if (status == AN_OK)
      status = an_html_counts_report(&html->lines, json, "lines", threshold, left_out);
   if (status == AN_OK)
      status = an_html_counts_sources(&html->lines, json, threshold, left_out);
   return status;
}
