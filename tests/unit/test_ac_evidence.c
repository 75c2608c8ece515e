/* test_ac_evidence.c -- what a profile knows about a line of source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_findings.h"

#include "advice/ac_evidence.h"

#include <math.h>

/* What is known of one line; what it refers to lives until look_close. */
typedef struct {
   found_source found;
   ac_prices prices;
   ac_evidence e;
} look;

static void look_open(look *l, const char *text, const ty_type *type, uint32_t line)
{
   found_open(&l->found, text, type);
   const found_source *s = &l->found;
   ac_prices_open(&l->prices, s->profile, s->source.cycles);
   for (size_t i = 0; i < s->own.n; i++)
      if (s->own.lines[i].line == line) {
         l->e = ac_evidence_of(&s->source, &l->prices, &s->own.lines[i]);
         return;
      }
   fail_msg("no line %u", line);
}

static void check_number(double number, double expected)
{
   if (!(fabs(number - expected) < 1e-6))
      fail_msg("expected %f, found %f", expected, number);
}

/* ---- Counts ---- */

static void cycles_and_patterns(void **state)
{
   (void)state;
   made_profile m;
   look l;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 100, [I1MR] = 2, [D1MR] = 60, [D1MW] = 40, [BC] = 9, [BCM] = 3,
        [DTW] = 10, [SEQ] = 80, [STRIDE] = 60, [CHASE] = 40, [OTHER] = 20, [CX] = 50,
        [CF] = 20, [CD] = 900, [CB] = 30);
   LINE(&m, 11, [IR] = 100, [D1MR] = 7, [CX] = 50);
   made_end(&m, "");
   look_open(&l, m.text, NULL, 10);
   check_number(l.e.all, 1000);
   check_number(l.e.cycles[TK_EVENT_RUN], 50);
   check_number(l.e.cycles[TK_EVENT_CODE], 20);
   check_number(l.e.cycles[TK_EVENT_DATA], 900);
   check_number(l.e.cycles[TK_EVENT_BRANCH], 30);
   check_number(l.e.own_run, 50);
   check_number(l.e.own_code, 20);
   check_number(l.e.misses, 100);
   check_number(l.e.write_misses, 40);
   check_number(l.e.refs, 200); /* with those that were prefetched */
   assert_true(l.e.pattern.is_known);
   check_number(l.e.pattern.in_order, 0.4);
   check_number(l.e.pattern.stride, 0.3);
   check_number(l.e.pattern.chase, 0.2);
   check_number(l.e.pattern.other, 0.1);
   /* 10 walks of 30 cycles, and 100 misses that L2 has, 14 cycles away. */
   check_number(l.e.walk_share, 300 / (300 + 1400.0));
   check_number(ac_evidence_count(&l.e, TK_BCM), 3);
   check_number(ac_evidence_count(&l.e, TK_BIM), 0); /* the profile lacks it */
   assert_null(l.e.object);
   look_open(&l, m.text, NULL, 11);
   assert_false(l.e.pattern.is_known);
   check_number(l.e.refs, 7);
   check_number(l.e.walk_share, 0);
}

/* ---- Data objects ---- */

/* Line 10 misses as often as these entries have, in reads; so does line 20 on names. */
static void put_data(made_profile *m, int64_t misses, const char *entries)
{
   made_begin(m, MADE_DATA);
   made_put(m, "fl=/src/a.c\nfn=f\n");
   LINE(m,
        10, [IR] = 100, [CX] = 50, [D1MR] = misses, [OTHER] = misses, [CD] = misses * 10);
   LINE(m, 20, [IR] = 100, [CX] = 50, [D1MR] = 5, [OTHER] = 5, [CD] = 50);
   made_put(m, "fn=g\n");
   LINE(m, 30, [IR] = 1);
   char notes[4096];
   assert_in_range(strlen(entries), 1, 3500);
   snprintf(notes, sizeof notes,
            "#: ds rows\n#: ds names\n#: ds keys\n#: db - /bin/x\n"
            "#: dv s 1 0x10000 48000 1\n#: dv s 1 0x30000 48000 2\n"
            "#: dv s 1 0x50000 48000 3\n"
            "#: dn 1\n%s#: d 20 2 - 5\n",
            entries);
   made_end(m, notes);
}

/* NULL: no object. */
static void check_object(int64_t misses, const char *entries, const ty_type *type,
                         const char *object, const char *field, int64_t step_B)
{
   made_profile m;
   look l;
   put_data(&m, misses, entries);
   look_open(&l, m.text, type, 10);
   if (object == NULL)
      assert_null(l.e.object);
   else
      assert_string_equal(l.e.object == NULL ? "none" : l.e.object->label, object);
   if (field == NULL)
      assert_null(l.e.field);
   else
      assert_string_equal(l.e.field == NULL ? "none" : l.e.field, field);
   assert_int_equal(l.e.step_B, step_B);
}

static void the_object_with_half_of_the_misses(void **state)
{
   (void)state;
   check_object(10, "#: d 10 1 - 10\n", NULL, "rows (x)", NULL, 0);
   /* Of two, the one on which the program misses most: line 20 does, too. */
   check_object(10, "#: d 10 1 - 5\n#: d 10 2 - 5\n", NULL, "names (x)", NULL, 0);
   check_object(11, "#: d 10 1 - 5\n#: d 10 2 - 6\n", NULL, "names (x)", NULL, 0);
   check_object(13, "#: d 10 1 - 4\n#: d 10 2 - 6\n#: d 10 3 - 3\n", NULL, NULL, NULL, 0);
   /* Misses of its places come between those of others. */
   check_object(9, "#: d 10 1 - 3\n#: d 10 2 0%64 4\n#: d 10 2 8%64 2\n", NULL,
                "names (x)", NULL, 8);
   /* At several places, none of which has much. */
   check_object(10, "#: d 10 1 - 4\n#: d 10 2 0%64 3\n#: d 10 2 8%64 3\n", NULL,
                "names (x)", NULL, 8);
}

/* Of many places, those of the object can have the fewest misses each. */
static void the_object_of_many_places(void **state)
{
   (void)state;
   char entries[3000] = "";
   for (int i = 0; i < 9; i++)
      sprintf(entries + strlen(entries), "#: d 10 1 %d%%64 2\n", i);
   for (int i = 0; i < 30; i++)
      sprintf(entries + strlen(entries), "#: d 10 2 %d 1\n", 8 * i);
   check_object(48, entries, NULL, "names (x)", NULL, 8);
}

static void steps(void **state)
{
   (void)state;
   check_object(10, "#: d 10 1 8%4096 10\n", NULL, "rows (x)", NULL, 4096);
   check_object(10, "#: d 10 1 8%4096 4\n#: d 10 1 1032%2048 6\n", NULL, "rows (x)", NULL,
                1024);
   check_object(10, "#: d 10 1 16 4\n#: d 10 1 40 6\n", NULL, "rows (x)", NULL, 24);
   check_object(10, "#: d 10 1 16 10\n", NULL, "rows (x)", NULL, 0);
   /* The other object's places do not matter. */
   check_object(10, "#: d 10 1 8%4096 7\n#: d 10 2 1%64 3\n", NULL, "rows (x)", NULL,
                4096);
}

/* With a place that was not kept, nothing is known of steps. */
static void steps_between_unknown_places(void **state)
{
   (void)state;
   check_object(10, "#: d 10 1 - 6\n#: d 10 1 4095 4\n", NULL, "rows (x)", NULL, 0);
   check_object(10, "#: d 10 1 - 4\n#: d 10 1 4095 6\n", NULL, "rows (x)", NULL, 0);
}

static void fields(void **state)
{
   (void)state;
   check_object(10, "#: d 10 1 8%48 10\n", &node_type, "rows (x)", "next", 48);
   check_object(10, "#: d 10 1 0%48 5\n#: d 10 1 8%48 5\n", &node_type, "rows (x)", "key",
                8);
   check_object(11, "#: d 10 1 0%48 5\n#: d 10 1 40%48 6\n", &node_type, "rows (x)",
                "used", 8);
   check_object(13, "#: d 10 1 0%48 4\n#: d 10 1 8%48 6\n#: d 10 1 16%48 3\n", &node_type,
                "rows (x)", NULL, 8);
   /* The last four bytes are no field. */
   check_object(10, "#: d 10 1 44%48 10\n", &node_type, "rows (x)", NULL, 0);
}

/* A place that was accessed, and never missed, says nothing of where a line misses. */
static void objects_without_misses(void **state)
{
   (void)state;
   check_object(0, "#: d 10 1 8%64 0 0\n", NULL, NULL, NULL, 0);
}

/* ---- Library code ---- */

/* The misses of code that is inlined into main are in another file. */
#define INLINED_DATA \
   "#: ds rows\n#: db - /bin/x\n#: dv s 1 0x10000 48000 1\n" \
   "#: dn 2\n#: d 51 1 8%64 10\n"

static void put_inlined(made_profile *m)
{
   made_begin(m, MADE_DATA);
   made_put(m, "fl=/src/a.c\nfn=main\n");
   LINE(m, 4, [IR] = 100, [CX] = 50);
   made_put(m, "fl=/usr/include/v.h\nfn=main\n");
   LINE(m, 51, [IR] = 50, [CX] = 25, [D1MR] = 10, [SEQ] = 10, [CF] = 7, [CD] = 100);
}

static void check_rows(const char *text, uint32_t line)
{
   look l;
   look_open(&l, text, NULL, line);
   check_number(l.e.misses, 10);
   check_number(l.e.cycles[TK_EVENT_CODE], 7);
   check_number(l.e.own_code, 0); /* the library's is not */
   assert_string_equal(l.e.line->body, "main");
   assert_non_null(l.e.object);
   assert_string_equal(l.e.object->label, "rows (x)");
   assert_int_equal(l.e.step_B, 64);
}

static void inlined_code_by_its_function(void **state)
{
   (void)state;
   made_profile m;
   put_inlined(&m);
   made_end(&m, INLINED_DATA);
   check_rows(m.text, 0); /* the line is not known without calls */
   put_inlined(&m);
   made_end(&m, "#: object 01 /bin/app\n"
                "#: object-counts 150 0 10 0 0 0 0 10 0 0 0 75 7 100 0\n"
                "#: fn 2 at\n"
                "#: f 1 1 0x0 1 150 0 10 0 0 0 0 10 0 0 0 75 7 100 0\n"
                "#: i 1 3 4 50 0 10 0 0 0 0 10 0 0 0 25 7 100 0\n"
                "#: by 0\n#: a 0 1 1 150 0 10 0 0 0 0 10 0 0 0 75 7 100 0\n"
                "#: t 0 0 0\n#: t 1 1 1 100 0 0 0 0 0 0 0 0 0 0 50\n"
                "#: ti 2 1 50 0 10 0 0 0 0 10 0 0 0 25 7 100 0\n" INLINED_DATA);
   check_rows(m.text, 4);
   /* In get, which is the program's, and is inlined into main, too. */
   put_inlined(&m);
   made_end(&m, "#: object 01 /bin/app\n"
                "#: object-counts 150 0 10 0 0 0 0 10 0 0 0 75 7 100 0\n"
                "#: fn 1 get\n#: fn 2 at\n"
                "#: f 1 1 0x0 1 150 0 10 0 0 0 0 10 0 0 0 75 7 100 0\n"
                "#: i 1 3 4\n#: i 2 4 8 50 0 10 0 0 0 0 10 0 0 0 25 7 100 0\n"
                "#: by 0\n#: a 0 1 1 150 0 10 0 0 0 0 10 0 0 0 75 7 100 0\n"
                "#: t 0 0 0\n#: t 1 1 1 100 0 0 0 0 0 0 0 0 0 0 50\n"
                "#: ti 2 2 50 0 10 0 0 0 0 10 0 0 0 25 7 100 0\n" INLINED_DATA);
   check_rows(m.text, 8);
}

/* main calls set, of a library, at line 4; that misses ten times on names.  main does so
   often on rows, at line 5. */
static void put_called(made_profile *m, int beside)
{
   const char *form = "#: object 01 /bin/app\n"
                      "#: object-counts 3 0 %d 0 0 0 0 %d 0 0 0 3 0 0 0\n"
                      "#: f 1 1 0x0 1 3 0 %d 0 0 0 0 %d 0 0 0 3 0 0 0\n"
                      "#: f 2 1 0x0 1 1 0 10 0 0 0 0 10 0 0 0 1 0 0 0\n"
                      "#: by 1\n#: a 4 2 1 1 0 10 0 0 0 0 10 0 0 0 1 0 0 0\n"
                      "#: by 0\n#: a 0 1 1 3 0 %d 0 0 0 0 %d 0 0 0 3 0 0 0\n"
                      "#: t 0 0 0\n#: t 1 2 1 2 0 %d 0 0 0 0 %d 0 0 0 2 0 0 0\n"
                      "#: t 2 1 1 1 0 10 0 0 0 0 10 0 0 0 1 0 0 0\n"
                      "#: ds rows\n#: ds names\n#: db - /bin/x\n"
                      "#: dv s 1 0x10000 48000 1\n#: dv s 1 0x30000 48000 2\n"
                      "#: dn 1\n#: d 5 1 - %d\n#: dn 2\n#: d 60 2 - 10\n";
   int all = 10 + beside;
   char notes[1024];
   made_begin(m, MADE_DATA);
   made_put(m, "fl=/src/a.c\nfn=main\n");
   LINE(m, 4, [IR] = 1, [CX] = 1);
   LINE(m, 5, [IR] = 1, [CX] = 1, [D1MR] = beside, [SEQ] = beside);
   made_put(m, "fl=/usr/include/v.h\nfn=set\n");
   LINE(m, 60, [IR] = 1, [CX] = 1, [D1MR] = 10, [SEQ] = 10);
   snprintf(notes, sizeof notes, form, all, all, all, all, all, all, beside, beside,
            beside);
   made_end(m, notes);
}

/* What else a function misses on can be what it calls does not touch. */
static void misses_of_what_is_called(void **state)
{
   (void)state;
   made_profile m;
   look l;
   put_called(&m, 5);
   look_open(&l, m.text, NULL, 4);
   check_number(l.e.misses, 10);
   assert_string_equal(l.e.object == NULL ? "none" : l.e.object->label, "rows (x)");
   put_called(&m, 4);
   look_open(&l, m.text, NULL, 4);
   check_number(l.e.misses, 10);
   assert_null(l.e.object);
}

/* ---- Layout ---- */

static void what_is_said_of_the_object(void **state)
{
   (void)state;
   made_profile m;
   look l;
   put_data(&m, 2000, "#: d 10 1 0%48 1000\n#: d 10 1 8%48 1000\n");
   char *end = strstr(m.text, "#: end");
   strcpy(end, "#: du 1 2000 128000 8000\n#: end 3\n");
   look_open(&l, m.text, &node_type, 10);
   assert_non_null(l.e.layout);
   assert_int_equal(l.e.layout->kind, AC_DATA_UNUSED);
   look_open(&l, m.text, &node_type, 20);
   assert_string_equal(l.e.object->label, "names (x)");
   assert_null(l.e.layout);
   look_open(&l, m.text, &node_type, 30); /* it misses on nothing */
   assert_null(l.e.object);
}

/* ---- The index ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(cycles_and_patterns),
      cmocka_unit_test(the_object_with_half_of_the_misses),
      cmocka_unit_test(the_object_of_many_places),
      cmocka_unit_test(steps),
      cmocka_unit_test(steps_between_unknown_places),
      cmocka_unit_test(fields),
      cmocka_unit_test(objects_without_misses),
      cmocka_unit_test(inlined_code_by_its_function),
      cmocka_unit_test(misses_of_what_is_called),
      cmocka_unit_test(what_is_said_of_the_object),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
