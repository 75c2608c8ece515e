/* test_ty_hints.c -- what lines of source say about an allocated type.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "types/ty_hints.h"

enum { MAX_CALLS = 4 };

static const char *const kinds[] = {
   [TY_HINT_SIZED] = "sized", [TY_HINT_TYPE] = "type",  [TY_HINT_ARGUMENT] = "arg",
   [TY_HINT_CAST] = "cast",   [TY_HINT_POINTER] = "to", [TY_HINT_RETURN] = "return",
};

/* "sized:n* to:n many; ...": the hints of each call, then a semicolon. */
static void dump(char *out, const ty_hints *calls, size_t n)
{
   *out = '\0';
   for (size_t i = 0; i < n; i++) {
      for (size_t k = 0; k < calls[i].n; k++) {
         const ty_hint *hint = &calls[i].hints[k];
         out += sprintf(out, "%s:%s ", kinds[hint->kind], hint->text);
      }
      if (calls[i].is_many)
         out += sprintf(out, "many ");
      if (calls[i].has_more)
         out += sprintf(out, "more ");
      out[-(calls[i].n > 0 || calls[i].is_many || calls[i].has_more)] = ';';
      if (calls[i].n == 0 && !calls[i].is_many && !calls[i].has_more)
         out += sprintf(out, ";");
   }
}

/* The requested line begins after the character @, or is the first. */
static void check_from(const char *source, const char *callee, const char *expected)
{
   static ty_statement statement;
   char text[1000], found[2000];
   ty_hints calls[MAX_CALLS];
   const char *mark = strchr(source, '@');
   size_t at = mark == NULL ? 0 : (size_t)(mark - source);
   snprintf(text, sizeof text, "%.*s%s", (int)at, source, source + at + (mark != NULL));
   if (ty_statement_find(&statement, text, strlen(text), text + at))
      dump(found, calls, ty_hints_find(&statement, callee, calls, MAX_CALLS));
   else
      strcpy(found, "no statement");
   if (strcmp(found, expected) != 0)
      fail_msg("%s\n   found    %s\n   expected %s", source, found, expected);
}

static void check(const char *source, const char *expected)
{
   check_from(source, NULL, expected);
}

/* ---- C ---- */

static void sizes(void **state)
{
   (void)state;
   check("p = malloc(sizeof(struct node));", "sized:struct node to:p;");
   check("p = malloc(sizeof *p);", "sized:p* to:p;");
   check("p = malloc(sizeof(*p));", "sized:p* to:p;");
   check("p = malloc (sizeof (node_t));", "sized:node_t to:p;");
   check("p = malloc(sizeof a->b[2].c);", "sized:a*.b*.c to:p;");
   check("p = malloc(sizeof(p[0]));", "sized:p* to:p;");
   check("p = calloc(1, sizeof(*p));", "sized:p* to:p;");
   check("p = calloc(sizeof(*p), 1);", "sized:p* to:p;");
   check("p = calloc(n, sizeof(*p));", "sized:p* to:p many;");
   check("p = calloc(sizeof(*p), n + 1);", "sized:p* to:p many more;");
   check("p = arr_calloc(a, 1, sizeof(*p));", "sized:p* to:p many;");
   check("p = arr_calloc(sizeof(*p), 1, a);", "sized:p* to:p many;");
   check("p = malloc(n * sizeof(*p));", "sized:p* to:p many;");
   check("p = malloc(sizeof *p * n);", "sized:p* to:p many;");
   check("p = malloc((n + 1) * sizeof *p);", "sized:p* to:p many more;");
   check("p = realloc(p, n * sizeof(struct x));", "sized:struct x to:p many;");
   check("p = reallocarray(p, n, sizeof(struct x));", "sized:struct x to:p many;");
   check("p = malloc(sizeof(struct x) + n);", "sized:struct x to:p more;");
   check("p = malloc(n + sizeof(struct x));", "sized:struct x to:p more;");
   check("p = malloc(sizeof(struct h) + n * sizeof(struct x));",
         "sized:struct h to:p more;");
   check("p = malloc(offsetof(struct x, data) + n);", "type:struct x to:p more;");
   check("p = malloc(offsetof(struct x, data[n]));", "type:struct x to:p more;");
   check("p = malloc(n / sizeof(int));", "to:p;");
   check("p = malloc(size);", "arg:size to:p;");
   check("p = pool_alloc(pool, sizeof(struct x));", "sized:struct x to:p;");
   check("p = malloc(sizeof(struct node *) * n);", "sized:struct node* to:p many;");
   check("p = malloc(sizeof(const struct node));", "sized:struct node to:p;");
   check("p = malloc(sizeof(unsigned long));", "sized:unsigned long to:p;");
   check("p = malloc(sizeof(struct x[4]));", "to:p;");
   check("p = malloc(n * sizeof(long));", "sized:long to:p many;");
}

static void targets(void **state)
{
   (void)state;
   check("struct node *n = malloc(size);", "arg:size cast:struct node* to:n;");
   check("   const node_t *restrict n = malloc(8);", "cast:node_t* to:n;");
   check("node_ptr n = malloc(8);", "cast:node_ptr to:n;");
   check("static unsigned char *n = malloc(8);", "cast:unsigned char* to:n;");
   check("struct node **all = malloc(8);", "cast:struct node** to:all;");
   check("struct node *a[3] = malloc(8);", "cast:struct node* to:a*;");
   check("list->head = malloc(8);", "to:list*.head;");
   check("(*list)->head = malloc(8);", "to:list**.head;");
   check("*out = malloc(8);", "to:out*;");
   check("(*out) = malloc(8);", "to:out*;");
   check("table[i].slots[h & 3] = malloc(8);", "to:table*.slots*;");
   check("s.a.b = malloc(8);", "to:s.a.b;");
   check("a = b = malloc(8);", "to:b;");
   check("x = *p = malloc(8);", "to:p*;");
   check("if ((p = malloc(8)) == NULL) return;", "to:p;");
   check("if (!(p->q = malloc(8)) || z)", "to:p*.q;");
   check("while (a && (p = malloc(8)) != NULL)", "to:p;");
   check("for (i = 0; i < n; i++) p[i] = malloc(8);", "to:p*;");
   check("else p = malloc(8);", "to:p;");
   check("case 3: p = malloc(8);", "to:p;");
   check("if (x) p = malloc(8);", "to:p;");
   check("p = n ? malloc(n) : NULL;", "arg:n to:p;");
   check("p = n == 0 ? NULL : malloc(n);", "arg:n to:p;");
   check("return malloc(8);", "return:;");
   check("return(malloc(8));", "return:;");
   check("return x ? malloc(8) : 0;", "return:;");
   check("list_add(list, malloc(8));", ";");
   check("assert(malloc(8));", ";");
   check("malloc(8);", ";");
   check("p += malloc(8);", ";");
   check("f(x)->y = malloc(8);", ";");
}

static void casts(void **state)
{
   (void)state;
   check("p = (struct node *)malloc(8);", "cast:struct node* to:p;");
   check("p = (struct node **) malloc(8);", "cast:struct node** to:p;");
   check("p = (node_ptr)(malloc(8));", "cast:node_ptr to:p;");
   check("return (struct node *) malloc(sizeof(struct node));",
         "sized:struct node cast:struct node* return:;");
   check("p = (void *)(T *)malloc(8);", "cast:T* cast:void* to:p;");
   check("p = static_cast<T *>(malloc(8));", "cast:T* to:p;");
   check("auto p = reinterpret_cast<a::T*>(std::malloc(8));", "cast:a::T* to:p;");
   check("f((struct node *)malloc(8));", "cast:struct node*;");
   check("<T *>(malloc(8));", ";");
   check("x<T *>(malloc(8));", ";");
   check("if (x) (void)malloc(8);", "cast:void;");
}

static void macros(void **state)
{
   (void)state;
   check("p = XNEW (struct node);", "type:struct node to:p;");
   check("p = g_new0 (Node, n);", "arg:Node arg:n to:p many;");
   check("p = talloc(ctx, struct node);", "arg:ctx type:struct node to:p;");
   check("NEW(p);", "arg:p;");
   check("p = ALLOC_N(a->b, 3);", "to:p;");
}

/* Several lines, comments, strings, preprocessor lines. */
static void statements(void **state)
{
   (void)state;
   check("p =\n@   malloc(sizeof(\n      struct node));\nq = 1;",
         "sized:struct node to:p;");
   check("a = malloc(sizeof(struct a));\n@b = malloc(sizeof(struct b));\n"
         "c = malloc(sizeof(struct c));",
         "sized:struct b to:b;");
   check("a = malloc(sizeof(struct a)); b = malloc(sizeof(struct b));",
         "sized:struct a to:a;sized:struct b to:b;");
   check("struct x *p\n@   = malloc(8);", "cast:struct x* to:p;");
   check("int i;\n/* ; p = */\n@p // malloc(sizeof(int))\n= malloc(8);", "");
   check("int i;\n@p /* = */ = /* { */ malloc(8 /* ) */);", "to:p;");
   check("x = \";\";\n@p = f(\"malloc(\\\"\", '\"', malloc(8));", ";");
   check("#define X y = \\\n   ;\n@p = malloc(8);\n#if z\n", "to:p;");
   check("{\n#ifdef A\n@   p = malloc(8);\n#else\n", "to:p;");
   check("\n@\nfoo();", "no statement");
   check("\n@// p = malloc(8);", "no statement");
   check("", "no statement");
   check("p = malloc(", "to:p;");
   check("p = malloc(sizeof(", "to:p;");
   check("p = malloc(sizeof", "to:p;");
   check("= malloc(8)", ";");
   check(") = malloc(8)", ";");
   check("]] = malloc)(8)", "");
   check("((((((((((((((malloc(8)", ";");
   check("p = alloc(\"\\", "to:p;");
   check("/* p = malloc(8)", "no statement");
}

/* ---- Calls of functions that are known ---- */

static void callees(void **state)
{
   (void)state;
   check_from("p = get(n, malloc_size(q));", "get", "arg:n to:p;");
   check_from("p = get(sizeof *p) + get(2);", "get", "sized:p* to:p;;");
   check_from("p = pool->get(sizeof *p);", "get", "sized:p* to:p;");
   check_from("p = GET(struct x);", "get", "type:struct x to:p;");
   check_from("p = GET(struct x) + MALLOC(3);", "get", ";");
   check_from("f(get(1), p = g(2));", "h", ";;to:p;");
   check_from("int x = 3;", "get", "");
   check("p = strdup(s);", "arg:s to:p;");
   check("p = make(s);", "arg:s to:p;");
   check("if (a) return sizeof(b);", "");
}

/* ---- C++ ---- */

static void of_new(void **state)
{
   (void)state;
   check("p = new node;", "type:node;");
   check("p = new a::node(1, f(2));", "type:a::node;");
   check("list<int>::node *p = new list<int>::node{v};", "type:list<int>::node;");
   check("p = new node[n + 1];", "type:node many;");
   check("p = new (std::nothrow) struct node;", "type:struct node;");
   check("p = new (where) pair<int, a::b*>(1);", "type:pair<int, a::b*>;");
   check("p = new node *[8];", "type:node* many;");
   check("f(new a, new b(new c));", "type:a;type:b;type:c;");
   check("p = ::operator new(sizeof(node));", "sized:node to:p;");
   check("return static_cast<_Tp*>(::operator new(__n * sizeof(_Tp)));",
         "sized:_Tp cast:_Tp* return: many;");
   check("p = std::make_unique<a::node>(1);", "arg:a::node to:p;");
   check("this->head_ = alloc_.allocate(1);", "to:this*.head_;");
   check("Foo *Bar::instance = allocate();", "cast:Foo* to:Bar::instance;");
   check("auto *p = allocate();", "to:p;");
   check("if (a < b && c > (d)) p = allocate(1);", "to:p;");
   check("std::map<int, std::vector<int>> *p = allocate(8);",
         "cast:std::map<int, std::vector<int>>* to:p;");
   check("p = new", ";");
   check("p = new (", ";");
   check("p = new ::a::b<c", ";");
}

static void too_much(void **state)
{
   (void)state;
   char text[1000] = "p = ", name[300];
   memset(name, 'a', sizeof name);
   sprintf(text, "p = malloc(sizeof(struct %.*s));", 250, name);
   check(text, "to:p;");
   sprintf(text, "%.*s = malloc(8);", 250, name);
   check(text, ";");
   text[0] = '\0';
   for (int i = 0; i < 450; i++)
      strcat(text, "a ");
   check(text, "no statement");
   check("malloc(); malloc(); malloc(); malloc(); malloc();", ";;;;");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes),  cmocka_unit_test(targets),    cmocka_unit_test(casts),
      cmocka_unit_test(macros), cmocka_unit_test(statements), cmocka_unit_test(callees),
      cmocka_unit_test(of_new), cmocka_unit_test(too_much),
   };
   return cmocka_run_group_tests_name("ty_hints", tests, NULL, NULL);
}
