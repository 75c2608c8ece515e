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

static bool activate(cs_looks *looks, cs_look *look, uint32_t number)
{
   if (!TK_ARRAY_ROOM(looks->alloc, LABEL, looks->active, looks->n_active,
                      looks->max_active))
      return false;
   looks->active[looks->n_active++] = number;
   look->active = (uint32_t)looks->n_active;
   chain_lines(looks, look, number);
   return true;
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

/* 0: memory ran out. */
static uint32_t new_record(cs_looks *looks)
{
   uint32_t number = looks->free;
   if (number != 0) {
      looks->free = cs_looks_nth(looks, number)->next;
      return number;
   }
   if (looks->n_records == looks->n_chunks * CS_LOOKS_CHUNK) {
      if (!TK_ARRAY_ROOM(looks->alloc, LABEL, looks->chunks, looks->n_chunks,
                         looks->max_chunks))
         return 0;
      cs_look *chunk = tk_get(looks->alloc, LABEL, CS_LOOKS_CHUNK * sizeof *chunk);
      if (chunk == NULL)
         return 0;
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
   look->next = looks->free;
   looks->free = number;
}

/* ---- The looks of a datum ------------------------------------------------ */

static void join_datum(const cs_looks *looks, uint32_t number)
{
   cs_look *look = cs_looks_nth(looks, number);
   cs_data_looks *of = &look->data->looks;
   look->next = of->first;
   of->first = number;
   of->n++;
}

static void leave_datum(const cs_looks *looks, uint32_t number)
{
   const cs_look *look = cs_looks_nth(looks, number);
   cs_data_looks *of = &look->data->looks;
   uint32_t *at = &of->first;
   while (*at != number)
      at = &cs_looks_nth(looks, *at)->next;
   *at = look->next;
   of->n--;
}

/* The look with the largest key; the datum has one. */
static uint32_t last_of(const cs_looks *looks, const cs_data *data)
{
   uint32_t last = data->looks.first;
   for (uint32_t i = last; i != 0; i = cs_looks_nth(looks, i)->next)
      if (cs_looks_nth(looks, i)->key > cs_looks_nth(looks, last)->key)
         last = i;
   return last;
}

static void drop(cs_looks *looks, uint32_t number)
{
   leave_datum(looks, number);
   free_record(looks, number);
}

void cs_looks_halve(cs_looks *looks)
{
   looks->halves *= 2;
   looks->bound /= 2;
   for (uint32_t i = 1; i <= looks->n_records; i++) {
      const cs_look *look = cs_looks_nth(looks, i);
      if (look->data != NULL && look->key > looks->bound)
         drop(looks, i);
   }
}

cs_look *cs_looks_begin(cs_looks *looks, cs_data *data, const cs_look_window *window)
{
   if (data->looks.n == CS_LOOKS_OF_DATUM)
      drop(looks, last_of(looks, data));
   uint32_t number = new_record(looks);
   if (number == 0)
      return NULL;
   cs_look *look = cs_looks_nth(looks, number);
   *look = (cs_look){ .window = *window, .data = data, .key = cs_looks_key(data) };
   join_datum(looks, number);
   data->looks.largest = cs_looks_nth(looks, last_of(looks, data))->key;
   if (activate(looks, look, number))
      return look;
   drop(looks, number);
   return NULL;
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
