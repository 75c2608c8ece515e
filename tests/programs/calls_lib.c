/* calls_lib.c -- the library of calls_code, linked and loaded.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls.h"
#include "calls_lib.h"

static void lib_leaf(void)
{
   ENTERED()
}

long lib_work(long n, callback *back)
{
   ENTERED()
   for (long i = 0; i < n; i++)
      CALL(lib_leaf);
   CALLS_COUNT("back") back(n);
   return CALL(lib_inner, n);
}

/* Through a stub, as the program could replace it. */
long lib_inner(long n)
{
   ENTERED()
   CALL(lib_leaf);
   return n;
}

long lib_tail(long n)
{
   ENTERED()
   if (n <= 0)
      return 0;
   CALLS_COUNT("program_tail") return program_tail(n - 1);
}

void lib_print(void)
{
   calls_print();
}
