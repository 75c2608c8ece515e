/* test_an_name.c -- whose code frames are.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "test_ah_common.h"

#include "heap/ah_path.h"
#include "paths/an_name.h"

static const char frames[] =
   "\"[root]\",\"0x1: malloc (in /usr/lib/vgpreload_dhat-amd64-linux.so)\","
   "\"0x2: operator new(unsigned long) (vg_replace_malloc.c:9)\","
   "\"0x3: std::a::b() (a.h:1)\",\"0x4: std::c() (a.h:2)\","
   "\"0x5: mine (m.c:3)\",\"0x6: helper (/usr/include/x.h:9)\"";

static void check_start(const char *path, bool all, size_t expected)
{
   char *site;
   assert_true(asprintf(&site, TEST_SITE(1, 1, "%s"), path) > 0);
   ah_profile *p = test_ah_profile(site, frames);
   assert_int_equal(ah_path_start(p, &p->sites[0], all), expected);
   p->mode = "copy"; /* lists Valgrind's functions */
   if (expected == 1)
      assert_int_equal(ah_path_start(p, &p->sites[0], all), 0);
   free(site);
}

static void finds_the_start(void **state)
{
   (void)state;
   check_start("1,5", false, 1);
   check_start("2,5", false, 1);
   check_start("5,1,5", false, 0);
   check_start("1", false, 0);
   check_start("1,2", false, 0);
   check_start("", false, 0);
   check_start("1,3,4,5", false, 2);
   check_start("1,3,4,5", true, 1);
   check_start("1,3,4,6,5,3,5", false, 3);
   check_start("3,5", false, 0);
   check_start("2,1,3,4", false, 2); /* all frames are the library's */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_the_start),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
