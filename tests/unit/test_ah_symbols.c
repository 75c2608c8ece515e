/* test_ah_symbols.c -- names for frames of stripped objects.  The names come from this
   test, not from debug info: test_ty_types.c has those of a program.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_symbols.h"

/* ---- What debug info says ---- */

static size_t n_asked;

size_t ty_types_symbols(ty_types *types, const ty_program *program, const an_frame *frame,
                        ty_symbol symbols[TY_SYMBOLS_MOST])
{
   (void)types;
   assert_int_equal(program->n_files, 1);
   n_asked++;
   switch (frame->address) {
   case 0x1a: /* two functions were inlined into keep */
      symbols[0] = (ty_symbol){ "innermost", "/src/./b.h", 3 };
      symbols[1] = (ty_symbol){ "inner", "c.h", 4 };
      symbols[2] = (ty_symbol){ "keep", "/src/a.c", 7 };
      return 3;
   case 0x2b: symbols[0] = (ty_symbol){ "main", "/src/../src/a.c", 9 }; return 1;
   case 0x3c: /* a symbol without lines */
      symbols[0] = (ty_symbol){ "bare", NULL, 0 };
      return 1;
   case 0x4d: /* the line is unknown */
      symbols[0] = (ty_symbol){ "part", "/src/a.c", 0 };
      return 1;
   default: return 0;
   }
}

static size_t n_files_asked;

/* At each address below 0x10, line 6 is that of b.h. */
void ty_types_files(ty_types *types, const ty_program *program, ty_frame_file *files,
                    size_t n)
{
   (void)types;
   assert_non_null(program->frames);
   n_files_asked = n;
   for (size_t i = 0; i < n; i++)
      if (files[i].frame->address < 0x10)
         files[i].file = "/src/./b.h";
}

/* ---- A profile ---- */

static const an_frame frames[] = {
   { .text = "[root]", .function = "[root]" },
   { .text = "0x1A: ??? (in /bin/a)",
     .function = "???",
     .object = "/bin/a",
     .address = 0x1a,
     .is_in_file = true },
   { .text = "0x2B: ??? (in /bin/a)",
     .function = "???",
     .object = "/bin/a",
     .address = 0x2b,
     .is_in_file = true },
   { .text = "0x3C: ??? (in /bin/a)",
     .function = "???",
     .object = "/bin/a",
     .address = 0x3c,
     .is_in_file = true },
   { .text = "0x4D: named (in /bin/a)",
     .function = "named",
     .object = "/bin/a",
     .address = 0x4d,
     .is_in_file = true },
   { .text = "0x5E: ??? (in /bin/a)",
     .function = "???",
     .object = "/bin/a",
     .address = 0x5e,
     .is_in_file = true },
   { .text = "0x2B: ???", .function = "???", .address = 0x2b },
   { .text = "0x6F: (below main) (in /lib/c.so)",
     .function = "(below main)",
     .object = "/lib/c.so",
     .address = 0x6f,
     .is_in_file = true },
   { .text = "0x2B: main (in /bin/a)",
     .function = "main",
     .object = "/bin/a",
     .address = 0x2b,
     .is_in_file = true },
};
enum { N_FRAMES = sizeof frames / sizeof frames[0], N_SITES = 7 };

static const uint32_t paths[N_SITES][4] = {
   { 1, 2 }, { 3, 5, 6 }, { 1, 2, 7 }, { 3, 2, 7, 5 }, { 3, 2, 5, 7 }, { 3, 8, 7 }, { 7 },
};
static const uint32_t lengths[N_SITES] = { 2, 3, 3, 4, 4, 3, 1 };

static ah_profile *new_profile(void)
{
   ah_profile *p = ah_profile_new(test_alloc());
   p->frames = ah_profile_get(p, N_FRAMES, sizeof *p->frames);
   p->sites = ah_profile_get(p, N_SITES, sizeof *p->sites);
   p->files = ah_profile_get(p, 1, sizeof *p->files);
   p->n_frames = N_FRAMES;
   p->n_sites = N_SITES;
   p->n_files = 1;
   memcpy(p->frames, frames, sizeof frames);
   for (size_t i = 0; i < N_SITES; i++) {
      p->sites[i].frames = paths[i];
      p->sites[i].n_frames = lengths[i];
   }
   return p;
}

/* "f:line file" of each frame of the site's path. */
static void check_path(const ah_profile *p, size_t site, const char *expected)
{
   char text[400] = "", *at = text;
   const ah_site *s = &p->sites[site];
   for (size_t i = 0; i < s->n_frames; i++) {
      const an_frame *frame = &p->frames[s->frames[i]];
      at += sprintf(at, "%s%s:%u %s", i > 0 ? ", " : "", frame->function, frame->line,
                    frame->file == NULL ? "-" : frame->file);
   }
   assert_string_equal(text, expected);
}

static void names_frames(void **state)
{
   (void)state;
   ah_profile *p = new_profile();
   n_asked = 0;
   ah_symbols_find(p, test_alloc(), NULL);
   assert_int_equal(n_asked, 7); /* those in files */
   static const char *const texts[] = {
      "[root]",
      "0x1A: keep (a.c:7)",
      "0x2B: main (a.c:9)",
      "0x3C: bare (in /bin/a)",
      "0x4D: named (in /bin/a)",
      "0x5E: ??? (in /bin/a)",
      "0x2B: ???",
      "0x6F: (below main) (in /lib/c.so)",
      "0x2B: main (a.c:9)",
      "0x1A: innermost (b.h:3)",
      "0x1A: inner (c.h:4)",
   };
   assert_int_equal(p->n_frames, sizeof texts / sizeof texts[0]);
   for (size_t i = 0; i < p->n_frames; i++)
      assert_string_equal(p->frames[i].text, texts[i]);
   assert_string_equal(p->frames[2].file, "/src/a.c");
   assert_string_equal(p->frames[9].file, "/src/b.h");
   assert_null(p->frames[4].file);
   assert_string_equal(p->frames[10].object, "/bin/a");
   assert_int_equal(p->frames[10].address, 0x1a);
}

/* Inlined functions have frames of their own.  A path ends at a main that has its name
   from here, if what is below main follows. */
static void changes_paths(void **state)
{
   (void)state;
#define KEEP "innermost:3 /src/b.h, inner:4 c.h, keep:7 /src/a.c"
#define MAIN "main:9 /src/a.c"
   static const char *const expected[N_SITES] = {
      KEEP ", " MAIN,
      "bare:0 -, ???:0 -, ???:0 -",
      KEEP ", " MAIN,
      "bare:0 -, " MAIN,
      "bare:0 -, " MAIN ", ???:0 -, (below main):0 -",
      "bare:0 -, " MAIN ", (below main):0 -",
      "(below main):0 -",
   };
   ah_profile *p = new_profile();
   ah_symbols_find(p, an_alloc_malloc(), NULL);
   for (size_t i = 0; i < N_SITES; i++)
      check_path(p, i, expected[i]);
   assert_ptr_equal(p->sites[1].frames, paths[1]); /* the same path */
}

static void leaves_other_profiles(void **state)
{
   (void)state;
   for (int i = 0; i < 2; i++) {
      ah_profile *p = new_profile();
      if (i == 0)
         p->n_files = 0;
      for (size_t k = 0; i == 1 && k < N_FRAMES; k++)
         p->frames[k].is_in_file = false;
      an_frame *before = p->frames;
      n_asked = 0;
      ah_symbols_find(p, an_alloc_malloc(), NULL);
      assert_int_equal(n_asked, 0);
      assert_ptr_equal(p->frames, before);
   }
}

/* Those that do not follow another frame of their address. */
static void corrects_files_of_code(void **state)
{
   (void)state;
   static const an_frame known[] = {
      { .text = "0x1: put (a.c:6)", .function = "put", .file = "/src/a.c", .address = 1 },
      { .text = "0x1: f (a.c:6)", .function = "f", .file = "/src/a.c", .address = 1 },
      { .text = "0x20: main (a.c:9)",
        .function = "main",
        .file = "a.c",
        .address = 0x20 },
      { .text = "0x2: g (in /bin/a)", .function = "g", .object = "/bin/a", .address = 2 },
      { .text = "0x3: ??? (a.c:6)", .function = "???", .file = "a.c", .address = 3 },
   };
   static const uint32_t path[] = { 0, 1, 2, 3, 4 };
   ah_profile *p = new_profile();
   p->n_frames = 5;
   p->n_sites = 1;
   memcpy(p->frames, known, sizeof known);
   for (size_t i = 0; i < 5; i++)
      p->frames[i].line = i == 3 ? 0 : i == 2 ? 9 : 6;
   p->sites[0].frames = path;
   p->sites[0].n_frames = 5;
   ah_symbols_find(p, test_alloc(), NULL);
   assert_int_equal(n_files_asked, 3);
   check_path(p, 0, "put:6 /src/b.h, f:6 /src/a.c, main:9 a.c, g:0 -, ???:6 /src/b.h");
   assert_string_equal(p->frames[0].text, "0x1: put (b.h:6)");
   assert_string_equal(p->frames[4].text, "0x3: ??? (b.h:6)");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_frames),
      cmocka_unit_test(changes_paths),
      cmocka_unit_test(leaves_other_profiles),
      cmocka_unit_test(corrects_files_of_code),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
