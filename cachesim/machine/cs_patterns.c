/* cs_patterns.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_patterns.h"

#include "base/tk_hash.h"

enum {
   SHORT_TEXT_B = 16,
};

void cs_patterns_init(cs_patterns *patterns, uint32_t line_B)
{
   *patterns = (cs_patterns){ .line_B = line_B };
}

/* The distance is less than this to either side; distances wrap. */
static bool is_below(uintptr_t distance, uintptr_t limit)
{
   return distance + limit - 1 < 2 * limit - 1;
}

/* Does a pointer of the reference lead to the address? */
static bool leads_to(const cs_pattern_recent *r, uintptr_t addr)
{
   for (uint32_t i = 0; i < r->n_pointers; i++)
      if (cs_clock_leads_to(r->pointers[i], addr))
         return true;
   return false;
}

static bool is_pointed_to(const cs_patterns *patterns, uintptr_t site, uintptr_t addr)
{
   uint64_t piece = cs_clock_piece(addr);
   for (uint32_t i = 0; i < CS_PATTERNS_RECENT; i++) {
      const cs_pattern_recent *r = &patterns->recent[i];
      /* The first test alone is nearly always false: the host predicts it. */
      if ((r->leads_to & piece) != 0 && (!r->is_walk || r->site == site)
          && leads_to(r, addr))
         return true;
   }
   return false;
}

/* Was there a reference of another site beside it lately, or one line from that?  Code
   that is unrolled does not go from line to line in their order. */
static bool has_neighbour(const cs_patterns *patterns, uintptr_t site, uintptr_t addr)
{
   for (uint32_t i = 0; i < CS_PATTERNS_RECENT; i++) {
      const cs_pattern_recent *r = &patterns->recent[i];
      if (r->site != site && is_below(addr - r->addr, 2 * patterns->line_B + 1))
         return true;
   }
   return false;
}

/* One more time that holds, or an exception.  Is it usual now? */
static bool is_usual(uint32_t *times, uint32_t sure, bool holds)
{
   if (holds)
      *times += *times < 2 * sure;
   else
      *times -= *times < sure ? *times : sure;
   return *times >= sure;
}

/* Up to CS_PATTERNS_HELD times the other distance, in the same direction? */
static bool is_multiple(uintptr_t distance, uintptr_t of)
{
   bool is_back = of > UINTPTR_MAX / 2;
   uintptr_t far = is_back ? 0 - distance : distance, near = is_back ? 0 - of : of;
   return far == near || (near != 0 && far <= CS_PATTERNS_HELD * near && far % near == 0);
}

/* Has the site this distance from its last, as usual? */
static bool is_stride(cs_pattern_site *s, uintptr_t distance)
{
   bool divides = is_multiple(s->distance, distance);
   bool holds = divides || is_multiple(distance, s->distance);
   bool is_sure = is_usual(&s->strides, CS_PATTERNS_SURE_STRIDES, holds);
   if (divides || s->strides == 0)
      s->distance = distance;
   return holds && is_sure;
}

/* The pattern by distances alone. */
static cs_pattern find_walk(const cs_patterns *patterns, cs_pattern_site *s,
                            uintptr_t addr)
{
   uintptr_t distance = addr - s->addr, line_B = patterns->line_B;
   bool strides = is_stride(s, distance);
   s->addr = addr;
   if (is_below(distance, 2 * line_B))
      return CS_PATTERN_SEQ;
   if (!strides)
      return CS_PATTERN_OTHER;
   return is_below(distance, CS_PATTERNS_UNROLLED * line_B + 1)
                && has_neighbour(patterns, s->site, addr)
             ? CS_PATTERN_SEQ
             : CS_PATTERN_STRIDE;
}

/* Does the address come from data?  `walk` is the pattern without that. */
static bool is_chase(const cs_patterns *patterns, cs_pattern_site *s, cs_advance advance,
                     uintptr_t addr, cs_pattern walk)
{
   if (advance != CS_ADVANCE_UNKNOWN)
      return advance == CS_ADVANCE_CHAINS;
   bool is_led = is_pointed_to(patterns, s->site, addr);
   bool is_sure = is_usual(&s->chases, CS_PATTERNS_SURE_CHASES, is_led);
   return is_led || (is_sure && walk == CS_PATTERN_OTHER);
}

/* The site's entry, for which the oldest of its set may have to go. */
static cs_pattern_site *find_site(cs_patterns *patterns, uintptr_t site)
{
   uint32_t n_sets = CS_PATTERNS_SITES / CS_PATTERNS_WAYS;
   uint32_t first = (uint32_t)tk_hash_word(site) % n_sets * CS_PATTERNS_WAYS;
   cs_pattern_site *set = &patterns->sites[first];
   for (uint32_t i = 0; i < CS_PATTERNS_WAYS; i++)
      if (set[i].site == site)
         return &set[i];
   for (uint32_t i = CS_PATTERNS_WAYS - 1; i > 0; i--)
      set[i] = set[i - 1];
   *set = (cs_pattern_site){ .site = site };
   return set;
}

/* Is the i-th word, at this address, that of a std::string of libstdc++ which leads to
   its own short text, behind it and its length?  In an array of these, it would lead to
   the next line. */
static bool is_short_text(const uintptr_t *words, uint32_t i, uintptr_t at)
{
   return words[i] == at + 2 * sizeof *words
          && (i + 1 == CS_CLOCK_WORDS || words[i + 1] < SHORT_TEXT_B);
}

static void note_recent(cs_patterns *patterns, uintptr_t site, bool is_walk,
                        uintptr_t addr, const uintptr_t *words)
{
   cs_pattern_recent *r = &patterns->recent[patterns->n++ % CS_PATTERNS_RECENT];
   r->site = site;
   r->addr = addr;
   r->is_walk = is_walk;
   r->n_pointers = 0;
   r->leads_to = 0;
   uintptr_t at = addr & ~((uintptr_t)CS_CLOCK_PIECE_B - 1);
   for (uint32_t i = 0; words != NULL && i < CS_CLOCK_WORDS; i++)
      if (cs_clock_is_pointer(words[i], addr)
          && !is_short_text(words, i, at + i * sizeof *words)) {
         r->pointers[r->n_pointers++] = words[i];
         r->leads_to |= cs_clock_pieces(words[i]);
      }
}

cs_pattern cs_patterns_refer(cs_patterns *patterns, uintptr_t site, cs_advance advance,
                             uintptr_t addr, cs_words_at *words_at)
{
   cs_pattern_site *s = find_site(patterns, site);
   cs_pattern walk = find_walk(patterns, s, addr);
   bool chases = is_chase(patterns, s, advance, addr, walk);
   bool is_walk = !chases && walk != CS_PATTERN_OTHER;
   /* The pointers of an array lead nowhere, unless the site itself follows them. */
   bool leads = words_at != NULL && !(is_walk && advance == CS_ADVANCE_COUNTS);
   note_recent(patterns, site, is_walk, addr, leads ? words_at(addr) : NULL);
   return chases ? CS_PATTERN_CHASE : walk;
}
