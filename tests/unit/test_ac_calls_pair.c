/* test_ac_calls_pair.c -- the calls of two profiles: inclusive and self costs, and limits
   on them.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "export/ac_call_stacks.h"
#include "sections/ac_calls_limits.h"

#include <stdio.h>

#define HEAD "cmd: x\nevents: Ir\n#: cachesim 1\n"
#define OBJECT "#: object 01 /bin/x\n#: object-counts "

/* main calls f and g; f calls itself, over g; one path is left out below g, and small is
   called there. */
static const char old[] = HEAD
   "fl=a.c\nfn=main\n1 10\nfn=f\n2 30\nfn=g\n3 50\nfn=small\n4 7\nsummary: 97\n" OBJECT
   "97\n"
   "#: f 1 1 0x0 1 97\n#: f 2 1 0x0 2 75\n#: f 3 1 0x0 2 67\n"
   "#: by 1\n#: a 1 2 1 75\n#: a 1 3 1 12\n"
   "#: by 2\n#: a 2 3 1 55\n#: by 3\n#: a 3 2 1 10\n#: ar 1 1 7\n"
   "#: by 0\n#: a 0 1 1 97\n"
   "#: t 0 0 1\n#: t 1 5 1 10\n#: t 2 1 1 20\n#: t 3 3 1 45\n#: t 4 4 1 10\n"
   "#: t 2 2 1 5\n#: tr 3 1 7\n#: end 4\n";

/* f is called, and is inlined into g, which f calls: its two inclusive costs overlap. */
static const char new[] = HEAD
   "fl=a.c\nfn=main\n1 10\nfn=f\n2 20\nfn=g\n2 15\n3 40\nsummary: 85\n" OBJECT "85\n"
   "#: f 1 1 0x0 1 85\n#: f 2 1 0x0 1 70\n#: f 3 1 0x0 2 55\n#: i 1 2 3 15\n"
   "#: g 2 15\n#: lf 1\n#: l 3 55\n"
   "#: by 1\n#: a 1 2 1 70\n#: a 1 3 1 5\n#: by 2\n#: a 2 3 1 50\n"
   "#: by 0\n#: a 0 1 1 85\n"
   "#: t 0 0 1\n#: t 1 4 1 10\n#: t 2 1 1 20\n#: t 3 3 1 38\n#: ti 4 1 12\n"
   "#: t 2 2 1 2\n#: ti 3 1 3\n#: end 4\n";

/* The profile above, and h, which is inlined into main; inclusive costs of inlined code
   are left out. */
static const char without_inclusive[] = HEAD
   "fl=a.c\nfn=main\n1 10\nfn=f\n2 20\nfn=g\n2 15\n3 40\nfn=h\n7 9\nsummary: 94\n" OBJECT
   "94\n"
   "#: f 1 1 0x0 1 94\n#: i 1 4 1 9\n#: f 2 1 0x0 1 70\n#: f 3 1 0x0 2 55\n"
   "#: i 1 2 3 15\n#: lf 1\n#: l 3 55\n"
   "#: by 1\n#: a 1 2 1 70\n#: a 1 3 1 5\n#: by 2\n#: a 2 3 1 50\n"
   "#: by 0\n#: a 0 1 1 94\n"
   "#: t 0 0 1\n#: t 1 4 1 10\n#: t 2 1 1 20\n#: t 3 3 1 38\n#: ti 4 2 12\n"
   "#: t 2 2 1 2\n#: ti 3 2 3\n#: ti 2 1 9\n#: end 5\n";

/* Paths lack a part of f and g, and h has no note of its own. */
static const char small_parts[] =
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n"
   "fl=a.c\nfn=main\n1 10 1\nfn=f\n2 30 3\nfn=g\n3 50 5\nfn=h\n4 8 2\n"
   "summary: 98 11\n" OBJECT "98 11\n"
   "#: f 1 1 0x0 1 98 11\n#: f 2 1 0x0 2 88 10\n#: f 3 1 0x0 2 50 5\n"
   "#: by 1\n#: a 1 2 2 88 10\n#: by 2\n#: a 2 3 2 50 5\n#: ar 1 1 8 2\n"
   "#: by 0\n#: a 0 1 1 98 11\n"
   "#: t 0 0 1\n#: t 1 3 1 10 1\n#: t 2 1 2 25 2\n#: t 3 2 2 40 4\n#: tr 2 2 23 4\n"
   "#: end 4\n";

/* Two functions f, of two files: what each of them cost itself is on paths alone. */
static const char of_one_name[] =
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\n"
   "fl=a.c\nfn=main\n1 10 1\nfn=f\n2 23 2\nfn=g\n3 50 5\nfn=h\n4 9 1\n"
   "fl=b.c\nfn=f\n5 7 1\nsummary: 99 10\n" OBJECT "99 10\n"
   "#: f 1 1 0x0 1 99 10\n#: f 2 1 0x0 1 80 8\n#: f 5 1 0x0 1 7 1\n"
   "#: f 3 1 0x0 1 50 5\n#: f 4 1 0x0 1 9 1\n"
   "#: by 1\n#: a 1 2 1 80 8\n#: a 1 3 1 7 1\n"
   "#: by 2\n#: a 2 4 1 50 5\n#: a 2 5 1 9 1\n#: by 0\n#: a 0 1 1 99 10\n"
   "#: t 0 0 1\n#: t 1 5 1 10 1\n#: t 2 1 1 20 2\n#: t 3 3 1 50 5\n#: tr 3 1 9 1\n"
   "#: t 2 2 1 7 1\n#: tr 2 1 3 0\n#: end 5\n";

typedef struct {
   ac_profile *before, *after, *body;
   an_stacks stacks[2];
   ac_calls_pair pair;
} fixture;

static void open_with(fixture *f, const char *before, const char *after)
{
   *f = (fixture){ .before = NULL };
   f->before = test_good_profile(before);
   f->after = test_good_profile(after);
   f->body = test_good_pair(before, after);
   ac_call_stacks(f->before, test_alloc(), &f->stacks[0]);
   ac_call_stacks(f->after, test_alloc(), &f->stacks[1]);
}

static void open(fixture *f)
{
   open_with(f, old, new);
}

static void pair(fixture *f)
{
   const ac_calls_side sides[] = { { f->before, &f->stacks[0] },
                                   { f->after, &f->stacks[1] } };
   ac_calls_pair_open(&f->pair, test_alloc(), sides);
}

/* ---- Costs ---- */

static const ac_called_pair *find(const fixture *f, const char *name)
{
   const an_stacks *paths = &f->pair.paths.stacks;
   for (size_t i = 0; i < paths->n_functions; i++)
      if (strcmp(paths->functions[i].name, name) == 0)
         return &f->pair.functions[i];
   fail_msg("no function %s", name);
   return NULL;
}

static void check(const fixture *f, const char *name, const int64_t expected[6])
{
   const ac_called_pair *found = find(f, name);
   const int64_t got[] = { found->inclusive[0], found->inclusive[1], found->self[0],
                           found->self[1],      found->n_calls[0],   found->n_calls[1] };
   for (size_t i = 0; i < 6; i++)
      if (got[i] != expected[i])
         fail_msg("%s: figure %zu is %d, not %d", name, i, (int)got[i], (int)expected[i]);
}

static void sums_costs(void **state)
{
   (void)state;
   fixture f;
   open(&f);
   pair(&f);
   check(&f, "main", (const int64_t[]){ 97, 85, 10, 10, 1, 1 });
   /* f: called with 70, inlined with 15, of which 12 are on paths where it is called */
   check(&f, "f", (const int64_t[]){ 75, 73, 30, 35, 2, 1 });
   check(&f, "g", (const int64_t[]){ 67, 55, 50, 40, 2, 2 });
   assert_int_equal(find(&f, "f")->inlined, AN_OF_NEW);
   assert_int_equal(find(&f, "f")->called, AN_OF_OLD | AN_OF_NEW);
   assert_int_equal(f.pair.left_out[0], 7);
   assert_int_equal(f.pair.left_out[1], 0);
   assert_true(f.pair.leaves_out[0] && !f.pair.leaves_out[1]);
   assert_int_equal(f.pair.inclusive[0], 97);
   assert_int_equal(f.pair.inclusive[1], 85);
}

/* The file leaves out what inlined code of f cost with what it called: of f there is its
   cost as it was called, 70, and 3 that paths have of it elsewhere. */
static void takes_the_least_from_paths(void **state)
{
   (void)state;
   fixture f;
   open_with(&f, old, without_inclusive);
   pair(&f);
   check(&f, "f", (const int64_t[]){ 75, 73, 30, 35, 2, 1 });
   check(&f, "h", (const int64_t[]){ 0, 9, 0, 9, 0, 0 });
   assert_int_equal(find(&f, "h")->sides, AN_OF_NEW);
}

/* Inclusive and self costs of both sides, Ir and Dr. */
static void check_both(const fixture *f, const ac_called_pair *found,
                       const int64_t inclusive[4], const int64_t self[4])
{
   const char *name = f->pair.paths.stacks.functions[found->function].name;
   for (size_t i = 0; i < 4; i++)
      if (found->inclusive[i] != inclusive[i] || found->self[i] != self[i])
         fail_msg("%s: inclusive %zu is %d, self %d", name, i, (int)found->inclusive[i],
                  (int)found->self[i]);
}

#define COSTS(...) ((const int64_t[]){ __VA_ARGS__ })

/* Notes and the body say more than paths, where those are left out. */
static void knows_what_paths_lack(void **state)
{
   (void)state;
   fixture f;
   open_with(&f, small_parts, of_one_name);
   pair(&f);
   const ac_called_pair *of_a = find(&f, "f"), *of_b = of_a + 1;
   while (strcmp(f.pair.paths.stacks.functions[of_b->function].name, "f") != 0)
      of_b++;
   assert_int_equal(of_a->sides, AN_OF_OLD | AN_OF_NEW);
   check_both(&f, of_a, COSTS(88, 10, 80, 8), COSTS(30, 3, 20, 2));
   assert_int_equal(of_b->sides, AN_OF_NEW);
   check_both(&f, of_b, COSTS(0, 0, 7, 1), COSTS(0, 0, 7, 1));
   check_both(&f, find(&f, "main"), COSTS(98, 11, 99, 10), COSTS(10, 1, 10, 1));
   check_both(&f, find(&f, "g"), COSTS(50, 5, 50, 5), COSTS(50, 5, 50, 5));
   check_both(&f, find(&f, "h"), COSTS(0, 0, 9, 1), COSTS(0, 0, 9, 1));
   assert_int_equal(find(&f, "h")->sides, AN_OF_NEW);
   assert_int_equal(find(&f, "h")->small, AN_OF_OLD);
   assert_int_equal(find(&f, "g")->small, 0);
   assert_memory_equal(f.pair.left_out, COSTS(23, 4, 12, 1), sizeof COSTS(1, 2, 3, 4));
   assert_int_equal(f.pair.n_left_out[0], 2);
   assert_int_equal(f.pair.n_left_out[1], 2);
   assert_true(f.pair.leaves_out[0] && f.pair.leaves_out[1]);
   assert_memory_equal(f.pair.inclusive, COSTS(98, 11, 99, 10), sizeof COSTS(1, 2, 3, 4));
}

/* ---- Limits ---- */

/* Expects "NAME OLD NEW OLD-AT-MOST NEW-AT-MOST;..." or the error. */
static void check_rows(const fixture *f, const char *pattern, ac_calls_found expected,
                       const char *text)
{
   ac_gate_calls rows;
   an_error error;
   char got[512] = "";
   ac_calls_found found = ac_calls_limits_find(&rows, &f->pair, f->body, pattern, &error);
   for (size_t i = 0; found == AC_CALLS_FOUND && i < rows.n_rows; i++) {
      const ac_gate_row *row = &rows.rows[i];
      snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s %d %d %d %d",
               i > 0 ? ";" : "", row->name, (int)row->counts[0], (int)row->counts[1],
               (int)row->at_most[0], (int)row->at_most[1]);
   }
   assert_string_equal(found == AC_CALLS_FOUND ? got : error.message, text);
   assert_int_equal(found, expected);
}

static void finds_rows(void **state)
{
   (void)state;
   fixture f;
   open(&f);
   pair(&f);
   check_rows(&f, "main", AC_CALLS_FOUND, "main 97 85 97 85");
   check_rows(&f, "a.c:f", AC_CALLS_FOUND, "f 75 73 75 73");
   check_rows(&f, "[fg]", AC_CALLS_FOUND, "f 75 73 75 73;g 67 55 67 55");
   check_rows(&f, "f;g", AC_CALLS_FOUND, "f;g 55 50 55 50");
   check_rows(&f, "main;g", AC_CALLS_FOUND, "main;g 12 5 12 5");
   /* each cost counts once, however often it matches */
   check_rows(&f, "main;...;f", AC_CALLS_FOUND, "main;...;f 75 73 75 73");
   check_rows(&f, "*;g", AC_CALLS_FOUND, "*;g 67 55 67 55");
   check_rows(&f, "f;...;f", AC_CALLS_FOUND, "f;...;f 10 12 10 12");
   check_rows(&f, "f;main", AC_CALLS_NONE, "there is no call path \"f;main\"");
   check_rows(&f, "main;maim", AC_CALLS_NONE,
              "there is no function \"maim\"; did you mean main?");
   check_rows(&f, "small", AC_CALLS_TOO_SMALL,
              "the calls of \"small\" are too small to be in the files; "
              "--call-graph=all records all");
   check_rows(&f, "main;;f", AC_CALLS_NONE, "\"main;;f\": a function is missing");
   check_rows(&f, "main;...", AC_CALLS_NONE,
              "\"main;...\": expected a function at each end");
}

/* ---- The gate ---- */

/* Holds a limit on one function, of which the first profile may have up to `hidden`
   more: named, or one of all. */
static ac_gate hold_one(const fixture *f, const char *limit, int64_t before,
                        int64_t hidden, int64_t after, bool are_all)
{
   /* The gate borrows its case. */
   static int64_t counts[4];
   static ac_gate_row row;
   static ac_limits none, limits;
   static ac_gate_calls calls;
   an_error error;
   ac_gate gate;
   const int64_t given[] = { before, after, before + hidden, after };
   memcpy(counts, given, sizeof counts);
   row = (ac_gate_row){ "f", "a.c", counts, counts + 2 };
   calls =
      (ac_gate_calls){ .limits = &limits, .rows = &row, .n_rows = 1, .are_all = are_all };
   ac_metrics *metrics = ac_metrics_new(test_alloc(), f->before, NULL, &error);
   assert_non_null(metrics);
   assert_true(ac_limits_parse(&limits, test_alloc(), metrics, limit, &error));
   ac_gate_hold(&gate, test_alloc(),
                &(ac_gate_case){ .pair = f->body,
                                 .totals = &none,
                                 .functions = &none,
                                 .calls = &calls,
                                 .n_calls = 1 });
   return gate;
}

/* The check of a function that a limit names. */
static ac_check check_named(const fixture *f, const char *limit, int64_t before,
                            int64_t after)
{
   ac_gate gate = hold_one(f, limit, before, 0, after, false);
   assert_int_equal(gate.n, 1);
   assert_int_equal(gate.n_exceeded, gate.checks[0].is_exceeded);
   return gate.checks[0];
}

/* A limit on a function that one side lacks never passes without a word. */
static void misses_functions(void **state)
{
   (void)state;
   fixture f;
   open(&f);
   assert_true(check_named(&f, "Ir=5%", 100, 0).is_missing);
   assert_true(check_named(&f, "Ir=20", 100, 0).is_missing);
   assert_true(check_named(&f, "Ir<=30", 100, 0).is_missing);
   assert_true(check_named(&f, "Ir=5%", 0, 30).is_missing);
   assert_true(check_named(&f, "Ir=5%", 0, 30).is_exceeded);
   /* The limit says otherwise, or holds it. */
   assert_false(check_named(&f, "Ir=5%>0", 100, 0).is_exceeded);
   assert_false(check_named(&f, "Ir=5%>0", 0, 30).is_exceeded);
   assert_false(check_named(&f, "Ir=50", 0, 30).is_exceeded);
   assert_true(check_named(&f, "Ir=20", 0, 30).is_exceeded);
   assert_false(check_named(&f, "Ir=20", 0, 30).is_missing);
}

static void check_gate(const fixture *f, const char *limit, int64_t before,
                       int64_t hidden, int64_t after, bool is_exceeded, bool is_unknown)
{
   ac_gate gate = hold_one(f, limit, before, hidden, after, false);
   assert_int_equal(gate.n, 1);
   assert_int_equal(gate.n_unknown, is_unknown);
   assert_int_equal(gate.n_exceeded, is_exceeded);
   gate = hold_one(f, limit, before, hidden, after, true);
   assert_int_equal(gate.n, is_exceeded && !is_unknown);
   assert_int_equal(gate.n_unchecked, is_unknown);
}

static void holds_rows(void **state)
{
   (void)state;
   fixture f;
   open(&f);
   check_gate(&f, "Ir=5%", 100, 0, 105, false, false);
   check_gate(&f, "Ir=5%", 100, 0, 106, true, false);
   check_gate(&f, "Ir=5%", 100, 1, 120, true, false); /* in any case */
   check_gate(&f, "Ir=5%", 100, 20, 120, true, true); /* perhaps not */
   check_gate(&f, "Ir=20", 0, 50, 10, false, false);
   check_gate(&f, "Ir=20", 0, 50, 30, true, true);
   check_gate(&f, "Ir=5%", 0, 10, 30, false, true); /* or not */
   check_gate(&f, "Ir<=30", 0, 10, 30, false, false);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_costs),
      cmocka_unit_test(takes_the_least_from_paths),
      cmocka_unit_test(knows_what_paths_lack),

      cmocka_unit_test(finds_rows),

      cmocka_unit_test(holds_rows),
      cmocka_unit_test(misses_functions),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
