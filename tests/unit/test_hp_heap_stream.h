/* test_hp_heap_stream.h -- random events of a heap and its model.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_HP_HEAP_STREAM_H
#define TEST_HP_HEAP_STREAM_H

#include "models/hp_heap_model.h"

/* ---- Random streams -------------------------------------------------- */

typedef struct {
   unit_random random;
   uint64_t n_places, n_sizes, n_threads, max_step, grain_B;
   uint64_t now;
   model_block *taken; /* a reallocation that is going on, or NULL */
   uint32_t index;
} stream;

static uint64_t below(stream *s, uint64_t n)
{
   return unit_random_below(&s->random, n);
}

static uint64_t random_place(stream *s)
{
   return 0x7ff000000 + below(s, s->n_places) * s->grain_B;
}

/* Few sizes, so that sums are often equal; 0 among them. */
static uint64_t random_size(stream *s)
{
   uint64_t k = below(s, s->n_sizes);
   return below(s, 50) == 0 ? k << (k % 30) : 24 * k;
}

static void random_realloc(stream *s)
{
   if (s->taken == NULL) {
      s->taken = do_realloc_begin(below(s, 8) == 0 ? C : H, random_place(s), &s->index);
      if (s->taken == NULL || below(s, 4) == 0)
         return; /* others come first */
   }
   model_block *b = s->taken;
   uint64_t how = below(s, 8);
   s->taken = NULL;
   if (how == 0 && model_find(b->layer, b->address) == NULL)
      do_realloc_cancel(b, s->index);
   else if (how == 1)
      do_realloc_free(b, s->index, s->now);
   else
      do_realloc_end(b, s->index, 1 + below(s, s->n_threads),
                     how < 5 ? b->address : random_place(s), random_size(s), s->now);
}

static void random_order(stream *s)
{
   s->now++; /* before all that happens at that time */
   uint32_t n = heap.n_ordered;
   assert_true(hp_snapshots_order(&heap, s->now));
   assert_int_equal(heap.n_ordered, n + 1);
}

static void random_event(stream *s)
{
   tk_layer layer = below(s, 8) == 0 ? C : H;
   s->now += below(s, 3) == 0 ? below(s, s->max_step + 1) : 0;
   if (below(s, 150) == 0) {
      do_zero(s->now);
      s->taken = model_taken();
   }
   if (below(s, 100) == 0)
      random_order(s);
   switch (below(s, 16)) {
   case 0:
   case 1:
   case 2:
   case 3:
   case 4:
   case 5:
      do_alloc((uint32_t)below(s, N_SITES), 1 + below(s, s->n_threads), layer,
               random_place(s), random_size(s), s->now);
      break;
   case 6:
   case 7:
   case 8:
   case 9:
   case 10: do_free(layer, random_place(s), s->now); break;
   case 11: /* at once, by address: a temporary one, perhaps */
      if (n_blocks > 0)
         do_free(model_blocks[n_blocks - 1].layer, model_blocks[n_blocks - 1].address,
                 s->now);
      break;
   case 12:
   case 13: random_realloc(s); break;
   case 14: do_stack(below(s, 5000), s->now); break;
   default:
      do_fail((uint32_t)below(s, N_SITES), unit_random_u64(&s->random) >> below(s, 64));
      break;
   }
}

static void run_stream(stream *s, int n_events, int check_each)
{
   static const uint64_t asked[] = { 0, 1, 40, 41, 200, 100000 };
   hp_snapshots_plan(&heap, 6, 3);
   hp_snapshots_ask(&heap, asked, 6);
   for (int i = 0; i < n_events; i++) {
      random_event(s);
      check_live();
      if (i % check_each == 0)
         check_all(s->now);
   }
   if (s->taken != NULL)
      do_realloc_free(s->taken, s->index, s->now);
   s->now += 10;
   hp_snapshots_take(&heap, s->now);
}

static stream stream_of(unit_random random)
{
   stream s = { .random = random };
   s.n_places = 5 + below(&s, 200);
   s.n_sizes = 2 + below(&s, 30);
   s.n_threads = 1 + below(&s, 5);
   s.max_step = below(&s, 2) == 0 ? 3 : 1000;
   s.grain_B = below(&s, 2) == 0 ? 16 : 8 * (1 + below(&s, 100000));
   return s;
}

#endif
