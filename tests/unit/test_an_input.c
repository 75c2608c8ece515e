/* test_an_input.c -- bytes cut into lines, in pieces of any size.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_input.h"

#include <errno.h>

static void check_text(const an_input *input, const char *expected, size_t number)
{
   assert_int_equal(input->length, strlen(expected));
   assert_memory_equal(input->line, expected, input->length);
   assert_int_equal(input->number, number);
   char after = input->line[input->length];
   assert_true(after == '\n' || after == '\r');
}

static void check_line(an_input *input, const char *expected, size_t number)
{
   assert_int_equal(an_input_next(input), AN_INPUT_LINE);
   check_text(input, expected, number);
}

/* Every way to cut the text, into a buffer of every size. */
static void test_lines(void **state)
{
   (void)state;
   static const char text[] = "one\n\ntwo words\r\n\r\nr\rr\nlong long line\n";
   for (size_t piece_B = 1; piece_B < sizeof text; piece_B++) {
      for (size_t buffer_B = 1; buffer_B < sizeof text; buffer_B++) {
         test_text memory = { text, sizeof text - 1, piece_B };
         an_input input;
         an_input_init(&input, test_alloc(), test_bytes(&memory), buffer_B);
         check_line(&input, "one", 1);
         check_line(&input, "", 2);
         check_line(&input, "two words", 3);
         check_line(&input, "", 4);
         check_line(&input, "r\rr", 5);
         check_line(&input, "long long line", 6);
         assert_int_equal(an_input_next(&input), AN_INPUT_END);
         assert_int_equal(input.number, 6);
         assert_int_equal(an_input_next(&input), AN_INPUT_END);
      }
   }
}

/* The same of a last line that lacks its newline. */
static void test_unfinished(void **state)
{
   (void)state;
   static const char text[] = "one\nlast";
   for (size_t piece_B = 1; piece_B < sizeof text; piece_B++) {
      for (size_t buffer_B = 1; buffer_B < sizeof text; buffer_B++) {
         test_text memory = { text, sizeof text - 1, piece_B };
         an_input input;
         an_input_init(&input, test_alloc(), test_bytes(&memory), buffer_B);
         check_line(&input, "one", 1);
         assert_int_equal(an_input_next(&input), AN_INPUT_UNFINISHED);
         check_text(&input, "last", 2);
         assert_int_equal(an_input_next(&input), AN_INPUT_END);
         assert_int_equal(input.number, 2);
      }
   }
}

static an_input_status first_status(const char *text, size_t length, size_t *number)
{
   test_text memory = { text, length, SIZE_MAX };
   an_input input;
   an_input_init(&input, test_alloc(), test_bytes(&memory), 4096);
   an_input_status status = an_input_next(&input);
   *number = input.number;
   return status;
}

static void test_ends(void **state)
{
   (void)state;
   size_t number;
   assert_int_equal(first_status("", 0, &number), AN_INPUT_END);
   assert_int_equal(number, 0);
   assert_int_equal(first_status("x", 1, &number), AN_INPUT_UNFINISHED);
   assert_int_equal(number, 1);
}

static void test_too_long(void **state)
{
   (void)state;
   size_t length = 2 * (size_t)AN_INPUT_LINE_MAX_B, number;
   char *text = malloc(length);
   assert_non_null(text);
   memset(text, 'x', length);
   assert_int_equal(first_status(text, length, &number), AN_INPUT_TOO_LONG);
   text[AN_INPUT_LINE_MAX_B / 2] = '\n';
   assert_int_equal(first_status(text, length, &number), AN_INPUT_LINE);
   free(text);
}

static ptrdiff_t fail_to_read(void *context, char *to, size_t size_B)
{
   (void)context;
   (void)to;
   (void)size_B;
   errno = EIO;
   return -1;
}

static void test_read_error(void **state)
{
   (void)state;
   an_input input;
   an_source_of_bytes from = { .read = fail_to_read };
   an_input_init(&input, test_alloc(), from, 16);
   assert_int_equal(an_input_next(&input), AN_INPUT_FAILED);
   assert_int_equal(errno, EIO);
}

/* Lines that say something; and what is wrong with others. */
static void test_next_text(void **state)
{
   (void)state;
   static const char text[] = "# comment\n\n  one \t\n#\na\0b\n";
   test_text memory = { text, sizeof text - 1, 3 };
   an_input input;
   an_span line;
   an_error error = { .line = 0 };
   an_input_init(&input, test_alloc(), test_bytes(&memory), 4);
   assert_true(an_input_next_text(&input, &line, &error));
   assert_true(an_span_is(line, "one"));
   assert_false(an_input_next_text(&input, &line, &error));
   assert_int_equal(error.line, 5);
   assert_string_equal(error.message, "the line has a byte that is 0");
   error = (an_error){ .line = 0 };
   assert_false(an_input_next_text(&input, &line, &error));
   assert_string_equal(error.message, "");
   an_input_init(&input, test_alloc(), (an_source_of_bytes){ .read = fail_to_read }, 16);
   assert_false(an_input_next_text(&input, &line, &error));
   assert_string_equal(error.message, strerror(EIO));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines),      cmocka_unit_test(test_unfinished),
      cmocka_unit_test(test_ends),       cmocka_unit_test(test_too_long),
      cmocka_unit_test(test_read_error), cmocka_unit_test(test_next_text),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
