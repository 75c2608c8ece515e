/* heap_calls.c -- every allocation function of C; prints the expected numbers of
   each case: "name tb tbk eb ebk re fail", as tests/heap_profile.py does.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASE(name) __attribute__((noinline)) static struct result name(void)

struct result {
   size_t bytes, blocks, end_bytes, end_blocks, reallocs, failed;
};

/* Values that the compiler cannot know, and must treat as used. */
static void *volatile kept;
static volatile size_t huge = SIZE_MAX;

static void *use(void *p)
{
   kept = p;
   return kept;
}

static void require(int condition, const char *what)
{
   if (!condition) {
      fprintf(stderr, "heap_calls: %s\n", what);
      exit(1);
   }
}

CASE(case_malloc)
{
   use(malloc(100));
   free(use(malloc(7)));
   free(use(NULL));
   return (struct result){107, 2, 100, 1, 0, 0};
}

CASE(case_zero)
{
   use(malloc(0));
   free(use(malloc(0)));
   free(use(calloc(0, 8)));
   return (struct result){3, 3, 1, 1, 0, 0};
}

CASE(case_calloc)
{
   char *p = use(calloc(10, 30));
   for (int i = 0; i < 300; i++)
      require(p[i] == 0, "calloc gave what is not 0");
   free(use(calloc(1, 5)));
   return (struct result){305, 2, 300, 1, 0, 0};
}

CASE(case_too_large)
{
   require(use(malloc(huge)) == NULL, "malloc(SIZE_MAX)");
   require(errno == ENOMEM, "errno of malloc(SIZE_MAX)");
   require(use(malloc(huge / 2 + 1)) == NULL, "malloc of half");
   require(use(calloc(huge, 2)) == NULL, "calloc overflow");
   require(use(calloc(huge / 2, 3)) == NULL, "calloc overflow of 2 numbers");
   return (struct result){0, 0, 0, 0, 0, 4};
}

CASE(case_realloc_null)
{
   use(realloc(NULL, 50));
   free(use(realloc(NULL, 0)));
   return (struct result){51, 2, 50, 1, 0, 0};
}

CASE(case_realloc_zero)
{
   void *p = use(malloc(40));
   require(realloc(p, 0) == NULL, "realloc(p, 0)");
   return (struct result){40, 1, 0, 0, 0, 0};
}

CASE(case_realloc_shrink)
{
   use(realloc(use(malloc(1000)), 10));
   return (struct result){1010, 2, 10, 1, 1, 0};
}

CASE(case_realloc_in_place)
{
   free(use(realloc(use(malloc(100)), 104)));
   return (struct result){204, 2, 0, 0, 1, 0};
}

CASE(case_realloc_moved)
{
   char *p = use(malloc(10));
   memcpy(p, "something", 10);
   free(use(malloc(10)));
   p = use(realloc(p, 100000));
   use(malloc(1));
   p = use(realloc(p, 3000000)); /* by mmap */
   p = use(realloc(p, 9000000)); /* by mremap */
   require(strcmp(p, "something") == 0, "realloc lost what was there");
   return (struct result){12100021, 6, 9000001, 2, 3, 0};
}

CASE(case_realloc_failed)
{
   void *p = malloc(64);
   use(p);
   require(realloc(p, huge / 2) == NULL, "realloc to half of all memory");
   return (struct result){64, 1, 64, 1, 0, 1};
}

/* The block stays with the site that allocated it. */
__attribute__((noinline)) static void *case_realloc_elsewhere(void *p)
{
   return realloc(p, 300);
}

CASE(case_realloc_first)
{
   use(case_realloc_elsewhere(use(malloc(200))));
   return (struct result){500, 2, 300, 1, 1, 0};
}

CASE(case_reallocarray)
{
   void *p = use(reallocarray(NULL, 4, 25));
   p = use(reallocarray(p, 4, 50));
   require(reallocarray(p, huge / 2, 4) == NULL, "reallocarray overflow");
   return (struct result){300, 2, 200, 1, 1, 1};
}

CASE(case_aligned)
{
   void *p = NULL;
   use(memalign(64, 100));
   require(posix_memalign(&p, 128, 200) == 0, "posix_memalign");
   require((uintptr_t)use(p) % 128 == 0, "the alignment of posix_memalign");
   p = use(aligned_alloc(4096, 8192));
   require((uintptr_t)p % 4096 == 0, "the alignment of aligned_alloc");
   free(p);
   free(use(valloc(300)));
   return (struct result){8792, 4, 300, 2, 0, 0};
}

CASE(case_usable_size)
{
   void *p = use(malloc(33));
   require(malloc_usable_size(p) >= 33, "malloc_usable_size");
   require(malloc_usable_size(NULL) == 0, "malloc_usable_size(NULL)");
   return (struct result){33, 1, 33, 1, 0, 0};
}

/* Blocks that the C library allocates for its caller. */
CASE(case_strdup)
{
   use(strdup("hello"));
   free(use(strndup("hello", 2)));
   return (struct result){9, 2, 6, 1, 0, 0};
}

/* The requested size counts; the library's rounding does not. */
CASE(case_pvalloc)
{
   use(pvalloc(100));
   return (struct result){100, 1, 100, 1, 0, 0};
}

/* The C library's results for invalid alignments: an error, or a block. */
CASE(case_bad_alignment)
{
   struct result result = {0};
   void *p = &result;
   require(posix_memalign(&p, 3, 100) == EINVAL, "posix_memalign(3)");
   require(posix_memalign(&p, sizeof p / 2, 100) == EINVAL,
           "posix_memalign of half a pointer");
   require(posix_memalign(&p, 0, 100) == EINVAL, "posix_memalign(0)");
   require(p == &result, "posix_memalign stored something");
   for (size_t alignment = 3; alignment < 100; alignment += 40) {
      p = use(memalign(alignment, 100));
      if (p != NULL) {
         result.bytes += 100;
         result.blocks++;
         free(p);
      }
   }
   return result;
}

CASE(case_huge_alignment)
{
   void *p = NULL;
   require(posix_memalign(&p, huge / 4 + 1, 1) == ENOMEM,
           "posix_memalign, to a quarter of all memory");
   require(use(memalign(64, huge / 2)) == NULL, "memalign of half");
   require(use(aligned_alloc(64, huge - 63)) == NULL, "aligned_alloc of all");
   return (struct result){0, 0, 0, 0, 0, 3};
}

#define ROW(name) {#name, name, 1}
static const struct {
   const char *name;
   struct result (*run)(void);
   int tells_failures; /* 13 and 14 of FAULTS define the result, 15 does not */
} cases[] = {
   ROW(case_malloc), ROW(case_zero), ROW(case_calloc), ROW(case_too_large),
   ROW(case_realloc_null), ROW(case_realloc_zero), ROW(case_realloc_shrink),
   ROW(case_realloc_in_place), ROW(case_realloc_moved),
   ROW(case_realloc_failed), ROW(case_realloc_first), ROW(case_reallocarray),
   ROW(case_aligned), ROW(case_usable_size), ROW(case_strdup),
   {"case_bad_alignment", case_bad_alignment, 0},
   ROW(case_huge_alignment), /* from here on, DHAT aborts */
   ROW(case_pvalloc),
};

/* Names of the cases to run, up to NULL; NULL: all. */
static char **only;

static int is_wanted(const char *name)
{
   for (char **each = only; each != NULL && *each != NULL; each++)
      if (strcmp(*each, name) == 0)
         return 1;
   return only == NULL;
}

int main(int argc, char **argv)
{
   size_t n = sizeof cases / sizeof cases[0];
   if (argc > 1 && strcmp(argv[1], "for-dhat") == 0)
      n -= 2;
   else if (argc > 1)
      only = argv + 1;
   for (size_t i = 0; i < n; i++) {
      if (!is_wanted(cases[i].name))
         continue;
      struct result r = cases[i].run();
      printf("%s %zu %zu %zu %zu %zu ", cases[i].name, r.bytes, r.blocks,
             r.end_bytes, r.end_blocks, r.reallocs);
      if (cases[i].tells_failures)
         printf("%zu\n", r.failed);
      else
         printf("any\n");
      fflush(stdout);
   }
   return 0;
}
