/* test_cs_traces.h -- the memory references of real kernels, for models of machines.

   Each kernel computes something, and notes each load and store of its data: `*R(p)`
   reads, `*W(p)` writes.  Each such place in the source is one instruction.  All data is
   in one array, and references name it by offsets, so a trace is the same in every run.
   Each kernel checks its own result: the trace is that of the work which it claims to do.
   The includer has included cmocka.h or a substitute.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_CS_TRACES_H
#define TEST_CS_TRACES_H

#include "unit_alloc.h"

enum { TRACE_DATA_B = 1 << 20, TRACE_DATA_AT = 0x10000000, TRACE_CODE_AT = 0x400000 };

typedef struct {
   uintptr_t site_addr, addr;
   uint32_t size_B;
   bool is_write;
} trace_reference;

typedef struct {
   void (*see)(void *context, const trace_reference *reference);
   void *context;
   unit_random random;
   uint64_t n_references;
   size_t used_B;
   _Alignas(4096) char data[TRACE_DATA_B];
} trace;

static inline void trace_note(trace *t, unsigned place, const void *p, size_t size_B,
                              bool is_write)
{
   const trace_reference r = { .site_addr = TRACE_CODE_AT + place * 5u,
                               .size_B = (uint32_t)size_B,
                               .addr = TRACE_DATA_AT
                                       + (uintptr_t)((const char *)p - t->data),
                               .is_write = is_write };
   t->n_references++;
   t->see(t->context, &r);
}

#define TRACE_ACCESS(p, is_write) \
   ({ \
      __typeof__(p) traced_ = (p); \
      trace_note(t, __COUNTER__, traced_, sizeof *traced_, is_write); \
      traced_; \
   })
#define R(p) TRACE_ACCESS(p, false)
#define W(p) TRACE_ACCESS(p, true)

/* Room for n objects, aligned to 16 bytes. */
static inline void *trace_room(trace *t, size_t n, size_t size_B)
{
   void *room = t->data + t->used_B;
   t->used_B += (n * size_B + 15) / 16 * 16;
   assert_true(t->used_B <= TRACE_DATA_B);
   return room;
}

static inline int *trace_numbers(trace *t, int n, int below)
{
   int *a = trace_room(t, (size_t)n, sizeof *a);
   for (int i = 0; i < n; i++)
      a[i] = (int)unit_random_below(&t->random, (uint64_t)below);
   return a;
}

static inline void trace_assert_sorted(const int *a, int n)
{
   for (int i = 1; i < n; i++)
      assert_true(a[i - 1] <= a[i]);
}

/* ---- Sorting and searching ------------------------------------------- */

static inline void quicksort_range(trace *t, int *a, int from, int to)
{
   if (from >= to)
      return;
   int pivot = *R(&a[(from + to) / 2]), i = from, j = to;
   while (i <= j) {
      while (*R(&a[i]) < pivot)
         i++;
      while (*R(&a[j]) > pivot)
         j--;
      if (i <= j) {
         int kept = *R(&a[i]);
         *W(&a[i++]) = *R(&a[j]);
         *W(&a[j--]) = kept;
      }
   }
   quicksort_range(t, a, from, j);
   quicksort_range(t, a, i, to);
}

static inline void trace_quicksort(trace *t)
{
   enum { N = 3000 };
   int *a = trace_numbers(t, N, 100000);
   quicksort_range(t, a, 0, N - 1);
   trace_assert_sorted(a, N);
}

static inline void trace_merge_sort(trace *t)
{
   enum { N = 2048 };
   int *a = trace_numbers(t, N, 100000), *b = trace_numbers(t, N, 1);
   for (int width = 1; width < N; width *= 2) {
      for (int low = 0; low < N; low += 2 * width) {
         int i = low, middle = low + width, j = middle;
         for (int k = low; k < low + 2 * width; k++) {
            bool takes_left = j == low + 2 * width
                              || (i < middle && *R(&a[i]) <= *R(&a[j]));
            *W(&b[k]) = takes_left ? *R(&a[i++]) : *R(&a[j++]);
         }
      }
      int *swapped = a;
      a = b;
      b = swapped;
   }
   trace_assert_sorted(a, N);
}

static inline void trace_binary_search(trace *t)
{
   enum { N = 30000 };
   int *a = trace_numbers(t, N, 1);
   for (int i = 0; i < N; i++)
      a[i] = 3 * i;
   for (int round = 0; round < 1500; round++) {
      int key = 3 * (int)unit_random_below(&t->random, N), low = 0, high = N - 1;
      while (low < high) {
         int middle = (low + high) / 2;
         if (*R(&a[middle]) < key)
            low = middle + 1;
         else
            high = middle;
      }
      assert_int_equal(*R(&a[low]), key);
   }
}

/* ---- Pointers -------------------------------------------------------- */

struct trace_node {
   struct trace_node *next;
   int key, value;
   char rest[40];
};

/* A list in the order of `at`. */
static inline struct trace_node *trace_list(struct trace_node *nodes, const int *at,
                                            int n)
{
   for (int i = 0; i < n; i++) {
      nodes[at[i]].next = i + 1 < n ? &nodes[at[i + 1]] : NULL;
      nodes[at[i]].value = i;
   }
   return &nodes[at[0]];
}

static inline void trace_list_walk(trace *t)
{
   enum { N = 4000 };
   struct trace_node *nodes = trace_room(t, N, sizeof *nodes);
   int *at = trace_numbers(t, N, 1);
   for (int i = 0; i < N; i++)
      at[i] = i;
   for (int is_shuffled = 0; is_shuffled < 2; is_shuffled++) {
      for (int i = N - 1; is_shuffled && i > 0; i--) {
         int j = (int)unit_random_below(&t->random, (uint64_t)i + 1), kept = at[i];
         at[i] = at[j];
         at[j] = kept;
      }
      long sum = 0;
      for (struct trace_node *n = trace_list(nodes, at, N); n != NULL; n = *R(&n->next))
         sum += *R(&n->value);
      assert_int_equal(sum, (long)N * (N - 1) / 2);
   }
}

static inline void trace_hash_table(trace *t)
{
   enum { N = 3000, BUCKETS = 1024 };
   struct trace_node **heads = trace_room(t, BUCKETS, sizeof *heads);
   struct trace_node *nodes = trace_room(t, N, sizeof *nodes);
   for (int i = 0; i < N; i++) {
      struct trace_node **head = &heads[(unsigned)i * 2654435761u >> 22];
      *W(&nodes[i].key) = i;
      *W(&nodes[i].next) = *R(head);
      *W(head) = &nodes[i];
   }
   for (int round = 0; round < N; round++) {
      int key = (int)unit_random_below(&t->random, N);
      struct trace_node *n = *R(&heads[(unsigned)key * 2654435761u >> 22]);
      while (*R(&n->key) != key)
         n = *R(&n->next);
      assert_ptr_equal(n, &nodes[key]);
   }
}

/* ---- Arrays ---------------------------------------------------------- */

enum { TRACE_SIDE = 30 };

static inline double *trace_matrix(trace *t, int modulus)
{
   double *m = trace_room(t, TRACE_SIDE * TRACE_SIDE, sizeof *m);
   for (int i = 0; i < TRACE_SIDE * TRACE_SIDE; i++)
      m[i] = i % modulus;
   return m;
}

static inline void trace_product(trace *t)
{
   enum { N = TRACE_SIDE };
   double *a = trace_matrix(t, 7), *b = trace_matrix(t, 5), *c = trace_matrix(t, 1);
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         for (int k = 0; k < N; k++)
            *W(&c[i * N + j]) += *R(&a[i * N + k]) * *R(&b[k * N + j]);
   for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
         sum += a[k] * b[k * N + j];
      assert_true(c[j] == sum);
   }
}

/* Rows of a power of two: the columns lie in few sets, and in a page each. */
static inline void trace_transpose(trace *t)
{
   enum { N = 128, ROW = 512 };
   int *a = trace_numbers(t, N * ROW, 1000), *b = trace_numbers(t, N * ROW, 1);
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         *W(&b[j * ROW + i]) = *R(&a[i * ROW + j]);
   for (int i = 0; i < N; i++)
      assert_int_equal(b[i * ROW + 3], a[3 * ROW + i]);
}

static inline void trace_stencil(trace *t)
{
   enum { N = 96 };
   int *a = trace_numbers(t, N * N, 100), *b = trace_numbers(t, N * N, 1);
   for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
         const int *p = &a[i * N + j];
         *W(&b[i * N + j]) = *R(&p[-N]) + *R(&p[-1]) + *R(&p[1]) + *R(&p[N]);
      }
   assert_int_equal(b[N + 1], a[1] + a[N] + a[N + 2] + a[2 * N + 1]);
}

/* Strides up and down, from less than a line to more than a page. */
static inline void trace_strides(trace *t)
{
   static const int strides_B[] = { 4, 24, 64, 100, 128, 192, 520, 4096, 5000 };
   char *a = trace_room(t, 600000, 1);
   for (size_t s = 0; s < sizeof strides_B / sizeof strides_B[0]; s++)
      for (int i = 0; i < 100; i++) {
         ++*W(&a[i * strides_B[s]]);
         ++*W(&a[599999 - i * strides_B[s]]);
      }
   assert_int_equal(a[0], 9);
}

/* A text is copied backwards by bytes, and a byte is sought in it. */
static inline void trace_text(trace *t)
{
   enum { N = 12000 };
   char *from = trace_room(t, N, 1), *to = trace_room(t, N, 1);
   for (int i = 0; i < N; i++)
      from[i] = (char)('a' + unit_random_below(&t->random, 26));
   from[N - 1] = '\n';
   for (int i = N - 1; i >= 0; i--)
      *W(&to[i]) = *R(&from[i]);
   int at = 0;
   while (*R(&to[at]) != '\n')
      at++;
   assert_int_equal(at, N - 1);
}

#undef R
#undef W

/* ---- All of them ----------------------------------------------------- */

static const struct {
   const char *name;
   void (*run)(trace *t);
} trace_kernels[] = {
   { "quicksort", trace_quicksort },
   { "merge sort", trace_merge_sort },
   { "binary search", trace_binary_search },
   { "list walk", trace_list_walk },
   { "hash table", trace_hash_table },
   { "matrix product", trace_product },
   { "transpose", trace_transpose },
   { "stencil", trace_stencil },
   { "strides", trace_strides },
   { "text", trace_text },
};

enum { N_TRACE_KERNELS = sizeof trace_kernels / sizeof trace_kernels[0] };

/* Runs one kernel; `see` gets each reference.  Returns how many there were. */
static inline uint64_t trace_run(int kernel,
                                 void (*see)(void *context, const trace_reference *),
                                 void *context)
{
   trace *t = aligned_alloc(4096, sizeof *t);
   assert_non_null(t);
   memset(t, 0, sizeof *t);
   t->see = see;
   t->context = context;
   t->random = unit_random_from((uint64_t)kernel + 1);
   trace_kernels[kernel].run(t);
   uint64_t n = t->n_references;
   free(t);
   return n;
}

#endif
