/* test_ah_reader.c -- what the parts of the reader of heap profiles share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "heap/ah_reader.h"

#include <jansson.h>

typedef struct {
   an_error error;
   json_t *root;
   ah_reader r;
} fixture;

/* A reader of this JSON; `own`: by heapprof. */
static ah_reader *open_reader(fixture *f, const char *text, bool own)
{
   *f = (fixture){ .root = json_loads(text, 0, NULL) };
   assert_non_null(f->root);
   f->r = (ah_reader){ .alloc = test_alloc(),
                       .profile = ah_profile_new(test_alloc()),
                       .json = { .error = &f->error },
                       .root = f->root,
                       .own = own ? f->root : NULL };
   return &f->r;
}

static void close_reader(fixture *f)
{
   json_decref(f->root);
}

/* ---- Texts ---- */

/* DHAT's backslashes are just that. */
static void undoes_own_escapes(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      bool own;
      const char *expected; /* NULL: refused */
   } cases[] = {
      { "{\"a\":\"\"}", true, "" },
      { "{\"a\":\"x\\\\x0ay\"}", true, "x\ny" },
      { "{\"a\":\"x\\\\x0ay\"}", false, "x\\x0ay" },
      { "{\"a\":\"x\\\\ny\"}", true, "x\\ny" },
      { "{\"a\":\"x\\\\x0g\"}", true, NULL },
      { "{\"a\":\"x\\\\x0g\"}", false, "x\\x0g" },
      { "{\"a\":\"\\\\x\"}", true, NULL },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      fixture f;
      ah_reader *r = open_reader(&f, cases[i].text, cases[i].own);
      const char *text = ah_reader_string(r, r->root, "a");
      if (cases[i].expected != NULL) {
         assert_non_null(text);
         assert_string_equal(text, cases[i].expected);
         assert_ptr_equal(ah_reader_string(r, r->root, "a"), text);
      } else {
         assert_null(text);
         assert_string_equal(f.error.message, "a: has a malformed escape");
      }
      close_reader(&f);
   }
}

static void refuses_other_values(void **state)
{
   (void)state;
   fixture f;
   ah_reader *r = open_reader(&f, "{\"a\":7}", true);
   r->json.place.object = "heapprof.";
   assert_null(ah_reader_string(r, r->root, "a"));
   assert_string_equal(f.error.message, "heapprof.a: expected a string");
   assert_null(ah_reader_string(r, r->root, "b"));
   assert_string_equal(f.error.message, "heapprof.b: missing");
   r->json.place = an_json_at("ftbl", 3);
   assert_null(ah_reader_text(r, json_object_get(r->root, "a"), NULL));
   assert_string_equal(f.error.message, "ftbl[3]: expected a string");
   close_reader(&f);
}

/* ---- Numbers ---- */

static void compares_with_the_most(void **state)
{
   (void)state;
   fixture f;
   ah_reader *r = open_reader(&f, "{}", true);
   r->json.place = an_json_at("pps", 2);
   assert_true(ah_reader_within(r, "mb", 7, 7, "tb"));
   assert_true(ah_reader_within(r, "mb", INT64_MIN, INT64_MAX, "tb"));
   assert_string_equal(f.error.message, "");
   assert_false(ah_reader_within(r, "mb", 8, 7, "tb"));
   assert_string_equal(f.error.message, "pps[2].mb: 8 is more than tb, 7");
   close_reader(&f);
}

/* ---- Sites ---- */

/* Only sites with a rare value have room for them. */
static void keeps_rare_values(void **state)
{
   (void)state;
   fixture f;
   ah_reader *r = open_reader(&f, "{}", true);
   ah_site sites[2] = { { .n_frames = 7, .is_cut = true } };
   ah_reader_begin_site(r, &sites[0]);
   assert_int_equal(sites[0].n_frames, 0);
   assert_false(sites[0].is_cut);
   sites[0].rare->old_lifetime = 5;
   ah_reader_end_site(r, &sites[0]);
   ah_reader_begin_site(r, &sites[1]);
   assert_memory_equal(sites[1].rare, &ah_rare_none, sizeof ah_rare_none);
   ah_reader_end_site(r, &sites[1]);
   assert_null(sites[1].rare);
   assert_int_equal(sites[0].rare->old_lifetime, 5);
   close_reader(&f);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(undoes_own_escapes),
      cmocka_unit_test(refuses_other_values),
      cmocka_unit_test(compares_with_the_most),
      cmocka_unit_test(keeps_rare_values),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
