/* test_hp_looks.c -- when looks are taken, and which are kept.  Their heaps have no
   roots: all is lost.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_hp_run.h"

#include "pub_tool_aspacemgr.h"

#include "looks/hp_looks.h"
#include "looks/hp_roots.h"
#include "looks/hp_spread.h"
#include "run/tk_tool.h"

/* ---- The tool's other parts ---- */

static Bool has_room;
static UInt n_warnings;

bool tk_tool_has_room(size_t size_B)
{
   return has_room;
}

const tk_alloc tk_tool_tried_alloc = { .get = core_get, .put = core_put };

Bool tk_tool_try(void (*part)(void *context), void *context)
{
   if (has_room)
      part(context);
   return has_room;
}

UInt VG_(umsg)(const HChar *format, ...)
{
   assert_non_null(strstr(format, "--owners: "));
   n_warnings++;
   return 0;
}

void hp_roots_init(void)
{
}

/* The only memory that can be read. */
static uintptr_t room[32];

static bool is_in_room(uintptr_t start)
{
   return start - (uintptr_t)room < sizeof room;
}

static const uintptr_t *get_words(void *context, uintptr_t start, size_t *n)
{
   (void)context;
   (void)n; /* all that were asked for */
   return is_in_room(start) ? (const uintptr_t *)start : NULL;
}

NSegment const *VG_(am_find_nsegment)(Addr address)
{
   static NSegment segment;
   segment = (NSegment){ .kind = SkAnonC,
                         .start = (Addr)room,
                         .end = (Addr)room + sizeof room - 1,
                         .hasR = True };
   return is_in_room(address) ? &segment : NULL;
}

static bool is_no_vtable(void *context, uintptr_t word)
{
   (void)context;
   (void)word;
   return false;
}

const hp_memory *hp_roots_memory(void)
{
   static const hp_memory memory = { .words = get_words, .is_vtable = is_no_vtable };
   return &memory;
}

void hp_roots_add(hp_graph *graph)
{
}

/* ---- A run ---- */

static void begin(const hp_looks_wish *wish)
{
   static const hp_looks_wish none;
   run_begin(HP_MODE_HEAP);
   has_room = True;
   hp_looks_init(wish == NULL ? &none : wish);
}

static void end(void)
{
   hp_looks_forget();
   run_end();
}

static void allocate(Addr address, uint64_t size_B)
{
   time_now++;
   hp_heap_alloc(&run.heap, 1, 1, TK_LAYER_HEAP, address, size_B, time_now);
   if (time_now >= hp_looks_next.time || run.instrs >= hp_looks_next.instrs)
      hp_looks_allocated();
}

static void release(Addr address)
{
   time_now++;
   if (run.heap.live.bytes >= hp_looks_next.peak_B)
      hp_looks_before_free();
   assert_true(hp_heap_free(&run.heap, TK_LAYER_HEAP, address, time_now));
}

/* All looks: "why time bytes blocks; ". */
static void check_looks(const char *expected)
{
   static const char *const whys[] = { "asked", "time", "peak", "exit", "end" };
   char found[4000] = "";
   SizeT n;
   const hp_look_at *looks = hp_looks_list(&n);
   for (SizeT i = 0; i < n; i++) {
      hp_amount lost = looks[i].found.leaks[HP_LEAK_DEFINITE];
      sprintf(found + strlen(found), "%s %llu %llu %llu; ", whys[looks[i].why],
              (ULong)looks[i].time, (ULong)lost.bytes, (ULong)lost.blocks);
   }
   assert_string_equal(found, expected);
}

/* ---- Tests ---- */

static void when_asked(void **state)
{
   (void)state;
   begin(NULL);
   assert_true(hp_looks_next.time == ~(ULong)0 && hp_looks_next.peak_B == ~(ULong)0
               && hp_looks_next.instrs == ~(uint64_t)0);
   assert_null(hp_looks_take(HP_LOOK_ASKED));
   allocate(0x1000, 100);
   allocate(0x2000, 50);
   assert_null(hp_looks_take(HP_LOOK_ASKED));
   check_looks("asked 0 0 0; asked 2 150 2; ");
   hp_looks_end(); /* is not wished for */
   check_looks("asked 0 0 0; asked 2 150 2; ");
   hp_looks_forget();
   check_looks("");
   end();
}

static void what_is_inherited_does_not_count(void **state)
{
   (void)state;
   begin(NULL);
   allocate(0x1000, 100);
   hp_heap_inherit(&run.heap, 5);
   allocate(0x2000, 50);
   assert_null(hp_looks_take(HP_LOOK_ASKED));
   check_looks("asked 2 50 1; ");
   end();
}

static void refuses(void **state)
{
   (void)state;
   begin(NULL);
   run.mode = HP_MODE_PAGES;
   assert_string_equal(hp_looks_take(HP_LOOK_ASKED), "this mode has no blocks");
   run.mode = HP_MODE_HEAP;
   has_room = False;
   allocate(0x1000, 100);
   assert_string_equal(hp_looks_take(HP_LOOK_ASKED), "out of memory");
   check_looks("");
   has_room = True;
   for (int i = 0; i < 100; i++)
      assert_null(hp_looks_take(HP_LOOK_ASKED));
   assert_string_equal(hp_looks_take(HP_LOOK_ASKED), "there are 100 already");
   assert_string_equal(hp_looks_take(HP_LOOK_TIME), "there are 100 already");
   assert_null(hp_looks_take(HP_LOOK_END));
   end();
}

/* What was asked for in advance, and is left out, is said once. */
static void warns(void **state)
{
   (void)state;
   begin(&(hp_looks_wish){ .end = True, .peak = True });
   allocate(0x1000, 100);
   has_room = False;
   n_warnings = 0;
   assert_non_null(hp_looks_take(HP_LOOK_ASKED));
   assert_int_equal(n_warnings, 0);
   hp_looks_end();
   assert_int_equal(n_warnings, 1);
   check_looks("");
   has_room = True;
   hp_looks_end();
   check_looks("end 1 100 1; ");
   end();
}

/* One look for all times that have come. */
static void at_times(void **state)
{
   (void)state;
   static const uint64_t times[] = { 0, 3, 5, 6 };
   begin(&(hp_looks_wish){ .times = times, .n_times = 4 });
   assert_int_equal(hp_looks_next.time, 0);
   allocate(0x1000, 10);
   assert_int_equal(hp_looks_next.time, 3);
   allocate(0x2000, 10);
   allocate(0x3000, 10);
   assert_int_equal(hp_looks_next.time, 5);
   time_now = 10;
   allocate(0x4000, 10);
   assert_true(hp_looks_next.time == ~(ULong)0);
   allocate(0x5000, 10);
   check_looks("time 1 10 1; time 3 30 3; time 11 40 4; ");
   end();
}

/* A later one takes the place of the one before, behind others that were taken since. */
static void at_peaks(void **state)
{
   (void)state;
   begin(&(hp_looks_wish){ .peak = True });
   assert_int_equal(hp_looks_next.peak_B, 1);
   allocate(0x1000, 1600);
   allocate(0x2000, 1600);
   check_looks("");
   release(0x2000);
   check_looks("peak 3 3200 2; ");
   release(0x1000); /* below the peak */
   hp_looks_take(HP_LOOK_ASKED);
   allocate(0x1000, 3400); /* not 1/16 more */
   release(0x1000);
   check_looks("peak 3 3200 2; asked 4 0 0; ");
   allocate(0x1000, 3401);
   release(0x1000);
   check_looks("asked 4 0 0; peak 8 3401 1; ");
   hp_looks_end();
   check_looks("asked 4 0 0; peak 8 3401 1; ");
   end();
}

static void at_the_end(void **state)
{
   (void)state;
   begin(&(hp_looks_wish){ .end = True, .peak = True });
   allocate(0x1000, 100);
   hp_looks_end();
   hp_looks_end(); /* it can be reported twice */
   check_looks("peak 1 100 1; end 1 100 1; ");
   end();
}

/* Behind exit nothing, or something, can be freed. */
static void at_exit(void **state)
{
   (void)state;
   for (int is_freed = 0; is_freed < 2; is_freed++) {
      begin(&(hp_looks_wish){ .end = True });
      allocate(0x1000, 100);
      hp_looks_exit();
      hp_looks_exit(); /* called in what exit has called */
      if (is_freed)
         release(0x1000);
      hp_looks_end();
      check_looks(is_freed ? "exit 1 100 1; end 2 0 0; " : "end 1 100 1; ");
      end();
   }
   begin(NULL);
   hp_looks_exit();
   check_looks("");
   end();
}

/* Those of the user stay where they are. */
static void are_spread(void **state)
{
   (void)state;
   char expected[2000] = "";
   run.instrs = 0;
   begin(&(hp_looks_wish){ .spread = True });
   assert_true(hp_looks_next.follows_blocks);
   for (ULong i = 0; i < HP_SPREAD_MOST; i++) {
      run.instrs = i * HP_SPREAD_INTERVAL; /* at 0, none is due */
      allocate(0x1000 * (i + 1), 10);
      if (i == 2)
         assert_null(hp_looks_take(HP_LOOK_ASKED));
      if (i > 0)
         sprintf(expected + strlen(expected), "time %llu %llu %llu; %s", i + 1,
                 10 * (i + 1), i + 1, i == 2 ? "asked 3 30 3; " : "");
   }
   check_looks(expected);
   run.instrs += HP_SPREAD_INTERVAL;
   allocate(0x100000, 10);
   check_looks("time 3 30 3; asked 3 30 3; time 5 50 5; time 7 70 7; time 9 90 9; "
               "time 11 110 11; time 13 130 13; ");
   assert_int_equal(hp_looks_next.instrs, 14 * HP_SPREAD_INTERVAL);
   hp_looks_forget();
   assert_int_equal(hp_looks_next.instrs, 13 * HP_SPREAD_INTERVAL);
   run.instrs = 0;
   end();
}

/* In a child, or after a zero, the highest that was before does not count. */
static void begins_again(void **state)
{
   (void)state;
   begin(&(hp_looks_wish){ .peak = True });
   allocate(0x1000, 1000);
   release(0x1000);
   hp_heap_zero(&run.heap, time_now);
   hp_looks_forget();
   check_looks("");
   allocate(0x1000, 10);
   release(0x1000);
   check_looks("peak 4 10 1; ");
   end();
}

/* All is lost, but a block that another refers to is so indirectly: unless the pointer
   was in its memory before it was a block. */
static void what_was_there_before(void **state)
{
   (void)state;
   for (int is_own = 0; is_own < 2; is_own++) {
      const hp_looks_wish wish = { .end = True };
      begin(&wish);
      assert_true(hp_looks_next.follows_blocks);
      memset(room, 0, sizeof room);
      hp_looks_block((Addr)&room[16], 16); /* as malloc has returned it */
      allocate((Addr)&room[16], 16);
      room[0] = (uintptr_t)&room[16];
      hp_looks_block((Addr)room, 16);
      allocate((Addr)room, 16);
      if (is_own) {
         room[1] = room[0];
         room[0] = 0;
      }
      hp_looks_block(0x1000, 16); /* cannot be read */
      hp_looks_moved((Addr)room, 16, (Addr)room, 32);
      hp_looks_moved(0x1000, 16, 0x2000, 32);
      hp_looks_end();
      check_looks(is_own ? "end 2 16 1; " : "end 2 32 2; ");
      end();
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(when_asked),
      cmocka_unit_test(what_is_inherited_does_not_count),
      cmocka_unit_test(refuses),
      cmocka_unit_test(warns),
      cmocka_unit_test(at_times),
      cmocka_unit_test(at_peaks),
      cmocka_unit_test(at_the_end),
      cmocka_unit_test(at_exit),
      cmocka_unit_test(are_spread),
      cmocka_unit_test(begins_again),
      cmocka_unit_test(what_was_there_before),
   };
   return cmocka_run_group_tests_name("hp_looks", tests, NULL, NULL);
}
