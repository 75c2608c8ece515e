/* test_ac_layout_names.c -- what a layout file calls types, fields and places.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data_view.h"

#include "advice/ac_layout_names.h"
#include "advice/ac_splits.h"

static tk_arena arena;

static int begin(void **state)
{
   (void)state;
   tk_arena_init(&arena, an_alloc_malloc(), "test");
   return 0;
}

static int end(void **state)
{
   (void)state;
   tk_arena_free(&arena);
   return 0;
}

static void check(ac_words *words, const char *expected)
{
   assert_string_equal(ac_words_keep(words, &arena), expected);
}

static void grows(void **state)
{
   (void)state;
   ac_words words = { .text = NULL };
   check(&words, "");
   char expected[2001] = "";
   for (int i = 0; i < 200; i++) {
      ac_words_add(&words, "%05d,%s", i, "abcd");
      sprintf(expected + 10 * i, "%05d,abcd", i);
   }
   check(&words, expected);
   assert_int_equal(words.n, 0);
}

static void names_fields(void **state)
{
   (void)state;
   static const struct {
      const char *name, *expected;
   } of[] = {
      { "next", "next" },
      { "pos.x", "pos.x" },
      { "used, kind", "used+kind" }, /* bit fields of one byte */
      { "std::pair<int, long>::first", "std::pair<int, long>::first" },
      { "a;b", "a+b" },
      { "(virtual bases)", "(virtual bases)" },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
      ac_words words = { .text = NULL };
      ac_layout_add_field(&words, &(ty_field){ .name = of[i].name });
      check(&words, of[i].expected);
   }
   ac_words words = { .text = NULL };
   ac_layout_add_fields(&words, "node of list<int>", &node_type);
   check(&words,
         "fields node of list<int>, 48 bytes: key 0 8, next 8 8, text[24] 16 24/1, "
         "used 40 4");
}

static void check_lack(const ty_type *type, const char *expected)
{
   const char *lack = ac_layout_lacks(type);
   if (expected == NULL)
      assert_null(lack);
   else
      assert_string_equal(lack, expected);
}

static void says_what_lacks(void **state)
{
   (void)state;
   static const ty_field one[] = { { 0, 8, "a", "long", false } };
   static const ty_field overlap[] = { { 0, 8, "a", "long", false },
                                       { 7, 8, "b", "long", false } };
   static const ty_field open_end[] = { { 0, 8, "a", "long", false },
                                        { 8, 0, "b[]", "char[]", true } };
   static const ty_field rest[] = { { 0, 8, "rest", "long", false } };
   static const ty_field comment[] = { { 0, 8, "a #b", "long", false } };
   check_lack(&node_type, NULL);
   check_lack(NULL, "its type is unknown");
   check_lack(&(ty_type){ "long", 8, NULL, 0 }, "its type has no fields");
   check_lack(&(ty_type){ "big", 65536, one, 1 }, NULL);
   check_lack(&(ty_type){ "big", 65537, one, 1 }, "its type is too large");
   check_lack(&(ty_type){ "many", 8, one, AC_SPLITS_FIELDS_MOST + 1 },
              "its type is too large");
   check_lack(&(ty_type){ "two", 16, overlap, 2 },
              "members of its type overlap, or have no end");
   check_lack(&(ty_type){ "open", 8, open_end, 2 },
              "members of its type overlap, or have no end");
   check_lack(&(ty_type){ "small", 7, one, 1 },
              "members of its type overlap, or have no end");
   check_lack(&(ty_type){ "r", 8, rest, 1 },
              "a layout file cannot express the name of a field");
   check_lack(&(ty_type){ "c", 8, comment, 1 },
              "a layout file cannot express the name of a field");
   static const ty_field twice[] = { { 0, 8, "a", "long", false },
                                     { 8, 8, "a", "long", false } };
   check_lack(&(ty_type){ "t", 16, twice, 2 },
              "two fields of its type have the same name");
   static const ty_field newline[] = { { 0, 8, "a\nb", "long", false } };
   check_lack(&(ty_type){ "n", 8, newline, 1 },
              "a layout file cannot express the name of a field");
   check_lack(&(ty_type){ "a\nb", 8, one, 1 },
              "a layout file cannot express the name of its type");
   check_lack(&(ty_type){ "a: b", 8, one, 1 },
              "a layout file cannot express the name of its type");
   check_lack(&(ty_type){ "looks at x", 8, one, 1 },
              "a layout file cannot express the name of its type");
}

/* ---- Places ---- */

static const ac_data_frame frames[] = {
   { "make", "/src/list.c", 26, AC_NO_DATA, 0 },
   { "make", "/src/list.c", 30, AC_NO_DATA, 0 },
   { "make", NULL, 0, AC_NO_DATA, 0 },
   { "make", "/src/a list.c", 26, AC_NO_DATA, 0 },
   { "make", "/src/a\nlist.c", 26, AC_NO_DATA, 0 },
};

/* Only the first datum has a type. */
static ac_data_known know_first(void *context, const ac_data *data, const ac_datum *datum)
{
   (void)data;
   return (ac_data_known){ .type = datum == context ? &node_type : NULL };
}

/* All blocks have one type and function: one object. */
static void check_places(const uint32_t *frame, size_t n, const char *expected)
{
   static const int64_t counts[4] = { 1 };
   ac_datum of[4];
   ac_data_view view;
   for (size_t i = 0; i < n; i++)
      of[i] = (ac_datum){ .kind = AC_DATA_HEAP,
                          .binary = AC_NO_DATA,
                          .frames = &frame[i],
                          .n_frames = 1,
                          .counts = counts };
   const ac_data data = { .n_events = 4,
                          .events = data_events,
                          .frames = frames,
                          .n_frames = 5,
                          .data = of,
                          .n_data = n };
   ac_data_view_open(&view, an_alloc_malloc(), &data, 1, NULL, know_type,
                     (void *)&node_type);
   ac_words words = { .text = NULL };
   bool are_known = ac_layout_add_places(&words, &view, 0);
   assert_int_equal(are_known, expected != NULL);
   if (are_known)
      check(&words, expected);
   else
      ac_words_keep(&words, &arena);
}

static void names_places(void **state)
{
   (void)state;
   check_places((const uint32_t[]){ 0 }, 1, "list.c:26");
   check_places((const uint32_t[]){ 0, 1, 0 }, 3, "list.c:26, list.c:30");
   check_places((const uint32_t[]){ 2 }, 1, NULL);
   check_places((const uint32_t[]){ 3 }, 1, NULL); /* a list of files has blanks */
   check_places((const uint32_t[]){ 4 }, 1, NULL);
}

/* Blocks of two sizes from one line, of different types; and of another line. */
static void finds_neighbours(void **state)
{
   (void)state;
   static const int64_t counts[4] = { 1 };
   static const uint32_t frame[] = { 0, 0, 1 };
   ac_datum of[3];
   ac_data_view view;
   for (size_t i = 0; i < 3; i++)
      of[i] = (ac_datum){ .kind = AC_DATA_HEAP,
                          .binary = AC_NO_DATA,
                          .frames = &frame[i],
                          .n_frames = 1,
                          .counts = counts };
   const ac_data data = { .n_events = 4,
                          .events = data_events,
                          .frames = frames,
                          .n_frames = 5,
                          .data = of,
                          .n_data = 3 };
   ac_data_view_open(&view, an_alloc_malloc(), &data, 1, NULL, know_first, of);
   assert_int_equal(view.n_objects, 3);
   assert_int_equal(ac_layout_find_neighbour(&view, view.object_of[0]),
                    view.object_of[1]);
   assert_int_equal(ac_layout_find_neighbour(&view, view.object_of[1]),
                    view.object_of[0]);
   assert_true(ac_layout_find_neighbour(&view, view.object_of[2]) == SIZE_MAX);
}

/* ---- Actions ---- */

static void check_actions(const ac_plan *plan, bool is_linked, const char *expected)
{
   ac_words words = { .text = NULL };
   ac_layout_add_actions(&words, plan, &node_type, is_linked);
   check(&words, expected);
}

static void names_actions(void **state)
{
   (void)state;
   ac_plan *plan = ac_plan_new(&arena, &node_type, AC_PLAN_PARTS);
   plan->n_parts = 2;
   plan->part_of[2] = plan->part_of[3] = 1;
   check_actions(plan, false, "hot key, next; cold rest");
   check_actions(plan, true, "hot key, next; cold rest; linked");
   plan->n_parts = 3;
   plan->part_of[1] = 2;
   plan->pad_B = 64;
   check_actions(plan, false, "hot key; part text[24], used; cold rest; pad 64");
   plan = ac_plan_new(&arena, &node_type, AC_PLAN_SOA);
   check_actions(plan, false, "soa");
   plan = ac_plan_new(&arena, &node_type, AC_PLAN_WHOLE);
   plan->is_pool = true;
   check_actions(plan, false, "pool");
   plan->is_pool = false;
   plan->align_B = 64;
   check_actions(plan, false, "align 64");
   plan = ac_plan_new(&arena, &node_type, AC_PLAN_ORDER);
   memcpy(plan->order, (const uint16_t[]){ 3, 0, 1, 2 }, 4 * sizeof *plan->order);
   plan->align_B = 64;
   check_actions(plan, false, "order used; align 64"); /* the others follow */
   memcpy(plan->order, (const uint16_t[]){ 3, 2, 1, 0 }, 4 * sizeof *plan->order);
   plan->align_B = 0;
   check_actions(plan, false, "order used, text[24], next");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(grows),
      cmocka_unit_test(names_fields),
      cmocka_unit_test(says_what_lacks),
      cmocka_unit_test(names_places),
      cmocka_unit_test(finds_neighbours),
      cmocka_unit_test(names_actions),
   };
   return cmocka_run_group_tests(tests, begin, end);
}
