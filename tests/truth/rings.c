/* rings.c -- queues: rings whose index is wrapped in four ways, and a list.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

enum { N_ITEMS = 1 << 20, MAX_BURST = 16 };

/* How many items come, then go, in turn; all are gone at the end. */
typedef struct {
   uint8_t in, out;
} burst;

static burst *bursts;
static size_t n_bursts;
static uint64_t *ring;
static size_t n_slots; /* a variable, as a compiler sees it: divisions stay divisions */

static void set_up(size_t slots)
{
   size_t came = 0, went = 0;
   n_slots = slots;
   ring = truth_new(n_slots * sizeof *ring);
   bursts = truth_new(N_ITEMS * 2 * sizeof *bursts);
   while (went < N_ITEMS) {
      size_t in = truth_random_below(MAX_BURST), out = truth_random_below(MAX_BURST);
      in = in < N_ITEMS - came ? in : N_ITEMS - came;
      if (came - went + in >= n_slots)
         in = 0;
      came += in;
      out = out < came - went ? out : came - went;
      went += out;
      bursts[n_bursts++] = (burst){ (uint8_t)in, (uint8_t)out };
   }
}

static void set_up_256(void) { set_up(256); }
static void set_up_64k(void) { set_up(1 << 16); }

/* Each item is what was computed so far, so no variant can do without the queue. */
#define QUEUE(NAME, BEGIN, PUT, TAKE) \
   static uint64_t queue_##NAME(void) \
   { \
      uint64_t sum = 0, item; \
      BEGIN; \
      for (size_t i = 0; i < n_bursts; i++) { \
         for (size_t left = bursts[i].in; left > 0; left--) { \
            item = i + left; \
            PUT; \
         } \
         for (size_t left = bursts[i].out; left > 0; left--) { \
            TAKE; \
            sum = truth_mix(sum, item); \
         } \
      } \
      return sum; \
   }

QUEUE(by_modulo, size_t in = 0; size_t out = 0,
      ring[in] = item; in = (in + 1) % n_slots,
      item = ring[out]; out = (out + 1) % n_slots)

QUEUE(by_mask, size_t in = 0; size_t out = 0,
      ring[in++ & (n_slots - 1)] = item,
      item = ring[out++ & (n_slots - 1)])

QUEUE(by_comparing, size_t in = 0; size_t out = 0,
      ring[in] = item; if (++in == n_slots) in = 0,
      item = ring[out]; if (++out == n_slots) out = 0)

QUEUE(by_pointer,
      uint64_t *in = ring; uint64_t *out = ring; uint64_t *end = ring + n_slots,
      *in++ = item; if (in == end) in = ring,
      item = *out++; if (out == end) out = ring)

/* A list, whose nodes come from a list of free ones and go there again. */
typedef struct node {
   struct node *next;
   uint64_t item;
} node;

static node *free_nodes;

static void set_up_nodes(void)
{
   node *nodes = truth_new(n_slots * sizeof *nodes);
   for (size_t i = 0; i < n_slots; i++) {
      nodes[i].next = free_nodes;
      free_nodes = &nodes[i];
   }
}

static void put_node(node ***last, uint64_t item)
{
   node *new = free_nodes;
   free_nodes = new->next;
   new->next = NULL;
   new->item = item;
   **last = new;
   *last = &new->next;
}

static uint64_t take_node(node **first, node ***last)
{
   node *taken = *first;
   *first = taken->next;
   if (*first == NULL)
      *last = first;
   taken->next = free_nodes;
   free_nodes = taken;
   return taken->item;
}

QUEUE(of_nodes, node *first = NULL; node **last = &first,
      put_node(&last, item),
      item = take_node(&first, &last))

#define RINGS { { "modulo", queue_by_modulo }, { "mask", queue_by_mask }, \
                { "compare", queue_by_comparing }, { "pointer", queue_by_pointer } }
const truth_kernel truth_rings[] = {
   { "ring", true, 25, set_up_256, RINGS },
   { "queue", true, 30, set_up_64k,
     { { "ring", queue_by_mask }, { "list", queue_of_nodes, set_up_nodes } } },
   { 0 },
};
