/* test_ah_ignored.c -- known leaks: what files say, which paths they name, and what is
   taken out of a profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_common.h"

#include "heap/ah_ignored.h"

static ah_ignored ignored;

/* False with the error set. */
static bool read_rules(const char *text, an_error *error)
{
   test_text memory = { text, strlen(text), 5 };
   ignored = (ah_ignored){ .alloc = test_alloc() };
   return ah_ignored_read_from(&ignored, "known.txt", test_bytes(&memory), error);
}

static void given(const char *text)
{
   an_error error;
   if (!read_rules(text, &error))
      fail_msg("%zu: %s: %s", error.line, error.message, text);
}

/* ---- Which paths ---- */

static const char frames[] =
   "\"[root]\",\"0x10: strdup (strdup.c:42)\",\"0x20: json::parse(char const*) "
   "(src/json.c:7)\",\"0x30: main (app.c:3)\","
   "\"0x1004: setup (in /usr/lib/libfoo.so.1)\","
   "\"0x50: operator[](int) (in /opt/app)\",\"0x60: bool json::read<int>(int) (a.c:1)\","
   "\"0x70: malloc (vg_replace_malloc.c:381)\"";

/* The call paths, innermost first. */
static const char sites[] =
   TEST_SITE(1, 1, "1,2,3") "," TEST_SITE(20, 2, "4,3") "," TEST_SITE(
      300, 3, "5,3") "," TEST_SITE(4000, 4,
                                   "6,2,3") "," TEST_SITE(50000, 5,
                                                          "3") "," TEST_SITE(600000, 6,
                                                                             "");

/* The bytes that the rules take out tell the sites. */
static void takes(const char *rules, int64_t bytes)
{
   ah_profile *profile = test_ah_profile(sites, frames);
   int64_t end = profile->totals.end.bytes;
   given(rules);
   ah_ignored_take_out(&ignored, profile, 0);
   if (profile->ignored.bytes != bytes)
      fail_msg("%s: %lld, not %lld", rules, (long long)profile->ignored.bytes,
               (long long)bytes);
   assert_int_equal(profile->totals.end.bytes, end - bytes);
}

static void test_patterns(void **state)
{
   (void)state;
   takes("fn:main\n", 54321);
   takes("fn:main", 54321); /* without a newline */
   takes("fn:mai\n", 0);
   takes("  fn:json::* \r\n", 4001);
   takes("fn:strdup\nfn:setup\n", 21);
   takes("file:json.c\n", 4001);
   takes("file:src/*\n", 4001);
   takes("file:json\n", 0);
   takes("lib:libfoo.so*\n", 20);
   takes("lib:/usr/lib/libfoo.so.1\n", 20);
   takes("lib:libfoo\n", 0);
   takes("# none\n\n   # fn:main\n", 0);
   takes("leak:libfoo\n", 20);
   takes("leak:son.c\n", 4001);
   takes("leak:^son.c\n", 0);
   takes("leak:^ma*n$\n", 54321);
   takes("leak:operator[]\n", 300);
   takes("leak:ma?n\n", 0);
}

/* A suppression of these frames. */
static void suppresses(const char *lines, int64_t bytes)
{
   char text[512];
   snprintf(text, sizeof text, "{\n   name\n   Memcheck:Leak\n%s\n}\n", lines);
   takes(text, bytes);
}

static void test_suppressions(void **state)
{
   (void)state;
   suppresses("fun:malloc\nfun:strdup", 1);
   suppresses("   fun:malloc\n   fun:strdup\n   fun:*parse*\n   fun:main", 1);
   suppresses("fun:malloc\nfun:strdup\nfun:main", 0);
   suppresses("fun:malloc\nfun:strdup\n...\nfun:main", 1);
   suppresses("fun:strdup", 0); /* the first frame is the allocator's */
   suppresses("...\nfun:strdup", 1);
   suppresses("fun:*alloc\nfun:main", 50000);
   suppresses("fun:_Znwm\nfun:main", 50000);
   suppresses("fun:_Zn*\nfun:main", 50000);
   suppresses("fun:xmalloc\nfun:main", 0);
   suppresses("obj:*/vgpreload_memcheck-*.so\nobj:*libfoo.so*", 20);
   suppresses("...\nobj:libfoo.so.1", 0); /* the whole path */
   suppresses("...\nsrc:json.c:7", 4001);
   suppresses("...\nsrc:json.c", 4001);
   suppresses("...\nsrc:json.c:8", 0);
   suppresses("...\nsrc:*.c:1", 4000);
   suppresses("fun:malloc\nfun:operator[](int)", 300);
   suppresses("...\nfun:_ZN4json5parseEPKc", 4001);
   suppresses("...\nfun:_ZN4json*", 4001);
   suppresses("...\nfun:_ZN4json4readIiEEbi", 0); /* arguments are not known */
   suppresses("...\nfun:_ZN3jso*", 0);
   suppresses("...\nfun:_Z5setupv", 20);
   suppresses("...\n...\nfun:main\n...", 54321);
   suppresses("...", 654321);
   suppresses("fun:malloc\n...\nfun:json::parse*\n...\nfun:strdup", 0);
   suppresses("match-leak-kinds: definite,reachable\nfun:malloc\nfun:main", 50000);
   suppresses("match-leak-kinds:none\nfun:malloc\nfun:main", 0);
}

/* Valgrind's own frame, which DHAT lists, is the allocator. */
static void test_dhat(void **state)
{
   (void)state;
   ah_profile *profile = test_ah_profile(TEST_SITE(7, 1, "7,4,3"), frames);
   given("{\n n\n Memcheck:Leak\n fun:malloc\n fun:setup\n}\n");
   ah_ignored_take_out(&ignored, profile, 0);
   assert_int_equal(profile->ignored.bytes, 7);
}

static void test_counts(void **state)
{
   (void)state;
   takes("fn:strdup\nfn:main\nfn:nobody\n", 54321);
   assert_int_equal(ignored.n, 3);
   assert_int_equal(ignored.rules[0].amount[0].bytes, 1);
   assert_int_equal(ignored.rules[0].n_sites[0], 1);
   assert_int_equal(ignored.rules[1].amount[0].bytes, 54320); /* what is left */
   assert_int_equal(ignored.rules[1].amount[0].blocks, 14);
   assert_int_equal(ignored.rules[1].n_sites[0], 4);
   assert_int_equal(ignored.rules[2].n_sites[0], 0);
   assert_int_equal(ignored.rules[2].line, 3);
   assert_int_equal(ignored.rules[1].amount[1].bytes, 0);
}

/* ---- What else files have ---- */

static void test_other_kinds(void **state)
{
   (void)state;
   given("# Valgrind's\n{\n a\n Memcheck:Param\n write(buf)\n fun:write\n}\n"
         "{\n b\n Helgrind:Race\n what: ever\n}\n{\n c\n Addrcheck,Memcheck:Leak\n"
         " fun:calloc\n}\n{\n d\n drd:Leak\n fun:f\n}\n{\n e\n Memcheck:Leaks\n x\n}\n");
   assert_int_equal(ignored.n, 1);
   assert_string_equal(ignored.rules[0].text, "c");
   assert_int_equal(ignored.rules[0].line, 14);
}

static void refuses(const char *text, size_t line, const char *message)
{
   an_error error;
   assert_false(read_rules(text, &error));
   assert_string_equal(error.message, message);
   assert_int_equal(error.line, line);
}

static void test_bad_files(void **state)
{
   (void)state;
   refuses(
      "fn:a\nmain\n", 2,
      "\"main\": expected fn:PATTERN, file:PATTERN, lib:PATTERN, leak:TEXT, or { of a "
      "suppression of memcheck");
   refuses("fn:\n", 1, "\"fn:\": the pattern is empty");
   refuses("leak:^$\n", 1, "\"leak:^$\": the pattern is empty");
   refuses("{\n", 1, "\"{\": the suppression has no end");
   refuses("{\n n\n", 2, "\"{\": the suppression has no end");
   refuses("{\n n\n Memcheck:Cond\n fun:f\n", 4, "\"{\": the suppression has no end");
   refuses("{\n}\n", 2, "\"}\": expected a name and a kind");
   refuses("{\n n\n Leak\n}\n", 3, "\"Leak\": expected TOOL:KIND, such as Memcheck:Leak");
   refuses("{\n n\n Memcheck:Leak\n}\n", 4, "\"}\": the suppression has no frames");
   refuses("{\n n\n Memcheck:Leak\n f\n}\n", 4,
           "\"f\": expected fun:, obj:, src:, ... or }");
   refuses("{\n n\n Memcheck:Leak\n fun:f\n match-leak-kinds: all\n}\n", 5,
           "\"match-leak-kinds: all\": expected fun:, obj:, src:, ... or }");
   refuses("{\n n\n Memcheck:Leak\n match-leak-kinds: lost\n fun:f\n}\n", 4,
           "\"lost\": expected definite, indirect, possible, reachable, all or none");
}

/* ---- Looks ---- */

/* Sites: 0 is lost and keeps 1; some of 1 is lost itself, some reachable. */
static ah_leak_site leaks[4];
static ah_retainer retainers[4];
static ah_root root;
static ah_look look;

static ah_profile *profile_with_look(void)
{
   static const ah_leak_site of_leaks[] = {
      { .site = 0, .leak = AH_LEAK_DEFINITE, .amount = { 10, 1 } },
      { .site = 1, .leak = AH_LEAK_DEFINITE, .amount = { 2, 1 } },
      { .site = 1, .leak = AH_LEAK_INDIRECT, .amount = { 90, 3 } },
      { .site = 1, .leak = AH_LEAK_REACHABLE, .amount = { 8, 1 } },
   };
   static const ah_retainer of_retainers[] = {
      { .above = -1, .kind = AH_RETAINER_ROOT },
      { .above = 0, .kind = AH_RETAINER_SITE, .what = 0, .own = { 10, 1 } },
      { .above = 1, .kind = AH_RETAINER_SITE, .what = 1, .own = { 90, 3 } },
      { .above = 0, .kind = AH_RETAINER_SITE, .what = 1, .own = { 2, 1 } },
   };
   ah_profile *profile = test_ah_profile(
      TEST_SITE(10, 1, "4,3") "," TEST_SITE(100, 5, "1,3"), frames);
   memcpy(leaks, of_leaks, sizeof leaks);
   memcpy(retainers, of_retainers, sizeof retainers);
   root = (ah_root){ .kind = AH_ROOT_LOST };
   look = (ah_look){ .why = AH_LOOK_END,
                     .leaks = { { 12, 2 }, { 90, 3 }, { 0, 0 }, { 8, 1 } },
                     .live = { 110, 6 },
                     .leak_sites = leaks,
                     .n_leak_sites = 4,
                     .retainers = retainers,
                     .n_retainers = 4 };
   profile->looks = &look;
   profile->n_looks = 1;
   profile->roots = &root;
   profile->n_roots = 1;
   ah_profile_rare(profile, &profile->sites[0])->lost = (ah_amount){ 10, 1 };
   ah_profile_rare(profile, &profile->sites[1])->lost = (ah_amount){ 92, 4 };
   return profile;
}

static void take(ah_profile *profile, const char *rules)
{
   given(rules);
   ah_ignored_take_out(&ignored, profile, 1);
}

/* What only the lost block of setup keeps goes with it; no other block of strdup does. */
static void test_kept(void **state)
{
   (void)state;
   ah_profile *profile = profile_with_look();
   take(profile, "fn:setup\n");
   assert_int_equal(profile->ignored.bytes, 100);
   assert_int_equal(ignored.rules[0].amount[1].blocks, 4);
   assert_int_equal(ignored.rules[0].n_sites[1], 2);
   assert_int_equal(ah_look_lost(&look).bytes, 2);
   assert_int_equal(look.live.bytes, 110);
   assert_int_equal(leaks[2].amount.bytes, 0);
   assert_int_equal(leaks[2].ignored.bytes, 90);
   assert_int_equal(profile->sites[1].at_end.bytes, 10);
   assert_int_equal(profile->sites[1].rare->lost.bytes, 2);
   assert_true(retainers[1].is_ignored && retainers[2].is_ignored);
   assert_false(retainers[3].is_ignored);
}

/* Of one kind alone. */
static void test_kinds(void **state)
{
   (void)state;
   ah_profile *profile = profile_with_look();
   take(profile, "{\n n\n Memcheck:Leak\n match-leak-kinds: reachable\n ...\n"
                 " fun:strdup\n}\n");
   assert_int_equal(profile->ignored.bytes, 8);
   assert_int_equal(ah_look_lost(&look).bytes, 102);
   assert_int_equal(profile->sites[1].rare->lost.bytes, 92);
}

/* The C library freed some behind the look. */
static void test_freed_later(void **state)
{
   (void)state;
   ah_profile *profile = profile_with_look();
   profile->sites[1].at_end = (ah_amount){ 50, 2 };
   profile->totals.end = (ah_amount){ 60, 3 };
   take(profile, "fn:main\n");
   assert_int_equal(profile->ignored.bytes, 60);
   assert_int_equal(profile->totals.end.bytes, 0);
   assert_int_equal(profile->totals.end.blocks, 0);
   assert_int_equal(ah_look_lost(&look).bytes, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patterns),    cmocka_unit_test(test_suppressions),
      cmocka_unit_test(test_dhat),        cmocka_unit_test(test_counts),
      cmocka_unit_test(test_other_kinds), cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_kept),        cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_freed_later),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
