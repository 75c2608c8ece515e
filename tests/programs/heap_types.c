/* heap_types.c -- blocks of many types, allocated in many ways; prints what
   ty_types must find for each: "case_name TYPE SIZE; field:offset:size; ...", or
   "case_name ?" where it must report no type.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASE(name) __attribute__((noinline)) void name(void)

static void *volatile kept;
static volatile size_t three = 3;

static void use(void *p)
{
   kept = p;
}

/* The name of the case, the type, its size, and then fields. */
#define TYPE(text, size) \
   printf("%s %s %zu", __func__, text, (size_t)(size))
#define FIELD(structure, field) \
   printf("; %s:%zu:%zu", #field, offsetof(structure, field), \
          sizeof(((structure *)0)->field))
#define NAMED(text, offset, size) \
   printf("; %s:%zu:%zu", text, (size_t)(offset), (size_t)(size))
#define END() printf("\n")
#define NONE() printf("%s ?\n", __func__)

struct point {
   int x, y;
};

struct node {
   struct node *next;
   struct point pos;
   char name[13];
   double weight;
};

enum { NODE_B = sizeof(struct node) };

static void say_node(const char *function)
{
   printf("%s struct node %zu", function, sizeof(struct node));
   FIELD(struct node, next);
   FIELD(struct node, pos.x);
   FIELD(struct node, pos.y);
   NAMED("name[13]", offsetof(struct node, name), 13);
   FIELD(struct node, weight);
   END();
}

/* ---- Ways to state the type of a block ---- */

CASE(case_local)
{
   struct node *n = malloc(sizeof *n);
   use(n);
   say_node(__func__);
}

CASE(case_by_name)
{
   void *memory;
   memory = malloc(sizeof(struct node));
   use(memory);
   say_node(__func__);
}

static struct node *head;

CASE(case_global)
{
   head = calloc(1, sizeof(*head));
   if ((head->next = malloc(sizeof(*head->next))) == NULL)
      abort();
   use(head);
   say_node(__func__);
}

CASE(case_no_size)
{
   size_t size = sizeof(struct node);
   struct node *n
      = malloc(size);
   use(n);
   say_node(__func__);
}

CASE(case_cast)
{
   use((struct node *)malloc(NODE_B));
   say_node(__func__);
}

CASE(case_lines)
{
   struct node *first = NULL, **last = &first;
   for (size_t i = 0; i < three; i++) {
      *last =
         malloc(
            sizeof(
               struct node));
      (*last)->next = NULL;
      last = &(*last)->next;
   }
   use(first);
   say_node(__func__);
}

static struct node *make_node(void)
{
   return malloc(sizeof(struct node));
}

CASE(case_function)
{
   struct node *n = make_node();
   use(n);
   say_node(__func__);
}

/* ---- Wrappers ---- */

static __attribute__((noinline)) void *checked_malloc(size_t size)
{
   void *block = malloc(size);
   if (block == NULL)
      abort();
   return block;
}

static __attribute__((noinline)) void *checked(size_t n, size_t size)
{
   return checked_malloc(n * size);
}

CASE(case_wrapped)
{
   struct node *n = checked_malloc(sizeof *n);
   use(n);
   say_node(__func__);
}

CASE(case_wrapped_twice)
{
   struct node *n = checked(1, sizeof(struct node));
   use(n);
   say_node(__func__);
}

#define NEW(type) ((type *)checked_malloc(sizeof(type)))

CASE(case_macro)
{
   use(NEW(struct node));
   say_node(__func__);
}

static inline __attribute__((always_inline)) void *inlined(size_t size)
{
   void *p = malloc(size);
   return p;
}

CASE(case_inlined)
{
   struct node *n = inlined(sizeof *n);
   use(n);
   say_node(__func__);
}

/* A header before each block. */
static __attribute__((noinline)) void *with_header(size_t size)
{
   size_t *block = malloc(size + sizeof(size_t));
   block[0] = size;
   return block + 1;
}

CASE(case_with_header)
{
   struct node *n = with_header(sizeof *n);
   use(n);
   NONE();
}

/* Pieces of a large block. */
static __attribute__((noinline)) void *piece(size_t size)
{
   static char *at;
   if (at == NULL)
      at = malloc(100 * size);
   at += size;
   return at - size;
}

CASE(case_pool)
{
   struct node *n = piece(sizeof *n);
   use(n);
   NONE();
}

/* It returns another pointer than the allocated block. */
static __attribute__((noinline)) void *insert(void **place, void *item)
{
   *place = malloc(NODE_B);
   return item;
}

CASE(case_returns_other)
{
   static void *place;
   struct node *n = insert(&place, place);
   use(n);
   NONE();
}

/* Two on one line that differ in their sizes, and two that do not. */
CASE(case_one_line)
{
   struct node *n = malloc(sizeof *n); struct point *p = malloc(sizeof *p);
   use(n);
   use(p);
   say_node(__func__);
   TYPE("struct point", sizeof(struct point));
   FIELD(struct point, x);
   FIELD(struct point, y);
   END();
}

CASE(case_which)
{
   struct point *p = malloc(sizeof *p); float *f = malloc(2 * sizeof *f);
   use(p);
   use(f);
   NONE();
}

/* ---- Arrays ---- */

CASE(case_array)
{
   struct node *all = malloc(three * sizeof *all);
   use(all);
   say_node(__func__);
}

CASE(case_calloc)
{
   struct node *all = calloc(three, sizeof(struct node));
   use(all);
   say_node(__func__);
}

static struct table {
   size_t n;
   struct point *points;
} table;

CASE(case_grows)
{
   struct table *t = &table;
   for (t->n = 1; t->n < 9; t->n++)
      t->points = realloc(t->points, t->n * sizeof *t->points);
   use(t->points);
   TYPE("struct point", sizeof(struct point));
   FIELD(struct point, x);
   FIELD(struct point, y);
   END();
}

CASE(case_pointers)
{
   struct node **all = malloc(three * 2 * sizeof *all);
   use(all);
   NONE();
}

/* As large as a node, but not a node. */
CASE(case_characters)
{
   char *text = malloc(NODE_B);
   use(text);
   char *copy = strdup("a text that has as many bytes as a node");
   use(copy);
   NONE();
}

CASE(case_numbers)
{
   double *numbers = malloc(three * 2 * sizeof(double));
   use(numbers);
   NONE();
}

/* ---- Kinds of types ---- */

struct message {
   unsigned char kind;
   unsigned short length;
   char text[];
};

CASE(case_open)
{
   struct message *m = malloc(sizeof *m + 60);
   use(m);
   TYPE("struct message", sizeof(struct message) + 60);
   FIELD(struct message, kind);
   FIELD(struct message, length);
   NAMED("text[]", offsetof(struct message, text), 60);
   END();
}

CASE(case_behind)
{
   struct point *p = malloc(sizeof(struct point) + 5 * sizeof(double));
   use(p);
   TYPE("struct point", sizeof(struct point) + 5 * sizeof(double));
   FIELD(struct point, x);
   FIELD(struct point, y);
   NAMED("(rest)", sizeof(struct point), 5 * sizeof(double));
   END();
}

typedef struct {
   unsigned is_used : 1, kind : 3, : 4, more : 9;
   signed far : 31;
   union {
      int number;
      void *pointer;
   };
   union {
      float f;
      char c[4];
   } either;
   struct {
      short a;
      struct {
         char b;
      } deep;
   };
   int matrix[2][3];
   int (*compare)(const void *, const void *);
   struct point corners[2];
   const volatile struct point *seen;
} odd;

CASE(case_odd)
{
   odd *o = malloc(sizeof *o);
   use(o);
   TYPE("odd", sizeof(odd));
   NAMED("is_used, kind", 0, 1);
   NAMED("more", 1, 2);
   NAMED("far", 4, 4);
   NAMED("number | pointer", offsetof(odd, number), sizeof(void *));
   FIELD(odd, either);
   FIELD(odd, a);
   FIELD(odd, deep.b);
   NAMED("matrix[6]", offsetof(odd, matrix), 6 * sizeof(int));
   FIELD(odd, compare);
   FIELD(odd, corners[0].x);
   FIELD(odd, corners[0].y);
   FIELD(odd, corners[1].x);
   FIELD(odd, corners[1].y);
   FIELD(odd, seen);
   END();
}

union value {
   long number;
   char text[40];
};

CASE(case_union)
{
   union value *v = malloc(sizeof *v);
   use(v);
   TYPE("union value", sizeof(union value));
   NAMED("number | text", 0, sizeof(union value));
   END();
}

/* A derived type is allocated as itself. */
struct base {
   int kind;
};

struct derived {
   struct base base;
   int rest[9];
};

CASE(case_derived)
{
   struct base *b = malloc(sizeof(struct derived));
   use(b);
   TYPE("struct derived", sizeof(struct derived));
   FIELD(struct derived, base.kind);
   NAMED("rest[9]", offsetof(struct derived, rest), 9 * sizeof(int));
   END();
}

/* ---- Contradictions ---- */

CASE(case_wrong_size)
{
   struct node *n = malloc(sizeof(struct node) + 1 - 2);
   use(n);
   NONE();
}

CASE(case_other_type)
{
   struct point *p = malloc(sizeof(struct node));
   use(p);
   NONE();
}

CASE(case_by_chance)
{
   struct node *n = NULL;
   use(n);
   kept = malloc(NODE_B);
   NONE();
}

int main(void)
{
   static char buffer[BUFSIZ];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer); /* no block of its own */
   case_local();
   case_by_name();
   case_global();
   case_no_size();
   case_cast();
   case_lines();
   case_function();
   case_wrapped();
   case_wrapped_twice();
   case_macro();
   case_inlined();
   case_with_header();
   case_pool();
   case_returns_other();
   case_one_line();
   case_which();
   case_array();
   case_calloc();
   case_grows();
   case_pointers();
   case_characters();
   case_numbers();
   case_open();
   case_behind();
   case_odd();
   case_union();
   case_derived();
   case_wrong_size();
   case_other_type();
   case_by_chance();
   return 0;
}
