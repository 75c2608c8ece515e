/* test_ac_verdict.c -- what changed most between two profiles, and why.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_own.h"
#include "test_an_common.h"

#include "counts/ac_verdict.h"

#include <inttypes.h>

#define BEGIN "cmd: ./app\nevents: Ir D1mr\n"

static const char old_text[] = BEGIN
   "fl=old/a.c\nfn=main\n3 100 0\n4 50 0\nfn=hash\n9 400 20\nfn=gone\n20 70 0\n"
   "fl=/usr/include/v.h\nfn=hash\n5 30 0\nfl=/usr/lib/x.c\nfn=lib\n7 10 0\n"
   "summary: 660 20\n";
static const char new_text[] = BEGIN
   "fl=new/a.c\nfn=main\n5 100 0\n6 55 0\nfn=hash\n11 400 60\nfn=fresh\n22 9 0\n"
   "fl=/usr/include/v.h\nfn=hash\n5 30 0\nfl=/usr/lib/x.c\nfn=lib\n7 25 0\n"
   "summary: 619 60\n";

typedef struct {
   ac_profile *old, *new;
   ac_align *align;
   ac_metrics *metrics;
   ac_verdict verdict;
} judged;

static void open_profiles(judged *j, const char *old, const char *new)
{
   an_error error;
   j->old = test_good_profile(old);
   j->new = test_good_profile(new);
   j->align = ac_align_new(test_alloc(), j->old, j->new, NULL);
   j->metrics = ac_metrics_new(test_alloc(), j->old, NULL, &error);
   assert_non_null(j->align);
   assert_non_null(j->metrics);
   if (strcmp(ac_profile_event(j->old, 1), "D1mr") == 0)
      assert_true(ac_metrics_define(j->metrics, "Cost=Ir+10*D1mr", &error));
}

static void judge(judged *j, const char *cost)
{
   ac_verdict_open(&j->verdict, test_alloc(), j->old, j->new, j->align,
                   ac_metrics_find(j->metrics, an_span_of(cost)));
}

/* "hash new/a.c 11 cost D1mr" for each row, then the sizes of what has none. */
static void check(const char *old, const char *new, const char *cost,
                  const char *expected)
{
   static const char *const whys[] = { "cost", "calls", "new", "gone" };
   char text[1024], *at = text;
   judged j;
   open_profiles(&j, old, new);
   judge(&j, cost);
   size_t n = ac_profile_n_events(j.new);
   for (size_t i = 0; i < j.verdict.n; i++) {
      const ac_verdict_row *row = &j.verdict.rows[i];
      at += sprintf(at, "%s %s %s%u %s %s %+.0Lf\n", row->function,
                    row->file == NULL ? "-" : row->file, row->line.new == 0 ? "-" : "",
                    row->line.new == 0 ? row->line.old : row->line.new, whys[row->why],
                    ac_profile_event(j.new, row->event),
                    ac_verdict_change(j.verdict.cost, row->counts, n));
   }
   sprintf(at, "rest %+.0Lf, outside %+.0Lf",
           ac_verdict_change(j.verdict.cost, j.verdict.rest, n),
           ac_verdict_change(j.verdict.cost, j.verdict.outside, n));
   assert_string_equal(text, expected);
}

/* What misses more is first by cycles; what nobody's code costs is apart. */
static void test_functions(void **state)
{
   (void)state;
   check(old_text, new_text, "Cost",
         "hash new/a.c 11 cost D1mr +400\n"
         "gone new/a.c 22 gone Ir -70\n"
         "fresh new/a.c 22 new Ir +9\n"
         "main new/a.c 6 cost Ir +5\n"
         "rest +0, outside +15");
   check(old_text, new_text, "Ir",
         "gone new/a.c 22 gone Ir -70\n"
         "fresh new/a.c 22 new Ir +9\n"
         "main new/a.c 6 cost Ir +5\n"
         "rest +0, outside +15");
   check(old_text, old_text, "Cost", "rest +0, outside +0");
}

/* The lines that changed most, in order; not one that changed the other way. */
static void test_lines(void **state)
{
   (void)state;
   judged j;
   open_profiles(&j, BEGIN "fl=a.c\nfn=f\n1 10 0\n2 10 0\n3 10 0\nsummary: 30 0\n",
                 BEGIN "fl=a.c\nfn=f\n1 12 0\n2 20 0\n3 9 0\nsummary: 41 0\n");
   judge(&j, "Ir");
   const ac_verdict_row *row = &j.verdict.rows[0];
   assert_int_equal(row->n_lines, 2);
   assert_int_equal(j.verdict.lines[row->lines[0]].line.new, 2);
   assert_int_equal(j.verdict.lines[row->lines[1]].line.new, 1);
}

/* What costs less does so by the event that fell most. */
static void test_less(void **state)
{
   (void)state;
   check(new_text, old_text, "Cost",
         "hash old/a.c 9 cost D1mr -400\n"
         "gone old/a.c 20 new Ir +70\n"
         "fresh old/a.c 20 gone Ir -9\n"
         "main old/a.c 4 cost Ir -5\n"
         "rest +0, outside -15");
}

/* Each event has its own price, whatever the others cost. */
static void test_events(void **state)
{
   (void)state;
   check(BEGIN "fl=a.c\nfn=f\n1 10 1\nsummary: 10 1\n",
         BEGIN "fl=a.c\nfn=f\n1 110 11\nsummary: 110 11\n", "Cost",
         "f a.c 1 cost Ir +200\nrest +0, outside +0");
   check(BEGIN "fl=a.c\nfn=f\n1 10 1\nsummary: 10 1\n",
         BEGIN "fl=a.c\nfn=f\n1 110 12\nsummary: 110 12\n", "Cost",
         "f a.c 1 cost D1mr +210\nrest +0, outside +0");
}

/* A line of a template is of the instantiation that has most of it: which one that is can
   change, and nothing is new or gone. */
static void test_template(void **state)
{
   (void)state;
   static const char text[] = BEGIN "fl=a.cc\nfn=f<int>(int)\n1 100 0\n2 %d 0\n"
                                    "fn=f<char>(char)\n2 %d 0\nsummary: %d 0\n";
   char old[256], new[256];
   sprintf(old, text, 60, 40, 200);
   sprintf(new, text, 40, 70, 210);
   check(old, new, "Ir", "f<char>(char) a.cc 2 cost Ir +10\nrest +0, outside +0");
   check(new, old, "Ir", "f<int>(int) a.cc 2 cost Ir -10\nrest +0, outside +0");
}

/* Of functions with other names it is another line. */
static void test_no_template(void **state)
{
   (void)state;
   check(BEGIN "fl=a.cc\nfn=f\n2 60 0\nsummary: 60 0\n",
         BEGIN "fl=a.cc\nfn=g\n2 70 0\nsummary: 70 0\n", "Ir",
         "g a.cc 2 new Ir +70\nf a.cc 2 gone Ir -60\nrest +0, outside +0");
}

/* main has inlined code of scan, which costs 9 in NEW: then lines 7 and 8 are scan's by
   their counts.  If it costs 6, that could be line 8 alone, or line 9. */
#define SCANNED(scan, line_9) \
   BEGIN "#: cachesim 1\nfl=/src/a.c\nfn=main\n3 51 0\n7 3 0\n8 6 0\n9 " line_9 " 0\n" \
         "summary: 6" line_9 " 0\n" \
         "#: object 01 /bin/app\n#: object-counts 6" line_9 "\n#: fn 1 scan\n" \
         "#: f 1 1 0x0 1 6" line_9 "\n#: i 1 2 3 " scan "\n" \
         "#: by 0\n#: a 0 1 1 6" line_9 "\n"

/* Which lines are inlined code's is known of one side, and they stay what they are. */
static void test_inlined(void **state)
{
   (void)state;
   static const char known[] = SCANNED("9", "6") "#: t 0 0 0\n#: t 1 1 1 57\n"
                                                 "#: ti 2 1 9\n#: end 4\n";
   static const char unknown[] = SCANNED("6", "8") "#: t 0 0 0\n#: t 1 1 1 62\n"
                                                   "#: ti 2 1 6\n#: end 4\n";
   check(known, unknown, "Ir", "main /src/a.c 9 cost Ir +2\nrest +0, outside +0");
   check(unknown, known, "Ir", "main /src/a.c 9 cost Ir -2\nrest +0, outside +0");
}

/* Functions that are in no known file, and a caller of all. */
static void write_no_files(char *to, int cost)
{
   enum { MANY = 20 };
   int all = cost + 10 * (MANY - 1);
   to += sprintf(to, "%s", BEGIN "#: cachesim 1\nfl=???\n");
   for (int i = 0; i < MANY; i++)
      to += sprintf(to, "fn=f%02d\n0 %d 0\n", i, i == 1 ? cost : 10);
   to += sprintf(to,
                 "summary: %d 0\n#: object 01 /bin/app\n#: object-counts %d\n"
                 "#: f 1 1 0x0 1 %d\n",
                 all, all, all);
   for (int i = 1; i < MANY; i++)
      to += sprintf(to, "#: f %d 1 0x0 1 %d\n", 1 + i, i == 1 ? cost : 10);
   to += sprintf(to, "#: by 1\n");
   for (int i = 1; i < MANY; i++)
      to += sprintf(to, "#: a 0 %d 1 %d\n", 1 + i, i == 1 ? cost : 10);
   to += sprintf(to, "#: by 0\n#: a 0 1 1 %d\n#: t 0 0 0\n#: t 1 %d 1 10\n", all, MANY);
   for (int i = 1; i < MANY; i++)
      to += sprintf(to, "#: t 2 %d 1 %d\n", i, i == 1 ? cost : 10);
   sprintf(to, "#: end %d\n", MANY);
}

static void test_no_files(void **state)
{
   (void)state;
   char old[4000], new[4000];
   write_no_files(old, 70);
   write_no_files(new, 75);
   check(old, new, "Ir", "f01 - -0 cost Ir +5\nrest +0, outside +0");
}

/* main calls sort, of a library, at a line, and has another one. */
#define SORT(line, cost, all) \
   BEGIN "#: cachesim 1\nfl=/src/a.c\nfn=main\n" line " 10 0\n9 1 0\n" \
         "fl=/usr/include/v.h\nfn=sort\n60 " cost " 0\nsummary: " all " 0\n" \
         "#: object 01 /bin/app\n#: object-counts " all "\n" \
         "#: f 1 1 0x0 1 " all "\n#: f 2 1 0x0 1 " cost "\n" \
         "#: by 1\n#: a " line " 2 1 " cost "\n#: by 0\n#: a 0 1 1 " all "\n" \
         "#: t 0 0 0\n#: t 1 2 1 11\n#: t 2 1 1 " cost "\n#: end 3\n"

static void test_places(void **state)
{
   (void)state;
   judged j;
   open_profiles(&j, SORT("3", "20", "31"), SORT("5", "80", "91"));
   judge(&j, "Ir");
   assert_int_equal(j.verdict.n, 1);
   const ac_verdict_row *row = &j.verdict.rows[0];
   assert_string_equal(row->function, "main");
   assert_int_equal(row->line.old, 3);
   assert_int_equal(row->line.new, 5);
   assert_string_equal(row->library, "sort");
   assert_int_equal(row->n_calls[0], 1);
}

/* Five rows at most; the next is the rest. */
static void test_many(void **state)
{
   (void)state;
   check(BEGIN "fl=a.c\nfn=f1\n1 1 0\nfn=f2\n2 1 0\nfn=f3\n3 1 0\nfn=f4\n4 1 0\n"
               "fn=f5\n5 1 0\nfn=f6\n6 1 0\nfn=f7\n7 1 0\nsummary: 7 0\n",
         BEGIN "fl=a.c\nfn=f1\n1 2 0\nfn=f2\n2 4 0\nfn=f3\n3 4 0\nfn=f4\n4 9 0\n"
               "fn=f5\n5 6 0\nfn=f6\n6 7 0\nfn=f7\n7 3 0\nsummary: 35 0\n",
         "Ir",
         "f4 a.c 4 cost Ir +8\nf6 a.c 6 cost Ir +6\nf5 a.c 5 cost Ir +5\n"
         "f2 a.c 2 cost Ir +3\nf3 a.c 3 cost Ir +3\nrest +2, outside +0");
}

/* How often a and b, by step, which is inlined, call work; and what that costs.  It is
   called once by nobody; main calls another work five times. */
typedef struct {
   int by_a, by_b, cost;
} work;

static void write_work(char to[2048], work w)
{
   int of_a = w.cost - 2; /* b's costs 1, and so does nobody's */
   snprintf(to, 2048,
            BEGIN "#: cachesim 1\n"
                  "fl=/src/a.c\nfn=a\n1 5 0\nfn=b\n2 5 0\nfn=main\n3 5 0\n"
                  "fn=work\n4 %d 0\nfl=/src/b.c\nfn=work\n4 7 0\nsummary: %d 0\n"
                  "#: object 01 /bin/app\n#: object-counts %d\n#: fn 1 step\n"
                  "#: f 1 1 0x0 1 %d\n#: f 2 1 0x0 1 6\n#: i 1 6 2\n"
                  "#: f 3 1 0x0 1 %d\n#: f 4 1 0x0 %d %d\n#: f 5 1 0x0 5 7\n"
                  "#: by 1\n#: a 1 4 %d %d\n#: by 2.1\n#: a 2 4 %d 1\n"
                  "#: by 3\n#: a 3 1 1 %d\n#: a 3 2 1 6\n#: a 3 5 5 7\n"
                  "#: by 0\n#: a 0 3 1 %d\n#: a 0 4 1 1\n"
                  "#: t 0 0 0\n#: t 1 6 1 5\n#: t 2 3 1 5\n#: t 3 1 %d %d\n"
                  "#: t 2 4 1 5\n#: t 3 2 %d 1\n#: t 2 5 5 7\n#: t 1 7 1 1\n"
                  "#: end 5\n",
            w.cost, w.cost + 22, w.cost + 22, of_a + 5, w.cost + 21, w.by_a + w.by_b + 1,
            w.cost, w.by_a, of_a, w.by_b, of_a + 5, w.cost + 21, w.by_a, of_a, w.by_b);
}

/* Expects "calls 15->25 by a" of work. */
static void check_work(work old, work new, const char *expected)
{
   static const char *const whys[] = { "cost", "calls", "new", "gone" };
   char texts[2][2048], got[128];
   judged j;
   write_work(texts[0], old);
   write_work(texts[1], new);
   open_profiles(&j, texts[0], texts[1]);
   judge(&j, "Ir");
   assert_int_equal(j.verdict.n, 1);
   const ac_verdict_row *row = &j.verdict.rows[0];
   assert_string_equal(row->function, "work");
   int n = sprintf(got, "%s %d->%d", whys[row->why], (int)row->n_calls[0],
                   (int)row->n_calls[1]);
   if (row->caller != NULL)
      sprintf(got + n, " by %s", row->caller);
   assert_string_equal(got, expected);
}

static void test_callers(void **state)
{
   (void)state;
   check_work((work){ 10, 4, 100 }, (work){ 10, 24, 200 }, "calls 20->40 by step");
   check_work((work){ 10, 24, 200 }, (work){ 10, 4, 100 }, "calls 40->20 by step");
   check_work((work){ 4, 10, 100 }, (work){ 30, 4, 200 }, "calls 20->40 by a");
   check_work((work){ 30, 4, 200 }, (work){ 4, 10, 100 }, "calls 40->20 by a");
   /* Of two that changed as much, the first is. */
   check_work((work){ 7, 7, 100 }, (work){ 17, 17, 200 }, "calls 20->40 by a");
}

/* Calls say at least half of the change, and go its way. */
static void test_half(void **state)
{
   (void)state;
   check_work((work){ 10, 4, 100 }, (work){ 10, 24, 300 }, "calls 20->40 by step");
   check_work((work){ 10, 4, 100 }, (work){ 10, 24, 301 }, "cost 20->40");
   check_work((work){ 10, 4, 100 }, (work){ 10, 5, 91 }, "cost 20->21");
   check_work((work){ 10, 4, 100 }, (work){ 10, 4, 90 }, "cost 20->20");
}

/* With calls. */
static void test_calls(void **state)
{
   (void)state;
   check(OWN_FILE, OWN_FILE, "Ir", "rest +0, outside +0");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions),   cmocka_unit_test(test_less),
      cmocka_unit_test(test_lines),       cmocka_unit_test(test_events),
      cmocka_unit_test(test_places),      cmocka_unit_test(test_many),
      cmocka_unit_test(test_callers),     cmocka_unit_test(test_template),
      cmocka_unit_test(test_no_template), cmocka_unit_test(test_inlined),
      cmocka_unit_test(test_no_files),    cmocka_unit_test(test_half),
      cmocka_unit_test(test_calls),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
