/* test_ac_objects.c -- objects and code without symbols: known, written, paired.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_objects.h"

#include "counts/ac_write.h"

static void assert_object(const ac_profile *profile, size_t i, const char *path,
                          const char *build_id, const char *label, int64_t ir)
{
   const an_object *object = ac_objects_at(profile, i);
   assert_string_equal(object->path, path);
   assert_string_equal(object->build_id, build_id);
   assert_string_equal(object->label, label);
   assert_int_equal(object->counts[0], ir);
}

static void test_good(void **state)
{
   (void)state;
   ac_profile *profile = objects_read(
      objects_good, "??? 0x10c96f in libfoo.so 0 60 6\n??? 0x10c980 in libfoo.so 0 8 1\n"
                    "??? ??? 0 2 0\n??? named 0 5 0\na.c main 7 300 30\n");
   assert_true(ac_objects_are_known(profile));
   assert_int_equal(ac_objects_count(profile), 3);
   assert_object(profile, 0, "???", "", "???", 2);
   assert_object(profile, 1, "/bin/app", "0123ab", "app", 300);
   assert_object(profile, 2, "/lib/libfoo.so", "", "libfoo.so", 73);
   const ac_code *code = ac_objects_code(profile, ac_profile_function(profile, 1)->name);
   assert_non_null(code);
   assert_int_equal(code->object, 2);
   assert_int_equal(code->address, 0x10c980);
   assert_null(ac_objects_code(profile, ac_profile_function(profile, 2)->name));
}

/* Two objects of one name, two builds of one path. */
static void test_labels(void **state)
{
   (void)state;
   ac_profile *profile = test_good_profile(
      HEAD "summary: 0 0\n#: object 01 /a/x.so\n#: object-counts\n"
           "#: object - /b/x.so\n#: object-counts\n"
           "#: object 02 /b/x.so\n#: object-counts\n#: end 0\n");
   assert_object(profile, 0, "/a/x.so", "01", "x.so", 0);
   assert_object(profile, 1, "/b/x.so", "", "/b/x.so", 0);
   assert_object(profile, 2, "/b/x.so", "02", "/b/x.so (build 02)", 0);
}

/* ---- Sums ------------------------------------------------------------ */

static char *written(const ac_profile *profile)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   ac_write(profile, NULL, out);
   assert_int_equal(fclose(out), 0);
   return text;
}

static ac_profile *sum_of(const char *const *texts, size_t n, const ac_reading *reading)
{
   an_error error;
   ac_profile *profile = ac_profile_new(test_alloc());
   ac_profile_sum_lines(profile);
   for (size_t i = 0; i < n; i++) {
      test_text memory = { texts[i], strlen(texts[i]), 64 };
      assert_true(
         ac_read_into(profile, test_alloc(), test_bytes(&memory), reading, &error));
   }
   assert_true(ac_read_finish(profile, &error));
   return profile;
}

/* One is written as it was; a profile without objects adds to "???", which is then not
   known to be generated code. */
static void test_written(void **state)
{
   (void)state;
   static const char *const texts[] = { objects_good, objects_good,
                                        HEAD BODY SUMMARY END };
   static const char *const expected[] = {
      HEAD PROCESS BODY SUMMARY OUTSIDE APP FOO END,
      HEAD_OF("2") PROCESS PROCESS
      "fl=???\nfn=???\n0 140 14\nfn=named\n0 10 0\nfl=a.c\nfn=main\n7 600 60\n"
      "summary: 750 74\n#: object - ???\n#: object-counts 4 0\n#: code 0x0 4 0\n"
      "#: object 0123ab /bin/app\n#: object-counts 600 60\n"
      "#: object - /lib/libfoo.so\n#: object-counts 146 14\n"
      "#: code 0x10c96f 120 12\n#: code 0x10c980 16 2\n" END,
      HEAD_OF("3") PROCESS PROCESS PROCESS
      "#: unknown-objects yes\n"
      "fl=???\nfn=???\n0 210 21\nfn=named\n0 15 0\nfl=a.c\nfn=main\n7 900 90\n"
      "summary: 1125 111\n#: object - ???\n#: object-counts 379 37\n"
      "#: code 0x0 74 7\n"
      "#: object 0123ab /bin/app\n#: object-counts 600 60\n"
      "#: object - /lib/libfoo.so\n#: object-counts 146 14\n"
      "#: code 0x10c96f 120 12\n#: code 0x10c980 16 2\n" END,
   };
   for (size_t n = 1; n <= 3; n++) {
      ac_profile *profile = sum_of(texts, n, NULL);
      char *text = written(profile);
      assert_string_equal(text, expected[n - 1]);
      const an_object *generated = ac_objects_generated(profile);
      assert_int_equal(generated == NULL ? 0 : generated->counts[0], n < 3 ? 2 * n : 0);
      assert_int_equal(ac_objects_is_generated(profile, "???", "???"), n < 3);
      assert_false(ac_objects_is_generated(profile, "???", "a.c"));
      assert_false(ac_objects_is_generated(profile, "main", "???"));
      free(text);
   }
}

static void skip_libfoo(void *context, ac_profile *profile, const char **file,
                        const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file;
   *skip = strstr(*function, "0x10c96f") != NULL;
}

/* What objects have of the rows that are left is unknown. */
static void test_filtered(void **state)
{
   (void)state;
   static const char *const texts[] = { objects_good };
   static const ac_reading reading = { .name = skip_libfoo };
   ac_profile *profile = sum_of(texts, 1, &reading);
   assert_false(ac_objects_are_known(profile));
   char *text = written(profile);
   ac_profile *back = test_good_profile(text);
   assert_int_equal(ac_profile_totals(back)[0], 315);
   free(text);
}

/* ---- Pairs ----------------------------------------------------------- */

static void assert_pair(const char *before, const char *after, const char *expected)
{
   char body[TEST_BODY_B];
   ac_profile *a = test_good_profile(before);
   ac_profile *b = test_good_profile(after);
   ac_profile *pair = ac_combine_pair(test_alloc(), a, b, NULL, NULL);
   assert_non_null(pair);
   test_body(pair, body);
   assert_string_equal(body, expected);
   assert_int_equal(ac_objects_count(pair), 1);
   assert_string_equal(ac_objects_at(pair, 0)->path, "/new/x.so");
   assert_int_equal(ac_objects_at(pair, 0)->counts[0], 9);
   assert_int_equal(ac_objects_at(pair, 0)->counts[1], 11);
}

#define ONE(build_id, path, sum, codes) \
   "cmd: x\nevents: Ir\n#: cachesim 1\nfl=???\nfn=???\n0 " sum "\nsummary: " sum "\n" \
   "#: object " build_id " " path "\n#: object-counts " sum "\n" codes "#: end 1\n"
#define OLD_CODES "#: code 0x10 4\n#: code 0x20 5\n"
#define NEW_CODES "#: code 0x10 6\n#: code 0x30 5\n"

/* By address in the same build; as one function otherwise. */
static void test_pairs(void **state)
{
   (void)state;
   assert_pair(ONE("01", "/old/x.so", "9", OLD_CODES),
               ONE("01", "/new/x.so", "11", NEW_CODES),
               "??? 0x10 in x.so 0 4 6\n??? 0x20 in x.so 0 5 0\n"
               "??? 0x30 in x.so 0 0 5\n");
   assert_pair(ONE("01", "/new/x.so", "9", OLD_CODES),
               ONE("02", "/new/x.so", "11", NEW_CODES), "??? ??? in x.so 0 9 11\n");
   assert_pair(ONE("-", "/old/x.so", "9", OLD_CODES),
               ONE("-", "/new/x.so", "11", NEW_CODES), "??? ??? in x.so 0 9 11\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good),    cmocka_unit_test(test_labels),
      cmocka_unit_test(test_written), cmocka_unit_test(test_filtered),
      cmocka_unit_test(test_pairs),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
