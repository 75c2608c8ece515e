/* ac_sharing_pair.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_sharing_pair.h"

#include "base/tk_array.h"
#include "base/tk_strings.h"

#include <stdlib.h>
#include <string.h>

/* What lines of memory are compared by, from the strictest to the loosest. */
enum { BY_OFFSETS, BY_FIELDS, BY_FUNCTIONS, BY_LINES, WAYS };

/* What is compared of an access. */
typedef struct {
   uint64_t of[2];
} word;

typedef struct {
   const tk_alloc *alloc;
   const ac_data_view *view;
   tk_strings *names, *keys; /* of fields; of lines of memory: sets of words */
   word *words;
   size_t capacity;
   uint32_t *first, *next; /* lines of OLD by key, and of the same key; or AC_NO_DATA */
} pairing;

ac_data_spot ac_sharing_spot(const ac_data_view *view, const ac_shared_access *access)
{
   int64_t first = access->mask == 0 ? 0 : __builtin_ctzll(access->mask);
   ac_data_place place = { access->offset + first, 0 };
   return ac_data_spot_of(place, view->objects[view->object_of[access->datum]].type);
}

/* ---- Keys ---- */

static uint64_t field_of(const pairing *p, const ac_shared_access *access)
{
   ac_data_spot spot = ac_sharing_spot(p->view, access);
   if (spot.name == NULL)
      return (uint64_t)spot.offset << 1;
   uint32_t number = tk_strings_number(p->names, spot.name, strlen(spot.name));
   return (uint64_t)number << 1 | 1;
}

static word word_of(const pairing *p, const ac_shared_access *access, int way)
{
   uint64_t object = p->view->object_of[access->datum];
   switch (way) {
   case BY_OFFSETS: return (word){ { object, (uint64_t)access->offset } };
   case BY_FIELDS: return (word){ { object, field_of(p, access) } };
   case BY_FUNCTIONS: return (word){ { object, access->function } };
   default: return (word){ { access->function, access->line } };
   }
}

static int compare_words(const void *a, const void *b)
{
   return memcmp(a, b, sizeof(word));
}

/* The number of the set of words of a line of memory. */
static uint32_t key_of(pairing *p, const ac_sharing *sharing, uint32_t line, int way)
{
   const ac_shared_line *of = &sharing->lines[line];
   size_t n = 0;
   for (size_t i = 0; i < of->n_accesses; i++) {
      TK_ARRAY_ROOM(p->alloc, AN_LABEL, p->words, i, p->capacity);
      p->words[i] = word_of(p, &sharing->accesses[of->first_access + i], way);
   }
   if (of->n_accesses > 0)
      qsort(p->words, of->n_accesses, sizeof *p->words, compare_words);
   for (size_t i = 0; i < of->n_accesses; i++)
      if (n == 0 || compare_words(&p->words[n - 1], &p->words[i]) != 0)
         p->words[n++] = p->words[i];
   return tk_strings_number(p->keys, n == 0 ? "" : (const void *)p->words,
                            n * sizeof *p->words);
}

/* ---- Pairs ---- */

/* Lists the lines of OLD that have no other yet, by key. */
static void list_lines(pairing *p, const ac_sharing *old, const uint32_t *order,
                       const uint32_t *others, int way)
{
   for (size_t i = old->n_lines; i-- > 0;) {
      uint32_t line = order[i];
      if (others[line] != AC_NO_DATA)
         continue;
      uint32_t key = key_of(p, old, line, way);
      p->next[line] = p->first[key];
      p->first[key] = line;
   }
}

static void match_lines(pairing *p, const ac_sharing *new, const uint32_t *order,
                        uint32_t *const others[2], int way)
{
   for (size_t i = 0; i < new->n_lines; i++) {
      uint32_t line = order[i];
      if (others[1][line] != AC_NO_DATA)
         continue;
      uint32_t key = key_of(p, new, line, way);
      if (p->first[key] == AC_NO_DATA)
         continue;
      others[1][line] = p->first[key];
      others[0][p->first[key]] = line;
      p->first[key] = p->next[p->first[key]];
   }
}

void ac_sharing_pair(const tk_alloc *alloc, const ac_data_view *view,
                     const ac_sharing *const sides[2], const uint32_t *const orders[2],
                     uint32_t *const others[2])
{
   size_t n = sides[0]->n_lines + sides[1]->n_lines;
   pairing p = {
      .alloc = alloc,
      .view = view,
      .names = tk_strings_new(alloc),
      .first = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *p.first),
      .next = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *p.next),
   };
   for (int side = 0; side < 2; side++)
      memset(others[side], 0xff, sides[side]->n_lines * sizeof **others);
   for (int way = 0; way < WAYS; way++) {
      p.keys = tk_strings_new(alloc);
      memset(p.first, 0xff, (n + 1) * sizeof *p.first);
      list_lines(&p, sides[0], orders[0], others[0], way);
      match_lines(&p, sides[1], orders[1], others, way);
   }
}
