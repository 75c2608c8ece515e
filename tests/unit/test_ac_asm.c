/* test_ac_asm.c -- listings of machine code: rows, jumps and their lanes, loops, and
   which function is meant.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_read.h"

#include "code/ac_asm.h"
#include "code/ac_asm_choice.h"
#include "code/ac_asm_pair.h"
#include "base/an_alloc.h"
#include "counts/ac_objects.h"

static ac_profile *profile;
static an_disasm *disasm;
static ac_asm listing;
static const char *waits = ""; /* lines of what instructions wait for */

/* A profile of one object whose instructions, "ADDRESS CODE LINE IR\n" each, are of f of
   a.c, which has lines 1 to 3. */
static void read_code(const char *instrs)
{
   char text[8192], *at = text, address[32], code[64];
   int64_t lines[4] = { 0 }, all = 0;
   unsigned line;
   long long ir;
   int n;
   for (const char *i = instrs;
        sscanf(i, "%31s %63s %u %lld%n", address, code, &line, &ir, &n) == 4; i += n) {
      lines[line] += ir;
      all += ir;
   }
   at += sprintf(at, "cmd: ./app\nevents: Ir\n#: cachesim 1\n#: instr amd64\n"
                     "fl=/src/a.c\nfn=f(int)\n");
   for (int i = 1; i < 4; i++)
      at += sprintf(at, "%d %lld\n", i, (long long)lines[i]);
   at += sprintf(at,
                 "fn=g\n9 2\nsummary: %lld\n#: object - /bin/app\n#: object-counts %lld\n"
                 "#: io 1\n#: in 1\n",
                 (long long)all + 2, (long long)all + 2);
   for (const char *i = instrs;
        sscanf(i, "%31s %63s %u %lld%n", address, code, &line, &ir, &n) == 4; i += n)
      at += sprintf(at, "#: x 0x%s %s %u %lld\n", address, code, line, ir);
   sprintf(at, "#: in 2\n#: x 0x2000 c3 9 2\n%s#: end 4\n", waits);
   const char *file = text;
   profile = test_sum_of(&file, 1, NULL);
   assert_non_null(ac_profile_instrs(profile));
}

static void begin(const char *instrs)
{
   const char *problem;
   read_code(instrs);
   disasm = an_disasm_open(an_alloc_malloc(), "amd64", AN_SYNTAX_ATT, &problem);
   if (disasm == NULL)
      skip(); /* built without capstone */
   const char *f = ac_profile_intern(profile, "f(int)", strlen("f(int)"));
   ac_asm_open(&listing, test_alloc(), profile, 0, f, disasm, NULL);
}

static void end(void)
{
   an_disasm_close(disasm);
}

static void check_row(size_t i, const char *mnemonic, int64_t runs, size_t target,
                      size_t loop)
{
   const ac_asm_row *row = &listing.rows[i];
   assert_true(i < listing.n);
   assert_string_equal(row->mnemonic, mnemonic);
   assert_int_equal(ac_asm_runs(row), runs);
   assert_int_equal(row->target, target);
   assert_int_equal(row->loop, loop);
}

#define NONE AC_ASM_NONE

/* ---- A loop ----------------------------------------------------------- */

static const char sum[] = "1000 31c0 1 1\n"
                          "1002 85ff 1 1\n"
                          "1004 740a 1 1\n"
                          "1006 0306 2 10\n"
                          "1008 4883c604 2 10\n"
                          "100c ffcf 2 10\n"
                          "100e 75f6 2 10\n"
                          "1010 e8eb0f0000 3 1\n"
                          "1015 c3 3 1\n";

static void test_loop(void **state)
{
   (void)state;
   begin(sum);
   assert_int_equal(listing.n, 9);
   check_row(0, "xorl", 1, NONE, NONE);
   check_row(2, "je", 1, 7, NONE);
   check_row(3, "addl", 10, NONE, 0);
   check_row(6, "jne", 10, 3, 0);
   check_row(7, "callq", 1, NONE, NONE);
   assert_string_equal(listing.rows[7].called, "g");
   assert_int_equal(listing.rows[3].writes.general & 0xff, 1); /* rax */
   assert_int_equal(listing.n_loops, 1);
   const ac_asm_loop *loop = &listing.loops[0];
   assert_int_equal(loop->first, 3);
   assert_int_equal(loop->last, 6);
   assert_int_equal(loop->n_rows, 4);
   assert_int_equal(loop->passes, 10);
   assert_int_equal(loop->counts[0], 40);
   assert_int_equal(loop->outer, NONE);
   assert_int_equal(listing.counts[0], 45);
   assert_int_equal(ac_asm_find(&listing, 0x1008), 4);
   assert_int_equal(ac_asm_find(&listing, 0x1009), NONE);
   end();
}

/* The short arrow is next to the code, the long one beside it. */
static void test_lanes(void **state)
{
   (void)state;
   begin(sum);
   assert_int_equal(listing.n_jumps, 2);
   assert_int_equal(listing.n_lanes, 2);
   for (size_t i = 0; i < 2; i++)
      assert_int_equal(listing.jumps[i].lane, listing.jumps[i].from == 2);
   end();
}

static void test_inner_loop(void **state)
{
   (void)state;
   begin("1000 31c0 1 1\n"  /* xor */
         "1002 ffc9 1 5\n"  /* dec: the outer loop */
         "1004 ffcf 2 50\n" /* dec: the inner one */
         "1006 75fc 2 50\n" /* jne 1004 */
         "1008 85c9 2 5\n"  /* test */
         "100a 75f6 2 5\n"  /* jne 1002 */
         "100c c3 3 1\n");
   assert_int_equal(listing.n_loops, 2);
   assert_int_equal(listing.loops[0].first, 1);
   assert_int_equal(listing.loops[0].last, 5);
   assert_int_equal(listing.loops[0].counts[0], 115);
   assert_int_equal(listing.loops[1].outer, 0);
   assert_int_equal(listing.loops[1].counts[0], 100);
   assert_int_equal(listing.rows[1].loop, 0);
   assert_int_equal(listing.rows[2].loop, 1);
   assert_int_equal(listing.rows[4].loop, 0);
   end();
}

/* The last part of a loop's body is before its head, where a jump leads; one way through
   the body leads there by a jump. */
static void test_head_inside(void **state)
{
   (void)state;
   begin("1000 31c0 1 1\n" /* xor */
         "1002 eb08 1 1\n" /* jmp 100c */
         "1004 ffc9 2 7\n" /* dec */
         "1006 7404 2 7\n" /* je 100c */
         "1008 85c9 2 3\n" /* test */
         "100a 7404 2 3\n" /* je 1010 */
         "100c 85ff 3 8\n" /* test: the head */
         "100e 75f4 3 8\n" /* jne 1004 */
         "1010 c3 3 1\n");
   assert_int_equal(listing.n_loops, 1);
   assert_int_equal(listing.loops[0].first, 2);
   assert_int_equal(listing.loops[0].last, 7);
   assert_int_equal(listing.loops[0].head, 6);
   assert_int_equal(listing.loops[0].n_rows, 6);
   assert_int_equal(listing.loops[0].passes, 8);
   assert_int_equal(listing.loops[0].counts[0], 36);
   assert_int_equal(listing.rows[6].loop, 0);
   end();
}

/* A sum needs that of the pass before; a register that the loop loads in between is not
   carried, wherever in the loop the load is. */
static void test_waits(void **state)
{
   (void)state;
   waits = "#: xw 3 chain 3\n#: xw 4 chain 4\n#: xw 5 chain 7\n#: xw 6 chain 5\n"
           "#: xw 8 unit 8\n#: xw 9 chain 9\n";
   begin("1000 31c0 1 1\n"   /* xor */
         "1002 488b1f 2 9\n" /* mov (%rdi),%rbx */
         "1005 4801c8 2 9\n" /* add %rcx,%rax: the sum */
         "1008 4863db 2 9\n" /* movslq %ebx,%rbx */
         "100b 4801ce 2 9\n" /* add %rcx,%rsi */
         "100e 4885f6 2 9\n" /* test %rsi,%rsi */
         "1011 48ffce 2 9\n" /* dec %rsi */
         "1014 75ec 2 9\n"   /* jne 1002 */
         "1016 4801c8 3 1\n" /* add: in no loop */
         "1019 c3 3 1\n");
   waits = "";
   assert_int_equal(listing.n_loops, 1);
   assert_int_equal(listing.rows[2].waits_for, 2);
   assert_int_equal(listing.rows[3].waits_for, NONE);
   assert_int_equal(listing.rows[4].waits_for, 6);
   assert_int_equal(listing.rows[5].waits_for, 4);
   assert_int_equal(listing.rows[7].waits_for, 7);
   assert_int_equal(listing.rows[8].waits_for, NONE);
   end();
}

/* Two ways lead into the middle: no loop in the sense of having a head. */
static void test_two_ways_in(void **state)
{
   (void)state;
   begin("1000 31c0 1 1\n" /* xor */
         "1002 7404 1 1\n" /* je 1008 */
         "1004 eb04 1 0\n" /* jmp 100a */
         "1006 ffc9 2 3\n" /* dec */
         "1008 ffc9 2 3\n" /* dec */
         "100a 75fa 3 3\n" /* jne 1006 */
         "100c c3 3 1\n");
   assert_int_equal(listing.n_loops, 0);
   end();
}

/* A jump back to a shared end is no loop: another way leads there. */
static void test_shared_end(void **state)
{
   (void)state;
   begin("1000 85ff 1 9\n"   /* test */
         "1002 7403 1 9\n"   /* je 1007 */
         "1004 31c0 1 4\n"   /* xor */
         "1006 c3 1 9\n"     /* ret */
         "1007 89f8 2 5\n"   /* mov */
         "1009 ebfb 2 5\n"); /* jmp 1006 */
   assert_int_equal(listing.rows[5].target, 3);
   assert_int_equal(listing.n_loops, 0);
   end();
}

/* Cases of a switch within a loop: nothing is known to lead to them but its jump. */
static void test_switch_in_loop(void **state)
{
   (void)state;
   begin("1000 31c0 1 1\n" /* xor */
         "1002 ffcf 1 8\n" /* dec: the loop */
         "1004 ffe0 1 8\n" /* jmp *%rax */
         "1006 ffc1 2 4\n" /* inc */
         "1008 eb02 2 4\n" /* jmp 100c */
         "100a ffc2 2 4\n" /* inc */
         "100c 85ff 3 8\n" /* test */
         "100e 75f2 3 8\n" /* jne 1002 */
         "1010 c3 3 1\n");
   assert_int_equal(listing.n_loops, 1);
   assert_int_equal(listing.loops[0].n_rows, 7);
   assert_int_equal(listing.loops[0].counts[0], 44);
   end();
}

/* Code that was changed has two rows at one address; a hole is marked. */
static void test_changed_code(void **state)
{
   (void)state;
   begin("1000 31c0 1 1\n"
         "1002 9090 1 2\n"
         "1002 ffc9 2 3\n"
         "1010 c3 3 1\n");
   assert_int_equal(listing.n, 4);
   assert_int_equal(listing.rows[1].address, listing.rows[2].address);
   assert_false(listing.rows[1].is_apart);
   assert_true(listing.rows[3].is_apart);
   end();
}

/* ---- Pairs ------------------------------------------------------------- */

static void check_pair(const ac_asm_pair *pair, size_t i, size_t old, size_t new,
                       int64_t old_runs, int64_t new_runs)
{
   assert_int_equal(pair->rows[i].old, old);
   assert_int_equal(pair->rows[i].new, new);
   assert_int_equal(pair->rows[i].counts[0], old_runs);
   assert_int_equal(pair->rows[i].counts[1], new_runs);
}

/* Another build: all is elsewhere, a jump goes farther, an instruction is new and one is
   gone. */
static void test_pair(void **state)
{
   (void)state;
   begin(sum);
   ac_asm_pair pair;
   const char *f = ac_profile_intern(profile, "f(int)", strlen("f(int)"));
   ac_asm again;
   ac_asm_open(&again, test_alloc(), profile, 0, f, disasm, NULL);
   again.rows[4].mnemonic = "sub"; /* was add */
   again.rows[6].goes_to += 16;
   ac_asm_pair_open(&pair, test_alloc(), &listing, &again);
   assert_int_equal(pair.n, listing.n + 1);
   check_pair(&pair, 3, 3, 3, 10, 10);
   check_pair(&pair, 4, 4, NONE, 10, 0);
   check_pair(&pair, 5, NONE, 4, 0, 10);
   check_pair(&pair, 7, 6, 6, 10, 10);
   assert_int_equal(pair.counts[0], 45);
   assert_int_equal(pair.counts[1], 45);
   ac_asm_pair_open(&pair, test_alloc(), &listing, NULL);
   check_pair(&pair, 3, 3, NONE, 10, 0);
   end();
}

/* ---- The choice -------------------------------------------------------- */

/* What is chosen for a name; NULL: nothing is. */
static const ac_asm_function *chosen(const ac_asm_choice *choice, const char *asked,
                                     const ac_measure *sort, ac_asm_lines *lines)
{
   const ac_asm_function *found;
   ac_asm_choose(choice, profile, asked, sort, &found, lines);
   return found;
}

static void test_choice(void **state)
{
   (void)state;
   an_error error;
   begin(sum);
   ac_metrics *metrics = ac_metrics_new(test_alloc(), profile, NULL, &error);
   const ac_measure ir = { .metric = ac_metrics_find(metrics, an_span_of("Ir")) };
   ac_asm_choice choice;
   ac_asm_lines lines;
   ac_asm_choice_open(&choice, test_alloc(), profile, &ir);
   assert_int_equal(choice.n, 2);
   assert_string_equal(choice.of[0].function, "f(int)");
   static const char *const names[] = { "f", "f(int)", "a.c:2", "/src/a.c:3",
                                        "src/a.c:1" };
   static const uint32_t of_line[] = { 0, 0, 2, 3, 1 };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      assert_ptr_equal(chosen(&choice, names[i], &ir, &lines), &choice.of[0]);
      assert_int_equal(lines.first, of_line[i]);
   }
   assert_ptr_equal(chosen(&choice, "g", &ir, &lines), &choice.of[1]);
   assert_ptr_equal(chosen(&choice, "a.c:9", &ir, &lines), &choice.of[1]);
   static const char *const nothing[] = {
      "h", "f(", "a.c:4", "b.c:1", "c:1", ":1", "a.c:"
   };
   for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++)
      assert_null(chosen(&choice, nothing[i], &ir, &lines));
   end();
}

/* An inlined function is lines of the one that it is in. */
static void test_inlined_choice(void **state)
{
   (void)state;
   static const char text[] =
      "cmd: ./app\nevents: Ir\n#: cachesim 1\n#: instr amd64\n"
      "fl=/src/a.c\nfn=main\n30 16\nfl=/src/a.h\nfn=main\n4 10\n5 5\n9 3\n"
      "summary: 34\n#: object 01 /bin/app\n#: object-counts 34\n"
      "#: fn 2 get(int)\n#: f 1 1 0x0 1 34\n#: i 1 3 30 15\n#: by 0\n#: a 0 1 1 34\n"
      "#: t 0 0 0\n#: t 1 1 1 19\n#: ti 2 1 15\n"
      "#: io 1\n#: in 1\n#: x 0x1000 90 30 16\n"
      "#: in 2\n#: x 0x1001 90 4 10\n#: x 0x1002 90 5 5\n#: x 0x1003 90 9 3\n#: end 4\n";
   const char *file = text;
   an_error error;
   ac_asm_choice choice;
   ac_asm_lines lines;
   profile = test_sum_of(&file, 1, NULL);
   ac_metrics *metrics = ac_metrics_new(test_alloc(), profile, NULL, &error);
   const ac_measure ir = { .metric = ac_metrics_find(metrics, an_span_of("Ir")) };
   ac_asm_choice_open(&choice, test_alloc(), profile, &ir);
   const ac_asm_function *found = chosen(&choice, "get", &ir, &lines);
   assert_ptr_equal(found, &choice.of[0]);
   assert_string_equal(found->function, "main");
   assert_true(an_span_is(lines.file, "/src/a.h"));
   assert_int_equal(lines.first, 4);
   assert_int_equal(lines.last, 5);
   assert_null(chosen(&choice, "set", &ir, &lines));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loop),         cmocka_unit_test(test_lanes),
      cmocka_unit_test(test_head_inside),  cmocka_unit_test(test_waits),
      cmocka_unit_test(test_two_ways_in),  cmocka_unit_test(test_inner_loop),
      cmocka_unit_test(test_shared_end),   cmocka_unit_test(test_switch_in_loop),
      cmocka_unit_test(test_changed_code), cmocka_unit_test(test_pair),
      cmocka_unit_test(test_choice),       cmocka_unit_test(test_inlined_choice),
   };
   return cmocka_run_group_tests_name("ac_asm", tests, NULL, NULL);
}
