/* owners_reuse.c -- heaps whose memory is freed and allocated again: what the words of a
   block say that the program wrote, wrote again, or never wrote.

      owners_reuse CASE

   Prints nothing that depends on addresses.  What is lost is meant to be.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <valgrind/memcheck.h>

enum { N = 300, ROUNDS = 3, TEXT_B = 104 };

typedef struct object {
   long numbers[3];
   struct object *next, *other;
   char *text;
} object;

__attribute__((used)) static object *kept[N];
__attribute__((used)) static object *list;
__attribute__((used)) static void *volatile one;

static object *make(int i)
{
   object *o = malloc(sizeof *o);
   memset(o, 0, sizeof *o);
   o->numbers[0] = i;
   o->text = malloc(TEXT_B);
   memset(o->text, i, TEXT_B);
   return o;
}

static void drop(object *o)
{
   free(o->text);
   free(o);
}

/* The same objects at the same addresses, with the same pointers in them. */
static void same(void)
{
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < N; i++) {
         if (kept[i] != NULL)
            drop(kept[i]);
         kept[i] = make(i);
      }
}

/* Without a memset: only the pointer is written. */
static void bare(void)
{
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < N; i++) {
         if (kept[i] != NULL)
            drop(kept[i]);
         object *o = malloc(sizeof *o);
         o->text = malloc(TEXT_B);
         kept[i] = o;
      }
}

static void make_list(void)
{
   for (int i = 0; i < N; i++) {
      object *o = malloc(sizeof *o);
      o->next = list;
      o->text = malloc(TEXT_B);
      list = o;
   }
}

static void drop_list(void)
{
   for (object *o = list, *next; o != NULL; o = next) {
      next = o->next;
      drop(o);
   }
   list = NULL;
}

static void lists(void)
{
   for (int round = 0; round < ROUNDS; round++) {
      drop_list();
      make_list();
   }
}

/* A list is dropped in the other order. */
static void reversed(void)
{
   object *order[N];
   for (int round = 0; round < ROUNDS; round++) {
      make_list();
      int n = 0;
      for (object *o = list; o != NULL; o = o->next)
         order[n++] = o;
      while (n > 0)
         drop(order[--n]);
      list = NULL;
   }
   make_list();
}

/* A buffer has pointers of its former user, which are the only ones: they are lost. */
static void hidden(void)
{
   object **pointers = malloc(N * sizeof *pointers);
   for (int i = 0; i < N; i++)
      pointers[i] = make(i);
   free(pointers);
   one = malloc(N * sizeof *pointers);
}

/* The buffer's second half is written again, by copies of several sizes. */
static void half(void)
{
   static object *made[N];
   object **pointers = malloc(N * sizeof *pointers);
   for (int i = 0; i < N; i++)
      made[i] = pointers[i] = make(i);
   free(pointers);
   pointers = malloc(N * sizeof *pointers);
   memcpy(pointers + N / 2, made + N / 2, (N / 2 - 10) * sizeof *pointers);
   for (int i = N - 10; i < N; i++)
      memmove(pointers + i, made + i, sizeof *pointers);
   memset(made, 0, sizeof made);
   one = pointers;
}

/* Byte by byte. */
static void bytes(void)
{
   object **pointers = malloc(N * sizeof *pointers);
   for (int i = 0; i < N; i++)
      pointers[i] = make(i);
   volatile unsigned char *copy = malloc(N * sizeof *pointers);
   for (size_t i = 0; i < N * sizeof *pointers; i++)
      copy[i] = ((unsigned char *)pointers)[i];
   free(pointers);
   pointers = malloc(N * sizeof *pointers);
   for (size_t i = 0; i < N * sizeof *pointers; i++)
      ((volatile unsigned char *)pointers)[i] = copy[i];
   free((void *)copy);
   one = pointers;
}

/* The kernel writes them. */
static void kernel(void)
{
   int ends[2];
   enum { FEW = 100 };
   object **pointers = malloc(FEW * sizeof *pointers);
   for (int i = 0; i < FEW; i++)
      pointers[i] = make(i);
   if (pipe(ends) != 0
       || write(ends[1], pointers, FEW * sizeof *pointers)
             != (ssize_t)(FEW * sizeof *pointers))
      exit(1);
   free(pointers);
   pointers = malloc(FEW * sizeof *pointers);
   if (read(ends[0], pointers, FEW * sizeof *pointers)
       != (ssize_t)(FEW * sizeof *pointers))
      exit(1);
   one = pointers;
}

/* An array grows, in its place and elsewhere; its words were written, but the last. */
static void grown(void)
{
   object **pointers = NULL;
   for (int i = 0; i < N; i++) {
      if ((i & (i - 1)) == 0)
         pointers = realloc(pointers, (i == 0 ? 1 : 2 * (size_t)i) * sizeof *pointers);
      pointers[i] = make(i);
   }
   for (int i = N / 2; i < N; i++)
      pointers[i] = NULL; /* lost */
   one = pointers;
}

/* A list of free objects of the program's own: none of them is lost. */
static void free_list(void)
{
   object *unused = NULL;
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < N; i++) {
         if (kept[i] != NULL) {
            kept[i]->next = unused;
            unused = kept[i];
         }
         object *o = unused;
         if (o == NULL || i % 3 == 0)
            o = make(i);
         else
            unused = o->next;
         kept[i] = o;
      }
   list = unused;
}

/* Blocks of an arena, which Valgrind is told of, are given out again. */
static void arena(void)
{
   static char memory[N * sizeof(object)];
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < N; i++) {
         object *o = (object *)(memory + (size_t)i * sizeof *o);
         if (round > 0) {
            free(o->text);
            VALGRIND_FREELIKE_BLOCK(o, 0);
         }
         VALGRIND_MALLOCLIKE_BLOCK(o, sizeof *o, 0, 0);
         o->text = malloc(TEXT_B);
         kept[i] = o;
      }
}

/* An arena's block that is given out again, but not written: what it kept is lost. */
static void arena_hidden(void)
{
   static char memory[N * sizeof(object)];
   for (int i = 0; i < N; i++) {
      object *o = (object *)(memory + (size_t)i * sizeof *o);
      VALGRIND_MALLOCLIKE_BLOCK(o, sizeof *o, 0, 0);
      o->text = malloc(TEXT_B);
      VALGRIND_FREELIKE_BLOCK(o, 0);
      VALGRIND_MALLOCLIKE_BLOCK(o, sizeof *o, 0, 0);
      kept[i] = o;
   }
}

/* A table is made larger twice, and cleared. */
static void table(void)
{
   for (size_t n = N; n < 8 * N; n *= 2) {
      object **slots = calloc(n, sizeof *slots);
      for (int i = 0; i < N; i++) {
         if (kept[i] == NULL)
            kept[i] = make(i);
         slots[(size_t)i * 7 % n] = kept[i];
      }
      free(one);
      one = slots;
   }
   memset(kept, 0, sizeof kept);
}

/* Objects are assigned, which compilers do with instructions of 16 or 32 bytes. */
static void assigned(void)
{
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < N; i++) {
         if (kept[i] != NULL)
            drop(kept[i]);
         object *o = malloc(sizeof *o);
         char *text = malloc(TEXT_B);
         *o = (object){ .numbers = { i, i, i }, .text = text };
         kept[i] = o;
      }
}

static const struct {
   const char *name;
   void (*run)(void);
} cases[] = {
   { "same", same },       { "bare", bare },         { "lists", lists },
   { "reversed", reversed },
   { "hidden", hidden },   { "half", half },         { "bytes", bytes },
   { "kernel", kernel },   { "grown", grown },       { "free-list", free_list },
   { "arena", arena },     { "arena-hidden", arena_hidden },
   { "table", table },     { "assigned", assigned },
};

/* What registers and dead frames have of a case is overwritten. */
__attribute__((noinline)) static void forget(void)
{
   volatile char frames[1 << 14];
   for (size_t i = 0; i < sizeof frames; i++)
      frames[i] = 0;
}

int main(int argc, char **argv)
{
   for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++)
      if (strcmp(cases[i].name, argv[1]) == 0) {
         cases[i].run();
         forget();
         return 0;
      }
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      puts(cases[i].name);
   return argc == 1 ? 0 : 2;
}
