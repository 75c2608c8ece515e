/* test_an_match.c -- functions of two profiles, matched by names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "paths/an_match.h"

enum { TEXT_B = 512 };

/* Adds a side's names, separated by semicolons, which are cut up in `room`.  A function
   is of a.c unless "@" says so. */
static void add_names(an_match *match, unsigned side, const char *names,
                      char room[TEXT_B])
{
   snprintf(room, TEXT_B, "%s", names);
   for (char *rest, *name = strtok_r(room, ";", &rest); name != NULL;
        name = strtok_r(NULL, ";", &rest)) {
      char *at = strchr(name, '@');
      if (at != NULL)
         *at++ = '\0';
      an_match_add(match, side, name, at == NULL ? "a.c" : at, "/bin/x");
   }
}

/* Writes the functions with the sides that have them: "f 3;g 1". */
static void put_functions(const an_match *match, FILE *out)
{
   const char *separator = "";
   for (uint32_t i = 0; i < an_match_n(match); i++) {
      if (an_match_of(match, i) != i)
         continue;
      an_matched of = an_match_at(match, i);
      fprintf(out, "%s%s", separator, of.name);
      if (of.file == NULL)
         fprintf(out, " in %s", of.object);
      else if (strcmp(of.file, "a.c") != 0)
         fprintf(out, "@%s", of.file);
      fprintf(out, " %u", of.sides);
      separator = ";";
   }
}

/* Checks the functions of two lists of names. */
static void check(const char *old, const char *new, const char *expected)
{
   char of_old[TEXT_B], of_new[TEXT_B], text[TEXT_B] = "";
   an_match *match = an_match_new(test_alloc());
   add_names(match, AN_OF_OLD, old, of_old);
   add_names(match, AN_OF_NEW, new, of_new);
   an_match_join(match);
   FILE *out = fmemopen(text, sizeof text, "w");
   put_functions(match, out);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
}

static void keeps_others_apart(void **state)
{
   (void)state;
   check("", "", "");
   check("f;g", "f;h", "f 3;g 1;h 2");
   check("f;f@b.c", "f@c.c;f@d.c", "f 1;f@b.c 1;f@c.c 2;f@d.c 2");
   check("f;f@b.c", "f;f@c.c", "f 3;f@b.c 1;f@c.c 2");
}

static void ignores_what_builds_change(void **state)
{
   (void)state;
   check("f@/old/a.cc", "f.constprop.0@/new/b/a.cc", "f.constprop.0@/new/b/a.cc 3");
   check("f.part.0;f", "f", "f 3");
}

/* The name in debug information of inlined code is short. */
static void knows_short_names(void **state)
{
   (void)state;
   check("json::P::parse(char const*)", "parse", "json::P::parse(char const*) 3");
   check("json::P::parse(char const*)", "json::P::parse(char const*);parse",
         "json::P::parse(char const*) 3");
   /* Which of two scopes is meant is unknown. */
   check("a::f(int);b::f(int)", "f", "a::f(int) 1;b::f(int) 1;f 2");
   check("a::f", "b::f", "a::f 1;b::f 2");
   /* Overloads that one side does not tell apart are one. */
   check("f(int);f(long)", "f", "f 3");
   check("f(int);f(long)", "f(int);f(long);f", "f(int) 3;f(long) 3;f 2");
}

static void knows_changed_names(void **state)
{
   (void)state;
   check("f(int)", "f(long, int)", "f(long, int) 3");
   check("g<int>", "g<long>", "g<long> 3");
   check("g<int>;g<char>", "g<int>;g<long>", "g<int> 3;g<long> 3");
   check("g<int>;g<char>", "g<long>;g<short>", "g<int> 1;g<char> 1;g<long> 2;g<short> 2");
   /* A new instance is no old function. */
   check("g<int>", "g<int>;g<long>", "g<int> 3;g<long> 2");
}

/* Files get other names, functions other files; without -g none is known. */
static void knows_functions_that_moved(void **state)
{
   (void)state;
   check("f", "f@b.c", "f@b.c 3");
   check("f;g", "f;g@b.c", "f 3;g@b.c 3");
   check("f", "f@???", "f 3");
   check("f@???", "f", "f 3");
   /* What is unique says where the rest of a file is. */
   check("f;g;f@b.c;h@b.c", "f@x.c;g@x.c;f@y.c;h@y.c", "f@x.c 3;g@x.c 3;f@y.c 3;h@y.c 3");
   check("f;g;k;f@b.c", "f@x.c;g@x.c;k@y.c;f@y.c",
         "f 1;f@b.c 1;f@x.c 2;g@x.c 3;k@y.c 3;f@y.c 2");
   /* No name is short where no file is known. */
   check("main@???", "main@???;app::main@???", "main in /bin/x 3;app::main in /bin/x 2");
   /* A side without files adds up. */
   check("f;f@b.c", "f@???", "f in /bin/x 3");
   check("f@???", "f;f@b.c", "f in /bin/x 3");
   check("f;f@b.c", "f;f@???", "f 3;f@b.c 3");
   check("f;f@b.c;f@c.c", "f;f@???", "f 3;f@b.c 1;f@c.c 1;f in /bin/x 2");
   /* What is inlined into it from libraries stays where it is, or not. */
   check("f;f@/usr/include/h", "f@b.c;f@/usr/include/h", "f@/usr/include/h 3;f@b.c 3");
   check("f;f@/usr/include/h", "f@b.c;f@/usr/include/g",
         "f@/usr/include/h 1;f@b.c 3;f@/usr/include/g 2");
   check("f;f@c.c", "f@b.c;f@c.c", "f 1;f@c.c 3;f@b.c 2");
}

static void knows_programs(void **state)
{
   (void)state;
   check("0x10 in app-1a2b", "0x20 in app-9f8e", "??? in app-9f8e 3");
   check("0x10 in app", "0x20 in app;0x1 in tool", "??? in app 3;??? in tool 2");
   check("0x10 in a;0x11 in b", "0x20 in c;0x1 in d",
         "??? in a 1;??? in b 1;??? in c 2;??? in d 2");
}

static void knows_objects_of_unknown_functions(void **state)
{
   (void)state;
   check("0x1139 in libm.so;0x2000 in libm.so", "0x1141 in libm.so", "??? in libm.so 3");
   check("0x1139 in libm.so", "0x1139 in libc.so", "??? in libm.so 1;??? in libc.so 2");
   check("???@???", "???@???", "??? in /bin/x 3");
}

/* The bare name is the last part, without arguments. */
static void numbers_bare_names(void **state)
{
   (void)state;
   an_match *match = an_match_new(test_alloc());
   uint32_t f = an_match_add(match, AN_OF_OLD, "a::f<int>(long)", "a.c", NULL);
   uint32_t same = an_match_add(match, AN_OF_OLD, "b::f", "b.c", NULL);
   uint32_t g = an_match_add(match, AN_OF_OLD, "a::g", "a.c", NULL);
   size_t key_B;
   an_match_join(match);
   assert_int_equal(an_match_bare(match, f), an_match_bare(match, same));
   assert_int_not_equal(an_match_bare(match, f), an_match_bare(match, g));
   assert_string_equal(an_match_key(match, g, &key_B), "a::g");
   assert_int_equal(key_B, sizeof "a::g\0a.c\0");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_others_apart),
      cmocka_unit_test(ignores_what_builds_change),
      cmocka_unit_test(knows_short_names),
      cmocka_unit_test(knows_changed_names),
      cmocka_unit_test(knows_objects_of_unknown_functions),
      cmocka_unit_test(knows_functions_that_moved),
      cmocka_unit_test(knows_programs),
      cmocka_unit_test(numbers_bare_names),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
