/* tk_hash.h -- hashing of bytes and words; pure, freestanding.

   Bytes: FNV-1a, 64 bits (Fowler, Noll, Vo; IETF draft-eastlake-fnv).
   Words: the finalizer of MurmurHash3 (Appleby), a bijection on 64 bits.  All bits
   of the input change the low bits.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>
#include <stdint.h>

static inline uint64_t tk_hash_bytes(const char *bytes, size_t length)
{
   uint64_t hash = 0xcbf29ce484222325u;
   for (size_t i = 0; i < length; i++)
      hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
   return hash;
}

static inline uint64_t tk_hash_word(uint64_t word)
{
   word = (word ^ (word >> 33)) * 0xff51afd7ed558ccdu;
   word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53u;
   return word ^ (word >> 33);
}
