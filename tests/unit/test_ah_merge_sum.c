/* test_ah_merge_sum.c -- adding up heap profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "base/an_overflow.h"

#include "heap/ah_merge_sum.h"
#include "heap/ah_write.h"

/* ---- Whole files, written and read again ---- */

/* Adds the profile twice and returns the sum as text, on the heap, or NULL if
   memory ran out. */
static char *sum_of(const ah_profile *profile)
{
   static const ah_write_options own = { .own = true, .is_merged = true };
   char *text;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   ah_sum *sum = ah_sum_new(test_alloc());
   for (int i = 0; i < 2; i++) {
      assert_true((ah_sum_first(sum) == NULL) == (i == 0));
      ah_sum_add(sum, profile);
   }
   const ah_profile *all = ah_sum_finish(sum);
   if (all != NULL)
      ah_write(all, test_alloc(), &own, out);
   fclose(out);
   return text;
}

/* The sum of the profile with itself, written and read again. */
static ah_profile *add_twice(const char *from)
{
   ah_profile *profile = test_ah_text(from);
   char *text = sum_of(profile);
   ah_profile *again = test_ah_text(text);
   free(text);
   return again;
}

static const ah_site *site_of(const ah_profile *profile, int64_t bytes)
{
   for (size_t i = 0; i < profile->n_sites; i++)
      if (profile->sites[i].total.bytes == bytes)
         return &profile->sites[i];
   fail_msg("no site of %d bytes", (int)bytes);
   return NULL;
}

static void test_accesses(void **state)
{
   (void)state;
   ah_profile *again = add_twice(test_ah_accesses);
   assert_true(again->has_accesses && again->has_moves);
   assert_int_equal(again->histogram_B, 1024);
   assert_int_equal(again->totals.reads, 140060);
   assert_int_equal(again->totals.writes, 8352);
   assert_int_equal(again->totals.moved.bytes, 20);
   const ah_site *small = site_of(again, 96), *large = site_of(again, 8192);
   assert_int_equal(small->rare->never_read.bytes, 64);
   assert_int_equal(small->rare->never_read.blocks, 2);
   assert_int_equal(small->rare->never_written.bytes, 32);
   assert_int_equal(small->rare->never_touched.bytes, 28);
   assert_int_equal(small->rare->heat->n, 24);
   assert_int_equal(small->rare->heat->reads[7], 4);
   assert_int_equal(small->rare->heat->writes[16], 8);
   assert_int_equal(large->rare->heat->unit_B, 64);
   assert_int_equal(large->rare->heat->reads[0], 140000);
   assert_int_equal(large->rare->heat->writes[63], 2);
   assert_int_equal(site_of(again, 2)->rare->heat->n, 1);
   assert_null(site_of(again, 100)->rare->heat);
   assert_int_equal(site_of(again, 100)->rare->moved.blocks, 2);
}

/* ---- The header ---- */

static const ah_profile plain = {
   .mode = "heap",
   .verb = "Allocated",
   .command = "b",
   .creator = "heapprof 2",
   .time_unit = "instrs",
   .mega_time_unit = "Minstr",
   .byte_unit = "byte",
   .bytes_unit = "bytes",
   .blocks_unit = "blocks",
   .is_heapprof = true,
   .has_lifetimes = true,
};

/* The sum of two in either order must have these values. */
#define CHECK_BOTH(a, b, value, expected) \
   do { \
      for (int order = 0; order < 2; order++) { \
         ah_sum *sum = ah_sum_new(an_alloc_malloc()); \
         ah_sum_add(sum, order == 0 ? &(a) : &(b)); \
         ah_sum_add(sum, order == 0 ? &(b) : &(a)); \
         assert_true(ah_sum_first(sum)->value == (expected)); \
      } \
   } while (0)

static void test_flags(void **state)
{
   (void)state;
   ah_profile a = plain, b = plain;
   CHECK_BOTH(a, b, has_accesses, false);
   a.has_accesses = a.has_moves = a.has_stacks = a.has_pages = a.is_saturated = true;
   CHECK_BOTH(a, b, has_accesses, false); /* known of all, or not */
   CHECK_BOTH(a, b, has_moves, false);
   CHECK_BOTH(a, b, is_heapprof, true);
   CHECK_BOTH(a, b, has_stacks, true);
   CHECK_BOTH(a, b, has_pages, true);
   CHECK_BOTH(a, b, is_saturated, true);
   b.has_accesses = b.has_moves = true;
   CHECK_BOTH(a, b, has_accesses, true);
   CHECK_BOTH(a, b, has_moves, true);
   a.depth = 30;
   b.depth = 12;
   b.heap_admin_B = 8;
   a.short_lifetime = 500;
   b.histogram_B = 1024;
   CHECK_BOTH(a, b, depth, 30);
   CHECK_BOTH(a, b, heap_admin_B, 8);
   CHECK_BOTH(a, b, short_lifetime, 500);
   CHECK_BOTH(a, b, histogram_B, 1024);
}

/* The largest above 0, else the smallest below. */
static void test_exit_codes(void **state)
{
   (void)state;
   static const int64_t codes[][3] = {
      { 0, 0, 0 },   { 0, 3, 3 },  { 2, 3, 3 },
      { 0, -9, -9 }, { -9, 3, 3 }, { -9, -15, -15 },
   };
   for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
      ah_profile a = plain, b = plain;
      a.exit_code = codes[i][0];
      b.exit_code = codes[i][1];
      CHECK_BOTH(a, b, exit_code, codes[i][2]);
   }
}

/* The first in the alphabet. */
static void test_texts(void **state)
{
   (void)state;
   ah_profile other = plain;
   other.creator = "heapprof 1";
   other.mega_time_unit = "Mi";
   other.command = "a";
   const ah_profile *all[] = { &plain, &other, &plain };
   ah_sum *sum = ah_sum_new(an_alloc_malloc());
   assert_null(ah_sum_first(sum));
   for (int i = 0; i < 3; i++)
      ah_sum_add(sum, all[i]);
   const ah_profile *first = ah_sum_first(sum);
   assert_string_equal(first->creator, "heapprof 1");
   assert_string_equal(first->mega_time_unit, "Mi");
   assert_string_equal(first->command, "a");
   assert_string_equal(first->bytes_unit, "bytes");
   assert_true(first->mode != plain.mode); /* copied */
}

static void test_states(void **state)
{
   (void)state;
   ah_profile ended = plain, partial = plain;
   ended.state = (an_state){ .how = AN_STATE_EXITED, .number = 3 };
   partial.state = (an_state){ .how = AN_STATE_PARTIAL, .number = 700 };
   CHECK_BOTH(ended, partial, state.how, AN_STATE_PARTIAL);
   CHECK_BOTH(ended, partial, state.number, 700);
   CHECK_BOTH(ended, ended, state.how, AN_STATE_UNKNOWN);
}

/* Profiles that were watched in part have the longest time; others, the whole run. */
static void test_counting(void **state)
{
   (void)state;
   ah_profile whole = plain, late = plain;
   whole.totals.end_time = 90;
   whole.counting.processes = late.counting.processes = 1;
   late.totals.end_time = 200;
   late.counting.late = 1;
   late.counting.counted = 70;
   CHECK_BOTH(whole, late, counting.counted, 90);
   CHECK_BOTH(whole, late, counting.late, 1);
   CHECK_BOTH(whole, late, counting.processes, 2);
   CHECK_BOTH(whole, late, totals.end_time, 200);
}

static void test_thread_names(void **state)
{
   (void)state;
   ah_thread_name one[] = { { 2, "x" }, { 3, "y" } }, other[] = { { 2, "z" } };
   ah_profile a = plain, b = plain;
   a.thread_names = one;
   a.n_thread_names = 2;
   b.thread_names = other;
   b.n_thread_names = 1;
   ah_sum *sum = ah_sum_new(an_alloc_malloc());
   ah_sum_add(sum, &a);
   ah_sum_add(sum, &b);
   const ah_profile *whole = ah_sum_finish(sum);
   assert_int_equal(whole->n_thread_names, 1);
   assert_int_equal(whole->thread_names[0].thread, 3);
}

/* ---- Totals ---- */

/* All are sums but the times. */
static void test_totals(void **state)
{
   (void)state;
   ah_profile a = plain, b = plain;
   for (size_t i = 0; i < AH_TOTAL_KEYS; i++) {
      *ah_total_of(&a.totals, &ah_total_keys[i]) = (int64_t)i + 1;
      *ah_total_of(&b.totals, &ah_total_keys[i]) = 100;
   }
   a.totals.end_time = 40;
   b.totals.end_time = 30;
   a.totals.moved = (ah_amount){ 3, 1 };
   b.totals.reads = 6;
   ah_sum *sum = ah_sum_new(an_alloc_malloc());
   ah_sum_add(sum, &a);
   ah_profile *first = (ah_profile *)ah_sum_first(sum);
   assert_int_equal(first->totals.peak_time, a.totals.peak_time);
   ah_sum_add(sum, &b);
   for (size_t i = 0; i < AH_TOTAL_KEYS; i++)
      assert_int_equal(*ah_total_of(&first->totals, &ah_total_keys[i]),
                       strcmp(ah_total_keys[i].name, "peak_time") == 0 ? 0 : i + 101);
   assert_int_equal(first->totals.end_time, 40);
   assert_amount(first->totals.moved, 3, 1);
   assert_int_equal(first->totals.reads, 6);
   b.totals.moved.blocks = INT64_MAX;
   ah_sum_add(sum, &b);
   assert_true(an_overflow_take());
}

/* ---- Processes ---- */

#define CHILD "\"exit_code\":1,\"parent\":3,\"title\":\"t\","

/* Forked children: those that inherit counts are not added up. */
static void test_children(void **state)
{
   (void)state;
   static const char *const forks[] = {
      CHILD "\"fork\":{\"time\":5,\"children\":\"zero\",\"bytes\":9,\"blocks\":2,"
            "\"freed_bytes\":4,\"freed_blocks\":1,\"reallocated\":1},",
      CHILD "\"fork\":{\"time\":5,\"children\":\"inherit\",\"bytes\":9,\"blocks\":2,"
            "\"total_bytes\":14,\"total_blocks\":4},",
   };
   for (int i = 0; i < 2; i++) {
      ah_profile *profile = test_ah_changed(test_ah_heapprof, "\"exit_code\":1,",
                                            forks[i]);
      ah_sum *sum = ah_sum_new(an_alloc_malloc());
      ah_sum_add(sum, profile);
      assert_false(ah_sum_overlaps(sum));
      ah_sum_add(sum, profile);
      assert_int_equal(ah_sum_overlaps(sum), i == 1);
      const ah_profile *whole = ah_sum_finish(sum);
      assert_int_equal(whole->processes.n, 2);
      const an_process *process = &whole->processes.of[1];
      assert_string_equal(process->title, "t");
      assert_string_equal(process->command, "./a");
      assert_int_equal(process->parent, 3);
      assert_true(process->is_forked);
      assert_int_equal(process->forked, 5);
      assert_string_equal(whole->command, "2 processes of ./a");
   }
}

/* By pid; the sum of one process keeps its command. */
static void test_process_order(void **state)
{
   (void)state;
   an_process of[] = { { .pid = 9, .command = "c9" }, { .pid = 4, .command = "c4" } };
   ah_profile one = plain, other = plain;
   one.processes = (an_processes){ &of[0], 1, 0 };
   other.processes = (an_processes){ &of[1], 1, 0 };
   ah_sum *sum = ah_sum_new(an_alloc_malloc());
   ah_sum_add(sum, &one);
   assert_string_equal(ah_sum_finish(sum)->command, "b");
   sum = ah_sum_new(an_alloc_malloc());
   ah_sum_add(sum, &one);
   ah_sum_add(sum, &other);
   const ah_profile *whole = ah_sum_finish(sum);
   assert_int_equal(whole->processes.of[0].pid, 4);
   assert_int_equal(whole->processes.of[1].pid, 9);
   assert_string_equal(whole->command, "2 processes of several commands");
}

/* ---- Frames and sites ---- */

static an_frame some_frames[] = {
   { .text = "[root]", .function = "[root]" },
   { .text = "0x2: g (b.c:2)", .function = "g", .file = "/y/b.c", .line = 2 },
   { .text = "0x1: f (a.c:1)", .function = "f", .file = "/x/a.c", .line = 1 },
};
static an_frame more_frames[] = {
   { .text = "[root]", .function = "[root]" },
   { .text = "0x1: f (a.c:1)", .function = "f", .file = "/w/a.c", .line = 1 },
   { .text = "0x1: f (a.c:1)", .function = "f", .file = "/x/a.c", .line = 1 },
   { .text = "0x0: ???", .function = "???" },
};

/* "text:file" of each frame, then "total:frames" of each site. */
static void describe(const ah_profile *profile, char *text)
{
   for (size_t i = 0; i < profile->n_frames; i++) {
      const an_frame *frame = &profile->frames[i];
      text += sprintf(text, "%s:%s,", frame->text,
                      frame->file == NULL ? "-" : frame->file);
   }
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      text += sprintf(text, " %d:", (int)site->total.bytes);
      for (size_t k = 0; k < site->n_frames; k++)
         text += sprintf(text, "%d", (int)site->frames[k]);
   }
}

/* Equal paths are one site, whatever the numbers of their frames; all are sorted, but for
   the root. */
static void test_sites(void **state)
{
   (void)state;
   static const uint32_t g[] = { 1 }, f_g[] = { 2, 1 }, f[] = { 2 };
   static const uint32_t f_of_w[] = { 1 }, unknown_f[] = { 3, 2 };
   static const uint32_t unknown_w[] = { 3, 1 };
   ah_site some[] = { { .total = { 1, 1 }, .frames = g, .n_frames = 1 },
                      { .total = { 2, 1 }, .frames = f_g, .n_frames = 2 },
                      { .total = { 4, 1 }, .frames = f, .n_frames = 1 },
                      { .total = { 8, 1 } } };
   ah_site more[] = { { .total = { 16, 1 }, .frames = f, .n_frames = 1 },
                      { .total = { 32, 1 }, .frames = f_of_w, .n_frames = 1 },
                      { .total = { 64, 1 }, .frames = unknown_f, .n_frames = 2 },
                      { .total = { 128, 1 }, .frames = unknown_w, .n_frames = 2 } };
   ah_profile a = plain, b = plain;
   a.frames = some_frames;
   a.n_frames = 3;
   a.sites = some;
   a.n_sites = 4;
   b.frames = more_frames;
   b.n_frames = 4;
   b.sites = more;
   b.n_sites = 4;
   for (int order = 0; order < 2; order++) {
      char text[400] = "";
      ah_sum *sum = ah_sum_new(an_alloc_malloc());
      ah_sum_add(sum, order == 0 ? &a : &b);
      ah_sum_add(sum, order == 0 ? &b : &a);
      describe(ah_sum_finish(sum), text);
      assert_string_equal(text, "[root]:-,0x0: ???:-,0x1: f (a.c:1):/w/a.c,"
                                "0x1: f (a.c:1):/x/a.c,0x2: g (b.c:2):/y/b.c,"
                                " 8: 128:12 64:13 32:2 20:3 2:34 1:4");
   }
   some[2].total.bytes = INT64_MAX;
   ah_sum *sum = ah_sum_new(an_alloc_malloc());
   ah_sum_add(sum, &a);
   ah_sum_add(sum, &b);
   assert_true(an_overflow_take());
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accesses),     cmocka_unit_test(test_flags),
      cmocka_unit_test(test_exit_codes),   cmocka_unit_test(test_texts),
      cmocka_unit_test(test_states),       cmocka_unit_test(test_counting),
      cmocka_unit_test(test_thread_names), cmocka_unit_test(test_totals),
      cmocka_unit_test(test_children),     cmocka_unit_test(test_process_order),
      cmocka_unit_test(test_sites),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
