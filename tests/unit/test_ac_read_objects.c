/* test_ac_read_objects.c -- counts by object, on their way from a file to the profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

#include "counts/ac_objects.h"
#include "counts/ac_read_objects.h"

typedef struct {
   test_reader reader;
   ac_read_objects objects;
} fixture;

static void open_fixture(fixture *f)
{
   *f = (fixture){ .objects = { .n = 0 } };
   reader_open(&f->reader, "Ir Dr");
}

/* Makes it the current one, and says whether it is new. */
static bool enter(fixture *f, const char *path, const char *build_id)
{
   bool is_new;
   path = ac_reader_intern(&f->reader.of, an_span_of(path));
   build_id = ac_reader_intern(&f->reader.of, an_span_of(build_id));
   ac_read_objects_enter(&f->reader.of, &f->objects, path, build_id, &is_new);
   return is_new;
}

static void add(fixture *f, int64_t a, int64_t b)
{
   f->reader.of.counts[0] = a;
   f->reader.of.counts[1] = b;
   ac_read_objects_add(&f->reader.of, &f->objects);
}

/* The counts of an object of the profile. */
static void check(const fixture *f, size_t index, const char *path, const char *build_id,
                  int64_t a, int64_t b)
{
   const an_object *object = ac_objects_at(f->reader.of.profile, index);
   assert_string_equal(object->path, path);
   assert_string_equal(object->build_id, build_id);
   assert_int_equal(object->counts[0], a);
   assert_int_equal(object->counts[1], b);
}

static void adds_to_the_current_one(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   add(&f, 99, 99); /* to none */
   assert_true(enter(&f, "/a", ""));
   add(&f, 1, 2);
   assert_true(enter(&f, "/b", ""));
   add(&f, 10, 20);
   assert_true(enter(&f, "/a", "01")); /* another build */
   add(&f, 100, 200);
   assert_true(enter(&f, "/empty", ""));
   assert_false(enter(&f, "/a", ""));
   add(&f, 1000, 2000);
   assert_int_equal(f.objects.n, 4);
   check(&f, 0, "/a", "", 0, 0); /* until the end */
   ac_read_objects_end(&f.reader.of, &f.objects);
   check(&f, 0, "/a", "", 1001, 2002);
   check(&f, 1, "/b", "", 10, 20);
   check(&f, 2, "/a", "01", 100, 200);
   check(&f, 3, "/empty", "", 0, 0);
}

/* If rows are left out it is unknown what the objects have of the others. */
static void is_silent_about_parts(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   enter(&f, "/a", "");
   add(&f, 1, 2);
   f.reader.of.has_skipped = true;
   ac_read_objects_end(&f.reader.of, &f.objects);
   check(&f, 0, "/a", "", 0, 0);
}

/* Objects of a second file, whose numbers are others than in the profile, and events that
   the profile has in another order. */
static void maps(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   enter(&f, "/a", "");
   enter(&f, "/b", "");
   add(&f, 1, 2);
   ac_read_objects_end(&f.reader.of, &f.objects);
   f.objects = (ac_read_objects){ .n = 0 };
   f.reader.reading.by_name = true;
   assert_true(ac_reader_events(&f.reader.of, an_span_of("Dr Ir")));
   assert_true(enter(&f, "/b", ""));
   assert_int_equal(f.objects.objects[0].index, 1);
   add(&f, 10, 20);
   ac_read_objects_end(&f.reader.of, &f.objects);
   check(&f, 0, "/a", "", 0, 0);
   check(&f, 1, "/b", "", 21, 12);
}

static void refuses_sums(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   enter(&f, "/a", "");
   add(&f, INT64_MAX, 0);
   reader_check_failed(&f.reader, (add(&f, 1, 0), true),
                       "the counts add up to more than 9223372036854775807");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds_to_the_current_one),
      cmocka_unit_test(is_silent_about_parts),
      cmocka_unit_test(maps),
      cmocka_unit_test(refuses_sums),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
