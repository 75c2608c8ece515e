/* ac_sums.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_sums.h"

#include "base/an_overflow.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_search.h"
#include "base/tk_table.h"

#include <string.h>

enum {
   KNOWN_FROM = 3,                 /* profiles: with fewer, learning does not pay */
   KNOWN_MAX_B = 64 * 1024 * 1024, /* memory for known lines, about */
   KNOWN_LINE_B = 64,              /* of which a line takes besides its counts */
};

/* A row is a line number, then its counts. */
typedef struct {
   const char *file, *function;
   int64_t *rows; /* sorted by line */
   size_t n_rows, capacity;
   size_t next;     /* the row after the last one changed */
   size_t n_begun;  /* how often ac_sums_known was asked, until there are some */
   ac_known *known; /* what was taken of them is not yet in the rows */
} entry;

struct ac_sums {
   const tk_alloc *alloc;
   size_t row_length; /* in numbers */
   entry *entries;
   size_t n_entries, capacity;
   tk_table table; /* of entries */
   entry *current;
   size_t n_rows;  /* of all entries */
   size_t known_B; /* likewise */
};

ac_sums *ac_sums_new(const tk_alloc *alloc, size_t n_events)
{
   ac_sums *sums = tk_get(alloc, AN_LABEL, sizeof *sums);
   *sums = (ac_sums){ .alloc = alloc,
                      .row_length = 1 + n_events,
                      .table = { .alloc = alloc, .label = AN_LABEL } };
   return sums;
}

void ac_sums_free(ac_sums *sums)
{
   if (sums == NULL)
      return;
   for (size_t i = 0; i < sums->n_entries; i++) {
      ac_known_free(sums->entries[i].known);
      tk_put(sums->alloc, sums->entries[i].rows);
   }
   tk_put(sums->alloc, sums->entries);
   tk_table_fini(&sums->table);
   tk_put(sums->alloc, sums);
}

/* ---- Functions ---- */

static void add_function(ac_sums *sums, uint64_t hash, const char *file,
                         const char *function)
{
   TK_ARRAY_ROOM(sums->alloc, AN_LABEL, sums->entries, sums->n_entries, sums->capacity);
   tk_table_add(&sums->table, hash, (uint32_t)sums->n_entries);
   sums->entries[sums->n_entries++] = (entry){ .file = file, .function = function };
}

void ac_sums_begin(ac_sums *sums, const char *file, const char *function)
{
   uint64_t hash = tk_hash_word((uintptr_t)file ^ tk_hash_word((uintptr_t)function));
   size_t at = 0;
   uint32_t i;
   while ((i = tk_table_next(&sums->table, hash, &at)) != TK_TABLE_NONE)
      if (sums->entries[i].file == file && sums->entries[i].function == function)
         break;
   if (i == TK_TABLE_NONE) {
      add_function(sums, hash, file, function);
      i = (uint32_t)sums->n_entries - 1;
   }
   sums->current = &sums->entries[i];
   sums->current->next = 0;
}

/* ---- Lines ---- */

static int64_t *row_at(const ac_sums *sums, const entry *e, size_t i)
{
   return e->rows + i * sums->row_length;
}

/* The first row with this line or a later one. */
static size_t lower_bound(const ac_sums *sums, const entry *e, uint32_t line)
{
   return TK_SEARCH(i, e->n_rows, *row_at(sums, e, i) < line);
}

/* Inserts row i, with counts of 0. */
static void insert_row(ac_sums *sums, entry *e, size_t i, uint32_t line)
{
   size_t row_B = sums->row_length * sizeof *e->rows;
   tk_array_reserve(sums->alloc, AN_LABEL, &e->rows, e->n_rows, 1, &e->capacity, row_B);
   int64_t *row = row_at(sums, e, i);
   memmove(row + sums->row_length, row, (e->n_rows - i) * row_B);
   memset(row, 0, row_B);
   *row = line;
   e->n_rows++;
   sums->n_rows++;
}

/* Adds what was taken of known lines, each of which has a row, and forgets them. */
static void flush_known(ac_sums *sums, entry *e)
{
   int64_t *row = e->rows;
   bool overflow = false;
   for (size_t i = 0; i < ac_known_n_lines(e->known); i++) {
      ac_known_line known = ac_known_at(e->known, i);
      while (*row != known.line)
         row += sums->row_length;
      for (size_t k = 0; k + 1 < sums->row_length; k++) {
         int64_t taken = (known.after[k] - known.before[k]) * (int64_t)known.n_taken;
         overflow |= __builtin_add_overflow(row[1 + k], taken, &row[1 + k]);
      }
   }
   ac_known_forget(e->known);
   an_overflow_note(overflow);
}

void ac_sums_add(ac_sums *sums, uint32_t line, const int64_t *counts)
{
   entry *e = sums->current;
   size_t i = e->next;
   if (i == e->n_rows || *row_at(sums, e, i) != line) {
      i = lower_bound(sums, e, line);
      if (i == e->n_rows || *row_at(sums, e, i) != line)
         insert_row(sums, e, i, line);
   }
   e->next = i + 1;
   int64_t *sum = row_at(sums, e, i) + 1;
   bool overflow = false;
   int64_t bits = 0;
   for (size_t k = 0; k + 1 < sums->row_length; k++) {
      overflow |= __builtin_add_overflow(sum[k], counts[k], &sum[k]);
      bits |= sum[k];
   }
   an_overflow_note(overflow);
   if (bits >= AC_KNOWN_LIMIT && e->known != NULL)
      flush_known(sums, e);
}

ac_known *ac_sums_known(ac_sums *sums)
{
   entry *e = sums->current;
   if (e->known == NULL && ++e->n_begun == KNOWN_FROM && sums->known_B < KNOWN_MAX_B) {
      e->known = ac_known_new(sums->alloc, sums->row_length - 1);
      sums->known_B += e->n_rows * (KNOWN_LINE_B + sums->row_length * sizeof *e->rows);
   }
   if (e->known == NULL)
      return NULL;
   ac_known_begin(e->known);
   if (ac_known_is_useful(e->known))
      return e->known;
   flush_known(sums, e); /* both parts of a sum are below AC_KNOWN_LIMIT */
   return NULL;
}

void ac_sums_flush(ac_sums *sums)
{
   for (size_t i = 0; i < sums->n_entries; i++)
      if (sums->entries[i].known != NULL)
         flush_known(sums, &sums->entries[i]);
}

size_t ac_sums_n_functions(const ac_sums *sums)
{
   return sums->n_entries;
}

ac_sums_lines ac_sums_function(const ac_sums *sums, size_t index)
{
   const entry *e = &sums->entries[index];
   return (ac_sums_lines){
      .file = e->file, .function = e->function, .rows = e->rows, .n_rows = e->n_rows
   };
}

size_t ac_sums_body_B(const ac_sums *sums)
{
   return sums->n_rows * sums->row_length * sizeof(int64_t)
          + sums->n_entries * sizeof(entry);
}
