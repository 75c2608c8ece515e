/* test_ah_html.c -- the document of a page of a heap profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "export/ah_heap_stacks.h"
#include "sections/ah_lines.h"
#include "page/ah_html.h"

#include <jansson.h>

/* A profile with what the page is made of.  Its memory does not fail. */
typedef struct {
   ah_profile *profile;
   an_stacks stacks;
   uint32_t nodes[8];
   ac_profile *lines;
   ac_metrics *metrics;
   ac_measure shown;
   ac_request source;
   test_options lines_options;
   ah_report_options report;
} fixture;

static void open_fixture(fixture *f, const char *text)
{
   static const ah_line_event events[] = { { "peak", AH_SORT_PEAK } };
   an_error error;
   *f = (fixture){ .profile = NULL };
   f->profile = test_ah_text(text);
   f->source = (ac_request){ .source = { .is_closed = true } };
   assert_true(f->profile->n_sites <= 8);
   ah_heap_stacks_nodes(f->profile, test_alloc(), &f->stacks, f->nodes);
   f->lines = ah_lines_new(test_alloc(), f->profile, &f->source.source, events, 1);
   f->metrics = ac_metrics_new(test_alloc(), f->lines, NULL, &error);
   f->shown = (ac_measure){ .metric = ac_metrics_at(f->metrics, 0), .n_events = 1 };
   ac_request *request = &f->lines_options.request;
   *request = f->source;
   request->show = request->sort = (ac_measures){ .of = &f->shown, .n = 1 };
   f->report = (ah_report_options){ .file = "a.hp",
                                    .n_files = 1,
                                    .source = &f->source,
                                    .terminal = &f->lines_options.terminal };
}

/* The members in an object, for free(). */
static void put(const fixture *f, double threshold, char **text)
{
   size_t length;
   an_html_left_out left_out = { 0 };
   const ah_html html = {
      .alloc = test_alloc(),
      .reports = { &f->report },
      .n_sides = 1,
      .profiles = { f->profile },
      .files = { "a.hp" },
      .stacks = &f->stacks,
      .node_of_site = { f->nodes },
      .lines = { .scope = test_scope(f->lines, &f->lines_options),
                 .schema = "cs_annotate" },
   };
   FILE *out = open_memstream(text, &length);
   assert_non_null(out);
   an_json_out json = { .out = out };
   an_json_put_open(&json, NULL, '{');
   ah_html_put_members(&html, &json, threshold, &left_out);
   an_json_put_close(&json, '}');
   assert_int_equal(fclose(out), 0);
}

static json_t *page_of(const fixture *f, double threshold)
{
   char *text;
   json_error_t error;
   put(f, threshold, &text);
   json_t *page = json_loads(text, 0, &error);
   if (page == NULL)
      fail_msg("%s in %s", error.text, text);
   free(text);
   return page;
}

/* Part of the page as text without blanks. */
static void check(const json_t *of, const char *key, const char *expected)
{
   char *text = json_dumps(json_object_get(of, key), JSON_COMPACT | JSON_ENCODE_ANY);
   if (text == NULL)
      fail_msg("no %s", key);
   assert_string_equal(text, expected);
   free(text);
}

/* main calls f: sites of both, a snapshot with what is too small, two threads. */
static void test_moments(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f, test_ah_heapprof);
   json_t *page = page_of(&f, 0);
   check(json_object_get(page, "paths"), "parent", "[-1,0]");
   const json_t *moments = json_object_get(page, "moments");
   assert_int_equal(json_array_size(moments), 3);
   const json_t *snapshot = json_array_get(moments, 0);
   check(snapshot, "name", "\"1\"");
   check(snapshot, "nodes", "[0]");
   check(snapshot, "node_bytes", "[4]");
   check(snapshot, "node_blocks", "[1]");
   check(snapshot, "rest", "[1,5,2]");
   check(snapshot, "kind", "null");
   const json_t *peak = json_array_get(moments, 1);
   check(peak, "why", "\"peak\"");
   check(peak, "time", "40");
   check(peak, "kind", "\"peak\"");
   check(json_array_get(moments, 2), "blocks_kind", "\"leaked_blocks\"");
   const json_t *heap = json_object_get(page, "heap");
   check(heap, "site_nodes", "[1,0]");
   check(heap, "sites_left_out", "0");
   check(heap, "threads",
         "[{\"side\":0,\"thread\":1,\"nodes\":[0,1],\"node_bytes\":[4,4],"
         "\"node_blocks\":[1,1]},{\"side\":0,\"thread\":3,\"nodes\":[1],"
         "\"node_bytes\":[6],\"node_blocks\":[2]}]");
   const json_t *side = json_array_get(json_object_get(heap, "sides"), 0);
   check(json_object_get(side, "timeline"), "max_at", "[40,41]");
   check(json_object_get(page, "report"), "timeline", "[]");
   json_decref(page);
}

/* What is left out is part of its caller at all moments. */
static void test_left_out(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f, test_ah_heapprof);
   json_t *page = page_of(&f, 101);
   check(json_object_get(page, "paths"), "parent", "[-1]");
   const json_t *snapshot = json_array_get(json_object_get(page, "moments"), 0);
   check(snapshot, "node_bytes", "[4]");
   const json_t *heap = json_object_get(page, "heap");
   check(heap, "site_nodes", "[]");
   check(heap, "sites_left_out", "2");
   check(json_object_get(page, "report"), "frames", "[]");
   json_decref(page);
}

/* Heat by larger units, without sums. */
static void test_heat(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f, test_ah_accesses);
   json_t *page = page_of(&f, 0);
   json_t *sites = json_object_get(json_object_get(page, "report"), "sites");
   const json_t *site;
   size_t i, n = 0;
   json_array_foreach(sites, i, site)
   {
      const json_t *heat = json_object_get(site, "heat");
      if (json_is_null(heat))
         continue;
      check(heat, "accesses",
            json_is_null(json_object_get(heat, "reads")) ? "[0]" : "[]");
      n++;
   }
   assert_true(n > 0);
   json_decref(page);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_moments),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_heat),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
