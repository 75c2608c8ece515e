/* cs_bodies.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_bodies.h"

#include "base/tk_count.h"

enum {
   HOST_LINE_B = 64, /* of the caches of the machine that runs this */
   CHUNK = 256,      /* bodies */
   FIRST_MOST = 4096,
   PACKED_MOST_B = 10 * (CS_COUNTS_MOST + 1) + sizeof(void *),
};

struct cs_body_chunk {
   cs_body_chunk *next;
};

/* ---- Packed counts ---------------------------------------------------- */

/* Seven bits in a byte, the lowest first; each byte but the last has the eighth. */
static uint8_t *put_number(uint8_t *at, uint64_t n)
{
   for (; n >= 0x80; n >>= 7)
      *at++ = (uint8_t)(n | 0x80);
   *at++ = (uint8_t)n;
   return at;
}

static const uint8_t *get_number(const uint8_t *at, uint64_t *n)
{
   *n = 0;
   for (unsigned shift = 0;; shift += 7) {
      *n |= (uint64_t)(*at & 0x7f) << shift;
      if ((*at++ & 0x80) == 0)
         return at;
   }
}

/* Writes a mask of the counts that are not 0, and below it whether there is inlined code;
   then that code; then those counts.  Returns the end. */
static uint8_t *pack_counts(uint8_t *at, const uint64_t *counts, uint32_t n,
                            cs_inlined *inlined)
{
   uint64_t mask = 0;
   for (uint32_t i = 0; i < n; i++)
      mask |= (uint64_t)(counts[i] != 0) << i;
   at = put_number(at, mask << 1 | (inlined != NULL));
   if (inlined != NULL) {
      __builtin_memcpy(at, &inlined, sizeof inlined);
      at += sizeof inlined;
   }
   for (uint32_t i = 0; i < n; i++)
      if (counts[i] != 0)
         at = put_number(at, counts[i]);
   return at;
}

static const uint8_t *unpack_head(const uint8_t *at, uint64_t *mask, cs_inlined **inlined)
{
   uint64_t head;
   at = get_number(at, &head);
   *mask = head >> 1;
   *inlined = NULL;
   if ((head & 1) != 0) {
      __builtin_memcpy(inlined, at, sizeof *inlined);
      at += sizeof *inlined;
   }
   return at;
}

static const uint8_t *unpack_counts(const uint8_t *at, uint64_t *counts, uint32_t n,
                                    cs_inlined **inlined)
{
   uint64_t mask;
   at = unpack_head(at, &mask, inlined);
   for (uint32_t i = 0; i < n; i++) {
      counts[i] = 0;
      if ((mask >> i & 1) != 0)
         at = get_number(at, &counts[i]);
   }
   return at;
}

static uint8_t *packed_at(cs_state state)
{
   return (uint8_t *)(state - 1);
}

/* ---- All -------------------------------------------------------------- */

void cs_bodies_init(cs_bodies *bodies, const tk_alloc *alloc, uint32_t n_counts,
                    uint64_t **no_slots)
{
   *bodies = (cs_bodies){
      .alloc = alloc,
      .n_counts = n_counts,
      .no_slots = no_slots,
      .most = FIRST_MOST,
      .packed = { .alloc = alloc, .label = "cs.bodies.packed" },
   };
}

void cs_bodies_fini(cs_bodies *bodies)
{
   while (bodies->chunks != NULL) {
      cs_body_chunk *chunk = bodies->chunks;
      bodies->chunks = chunk->next;
      tk_put(bodies->alloc, chunk);
   }
   tk_pool_fini(&bodies->packed);
}

/* ---- Bodies ----------------------------------------------------------- */

static size_t body_B(const cs_bodies *bodies)
{
   size_t size_B = sizeof(cs_body) + bodies->n_counts * sizeof(uint64_t);
   return (size_B + HOST_LINE_B - 1) / HOST_LINE_B * HOST_LINE_B;
}

/* The i-th body of a chunk. */
static cs_body *nth_body(const cs_bodies *bodies, cs_body_chunk *chunk, size_t i)
{
   uintptr_t first = (uintptr_t)(chunk + 1);
   first += -first % HOST_LINE_B;
   return (cs_body *)(first + i * body_B(bodies));
}

static void set_free(cs_bodies *bodies, cs_body *body)
{
   body->state = NULL;
   body->next_free = bodies->free;
   bodies->free = body;
}

/* Adds a chunk; its last body is used last: memory that no body needs is not touched. */
static void add_chunk(cs_bodies *bodies)
{
   cs_body_chunk *chunk = tk_get(bodies->alloc, "cs.bodies",
                                 sizeof *chunk + HOST_LINE_B + CHUNK * body_B(bodies));
   chunk->next = bodies->chunks;
   bodies->chunks = chunk;
   bodies->n += CHUNK;
   for (size_t i = CHUNK; i-- > 0;)
      set_free(bodies, nth_body(bodies, chunk, i));
}

/* Packs the counts of a body, and frees it. */
static void close_body(cs_bodies *bodies, cs_body *body)
{
   uint8_t bytes[PACKED_MOST_B];
   size_t length_B =
      (size_t)(pack_counts(bytes, body->counts, bodies->n_counts, body->inlined) - bytes);
   cs_state state = CS_EMPTY;
   if (bytes[0] != 0) {
      uint8_t *packed = tk_pool_get(&bodies->packed, length_B);
      __builtin_memcpy(packed, bytes, length_B);
      state = (uintptr_t)packed + 1;
   }
   *body->state = state;
   set_free(bodies, body);
}

static void close_all(cs_bodies *bodies)
{
   if (bodies->before_packing != NULL)
      bodies->before_packing();
   bodies->n_again = 0;
   for (cs_body_chunk *chunk = bodies->chunks; chunk != NULL; chunk = chunk->next)
      for (size_t i = CHUNK; i-- > 0;) {
         cs_body *body = nth_body(bodies, chunk, i);
         if (body->state != NULL)
            close_body(bodies, body);
      }
}

/* Sees to a free body. */
static void make_room(cs_bodies *bodies)
{
   if (bodies->n >= bodies->most && bodies->n_again > bodies->n / 2)
      bodies->most *= 2;
   if (bodies->n < bodies->most || bodies->keeps_all)
      add_chunk(bodies);
   else
      close_all(bodies);
}

cs_body *cs_bodies_give(cs_bodies *bodies, cs_state *state)
{
   if (bodies->free == NULL)
      make_room(bodies);
   cs_body *body = bodies->free;
   bodies->free = body->next_free;
   *body = (cs_body){ .state = state };
   if (*state == CS_EMPTY) {
      tk_count_clear_all(body->counts, bodies->n_counts);
   } else {
      uint8_t *packed = packed_at(*state);
      const uint8_t *end = unpack_counts(packed, body->counts, bodies->n_counts,
                                         &body->inlined);
      tk_pool_put(&bodies->packed, packed, (size_t)(end - packed));
      bodies->n_again++;
   }
   body->slots = body->inlined != NULL ? body->inlined->slots : bodies->no_slots;
   *state = (uintptr_t)body;
   return body;
}

/* ---- Reading ---------------------------------------------------------- */

const uint64_t *cs_bodies_read(const cs_bodies *bodies, cs_state state, uint64_t *room)
{
   const cs_body *body = cs_body_at(state);
   cs_inlined *inlined;
   if (body != NULL)
      return body->counts;
   if (state != CS_EMPTY) {
      unpack_counts(packed_at(state), room, bodies->n_counts, &inlined);
      return room;
   }
   tk_count_clear_all(room, bodies->n_counts);
   return room;
}

cs_inlined *cs_bodies_inlined(cs_state state)
{
   const cs_body *body = cs_body_at(state);
   cs_inlined *inlined = NULL;
   uint64_t mask;
   if (body != NULL)
      return body->inlined;
   if (state != CS_EMPTY)
      unpack_head(packed_at(state), &mask, &inlined);
   return inlined;
}

/* Packed counts become shorter where they are: then none can be lost. */
void cs_bodies_zero(const cs_bodies *bodies, cs_state *state)
{
   cs_body *body = cs_body_at(*state);
   if (body != NULL)
      tk_count_clear_all(body->counts, bodies->n_counts);
   else if (*state != CS_EMPTY)
      pack_counts(packed_at(*state), NULL, 0, cs_bodies_inlined(*state));
}
