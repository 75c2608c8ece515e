/* test_ac_data_label.c -- what people call a data object.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data_view.h"

#include "advice/ac_data_label.h"

enum { MAKE, XMALLOC, GROW, QUICK, BARE, STRIPPED };

static const ac_data_binary binaries[] = { { "/home/ann/join", "ab12" },
                                           { "/usr/lib/libquick.so", NULL } };

static const ac_data_frame frames[] = {
   [MAKE] = { "node_new", "/home/ann/join.c", 41, 0, 0x1100 },
   [XMALLOC] = { "xmalloc", "/home/ann/util.c", 7, 0, 0x1300 },
   [GROW] = { "std::vector<int>::grow", "/usr/include/c++/12/vector", 9, 0, 0x1400 },
   [QUICK] = { "quick", NULL, 0, 1, 0x99 },
   [BARE] = { "jitted", NULL, 0, AC_NO_DATA, 0x5 },
   [STRIPPED] = { NULL, NULL, 0, 0, 0x1500 },
};

static const ac_data example = {
   .binaries = binaries, .frames = frames, .n_binaries = 2, .n_frames = 6
};

static void check_known(ac_datum datum, ac_data_known known, const char *expected)
{
   tk_arena arena = { .alloc = an_alloc_malloc(), .label = "test" };
   const char *label = ac_data_label(&arena, &example, &datum, &known);
   assert_string_equal(label, expected);
   tk_arena_free(&arena);
}

static void check(ac_datum datum, const char *expected)
{
   check_known(datum, (ac_data_known){ .type = NULL }, expected);
}

#define HEAP(...) \
   (ac_datum) \
   { \
      .kind = AC_DATA_HEAP, .binary = AC_NO_DATA, \
      .frames = (const uint32_t[]){ __VA_ARGS__ }, \
      .n_frames = sizeof(uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t) \
   }

static void labels_variables(void **state)
{
   (void)state;
   check((ac_datum){ .kind = AC_DATA_STATIC, .binary = 1, .start = 0x1e000 },
         "libquick.so+0x1e000");
   check((ac_datum){ .kind = AC_DATA_STATIC, .binary = AC_NO_DATA, .start = 0x10 },
         "0x10");
   check((ac_datum){ .kind = AC_DATA_STATIC, .binary = AC_NO_DATA, .name = "x" }, "x");
   check((ac_datum){ .kind = AC_DATA_TLS, .name = "buffer" },
         "buffer (join, thread-local)");
   /* Debug information knows more than a symbol: the file, and names as written. */
   const ac_data_known known = { .name = "ns::table", .file = "/home/ann/hash.c" };
   check_known((ac_datum){ .kind = AC_DATA_STATIC, .name = "_ZN2ns5tableE" }, known,
               "ns::table (hash.c)");
   check_known((ac_datum){ .kind = AC_DATA_STATIC, .name = "table" }, known,
               "table (hash.c)");
   check_known((ac_datum){ .kind = AC_DATA_STATIC, .start = 8 }, known,
               "ns::table (hash.c)");
}

static void labels_other_memory(void **state)
{
   (void)state;
   check((ac_datum){ .kind = AC_DATA_STACK }, "stack");
   check((ac_datum){ .kind = AC_DATA_STACK, .name = "f" }, "stack of f");
   check((ac_datum){ .kind = AC_DATA_STACK, .name = "f", .file = "/src/f.c" },
         "stack of f (f.c)");
   check((ac_datum){ .kind = AC_DATA_MAP }, "anonymous mapping");
   check((ac_datum){ .kind = AC_DATA_MAP, .file = "/home/ann/rows.idx" },
         "mapping of rows.idx");
   check((ac_datum){ .kind = AC_DATA_BRK }, "heap outside blocks");
   check((ac_datum){ .kind = AC_DATA_UNKNOWN }, "unknown");
}

/* By the frame that the program decides about. */
static void labels_blocks(void **state)
{
   (void)state;
   check((ac_datum){ .kind = AC_DATA_HEAP }, "(unknown allocation)");
   check(HEAP(MAKE), "node_new (join.c:41)");
   check(HEAP(XMALLOC, MAKE), "node_new (join.c:41)");
   check(HEAP(GROW, XMALLOC), "xmalloc (util.c:7)");
   /* A library's own: nobody else decides. */
   check(HEAP(QUICK), "quick (libquick.so)");
   check(HEAP(BARE), "jitted");
   check(HEAP(STRIPPED), "join+0x1500");
}

static void the_user_says_whose_source_it_is(void **state)
{
   (void)state;
   const an_own_rule rules[] = { { "util.c", AN_WHOSE_LIBRARY },
                                 { "/usr/include/c++", AN_WHOSE_PROGRAM } };
   const an_own own = { rules, 2 };
   ac_data data = example;
   data.own = &own;
   const ac_datum grown = HEAP(GROW, MAKE), made = HEAP(XMALLOC, MAKE, GROW);
   assert_ptr_equal(ac_data_own_frame(&data, &grown), &frames[GROW]);
   assert_ptr_equal(ac_data_own_frame(&data, &made), &frames[MAKE]);
   assert_ptr_equal(ac_data_own_frame(&example, &grown), &frames[MAKE]);
}

static void labels_blocks_with_types(void **state)
{
   (void)state;
   const ac_data_known known = { .type = &node_type };
   ac_datum datum = HEAP(MAKE);
   datum.max_B = 48;
   check_known(datum, known, "struct node (join.c:41)");
   datum.max_B = 96;
   check_known(datum, known, "struct node[] (join.c:41)");
   check_known((ac_datum){ .kind = AC_DATA_HEAP }, known, "struct node");
   const ty_type shared = { "std::_Sp_counted_ptr_inplace<Customer, "
                            "std::allocator<void>, (__gnu_cxx::_Lock_policy)2>",
                            96, NULL, 0 };
   check_known(datum, (ac_data_known){ .type = &shared }, "Customer (join.c:41)");
}

/* Whatever a name is, there is room for what is left of it. */
static void cuts_long_names(void **state)
{
   (void)state;
   char name[1000], expected[200];
   memset(name, 'n', sizeof name - 1);
   name[sizeof name - 1] = '\0';
   snprintf(expected, sizeof expected, "%.150s", name);
   check((ac_datum){ .kind = AC_DATA_STATIC, .name = name, .binary = AC_NO_DATA },
         expected);
   snprintf(expected, sizeof expected, "stack of %.100s (%.60s)", name, name);
   check((ac_datum){ .kind = AC_DATA_STACK, .name = name, .file = name }, expected);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(labels_variables),
      cmocka_unit_test(labels_other_memory),
      cmocka_unit_test(labels_blocks),
      cmocka_unit_test(labels_blocks_with_types),
      cmocka_unit_test(the_user_says_whose_source_it_is),
      cmocka_unit_test(cuts_long_names),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
