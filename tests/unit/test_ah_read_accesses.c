/* test_ah_read_accesses.c -- the reader of heap profiles: accesses.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "base/an_alloc.h"

/* The sum of some counts of a heat's array. */
static int64_t sum_of(const int64_t *counts, size_t from, size_t to)
{
   int64_t sum = 0;
   for (size_t i = from; i < to; i++)
      sum += counts[i];
   return sum;
}

static void reads_sites(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_accesses);
   const ah_site *s = p->sites;
   assert_true(p->has_accesses && p->has_moves);
   assert_int_equal(p->histogram_B, 1024);
   assert_int_equal(s[0].rare->reads, 20);
   assert_int_equal(s[0].rare->writes, 70);
   assert_amount(s[0].rare->never_read, 32, 1);
   assert_amount(s[0].rare->never_written, 16, 0);
   assert_amount(s[0].rare->never_touched, 14, 0);
   assert_amount(s[1].rare->never_read, 4032, 0);
   assert_amount(s[1].rare->never_written, 0, 0);
   assert_amount(s[3].rare->moved, 10, 1);
   assert_int_equal(p->totals.reads, 70030);
   assert_int_equal(p->totals.writes, 4176);
   assert_amount(p->totals.never_read, 4105, 3);
   assert_amount(p->totals.never_written, 57, 2);
   assert_amount(p->totals.never_touched, 55, 2);
   assert_amount(p->totals.moved, 10, 1);
}

static void reads_heat(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_accesses);
   const ah_heat *bytes = p->sites[0].rare->heat, *coarse = p->sites[1].rare->heat;
   const ah_heat *none = p->sites[2].rare->heat;
   assert_int_equal(bytes->unit_B, 1);
   assert_int_equal(bytes->n, 24);
   assert_int_equal(sum_of(bytes->reads, 0, 8), 16);
   assert_int_equal(sum_of(bytes->reads, 8, 24), 0);
   assert_int_equal(bytes->writes[15], 3);
   assert_int_equal(bytes->writes[16], 4);
   assert_int_equal(bytes->sum[7], 5);
   assert_int_equal(bytes->sum[17], 0);
   assert_int_equal(coarse->unit_B, 64);
   assert_int_equal(coarse->n, 64);
   assert_int_equal(coarse->sum[0], 70001);
   assert_int_equal(ah_heat_acc(coarse, 0), 65535);
   assert_int_equal(sum_of(coarse->writes, 0, 64), 64);
   /* If all sums are 0, so are reads and writes. */
   assert_int_equal(none->n, 1);
   assert_int_equal(none->reads[0] + none->writes[0] + none->sum[0], 0);
   assert_null(p->sites[3].rare->heat);
}

/* DHAT's histogram does not separate reads and writes, and sizes that it could
   disagree with are unknown. */
static void reads_histogram(void **state)
{
   (void)state;
   static const char dhat[] =
      "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\","
      "\"bklt\":true,\"bkacc\":true,\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
      "\"tuth\":500,\"cmd\":\"x\",\"pid\":1,\"te\":9,\"tg\":4,\"pps\":["
      "{\"tb\":10,\"tbk\":2,\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,\"gbk\":1,"
      "\"eb\":3,\"ebk\":1,\"rb\":5,\"wb\":6,\"acc\":[-3,1,65535,0],"
      "\"nr\":[99,99],\"heat\":7,\"fs\":[0]}],\"ftbl\":[\"[root]\"]}";
   ah_profile *p = test_ah_text(dhat);
   const ah_heat *heat = ah_site_rare(&p->sites[0])->heat;
   assert_int_equal(heat->unit_B, 1);
   assert_int_equal(heat->n, 5);
   assert_null(heat->reads);
   assert_null(heat->writes);
   assert_int_equal(sum_of(heat->sum, 0, 3), 3);
   assert_int_equal(heat->sum[3], 65535);
   assert_int_equal(heat->sum[4], 0);
   assert_amount(p->sites[0].rare->never_read, 0, 0);
   assert_int_equal(p->totals.reads, 5);
   assert_false(p->has_moves);
   /* An empty histogram is ignored. */
   char *empty = test_ah_replaced(dhat, "[-3,1,65535,0]", "[]");
   p = test_ah_text(empty);
   assert_null(ah_site_rare(&p->sites[0])->heat);
   free(empty);
   /* Without bkacc it is an unknown key. */
   char *text = test_ah_replaced(dhat, "\"bkacc\":true", "\"bkacc\":false");
   p = test_ah_text(text);
   assert_null(ah_site_rare(&p->sites[0])->heat);
   assert_int_equal(p->totals.reads, 0);
   free(text);
}

/* ---- Bad ones ---- */

static void refuses_accesses(void **state)
{
   (void)state;
   static const char runs[] = "pps[0].acc: expected counts, or -n and a count";
   static const char many[] = "pps[0].acc: has more than 65536 counts";
   static const test_ah_error errors[] = {
      { "\"rb\":20,", "", "pps[0].rb: missing" },
      { "\"wb\":70,", "", "pps[0].wb: missing" },
      { "\"rb\":20,", "\"rb\":9223372036854775807,",
        "pps[1]: the sites' sums do not fit in 63 bits" },
      { "\"nr\":[32,1]", "\"nr\":[32]", "pps[0].nr: expected an array of 2 integers" },
      { "\"nr\":[32,1]", "\"nr\":[49,1]", "pps[0].nr: is more than was allocated" },
      { "\"nw\":[16,0]", "\"nw\":[16,3]", "pps[0].nw: is more than was allocated" },
      { "\"nt\":[14,0]", "\"nt\":[17,0]", "pps[0].nt: is more than nr or nw" },
      { "\"nt\":[14,0]", "\"nt\":[14,1]", "pps[0].nt: is more than nr or nw" },
      { "\"mv\":[1,10]", "\"mv\":[2,10]", "pps[3].mv: is more than re" },
      { "\"acc\":[-8,5,", "\"acc\":7,\"a\":[", "pps[0].acc: expected an array" },
      { "\"acc\":[-8,5,", "\"acc\":[-8,\"5\",", runs },
      { "\"acc\":[-8,5,", "\"acc\":[-8,-5,", runs },
      { "\"acc\":[-8,5,-8,3,4,-7,0]", "\"acc\":[-8,5,-8]", runs },
      { "\"acc\":[-8,5,", "\"acc\":[-65537,5,", many },
      { "\"acc\":[-8,5,", "\"acc\":[-9223372036854775808,5,", many },
      { "\"acc\":[-8,5,", "\"acc\":[-65534,5,7,7,", many },
      { "\"acc\":[-8,5,", "\"acc\":[-8,6,", "pps[0].acc: differs from heat" },
      { "\"acc\":[-8,5,", "\"acc\":[-7,5,", "pps[0].acc: differs from heat" },
      { "\"heat\":{", "\"heat\":1,\"h\":{", "pps[0].heat: expected an object" },
      { "\"unit\":1,", "", "pps[0].heat.unit: missing" },
      { "\"unit\":1,", "\"unit\":0,", "pps[0].heat.unit: is 0" },
      { "\"unit\":1,", "\"unit\":2,",
        "pps[0].heat: has 24 counts of 2 bytes, but blocks have 24 to 24" },
      { "\"unit\":64,", "\"unit\":63,",
        "pps[1].heat: has 64 counts of 63 bytes, but blocks have 4096 to "
        "4096" },
      { "\"r\":[-8,2,-16,0]", "\"r\":{}", "pps[0].heat.r: expected an array" },
      { "\"r\":[-8,2,-16,0]", "\"r\":[-8,2,-17,0]",
        "pps[0].heat.w: has 24 counts, r has 25" },
      { "\"w\":[-16,3,", "\"w\":[-16,\"\",",
        "pps[0].heat.w: expected counts, or -n and a count" },
      { "\"w\":[-16,3,", "\"w\":[-16,9223372036854775807,",
        "pps[0].heat: sums do not fit in 63 bits" },
      { ",\"w\":[-16,3,4,-7,0]", "", "pps[0].heat.w: missing" },
   };
   test_ah_errors(test_ah_accesses, errors, sizeof errors / sizeof errors[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_sites),
      cmocka_unit_test(reads_heat),
      cmocka_unit_test(reads_histogram),
      cmocka_unit_test(refuses_accesses),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
