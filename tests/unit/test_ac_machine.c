/* test_ac_machine.c -- the simulated machine in one line, its numbers, and JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

#include "counts/ac_machine.h"

/* The first file's machine is the profile's, and is written in one line. */
static void test_machine_line(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ac_profile *profile = ac_profile_new(&alloc);
   an_error error = { 0 };
   char line[AC_MACHINE_B];
   assert_true(read_into(profile, OWN END, NULL, &error, &alloc));
   assert_false(ac_machine_line(profile, line));
   ac_profile_free(profile);
   profile = ac_profile_new(&alloc);
   assert_true(read_into(profile, OWN "#: machine  zen4 \n#: m I1 ways=8 size=32K\n"
                                  "#: m L2 size=1M line=64\n#: m prefetch at=L2\n"
                                  "#: m DTLB entries=3\n#: m TLB2 entries=9\n" END,
                         NULL, &error, &alloc));
   assert_true(ac_machine_line(profile, line));
   assert_string_equal(line, "zen4: I1 32K, L2 1M, 1 prefetcher, TLBs");
   assert_int_equal(ac_profile_texts(profile, AC_MACHINE)->n, 6);
   ac_profile_free(profile);
   profile = ac_profile_new(&alloc); /* neither sizes nor TLBs; a name alone */
   assert_true(read_into(profile, OWN "#: machine prefetch\n#: m prefetch at=L1\n"
                                  "#: m prefetch at=L2\n#: m prefetcher at=L2\n"
                                  "#: m TLB2 entries=9\n" END,
                         NULL, &error, &alloc));
   assert_true(ac_machine_line(profile, line));
   assert_string_equal(line, "prefetch, 2 prefetchers");
   ac_profile_free(profile);
   profile = ac_profile_new(&alloc);
   assert_true(read_into(profile, OWN "#: machine a\n#: m ITLB entries=9\n" END, NULL,
                         &error, &alloc));
   assert_true(ac_machine_line(profile, line));
   assert_string_equal(line, "a, TLBs");
   ac_profile_free(profile);
   char text[8192] = OWN "#: machine zen4\n";
   for (int i = 0; i < 40; i++)
      strcat(text, "#: m prefetch0123456789 size=12345678901234567890\n");
   strcat(text, END);
   profile = ac_profile_new(&alloc);
   assert_true(read_into(profile, text, NULL, &error, &alloc));
   assert_true(ac_machine_line(profile, line)); /* cut */
   assert_int_equal(strlen(line), AC_MACHINE_B - 1);
   ac_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* Numbers as the text has them: after a key, and a name. */
static void test_numbers(void **state)
{
   (void)state;
   static const struct {
      const char *key, *name;
      int64_t number; /* -1: none */
   } of[] = {
      { "L2", "latency=", 14 }, { "L2", "ways=", 8 },        { "L3", "latency=", -1 },
      { "L2", "line=", -1 },    { "L2", "size=", -1 /* 1M */ }, { "L", "latency=", -1 },
      { "DRAM", "latency=", 200 }, { "zen4", "latency=", -1 },  { "L2", "tency=", -1 },
   };
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ac_profile *profile = test_good_profile(&alloc,
      OWN "#: machine zen4\n#: m L2 size=1M latency=14 ways=8\n#: m L3 size=2M\n"
      "#: m DRAM latency=200\n#: m DRAM latency=300\n" END);
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
      if (ac_machine_number(profile, of[i].key, of[i].name, -1) != of[i].number)
         fail_msg("%s %s", of[i].key, of[i].name);
   ac_profile_free(profile);
   profile = test_good_profile(&alloc, OWN END);
   assert_int_equal(ac_machine_number(profile, "L2", "latency=", 7), 7);
   ac_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void check_json(const char *notes, const char *expected)
{
   char text[256], *written = NULL;
   size_t written_B;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   snprintf(text, sizeof text, OWN "%s" END, notes);
   ac_profile *profile = test_good_profile(&alloc, text);
   an_json_out json = { .out = open_memstream(&written, &written_B) };
   ac_machine_put_json(&json, profile);
   assert_int_equal(fclose(json.out), 0);
   assert_string_equal(written, expected);
   free(written);
   ac_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_json(void **state)
{
   (void)state;
   check_json("", "");
   check_json("#: machine \"a\"\n",
              "\n\"machine\":{\"name\":\"\\\"a\\\"\",\"text\":[]}");
   check_json("#: machine a\n#: m D1 ways=8\n#: m page 4K\n",
              "\n\"machine\":{\"name\":\"a\",\"text\":[\"D1 ways=8\",\"page 4K\"]}");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_machine_line),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_json),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
