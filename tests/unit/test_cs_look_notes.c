/* test_cs_look_notes.c -- notes on looks: equal ones are one, in order; how bytes are
   written.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "data/cs_look_notes.h"
#include "unit_alloc.h"

enum { LINE_B = 64, BLOCK = 1 << 20 };

static unit_alloc memory;
static unit_sink sink;
static cs_looks looks;
static cs_data datum;

/* A look at lines of a block, from an offset on. */
static void look(int64_t offset, uint32_t n_lines, const uint64_t *used)
{
   uintptr_t first = (uintptr_t)(BLOCK + (offset < 0 ? 0 : offset));
   const cs_look_window window = { .line = first,
                                   .first = first,
                                   .n_lines = n_lines,
                                   .start = (uint64_t)((int64_t)first - offset),
                                   .head = UINT64_MAX,
                                   .tail = UINT64_MAX };
   datum.use.n_lines++;
   cs_look *begun = cs_looks_begin(&looks, &datum, &window);
   assert_non_null(begun);
   for (uint32_t i = 0; i < n_lines; i++)
      cs_look_add(&looks, begun, first + i * LINE_B, used[i]);
}

static void look_once(int64_t offset, uint64_t used)
{
   look(offset, 1, &used);
}

static void assert_notes(const char *expected)
{
   static tk_text text;
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   cs_look_notes_head(&text, &looks);
   cs_look_notes_datum(&text, &looks, &datum);
   assert_true(tk_text_flush(&text));
   assert_string_equal(sink.bytes, expected);
}

static int start(void **state)
{
   (void)state;
   datum = (cs_data){ .number = 7 };
   cs_looks_init(&looks, &memory.alloc, 6);
   return 0;
}

static int finish(void **state)
{
   (void)state;
   cs_looks_fini(&looks);
   assert_int_equal(memory.n_live, 0);
   return 0;
}

static void test_order(void **state)
{
   (void)state;
   static const uint64_t two[] = { 1, 0 };
   look_once(8, 1);
   look_once(8, 3);
   look_once(-16, 0x10000);
   look_once(8, 3);
   look(8, 2, two);
   assert_notes("#: looks 64\n#: dl 7 2 8 3\n#: dl 7 1 -16 10000\n#: dl 7 1 8 1\n"
                "#: dl 7 1 8 1 0\n");
}

/* By words of four bytes where all are whole, and it is shorter; equal lines once. */
static void test_bytes(void **state)
{
   (void)state;
   static const uint64_t used[] = {
      0, 0, UINT64_MAX, 0xf0, 0xff, 0xf00, 0xff8, UINT64_C(0xf) << 60, 0, 0, 0, 1, 1
   };
   look(0, sizeof used / sizeof used[0], used);
   assert_notes("#: looks 64\n#: dl 7 1 0 2*0 wffff f0 ff w4 ff8 w8000 3*0 2*1\n");
}

/* The most, each another one; in order. */
static void test_most(void **state)
{
   (void)state;
   for (int i = 0; i < 2 * CS_LOOKS_OF_DATUM; i++) {
      datum.use.n_lines = (uint64_t)i;
      look_once(i * LINE_B, 1);
   }
   static tk_text text;
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   cs_look_notes_datum(&text, &looks, &datum);
   assert_true(tk_text_flush(&text));
   int n = 0;
   long last = -1;
   for (const char *at = sink.bytes; *at != '\0'; at = strchr(at, '\n') + 1, n++) {
      assert_memory_equal(at, "#: dl 7 1 ", 10);
      long offset = strtol(at + 10, NULL, 10);
      assert_true(offset > last && offset % LINE_B == 0);
      last = offset;
   }
   assert_int_equal(n, CS_LOOKS_OF_DATUM);
}

int main(void)
{
   unit_alloc_init(&memory);
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_order, start, finish),
      cmocka_unit_test_setup_teardown(test_bytes, start, finish),
      cmocka_unit_test_setup_teardown(test_most, start, finish),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
