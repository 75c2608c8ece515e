/* graph.c -- ranks of the nodes of a graph, which spread along its edges.
   Layouts: 1 targets and weights apart; 2 each field an array; 3 targets apart.
   Objects: new_edges
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef TIMES
#define TIMES 1
#endif

enum { NODES = 12000, DEGREE = 6, EDGES = NODES * DEGREE, ROUNDS = 20 * TIMES };

#if LAYOUT == 1
typedef struct {
   int target;
   float weight;
} Hot;
typedef struct {
   long id;
   int label, since;
} Cold;
static Hot *hot;
static Cold *cold;
#define TARGET(i) (hot[i].target)
#define WEIGHT(i) (hot[i].weight)
#define REST(field, i) (cold[i].field)
#elif LAYOUT == 2
static long *id;
static int *target, *label, *since;
static float *weight;
#define TARGET(i) (target[i])
#define WEIGHT(i) (weight[i])
#define REST(field, i) (field[i])
#elif LAYOUT == 3
typedef struct {
   long id;
   int label, since;
   float weight;
} Rest;
static int *target;
static Rest *rest;
#define TARGET(i) (target[i])
#define WEIGHT(i) (rest[i].weight)
#define REST(field, i) (rest[i].field)
#else
typedef struct {
   long id;
   int target, label, since;
   float weight;
} Edge;
static Edge *edges;
#define TARGET(i) (edges[i].target)
#define WEIGHT(i) (edges[i].weight)
#define REST(field, i) (edges[i].field)
#endif

static int first_edge[NODES + 1];
static double ranks[NODES], next_ranks[NODES];

static __attribute__((noinline)) void new_edges(void)
{
#if LAYOUT == 1
   hot = malloc(EDGES * sizeof *hot);
   cold = malloc(EDGES * sizeof *cold);
#elif LAYOUT == 2
   id = malloc(EDGES * sizeof *id);
   target = malloc(EDGES * sizeof *target);
   label = malloc(EDGES * sizeof *label);
   since = malloc(EDGES * sizeof *since);
   weight = malloc(EDGES * sizeof *weight);
#elif LAYOUT == 3
   target = malloc(EDGES * sizeof *target);
   rest = malloc(EDGES * sizeof *rest);
#else
   edges = malloc(EDGES * sizeof *edges);
#endif
}

static void make(void)
{
   unsigned random = 3;
   for (int i = 0; i < EDGES; i++) {
      random = random * 1664525 + 1013904223;
      REST(id, i) = i;
      TARGET(i) = (int)((random >> 8) % NODES);
      REST(label, i) = i % 5;
      REST(since, i) = 1990 + i % 30;
      WEIGHT(i) = 0.125F * (float)(i % 8);
   }
   for (int i = 0; i < NODES; i++) {
      first_edge[i + 1] = (i + 1) * DEGREE;
      ranks[i] = 1;
   }
}

static void spread(void)
{
   for (int node = 0; node < NODES; node++) {
      double sum = 0;
      for (int i = first_edge[node]; i < first_edge[node + 1]; i++)
         sum += ranks[TARGET(i)] * WEIGHT(i);
      next_ranks[node] = 0.15 + 0.3 * sum;
   }
   for (int node = 0; node < NODES; node++)
      ranks[node] = next_ranks[node];
}

static int degrees[NODES];

static void count_targets(void)
{
   for (int i = 0; i < EDGES; i++)
      degrees[TARGET(i)]++;
}

static long labelled(int year)
{
   long n = 0;
   for (int i = 0; i < EDGES; i++)
      n += REST(label, i) == 2 && REST(since, i) > year;
   return n;
}

int main(void)
{
   long n = 0;
   new_edges();
   make();
   for (int i = 0; i < ROUNDS; i++) {
      spread();
      count_targets();
      if (i % 10 == 0)
         n += labelled(2000 + i);
   }
   printf("%.6g %d %ld %ld\n", ranks[17], degrees[5], n, REST(id, 9));
   return 0;
}
