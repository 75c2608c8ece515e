/* test_hp_mappings.c -- the core's events of mapped memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_hp_run.h"

#include "data/tk_variables.h"
#include "looks/hp_heap_memory.h"
#include "watch/hp_allocator_code.h"
#include "state/hp_sites.h"
#include "watch/hp_mappings.h"
#include "watch/hp_uncounted.h"

/* ---- The core's events ---- */

static void (*on_mmap)(Addr, SizeT, Bool, Bool, Bool, ULong);
static void (*on_mprotect)(Addr, SizeT, Bool, Bool, Bool);
static void (*on_munmap)(Addr, SizeT);
static void (*on_startup)(Addr, SizeT, Bool, Bool, Bool, ULong);
static void (*on_brk)(Addr, SizeT, ThreadId);
static void (*on_brk_down)(Addr, SizeT);
static void (*on_remap)(Addr, Addr, SizeT);

void VG_(track_new_mem_mmap)(void (*f)(Addr, SizeT, Bool, Bool, Bool, ULong))
{
   on_mmap = f;
}
void VG_(track_change_mem_mprotect)(void (*f)(Addr, SizeT, Bool, Bool, Bool))
{
   on_mprotect = f;
}
void VG_(track_die_mem_munmap)(void (*f)(Addr, SizeT))
{
   on_munmap = f;
}
void VG_(track_new_mem_startup)(void (*f)(Addr, SizeT, Bool, Bool, Bool, ULong))
{
   on_startup = f;
}
void VG_(track_new_mem_brk)(void (*f)(Addr, SizeT, ThreadId))
{
   on_brk = f;
}
void VG_(track_die_mem_brk)(void (*f)(Addr, SizeT))
{
   on_brk_down = f;
}
void VG_(track_copy_mem_remap)(void (*f)(Addr, Addr, SizeT))
{
   on_remap = f;
}

/* ---- The tool's other parts ---- */

enum { START, OF_THREAD, OF_OTHER }; /* sites */

static ThreadId running_id;
static uint32_t site_of_thread = OF_THREAD;
static char told[300];

ThreadId VG_(get_running_tid)(void)
{
   return running_id;
}
uint32_t hp_sites_of_start(void)
{
   return START;
}

uint32_t hp_sites_of_thread(ThreadId id, Addr sp)
{
   assert_true(id != VG_INVALID_THREADID && sp == 0);
   return site_of_thread;
}

void hp_uncounted_mapped(Addr start, SizeT length_B, Bool is_writable)
{
   sprintf(told + strlen(told), "+%lx:%lx%s ", start, length_B, is_writable ? "w" : "");
}

void hp_uncounted_unmapped(Addr start, SizeT length_B)
{
   sprintf(told + strlen(told), "-%lx:%lx ", start, length_B);
}

void hp_uncounted_moved(Addr from, Addr to, SizeT length_B)
{
   sprintf(told + strlen(told), "%lx>%lx:%lx ", from, to, length_B);
}

void hp_uncounted_brk(Addr start, SizeT length_B, ThreadId id)
{
   sprintf(told + strlen(told), "brk +%lx:%lx by %d ", start, length_B, id);
}

void hp_uncounted_brk_down(Addr start, SizeT length_B)
{
   sprintf(told + strlen(told), "brk -%lx:%lx ", start, length_B);
}

/* What looks at the heap are told: in a list of their own. */

static char looks_told[400];

void hp_heap_memory_init(void)
{
   looks_told[0] = '\0';
}

void hp_heap_memory_mapped(Addr start, SizeT length_B)
{
   sprintf(looks_told + strlen(looks_told), "+%lx:%lx ", start, length_B);
}

void hp_heap_memory_unmapped(Addr start, SizeT length_B)
{
   sprintf(looks_told + strlen(looks_told), "-%lx:%lx ", start, length_B);
}

void hp_heap_memory_moved(Addr from, Addr to, SizeT length_B)
{
   sprintf(looks_told + strlen(looks_told), "%lx>%lx:%lx ", from, to, length_B);
}

void hp_heap_memory_brk(Addr start, SizeT length_B)
{
   sprintf(looks_told + strlen(looks_told), "brk +%lx:%lx ", start, length_B);
}

void hp_heap_memory_brk_down(Addr start)
{
   sprintf(looks_told + strlen(looks_told), "brk -%lx ", start);
}

void tk_variables_mapped(Addr start, SizeT size_B)
{
   sprintf(looks_told + strlen(looks_told), "file +%lx:%lx ", start, size_B);
}

void tk_variables_unmapped(Addr start, SizeT size_B)
{
   sprintf(looks_told + strlen(looks_told), "file -%lx:%lx ", start, size_B);
}

void hp_allocator_code_unmapped(Addr start, SizeT length_B)
{
   sprintf(told + strlen(told), "code %lx:%lx ", start, length_B);
}

static void check_told(const char *expected)
{
   assert_string_equal(told, expected);
   told[0] = '\0';
}

/* ---- Tests ---- */

/* With blocks, mappings only tell what is not counted, and that stacks can move. */
static void tells_of_mappings(void **state)
{
   (void)state;
   run_begin(HP_MODE_HEAP);
   hp_mappings_init();
   assert_true(on_startup == NULL);
   on_mmap(0x1000, 0x800, True, True, False, 0);
   on_mmap(0x5000, 0x800, True, False, False, 0);
   assert_int_equal(run.threads.n_map_changes, 2);
   on_mprotect(0x1000, 0x1000, True, False, False);
   assert_int_equal(run.threads.n_map_changes, 3);
   on_munmap(0x1000, 0x1000);
   assert_int_equal(run.threads.n_map_changes, 4);
   check_told("+1000:800w +5000:800 code 1000:1000 -1000:1000 ");
   assert_string_equal(looks_told, "file +1000:800 +1000:800 file +5000:800 +5000:800 "
                                   "file -1000:1000 -1000:1000 ");
   looks_told[0] = '\0';
   on_brk(0x30100, 0x100, 2);
   on_brk_down(0x30180, 0x80);
   assert_int_equal(run.threads.n_map_changes, 5);
   on_remap(0x1000, 0x9000, 0x2000);
   check_told("brk +30100:100 by 2 brk -30180:80 1000>9000:2000 ");
   assert_string_equal(looks_told, "brk +30100:100 brk -30180 1000>9000:2000 ");
   check_amount(run.heap.total, 0, 0);
   run_end();
}

static void check_live(uint32_t site, uint64_t n)
{
   check_amount(hp_heap_site(&run.heap, site)->live, n * 4096, n);
}

static void counts_pages(void **state)
{
   (void)state;
   run_begin(HP_MODE_PAGES);
   hp_mappings_init();
   run.threads.running = NULL;
   on_startup(0x10800, 0x1000, True, True, False, 0); /* whole pages: two */
   check_live(START, 2);
   running_id = VG_INVALID_THREADID;
   on_mmap(0x20000, 0x1001, True, True, False, 0); /* by the core */
   check_live(START, 4);
   assert_int_equal(hp_heap_site(&run.heap, START)->shares->thread, 1);
   running_id = 2;
   run.threads.running = run.threads.by_id[2];
   on_mmap(0x21000, 0x3000, True, False, False, 0); /* over a page of before */
   check_live(START, 3);
   check_live(OF_THREAD, 3);
   assert_int_equal(hp_heap_site(&run.heap, OF_THREAD)->shares->thread, 20);
   check_amount(run.heap.peak, 6 * 4096, 6); /* never both */
   on_munmap(0x22000, 0xfff);
   check_live(OF_THREAD, 2);
   looks_told[0] = '\0';
   check_told("code 22000:fff "); /* what is not counted is not asked for */
   /* The data segment, which begins and ends within pages. */
   on_brk(0x30100, 0x100, 2);
   check_live(OF_THREAD, 2); /* the page is the program's already */
   on_brk(0x30200, 0x2000, 2);
   check_live(OF_THREAD, 4);
   on_brk_down(0x31800, 0xa00); /* its first page is still needed */
   check_live(OF_THREAD, 3);
   on_brk_down(0x31000, 0x800);
   check_live(OF_THREAD, 2);
   on_brk_down(0x30800, 0x10);
   check_live(OF_THREAD, 2);
   /* Moved: the sites stay. */
   on_remap(0x21000, 0x40000, 0x800);
   check_live(OF_THREAD, 2);
   on_munmap(0x21000, 0x1000);
   check_live(OF_THREAD, 2);
   on_munmap(0x40000, 0x1000);
   check_live(OF_THREAD, 1);
   told[0] = '\0';
   looks_told[0] = '\0';
   /* Not wanted: it only takes the place of others. */
   site_of_thread = HP_SITE_IGNORED;
   on_mmap(0x10000, 0x1000, True, True, False, 0);
   check_live(START, 2);
   on_munmap(0x10000, 0x1000);
   check_live(START, 2);
   on_mmap(0x10000, 0x1000, True, True, False, 0);
   site_of_thread = OF_OTHER;
   told[0] = '\0';
   /* A child has inherited all: its end is not the child's. */
   hp_heap_inherit(&run.heap, 5);
   hp_mappings_inherit();
   on_mmap(0x50000, 0x1000, True, True, False, 0);
   check_live(OF_OTHER, 1);
   on_munmap(0x20000, 0x1000);
   check_amount(run.heap.inherited.freed, 4096, 1);
   on_munmap(0x10000, 0x1000); /* the one that was not wanted */
   check_amount(run.heap.inherited.freed, 4096, 1);
   on_munmap(0x50000, 0x1000);
   check_live(OF_OTHER, 0);
   check_amount(run.heap.inherited.freed, 4096, 1);
   on_munmap(0, 0x100000); /* all, so that nothing is kept */
   check_amount(run.heap.inherited.freed, 3 * 4096, 3);
   told[0] = '\0';
   run_end();
}

/* Nothing is counted by address. */
static void counts_no_memory(void **state)
{
   (void)state;
   on_startup = NULL;
   on_brk = NULL;
   on_brk_down = NULL;
   on_remap = NULL;
   run_begin(HP_MODE_COPY);
   hp_mappings_init();
   assert_true(on_startup == NULL && on_brk == NULL && on_brk_down == NULL
               && on_remap == NULL);
   run_end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(tells_of_mappings),
      cmocka_unit_test(counts_no_memory),
      cmocka_unit_test(counts_pages),
   };
   return cmocka_run_group_tests_name("hp_mappings", tests, NULL, NULL);
}
