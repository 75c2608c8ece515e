/* test_cs_outfile.c -- cs_outfile: whole profiles, to the byte.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "outfile/cs_outfile.h"
#include "base/tk_count.h"
#include "unit_alloc.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static unit_sink sink;

/* ---- A small profile ------------------------------------------------- */

/* Lines compare names by pointer: each name is here once. */
static const char file_a[] = "/src/a.c", file_b[] = "/src/b.c";
static const char fn_main[] = "main", fn_work[] = "work";
static const char unknown[] = "???";

static tk_line *new_line(const char *file, const char *fn, uint32_t number,
                         const uint64_t counts[CS_N_EVENTS])
{
   tk_line *line = malloc(sizeof *line + CS_N_EVENTS * sizeof(uint64_t));
   assert_non_null(line);
   *line = (tk_line){ .at = { .file = file, .fn = fn, .number = number } };
   memcpy(line->counts, counts, CS_N_EVENTS * sizeof(uint64_t));
   return line;
}

/* A line whose counts are start, start + 1, ... */
static tk_line *counting_line(const char *file, const char *fn, uint32_t number,
                              uint64_t start)
{
   uint64_t counts[CS_N_EVENTS];
   for (int e = 0; e < CS_N_EVENTS; e++)
      counts[e] = start + (uint64_t)e;
   return new_line(file, fn, number, counts);
}

static void free_lines(tk_line **lines, size_t n)
{
   for (size_t i = 0; i < n; i++)
      free(lines[i]);
}

static const cs_geometry i1 = { 32768, 8, 64 }, d1 = { 49152, 12, 64 },
                         ll = { 28835840, 11, 64 };
static const char *const plain_argv[] = { "./app", "-x", "in.txt", NULL };

static const tk_state exited = { .how = TK_EXITED, .number = 3 };

static cs_outfile_header small_header(bool caches, bool branches)
{
   static cs_columns columns;
   columns = cs_columns_of(caches, branches);
   return (cs_outfile_header){ .tool_version = "1.0",
                               .valgrind_version = "3.19.0",
                               .i1 = &i1,
                               .d1 = &d1,
                               .ll = &ll,
                               .columns = &columns,
                               .argv = plain_argv,
                               .pid = 4711,
                               .parent = 4700,
                               .state = &exited };
}

/* What is written of the lines, in sink.bytes. */
static void write_out(const cs_outfile_header *header, tk_line *const *lines,
                      size_t n_lines, uint64_t totals[CS_N_EVENTS])
{
   tk_text text;
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   memset(totals, 0xa5, CS_N_EVENTS * sizeof totals[0]);
   cs_outfile_write(&text, header, lines, n_lines, totals);
   assert_true(tk_text_flush(&text));
}

/* Four lines in two files and three functions, one of them in both. */
static void assert_small_profile(bool caches, bool branches, const char *expected)
{
   tk_line *lines[] = {
      counting_line(unknown, unknown, 0, 1),   counting_line(file_a, fn_main, 7, 100),
      counting_line(file_a, fn_main, 8, 200),  counting_line(file_a, fn_work, 3, 300),
      counting_line(file_b, fn_work, 3, 1000),
   };
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(caches, branches);
   write_out(&header, lines, COUNT(lines), totals);
   assert_string_equal(sink.bytes, expected);
   for (uint32_t k = 0; k < header.columns->n; k++)
      assert_int_equal(totals[k], 1601 + 5 * k);
   free_lines(lines, COUNT(lines));
}

#define HEAD \
   "desc: Tool:             cachesim 1.0, format 1\n" \
   "desc: Valgrind:         3.19.0\n"
#define CACHES \
   "desc: I1 cache:         32768 B, 64 B, 8-way associative\n" \
   "desc: D1 cache:         49152 B, 64 B, 12-way associative\n" \
   "desc: LL cache:         28835840 B, 64 B, 11-way associative\n"
#define CMD "cmd: ./app -x in.txt\n"
#define OURS "#: cachesim 1\n#: pid 4711\n#: parent 4700\n#: state exited 3\n"

/* A machine that is not cachegrind's model is described, after `#: state`. */
static void test_machine(void **state)
{
   (void)state;
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(true, false);
   cs_machine machine = cs_machine_default;
   strcpy(machine.name, "two");
   machine.i1.geometry = i1;
   machine.d1.geometry = d1;
   machine.levels[0].geometry = ll;
   header.machine = &machine;
   write_out(&header, NULL, 0, totals);
   assert_non_null(strstr(
      sink.bytes,
      "#: state exited 3\n#: machine two\n"
      "#: m I1 size=32K ways=8 line=64 policy=lru writes=back allocate=yes shared=no "
      "latency=0\n#: m D1 size=48K "));
   assert_non_null(strstr(sink.bytes, "\n#: m L2 size=28160K ways=11 "));
   header.machine = NULL;
   write_out(&header, NULL, 0, totals);
   assert_null(strstr(sink.bytes, "#: m"));
}

/* Events of a level behind the first, and of a sweep, whose names the run gives. */
static void test_other_columns(void **state)
{
   (void)state;
   tk_line *line = counting_line(file_a, fn_main, 7, 100);
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(false, false);
   cs_columns columns = cs_columns_of(false, false);
   columns.sweep_names[1] = "Lm@256K";
   cs_columns_add(&columns, CS_SWEEP + 1, 1);
   cs_columns_add(&columns, CS_D2MR, 1);
   header.columns = &columns;
   write_out(&header, &line, 1, totals);
   assert_string_equal(
      sink.bytes,
      HEAD CMD "events: Ir D2mr Lm@256K\n" OURS
               "fl=/src/a.c\nfn=main\n7 100 101 102\nsummary: 100 101 102\n#: end 1\n");
   free_lines(&line, 1);
}

/* Records that are one row have the most of them; what has no line has none. */
static void test_runs(void **state)
{
   (void)state;
   tk_line *lines[] = {
      counting_line(unknown, unknown, 0, 1),  counting_line(file_a, fn_main, 7, 1),
      counting_line(file_a, fn_main, 8, 1),   counting_line(file_a, fn_main, 8, 1),
      counting_line(file_a, fn_main, 9, 1),   counting_line(file_a, fn_work, 3, 1),
      counting_line(file_b, fn_work, 0, 100), counting_line(file_b, fn_work, 3, 1),
   };
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(false, false);
   for (size_t i = 0; i < COUNT(lines); i++)
      lines[i]->n_runs = lines[i]->at.file == unknown ? 5 : 1;
   lines[3]->at.object = 1;
   lines[3]->n_runs = 4;
   lines[4]->n_runs = 4;
   lines[5]->n_runs = 0;
   lines[7]->n_runs = UINT64_MAX;
   header.has_runs = true;
   write_out(&header, lines, COUNT(lines), totals);
   assert_non_null(strstr(sink.bytes, "\nsummary: 107\n#: runs\n#: n 2 1 2*4\n"
                                      "#: n 4 0 9223372036854775807\n#: end 7\n"));
   write_out(&header, NULL, 0, totals);
   assert_non_null(strstr(sink.bytes, "summary: 0\n#: runs\n#: end 0\n"));
   free_lines(lines, COUNT(lines));
}

/* A forked child, which lists the lines that it executed. */
static void test_child(void **state)
{
   (void)state;
   static const uint64_t nothing[CS_N_EVENTS], parent[CS_N_EVENTS] = { 70, 1, 2 };
   tk_line *lines[] = {
      new_line(file_a, fn_main, 7, nothing),
      counting_line(file_a, fn_main, 8, 5),
      new_line(file_b, fn_work, 3, nothing),
   };
   tk_line *all[] = { lines[0], lines[1], lines[2] };
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(false, false);
   header.title = "worker: a\nb";
   header.at_fork = parent;
   assert_int_equal(cs_outfile_keep_counted(lines, 3, header.columns), 1);
   write_out(&header, lines, 1, totals);
   assert_string_equal(sink.bytes, HEAD CMD
                       "events: Ir\n#: cachesim 1\n#: pid 4711\n#: parent 4700\n"
                       "#: forked 70\n#: title worker: a\\x0ab\n#: state exited 3\n"
                       "fl=/src/a.c\nfn=main\n8 5\nsummary: 5\n#: end 1\n");
   header.inherits = true;
   cs_columns columns = cs_columns_of(true, false);
   header.columns = &columns;
   write_out(&header, lines, 1, totals);
   assert_non_null(strstr(sink.bytes, "\n#: forked 70\n"
                                      "#: inherited 70 1 2 0 0 0 0 0 0\n#: title"));
   free_lines(all, COUNT(all));
}

static void test_instructions_only(void **state)
{
   (void)state;
   assert_small_profile(false, false,
                        HEAD CMD "events: Ir\n" OURS "fl=???\n"
                                 "fn=???\n"
                                 "0 1\n"
                                 "fl=/src/a.c\n"
                                 "fn=main\n"
                                 "7 100\n"
                                 "8 200\n"
                                 "fn=work\n"
                                 "3 300\n"
                                 "fl=/src/b.c\n"
                                 "fn=work\n"
                                 "3 1000\n"
                                 "summary: 1601\n"
                                 "#: end 5\n");
}

static void test_caches(void **state)
{
   (void)state;
   assert_small_profile(true, false,
                        HEAD CACHES CMD
                        "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n" OURS "fl=???\n"
                        "fn=???\n"
                        "0 1 2 3 4 5 6 7 8 9\n"
                        "fl=/src/a.c\n"
                        "fn=main\n"
                        "7 100 101 102 103 104 105 106 107 108\n"
                        "8 200 201 202 203 204 205 206 207 208\n"
                        "fn=work\n"
                        "3 300 301 302 303 304 305 306 307 308\n"
                        "fl=/src/b.c\n"
                        "fn=work\n"
                        "3 1000 1001 1002 1003 1004 1005 1006 1007 1008\n"
                        "summary: 1601 1606 1611 1616 1621 1626 1631 1636 1641\n"
                        "#: end 5\n");
}

static void test_branches(void **state)
{
   (void)state;
   assert_small_profile(false, true,
                        HEAD CMD "events: Ir Bc Bcm Bi Bim\n" OURS "fl=???\n"
                                 "fn=???\n"
                                 "0 1 2 3 4 5\n"
                                 "fl=/src/a.c\n"
                                 "fn=main\n"
                                 "7 100 101 102 103 104\n"
                                 "8 200 201 202 203 204\n"
                                 "fn=work\n"
                                 "3 300 301 302 303 304\n"
                                 "fl=/src/b.c\n"
                                 "fn=work\n"
                                 "3 1000 1001 1002 1003 1004\n"
                                 "summary: 1601 1606 1611 1616 1621\n"
                                 "#: end 5\n");
}

static void test_predictor(void **state)
{
   (void)state;
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(true, true);
   header.predictor = "TAGE";
   write_out(&header, NULL, 0, totals);
   assert_non_null(strstr(sink.bytes, CACHES "desc: Predictor:        TAGE\n" CMD));
}

static void test_caches_and_branches(void **state)
{
   (void)state;
   assert_small_profile(
      true, true,
      HEAD CACHES CMD
      "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim\n" OURS "fl=???\n"
      "fn=???\n"
      "0 1 2 3 4 5 6 7 8 9 10 11 12 13\n"
      "fl=/src/a.c\n"
      "fn=main\n"
      "7 100 101 102 103 104 105 106 107 108 109 110 111 112\n"
      "8 200 201 202 203 204 205 206 207 208 209 210 211 212\n"
      "fn=work\n"
      "3 300 301 302 303 304 305 306 307 308 309 310 311 312\n"
      "fl=/src/b.c\n"
      "fn=work\n"
      "3 1000 1001 1002 1003 1004 1005 1006 1007 1008 1009 1010 1011 1012\n"
      "summary: 1601 1606 1611 1616 1621 1626 1631 1636 1641 1646 1651 1656"
      " 1661\n"
      "#: end 5\n");
}

static void test_empty_profile(void **state)
{
   (void)state;
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(true, true);
   write_out(&header, NULL, 0, totals);
   assert_string_equal(
      sink.bytes, HEAD CACHES CMD
      "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim\n" OURS
      "summary: 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
      "#: end 0\n");
   for (uint32_t k = 0; k < header.columns->n; k++)
      assert_int_equal(totals[k], 0);

   header = small_header(false, false);
   write_out(&header, NULL, 0, totals);
   assert_string_equal(sink.bytes, HEAD CMD "events: Ir\n" OURS "summary: 0\n"
                                            "#: end 0\n");
}

/* The widest numbers, and a cache without choice of way. */
static void test_extremes(void **state)
{
   (void)state;
   static const cs_geometry direct = { 1048576, 1, 128 };
   uint64_t counts[CS_N_EVENTS] = { UINT64_MAX }, totals[CS_N_EVENTS];
   tk_line *line = new_line(file_a, fn_main, UINT32_MAX, counts);
   cs_outfile_header header = small_header(true, false);
   header.i1 = &direct;
   header.pid = UINT64_MAX;
   header.parent = 0;
   write_out(&header, &line, 1, totals);
   assert_string_equal(
      sink.bytes,
      HEAD "desc: I1 cache:         1048576 B, 128 B, direct-mapped\n"
           "desc: D1 cache:         49152 B, 64 B, 12-way associative\n"
           "desc: LL cache:         28835840 B, 64 B, 11-way associative\n" CMD
           "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n"
           "#: cachesim 1\n#: pid 18446744073709551615\n#: parent 0\n"
           "#: state exited 3\n"
           "fl=/src/a.c\n"
           "fn=main\n"
           "4294967295 9223372036854775807 0 0 0 0 0 0 0 0\n"
           "summary: 9223372036854775807 0 0 0 0 0 0 0 0\n"
           "#: saturated Ir\n#: end 1\n");
   free(line);
}

/* Sums stop at the largest number of the readers, and the counts with them. */
static void test_saturated(void **state)
{
   (void)state;
   const uint64_t most = INT64_MAX;
   uint64_t totals[CS_N_EVENTS];
   uint64_t first[CS_N_EVENTS] = { most - 5, most - 1, 0, most };
   uint64_t second[CS_N_EVENTS] = { 6, 0, 0, 1 };
   tk_line *lines[] = { new_line(file_a, fn_main, 1, first),
                        new_line(file_a, fn_main, 2, second),
                        new_line(file_a, fn_main, 3, second) };
   cs_outfile_header header = small_header(false, true);
   write_out(&header, lines, COUNT(lines), totals);
   assert_string_equal(
      sink.bytes,
      HEAD CMD "events: Ir Bc Bcm Bi Bim\n" OURS "fl=/src/a.c\n"
               "fn=main\n"
               "1 9223372036854775802 9223372036854775806 0 9223372036854775807 0\n"
               "2 5 0 0 0 0\n"
               "3 0 0 0 0 0\n"
               "summary: 9223372036854775807 9223372036854775806 0 "
               "9223372036854775807 0\n"
               "#: saturated Ir\n#: saturated Bi\n#: end 3\n");
   free_lines(lines, COUNT(lines));
}

static void test_no_lines(void **state)
{
   (void)state;
   static const tk_object objects[] = { { "/lib/libc.so.6", "", 99, 400, 1 },
                                        { "/lib/libm.so.6", "", 100, 400, 2 },
                                        { "/a b\n.so", "", 0, 4, 3 } };
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(false, false);
   static const char *const lost[] = { "/a b\n.so" };
   header.objects = objects;
   header.n_objects = COUNT(objects);
   header.lost_debug_info = lost;
   header.n_lost_debug_info = COUNT(lost);
   write_out(&header, NULL, 0, totals);
   assert_string_equal(sink.bytes, HEAD CMD
                       "events: Ir\n" OURS "#: no-lines /lib/libc.so.6\n"
                       "#: no-lines /a b\\x0a.so\n#: lost-debug-info /a b\\x0a.so\n"
                       "summary: 0\n#: end 0\n");
}

/* In the order in which their code ran, whatever their numbers are. */
static void test_order_of_objects(void **state)
{
   (void)state;
   static const tk_object objects[] = { { "/third", "", 0, 4, 9 },
                                        { "/second", "", 0, 4, 2 },
                                        { "/none", "", 0, 4, 0 },
                                        { "/first", "", 0, 4, 1 },
                                        { "/none too", "", 0, 4, 0 } };
   static const uint32_t order[] = { 3, 5, 4, 2, 1 };
   uint32_t at = TK_NO_OBJECT;
   for (size_t i = 0; i < COUNT(order); i++) {
      at = tk_object_next(objects, COUNT(objects), at);
      assert_int_equal(at, order[i]);
   }
   assert_int_equal(tk_object_next(objects, COUNT(objects), at), TK_NO_OBJECT);
   assert_int_equal(tk_object_next(NULL, 0, TK_NO_OBJECT), TK_NO_OBJECT);
}

/* ---- Objects --------------------------------------------------------- */

static const tk_object two_objects[] = { { "/bin/a b\n", "0123ab", 1, 0, 1 },
                                         { "/lib/libfoo.so", "", 1, 0, 2 } };

static tk_line *line_in(uint32_t object, uint64_t start, const char *file, const char *fn,
                        uint64_t ir)
{
   const uint64_t counts[CS_N_EVENTS] = { ir, ir / 2 };
   tk_line *line = new_line(file, fn, file == unknown ? 0 : 7, counts);
   line->at.object = object;
   line->at.start = start;
   return line;
}

/* Writes the lines in order, with counts by object. */
static void write_objects(tk_line **lines, size_t n)
{
   uint64_t totals[CS_N_EVENTS], room[3 * CS_N_EVENTS];
   uint32_t numbers[3];
   cs_outfile_header header = small_header(false, true);
   memset(room, 0xa5, sizeof room);
   header.objects = two_objects;
   header.n_objects = 2;
   header.object_counts = room;
   header.object_numbers = numbers;
   qsort(lines, n, sizeof lines[0], cs_outfile_compare);
   write_out(&header, lines, n, totals);
   free_lines(lines, n);
}

/* A line that two objects have is one in the body.  Pieces of unnamed code are split
   only in the notes; those without counts are left out. */
static void test_objects(void **state)
{
   (void)state;
   tk_line *lines[] = {
      line_in(2, 0x20, unknown, unknown, 40),
      line_in(0, 0, unknown, unknown, 2),
      /* Two parts of code that begins at one place. */
      line_in(1, 0x1000, unknown, unknown, 6),
      line_in(1, 0x1000, unknown, unknown, 2),
      line_in(2, 0x10, unknown, unknown, 20),
      line_in(2, 0x18, unknown, unknown, 0),
      line_in(1, 0, file_a, fn_main, 100),
      line_in(2, 0, file_a, fn_main, 200),
   };
   write_objects(lines, COUNT(lines));
   assert_string_equal(sink.bytes, HEAD CMD
                       "events: Ir Bc Bcm Bi Bim\n" OURS
                       "fl=/src/a.c\nfn=main\n7 300 150 0 0 0\n"
                       "fl=???\nfn=???\n0 70 35 0 0 0\n"
                       "summary: 370 185 0 0 0\n"
                       "#: object - ???\n#: object-counts 2 1 0 0 0\n"
                       "#: code 0x0 2 1 0 0 0\n"
                       "#: object 0123ab /bin/a b\\x0a\n#: object-counts 108 54 0 0 0\n"
                       "#: code 0x1000 8 4 0 0 0\n"
                       "#: object - /lib/libfoo.so\n#: object-counts 260 130 0 0 0\n"
                       "#: code 0x10 20 10 0 0 0\n#: code 0x20 40 20 0 0 0\n"
                       "#: end 2\n");
}

/* ---- Instructions ----------------------------------------------------- */

static tk_line *instr_of(tk_lines *lines, tk_line *line, uint64_t address,
                         const char *code, uint64_t ir, uint64_t bc)
{
   tk_instr instr = { .line = line, .address = address, .size_B = (uint8_t)strlen(code) };
   memcpy(instr.code, code, instr.size_B);
   tk_line *record = tk_lines_instr(lines, &instr);
   assert_non_null(record);
   record->counts[0] = ir;
   record->counts[1] = bc;
   return record;
}

/* By object and address, with the name of each that differs from the one before.  Two
   records of one instruction are one; those without counts are left out. */
static void test_instrs(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   tk_lines *all = tk_lines_new(&memory.alloc, CS_N_EVENTS);
   tk_line *a7 = tk_lines_at(
      all, &(tk_place){ .file = file_a, .fn = fn_main, .number = 7, .object = 2 });
   tk_line *a7_too = tk_lines_at(
      all, &(tk_place){
              .file = file_a, .fn = fn_main, .number = 7, .object = 2, .part = file_a });
   tk_line *b9 = tk_lines_at(
      all, &(tk_place){ .file = file_b, .fn = fn_main, .number = 9, .object = 2 });
   tk_line *bare = tk_lines_at(
      all, &(tk_place){ .file = unknown, .fn = unknown, .object = 1, .start = 0x10 });
   tk_line *made = tk_lines_at(all, &(tk_place){ .file = unknown, .fn = unknown });
   const tk_line *const numbered[] = {
      instr_of(all, made, 0x4800, "\xeb\xfe", 1, 0),
      instr_of(all, bare, 0x14, "\xc3", 5, 0),
      instr_of(all, a7, 0x100, "\x90", 3, 0),
      instr_of(all, b9, 0x101, "\x74\x05", 3, 3),
      instr_of(all, a7, 0x103, "\x0f\xb6\xc0", 2, 0),
      instr_of(all, a7_too, 0x103, "\x0f\xb6\xc0", 4, 0),
      instr_of(all, a7, 0x106, "\xcc", 0, 0),
      instr_of(all, made, 0x4800, "\x90\x90", 2, 0),
   };
   static const uint32_t expected[] = { 2, 3, 4, 5, 6, 6, 0, 1 };
   cs_instr_notes notes = { .alloc = &memory.alloc,
                            .arch = "amd64",
                            .instrs = tk_lines_instrs(all),
                            .n_instrs = tk_lines_n_instrs(all) };
   uint64_t totals[CS_N_EVENTS], room[3 * CS_N_EVENTS];
   uint32_t numbers[3];
   cs_outfile_header header = small_header(false, true);
   header.objects = two_objects;
   header.n_objects = 2;
   header.object_counts = room;
   header.object_numbers = numbers;
   header.instrs = &notes;
   tk_line **lines = tk_lines_list(all);
   qsort(lines, tk_lines_count(all), sizeof lines[0], cs_outfile_compare);
   write_out(&header, lines, tk_lines_count(all), totals);
   assert_string_equal(strstr(sink.bytes, "#: instr"),
                       "#: instr amd64\n"
                       "fl=/src/a.c\nfn=main\n7 9 0 0 0 0\n"
                       "fl=/src/b.c\nfn=main\n9 3 3 0 0 0\n"
                       "fl=???\nfn=???\n0 8 0 0 0 0\n"
                       "summary: 20 3 0 0 0\n"
                       "#: object - ???\n#: object-counts 3 0 0 0 0\n"
                       "#: code 0x0 3 0 0 0 0\n"
                       "#: object 0123ab /bin/a b\\x0a\n#: object-counts 5 0 0 0 0\n"
                       "#: code 0x10 5 0 0 0 0\n"
                       "#: object - /lib/libfoo.so\n#: object-counts 12 3 0 0 0\n"
                       "#: io 1\n#: in 1:0x0\n#: x 0x4800 9090 0 2\n"
                       "#: x 0x4800 ebfe 0 1\n"
                       "#: io 2\n#: in 2:0x10\n#: x 0x14 c3 0 5\n"
                       "#: io 3\n#: in 1\n#: x 0x100 90 7 3\n"
                       "#: in 2\n#: x 0x101 7405 9 3 3\n"
                       "#: in 1\n#: x 0x103 0fb6c0 7 6\n"
                       "#: end 3\n");
   for (size_t i = 0; i < COUNT(numbered); i++)
      assert_int_equal(numbered[i]->instr->number, expected[i]);
   tk_put(&memory.alloc, notes.instrs);
   tk_put(&memory.alloc, lines);
   tk_lines_free(all);
   assert_int_equal(memory.n_live, 0);
}

/* Sums that stay at the largest count are still sums, of objects and of code. */
static void test_objects_saturated(void **state)
{
   (void)state;
   const uint64_t most = TK_COUNT_MAX;
   tk_line *lines[] = {
      line_in(1, 0x10, unknown, unknown, most),
      line_in(1, 0x20, unknown, unknown, most),
      line_in(2, 0x10, unknown, unknown, most),
      line_in(2, 0, file_a, fn_main, 10),
   };
   write_objects(lines, COUNT(lines));
   const char *found = strstr(sink.bytes, "fl=");
   assert_non_null(found);
   assert_string_equal(found,
                       "fl=/src/a.c\nfn=main\n7 10 5 0 0 0\n"
                       "fl=???\nfn=???\n0 9223372036854775797 9223372036854775802 0 0 0\n"
                       "summary: 9223372036854775807 9223372036854775807 0 0 0\n"
                       "#: saturated Ir\n#: saturated Bc\n"
                       "#: object 0123ab /bin/a b\\x0a\n"
                       "#: object-counts 9223372036854775797 9223372036854775802 0 0 0\n"
                       "#: code 0x10 9223372036854775797 4611686018427387903 0 0 0\n"
                       "#: code 0x20 0 4611686018427387899 0 0 0\n"
                       "#: object - /lib/libfoo.so\n#: object-counts 10 5 0 0 0\n"
                       "#: end 2\n");
}

/* ---- Names from outside ---------------------------------------------- */

static void test_escapes(void **state)
{
   (void)state;
   static const char odd_file[] = "a\nfl=b\x1b[1m.c";
   static const char odd_fn[] = "f\x7f\\x41\\y\\\t";
   static const char utf8_fn[] = "m\xc3\xbchle<\xe2\x82\xac>";
   static const char *const argv[] = { "./a\\b\\",   "two words", "line\nsummary: 1",
                                       "\x1b]0;\\x", "",          "\xc3\xa9",
                                       "\x01\x1f\r", NULL };
   tk_line *lines[] = { counting_line(odd_file, odd_fn, 1, 5),
                        counting_line(odd_file, utf8_fn, 2, 6) };
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(false, false);
   header.argv = argv;
   write_out(&header, lines, COUNT(lines), totals);
   assert_string_equal(
      sink.bytes,
      HEAD "cmd: ./a\\b\\ two words line\\x0asummary: 1 \\x1b]0;\\x5cx  \xc3\xa9"
           " \\x01\\x1f\\x0d\n"
           "events: Ir\n" OURS "fl=a\\x0afl=b\\x1b[1m.c\n"
           "fn=f\\x7f\\x5cx41\\y\\\\x09\n"
           "1 5\n"
           "fn=m\xc3\xbchle<\xe2\x82\xac>\n"
           "2 6\n"
           "summary: 11\n"
           "#: end 2\n");
   free_lines(lines, COUNT(lines));
}

static void test_no_arguments(void **state)
{
   (void)state;
   static const char *const argv[] = { NULL };
   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(false, false);
   header.argv = argv;
   write_out(&header, NULL, 0, totals);
   assert_string_equal(sink.bytes, HEAD "cmd:\n"
                                        "events: Ir\n" OURS "summary: 0\n"
                                        "#: end 0\n");
}

/* The state of the run, and the program before execve. */
static void test_state(void **state)
{
   (void)state;
   static const struct {
      tk_state state;
      const char *predecessor, *lines;
   } cases[] = {
      { { TK_KILLED, 11, NULL, false }, NULL, "#: state killed 11\n" },
      { { TK_REPLACED, 0, "/bin/a b\n", false },
        "/tmp/out\x1b",
        "#: state replaced /bin/a b\\x0a\n#: predecessor /tmp/out\\x1b\n" },
      { { TK_DUMPED, 0, NULL, false }, NULL, "#: state dumped\n" },
      { { TK_PARTIAL, 30120, NULL, false },
        "x",
        "#: state partial 30120\n#: predecessor x\n" },
   };
   for (size_t i = 0; i < COUNT(cases); i++) {
      uint64_t totals[CS_N_EVENTS];
      cs_outfile_header header = small_header(false, false);
      header.state = &cases[i].state;
      header.predecessor = cases[i].predecessor;
      write_out(&header, NULL, 0, totals);
      const char *found = strstr(sink.bytes, "#: state");
      assert_non_null(found);
      assert_memory_equal(found, cases[i].lines, strlen(cases[i].lines));
      assert_string_equal(found + strlen(cases[i].lines), "summary: 0\n#: end 0\n");
   }
}

/* ---- The order of lines ---------------------------------------------- */

static void test_compare(void **state)
{
   (void)state;
   static const char a[] = "a", ab[] = "ab", b[] = "b", high[] = "\xc3\xa9", none[] = "",
                     upper[] = "B";
   /* In ascending order: bytes are unsigned, a prefix comes first; then
      functions; then numbers as numbers, over their whole range. */
   tk_line *lines[] = {
      counting_line(none, b, 9, 0),       counting_line(upper, b, 9, 0),
      counting_line(a, none, 9, 0),       counting_line(a, a, 0, 0),
      counting_line(a, a, 2, 0),          counting_line(a, a, 10, 0),
      counting_line(a, a, 0x7fffffff, 0), counting_line(a, a, 0x80000000, 0),
      counting_line(a, a, UINT32_MAX, 0), counting_line(a, ab, 1, 0),
      counting_line(a, high, 1, 0),       counting_line(ab, a, 0, 0),
      counting_line(b, a, 0, 0),          counting_line(high, a, 0, 0),
   };
   for (size_t i = 0; i < COUNT(lines); i++)
      for (size_t j = 0; j < COUNT(lines); j++) {
         int order = cs_outfile_compare(&lines[i], &lines[j]);
         assert_int_equal(order < 0, i < j);
         assert_int_equal(order > 0, i > j);
      }
   free_lines(lines, COUNT(lines));
}

/* Any order in, sorted, is grouped: each name is written once. */
static void test_sorted_lines_are_grouped(void **state)
{
   (void)state;
   static const char *const files[] = { file_b, unknown, file_a };
   static const char *const fns[] = { fn_work, unknown, fn_main };
   tk_line *lines[27];
   size_t n = 0;
   for (int file = 0; file < 3; file++)
      for (int fn = 0; fn < 3; fn++)
         for (uint32_t number = 3; number > 0; number--)
            lines[n++] = counting_line(files[(file + fn) % 3], fns[fn], number, 1);
   qsort(lines, n, sizeof lines[0], cs_outfile_compare);

   uint64_t totals[CS_N_EVENTS];
   cs_outfile_header header = small_header(false, false);
   write_out(&header, lines, n, totals);
#define FUNCTIONS \
   "fn=???\n" \
   "1 1\n2 1\n3 1\n" \
   "fn=main\n" \
   "1 1\n2 1\n3 1\n" \
   "fn=work\n" \
   "1 1\n2 1\n3 1\n"
   assert_string_equal(sink.bytes, HEAD CMD "events: Ir\n" OURS "fl=/src/a.c\n" FUNCTIONS
                                            "fl=/src/b.c\n" FUNCTIONS "fl=???\n" FUNCTIONS
                                            "summary: 27\n"
                                            "#: end 27\n");
   free_lines(lines, n);
}

/* ---- Big profiles, and sinks that fail ------------------------------- */

enum { N_MANY = 1500 };

static void many_lines(tk_line *lines[N_MANY])
{
   for (uint32_t i = 0; i < N_MANY; i++)
      lines[i] = counting_line(i % 500 < 250 ? file_a : file_b, fn_work, i + 1,
                               (uint64_t)i * 1000003);
}

/* Writes the expected text with snprintf. */
static void test_many_lines(void **state)
{
   (void)state;
   static char expected[UNIT_SINK_MAX_B];
   tk_line *lines[N_MANY];
   uint64_t totals[CS_N_EVENTS], sum = 0;
   size_t n = 0;
   many_lines(lines);
   n += (size_t)sprintf(expected, "%s", HEAD CMD "events: Ir\n" OURS);
   for (uint32_t i = 0; i < N_MANY; i++) {
      if (i % 250 == 0)
         n += (size_t)sprintf(expected + n, "fl=%s\nfn=work\n",
                              i / 250 % 2 == 0 ? file_a : file_b);
      n += (size_t)sprintf(expected + n, "%u %llu\n", i + 1,
                           (unsigned long long)i * 1000003);
      sum += (uint64_t)i * 1000003;
   }
   sprintf(expected + n, "summary: %llu\n#: end %d\n", (unsigned long long)sum,
           (int)N_MANY);

   cs_outfile_header header = small_header(false, false);
   write_out(&header, lines, N_MANY, totals);
   assert_true(sink.n_calls > 1);
   assert_string_equal(sink.bytes, expected);
   assert_int_equal(totals[0], sum);
   free_lines(lines, N_MANY);
}

/* Writes N_MANY lines to a sink whose nth call fails. */
static bool write_failing(tk_line *const *lines, size_t fail_at,
                          uint64_t totals[CS_N_EVENTS])
{
   tk_text text;
   cs_outfile_header header = small_header(true, true);
   unit_sink_reset(&sink, fail_at);
   tk_text_init(&text, unit_sink_drain, &sink);
   cs_outfile_write(&text, &header, lines, N_MANY, totals);
   bool written = tk_text_flush(&text);
   assert_int_equal(tk_text_flush(&text), written);
   return written;
}

static void test_every_write_fails_once(void **state)
{
   (void)state;
   static char whole[UNIT_SINK_MAX_B + 1];
   tk_line *lines[N_MANY];
   uint64_t good_totals[CS_N_EVENTS] = { 0 }, totals[CS_N_EVENTS] = { 0 };
   many_lines(lines);
   assert_true(write_failing(lines, 0, good_totals));
   size_t n_calls = sink.n_calls;
   assert_in_range(n_calls, 10, 100);
   memcpy(whole, sink.bytes, sink.used_B + 1);

   for (size_t fail_at = 1; fail_at <= n_calls; fail_at++) {
      assert_false(write_failing(lines, fail_at, totals));
      assert_int_equal(sink.n_calls, fail_at); /* and none after it */
      assert_memory_equal(sink.bytes, whole, sink.used_B);
      assert_memory_equal(totals, good_totals, sizeof totals);
   }
   assert_true(write_failing(lines, n_calls + 1, totals));
   assert_string_equal(sink.bytes, whole);
   free_lines(lines, N_MANY);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_runs),
      cmocka_unit_test(test_child),
      cmocka_unit_test(test_instructions_only),
      cmocka_unit_test(test_caches),
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_predictor),
      cmocka_unit_test(test_caches_and_branches),
      cmocka_unit_test(test_machine),
      cmocka_unit_test(test_other_columns),
      cmocka_unit_test(test_empty_profile),
      cmocka_unit_test(test_extremes),
      cmocka_unit_test(test_saturated),
      cmocka_unit_test(test_no_lines),
      cmocka_unit_test(test_order_of_objects),
      cmocka_unit_test(test_objects),
      cmocka_unit_test(test_instrs),
      cmocka_unit_test(test_objects_saturated),
      cmocka_unit_test(test_escapes),
      cmocka_unit_test(test_no_arguments),
      cmocka_unit_test(test_state),
      cmocka_unit_test(test_compare),
      cmocka_unit_test(test_sorted_lines_are_grouped),
      cmocka_unit_test(test_many_lines),
      cmocka_unit_test(test_every_write_fails_once),
   };
   return cmocka_run_group_tests_name("cs_outfile", tests, NULL, NULL);
}
