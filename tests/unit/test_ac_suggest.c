/* test_ac_suggest.c -- which rules are suggested for whole profiles, on both sides of
   each threshold; and the layout file that they make.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data_view.h"

#include "advice/ac_data_report.h"
#include "advice/ac_suggest.h"
#include "advice/ac_suggest_write.h"

#include <math.h>

enum { TEXT_B = 20000, OUT_B = 8000 };

static const ty_field fields[] = {
   { 0, 8, "next", "struct Node *", false },
   { 8, 48, "name[48]", "char[48]", true },
   { 56, 8, "id", "long", false },
   { 64, 4, "city", "int", false },
};
static const ty_type node = { "struct Node", 72, fields, 4 };
static const ty_type number = { "double", 8, NULL, 0 };

/* What is different from the usual example. */
typedef struct {
   const char *head;     /* lines of the header, or NULL */
   int64_t instructions; /* of 100,000 and more */
   int64_t misses, last_misses;
   int64_t other_misses; /* on other data */
   const char *datum;    /* its note */
   const char *place;    /* of the misses */
   const char *looks;    /* notes on use, and looks; or NULL */
   const char *more;     /* at the end; or NULL */
   ac_data_known known;
} example;

/* 20,000 nodes, whose next and id are used, in two lines, and name in one of 20. */
#define NODES "#: dh 20000 1440000 72 72 1\n"
#define LOOKS \
   "#: du 1 100000 5500000 1600000\n" \
   "#: looks 64\n#: dl 1 60 -48 ff000000000000 ff0000000000\n" \
   "#: dl 1 57 -16 ff0000 ff00\n#: dl 1 3 -16 ffffff0000 ff00\n"

static example usual(void)
{
   return (example){ .instructions = 1000000,
                     .misses = 100000,
                     .other_misses = 1000,
                     .datum = NODES,
                     .place = "56",
                     .looks = LOOKS,
                     .known = { .type = &node } };
}

static const char *write_profile(const example *e, char text[TEXT_B])
{
   int n = snprintf(
      text, TEXT_B,
      "desc: D1 cache:         32768 B, 64 B, 8-way associative\n"
      "desc: LL cache:         1048576 B, 64 B, 16-way associative\n"
      "%scmd: ./app 1\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n#: cachesim 1\n"
      "#: data 1024 D1mr DLmr D1mw DLmw\n"
      "fl=/src/join.c\nfn=find\n39 %lld 0 0 0 %lld %lld\n"
      "40 0 0 0 0 %lld\n"
      "summary: %lld 0 0 0 %lld %lld 0 0 0\n"
      "#: ds add\n#: ds /src/join.c\n#: ds other\n#: db - /bin/app\n"
      "#: df 0x80 1 1 2 26\n%s#: dr unknown\n"
      "#: dn 1\n#: d 39 1 %s %lld %lld\n#: d 40 2 - %lld\n%s%s#: end 2\n",
      e->head == NULL ? "" : e->head, (long long)e->instructions, (long long)e->misses,
      (long long)e->last_misses, (long long)e->other_misses, (long long)e->instructions,
      (long long)(e->misses + e->other_misses), (long long)e->last_misses, e->datum,
      e->place, (long long)e->misses, (long long)e->last_misses,
      (long long)e->other_misses, e->looks == NULL ? "" : e->looks,
      e->more == NULL ? "" : e->more);
   assert_true(n > 0 && n < TEXT_B);
   return text;
}

static ac_data_known know(void *context, const ac_data *data, const ac_datum *datum)
{
   (void)data;
   const example *e = context;
   return datum->kind <= AC_DATA_STATIC ? e->known : (ac_data_known){ .type = NULL };
}

typedef struct {
   ac_profile *profile;
   ac_metrics *metrics;
   ac_data_report report;
   ac_suggestions suggestions;
} suggested;

static void open_text(suggested *s, const example *e, const char *text)
{
   an_error error;
   const tk_alloc *alloc = an_alloc_malloc();
   s->profile = test_good_profile(text);
   s->metrics = ac_metrics_new(alloc, s->profile, NULL, &error);
   assert_non_null(s->metrics);
   ac_data_report_open(&s->report, alloc, s->profile, 1,
                       ac_metrics_find(s->metrics, an_span_of("CEst")), know, (void *)e);
   ac_suggest_open(&s->suggestions, alloc, s->profile, &s->report);
}

static void open_suggested(suggested *s, const example *e)
{
   static char text[TEXT_B];
   open_text(s, e, write_profile(e, text));
}

/* The first rule as in the file; NULL: there is none. */
static void check(const example *e, const char *expected)
{
   suggested s;
   open_suggested(&s, e);
   if (s.suggestions.n != (expected == NULL ? 0 : 1))
      fail_msg("%zu rules, not %s", s.suggestions.n, expected == NULL ? "0" : expected);
   if (expected != NULL) {
      char text[400];
      const ac_suggested *of = &s.suggestions.of[0];
      snprintf(text, sizeof text, "%s: %s",
               of->rules[0].is_plain ? of->plain_head : of->head, of->rules[0].actions);
      assert_string_equal(text, expected);
   }
}

static void check_note(const example *e, const char *expected)
{
   suggested s;
   open_suggested(&s, e);
   assert_int_equal(s.suggestions.n, 0);
   assert_int_equal(s.suggestions.n_notes, expected == NULL ? 0 : 1);
   if (expected != NULL)
      assert_string_equal(s.suggestions.notes[0], expected);
}

/* ---- Fields ---- */

static const char split[] = "type struct Node at join.c:26: hot next, id; cold rest";

static void suggests_a_split(void **state)
{
   (void)state;
   example e = usual();
   suggested s;
   check(&e, split);
   open_suggested(&s, &e);
   const ac_suggested_rule *rule = &s.suggestions.of[0].rules[0];
   /* Two lines become one, and a twentieth of the visits has another. */
   assert_true(rule->misses > 0.45 && rule->misses < 0.55);
   assert_true(fabs(rule->all_misses - rule->misses * 100 / 101) < 1e-9);
   /* Each costs 10 of 2,010,000 cycles. */
   if (fabs(rule->gain - rule->misses * 1000000 / 2010000) > 1e-9)
      fail_msg("%.12f %.12f", rule->gain, rule->misses);
   assert_string_equal(rule->why, "next, id: used in 100% of visits; name[48], city: in "
                                  "2%");
}

/* The gains of the first rule; 0: there is none. */
static void find_gains(const example *e, double *cycles, double *misses)
{
   suggested s;
   open_suggested(&s, e);
   *cycles = s.suggestions.n == 0 ? 0 : s.suggestions.of[0].rules[0].gain;
   *misses = s.suggestions.n == 0 ? 0 : s.suggestions.of[0].rules[0].all_misses;
}

/* 2% of the cycles, or 10% of the misses and 1%. */
static void wants_a_gain(void **state)
{
   (void)state;
   double cycles, misses;
   example e = usual();
   e.instructions = 30000000; /* half of the misses */
   find_gains(&e, &cycles, &misses);
   assert_true(cycles > 0.01 && cycles < 0.02 && misses > 0.1);
   e.other_misses = 1000000; /* and 5% */
   check(&e, NULL);
   e.other_misses = usual().other_misses;
   e.instructions = 100000000; /* 0.5% of the cycles */
   check(&e, NULL);
   e.other_misses = 1000000;
   e.instructions = 1000000;
   find_gains(&e, &cycles, &misses);
   assert_true(cycles > 0.02 && misses < 0.1);
   /* What the rule gains does not depend on the instructions. */
   double gain = cycles * 12e6;
   e.instructions = (int64_t)(gain / 0.0201 - 11e6);
   find_gains(&e, &cycles, &misses);
   assert_true(cycles > 0.02 && cycles < 0.0202);
   e.instructions = (int64_t)(gain / 0.0199 - 11e6);
   check(&e, NULL);
}

static void wants_many_misses(void **state)
{
   (void)state;
   example e = usual();
   e.misses = 1000;
   e.instructions = 10000;
   check(&e, "type struct Node at join.c:26: order next, id");
   e.misses = 999;
   check(&e, NULL);
}

static void wants_whole_elements(void **state)
{
   (void)state;
   example e = usual();
   e.datum = "#: dh 20000 1480000 74 74 1\n"; /* but they can be in a pool */
   check(&e, "site join.c:26: pool");
   e.datum = "#: dh 20000 1600000 72 88 1\n";
   check_note(&e, "struct Node[] (join.c:26), 99% of the misses: its blocks are not "
                  "whole elements of its type");
}

static void says_why_not(void **state)
{
   (void)state;
   example e = usual();
   e.known.type = &number;
   e.datum = "#: dh 1 80000 80000 80000 1\n";
   e.looks = NULL;
   check_note(&e, "double[] (join.c:26), 99% of the misses: its type has no fields");
   e.known.type = NULL;
   check_note(&e, "add (join.c:26), 99% of the misses: its type is unknown");
   e.datum = "#: dk 1 2\n";
   e.place = "-";
   check_note(&e, "stack of add (join.c), 99% of the misses: rules apply only to blocks "
                  "and named variables");
   e = usual();
   e.looks = NULL;
   check_note(&e, "struct Node (join.c:26), 99% of the misses: no other layout would "
                  "gain much");
   e.datum = "#: dv s 1 0x4040 7200 0\n";
   check_note(&e, "app+0x4040, 99% of the misses: rules apply only to blocks "
                  "and named variables");
}

static void names_variables(void **state)
{
   (void)state;
   example e = usual();
   e.datum = "#: dv s 1 0x4040 1440000 3\n";
   e.looks = "#: du 1 100000 5500000 1600000\n"
             "#: looks 64\n#: dl 1 9 72128 7*0 ff 7*0\n";
   e.last_misses = 50000;
   suggested s;
   open_suggested(&s, &e);
   assert_int_equal(s.suggestions.n, 1);
   assert_string_equal(s.suggestions.of[0].head, "static other of struct Node");
   assert_string_equal(s.suggestions.of[0].plain_head, "static other");
}

/* ---- Rows ---- */

/* 512 rows of 4,096 bytes, of which 9 bytes of each line are used. */
static example rows(void)
{
   example e = usual();
   e.datum = "#: dv s 1 0x4040 2097152 3\n";
   e.place = "0%8";
   e.looks = "#: du 1 100000 6400000 900000\n#: looks 64\n";
   e.known = (ac_data_known){ .type = &number, .n_rows = 512 };
   return e;
}

static void suggests_longer_rows(void **state)
{
   (void)state;
   example e = rows();
   suggested s;
   check(&e, "static other: pitch 4096 +64");
   open_suggested(&s, &e);
   assert_true(fabs(s.suggestions.of[0].rules[0].misses - (1 - 9 / 64.0)) < 1e-9);
   e.known.n_rows = 0; /* not known */
   check(&e, NULL);
   e = rows();
   e.datum = "#: dv s 1 0x4040 262144 3\n"; /* rows of 512 bytes: eight sets of 64 */
   check(&e, "static other: pitch 512 +64");
   e.known.n_rows = 1024; /* of 256: 16 sets */
   check(&e, NULL);
   e = rows();
   e.known.n_rows = 15;
   e.datum = "#: dv s 1 0x4040 61440 3\n";
   check(&e, NULL);
   e.known.n_rows = 16;
   e.datum = "#: dv s 1 0x4040 65536 3\n";
   check(&e, "static other: pitch 4096 +64");
   e = rows(); /* a quarter of a line, and more */
   e.looks = "#: du 1 100000 6400000 1600000\n#: looks 64\n";
   check(&e, "static other: pitch 4096 +64");
   e.looks = "#: du 1 100000 6400000 1610000\n#: looks 64\n";
   check(&e, NULL);
   /* More rows than D1 has lines: nothing is known to stay there. */
   e = rows();
   e.datum = "#: dv s 1 0x4040 2101248 3\n";
   e.known.n_rows = 513;
   check(&e, NULL);
   e.last_misses = 100000; /* but LL has them */
   check(&e, "static other: pitch 4096 +64");
}

/* As the loop goes over the blocks of the heap. */
static void knows_rows_by_stride(void **state)
{
   (void)state;
   example e = rows();
   e.datum = "#: dh 1 2097152 2097152 2097152 1\n";
   e.place = "0%4096";
   e.known = (ac_data_known){ .type = NULL };
   e.looks = "#: du 1 100000 6400000 900000\n#: de 1 100000 63*0\n#: looks 64\n";
   check(&e, "site join.c:26: pitch 4096 +64");
}

/* ---- Pages ---- */

/* Nodes of 2 MB; of the cycles, so many wait for data, and of these for page walks. */
static const char *write_machine(char text[TEXT_B], int64_t bytes, int64_t cycles,
                                 int64_t walks)
{
   snprintf(
      text, TEXT_B,
      "desc: D1 cache:         32768 B, 64 B, 8-way associative\n"
      "desc: LL cache:         1048576 B, 64 B, 16-way associative\n"
      "cmd: x\nevents: Ir D1mr D1mw DTw Cx Cf Cd Cdw Cb\n#: cachesim 1\n"
      "#: machine small\n#: m D1 size=32K ways=8\n#: data 1024 D1mr D1mw\n"
      "fl=/src/join.c\nfn=find\n39 100 1000 0 100 %lld 0 %lld %lld 0\n"
      "summary: 100 1000 0 100 %lld 0 %lld %lld 0\n"
      "#: ds add\n#: ds /src/join.c\n#: db - /bin/app\n"
      "#: df 0x80 1 1 2 26\n#: dh 1 %lld %lld %lld 1\n"
      "#: dn 1\n#: d 39 1 8 1000\n#: du 1 1000 64000 64000\n#: looks 64\n#: end 1\n",
      (long long)(100000 - cycles), (long long)cycles, (long long)walks,
      (long long)(100000 - cycles), (long long)cycles, (long long)walks, (long long)bytes,
      (long long)bytes, (long long)bytes);
   return text;
}

static size_t n_of_machine(int64_t bytes, int64_t cycles, int64_t walks, const char *rule)
{
   static char text[TEXT_B];
   const example e = { .known = { .type = NULL } };
   suggested s;
   open_text(&s, &e, write_machine(text, bytes, cycles, walks));
   size_t n = s.suggestions.n;
   if (n > 0)
      assert_string_equal(s.suggestions.of[0].rules[0].actions, rule);
   return n;
}

static void suggests_huge_pages(void **state)
{
   (void)state;
   /* Nine tenths of the walks are 2% of 100,000 cycles, or less. */
   assert_int_equal(n_of_machine(1 << 21, 50000, 2223, "huge"), 1);
   assert_int_equal(n_of_machine(1 << 21, 50000, 2222, NULL), 0);
   /* Half of such a page, or less. */
   assert_int_equal(n_of_machine(1 << 20, 50000, 2223, "huge"), 1);
   assert_int_equal(n_of_machine((1 << 20) - 1, 50000, 2223, NULL), 0);
}

/* ---- Blocks without a type ---- */

static void suggests_for_blocks(void **state)
{
   (void)state;
   example e = usual();
   e.known.type = NULL;
   e.datum = "#: dh 20000 1280000 64 64 1\n";
   e.looks = "#: du 1 100000 3200000 3200000\n"
             "#: looks 64\n#: dl 1 9 -16 ffffffffffff0000 ffff\n";
   suggested s;
   open_suggested(&s, &e);
   assert_int_equal(s.suggestions.n, 1);
   assert_null(s.suggestions.of[0].definition);
   assert_string_equal(s.suggestions.of[0].head, "site join.c:26");
   assert_string_equal(s.suggestions.of[0].rules[0].actions, "align 64");
}

/* ---- Sharing ---- */

#define SHARED \
   "#: sharing 64 2\n#: sl 9\n#: sa 1 39 1 1 0 0xff 0 7000\n" \
   "#: sa 1 39 2 1 0 0xff00 0 6000\n"

static void suggests_lines_for_threads(void **state)
{
   (void)state;
   example e = usual();
   e.instructions = 100000000;
   e.known.type = &number;
   e.looks = "#: looks 64\n";
   e.more = SHARED;
   e.datum = "#: dv s 1 0x4040 64 3\n";
   check(&e, "static other: pitch 8 +56; align 64");
   e.known.type = &node; /* one struct, whose members threads write */
   e.datum = "#: dv s 1 0x4040 72 3\n";
   check(&e, "static other of struct Node: soa; pad 64");
   e.datum = "#: dv s 1 0x4040 144 3\n";
   check(&e, "static other of struct Node: pad 64");
   e.known.type = NULL;
   check(&e, "static other: pad 64");
   e.more = "#: sharing 64 2\n#: sl 9\n#: sa 1 39 1 1 0 0xff 0 7000\n"
            "#: sa 1 39 2 1 0 0xff 0 6000\n"; /* the same bytes */
   check(&e, NULL);
}

/* ---- The file ---- */

static void check_file(const example *e, const char *expected)
{
   static char text[OUT_B];
   suggested s;
   open_suggested(&s, e);
   FILE *out = fmemopen(text, sizeof text, "w");
   assert_non_null(out);
   ac_suggest_write(&s.suggestions, &(ac_suggest_about){ s.profile, "a.out", "a.layout" },
                    out);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
}

#define TOP \
   "# Suggested by cs_annotate --suggest from the profile a.out.\n#\n# Try it:\n" \
   "#    valgrind --tool=cachesim --layout=a.layout --D1=32768,8,64 " \
   "--LL=1048576,16,64 ./app 1\n#    cs_diff a.out NEW\n#\n"

static void writes_a_file(void **state)
{
   (void)state;
   example e = usual();
   check_file(
      &e, TOP
      "# Gains are estimated from samples of what is used together; cs_diff shows the "
      "true ones.\n\n"
      "# The program's data, from its debug information:\n"
      "fields struct Node, 72 bytes: next 0 8, name[48] 8 48/1, id 56 8, city 64 4\n\n"
      "# expected: -25.4% cycles, D1 misses of struct Node (join.c:26) -51%: next, id: "
      "used in\n#   100% of visits; name[48], city: in 2%\n"
      "type struct Node at join.c:26: hot next, id; cold rest\n"
      "# With `; linked`, a pointer in the first part leads to the others.\n"
      "# Or, instead:\n"
      "# expected: -25.1% cycles, D1 misses of struct Node (join.c:26) -50%: fields "
      "used\n#   together take fewer lines\n"
      "# type struct Node at join.c:26: order next, id\n");
}

/* Nothing that a name has becomes a rule. */
static void writes_no_names_as_rules(void **state)
{
   (void)state;
   static char text[OUT_B];
   example e = usual();
   suggested s;
   e.datum = "#: dv s 1 0x4040 1440000 3\n";
   e.looks = NULL;
   e.known.name = NULL;
   e.known.file = "/src/x\ntype all: pool";
   open_suggested(&s, &e);
   FILE *out = fmemopen(text, sizeof text, "w");
   ac_suggest_write(&s.suggestions,
                    &(ac_suggest_about){ s.profile, "a\nb: pool", "c\nd: pool" }, out);
   assert_int_equal(fclose(out), 0);
   assert_non_null(strstr(text, "x?type all: pool"));
   for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1)
      assert_true(*line == '#' || *line == '\n');
}

static void writes_that_there_is_nothing(void **state)
{
   (void)state;
   example e = usual();
   e.looks = NULL;
   check_file(&e, TOP "# Nothing to suggest.\n\n# No layout suggested for:\n"
                      "# struct Node (join.c:26), 99% of the misses: no other layout "
                      "would gain much\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(suggests_a_split),
      cmocka_unit_test(wants_a_gain),
      cmocka_unit_test(wants_many_misses),
      cmocka_unit_test(wants_whole_elements),
      cmocka_unit_test(says_why_not),
      cmocka_unit_test(names_variables),
      cmocka_unit_test(suggests_longer_rows),
      cmocka_unit_test(knows_rows_by_stride),
      cmocka_unit_test(suggests_huge_pages),
      cmocka_unit_test(suggests_for_blocks),
      cmocka_unit_test(suggests_lines_for_threads),

      cmocka_unit_test(writes_a_file),
      cmocka_unit_test(writes_no_names_as_rules),
      cmocka_unit_test(writes_that_there_is_nothing),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
