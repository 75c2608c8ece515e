/* test_an_paths_join.c -- call paths that two builds list in different forms.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_diff.h"

#include "heap/ah_diff_paths.h"

/* "OLD-NEW" bytes of each path, and its steps if asked. */
static void print(const ah_paths *paths, bool steps, FILE *out)
{
   for (uint32_t i = 0; i < paths->n; i++) {
      size_t n;
      const int64_t *v = ah_paths_values(paths, i);
      an_frame *frames = ah_paths_frames(paths, paths->alloc, i, &n);
      fprintf(out, "%s%d-%d", i > 0 ? " " : "", (int)v[0], (int)v[paths->n_values]);
      for (size_t k = 0; steps && k < n; k++)
         fprintf(out, " %s:%u", frames[k].function, frames[k].line);
      tk_put(paths->alloc, frames);
   }
}

static void join(const ah_profile *old, const ah_profile *new, bool steps, FILE *out)
{
   ah_paths paths;
   ah_paths_open(&paths, test_alloc(), (const ah_profile *[]){ old, new });
   print(&paths, steps, out);
}

static void check_with(const char *old_paths, const char *new_paths, bool steps,
                       const char *expected)
{
   ah_profile *old = test_ah_diff_profile(old_paths);
   ah_profile *new = test_ah_diff_profile(new_paths);
   char got[1024] = "";
   FILE *out = fmemopen(got, sizeof got, "w");
   join(old, new, steps, out);
   fclose(out);
   if (strcmp(got, expected) != 0)
      fail_msg("%s; %s: %s, not %s", old_paths, new_paths, got, expected);
}

/* The bytes of OLD and NEW of each path. */
static void check(const char *old_paths, const char *new_paths, const char *expected)
{
   check_with(old_paths, new_paths, false, expected);
}

static void joins_inlined(void **state)
{
   (void)state;
   check("f(int) (a.c:1)", "f (a.c:2)", "1-1");
   check("n::f(int) const (a.c:1)", "f (a.c:2)", "1-1");
   check("n::f(int) (a.c:1)", "n::f (a.c:2)", "1-1");
   check("f (a.c:1)", "n::f(int) (x/a.c:2)", "1-1");
   check("int n::f<int>(int) (a.c:1)", "f<int> (a.c:2)", "1-1");
   check("int n::f<int>(int) (a.c:1)", "f (a.c:2)", "1-1");
   check("n::f[abi:cxx11](int) (a.c:1)", "f (a.c:2)", "1-1");
   check("main::{lambda(int)#1}::operator()(int) const (a.c:1)", "operator() (a.c:1)",
         "1-1");
   check("f(int) (a.c:1)|g() (a.c:2)|main (a.c:3)", "f (a.c:1)|g() (a.c:2)|main (a.c:3)",
         "1-1");
   check("f(int) (a.c:1)", "f (b.c:2)", "1-0 0-1");
   check("f(int) (a.c:1)", "g (a.c:2)", "1-0 0-1");
   check("m::f(int) (a.c:1)", "n::f (a.c:2)", "1-0 0-1");
   check("m::f(int) (a.c:1)", "f(int) (a.c:2)", "1-0 0-1");
}

/* A piece of a function inlined into another is one step with it. */
static void joins_repeated(void **state)
{
   (void)state;
   check("f(int) (a.c:1)|main (a.c:2)", "f (a.c:1)|f(int) (a.c:1)|main (a.c:2)", "1-1");
   check("f(int) (a.c:1)|f() (a.c:2)|main (a.c:2)", "f (a.c:1)|main (a.c:2)", "1-1");
}

static void shows_new(void **state)
{
   (void)state;
   check_with("n::f(int) (a.c:1)|main (a.c:2)", "f (a.c:3)|main (a.c:4)", true,
              "1-1 f:3 main:4");
   check_with("f (a.c:1)|main (a.c:2)", "n::f(int) (a.c:3)|main (a.c:4)", true,
              "1-1 n::f(int):3 main:4");
}

static void keeps_functions_apart(void **state)
{
   (void)state;
   /* Overloads that both profiles know. */
   check("f(int) (a.c:1);f(char) (a.c:2)", "f(int) (a.c:1);f(char) (a.c:2)", "1-1 2-2");
   check("f(int) (a.c:1)", "f(char) (a.c:2);f(int) (a.c:1)|main (a.c:9)", "1-0 0-1 0-2");
   check("m::f(int) (a.c:1);n::f(int) (a.c:2)", "n::f (a.c:2);m::f (a.c:1)", "2-1 1-2");
   check("m::f(int) (a.c:1);n::f(int) (a.c:2)", "f (a.c:2)", "1-0 2-0 0-1");
   check("n::g<A>() (a.c:1);n::g<B>() (a.c:2)", "g<B> (a.c:1);g<A> (a.c:2)", "2-1 1-2");
   check("f(int) (a.c:1);f(char) (a.c:2)", "f(long) (a.c:1);f(bool) (a.c:1)",
         "1-0 2-0 0-1 0-2");
}

static void adds_up(void **state)
{
   (void)state;
   /* NEW does not tell the overloads apart. */
   check("f(int) (a.c:1);f(char) (a.c:2)", "f (a.c:2)", "3-1");
   /* One of two calls was inlined. */
   check("f(int) (a.c:1)", "f(int) (a.c:1);f (a.c:2)", "1-3");
   check("f(int) (a.c:1)|g (a.c:2);f (a.c:2)|g() (a.c:2)", "f (a.c:2)|g (a.c:2)", "3-1");
   /* Which of both was inlined is unknown. */
   check("f(int) (a.c:1);f(char) (a.c:2)", "f(int) (a.c:1);f(char) (a.c:2);f (a.c:3)",
         "1-1 2-2 0-4");
   /* The parameters changed. */
   check("f(int) (a.c:1)", "f(long) (a.c:1)", "1-1");
}

static void joins_library(void **state)
{
   (void)state;
   /* Inner steps, which one build does not list. */
   check("std::a() (v.h:1)|std::b() (v.h:2)|std::push() (v.h:3)|f(int) (a.c:1)",
         "std::a() (v.h:1)|std::push() (v.h:3)|f(int) (a.c:1)", "1-1");
   check("std::a() (v.h:1)|std::push() (v.h:3)|f(int) (a.c:1)",
         "std::a() (v.h:1)|std::pop() (v.h:3)|f(int) (a.c:1)", "1-0 0-1");
   /* The outermost step, too. */
   check("std::a() (v.h:1)|std::push() (v.h:3)|f(int) (a.c:1)",
         "std::a() (v.h:1)|f(int) (a.c:1)", "1-1");
   check("std::a() (in /lib/x.so)|f(int) (a.c:1)",
         "std::a() (in /lib/x.so)|std::p (s.h:1)|std::q (s.h:2)|f (a.c:1)", "1-1");
   /* Arguments that debug information shortens do not hide those of others. */
   check("std::p<S<c> >() (v.h:1)|n::C<A>::f(int) (a.c:1);"
         "std::p<S<c> >() (v.h:1)|n::C<B>::f(int) (a.c:1)",
         "p<S> (/usr/include/v.h:1)|n::C<B>::f(int) (a.c:1);"
         "p<S> (/usr/include/v.h:1)|n::C<A>::f(int) (a.c:1)",
         "2-1 1-2");
   /* Each of several paths has one partner. */
   check("std::a() (v.h:1)|f(int) (a.c:1);std::b() (v.h:1)|f(int) (a.c:1)",
         "std::b() (v.h:1)|std::p() (v.h:3)|f(int) (a.c:1);"
         "std::a() (v.h:1)|std::p() (v.h:3)|f(int) (a.c:1)",
         "2-1 1-2");
   check("std::a() (v.h:1)|f(int) (a.c:1)",
         "std::a() (v.h:1)|std::p() (v.h:3)|f(int) (a.c:1);"
         "std::a() (v.h:1)|std::q() (v.h:3)|f(int) (a.c:1)",
         "1-0 0-1 0-2");
   /* Only library steps are left out. */
   check("a() (v.h:1)|b() (v.h:2)|f(int) (a.c:1)", "a() (v.h:1)|f(int) (a.c:1)",
         "1-0 0-1");
   check("std::a() (v.h:1)", "std::b() (v.h:1)", "1-0 0-1");
}

static void leaves_unknown(void **state)
{
   (void)state;
   check("??? (in /lib/x.so)", "??? (in /lib/y.so)", "1-0 0-1");
   check("??? (in /lib/x.so)", "??? (in /opt/x.so)", "1-1");
   check("", "f (a.c:1)", "0-1");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(joins_inlined),  cmocka_unit_test(joins_repeated),
      cmocka_unit_test(shows_new),      cmocka_unit_test(keeps_functions_apart),
      cmocka_unit_test(adds_up),        cmocka_unit_test(joins_library),
      cmocka_unit_test(leaves_unknown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
