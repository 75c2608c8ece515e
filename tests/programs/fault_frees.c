/* fault_frees.c -- frees and reallocates invalid pointers, and asks for their size, in
   every way, many times; "once" frees one block twice and no more.  Prints the expected
   case, as heap_calls.c, and the number of invalid frees.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROUNDS = 1000 };

static void *volatile kept;
static int wrong;
static char fixed[64];

static void *use(void *p)
{
   kept = p;
   return kept;
}

static void free_wrong(void *p)
{
   wrong++;
   free(use(p));
}

static void realloc_wrong(void *p)
{
   wrong++;
   void *volatile result = realloc(use(p), 100);
   if (result != NULL)
      abort();
}

static void ask_wrong(void *p)
{
   if (malloc_usable_size(use(p)) != 0)
      abort();
}

/* The block is unchanged all the time. */
__attribute__((noinline)) static void case_wrong(void)
{
   char on_stack[64];
   char *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   char *block = use(malloc(100));
   strcpy(block, "as it was");
   for (int i = 0; i < ROUNDS; i++) {
      char *gone = use(malloc(40));
      free(gone);
      free_wrong(gone);
      realloc_wrong(gone);
      free_wrong(block + 16);
      free_wrong(block + 1);
      realloc_wrong(block - 16);
      free_wrong(on_stack);
      free_wrong(fixed);
      free_wrong(mapped);
      free_wrong((void *)(uintptr_t)1);
      free_wrong((void *)UINTPTR_MAX);
      free_wrong((void *)(UINTPTR_MAX / 2));
      realloc_wrong((void *)(uintptr_t)8);
      ask_wrong(gone);
      ask_wrong(block + 16);
      ask_wrong(on_stack);
      ask_wrong((void *)(uintptr_t)0xdeadbeef);
      if (strcmp(block, "as it was") != 0 || malloc_usable_size(block) != 100)
         abort();
   }
   use(malloc(7));
   free(block);
}

/* The C library aborts on this. */
__attribute__((noinline)) static void case_once(void)
{
   char *block = use(malloc(50));
   free(use(malloc(30)));
   free(block);
   free_wrong(block);
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   if (argc > 1 && strcmp(argv[1], "once") == 0) {
      case_once();
      printf("case_once 80 2 0 0 0 0\nwrong %d\n", wrong);
   } else {
      case_wrong();
      printf("case_wrong %d %d 7 1 0 0\nwrong %d\n", 100 + ROUNDS * 40 + 7,
             ROUNDS + 2, wrong);
   }
   return 0;
}
