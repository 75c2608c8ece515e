/* repeated_strlen.c -- quotes a comment for output; the loop asks for its length at
   each letter.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_COMMENTS = 12, COMMENT_B = 6000 };

typedef struct {
   char *text;
   size_t n;
} output;

static uint32_t seed = 71;
static void write_comment(char *comment)
{
   for (size_t i = 0; i < COMMENT_B; i++) {
      seed = seed * 1664525 + 1013904223;
      comment[i] = seed >> 28 == 0 ? '"' : (char)('a' + (seed >> 8) % 26);
   }
   comment[COMMENT_B] = '\0';
}

static void put(output *out, char c)
{
   out->text[out->n++] = c;
}

static void quote(output *out, char *comment)
{
   put(out, '"');
#ifdef CURED
   size_t length = strlen(comment);
   for (size_t i = 0; i < length; i++) {
#else
   for (size_t i = 0; i < strlen(comment); i++) { /* FAULT: strlen-in-loop */
#endif
      if (comment[i] == '"') {
         put(out, '\\');
         comment[i] = '\''; /* the compiler cannot know the length any more */
      }
      put(out, comment[i]);
   }
   put(out, '"');
}

/* Work of another kind: the checksum of what is written. */
static uint64_t sign(const output *out)
{
   uint64_t sum = 1;
   for (int round = 0; round < 16; round++)
      for (size_t i = 0; i < out->n; i++)
         sum = sum * 33 + (unsigned char)out->text[i];
   return sum;
}

int main(void)
{
   char *comment = malloc(COMMENT_B + 1);
   output out = { malloc(2 * N_COMMENTS * (COMMENT_B + 2)), 0 };
   if (comment == NULL || out.text == NULL)
      return 1;
   for (int i = 0; i < N_COMMENTS; i++) {
      write_comment(comment);
      quote(&out, comment);
   }
   printf("%llu\n", (unsigned long long)sign(&out));
   free(comment);
   free(out.text);
   return 0;
}
