/* packers.c -- inner loops of compressors: matches, Huffman codes, packed numbers, a
   checksum.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <string.h>

/* ---- Matches ------------------------------------------------------------ */

enum { TEXT_B = 1 << 15, WINDOW = 512, LEAST = 3, MOST = 64, HASH_BITS = 12 };

static uint8_t *text;

/* Words of a small vocabulary. */
static void set_up_text(void)
{
   enum { N_WORDS = 300, WORD_B = 8 };
   uint8_t words[N_WORDS][WORD_B];
   text = truth_new(TEXT_B + MOST);
   for (size_t i = 0; i < N_WORDS; i++)
      for (size_t j = 0; j < WORD_B; j++)
         words[i][j] = (uint8_t)"eeettaoinshrdluc"[truth_random_below(16)];
   for (size_t at = 0; at < TEXT_B;) {
      const uint8_t *word = words[truth_random_below(N_WORDS)];
      size_t length = 2 + word[0] % 6u;
      memcpy(text + at, word, length);
      at += length;
      text[at++] = ' ';
   }
}

static size_t match_length(size_t a, size_t b)
{
   size_t length = 0;
   while (length < MOST && text[a + length] == text[b + length])
      length++;
   return length;
}

typedef struct {
   size_t length, from;
} match;

/* Longer matches win; of equal ones, the nearest, which comes first. */
static void consider(match *best, size_t at, size_t from)
{
   size_t length = match_length(at, from);
   if (length >= LEAST && length > best->length)
      *best = (match){ length, from };
}

static uint64_t mixed(uint64_t sum, const match *best)
{
   return truth_mix(sum, best->length << 32 | best->from);
}

static size_t window_of(size_t at)
{
   return at < WINDOW ? 0 : at - WINDOW;
}

static uint64_t match_by_scan(void)
{
   uint64_t sum = 0;
   for (size_t at = 0; at < TEXT_B; at++) {
      match best = { 0, 0 };
      for (size_t from = at; from-- > window_of(at);)
         consider(&best, at, from);
      sum = mixed(sum, &best);
   }
   return sum;
}

static size_t hash_at(size_t at)
{
   uint32_t three = text[at] | (uint32_t)text[at + 1] << 8 | (uint32_t)text[at + 2] << 16;
   return three * 0x9e3779b1u >> (32 - HASH_BITS);
}

/* As in zlib: the last place of each hash, and of each place the one before. */
static uint64_t match_by_chains(void)
{
   enum { NONE = UINT32_MAX };
   static uint32_t last[1 << HASH_BITS], before[TEXT_B];
   uint64_t sum = 0;
   memset(last, 0xff, sizeof last);
   for (size_t at = 0; at < TEXT_B; at++) {
      match best = { 0, 0 };
      uint32_t *head = &last[hash_at(at)];
      for (size_t from = *head; from != NONE && from >= window_of(at);
           from = before[from])
         consider(&best, at, from);
      before[at] = *head;
      *head = (uint32_t)at;
      sum = mixed(sum, &best);
   }
   return sum;
}

/* All places, sorted by their hashes first: those of one hash are side by side. */
static uint64_t match_by_lists(void)
{
   static uint32_t starts[(1 << HASH_BITS) + 1], ends[1 << HASH_BITS], places[TEXT_B];
   uint64_t sum = 0;
   memset(starts, 0, sizeof starts);
   for (size_t at = 0; at < TEXT_B; at++)
      starts[hash_at(at) + 1]++;
   for (size_t i = 0; i < 1 << HASH_BITS; i++)
      starts[i + 1] += starts[i];
   memcpy(ends, starts, sizeof ends);
   for (size_t at = 0; at < TEXT_B; at++) {
      match best = { 0, 0 };
      size_t hash = hash_at(at);
      for (size_t i = ends[hash]; i > starts[hash] && places[i - 1] >= window_of(at); i--)
         consider(&best, at, places[i - 1]);
      places[ends[hash]++] = (uint32_t)at;
      sum = mixed(sum, &best);
   }
   return sum;
}

/* ---- Huffman codes ------------------------------------------------------ */

enum { N_CODED = 1 << 17, MAX_BITS = 10, N_NODES = 512, LEAF = 1 << 15 };

/* How many codes have each length: together they take each sequence of bits, so that
   random bits are a text in which symbols are as frequent as their codes are short. */
static const uint16_t n_of_length[MAX_BITS + 1] = { [3] = 4, [5] = 8, [7] = 16, [8] = 16,
                                                    [10] = 64 };

static uint8_t *bits;
static uint16_t by_prefix[1 << MAX_BITS]; /* symbol << 4 | length */
static uint16_t children[N_NODES][2];     /* a node, or LEAF | symbol */

static void add_to_tree(uint32_t code, unsigned length, uint16_t symbol)
{
   static uint16_t n_nodes = 1;
   uint16_t *at = &children[0][code >> (length - 1) & 1];
   while (--length > 0) {
      if (*at == 0)
         *at = n_nodes++;
      at = &children[*at][code >> (length - 1) & 1];
   }
   *at = LEAF | symbol;
}

static void set_up_codes(void)
{
   uint32_t code = 0;
   uint16_t symbol = 0;
   bits = truth_new((size_t)N_CODED * MAX_BITS / 8 + 8);
   for (size_t i = 0; i < (size_t)N_CODED * MAX_BITS / 8; i++)
      bits[i] = (uint8_t)truth_random();
   for (unsigned length = 1; length <= MAX_BITS; length++, code <<= 1)
      for (unsigned i = 0; i < n_of_length[length]; i++, code++, symbol++) {
         unsigned left = MAX_BITS - length;
         add_to_tree(code, length, symbol);
         for (uint32_t rest = 0; rest < 1u << left; rest++)
            by_prefix[code << left | rest] = (uint16_t)(symbol << 4 | length);
      }
}

static unsigned bit_at(size_t at)
{
   return bits[at / 8] >> (7 - at % 8) & 1;
}

static uint64_t decode_by_bit(void)
{
   uint64_t sum = 0;
   size_t at = 0;
   for (size_t i = 0; i < N_CODED; i++) {
      uint16_t node = 0;
      while (!(node & LEAF))
         node = children[node][bit_at(at++)];
      sum = truth_mix(sum, node ^ LEAF);
   }
   return sum;
}

/* Canonical codes: those of one length are consecutive numbers. */
static uint64_t decode_by_length(void)
{
   uint64_t sum = 0;
   size_t at = 0;
   for (size_t i = 0; i < N_CODED; i++) {
      uint32_t code = 0, first = 0, symbol = 0;
      for (unsigned length = 1;; length++) {
         code |= bit_at(at++);
         if (code - first < n_of_length[length])
            break;
         symbol += n_of_length[length];
         first = (first + n_of_length[length]) << 1;
         code <<= 1;
      }
      sum = truth_mix(sum, symbol + code - first);
   }
   return sum;
}

static uint64_t decode_by_table(void)
{
   uint64_t sum = 0;
   size_t at = 0;
   for (size_t i = 0; i < N_CODED; i++) {
      uint32_t word;
      memcpy(&word, bits + at / 8, sizeof word);
      word = __builtin_bswap32(word) << at % 8;
      uint16_t found = by_prefix[word >> (32 - MAX_BITS)];
      at += found & 15;
      sum = truth_mix(sum, found >> 4);
   }
   return sum;
}

/* ---- Numbers of eleven bits --------------------------------------------- */

enum { N_NUMBERS = 1 << 14, NUMBER_BITS = 11 };

static void set_up_packed(void)
{
   bits = truth_new(N_NUMBERS * NUMBER_BITS / 8 + 8);
   for (size_t i = 0; i < N_NUMBERS * NUMBER_BITS / 8; i++)
      bits[i] = (uint8_t)truth_random();
}

static uint64_t unpack_by_bit(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_NUMBERS; i++) {
      unsigned number = 0;
      for (size_t at = i * NUMBER_BITS; at < (i + 1) * NUMBER_BITS; at++)
         number = number << 1 | bit_at(at);
      sum = truth_mix(sum, number);
   }
   return sum;
}

static uint64_t unpack_by_word(void)
{
   uint64_t sum = 0;
   for (size_t i = 0; i < N_NUMBERS; i++) {
      size_t at = i * NUMBER_BITS;
      uint32_t word;
      memcpy(&word, bits + at / 8, sizeof word);
      sum = truth_mix(sum, __builtin_bswap32(word) << at % 8 >> (32 - NUMBER_BITS));
   }
   return sum;
}

/* ---- Adler-32 (RFC 1950) ------------------------------------------------ */

enum { BASE = 65521, N_LATE = 4096 }; /* sums of so many bytes are below 2^32 */

static uint64_t adler_each(void)
{
   uint32_t a = 1, b = 0;
   for (size_t i = 0; i < TEXT_B; i++) {
      a = (a + text[i]) % BASE;
      b = (b + a) % BASE;
   }
   return (uint64_t)b << 16 | a;
}

static uint64_t adler_late(void)
{
   uint32_t a = 1, b = 0;
   for (size_t i = 0; i < TEXT_B; i += N_LATE) {
      for (size_t j = i; j < i + N_LATE; j++) {
         a += text[j];
         b += a;
      }
      a %= BASE;
      b %= BASE;
   }
   return (uint64_t)b << 16 | a;
}

const truth_kernel truth_packers[] = {
   { "matches", true, 5, set_up_text,
     { { "scan", match_by_scan }, { "chains", match_by_chains },
       { "lists", match_by_lists } } },
   { "huffman", true, 40, set_up_codes,
     { { "bit", decode_by_bit }, { "length", decode_by_length },
       { "table", decode_by_table } } },
   { "unpack", true, 400, set_up_packed,
     { { "bit", unpack_by_bit }, { "word", unpack_by_word } } },
   { "adler", true, 800, set_up_text,
     { { "each", adler_each }, { "late", adler_late } } },
   { 0 },
};
