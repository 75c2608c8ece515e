/* fuzz_hints.c -- any bytes as source lines: the statement around a line, and the
   type that it allocates.  Results fit their buffers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "types/ty_hints.h"

enum { CALLS_MAX = 4 };

static void check_hint(const ty_hint *hint)
{
   size_t length = strnlen(hint->text, sizeof hint->text);
   assert_true(length < sizeof hint->text);
   assert_true(hint->kind >= TY_HINT_SIZED && hint->kind <= TY_HINT_RETURN);
}

static void find(const ty_statement *statement, const char *callee)
{
   static ty_hints calls[CALLS_MAX];
   size_t n = ty_hints_find(statement, callee, calls, CALLS_MAX);
   assert_true(n <= CALLS_MAX);
   for (size_t i = 0; i < n; i++) {
      assert_true(calls[i].n <= TY_HINTS_MAX);
      for (size_t k = 0; k < calls[i].n; k++)
         check_hint(&calls[i].hints[k]);
   }
}

/* The tokens are in the text, in order. */
static void check_statement(const ty_statement *statement, const char *text,
                            size_t length)
{
   const char *at = text;
   assert_true(statement->n <= TY_STATEMENT_MAX);
   for (size_t i = 0; i < statement->n; i++) {
      const ty_token *token = &statement->tokens[i];
      assert_true(token->at >= at && token->length > 0);
      at = token->at + token->length;
      assert_true(at <= text + length);
   }
}

/* Each line in turn.  The text has no NUL at its end. */
static void ask_all_lines(const char *text, size_t length)
{
   static ty_statement statement;
   for (size_t line = 0, next; line < length; line = next) {
      const char *end = memchr(text + line, '\n', length - line);
      next = end == NULL ? length : (size_t)(end - text) + 1;
      if (!ty_statement_find(&statement, text, length, text + line))
         continue;
      check_statement(&statement, text, length);
      find(&statement, NULL);
      find(&statement, "make");
      find(&statement, "~vector");
   }
}

/* The bytes also serve as the name of a function. */
static void ask_name(const char *text, size_t length)
{
   char callee[TY_HINT_TEXT_B];
   char *name = malloc(length + 1);
   assert_non_null(name);
   memcpy(name, text, length);
   name[length] = '\0';
   if (ty_hints_callee(name, callee))
      assert_true(strnlen(callee, sizeof callee) < sizeof callee);
   free(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   ask_all_lines((const char *)bytes, size_B);
   ask_name((const char *)bytes, size_B);
   return 0;
}
