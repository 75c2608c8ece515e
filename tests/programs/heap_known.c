/* heap_known.c -- leaks of a library, lists and what it caches, and of the program.
   Twice: -DLIBRARY makes the library.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

void library_setup(int n);
void library_cache(void);

#ifdef LIBRARY

struct node {
   struct node *next;
   char *text;
};

void *library_kept;

static struct node *make_list(int n)
{
   struct node *list = NULL;
   for (int i = 0; i < n; i++) {
      struct node *node = malloc(sizeof *node);
      node->next = list;
      node->text = strdup("known");
      list = node;
   }
   return list;
}

void library_setup(int n)
{
   volatile struct node *list = make_list(n);
   list = NULL;
   (void)list;
}

void library_cache(void)
{
   library_kept = calloc(10, 100);
}

#else

static void own_leak(void)
{
   volatile char *block = malloc(3000);
   block[0] = 1;
}

int main(void)
{
   library_setup(5);
   library_cache();
   own_leak();
   return 0;
}

#endif
