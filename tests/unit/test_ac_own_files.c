/* test_ac_own_files.c -- which source files are the program's own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"

#include "base/an_alloc.h"
#include "base/an_own.h"
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

static void put_own(const ac_profile *profile)
{
   ac_own_files files;
   ac_own_files_open(&files, test_alloc(), profile);
   for (size_t i = 0; i < ac_profile_n_files(profile); i++) {
      const char *name = ac_profile_file(profile, i)->name;
      if (ac_own_files_has(&files, name))
         costs_put("%s\n", name);
   }
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

/* Headers of libraries are none of the program's other files. */
static void headers_of_libraries_are_no_others(void **state)
{
   (void)state;
   costs_check(BODY("./src/start.c", "./src/a.c", "/usr/include/sort.h") END, put_own,
               "./src/a.c\n./src/start.c\n");
}

/* A file is the program's by all code that is inlined into its functions; what no
   function has is only if its path is no distribution's. */
static void files_of_inlined_code(void **state)
{
   (void)state;
   /* main has code of b.h and c.h inlined, sort that of d.h and e.h. */
   costs_check("cmd: ./app\nevents: Ir\n#: cachesim 1\n"
               "fl=./lost.c\nfn=lost\n9 1\nfl=./src/a.c\nfn=main\n3 1\n"
               "fl=./src/b.h\nfn=main\n3 1\nfl=./src/c.h\nfn=main\n3 1\n"
               "fl=/build/d.h\nfn=sort\n3 1\nfl=/build/e.h\nfn=sort\n3 1\n"
               "fl=/build/sort.c\nfn=sort\n2 1\nsummary: 7\n"
               "#: object 01 /bin/app\n#: object-counts 4\n"
               "#: object 02 /lib/libc.so.6\n#: object-counts 3\n"
               "#: fn 3 b\n#: fn 4 c\n#: fn 5 d\n#: fn 6 e\n"
               "#: f 2 1 0x0 1 6\n#: i 1 8 3 1\n#: i 1 9 3 1\n"
               "#: f 7 2 0x0 1 3\n#: i 1 10 2 1\n#: i 1 11 2 1\n"
               "#: by 1\n#: a 3 2 1 3\n#: by 0\n#: a 0 1 1 6\n#: ar 1 1 1\n"
               "#: t 0 0 0\n#: t 1 2 1 1\n#: ti 2 1 1\n#: ti 2 2 1\n#: t 2 1 1 1\n"
               "#: ti 3 3 1\n#: ti 3 4 1\n#: tr 1 1 1\n"
               "#: end 7\n",
               put_own, "./src/a.c\n./src/b.h\n./src/c.h\n");
}

static void as_the_user_says(void **state)
{
   (void)state;
   const an_own_rule rules[] = { { "/build", AN_WHOSE_PROGRAM },
                                 { "src", AN_WHOSE_LIBRARY } };
   const an_own own = { rules, 2 };
   ac_profile *profile = test_good_profile(
      BODY("./src/start.c", "./src/a.c", "/build/sort.c") CALLS END);
   ac_profile_set_own(profile, &own);
   *(costs_end = costs_got) = '\0';
   put_own(profile);
   assert_string_equal(costs_got, "/build/sort.c\n");
}

/* ---- Functions ---- */

static void put_functions(const ac_profile *profile)
{
   ac_own_files files;
   const ac_calls *calls = ac_profile_calls(profile);
   ac_own_files_open(&files, test_alloc(), profile);
   for (uint32_t i = 0; i < calls->n_functions; i++)
      if (ac_own_files_has_function(&files, i))
         costs_put("%s\n", calls->functions[i].name);
}

/* Of no known file, those of the program's objects are, but for what calls main. */
static void functions_of_no_file(void **state)
{
   (void)state;
   costs_check("cmd: ./app\nevents: Ir\n#: cachesim 1\n"
               "fl=/src/a.c\nfn=main\n3 10\n"
               "fl=???\nfn=(below main)\n0 1\nfn=run\n0 2\nfn=sort\n0 3\n"
               "summary: 16\n#: object 01 /bin/app\n#: object-counts 13\n"
               "#: object 02 /lib/libc.so.6\n#: object-counts 3\n"
               "#: f 1 1 0x0 1 15\n#: f 2 1 0x0 1 16\n#: f 3 1 0x0 1 2\n"
               "#: f 4 2 0x0 1 3\n#: by 1\n#: a 3 3 1 2\n#: a 3 4 1 3\n"
               "#: by 2\n#: a 0 1 1 15\n#: by 0\n#: a 0 2 1 16\n"
               "#: t 0 0 0\n#: t 1 4 1 1\n#: t 2 3 1 10\n#: t 3 1 1 2\n"
               "#: t 3 2 1 3\n#: end 4\n",
               put_functions, "main\nrun\n");
}

/* Of a program in Rust not what its compiler makes, nor its library's: not even main. */
static void functions_of_rust(void **state)
{
   (void)state;
#define RUST(file) \
   "cmd: ./app\nevents: Ir\n#: cachesim 1\n" \
   "fl=/src/" file "\nfn=app::main\n3 10\n" \
   "fl=???\nfn=main\n0 1\nfn=app::run\n0 2\nfn=__rustc::__rust_alloc\n0 3\n" \
   "summary: 16\n#: object 01 /bin/app\n#: object-counts 16\n" \
   "#: f 1 1 0x0 1 15\n#: f 2 1 0x0 1 16\n#: f 3 1 0x0 1 2\n" \
   "#: f 4 1 0x0 1 3\n#: by 1\n#: a 3 3 1 2\n#: a 3 4 1 3\n" \
   "#: by 2\n#: a 0 1 1 15\n#: by 0\n#: a 0 2 1 16\n" \
   "#: t 0 0 0\n#: t 1 4 1 1\n#: t 2 3 1 10\n#: t 3 1 1 2\n" \
   "#: t 3 2 1 3\n#: end 4\n"
   costs_check(RUST("main.rs"), put_functions, "app::main\napp::run\n");
   costs_check(RUST("main.c"), put_functions, "app::main\nmain\napp::run\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(relative_paths_are_the_programs_if_it_has_no_others),
      cmocka_unit_test(relative_paths_are_a_distributions_if_the_program_has_others),
      cmocka_unit_test(paths_of_libraries_are_no_others),
      cmocka_unit_test(headers_of_libraries_are_no_others),
      cmocka_unit_test(files_of_inlined_code),
      cmocka_unit_test(as_the_user_says),
      cmocka_unit_test(functions_of_no_file),
      cmocka_unit_test(functions_of_rust),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
