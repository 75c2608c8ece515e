/* cs_looks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_looks.h"

#include "base/tk_array.h"

#define LABEL "cs.looks"

static void begin_empty(cs_looks *looks)
{
   looks->n_records = looks->free = 0;
   looks->n_active = 0;
   looks->n_lines = 0;
   looks->halves = CS_LOOKS_OF_ALL;
   looks->bound = UINT64_MAX;
   for (size_t i = 0; i < CS_LOOKS_BUCKETS; i++)
      looks->buckets[i] = 0;
}

void cs_looks_init(cs_looks *looks, const tk_alloc *alloc, uint32_t line_bits)
{
   *looks = (cs_looks){ .alloc = alloc, .line_bits = line_bits };
   begin_empty(looks);
}

void cs_looks_fini(cs_looks *looks)
{
   for (size_t i = 0; i < looks->n_chunks; i++)
      tk_put(looks->alloc, looks->chunks[i]);
   tk_put(looks->alloc, looks->chunks);
   tk_put(looks->alloc, looks->active);
}

void cs_looks_zero(cs_looks *looks)
{
   begin_empty(looks);
}

/* ---- Active looks, by the lines of their windows ------------------------ */

static cs_look *look_of_node(const cs_looks *looks, uint32_t node)
{
   return cs_looks_nth(looks, node / CS_LOOKS_NODES);
}

static uint32_t *next_of_node(const cs_looks *looks, uint32_t node)
{
   return &look_of_node(looks, node)->chained[node % CS_LOOKS_NODES];
}

static uintptr_t nth_line(const cs_looks *looks, const cs_look *look, uint32_t i)
{
   return look->window.first + ((uintptr_t)i << looks->line_bits);
}

static void chain_lines(cs_looks *looks, cs_look *look, uint32_t number)
{
   for (uint32_t i = 0; i < look->window.n_lines; i++) {
      uint32_t *bucket = cs_looks_bucket(looks, nth_line(looks, look, i));
      look->chained[i] = *bucket;
      *bucket = number * CS_LOOKS_NODES + i;
   }
}

static void unchain_lines(cs_looks *looks, cs_look *look, uint32_t number)
{
   for (uint32_t i = 0; i < look->window.n_lines; i++) {
      uint32_t *at = cs_looks_bucket(looks, nth_line(looks, look, i));
      while (*at != number * CS_LOOKS_NODES + i)
         at = next_of_node(looks, *at);
      *at = look->chained[i];
   }
}

static void activate(cs_looks *looks, cs_look *look, uint32_t number)
{
   TK_ARRAY_ROOM(looks->alloc, LABEL, looks->active, looks->n_active, looks->max_active);
   looks->active[looks->n_active++] = number;
   look->active = (uint32_t)looks->n_active;
   chain_lines(looks, look, number);
}

void cs_looks_end(cs_looks *looks, cs_look *look)
{
   uint32_t number = looks->active[look->active - 1];
   uint32_t last = looks->active[--looks->n_active];
   unchain_lines(looks, look, number);
   looks->active[look->active - 1] = last;
   cs_looks_nth(looks, last)->active = look->active;
   look->active = 0;
}

/* ---- Records ------------------------------------------------------------ */

static uint32_t new_record(cs_looks *looks)
{
   uint32_t number = looks->free;
   if (number != 0) {
      looks->free = cs_looks_nth(looks, number)->left;
      return number;
   }
   if (looks->n_records == looks->n_chunks * CS_LOOKS_CHUNK) {
      TK_ARRAY_ROOM(looks->alloc, LABEL, looks->chunks, looks->n_chunks,
                    looks->max_chunks);
      cs_look *chunk = tk_get(looks->alloc, LABEL, CS_LOOKS_CHUNK * sizeof *chunk);
      looks->chunks[looks->n_chunks++] = chunk;
   }
   return ++looks->n_records;
}

static void free_record(cs_looks *looks, uint32_t number)
{
   cs_look *look = cs_looks_nth(looks, number);
   if (look->active != 0)
      cs_looks_end(looks, look);
   look->data = NULL;
   look->left = looks->free;
   looks->free = number;
}

/* ---- The looks of a datum ------------------------------------------------ */

/* A skew heap (Sleator and Tarjan, "Self-adjusting heaps", 1986): no key is larger than
   the one above it.  Joins two of them, each 0 or the number of its first look. */
static uint32_t join_heaps(const cs_looks *looks, uint32_t a, uint32_t b)
{
   if (a == 0 || b == 0)
      return a + b;
   bool is_a = cs_looks_nth(looks, a)->key > cs_looks_nth(looks, b)->key;
   uint32_t top = is_a ? a : b, other = is_a ? b : a;
   cs_look *look = cs_looks_nth(looks, top);
   uint32_t joined = join_heaps(looks, look->right, other);
   look->right = look->left;
   look->left = joined;
   return top;
}

static void set_first(const cs_looks *looks, cs_data_looks *of, uint32_t first)
{
   of->first = first;
   of->largest = first == 0 ? 0 : cs_looks_nth(looks, first)->key;
}

static void drop_first(cs_looks *looks, cs_data *data)
{
   cs_data_looks *of = &data->looks;
   uint32_t number = of->first;
   const cs_look *look = cs_looks_nth(looks, number);
   set_first(looks, of, join_heaps(looks, look->left, look->right));
   of->n--;
   free_record(looks, number);
}

void cs_looks_halve(cs_looks *looks)
{
   looks->halves *= 2;
   looks->bound /= 2;
   for (uint32_t i = 1; i <= looks->n_records; i++) {
      cs_data *data = cs_looks_nth(looks, i)->data;
      while (data != NULL && data->looks.n > 0 && data->looks.largest > looks->bound)
         drop_first(looks, data);
   }
}

cs_look *cs_looks_begin(cs_looks *looks, cs_data *data, const cs_look_window *window)
{
   if (data->looks.n == CS_LOOKS_OF_DATUM)
      drop_first(looks, data);
   uint32_t number = new_record(looks);
   cs_look *look = cs_looks_nth(looks, number);
   *look = (cs_look){ .window = *window, .data = data, .key = cs_looks_key(data) };
   activate(looks, look, number);
   set_first(looks, &data->looks, join_heaps(looks, data->looks.first, number));
   data->looks.n++;
   return look;
}

static uint32_t list_heap(const cs_looks *looks, uint32_t first, const cs_look **all,
                          uint32_t n)
{
   if (first == 0)
      return n;
   const cs_look *look = cs_looks_nth(looks, first);
   all[n++] = look;
   n = list_heap(looks, look->left, all, n);
   return list_heap(looks, look->right, all, n);
}

uint32_t cs_looks_list(const cs_looks *looks, const cs_data *data,
                       const cs_look *all[CS_LOOKS_OF_DATUM])
{
   return list_heap(looks, data->looks.first, all, 0);
}

/* ---- Bytes --------------------------------------------------------------- */

static void add_to_line(cs_look *look, uint32_t i, uint64_t bytes)
{
   if (i == 0)
      bytes &= look->window.head;
   if (i + 1 == look->window.n_lines)
      bytes &= look->window.tail;
   look->used[i] |= bytes;
}

void cs_look_add(cs_looks *looks, cs_look *look, uintptr_t line, uint64_t bytes)
{
   add_to_line(look, (uint32_t)((line - look->window.first) >> looks->line_bits), bytes);
}

void cs_looks_add(cs_looks *looks, uintptr_t line, uint64_t bytes)
{
   for (uint32_t node = *cs_looks_bucket(looks, line); node != 0;
        node = *next_of_node(looks, node)) {
      cs_look *look = look_of_node(looks, node);
      uint32_t i = node % CS_LOOKS_NODES;
      if (nth_line(looks, look, i) == line)
         add_to_line(look, i, bytes);
   }
}

cs_look *cs_looks_at(const cs_looks *looks, uintptr_t line, uint64_t start, uint64_t end)
{
   uint32_t node = *cs_looks_bucket((cs_looks *)looks, line);
   for (; node != 0; node = *next_of_node(looks, node)) {
      cs_look *look = look_of_node(looks, node);
      if (look->window.line == line
          && nth_line(looks, look, node % CS_LOOKS_NODES) == line
          && look->window.start >= start && look->window.start < end)
         return look;
   }
   return NULL;
}
