/* calls.c -- indirect calls and jumps, interpreters, much code.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

/* ---- Calls by type ------------------------------------------------------ */

typedef struct shape shape;
struct shape {
   double (*area)(const shape *);
   unsigned kind;
   double width, height;
};

static double area_of_box(const shape *s) { return s->width * s->height; }
static double area_of_triangle(const shape *s) { return s->width * s->height / 2; }
static double area_of_frame(const shape *s) { return s->width + s->height; }
static double area_of_nothing(const shape *s) { return s->width - s->width; }

static double (*const areas[4])(const shape *) = {
   area_of_box, area_of_triangle, area_of_frame, area_of_nothing
};

enum { N_SHAPES = 1 << 15 };

static shape *shapes;

static void set_up_shapes(const uint32_t *order)
{
   shapes = truth_new(N_SHAPES * sizeof *shapes);
   for (size_t i = 0; i < N_SHAPES; i++) {
      shape *s = &shapes[order[i]];
      s->kind = (unsigned)(i * 4 / N_SHAPES);
      s->area = areas[s->kind];
      s->width = (double)(i % 13 + 1);
      s->height = (double)(i % 7 * 2);
   }
}

static void set_up_sorted(void) { set_up_shapes(truth_ordered(N_SHAPES)); }
static void set_up_shuffled(void) { set_up_shapes(truth_shuffled(N_SHAPES)); }

static uint64_t sum_by_calls(void)
{
   double sum = 0;
   for (size_t i = 0; i < N_SHAPES; i++)
      sum += shapes[i].area(&shapes[i]);
   return (uint64_t)sum;
}

static uint64_t sum_by_factors(void)
{
   static const double product[4] = { 1, 0.5, 0, 0 }, edges[4] = { 0, 0, 1, 0 };
   double sum = 0;
   for (size_t i = 0; i < N_SHAPES; i++) {
      const shape *s = &shapes[i];
      sum += product[s->kind] * s->width * s->height +
             edges[s->kind] * (s->width + s->height);
   }
   return (uint64_t)sum;
}

/* ---- Interpreters ------------------------------------------------------- */

typedef enum { ADD, SUBTRACT, SHIFT, MIX, TAKE, SWAP, STEP, END, N_CODES } code;

enum { N_CODE = 4096, N_ROUNDS = 16 };

static uint8_t *program;

/* Codes at random; the interpreters run the program N_ROUNDS times. */
static void set_up_program(void)
{
   program = truth_new(N_CODE + 1);
   for (size_t i = 0; i < N_CODE; i++)
      program[i] = (uint8_t)truth_random_below(END);
   program[N_CODE] = END;
}

typedef struct {
   uint64_t a, b;
} machine;

static void do_add(machine *m) { m->a += m->b; }
static void do_subtract(machine *m) { m->b -= m->a; }
static void do_shift(machine *m) { m->a = m->a << 3 | m->a >> 61; }
static void do_mix(machine *m) { m->a ^= m->b >> 7; }
static void do_take(machine *m) { m->b = m->a + 1; }
static void do_swap(machine *m) { uint64_t a = m->a; m->a = m->b; m->b = a; }
static void do_step(machine *m) { m->a++; }

static uint64_t interpret_by_switch(void)
{
   machine m = { 1, 2 };
   for (size_t round = 0; round < N_ROUNDS; round++)
      for (const uint8_t *p = program; *p != END; p++)
         switch (*p) {
         case ADD: do_add(&m); break;
         case SUBTRACT: do_subtract(&m); break;
         case SHIFT: do_shift(&m); break;
         case MIX: do_mix(&m); break;
         case TAKE: do_take(&m); break;
         case SWAP: do_swap(&m); break;
         case STEP: do_step(&m); break;
         }
   return m.a ^ m.b;
}

/* Each operation jumps to the next one by a jump of its own. */
static uint64_t interpret_threaded(void)
{
   static const void *const labels[N_CODES] = { &&add, &&subtract, &&shift, &&mix,
                                                &&take, &&swap, &&step, &&end };
   machine m = { 1, 2 };
   const uint8_t *p = program;
   size_t round = 0;
#define NEXT goto *labels[*p++]
   NEXT;
add: do_add(&m); NEXT;
subtract: do_subtract(&m); NEXT;
shift: do_shift(&m); NEXT;
mix: do_mix(&m); NEXT;
take: do_take(&m); NEXT;
swap: do_swap(&m); NEXT;
step: do_step(&m); NEXT;
end:
   if (++round < N_ROUNDS) {
      p = program;
      NEXT;
   }
   return m.a ^ m.b;
}

static uint64_t interpret_by_calls(void)
{
   static void (*const functions[])(machine *) = { do_add, do_subtract, do_shift,
                                                   do_mix, do_take, do_swap, do_step };
   machine m = { 1, 2 };
   for (size_t round = 0; round < N_ROUNDS; round++)
      for (const uint8_t *p = program; *p != END; p++)
         functions[*p](&m);
   return m.a ^ m.b;
}

/* ---- Much code: 1024 functions of some 250 bytes ------------------------ */

#define STEP_1(X, K) X = (X ^ (K + 0x1234567)) * 33 + (X >> 7);
#define STEP_4(X, K) STEP_1(X, K) STEP_1(X, 3 * K) STEP_1(X, 5 * K) STEP_1(X, 7 * K)
#define FUNCTION(N) \
   static __attribute__((noinline)) uint64_t part_##N(uint64_t x) \
   { \
      STEP_4(x, 0x1##N) STEP_4(x, 0x2##N) \
      return x; \
   }
#define EACH_4(M, N) M(N##0) M(N##1) M(N##2) M(N##3)
#define EACH_16(M, N) EACH_4(M, N##0) EACH_4(M, N##1) EACH_4(M, N##2) EACH_4(M, N##3)
#define EACH_64(M, N) \
   EACH_16(M, N##0) EACH_16(M, N##1) EACH_16(M, N##2) EACH_16(M, N##3)
#define EACH_256(M, N) \
   EACH_64(M, N##0) EACH_64(M, N##1) EACH_64(M, N##2) EACH_64(M, N##3)
#define EACH_1024(M) EACH_256(M, 0) EACH_256(M, 1) EACH_256(M, 2) EACH_256(M, 3)
#define NAME(N) part_##N,

EACH_1024(FUNCTION)
static uint64_t (*const parts[])(uint64_t) = { EACH_1024(NAME) };

enum { N_PARTS = 1024, N_TIMES = 32 };

static uint64_t call_each_in_turn(void)
{
   uint64_t sum = 0;
   for (size_t j = 0; j < N_TIMES; j++)
      for (size_t i = 0; i < N_PARTS; i++)
         sum += parts[i](i + j);
   return sum;
}

static uint64_t call_each_often(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_PARTS; i++)
      for (size_t j = 0; j < N_TIMES; j++)
         sum += parts[i](i + j);
   return sum;
}

/* ---- Recursion ---------------------------------------------------------- */

static __attribute__((noinline)) uint64_t fibonacci(unsigned n)
{
   return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static volatile unsigned depth = 24;

static uint64_t fibonacci_recursive(void)
{
   return fibonacci(depth);
}

/* As many steps, without calls: the recursion's stack is an array. */
static uint64_t fibonacci_on_stack(void)
{
   unsigned stack[64], n = 0;
   uint64_t sum = 0;
   stack[n++] = depth;
   while (n > 0) {
      unsigned top = stack[--n];
      if (top < 2) {
         sum += top;
         continue;
      }
      stack[n++] = top - 1;
      stack[n++] = top - 2;
   }
   return sum;
}

const truth_kernel truth_calls[] = {
   { "virtual-calls", true, 200, NULL,
     { { "sorted", sum_by_calls, set_up_sorted },
       { "shuffled", sum_by_calls, set_up_shuffled },
       { "branch-free", sum_by_factors, set_up_shuffled } } },
   { "interpreter", true, 100, set_up_program,
     { { "switch", interpret_by_switch }, { "threaded", interpret_threaded },
       { "calls", interpret_by_calls } } },
   { "much-code", true, 100, NULL,
     { { "in-turn", call_each_in_turn }, { "often", call_each_often } } },
   { "recursion", true, 200, NULL,
     { { "calls", fibonacci_recursive }, { "stack", fibonacci_on_stack } } },
   { 0 },
};
