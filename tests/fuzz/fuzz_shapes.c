/* fuzz_shapes.c -- texts that describe machines: a valid one, written, is read as the
   same machine; any other has a reason.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "machine/cs_machine_text.h"

typedef struct {
   size_t used_B;
   char text[8192];
} sheet;

static bool drain(void *context, const char *bytes, size_t length_B)
{
   sheet *s = context;
   assert_true(s->used_B + length_B < sizeof s->text);
   memcpy(s->text + s->used_B, bytes, length_B);
   s->used_B += length_B;
   return true;
}

/* The whole canonical text. */
static void write_machine(const cs_machine *machine, sheet *s)
{
   static tk_text out;
   *s = (sheet){ 0 };
   tk_text_init(&out, drain, s);
   tk_text_string(&out, "name ");
   tk_text_string(&out, machine->name);
   tk_text_char(&out, '\n');
   cs_machine_write(&out, "", machine);
   assert_true(tk_text_flush(&out));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   static sheet first, second;
   cs_machine machine, again;
   tk_problem problem = { 0 };
   if (!cs_machine_parse((const char *)bytes, size_B, &machine, &problem)) {
      assert_in_range(strlen(problem.reason), 1, sizeof problem.reason - 1);
      assert_true(problem.line > 0);
      return 0;
   }
   assert_null(cs_machine_error(&machine));
   write_machine(&machine, &first);
   if (!cs_machine_parse(first.text, first.used_B, &again, &problem))
      fail_msg("%u: %s", problem.line, problem.reason);
   write_machine(&again, &second);
   assert_string_equal(first.text, second.text);
   return 0;
}
