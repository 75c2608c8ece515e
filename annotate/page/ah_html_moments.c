/* ah_html_moments.c -- what goes over time, and what goes by thread.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/ah_html.h"

#include "base/an_json_members.h"
#include "sections/ah_report_data.h"

#include <string.h>

/* ---- Amounts by node ---- */

/* The own bytes and blocks of each of the page's nodes. */
typedef struct {
   const ah_html *html;
   const an_html_paths *paths;
   an_json_out *json;
   ah_amount *amounts;
} nodes;

static void open_nodes(nodes *n, const ah_html *html, const an_html_paths *paths,
                       an_json_out *json)
{
   *n = (nodes){
      .html = html,
      .paths = paths,
      .json = json,
      .amounts = tk_get(html->alloc, AN_LABEL, (paths->n + 1) * sizeof *n->amounts),
   };
}

static void close_nodes(nodes *n)
{
   tk_put(n->html->alloc, n->amounts);
}

static void clear_amounts(nodes *n)
{
   memset(n->amounts, 0, (n->paths->n + 1) * sizeof *n->amounts);
}

/* Cannot overflow, as the totals do not. */
static void add_amount(nodes *n, size_t side, uint32_t site, ah_amount amount)
{
   uint32_t node = n->paths->number[n->html->node_of_site[side][site]];
   n->amounts[node].bytes += amount.bytes;
   n->amounts[node].blocks += amount.blocks;
}

static bool has_amount(const nodes *n, size_t i)
{
   return n->amounts[i].bytes != 0 || n->amounts[i].blocks != 0;
}

/* A number for each node that has an amount. */
#define PUT_COLUMN(n, key, i, number) \
   AN_JSON_PUT_ARRAY((n)->json, NULL, key, i, (n)->paths->n, \
                     AN_JSON_IF(NULL, number, has_amount(n, i)))

static void put_amounts(const nodes *n)
{
   PUT_COLUMN(n, "nodes", i, i);
   PUT_COLUMN(n, "node_bytes", i, n->amounts[i].bytes);
   PUT_COLUMN(n, "node_blocks", i, n->amounts[i].blocks);
}

/* ---- Moments ---- */

static void put_snapshot(nodes *n, size_t side, size_t i)
{
   const ah_profile *p = n->html->profiles[side];
   const ah_snapshot *s = &p->snapshots[i];
   const int64_t rest[] = { s->n_rest, s->rest.bytes, s->rest.blocks };
   char name[24];
   snprintf(name, sizeof name, "%zu", i + 1);
   clear_amounts(n);
   for (size_t k = 0; k < s->n_sites; k++)
      add_amount(n, side, s->sites[k].site, s->sites[k].amount);
   AN_JSON_PUT_OBJECT(n->json, " ", NULL, AN_JSON("name", name),
                      AN_JSON("why", s->asked ? "asked" : "periodic"),
                      AN_JSON("side", side), AN_JSON("time", s->time),
                      AN_JSON("bytes", s->live.bytes), AN_JSON("blocks", s->live.blocks),
                      AN_JSON("extra", s->overhead), AN_JSON("stack", s->stack),
                      AN_JSON_NULL("kind"), AN_JSON_NULL("blocks_kind"), put_amounts(n),
                      AN_JSON_INTS("rest", rest, 3));
}

/* The peak or the end, which kinds of the paths have. */
static void put_kind(const nodes *n, size_t side, ah_weight moment, ah_sort bytes,
                     ah_sort blocks)
{
   const ah_profile *p = n->html->profiles[side];
   bool is_peak = moment.kind == AH_AT_PEAK;
   ah_amount amount = ah_weight_amount(moment, p);
   static const int64_t no_rest[3];
   AN_JSON_PUT_OBJECT(
      n->json, " ", NULL, AN_JSON("name", ah_weight_name(moment)),
      AN_JSON("why", ah_weight_name(moment)), AN_JSON("side", side),
      AN_JSON_KNOWN("time", ah_weight_time(moment, p),
                    !is_peak || ah_profile_has_peak_time(p)),
      AN_JSON("bytes", amount.bytes), AN_JSON("blocks", amount.blocks),
      AN_JSON_KNOWN("extra", p->totals.peak_overhead, is_peak && ah_profile_has_fates(p)),
      AN_JSON_NULL("stack"), AN_JSON("kind", ah_values[bytes].name),
      AN_JSON("blocks_kind", ah_values[blocks].name), AN_JSON_INTS("nodes", NULL, 0),
      AN_JSON_INTS("node_bytes", NULL, 0), AN_JSON_INTS("node_blocks", NULL, 0),
      AN_JSON_INTS("rest", no_rest, 3));
}

static void put_peak(const nodes *n, size_t side)
{
   put_kind(n, side, (ah_weight){ .kind = AH_AT_PEAK }, AH_SORT_PEAK,
            AH_SORT_PEAK_BLOCKS);
}

/* In the order of time. */
static void put_side(nodes *n, size_t side)
{
   const ah_profile *p = n->html->profiles[side];
   bool peak_is_due = p->has_lifetimes;
   for (size_t i = 0; i < p->n_snapshots; i++) {
      if (peak_is_due && p->snapshots[i].time > p->totals.peak_time) {
         put_peak(n, side);
         peak_is_due = false;
      }
      put_snapshot(n, side, i);
   }
   if (peak_is_due)
      put_peak(n, side);
   if (p->has_lifetimes)
      put_kind(n, side, (ah_weight){ .kind = AH_AT_END }, AH_SORT_LEAKED,
               AH_SORT_LEAKED_BLOCKS);
}

void ah_html_put_moments(const ah_html *html, const an_html_paths *paths,
                         an_json_out *json)
{
   nodes n;
   open_nodes(&n, html, paths, json);
   AN_JSON_PUT_ARRAY(json, "", "moments", side, html->n_sides, put_side(&n, side));
   close_nodes(&n);
}

static double percent_of(ah_amount part, ah_amount whole)
{
   double bytes = whole.bytes > 0 ? (double)part.bytes / (double)whole.bytes : 0;
   double blocks = whole.blocks > 0 ? (double)part.blocks / (double)whole.blocks : 0;
   return 100 * (bytes > blocks ? bytes : blocks);
}

double *ah_html_snapshot_shares(const ah_html *html)
{
   size_t n = html->stacks->n_nodes;
   double *shares = tk_get(html->alloc, AN_LABEL, (n + 1) * sizeof *shares);
   for (size_t i = 0; i < n; i++)
      shares[i] = 0;
   for (size_t side = 0; side < html->n_sides; side++) {
      const ah_profile *p = html->profiles[side];
      for (size_t i = 0; i < p->n_snapshots; i++)
         for (size_t k = 0; k < p->snapshots[i].n_sites; k++) {
            const ah_live *live = &p->snapshots[i].sites[k];
            double *share = &shares[html->node_of_site[side][live->site]];
            double here = percent_of(live->amount, p->snapshots[i].live);
            *share = here > *share ? here : *share;
         }
   }
   return shares;
}

/* ---- The timeline ---- */

#define COLUMN(member) { #member, offsetof(ah_bucket, member) }

static const struct {
   const char *key;
   size_t offset;
} columns[] = {
   COLUMN(end),
   COLUMN(min),
   COLUMN(max),
   COLUMN(max_at),
   COLUMN(last),
   COLUMN(max_blocks),
   { "max_extra", offsetof(ah_bucket, max_overhead) },
   COLUMN(max_stack),
   COLUMN(last_blocks),
   { "last_extra", offsetof(ah_bucket, last_overhead) },
};

static int64_t bucket_value(const ah_bucket *bucket, size_t column)
{
   const char *at = (const char *)bucket + columns[column].offset;
   return *(const int64_t *)(const void *)at;
}

static void put_timeline(an_json_out *json, const ah_profile *p)
{
   if (p->n_timeline == 0)
      return an_json_put_null(json, "timeline");
   an_json_put_open(json, "timeline", '{');
   for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++)
      AN_JSON_PUT_ARRAY(json, "  ", columns[c].key, i, p->n_timeline,
                        AN_JSON(NULL, bucket_value(&p->timeline[i], c)));
   an_json_put_close(json, '}');
}

static void put_time(const ah_html *html, size_t side, an_json_out *json)
{
   const ah_profile *p = html->profiles[side];
   AN_JSON_PUT_OBJECT(json, " ", NULL, AN_JSON("file", html->files[side]),
                      AN_JSON("end_time", p->totals.end_time),
                      AN_JSON_KNOWN("peak_time", p->totals.peak_time,
                                    p->has_lifetimes && ah_profile_has_peak_time(p)),
                      put_timeline(json, p));
}

/* ---- Threads ---- */

/* A site without shares was only used by the first thread. */
static const ah_thread_share *shares_of(const ah_site *site, ah_thread_share *only,
                                        size_t *n)
{
   *only = (ah_thread_share){ 1, site->total };
   const ah_rare *rare = ah_site_rare(site);
   *n = rare->n_threads > 0 ? rare->n_threads : 1;
   return rare->n_threads > 0 ? rare->threads : only;
}

/* The largest number of a thread that allocated; 0: only the first did, or threads are
   not known. */
static uint32_t last_thread(const ah_profile *p)
{
   uint32_t last = 0;
   for (size_t i = 0; i < p->n_sites; i++) {
      const ah_rare *rare = ah_site_rare(&p->sites[i]);
      for (size_t k = 0; k < rare->n_threads; k++)
         if (rare->threads[k].thread > last)
            last = rare->threads[k].thread;
   }
   return last > 1 ? last : 0;
}

/* False if the thread allocated nothing. */
static bool add_thread(nodes *n, size_t side, uint32_t thread)
{
   const ah_profile *p = n->html->profiles[side];
   bool has_any = false;
   clear_amounts(n);
   for (uint32_t i = 0; i < p->n_sites; i++) {
      ah_thread_share only;
      size_t n_shares;
      const ah_thread_share *shares = shares_of(&p->sites[i], &only, &n_shares);
      for (size_t k = 0; k < n_shares; k++)
         if (shares[k].thread == thread) {
            add_amount(n, side, i, shares[k].total);
            has_any = true;
         }
   }
   return has_any;
}

static void put_thread(const nodes *n, size_t side, uint32_t thread)
{
   AN_JSON_PUT_OBJECT(n->json, " ", NULL, AN_JSON("side", side),
                      AN_JSON("thread", thread), put_amounts(n));
}

static void put_threads(nodes *n)
{
   enum { MOST = 64 }; /* a page shows no more */
   size_t n_left_out = 0;
   an_json_open_line(n->json, " ", "threads", '[');
   for (size_t side = 0; side < n->html->n_sides; side++) {
      uint32_t last = last_thread(n->html->profiles[side]);
      size_t n_put = 0;
      for (uint32_t thread = 1; thread <= last; thread++) {
         if (n_put >= MOST)
            n_left_out++;
         else if (add_thread(n, side, thread)) {
            put_thread(n, side, thread);
            n_put++;
         }
      }
   }
   an_json_put_close(n->json, ']');
   AN_JSON_PUT(n->json, AN_JSON("threads_left_out", n_left_out));
}

/* ---- The whole ---- */

void ah_html_put_sites(const ah_html *html, size_t side, const an_html_paths *paths,
                       const ah_report_options *report, an_json_out *json)
{
   ah_report_data data;
   const ah_profile *p = html->profiles[side];
   ah_report_data_open(&data, p, html->alloc, report);
   AN_JSON_PUT_ARRAY(
      json, " ", "site_nodes", i, data.n,
      AN_JSON(NULL, paths->number[html->node_of_site[side][data.sites[i]]]));
   AN_JSON_PUT(json, AN_JSON("sites_left_out", p->n_sites - data.n));
}

void ah_html_put_heap(const ah_html *html, const an_html_paths *paths,
                      const ah_report_options *report, an_json_out *json)
{
   nodes n;
   const ah_profile *p = html->profiles[html->n_sides - 1];
   open_nodes(&n, html, paths, json);
   an_json_open_line(json, "", "heap", '{');
   AN_JSON_PUT(json, AN_JSON("time_unit", p->time_unit),
               AN_JSON("bytes_unit", p->bytes_unit),
               AN_JSON("blocks_unit", p->blocks_unit));
   AN_JSON_PUT_ARRAY(json, " ", "sides", side, html->n_sides, put_time(html, side, json));
   if (report != NULL)
      ah_html_put_sites(html, 0, paths, report, json);
   else
      an_json_put_null(json, "site_nodes");
   put_threads(&n);
   an_json_put_close(json, '}');
   close_nodes(&n);
}
