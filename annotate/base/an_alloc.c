/* an_alloc.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* vasprintf, open_memstream */
#endif

#include "base/an_alloc.h"

#include "base/an_end.h"
#include "base/an_pool.h"

#include <stdlib.h>
#include <string.h>

void *an_need(void *block)
{
   if (block == NULL)
      an_end("out of memory");
   return block;
}

/* No block need be there of no bytes: it gets one. */
void *an_malloc(size_t size_B)
{
   return an_need(malloc(size_B + (size_B == 0)));
}

void *an_calloc(size_t n, size_t size_B)
{
   return an_need(calloc(n + (n == 0), size_B + (size_B == 0)));
}

void *an_realloc(void *block, size_t size_B)
{
   return an_need(realloc(block, size_B + (size_B == 0)));
}

char *an_strdup(const char *text)
{
   return an_need(strdup(text));
}

char *an_strndup(const char *text, size_t most_B)
{
   return an_need(strndup(text, most_B));
}

int an_asprintf(char **text, const char *form, ...)
{
   va_list arguments;
   va_start(arguments, form);
   int length = an_vasprintf(text, form, arguments);
   va_end(arguments);
   return length;
}

int an_vasprintf(char **text, const char *form, va_list arguments)
{
   int length = vasprintf(text, form, arguments);
   if (length < 0)
      an_end("out of memory");
   return length;
}

FILE *an_memstream(char **text, size_t *size_B)
{
   return an_need(open_memstream(text, size_B));
}

void an_memstream_close(FILE *out)
{
   if (fclose(out) != 0)
      an_end("out of memory");
}

static void *get_memory(void *context, const char *label, size_t size_B)
{
   (void)context;
   (void)label;
   return an_malloc(size_B);
}

static void put_memory(void *context, void *block)
{
   (void)context;
   free(block);
}

static an_pool *pool; /* NULL: nothing was asked for */

const tk_alloc *an_alloc_malloc(void)
{
   static const tk_alloc alloc = { .get = get_memory,
                                   .put = put_memory,
                                   .context = NULL };
   if (pool == NULL)
      pool = an_pool_new(&alloc);
   return an_pool_alloc(pool);
}

void an_alloc_end(void)
{
   an_pool_free(pool);
   pool = NULL;
}
