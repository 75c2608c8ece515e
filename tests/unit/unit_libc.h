/* unit_libc.h -- the C library's own allocations fail one by one, in the code that a test
   is linked with.  To be included first, and linked with $(libc_wraps).

   Most code takes its allocator as an argument; texts for people come from malloc,
   asprintf and open_memstream.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef UNIT_LIBC_H
#define UNIT_LIBC_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* vasprintf, open_memstream */
#endif

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size_B);
void *__real_calloc(size_t n, size_t each_B);
void *__real_realloc(void *block, size_t size_B);
char *__real_strdup(const char *text);
FILE *__real_open_memstream(char **text, size_t *size_B);

void *__wrap_malloc(size_t size_B);
void *__wrap_calloc(size_t n, size_t each_B);
void *__wrap_realloc(void *block, size_t size_B);
char *__wrap_strdup(const char *text);
int __wrap_asprintf(char **text, const char *format, ...)
   __attribute__((format(printf, 2, 3)));
FILE *__wrap_open_memstream(char **text, size_t *size_B);

static size_t libc_n_calls, libc_fail_at; /* 0: none fails */

/* The nth allocation from now on fails; 0: none does. */
static inline void libc_fail(size_t n)
{
   libc_n_calls = 0;
   libc_fail_at = n;
}

static inline bool libc_fails(void)
{
   return libc_fail_at > 0 && ++libc_n_calls == libc_fail_at;
}

void *__wrap_malloc(size_t size_B)
{
   return libc_fails() ? NULL : __real_malloc(size_B);
}

void *__wrap_calloc(size_t n, size_t each_B)
{
   return libc_fails() ? NULL : __real_calloc(n, each_B);
}

void *__wrap_realloc(void *block, size_t size_B)
{
   return libc_fails() ? NULL : __real_realloc(block, size_B);
}

char *__wrap_strdup(const char *text)
{
   return libc_fails() ? NULL : __real_strdup(text);
}

int __wrap_asprintf(char **text, const char *format, ...)
{
   va_list arguments;
   if (libc_fails())
      return -1; /* and *text is undefined */
   va_start(arguments, format);
   int n = vasprintf(text, format, arguments);
   va_end(arguments);
   return n;
}

FILE *__wrap_open_memstream(char **text, size_t *size_B)
{
   return libc_fails() ? NULL : __real_open_memstream(text, size_B);
}

/* The test's own allocations, which follow, do not count. */
#define malloc __real_malloc

#endif
