/* escape.c -- the messages of a guest book, made safe to be shown in a page.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_MESSAGES = 300, LONGEST = 4000 };

static const char *entity(char c)
{
   switch (c) {
   case '<': return "&lt;";
   case '>': return "&gt;";
   case '&': return "&amp;";
   case '"': return "&quot;";
   default: return NULL;
   }
}

/* Writes the message to OUT, which has room for six times as many characters. */
static size_t escape(char *out, const char *message)
{
   size_t n = 0;
#ifdef FIXED
   const size_t length = strlen(message);
   for (size_t i = 0; i < length; i++) { /* CURED */
#else
   for (size_t i = 0; i < strlen(message); i++) { /* FAULT */
#endif
      const char *replaced = entity(message[i]);
      if (replaced == NULL) {
         out[n++] = message[i];
      } else {
         memcpy(out + n, replaced, strlen(replaced));
         n += strlen(replaced);
      }
   }
   out[n] = '\0';
   return n;
}

static void make_message(char *message, int number)
{
   static const char words[] =
      "what a <b>lovely</b> \"place\" & garden, we will come again ";
   const int length = 1500 + number * 37 % (LONGEST - 1500);
   for (int i = 0; i < length; i++)
      message[i] = words[(i + number) % (int)(sizeof words - 1)];
   message[length] = '\0';
}

int main(void)
{
   char *message = malloc(LONGEST + 1), *out = malloc(6 * LONGEST + 1);
   if (message == NULL || out == NULL)
      return 1;
   size_t n_bytes = 0;
   unsigned sum = 0;
   for (int i = 0; i < N_MESSAGES; i++) {
      make_message(message, i);
      n_bytes += escape(out, message);
      for (const char *c = out; *c != '\0'; c++)
         sum = sum * 31 + (unsigned char)*c;
   }
   printf("%zu bytes, %08x\n", n_bytes, sum);
   free(message);
   free(out);
   return 0;
}
