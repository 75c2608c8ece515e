/* test_ah_read_sites.c -- the reader of heap profiles: allocation sites, and their sums.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

/* ---- Good ones ---- */

/* With `old` replaced, sites[0] is what test_ah_full says. */
static void check_site(const char *old, const char *new)
{
   char *text = test_ah_replaced(test_ah_full, old, new);
   ah_profile *p = test_ah_text(text);
   const ah_site *s = &p->sites[0];
   assert_int_equal(p->n_sites, 2);
   assert_amount(s->total, 10, 3);
   assert_int_equal(s->lifetime, 30);
   assert_amount(s->max, 8, 1);
   assert_amount(s->at_peak, 7, 1);
   assert_amount(s->at_end, 3, 1);
   assert_amount(s->temporary, 2, 1);
   assert_amount(s->rare->failed, INT64_MAX, 2);
   assert_int_equal(s->min_size, 0);
   assert_int_equal(s->max_size, 6);
   assert_int_equal(s->sizes.n, 2);
   assert_int_equal(s->sizes.of[0].number, 0);
   assert_int_equal(s->sizes.of[0].blocks, 1);
   assert_int_equal(s->sizes.of[1].number, 3);
   assert_int_equal(s->sizes.of[1].blocks, 2);
   assert_int_equal(s->freed_blocks, 2);
   assert_int_equal(s->shortest, 5);
   assert_int_equal(s->longest, 9);
   assert_int_equal(s->freed_lifetime, 14);
   assert_int_equal(s->rare->reallocs, 2);
   assert_amount(s->rare->old, 0, 0);
   assert_true(s->is_cut);
   assert_int_equal(s->rare->n_threads, 2);
   assert_int_equal(s->rare->threads[0].thread, 1);
   assert_amount(s->rare->threads[0].total, 4, 1);
   assert_int_equal(s->rare->threads[1].thread, 3);
   assert_amount(s->rare->threads[1].total, 6, 2);
   assert_int_equal(s->n_frames, 2);
   assert_int_equal(s->frames[0], 1);
   assert_int_equal(s->frames[1], 2);
   assert_null(p->sites[1].sizes.of);
   assert_null(p->sites[1].rare->threads);
   assert_false(p->sites[1].is_cut);
   assert_int_equal(p->totals.reallocs, 2);
   free(text);
}

/* With the largest number, and with other keys: a tree of the site is made. */
static void reads_sites(void **state)
{
   (void)state;
   check_site("", "");
   check_site("{\"tb\":10", "{\"of\":{\"later\":[1]},\"tb\":10");
   check_site("\"hist\":[[0,1],[3,2]]", "\"hist\":[[0,1],[3,2]],\"old\":[0,0,0,0]");
}

/* Two sites, without a tree and with one: ah_scan_site.h knows no key "of". */
static void reads_sites_either_way(void **state)
{
   (void)state;
   char *text = test_ah_replaced(test_ah_full, "[2,9223372036854775807]", "[2,7]");
   char *scanned = test_ah_replaced(text, "[1,9223372036854775807]", "[1,8]");
   char *first = test_ah_replaced(scanned, "{\"tb\":10", "{\"of\":1,\"tb\":10");
   char *both = test_ah_replaced(first, "{\"tb\":4", "{\"of\":1,\"tb\":4");
   ah_profile *a = test_ah_text(scanned);
   const char *const others[] = { first, both };
   for (size_t i = 0; i < 2; i++) {
      ah_profile *b = test_ah_text(others[i]);
      assert_int_equal(b->n_sites, 2);
      for (size_t k = 0; k < 2; k++) {
         const ah_site *x = &a->sites[k], *y = &b->sites[k];
         assert_int_equal(x->n_frames, 2 - k);
         assert_int_equal(y->n_frames, 2 - k);
         assert_memory_equal(x->frames, y->frames, x->n_frames * sizeof *x->frames);
         assert_memory_equal(&x->total, &y->total, sizeof x->total);
         assert_int_equal(x->freed_lifetime, y->freed_lifetime);
         assert_int_equal(x->sizes.n, y->sizes.n);
         assert_int_equal(x->is_cut, y->is_cut);
         assert_amount(x->rare->failed, 7 + (int64_t)k, 2 - (int64_t)k);
         assert_amount(y->rare->failed, 7 + (int64_t)k, 2 - (int64_t)k);
         assert_int_equal(x->rare->n_threads, y->rare->n_threads);
      }
   }
   free(both);
   free(first);
   free(scanned);
   free(text);
}

static void reads_nothing(void **state)
{
   (void)state;
   char *text = test_ah_replaced(test_ah_dhat, "\"pps\":", "\"pps\":[],\"none\":");
   ah_profile *p = test_ah_text(text);
   assert_int_equal(p->n_sites, 0);
   assert_amount(p->totals.total, 0, 0);
   free(text);
}

/* Blocks that were live at the last zero: up to all of them. */
static void reads_old_blocks(void **state)
{
   (void)state;
   ah_profile *p = test_ah_changed(test_ah_full, "\"re\":2",
                                   "\"re\":2,\"old\":[10,3,2,14]");
   assert_amount(p->sites[0].rare->old, 10, 3);
   assert_int_equal(p->sites[0].rare->old_freed, 2);
   assert_int_equal(p->sites[0].rare->old_lifetime, 14);
   assert_amount(p->totals.old, 10, 3);
}

static void reads_moves(void **state)
{
   (void)state;
   ah_profile *p = test_ah_changed(test_ah_full, "\"re\":2", "\"mv\":[2,9],\"re\":2");
   assert_amount(p->sites[0].rare->moved, 9, 2);
   assert_amount(p->totals.moved, 9, 2);
}

static void reads_the_last_thread(void **state)
{
   (void)state;
   ah_profile *p = test_ah_changed(test_ah_full, "[3,2,6]]", "[4294967295,2,6]]");
   assert_true(p->sites[0].rare->threads[1].thread == UINT32_MAX);
}

/* dhat-rs writes a path as often as it begins in another way. */
static void adds_up_equal_paths(void **state)
{
   (void)state;
   ah_profile *apart = test_ah_text(test_ah_dhat);
   ah_profile *p = test_ah_changed(test_ah_dhat, "\"fs\":[1,2]", "\"fs\":[]");
   assert_int_equal(apart->n_sites, 2);
   assert_int_equal(p->n_sites, 1);
   assert_int_equal(p->sites[0].n_frames, 0);
   assert_int_equal(p->sites[0].total.bytes, 14);
   assert_int_equal(p->sites[0].at_peak.bytes, apart->totals.peak.bytes);
   assert_int_equal(p->totals.total.bytes, 14);
   char *text = test_ah_replaced(test_ah_dhat, "\"fs\":[1,2]", "\"fs\":[]");
   char *large = test_ah_replaced(text, "\"tb\":10", "\"tb\":9223372036854775807");
   test_ah_refused(large, "pps[1]: the sites' sums do not fit in 63 bits");
   free(large);
   free(text);
}

/* ---- Bad ones ---- */

static void refuses_sites(void **state)
{
   (void)state;
   static const char old[] = "pps[0].old: is more than all blocks";
   static const test_ah_error of_dhat[] = {
      { "\"pps\":", "\"p\":", "pps: missing" },
      { "{\"tb\":10", "7,{\"tb\":10", "pps[0]: expected an object" },
      { "\"tb\":10,", "", "pps[0].tb: missing" },
      { "\"tb\":4,", "", "pps[1].tb: missing" },
      { "\"tbk\":2", "\"tbk\":null", "pps[0].tbk: expected an integer" },
      { "\"tl\":30,", "", "pps[0].tl: missing" },
      { "\"mb\":8,", "", "pps[0].mb: missing" },
      { "\"mbk\":1,", "", "pps[0].mbk: missing" },
      { "\"gb\":7", "\"gb\":-7", "pps[0].gb: is negative" },
      { "\"gbk\":1\n  ,", "", "pps[0].gbk: missing" },
      { "\"eb\":3,", "", "pps[0].eb: missing" },
      { "\"ebk\":1,", "", "pps[0].ebk: missing" },
      { "\"rb\":5,", "", "pps[0].rb: missing" },
      { "\"wb\":6,", "", "pps[0].wb: missing" },
      { ",\"fs\":[1,2]", "", "pps[0].fs: missing" },
      { "\"fs\":[1,2]", "\"fs\":1", "pps[0].fs: expected an array" },
      { "\"fs\":[1,2]", "\"fs\":[1,3]", "pps[0].fs: 1 is not an index into ftbl" },
      { "\"fs\":[1,2]", "\"fs\":[-1]", "pps[0].fs: 0 is not an index into ftbl" },
      { "\"tb\":10", "\"tb\":9223372036854775807",
        "pps[1]: the sites' sums do not fit in 63 bits" },
      { "\"tbk\":2", "\"tbk\":9223372036854775807",
        "pps[1]: the sites' sums do not fit in 63 bits" },
      { "\"gb\":7", "\"gb\":9223372036854775807",
        "pps[1]: the sites' sums do not fit in 63 bits" },
      { "\"fs\":[1,2]", "\"fs\":[1,\"2\"]", "pps[0].fs: 1 is not an index into ftbl" },
      { "\"tl\":30", "\"tl\":9223372036854775808",
        "not JSON: too big integer near '9223372036854775808' (byte 209)" },
   };
   static const test_ah_error of_heapprof[] = {
      { "\"fs\":[1,2]", "\"fs\":[2]", "pps[1].fs: the same path as pps[0]" },
      { "\"tmp\":[1,2]", "\"tmp\":[1]", "pps[0].tmp: expected an array of 2 integers" },
      { "\"size\":[0,6]", "\"size\":[0,\"\"]", "pps[0].size: expected an integer" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[[3,1],[3,2]]",
        "pps[0].hist: expected classes up to 64, ascending" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[[65,1]]",
        "pps[0].hist: expected classes up to 64, ascending" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":{}", "pps[0].hist: expected an array" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[3]",
        "pps[0].hist: expected an array of 2 integers" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,5,-9,14]", "pps[0].life: is negative" },
      { "\"re\":2", "\"re\":-4", "pps[0].re: is negative" },
      { "\"cut\":true", "\"cut\":1", "pps[0].cut: expected true or false" },
      { "\"fail\":[2,", "\"fail\":[2,3,",
        "pps[0].fail: expected an array of 2 integers" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[3,1,4],[3,2,6]]",
        "pps[0].thr: expected numbers of threads, ascending" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[4294967296,1,4]]",
        "pps[0].thr: expected numbers of threads, ascending" },
      { "\"re\":2", "\"re\":2,\"old\":[11,3,2,14]", old },
      { "\"re\":2", "\"re\":2,\"old\":[10,4,2,14]", old },
      { "\"re\":2", "\"re\":2,\"old\":[10,1,2,14]", old },
      { "\"re\":2", "\"re\":2,\"old\":[10,3,3,14]", old },
      { "\"re\":2", "\"re\":2,\"old\":[10,3,2,15]", old },
      { "\"re\":2", "\"re\":2,\"old\":[1]",
        "pps[0].old: expected an array of 4 integers" },
      { "\"re\":2", "\"mv\":[3,1],\"re\":2", "pps[0].mv: is more than re" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[1,1,4],[1,2,6]]",
        "pps[0].thr: expected numbers of threads, ascending" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":7", "pps[0].thr: expected an array" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[1,1]]",
        "pps[0].thr: expected an array of 3 integers" },
   };
   test_ah_errors(test_ah_dhat, of_dhat, sizeof of_dhat / sizeof of_dhat[0]);
   test_ah_errors(test_ah_full, of_heapprof, sizeof of_heapprof / sizeof of_heapprof[0]);
}

/* The sites are parsed one by one. */
static void refuses_bad_lists(void **state)
{
   (void)state;
   static const char head[] =
      "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"A\",\"bklt\":"
      "false,\"bkacc\":false,\"tu\":\"B\",\"Mtu\":\"MB\",\"cmd\":\"pps\","
      "\"pid\":1,\"te\":1,\n";
   static const struct {
      const char *tail, *message;
      size_t line; /* after the header's */
   } lists[] = {
      { "\"pps\":[\n],\"ftbl\":[]}\n", NULL, 0 },
      { "\"pps\" : \n[ {\"tb\":1,\"tbk\":1,\"fs\":[]} ]\n,\"ftbl\":[]}", NULL, 0 },
      { "\"ftbl\":[],\"pps\":[]}", NULL, 0 },
      { "\"pps\":[\n{\"tb\":1,\"tbk\":1,\"fs\":[]}\n{}],\"ftbl\":[]}",
        "not JSON: ',' or ']' expected", 3 },
      { "\"pps\":[\n{\"tb\":1,\"tbk\":1,\"fs\":[]},\n],\"ftbl\":[]}",
        "not JSON: unexpected token near ']'", 3 },
      { "\"pps\":[,],\"ftbl\":[]}", "not JSON: unexpected token near ','", 1 },
      { "\"pps\":[1],\"ftbl\":[]}", "pps[0]: expected an object", 0 },
      { "\"pps\":[[{}]],\"ftbl\":[]}", "pps[0]: expected an object", 0 },
      { "\"pps\":[\n{\"tb\":1,\"tb\":1}],\"ftbl\":[]}",
        "not JSON: duplicate object key near '\"tb\"'", 2 },
      { "\"pps\":[{\"tb\":1]}],\"ftbl\":[]}", "not JSON: unexpected token near '}'", 1 },
      { "\"pps\":[\n{}\n", "the file ends early", 3 },
      { "\"pps\":[\n{}\n],\n\"ftbl\":x}", "not JSON: invalid token near 'x'", 4 },
      { "\"p\\u0070s\":[{}],\"ftbl\":[]}", "pps: the key has escapes", 0 },
      { "\"pps\":[],\"pps\":[],\"ftbl\":[]}",
        "not JSON: duplicate object key near '\"pps\"'", 1 },
      { "\"x\":{\"pps\":[{}]},\"ftbl\":[]}", "pps: missing", 0 },
      { "\"pps\":{\"tb\":1},\"ftbl\":[]}", "pps: expected an array", 0 },
   };
   for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
      char text[512];
      an_error error = { .message = "" };
      snprintf(text, sizeof text, "%s%s", head, lists[i].tail);
      ah_profile *p = test_ah_read(text, strlen(text), &error);
      if (lists[i].message == NULL && p == NULL)
         fail_msg("%s: %s", lists[i].tail, error.message);
      if (lists[i].message != NULL) {
         assert_null(p);
         char *byte = strstr(error.message, " (byte ");
         if (byte != NULL)
            *byte = '\0';
         assert_string_equal(error.message, lists[i].message);
         assert_int_equal(error.line, lists[i].line == 0 ? 0 : lists[i].line + 1);
      }
   }
}

/* ---- Sums ---- */

#define HALF "4611686018427387904"

/* Each value of two sites that is summed by itself. */
static void refuses_sums(void **state)
{
   (void)state;
   static const char *const keys[] = {
      "tb", "tbk", "gb", "gbk", "eb", "ebk", "rb", "wb",
   };
   for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
      char text[1024], *at = text;
      at += sprintf(at, "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"A\","
                        "\"bklt\":true,\"bkacc\":true,\"tu\":\"i\","
                        "\"Mtu\":\"M\",\"tuth\":1,"
                        "\"cmd\":\"c\",\"pid\":1,\"te\":1,\"tg\":1,\"pps\":[");
      for (int site = 0; site < 2; site++) {
         at += sprintf(at, "%s{\"tl\":0,\"mb\":0,\"mbk\":0,\"fs\":[%s]",
                       site == 0 ? "" : ",", site == 0 ? "" : "0");
         for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            at += sprintf(at, ",\"%s\":%s", keys[k], k == i ? HALF : "0");
         at += sprintf(at, "}");
      }
      sprintf(at, "],\"ftbl\":[\"[root]\"]}");
      test_ah_refused(text, "pps[1]: the sites' sums do not fit in 63 bits");
   }
}

/* Refuses sums of heapprof's keys, too: what the first site has is changed in both. */
static void refuses_own_sums(void **state)
{
   (void)state;
   static const struct {
      const char *old, *first, *second;
   } cases[] = {
      { "\"tmp\":[1,2]", "\"tmp\":[" HALF ",0]", "\"tmp\":[" HALF ",0]" },
      { "\"tmp\":[1,2]", "\"tmp\":[0," HALF "]", "\"tmp\":[0," HALF "]" },
      { "\"life\":[2,", "\"life\":[" HALF ",", "\"life\":[" HALF ",1,1,1]" },
      { "\"fail\":[2,", "\"fail\":[" HALF ",", "\"re\":0" },
      { "\"re\":2", "\"re\":" HALF, "\"re\":" HALF },
      { "\"re\":2", "\"re\":1,\"mv\":[1," HALF "]", "\"re\":1,\"mv\":[1," HALF "]" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char second[200];
      bool is_failed = strncmp(cases[i].old, "\"fail", 5) == 0;
      snprintf(second, sizeof second, "\"fs\":[2],%s,\"fail\":[%s,", cases[i].second,
               is_failed ? HALF : "1");
      char *text = test_ah_replaced(test_ah_full, cases[i].old, cases[i].first);
      char *both = test_ah_replaced(text, "\"fs\":[2],\"fail\":[1,", second);
      test_ah_refused(both, "pps[1]: the sites' sums do not fit in 63 bits");
      free(both);
      free(text);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_sites),         cmocka_unit_test(reads_sites_either_way),
      cmocka_unit_test(reads_nothing),       cmocka_unit_test(reads_old_blocks),
      cmocka_unit_test(reads_moves),         cmocka_unit_test(reads_the_last_thread),
      cmocka_unit_test(refuses_sites),       cmocka_unit_test(refuses_bad_lists),
      cmocka_unit_test(refuses_sums),        cmocka_unit_test(refuses_own_sums),
      cmocka_unit_test(adds_up_equal_paths),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
