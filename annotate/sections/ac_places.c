/* ac_places.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_places.h"

#include "base/tk_count.h"

#include <string.h>

static int compare_places(const ac_place *a, const ac_place *b)
{
   return tk_compare(a->file, b->file) ?: tk_compare(a->line, b->line);
}

/* The index of the first place that is not before this one. */
static size_t lower_bound(const ac_places *places, ac_place place)
{
   size_t i = 0;
   while (i < places->n && compare_places(&places->places[i], &place) < 0)
      i++;
   return i;
}

static void insert_place(ac_places *places, size_t i, ac_place place)
{
   memmove(&places->places[i + 1], &places->places[i],
           (places->n - i) * sizeof *places->places);
   places->places[i] = place;
   places->n++;
}

static void take_away(ac_places *places, size_t i)
{
   places->n--;
   memmove(&places->places[i], &places->places[i + 1],
           (places->n - i) * sizeof *places->places);
}

/* The rows that the places take; a file may have fewer lines. */
static uint64_t rows_of(const ac_places *places, uint32_t context)
{
   uint64_t rows = 0, shown_to = 0; /* the last line shown of the file */
   for (size_t i = 0; i < places->n; i++) {
      const ac_place *place = &places->places[i];
      bool is_new = i == 0 || place[-1].file != place->file;
      uint64_t first = place->line > context ? place->line - context : 1;
      if (is_new)
         rows += AC_PLACES_FILE_ROWS;
      if (is_new || first > shown_to + 1)
         rows += AC_PLACES_GAP_ROWS;
      else
         first = shown_to + 1;
      shown_to = (uint64_t)place->line + context;
      rows += shown_to - first + 1;
   }
   return rows;
}

void ac_places_choose(ac_places *places, const tk_alloc *alloc, const ac_hot *hot,
                      const bool *usable, uint32_t context, size_t rows)
{
   size_t most = hot->n < rows ? hot->n : rows;
   *places = (ac_places){ .n = 0 };
   places->places = tk_get(alloc, AN_LABEL, (most + 1) * sizeof *places->places);
   for (size_t i = 0; i < hot->n && places->n < most; i++) {
      ac_place place = { hot->lines[i].file, hot->lines[i].line };
      if (!usable[place.file] || (place.line & AC_LINE_OF_OLD))
         continue;
      size_t at = lower_bound(places, place);
      insert_place(places, at, place);
      if (rows_of(places, context) > rows) {
         take_away(places, at);
         break; /* a colder line would be a surprise */
      }
   }
}

const ac_place *ac_places_next(const ac_places *places, size_t file, uint64_t line)
{
   if (line > UINT32_MAX)
      return NULL;
   size_t i = lower_bound(places, (ac_place){ file, (uint32_t)line });
   return i < places->n && places->places[i].file == file ? &places->places[i] : NULL;
}
