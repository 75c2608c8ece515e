/* test_tk_arena.c -- what an arena gives out stays where it is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/tk_arena.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_arena arena;

static void begin(void)
{
   unit_alloc_init(&memory);
   tk_arena_init(&arena, &memory.alloc, "test");
}

static void end(void)
{
   tk_arena_free(&arena);
   assert_int_equal(memory.n_live, 0);
}

static void test_reserve(void **state)
{
   (void)state;
   begin();
   tk_arena_reserve(&arena, 100);
   unsigned char *first = arena.at;
   memset(first, 1, 100);
   arena.at += 100;
   tk_arena_reserve(&arena, 100);
   assert_ptr_equal(arena.at, first + 100); /* the same chunk */
   size_t large_B = 10 * 1024 * 1024;
   tk_arena_reserve(&arena, large_B);
   memset(arena.at, 2, large_B);
   assert_int_equal(first[99], 1);
   end();
}

/* Pieces of all sizes are aligned and do not overlap; chunks are few. */
static void test_pieces(void **state)
{
   (void)state;
   enum { N = 3000 };
   static unsigned char *pieces[N];
   begin();
   for (size_t i = 0; i < N; i++) {
      pieces[i] = tk_arena_get(&arena, i);
      assert_non_null(pieces[i]);
      assert_int_equal((uintptr_t)pieces[i] % TK_ARENA_ALIGNMENT_B, 0);
      memset(pieces[i], (int)(i % 251), i);
   }
   for (size_t i = 0; i < N; i++)
      for (size_t k = 0; k < i; k++)
         if (pieces[i][k] != i % 251)
            fail_msg("piece %zu, byte %zu", i, k);
   assert_in_range(memory.n_live, 10, 30); /* of 4.5 million bytes */
   end();
}

/* For a size that does not fit the allocator is asked for what nobody has. */
static void test_overflow(void **state)
{
   (void)state;
   begin();
   ASSERT_REFUSED(&memory, tk_arena_get(&arena, SIZE_MAX));
   ASSERT_REFUSED(&memory, tk_arena_get(&arena, SIZE_MAX - TK_ARENA_ALIGNMENT_B));
   ASSERT_REFUSED(&memory, tk_arena_reserve(&arena, SIZE_MAX));
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reserve),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_overflow),
   };
   return cmocka_run_group_tests_name("tk_arena", tests, NULL, NULL);
}
