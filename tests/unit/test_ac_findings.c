/* test_ac_findings.c -- what to fix in whole profiles: one cause for each part of a
   line, lines that belong together, and their order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_findings.h"

enum { TEXT_B = 4096 };

/* A line for each: "stride a.c:3 f, in lib, on table.key: 900 of 2 lines; reason". */
static void write_findings(char to[TEXT_B], const ac_findings *found)
{
   char *at = to, *end = to + TEXT_B;
   *to = '\0';
   for (size_t i = 0; i < found->n; i++) {
      const ac_finding *f = &found->of[i];
      const char *slash = f->file == NULL ? NULL : strrchr(f->file, '/');
      at += snprintf(at, (size_t)(end - at), "%s %s:%u %s%s%s", ac_finding_name(f->kind),
                     slash == NULL ? "-" : slash + 1, f->line,
                     f->function == NULL ? "-" : f->function,
                     f->library == NULL ? "" : ", in ",
                     f->library == NULL ? "" : f->library);
      if (f->object != NULL || f->field != NULL)
         at += snprintf(at, (size_t)(end - at), ", on %s%s%s",
                        f->object == NULL ? "-" : f->object->label,
                        f->field == NULL ? "" : ".", f->field == NULL ? "" : f->field);
      at += snprintf(at, (size_t)(end - at), ": %s%.0Lf of %zu; %s\n",
                     f->is_most ? "<" : "", f->bound, f->n_lines, f->reason);
      assert_true(f->is_most ? f->cycles <= found->all : f->cycles == f->bound);
      assert_true(at < end);
   }
}

static int64_t n_runs; /* of each line */

/* Checks what is found with what "--criteria" gives, NULL: as usual. */
static void check_with(const char *text, const ty_type *type, const char *criteria,
                       const char *expected)
{
   char got[TEXT_B];
   found_source s;
   ac_findings found;
   an_error error;
   found_open(&s, text, type);
   if (criteria != NULL)
      assert_true(ac_criteria_parse(&s.criteria, criteria, &error));
   for (size_t i = 0; i < s.own.n; i++)
      s.own.lines[i].n_runs = n_runs;
   ac_findings_open(&found, test_alloc(), &s.source);
   write_findings(got, &found);
   assert_string_equal(got, expected);
}

static void check(const char *text, const char *expected)
{
   check_with(text, NULL, NULL, expected);
}

/* ---- Causes ---- */

static void each_part_has_one_cause(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1000, [CX] = 1500, [D1MR] = 100, [CHASE] = 40, [OTHER] = 60,
        [CD] = 2000, [BC] = 100, [BCM] = 50, [CB] = 400, [I1MR] = 5, [CF] = 50);
   made_end(&m, "");
   check(m.text, "random-access a.c:10 f: 1800 of 1; 60% of misses in random order\n"
                 "slow-chain a.c:10 f: 1000 of 1; 1.5 cycles per instruction\n"
                 "mispredict a.c:10 f: 200 of 1; 50% of 100 branches mispredicted\n"
                 "fetch a.c:10 f: 45 of 1; 5 fetches miss\n");
}

/* The first kind that applies has the part, not the one that would gain most. */
static void the_first_kind_has_it(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m,
        10, [IR] = 100, [CX] = 25, [D1MR] = 100, [CHASE] = 40, [OTHER] = 60, [CD] = 1000);
   made_end(&m, "");
   check(m.text, "random-access a.c:10 f: 900 of 1; 60% of misses in random order\n");
   check_with(
      m.text, NULL, "pattern=40",
      "pointer-chase a.c:10 f: 900 of 1; 40% of misses depend on an earlier miss\n");
   check_with(m.text, NULL, "pattern=61", "");
}

/* A cause that gains more than the part has leaves nothing to others. */
static void a_cause_of_two_parts_has_both(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, MADE_DATA);
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 100, [CX] = 1000, [D1MW] = 3200, [SEQ] = 3200, [CD] = 2000,
        [BC] = 10, [BCM] = 5, [CB] = 200);
   made_end(&m, "#: ds rows\n#: db - /bin/x\n#: dv s 1 0x4000 51200 1\n"
                "#: dn 1\n#: d 10 1 0%64 0 3200\n");
   check(m.text, "streaming-write a.c:10 f, on rows (x): 2250 of 1; "
                 "written over 4 times\n");
}

/* ---- Calls ---- */

/* main calls sort, of a library, at line 4; that has the counts.  The line itself has an
   instruction of so many cycles. */
static void put_calls(made_profile *m, int64_t own_cycles, int n_calls,
                      const int64_t *counts)
{
   char notes[2048], all[200] = "", own[200] = "";
   for (size_t i = 0; i < MADE_EVENTS; i++) {
      sprintf(own + strlen(own), " %lld", (long long)counts[i]);
      sprintf(all + strlen(all), " %lld",
              (long long)(counts[i] + (i == IR) + (i == CX) * own_cycles));
   }
   made_begin(m, "");
   made_put(m, "fl=/src/a.c\nfn=main\n");
   LINE(m, 4, [IR] = 1, [CX] = own_cycles);
   made_put(m, "fl=/usr/include/v.h\nfn=sort\n");
   made_line(m, 60, counts);
   snprintf(notes, sizeof notes,
            "#: object 01 /bin/app\n#: object-counts%s\n"
            "#: f 1 1 0x0 1%s\n#: f 2 1 0x0 %d%s\n#: by 1\n#: a 4 2 %d%s\n"
            "#: by 0\n#: a 0 1 1%s\n#: t 0 0 0\n#: t 1 2 1 1 0 0 0 0 0 0 0 0 0 0 %lld\n"
            "#: t 2 1 %d%s\n",
            all, all, n_calls, own, n_calls, own, all, (long long)own_cycles, n_calls,
            own);
   made_end(m, notes);
}
#define CALLS(m, n, ...) put_calls(m, 1, n, (const int64_t[MADE_EVENTS]){ __VA_ARGS__ })

static void repeated_calls_take_the_line(void **state)
{
   (void)state;
   made_profile m;
   n_runs = 1;
   CALLS(&m, 2000, [IR] = 1000, [CX] = 60000, [D1MR] = 100, [STRIDE] = 100, [CD] = 50000);
   check(m.text, "repeated-call a.c:4 main, in sort: 109945 of 1; "
                 "2,000 calls, 55 cycles each\n");
   CALLS(&m, 999, [IR] = 1000, [CX] = 60000, [D1MR] = 100, [STRIDE] = 100, [CD] = 50000);
   check(m.text, "stride a.c:4 main, in sort: 45000 of 1; "
                 "100% of misses in equal steps over lines\n");
   n_runs = 0;
}

/* Calls that are most of what the line executes leave its waits to other kinds, but not
   its instructions. */
static void repeated_calls_leave_the_waits(void **state)
{
   (void)state;
   made_profile m;
   n_runs = 1;
   put_calls(&m, 100, 10,
             (const int64_t[MADE_EVENTS]){
                [IR] = 100, [CX] = 5000, [D1MR] = 10, [STRIDE] = 10, [CD] = 500 });
   check_with(m.text, NULL, "calls=10",
              "repeated-call a.c:4 main, in sort: 4950 of 1; 10 calls, 550 cycles each\n"
              "stride a.c:4 main, in sort: 450 of 1; "
              "100% of misses in equal steps over lines\n");
   n_runs = 0;
}

/* What the line itself executes is not the library's. */
static void slow_chains_are_of_the_line(void **state)
{
   (void)state;
   made_profile m;
   put_calls(&m, 5000, 10, (const int64_t[MADE_EVENTS]){ [IR] = 100, [CX] = 6000 });
   check(m.text, "slow-chain a.c:4 main: 5000 of 1; 5000.0 cycles per instruction\n");
   /* Not even if it calls an allocator. */
   found_source s;
   ac_findings found;
   memcpy(strstr(m.text, "fn=sort"), "fn=free", 7);
   found_open(&s, m.text, NULL);
   ac_findings_open(&found, test_alloc(), &s.source);
   assert_int_equal(found.n, 1);
   assert_string_equal(ac_finding_cure_of(&found.of[0]),
                       ac_finding_cure(AC_FINDING_CHAIN));
}

/* main calls two functions of a library 2,000 times, at lines 4 and 5; `push` is inlined
   at line 6, and calls the second one as often: what is inlined has no calls. */
static void put_three_calls(made_profile *m, const char *first, const char *second)
{
#define MANY "60000 0 0 0 0 0 0 0 0 0 0 60000"
   made_begin(m, "");
   made_put(m, "fl=/src/a.c\nfn=main\n");
   LINE(m, 4, [IR] = 1, [CX] = 1);
   LINE(m, 5, [IR] = 1, [CX] = 1);
   LINE(m, 6, [IR] = 1, [CX] = 1);
   made_put(m, "fl=/usr/include/v.h\nfn=%s\n", first);
   LINE(m, 60, [IR] = 60000, [CX] = 60000);
   made_put(m, "fn=%s\n", second);
   LINE(m, 70, [IR] = 120000, [CX] = 120000);
   made_end(m, "#: object 01 /bin/app\n"
               "#: object-counts 180003 0 0 0 0 0 0 0 0 0 0 180003\n#: fn 2 push\n"
               "#: f 1 1 0x0 1 180003 0 0 0 0 0 0 0 0 0 0 180003\n#: i 1 4 6\n"
               "#: f 2 1 0x0 2000 " MANY "\n"
               "#: f 3 1 0x0 4000 120000 0 0 0 0 0 0 0 0 0 0 120000\n"
               "#: by 1\n#: a 4 2 2000 " MANY "\n#: a 5 3 2000 " MANY "\n"
               "#: by 1.1\n#: a 51 3 2000 " MANY "\n"
               "#: by 0\n#: a 0 1 1 180003 0 0 0 0 0 0 0 0 0 0 180003\n"
               "#: t 0 0 0\n#: t 1 4 1 3 0 0 0 0 0 0 0 0 0 0 3\n"
               "#: t 2 1 2000 " MANY "\n#: t 2 2 2000 " MANY "\n"
               "#: t 2 3 2000 " MANY "\n");
#undef MANY
}

/* How many of the two that are found are of an allocator; each has a line of its own. */
static int count_allocators(const char *first, const char *second)
{
   made_profile m;
   found_source s;
   ac_findings found;
   int n = 0;
   put_three_calls(&m, first, second);
   found_open(&s, m.text, NULL);
   for (size_t i = 0; i < s.own.n; i++)
      s.own.lines[i].n_runs = 1;
   ac_findings_open(&found, test_alloc(), &s.source);
   assert_int_equal(found.n, 2);
   for (size_t i = 0; i < found.n; i++) {
      assert_int_equal(found.of[i].kind, AC_FINDING_REPEATED_CALL);
      assert_int_equal(found.of[i].line, 4 + i);
      assert_string_equal(found.of[i].library, i == 0 ? first : second);
      n += found.of[i].is_of_allocator;
   }
   return n;
}

/* Near ones, too, are apart: each has a cure of its own. */
static void calls_of_allocators(void **state)
{
   (void)state;
   static const char *const names[] = { "malloc",
                                        "calloc",
                                        "realloc",
                                        "free",
                                        "operator new(unsigned long)",
                                        "operator delete(void*)",
                                        "__rust_alloc",
                                        "__rust_dealloc" };
   assert_int_equal(count_allocators("sort", "remalloc"), 0);
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      assert_int_equal(count_allocators(names[i], "sort"), 1);
      assert_int_equal(count_allocators("sort", names[i]), 1);
   }
}

/* ---- Lines that belong together ---- */

static void near_lines_are_one_finding(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1, [D1MR] = 10, [CHASE] = 6, [OTHER] = 4, [CD] = 1000);
   LINE(&m, 14, [IR] = 1, [D1MR] = 10, [CHASE] = 7, [OTHER] = 3, [CD] = 2000);
   LINE(&m, 19, [IR] = 1, [D1MR] = 10, [CHASE] = 8, [OTHER] = 2, [CD] = 100);
   LINE(&m, 12, [IR] = 1, [D1MR] = 10, [STRIDE] = 9, [OTHER] = 1, [CD] = 50);
   made_put(&m, "fn=g\n");
   LINE(&m, 15, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 40);
   made_put(&m, "fl=/src/b.c\nfn=f\n");
   LINE(&m, 13, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 3000);
   made_end(&m, "");
   /* The larger part says why.  Another file, function, kind or loop is apart. */
   check_with(
      m.text, NULL, "share=0",
      "pointer-chase a.c:14 f: 2700 of 2; 70% of misses depend on an earlier miss\n"
      "pointer-chase b.c:13 f: 2700 of 1; 100% of misses depend on an earlier miss\n"
      "pointer-chase a.c:19 f: 90 of 1; 80% of misses depend on an earlier miss\n"
      "stride a.c:12 f: 45 of 1; 90% of misses in equal steps over lines\n"
      "pointer-chase a.c:15 g: 36 of 1; 100% of misses depend on an earlier miss\n");
}

/* Code at a line that is not known is near no other. */
static void unknown_lines_are_apart(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 3, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 2000);
   made_put(&m, "fl=/usr/include/v.h\nfn=f\n");
   LINE(&m, 3, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 1000);
   made_end(&m, "");
   check(m.text,
         "pointer-chase a.c:3 f: 1800 of 1; 100% of misses depend on an earlier miss\n"
         "pointer-chase a.c:0 f: 900 of 1; 100% of misses depend on an earlier miss\n");
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 3, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 2000);
   made_put(&m, "fl=/usr/include/v.h\nfn=f\n");
   LINE(&m, 3, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 3000);
   made_end(&m, "");
   check(m.text,
         "pointer-chase a.c:0 f: 2700 of 1; 100% of misses depend on an earlier miss\n"
         "pointer-chase a.c:3 f: 1800 of 1; 100% of misses depend on an earlier miss\n");
}

/* The line that is between two others is found after them. */
static void a_line_between_joins_two(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1, [D1MR] = 10, [CHASE] = 6, [OTHER] = 4, [CD] = 2000);
   LINE(&m, 14, [IR] = 1, [D1MR] = 10, [CHASE] = 7, [OTHER] = 3, [CD] = 1000);
   LINE(&m, 18, [IR] = 1, [D1MR] = 10, [CHASE] = 8, [OTHER] = 2, [CD] = 3000);
   LINE(&m, 23, [IR] = 1, [D1MR] = 10, [CHASE] = 9, [OTHER] = 1, [CD] = 2500);
   made_end(&m, "");
   check(m.text,
         "pointer-chase a.c:18 f: 5400 of 3; 80% of misses depend on an earlier miss\n"
         "pointer-chase a.c:23 f: 2250 of 1; 90% of misses depend on an earlier miss\n");
}

/* The line that gains most says why, not that of the larger sum. */
static void the_largest_line_of_two_sums(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1, [D1MR] = 10, [CHASE] = 6, [OTHER] = 4, [CD] = 3000);
   LINE(&m, 18, [IR] = 1, [D1MR] = 10, [CHASE] = 7, [OTHER] = 3, [CD] = 2900);
   LINE(&m, 22, [IR] = 1, [D1MR] = 10, [CHASE] = 8, [OTHER] = 2, [CD] = 1000);
   LINE(&m, 14, [IR] = 1, [D1MR] = 10, [CHASE] = 9, [OTHER] = 1, [CD] = 500);
   made_end(&m, "");
   check(m.text,
         "pointer-chase a.c:10 f: 6660 of 4; 60% of misses depend on an earlier miss\n");
}

/* Code that does not fit is one cause, wherever it is. */
static void fetches_are_one_finding(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 10, [CX] = 3, [I1MR] = 1, [CF] = 10);
   LINE(&m, 90, [IR] = 10, [CX] = 3, [I1MR] = 2, [CF] = 20);
   made_put(&m, "fl=/src/b.c\nfn=g\n");
   LINE(&m, 50, [IR] = 10, [CX] = 3, [I1MR] = 1, [CF] = 10);
   made_end(&m, "");
   check(m.text, "fetch a.c:90 f: 36 of 3; 4 fetches miss\n");
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 10, [CX] = 3, [I1MR] = 1, [CF] = 10);
   LINE(&m, 90, [IR] = 10, [CX] = 3, [I1MR] = 1, [CF] = 10);
   made_end(&m, "");
   check(m.text, "fetch a.c:10 f: 18 of 2; 2 fetches miss\n");
}

/* Lines that are too small to be listed fetch code, too; of equal ones, the first one
   says where. */
static void fetches_of_small_lines(void **state)
{
   (void)state;
   char got[TEXT_B];
   made_profile m;
   found_source s;
   ac_findings found;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 10, [CX] = 3, [I1MR] = 2, [CF] = 20);
   LINE(&m, 90, [IR] = 10, [CX] = 3, [I1MR] = 2, [CF] = 20);
   LINE(&m, 95, [IR] = 400, [CX] = 100);
   made_end(&m, "");
   found_open(&s, m.text, NULL);
   const ac_measures sort = { .of = &s.by, .n = 1 };
   const ac_own_wanted wanted = {
      .sort = &sort, .keep = &sort, .threshold = 50, .event = ac_findings_event(s.profile)
   };
   ac_own_lines_open(&s.own, test_alloc(), s.profile, &wanted);
   assert_int_equal(s.own.n, 1);
   ac_findings_open(&found, test_alloc(), &s.source);
   write_findings(got, &found);
   assert_string_equal(got, "fetch a.c:10 f: 36 of 2; 4 fetches miss\n");
}

static void other_objects_are_apart(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, MADE_DATA);
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 300);
   LINE(&m, 11, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 200);
   LINE(&m, 12, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 100);
   made_end(&m, "#: ds rows\n#: ds names\n#: db - /bin/x\n"
                "#: dv s 1 0x4000 51200 1\n#: dv s 1 0x90000 51200 2\n"
                "#: dn 1\n#: d 10 1 8%64 10\n#: d 11 2 8%64 10\n#: d 12 1 8%64 10\n");
   check(m.text, "pointer-chase a.c:10 f, on rows (x): 360 of 2; "
                 "100% of misses depend on an earlier miss\n"
                 "pointer-chase a.c:11 f, on names (x): 180 of 1; "
                 "100% of misses depend on an earlier miss\n");
}

/* Line 11 misses on three objects, none of which has half of it. */
static void put_unknown_object(made_profile *m, int64_t known, int64_t unknown)
{
   made_begin(m, MADE_DATA);
   made_put(m, "fl=/src/a.c\nfn=f\n");
   LINE(m, 10, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = known);
   LINE(m, 11, [IR] = 1, [D1MR] = 9, [CHASE] = 9, [CD] = unknown);
   made_end(m, "#: ds rows\n#: ds names\n#: ds keys\n#: db - /bin/x\n"
               "#: dv s 1 0x10000 48000 1\n#: dv s 1 0x30000 48000 2\n"
               "#: dv s 1 0x50000 48000 3\n#: dn 1\n#: d 10 1 8%48 10\n"
               "#: d 11 1 8%48 3\n#: d 11 2 8%48 3\n#: d 11 3 8%48 3\n");
}

/* It is taken for that which the other line misses on. */
static void an_unknown_object_is_the_other(void **state)
{
   (void)state;
   made_profile m;
   put_unknown_object(&m, 300, 200);
   check_with(m.text, &node_type, NULL,
              "pointer-chase a.c:10 f, on rows (x).next: 450 of 2; "
              "100% of misses depend on an earlier miss\n");
   put_unknown_object(&m, 200, 300);
   check_with(m.text, &node_type, NULL,
              "pointer-chase a.c:11 f, on rows (x).next: 450 of 2; "
              "100% of misses depend on an earlier miss\n");
}

/* What branches, code and instructions cost has nothing to do with the data. */
static void only_data_has_an_object(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, MADE_DATA);
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 10, [CX] = 100, [D1MR] = 10, [STRIDE] = 10, [CD] = 300, [BC] = 9,
        [BCM] = 9, [CB] = 90, [I1MR] = 3, [CF] = 50);
   made_end(&m, "#: ds rows\n#: db - /bin/x\n#: dv s 1 0x4000 51200 1\n"
                "#: dn 1\n#: d 10 1 8%48 10\n");
   check_with(m.text, &node_type, NULL,
              "stride a.c:10 f, on rows (x).next: 270 of 1; "
              "100% of misses in equal steps over lines\n"
              "slow-chain a.c:10 f: 95 of 1; 10.0 cycles per instruction\n"
              "mispredict a.c:10 f: 72 of 1; 100% of 9 branches mispredicted\n"
              "fetch a.c:10 f: 45 of 1; 3 fetches miss\n");
}

/* ---- How much it has to gain ---- */

static void what_gains_enough(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 1, [IR] = 1000, [CX] = 98000 - 2 * 1020);
   made_put(&m, "fn=g\n");
   LINE(&m, 50, [IR] = 1, [BC] = 10, [BCM] = 10, [CB] = 1020);
   LINE(&m, 60, [IR] = 1, [BC] = 10, [BCM] = 10, [CB] = 1019);
   LINE(&m, 70, [IR] = 1, [CX] = 2001);
   made_end(&m, "");
   check_with(m.text, NULL, "cpi=1e9",
              "mispredict a.c:50 g: 1000 of 1; 100% of 10 branches mispredicted\n");
   check_with(m.text, NULL, "cpi=1e9,share=.999",
              "mispredict a.c:50 g: 1000 of 1; 100% of 10 branches mispredicted\n"
              "mispredict a.c:60 g: 999 of 1; 100% of 10 branches mispredicted\n");
   check_with(m.text, NULL, "cpi=1e9,share=1.001", "");
}

/* Lines that gain little are one finding, but for those that gain next to nothing. */
static void little_by_little(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 1, [IR] = 40000, [CX] = 10000 - 12 * 12 - 11);
   for (int line = 100; line < 112; line++)
      LINE(&m, line, [IR] = 1, [BC] = 1, [BCM] = 1, [CB] = 12);
   LINE(&m, 112, [IR] = 1, [BC] = 1, [BCM] = 1, [CB] = 11);
   made_end(&m, "");
   check(m.text, "mispredict a.c:100 f: 120 of 12; 100% of 1 branches mispredicted\n");
}

/* More than there is room for at first. */
static void many_findings(void **state)
{
   (void)state;
   made_profile m;
   found_source s;
   ac_findings found;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   for (int line = 10; line <= 200; line += 10)
      LINE(&m, line, [BC] = 10, [BCM] = 10, [CB] = 1020);
   made_end(&m, "");
   found_open(&s, m.text, NULL);
   ac_findings_open(&found, test_alloc(), &s.source);
   assert_int_equal(found.n, 20);
   for (uint32_t i = 0; i < 20; i++) {
      assert_int_equal(found.of[i].line, 10 * (i + 1));
      assert_true(found.of[i].cycles == 1000);
   }
}

static void equal_ones_have_an_order(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/b.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 100);
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 20, [IR] = 1, [D1MR] = 10, [STRIDE] = 10, [CD] = 100);
   LINE(&m, 10, [IR] = 1, [D1MR] = 10, [STRIDE] = 10, [CD] = 100);
   LINE(&m, 30, [IR] = 1, [D1MR] = 10, [CHASE] = 10, [CD] = 100);
   made_end(&m, "");
   check(m.text,
         "pointer-chase a.c:30 f: 90 of 1; 100% of misses depend on an earlier miss\n"
         "pointer-chase b.c:10 f: 90 of 1; 100% of misses depend on an earlier miss\n"
         "stride a.c:10 f: 90 of 1; 100% of misses in equal steps over lines\n"
         "stride a.c:20 f: 90 of 1; 100% of misses in equal steps over lines\n");
}

/* ---- Threads ---- */

/* add, with its atomic operation inlined, works on two counters in one line of memory;
   its own code reads them so often. */
static void put_sharing(made_profile *m, const char *library_counts,
                        const char *own_counts)
{
   char notes[1024];
   made_begin(m, MADE_DATA);
   made_put(m, "fl=/src/a.c\nfn=add\n");
   LINE(m, 20, [IR] = 100, [CX] = 25);
   LINE(m, 21, [IR] = 200, [CX] = 50);
   made_put(m, "fl=/usr/include/c++/12/bits/atomic_base.h\nfn=add\n");
   LINE(m, 300, [IR] = 4000, [CX] = 1000);
   snprintf(notes, sizeof notes,
            "#: ds seen\n#: db - /bin/x\n#: dv s 1 0x4040 96 1\n#: sharing 64 2\n"
            "#: sl 12\n#: sa 2 300 1 1 0 0xff %s\n#: sa 2 300 2 1 0 0xff00 %s\n"
            "#: sa 1 20 1 1 0 0xff %s\n",
            library_counts, library_counts, own_counts);
   made_end(m, notes);
}

static void false_sharing_is_of_own_source(void **state)
{
   (void)state;
   made_profile m;
   /* The program's own line counts twice. */
   put_sharing(&m, "0 1000", "501 0");
   check(m.text, "false-sharing a.c:20 add, on seen (x): <28014 of 1; "
                 "up to 2,001 moves of the line, 96.3% of the time\n");
   /* Of a library, it is the line that has most of the function. */
   put_sharing(&m, "0 1000", "499 0");
   check(m.text, "false-sharing a.c:21 add, on seen (x): <28014 of 1; "
                 "up to 2,001 moves of the line, 96.3% of the time\n");
   put_sharing(&m, "0 10", "5 0");
   check(m.text, "");
}

/* Where no line of the program has the function, the library's own line is said. */
static void false_sharing_of_a_library(void **state)
{
   (void)state;
   check("cmd: x\nevents: Ir I1mr D1mr D1mw\n#: cachesim 1\n#: data 64 D1mr\n"
         "fl=/src/a.c\nfn=main\n5 1000 0 0 0\nfl=/usr/include/v.h\nfn=add\n"
         "20 1000 0 0 0\nsummary: 2000 0 0 0\n"
         "#: ds seen\n#: db - /bin/x\n#: dv s 1 0x4040 96 1\n#: sharing 64 2\n"
         "#: sl 12\n#: sa 2 20 1 1 0 0xff 0 100\n#: sa 2 20 2 1 0 0xff00 0 100\n"
         "#: end 2\n",
         "false-sharing v.h:20 add, on seen (x): <20000 of 1; "
         "up to 200 moves of the line, 90.9% of the time\n");
}

/* Counts that cannot be added. */
static void endless_sharing(void **state)
{
   (void)state;
   made_profile m;
   found_source s;
   ac_findings found;
   put_sharing(&m, "9223372036854775807 9223372036854775807", "5 0");
   found_open(&s, m.text, NULL);
   ac_findings_open(&found, test_alloc(), &s.source);
   assert_int_equal(found.n, 1);
   assert_int_equal(found.of[0].line, 21);
   assert_true(found.of[0].bound >= 1e20L);
}

/* Without a machine, a move costs what a miss of the last level does. */
static void sharing_without_a_machine(void **state)
{
   (void)state;
   check("cmd: x\nevents: Ir I1mr D1mr D1mw\n#: cachesim 1\n#: data 64 D1mr\n"
         "fl=/src/a.c\nfn=add\n20 1000 0 0 0\nsummary: 1000 0 0 0\n"
         "#: ds seen\n#: db - /bin/x\n#: dv s 1 0x4040 96 1\n#: sharing 64 2\n"
         "#: sl 12\n#: sa 1 20 1 1 0 0xff 0 100\n#: sa 1 20 2 1 0 0xff00 0 100\n"
         "#: end 1\n",
         "false-sharing a.c:20 add, on seen (x): <20000 of 1; "
         "up to 200 moves of the line, 95.2% of the time\n");
}

#define SHARING(machine, events, zeros, mask) \
   "cmd: x\nevents: Ir I1mr D1mr D1mw" events "\n#: cachesim 1\n" machine \
   "#: data 64 D1mr\nfl=/src/a.c\nfn=add\n20 1000 0 0 0" zeros \
   "\nsummary: 1000 0 0 0" zeros "\n" \
   "#: ds seen\n#: db - /bin/x\n#: dv s 1 0x4040 96 1\n#: sharing 64 2\n" \
   "#: sl 12\n#: sa 1 20 1 1 8 0xff 0 100\n#: sa 1 20 2 1 8 " mask " 0 100\n" \
   "#: end 1\n"

/* A move costs what the last level does, if the machine says it. */
static void what_a_move_costs(void **state)
{
   (void)state;
#define LEVELS(l3) \
   "#: machine small\n#: m L2 size=1M latency=14\n#: m L3 size=8M" l3 "\n" \
   "#: m memory latency=300\n"
   check(SHARING(LEVELS(" latency=50"), " D2mr D2mw Cx Cf Cd Cb", " 0 0 250 0 0 0",
                 "0xff00"),
         "false-sharing a.c:20 add, on seen (x): <10000 of 1; "
         "up to 200 moves of the line, 97.6% of the time\n");
   check(
      SHARING(LEVELS(" latency=0"), " D2mr D2mw Cx Cf Cd Cb", " 0 0 250 0 0 0", "0xff00"),
      "false-sharing a.c:20 add, on seen (x): <20000 of 1; "
      "up to 200 moves of the line, 98.8% of the time\n");
#undef LEVELS
}

/* The same bytes cannot be kept apart. */
static void true_sharing_is_no_finding(void **state)
{
   (void)state;
   check_with(SHARING("", "", "", "0xff"), NULL, "share=0", "");
   check_with(SHARING("", "", "", "0xff00"), &node_type, NULL,
              "false-sharing a.c:20 add, on seen (x).next: <20000 of 1; "
              "up to 200 moves of the line, 95.2% of the time\n");
}

/* ---- What a profile cannot show ---- */

static void check_lacks(const char *text, const char *expected)
{
   char got[TEXT_B] = "";
   ac_profile *profile = test_good_profile(text);
   for (int k = 0; k < AC_N_FINDING_KINDS; k++) {
      const char *option = ac_finding_lacks((ac_finding_kind)k, profile);
      if (option != NULL)
         sprintf(got + strlen(got), "%s %s\n", ac_finding_name((ac_finding_kind)k),
                 option);
   }
   assert_string_equal(got, expected);
}

static void what_is_lacking(void **state)
{
   (void)state;
   made_profile m;
   check_lacks("cmd: x\nevents: Ir D1mr\nfl=a\nfn=f\n1 1 1\nsummary: 1 1\n",
               "streaming-write --machine=host\n"
               "idiom --call-graph=yes\nrepeated-call --call-graph=yes\n"
               "conflict --objects=yes\ntlb --machine=host\n"
               "pointer-chase --machine=host\nwasted-line --objects=yes\n"
               "stride --machine=host\ncapacity --machine=host\n"
               "random-access --machine=host\nindirect --branch-sim=yes\n"
               "mispredict --branch-sim=yes\nslow-chain --machine=host\n"
               "false-sharing --sharing=yes\n");
   put_sharing(&m, "0 1000", "501 0");
   check_lacks(m.text, "idiom --call-graph=yes\nrepeated-call --call-graph=yes\n"
                       "wasted-line --line-use=yes\n");
   /* A machine without patterns; threads without data objects. */
   check_lacks("cmd: x\nevents: Ir Bc Cx Cf Cd Cb\n#: cachesim 1\n#: data 64\n"
               "fl=a\nfn=f\n1 1\nsummary: 1\n#: ds seen\n#: db - /bin/x\n"
               "#: dv s 1 0x4040 96 1\n#: sharing 64 2\n#: sl 12\n"
               "#: sa 1 1 1 1 0 0xff 0 100\n#: sa 1 1 2 1 0 0xff00 0 100\n#: end 1\n",
               "streaming-write --patterns=yes\n"
               "idiom --call-graph=yes\nrepeated-call --call-graph=yes\n"
               "conflict --objects=yes\npointer-chase --patterns=yes\n"
               "wasted-line --objects=yes\nstride --patterns=yes\n"
               "capacity --patterns=yes\nrandom-access --patterns=yes\n");
   CALLS(&m, 2000, [IR] = 1);
   check_lacks(m.text, "conflict --objects=yes\nwasted-line --objects=yes\n"
                       "false-sharing --sharing=yes\n");
}

/* ---- Criteria and words ---- */

static void criteria(void **state)
{
   (void)state;
   an_error error;
   ac_criteria c = ac_criteria_default;
   assert_true(c.share == 1 && c.pattern == 50 && c.calls == 1000 && c.wrong == 5
               && c.again == 3 && c.cpi == 1.5);
   assert_true(
      ac_criteria_parse(&c, "share=2,pattern=3,calls=4,wrong=5.5,again=6,cpi=7", &error));
   assert_true(c.share == 2 && c.pattern == 3 && c.calls == 4 && c.wrong == 5.5L
               && c.again == 6 && c.cpi == 7);
   assert_false(ac_criteria_parse(&c, "bytes=1", &error));
   assert_string_equal(error.message,
                       "\"bytes\" is not a criterion of findings; expected share, "
                       "pattern, calls, wrong, again, cpi");
}

static void each_kind_has_words(void **state)
{
   (void)state;
   for (int i = 0; i < AC_N_FINDING_KINDS; i++) {
      const char *name = ac_finding_name((ac_finding_kind)i);
      assert_true(*name != '\0' && strchr(name, ',') == NULL);
      assert_true(i == AC_FINDING_IDIOM || *ac_finding_cure((ac_finding_kind)i) != '\0');
      for (int k = 0; k < i; k++)
         assert_string_not_equal(name, ac_finding_name((ac_finding_kind)k));
   }
   ac_finding f = { .kind = AC_FINDING_REPEATED_CALL };
   assert_string_equal(ac_finding_cure_of(&f),
                       "if its arguments repeat, cache the result; else batch the calls");
   assert_string_equal(ac_finding_name_of(&f), "repeated-call");
   f.is_of_allocator = true;
   assert_string_equal(ac_finding_cure_of(&f), "allocate in bulk or reuse memory");
   f = (ac_finding){ .kind = AC_FINDING_IDIOM, .idiom = "regex-built", .cure = "once" };
   assert_string_equal(ac_finding_cure_of(&f), "once");
   assert_string_equal(ac_finding_name_of(&f), "regex-built");
}

/* Of data with looks, cs_annotate can suggest another layout. */
static void cures_name_layouts(void **state)
{
   (void)state;
   static const ac_finding_kind kinds[] = { AC_FINDING_CONFLICT, AC_FINDING_TLB,
                                            AC_FINDING_CHASE, AC_FINDING_WASTED };
   ac_datum datum = { .kind = AC_DATA_STATIC, .n_looks = 1 };
   const ac_data_object object = { .label = "table", .of = &datum };
   ac_finding f = { .object = &object };
   char cure[200];
   for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
      f.kind = kinds[i];
      datum.n_looks = 1;
      datum.kind = AC_DATA_STATIC;
      snprintf(cure, sizeof cure, "%s; --suggest=FILE, then --layout=FILE",
               ac_finding_cure(f.kind));
      assert_string_equal(ac_finding_cure_of(&f), cure);
      datum.n_looks = 0;
      assert_string_equal(ac_finding_cure_of(&f), ac_finding_cure(f.kind));
      datum.n_looks = 1;
      datum.kind = AC_DATA_TLS; /* no rule is for these */
      assert_string_equal(ac_finding_cure_of(&f), ac_finding_cure(f.kind));
   }
   datum.kind = AC_DATA_STATIC;
   f.kind = AC_FINDING_RANDOM;
   assert_string_equal(ac_finding_cure_of(&f), ac_finding_cure(f.kind));
   f = (ac_finding){ .kind = AC_FINDING_WASTED };
   assert_string_equal(ac_finding_cure_of(&f), ac_finding_cure(f.kind));
}

/* ---- Limits ---- */

/* Without estimated cycles, nothing is judged. */
static void no_cycles(void **state)
{
   (void)state;
   made_profile m;
   found_source s;
   ac_findings found;
   CALLS(&m, 2000, [CX] = 60000);
   found_open(&s, m.text, NULL);
   s.source.cycles = NULL;
   ac_findings_open(&found, test_alloc(), &s.source);
   assert_int_equal(found.n, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_part_has_one_cause),
      cmocka_unit_test(the_first_kind_has_it),
      cmocka_unit_test(a_cause_of_two_parts_has_both),
      cmocka_unit_test(repeated_calls_take_the_line),
      cmocka_unit_test(repeated_calls_leave_the_waits),
      cmocka_unit_test(slow_chains_are_of_the_line),
      cmocka_unit_test(calls_of_allocators),
      cmocka_unit_test(near_lines_are_one_finding),
      cmocka_unit_test(unknown_lines_are_apart),
      cmocka_unit_test(a_line_between_joins_two),
      cmocka_unit_test(the_largest_line_of_two_sums),
      cmocka_unit_test(fetches_are_one_finding),
      cmocka_unit_test(fetches_of_small_lines),
      cmocka_unit_test(other_objects_are_apart),
      cmocka_unit_test(an_unknown_object_is_the_other),
      cmocka_unit_test(only_data_has_an_object),
      cmocka_unit_test(what_gains_enough),
      cmocka_unit_test(little_by_little),
      cmocka_unit_test(many_findings),
      cmocka_unit_test(equal_ones_have_an_order),
      cmocka_unit_test(false_sharing_is_of_own_source),
      cmocka_unit_test(false_sharing_of_a_library),
      cmocka_unit_test(endless_sharing),
      cmocka_unit_test(sharing_without_a_machine),
      cmocka_unit_test(what_a_move_costs),
      cmocka_unit_test(true_sharing_is_no_finding),
      cmocka_unit_test(what_is_lacking),
      cmocka_unit_test(criteria),
      cmocka_unit_test(each_kind_has_words),
      cmocka_unit_test(cures_name_layouts),
      cmocka_unit_test(no_cycles),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
