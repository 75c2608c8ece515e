/* test_ah_findings_fields.c -- fields of blocks that were not used, and cases just below.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_findings.h"

static void check_unused(const ah_finding *f, size_t i, ah_never never, int64_t offset,
                         int64_t size_B, const char *name)
{
   assert_true(i < f->n_unused);
   const ah_unused *u = &f->unused[i];
   assert_int_equal(u->never, never);
   assert_int_equal(u->offset, offset);
   assert_int_equal(u->size_B, size_B);
   if (name == NULL)
      assert_null(u->field);
   else
      assert_string_equal(u->field->name, name);
}

static void fields(void **state)
{
   (void)state;
   ah_profile profile = profile_of(&new_tokens()->site);
   ah_criteria criteria = ah_criteria_default;
   criteria.bytes = 40;
   criteria.share = 0;
   common_type = &token;
   ah_findings found = find_in(&profile, &criteria);
   assert_int_equal(found.n, 1);
   const ah_finding *f = &found.findings[0];
   assert_int_equal(f->kind, AH_FIELDS);
   assert_int_equal(ah_finding_saved(f).bytes, 4 * 10);
   assert_int_equal(ah_finding_saved(f).blocks, 10);
   assert_int_equal(f->n_unused, 1);
   check_unused(f, 0, AH_NEVER_READ, 8, 4, "line");
   /* A part of an array is none, unless that is most of the block. */
   criteria.touched = 65; /* 14 of 40 bytes are not needed */
   found = find_in(&profile, &criteria);
   f = &found.findings[0];
   assert_int_equal(ah_finding_saved(f).bytes, (4 + 10) * 10);
   assert_int_equal(f->n_unused, 2);
   check_unused(f, 1, AH_NEVER_TOUCHED, 30, 10, "name[16]");
   criteria.touched = 64;
   assert_int_equal(find_in(&profile, &criteria).findings[0].n_unused, 1);
   common_type = NULL;
   found = find_in(&profile, &ah_criteria_default);
   f = &found.findings[0];
   assert_int_equal(f->n_unused, 2);
   check_unused(f, 0, AH_NEVER_READ, 8, 22, NULL);
   check_unused(f, 1, AH_NEVER_TOUCHED, 30, 10, NULL);
}

static void fields_below(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   common_type = &token;
   ah_profile profile = profile_of(&t->site);
   profile.totals.peak.bytes = 640;
   t->rare.need_at_peak.read.blocks = 16; /* of 4 bytes each */
   check_in(&profile, AH_FIELDS, 4 * 16, 16);
   t->rare.need_at_peak.read.blocks = 15;
   check_none_in(&profile);
   /* One block has no byte read: that is another finding, and too small. */
   t->rare.need_at_peak = (ah_need){ .read = { 1000, 25 }, .unread = { 40, 1 } };
   check(t->site, AH_FIELDS, 4 * 25, 25);
   t->rare.need_at_peak = (ah_need){ .unread = { 80, 2 } };
   check_none(t->site);
   t->rare.need_at_peak = (ah_need){ .read = { 400, 10 } };
   t->reads[9] = 1; /* of "line" */
   for (int i = 0; i < 40; i++)
      t->sum[i] = t->reads[i] + t->writes[i];
   /* The end of a name. */
   profile = profile_of(&t->site);
   profile.totals.peak.bytes = 1000;
   check_none_in(&profile);
   common_type = NULL;
}

/* Zeros that are only read. */
static void fields_never_written(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   common_type = &token;
   for (int i = 24; i < 40; i++) {
      t->reads[i] = t->sum[i] = 5;
      t->writes[i] = 0;
   }
   ah_profile profile = profile_of(&t->site);
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   check_unused(&found.findings[0], 1, AH_NEVER_WRITTEN, 24, 16, "name[16]");
   assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 20 * 10);
   common_type = NULL;
}

/* The blocks of two sites have one field that is not read in either; arrays of five
   count as five. */
static void fields_of_sites(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   static int64_t used[200];
   ah_heat heat = { 1, 200, used, used, used };
   ah_site sites[2] = { t->site, t->site };
   for (int i = 8; i < 200; i++)
      used[i] = i % 40 >= 24;
   ah_rare rare = t->rare;
   rare.heat = &heat;
   rare.need_at_peak.read = (ah_amount){ 2000, 10 };
   sites[1].rare = &rare;
   sites[1].min_size = sites[1].max_size = 200;
   sites[1].total = (ah_amount){ 2400, 12 };
   ah_profile profile = profile_of(&sites[0]);
   profile.n_sites = 2;
   sites[1].frames = sites[0].frames;
   sites[1].n_frames = 1;
   common_type = &token;
   ah_findings found = find_in(&profile, &ah_criteria_default);
   assert_int_equal(found.n, 1);
   assert_int_equal(found.findings[0].n_sites, 2);
   assert_int_equal(found.findings[0].n_unused, 1);
   check_unused(&found.findings[0], 0, AH_NEVER_READ, 8, 4, "line");
   assert_int_equal(ah_finding_saved(&found.findings[0]).bytes, 4 * (10 + 5 * 10));
   common_type = NULL;
}

/* The bytes of a field are only counted in blocks that were watched. */
static void partly_watched_fields(void **state)
{
   (void)state;
   int64_t reads[1000] = { 0 }, writes[1000] = { 0 };
   for (int i = 0; i < 1000; i++) {
      reads[i] = 10;
      writes[i] = i < 100 ? 10 : 0;
   }
   ah_heat heat = {
      .unit_B = 1, .n = 1000, .reads = reads, .writes = writes, .sum = reads
   };
   ah_site site = { .total = { 12000, 12 },
                    .at_peak = { 12000, 12 },
                    .min_size = 1000,
                    .max_size = 1000,
                    RARE(.reads = 10000, .writes = 1000, .heat = &heat,
                         .need = { .read = { 12000, 12 } },
                         .need_at_peak = { .read = { 12000, 12 } }) };
   check(site, AH_FIELDS, 10800, 12);
   site.rare->partly = (ah_amount){ 12000, 12 };
   site.rare->need = site.rare->need_at_peak = (ah_need){ .read = { 0, 0 } };
   check_none(site);
   site.rare->partly = (ah_amount){ 2000, 2 };
   site.rare->need.read = site.rare->need_at_peak.read = (ah_amount){ 10000, 10 };
   check(site, AH_FIELDS, 9000, 10);
}

/* Half of what nobody needed is in fields: else it is a matter of the block.  Without a
   type, the block comes first. */
static void fields_or_block(void **state)
{
   (void)state;
   tokens *t = new_tokens();
   ah_profile profile = profile_of(&t->site);
   common_type = &token;
   t->rare.need_at_peak = (ah_need){ .read = { 1200, 30 }, .written = 2 * 4 * 30 };
   profile.totals.peak.bytes = 1200;
   check_in(&profile, AH_FIELDS, 4 * 30, 30);
   t->rare.need_at_peak = (ah_need){ .read = { 400, 10 }, .written = 281 };
   check_in(&profile, AH_UNREAD, 281, 10);
   common_type = NULL;
   check_in(&profile, AH_UNREAD, 281, 10);
   t->rare.need_at_peak.written = 99;
   check_in(&profile, AH_FIELDS, 32 * 10, 10);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(fields),
      cmocka_unit_test(fields_below),
      cmocka_unit_test(fields_never_written),
      cmocka_unit_test(fields_of_sites),
      cmocka_unit_test(partly_watched_fields),
      cmocka_unit_test(fields_or_block),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
