/* test_an_page.c -- places of the program's own source, in the room that there is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "base/an_text.h"
#include "sections/an_page.h"

enum { NAMES = 3, TEXT_B = 512 };

static const char *const names[NAMES] = { "find(table&)", "memcmp",
                                          "std::map<int, order>::operator[]" };

static const char *name_at(const void *context, size_t i)
{
   (void)context;
   return names[i];
}

static ac_labels labels;

static int set_up(void **state)
{
   (void)state;
   ac_labels_open_names(&labels, an_alloc_malloc(), NAMES, name_at, NULL,
                        AN_SAID_FUNCTION, SIZE_MAX);
   return 0;
}

static int tear_down(void **state)
{
   (void)state;
   return 0;
}

/* Writes it in so many columns. */
static void write_place(char to[TEXT_B], const an_own_place *place, size_t room)
{
   char *text;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   an_page_own_place(out, place, room);
   assert_int_equal(fclose(out), 0);
   assert_in_range(size_B, 0, TEXT_B - 1);
   strcpy(to, text);
   free(text);
}

static void check_place(const an_own_place *place, size_t room, const char *expected)
{
   char text[TEXT_B];
   write_place(text, place, room);
   assert_string_equal(text, expected);
}

static an_own_place whole_place(void)
{
   return (an_own_place){ .function = &labels.labels[0],
                          .library = &labels.labels[1],
                          .object = "orders[] (load.c:40)",
                          .file = "/home/me/src/table.c",
                          .line = 123 };
}

static void parts(void **state)
{
   (void)state;
   an_own_place place = whole_place();
   check_place(&place, SIZE_MAX,
               "find(table&) (table.c:123), in memcmp, on orders[] (load.c:40)");
   place.library = NULL;
   check_place(&place, SIZE_MAX, "find(table&) (table.c:123), on orders[] (load.c:40)");
   place.object = "";
   check_place(&place, SIZE_MAX, "find(table&) (table.c:123)");
   place.line = 0;
   check_place(&place, SIZE_MAX, "find(table&) (table.c)");
   place.file = NULL;
   check_place(&place, SIZE_MAX, "find(table&)");
   place.library = &labels.labels[1];
   check_place(&place, SIZE_MAX, "find(table&), in memcmp");
}

/* A path without a last name is left as it is. */
static void files(void **state)
{
   (void)state;
   an_own_place place = { .function = &labels.labels[0], .object = "", .line = 1 };
   place.file = "table.c";
   check_place(&place, SIZE_MAX, "find(table&) (table.c:1)");
   place.file = "/";
   check_place(&place, SIZE_MAX, "find(table&) (/:1)");
   place.file = "/src/";
   check_place(&place, SIZE_MAX, "find(table&) (src/:1)");
   place.file = "/src/a\nb";
   check_place(&place, SIZE_MAX, "find(table&) (a\\x0ab:1)");
}

/* The object gives way first, then the library's function, then the place. */
static void what_gives_way(void **state)
{
   (void)state;
   an_own_place place = whole_place();
   check_place(&place, 62,
               "find(table&) (table.c:123), in memcmp, on orders[] (load.c:40)");
   check_place(&place, 61,
               "find(table&) (table.c:123), in memcmp, on orders[] (load.c...");
   check_place(&place, 48, "find(table&) (table.c:123), in memcmp, on ord...");
   check_place(&place, 47, "find(table&) (table.c:123), in memcmp");
   check_place(&place, 37, "find(table&) (table.c:123), in memcmp");
   check_place(&place, 36, "find(table&) (table.c:123)");
   place.library = &labels.labels[2];
   check_place(&place, 36, "find(table&) (table.c:123)");
}

static void no_more_than_the_room(void **state)
{
   (void)state;
   static const char *const objects[] = { "", "x", "key", "a very long object's name" };
   static const char *const paths[] = { NULL, "a.c", "/src/a_file_with_a_long_name.cpp" };
   static const uint32_t lines[] = { 0, 7, 4000000000u };
   for (size_t i = 0; i < NAMES * 4 * 4 * 3 * 3; i++) {
      const size_t library = i / NAMES % 4;
      const an_own_place place = {
         .function = &labels.labels[i % NAMES],
         .library = library == 3 ? NULL : &labels.labels[library],
         .object = objects[i / NAMES / 4 % 4],
         .file = paths[i / NAMES / 16 % 3],
         .line = lines[i / NAMES / 48 % 3],
      };
      char whole[TEXT_B], text[TEXT_B];
      write_place(whole, &place, SIZE_MAX);
      /* The number of the line is never cut. */
      for (size_t room = 10; room <= 100; room++) {
         write_place(text, &place, room);
         size_t n = an_text_name_columns(text);
         if (n > room && (room >= 18 || place.line < 1000))
            fail_msg("%zu columns of %zu: %s", n, room, text);
         if (room >= an_text_name_columns(whole))
            assert_string_equal(text, whole);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts),
      cmocka_unit_test(files),
      cmocka_unit_test(what_gives_way),
      cmocka_unit_test(no_more_than_the_room),
   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
