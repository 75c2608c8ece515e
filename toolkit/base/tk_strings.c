/* tk_strings.c -- string interning by open addressing; pure.

   Slots hold the hash beside the string, so that probing and growing
   touch no string that does not match.  The table is at most 2/3 full.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_strings.h"

#include "base/tk_hash.h"

#include <stdbool.h>

#define LABEL "tk.strings"

enum { FIRST_SLOTS = 256 }; /* a power of two */

typedef struct {
   uint64_t hash;
   size_t length;
   char *text; /* NULL: the slot is free */
} slot;

struct tk_strings {
   const tk_alloc *alloc;
   slot *slots;
   size_t n_slots; /* a power of two */
   size_t n_used;
};

static slot *new_slots(const tk_alloc *alloc, size_t n)
{
   slot *slots = tk_get(alloc, LABEL, n * sizeof *slots);
   if (slots != NULL)
      for (size_t i = 0; i < n; i++)
         slots[i].text = NULL;
   return slots;
}

tk_strings *tk_strings_new(const tk_alloc *alloc)
{
   tk_strings *table = tk_get(alloc, LABEL, sizeof *table);
   if (table == NULL)
      return NULL;
   table->alloc = alloc;
   table->n_slots = FIRST_SLOTS;
   table->n_used = 0;
   table->slots = new_slots(alloc, table->n_slots);
   if (table->slots == NULL) {
      tk_put(alloc, table);
      return NULL;
   }
   return table;
}

void tk_strings_free(tk_strings *table)
{
   if (table == NULL)
      return;
   const tk_alloc *alloc = table->alloc;
   for (size_t i = 0; i < table->n_slots; i++)
      tk_put(alloc, table->slots[i].text);
   tk_put(alloc, table->slots);
   tk_put(alloc, table);
}

static bool same_bytes(const char *a, const char *b, size_t length)
{
   while (length > 0 && *a == *b)
      a++, b++, length--;
   return length == 0;
}

/* The slot that holds the string, or the free one where it belongs. */
static slot *find(slot *slots, size_t n_slots, uint64_t hash, const char *text,
                  size_t length)
{
   size_t i = hash & (n_slots - 1);
   for (;;) {
      slot *s = &slots[i];
      if (s->text == NULL)
         return s;
      if (s->hash == hash && s->length == length
          && same_bytes(s->text, text, length))
         return s;
      i = (i + 1) & (n_slots - 1);
   }
}

static bool grow(tk_strings *table)
{
   size_t n = 2 * table->n_slots;
   slot *slots = new_slots(table->alloc, n);
   if (slots == NULL)
      return false;
   for (size_t i = 0; i < table->n_slots; i++) {
      const slot *old = &table->slots[i];
      if (old->text != NULL)
         *find(slots, n, old->hash, old->text, old->length) = *old;
   }
   tk_put(table->alloc, table->slots);
   table->slots = slots;
   table->n_slots = n;
   return true;
}

const char *tk_strings_intern(tk_strings *table, const char *text,
                              size_t length)
{
   uint64_t hash = tk_hash_bytes(text, length);
   slot *s = find(table->slots, table->n_slots, hash, text, length);
   if (s->text != NULL)
      return s->text;

   if (3 * (table->n_used + 1) > 2 * table->n_slots) {
      if (!grow(table))
         return NULL;
      s = find(table->slots, table->n_slots, hash, text, length);
   }
   char *copy = tk_get(table->alloc, LABEL, length + 1);
   if (copy == NULL)
      return NULL;
   for (size_t i = 0; i < length; i++)
      copy[i] = text[i];
   copy[length] = '\0';
   *s = (slot){ .hash = hash, .length = length, .text = copy };
   table->n_used++;
   return copy;
}

size_t tk_strings_count(const tk_strings *table)
{
   return table->n_used;
}
