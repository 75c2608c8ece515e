/* an_sums.c -- counts by line, added up as they come.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_sums.h"

#include "base/an_alloc.h"
#include "base/tk_hash.h"

#include <stdbool.h>
#include <string.h>

#define LABEL "an.sums"

enum { FIRST_SLOTS = 256, FIRST_ROWS = 8 }; /* slots: a power of two */

/* A row is a line number, then its counts. */
typedef struct {
   const char *file, *function;
   int64_t *rows; /* sorted by line */
   size_t n_rows, capacity;
   size_t next; /* the row after the last one changed */
} entry;

struct an_sums {
   const tk_alloc *alloc;
   size_t row_length; /* in numbers */
   entry *entries;
   size_t n_entries, capacity;
   size_t *slots;     /* 1 + an index of entries; 0: free */
   size_t n_slots;    /* a power of two, at least twice the entries */
   entry *current;
   size_t n_rows;     /* of all entries */
};

an_sums *an_sums_new(const tk_alloc *alloc, size_t n_events)
{
   an_sums *sums = tk_get(alloc, LABEL, sizeof *sums);
   if (sums == NULL)
      return NULL;
   *sums = (an_sums){ .alloc = alloc, .row_length = 1 + n_events,
                      .n_slots = FIRST_SLOTS };
   size_t size_B = sums->n_slots * sizeof *sums->slots;
   sums->slots = tk_get(alloc, LABEL, size_B);
   if (sums->slots == NULL) {
      tk_put(alloc, sums);
      return NULL;
   }
   memset(sums->slots, 0, size_B);
   return sums;
}

void an_sums_free(an_sums *sums)
{
   if (sums == NULL)
      return;
   for (size_t i = 0; i < sums->n_entries; i++)
      tk_put(sums->alloc, sums->entries[i].rows);
   tk_put(sums->alloc, sums->entries);
   tk_put(sums->alloc, sums->slots);
   tk_put(sums->alloc, sums);
}

/* ---- Functions ---- */

/* The slot of a function, or the free slot for it. */
static size_t *find_slot(const an_sums *sums, size_t *slots, size_t n_slots,
                         const char *file, const char *function)
{
   uint64_t hash = tk_hash_word((uintptr_t)file
                                ^ tk_hash_word((uintptr_t)function));
   for (size_t i = hash & (n_slots - 1);; i = (i + 1) & (n_slots - 1)) {
      size_t *slot = &slots[i];
      if (*slot == 0)
         return slot;
      const entry *e = &sums->entries[*slot - 1];
      if (e->file == file && e->function == function)
         return slot;
   }
}

static an_status grow_slots(an_sums *sums)
{
   size_t n = 2 * sums->n_slots;
   size_t *slots = tk_get(sums->alloc, LABEL, n * sizeof *slots);
   if (slots == NULL)
      return AN_NO_MEMORY;
   memset(slots, 0, n * sizeof *slots);
   for (size_t i = 0; i < sums->n_entries; i++) {
      const entry *e = &sums->entries[i];
      *find_slot(sums, slots, n, e->file, e->function) = i + 1;
   }
   tk_put(sums->alloc, sums->slots);
   sums->slots = slots;
   sums->n_slots = n;
   return AN_OK;
}

static an_status grow_entries(an_sums *sums)
{
   size_t capacity = sums->capacity == 0 ? 64 : 2 * sums->capacity;
   entry *larger = an_alloc_grow(sums->alloc, LABEL, sums->entries,
                                 sums->n_entries * sizeof *larger,
                                 capacity * sizeof *larger);
   if (larger == NULL)
      return AN_NO_MEMORY;
   sums->entries = larger;
   sums->capacity = capacity;
   return AN_OK;
}

static an_status add_function(an_sums *sums, const char *file,
                              const char *function)
{
   an_status status = AN_OK;
   if (sums->n_entries == sums->capacity)
      status = grow_entries(sums);
   if (status == AN_OK && 2 * (sums->n_entries + 1) > sums->n_slots)
      status = grow_slots(sums);
   if (status != AN_OK)
      return status;
   *find_slot(sums, sums->slots, sums->n_slots, file, function)
      = sums->n_entries + 1;
   sums->entries[sums->n_entries++]
      = (entry){ .file = file, .function = function };
   return AN_OK;
}

an_status an_sums_begin(an_sums *sums, const char *file, const char *function)
{
   size_t index = *find_slot(sums, sums->slots, sums->n_slots, file, function);
   if (index == 0) {
      an_status status = add_function(sums, file, function);
      if (status != AN_OK)
         return status;
      index = sums->n_entries;
   }
   sums->current = &sums->entries[index - 1];
   sums->current->next = 0;
   return AN_OK;
}

/* ---- Lines ---- */

static int64_t *row_at(const an_sums *sums, const entry *e, size_t i)
{
   return e->rows + i * sums->row_length;
}

/* The first row with this line or a later one. */
static size_t lower_bound(const an_sums *sums, const entry *e, uint32_t line)
{
   size_t low = 0, high = e->n_rows;
   while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (*row_at(sums, e, middle) < line)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Inserts row i, with counts of 0. */
static an_status insert_row(an_sums *sums, entry *e, size_t i, uint32_t line)
{
   size_t row_B = sums->row_length * sizeof *e->rows;
   if (e->n_rows == e->capacity) {
      size_t capacity = e->capacity == 0 ? FIRST_ROWS : 2 * e->capacity;
      int64_t *larger = an_alloc_grow(sums->alloc, LABEL, e->rows,
                                      e->n_rows * row_B, capacity * row_B);
      if (larger == NULL)
         return AN_NO_MEMORY;
      e->rows = larger;
      e->capacity = capacity;
   }
   int64_t *row = row_at(sums, e, i);
   memmove(row + sums->row_length, row, (e->n_rows - i) * row_B);
   memset(row, 0, row_B);
   *row = line;
   e->n_rows++;
   sums->n_rows++;
   return AN_OK;
}

an_status an_sums_add(an_sums *sums, uint32_t line, const int64_t *counts)
{
   entry *e = sums->current;
   size_t i = e->next;
   if (i == e->n_rows || *row_at(sums, e, i) != line) {
      i = lower_bound(sums, e, line);
      if (i == e->n_rows || *row_at(sums, e, i) != line) {
         an_status status = insert_row(sums, e, i, line);
         if (status != AN_OK)
            return status;
      }
   }
   e->next = i + 1;
   int64_t *sum = row_at(sums, e, i) + 1;
   bool overflow = false;
   for (size_t k = 0; k + 1 < sums->row_length; k++)
      overflow |= __builtin_add_overflow(sum[k], counts[k], &sum[k]);
   return overflow ? AN_OVERFLOW : AN_OK;
}

/* ---- All of it ---- */

size_t an_sums_n_functions(const an_sums *sums)
{
   return sums->n_entries;
}

an_sums_lines an_sums_function(const an_sums *sums, size_t index)
{
   const entry *e = &sums->entries[index];
   return (an_sums_lines){ .file = e->file, .function = e->function,
                           .rows = e->rows, .n_rows = e->n_rows };
}

size_t an_sums_body_B(const an_sums *sums)
{
   return sums->n_rows * sums->row_length * sizeof(int64_t)
          + sums->n_entries * sizeof(entry);
}
