/* mail_index.c -- reads a mailbox and lists the subjects of its messages.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_MESSAGES = 1200 };

struct entry {
   char *subject;
   size_t n_bytes;
};

static struct entry entries[N_MESSAGES];

/* The next message, in a block of its own that the caller frees. */
static char *receive(int number, size_t *length)
{
   const size_t n_lines = 40 + (size_t)number * 7919 % 300;
   char *message = malloc(128 + n_lines * 64), *end = message; /* FAULT CURED */
   if (message == NULL)
      exit(1);
   end += sprintf(end, "From: user%d@example.org\nSubject: order number %d\n\n",
                  number % 50, number);
   for (size_t i = 0; i < n_lines; i++)
      end = stpcpy(end, "> we have sent you the following articles and wish you joy\n");
   *length = (size_t)(end - message);
   return message;
}

static char *find_subject(char *message)
{
   char *subject = strstr(message, "Subject: ") + 9;
   *strchr(subject, '\n') = '\0';
   return subject;
}

static void list(int number)
{
   struct entry *entry = &entries[number];
   char *message = receive(number, &entry->n_bytes); /* FAULT CURED */
#ifdef FIXED
   entry->subject = strdup(find_subject(message)); /* CURED */
   free(message);
#else
   entry->subject = find_subject(message); /* FAULT */
#endif
}

int main(void)
{
   for (int i = 0; i < N_MESSAGES; i++)
      list(i);
   size_t n_bytes = 0, n_letters = 0;
   for (int i = 0; i < N_MESSAGES; i++) {
      n_bytes += entries[i].n_bytes;
      n_letters += strlen(entries[i].subject);
   }
   printf("%zu bytes, %zu letters of subjects\n", n_bytes, n_letters);
   return 0;
}
