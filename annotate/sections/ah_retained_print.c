/* ah_retained_print.c -- what the blocks of each type, or of each call path, retain when
   a look was taken.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"
#include "sections/ah_looks.h"

#include "base/an_said.h"
#include "heap/ah_retained.h"
#include "sections/ac_sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   uint32_t look;
   ah_retained of;
   long double share; /* in percent; NAN: of nothing */
   int64_t idle_B;    /* -1: not known */
} entry;

enum { IDLE = 3, COLUMNS = 10 };

static const an_column columns[COLUMNS] = {
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "look", AN_AT(entry, look) },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "retained_bytes", "retains",
     AN_AT(entry, of.retained.bytes) },
   { AH_COLUMN_SHARE, AN_FOR_PEOPLE, .label = "share", AN_AT(entry, share), .rank = 2 },
   [IDLE] = { AN_COLUMN_COUNT, AN_FOR_ALL, "idle_bytes", "idle",
              AN_AT(entry, idle_B, AN_BUT(-1)), .write = ah_page_some_bytes,
              .omits_empty = true },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "retained_blocks",
     AN_AT(entry, of.retained.blocks) },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "bytes", "itself", AN_AT(entry, of.own.bytes) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "blocks", AN_AT(entry, of.own.blocks), .rank = 1 },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "type", AN_BY(entry, of.type, name) },
   { AH_COLUMN_PATH, AN_FOR_PROGRAMS, "path", AN_AT(entry, of.site) },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "type, or allocated at" },
};

typedef struct {
   const ah_page *page;
   entry *rows;
   size_t n, look; /* look: that people see */
} section;

static void print_last(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   const section *s = table->context;
   const ah_retained *of = &s->rows[number].of;
   const ah_profile *p = s->page->profile;
   char *text = of->type != NULL ? an_said(of->type->name, AN_SAID_TYPE, room)
                                 : ah_site_place(p, &p->sites[of->site], false, room);
   an_text_name_fit(page->out, text, room);
   free(text);
}

/* Adds the rows of a look; people see the large ones. */
static void list_look(section *s, const tk_alloc *alloc, uint32_t look, bool are_people)
{
   ah_retained *of;
   size_t n;
   const ah_look *at = &s->page->profile->looks[look];
   ah_retained_make(&s->page->options->keepers[look], alloc, &of, &n);
   for (size_t i = 0; i < n; i++)
      if (!are_people || ah_looks_are_large(s->page, look, of[i].retained.bytes))
         s->rows[s->n++] = (entry){ look, of[i],
                                    at->live.bytes == 0
                                       ? NAN
                                       : 100 * (long double)of[i].retained.bytes
                                            / at->live.bytes,
                                    at->idle_since > 0 ? of[i].idle_B : -1 };
}

static void list_all(section *s, const tk_alloc *alloc, bool are_people)
{
   size_t n = 0, n_looks = s->page->profile->n_looks;
   for (size_t look = 0; look < n_looks; look++)
      n += s->page->options->keepers[look].n;
   s->rows = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *s->rows);
   for (uint32_t look = 0; look < n_looks; look++)
      if (!are_people || look == s->look)
         list_look(s, alloc, look, are_people);
}

void ah_retained_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   const ah_profile *p = page->profile;
   section *s = AN_SECTION(tables, section, .page = page);
   if (p->n_looks == 0 || page->options->keepers == NULL)
      return;
   s->look = ah_looks_shown(page, ah_look_largest(p));
   list_all(s, scope->alloc, tables->is_for == AN_FOR_PEOPLE);
   an_column *own = an_tables_columns(tables, columns, COLUMNS);
   if (p->looks[s->look].idle_since == 0)
      own[IDLE].is_for = AN_FOR_PROGRAMS;
   AN_TABLE(tables, .columns = own, AN_ROWS(s->rows), .n_columns = COLUMNS, .n = s->n,
            .print_last = print_last, .heading = "What blocks retain",
            .heading_name = ah_looks_when(scope->alloc, p, s->look),
            .noun = "type or call path", .n_limited = SIZE_MAX);
}
