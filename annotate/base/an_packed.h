/* an_packed.h -- numbers as byte strings of variable length; pure.

   LEB128 (DWARF 5, section 7.6): seven bits a byte, low bits first; the top bit is
   set if more follow.  Signed numbers are zigzag-coded first, to keep small
   negative ones short.  Inline: called for every count.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PACKED_H
#define AN_PACKED_H

#include <stdint.h>

enum { AN_PACKED_MAX_B = 10 }; /* bytes of the longest 64-bit number */

/* Writes `number` at `to`, which has room; returns the byte after it. */
static inline unsigned char *an_packed_put(unsigned char *to, uint64_t number)
{
   while (number >= 0x80) {
      *to++ = (unsigned char)(number | 0x80);
      number >>= 7;
   }
   *to++ = (unsigned char)number;
   return to;
}

/* Reads a number that an_packed_put wrote; returns the byte after it. */
static inline const unsigned char *an_packed_get(const unsigned char *from,
                                                 uint64_t *number)
{
   uint64_t byte = *from++;
   uint64_t result = byte & 0x7f;
   for (unsigned shift = 7; byte >= 0x80; shift += 7) {
      byte = *from++;
      result |= (byte & 0x7f) << shift;
   }
   *number = result;
   return from;
}

static inline uint64_t an_packed_zigzag(int64_t number)
{
   return ((uint64_t)number << 1) ^ (number < 0 ? UINT64_MAX : 0);
}

static inline int64_t an_packed_unzigzag(uint64_t coded)
{
   return (int64_t)((coded >> 1) ^ (0 - (coded & 1)));
}

#endif
