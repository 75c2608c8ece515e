/* tk_jit_map.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_jit_map.h"

#include <stdbool.h>

enum { DIGITS_MAX = 16 };

/* The value of a hexadecimal digit, or 16. */
static unsigned digit_of(char c)
{
   if (c >= '0' && c <= '9')
      return (unsigned)(c - '0');
   if (c >= 'a' && c <= 'f')
      return (unsigned)(c - 'a') + 10;
   return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

/* Reads a number and the space behind it; returns what follows, or NULL. */
static const char *read_number(const char *at, const char *end, uint64_t *number)
{
   if (end - at > 2 && at[0] == '0' && at[1] == 'x')
      at += 2;
   const char *first = at;
   *number = 0;
   while (at < end && digit_of(*at) < 16)
      *number = *number << 4 | digit_of(*at++);
   while (at - first > DIGITS_MAX && *first == '0')
      first++;
   bool is_number = at > first && at - first <= DIGITS_MAX && at < end && *at == ' ';
   return is_number ? at + 1 : NULL;
}

static void read_line(const tk_jit_map *map)
{
   const char *end = map->line + map->n_B;
   uint64_t start, size_B = 0;
   const char *at = read_number(map->line, end, &start);
   if (at != NULL)
      at = read_number(at, end, &size_B);
   if (at != NULL)
      tk_jit_add(map->jit, start, size_B, at, (size_t)(end - at), NULL, 0);
}

void tk_jit_map_feed(tk_jit_map *map, const char *bytes, size_t size_B)
{
   for (size_t i = 0; i < size_B; i++) {
      if (bytes[i] == '\n') {
         read_line(map);
         map->n_B = 0;
      } else if (map->n_B < sizeof map->line) {
         map->line[map->n_B++] = bytes[i];
      }
   }
}
