/* test_cs_layout_text.c -- layout files: rules and what they come to, and errors.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "layout/cs_layout_text.h"
#include "unit_alloc.h"

static unit_alloc memory;
static cs_layout_rules rules;

#define ORDER \
   "fields Order, 32 bytes, at orders.cpp:40: id 0 8, kind 8 1, amount 16 8, note 24 5\n"

static bool parse(const char *text, tk_problem *problem)
{
   return cs_layout_parse(&rules, &memory.alloc, text, strlen(text), problem);
}

static void end(void)
{
   cs_layout_rules_close(&rules);
   assert_int_equal(memory.n_live, 0);
}

static const cs_layout_rule *read_rule(const char *text)
{
   tk_problem problem = { 0 };
   unit_alloc_init(&memory);
   if (!parse(text, &problem))
      fail_msg("%u: %s", problem.line, problem.reason);
   return rules.list[rules.n - 1];
}

static void check_piece(const cs_layout_rule *rule, uint32_t byte, uint32_t part,
                        uint32_t to)
{
   const cs_layout_piece *piece = &rule->pieces[rule->piece_at[byte]];
   assert_int_equal(piece->part, part);
   assert_int_equal(piece->to + (byte - piece->from), to);
}

static void test_split(void **state)
{
   (void)state;
   const cs_layout_rule *rule = read_rule(
      "# a comment\n" ORDER "\ntype Order: hot amount,  kind;\tcold rest # why\n");
   assert_int_equal(rule->line, 4);
   assert_string_equal(rule->text, "type Order: hot amount, kind; cold rest");
   assert_int_equal(rule->n_parts, 2);
   assert_int_equal(rule->element_B, 32);
   assert_int_equal(rule->parts[0].size_B, 16); /* 8 + 1, to a multiple of 8 */
   assert_int_equal(rule->parts[1].size_B, 16); /* 8 + 5 */
   check_piece(rule, 16, 0, 0);
   check_piece(rule, 8, 0, 8);
   check_piece(rule, 0, 1, 0);
   check_piece(rule, 28, 1, 12);
   assert_int_equal(rule->piece_at[9], CS_LAYOUT_NO_PIECE);
   assert_int_equal(rule->n_places, 1);
   assert_int_equal(rule->places[0].line, 40);
   assert_null(rule->variable);
   end();
}

/* Fields that follow each other as they did are one piece. */
static void test_order(void **state)
{
   (void)state;
   const cs_layout_rule *rule = read_rule(ORDER "type Order: order note, kind\n");
   assert_int_equal(rule->n_parts, 1);
   assert_int_equal(rule->parts[0].size_B, 24); /* 5 + 1 + 2 of padding + 8 + 8 */
   check_piece(rule, 24, 0, 0);
   check_piece(rule, 8, 0, 5);
   check_piece(rule, 0, 0, 8);
   check_piece(rule, 16, 0, 16);
   end();
   rule = read_rule(ORDER "type Order: order id, kind\n");
   assert_int_equal(rule->parts[0].size_B, 32);
   assert_int_equal(rule->n_pieces, 1);
   end();
}

static void test_soa_and_link(void **state)
{
   (void)state;
   const cs_layout_rule *rule = read_rule(ORDER "type Order at a.c:1, b/c.c:2: soa\n");
   assert_int_equal(rule->n_parts, 4);
   assert_int_equal(rule->parts[1].size_B, 1);
   assert_int_equal(rule->parts[3].size_B, 5);
   assert_int_equal(rule->n_places, 2);
   end();
   rule = read_rule("fields T, 8 bytes: a 0 4, a 4 4\ntype T at a.c:1: soa\n");
   assert_int_equal(rule->n_parts, 2);
   end();
   rule = read_rule(ORDER "type Order: hot kind; cold rest; linked; pad 64\n");
   assert_true(rule->is_linked);
   assert_int_equal(rule->link_at, 8);
   assert_int_equal(rule->parts[0].size_B, 64);
   assert_int_equal(rule->parts[1].align_B, 64);
   end();
}

static void test_others(void **state)
{
   (void)state;
   const cs_layout_rule *rule = read_rule(
      "rows grid: 4096\narray grid: pitch +64; huge\n");
   assert_string_equal(rule->variable, "grid");
   assert_int_equal(rule->element_B, 4096);
   assert_int_equal(rule->parts[0].size_B, 4160);
   assert_null(rule->piece_at);
   assert_true(rule->is_huge);
   end();
   rule = read_rule("site nodes.cpp:12: \\\n  pool by use\n");
   assert_true(rule->is_pool && rule->is_by_use);
   assert_int_equal(rule->element_B, 0);
   end();
   rule = read_rule("static table: at +128\n");
   assert_int_equal(rule->moved_B, 128);
   end();
   rule = read_rule(ORDER "static all of Order: hot id; cold rest; align 4096\n");
   assert_string_equal(rule->variable, "all");
   assert_int_equal(rule->n_parts, 2);
   assert_int_equal(rule->align_B, 4096);
   end();
   rule = read_rule("fields std::pair<int, K>::node, 8 bytes: a 0 4/8\n"
                    "type std::pair<int, K>::node at x.h:3: pad 8\n");
   assert_int_equal(rule->element_B, 8);
   end();
}

/* A frame of the file decides; directories have to agree. */
static void test_places(void **state)
{
   (void)state;
   read_rule("site src/a.c:5: pool\nsite a.c:7: pad 64\n");
   const cs_data_frame at_5[] = { { .file = "/usr/lib/new.h", .line = 5 },
                                  { .file = "/home/x/src/a.c", .line = 5 },
                                  { .file = "/home/x/src/a.c", .line = 7 } };
   const cs_data_frame other[] = { { .file = "/home/x/other/a.c", .line = 5 },
                                   { .file = NULL, .line = 7 } };
   const cs_data_frame at_7[] = { { .file = "a.c", .line = 7 } };
   assert_ptr_equal(cs_layout_rule_of_block(&rules, at_5, 3), rules.list[0]);
   assert_null(cs_layout_rule_of_block(&rules, other, 2));
   assert_ptr_equal(cs_layout_rule_of_block(&rules, at_7, 1), rules.list[1]);
   /* A wrapper in the same file hands out memory for its callers. */
   const cs_data_frame wrapped[] = {
      { .function = "xMalloc", .file = "/home/x/src/a.c", .line = 9 },
      { .function = "load", .file = "/home/x/src/a.c", .line = 5 }
   };
   const cs_data_frame made[] = {
      { .function = "make", .file = "/home/x/src/a.c", .line = 9 },
      { .function = "load", .file = "/home/x/src/a.c", .line = 5 }
   };
   assert_ptr_equal(cs_layout_rule_of_block(&rules, wrapped, 2), rules.list[0]);
   assert_null(cs_layout_rule_of_block(&rules, made, 2));
   assert_null(cs_layout_rule_of_variable(&rules, "a.c"));
   assert_false(cs_layout_has_variables(&rules));
   end();
}

static const struct {
   const char *text;
   uint32_t line;
   const char *reason;
} errors[] = {
   { "", 1, "no rules: the layout would not change anything" },
   { "\n\ntype Order\n", 3, "expected a colon followed by a blank" },
   { ORDER "type Ordr: soa\n", 2, "no fields of \"Ordr\"; did you mean Order?" },
   { "type Q at a.c:1: soa\n", 1,
     "no fields of \"Q\": a `fields` line must come before it; cs_annotate --suggest "
     "writes them" },
   { ORDER "type Order: hot amout; cold rest\n", 2,
     "\"Order\" has no field \"amout\"; did you mean amount?" },
   { ORDER "type Order: hot xyz; cold rest\n", 2, "\"Order\" has no field \"xyz\"" },
   { ORDER "type Order: hot id; cold id, rest\n", 2, "\"id\" is named twice" },
   { ORDER "type Order: hot id; cold kind\n", 2,
     "\"amount\" is in no part; `cold rest` takes what is not named" },
   { ORDER "type Order: hot id, kind, amount, note; cold rest\n", 2,
     "a part without fields: all are in others" },
   { ORDER "type Order: splt id\n", 2,
     "no action \"splt\"; there are hot, cold, part, linked, order, soa, pad, align, "
     "pitch, pool, at and huge" },
   { ORDER "type Order: ordr id\n", 2, "no action \"ordr\"; did you mean order?" },
   { ORDER "type Order: pad 48\n", 2,
     "pad: expected a power of two up to 1048576, found \"48\"" },
   { ORDER "type Order: hot id; cold rest; order id\n", 2,
     "order is for a single part; several parts have their own orders" },
   { ORDER "type Order: linked\n", 2, "linked needs two parts" },
   { ORDER "type Order: \n", 2, "expected an action after the colon" },
   { ORDER ORDER, 2, "\"Order\" has fields already" },
   { "fields T, 8 bytes: a 0 8\ntype T: soa\n", 2,
     "where is \"T\" allocated? `type NAME at FILE:LINE: ...`" },
   { "fields T, 8 bytes: a 0 8, b 4 4\n", 1,
     "\"a\" and \"b\" overlap: members of a union need one name for all" },
   { "fields T, 8 bytes: a 0 9\n", 1, "\"a\" ends after the type" },
   { "fields T, 8 bytes: a zero 8\n", 1,
     "expected NAME OFFSET BYTES, found \"a zero 8\"" },
   { "fields T, 8 bytes: a 0 8/3\n", 1,
     "expected a power of two after the slash, found \"3\"" },
   { "fields T: a 0 8\n", 1, "expected `fields TYPE, N bytes, at FILE:LINE: ...`" },
   { "fields T, 8 bytes, at x: a 0 8\n", 1, "expected FILE:LINE, found \"x\"" },
   { "site a.c: pool\n", 1, "expected FILE:LINE, found \"a.c\"" },
   { "site a.c:1: order x\n", 1, "order needs a type whose `fields` are known" },
   { "array grid: pitch +64\n", 1,
     "give the length of a row: `rows grid: BYTES`, or `pitch ROW +N`" },
   { "rows grid: many\n", 1, "expected `rows NAME: BYTES`" },
   { "static t: pool\n", 1, "variables cannot be pooled" },
   { "site a.c:1: at +8\n", 1, "only a variable can be moved" },
   { "static t: at 8\n", 1, "expected `at +N`" },
   { ORDER "type Order: order id; hot kind\n", 2,
     "order is for a single part; several parts have their own orders" },
   { ORDER "type Order: hot id; soa\n", 2,
     "soa puts each field in its own part: no other parts are possible" },
   { "fields T, 8 bytes: a 0 4, a 4 4\ntype T at a.c:1: hot a; cold rest\n", 2,
     "\"T\" has several fields \"a\"" },
   { "static t: at +8; pad 64\n", 1,
     "at only moves a variable: no other action goes with it" },
   { "static t: pitch 8 +8; at +8\n", 1,
     "at only moves a variable: no other action goes with it" },
   { "\x1b[2J\ta: x\n", 1,
     "expected fields, rows, type, site, static or array, found \"?[2J\"" },
   { "fields T, 8 bytesx: a 0 8\n", 1,
     "expected `fields TYPE, N bytes, at FILE:LINE: ...`" },
   { "# \\\n\\\n \\ \t\nstat t: huge\n", 2,
     "expected fields, rows, type, site, static or array, found \"stat\"" },
   { "stat t: huge\n", 1,
     "expected fields, rows, type, site, static or array, found \"stat\"" },
};

static void test_errors(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
      tk_problem problem = { 0 };
      unit_alloc_init(&memory);
      if (parse(errors[i].text, &problem))
         fail_msg("no error: %s", errors[i].text);
      assert_string_equal(problem.reason, errors[i].reason);
      assert_int_equal(problem.line, errors[i].line);
      end();
   }
}

/* What a line goes on in, and comments, at every place where they can be. */
static void test_lines(void **state)
{
   (void)state;
   const cs_layout_rule *rule = read_rule("  # first\n\t#\n\\ \n \\\r\n"
                                          " site a.c:1: \\ # why\n"
                                          "pool # more \\\n");
   assert_int_equal(rule->line, 3);
   assert_string_equal(rule->text, "site a.c:1: pool");
   end();
   rule = read_rule("site a.c#1:2: pool \\  \n by use # \\\n\nsite a.c:3: pool");
   assert_int_equal(rules.n, 2);
   assert_true(rules.list[0]->is_by_use);
   end();
}

/* b is at 8 as before, but c has come into the padding before it. */
static void test_taken_padding(void **state)
{
   (void)state;
   const cs_layout_rule *rule = read_rule(
      "fields T, 24 bytes, at t.c:1: a 0 4, b 8 8, c 16 4\n"
      "type T: order a, c, b\n");
   check_piece(rule, 0, 0, 0);
   check_piece(rule, 8, 0, 8);
   check_piece(rule, 16, 0, 4);
   assert_int_equal(rule->piece_at[4], CS_LAYOUT_NO_PIECE);
   end();
}

/* n times a text behind another. */
static char *repeat(const char *before, const char *text, size_t n)
{
   size_t length = strlen(text), at = strlen(before);
   char *all = malloc(at + n * length + 1);
   assert_non_null(all);
   memcpy(all, before, at + 1);
   for (size_t i = 0; i < n; i++, at += length)
      memcpy(all + at, text, length + 1);
   return all;
}

/* Nothing takes long, however it is repeated. */
static void test_limits(void **state)
{
   (void)state;
   static const struct {
      const char *before, *text;
      size_t n;
      const char *reason; /* NULL: no error */
   } cases[] = {
      { "", "site a.c:1: pool\n", 1000, NULL },
      { "", "site a.c:1: pool\n", 1001, "more than 1000 rules" },
      { "fields T, 65536 bytes: ", "a 0 1,", 4096, "more than 4096 fields" },
      { "fields T, 8 bytes: ", "a 0 8,", 100000, "more than 4096 fields" },
      { "fields ", ",<", 500000, "expected a colon followed by a blank" },
      { "", "a", 1 << 20, "expected a colon followed by a blank" },
      { "", "\\\n", 1 << 19, "expected a colon followed by a blank" },
      { "", "#\\\n", 1 << 18, "no rules: the layout would not change anything" },
      { "", "\n", (1 << 20) + 1, "the file is longer than 1 MiB" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      tk_problem problem = { 0 };
      char *text = repeat(cases[i].before, cases[i].text, cases[i].n);
      unit_alloc_init(&memory);
      assert_int_equal(parse(text, &problem), cases[i].reason == NULL);
      if (cases[i].reason != NULL)
         assert_string_equal(problem.reason, cases[i].reason);
      free(text);
      end();
   }
   char *text = repeat("fields ", ",<", 500000), *whole = repeat(text, ": x\n", 1);
   tk_problem problem = { 0 };
   unit_alloc_init(&memory);
   assert_false(parse(whole, &problem));
   assert_string_equal(problem.reason,
                       "expected `fields TYPE, N bytes, at FILE:LINE: ...`");
   free(text);
   free(whole);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_split),  cmocka_unit_test(test_order),
      cmocka_unit_test(test_others), cmocka_unit_test(test_soa_and_link),
      cmocka_unit_test(test_places), cmocka_unit_test(test_errors),
      cmocka_unit_test(test_lines),  cmocka_unit_test(test_taken_padding),
      cmocka_unit_test(test_limits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
