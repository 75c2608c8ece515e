/* tk_strings.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_strings.h"

#include "base/tk_arena.h"
#include "base/tk_array.h"
#include "base/tk_chars.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#include <stdbool.h>

#define LABEL "tk.strings"

typedef struct {
   const char *bytes;
   size_t length_B;
} string;

struct tk_strings {
   tk_arena bytes;
   string *strings; /* by number */
   size_t n, capacity;
   tk_table table;
};

tk_strings *tk_strings_new(const tk_alloc *alloc)
{
   tk_strings *strings = tk_get(alloc, LABEL, sizeof *strings);
   *strings = (tk_strings){
      .bytes = { .alloc = alloc, .label = LABEL },
      .table = { .alloc = alloc, .label = LABEL },
   };
   return strings;
}

void tk_strings_free(tk_strings *strings)
{
   if (strings == NULL)
      return;
   const tk_alloc *alloc = strings->table.alloc;
   tk_arena_free(&strings->bytes);
   tk_table_fini(&strings->table);
   tk_put(alloc, strings->strings);
   tk_put(alloc, strings);
}

/* Valgrind's core has memcpy for its tools, but no memcmp. */
static bool is_equal(const string *s, const char *bytes, size_t length_B)
{
   if (s->length_B != length_B)
      return false;
   for (size_t i = 0; i < length_B; i++)
      if (s->bytes[i] != bytes[i])
         return false;
   return true;
}

static uint32_t add_string(tk_strings *strings, uint64_t hash, const char *bytes,
                           size_t length_B)
{
   TK_ARRAY_ROOM(strings->table.alloc, LABEL, strings->strings, strings->n,
                 strings->capacity);
   char *copy = tk_arena_get(&strings->bytes, length_B + 1);
   if (length_B > 0)
      __builtin_memcpy(copy, bytes, length_B);
   copy[length_B] = '\0';
   uint32_t number = (uint32_t)strings->n++;
   strings->strings[number] = (string){ copy, length_B };
   tk_table_add(&strings->table, hash, number);
   return number;
}

uint32_t tk_strings_number(tk_strings *strings, const void *bytes, size_t length_B)
{
   uint64_t hash = tk_hash_word(tk_hash_bytes(bytes, length_B));
   TK_TABLE_EACH(i, &strings->table, hash)
      if (is_equal(&strings->strings[i], bytes, length_B))
         return i;
   return add_string(strings, hash, bytes, length_B);
}

const char *tk_strings_intern(tk_strings *strings, const char *text, size_t length_B)
{
   return tk_strings_at(strings, tk_strings_number(strings, text, length_B));
}

const char *tk_strings_text(tk_strings *strings, const char *text)
{
   return tk_strings_intern(strings, text, tk_chars_length(text));
}

size_t tk_strings_count(const tk_strings *strings)
{
   return strings->n;
}

const char *tk_strings_at(const tk_strings *strings, uint32_t number)
{
   return strings->strings[number].bytes;
}

const void *tk_strings_bytes(const tk_strings *strings, uint32_t number, size_t *length_B)
{
   *length_B = strings->strings[number].length_B;
   return strings->strings[number].bytes;
}
