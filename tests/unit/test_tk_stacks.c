/* test_tk_stacks.c -- each call path once, with any frames.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "paths/tk_stacks.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_stacks stacks;

enum { CHUNK_B = 1 << 14, MAX_FRAMES = 3 * CHUNK_B };
static uint32_t path[MAX_FRAMES];

static void begin(void)
{
   unit_alloc_init(&memory);
   memset(&stacks, 0xa5, sizeof stacks);
   tk_stacks_init(&stacks, &memory.alloc);
}

static void end(void)
{
   tk_stacks_fini(&stacks);
   assert_int_equal(memory.n_live, 0);
}

/* ---- Families of paths: all paths of a family differ ------------------------- */

/* The digits 1 to 3 of a number: each path is the beginning of others. */
static uint32_t digits(uint32_t number)
{
   uint32_t n = 0;
   for (; number > 0; number = (number - 1) / 3)
      path[n++] = (number - 1) % 3 + 1;
   return n;
}

/* So many of them have equal hashes of 32 bits. */
static uint32_t single(uint32_t number)
{
   path[0] = number;
   return 1;
}

/* With the present hash function all have the hash 0. */
static uint32_t zeros(uint32_t number)
{
   for (uint32_t i = 0; i < number; i++)
      path[i] = i == 0 ? number : 0;
   return number;
}

static uint32_t deep(uint32_t number)
{
   uint32_t n = 1000;
   for (uint32_t i = 0; i < n; i++)
      path[i] = i;
   path[number % n] += 1 + number / n;
   return n;
}

/* Around the size of the arena's chunks, and larger. */
static uint32_t lengths(uint32_t number)
{
   uint32_t n = number < 600 ? CHUNK_B / 4 - 300 + number : 31 * number;
   for (uint32_t i = 0; i < n; i++)
      path[i] = i ^ number;
   return n;
}

typedef struct {
   const char *name;
   uint32_t (*make)(uint32_t number); /* in `path`; its length */
   uint32_t n;
} family;

static const family families[] = {
   { "digits", digits, 300000 }, { "single", single, 1000000 }, { "zeros", zeros, 300 },
   { "deep", deep, 3000 },       { "lengths", lengths, 1000 },
};

static void add(const family *f, uint32_t number, tk_stack **found)
{
   uint32_t n = f->make(number);
   tk_stack *stack = tk_stacks_at(&stacks, path, n);
   if (stack == NULL || stack->value != TK_STACKS_NONE)
      fail_msg("%s: %u is not new", f->name, number);
   stack->value = number;
   found[number] = stack;
}

static void find(const family *f, uint32_t number, tk_stack *const *found)
{
   uint32_t n = f->make(number);
   tk_stack *stack = tk_stacks_at(&stacks, path, n);
   if (stack != found[number] || stack->value != number || stack->n_frames != n
       || memcmp(stack->frames, path, n * sizeof path[0]) != 0)
      fail_msg("%s: %u is another", f->name, number);
}

static void test_many_paths(void **state)
{
   (void)state;
   tk_stack **found = malloc(1000000 * sizeof *found);
   for (size_t k = 0; k < sizeof families / sizeof families[0]; k++) {
      const family *f = &families[k];
      begin();
      for (uint32_t i = 0; i < f->n; i++) {
         add(f, i, found);
         memset(path, 0xff, 16); /* it was copied */
         find(f, i / 2, found);
      }
      size_t n_calls = memory.n_calls;
      for (uint32_t i = 0; i < f->n; i++)
         find(f, (uint32_t)((uint64_t)i * 7919 % f->n), found);
      assert_int_equal(memory.n_calls, n_calls); /* none was added */
      assert_int_equal(stacks.n, f->n);
      end();
   }
   free(found);
}

/* With the present hash function, 2 and 2, 3 have one hash. */
static void test_beginnings_with_equal_hashes(void **state)
{
   (void)state;
   static const uint32_t two_three[] = { 2, 3 };
   for (uint32_t first = 1; first <= 2; first++) {
      begin();
      tk_stack *one = tk_stacks_at(&stacks, two_three, first);
      tk_stack *other = tk_stacks_at(&stacks, two_three, 3 - first);
      assert_ptr_not_equal(one, other);
      assert_int_equal(one->n_frames, first);
      assert_int_equal(other->n_frames, 3 - first);
      assert_ptr_equal(tk_stacks_at(&stacks, two_three, first), one);
      assert_ptr_equal(tk_stacks_at(&stacks, two_three, 3 - first), other);
      end();
   }
}

static void test_the_empty_path(void **state)
{
   (void)state;
   begin();
   tk_stack *none = tk_stacks_at(&stacks, NULL, 0);
   assert_non_null(none);
   assert_int_equal(none->n_frames, 0);
   assert_ptr_equal(tk_stacks_at(&stacks, path, 0), none);
   end();
}

/* Many paths share a chunk. */
static void test_few_pieces(void **state)
{
   (void)state;
   begin();
   for (uint32_t i = 0; i < 100000; i++)
      assert_non_null(tk_stacks_at(&stacks, path, single(i)));
   size_t each_B = sizeof(tk_stack) + 8, n_pieces = 100000 * each_B / CHUNK_B;
   assert_in_range(memory.n_live, n_pieces / 16, n_pieces / 16 + 8);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_many_paths),
      cmocka_unit_test(test_beginnings_with_equal_hashes),
      cmocka_unit_test(test_the_empty_path),
      cmocka_unit_test(test_few_pieces),
   };
   return cmocka_run_group_tests_name("tk_stacks", tests, NULL, NULL);
}
