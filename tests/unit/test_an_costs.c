/* test_an_costs.c -- what functions, links, steps and lines cost, with recursion, inlined
   code and paths that were left out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_calls.h"

#include "counts/an_costs.h"
#include "counts/an_line_costs.h"
#include "counts/an_steps.h"

/* ---- As text ---- */

static char got[4096], *end;

__attribute__((format(printf, 1, 2)))
static void put(const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   end += vsnprintf(end, (size_t)(got + sizeof got - end), format, arguments);
   va_end(arguments);
   assert_true(end < got + sizeof got);
}

static const char *name_of(const an_costs *costs, uint32_t row)
{
   return row == AN_NO_CALL ? "-" : costs->of[row].name;
}

/* "name self/inclusive xCALLS" of the first event; a star for inlined code. */
static an_status put_costs(const tk_alloc *alloc, const an_profile *profile)
{
   an_costs costs;
   an_status status = an_costs_open(&costs, alloc, an_profile_calls(profile), 2);
   if (status != AN_OK)
      return status;
   for (size_t i = 0; i < costs.n; i++) {
      const an_cost *cost = &costs.of[i];
      put("%s%s %d/%d x%d", cost->name, cost->function == AN_NO_CALL ? "*" : "",
          (int)cost->self[0], (int)cost->inclusive[0], (int)cost->n_calls);
      if (cost->cycle > 0)
         put(" cycle %u", cost->cycle);
      put("\n");
   }
   put("left out %d %d, %d\n", (int)costs.left_out[0], (int)costs.left_out[1],
       (int)costs.n_left_out);
   an_costs_close(&costs);
   return AN_OK;
}

static an_status put_links(const tk_alloc *alloc, const an_profile *profile)
{
   an_costs costs;
   an_links links;
   const an_calls *calls = an_profile_calls(profile);
   an_status status = an_costs_open(&costs, alloc, calls, 2);
   if (status != AN_OK)
      return status;
   status = an_links_open(&links, alloc, calls, &costs, 2);
   for (size_t i = 0; status == AN_OK && i < links.n; i++) {
      const an_link *link = &links.of[i];
      put("%s > %s %s:%u x%d %d\n", name_of(&costs, link->caller),
          name_of(&costs, link->callee), link->file == NULL ? "-" : link->file,
          link->line, (int)link->n_calls, (int)link->inclusive[0]);
   }
   if (status == AN_OK)
      an_links_close(&links);
   an_costs_close(&costs);
   return status;
}

/* "caller frame self calls" of each step. */
static an_status put_steps(const tk_alloc *alloc, const an_profile *profile)
{
   an_steps steps;
   an_status status = an_steps_open(&steps, alloc, an_profile_calls(profile), 2);
   if (status != AN_OK)
      return status;
   for (size_t i = 0; i < steps.n; i++)
      put("%d %u %d x%d\n", (int)steps.of[i].caller, steps.of[i].frame,
          (int)steps.values[i * 3], (int)steps.values[i * 3 + 2]);
   an_steps_close(&steps);
   return AN_OK;
}

static an_status put_lines(const tk_alloc *alloc, const an_profile *profile)
{
   for (size_t i = 0; i < an_profile_n_files(profile); i++) {
      an_line_costs lines;
      if (an_line_costs_open(&lines, profile, alloc, i) != AN_OK)
         return AN_NO_MEMORY;
      for (int round = 0; round < 2; round++) {
         char *before = end; /* a rewound cursor gives the same */
         while (an_line_costs_next(&lines))
            put("%s:%u %d %d\n", an_profile_file(profile, i)->name, lines.line,
                (int)lines.counts[0], (int)lines.inclusive[0]);
         if (round == 1)
            end = before;
         an_line_costs_rewind(&lines);
      }
      an_line_costs_close(&lines, alloc);
   }
   *end = '\0';
   return AN_OK;
}

/* ---- Tests ---- */

typedef an_status writer(const tk_alloc *alloc, const an_profile *profile);

static void check(const char *text, writer *write, const char *expected)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = test_good_profile(&alloc, text);
   assert_non_null(an_profile_calls(profile));
   end = got;
   assert_int_equal(write(&alloc, profile), AN_OK);
   assert_string_equal(got, expected);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void recursion_counts_once(void **state)
{
   (void)state;
   check(CALLS_FILE, put_costs,
         "main 30/200 x1\n"
         "walk 100/170 x5\n"
         "0x1000 in libfoo.so 25/25 x3\n"
         "get* 20/45 x0\n"
         "peek* 10/35 x0\n"
         "left out 15 1, 2\n");
}

static void links(void **state)
{
   (void)state;
   check(CALLS_FILE, put_links,
         "main > walk /src/a.c:4 x1 170\n"
         "walk > walk /src/a.c:9 x4 60\n"
         "walk > get /src/a.c:8 x0 55\n"
         "get > peek /src/a.h:2 x0 35\n"
         "peek > 0x1000 in libfoo.so /src/b.h:3 x3 25\n"
         "- > main -:0 x1 200\n");
}

static void steps(void **state)
{
   (void)state;
   check(CALLS_FILE, put_steps,
         "-1 0 30 x1\n"
         "0 1 60 x1\n"
         "1 3 20 x0\n"
         "2 4 10 x0\n"
         "3 2 15 x2\n"
         "1 1 40 x4\n"
         "5 3 0 x0\n"
         "6 4 0 x0\n"
         "7 2 10 x1\n"
         "5 5 15 x0\n");
}

static void lines(void **state)
{
   (void)state;
   check(CALLS_FILE, put_lines,
         "/src/a.c:3 10 10\n"
         "/src/a.c:4 20 190\n"
         "/src/a.c:8 100 165\n"
         "/src/a.c:9 5 5\n"
         "/src/a.h:2 40 35\n"
         "???:0 25 25\n");
}

/* main calls f; f and g call each other; h calls itself; i and j call each other. */
#define CYCLES \
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n" \
   "fl=a.c\nfn=main\n1 1\nfn=f\n2 1\nfn=g\n3 1\nfn=h\n4 1\nfn=i\n5 1\nfn=j\n6 1\n" \
   "summary: 6\n" \
   "#: f 1 0 0x0 1 6\n#: f 2 0 0x0 2 5\n#: f 3 0 0x0 1 4\n#: f 4 0 0x0 2 3\n" \
   "#: f 5 0 0x0 2 2\n#: f 6 0 0x0 1 1\n" \
   "#: by 1\n#: a 1 2 1 5\n#: by 2\n#: a 2 3 1 4\n#: by 3\n#: a 3 2 1 0\n" \
   "#: a 3 4 1 3\n#: by 4\n#: a 4 4 1 0\n#: a 4 5 1 2\n#: by 5\n#: a 5 6 1 1\n" \
   "#: by 6\n#: a 6 5 1 0\n#: by 0\n#: a 0 1 1 6\n" \
   "#: t 0 0 0\n#: t 1 9 1 1\n#: t 2 1 1 1\n#: t 3 2 1 1\n#: r 4 3 1\n" \
   "#: t 4 4 1 1\n#: r 5 5 1\n#: t 5 6 1 1\n#: t 6 7 1 1\n#: r 7 8 1\n#: end 6\n"

static void cycles(void **state)
{
   (void)state;
   check(CYCLES, put_costs,
         "main 1/6 x1\n"
         "f 1/5 x2 cycle 1\n"
         "g 1/4 x1 cycle 1\n"
         "h 1/3 x2\n"
         "i 1/2 x2 cycle 2\n"
         "j 1/1 x1 cycle 2\n"
         "left out 0 0, 0\n");
}

static void no_memory(void **state)
{
   (void)state;
   static writer *const writers[] = { put_costs, put_links, put_steps, put_lines };
   for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
      an_status status = AN_NO_MEMORY;
      for (size_t n = 1; status != AN_OK; n++) {
         test_heap heap = { 0 };
         tk_alloc alloc = test_alloc(&heap);
         an_profile *profile = test_good_profile(&alloc, CALLS_FILE);
         heap.fail_at = heap.n_calls + n;
         end = got;
         status = writers[i](&alloc, profile);
         an_profile_free(profile);
         assert_int_equal(heap.n_live, 0);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(recursion_counts_once),
      cmocka_unit_test(links),
      cmocka_unit_test(steps),
      cmocka_unit_test(lines),
      cmocka_unit_test(cycles),
      cmocka_unit_test(no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
