/* test_cs_presets.c -- cs_presets: each is a machine that can be simulated, is named like
   its file, says what it is, and is what its file says.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_machine_text.h"
#include "machine/cs_presets.h"

static void test_all(void **state)
{
   (void)state;
   size_t n = 0;
   for (const cs_preset *p = cs_presets; p->name != NULL; p++, n++) {
      cs_machine m;
      tk_problem problem;
      if (!cs_machine_parse(p->text, strlen(p->text), &m, &problem))
         fail_msg("%s:%u: %s", p->name, problem.line, problem.reason);
      assert_string_equal(m.name, p->name);
      assert_null(cs_machine_error(&m));
      assert_in_range(strlen(p->description), 10, 64);
      assert_true(n == 0 || strcmp(p[-1].name, p->name) < 0);
      assert_null(strchr(p->text, '#'));
   }
   assert_in_range(n, 9, 100);
}

/* What only a typing error breaks. */
static void test_sense(void **state)
{
   (void)state;
   for (const cs_preset *p = cs_presets; p->name != NULL; p++) {
      cs_machine m;
      assert_true(cs_preset_find(p->name, &m));
      uint64_t size_B = m.d1.geometry.size_B;
      uint32_t cycles = m.d1.latency_cycles;
      for (uint32_t i = 0; i < m.n_levels; i++) {
         const cs_level_shape *level = &m.levels[i];
         bool is_victim_cache = level->inclusion == CS_EXCLUSIVE;
         assert_true(level->geometry.size_B > size_B || is_victim_cache);
         assert_true(level->latency_cycles > cycles);
         size_B = level->geometry.size_B;
         cycles = level->latency_cycles;
      }
      assert_true(m.memory_cycles > cycles);
      assert_true(m.dtlb[0].n_entries > 0 && m.itlb[0].n_entries > 0);
      assert_true(m.dtlb[1].n_entries > m.dtlb[0].n_entries);
      assert_true(m.n_prefetchers > 0);
   }
}

static void test_find(void **state)
{
   (void)state;
   cs_machine m, before;
   memset(&m, 0x5a, sizeof m);
   before = m;
   assert_false(cs_preset_find("zen", &m));
   assert_false(cs_preset_find("", &m));
   assert_false(cs_preset_find("zen4-serverx", &m));
   assert_memory_equal(&m, &before, sizeof m);
   assert_true(cs_preset_find("zen4", &m));
   assert_string_equal(m.name, "zen4");
   assert_int_equal(m.levels[0].geometry.size_B, 1 << 20);
   assert_int_equal(m.levels[1].inclusion, CS_EXCLUSIVE);
}

/* A file of the source, which the caller frees. */
static char *text_of(const char *name)
{
   enum { MAX_B = 1 << 16 };
   const char *srcdir = getenv("srcdir");
   char path[4096], *text = malloc(MAX_B);
   snprintf(path, sizeof path, "%s/%s", srcdir == NULL ? "." : srcdir, name);
   FILE *file = fopen(path, "r");
   assert_non_null(file);
   size_t length_B = fread(text, 1, MAX_B - 1, file);
   fclose(file);
   text[length_B] = '\0';
   return text;
}

/* The text is that of the file, without comments. */
static void test_files(void **state)
{
   (void)state;
   for (const cs_preset *p = cs_presets; p->name != NULL; p++) {
      char name[200];
      snprintf(name, sizeof name, "cachesim/machine/presets/%s.machine", p->name);
      char *text = text_of(name);
      assert_non_null(strstr(text, "\n# Sources: "));
      cs_machine of_file, of_tool;
      tk_problem problem;
      assert_true(cs_machine_parse(text, strlen(text), &of_file, &problem));
      assert_true(cs_preset_find(p->name, &of_tool));
      assert_string_equal(of_file.name, of_tool.name);
      assert_memory_equal(&of_file.d1, &of_tool.d1, sizeof of_file.d1);
      assert_memory_equal(of_file.op_cycles, of_tool.op_cycles, sizeof of_file.op_cycles);
      free(text);
   }
}

/* docs/MACHINES.md lists each preset, and its example is a machine. */
static void test_page(void **state)
{
   (void)state;
   char *page = text_of("docs/MACHINES.md"), name[200];
   for (const cs_preset *p = cs_presets; p->name != NULL; p++) {
      snprintf(name, sizeof name, "`%s`", p->name);
      assert_non_null(strstr(page, name));
   }
   char *example = strstr(page, "    # Comments begin"), *end;
   assert_non_null(example);
   assert_non_null(end = strstr(example, "\n\n"));
   cs_machine m;
   tk_problem problem;
   if (!cs_machine_parse(example, (size_t)(end - example), &m, &problem))
      fail_msg("%u: %s", problem.line, problem.reason);
   assert_string_equal(m.name, "example");
   assert_int_equal(m.n_levels, 2);
   free(page);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all),  cmocka_unit_test(test_sense),
      cmocka_unit_test(test_find), cmocka_unit_test(test_files),
      cmocka_unit_test(test_page),
   };
   return cmocka_run_group_tests_name("cs_presets", tests, NULL, NULL);
}
