/* test_ac_machine.c -- the simulated machine in one line, its numbers, and JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

#include "base/tk_events.h"
#include "counts/ac_machine.h"

/* The profile of a file with these notes; for ac_profile_free. */
static ac_profile *read_notes(const char *notes)
{
   char text[8192];
   snprintf(text, sizeof text, OWN "%s" END, notes);
   return test_good_profile(text);
}

static void check_line(const char *notes, const char *line)
{
   ac_profile *profile = read_notes(notes);
   const ac_machine *machine = ac_profile_machine(profile);
   assert_int_equal(machine->is_known, *notes != '\0');
   assert_string_equal(machine->line, line);
}

/* The machine in one line. */
static void test_line(void **state)
{
   (void)state;
   check_line("", "");
   check_line("#: machine  zen4 \n#: m I1 ways=8 size=32K\n#: m L2 size=1M line=64\n"
              "#: m prefetch at=L2\n#: m DTLB entries=3\n#: m TLB2 entries=9\n",
              "zen4: I1 32K, L2 1M, 1 prefetcher, TLBs");
   check_line("#: machine prefetch\n#: m prefetch at=L1\n#: m prefetch at=L2\n"
              "#: m prefetcher at=L2\n#: m TLB2 entries=9\n",
              "prefetch, 2 prefetchers"); /* neither sizes nor TLBs; a name alone */
   check_line("#: machine a\n#: m ITLB entries=9\n", "a, TLBs");
   check_line("#: machine a\n#: m D1 size=\n#: m D xsize=1K\n", "a");
}

static void test_cut_line(void **state)
{
   (void)state;
   char text[8192] = "#: machine zen4\n";
   for (int i = 0; i < 40; i++)
      strcat(text, "#: m prefetch0123456789 size=12345678901234567890\n");
   ac_profile *profile = read_notes(text);
   assert_int_equal(strlen(ac_profile_machine(profile)->line), AC_MACHINE_B - 1);
}

/* The numbers of a text, in the order of L2, L3, L4, memory, walk, width and TLB. */
static void check_numbers(const char *notes, const int64_t expected[7])
{
   ac_profile *profile = read_notes(notes);
   const ac_machine *m = ac_profile_machine(profile);
   const int64_t found[] = { m->latency[1], m->latency[2],
                             m->latency[3], m->latency[AC_MACHINE_MEMORY],
                             m->walk,       m->width,
                             m->tlb };
   for (size_t i = 0; i < 7; i++)
      if (found[i] != expected[i])
         fail_msg("%s[%zu]: %lld", notes, i, (long long)found[i]);
}

/* Numbers as the text has them: after a key, and a name; else they are as usual. */
static void test_numbers(void **state)
{
   (void)state;
   const int64_t usual[] = { tk_events[TK_D1MR].price,
                             tk_events[TK_D2MR].price,
                             tk_events[TK_D3MR].price,
                             tk_events[TK_DLMR].price,
                             tk_events[TK_DTW].price,
                             4,
                             0 };
   check_numbers("", usual);
   check_numbers("#: machine m\n#: m L2 size=1M latency=14 ways=8\n#: m L3 latency=50\n"
                 "#: m L4 latency=70 new=1\n#: m core width=6 walk=30\n"
                 "#: m memory latency=300 gap=8\n#: m newer latency=7\n",
                 (int64_t[]){ 14, 50, 70, 300, 30, 6, 0 });
   check_numbers(
      "#: machine m\n#: m L2 latency=14\n#: m L3 latency=50\n#: m L4 latency=70\n"
      "#: m core width=6 walk=30\n#: m memory latency=300\n#: m ITLB2 latency=8\n"
      "#: m DTLB2 entries=9 latency=7 gap=3\n#: m DTLB latency=9\n",
      (int64_t[]){ 14, 50, 70, 300, 30, 6, 7 });
   check_numbers("#: machine L2 \n#: m L2 tency=1 latency=1M\n#: m L latency=9\n"
                 "#: m L31 latency=9\n#: m core width=\n#: m DRAM latency=9\n"
                 "#: m memory walk=9\n",
                 usual);
}

static void check_cache(const ac_cache *cache, int64_t size_B, int64_t line_B,
                        int64_t n_ways)
{
   assert_int_equal(cache->size_B, size_B);
   assert_int_equal(cache->line_B, line_B);
   assert_int_equal(cache->n_ways, n_ways);
}

/* Caches as the header describes them; what is no cache is unknown. */
static void test_caches(void **state)
{
   (void)state;
   char *descriptions[] = { "Predictor: x", "I1 cache:  32768 B, 64 B, 8-way associative",
                            "D1 cache: 16384 B, 32 B, direct-mapped",
                            "LL cache: ", "LL cache: 1 B, 1 B, 1-way associative" };
   char *hostile[] = { "D1 cache: 64 B, 8192 B, 2-way", "LL cache: -1 B, 64 B, 2-way",
                       "I1 cache: 64 B, 0 B, 2-way" };
   char *lines[] = { "zen4", "L2 size=1M ways=8", "prefetch at=L1", "L3 size=x" };
   ac_texts described = { .text = (void *)descriptions, .n = 5 };
   ac_texts odd = { .text = (void *)hostile, .n = 3 };
   ac_texts machine = { .text = (void *)lines, .n = 4 }, none = { .n = 0 };
   ac_machine m;
   ac_machine_read(&m, &machine, &described);
   check_cache(&m.caches[AC_CACHE_I1], 32768, 64, 8);
   check_cache(&m.caches[AC_CACHE_D1], 16384, 32, 0);
   check_cache(&m.caches[AC_CACHE_LL], 0, 0, 0);
   assert_int_equal(m.line_B, 32);
   assert_int_equal(m.second_B, 1 << 20);
   assert_int_equal(m.n_prefetchers, 1);
   ac_machine_read(&m, &none, &odd);
   for (size_t i = 0; i < AC_CACHES; i++)
      check_cache(&m.caches[i], 0, 0, 0);
   assert_int_equal(m.line_B, 64);
   assert_int_equal(m.second_B, 0);
}

static void check_json(const char *notes, const char *expected)
{
   char *written = NULL;
   size_t written_B;
   ac_profile *profile = read_notes(notes);
   an_json_out json = { .out = open_memstream(&written, &written_B) };
   ac_machine_put_json(&json, ac_profile_machine(profile));
   assert_int_equal(fclose(json.out), 0);
   assert_string_equal(written, expected);
   free(written);
}

static void test_json(void **state)
{
   (void)state;
   check_json("", "");
   check_json("#: machine \"a\"\n", "\n\"machine\":{\"name\":\"\\\"a\\\"\",\"text\":[]}");
   check_json("#: machine a\n#: m D1 ways=8\n#: m page 4K\n",
              "\n\"machine\":{\"name\":\"a\",\"text\":[\"D1 ways=8\",\"page 4K\"]}");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_line),    cmocka_unit_test(test_cut_line),
      cmocka_unit_test(test_numbers), cmocka_unit_test(test_caches),
      cmocka_unit_test(test_json),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
