/* track.c -- tracks of a walker's receiver; their lengths and heights.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
   float x, y, height;
};

struct track {
   struct point *points;
   size_t n;
#ifdef FIXED
   size_t capacity;
#endif
};

static void append(struct track *track, struct point point)
{
#ifdef FIXED
   if (track->n == track->capacity) {
      track->capacity = track->capacity == 0 ? 64 : 2 * track->capacity;
      track->points =                                            /* CURED */
         realloc(track->points, track->capacity * sizeof point); /* CURED */
   }
#else
   track->points = realloc(track->points, (track->n + 1) * sizeof point); /* FAULT */
#endif
   if (track->points == NULL)
      exit(1);
   track->points[track->n++] = point;
}

static struct track walk(uint32_t seed, size_t n)
{
   struct track track = { .points = NULL };
   struct point here = { 0, 0, 200 };
   for (size_t i = 0; i < n; i++) {
      seed = seed * 1664525 + 1013904223;
      here.x += (float)(seed >> 24) / 64 - 1;
      here.y += (float)(seed >> 16 & 255) / 64 - 2;
      here.height += (float)(seed >> 8 & 255) / 128 - 1;
      append(&track, here);
   }
   return track;
}

static double length(const struct track *track)
{
   double sum = 0;
   for (size_t i = 1; i < track->n; i++) {
      const struct point *a = &track->points[i - 1], *b = &track->points[i];
      const float dx = a->x - b->x, dy = a->y - b->y, dz = a->height - b->height;
      sum += sqrtf(dx * dx + dy * dy + dz * dz);
   }
   return sum;
}

int main(void)
{
   double sum = 0;
   for (uint32_t i = 0; i < 40; i++) {
      struct track track = walk(i, 1500 + i * 40);
      sum += length(&track);
      free(track.points);
   }
   printf("%.1f\n", sum);
   return 0;
}
