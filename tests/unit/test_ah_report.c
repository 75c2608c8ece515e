/* test_ah_report.c -- reports on heap profiles, when memory runs out and when
   nothing can be written; what they print is for the golden tests.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_common.h"

#include "sections/ac_messages.h"
#include "sections/ah_report.h"

static ah_profile *profile;

/* The accesses of the second site: blocks of 15 bytes. */
static int64_t sums[15] = { 9, 9, 9, 9, 9, 9, 9, 9, 1, 1, 1, 1 };
static ah_heat heat = { .unit_B = 1, .n = 15, .sum = sums };

/* What those blocks are. */
static const ty_field fields[] = { { 0, 8, "next", "struct node *", false },
                                   { 8, 4, "id", NULL, false } };
static const ty_type node = { "struct node", 15, fields, 2 };

static const ty_type *type_of(ty_types *types, const ah_profile *of, const ah_site *site)
{
   (void)types;
   return site == &of->sites[1] ? &node : NULL;
}

static int set_up(void **state)
{
   static ah_bucket bucket = { .end = 900, .max = 60, .max_at = 500 };
   static ah_live live = { 0, { 4, 1 } };
   static ah_snapshot snapshot = {
      .time = 10, .live = { 4, 1 }, .sites = &live, .n_sites = 1
   };
   (void)state;
   profile = test_ah_profile(
      TEST_SITE(10, 1, "3,2,1") "," TEST_SITE(30, 2, "3,1") "," TEST_SITE(
         5, 1, "") "," TEST_SITE(15, 1, "2"),
      "\"[root]\",\"0x1: main (/no/such.c:1)\",\"0x2: f (a.c:2)\","
      "\"0x3: g<a template with a long argument, so that it is cut> "
      "(a.c:3)\"");
   profile->is_heapprof = profile->has_accesses = true;
   static ah_rare rare = { .heat = &heat };
   profile->sites[1].rare = &rare;
   profile->sites[1].max_size = 15;
   profile->timeline = &bucket;
   profile->n_timeline = 1;
   profile->snapshots = &snapshot;
   profile->n_snapshots = 1;
   return 0;
}

static int tear_down(void **state)
{
   (void)state;
   return 0;
}

typedef void printer(const ah_profile *, const tk_alloc *, const ah_report_options *,
                     FILE *);

static void print(printer *function, FILE *out)
{
   static const ah_weight at = { .kind = AH_AT_SNAPSHOT };
   static const an_terminal terminal = { .width = 60, .picture_width = 60 };
   const ac_request source = { .annotate = true, .percents = true };
   static ah_finding found[] = { { .kind = AH_UNREAD, .site = 1 },
                                 { .kind = AH_LEAKED, .site = 0 },
                                 { .kind = AH_LEAKED, .site = 1 },
                                 { .kind = AH_LEAKED, .site = 3 } };
   static const ah_findings findings = { .findings = found, .n = 4 };
   ah_groups groups;
   ah_groups_make(&groups, test_alloc(), profile, type_of, NULL);
   ah_report_options options = {
      .findings = &findings,
      .n_findings = 1,
      .n_heat = 2,
      .groups = &groups,
      .file = "x.out",
      .n_top = 9,
      .n_frames = 1,
      .top_down = true,
      .bottom_up = true,
      .terminal = &terminal,
      .source = &source,
      .at = function == ah_report ? NULL : &at,
   };
   function(profile, test_alloc(), &options, out);
}

static void fields_are_named(void **state)
{
   (void)state;
   char *text = NULL;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   print(ah_report, out);
   fclose(out);
   static const char *const expected[] = {
      "2 blocks of 15 bytes, struct node; ",
      "        0       8              9  next (struct node *)\n",
      "        8       4              1  id\n",
      "       12       3              0  (padding): never touched\n",
      " ... 2 more findings: --findings=0\n",
   };
   for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
      if (strstr(text, expected[i]) == NULL)
         fail_msg("no \"%s\" in\n%s", expected[i], text);
   free(text);
}

static void print_messages(const ah_profile *p, const tk_alloc *alloc,
                           const ah_report_options *options, FILE *out)
{
   ah_report_messages(p, alloc, options, &(ac_messages_to){ .out = out });
}

static void nothing_can_be_written(void **state)
{
   (void)state;
   printer *const all[] = { ah_report, ah_report_json, ah_report_csv, print_messages };
   for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
      FILE *out = fopen("/dev/full", "w");
      if (out == NULL)
         skip();
      setvbuf(out, NULL, _IONBF, 0);
      print(all[i], out);
      assert_true(ferror(out));
      fclose(out);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(fields_are_named, set_up, tear_down),

      cmocka_unit_test_setup_teardown(nothing_can_be_written, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
