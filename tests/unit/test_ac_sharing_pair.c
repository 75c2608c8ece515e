/* test_ac_sharing_pair.c -- which shared lines of memory of two profiles are the same.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data_view.h"

#include "advice/ac_sharing_pair.h"

enum { TABLE, LOCK, QUEUE, N_DATA, MOST = 8 };

static const int64_t none[4] = { 0 };

static const ac_datum all_data[N_DATA] = {
   { .kind = AC_DATA_STATIC, .name = "table", .binary = AC_NO_DATA, .counts = none },
   { .kind = AC_DATA_STATIC, .name = "lock", .binary = AC_NO_DATA, .counts = none },
   { .kind = AC_DATA_STATIC, .name = "queue", .binary = AC_NO_DATA, .counts = none },
};

static const ac_data data = {
   .n_events = 4, .events = data_events, .data = all_data, .n_data = N_DATA
};

/* A line of memory with one access. */
#define ACCESS(FUNCTION, LINE, DATUM, OFFSET) \
   { .function = (FUNCTION), \
     .line = (LINE), \
     .thread = 1, \
     .datum = (DATUM), \
     .offset = (OFFSET), \
     .mask = 1 }

typedef struct {
   ac_shared_access accesses[MOST];
   ac_shared_line lines[MOST];
   ac_sharing sharing;
   uint32_t order[MOST], others[MOST];
} side;

/* A line of memory for each access; the order is the one of the list, backwards. */
static void make_side(side *s, const ac_shared_access *accesses, size_t n)
{
   memcpy(s->accesses, accesses, n * sizeof *accesses);
   for (size_t i = 0; i < n; i++) {
      s->lines[i] = (ac_shared_line){ .first_access = i, .n_accesses = 1 };
      s->order[i] = (uint32_t)(n - 1 - i);
   }
   s->sharing = (ac_sharing){ .line_B = 64,
                              .lines = s->lines,
                              .n_lines = n,
                              .accesses = s->accesses,
                              .n_accesses = n };
}

static void pair(side *old, side *new, const ty_type *type)
{
   ac_data_view view;
   ac_data_view_open(&view, an_alloc_malloc(), &data, 2, NULL, know_type,
                     (void *)(uintptr_t)type);
   ac_sharing_pair(test_alloc(), &view,
                   (const ac_sharing *const[]){ &old->sharing, &new->sharing },
                   (const uint32_t *const[]){ old->order, new->order },
                   (uint32_t *const[]){ old->others, new->others });
}

/* `expected` is "new line" of each line of OLD; -1: none. */
static void check(const ac_shared_access *old, size_t n_old, const ac_shared_access *new,
                  size_t n_new, const ty_type *type, const int *expected)
{
   side a, b;
   make_side(&a, old, n_old);
   make_side(&b, new, n_new);
   pair(&a, &b, type);
   size_t n = 0;
   for (size_t i = 0; i < n_old; i++) {
      assert_int_equal((int)a.others[i], expected[i]);
      if (expected[i] >= 0) {
         assert_int_equal(b.others[expected[i]], i);
         n++;
      }
   }
   for (size_t i = 0; i < n_new; i++)
      n -= b.others[i] != AC_NO_DATA;
   assert_int_equal(n, 0);
}

static void by_offset(void **state)
{
   (void)state;
   const ac_shared_access old[] = { ACCESS(1, 3, TABLE, 0), ACCESS(1, 3, TABLE, 64),
                                    ACCESS(1, 3, LOCK, 0) };
   const ac_shared_access new[] = { ACCESS(2, 9, LOCK, 0), ACCESS(7, 8, TABLE, 64),
                                    ACCESS(1, 3, QUEUE, 0) };
   /* What is left has only the source line in common. */
   check(old, 3, new, 3, NULL, (int[]){ 2, 1, 0 });
}

/* Fields of elements: the same of another element. */
static void by_field(void **state)
{
   (void)state;
   const ac_shared_access old[] = { ACCESS(1, 3, TABLE, 8), ACCESS(1, 3, TABLE, 0) };
   const ac_shared_access new[] = { ACCESS(1, 9, TABLE, 480), ACCESS(1, 9, TABLE, 488) };
   check(old, 2, new, 2, &node_type, (int[]){ 1, 0 });
}

static void by_function(void **state)
{
   (void)state;
   const ac_shared_access old[] = { ACCESS(1, 3, TABLE, 0), ACCESS(2, 3, TABLE, 64) };
   const ac_shared_access new[] = { ACCESS(2, 5, TABLE, 128), ACCESS(1, 5, LOCK, 0) };
   check(old, 2, new, 2, NULL, (int[]){ -1, 0 });
}

static void by_line(void **state)
{
   (void)state;
   const ac_shared_access old[] = { ACCESS(1, 3, TABLE, 0), ACCESS(1, 4, TABLE, 0) };
   const ac_shared_access new[] = { ACCESS(1, 4, LOCK, 0), ACCESS(2, 3, LOCK, 0) };
   check(old, 2, new, 2, NULL, (int[]){ -1, 0 });
}

/* Lines that look equal are matched in the order given. */
static void in_order(void **state)
{
   (void)state;
   const ac_shared_access old[] = { ACCESS(1, 3, TABLE, 0), ACCESS(1, 3, TABLE, 0) };
   const ac_shared_access new[] = { ACCESS(1, 3, TABLE, 0), ACCESS(1, 3, TABLE, 0),
                                    ACCESS(1, 3, TABLE, 0) };
   check(old, 2, new, 3, NULL, (int[]){ 1, 2 });
   check(old, 0, new, 3, NULL, NULL);
   check(old, 2, new, 0, NULL, (int[]){ -1, -1 });
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_offset),   cmocka_unit_test(by_field),
      cmocka_unit_test(by_function), cmocka_unit_test(by_line),
      cmocka_unit_test(in_order),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
