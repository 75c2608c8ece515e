/* test_tk_lines.c -- each line once, at one address.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "code/tk_lines.h"
#include "base/tk_count.h"
#include "unit_alloc.h"

enum { N_COUNTS = 13 };

/* Names are compared by pointer: two arrays are two names, even with equal text. */
static const char file_a[] = "a.c", file_b[] = "b.c";
static const char fn_f[] = "f", fn_g[] = "g", also_f[] = "f";

static unit_alloc memory;

static tk_lines *new_lines(size_t n_counts)
{
   unit_alloc_init(&memory);
   tk_lines *lines = tk_lines_new(&memory.alloc, n_counts);
   assert_non_null(lines);
   assert_int_equal(tk_lines_count(lines), 0);
   return lines;
}

static void free_lines(tk_lines *lines)
{
   tk_lines_free(lines);
   assert_int_equal(memory.n_live, 0);
}

static tk_line *line_at(tk_lines *lines, const char *file, const char *fn,
                        uint32_t number)
{
   tk_line *line = tk_lines_at(lines,
                               &(tk_place){ .file = file, .fn = fn, .number = number });
   assert_non_null(line);
   assert_ptr_equal(line->at.file, file);
   assert_ptr_equal(line->at.fn, fn);
   assert_int_equal(line->at.number, number);
   return line;
}

static void assert_counts(const tk_line *line, size_t n_counts, uint64_t count)
{
   for (size_t i = 0; i < n_counts; i++)
      assert_int_equal(line->counts[i], count);
}

static void test_same_line_same_record(void **state)
{
   (void)state;
   tk_lines *lines = new_lines(N_COUNTS);
   tk_line *line = line_at(lines, file_a, fn_f, 10);
   assert_counts(line, N_COUNTS, 0);
   line->counts[0] = 7;
   line->counts[N_COUNTS - 1] = UINT64_MAX;
   assert_ptr_equal(line_at(lines, file_a, fn_f, 10), line);
   assert_int_equal(line->counts[0], 7);
   assert_int_equal(line->counts[N_COUNTS - 1], UINT64_MAX);
   assert_int_equal(tk_lines_count(lines), 1);
   free_lines(lines);
}

/* All three parts distinguish lines. */
static void test_different_lines(void **state)
{
   (void)state;
   static const char *const files[] = { file_a, file_b, fn_f };
   static const char *const fns[] = { fn_f, fn_g, also_f, file_a };
   static const uint32_t numbers[] = {
      0, 1, 2, 1 << 24, 1 << 25, 0x80000000, UINT32_MAX
   };
   enum { N_FILES = 3, N_FNS = 4, N_NUMBERS = 7, N = N_FILES * N_FNS * N_NUMBERS };
   tk_line *made[N];
   tk_lines *lines = new_lines(1);
   for (int i = 0; i < N; i++) {
      made[i] = line_at(lines, files[i % N_FILES], fns[i / N_FILES % N_FNS],
                        numbers[i / N_FILES / N_FNS]);
      for (int j = 0; j < i; j++)
         assert_ptr_not_equal(made[i], made[j]);
   }
   assert_int_equal(tk_lines_count(lines), N);
   for (int i = 0; i < N; i++)
      assert_ptr_equal(line_at(lines, files[i % N_FILES], fns[i / N_FILES % N_FNS],
                               numbers[i / N_FILES / N_FNS]),
                       made[i]);
   free_lines(lines);
}

static void test_numbers_of_counters(void **state)
{
   (void)state;
   static const size_t n_counts[] = { 0, 1, 2, N_COUNTS, 1000 };
   for (size_t i = 0; i < sizeof n_counts / sizeof n_counts[0]; i++) {
      tk_lines *lines = new_lines(n_counts[i]);
      for (uint32_t number = 1; number <= 10; number++) {
         tk_line *line = line_at(lines, file_a, fn_f, number);
         assert_counts(line, n_counts[i], 0);
         memset(line->counts, 0xff, n_counts[i] * sizeof line->counts[0]);
      }
      assert_int_equal(tk_lines_count(lines), 10);
      free_lines(lines);
   }
}

/* ---- Growth ---------------------------------------------------------- */

enum { N_MANY = 100000 };

static const char *many_file(int i)
{
   static const char files[17];
   return &files[i % 17];
}

static const char *many_fn(int i)
{
   static const char fns[1009];
   return &fns[i % 1009];
}

/* One line in two objects, code without name at two places, and two parts. */
static void test_objects_starts_and_parts(void **state)
{
   (void)state;
   static const tk_place places[] = {
      { file_a, fn_f, 10, 0, 0, NULL },        { file_a, fn_f, 10, 1, 0, NULL },
      { file_a, fn_f, 10, 2, 0, NULL },        { file_a, fn_f, 10, 1, 0x10c96f, NULL },
      { file_a, fn_f, 10, 1, 0x10c970, NULL }, { file_a, fn_f, 10, 2, 0x10c96f, NULL },
      { file_a, fn_f, 10, 1, 0, file_a },      { file_a, fn_f, 10, 1, 0, fn_f },
   };
   enum { N = sizeof places / sizeof places[0] };
   tk_lines *lines = new_lines(1);
   tk_line *made[N];
   for (int i = 0; i < N; i++)
      made[i] = tk_lines_at(lines, &places[i]);
   assert_int_equal(tk_lines_count(lines), N);
   for (int i = 0; i < N; i++) {
      assert_ptr_equal(tk_lines_at(lines, &places[i]), made[i]);
      assert_memory_equal(&made[i]->at, &places[i], sizeof places[i]);
   }
   free_lines(lines);
}

/* 17, 1009 and 23 have no common factor: no line comes twice. */
static uint32_t many_number(int i)
{
   return (uint32_t)(i % 23) * 1000;
}

static tk_line *many_line(tk_lines *lines, int i)
{
   return line_at(lines, many_file(i), many_fn(i), many_number(i));
}

/* Through many doublings, records stay where they are with their counts. */
static void test_growth(void **state)
{
   (void)state;
   static tk_line *made[N_MANY];
   tk_lines *lines = new_lines(2);
   for (int i = 0; i < N_MANY; i++) {
      made[i] = many_line(lines, i);
      assert_counts(made[i], 2, 0);
      made[i]->counts[0] = (uint64_t)i;
      made[i]->counts[1] = ~(uint64_t)i;
      assert_int_equal(tk_lines_count(lines), i + 1);
      if (i % 1000 == 0)
         assert_ptr_equal(many_line(lines, i / 2), made[i / 2]);
   }
   for (int i = 0; i < N_MANY; i++) {
      assert_ptr_equal(many_line(lines, i), made[i]);
      assert_int_equal(made[i]->counts[0], i);
      assert_int_equal(made[i]->counts[1], ~(uint64_t)i);
   }
   assert_int_equal(tk_lines_count(lines), N_MANY);
   free_lines(lines);
}

/* ---- All of them ----------------------------------------------------- */

/* The list has each record once: each is marked when it comes. */
static void assert_list(tk_lines *lines, size_t n)
{
   tk_line **list = tk_lines_list(lines);
   assert_non_null(list);
   assert_int_equal(tk_lines_count(lines), n);
   for (size_t i = 0; i < n; i++) {
      assert_int_equal(list[i]->counts[0], 0);
      list[i]->counts[0] = 1;
      assert_ptr_equal(tk_lines_at(lines, &list[i]->at), list[i]);
   }
   tk_put(&memory.alloc, list);
}

static void test_list(void **state)
{
   (void)state;
   static const int sizes[] = { 0, 1, 2, 682, 683, 5000 };
   for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
      tk_lines *lines = new_lines(1);
      for (int i = 0; i < sizes[s]; i++)
         many_line(lines, i);
      assert_list(lines, (size_t)sizes[s]);
      free_lines(lines);
   }
}

static void test_zero(void **state)
{
   (void)state;
   enum { N = 5000 };
   tk_lines *lines = new_lines(3);
   tk_lines_zero(lines); /* of none */
   for (int i = 0; i < N; i++) {
      tk_line *line = many_line(lines, i);
      line->counts[0] = line->counts[1] = line->counts[2] = UINT64_MAX;
   }
   tk_lines_zero(lines);
   assert_int_equal(tk_lines_count(lines), N); /* the lines themselves stay */
   for (int i = 0; i < N; i++)
      assert_counts(many_line(lines, i), 3, 0);
   assert_int_equal(tk_lines_count(lines), N);
   free_lines(lines);
}

/* ---- Instructions ----------------------------------------------------- */

static tk_line *instr_at(tk_lines *lines, tk_line *line, uint64_t address, uint8_t size_B,
                         uint8_t last)
{
   tk_instr instr = { .line = line, .address = address, .size_B = size_B };
   instr.code[size_B - 1] = last;
   tk_line *record = tk_lines_instr(lines, &instr);
   assert_non_null(record);
   assert_ptr_equal(tk_line_whole(record), line);
   assert_ptr_equal(record->at.fn, line->at.fn);
   assert_int_equal(record->instr->address, address);
   assert_int_equal(record->instr->code[size_B - 1], last);
   return record;
}

/* Line, address and bytes tell them apart; bytes beyond the size do not. */
static void test_instrs(void **state)
{
   (void)state;
   tk_lines *lines = new_lines(2);
   tk_line *line = line_at(lines, file_a, fn_f, 1),
           *other = line_at(lines, file_a, fn_f, 2);
   assert_ptr_equal(tk_line_whole(line), line);
   tk_line *first = instr_at(lines, line, 0x10, 2, 0x90);
   assert_counts(first, 2, 0);
   first->counts[0] = 5;
   assert_ptr_equal(instr_at(lines, line, 0x10, 2, 0x90), first);
   tk_instr instr = {
      .line = line, .address = 0x10, .size_B = 2, .code = { 0, 0x90, 7 }
   };
   assert_ptr_equal(tk_lines_instr(lines, &instr), first);
   assert_ptr_not_equal(instr_at(lines, line, 0x10, 2, 0x91), first);
   assert_ptr_not_equal(instr_at(lines, line, 0x10, 3, 0x90), first);
   assert_ptr_not_equal(instr_at(lines, line, 0x11, 2, 0x90), first);
   assert_ptr_not_equal(instr_at(lines, other, 0x10, 2, 0x90), first);
   assert_int_equal(tk_lines_n_instrs(lines), 5);
   assert_int_equal(tk_lines_count(lines), 2);
   free_lines(lines);
}

/* Lines have what their instructions count, however often they are asked for. */
static void test_sums_of_instrs(void **state)
{
   (void)state;
   enum { N = 3000 };
   tk_lines *lines = new_lines(2);
   uint64_t sums[7] = { 0 };
   for (uint32_t i = 0; i < N; i++) {
      tk_line *record = instr_at(lines, line_at(lines, file_a, fn_f, i % 7), i, 1, 0x90);
      record->counts[0] = i;
      record->counts[1] = i == 5 ? UINT64_MAX : 1;
      sums[i % 7] += i;
   }
   for (int again = 0; again < 2; again++) {
      tk_line **list = tk_lines_list(lines);
      for (uint32_t i = 0; i < 7; i++) {
         assert_int_equal(list[i]->counts[0], sums[list[i]->at.number]);
         if (list[i]->at.number == 5)
            assert_true(list[i]->counts[1] >= TK_COUNT_MAX); /* it stays there */
      }
      tk_put(&memory.alloc, list);
   }
   tk_line **instrs = tk_lines_instrs(lines);
   for (uint32_t i = 0; i < N; i++)
      assert_int_equal(instrs[i]->instr->address, i);
   tk_lines_zero(lines);
   tk_line **list = tk_lines_list(lines);
   assert_counts(instrs[9], 2, 0);
   assert_counts(list[2], 2, 0);
   tk_put(&memory.alloc, list);
   tk_put(&memory.alloc, instrs);
   free_lines(lines);
}

static void test_two_tables(void **state)
{
   (void)state;
   tk_lines *a = new_lines(1);
   tk_lines *b = tk_lines_new(&memory.alloc, 4);
   assert_non_null(b);
   tk_line *line = line_at(a, file_a, fn_f, 1);
   assert_ptr_not_equal(line_at(b, file_a, fn_f, 1), line);
   line->counts[0] = 5;
   tk_lines_zero(b);
   tk_lines_free(b);
   assert_int_equal(line->counts[0], 5);
   free_lines(a);
}

/* The most frequent of the marks, of which each address has one. */
static void test_marks(void **state)
{
   (void)state;
   tk_lines *lines = new_lines(1);
   tk_line *a = line_at(lines, file_a, fn_f, 1), *b = line_at(lines, file_a, fn_f, 2);
   for (uint32_t i = 0; i < 100; i++) {
      assert_int_equal(tk_lines_mark(lines, a, 0x1000 + i), i + 1);
      a->marks[i].count = 3;
   }
   assert_int_equal(tk_lines_mark(lines, b, 0x1000), 1);
   assert_int_equal(tk_lines_mark(lines, a, 0x1007), 8);
   assert_int_equal(a->n_marks, 100);
   a->marks[41].count = 7;
   tk_put(&memory.alloc, tk_lines_list(lines));
   assert_int_equal(a->n_runs, 7);
   assert_int_equal(b->n_runs, 0);
   tk_lines_zero(lines);
   tk_put(&memory.alloc, tk_lines_list(lines));
   assert_int_equal(a->n_runs, 0);
   assert_int_equal(a->marks[0].count, 0);
   free_lines(lines);
}

/* With records of instructions, of these. */
static void test_runs_of_instrs(void **state)
{
   (void)state;
   tk_lines *lines = new_lines(2);
   tk_line *line = line_at(lines, file_a, fn_f, 1);
   for (uint64_t i = 0; i < 3; i++) {
      const tk_instr instr = { .line = line, .address = i, .size_B = 1 };
      tk_lines_instr(lines, &instr)->counts[0] = i == 1 ? 9 : 4;
   }
   tk_put(&memory.alloc, tk_lines_list(lines));
   assert_int_equal(line->n_runs, 9);
   assert_int_equal(line->counts[0], 17);
   free_lines(lines);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_line_same_record),
      cmocka_unit_test(test_different_lines),
      cmocka_unit_test(test_objects_starts_and_parts),
      cmocka_unit_test(test_numbers_of_counters),
      cmocka_unit_test(test_growth),
      cmocka_unit_test(test_list),
      cmocka_unit_test(test_zero),
      cmocka_unit_test(test_instrs),
      cmocka_unit_test(test_sums_of_instrs),
      cmocka_unit_test(test_two_tables),
      cmocka_unit_test(test_marks),
      cmocka_unit_test(test_runs_of_instrs),
   };
   return cmocka_run_group_tests_name("tk_lines", tests, NULL, NULL);
}
