/* calls.h -- for programs that count their own calls, as tests/tool/calls.sh expects it.
   SPDX-License-Identifier: GPL-2.0-or-later

   CALL(f, ARGUMENTS) counts a call of f from this line of this function.  ENTERED()
   counts that this function was entered, by whomever.  calls_print() prints
      call CALLER LINE CALLEE N
      entered FUNCTION N
   Functions of one program have different names.  No calls are made to count. */

#ifndef CALLS_H
#define CALLS_H

#include <stdio.h>

typedef struct {
   const char *function, *callee; /* NULL: entered */
   int line;
   long n;
} calls_site;

extern calls_site __start_calls_sites[] __attribute__((visibility("hidden")));
extern calls_site __stop_calls_sites[] __attribute__((visibility("hidden")));

/* In a statement of its own, as each has a static variable. */
#define CALLS_COUNT(name)                                                       \
   {                                                                            \
      static calls_site site __attribute__((section("calls_sites"), used)) =    \
         { NULL, name, __LINE__, 0 };                                           \
      site.function = __func__;                                                 \
      __atomic_fetch_add(&site.n, 1, __ATOMIC_RELAXED);                         \
   }
#define CALL(f, ...) ({ CALLS_COUNT(#f) f(__VA_ARGS__); })
#define ENTERED() CALLS_COUNT(NULL)

static void calls_print(void)
{
   for (const calls_site *s = __start_calls_sites; s < __stop_calls_sites; s++)
      if (s->n == 0)
         continue;
      else if (s->callee == NULL)
         printf("entered %s %ld\n", s->function, s->n);
      else
         printf("call %s %d %s %ld\n", s->function, s->line, s->callee, s->n);
}

#endif
