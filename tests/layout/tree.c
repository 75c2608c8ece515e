/* tree.c -- a binary tree: what a search reads is beside what it is for.
   Layouts: 1 keys and children apart, payloads by the same index; 2 the same, by a
   pointer; 3 a pool.
   Objects: new_node
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

enum { NODES = 12000, SEARCHES = 400000 * TIMES };

typedef struct {
   int uses;
   char text[76];
} Payload;

#if LAYOUT == 1
typedef struct Node {
   long key;
   struct Node *left, *right;
} Node;
static Node *pool;
static Payload *payloads;
#define PAYLOAD(node) (&payloads[(node) - pool])
#elif LAYOUT == 2
typedef struct Node {
   long key;
   struct Node *left, *right;
   Payload *payload;
} Node;
static Node *pool;
static Payload *payloads;
#define PAYLOAD(node) ((node)->payload)
#else
typedef struct Node {
   long key;
   int uses;
   char text[76];
   struct Node *left, *right;
} Node;
#define PAYLOAD(node) (node)
#if LAYOUT == 3
static Node *pool;
#endif
#endif

static Node *root;

static __attribute__((noinline)) Node *new_node(void)
{
#if LAYOUT == 0
   Node *node = malloc(sizeof *node);
   if (node == NULL)
      exit(1);
   return node;
#else
   static size_t n;
   if (pool == NULL) {
      pool = malloc(NODES * sizeof *pool);
#if LAYOUT < 3
      payloads = malloc(NODES * sizeof *payloads);
#endif
   }
#if LAYOUT == 2
   pool[n].payload = &payloads[n];
#endif
   return &pool[n++];
#endif
}

static void insert(long key)
{
   Node **at = &root;
   while (*at != NULL)
      at = key < (*at)->key ? &(*at)->left : &(*at)->right;
   Node *node = new_node();
   node->key = key;
   node->left = node->right = NULL;
   PAYLOAD(node)->uses = 0;
   memset(PAYLOAD(node)->text, 'a' + (int)(key % 26), sizeof PAYLOAD(node)->text);
   *at = node;
}

static Node *search(long key)
{
   Node *node = root;
   while (node != NULL && node->key != key)
      node = key < node->key ? node->left : node->right;
   return node;
}

int main(void)
{
   unsigned random = 1;
   long sum = 0;
   for (long i = 0; i < NODES; i++)
      insert(i * 7919 % 1000003 * 31 % 1000003);
   for (int i = 0; i < SEARCHES; i++) {
      random = random * 1664525 + 1013904223;
      Node *node = search((random >> 8) % NODES * 7919L % 1000003 * 31 % 1000003);
      if (i % 2 == 0)
         sum += PAYLOAD(node)->uses++ + PAYLOAD(node)->text[i % 76];
   }
   printf("%ld\n", sum);
   return 0;
}
