/* stack_locals.c -- local variables at known places of the stack; C and C++.

   It prints what tests/unit/test_ty_locals.c must find, a line for each word:

      word PC OFFSET NAME IN LINE FUNCTION TYPE   it is a variable's
      none PC OFFSET                              it is no variable's
      saved PC OFFSET CALLER-PC NAME LINE         the function at PC has saved there the
                                                  register with the caller's variable

   PC is the last byte of a call, in the file.  OFFSET is from the CFA, as libgcc's
   unwinder computes it.  IN is the offset in the variable.  FUNCTION is "-" if it is not
   inlined.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif

#include <alloca.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noipa))
#endif

typedef intptr_t word;

/* So that the call before it is not the last thing that a function does. */
#define STAY() __asm__ volatile("" ::: "memory")

/* ---- The stack, by libgcc ---- */

enum { FRAMES = 8 };

typedef struct {
   unsigned long pc; /* in the file */
   char *cfa;
} frame;

/* Of the caller, and outward. */
typedef struct {
   frame frames[FRAMES];
   int n;
   uintptr_t base;
} stack;

static int take_base(struct dl_phdr_info *info, size_t size, void *context)
{
   (void)size;
   *(uintptr_t *)context = info->dlpi_addr;
   return 1; /* the first is the program */
}

/* What _Unwind_GetCFA returns is the stack pointer in the frame: the CFA of the one that
   it has called.  The first frame is take_stack's. */
static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *to)
{
   stack *s = (stack *)to;
   if (s->n >= 2 && s->n < FRAMES + 2)
      s->frames[s->n - 2].cfa = (char *)_Unwind_GetCFA(context);
   if (s->n >= 1 && s->n < FRAMES + 1)
      s->frames[s->n - 1].pc = (unsigned long)(_Unwind_GetIP(context) - 1 - s->base);
   s->n++;
   return _URC_NO_REASON;
}

static NOINLINE void take_stack(stack *s)
{
   memset(s, 0, sizeof *s);
   dl_iterate_phdr(take_base, &s->base);
   _Unwind_Backtrace(take_frame, s);
   STAY();
}

/* ---- What is printed ---- */

/* A word of the caller. */
static NOINLINE void look(volatile void *at, long in, const char *name, int line,
                          const char *function, const char *type)
{
   stack s;
   take_stack(&s);
   printf("word %lx %ld %s %ld %d %s %s\n", s.frames[1].pc,
          (long)((char *)at - s.frames[1].cfa), name, in, line, function, type);
}

/* A word of the variable, which is declared so many lines above. */
#define LOOK_IN(function, above, name, word, type)                               \
   look(&(word), (long)((char *)&(word) - (char *)&name), #name,                 \
        __LINE__ - (above), function, type);                                     \
   STAY()
#define LOOK(above, name, word, type) LOOK_IN("-", above, name, word, type)

static NOINLINE void look_for_none(volatile void *at)
{
   stack s;
   take_stack(&s);
   printf("none %lx %ld\n", s.frames[1].pc, (long)((char *)at - s.frames[1].cfa));
}

/* The return address, and words far away. */
static NOINLINE void look_around(void)
{
   static const long places[] = { -1, -100000, 100000 };
   stack s;
   take_stack(&s);
   for (int i = 0; i < 3; i++)
      printf("none %lx %ld\n", s.frames[1].pc, places[i] * (long)sizeof(word));
}

/* Does the compiler agree with the unwinder? */
static NOINLINE void check_cfa(void *cfa)
{
   stack s;
   take_stack(&s);
   if (s.frames[1].cfa != cfa)
      printf("CFA %p, not %p\n", (void *)s.frames[1].cfa, cfa);
}

/* ---- Words of variables ---- */

struct pair {
   word first, second;
};

struct large {
   word words[6];
   struct pair pair;
};

static volatile word one = 1;

static NOINLINE void case_pointer(void)
{
   struct pair *volatile p = NULL;
   LOOK(1, p, p, "pointer");
   look_around();
   STAY();
}

static NOINLINE void case_cfa(void)
{
   struct pair *volatile p = NULL;
   check_cfa(__builtin_dwarf_cfa());
   LOOK(2, p, p, "pointer");
}

static NOINLINE void case_struct(void)
{
   volatile struct pair s = { one, one };
   LOOK(1, s, s.first, "pair");
   LOOK(2, s, s.second, "pair");
}

static NOINLINE void case_arrays(void)
{
   volatile word all[5] = { one };
   volatile struct pair pairs[3] = { { one, one } };
   LOOK(2, all, all[0], "word");
   LOOK(3, all, all[4], "word");
   LOOK(3, pairs, pairs[2].second, "pair");
}

static NOINLINE void case_parameter(struct pair *volatile q)
{
   LOOK(2, q, q, "pointer");
   q = NULL;
   LOOK(4, q, q, "pointer");
}

/* By value: it is in the caller's part of the stack. */
static NOINLINE void case_large_parameter(word a, struct large l)
{
   LOOK(2, l, l.words[0], "large");
   LOOK(3, l, l.pair.second, "large");
   one = a + l.words[2];
}

#ifdef __cplusplus
namespace space
{
struct holder {
   static inline __attribute__((always_inline)) void inlined(word by)
#define INLINED "space::holder::inlined"
#else
static inline __attribute__((always_inline)) void inlined(word by)
#define INLINED "inlined"
#endif
{
   volatile struct pair in = { by, by };
   LOOK_IN(INLINED, 1, in, in.second, "pair");
}
#ifdef __cplusplus
};
} // namespace space
using space::holder;
#define CALL_INLINED holder::inlined
#else
#define CALL_INLINED inlined
#endif

#ifdef __cplusplus
struct counter {
   word n;
   NOINLINE void count(const struct pair &by);
};

/* Local variables of a method and of a lambda, and what a closure holds. */
NOINLINE void counter::count(const struct pair &by)
{
   volatile word sum = n + by.first;
   LOOK(1, sum, sum, "word");
   auto add = [&sum, this](word more) __attribute__((always_inline))
   {
      volatile word result = sum + more + n;
      LOOK_IN("counter::count::{lambda}::operator()", 1, result, result, "word");
      return (word)result;
   };
   n = add(1);
   STAY();
}

/* The pair itself has no name. */
static NOINLINE void case_binding(struct pair p)
{
   volatile auto [a, b] = p;
   LOOK(1, a, a, "word");
   LOOK(2, b, b, "word");
}
#endif

static NOINLINE void case_inlined(void)
{
   volatile word out = one;
   CALL_INLINED(one);
   LOOK(2, out, out, "word");
}

/* The compiler may put all of them into one place. */
static NOINLINE void case_blocks(void)
{
   if (one != 0) {
      volatile word x = one;
      LOOK(1, x, x, "word");
      for (int i = 0; i < 1; i++) {
         volatile struct pair x = { i, one };
         LOOK(1, x, x.second, "pair");
      }
   }
   if (one != 0) {
      volatile struct pair y = { one, one };
      LOOK(1, y, y.first, "pair");
   }
   {
      volatile word z = one;
      LOOK(1, z, z, "word");
   }
}

/* A frame of any size: its variables are found, and its other memory is no variable's. */
static NOINLINE void case_alloca(void)
{
   volatile word *volatile p = (word *)alloca((size_t)(64 + one) * sizeof(word));
   p[20] = one;
   LOOK(2, p, p, "pointer");
   look_for_none(&p[20]);
   STAY();
}

/* More aligned than the stack is. */
static NOINLINE void case_aligned(void)
{
   volatile word wide[8] __attribute__((aligned(64))) = { one };
   LOOK(1, wide, wide[3], "word");
}

static NOINLINE word take_many(word a, word b, word c, word d, word e, word f, word g,
                               word h, word i, volatile word *at, int line)
{
   stack s;
   take_stack(&s);
   printf("word %lx %ld w 0 %d - word\n", s.frames[1].pc,
          (long)((char *)at - s.frames[1].cfa), line);
   for (int i = 0; i < 4; i++) /* g, h, i and at; on x86-64 */
      printf("none %lx %ld\n", s.frames[1].pc,
             (long)(s.frames[0].cfa - s.frames[1].cfa) + i * (long)sizeof(word));
   return a + b + c + d + e + f + g + h + i;
}

/* The call comes after arguments were pushed, which are no variables. */
static NOINLINE void case_pushed(word a, word b, word c)
{
   volatile word w = one;
   one = take_many(a, b, c, a, b, c, a, b, c, &w, __LINE__ - 1) > 0;
   STAY();
}

/* ---- Saved registers ---- */

static struct pair *volatile sought = (struct pair *)0x5eed5eed;

/* Prints where in the caller's frame the word is that was saved for the caller's
   caller. */
static NOINLINE void look_for_saved(const char *name, int line)
{
   stack s;
   take_stack(&s);
   for (char *at = s.frames[0].cfa; at < s.frames[1].cfa; at += sizeof(word))
      if (*(struct pair **)(void *)at == sought)
         printf("saved %lx %ld %lx %s %d\n", s.frames[1].pc, (long)(at - s.frames[1].cfa),
                s.frames[2].pc, name, line);
}

/* The registers that functions save. */
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(FRAME_POINTER)
#define SAVED "rbx", "rbp", "r12", "r13", "r14", "r15"
#elif defined(__x86_64__)
#define SAVED "rbx", "r12", "r13", "r14", "r15"
#elif defined(__aarch64__)
#define SAVED "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28"
#endif

static NOINLINE void save_all(const char *name, int line)
{
#ifdef SAVED
   __asm__ volatile("" ::: SAVED, "memory");
   look_for_saved(name, line);
   __asm__ volatile("" ::: SAVED, "memory");
#else
   (void)name, (void)line, (void)look_for_saved;
#endif
}

static NOINLINE void wipe_stack(void)
{
   volatile char bytes[8192];
   memset((char *)bytes, 0, sizeof bytes);
   STAY();
}

static NOINLINE void use(struct pair *p)
{
   __asm__ volatile("" ::"r"(p) : "memory");
}

static NOINLINE void case_saved(void)
{
   struct pair *kept = sought;
   save_all("kept", __LINE__ - 1);
   use(kept);
   STAY();
}

/* Of two variables in registers, the right one. */
static NOINLINE void case_saved_parameter(word n, struct pair *given)
{
   word sum = n + one;
   save_all("given", __LINE__ - 3);
   use(given);
   one = sum > 0;
   STAY();
}

int main(void)
{
   struct large l = { { 1 }, { 2, 3 } };
   case_pointer();
   case_cfa();
   case_struct();
   case_arrays();
   case_parameter(&l.pair);
   case_large_parameter(1, l);
   case_inlined();
   case_blocks();
   case_alloca();
   case_aligned();
   case_pushed(one, one + 1, one + 2);
#ifdef __cplusplus
   counter c = { one };
   c.count(l.pair);
   case_binding(l.pair);
#endif
   wipe_stack();
   case_saved();
   wipe_stack();
   case_saved_parameter(1, sought);
   return 0;
}
