/* walks.c -- arrays, lists and pointers: in which order memory is read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

enum { KIB = 1024, MIB = 1024 * KIB };

/* ---- Lists -------------------------------------------------------------- */

typedef struct node {
   struct node *next;
   uint64_t value;
} node;

static node *head;

enum { N_NODES = 1 << 20 };

static void link_nodes(const uint32_t *order)
{
   node *nodes = truth_new(N_NODES * sizeof *nodes);
   head = &nodes[order[0]];
   for (size_t i = 0; i < N_NODES; i++) {
      node *this = &nodes[order[i]];
      this->value = i;
      this->next = i + 1 < N_NODES ? &nodes[order[i + 1]] : NULL;
   }
}

static void set_up_list_in_order(void) { link_nodes(truth_ordered(N_NODES)); }
static void set_up_list_shuffled(void) { link_nodes(truth_shuffled(N_NODES)); }

static uint64_t walk_list(void)
{
   uint64_t sum = 0;
   for (const node *p = head; p != NULL; p = p->next)
      sum += p->value;
   return sum;
}

/* Nodes of one line, with seven values each, in random order. */
enum { N_IN_CHUNK = 7, N_CHUNKS = N_NODES / N_IN_CHUNK + 1 };

typedef struct chunk {
   struct chunk *next;
   uint64_t values[N_IN_CHUNK];
} chunk;

static chunk *first_chunk;

static void set_up_chunks(void)
{
   chunk *chunks = truth_new(N_CHUNKS * sizeof *chunks);
   const uint32_t *order = truth_shuffled(N_CHUNKS);
   first_chunk = &chunks[order[0]];
   for (size_t i = 0; i < N_CHUNKS; i++) {
      chunk *this = &chunks[order[i]];
      for (size_t j = 0; j < N_IN_CHUNK && i * N_IN_CHUNK + j < N_NODES; j++)
         this->values[j] = i * N_IN_CHUNK + j;
      this->next = i + 1 < N_CHUNKS ? &chunks[order[i + 1]] : NULL;
   }
}

static uint64_t walk_chunks(void)
{
   uint64_t sum = 0;
   for (const chunk *p = first_chunk; p != NULL; p = p->next)
      for (size_t j = 0; j < N_IN_CHUNK; j++)
         sum += p->values[j];
   return sum;
}

/* ---- Strides ------------------------------------------------------------ */

enum { N_STRIDE_READS = 1 << 17 };

static uint64_t *array;
static size_t array_words;

static void set_up_array(size_t size_B)
{
   array_words = size_B / sizeof *array;
   array = truth_new(size_B);
   for (size_t i = 0; i < array_words; i++)
      array[i] = i * 3;
}

static void set_up_strides(void) { set_up_array(N_STRIDE_READS * 520); }

static uint64_t walk_by(size_t stride_words)
{
   uint64_t sum = 0;
   const uint64_t *p = array;
   for (size_t i = 0; i < N_STRIDE_READS; i++, p += stride_words)
      sum += *p;
   return sum;
}

static uint64_t walk_by_8(void) { return walk_by(1); }
static uint64_t walk_by_64(void) { return walk_by(8); }
static uint64_t walk_by_192(void) { return walk_by(24); }
static uint64_t walk_by_520(void) { return walk_by(65); }

/* ---- Random reads that do not wait for each other ----------------------- */

enum { N_RANDOM_READS = 1 << 20 };

static uint64_t read_at_random(void)
{
   uint64_t sum = 0, state = 1;
   for (size_t i = 0; i < N_RANDOM_READS; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      sum += array[(state >> 33) & (array_words - 1)];
   }
   return sum;
}

static void set_up_16k(void) { set_up_array(16 * KIB); }
static void set_up_512k(void) { set_up_array(512 * KIB); }
static void set_up_8m(void) { set_up_array(8 * MIB); }
static void set_up_128m(void) { set_up_array(128 * MIB); }

/* ---- Chains of pointers ------------------------------------------------- */

enum { N_STEPS = 1 << 18, LINE_WORDS = 8 };

static uint64_t *lines; /* the first word of each line is the next line's index */

static void link_lines(size_t size_B)
{
   size_t n_lines = size_B / (LINE_WORDS * sizeof *lines);
   const uint32_t *order = truth_shuffled(n_lines);
   lines = truth_new(size_B);
   for (size_t i = 0; i < n_lines; i++)
      lines[order[i] * LINE_WORDS] = order[(i + 1) % n_lines] * (uint64_t)LINE_WORDS;
}

static void set_up_chain_16k(void) { link_lines(16 * KIB); }
static void set_up_chain_512k(void) { link_lines(512 * KIB); }
static void set_up_chain_8m(void) { link_lines(8 * MIB); }
static void set_up_chain_128m(void) { link_lines(128 * MIB); }

static uint64_t chase_one(void)
{
   uint64_t at = 0;
   for (size_t i = 0; i < N_STEPS; i++)
      at = lines[at];
   return at;
}

/* Chains that begin at `n` lines, which are anywhere on the circle. */
static inline uint64_t chase(size_t n)
{
   uint64_t at[16], sum = 0;
   for (size_t j = 0; j < n; j++)
      at[j] = j * 1009 * LINE_WORDS;
   for (size_t i = 0; i < N_STEPS / n; i++)
      for (size_t j = 0; j < n; j++)
         at[j] = lines[at[j]];
   for (size_t j = 0; j < n; j++)
      sum = truth_mix(sum, at[j]);
   return sum;
}

static uint64_t chase_four(void) { return chase(4); }
static uint64_t chase_sixteen(void) { return chase(16); }

/* ---- Pages -------------------------------------------------------------- */

enum { N_PAGE_LINES = 8192, PAGE_WORDS = 512 };

static uint32_t *places;

/* Lines side by side, or one a page, at different places in their pages. */
static void set_up_lines(size_t words_apart, size_t shift_words)
{
   set_up_array((size_t)N_PAGE_LINES * PAGE_WORDS * sizeof *array);
   places = truth_shuffled(N_PAGE_LINES);
   for (size_t i = 0; i < N_PAGE_LINES; i++) {
      size_t line = places[i];
      places[i] = (uint32_t)(line * words_apart + line % 64 * shift_words);
   }
}

static void set_up_packed(void) { set_up_lines(LINE_WORDS, 0); }
static void set_up_spread(void) { set_up_lines(PAGE_WORDS, LINE_WORDS); }

static uint64_t read_places(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_PAGE_LINES; i++)
      sum += array[places[i]];
   return sum;
}

/* ---- Fields ------------------------------------------------------------- */

enum { N_RECORDS = 1 << 18, N_FIELDS = 8, N_IN_GROUP = 8 };

static uint64_t *fields;

static void set_up_fields(void)
{
   fields = truth_new((size_t)N_RECORDS * N_FIELDS * sizeof *fields);
}

static uint64_t sum_records(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_RECORDS; i++)
      sum += fields[i * N_FIELDS] ^ fields[i * N_FIELDS + 1];
   return sum;
}

static uint64_t sum_arrays(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_RECORDS; i++)
      sum += fields[i] ^ fields[N_RECORDS + i];
   return sum;
}

static uint64_t sum_groups(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_RECORDS; i += N_IN_GROUP)
      for (size_t j = 0; j < N_IN_GROUP; j++)
         sum += fields[i * N_FIELDS + j] ^ fields[i * N_FIELDS + N_IN_GROUP + j];
   return sum;
}

const truth_kernel truth_walks[] = {
   { "list", true, 3, NULL,
     { { "in-order", walk_list, set_up_list_in_order },
       { "shuffled", walk_list, set_up_list_shuffled },
       { "unrolled", walk_chunks, set_up_chunks } } },
   { "stride", false, 150, set_up_strides,
     { { "8", walk_by_8 }, { "64", walk_by_64 }, { "192", walk_by_192 },
       { "520", walk_by_520 } } },
   { "random-read", false, 10, NULL,
     { { "16K", read_at_random, set_up_16k }, { "512K", read_at_random, set_up_512k },
       { "8M", read_at_random, set_up_8m }, { "128M", read_at_random, set_up_128m } } },
   { "chase", false, 6, NULL,
     { { "16K", chase_one, set_up_chain_16k }, { "512K", chase_one, set_up_chain_512k },
       { "8M", chase_one, set_up_chain_8m },
       { "128M", chase_one, set_up_chain_128m } } },
   { "chains", false, 6, set_up_chain_128m,
     { { "one", chase_one }, { "four", chase_four }, { "sixteen", chase_sixteen } } },
   { "pages", false, 4000, NULL,
     { { "packed", read_places, set_up_packed },
       { "spread", read_places, set_up_spread } } },
   { "fields", true, 100, set_up_fields,
     { { "records", sum_records }, { "arrays", sum_arrays }, { "groups", sum_groups } } },
   { 0 },
};
