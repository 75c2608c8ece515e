/* test_tk_custom_blocks.c -- requests about blocks and pools, against a list of blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "valgrind.h"
#include "watch/tk_custom_blocks.h"

/* ---- The tool: its live blocks, and what it was told ---- */

enum { THREAD = 3, MOST = 20 };

static struct {
   Addr at;
   SizeT size_B;
} blocks[MOST];
static int n_blocks, a_context;
static char told[500];

#define TELL(...) sprintf(told + strlen(told), __VA_ARGS__)

static int find(Addr at)
{
   int i = 0;
   while (i < n_blocks && blocks[i].at != at)
      i++;
   return i;
}

static void on_begin(void *context, ThreadId id, Addr at, SizeT size_B)
{
   assert_ptr_equal(context, &a_context);
   assert_int_equal(id, THREAD);
   int i = find(at);
   n_blocks += i == n_blocks;
   blocks[i].at = at;
   blocks[i].size_B = size_B;
   TELL("+%lx:%lu ", at, size_B);
}

static Bool on_end(void *context, Addr at)
{
   assert_ptr_equal(context, &a_context);
   int i = find(at);
   if (i == n_blocks)
      return False;
   blocks[i] = blocks[--n_blocks];
   TELL("-%lx ", at);
   return True;
}

static Bool on_move(void *context, ThreadId id, Addr from, Addr to, SizeT size_B)
{
   assert_ptr_equal(context, &a_context);
   assert_int_equal(id, THREAD);
   int i = find(from);
   if (i == n_blocks)
      return False;
   blocks[i].at = to;
   blocks[i].size_B = size_B;
   TELL("%lx>%lx:%lu ", from, to, size_B);
   return True;
}

static Bool on_size(void *context, Addr at, SizeT *size_B)
{
   assert_ptr_equal(context, &a_context);
   int i = find(at);
   if (i < n_blocks)
      *size_B = blocks[i].size_B;
   return i < n_blocks;
}

static void on_unknown(void *context, ThreadId id, const HChar *what, Addr at)
{
   assert_ptr_equal(context, &a_context);
   assert_int_equal(id, THREAD);
   TELL("?%s %lx ", what, at);
}

static int init(void **state)
{
   (void)state;
   static const tk_custom_events events = { &a_context, on_begin, on_end,
                                            on_move,    on_size,  on_unknown };
   tk_custom_blocks_init(&events);
   return 0;
}

static int begin(void **state)
{
   (void)state;
   n_blocks = 0;
   told[0] = '\0';
   return 0;
}

/* ---- Requests ---- */

static UWord request(UWord what, UWord a, UWord b, UWord c, UWord d)
{
   UWord arguments[] = { what, a, b, c, d, 0 }, result = 77;
   assert_true(tk_custom_blocks_handle(THREAD, arguments, &result));
   return result;
}

static void check_told(const char *expected)
{
   assert_string_equal(told, expected);
   told[0] = '\0';
}

#define BEGIN(at, size_B) request(VG_USERREQ__MALLOCLIKE_BLOCK, at, size_B, 0, 0)
#define END(at) request(VG_USERREQ__FREELIKE_BLOCK, at, 0, 0, 0)
/* The request has the old size, too. */
#define RESIZE(at, size_B) request(VG_USERREQ__RESIZEINPLACE_BLOCK, at, 99, size_B, 0)
#define CREATE(pool, flags) request(VG_USERREQ__CREATE_MEMPOOL, pool, 0, 0, flags)
#define DESTROY(pool) request(VG_USERREQ__DESTROY_MEMPOOL, pool, 0, 0, 0)
#define ALLOC(pool, at, size_B) request(VG_USERREQ__MEMPOOL_ALLOC, pool, at, size_B, 0)
#define FREE(pool, at) request(VG_USERREQ__MEMPOOL_FREE, pool, at, 0, 0)
#define TRIM(pool, at, size_B) request(VG_USERREQ__MEMPOOL_TRIM, pool, at, size_B, 0)
#define MOVE(pool, to) request(VG_USERREQ__MOVE_MEMPOOL, pool, to, 0, 0)
#define CHANGE(pool, from, to, size_B) \
   request(VG_USERREQ__MEMPOOL_CHANGE, pool, from, to, size_B)
#define EXISTS(pool) request(VG_USERREQ__MEMPOOL_EXISTS, pool, 0, 0, 0)

static void blocks_alone(void **state)
{
   (void)state;
   assert_int_equal(BEGIN(0x10, 8), 0);
   RESIZE(0x10, 20);
   END(0x10);
   check_told("+10:8 10>10:20 -10 ");
   END(0x10);
   RESIZE(0x10, 30);
   check_told("?a free of block 10 ?a resize of block 10 ");
   UWord arguments[6] = { VG_USERREQ__RUNNING_ON_VALGRIND }, result = 0;
   assert_false(tk_custom_blocks_handle(THREAD, arguments, &result));
}

static void pools(void **state)
{
   (void)state;
   assert_int_equal(EXISTS(1), 0);
   CREATE(1, 0);
   CREATE(2, 0);
   assert_int_equal(EXISTS(1), 1);
   assert_int_equal(EXISTS(3), 0);
   ALLOC(1, 0x10, 8);
   ALLOC(2, 0x20, 9);
   FREE(1, 0x10);
   check_told("+10:8 +20:9 -10 ");
   FREE(1, 0x20); /* the other's */
   FREE(1, 0x10);
   check_told("?a free of pool's block 20 ?a free of pool's block 10 ");
   ALLOC(1, 0x30, 1);
   CREATE(1, 0);      /* it is there: its blocks stay */
   ALLOC(1, 0x30, 2); /* again, without a free */
   ALLOC(1, 0x38, 3);
   check_told("+30:1 +30:2 +38:3 ");
   DESTROY(1);
   check_told("-30 -38 ");
   assert_int_equal(EXISTS(1), 0);
   ALLOC(1, 0x40, 1);
   DESTROY(1);
   check_told("?of pool 1 ?of pool 1 ");
   DESTROY(2);
   check_told("-20 ");
}

/* Blocks that reach beyond the range end, at both of its ends. */
static void trims(void **state)
{
   (void)state;
   CREATE(1, 0);
   ALLOC(1, 0x0f, 1);
   ALLOC(1, 0x10, 8);
   ALLOC(1, 0x18, 8);
   ALLOC(1, 0x20, 9);
   ALLOC(1, 0x40, 0);
   ALLOC(1, 0x14, 4);
   END(0x14); /* not by the pool: it is forgotten */
   told[0] = '\0';
   TRIM(1, 0x10, 0x18); /* up to 0x28 */
   check_told("-f -20 -40 ");
   FREE(1, 0x14);
   check_told("?a free of pool's block 14 ");
   TRIM(1, 0x10, 0x10);
   check_told("");
   DESTROY(1);
   check_told("-10 -18 ");
}

static void moves(void **state)
{
   (void)state;
   CREATE(1, 0);
   ALLOC(1, 0x10, 8);
   MOVE(1, 2);
   assert_int_equal(EXISTS(1), 0);
   assert_int_equal(EXISTS(2), 1);
   CHANGE(2, 0x10, 0x20, 9);
   CHANGE(2, 0x20, 0x20, 10);
   check_told("+10:8 10>20:9 20>20:10 ");
   CHANGE(2, 0x10, 0x30, 9);
   check_told("?a change of pool's block 10 ");
   CHANGE(1, 0x20, 0x30, 9);
   check_told("?of pool 1 ");
   END(0x20);
   CHANGE(2, 0x20, 0x30, 9); /* the tool has no such block */
   check_told("-20 ?a change of pool's block 20 ");
   FREE(2, 0x30);
   check_told("?a free of pool's block 30 ");
   DESTROY(2);
   check_told("");
}

/* Requests of their own tell the parts of its blocks. */
static void pools_of_pools(void **state)
{
   (void)state;
   CREATE(1, VALGRIND_MEMPOOL_METAPOOL | VALGRIND_MEMPOOL_AUTO_FREE);
   CREATE(2, VALGRIND_MEMPOOL_AUTO_FREE);
   ALLOC(1, 0x100, 256);
   BEGIN(0x100, 16);
   CHANGE(1, 0x100, 0x200, 16);
   FREE(1, 0x100);
   TRIM(1, 0, 0);
   DESTROY(1);
   check_told("+100:16 ");
   ALLOC(2, 0x200, 8);
   check_told("+200:8 ");
   DESTROY(2);
   END(0x100);
   check_told("-200 -100 ");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(blocks_alone, begin),   cmocka_unit_test_setup(pools, begin),
      cmocka_unit_test_setup(trims, begin),          cmocka_unit_test_setup(moves, begin),
      cmocka_unit_test_setup(pools_of_pools, begin),
   };
   return cmocka_run_group_tests_name("tk_custom_blocks", tests, init, NULL);
}
