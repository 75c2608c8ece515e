/* ah_leaks_print.c -- what was lost when a look was taken, by call path.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"
#include "sections/ah_looks.h"

#include "sections/ac_sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of a site and kind in one look. */
typedef struct {
   uint32_t look;
   const char *kind;
   const ah_leak_site *of;
} entry;

static const an_column columns[] = {
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "look", AN_AT(entry, look) },
   { AN_COLUMN_TEXT, AN_FOR_ALL, "kind", AN_AT(entry, kind) },
   { AH_COLUMN_BYTES, AN_FOR_ALL, "bytes", AN_BY(entry, of, amount.bytes) },
   { AN_COLUMN_COUNT, AN_FOR_ALL, "blocks", AN_BY(entry, of, amount.blocks), .rank = 1 },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "rings", AN_BY(entry, of, rings) },
   { AH_COLUMN_PATH, AN_FOR_PROGRAMS, "path", AN_BY(entry, of, site) },
   { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "allocated at" },
};

typedef struct {
   const ah_page *page;
   entry *rows;
   size_t n, look; /* look: that people see */
} section;

/* "make (a.c:8), in strdup; in a ring". */
static void print_last(const an_table *table, ptrdiff_t number, const an_page *page,
                       size_t room)
{
   const section *s = table->context;
   const ah_leak_site *leak = s->rows[number].of;
   const ah_profile *p = s->page->profile;
   const char *ring = leak->rings > 0 ? "; in a ring" : "";
   size_t n = strlen(ring), left = room > n ? room - n : 0;
   char *place = ah_site_place(p, &p->sites[leak->site], false, left);
   an_text_name_fit(page->out, place, left);
   fputs(ring, page->out);
   free(place);
}

static int compare_rows(const void *a, const void *b)
{
   const ah_leak_site *x = ((const entry *)a)->of, *y = ((const entry *)b)->of;
   return tk_compare(x->leak, y->leak)
      ?: tk_compare_signed(y->amount.bytes, x->amount.bytes)
      ?: tk_compare(x->site, y->site);
}

static int compare_sizes(const void *a, const void *b)
{
   const ah_leak_site *x = ((const entry *)a)->of, *y = ((const entry *)b)->of;
   return tk_compare_signed(y->amount.bytes, x->amount.bytes) ?: compare_rows(a, b);
}

/* Of the page: the largest ones of a look, whose rows begin with `first`. */
static void keep_large(section *s, size_t first)
{
   qsort(s->rows + first, s->n - first, sizeof *s->rows, compare_sizes);
   if (s->n > first + AH_LOOK_ROWS)
      s->n = first + AH_LOOK_ROWS;
   while (s->n > first
          && !ah_looks_are_large(s->page, s->rows[s->n - 1].look,
                                 s->rows[s->n - 1].of->amount.bytes))
      s->n--;
}

/* People see what is lost, or perhaps, in one look; the page in all. */
static void list_leaks(section *s, const tk_alloc *alloc, bool are_people)
{
   const ah_profile *p = s->page->profile;
   bool is_page = s->page->options->is_page, has_all = !are_people && !is_page;
   size_t n = 0, first = are_people ? s->look : 0;
   size_t end = are_people ? first + 1 : p->n_looks;
   for (size_t look = first; look < end; look++)
      n += p->looks[look].n_leak_sites;
   s->rows = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *s->rows);
   for (size_t look = first; look < end; look++) {
      size_t before = s->n;
      for (size_t i = 0; i < p->looks[look].n_leak_sites; i++) {
         const ah_leak_site *of = &p->looks[look].leak_sites[i];
         bool is_left = of->ignored.blocks == 0 || of->amount.blocks > 0;
         if (is_left && (has_all || of->leak != AH_LEAK_REACHABLE))
            s->rows[s->n++] = (entry){ (uint32_t)look, ah_leak_name(of->leak), of };
      }
      if (is_page)
         keep_large(s, before);
   }
   if (are_people)
      qsort(s->rows, s->n, sizeof *s->rows, compare_rows);
}

void ah_leaks_mark(const ah_page *page, uint32_t *number)
{
   section s = { .page = page };
   list_leaks(&s, page->alloc, false);
   for (size_t i = 0; i < s.n; i++)
      ah_json_mark(number, &page->profile->sites[s.rows[i].of->site]);
}

void ah_leaks_tables(an_tables *tables, const ac_scope *scope)
{
   const ah_page *page = scope->heap;
   const ah_profile *p = page->profile;
   section *s = AN_SECTION(tables, section, .page = page);
   if (p->n_looks == 0)
      return;
   s->look = ah_looks_shown(page, ah_look_last(p));
   list_leaks(s, scope->alloc, tables->is_for == AN_FOR_PEOPLE);
   AN_TABLE(tables, AN_COLUMNS(columns), AN_ROWS(s->rows), .n = s->n,
            .print_last = print_last, .heading = "Lost memory",
            .heading_name = ah_looks_when(scope->alloc, p, s->look),
            .none = "Nothing is lost.", .noun = "call path", .option = "--by=leak",
            .is_for = AN_FOR_PROGRAMS
                      | (s->n > 0 || scope->request->by != NULL ? AN_FOR_PEOPLE : 0),
            .n_limited = ah_page_rows(page, AH_SHARE_LEAKS, SIZE_MAX));
}
