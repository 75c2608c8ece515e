/* patterns.c -- references in orders that are known by construction; prints nothing.

   Each function refers to memory that no first level holds, in the order that its name
   begins with: seq, stride, chase or other.  Functions of other names prepare that.
   tests/tool/patterns.sh compares.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

enum { N = 1 << 15, SIDE = 512 };

typedef struct node {
   uint64_t key, value;
   struct node *next;
} node;

typedef struct tree {
   struct tree *left, *right;
   uint64_t key;
   char more[40];
} tree;

typedef struct {
   char name[40];
   double price;
   char more[24];
} item; /* 72 bytes */

static uint64_t state = 1;

static uint32_t next_random(void)
{
   state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
   return (uint32_t)(state >> 33);
}

static NOINLINE uint32_t *make_order(void)
{
   uint32_t *order = malloc(N * sizeof *order);
   for (uint32_t i = 0; i < N; i++)
      order[i] = i;
   for (uint32_t i = N - 1; i > 0; i--) {
      uint32_t k = next_random() % (i + 1), t = order[i];
      order[i] = order[k];
      order[k] = t;
   }
   return order;
}

static NOINLINE node *make_list(node **nodes, const uint32_t *order)
{
   for (uint32_t i = 0; i < N; i++) {
      nodes[i] = malloc(64);
      nodes[i]->key = next_random();
   }
   for (uint32_t i = 0; i < N; i++)
      nodes[order == NULL ? i : order[i]]->next =
         i + 1 == N ? NULL : nodes[order == NULL ? i + 1 : order[i + 1]];
   return nodes[order == NULL ? 0 : order[0]];
}

static NOINLINE tree *make_tree(void)
{
   tree *root = NULL;
   for (uint32_t i = 0; i < N; i++) {
      tree *t = calloc(1, sizeof *t), **at = &root;
      t->key = next_random();
      while (*at != NULL)
         at = t->key < (*at)->key ? &(*at)->left : &(*at)->right;
      *at = t;
   }
   return root;
}

NOINLINE double seq_sum(const double *a)
{
   double sum = 0;
   for (int i = 0; i < N * 8; i++)
      sum += a[i];
   return sum;
}
NOINLINE double seq_back(const double *a)
{
   double sum = 0;
   for (int i = N * 8; i-- > 0;)
      sum += a[i];
   return sum;
}
NOINLINE void seq_triad(double *a, const double *b, const double *c)
{
   for (int i = 0; i < N; i++)
      a[i] = b[i] + 3 * c[i];
}
__attribute__((noinline, optimize("O3"))) void seq_vector(float *a, const float *b)
{
   for (int i = 0; i < N * 8; i++)
      a[i] += b[i];
}
__attribute__((noinline, optimize("O3,unroll-all-loops"))) int64_t
seq_unrolled(const int64_t *a)
{
   int64_t sum = 0;
   for (int i = 0; i < N * 8; i++)
      sum ^= a[i];
   return sum;
}
/* As compilers do with eight vectors of 32 bytes. */
NOINLINE uint64_t seq_far(const uint64_t *a)
{
   uint64_t sum = 0;
   for (int i = 0; i < N * 8; i += 32)
      sum += a[i] + (a[i + 4] ^ a[i + 8]) + (a[i + 12] ^ a[i + 16]) + a[i + 20]
             + (a[i + 24] ^ a[i + 28]);
   return sum;
}
NOINLINE double seq_items(const item *a)
{
   double sum = 0;
   for (int i = 0; i < N; i++)
      sum += a[i].price;
   return sum;
}
NOINLINE double stride_columns(double (*m)[SIDE])
{
   double sum = 0;
   for (int k = 0; k < SIDE; k++)
      for (int i = 0; i < SIDE; i++)
         sum += m[i][k];
   return sum;
}
__attribute__((noinline, optimize("O3,unroll-all-loops"))) double
stride_unrolled(double (*m)[SIDE])
{
   double sum = 0;
   for (int k = 0; k < SIDE; k++)
      for (int i = 0; i < SIDE; i++)
         sum += m[i][k];
   return sum;
}
NOINLINE void stride_transpose(double (*to)[SIDE])
{
   for (int k = 0; k < SIDE; k++)
      for (int i = 0; i < SIDE; i++)
         to[i][k] = i + k;
}
/* A pitch that is no multiple of lines: most lines are there for the next column. */
NOINLINE double stride_odd(const double *m)
{
   double sum = 0;
   for (int k = 0; k < 500; k++)
      for (int i = 0; i < 500; i++)
         sum += m[i * 500 + k];
   return sum;
}
NOINLINE uint64_t chase_list(const node *n)
{
   uint64_t sum = 0;
   for (; n != NULL; n = n->next)
      sum += n->key;
   return sum;
}
NOINLINE uint64_t chase_in_order(const node *n)
{
   uint64_t sum = 0;
   for (; n != NULL; n = n->next)
      sum += n->key;
   return sum;
}
NOINLINE uint64_t chase_branches(const node *n)
{
   uint64_t sum = 0;
   for (; n != NULL; n = n->next)
      if (n->key % 3 == 0)
         sum += n->key;
      else if (n->key % 3 == 1)
         sum ^= n->key;
   return sum;
}
NOINLINE void chase_marks(node *n)
{
   for (; n != NULL; n = n->next)
      n->value = 1;
}
NOINLINE uint64_t chase_tree(const tree *root, const uint32_t *keys)
{
   uint64_t sum = 0;
   for (int i = 0; i < N / 4; i++) {
      const tree *t = root;
      while (t != NULL && t->key != keys[i] * UINT64_C(30011) % 2147483648u)
         t = keys[i] * UINT64_C(30011) % 2147483648u < t->key ? t->left : t->right;
      sum += t != NULL;
   }
   return sum;
}
NOINLINE uint32_t chase_indices(const uint32_t *next)
{
   uint32_t i = 0;
   for (int n = 0; n < N; n++)
      i = next[i];
   return i;
}
NOINLINE uint64_t other_index(const uint64_t *a, const uint32_t *order)
{
   uint64_t sum = 0;
   for (int i = 0; i < N; i++)
      sum += a[order[i]];
   return sum;
}
NOINLINE uint64_t other_pointers(node *const *nodes)
{
   uint64_t sum = 0;
   for (int i = 0; i < N; i++)
      sum += nodes[i]->key;
   return sum;
}
NOINLINE uint64_t other_hash(const uint64_t *a)
{
   uint64_t sum = 0;
   for (uint64_t i = 0; i < N; i++)
      sum += a[i * UINT64_C(0x9e3779b97f4a7c15) >> 46 & (N * 8 - 1)];
   return sum;
}
NOINLINE uint64_t other_golden(const uint64_t *a)
{
   uint64_t sum = 0;
   for (uint32_t i = 0; i < N; i++)
      sum += a[i * 2654435761u % (N * 8)];
   return sum;
}
static NOINLINE uint64_t hash(uint64_t i)
{
   i = (i ^ i >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
   return (i ^ i >> 27) >> 20;
}
NOINLINE uint64_t other_called(const uint64_t *a)
{
   uint64_t sum = 0;
   for (uint64_t i = 1; i < N; i++)
      sum ^= a[hash(i) % (N * 8)];
   return sum;
}
NOINLINE void other_writes(uint64_t *a, const uint32_t *order)
{
   for (int i = 0; i < N; i++)
      a[order[i] * 4]++;
}

static void shuffle(node **nodes)
{
   for (uint32_t i = N - 1; i > 0; i--) {
      uint32_t k = next_random() % (i + 1);
      node *t = nodes[i];
      nodes[i] = nodes[k];
      nodes[k] = t;
   }
}

int main(void)
{
   uint32_t *order = make_order();
   double *a = calloc(N * 16, sizeof *a), *b = calloc(N * 16, sizeof *b);
   item *items = calloc(N, sizeof *items);
   node **nodes = malloc(N * sizeof *nodes);
   volatile double d = seq_sum(a) + seq_back(a) + seq_items(items);
   seq_triad(a, b, b + N);
   seq_vector((float *)a, (float *)b);
   d += stride_columns((double(*)[SIDE])a) + stride_unrolled((double(*)[SIDE])a);
   d += stride_odd(a);
   stride_transpose((double(*)[SIDE])a);

   uint64_t *n = calloc(N * 16, sizeof *n);
   volatile uint64_t u = (uint64_t)seq_unrolled((int64_t *)n) + seq_far(n);
   u += chase_in_order(make_list(nodes, NULL));
   node *list = make_list(nodes, order);
   u += chase_list(list) + chase_branches(list);
   chase_marks(list);
   u += chase_tree(make_tree(), order) + chase_indices(order);
   u += other_index(n, order) + other_hash(n) + other_golden(n) + other_called(n);
   shuffle(nodes);
   u += other_pointers(nodes);
   other_writes(n, order);
   (void)d, (void)u;
   return 0;
}
