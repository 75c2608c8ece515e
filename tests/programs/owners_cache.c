/* owners_cache.c -- a static hash table that only grows; FIXED: it is limited.
   SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry { struct entry *next; char name[100]; };
static struct entry *table[4096];
static int n_entries;
static void forget(void)
{
   for (int i = 0; i < 4096; i++)
      while (table[i]) { struct entry *e = table[i]; table[i] = e->next; free(e); }
   n_entries = 0;
}
static struct entry *lookup(const char *name)
{
   unsigned h = 5381;
   for (const char *c = name; *c; c++) h = h * 33 + (unsigned char)*c;
   struct entry **at = &table[h % 4096];
   for (struct entry *e = *at; e; e = e->next)
      if (strcmp(e->name, name) == 0) return e;
#ifdef FIXED
   if (n_entries >= 1000) forget();
#endif
   struct entry *e = malloc(sizeof *e);
   strncpy(e->name, name, sizeof e->name - 1);
   e->name[99] = 0;
   e->next = *at;
   *at = e;
   n_entries++;
   return e;
}
int main(void)
{
   size_t n = 0;
   char name[40];
   for (int i = 0; i < 60000; i++) {
      snprintf(name, sizeof name, "session %d", i);
      n += strlen(lookup(name)->name);
   }
   printf("%zu\n", n);
   if (n == 0) forget();
   return 0;
}
