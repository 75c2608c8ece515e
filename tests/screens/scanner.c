/* scanner.c -- lines of a scanned page: each is kept as it came, and as black and white;
   counts the black dots.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 2400, HEIGHT = 1000 };

struct line {
   uint8_t *bits;
   uint8_t *grey;
};

static void scan(uint8_t *sensor, uint32_t *seed)
{
   for (int x = 0; x < WIDTH; x++) {
      *seed = *seed * 1664525 + 1013904223;
      sensor[x] = (uint8_t)(200 + (*seed >> 26) - (*seed >> 29 == 0 ? 150 : 0));
   }
}

static struct line store(const uint8_t *sensor)
{
   struct line line = { .bits = calloc(WIDTH / 8, 1) };
   if (line.bits == NULL)
      exit(1);
   for (int x = 0; x < WIDTH; x++)
      line.bits[x / 8] |= (uint8_t)((sensor[x] < 128) << x % 8); /* CURED */
#ifndef FIXED
   line.grey = malloc(WIDTH); /* FAULT */
   if (line.grey == NULL)
      exit(1);
   memcpy(line.grey, sensor, WIDTH); /* FAULT */
#endif
   return line;
}

static int count_black(const struct line *line)
{
   int n = 0;
   for (int i = 0; i < WIDTH / 8; i++)
      for (unsigned bits = line->bits[i]; bits != 0; bits &= bits - 1)
         n++;
   return n;
}

int main(void)
{
   static struct line page[HEIGHT];
   uint8_t sensor[WIDTH];
   uint32_t seed = 6;
   for (int y = 0; y < HEIGHT; y++) {
      scan(sensor, &seed);
      page[y] = store(sensor); /* FAULT */
   }
   long n_black = 0;
   for (int y = 0; y < HEIGHT; y++) {
      n_black += count_black(&page[y]);
      free(page[y].bits);
      free(page[y].grey);
   }
   printf("%ld black dots\n", n_black);
   return 0;
}
