/* data_blocks.c -- misses on blocks by where they were allocated and which field: lists,
   a hash table, arrays of structs, blocks that move, addresses that are used again, pools
   and allocators that announce their blocks.  See data.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "data.h"
#include <string.h>
#include <sys/mman.h>
#include <valgrind/valgrind.h>

/* ---- A list in an order unlike that of its nodes' addresses */

typedef struct node {
   struct node *next;
   long key;
   char rest[32];
} node;
enum { NODES = 211 };

static APART node *new_node(node *next, long key)
{
   node *n = malloc(sizeof *n); /* @new_node */
   n->next = next;
   n->key = key;
   return n;
}

static APART void chase(const volatile node *n)
{
   while (n != NULL) {
      (void)n->key; /* @list_key */
      n = n->next;  /* @list_next */
   }
}

static void lists(void)
{
   node *nodes[NODES];
   for (int i = 0; i < NODES; i++) {
      nodes[i] = new_node(NULL, i); /* @list */
      is_data(nodes[i], sizeof(node), "heap @new_node,@list");
   }
   for (int i = 0; i < NODES; i++)
      nodes[i * 50 % NODES]->next = i + 1 < NODES ? nodes[(i + 1) * 50 % NODES] : NULL;
   forget();
   chase(nodes[0]);
   for (node *n = nodes[0]; n != NULL; n = n->next) {
      accessed("r @list_key", &n->key, sizeof n->key, 1, 0);
      accessed("r @list_next", &n->next, sizeof n->next, 1, 0);
   }
}

/* ---- A hash table with chains */

enum { BUCKETS = 512, KEYS = 700 };

static APART void probe(node *const volatile *buckets, long key)
{
   const volatile node *n = buckets[key % BUCKETS]; /* @bucket */
   while (n != NULL) {
      long found = n->key; /* @chain_key */
      __asm__ volatile("" : "+r"(found)); /* a load, and not an operand below */
      if (found == key)
         break;
      n = n->next; /* @chain_next */
   }
}

static void probed(node **buckets, long key)
{
   probe(buckets, key);
   const node *n = buckets[key % BUCKETS];
   accessed("r @bucket", &buckets[key % BUCKETS], sizeof *buckets, 1, 0);
   while (n != NULL) {
      accessed("r @chain_key", &n->key, sizeof n->key, 1, 0);
      if (n->key == key)
         break;
      accessed("r @chain_next", &n->next, sizeof n->next, 1, 0);
      n = n->next;
   }
}

static void hash_tables(void)
{
   node **buckets = calloc(BUCKETS, sizeof *buckets); /* @buckets */
   is_data(buckets, (long)(BUCKETS * sizeof *buckets), "heap @buckets");
   for (long i = 0; i < KEYS; i++) {
      long key = i * 7919 % 100003;
      node **bucket = &buckets[key % BUCKETS];
      *bucket = new_node(*bucket, key); /* @chained */
      is_data(*bucket, sizeof(node), "heap @new_node,@chained");
   }
   for (long i = 0; i < 60; i++) {
      forget();
      probed(buckets, i * 31 % KEYS * 7919 % 100003 + (i % 5 == 0));
   }
}

/* ---- One field of each element */

typedef struct {
   int place[3], speed[3], mass, charge, more[4];
} particle;

static APART void add_charges(const volatile particle *p, long n)
{
   for (long i = 0; i < n; i++)
      (void)p[i].charge; /* @charge */
}

static APART void stop(volatile particle *p, long n)
{
   for (long i = 0; i < n; i++)
      p[i].speed[1] = 0; /* @speed */
}

static void fields(void)
{
   enum { N = 300 };
   particle *many = malloc(N * sizeof *many); /* @particles */
   is_data(many, (long)(N * sizeof *many), "heap @particles");
   forget();
   add_charges(many, N);
   accessed("r @charge", &many->charge, sizeof(int), N, sizeof *many);
   forget();
   stop(many, N);
   accessed("w @speed", &many->speed[1], sizeof(int), N, sizeof *many);
   particle *few = malloc(10 * sizeof *few); /* @few */
   is_data(few, (long)(10 * sizeof *few), "heap @few");
   forget();
   add_charges(few, 10);
   accessed("r @charge", &few->charge, sizeof(int), 10, sizeof *few);
   forget();
   walk(many, N * (long)sizeof *many / 24, 24);
}

/* ---- Blocks that are reallocated */

static void reallocations(void)
{
   char *moves = malloc(600); /* @moves */
   is_data(moves, 600, "heap @moves");
   char *between = malloc(24); /* @between */
   is_data(between, 24, "heap @between");
   walk_lines(moves, 600);
   uintptr_t old = (uintptr_t)moves;
   moves = realloc(moves, 9000);
   printf("fact moved %d\n", (uintptr_t)moves != old);
   is_gone((char *)old);
   is_data(moves, 9000, "heap @moves");
   walk_lines(moves, 9000);
   walk_lines(between, 24);

   char *stays = malloc(20000); /* @stays */
   is_data(stays, 20000, "heap @stays");
   walk_lines(stays, 20000);
   old = (uintptr_t)stays;
   stays = realloc(stays, 5000);
   printf("fact stayed %d\n", (uintptr_t)stays == old);
   is_gone((char *)old);
   is_data(stays, 5000, "heap @stays");
   walk_lines(stays, 5000);
   /* What it no longer has. */
   is_data(stays + 8192, 4096, "brk");
   walk_lines(stays + 8192, 4096);
   is_gone(stays + 8192);
   free(stays);
   is_gone(stays);
}

/* ---- Two places in turn at one address */

static void turns(void)
{
   uintptr_t first = 0, second = 0;
   for (int i = 0; i < 5; i++) {
      char *block = malloc(780); /* @one_place */
      is_data(block, 780, "heap @one_place");
      walk_lines(block, 780);
      is_gone(block);
      first = (uintptr_t)block;
      free(block);
      block = malloc(779); /* @another_place */
      is_data(block, 779, "heap @another_place");
      forget();
      fill(block, 10, 70);
      is_gone(block);
      second = (uintptr_t)block;
      free(block);
   }
   printf("fact used_again %d\n", first == second);
}

/* ---- Allocators that say what they do */

static char arena[8192];

static APART char *take_own(long bytes)
{
   static long used;
   char *at = arena + used;
   used += (bytes + 31) & ~15L;
   VALGRIND_MALLOCLIKE_BLOCK(at, bytes, 0, 0); /* @take_own */
   return at;
}

static APART char *take_pooled(char *pool, long bytes)
{
   static long used;
   char *at = pool + used;
   used += bytes;
   VALGRIND_MEMPOOL_ALLOC(pool, at, bytes); /* @take_pooled */
   return at;
}

static void allocators(void)
{
   is_data(arena, sizeof arena, "static arena data_blocks");
   char *one = take_own(900), *two = take_own(1200);
   is_data(one, 900, "heap @take_own");
   is_data(two, 1200, "heap @take_own");
   walk_lines(one, 900);
   walk_lines(two, 1200);
   VALGRIND_FREELIKE_BLOCK(one, 0);
   is_gone(one);
   walk_lines(one, 900); /* the variable it is in */

   enum { POOL = 65536, ITEM = 96, ITEMS = 50 };
   char *items[ITEMS];
   char *pool =
      mmap(NULL, POOL, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   is_data(pool, POOL, "map anonymous");
   VALGRIND_CREATE_MEMPOOL(pool, 0, 0);
   for (int i = 0; i < ITEMS; i++) {
      items[i] = take_pooled(pool, ITEM);
      is_data(items[i], ITEM, "heap @take_pooled");
   }
   forget();
   walk(items[0] + 8, ITEMS, ITEM);
   VALGRIND_MEMPOOL_FREE(pool, items[7]);
   is_gone(items[7]);
   forget();
   walk(items[0] + 16, ITEMS, ITEM);
   for (int i = 0; i < ITEMS; i++)
      if (i != 7)
         is_gone(items[i]);
   VALGRIND_DESTROY_MEMPOOL(pool);
   forget();
   walk(items[0] + 24, ITEMS, ITEM);

   /* A pool in a block: its items are nearer. */
   char *block = malloc(4096); /* @pool_block */
   is_data(block, 4096, "heap @pool_block");
   VALGRIND_MALLOCLIKE_BLOCK(block + 1024, 1024, 0, 0); /* @in_block */
   is_data(block + 1024, 1024, "heap @in_block");
   walk_lines(block, 4096);
   VALGRIND_FREELIKE_BLOCK(block + 1024, 0);
   is_gone(block + 1024);
   walk_lines(block, 4096);
}

int main(void)
{
   lists();
   hash_tables();
   fields();
   reallocations();
   turns();
   allocators();
   print_notes();
   return 0;
}
