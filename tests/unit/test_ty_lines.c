/* test_ty_lines.c -- the files of lines that Valgrind takes for those of another file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/an_alloc.h"
#include "test_ty_made.h"
#include "types/ty_lines.h"
#include "unit_alloc.h"

/* Where the object was mapped. */
#define MAPPED ((uint64_t)0x7f0000001000)
static const an_object mapped_objects[] = {
   /* twice, one behind the other */
   { MAPPED, MAPPED + MADE_TEXT_B, "object", NULL },
   { MAPPED + MADE_TEXT_B, MAPPED + 2 * MADE_TEXT_B, "object", NULL },
   { MAPPED + 3 * MADE_TEXT_B, MAPPED + 4 * MADE_TEXT_B, "gone", NULL },
};
static const an_source_places places;

/* Line 6 of a.c, then line 6 of b.h, which the compiler has inlined there. */
static void write_object(void)
{
   static const char *const files[] = { "a.c", "/made/b.h", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 6 },
                                     { MADE_TEXT + 0x10, 2, 6 },
                                     { MADE_TEXT + 0x20, 1, 6 },
                                     { MADE_TEXT + 0x30, 2, 7 },
                                     { 0, 0, 0 } };
   made_begin();
   made_unit_of(DW_LANG_C99, "/made/by", MADE_TEXT, 0x40);
   OPEN(DW_TAG_subprogram, NAME("f"), CODE(MADE_TEXT, 0x40));
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   made_file("object");
}

typedef struct {
   an_frame frame;
   const char *file; /* NULL: it stays */
} a_case;

static const a_case cases[] = {
   { { .address = MAPPED, .file = "a.c", .line = 6 }, NULL },
   { { .address = MAPPED + 0x10, .file = "/made/by/a.c", .line = 6 }, "/made/b.h" },
   { { .address = MAPPED + 0x1f, .file = "a.c", .line = 6 }, "/made/b.h" },
   { { .address = MAPPED + 0x18, .file = "b.h", .line = 6 }, NULL },
   { { .address = MAPPED + 0x20, .file = "b.h", .line = 6 }, "/made/by/a.c" },
   /* Another number: it is not known why. */
   { { .address = MAPPED + 0x11, .file = "a.c", .line = 7 }, NULL },
   { { .address = MAPPED + 0x30, .file = "a.c", .line = 6 }, NULL },
   { { .address = MAPPED + 0x31, .file = "a.c", .line = 7 }, "/made/b.h" },
   /* Behind the unit's code, in the other place, and in none. */
   { { .address = MAPPED + 0x40, .file = "a.c", .line = 7 }, NULL },
   { { .address = MAPPED + MADE_TEXT_B + 0x10, .file = "a.c", .line = 6 }, "/made/b.h" },
   { { .address = MAPPED + 2 * MADE_TEXT_B + 0x10, .file = "a.c", .line = 6 }, NULL },
   { { .address = MAPPED + 3 * MADE_TEXT_B + 0x10, .file = "a.c", .line = 6 }, NULL },
   { { .address = 1, .file = "a.c", .line = 6 }, NULL },
};
enum { N = sizeof cases / sizeof cases[0] };

static void finds_files(void **state)
{
   (void)state;
   const ty_program program = { .objects = mapped_objects, .n_objects = 3 };
   ty_frame_file files[N];
   tk_arena arena;
   write_object();
   tk_arena_init(&arena, an_alloc_malloc(), "test");
   ty_code_objects *objects = ty_code_objects_new(an_alloc_malloc(), &places);
   for (size_t i = 0; i < N; i++)
      files[i] = (ty_frame_file){ .frame = &cases[i].frame };
   ty_lines_find(objects, &arena, &program, files, N);
   for (size_t i = 0; i < N; i++) {
      const a_case *expected = (const a_case *)files[i].frame; /* its first member */
      if (expected->file == NULL)
         assert_null(files[i].file);
      else
         assert_string_equal(files[i].file, expected->file);
   }
   ty_lines_find(objects, &arena, &program, files, 0);
   tk_arena_free(&arena);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(finds_files) };
   return cmocka_run_group_tests_name("ty_lines", tests, made_enter, made_leave);
}
