/* test_cs_paths.c -- what the notes on calls say of random trees, against sums made path
   by path; what is left out; and what happens without memory.

   Each code of a function has one line, so that a line's inclusive counts are known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/tk_count.h"
#include "calls/cs_paths.h"
#include "unit_alloc.h"

enum {
   N_FUNCTIONS = 12,
   N_CODES = 4,
   ALL_CODES = N_FUNCTIONS * N_CODES,
   N_COUNTS = CS_I1MR,
   /* only Ir */ MOST_PATHS = 200,
   DEPTH = 40
};

static unit_alloc memory;
static unit_sink sink;
static cs_tree tree;
static cs_function functions[N_FUNCTIONS];
static const cs_function *by_number[N_FUNCTIONS];
static cs_code codes[ALL_CODES];
static struct {
   tk_line line;
   uint64_t counts[CS_N_EVENTS];
} records[ALL_CODES];
static tk_line *lines[ALL_CODES];
static char names[ALL_CODES][8], files[ALL_CODES][8];
static uint32_t objects[1];

/* ---- Programs --------------------------------------------------------- */

/* Code k > 0 of a function is inlined into an earlier one, perhaps as a function that is
   inlined elsewhere, too, and at a line that calls. */
static void make_code(unit_random *r, int f, int k)
{
   int i = f * N_CODES + k;
   cs_code *code = &codes[i];
   *code = (cs_code){ .function = &functions[f],
                      .number = (uint32_t)i,
                      .index = (uint32_t)k,
                      .fn = names[i],
                      .file = files[i] };
   if (k > 0) {
      int outer = f * N_CODES + (int)unit_random_below(r, (uint64_t)k);
      int as = (int)unit_random_below(r, ALL_CODES);
      code->outer = &codes[outer];
      code->fn = names[as];
      code->file = files[as];
      code->call_file = codes[outer].file;
      code->call_line = 1;
      codes[i - 1].next = code;
   }
   records[i].line.at = (tk_place){
      .file = code->file, .fn = functions[f].at.fn, .number = 1, .part = code
   };
}

static int compare_lines(const void *a, const void *b)
{
   const tk_place *x = &(*(tk_line *const *)a)->at, *y = &(*(tk_line *const *)b)->at;
   int order = strcmp(x->file, y->file);
   return order != 0 ? order : strcmp(x->fn, y->fn);
}

static void make_program(unit_random *r)
{
   for (int i = 0; i < ALL_CODES; i++) {
      snprintf(names[i], sizeof names[i], "n%d", i);
      snprintf(files[i], sizeof files[i], "f%d", i);
   }
   for (int f = 0; f < N_FUNCTIONS; f++) {
      functions[f] = (cs_function){ .at = { .fn = names[f * N_CODES],
                                            .file = files[f * N_CODES] },
                                    .number = (uint32_t)f,
                                    .codes = &codes[f * N_CODES],
                                    .n_codes = N_CODES };
      by_number[f] = &functions[f];
      for (int k = 0; k < N_CODES; k++)
         make_code(r, f, k);
   }
   for (int i = 0; i < ALL_CODES; i++) {
      lines[i] = &records[i].line;
      for (int e = 0; e < CS_N_EVENTS; e++)
         lines[i]->counts[e] = 0;
   }
}

/* ---- Sums, path by path ----------------------------------------------- */

/* On the path: by numbers of functions, of codes whose function or line it is, and by
   the caller's code and the callee. */
typedef struct {
   bool functions[N_FUNCTIONS], names[ALL_CODES], lines[ALL_CODES];
   bool arcs[ALL_CODES][N_FUNCTIONS];
} seen;

static struct {
   uint64_t all, functions[N_FUNCTIONS], calls[N_FUNCTIONS];
   uint64_t names[ALL_CODES], lines[ALL_CODES], arcs[ALL_CODES][N_FUNCTIONS];
   uint64_t arc_calls[ALL_CODES][N_FUNCTIONS];
} expected;

/* The number in the name of a file or function. */
static int number_in(const char *name)
{
   return atoi(name + 1);
}

static void see_code(seen *s, const cs_code *code)
{
   s->lines[number_in(code->file)] = true;
   for (; code->outer != NULL; code = code->outer) {
      s->names[number_in(code->fn)] = true;
      s->lines[number_in(code->call_file)] = true;
   }
}

static void take_cost(const cs_node *node, const cs_code *code, uint64_t cost)
{
   seen s = { .functions = { false } };
   see_code(&s, code);
   for (const cs_node *n = node; n->in.caller != NULL; n = n->in.caller) {
      s.functions[n->in.function->number] = true;
      const cs_code *caller = n->in.line == NULL ? NULL : n->in.line->at.part;
      if (caller != NULL) {
         see_code(&s, caller);
         s.arcs[caller->number][n->in.function->number] = true;
      }
   }
   expected.all += cost;
   for (int i = 0; i < N_FUNCTIONS; i++)
      expected.functions[i] += s.functions[i] ? cost : 0;
   for (int i = 0; i < ALL_CODES; i++) {
      expected.names[i] += s.names[i] ? cost : 0;
      expected.lines[i] += s.lines[i] ? cost : 0;
      for (int k = 0; k < N_FUNCTIONS; k++)
         expected.arcs[i][k] += s.arcs[i][k] ? cost : 0;
   }
}

static void run_code(unit_random *r, cs_node *node, int code)
{
   uint64_t cost = unit_random_below(r, 3) == 0 ? 1 + unit_random_below(r, 1000) : 0;
   if (cost == 0)
      return;
   cs_tree_counts(&tree, cs_tree_own(&tree, node), &codes[code])[CS_IR] += cost;
   records[code].line.counts[CS_IR] += cost;
   take_cost(node, &codes[code], cost);
}

static void set_up(uint64_t seed, uint32_t unfolded)
{
   unit_random r = unit_random_from(seed);
   unit_alloc_init(&memory);
   memset(&expected, 0, sizeof expected);
   make_program(&r);
   cs_tree_init(&tree, &memory.alloc, N_COUNTS, unfolded, 1 << 20);
   for (int i = 0; i < MOST_PATHS; i++) {
      cs_node *node = tree.root;
      const tk_line *from = NULL;
      for (uint64_t depth = 1 + unit_random_below(&r, DEPTH); depth > 0; depth--) {
         int f = (int)unit_random_below(&r, depth % 3 == 0 ? 2 : N_FUNCTIONS);
         cs_edge *edge = cs_tree_call(&tree, node, from, &functions[f]);
         assert_non_null(edge);
         edge->n_calls++;
         expected.calls[f]++;
         if (from != NULL)
            expected.arc_calls[((const cs_code *)from->at.part)->number][f]++;
         node = cs_edge_callee(edge);
         for (int k = 0; k < N_CODES; k++)
            run_code(&r, node, f * N_CODES + k);
         int code = f * N_CODES + (int)unit_random_below(&r, N_CODES);
         from = &records[code].line;
      }
   }
   qsort(lines, ALL_CODES, sizeof lines[0], compare_lines);
}

static void tear_down(void)
{
   cs_tree_fini(&tree);
   assert_int_equal(memory.n_live, 0);
}

/* ---- The notes -------------------------------------------------------- */

static void write_notes(bool is_whole)
{
   static tk_text text;
   cs_paths paths = {
      .of = { .alloc = &memory.alloc,
              .tree = &tree,
              .functions = by_number,
              .n_functions = N_FUNCTIONS,
              .n_codes = ALL_CODES,
              .lines = lines,
              .n_lines = ALL_CODES },
      .is_whole = is_whole,
      .objects = objects,
   };
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   cs_paths_write(&text, &paths);
   assert_true(tk_text_flush(&text));
}

/* What was read of the notes, in their numbers. */
static struct {
   int name[256], n_names, file[256], n_files; /* the numbers in the names */
   int function[N_FUNCTIONS + 1], n_functions;
   int n_inlined, n_arcs, n_paths;
   uint64_t self, left_out, rest, n_calls;
} read;

static uint64_t after(const char *line, int n_words)
{
   for (; n_words > 0; n_words--) {
      line = strchr(line, ' ');
      if (line == NULL)
         return 0; /* left out at the end */
      line++;
   }
   return strtoull(line, NULL, 0);
}

/* Names as in the body. */
static void read_body_names(void)
{
   memset(&read, 0, sizeof read);
   for (int i = 0; i < ALL_CODES; i++) {
      bool is_new = i == 0 || lines[i]->at.file != lines[i - 1]->at.file;
      if (is_new)
         read.file[++read.n_files] = number_in(lines[i]->at.file);
      if (is_new || lines[i]->at.fn != lines[i - 1]->at.fn)
         read.name[++read.n_names] = number_in(lines[i]->at.fn);
   }
}

/* Codes of one function and one line are one in an arc's sums, so those are compared by
   the code's number in the order of the notes. */
static void read_note(const char *line, bool check)
{
   static int file, by, from;
   if (sscanf(line, "#: fl f%d", &read.file[read.n_files + 1]) == 1) {
      read.n_files++;
   } else if (sscanf(line, "#: fn %*d n%d", &read.name[read.n_names + 1]) == 1) {
      read.n_names++;
   } else if (strncmp(line, "#: f ", 5) == 0) {
      int f = read.name[after(line, 2)] / N_CODES;
      read.function[++read.n_functions] = f;
      assert_int_equal(after(line, 5), expected.calls[f]);
      assert_int_equal(after(line, 6), expected.functions[f]);
   } else if (strncmp(line, "#: i ", 5) == 0) {
      read.n_inlined++;
   } else if (strncmp(line, "#: g ", 5) == 0) {
      assert_int_equal(after(line, 3), expected.names[read.name[after(line, 2)]]);
   } else if (sscanf(line, "#: lf %d", &file) == 1) {
   } else if (strncmp(line, "#: l ", 5) == 0) {
      assert_int_equal(after(line, 2), 1);
      assert_int_equal(after(line, 3), expected.lines[read.file[file]]);
   } else if (strncmp(line, "#: by ", 6) == 0) {
      from = 0;
      sscanf(line, "#: by %d.%d", &by, &from);
   } else if (strncmp(line, "#: a ", 5) == 0) {
      read.n_arcs++;
      read.n_calls += after(line, 4);
      if (by != 0 && from == 0 && check) {
         int code = read.function[by] * N_CODES, callee = read.function[after(line, 3)];
         assert_int_equal(after(line, 4), expected.arc_calls[code][callee]);
         assert_int_equal(after(line, 5), expected.arcs[code][callee]);
      }
   } else if (strncmp(line, "#: ar ", 6) == 0) {
      read.rest += after(line, 2);
      read.n_calls += after(line, 3);
   } else if (strncmp(line, "#: t ", 5) == 0) {
      read.self += after(line, 5);
      read.n_paths++;
   } else if (strncmp(line, "#: ti ", 6) == 0) {
      read.self += after(line, 4);
   } else if (strncmp(line, "#: tr ", 6) == 0) {
      read.left_out += after(line, 4);
   }
}

static void read_notes(bool is_whole)
{
   read_body_names();
   for (char *line = sink.bytes, *end; (end = strchr(line, '\n')) != NULL;
        line = end + 1) {
      *end = '\0';
      read_note(line, is_whole);
   }
   assert_int_equal(read.self + read.left_out, expected.all);
}

static void test_sums(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 20; seed++) {
      set_up(seed, 1 << 20);
      write_notes(true);
      read_notes(true);
      assert_int_equal(read.left_out, 0);
      assert_int_equal(read.rest, 0);
      assert_int_equal(read.n_functions, N_FUNCTIONS);
      assert_int_equal(read.n_inlined, N_FUNCTIONS * (N_CODES - 1));
      assert_int_equal(read.n_paths, tree.n_nodes - 2); /* not `rest`, `off` */
      tear_down();
   }
}

/* Recursion is folded: paths are shorter, but no cost is lost or counted twice. */
static void test_folded(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 20; seed++) {
      set_up(seed, 20);
      write_notes(true);
      read_notes(true);
      assert_true(tree.n_edges > tree.n_nodes);
      tear_down();
   }
}

static void test_left_out(void **state)
{
   (void)state;
   set_up(7, 1 << 20);
   write_notes(false);
   read_notes(false);
   assert_true(read.left_out > 0);
   assert_true(read.rest > 0);
   uint64_t n_calls = 0;
   for (int f = 0; f < N_FUNCTIONS; f++)
      n_calls += expected.calls[f];
   assert_int_equal(read.n_calls, n_calls);
   assert_in_range(read.n_functions + read.n_inlined + read.n_arcs + read.n_paths, 20,
                   256);
   tear_down();
}

/* What the paths cost is more than a profile can hold. */
static void test_saturated(void **state)
{
   (void)state;
   set_up(5, 1 << 20);
   cs_edge *edge = cs_tree_call(&tree, tree.root, NULL, &functions[0]);
   cs_tree_own(&tree, cs_edge_callee(edge))[CS_IR] += TK_COUNT_MAX - 10;
   assert_true(expected.all > 10);
   expected.all = TK_COUNT_MAX;
   write_notes(true);
   read_body_names();
   for (char *line = sink.bytes; line != NULL; line = strstr(line, "\n#: t")) {
      read.self += strncmp(line, "\n#: t ", 6) == 0   ? after(line, 5)
                   : strncmp(line, "\n#: ti", 6) == 0 ? after(line, 4)
                                                      : 0;
      line++;
   }
   assert_int_equal(read.self, TK_COUNT_MAX);
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_folded),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_saturated),
   };
   return cmocka_run_group_tests_name("cs_paths", tests, NULL, NULL);
}
