/* cs_geometry.h -- the shape of a cache, its limits, and the option text; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   uint64_t size_B;      /* capacity; a multiple of assoc * line_size_B */
   uint32_t assoc;       /* ways in a set; 1 is direct-mapped */
   uint32_t line_size_B; /* a power of two */
} cs_geometry;

/* The valid range.  The line size must be a power of two, so that an address splits
   into line and offset.  The number of lines is limited because each takes memory of
   the simulation.  Any number of sets is valid. */
enum {
   CS_LINE_SIZE_MIN_B = 8,
   CS_LINE_SIZE_MAX_B = 65536,
   CS_LINES_MAX = 1 << 26,
};

static inline bool cs_is_power_of_2(uint64_t n)
{
   return n != 0 && (n & (n - 1)) == 0;
}

static inline uint64_t cs_geometry_sets(const cs_geometry *g)
{
   return g->size_B / g->line_size_B / g->assoc;
}

/* NULL if a cache of this shape can be simulated, else a sentence with the rule that
   it breaks. */
const char *cs_geometry_error(const cs_geometry *g);

/* Reads "<size>,<assoc>,<line size>": bytes, ways, bytes, in decimal.  If the text and
   the shape are valid, fills *g and returns NULL; else returns a sentence as above,
   and *g is unchanged. */
const char *cs_geometry_parse(const char *text, cs_geometry *g);

/* Reads a decimal number, and moves *text behind it.  False if there is none, or if it
   does not fit 64 bits. */
bool cs_parse_number(const char **text, uint64_t *value);
