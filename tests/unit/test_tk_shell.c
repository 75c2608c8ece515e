/* test_tk_shell.c -- names as words of a shell.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/tk_shell.h"
#include "unit_alloc.h"

#include <stdio.h>
#include <string.h>

static unit_alloc memory;

static void check(const char *name, const char *expected)
{
   unit_alloc_init(&memory);
   char *word = tk_shell_word(&memory.alloc, name);
   assert_string_equal(word, expected);
   tk_put(&memory.alloc, word);
   assert_int_equal(memory.n_live, 0);
}

static void test_words(void **state)
{
   (void)state;
   check("/tmp/cachesim.out.4711", "/tmp/cachesim.out.4711");
   check("a b", "'a b'");
   check("", "''");
   check("it's", "'it'\\''s'");
   check("~/$HOME`x`\"!*", "'~/$HOME`x`\"!*'");
   check("a\nb'\\\xff"
         "1",
         "$'a\\012b\\'\\\\\\3771'");
}

/* Bash makes of each word the name again. */
static void test_shell_agrees(void **state)
{
   (void)state;
   char name[256], command[2048], found[256];
   for (int i = 1; i < 256; i++)
      name[i - 1] = (char)i;
   name[255] = '\0';
   unit_alloc_init(&memory);
   char *word = tk_shell_word(&memory.alloc, name);
   snprintf(command, sizeof command, "exec bash -c \"$(cat <<'E'\nprintf %%s %s\nE\n)\"",
            word);
   FILE *shell = popen(command, "r");
   assert_non_null(shell);
   size_t n = fread(found, 1, sizeof found, shell);
   tk_put(&memory.alloc, word);
   if (pclose(shell) != 0)
      skip(); /* no bash */
   assert_int_equal(n, 255);
   assert_memory_equal(found, name, n);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_shell_agrees),
   };
   return cmocka_run_group_tests_name("tk_shell", tests, NULL, NULL);
}
