/* test_ac_data_types.c -- what debug information says about data objects.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "advice/ac_data_types.h"
#include "test_ty_program.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static const ac_data_binary binaries[] = { { "object", program_id },
                                           { "/vg/vgpreload_x.so", NULL } };

enum { NEW, MAIN, STRIPPED };

static const ac_data_frame frames[] = {
   [NEW] = { "operator new", NULL, 0, 1, 0x10 },
   [MAIN] = { "main", "a.c", 1, 0, MADE_TEXT },
   [STRIPPED] = { NULL, NULL, 0, AC_NO_DATA, 0 },
};

static const ac_data example = {
   .binaries = binaries, .frames = frames, .n_binaries = 2, .n_frames = 3
};

static an_source_places places;
static ty_types *types;
static ac_data_types of;

static int open_types(void **state)
{
   (void)state;
   types = ty_types_new(an_alloc_malloc(), &places);
   assert_non_null(types);
   ac_data_types_open(&of, an_alloc_malloc(), &example, types);
   return 0;
}

static int close_types(void **state)
{
   (void)state;
   return 0;
}

static ac_data_known know(ac_datum datum)
{
   return ac_data_types_know(&of, &example, &datum);
}

static ac_datum blocks(const uint32_t *path, size_t n, int64_t size_B)
{
   return (ac_datum){ .kind = AC_DATA_HEAP,
                      .binary = AC_NO_DATA,
                      .frames = path,
                      .n_frames = n,
                      .min_B = size_B,
                      .max_B = size_B };
}

static void knows_blocks(void **state)
{
   (void)state;
   static const uint32_t path[] = { NEW, MAIN }, stripped[] = { STRIPPED };
   /* Valgrind's allocation functions decide nothing. */
   ac_data_known known = know(blocks(path, 2, PROGRAM_NODE_B));
   assert_non_null(known.type);
   assert_string_equal(known.type->name, "struct node");
   assert_null(known.name);
   assert_null(know(blocks(path, 2, PROGRAM_NODE_B - 1)).type);
   assert_null(know(blocks(stripped, 1, PROGRAM_NODE_B)).type);
   assert_null(know(blocks(NULL, 0, PROGRAM_NODE_B)).type);
}

static void knows_variables(void **state)
{
   (void)state;
   ac_data_known known = know(
      (ac_datum){ .kind = AC_DATA_STATIC, .start = PROGRAM_TABLE });
   assert_string_equal(known.type->name, "struct node");
   assert_string_equal(known.name, "table");
   assert_non_null(strstr(known.file, "a.c"));
   known = know((ac_datum){ .kind = AC_DATA_TLS, .start = PROGRAM_BUFFER });
   assert_string_equal(known.name, "buffer");
   /* Of another kind of memory, of no binary, and of one without debug information. */
   assert_null(know((ac_datum){ .kind = AC_DATA_TLS, .start = PROGRAM_TABLE }).name);
   assert_null(know((ac_datum){ .kind = AC_DATA_STATIC,
                                .binary = AC_NO_DATA,
                                .start = PROGRAM_TABLE })
                  .name);
   assert_null(
      know((ac_datum){ .kind = AC_DATA_STATIC, .binary = 1, .start = PROGRAM_TABLE })
         .name);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(knows_blocks, open_types, close_types),
      cmocka_unit_test_setup_teardown(knows_variables, open_types, close_types),

   };
   return cmocka_run_group_tests(tests, program_write, made_leave);
}
