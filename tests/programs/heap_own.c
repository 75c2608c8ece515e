/* heap_own.c -- the functions of allocators beyond those of C; prints the expected
   cases, as heap_calls.c does.  Compile it with -DJEMALLOC,
   -DTCMALLOC or -DMIMALLOC, and link it with that; it needs no headers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASE(name) __attribute__((noinline)) static struct result name(void)

struct result {
   size_t bytes, blocks, end_bytes, end_blocks, reallocs, failed;
};

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
      fprintf(stderr, "heap_own: %s\n", what);
      exit(1);
   }
}

#if defined(JEMALLOC) /* jemalloc(3), the non-standard API */

void *mallocx(size_t size, int flags);
void *rallocx(void *p, size_t size, int flags);
size_t xallocx(void *p, size_t size, size_t extra, int flags);
size_t sallocx(const void *p, int flags);
size_t nallocx(size_t size, int flags);
void dallocx(void *p, int flags);
void sdallocx(void *p, size_t size, int flags);

enum { ALIGN_64 = 6 }; /* MALLOCX_ALIGN(64): its logarithm */

CASE(case_mallocx)
{
   void *p = use(mallocx(100, 0));
   use(mallocx(200, ALIGN_64));
   dallocx(p, 0);
   sdallocx(use(mallocx(48, 0)), 48, 0);
   require(nallocx(100, 0) >= 100, "nallocx");
   require(use(mallocx(huge / 2, 0)) == NULL, "mallocx of half of all memory");
   return (struct result){348, 3, 200, 1, 0, 1};
}

CASE(case_rallocx)
{
   use(rallocx(use(mallocx(50, 0)), 500, 0));
   return (struct result){550, 2, 500, 1, 1, 0};
}

CASE(case_xallocx)
{
   void *p = use(mallocx(100, 0)); /* of which there are 112 */
   require(xallocx(p, 105, 0, 0) >= 105, "xallocx to what there is");
   require(xallocx(p, 1 << 20, 0, 0) < 1 << 20, "xallocx to a megabyte");
   require(xallocx(p, 106, 3, 0) >= 109, "xallocx to some more");
   return (struct result){100 + 105 + 109, 3, 109, 1, 2, 0};
}

CASE(case_sallocx)
{
   void *p = use(mallocx(33, 0));
   require(sallocx(p, 0) >= 33, "sallocx");
   return (struct result){33, 1, 33, 1, 0, 0};
}

#define CASES ROW(case_mallocx), ROW(case_rallocx), ROW(case_xallocx), \
   ROW(case_sallocx)

#elif defined(TCMALLOC) /* gperftools/tcmalloc.h */

void *tc_malloc(size_t size);
void *tc_malloc_skip_new_handler(size_t size);
void *tc_calloc(size_t n, size_t size);
void *tc_realloc(void *p, size_t size);
void *tc_memalign(size_t alignment, size_t size);
int tc_posix_memalign(void **p, size_t alignment, size_t size);
void *tc_valloc(size_t size);
void *tc_new(size_t size);
void *tc_newarray(size_t size);
void tc_free(void *p);
void tc_free_sized(void *p, size_t size);
void tc_delete(void *p);
void tc_deletearray(void *p);
void tc_delete_sized(void *p, size_t size);
size_t tc_malloc_size(void *p);

CASE(case_tc_malloc)
{
   tc_free(use(tc_malloc(100)));
   tc_free_sized(use(tc_malloc_skip_new_handler(40)), 40);
   use(tc_calloc(3, 30));
   use(tc_realloc(use(tc_malloc(5)), 500));
   return (struct result){735, 5, 590, 2, 1, 0};
}

CASE(case_tc_aligned)
{
   void *p = NULL;
   use(tc_memalign(64, 100));
   require(tc_posix_memalign(&p, 128, 200) == 0, "tc_posix_memalign");
   tc_free(use(p));
   use(tc_valloc(300));
   return (struct result){600, 3, 400, 2, 0, 0};
}

CASE(case_tc_new)
{
   tc_delete(use(tc_new(10)));
   tc_deletearray(use(tc_newarray(20)));
   tc_delete_sized(use(tc_new(30)), 30);
   require(tc_malloc_size(use(tc_new(40))) >= 40, "tc_malloc_size");
   return (struct result){100, 4, 40, 1, 0, 0};
}

#define CASES ROW(case_tc_malloc), ROW(case_tc_aligned), ROW(case_tc_new)

#elif defined(MIMALLOC) /* mimalloc.h */

typedef struct mi_heap_s mi_heap_t;
void *mi_malloc(size_t size);
void *mi_malloc_small(size_t size);
void *mi_zalloc(size_t size);
void *mi_zalloc_small(size_t size);
void *mi_calloc(size_t n, size_t size);
void *mi_mallocn(size_t n, size_t size);
void *mi_realloc(void *p, size_t size);
void *mi_reallocn(void *p, size_t n, size_t size);
void *mi_reallocf(void *p, size_t size);
void *mi_rezalloc(void *p, size_t size);
void *mi_recalloc(void *p, size_t n, size_t size);
void *mi_expand(void *p, size_t size);
void *mi_malloc_aligned(size_t size, size_t alignment);
void *mi_malloc_aligned_at(size_t size, size_t alignment, size_t offset);
void *mi_calloc_aligned(size_t n, size_t size, size_t alignment);
void *mi_realloc_aligned(void *p, size_t size, size_t alignment);
int mi_posix_memalign(void **p, size_t alignment, size_t size);
void *mi_memalign(size_t alignment, size_t size);
char *mi_strdup(const char *text);
char *mi_strndup(const char *text, size_t n);
void mi_free(void *p);
void mi_free_size(void *p, size_t size);
void mi_free_aligned(void *p, size_t alignment);
size_t mi_usable_size(const void *p);
size_t mi_malloc_usable_size(const void *p);
mi_heap_t *mi_heap_new(void);
void mi_heap_delete(mi_heap_t *heap);
void *mi_heap_malloc(mi_heap_t *heap, size_t size);
void *mi_heap_zalloc(mi_heap_t *heap, size_t size);
void *mi_heap_calloc(mi_heap_t *heap, size_t n, size_t size);
void *mi_heap_realloc(mi_heap_t *heap, void *p, size_t size);
void *mi_heap_reallocn(mi_heap_t *heap, void *p, size_t n, size_t size);
void *mi_heap_malloc_aligned(mi_heap_t *heap, size_t size, size_t alignment);
void *mi_new(size_t size);
void *mi_new_n(size_t n, size_t size);
void *mi_new_realloc(void *p, size_t size);

CASE(case_mi_malloc)
{
   mi_free(use(mi_malloc(100)));
   mi_free_size(use(mi_malloc_small(40)), 40);
   use(mi_zalloc(30));
   use(mi_zalloc_small(20));
   use(mi_calloc(3, 30));
   use(mi_mallocn(4, 25));
   return (struct result){380, 6, 240, 4, 0, 0};
}

CASE(case_mi_realloc)
{
   void *p = use(mi_realloc(use(mi_malloc(5)), 500));
   p = use(mi_reallocn(p, 10, 60));
   p = use(mi_rezalloc(p, 700));
   p = use(mi_recalloc(p, 8, 100));
   mi_free(use(mi_reallocf(p, 900)));
   return (struct result){5 + 500 + 600 + 700 + 800 + 900, 6, 0, 0, 5, 0};
}

CASE(case_mi_reallocf)
{
   require(use(mi_reallocf(use(mi_malloc(60)), huge / 2)) == NULL,
           "mi_reallocf to half of all memory");
   return (struct result){60, 1, 0, 0, 0, 1};
}

CASE(case_mi_expand)
{
   void *p = use(mi_malloc(100)); /* of which there are 112 */
   require(mi_expand(p, 105) == p, "mi_expand to what there is");
   require(mi_expand(p, 1 << 20) == NULL, "mi_expand to a megabyte");
   return (struct result){205, 2, 105, 1, 1, 0};
}

CASE(case_mi_aligned)
{
   void *p = NULL;
   mi_free_aligned(use(mi_malloc_aligned(100, 64)), 64);
   use(mi_malloc_aligned_at(200, 128, 8));
   use(mi_calloc_aligned(3, 100, 64));
   use(mi_realloc_aligned(use(mi_malloc_aligned(50, 64)), 400, 64));
   require(mi_posix_memalign(&p, 128, 500) == 0, "mi_posix_memalign");
   mi_free(use(p));
   use(mi_memalign(64, 10));
   return (struct result){1560, 7, 910, 4, 1, 0};
}

CASE(case_mi_strdup)
{
   mi_free(use(mi_strdup("hello")));
   use(mi_strndup("hello", 2));
   return (struct result){9, 2, 3, 1, 0, 0};
}

CASE(case_mi_usable_size)
{
   void *p = use(mi_malloc(33));
   require(mi_usable_size(p) >= 33, "mi_usable_size");
   require(mi_malloc_usable_size(p) >= 33, "mi_malloc_usable_size");
   return (struct result){33, 1, 33, 1, 0, 0};
}

/* The remaining blocks of a deleted heap stay live. */
CASE(case_mi_heap)
{
   mi_heap_t *heap = mi_heap_new();
   mi_free(use(mi_heap_malloc(heap, 100)));
   use(mi_heap_zalloc(heap, 200));
   use(mi_heap_calloc(heap, 3, 100));
   void *p = use(mi_heap_realloc(heap, use(mi_heap_malloc(heap, 7)), 50));
   use(mi_heap_reallocn(heap, p, 6, 100));
   use(mi_heap_malloc_aligned(heap, 400, 64));
   mi_heap_delete(heap);
   mi_free(kept);
   return (struct result){1657, 7, 1100, 3, 2, 0}; /* without the heap's own blocks */
}

CASE(case_mi_new)
{
   mi_free(use(mi_new(10)));
   mi_free(use(mi_new_n(4, 10)));
   use(mi_new_realloc(use(mi_new(30)), 70));
   return (struct result){150, 4, 70, 1, 1, 0};
}

#define CASES ROW(case_mi_malloc), ROW(case_mi_realloc), \
   ROW(case_mi_reallocf), ROW(case_mi_expand), ROW(case_mi_aligned), \
   ROW(case_mi_strdup), ROW(case_mi_usable_size), ROW(case_mi_heap), \
   ROW(case_mi_new)

#else
#error "which allocator?"
#endif

#define ROW(name) {#name, name}
static const struct {
   const char *name;
   struct result (*run)(void);
} cases[] = { CASES };

int main(void)
{
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      struct result r = cases[i].run();
      printf("%s %zu %zu %zu %zu %zu %zu\n", cases[i].name, r.bytes, r.blocks,
             r.end_bytes, r.end_blocks, r.reallocs, r.failed);
      fflush(stdout);
   }
   return 0;
}
