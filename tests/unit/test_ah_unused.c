/* test_ah_unused.c -- fields that no block's accesses needed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "heap/ah_unused.h"

/* ---- A view as text: a letter for each unit ---- */

enum { UNITS = 32 };

typedef struct {
   int64_t reads[UNITS], writes[UNITS], sum[UNITS];
   ah_heat_view view;
} picture;

/* 'r': only read; 'w': only written; 'b': both; '.': not accessed. */
static void draw(picture *p, const char *units, int64_t unit_B, const ty_type *type)
{
   *p = (picture){ .view = { .type = type,
                             .unit_B = unit_B,
                             .n = strlen(units),
                             .has_reads = true,
                             .is_exact = true,
                             .reads = p->reads,
                             .writes = p->writes,
                             .sum = p->sum } };
   p->view.size_B = (int64_t)p->view.n * unit_B;
   for (size_t i = 0; units[i] != '\0'; i++) {
      p->reads[i] = units[i] == 'r' || units[i] == 'b';
      p->writes[i] = units[i] == 'w' || units[i] == 'b';
      p->sum[i] = p->reads[i] + p->writes[i];
   }
}

/* "w8+4 line" for each: never read (it was only written), at 8, 4 bytes. */
static void check_view(const ah_heat_view *view, int64_t least_B, const char *expected)
{
   static const char letters[] = {
      [AH_NEVER_READ] = 'w', [AH_NEVER_WRITTEN] = 'r', [AH_NEVER_TOUCHED] = '.'
   };
   ah_unused found[UNITS];
   char text[400] = "", *at = text;
   size_t n = ah_unused_find(found, view, least_B);
   for (size_t i = 0; i < n; i++) {
      assert_in_range(found[i].never, 0, AH_N_NEVER - 1);
      at += sprintf(at, "%s%c%d+%d", i > 0 ? " " : "", letters[found[i].never],
                    (int)found[i].offset, (int)found[i].size_B);
      if (found[i].field != NULL)
         at += sprintf(at, " %s", found[i].field->name);
   }
   assert_string_equal(text, expected);
}

static void check(const char *units, int64_t unit_B, const ty_type *type, int64_t least_B,
                  const char *expected)
{
   static picture p;
   draw(&p, units, unit_B, type);
   check_view(&p.view, least_B, expected);
}

/* ---- Without a type: runs ---- */

static void finds_runs(void **state)
{
   (void)state;
   check("bbbb", 1, NULL, 1, "");
   check("bwwb", 1, NULL, 1, "w1+2");
   check("brrb", 1, NULL, 1, "r1+2");
   check("b..b", 1, NULL, 1, ".1+2");
   check("wwrr..bb", 1, NULL, 1, "w0+2 r2+2 .4+2");
   check("b.b.", 1, NULL, 1, ".1+1 .3+1");
   check("b...b..b", 1, NULL, 3, ".1+3");
   check("b...b..b", 1, NULL, 4, "");
   check("b..b", 8, NULL, 16, ".8+16");
   check("b..b", 8, NULL, 17, "");
   /* The whole block, however small. */
   check("..", 1, NULL, 100, ".0+2");
   check("..b", 1, NULL, 100, "");
}

/* The last unit of a block can have less than its size. */
static void ends_with_the_block(void **state)
{
   (void)state;
   static picture p;
   draw(&p, "bb.", 8, NULL);
   p.view.size_B = 19;
   check_view(&p.view, 3, ".16+3");
   check_view(&p.view, 4, "");
}

/* Where reads are not known apart, only bytes without any access are unused, and if sums
   were cut, not even these. */
static void doubts_sums(void **state)
{
   (void)state;
   static picture p;
   draw(&p, "bw.r", 1, NULL);
   p.view.has_reads = false;
   check_view(&p.view, 1, ".2+1");
   p.view.is_exact = false;
   check_view(&p.view, 1, "");
   p.view.has_reads = true;
   check_view(&p.view, 1, "w1+1 r3+1");
}

/* ---- With a type ---- */

static const ty_field fields[] = {
   { .offset = 0, .size_B = 4, .name = "next" },
   { .offset = 4, .size_B = 2, .name = "line" },
   { .offset = 8, .size_B = 8, .name = "name[8]", .has_parts = true },
};
static const ty_type type = { "token", 16, fields, 3 };

static void judges_fields_as_a_whole(void **state)
{
   (void)state;
   check("bbbbbbbbbbbbbbbb", 1, &type, 2, "");
   check("wwwwbbbbbbbbbbbb", 1, &type, 2, "w0+4 next");
   check("w...bbbbbbbbbbbb", 1, &type, 2, "w0+4 next");
   check("...rbbbbbbbbbbbb", 1, &type, 2, "r0+4 next");
   check("....bbbbbbbbbbbb", 1, &type, 2, ".0+4 next");
   check("wr..bbbbbbbbbbbb", 1, &type, 2, "");
   check("...bbbbbbbbbbbbb", 1, &type, 2, "");
   check("bbbb..bbbbbbbbbb", 1, &type, 9, ".4+2 line"); /* whole fields of any size */
   check("bbbbbb..bbbbbbbb", 1, &type, 1, "");          /* padding */
   check("wwww..bbbbbbbbbb", 1, &type, 1, "w0+4 next .4+2 line");
}

static void judges_arrays_by_their_bytes(void **state)
{
   (void)state;
   check("bbbbbbbbbb......", 1, &type, 6, ".10+6 name[8]");
   check("bbbbbbbbbb......", 1, &type, 7, "");
   check("bbbbbbbbwwww....", 1, &type, 4, "w8+4 name[8] .12+4 name[8]");
   check("bbbbbbbb........", 1, &type, 100, ".8+8 name[8]");
}

/* A field shares a unit with its neighbours. */
static void judges_by_units(void **state)
{
   (void)state;
   check("b.", 8, &type, 1, ".8+8 name[8]");
   check(".b", 8, &type, 1, ".0+4 next .4+2 line");
   /* There is room for one in each unit. */
   check(".", 8, &type, 1, ".0+4 next");
}

static void leaves_the_library_out(void **state)
{
   (void)state;
   static const struct {
      const char *name;
      bool is_found;
   } names[] = {
      { "_M_p", false }, { "s._M_p", false },     { "a._M_b.c", true },
      { "s.M_p", true }, { "_vptr.Base", false }, { "b._vptr$x", false },
      { "vptr", true },  { "_M", true },
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      const ty_field field = { .size_B = 4, .name = names[i].name };
      const ty_type one = { "t", 4, &field, 1 };
      char expected[40];
      snprintf(expected, sizeof expected, ".0+4 %s", names[i].name);
      check("....", 1, &one, 1, names[i].is_found ? expected : "");
   }
}

/* A field that ends behind the block is in none: the type is that of a larger one. */
static void stays_within_the_block(void **state)
{
   (void)state;
   check("........", 1, &type, 1, ".0+4 next .4+2 line");
   check("...............", 1, &type, 1, ".0+4 next .4+2 line");
   check("................", 1, &type, 1, ".0+4 next .4+2 line .8+8 name[8]");
   check(".....", 1, &type, 1, ".0+4 next");
}

static void names_kinds(void **state)
{
   (void)state;
   assert_string_equal(ah_never_text(AH_NEVER_READ), "never read");
   assert_string_equal(ah_never_text(AH_NEVER_WRITTEN), "never written");
   assert_string_equal(ah_never_text(AH_NEVER_TOUCHED), "never touched");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_runs),
      cmocka_unit_test(ends_with_the_block),
      cmocka_unit_test(doubts_sums),
      cmocka_unit_test(judges_fields_as_a_whole),
      cmocka_unit_test(judges_arrays_by_their_bytes),
      cmocka_unit_test(judges_by_units),
      cmocka_unit_test(leaves_the_library_out),
      cmocka_unit_test(stays_within_the_block),
      cmocka_unit_test(names_kinds),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
