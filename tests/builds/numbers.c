/* numbers.c -- the numbers of a text, and a table.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "scan.h"

#include <stdlib.h>
#include <string.h>

/* Of the same name as one of scan.c. */
static __attribute__((noinline)) unsigned step(unsigned x)
{
   return x * 69069u + 1u;
}

static __attribute__((noinline)) unsigned long digits(const char **at, const char *end,
                                                      int base)
{
   unsigned long value = 0;
   PLANTED(1)
   while (*at < end && **at >= '0' && **at < '0' + base)
      value = value * (unsigned long)base + (unsigned long)(*(*at)++ - '0');
   return value;
}

unsigned long numbers_sum(const char *text, size_t n)
{
   unsigned long sum = 0;
   const char *end = text + n;
   for (const char *at = text; at < end; at++)
      if (*at >= '0' && *at <= '9')
         sum += digits(&at, end, 10) % 10007 + step((unsigned)sum) % 3;
   return sum;
}

/* What is below here is in another file in the build "moved". */

typedef struct entry {
   struct entry *next;
   unsigned key;
   char *name;
} entry;

enum { N_BUCKETS = 512 };
static entry *buckets[N_BUCKETS];

static __attribute__((noinline)) entry **bucket(unsigned key)
{
   unsigned hash = key * 2654435761u;
   for (int i = 0; i < 3; i++)
      hash ^= hash >> 15;
   return &buckets[hash % N_BUCKETS];
}

static __attribute__((noinline)) char *name_of(unsigned key)
{
   char *name = malloc(16);
   PLANTED(8)
   for (size_t i = 0; i < 15; i++, key = key * 7 + 1)
      name[i] = (char)('a' + key % 26);
   name[15] = 0;
   return name;
}

static __attribute__((noinline)) void add(unsigned key)
{
   entry *added = calloc(1, sizeof *added);
   entry **at = bucket(key);
   added->key = key;
   added->name = name_of(key);
   added->next = *at;
   *at = added;
}

unsigned long table_fill(unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      add(i * 3);
   return n;
}

unsigned long table_find(unsigned n)
{
   unsigned long sum = 0;
   for (unsigned i = 0; i < n; i++)
      for (const entry *at = *bucket(i); at != NULL; at = at->next)
         if (at->key == i) {
            sum += (unsigned char)at->name[i % 15];
            break;
         }
   return sum;
}

void table_free(void)
{
   for (int i = 0; i < N_BUCKETS; i++)
      while (buckets[i] != NULL) {
         entry *next = buckets[i]->next;
         free(buckets[i]->name);
         free(buckets[i]);
         buckets[i] = next;
      }
}
