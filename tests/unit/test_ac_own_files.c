/* test_ac_own_files.c -- which source files are the program's own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"

#include "base/an_alloc.h"
#include "counts/ac_own_files.h"

/* _start, which the C library has built into the program, calls main, which calls a
   function of the C library. */
#define BODY(start, main, library) \
   "cmd: ./app\nevents: Ir\n#: cachesim 1\n" \
   "fl=" start "\nfn=_start\n1 5\nfl=" main "\nfn=main\n3 10\nfl=" library \
   "\nfn=sort\n2 1\nsummary: 16\n" \
   "#: object 01 /bin/app\n#: object-counts 15\n" \
   "#: object 02 /lib/libc.so.6\n#: object-counts 1\n"
#define CALLS \
   "#: f 1 1 0x0 1 16\n#: f 2 1 0x0 1 11\n#: f 3 2 0x0 1 1\n" \
   "#: by 1\n#: a 1 2 1 11\n#: by 2\n#: a 3 3 1 1\n#: by 0\n#: a 0 1 1 16\n" \
   "#: t 0 0 0\n#: t 1 3 1 5\n#: t 2 1 1 10\n#: t 3 2 1 1\n"
#define END "#: end 3\n"

static an_status put_own(const tk_alloc *alloc, const ac_profile *profile)
{
   ac_own_files files;
   if (!ac_own_files_open(&files, alloc, profile))
      return AN_NO_MEMORY;
   for (size_t i = 0; i < ac_profile_n_files(profile); i++) {
      const char *name = ac_profile_file(profile, i)->name;
      if (ac_own_files_has(&files, name))
         costs_put("%s\n", name);
   }
   ac_own_files_close(&files);
   return AN_OK;
}

static void relative_paths_are_the_programs_if_it_has_no_others(void **state)
{
   (void)state;
   costs_check(BODY("./src/start.c", "./src/a.c", "./stdlib/sort.c") CALLS END, put_own,
               "./src/a.c\n./src/start.c\n");
   costs_check(BODY("./src/start.c", "./src/a.c", "./stdlib/sort.c") END, put_own,
               "./src/a.c\n./src/start.c\n./stdlib/sort.c\n");
}

static void relative_paths_are_a_distributions_if_the_program_has_others(void **state)
{
   (void)state;
   costs_check(BODY("../sysdeps/start.S", "/src/a.c", "./stdlib/sort.c") CALLS END,
               put_own, "/src/a.c\n");
   costs_check(BODY("../sysdeps/start.S", "/src/a.c", "./stdlib/sort.c") END, put_own,
               "/src/a.c\n");
   costs_check(BODY("../sysdeps/start.S", "src/a.c", "./stdlib/sort.c") END, put_own,
               "src/a.c\n");
}

/* Libraries of the system can be built with any path. */
static void paths_of_libraries_are_no_others(void **state)
{
   (void)state;
   costs_check(BODY("./src/start.c", "./src/a.c", "/build/sort.c") CALLS END, put_own,
               "./src/a.c\n./src/start.c\n");
   costs_check(BODY("./src/start.c", "./src/a.c", "/usr/include/sort.h") CALLS END,
               put_own, "./src/a.c\n./src/start.c\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(relative_paths_are_the_programs_if_it_has_no_others),
      cmocka_unit_test(relative_paths_are_a_distributions_if_the_program_has_others),
      cmocka_unit_test(paths_of_libraries_are_no_others),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
