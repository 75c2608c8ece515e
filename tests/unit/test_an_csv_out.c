/* test_an_csv_out.c -- CSV as it is written.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_csv_out.h"

#include <math.h>
#include <stdio.h>

static char *written;
static size_t written_B;

static an_csv_out begin(void)
{
   an_csv_out csv = { .out = open_memstream(&written, &written_B) };
   assert_non_null(csv.out);
   return csv;
}

static void check(an_csv_out *csv, const char *expected)
{
   assert_int_equal(fclose(csv->out), 0);
   assert_string_equal(written, expected);
   free(written);
}

static void test_records(void **state)
{
   (void)state;
   an_csv_out csv = begin();
   an_csv_put_shown(&csv, "a");
   an_csv_put_title(&csv, "b", " old");
   an_csv_put_title(&csv, "c,d", " new");
   an_csv_end_record(&csv);
   an_csv_put_empty(&csv);
   an_csv_put_int(&csv, -5);
   an_csv_put_number(&csv, 0.25L, false);
   an_csv_put_number(&csv, NAN, true);
   an_csv_put_number(&csv, 1e309L, false); /* no double */
   an_csv_put_empty(&csv);
   an_csv_end_record(&csv);
   check(&csv, "a,b old,\"c,d new\"\r\n,-5,0.25,,,\r\n");
}

static void check_text(const char *text, const char *expected)
{
   an_csv_out csv = begin();
   an_csv_put_text(&csv, text);
   check(&csv, expected);
}

/* No spreadsheet computes a name. */
static void test_formulas(void **state)
{
   (void)state;
   check_text("", "");
   check_text("a=b", "a=b");
   check_text("=1+1", "\\x3d1+1");
   check_text("=A(\"x\",1)", "\"\\x3dA(\"\"x\"\",1)\"");
   check_text("+[NSObject alloc]", "\\x2b[NSObject alloc]");
   check_text("-[NSString a]", "\\x2d[NSString a]");
   check_text("@SUM(A1)", "\\x40SUM(A1)");
   check_text("a\nb\xe9", "a\\x0ab\\xe9");
}

static void test_parts(void **state)
{
   (void)state;
   an_csv_out csv = begin();
   an_csv_put_int(&csv, 1);
   an_csv_open_parts(&csv);
   an_csv_put_part(&csv, "=a\"", true);
   an_csv_put_part(&csv, "=a\"", false);
   an_csv_close_parts(&csv);
   an_csv_open_parts(&csv);
   an_csv_close_parts(&csv);
   check(&csv, "1,\"\\x3da\"\";=a\"\"\",\"\"");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_records),
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_parts),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
