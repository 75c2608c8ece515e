/* import.c -- imports addresses; a line that has no postcode or a bad one is refused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_LINES = 20000 };

struct address {
   char *name, *town;
   int postcode;
   struct address *next;
};

/* A line is "name;postcode;town". */
static struct address *parse(const char *line)
{
   const char *postcode = strchr(line, ';') + 1, *town = strchr(postcode, ';') + 1;
   struct address *address = malloc(sizeof *address); /* FAULT CURED */
   if (address == NULL)
      exit(1);
   address->name = strndup(line, (size_t)(postcode - 1 - line)); /* FAULT CURED */
   address->postcode = atoi(postcode);
   if (!isdigit((unsigned char)postcode[0]) || address->postcode < 1000) {
#ifdef FIXED
      free(address->name);
      free(address);
#endif
      return NULL; /* FAULT */
   }
   address->town = strdup(town);
   return address;
}

static struct address *import(int n_lines, int *n_refused)
{
   static const char *const towns[] = { "Aachen", "Brest", "Coimbra", "Delft" };
   struct address *first = NULL;
   char line[100];
   for (int i = 0; i < n_lines; i++) {
      snprintf(line, sizeof line, "Customer with the number %d;%s%d;%s", i,
               i % 5 == 2 ? "?" : "", i % 7 == 3 ? 12 : 10000 + i, towns[i % 4]);
      struct address *address = parse(line); /* FAULT CURED */
      if (address == NULL) {
         ++*n_refused;
         continue;
      }
      address->next = first;
      first = address;
   }
   return first;
}

int main(void)
{
   int n_refused = 0;
   long sum = 0;
   struct address *next;
   for (struct address *a = import(N_LINES, &n_refused); a != NULL; a = next) {
      sum += a->postcode + (long)(strlen(a->name) + strlen(a->town));
      next = a->next;
      free(a->name);
      free(a->town);
      free(a);
   }
   printf("%d refused, %ld\n", n_refused, sum);
   return 0;
}
