/* test_ac_crates.c -- whose code a profile counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_costs.h"

#include "base/an_alloc.h"
#include "base/an_own.h"
#include "counts/ac_crates.h"
#include "counts/ac_own_lines.h"

static void put(const ac_crates *crates)
{
   for (size_t i = 0; i < crates->n; i++)
      costs_put("%s%s %d\n", crates->of[i].name, crates->of[i].is_own ? " (own)" : "",
                (int)crates->of[i].counts[0]);
}

static void put_all(const ac_profile *profile)
{
   ac_crates crates;
   ac_crates_open(&crates, test_alloc(), profile);
   put(&crates);
}

static void put_rest(const ac_profile *profile)
{
   an_error error;
   ac_metrics *metrics = ac_metrics_new(an_alloc_malloc(), profile, NULL, &error);
   ac_measure measure = { .metric = ac_metrics_at(metrics, 0) };
   const ac_measures by = { .of = &measure, .n = 1 };
   ac_own_lines own;
   ac_crates crates;
   ac_own_lines_open(&own, test_alloc(), profile,
                     &(ac_own_wanted){ .sort = &by, .keep = &by, .event = SIZE_MAX });
   ac_crates_open_rest(&crates, test_alloc(), profile, &own);
   costs_put("%d\n", (int)own.rest[0]);
   put(&crates);
}

#define HEAD "cmd: x\nevents: Ir\n#: cachesim 1\n"

/* Functions: 1 main, 2 walk of the crate ignore, 3 of no file, 4 malloc of libc. */
#define RUST \
   HEAD "fl=/ws/fd/src/main.rs\nfn=fd::main\n3 10\n" \
        "fl=/rustc/1/library/core/src/iter.rs\nfn=fd::main\n4 5\n" \
        "fl=/x/registry/src/y/ignore-0.4.18/src/walk.rs\nfn=ignore::walk::run\n1 20\n" \
        "fl=???\nfn=ignore::dir::open\n0 30\nfn=__rustc::__rust_alloc\n0 40\n" \
        "fn=malloc\n0 50\nfn=(below main)\n0 1\n" \
        "summary: 156\n#: object 01 /bin/fd\n#: object-counts 106\n" \
        "#: object 02 /lib/libc.so.6\n#: object-counts 50\n"
#define END "#: end 7\n"

static void crates_of_rust(void **state)
{
   (void)state;
   costs_check(RUST END, put_all, "std 45\nfd (own) 10\nignore 50\nlibc 1\nunknown 50\n");
}

/* The user says what is own. */
static void as_the_user_says(void **state)
{
   (void)state;
   const an_own_rule rules[] = { { "/ws", AN_WHOSE_LIBRARY },
                                 { "ignore-*", AN_WHOSE_PROGRAM } };
   const an_own own = { rules, 2 };
   ac_profile *profile = test_good_profile(RUST END);
   ac_profile_set_own(profile, &own);
   *(costs_end = costs_got) = '\0';
   put_all(profile);
   assert_non_null(strstr(costs_got, "src 10\n"));
   assert_non_null(strstr(costs_got, "ignore (own) 20\n"));
}

#define C(calls) \
   HEAD "fl=/src/a.c\nfn=main\n3 10\nfl=/src/b.c\nfn=b\n3 7\n" \
        "fl=/usr/include/c++/12/bits/stl_vector.h\nfn=main\n4 5\n" \
        "fl=/usr/include/boost/any.hpp\nfn=alone\n4 6\n" \
        "fl=./stdlib/sort.c\nfn=sort\n2 20\n" \
        "fl=???\nfn=deflate\n0 30\nfn=plain\n0 3\n" \
        "summary: 81\n#: object 01 /bin/app\n#: object-counts 31\n" \
        "#: object 02 /lib/libc.so.6\n#: object-counts 20\n" \
        "#: object 03 /usr/lib/libz.so.1.2.13\n#: object-counts 30\n" calls "#: end 7\n"
static void libraries_of_c(void **state)
{
   (void)state;
   costs_check(C(""), put_all, "unknown 53\nown (own) 17\nboost 6\nlibstdc++ 5\n");
}

/* Without calls, a header's code is of the function that it is in. */
static void the_rest_without_calls(void **state)
{
   (void)state;
   costs_check(C(""), put_rest, "59\nunknown 53\nboost 6\n");
}

/* start calls deflate, of no line, and own_code, which calls sort. */
#define CALLS \
   HEAD "fl=???\nfn=start\n0 4\nfn=deflate\n0 30\nfn=own_code\n0 10\n" \
        "fl=./stdlib/sort.c\nfn=sort\n2 20\n" \
        "summary: 64\n#: object 01 /bin/app\n#: object-counts 10\n" \
        "#: object 02 /lib/libc.so.6\n#: object-counts 24\n" \
        "#: object 03 /usr/lib/libz.so.1.2.13\n#: object-counts 30\n" \
        "#: f 1 2 0x0 1 64\n#: f 2 3 0x0 1 30\n#: f 3 1 0x0 1 30\n" \
        "#: f 4 2 0x0 1 20\n" \
        "#: by 1\n#: a 0 2 1 30\n#: a 0 3 1 30\n#: by 3\n#: a 0 4 1 20\n" \
        "#: by 0\n#: a 0 1 1 64\n" \
        "#: t 0 0 0\n#: t 1 4 1 4\n#: t 2 1 1 30\n#: t 2 2 1 10\n" \
        "#: t 3 3 1 20\n#: end 4\n"

static void objects_name_code_without_files(void **state)
{
   (void)state;
   costs_check(CALLS, put_all, "libc 24\nlibz 30\nown (own) 10\n");
}

static void the_rest_with_calls(void **state)
{
   (void)state;
   costs_check(CALLS, put_rest, "34\nlibc 4\nlibz 30\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(crates_of_rust),
      cmocka_unit_test(as_the_user_says),
      cmocka_unit_test(libraries_of_c),
      cmocka_unit_test(objects_name_code_without_files),
      cmocka_unit_test(the_rest_without_calls),
      cmocka_unit_test(the_rest_with_calls),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
