/* heap_budget.c -- an example of a unit test in C that holds code to a heap
   budget.  With "blocks", "peak" or "leak", the code exceeds its budget.

   Without a tool the program only tests the results of the code; under heapprof,
   its use of memory as well:

      $ ./heap_budget && valgrind --tool=heapprof ./heap_budget

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heapprof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The code that is tested ------------------------------------------------ */

static const char *fault = ""; /* its error */

/* The words with a separator between them, to be freed. */
static char *join(const char *const *words, size_t n, const char *separator)
{
   size_t length = 1;
   for (size_t i = 0; i < n; i++)
      length += strlen(words[i]) + strlen(separator);
   if (strcmp(fault, "peak") == 0)
      length += 10000;
   char *text = calloc(1, length);
   for (size_t i = 0; i < n; i++) {
      if (strcmp(fault, "blocks") == 0)
         text = realloc(text, length + i);
      if (i > 0)
         strcat(text, separator);
      strcat(text, words[i]);
   }
   return text;
}

/* ---- The test ----------------------------------------------------------------- */

static int n_failed;

#define CHECK(condition) \
   ((condition) ? (void)0 \
                : (n_failed++, \
                   (void)fprintf(stderr, "line %d: %s\n", __LINE__, \
                                 #condition)))

static void test_join(void)
{
   static const char *const words[] = { "one", "two", "three" };

   HEAPPROF_REGION_BEGIN("join");
   char *text = join(words, 3, ", ");
   CHECK(strcmp(text, "one, two, three") == 0);
   if (strcmp(fault, "leak") != 0)
      free(text);
   CHECK(HEAPPROF_WITHIN(1, 64)); /* one block, 64 bytes, nothing left */
   HEAPPROF_REGION_END;
}

/* The same for code that keeps something. */
static void test_kept(void)
{
   static const char *const words[] = { "kept" };

   HEAPPROF_REGION_BEGIN("kept");
   char *text = join(words, 1, "");
   CHECK(HEAPPROF_KEEPS_WITHIN(HEAPPROF_ANY, HEAPPROF_ANY, 1));
   CHECK(HEAPPROF_REGION_LEFT_BLOCKS() <= 1);
   HEAPPROF_REGION_END;
   free(text);
}

int main(int argc, char **argv)
{
   fault = argc > 1 ? argv[1] : "";
   test_join();
   test_kept();
   return n_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
