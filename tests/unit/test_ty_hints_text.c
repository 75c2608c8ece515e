/* test_ty_hints_text.c -- the tokens of a statement, and types, expressions and names
   among them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "types/ty_hints_text.h"

static ty_statement statement;

/* The requested line begins after the character @, or is the first.  In an allocation
   of its own, so that no byte behind the text is read. */
static bool find(const char *source)
{
   static char *text;
   const char *mark = strchr(source, '@');
   size_t at = mark == NULL ? 0 : (size_t)(mark - source);
   size_t n = strlen(source) - (mark != NULL);
   free(text);
   text = malloc(n + (n == 0));
   assert_non_null(text);
   memcpy(text, source, at);
   memcpy(text + at, source + at + (mark != NULL), n - at);
   return ty_statement_find(&statement, text, n, text + at);
}

/* ---- Tokens ---- */

/* "p = [malloc] [(]": those on the line in brackets. */
static void check(const char *source, const char *expected)
{
   static char found[8000];
   char *out = found;
   if (find(source)) {
      for (size_t i = 0; i < statement.n; i++) {
         const ty_token *t = &statement.tokens[i];
         out += sprintf(out, t->on_line ? "%s[%.*s]" : "%s%.*s", i == 0 ? "" : " ",
                        (int)t->length, t->at);
      }
      *out = '\0';
   } else {
      strcpy(found, "none");
   }
   if (strcmp(found, expected) != 0)
      fail_msg("%s\n   found    %s\n   expected %s", source, found, expected);
}

static void splits_tokens(void **state)
{
   (void)state;
   check("a_1$ = 12 + b", "[a_1$] [=] [12] [+] [b]");
   check("a->b::c == d!=e<=f>=g&&h||i++ --j",
         "[a] [->] [b] [::] [c] [==] [d] [!=] [e] [<=] [f] [>=] [g] [&&] [h] [||] [i] "
         "[++] [--] [j]");
   check("a += b -= c *= d /= e %= f |= g &= h ^= i",
         "[a] [+=] [b] [-=] [c] [*=] [d] [/=] [e] [%=] [f] [|=] [g] [&=] [h] [^=] [i]");
   check("a<b<c>>d", "[a] [<] [b] [<] [c] [>] [>] [d]"); /* two templates */
   check("\"a\\\"b;\" 'c' '\\'' d", "[\"a\\\"b;\"] ['c'] ['\\''] [d]");
   check("\"no end\n x", "[\"no end] x");
   check("'\\", "['\\]");
   check("-", "[-]");
   assert_true(find("a1 1a \"s\" +"));
   const bool are_names[] = { true, false, false, false };
   for (size_t i = 0; i < 4; i++)
      assert_int_equal(statement.tokens[i].is_name, are_names[i]);
   assert_true(ty_token_is(&statement.tokens[0], "a1"));
   assert_false(ty_token_is(&statement.tokens[0], "a"));
   assert_false(ty_token_is(&statement.tokens[0], "a12"));
}

static void skips_the_rest(void **state)
{
   (void)state;
   check("a // b\nc", "[a] c");
   check("a // b \\\n b\nc", "[a] c"); /* goes on */
   check("a /* b\n */ c", "[a] c");
   check("a /* b", "[a]");
   check("a /*/ b */ c", "[a] [c]");
   check("a / b * c", "[a] [/] [b] [*] [c]");
   check("a /", "[a] [/]");
   check("# b\n@a\n  #if c \\\n d\ne", "[a] e");
   check("a # b", "[a] [#] [b]"); /* not at the line's start */
   check("a \\\n b", "[a] b");
   check("\\", "none");
   check("#\\", "none");
}

static void finds_statements(void **state)
{
   (void)state;
   check("a; b;\n@c; d;\ne; f", "[c] [;] [d] [;] e");
   check("a {\n@c\nd } e", "[c] d");
   check("a } b\n@c", "b [c]");
   check("a\n@; b", "a [;] [b]");
   check("a; b\n c\n@d\n e\n f; g", "b c [d] e f");
   check("@a = b;", "[a] [=] [b] [;]");
   check("a\n@\nb;", "none");
   check("", "none");
   char source[2000] = "";
   for (int i = 0; i < TY_STATEMENT_MAX; i++)
      strcat(source, "a ");
   assert_true(find(source));
   assert_int_equal(statement.n, TY_STATEMENT_MAX);
   strcat(source, "a");
   assert_false(find(source));
   assert_true(find(";\n@a")); /* afterwards, too */
   source[0] = '\0';
   for (int i = 0; i < TY_STATEMENT_MAX; i++)
      strcat(source, "a ");
   strcat(source, ";\n@b"); /* before it, as many are dropped again */
   assert_true(find(source));
   assert_int_equal(statement.n, 1);
}

static void finds_brackets(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      size_t from, close, open;
   } all[] = {
      { "( a [ ( ) ] )", 0, 6, TY_NOWHERE },
      { "( a [ ( ) ] )", 2, 5, TY_NOWHERE },
      { "( a [ ( ) ] )", 6, TY_NOWHERE, 0 },
      { "( a [ ( ) ] )", 1, TY_NOWHERE, TY_NOWHERE },
      { "( ( )", 0, TY_NOWHERE, TY_NOWHERE },
      { "( ( )", 2, TY_NOWHERE, 1 },
      { ") )", 1, TY_NOWHERE, TY_NOWHERE },
      { "< a , b < c * > & :: d 1 >", 0, 12, TY_NOWHERE },
      { "< a , b < c * > & :: d 1 >", 12, TY_NOWHERE, 0 },
      { "a < b && c >", 1, 5, TY_NOWHERE },         /* it can be of a template */
      { "a < b + c >", 1, TY_NOWHERE, TY_NOWHERE }, /* a comparison */
      { "a < b + c >", 5, TY_NOWHERE, TY_NOWHERE },
      { "a < ( b ) >", 1, TY_NOWHERE, TY_NOWHERE },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      assert_true(find(all[i].text));
      assert_int_equal(ty_hints_close(&statement, all[i].from), all[i].close);
      assert_int_equal(ty_hints_open(&statement, all[i].from), all[i].open);
      assert_int_equal(ty_hints_close(&statement, statement.n), TY_NOWHERE);
      assert_int_equal(ty_hints_open(&statement, statement.n), TY_NOWHERE);
   }
   assert_true(ty_hints_at(&statement, 1, "<"));
   assert_false(ty_hints_at(&statement, 1, "<="));
   assert_false(ty_hints_at(&statement, statement.n, "<"));
}

static void knows_keywords(void **state)
{
   (void)state;
   assert_true(find("return sizeof static_assert returned int size"));
   for (size_t i = 0; i < statement.n; i++)
      assert_int_equal(ty_hints_is_keyword(&statement.tokens[i]), i < 3);
}

/* ---- Types and expressions ---- */

/* All tokens; "-": they are none. */
static void check_range(bool (*write)(ty_range, char *), const char *source,
                        const char *expected)
{
   char text[TY_HINT_TEXT_B] = "";
   assert_true(find(source));
   bool is_good = write((ty_range){ &statement, 0, statement.n }, text);
   if (strcmp(is_good ? text : "-", expected) != 0)
      fail_msg("%s: found %s, expected %s", source, is_good ? text : "none", expected);
}

static void writes_types(void **state)
{
   (void)state;
   static const struct {
      const char *source, *expected;
   } all[] = {
      { "int", "int" },
      { "const struct node * const *", "struct node**" },
      { "struct const node", "struct node" },
      { "node const *restrict", "node*" },
      { "unsigned  long int", "unsigned long int" },
      { "long", "long" },
      { "long *", "long*" },
      { "unsigned const", "unsigned" },
      { "::a::b<int,c *>::d", "a::b<int, c*>::d" },
      { "list<unsigned long, struct x>*", "list<unsigned long, struct x>*" },
      { "list<list<int>>", "list<list<int>>" },
      { "enum kind", "enum kind" },
      { "typename T::value *", "T::value*" },
      { "struct", "-" },
      { "const", "-" },
      { "*", "-" },
      { "a b", "-" },
      { "a ::", "-" },
      { "a * b", "-" },
      { "a [ 3 ]", "-" },
      { "sizeof", "-" },
      { "list < int", "-" },
      { "a + b", "-" },
      { "long 3", "-" },
      { "a<b+c>", "-" },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      check_range(ty_hints_type, all[i].source, all[i].expected);
}

static void writes_expressions(void **state)
{
   (void)state;
   static const struct {
      const char *source, *expected;
   } all[] = {
      { "a", "a" },
      { "*a", "a*" },
      { "**a", "a**" },
      { "&a", "a&" },
      { "&*a", "a*&" },
      { "a->b", "a*.b" },
      { "a.b", "a.b" },
      { "(*a).b", "a*.b" },
      { "*a.b", "a.b*" },
      { "a[f(x)]", "a*" },
      { "a[1][2].b", "a**.b" },
      { "(a)", "a" },
      { "((a))->b", "a*.b" },
      { "a::b", "a::b" },
      { "::a", "a" },
      { "this->a_", "this*.a_" },
      { "a b", "-" },
      { "a(b)", "-" },
      { "1", "-" },
      { "a.1", "-" },
      { "a.", "-" },
      { "(a", "-" },
      { "a[1", "-" },
      { "*", "-" },
      { "a::", "-" },
      { "a + b", "-" },
      { "sizeof", "-" },
      { "a->new", "-" },
      { "()", "-" },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      check_range(ty_hints_expression, all[i].source, all[i].expected);
}

/* A range is less than the statement. */
static void stays_in_ranges(void **state)
{
   (void)state;
   char text[TY_HINT_TEXT_B];
   assert_true(find("x = ( node * ) a [ 3 ] . b ; list < int >"));
   assert_true(ty_hints_type((ty_range){ &statement, 3, 5 }, text));
   assert_string_equal(text, "node*");
   assert_true(ty_hints_expression((ty_range){ &statement, 6, 10 }, text));
   assert_string_equal(text, "a*");
   assert_false(ty_hints_expression((ty_range){ &statement, 6, 9 }, text));
   assert_false(ty_hints_type((ty_range){ &statement, 13, 16 }, text));
   assert_false(ty_hints_type((ty_range){ &statement, 3, 3 }, text));
}

static void is_bounded(void **state)
{
   (void)state;
   char source[400], longest[TY_HINT_TEXT_B];
   memset(longest, 'a', sizeof longest - 1);
   longest[sizeof longest - 1] = '\0';
   check_range(ty_hints_type, longest, longest);
   check_range(ty_hints_expression, longest, longest);
   snprintf(source, sizeof source, "%sa", longest);
   check_range(ty_hints_type, source, "-");
   check_range(ty_hints_expression, source, "-");
   snprintf(source, sizeof source, "*%s", longest);
   check_range(ty_hints_expression, source, "-");
   snprintf(source, sizeof source, "%s *", longest);
   check_range(ty_hints_type, source, "-");
   snprintf(source, sizeof source, "struct %s", longest);
   check_range(ty_hints_type, source, "-");
}

/* ---- Names in profiles ---- */

static void check_name(const char *function, const char *expected)
{
   char callee[TY_HINT_TEXT_B];
   bool has_name = ty_hints_callee(function, callee);
   if (strcmp(has_name ? callee : "", expected) != 0)
      fail_msg("%s: found %s, expected %s", function, has_name ? callee : "none",
               expected);
}

static void names(void **state)
{
   (void)state;
   check_name("xmalloc", "xmalloc");
   check_name("xmalloc.constprop.0", "xmalloc");
   check_name("a::pool<int, b::c>::alloc(unsigned long)", "alloc");
   check_name("void* a::make<b::c<int> >(int, std::nothrow_t const&)", "make");
   check_name("(anonymous namespace)::get(int)", "get");
   check_name("allocate", "allocate");
   check_name("void* make<int>(int)", "make");
   check_name("get.part.0 of x", "get");
   check_name("damaged>::get(int)", "get");
   check_name("alloc<a::b>", "alloc");
   check_name("operator new(unsigned long)", "");
   check_name("a::operator()(int) const", "");
   check_name("", "");
   check_name("a::", "");
   check_name("(anonymous", "");
   check_name("<lambda(int)>", "");
   check_name(NULL, "");
   char name[TY_HINT_TEXT_B + 1];
   memset(name, 'a', sizeof name - 1);
   name[sizeof name - 1] = '\0';
   check_name(name, "");
   check_name(name + 1, name + 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(splits_tokens),      cmocka_unit_test(skips_the_rest),
      cmocka_unit_test(finds_statements),   cmocka_unit_test(finds_brackets),
      cmocka_unit_test(knows_keywords),     cmocka_unit_test(writes_types),
      cmocka_unit_test(writes_expressions), cmocka_unit_test(stays_in_ranges),
      cmocka_unit_test(is_bounded),         cmocka_unit_test(names),
   };
   return cmocka_run_group_tests_name("ty_hints_text", tests, NULL, NULL);
}
