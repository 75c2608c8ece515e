/* test_ac_read_machine.c -- notes on the simulated machine: read, refused, compared.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

#define MACHINE OWN "#: machine zen4\n#: m D1 size=32K ways=8\n#: m page 4K\n"

/* Files that are added up were simulated on the same machine. */
static void test_machines(void **state)
{
   (void)state;
   static const char first[] = MACHINE END;
   read_sum((const char *const[]){ first, first, NULL }, NULL, "a.c main 1 4 6\n");
   read_second_bad(first, OWN "#: machine zen5\n", NULL, 4,
                   "machines differ: expected \"zen4\", found \"zen5\"");
   read_second_bad(first, OWN "#: machine zen4\n#: m D1 size=32K ways=12\n", NULL, 5,
                   "machines differ: expected \"D1 ways=8\", found \"D1 ways=12\"");
   read_second_bad(first, OWN "#: machine zen4\n#: m D1 size=32K ways=80\n", NULL, 5,
                   "machines differ: expected \"D1 ways=8\", found \"D1 ways=80\"");
   read_second_bad(first, OWN "#: machine zen4\n#: m I1 size=32K ways=8\n", NULL, 5,
                   "machines differ: expected \"D1\", found \"I1\"");
   read_second_bad(first, MACHINE "#: m ops mul=3\n", NULL, 7,
                   "machines differ: expected no \"ops mul=3\"");
   read_second_bad(first, OWN "#: machine zen4\n" END, NULL, 5,
                   "machines differ: expected \"D1 size=32K ways=8\", found none");
   read_second_bad(first, OWN END, NULL, 4,
                   "machines differ: expected \"zen4\", found none");
   read_second_bad(first, OWN "summary: 0 0\n#: end 0\n", NULL, 4,
                   "machines differ: expected \"zen4\", found none");
   read_second_bad(OWN END, first, NULL, 4, "machines differ: expected no \"zen4\"");
   const ac_reading by_name = { .by_name = true };
   read_sum((const char *const[]){ first, OWN END, OWN "#: machine x\n" END, NULL },
            &by_name, "a.c main 1 6 9\n");
}

static void test_machine_bad(void **state)
{
   (void)state;
   static const char first[] = OWN END;
   const ac_reading by_name = { .by_name = true };
   read_second_bad(first, OWN "#: machine\n", &by_name, 4,
                   "expected a name after \"#: machine\"");
   read_second_bad(first, OWN "#: machine a b\n", &by_name, 4,
                   "expected a name after \"#: machine\"");
   read_second_bad(first, OWN "#: machine a\\x41\n", &by_name, 4,
                   "expected a name after \"#: machine\"");
   read_second_bad(first, OWN "#: m D1 size=1\n", &by_name, 4,
                   "\"#: m\" without \"#: machine\" before it");
   read_second_bad(first, OWN "#: machine a\n#: machine a\n", &by_name, 5,
                   "a second \"#: machine\" line");
   read_second_bad(first, OWN "#: machine a\n#: m D1\n", &by_name, 5,
                   "expected a key and values after \"#: m\"");
   read_second_bad(first, OWN "#: machine a\n#: m D1 \xc3\xa4\n", &by_name, 5,
                   "expected a key and values after \"#: m\"");
   read_second_bad(first, OWN "#: machine a\n#: m D1 \x7f\n", &by_name, 5,
                   "expected a key and values after \"#: m\"");
   read_second_bad(first, OWN "fl=a\n#: machine a\n", &by_name, 5,
                   "\"#: machine\" must come before the first fl=");
   char text[4096] = OWN "#: machine zen4\n";
   for (int i = 0; i < 64; i++)
      strcat(text, "#: m page 4K\n");
   read_second_bad(first, text, &by_name, 68, "more than 64 lines on the machine");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_machines),
      cmocka_unit_test(test_machine_bad),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
