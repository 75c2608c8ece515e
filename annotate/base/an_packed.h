/* an_packed.h -- rows of numbers as byte strings; pure.

   A row is a line, then its counts.  A line is LEB128 (DWARF 5, section 7.6): seven bits
   a byte, low bits first; the top bit is set if more follow.  Counts are zigzag-coded, to
   keep small negative ones short, and in groups of four: a byte with two bits for each,
   then the bytes of each, lowest first; none of a 0, else one, four or eight.  Profiles
   have counts of any length beside each other: no branch depends on one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
   AN_PACKED_LINE_B = 5, /* bytes of the longest line */
   AN_PACKED_GROUP = 4,  /* counts that share a byte */
   AN_PACKED_AHEAD_B = 8 /* that may be read or written after a row */
};

/* The most bytes that a row of n counts takes, with those after it. */
static inline size_t an_packed_row_max_B(size_t n)
{
   return AN_PACKED_LINE_B + n / AN_PACKED_GROUP + 1 + 8 * n + AN_PACKED_AHEAD_B;
}

/* Writes `line` at `to`, which has room; returns the byte after it. */
static inline unsigned char *an_packed_put_line(unsigned char *to, uint32_t line)
{
   while (line >= 0x80) {
      *to++ = (unsigned char)(line | 0x80);
      line >>= 7;
   }
   *to++ = (unsigned char)line;
   return to;
}

/* Reads a line that an_packed_put_line wrote; returns the byte after it. */
static inline const unsigned char *an_packed_get_line(const unsigned char *from,
                                                      uint32_t *line)
{
   uint32_t byte = *from++;
   uint32_t result = byte & 0x7f;
   for (unsigned shift = 7; byte >= 0x80; shift += 7) {
      byte = *from++;
      result |= (byte & 0x7f) << shift;
   }
   *line = result;
   return from;
}

/* How many bytes a count of this kind has. */
static inline size_t an_packed_B(unsigned kind)
{
   return 0x8410 >> 4 * kind & 0xf;
}

/* Writes a group of n counts; returns the byte after them. */
static inline unsigned char *an_packed_put_group(unsigned char *to, const int64_t *counts,
                                                 size_t n)
{
   unsigned char *start = to++;
   unsigned kinds = 0;
   for (size_t i = 0; i < n; i++) {
      uint64_t coded = (uint64_t)counts[i] << 1 ^ (counts[i] < 0 ? UINT64_MAX : 0);
      unsigned kind = (coded > 0) + (coded > UINT8_MAX) + (coded > UINT32_MAX);
      uint64_t bytes = htole64(coded);
      memcpy(to, &bytes, sizeof bytes);
      kinds |= kind << 2 * i;
      to += an_packed_B(kind);
   }
   *start = (unsigned char)kinds;
   return to;
}

/* Writes n counts; returns the byte after them. */
static inline unsigned char *an_packed_put(unsigned char *to, const int64_t *counts,
                                           size_t n)
{
   _Static_assert(AN_PACKED_GROUP == 4, "most groups are 0 and take no search");
   for (; n >= AN_PACKED_GROUP; n -= AN_PACKED_GROUP, counts += AN_PACKED_GROUP) {
      if ((counts[0] | counts[1] | counts[2] | counts[3]) == 0)
         *to++ = 0;
      else
         to = an_packed_put_group(to, counts, AN_PACKED_GROUP);
   }
   return n > 0 ? an_packed_put_group(to, counts, n) : to;
}

/* Reads n counts that an_packed_put wrote; returns the byte after them. */
static inline const unsigned char *an_packed_get(const unsigned char *from,
                                                 int64_t *counts, size_t n)
{
   unsigned kinds = 0;
   for (size_t i = 0; i < n; i++, kinds >>= 2) {
      if (i % AN_PACKED_GROUP == 0)
         kinds = *from++;
      uint64_t bytes;
      size_t size_B = an_packed_B(kinds & 3);
      memcpy(&bytes, from, sizeof bytes);
      /* Two shifts: by 64 bits at once is undefined. */
      uint64_t coded = le64toh(bytes) << 4 * (8 - size_B) << 4 * (8 - size_B);
      coded = coded >> 4 * (8 - size_B) >> 4 * (8 - size_B);
      counts[i] = (int64_t)(coded >> 1 ^ (0 - (coded & 1)));
      from += size_B;
   }
   return from;
}

/* Passes over n counts. */
static inline const unsigned char *an_packed_skip(const unsigned char *from, size_t n)
{
   for (size_t i = 0; i < n; i += AN_PACKED_GROUP) {
      unsigned kinds = *from++;
      for (; kinds != 0; kinds >>= 2)
         from += an_packed_B(kinds & 3);
   }
   return from;
}
