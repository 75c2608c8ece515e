/* data_kinds.c -- misses on data of each kind: blocks, variables, thread-local ones,
   stacks, mappings, the allocator's own memory; and the ways of missing: reads, writes,
   accesses of two lines of memory, in first and last level.  See data.h.
   Usage: data_kinds PLUGIN.so... | thread
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "data.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- Ways of missing */

typedef struct __attribute__((packed, may_alias)) {
   uint32_t value;
} anywhere;

/* A line of memory has 16 words; each 17th begins two bytes before its end. */
static APART void read_split(const volatile char *at, long count)
{
   for (long i = 0; i < count; i++, at += 128)
      (void)((const volatile anywhere *)at)->value; /* @read_split */
}

static APART void change_bytes(volatile char *at, long count, long stride)
{
   for (long i = 0; i < count; i++, at += stride)
      __asm__ volatile("incb %0" : "+m"(*at)); /* @change_bytes */
}

static unsigned next_random(unsigned x)
{
   return x * 1664525u + 1013904223u;
}

/* mask + 1 is a power of two. */
static APART void read_scattered(const volatile char *at, unsigned mask, long count)
{
   unsigned x = 1;
   for (long i = 0; i < count; i++) {
      x = x * 1664525u + 1013904223u;
      (void)at[(x >> 8) & mask]; /* @read_scattered */
   }
}

static void scattered(const char *at, unsigned mask, long count)
{
   unsigned x = 1;
   read_scattered(at, mask, count);
   for (long i = 0; i < count; i++) {
      x = next_random(x);
      accessed("r @read_scattered", at + ((x >> 8) & mask), 1, 1, 0);
   }
}

static APART void read_again(const volatile char *at, long count, long times)
{
   for (long n = 0; n < times; n++)
      for (long i = 0; i < count; i++)
         (void)at[64 * i]; /* @read_again */
}

static void again(const char *at, long count, long times)
{
   forget();
   read_again(at, count, times);
   for (long n = 0; n < times; n++)
      accessed("r @read_again", at, 1, count, 64);
}

static void ways_of_missing(void)
{
   enum { BYTES = 16384 };
   char *block = malloc(BYTES); /* @ways */
   is_data(block, BYTES, "heap @ways");
   walk_lines(block, BYTES);
   forget_near();
   walk(block, BYTES / 64, 64);   /* in the last level */
   forget();
   fill(block, BYTES / 64, 64);
   forget();
   walk(block + 62, 3, 1);        /* the first byte of a line, the third of them */
   /* From the end of one line of memory to the next. */
   char *edge = block + (64 - ((uintptr_t)block & 63)) + 62;
   forget();
   read_split(edge, 20);
   accessed("r @read_split", edge, 4, 20, 128);
   /* Of these, one line is there: still one miss. */
   forget();
   walk(edge + 2, 20, 128);
   read_split(edge, 20);
   accessed("r @read_split", edge, 4, 20, 128);
   forget();
   change_bytes(block, 50, 96);
   accessed("m @change_bytes", block, 1, 50, 96);
   forget();
   scattered(block, BYTES - 1, 3000);
   again(block, 64, 3);           /* just fits */
   again(block, 80, 3);           /* does not: each misses, each time */
   is_gone(block);
   free(block);
}

/* ---- Blocks */

static APART char *take(long bytes)
{
   return malloc(bytes); /* @take */
}

static void blocks(void)
{
   char *two[2], *cleared, *aligned, *copy, *large, *room;
   for (int i = 0; i < 2; i++) {
      two[i] = take(500 + 400 * i); /* @takes_two */
      is_data(two[i], 500 + 400 * i, "heap @take,@takes_two");
   }
   char *other = take(2000); /* @takes_another */
   is_data(other, 2000, "heap @take,@takes_another");
   cleared = calloc(100, 7); /* @cleared */
   is_data(cleared, 700, "heap @cleared");
   if (posix_memalign((void **)&aligned, 4096, 5000) != 0) /* @aligned */
      abort();
   is_data(aligned, 5000, "heap @aligned");
   copy = strdup("a copy of this"); /* @copy */
   is_data(copy, 15, "heap @copy");
   large = malloc(300000); /* @large */
   is_data(large, 300000, "heap @large");
   room = take(3000); /* @takes_room */
   is_data(room, 3000, "heap @take,@takes_room");
   for (int i = 0; i < 2; i++)
      walk_lines(two[i], 500 + 400 * i);
   walk_lines(other, 2000);
   walk_lines(cleared, 700);
   walk_lines(aligned, 5000);
   walk_lines(copy, 15);
   walk_lines(large, 300000);
   walk_lines(room, 3000);
   /* The allocator's own: before a block, and what it got back. */
   forget();
   is_data(other - sizeof(size_t), sizeof(size_t), "brk");
   walk(other - sizeof(size_t), 1, 1);
   free(other);
   is_gone(other);
   is_data(other, 2000, "brk");
   walk_lines(other, 2000);
}

/* ---- Variables */

char shown[640];
static char hidden[4096] = { 1 };
static const char fixed[2048] = { 2 };
static __thread char own_small[512], *own_unused;
static __thread char own_large[3000] = { 3 };
static struct {
   char first[72], second[120];
} pair;

static APART void variables(void)
{
   static char inner[320];
   is_data(shown, sizeof shown, "static shown data_kinds");
   is_data(hidden, sizeof hidden, "static hidden data_kinds");
   is_data((char *)fixed, sizeof fixed, "static fixed data_kinds");
   is_data(inner, sizeof inner, "static inner data_kinds");
   is_data(&pair, sizeof pair, "static pair data_kinds");
   walk_lines(shown, sizeof shown);
   walk_lines(hidden, sizeof hidden);
   walk_lines(fixed, sizeof fixed);
   forget();
   fill(inner, sizeof inner / 64, 64);
   forget();
   walk(pair.second, 2, 64);
   is_data(stdout, 1, "static _IO_2_1_stdout_ libc.so.6");
   walk_lines(stdout, 1);
}

static APART void own_variables(void)
{
   own_unused = own_small;
   is_data(own_small, sizeof own_small, "tls own_small data_kinds");
   is_data(own_large, sizeof own_large, "tls own_large data_kinds");
   walk_lines(own_small, sizeof own_small);
   forget();
   fill(own_large, 40, 72);
   is_gone(own_small);
   is_gone(own_large);
}

/* ---- Stacks */

static APART void has_array(void)
{
   volatile char array[6000];
   is_data((char *)array, sizeof array, "stack has_array");
   walk_inside((char *)array, sizeof array);
   is_gone((char *)array);
}

/* The frames of a function that calls itself are one. */
static APART int goes_deep(int depth, char *outer)
{
   volatile char mine[700];
   mine[0] = (char)depth;
   is_data((char *)mine, sizeof mine, "stack goes_deep");
   if (depth > 0)
      goes_deep(depth - 1, depth == 3 ? (char *)mine : outer);
   else
      walk_inside(outer, 700);
   walk_inside((char *)mine, sizeof mine);
   is_gone((char *)mine);
   return mine[0];
}

static APART void has_room(long bytes)
{
   char *room = __builtin_alloca(bytes);
   is_data(room, bytes, "stack has_room");
   walk_inside(room, bytes);
   is_gone(room);
}

static APART void stacks(void)
{
   has_array();
   goes_deep(3, NULL);
   has_room(2000);
}

static APART void *thread(void *unused)
{
   own_variables();
   stacks();
   char *block = take(1500); /* @takes_in_thread */
   is_data(block, 1500, "heap @take,@takes_in_thread");
   walk_lines(block, 1500);
   return unused;
}

/* ---- Mappings */

static void mappings(void)
{
   enum { BYTES = 16384 };
   char *anonymous = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   is_data(anonymous, BYTES, "map anonymous");
   walk_lines(anonymous, BYTES);
   munmap(anonymous, BYTES);
   is_gone(anonymous);
   int fd = open("data.mapped", O_RDWR | O_CREAT | O_TRUNC, 0600);
   if (fd < 0 || ftruncate(fd, BYTES) != 0)
      abort();
   char *file = mmap(anonymous, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   close(fd);
   is_data(file, BYTES, "map data.mapped");
   walk_lines(file, BYTES);
   forget();
   fill(file + 64, 100, 128);
   munmap(file, BYTES);
   is_gone(file);
   /* Memory behind the blocks that is the program's own. */
   char *end = sbrk(4096);
   is_data(end, 4096, "brk");
   walk_lines(end, 4096);
}

/* ---- Libraries that come and go */

static void plugin(const char *path)
{
   void *library = dlopen(path, RTLD_NOW);
   if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      exit(1);
   }
   char *shown_table = dlsym(library, "plugin_shown");
   char *(*table)(void) = (char *(*)(void))dlsym(library, "plugin_table");
   char *(*own)(void) = (char *(*)(void))dlsym(library, "plugin_own");
   char *shown_name = NULL, *hidden_name = NULL, *own_name = NULL;
   const char *base = strrchr(path, '/') + 1;
   if (asprintf(&shown_name, "static plugin_shown %s", base) < 0 ||
      asprintf(&hidden_name, "static hidden_table %s", base) < 0 ||
      asprintf(&own_name, "tls own_table %s", base) < 0)
      abort();
   is_data(shown_table, 2048, shown_name);
   is_data(table(), 4096, hidden_name);
   is_data(own(), 768, own_name);
   walk_lines(shown_table, 2048);
   walk_lines(table(), 4096);
   walk_lines(own(), 768);
   is_gone(shown_table);
   is_gone(table());
   is_gone(own());
   dlclose(library);
}

static void in_thread(void)
{
   pthread_t other;
   pthread_create(&other, NULL, thread, NULL);
   pthread_join(other, NULL);
}

static void in_main(char **plugins)
{
   ways_of_missing();
   blocks();
   variables();
   own_variables();
   stacks();
   mappings();
   for (; *plugins != NULL; plugins++)
      plugin(*plugins);
}

int main(int argc, char **argv)
{
   if (argc == 2 && strcmp(argv[1], "thread") == 0)
      in_thread();
   else
      in_main(argv + 1);
   print_notes();
   return 0;
}
