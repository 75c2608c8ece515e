/* test_ac_costly.c -- the program's costliest places: they add up, no gain is more than
   its place has, lines that are alike are one, and braces are no places.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_findings.h"

#include "advice/ac_costly.h"

enum { TEXT_B = 4096 };

typedef struct {
   found_source from;
   ac_findings found;
   ac_costly costly;
} costs;

/* The source of a line of the profile; NULL: it is not known. */
typedef struct {
   uint32_t line;
   const char *text;
} source_line;

static void costs_open(costs *c, const char *profile, const source_line *source)
{
   found_open(&c->from, profile, NULL);
   ac_findings_open(&c->found, test_alloc(), &c->from.source);
   const ac_own_lines *own = &c->from.own;
   const char **texts = tk_get(test_alloc(), "test", (own->n + 1) * sizeof *texts);
   for (size_t i = 0; i < own->n; i++) {
      texts[i] = NULL;
      for (const source_line *at = source; at != NULL && at->line > 0; at++)
         if (at->line == own->lines[i].line)
            texts[i] = at->text;
   }
   const ac_costly_source from = { .profile = c->from.profile,
                                   .own = own,
                                   .findings = &c->found,
                                   .cycles = c->from.by.metric,
                                   .texts = source == NULL ? NULL : texts };
   ac_costly_open(&c->costly, test_alloc(), &from);
}

/* A line for each: "f:3 of 2 lines: 900, gains 500 by stride and mispredict 20". */
static void write_places(char to[TEXT_B], const ac_costly *costly)
{
   char *at = to, *end = to + TEXT_B;
   long double sum = 0;
   *to = '\0';
   for (size_t i = 0; i < costly->n; i++) {
      const ac_costly_place *p = &costly->of[i];
      at += snprintf(at, (size_t)(end - at), "%s:%u", p->line->function, p->line->line);
      if (p->n_lines > 1)
         at += snprintf(at, (size_t)(end - at), " of %zu lines", p->n_lines);
      at += snprintf(at, (size_t)(end - at), ": %.0Lf", p->cycles);
      if (p->finding != NULL)
         at += snprintf(at, (size_t)(end - at), ", gains %s%.0Lf by %s",
                        p->is_most ? "<" : "", p->gain, ac_finding_name_of(p->finding));
      if (p->also != NULL)
         at += snprintf(at, (size_t)(end - at), " and %s %.0Lf",
                        ac_finding_name_of(p->also), p->also_gain);
      at += snprintf(at, (size_t)(end - at), "\n");
      assert_true(at < end);
      assert_true(p->gain <= p->cycles);
      assert_true(i == 0 || p->cycles <= costly->of[i - 1].cycles);
      sum += p->cycles;
   }
   assert_true(sum + costly->outside <= costly->all + 1e-6L);
}

static void check_of(const char *profile, const source_line *source, const char *expected)
{
   char got[TEXT_B];
   costs c;
   costs_open(&c, profile, source);
   write_places(got, &c.costly);
   assert_string_equal(got, expected);
}

/* ---- Places ---- */

static void a_line_is_a_place(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1000, [CX] = 250);
   LINE(&m, 20, [IR] = 1000, [CX] = 300);
   made_put(&m, "fl=/src/a.c\nfn=g\n");
   LINE(&m, 30, [IR] = 1000, [CX] = 9450);
   made_end(&m, "");
   check_of(m.text, NULL, "g:30: 9450, gains 8950 by slow-chain\nf:20: 300\nf:10: 250\n");
}

/* A thousandth is enough. */
static void small_lines_are_none(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 400000, [CX] = 99900);
   LINE(&m, 20, [IR] = 400, [CX] = 100);
   made_end(&m, "");
   check_of(m.text, NULL, "f:10: 99900\nf:20: 100\n");
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 400000, [CX] = 99901);
   LINE(&m, 20, [IR] = 400, [CX] = 99);
   made_end(&m, "");
   check_of(m.text, NULL, "f:10: 99901\n");
}

/* Lines of one loop, without a finding: of the same part of the cycles. */
static void alike_lines_are_one(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1000, [CX] = 250);
   LINE(&m, 14, [IR] = 2000, [CX] = 500);
   LINE(&m, 18, [IR] = 1000, [CX] = 250);
   LINE(&m, 19, [IR] = 1000, [CX] = 251);
   made_put(&m, "fl=/src/a.c\nfn=g\n");
   LINE(&m, 21, [IR] = 1000, [CX] = 240);
   made_end(&m, "");
   check_of(m.text, NULL, "f:14 of 3 lines: 1000\nf:19: 251\ng:21: 240\n");
}

/* Those of one finding, and not one that has none. */
static void lines_of_a_finding_are_one(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 100, [CX] = 25, [D1MR] = 100, [STRIDE] = 100, [CD] = 1000);
   LINE(&m, 11, [IR] = 100, [CX] = 25);
   LINE(&m, 12, [IR] = 100, [CX] = 25, [D1MR] = 200, [STRIDE] = 200, [CD] = 2000);
   LINE(&m, 13, [IR] = 100, [CX] = 25, [D1MR] = 200, [OTHER] = 200, [CD] = 500);
   made_end(&m, "");
   check_of(m.text, NULL,
            "f:12 of 2 lines: 3050, gains 2700 by stride\n"
            "f:13: 525, gains 450 by random-access\nf:11: 25\n");
}

/* ---- Gains ---- */

static void several_findings_of_a_line(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 1000, [CX] = 1500, [D1MR] = 100, [CHASE] = 40, [OTHER] = 60,
        [CD] = 2000, [BC] = 100, [BCM] = 50, [CB] = 400);
   made_end(&m, "");
   check_of(m.text, NULL,
            "f:10: 3900, gains 3000 by random-access and slow-chain 1000\n");
}

/* Code is fetched by all lines, each of which has its part. */
static void fetches_are_shared_out(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=f\n");
   LINE(&m, 10, [IR] = 100, [CX] = 25, [I1MR] = 10, [CF] = 300);
   LINE(&m, 50, [IR] = 100, [CX] = 25, [I1MR] = 10, [CF] = 100);
   made_end(&m, "");
   check_of(m.text, NULL,
            "f:10: 325, gains 270 by fetch\nf:50: 125, gains 90 by fetch\n");
}

/* Moves of memory between threads are beyond what a run has: no place gains more than it
   has. */
static void upper_bounds_are_cut(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, MADE_DATA);
   made_put(&m, "fl=/src/a.c\nfn=add\n");
   LINE(&m, 20, [IR] = 100, [CX] = 25);
   LINE(&m, 40, [IR] = 400, [CX] = 75);
   made_end(&m, "#: ds seen\n#: db - /bin/x\n#: dv s 1 0x4040 96 1\n#: sharing 64 2\n"
                "#: sl 12\n#: sa 1 20 1 1 0 0xff 0 100\n#: sa 1 20 2 1 0 0xff00 0 100\n");
   costs c;
   costs_open(&c, m.text, NULL);
   assert_int_equal(c.costly.n, 2);
   assert_true(c.costly.of[1].is_most);
   assert_true(c.costly.of[1].gain == 25);
   assert_true(c.found.of[0].bound > 100);
   assert_string_equal(c.found.of[0].reason,
                       "up to 200 moves of the line, 96.6% of the time");
}

/* Where the line that is shared has no cycles, it is the last place. */
static void shared_lines_are_places(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, MADE_DATA);
   made_put(&m, "fl=/src/a.c\nfn=add\n");
   LINE(&m, 20, [IR] = 0);
   LINE(&m, 40, [IR] = 400, [CX] = 100);
   made_end(&m, "#: ds seen\n#: db - /bin/x\n#: dv s 1 0x4040 96 1\n#: sharing 64 2\n"
                "#: sl 12\n#: sa 1 20 1 1 0 0xff 0 100\n#: sa 1 20 2 1 0 0xff00 0 100\n");
   check_of(m.text, NULL, "add:40: 100\nadd:20: 0, gains <0 by false-sharing\n");
}

/* ---- Braces ---- */

static void braces(void **state)
{
   (void)state;
   static const char *const are[] = { "}", "{", "};", "});", "} // f", "{ }", "}, {" };
   static const char *const are_not[] = { "",     "} else {", "return x; }",
                                          "f();", "// }",     "} while (x);" };
   for (size_t i = 0; i < sizeof are / sizeof are[0]; i++)
      assert_true(ac_costly_is_brace(are[i]));
   for (size_t i = 0; i < sizeof are_not / sizeof are_not[0]; i++)
      assert_false(ac_costly_is_brace(are_not[i]));
}

static void heads(void **state)
{
   (void)state;
   static const char *const are[] = {
      "static Gen<int> walk(Node *n)",
      "int walk(Node *n) {",
      "walk (Node *n)",
      "void tree::walk(Node *n,",
      "pub fn walk<T>(n: &Node) -> i32 {",
      "pub(crate) fn walk(",
      "walk(n) {",
   };
   static const char *const are_not[] = {
      "return walk(n->left) + walk(n->right);",
      "return walk(n->left) +",
      "for (auto x : walk(n->left))",
      "if (walk(n)) {",
      "int x = walk(n,",
      "walk(n->left,",
      "int walked(Node *n) {",
      "int skywalk(Node *n) {",
      "static int walk(Node *n) { return n->x; }",
      "while (n != NULL) {",
      "int walk;",
   };
   for (size_t i = 0; i < sizeof are / sizeof are[0]; i++)
      if (!ac_costly_is_head(are[i], "ns::walk(Node*)"))
         fail_msg("%s", are[i]);
   for (size_t i = 0; i < sizeof are_not / sizeof are_not[0]; i++)
      if (ac_costly_is_head(are_not[i], "ns::walk(Node*)"))
         fail_msg("%s", are_not[i]);
}

static const source_line tree[] = {
   { 10, "int walk(Node *n)" },         { 11, "{" }, { 12, "if (n == NULL)" },
   { 14, "return walk(n->l) + n->v;" }, { 15, "}" }, { 0, NULL },
};

/* What the head and the brace have, and what they gain, the call has that leads there. */
static void braces_go_to_a_call(void **state)
{
   (void)state;
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=walk\n");
   LINE(&m, 10, [IR] = 1000, [CX] = 300);
   LINE(&m, 12, [IR] = 1000, [CX] = 400);
   LINE(&m, 14, [IR] = 1000, [CX] = 100, [BC] = 10, [BCM] = 1, [CB] = 40);
   LINE(&m, 15, [IR] = 1000, [CX] = 2000, [BC] = 100, [BCM] = 50, [CB] = 400);
   made_end(&m, "");
   check_of(m.text, tree,
            "walk:14: 2840, gains 1720 by slow-chain and mispredict 220\n"
            "walk:12: 400\n");
   /* Without source, a line is a line. */
   check_of(m.text, NULL,
            "walk:15: 2400, gains 1700 by slow-chain and mispredict 200\n"
            "walk:12 of 2 lines: 700\n"
            "walk:14: 140, gains 20 by mispredict\n");
}

/* Or the costliest statement; where there is none, they stay. */
static void braces_go_to_the_costliest(void **state)
{
   (void)state;
   static const source_line plain[] = { { 10, "int add(int a)" },
                                        { 12, "a += 2;" },
                                        { 13, "a *= 3;" },
                                        { 15, "}" },
                                        { 0, NULL } };
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=add\n");
   LINE(&m, 10, [IR] = 1000, [CX] = 300);
   LINE(&m, 12, [IR] = 1000, [CX] = 400);
   LINE(&m, 13, [IR] = 1000, [CX] = 401);
   LINE(&m, 15, [IR] = 1000, [CX] = 300);
   made_put(&m, "fl=/src/b.c\nfn=add\n");
   LINE(&m, 20, [IR] = 1000, [CX] = 200);
   made_end(&m, "");
   check_of(m.text, plain, "add:13 of 2 lines: 1401\nadd:20: 200\n");
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=add\n");
   LINE(&m, 10, [IR] = 1000, [CX] = 300);
   LINE(&m, 15, [IR] = 1000, [CX] = 200);
   made_end(&m, "");
   check_of(m.text, plain, "add:10: 300\nadd:15: 200\n");
}

/* main makes an object of a library at line 10, which is destroyed at the brace of line
   15, and calls another function there at line 12. */
static void destructors_go_to_the_maker(void **state)
{
   (void)state;
   static const source_line plain[] = {
      { 10, "vector v = w;" }, { 12, "use(v);" }, { 15, "}" }, { 0, NULL }
   };
   static const char *const names[] = { "vector", "use", "~vector" };
   static const int lines[] = { 10, 12, 15 }, cycles[] = { 2000, 5000, 4000 };
   made_profile m;
   char notes[4096], *at = notes;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=main\n");
   LINE(&m, 10, [IR] = 1);
   for (int i = 0; i < 3; i++) {
      made_put(&m, "fl=/usr/include/v%d.h\nfn=%s\n", i, names[i]);
      LINE(&m, 60, [IR] = 1000, [CX] = cycles[i]);
   }
   at += sprintf(at,
                 "#: object 01 /bin/app\n#: object-counts 3001 0 0 0 0 0 0 0 0 0 0 11000 "
                 "0 0 0\n#: f 1 1 0x0 1 3001 0 0 0 0 0 0 0 0 0 0 11000 0 0 0\n");
   for (int i = 0; i < 3; i++)
      at += sprintf(at, "#: f %d 1 0x0 2000 1000 0 0 0 0 0 0 0 0 0 0 %d 0 0 0\n", i + 2,
                    cycles[i]);
   at += sprintf(at, "#: by 1\n");
   for (int i = 0; i < 3; i++)
      at += sprintf(at, "#: a %d %d 2000 1000 0 0 0 0 0 0 0 0 0 0 %d 0 0 0\n", lines[i],
                    i + 2, cycles[i]);
   at += sprintf(at, "#: by 0\n#: a 0 1 1 3001 0 0 0 0 0 0 0 0 0 0 11000 0 0 0\n"
                     "#: t 0 0 0\n#: t 1 4 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
   for (int i = 0; i < 3; i++)
      at += sprintf(at, "#: t 2 %d 2000 1000 0 0 0 0 0 0 0 0 0 0 %d 0 0 0\n", i + 1,
                    cycles[i]);
   made_end(&m, notes);
   check_of(m.text, plain, "main:10: 6000\nmain:12: 5000\n");
}

static void types(void **state)
{
   (void)state;
   static const char *const are[] = { "struct Part {", "class Part : public Base {",
                                      "struct Part", "union Part {" };
   static const char *const are_not[] = { "struct Party {", "struct Base { Part p; };",
                                          "Part(const Part &other)", "structPart {",
                                          "class ns::Part {" };
   for (size_t i = 0; i < sizeof are / sizeof are[0]; i++)
      if (!ac_costly_is_type(are[i], "ns::Part<int>::~Part()")
          || !ac_costly_is_type(are[i], "Part"))
         fail_msg("%s", are[i]);
   for (size_t i = 0; i < sizeof are_not / sizeof are_not[0]; i++)
      if (ac_costly_is_type(are_not[i], "Part"))
         fail_msg("%s", are_not[i]);
}

/* main copies a Part at line 10, of which nobody wrote the constructor: that has the line
   of the struct. */
static void constructors_go_to_the_maker(void **state)
{
   (void)state;
   static const source_line plain[] = { { 5, "struct Part {" },
                                        { 10, "for (Part p : parts)" },
                                        { 12, "use(p);" },
                                        { 0, NULL } };
   static const source_line written[] = { { 5, "Part(const Part &p) : n(p.n)" },
                                          { 10, "for (Part p : parts)" },
                                          { 0, NULL } };
   made_profile m;
   made_begin(&m, "");
   made_put(&m, "fl=/src/a.c\nfn=main\n");
   LINE(&m, 5, [IR] = 1000, [CX] = 400);
   LINE(&m, 10, [IR] = 1000, [CX] = 300);
   LINE(&m, 12, [IR] = 1000, [CX] = 350);
   made_end(&m, "#: fn 1 Part\n#: object 01 /bin/app\n"
                "#: object-counts 3000 0 0 0 0 0 0 0 0 0 0 1050 0 0 0\n"
                "#: f 1 1 0x0 1 3000 0 0 0 0 0 0 0 0 0 0 1050 0 0 0\n"
                "#: i 1 2 10 1000 0 0 0 0 0 0 0 0 0 0 400 0 0 0\n"
                "#: g 2 1000 0 0 0 0 0 0 0 0 0 0 400 0 0 0\n"
                "#: by 0\n#: a 0 1 1 3000 0 0 0 0 0 0 0 0 0 0 1050 0 0 0\n"
                "#: t 0 0 0\n#: t 1 1 1 2000 0 0 0 0 0 0 0 0 0 0 650 0 0 0\n"
                "#: ti 2 1 1000 0 0 0 0 0 0 0 0 0 0 400 0 0 0\n");
   check_of(m.text, plain, "main:10 of 2 lines: 1050\n");
   check_of(m.text, written, "main:12 of 2 lines: 650\nPart:5: 400\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_is_a_place),
      cmocka_unit_test(small_lines_are_none),
      cmocka_unit_test(alike_lines_are_one),
      cmocka_unit_test(lines_of_a_finding_are_one),
      cmocka_unit_test(several_findings_of_a_line),
      cmocka_unit_test(fetches_are_shared_out),
      cmocka_unit_test(upper_bounds_are_cut),
      cmocka_unit_test(shared_lines_are_places),
      cmocka_unit_test(braces),
      cmocka_unit_test(heads),
      cmocka_unit_test(braces_go_to_a_call),
      cmocka_unit_test(braces_go_to_the_costliest),
      cmocka_unit_test(destructors_go_to_the_maker),
      cmocka_unit_test(types),
      cmocka_unit_test(constructors_go_to_the_maker),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
