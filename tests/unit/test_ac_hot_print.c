/* test_ac_hot_print.c -- the hottest lines: rows, and their source below.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_tables.h"

#include "sections/ac_sections.h"

#include <stdlib.h>
#include <unistd.h>

static char directory[] = "/tmp/test_ac_hot_print.XXXXXX";

static int set_up(void **state)
{
   (void)state;
   if (mkdtemp(directory) == NULL || chdir(directory) != 0)
      return -1;
   FILE *file = fopen("a.c", "w");
   if (file == NULL)
      return -1;
   fputs("first\n\t  sec\tond\n   \n\nlast", file);
   if (fclose(file) != 0 || (file = fopen("long.c", "w")) == NULL)
      return -1;
   fprintf(file, "\t%*d\n", AN_TEXT_SOURCE_MAX_B + 1, 1);
   fprintf(file, "%0*d\n", AN_TEXT_SOURCE_MAX_B, 1);
   fprintf(file, "%0*d\n", AN_TEXT_SOURCE_MAX_B + 1, 1);
   return fclose(file);
}

static int tear_down(void **state)
{
   (void)state;
   unlink("a.c");
   unlink("long.c");
   return chdir("/") == 0 ? rmdir(directory) : -1;
}

static const char text[] =
   "cmd: x\nevents: Ir Dr\nfl=a.c\nfn=f\n1 9 0\n2 49 1\n3 8 0\n"
   "fn=g\n2 1 0\n5 20 0\n9 7 0\n"
   "fl=gone.c\nfn=h\n1 5 0\nfl=???\nfn=???\n0 1 0\nsummary: 100 1\n";

#define TWO "50 f:2 and 1 more"
#define OPTIONS(...) ((ac_request){ __VA_ARGS__ })

static void check(ac_request request, const char *show, const char *expected)
{
   test_section s;
   section_read(&s, text, show);
   request.show = request.sort = s.show.measures;
   s.request = request;
   section_open(&s, ac_hot_tables, 1);
   section_rows(&s, 0, expected);
   section_close(&s);
}

static void rows(void **state)
{
   (void)state;
   check(OPTIONS(.threshold = 5), "Ir", TWO ";20 g:5;9 f:1;8 f:3;7 g:9;5 h:1");
   check(OPTIONS(.threshold = 5.1), "Ir", TWO ";20 g:5;9 f:1;8 f:3;7 g:9");
   check(OPTIONS(.threshold = 5), "Dr Ir", TWO);
   check(OPTIONS(.threshold = 50, .n_top = 1, .top_wins = true), "Ir",
         TWO ";20 g:5;9 f:1;8 f:3;7 g:9;5 h:1"); /* 0 is no line */
}

/* Without blanks before it; none of an empty line, of one that the file does not have, or
   of a file that is not there. */
static void source(void **state)
{
   (void)state;
   check(OPTIONS(.threshold = 5, .annotate = true), "Ir",
         TWO " [sec ond];20 g:5 [last];9 f:1 [first];8 f:3;7 g:9;5 h:1");
   /* What is not shown is not read. */
   check(OPTIONS(.threshold = 5, .annotate = true, .n_top = 2), "Ir",
         TWO " [sec ond];20 g:5 [last];9 f:1;8 f:3;7 g:9;5 h:1");
   check(OPTIONS(.annotate = true, .source = { .is_closed = true }, .threshold = 10),
         "Ir", TWO ";20 g:5");
}

/* The beginning of a long line is kept. */
static void long_source(void **state)
{
   (void)state;
   test_section s;
   section_read(&s, "cmd: x\nevents: Ir\nfl=long.c\nfn=f\n1 9\n2 8\n3 7\nsummary: 24\n",
                NULL);
   s.request.annotate = true;
   section_open(&s, ac_hot_tables, 1);
   section_row(&s, 0, 0);
   assert_string_equal(s.row.below, "1");
   for (ptrdiff_t number = 1; number <= 2; number++) {
      section_row(&s, 0, number);
      assert_int_equal(strlen(s.row.below), AN_TEXT_SOURCE_MAX_B);
      assert_int_equal(s.row.below[AN_TEXT_SOURCE_MAX_B - 1], number == 1 ? '1' : '0');
   }
   section_close(&s);
}

static void check_notes(const struct timespec *modified, bool annotate, bool warns)
{
   test_section s;
   char *notes;
   size_t length;
   section_read(&s, text, "Ir");
   s.request.annotate = annotate;
   s.analysis.data_modified = modified;
   section_open(&s, ac_hot_tables, 1);
   FILE *out = open_memstream(&notes, &length);
   assert_non_null(out);
   an_page page = { .scope = s.scope, .out = out };
   s.tables.of[0].print_notes(&s.tables.of[0], &page);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(notes, warns ? "@@ WARNING: source is newer than the profile, and "
                                      "can differ.\n"
                                    : "");
   free(notes);
   section_close(&s);
}

static void is_newer(void **state)
{
   (void)state;
   static const struct timespec old = { .tv_sec = 1 }, new = { .tv_sec = INT32_MAX };
   check_notes(&old, true, true);
   check_notes(&old, false, false);
   check_notes(&new, true, false);
   check_notes(NULL, true, false);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows),
      cmocka_unit_test(source),
      cmocka_unit_test(long_source),
      cmocka_unit_test(is_newer),

   };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
