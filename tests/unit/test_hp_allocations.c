/* test_hp_allocations.c -- what is watched becomes events of the heap's accounts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_hp_run.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_stacktrace.h"

#include "looks/hp_looks.h"
#include "state/hp_sites.h"
#include "watch/hp_allocations.h"
#include "watch/hp_uncounted.h"

/* ---- The tool's other parts: what they were told ---- */

static const tk_watch_events *events;
static char told[1000];

#define TELL(...) sprintf(told + strlen(told), __VA_ARGS__)

void tk_watch_init(tk_watch *watch, tk_threads *threads, const tk_watch_events *of,
                   const tk_alloc *alloc)
{
   assert_ptr_equal(watch, &run.watch);
   assert_ptr_equal(threads, &run.threads);
   assert_ptr_equal(alloc, &run.alloc);
   events = of;
}

void tk_watch_on_entry(tk_watch *watch, tk_guest *state, const tk_function *function,
                       Bool is_libc)
{
   assert_ptr_equal(watch, &run.watch);
   TELL("entry %s %d at %llu; ", function->name, is_libc, run.instrs);
   (void)state;
}

void tk_watch_on_return(tk_watch *watch, tk_guest *state)
{
   assert_ptr_equal(watch, &run.watch);
   TELL("return at %llu; ", run.instrs);
   (void)state;
}

/* Sites are told apart by the PC of the caller, and by the stack of a thread. */
uint32_t hp_sites_here(const tk_registers *registers)
{
   return registers->pc == 0x4fff ? 1 : registers->pc == 0x5fff ? 2 : 3;
}

uint32_t hp_sites_of_thread(ThreadId id, Addr sp)
{
   return id == 1 && sp == 0x7000 ? 0 : 3;
}

void hp_uncounted_excluded(Addr address, const tk_function *function)
{
   TELL("excluded %s at %lx; ", function->name, address);
}

static const hp_looks_due never = { .time = ~(ULong)0,
                                    .instrs = ~(uint64_t)0,
                                    .peak_B = ~(ULong)0 };

hp_looks_due hp_looks_next = { .time = ~(ULong)0,
                               .instrs = ~(uint64_t)0,
                               .peak_B = ~(ULong)0 };

void hp_looks_block(Addr start, SizeT size_B)
{
   TELL("block %lx:%lx; ", start, size_B);
}

void hp_looks_moved(Addr from, SizeT from_B, Addr to, SizeT to_B)
{
   TELL("%lx:%lx to %lx:%lx; ", from, from_B, to, to_B);
}

void hp_looks_allocated(void)
{
   TELL("look with %llu live; ", (ULong)run.heap.live.bytes);
}

void hp_looks_before_free(void)
{
   TELL("look before, with %llu live; ", (ULong)run.heap.live.bytes);
}

void hp_looks_exit(void)
{
   TELL("look at exit; ");
}

Bool VG_(clo_run_libc_freeres) = True;

UInt VG_(umsg)(const HChar *format, ...)
{
   va_list args;
   va_start(args, format);
   vsprintf(told + strlen(told), format, args);
   va_end(args);
   return 0;
}

void VG_(get_and_pp_StackTrace)(ThreadId id, UInt most)
{
   TELL("stack of %u, %u frames; ", id, most);
}

static void check_told(const char *expected)
{
   assert_string_equal(told, expected);
   told[0] = '\0';
}

static tk_guest at(Addr pc)
{
   return (tk_guest){ .TK_PC = pc };
}

static void begin(void)
{
   run_begin(HP_MODE_HEAP);
   hp_allocations_init();
}

/* ---- Tests ---- */

static void counts_blocks(void **state)
{
   (void)state;
   const tk_guest one = at(0x5000), two = at(0x6000);
   uint64_t size_B = 7;
   begin();
   time_now = 3;
   events->allocated(NULL, &one, 0x1000, 100);
   run.threads.running = run.threads.by_id[2];
   time_now = 5;
   events->allocated(NULL, &two, 0x2000, 20);
   check_amount(hp_heap_site(&run.heap, 1)->live, 100, 1);
   check_amount(hp_heap_site(&run.heap, 2)->live, 20, 1);
   assert_int_equal(hp_heap_site(&run.heap, 1)->shares->thread, 10);
   assert_int_equal(hp_heap_site(&run.heap, 2)->shares->thread, 20);
   assert_true(events->size(NULL, 0x2000, &size_B));
   assert_int_equal(size_B, 20);
   assert_false(events->size(NULL, 0x2001, &size_B));
   assert_int_equal(size_B, 20);
   time_now = 13;
   assert_true(events->freed(NULL, 0x1000));
   assert_false(events->freed(NULL, 0x1000));
   assert_int_equal(hp_heap_site(&run.heap, 1)->longest, 10);
   check_amount(run.heap.live, 20, 1);
   run_end();
}

static void counts_reallocations(void **state)
{
   (void)state;
   const tk_guest one = at(0x5000);
   begin();
   events->allocated(NULL, &one, 0x1000, 100);
   assert_int_equal(events->realloc_begin(NULL, 0x2000), 0);
   uint32_t number = events->realloc_begin(NULL, 0x1000);
   assert_int_not_equal(number, 0);
   events->realloc_cancel(NULL, number);
   check_amount(run.heap.live, 100, 1);
   run.threads.running = run.threads.by_id[2];
   time_now = 8;
   number = events->realloc_begin(NULL, 0x1000);
   events->realloc_end(NULL, number, 0x3000, 150);
   check_amount(run.heap.live, 150, 1);
   check_amount(run.heap.moved, 100, 1);
   assert_int_equal(run.heap.peak_time, 8);
   number = events->realloc_begin(NULL, 0x3000);
   time_now = 9;
   events->realloc_free(NULL, number);
   check_amount(run.heap.freed, 150, 1);
   assert_int_equal(hp_heap_site(&run.heap, 1)->longest, 9);
   run_end();
}

/* A look at a time comes behind the block that is allocated then, one at the peak before
   the block is freed. */
static void tells_when_to_look(void **state)
{
   (void)state;
   const tk_guest one = at(0x5000);
   begin();
   hp_looks_next.time = 5;
   hp_looks_next.peak_B = 60;
   time_now = 4;
   events->allocated(NULL, &one, 0x1000, 50);
   check_told("");
   time_now = 5;
   events->allocated(NULL, &one, 0x2000, 10);
   check_told("look with 60 live; ");
   hp_looks_next.time = ~(ULong)0;
   events->freed(NULL, 0x1000);
   check_told("look before, with 60 live; ");
   events->freed(NULL, 0x2000);
   check_told("");
   hp_looks_next.time = 9;
   events->allocated(NULL, &one, 0x1000, 60);
   uint32_t number = events->realloc_begin(NULL, 0x1000);
   check_told("look before, with 60 live; ");
   time_now = 9;
   events->realloc_end(NULL, number, 0x1000, 70);
   check_told("look with 70 live; ");
   hp_looks_next = never;
   run.instrs = 7;
   hp_looks_next.instrs = 8;
   events->allocated(NULL, &one, 0x6000, 1);
   check_told("");
   hp_looks_next.instrs = 7;
   events->allocated(NULL, &one, 0x7000, 1);
   check_told("look with 72 live; ");
   hp_looks_next = never;
   hp_looks_next.follows_blocks = True;
   events->allocated(NULL, &one, 0x4000, 16);
   number = events->realloc_begin(NULL, 0x4000);
   events->realloc_end(NULL, number, 0x5000, 32);
   check_told("block 4000:10; 4000:10 to 5000:20; ");
   hp_looks_next = never;
   run_end();
}

static void counts_failures(void **state)
{
   (void)state;
   const tk_guest two = at(0x6000);
   begin();
   events->refused(NULL, &two, 1000);
   events->threw(NULL, 0x7000, 50);
   assert_int_equal(run.heap.failed, 2);
   assert_int_equal(hp_heap_site(&run.heap, 2)->failed_B, 1000);
   assert_int_equal(hp_heap_site(&run.heap, 0)->failed_B, 50);
   run_end();
}

/* The first is explained, all are counted. */
static void warns_once(void **state)
{
   (void)state;
   static const tk_function function = { .name = "free" };
   begin();
   events->invalid_free(NULL, &function, 0x1234, True);
   check_told("warning: free of 0x1234, which is not the start of a live block.\n"
              "   The call is skipped.  Later ones are only counted, in the profile.\n"
              "stack of 1, 12 frames; ");
   events->invalid_free(NULL, &function, 0x1234, False);
   check_told("");
   assert_int_equal(run.heap.invalid, 2);
   run_end();
}

/* The clock is read first; it is behind the registers. */
static void passes_calls_on(void **state)
{
   (void)state;
   static const tk_function function = { .name = "malloc" };
   static struct {
      tk_guest registers, shadow;
   } guest;
   const ULong now = 1234567890123;
   begin();
   memcpy((UChar *)&guest + HP_CLOCK_AT, &now, sizeof now);
   hp_allocations_on_entry(&guest.registers, &function, 1);
   hp_allocations_on_return(&guest.registers);
   events->excluded(NULL, 0x4000, &function);
   check_told("entry malloc 1 at 1234567890123; return at 1234567890123; "
              "excluded malloc at 4000; ");
   run_end();
}

/* By who calls exit, if the user does not say no. */
static void lets_libc_free(void **state)
{
   (void)state;
   for (Bool asked = False; asked <= True; asked++) {
      VG_(clo_run_libc_freeres) = asked;
      begin();
      assert_false(VG_(clo_run_libc_freeres));
      events->exits(NULL);
      check_told("look at exit; ");
      assert_int_equal(VG_(clo_run_libc_freeres), asked);
      hp_allocations_fork();
      assert_false(VG_(clo_run_libc_freeres));
      run_end();
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_blocks),      cmocka_unit_test(counts_reallocations),
      cmocka_unit_test(tells_when_to_look), cmocka_unit_test(counts_failures),
      cmocka_unit_test(warns_once),         cmocka_unit_test(passes_calls_on),
      cmocka_unit_test(lets_libc_free),
   };
   return cmocka_run_group_tests_name("hp_allocations", tests, NULL, NULL);
}
