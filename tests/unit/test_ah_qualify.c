/* test_ah_qualify.c -- names of inlined functions in a profile's frames.  The names come
   from this test, not from debug info: tests/tool/heap_names.sh has those.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_qualify.h"

/* ---- What debug info says ---- */

static size_t n_asked;

/* Names frames by their address, in reverse order: it may reorder them. */
void ty_types_name(ty_types *types, const ty_program *program, ty_name *names, size_t n)
{
   (void)types;
   assert_non_null(program->frames);
   n_asked = n;
   for (size_t i = 0; i < n / 2; i++) {
      ty_name first = names[i];
      names[i] = names[n - 1 - i];
      names[n - 1 - i] = first;
   }
   for (size_t i = 0; i < n; i++)
      names[i].name = names[i].frame->address == 1   ? "json::Parser::parse"
                      : names[i].frame->address == 2 ? "f"
                                                     : NULL;
}

/* ---- Frames ---- */

typedef struct {
   an_frame frame;
   const char *function, *text; /* what they become */
} a_case;

static const a_case cases[] = {
   { { .text = "[root]", .function = "[root]" }, "[root]", "[root]" },
   { { .text = "0x1: parse (a.cc:3)", .function = "parse", .address = 1 },
     "json::Parser::parse",
     "0x1: json::Parser::parse (a.cc:3)" },
   { { .text = "0x1: parse", .function = "parse", .address = 1 },
     "json::Parser::parse",
     "0x1: json::Parser::parse" },
   /* A shorter name, and a colon in it. */
   { { .text = "0x2: n::f(int): x (a.cc:3)", .function = "n::f(int): x", .address = 2 },
     "f",
     "0x2: f (a.cc:3)" },
   /* Without another name. */
   { { .text = "0x3: main (a.cc:3)", .function = "main", .address = 3 },
     "main",
     "0x3: main (a.cc:3)" },
   /* Without an address in memory. */
   { { .text = "parse (a.cc:3)", .function = "parse" }, "parse", "parse (a.cc:3)" },
   { { .text = "0x1: parse (in a)",
       .function = "parse",
       .address = 1,
       .is_in_file = true },
     "parse",
     "0x1: parse (in a)" },
   /* Demangled, by debug info or not. */
   { { .text = "0x3: __m_MOD_work (f.f90:3)",
       .function = "__m_MOD_work",
       .file = "/src/f.f90",
       .address = 3 },
     "m::work",
     "0x3: m::work (f.f90:3)" },
   { { .text = "0x3: geo__make (geo.adb:3)", .function = "geo__make", .file = "geo.adb" },
     "geo.make",
     "0x3: geo.make (geo.adb:3)" },
   { { .text = "0x3: geo__make (geo.c:3)", .function = "geo__make", .file = "geo.c" },
     "geo__make",
     "0x3: geo__make (geo.c:3)" },
   /* Not as we know frames. */
   { { .text = "parse", .function = "parse", .address = 1 }, "parse", "parse" },
   { { .text = "0x1: other (a.cc:3)", .function = "parse", .address = 1 },
     "parse",
     "0x1: other (a.cc:3)" },
   /* The last one. */
   { { .text = "0x2: g (b.cc:3)", .function = "g", .address = 2 },
     "f",
     "0x2: f (b.cc:3)" },
};

enum { N = sizeof cases / sizeof cases[0] };

static void set_frames(ah_profile *profile)
{
   profile->frames = ah_profile_get(profile, N, sizeof *profile->frames);
   profile->n_frames = N;
   for (size_t i = 0; i < N; i++)
      profile->frames[i] = cases[i].frame;
}

static void renames(void **state)
{
   (void)state;
   ah_profile *p = ah_profile_new(test_alloc());
   set_frames(p);
   ah_qualify(p, test_alloc(), NULL);
   assert_int_equal(n_asked, 8);
   for (size_t i = 0; i < N; i++) {
      assert_string_equal(p->frames[i].function, cases[i].function);
      assert_string_equal(p->frames[i].text, cases[i].text);
   }
}

static void asks_for_one_or_none(void **state)
{
   (void)state;
   for (size_t n = 0; n < 2; n++) {
      ah_profile *p = ah_profile_new(an_alloc_malloc());
      an_frame root = { .text = "[root]", .function = "[root]", .address = n };
      p->frames = &root;
      p->n_frames = 1;
      n_asked = 9;
      ah_qualify(p, an_alloc_malloc(), NULL);
      assert_int_equal(n_asked, n);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(renames),
      cmocka_unit_test(asks_for_one_or_none),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
