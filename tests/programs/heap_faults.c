/* heap_faults.c -- for each kind of finding of hp_annotate, a mode that has it, and
   similar modes without one.  The finding is in a function with the name of its
   mode, and the mode prints the saving.

   heap_faults MODE    prints "FAULT FUNCTION BYTES BLOCKS OF", or nothing
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* getline */
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Volatile, so that each access that is written here takes place. */
typedef volatile unsigned char byte;

static unsigned sum; /* what was read */

static byte *taken(void *block)
{
   if (block == NULL)
      abort();
   return block;
}

static void put(byte *block, size_t from, size_t to)
{
   for (size_t i = from; i < to; i++)
      block[i] = (byte)i;
}

static void use(byte *block, size_t from, size_t to)
{
   for (size_t i = from; i < to; i++)
      sum += block[i];
}

static void work(unsigned n)
{
   for (volatile unsigned i = 0; i < n; i++)
      ;
}

/* ---- Never touched ---- */

static void untouched(void)
{
   for (int i = 0; i < 20; i++)
      free((void *)taken(malloc(500)));
   printf("untouched untouched 500 1 peak\n");
}

/* Zeros that are never read were not needed. */
static void untouched_calloc(void)
{
   byte *block = taken(calloc(100, 100));
   free((void *)block);
   printf("untouched untouched_calloc 10000 1 peak\n");
}

/* One byte of each is touched. */
static void touched_once(void)
{
   for (int i = 0; i < 20; i++) {
      byte *block = taken(malloc(40));
      put(block, i, i + 1);
      use(block, i, i + 1);
      free((void *)block);
   }
}

/* Zeros that are read were needed. */
static void zeros(void)
{
   byte *block = taken(calloc(1, 10000));
   use(block, 0, 10000);
   free((void *)block);
}

/* ---- Written, never read ---- */

static void unread(void)
{
   for (int i = 0; i < 20; i++) {
      byte *block = taken(malloc(500));
      put(block, 0, 500);
      free((void *)block);
   }
   printf("unread unread 500 1 peak\n");
}

/* A quarter of each is not read; of the twin less. */
static void read_in_part(size_t n)
{
   for (int i = 0; i < 20; i++) {
      byte *block = taken(malloc(400));
      put(block, 0, 400);
      use(block, 0, n);
      free((void *)block);
   }
}

static void partly_read(void)
{
   read_in_part(300);
   printf("unread read_in_part 100 1 peak\n");
}

static void mostly_read(void)
{
   read_in_part(301);
}

/* Each block is kept for the sake of one byte. */
static void read_a_little(void)
{
   for (int i = 0; i < 20; i++) {
      byte *block = taken(malloc(500));
      put(block, 0, 500);
      use(block, 250, 251);
      free((void *)block);
   }
   printf("kept-part read_a_little 499 1 peak\n");
}

/* The kernel reads. */
static void written_out(void)
{
   FILE *out = fopen("/dev/null", "w");
   char *block = malloc(10000);
   if (out == NULL || block == NULL)
      abort();
   setvbuf(out, NULL, _IONBF, 0);
   put((byte *)block, 0, 10000);
   fwrite(block, 1, 10000, out);
   fclose(out);
   free(block);
}

/* ---- Reserved, never touched ---- */

static void fill(size_t n)
{
   for (int i = 0; i < 20; i++) {
      byte *block = taken(malloc(1000));
      put(block, 0, n);
      use(block, 0, n);
      free((void *)block);
   }
}

static void slack(void)
{
   fill(750);
   printf("slack fill 250 1 peak\n");
}

static void nearly_full(void)
{
   fill(751);
}

/* Sparse: what is between is no end. */
static void sparse(void)
{
   for (int i = 0; i < 20; i++) {
      byte *block = taken(malloc(1000));
      for (size_t at = 0; at < 1000; at += 200) {
         put(block, at, at + 50);
         use(block, at, at + 50);
      }
      free((void *)block);
   }
   printf("kept-part sparse 750 1 peak\n");
}

/* Just grown by a factor: more than three quarters are used. */
static void doubled(void)
{
   size_t size = 16, n = 13000;
   byte *block = taken(malloc(size));
   for (size_t i = 0; i < n; i++) {
      if (i == size) {
         size *= 2;
         block = taken(realloc((void *)block, size));
      }
      put(block, i, i + 1);
   }
   use(block, 0, n);
   free((void *)block);
}

/* Hot and cold fields; the name is empty, the rest is used. */
struct item {
   struct item *next;
   int id;
   char name[20];
   double weight;
};

static struct item *new_item(struct item *next, int id)
{
   struct item *item = malloc(sizeof *item);
   if (item == NULL)
      abort();
   *(struct item *volatile *)&item->next = next;
   *(volatile int *)&item->id = id;
   *(volatile double *)&item->weight = id;
   return item;
}

static void fields(void)
{
   struct item *first = NULL;
   for (int i = 0; i < 200; i++)
      first = new_item(first, i);
   for (int k = 0; k < 10; k++)
      for (struct item *i = first; i != NULL;
           i = *(struct item *volatile *)&i->next)
         sum += (unsigned)*(volatile int *)&i->id;
   while (first != NULL) {
      struct item *next = *(struct item *volatile *)&first->next;
      free(first);
      first = next;
   }
   printf("fields new_item any 200 peak\n");
}

/* ---- Each site little, all sites of a type much ---- */

/* As in a parser: positions for messages that are never printed. */
struct token {
   struct token *next;
   int kind, line, column;
   long offset;
};

static struct token *tokens;

static void new_token(int kind, int line)
{
   struct token *token = malloc(sizeof *token);
   if (token == NULL)
      abort();
   *(volatile struct token *)token
      = (struct token){ tokens, kind, line, 7 * line, 90 * line };
   tokens = token;
}

/* Each way through the recursion is a call path, and allocates 32 bytes. */
static void parse_object(int depth);
static void parse_list(int depth);

static void parse_value(int depth)
{
   new_token(depth, depth);
   if (depth > 0) {
      parse_value(depth - 1);
      parse_list(depth - 1);
      parse_object(depth - 1);
   }
}

static void parse_list(int depth)
{
   parse_value(depth);
   sum++;
}

static void parse_object(int depth)
{
   parse_value(depth);
   sum += 2;
}

static void parser(void)
{
   parse_value(5);
   int n = 0;
   while (tokens != NULL) {
      volatile struct token *token = tokens;
      n++;
      sum += (unsigned)token->kind;
      tokens = token->next;
      free((void *)token);
   }
   printf("fields new_token any %d peak\n", n);
}

/* Blocks that are never touched. */
static void scatter(int depth)
{
   free((void *)taken(malloc(40)));
   if (depth > 0) {
      scatter(depth - 1);
      scatter(depth - 1);
   }
   sum++;
}

static void scattered(void)
{
   byte *used = taken(malloc(8000));
   put(used, 0, 8000);
   use(used, 0, 8000);
   scatter(6);
   free((void *)used);
   printf("untouched scatter 5080 127 run\n");
}

/* ---- Short-lived and hot ---- */

static void hot(void)
{
   for (int i = 0; i < 5000; i++) {
      byte *block = taken(malloc(48));
      put(block, 0, 48);
      use(block, 0, 48);
      free((void *)block);
   }
   printf("temporary hot 0 4999 run\n");
}

/* One of four is kept: on average, blocks live long. */
static void hot_and_kept(void)
{
   static byte *kept[1000];
   for (int i = 0; i < 4000; i++) {
      byte *block = taken(malloc(48));
      put(block, 0, 48);
      use(block, 0, 48);
      if (i % 4 == 0)
         kept[i / 4] = block;
      else
         free((void *)block);
   }
   for (int i = 0; i < 1000; i++)
      free((void *)kept[i]);
   printf("temporary hot_and_kept 0 2999 run\n");
}

/* As many, but all are live at once. */
static void list(void)
{
   void **last = NULL;
   for (int i = 0; i < 5000; i++) {
      void **node = malloc(48);
      if (node == NULL)
         abort();
      for (int k = 0; k < 6; k++)
         node[k] = last;
      last = node;
   }
   while (last != NULL) {
      void **next = last[0];
      for (int k = 1; k < 6; k++)
         sum += last[k] != NULL;
      free(last);
      last = next;
   }
}

/* Short lives, but few. */
static void few(void)
{
   for (int i = 0; i < 200; i++) {
      byte *block = taken(malloc(48));
      put(block, 0, 48);
      use(block, 0, 48);
      free((void *)block);
      work(100);
   }
}

/* Many, one at a time, but each lives during long work. */
static void jobs(void)
{
   for (int i = 0; i < 1500; i++) {
      byte *block = taken(malloc(48));
      put(block, 0, 48);
      work(20000);
      use(block, 0, 48);
      free((void *)block);
   }
}

/* One large block for a short time. */
static void large(void)
{
   byte *block = taken(malloc(1000000));
   put(block, 0, 1000000);
   use(block, 0, 1000000);
   free((void *)block);
}

/* ---- Grown by small reallocations ---- */

static void grown(void)
{
   byte *block = NULL;
   size_t size = 0;
   for (int i = 0; i < 1000; i++) {
      size += 40;
      block = taken(realloc((void *)block, size));
      put(block, size - 40, size);
   }
   use(block, 0, size);
   free((void *)block);
   printf("grown grown any 999 run\n");
}

/* As vectors do: allocate, copy, free.  Those of the twin have their size at once. */
static byte *rows[500];

static void fill_rows(size_t size)
{
   for (int i = 0; i < 500; i++) {
      size_t room = 0;
      for (size_t n = 0; n < 64; n += 8) {
         if (n + 8 > room) {
            size_t larger = room == 0 ? size : 2 * room;
            byte *to = taken(malloc(larger));
            for (size_t k = 0; k < n; k++)
               to[k] = rows[i][k];
            free((void *)rows[i]);
            rows[i] = to;
            room = larger;
         }
         put(rows[i], n, n + 8);
      }
      use(rows[i], 0, 64);
   }
   for (int i = 0; i < 500; i++)
      free((void *)rows[i]);
}

static void vectors(void)
{
   fill_rows(8);
   printf("grown fill_rows 28000 1500 run\n");
}

static void reserved(void)
{
   fill_rows(64);
}

/* Many blocks, each of which is reallocated once. */
static void trimmed(void)
{
   for (int i = 0; i < 500; i++) {
      byte *block = taken(malloc(200));
      put(block, 0, 100);
      block = taken(realloc((void *)block, 100));
      use(block, 0, 100);
      free((void *)block);
      work(500);
   }
}

/* ---- Alive at the end ---- */

static void leaked(void)
{
   for (int i = 0; i < 25; i++) {
      byte *block = taken(malloc(100));
      put(block, 0, 100);
      use(block, 0, 100);
      if (i % 5 == 0)
         free((void *)block);
   }
   printf("leaked leaked 2000 20 end\n");
}

/* Too little to be listed. */
static void leaked_little(void)
{
   byte *block = taken(malloc(60));
   put(block, 0, 60);
   use(block, 0, 60);
}

/* The program must close its stream, though it did not allocate the buffer. */
static void unclosed(void)
{
   if (fopen("/dev/null", "r") == NULL)
      abort();
   printf("leaked unclosed any 1 end\n");
}

/* Buffers of the C library. */
static void streams(void)
{
   char line[64], *whole = NULL;
   size_t size_B = 0;
   FILE *file = fopen("/proc/self/comm", "r");
   if (file == NULL || getline(&whole, &size_B, file) < 0)
      abort();
   fclose(file);
   free(whole);
   for (int i = 0; i < 3; i++) {
      FILE *in = fopen("/proc/self/stat", "r");
      if (in == NULL || fgets(line, sizeof line, in) == NULL)
         abort();
      fclose(in);
   }
}

static const struct {
   const char *name;
   void (*run)(void);
} modes[] = {
   { "untouched", untouched },
   { "untouched_calloc", untouched_calloc },
   { "touched_once", touched_once },
   { "zeros", zeros },
   { "unread", unread },
   { "partly_read", partly_read },
   { "mostly_read", mostly_read },
   { "read_a_little", read_a_little },
   { "written_out", written_out },
   { "slack", slack },
   { "nearly_full", nearly_full },
   { "sparse", sparse },
   { "doubled", doubled },
   { "fields", fields },
   { "parser", parser },
   { "scattered", scattered },
   { "hot", hot },
   { "hot_and_kept", hot_and_kept },
   { "list", list },
   { "few", few },
   { "jobs", jobs },
   { "large", large },
   { "grown", grown },
   { "vectors", vectors },
   { "reserved", reserved },
   { "trimmed", trimmed },
   { "leaked", leaked },
   { "leaked_little", leaked_little },
   { "unclosed", unclosed },
   { "streams", streams },
};

int main(int argc, char **argv)
{
   static char buffer[1024];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
      if (argc > 1 && strcmp(argv[1], modes[i].name) == 0) {
         modes[i].run();
         return 0;
      }
   if (argc > 1)
      return 2;
   for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
      puts(modes[i].name);
   return 0;
}
