/* stride_heights.c -- the summit of each column of a map, which is stored by rows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_ROWS = 20000, N_COLUMNS = 200, N_CLIMBS = 40 };

typedef struct {
   uint32_t height;
   uint32_t row;
} summit;

typedef struct {
   uint16_t *heights; /* row after row, each of the pitch */
   size_t pitch;
   summit summits[N_COLUMNS];
} map;

static void survey(map *m)
{
   for (size_t row = 0; row < N_ROWS; row++) {
      uint16_t *line = &m->heights[row * m->pitch];
      for (size_t column = 0; column < N_COLUMNS; column++)
         line[column] = (uint16_t)((row * 7 + column * 31) ^ row >> 3);
   }
}

static void look_at(map *m, size_t row, size_t column)
{
   uint32_t height = m->heights[row * m->pitch + column]; /* FAULT: stride */
   if (height > m->summits[column].height)
      m->summits[column] = (summit){ height, (uint32_t)row };
}

static void find_summits(map *m)
{
#ifdef CURED
   for (size_t row = 0; row < N_ROWS; row++)
      for (size_t column = 0; column < N_COLUMNS; column++)
         look_at(m, row, column);
#else
   for (size_t column = 0; column < N_COLUMNS; column++)
      for (size_t row = 0; row < N_ROWS; row++)
         look_at(m, row, column); /* FAULT: stride */
#endif
}

/* How often a row climbs: in the order of memory. */
static uint64_t count_climbs(const map *m)
{
   uint64_t climbs = 0;
   for (size_t row = 0; row < N_ROWS; row++) {
      const uint16_t *line = &m->heights[row * m->pitch];
      for (size_t column = 1; column < N_CLIMBS; column++)
         climbs += line[column] > line[column - 1];
   }
   return climbs;
}

int main(void)
{
   static map m;
   m.pitch = 416;
   m.heights = calloc(N_ROWS * m.pitch, sizeof *m.heights);
   if (m.heights == NULL)
      return 1;
   survey(&m);
   find_summits(&m);
   uint64_t sum = count_climbs(&m);
   for (size_t column = 0; column < N_COLUMNS; column++)
      sum = sum * 3 + m.summits[column].height + m.summits[column].row;
   printf("%llu\n", (unsigned long long)sum);
   free(m.heights);
   return 0;
}
