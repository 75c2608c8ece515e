/* cs_geometry.h -- the shape of a cache: its limits and its text; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_GEOMETRY_H
#define CS_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   uint64_t size_B;      /* capacity; a multiple of assoc * line_size_B */
   uint32_t assoc;       /* ways in a set; 1 is direct-mapped */
   uint32_t line_size_B; /* a power of two */
} cs_geometry;

/* The legal range.  A line must hold a power of two of bytes, or an
   address could not be cut into line and offset; the number of lines is
   bounded because each costs the simulation one word.  Any number of
   sets is legal. */
enum {
   CS_LINE_SIZE_MIN_B = 8,
   CS_LINE_SIZE_MAX_B = 65536,
   CS_LINES_MAX = 1 << 26,
};

static inline uint64_t cs_geometry_sets(const cs_geometry *g)
{
   return g->size_B / g->line_size_B / g->assoc;
}

/* NULL if a cache of this shape can be simulated, else a phrase that
   says what is wrong and what the legal range is. */
const char *cs_geometry_fault(const cs_geometry *g);

/* Reads "<size>,<assoc>,<line size>", decimal bytes and ways.  Returns
   NULL and fills *g if the text is such and the shape is legal; else
   returns a phrase as above and leaves *g alone. */
const char *cs_geometry_parse(const char *text, cs_geometry *g);

#endif
